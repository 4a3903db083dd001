//! Where the focus goes when what had it goes away, and which keys it leaves to the page.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

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

/// Marks what has the focus with an attribute, to give it back later; it alone has that one.
pub fn mark(attribute: &str) {
    if let Some(before) = document().query_selector(&format!("[{attribute}]")).ok().flatten() {
        let _ = before.remove_attribute(attribute);
    }
    if let Some(pressed) = document().active_element() {
        let _ = pressed.set_attribute(attribute, "");
    }
}

/// Gives the focus back to what was marked.
pub fn to_marked(attribute: &str) {
    let marked = document().query_selector(&format!("[{attribute}]")).ok().flatten();
    if let Some(marked) = marked.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        let _ = marked.focus();
    }
}

/// The key that was pressed, if it is free: with a modifier it is the browser's, and what has the focus keeps its own, where
/// `keeps` picks it or something around it.
pub fn free_key(event: &KeyboardEvent, keeps: &str) -> Option<String> {
    let taken = event.ctrl_key() || event.alt_key() || event.meta_key() || event.default_prevented();
    (!taken && !is_on(event, keeps)).then(|| event.key())
}

/// It was pressed in something that the selector picks.
pub fn is_on(event: &KeyboardEvent, selector: &str) -> bool {
    let focus: Option<Element> = event.target().and_then(|t| t.dyn_into().ok());
    focus.is_some_and(|e| e.closest(selector).ok().flatten().is_some())
}
