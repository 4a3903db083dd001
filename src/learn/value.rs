//! Taking a lesson's JSON apart, with the place in every mistake.

use serde_json::{Map, Value};

use super::fault::Fault;

/// A text in an object.
pub(super) fn text<'a>(of: &'a Value, field: &str, place: &str) -> Result<&'a str, Fault> {
    of.get(field)
        .and_then(Value::as_str)
        .ok_or_else(|| Fault::new(place, format!("`{field}` is missing, or is no string")))
}

/// A list in an object; empty where there is none.
pub(super) fn list<'a>(of: &'a Value, field: &str) -> &'a [Value] {
    of.get(field).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The fields of an object, in order.
pub(super) fn fields<'a>(of: &'a Value, field: &str, place: &str) -> Result<&'a Map<String, Value>, Fault> {
    of.get(field)
        .and_then(Value::as_object)
        .ok_or_else(|| Fault::new(place, format!("`{field}` is missing, or is no object")))
}

/// A value as text.
pub(super) fn as_text<'a>(value: &'a Value, place: &str) -> Result<&'a str, Fault> {
    value.as_str().ok_or_else(|| Fault::new(place, "is no string"))
}

/// A lesson's JSON.
pub(super) fn parse(json: &str) -> Result<Value, Fault> {
    serde_json::from_str(json).map_err(|e| Fault::new("lesson", e.to_string()))
}
