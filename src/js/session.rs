//! A run that a script drives.

use wasm_bindgen::prelude::*;

use super::{thrown, value};
use crate::view::session::Session as Run;

/// One run and its position. Free it with `free()`, or `using`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Session {
    run: Run,
}

#[wasm_bindgen]
impl Session {
    /// A run from its beginning.
    ///
    /// # Errors
    /// A wrong scenario (`code` is `scenario`), or one with too many records (`records`).
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Scenario | string")] scenario: &JsValue,
    ) -> Result<Session, JsValue> {
        let text = value::text_of(scenario)?;
        Ok(Session { run: Run::new(&text).map_err(thrown)? })
    }

    /// The run of a link, at its moment: the fragment of an address, with or without its `#`.
    ///
    /// # Errors
    /// The link cannot be opened (`link`).
    pub fn open(link: &str) -> Result<Session, JsValue> {
        Ok(Session { run: Run::open(link).map_err(thrown)? })
    }

    /// Steps done.
    #[wasm_bindgen(getter)]
    pub fn position(&self) -> f64 {
        self.run.position() as f64
    }

    /// Virtual time, in milliseconds.
    #[wasm_bindgen(getter)]
    pub fn now_ms(&self) -> f64 {
        self.run.now_ms() as f64
    }

    /// Nothing more happens.
    #[wasm_bindgen(getter)]
    pub fn ended(&self) -> bool {
        self.run.ended()
    }

    /// So many steps forward, one if none is said; gives how many were done.
    pub fn step(&mut self, steps: Option<f64>) -> f64 {
        self.run.step(steps.unwrap_or(1.0) as u64) as f64
    }

    /// So many steps back, one if none is said; gives how many were taken back.
    pub fn back(&mut self, steps: Option<f64>) -> f64 {
        self.run.back(steps.unwrap_or(1.0) as u64) as f64
    }

    /// Goes to a step, or to the end where the run has fewer; `Infinity` is the end. Gives the step it is at then.
    pub fn seek(&mut self, step: f64) -> f64 {
        self.run.seek(step as u64) as f64
    }

    /// What can happen next; the clock takes what is due first.
    ///
    /// # Errors
    /// None.
    #[wasm_bindgen(unchecked_return_type = "Enabled[]")]
    pub fn enabled(&self) -> Result<JsValue, JsValue> {
        value::to_js(&self.run.enabled())
    }

    /// Does one thing instead of what the clock would do: an `action` of `enabled`, or by hand `crash`, `crash-machine`,
    /// `crash-task 3`, `checkpoint`, `storage-down MS`, `fail-commit NODE`. The run goes on from there.
    ///
    /// # Errors
    /// There is no such action (`unknown_action`, `no_such_thing`), or it is not possible now (`not_enabled`).
    pub fn apply(&mut self, action: &str) -> Result<(), JsValue> {
        self.run.apply(action).map_err(thrown)
    }

    /// What happened behind step `from` and up to step `to`, oldest first; without them everything up to the position.
    ///
    /// # Errors
    /// None.
    #[wasm_bindgen(unchecked_return_type = "EventLine[]")]
    pub fn events(&self, from: Option<f64>, to: Option<f64>) -> Result<JsValue, JsValue> {
        let to = to.map_or(u64::MAX, |to| to as u64);
        value::to_js(&self.run.events(from.unwrap_or(0.0) as u64, to))
    }

    /// What the judge says at the position.
    ///
    /// # Errors
    /// None.
    #[wasm_bindgen(unchecked_return_type = "Report")]
    pub fn report(&mut self) -> Result<JsValue, JsValue> {
        value::to_js(&self.run.report())
    }

    /// The link to this moment of this run: the fragment of an address, without its `#`.
    pub fn link(&self) -> String {
        self.run.link()
    }
}
