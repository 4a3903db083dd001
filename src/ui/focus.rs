//! Where the focus goes when what had it goes away.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// What had the focus when something was opened.
pub type Opener = StoredValue<Option<HtmlElement>, LocalStorage>;

/// What has the focus now, to give it back to later.
pub fn opener() -> Opener {
    StoredValue::new_local(document().active_element().and_then(|e| e.dyn_into().ok()))
}

/// Gives the focus back to the button that opened something, if it is still there; else to the stage.
pub fn give_back(opener: Opener) {
    match opener.get_value().filter(|e| e.is_connected() && e.tag_name() == "BUTTON") {
        Some(button) => drop(button.focus()),
        None => to_stage(),
    }
}

/// It goes on at the stage.
pub fn to_stage() {
    if let Some(stage) = document().get_element_by_id("stage").and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        let _ = stage.focus();
    }
}
