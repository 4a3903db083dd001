//! JSON text as a tree that keeps what `serde_json::Value` would lose: a field that stands twice.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

use super::error::{ErrorCode, ScenarioError};
use super::limits;
use crate::ids::EventId;

/// A JSON value. Objects are lists of fields in the order of the text.
#[derive(Clone, Debug)]
pub(super) enum Json {
    Null,
    Bool(bool),
    /// A whole number that fits.
    Whole(i128),
    /// Any other number, with its text: only for messages and for `multiplier`.
    Other(f64, String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// The tree of a text, or the one reason why there is none.
pub(super) fn parse(text: &str) -> Result<Json, ScenarioError> {
    if text.len() > limits::TEXT_BYTES_MAX {
        return Err(whole_text(
            ErrorCode::TooLarge,
            format!("the text has {} bytes, expected at most {}", text.len(), limits::TEXT_BYTES_MAX),
        ));
    }
    // Some editors put a byte order mark in front.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut json = serde_json::from_str(text).map_err(|error| syntax_error(text, &error))?;
    keep_as_typed(&mut json, &mut other_numbers(text));
    Ok(json)
}

/// The numbers of a JSON text that the parser takes for floats, in order, as they stand there.
fn other_numbers(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(byte) = bytes.get(at) {
            let begin = at;
            at += 1;
            match byte {
                b'"' => {
                    while bytes.get(at).is_some_and(|b| *b != b'"') {
                        at += if bytes[at] == b'\\' { 2 } else { 1 };
                    }
                    at += 1;
                }
                b'-' | b'0'..=b'9' => {
                    let is_in = |b: &u8| b.is_ascii_digit() || matches!(b, b'-' | b'+' | b'.' | b'e' | b'E');
                    while bytes.get(at).is_some_and(is_in) {
                        at += 1;
                    }
                    let number = &text[begin..at];
                    let fits = number.parse::<u64>().is_ok() || number.parse::<i64>().is_ok();
                    if !fits || number == "-0" {
                        return Some(number);
                    }
                }
                _ => {}
            }
        }
        None
    })
}

/// Gives each number that is a float its text: 2^64 is not to be told back as 1.8446744073709552e19.
fn keep_as_typed<'t>(json: &mut Json, numbers: &mut impl Iterator<Item = &'t str>) {
    match json {
        Json::Other(_, typed) => {
            if let Some(number) = numbers.next() {
                *typed = cut(number);
            }
        }
        Json::List(items) => items.iter_mut().for_each(|item| keep_as_typed(item, numbers)),
        Json::Object(fields) => fields.iter_mut().for_each(|(_, field)| keep_as_typed(field, numbers)),
        Json::Null | Json::Bool(_) | Json::Whole(_) | Json::Text(_) => {}
    }
}

fn whole_text(code: ErrorCode, message: String) -> ScenarioError {
    ScenarioError { path: String::new(), message, code }
}

fn syntax_error(text: &str, error: &serde_json::Error) -> ScenarioError {
    let (line, column) = (error.line(), error.column());
    // The parser counts bytes; a person counts characters.
    let column = text
        .lines()
        .nth(line.saturating_sub(1))
        .map_or(column, |l| l.char_indices().take_while(|(at, _)| *at < column).count());
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or_default();
    if said.starts_with("recursion limit") {
        return whole_text(
            ErrorCode::TooLarge,
            format!("nested too deeply at line {line}, column {column}, expected at most {} levels", limits::DEPTH_MAX),
        );
    }
    whole_text(ErrorCode::Syntax, format!("not JSON at line {line}, column {column}: {}", in_our_words(said)))
}

/// What the parser says, completed by what it expected.
fn in_our_words(said: &str) -> String {
    const A_VALUE: &str = "an object, a list, a string in double quotes, a number, true, false or null";
    let found_and_expected = match said {
        "EOF while parsing an object" => ("the text ends inside an object", "`,` or `}`"),
        "EOF while parsing a list" => ("the text ends inside a list", "`,` or `]`"),
        "EOF while parsing a string" => ("the text ends inside a string", "a closing double quote"),
        "EOF while parsing a value" => ("the text ends", A_VALUE),
        "expected value" => ("found something else", A_VALUE),
        "expected ident" => ("found something else", "true, false or null"),
        "trailing comma" => ("found a comma before the closing bracket", "no comma there"),
        "trailing characters" => ("found more after the end of the value", "nothing there"),
        "key must be a string" => ("found something else", "a field name in double quotes"),
        "invalid number" => ("found a number that is not well formed", "digits"),
        "number out of range" => ("found a number that is too large", "a smaller one"),
        "invalid escape" => {
            ("found an unknown escape in a string", r#"\" \\ \/ \b \f \n \r \t or \u and 4 hex digits"#)
        }
        _ => return said.to_owned(),
    };
    format!("{}, expected {}", found_and_expected.0, found_and_expected.1)
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Whole(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Whole(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Other(value, serde_json::Value::from(value).to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(Json::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Json::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = access.next_entry()? {
            fields.push(field);
        }
        Ok(Json::Object(fields))
    }
}

/// A piece of the user's text, quoted and cut to a length that fits a message.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::String(cut(text)).to_string()
}

fn cut(text: &str) -> String {
    const CHARS_MAX: usize = 48;
    let mut cut: String = text.chars().take(CHARS_MAX).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    cut
}

/// What was found, for a message.
pub(super) fn described(json: &Json) -> String {
    match json {
        Json::Null => "null".to_owned(),
        Json::Bool(value) => value.to_string(),
        Json::Whole(value) => value.to_string(),
        Json::Other(_, typed) => typed.clone(),
        Json::Text(value) => format!("the string {}", quoted(value)),
        Json::List(items) => match items.len() {
            0 => "an empty list".to_owned(),
            1 => "a list of 1 item".to_owned(),
            n => format!("a list of {n} items"),
        },
        Json::Object(_) => "an object".to_owned(),
    }
}

/// An id as it stands in JSON, so that 5 and "5" look different.
pub(super) fn id_in_words(id: &EventId) -> String {
    match id {
        EventId::Int(n) => n.to_string(),
        EventId::Text(text) => quoted(text),
    }
}
