//! The parameters of the page's address: what stands behind its `?`. `docs/embedding.md` lists them.

use super::when::{NoMoment, When};
use crate::scenario::nearest;

/// Characters of all parameters together.
pub const CHARS_MAX: usize = 2000;
/// Errors that are told of one address.
const ERRORS_MAX: usize = 8;

/// A part of a run, and where in it one stands at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// It is played from here on; none: from the beginning.
    pub from: Option<When>,
    /// Playing stands still here; none: at the end.
    pub to: Option<When>,
    /// This moment is shown; none: the one that the run comes with, or `from`.
    pub at: Option<When>,
}

/// How much there is to press.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Controls {
    /// Play, step, crash, and the timeline.
    #[default]
    Compact,
    /// All that the whole page has below its stage.
    Full,
    /// Nothing: the page around it has its own.
    None,
}

impl Controls {
    /// All of them.
    pub const ALL: [Controls; 3] = [Controls::Compact, Controls::Full, Controls::None];

    /// As the address says it, and the style sheet.
    pub const fn word(self) -> &'static str {
        match self {
            Controls::Compact => "compact",
            Controls::Full => "full",
            Controls::None => "none",
        }
    }
}

/// What there is around the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The verdict strip.
    Verdict,
    /// The set-up bar.
    Setup,
    /// The inspector, open.
    Inspector,
    /// The lanes, open.
    Lanes,
    /// Predict, switched on.
    Predict,
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 5] = [Part::Verdict, Part::Setup, Part::Inspector, Part::Lanes, Part::Predict];

    /// As the address says it, and the style sheet.
    pub const fn word(self) -> &'static str {
        match self {
            Part::Verdict => "verdict",
            Part::Setup => "setup",
            Part::Inspector => "inspector",
            Part::Lanes => "lanes",
            Part::Predict => "predict",
        }
    }
}

/// What an address asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The embedded view: the stage first.
    pub embed: bool,
    /// What of the run.
    pub span: Span,
    /// The run plays at once, or stands; none: as the page thinks best.
    pub autoplay: Option<bool>,
    /// What there is to press.
    pub controls: Controls,
    /// What there is around the stage.
    pub panels: Vec<Part>,
    /// Dark or light; none: as the system says.
    pub dark: Option<bool>,
    /// The language that is asked for, as in `<html lang>`; none: any.
    pub lang: Option<String>,
}

impl Default for Address {
    fn default() -> Address {
        Address {
            embed: false,
            span: Span::default(),
            autoplay: None,
            controls: Controls::default(),
            panels: vec![Part::Verdict],
            dark: None,
            lang: None,
        }
    }
}

/// The parameters, in the order in which they are told of.
pub const NAMES: [&str; 9] = ["embed", "from", "to", "at", "autoplay", "controls", "panels", "theme", "lang"];

/// What is wrong with an address. The rest of it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressError {
    /// The parameters are longer than this page reads: none of them counts.
    TooLong,
    /// No parameter is called so, but one may have been meant.
    Unknown(String, Option<&'static str>),
    /// A parameter that stands there twice: the first one counts.
    Twice(&'static str),
    /// A value that the parameter cannot have: it does not count.
    Value(&'static str, String),
    /// A moment that the run does not have.
    NoMoment(&'static str, NoMoment),
    /// The span ends before it begins.
    Order,
    /// A part of the page that is no run.
    NoRun(String),
}

/// Reads what stands behind the `?` of an address, with it or without.
///
/// A page of its own may be opened by an address to which others have put something; there unknown names do not count. In
/// an embedded view each is an error: somebody wrote it by hand.
pub fn read(search: &str) -> (Address, Vec<AddressError>) {
    let (mut address, mut errors) = (Address::default(), Vec::new());
    let search = search.strip_prefix('?').unwrap_or(search);
    if search.len() > CHARS_MAX {
        // What matters most is still looked for.
        address.embed = search.split('&').any(|part| part == "embed" || part.starts_with("embed="));
        return (address, vec![AddressError::TooLong]);
    }
    let (mut seen, mut unknown): (Vec<&'static str>, Vec<String>) = Default::default();
    for part in search.split('&').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let (name, value) = (decoded(name), decoded(value));
        let Some(name) = NAMES.into_iter().find(|known| *known == name) else {
            unknown.push(name);
            continue;
        };
        if seen.contains(&name) {
            errors.push(AddressError::Twice(name));
            continue;
        }
        seen.push(name);
        if !take(&mut address, name, &value) {
            errors.push(AddressError::Value(name, short(&value)));
        }
    }
    if address.embed {
        let error = |name: String| {
            let like = nearest(&name, NAMES);
            AddressError::Unknown(short(&name), like)
        };
        errors.extend(unknown.into_iter().map(error));
    }
    errors.truncate(ERRORS_MAX);
    (address, errors)
}

/// Puts a value in its place; false: it cannot be one.
fn take(address: &mut Address, name: &str, value: &str) -> bool {
    let span = &mut address.span;
    match name {
        "embed" => yes_or_no(value).map(|yes| address.embed = yes).is_some(),
        "autoplay" => yes_or_no(value).map(|yes| address.autoplay = Some(yes)).is_some(),
        "from" => moment(value, &mut span.from),
        "to" => moment(value, &mut span.to),
        "at" => moment(value, &mut span.at),
        "controls" => {
            let found = Controls::ALL.into_iter().find(|c| c.word() == value);
            found.map(|found| address.controls = found).is_some()
        }
        "panels" => {
            let part = |word: &str| Part::ALL.into_iter().find(|part| part.word() == word);
            let words = value.split([',', ' ']).filter(|word| !word.is_empty());
            let found: Option<Vec<Part>> = if value == "none" { Some(Vec::new()) } else { words.map(part).collect() };
            let found = found.filter(|found| value == "none" || !found.is_empty());
            found.map(|found| address.panels = found).is_some()
        }
        "theme" => {
            address.dark = match value {
                "light" => Some(false),
                "dark" => Some(true),
                _ => None,
            };
            address.dark.is_some() || value == "auto"
        }
        "lang" => {
            let subtag = |tag: &str| (1..=8).contains(&tag.len()) && tag.bytes().all(|b| b.is_ascii_alphanumeric());
            let first = value.split('-').next().unwrap_or_default();
            let is_tag =
                value.split('-').all(subtag) && first.len() >= 2 && !first.contains(|c: char| c.is_ascii_digit());
            address.lang = is_tag.then(|| value.to_owned());
            is_tag
        }
        _ => false,
    }
}

fn moment(value: &str, to: &mut Option<When>) -> bool {
    *to = When::read(value);
    to.is_some()
}

/// A name alone says yes.
fn yes_or_no(value: &str) -> Option<bool> {
    match value {
        "" | "1" | "true" => Some(true),
        "0" | "false" => Some(false),
        _ => None,
    }
}

/// As much of a word as an error repeats.
fn short(word: &str) -> String {
    word.chars().take(40).collect()
}

/// Without `%20` and `+`. What is no text is left out by a sign that stands for it.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let digit = |b: Option<u8>| b.and_then(|b| char::from(b).to_digit(16));
        let mut ahead = rest.clone();
        match (byte, digit(ahead.next()), digit(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = ahead;
            }
            (b'+', ..) => bytes.push(b' '),
            _ => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
