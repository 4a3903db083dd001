//! What is kept in the browser's storage, where the browser allows it, else for as long as the page is open.

use leptos::prelude::*;

use crate::text::learn::KeptWords;

/// A value that is kept under a key, as JSON.
pub(super) struct Kept<T: 'static> {
    key: &'static str,
    to_json: fn(&T) -> String,
    /// The value.
    pub(super) value: RwSignal<T>,
    /// It is there when the page is opened again.
    is_kept: RwSignal<bool>,
    /// What was erased last, to bring it back.
    erased: RwSignal<Option<T>>,
}

impl<T> Clone for Kept<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Kept<T> {}

impl<T: Clone + Default + Send + Sync + 'static> Kept<T> {
    /// From the storage.
    pub(super) fn open(key: &'static str, from_json: fn(&str) -> T, to_json: fn(&T) -> String) -> Kept<T> {
        let (json, allowed) = read(key);
        let value = json.map_or_else(T::default, |json| from_json(&json));
        let (value, is_kept, erased) = (RwSignal::new(value), RwSignal::new(allowed), RwSignal::new(None));
        Kept { key, to_json, value, is_kept, erased }
    }

    /// Changes it.
    pub(super) fn note(self, what: impl FnOnce(&mut T)) {
        self.value.update(what);
        self.erased.set(None);
        self.keep();
    }

    fn keep(self) {
        let went = write(self.key, &self.value.with_untracked(self.to_json));
        if self.is_kept.get_untracked() != went {
            self.is_kept.set(went);
        }
    }

    /// Erases it; once more: brings it back.
    fn erase_or_undo(self) {
        if let Some(erased) = self.erased.get_untracked() {
            self.value.set(erased);
            self.erased.set(None);
            self.keep();
        } else {
            self.erased.set(Some(self.value.get_untracked()));
            self.value.set(T::default());
            erase(self.key);
        }
    }

    /// How it is kept, and how to be rid of it: one press, and another brings it back.
    pub(super) fn foot(self, words: KeptWords) -> AnyView {
        let gone = move || self.erased.with(Option::is_some);
        view! {
            <p class="hint">{move || where_kept(self.is_kept.get(), [words.kept, words.kept_by_lms, words.not_kept])}</p>
            <div class="actions">
                <button class="button" type="button" on:click=move |_| self.erase_or_undo()>
                    {move || if gone() { words.undo } else { words.erase }}
                </button>
                <span role="status">{move || if gone() { words.erased } else { "" }}</span>
            </div>
        }
        .into_any()
    }
}

/// Of the words for what is kept in the browser, by a learning management system, and not at all: those that hold.
pub(super) fn where_kept(is_kept: bool, [in_browser, by_lms, nowhere]: [&'static str; 3]) -> &'static str {
    match is_kept {
        false => nowhere,
        // The package for such a system brings its storage, and says so (www/scorm.js).
        true if document().query_selector("meta[name=barrierscope-lms]").is_ok_and(|found| found.is_some()) => by_lms,
        true => in_browser,
    }
}

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
