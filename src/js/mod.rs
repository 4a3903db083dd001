//! The JS API: the same library calls as the command line and the page, for scripts, without the page.

mod session;
mod value;

use wasm_bindgen::prelude::*;

use crate::scenario::Scenario;
use crate::text::SESSION_ERRORS;
use crate::view::session::SessionError;

/// The types that TypeScript sees. A test has `tsc` check scripts against them.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// Runs a scenario to its end and gives its report.
///
/// # Errors
/// A wrong scenario: `code` is `scenario`.
#[wasm_bindgen(unchecked_return_type = "Report")]
pub fn simulate(
    #[wasm_bindgen(unchecked_param_type = "Scenario | string")] scenario: &JsValue,
) -> Result<JsValue, JsValue> {
    let text = value::text_of(scenario)?;
    let scenario = crate::scenario::read(&text).map_err(|all| thrown(SessionError::Scenario(all)))?;
    value::to_js(&crate::check::run(&scenario))
}

/// Runs a scenario, with so many records in every generated log, to its end without watching it, and keeps no rows;
/// gives the number of steps. `warm` is called when the first log has been read up to `from`: what comes before is not
/// to be measured. For measuring.
///
/// # Errors
/// As `simulate`.
#[wasm_bindgen(skip_typescript)]
pub fn drain(scenario: &str, records: f64, from: f64, warm: &js_sys::Function) -> Result<f64, JsValue> {
    let read: Result<Scenario, _> = crate::scenario::read(scenario);
    let scenario = read.map_err(|all| thrown(SessionError::Scenario(all)))?.with_records(records as u64);
    let mut world = crate::sim::World::with_rows(&scenario, false);
    let mut events = crate::event::Events::off();
    while world.durable().logs[0][0].read_up_to.0 < from as u64 && world.advance(&mut events) {}
    warm.call0(&JsValue::NULL)?;
    while world.advance(&mut events) {}
    Ok(world.steps() as f64)
}

/// An `Error` with a `code` that stays, and `details`: every reason, with its place.
fn thrown(error: SessionError) -> JsValue {
    let code = error.code();
    let reasons = SESSION_ERRORS(error);
    let details = js_sys::Array::new();
    for e in &reasons {
        let entry = js_sys::Object::new();
        set(&entry, "path", &e.path.as_str().into());
        set(&entry, "code", &e.code.as_str().into());
        set(&entry, "message", &e.message.as_str().into());
        details.push(&entry);
    }
    let said: Vec<String> = reasons.iter().map(ToString::to_string).collect();
    let error = js_sys::Error::new(&said.join("\n"));
    set(&error, "code", &code.into());
    set(&error, "details", &details);
    error.into()
}

fn set(object: &JsValue, name: &str, value: &JsValue) {
    // Setting a property of an object that we have just made cannot fail.
    let _ = js_sys::Reflect::set(object, &name.into(), value);
}
