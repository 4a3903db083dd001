//! Copies drawings: each shape with its place on the page and its paint, whatever groups it is in.

use wasm_bindgen::JsCast;
use web_sys::{Element, SvgGraphicsElement};

use super::boxes::Copyist;
use super::ink::{attribute, colour, length, paint, plain, short};

/// What makes a shape, of all that a shape may say of itself.
const FORM: [&str; 16] =
    ["d", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "points", "dy"];
/// What is said of how it is painted, as the browser has worked it out, with what goes without saying.
const PAINT: [(&str, &str); 9] = [
    ("stroke-width", "1px"),
    ("stroke-dasharray", "none"),
    ("stroke-linecap", "butt"),
    ("stroke-linejoin", "miter"),
    ("stroke-opacity", "1"),
    ("fill-opacity", "1"),
    ("opacity", "1"),
    ("paint-order", "normal"),
    ("fill-rule", "nonzero"),
];
/// The same of its letters.
const LETTERS: [(&str, &str); 3] = [("text-anchor", "start"), ("font-weight", "400"), ("font-size", "")];

impl Copyist {
    /// Copies a drawing, or a group in one.
    pub(super) fn shapes(&mut self, group: &Element) {
        let children = group.children();
        for i in 0..children.length() {
            let Some(child) = children.item(i) else { continue };
            let Ok(Some(style)) = self.window.get_computed_style(&child) else { continue };
            let get = |name: &str| style.get_property_value(name).unwrap_or_default();
            let opacity: f64 = get("opacity").parse().unwrap_or(1.0);
            if get("display") == "none" || opacity <= 0.0 {
                continue;
            }
            let tag = child.tag_name();
            match tag.as_str() {
                "g" | "svg" | "a" => {
                    if opacity < 1.0 {
                        self.out.push_str("<g");
                        length(&mut self.out, "opacity", opacity);
                        self.out.push('>');
                    }
                    self.shapes(&child);
                    if opacity < 1.0 {
                        self.out.push_str("</g>");
                    }
                }
                "path" | "rect" | "circle" | "ellipse" | "line" | "polyline" | "polygon" | "text"
                    if get("visibility") == "visible" =>
                {
                    self.shape(&child, &tag, &get);
                }
                _ => {}
            }
        }
    }

    fn shape(&mut self, shape: &Element, tag: &str, get: &dyn Fn(&str) -> String) {
        let Some(matrix) = shape.dyn_ref::<SvgGraphicsElement>().and_then(SvgGraphicsElement::get_screen_ctm) else {
            return;
        };
        let is_text = tag == "text";
        let (fill, stroke) = (get("fill"), get("stroke"));
        if colour(&fill).is_none() && colour(&stroke).is_none() {
            return;
        }
        self.out.push('<');
        self.out.push_str(tag);
        for name in FORM {
            if let Some(value) = shape.get_attribute(name) {
                attribute(&mut self.out, name, &value);
            }
        }
        let (x, y) = (f64::from(matrix.e()) - self.origin.0, f64::from(matrix.f()) - self.origin.1);
        let turned = [matrix.a(), matrix.b(), matrix.c(), matrix.d()].map(|n| four(f64::from(n)));
        attribute(&mut self.out, "transform", &format!("matrix({} {} {})", turned.join(" "), short(x), short(y)));
        paint(&mut self.out, "fill", &fill);
        if colour(&stroke).is_some() {
            paint(&mut self.out, "stroke", &stroke);
        }
        let letters = if is_text { &LETTERS[..] } else { &[] };
        for (name, usual) in PAINT.iter().chain(letters) {
            let value = get(name);
            if value != *usual {
                attribute(&mut self.out, name, &value);
            }
        }
        if is_text {
            self.out.push('>');
            self.out.push_str(&plain(shape.text_content().unwrap_or_default().trim()));
            self.out.push_str("</text>");
        } else {
            self.out.push_str("/>");
        }
    }
}

/// A share, to four digits: a turn is seen at the far end of what is turned.
fn four(n: f64) -> String {
    let rounded = (n * 10_000.0).round() / 10_000.0;
    rounded.to_string()
}
