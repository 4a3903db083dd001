//! The JS API: the same library calls as the command line, for scripts.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::scenario::Scenario;

/// Runs a scenario (its JSON text) to its end and gives its report as a plain object. Ids above 2^53 come as `BigInt`.
///
/// # Errors
/// Throws an `Error` whose `code` is `scenario` and whose `details` lists every mistake as `{path, message}`.
#[wasm_bindgen]
pub fn simulate(scenario: &str) -> Result<JsValue, JsValue> {
    let scenario = read(scenario)?;
    let report = crate::check::run(&scenario);
    let serializer = serde_wasm_bindgen::Serializer::json_compatible().serialize_large_number_types_as_bigints(false);
    report
        .serialize(&serializer)
        .or_else(|_| {
            // An id that no JS number holds exactly.
            let big = serializer.serialize_large_number_types_as_bigints(true);
            report.serialize(&big)
        })
        .map_err(|e| js_sys::Error::new(&e.to_string()).into())
}

/// Runs a scenario, with so many records in every generated log, to its end without watching it, and keeps no rows;
/// gives the number of steps. `warm` is called when the first log has been read up to `from`: what comes before is not
/// to be measured. For measuring.
///
/// # Errors
/// As `simulate`.
#[wasm_bindgen]
pub fn drain(scenario: &str, records: f64, from: f64, warm: &js_sys::Function) -> Result<f64, JsValue> {
    let scenario = read(scenario)?.with_records(records as u64);
    let mut world = crate::sim::World::with_rows(&scenario, false);
    let mut events = crate::event::Events::off();
    while world.durable().logs[0][0].read_up_to.0 < from as u64 && world.advance(&mut events) {}
    warm.call0(&JsValue::NULL)?;
    while world.advance(&mut events) {}
    Ok(world.steps() as f64)
}

/// Reads a scenario; its mistakes become one `Error`.
fn read(text: &str) -> Result<Scenario, JsValue> {
    crate::scenario::read(text).map_err(|all| {
        let details = js_sys::Array::new();
        for e in &all {
            let entry = js_sys::Object::new();
            set(&entry, "path", &e.path.as_str().into());
            set(&entry, "message", &e.message.as_str().into());
            details.push(&entry);
        }
        let said: Vec<String> = all.iter().map(ToString::to_string).collect();
        let error = js_sys::Error::new(&said.join("\n"));
        set(&error, "code", &"scenario".into());
        set(&error, "details", &details);
        JsValue::from(error)
    })
}

fn set(object: &JsValue, name: &str, value: &JsValue) {
    // Setting a property of an object that we have just made cannot fail.
    let _ = js_sys::Reflect::set(object, &name.into(), value);
}
