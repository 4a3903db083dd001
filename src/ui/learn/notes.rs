//! What was done, in the browser's storage where that is allowed, else for as long as the page is open.

use leptos::prelude::*;

use crate::learn::Progress;

/// The key in the storage.
const KEY: &str = "barrierscope.learn";

/// What was done, and whether it is kept.
#[derive(Clone, Copy)]
pub(super) struct Notes {
    /// What was done.
    pub(super) progress: RwSignal<Progress>,
    /// It is kept when the page is closed.
    pub(super) kept: RwSignal<bool>,
}

impl Notes {
    /// From the storage.
    pub(super) fn open() -> Notes {
        let storage = storage();
        let json = storage.as_ref().and_then(|storage| storage.get_item(KEY).ok().flatten());
        let progress = json.map_or_else(Progress::default, |json| Progress::from_json(&json));
        Notes { progress: RwSignal::new(progress), kept: RwSignal::new(storage.is_some()) }
    }

    /// Notes something.
    pub(super) fn note(self, what: impl FnOnce(&mut Progress)) {
        self.progress.update(what);
        let json = self.progress.with_untracked(Progress::to_json);
        let went = storage().is_some_and(|storage| storage.set_item(KEY, &json).is_ok());
        if self.kept.get_untracked() != went {
            self.kept.set(went);
        }
    }

    /// Forgets everything.
    pub(super) fn erase(self) {
        self.progress.set(Progress::default());
        if let Some(storage) = storage() {
            let _ = storage.remove_item(KEY);
        }
    }
}

/// None: the browser does not allow it.
fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}
