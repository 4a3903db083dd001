//! What is kept in the browser's storage, where the browser allows it, else for as long as the page is open.

use leptos::prelude::*;

/// What all that is kept together has in common.
#[derive(Clone, Copy)]
pub(super) struct Keeping {
    /// It is there when the page is opened again.
    pub(super) is_kept: RwSignal<bool>,
    /// It was erased just now, and can be brought back.
    pub(super) is_erased: RwSignal<bool>,
}

impl Keeping {
    pub(super) fn open() -> Keeping {
        Keeping { is_kept: RwSignal::new(storage().is_some()), is_erased: RwSignal::new(false) }
    }
}

/// A value that is kept under a key, as JSON.
pub(super) struct Kept<T: 'static> {
    key: &'static str,
    to_json: fn(&T) -> String,
    /// The value.
    pub(super) value: RwSignal<T>,
    keeping: Keeping,
    /// What was erased last, to bring it back.
    before: StoredValue<Option<T>>,
}

impl<T> Clone for Kept<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Kept<T> {}

impl<T: Clone + Default + Send + Sync + 'static> Kept<T> {
    /// From the storage.
    pub(super) fn open(
        key: &'static str,
        keeping: Keeping,
        from_json: fn(&str) -> T,
        to_json: fn(&T) -> String,
    ) -> Kept<T> {
        let value = read(key).map_or_else(T::default, |json| from_json(&json));
        Kept { key, to_json, value: RwSignal::new(value), keeping, before: StoredValue::new(None) }
    }

    /// Changes it. What was erased before cannot be brought back over it.
    pub(super) fn note(self, what: impl FnOnce(&mut T)) {
        self.value.update(what);
        self.keep();
        if self.keeping.is_erased.get_untracked() {
            self.keeping.is_erased.set(false);
        }
    }

    fn keep(self) {
        let went = write(self.key, &self.value.with_untracked(self.to_json));
        let is_kept = self.keeping.is_kept;
        if is_kept.get_untracked() != went {
            is_kept.set(went);
        }
    }

    /// Erases it; [`Kept::undo`] brings it back.
    pub(super) fn erase(self) {
        self.before.set_value(Some(self.value.get_untracked()));
        self.value.set(T::default());
        erase(self.key);
    }

    /// Brings back what was erased.
    pub(super) fn undo(self) {
        if let Some(before) = self.before.try_update_value(Option::take).flatten() {
            self.value.set(before);
            self.keep();
        }
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

/// What is kept under a key; none: nothing is, or nothing can be.
pub(super) fn read(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Keeps a text; false: it cannot be kept.
pub(super) fn write(key: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(key, text).is_ok())
}

/// Keeps nothing under a key any more.
fn erase(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}

/// None: the browser does not allow it.
fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}
