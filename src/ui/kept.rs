//! What is kept in the browser's storage, where the browser allows it.

use leptos::prelude::window;

/// What is kept under a key; none: nothing is. And whether anything can be.
pub(super) fn read(key: &str) -> (Option<String>, bool) {
    let storage = storage();
    (storage.as_ref().and_then(|storage| storage.get_item(key).ok().flatten()), storage.is_some())
}

/// Keeps a text; false: it cannot be kept.
pub(super) fn write(key: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(key, text).is_ok())
}

/// Keeps nothing under a key any more.
pub(super) fn erase(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}

/// None: the browser does not allow it.
fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}
