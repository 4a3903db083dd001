//! Writing SVG: lengths, colours and what must not be read as markup.

use std::fmt::Write as _;

/// A text between tags, or as the value of an attribute.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to write them.
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A length with the digits that can be seen.
pub(super) fn short(length: f64) -> String {
    let hundredths = (length * 100.0).round() as i64;
    let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    let sign = if hundredths < 0 { "-" } else { "" };
    match rest {
        0 => format!("{sign}{whole}"),
        rest if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
        rest => format!("{sign}{whole}.{rest:02}"),
    }
}

/// Adds an attribute.
pub(super) fn attribute(out: &mut String, name: &str, value: &str) {
    let _ = write!(out, " {name}=\"{}\"", plain(value));
}

/// Adds an attribute that is a length.
pub(super) fn length(out: &mut String, name: &str, value: f64) {
    attribute(out, name, &short(value));
}

/// The number before the unit, as in "12.5px".
pub(super) fn pixels(text: &str) -> f64 {
    text.trim().trim_end_matches("px").parse().unwrap_or(0.0)
}

/// A colour as a browser tells it, as its parts and how dense it is; none: it cannot be seen, or is no plain colour.
pub(super) fn colour(text: &str) -> Option<([u8; 3], f64)> {
    let text = text.trim();
    let (inside, share) = if let Some(srgb) = text.strip_prefix("color(srgb ") {
        (srgb, 255.0)
    } else {
        (text.strip_prefix("rgba(").or_else(|| text.strip_prefix("rgb("))?, 1.0)
    };
    let numbers: Vec<f64> = inside
        .split(|c: char| !(c.is_ascii_digit() || ".-e".contains(c)))
        .filter(|part| !part.is_empty())
        .map_while(|part| part.parse().ok())
        .take(4)
        .collect();
    let [red, green, blue, ..] = numbers[..] else { return None };
    let density = numbers.get(3).copied().unwrap_or(1.0);
    let part = |x: f64| (x * share).round().clamp(0.0, 255.0) as u8;
    (density > 0.0).then(|| ([part(red), part(green), part(blue)], density.min(1.0)))
}

/// Adds a colour for this part of a shape; what cannot be seen is none.
pub(super) fn paint(out: &mut String, part: &str, text: &str) {
    match colour(text) {
        None => attribute(out, part, "none"),
        Some(([red, green, blue], density)) => {
            attribute(out, part, &format!("#{red:02x}{green:02x}{blue:02x}"));
            if density < 1.0 {
                length(out, &format!("{part}-opacity"), density);
            }
        }
    }
}
