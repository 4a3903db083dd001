//! Values on their way to and from JavaScript. A whole number that no JS number holds exactly comes as a `BigInt`, and only
//! such a one: an id of 2^53 + 1 stays what it is, and all others stay numbers.

use serde::Serialize;
use serde_json::{Number, Value};
use wasm_bindgen::prelude::*;

use super::{set, thrown};
use crate::scenario::{ErrorCode, ScenarioError};
use crate::view::session::SessionError;

/// The whole numbers up to this one a JS number holds exactly.
const EXACT_MAX: u64 = (1 << 53) - 1;

/// As a plain JS value.
pub(super) fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    let value = serde_json::to_value(value).map_err(|e| js_sys::Error::new(&e.to_string()))?;
    Ok(plain(&value))
}

fn plain(value: &Value) -> JsValue {
    match value {
        Value::Null => JsValue::NULL,
        Value::Bool(is) => (*is).into(),
        Value::Number(n) => number(n),
        Value::String(text) => text.as_str().into(),
        Value::Array(items) => items.iter().map(plain).collect::<js_sys::Array>().into(),
        Value::Object(fields) => {
            let object = js_sys::Object::new();
            fields.iter().for_each(|(name, value)| set(&object, name, &plain(value)));
            object.into()
        }
    }
}

fn number(n: &Number) -> JsValue {
    match (n.as_u64(), n.as_i64()) {
        (Some(n), _) if n > EXACT_MAX => n.into(),
        (_, Some(n)) if n.unsigned_abs() > EXACT_MAX => n.into(),
        _ => n.as_f64().unwrap_or(f64::NAN).into(),
    }
}

/// The JSON of a scenario, which may be given as text or as an object; its ids may be `BigInt`.
pub(super) fn text_of(scenario: &JsValue) -> Result<String, JsValue> {
    if let Some(text) = scenario.as_string() {
        return Ok(text);
    }
    let read: Result<Value, _> = serde_wasm_bindgen::from_value(scenario.clone());
    read.map(|value| value.to_string()).map_err(|e| {
        let message = format!("expected the JSON text of a scenario, or the same as an object: {e}");
        thrown(SessionError::Scenario(vec![ScenarioError { path: String::new(), message, code: ErrorCode::WrongType }]))
    })
}
