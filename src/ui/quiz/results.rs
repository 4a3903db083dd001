//! How the quizzes came out: kept in the browser where that is allowed, else for as long as the page is open.

use leptos::prelude::*;

use super::WORDS;
use crate::learn::quiz::{Results, Sat};
use crate::ui::kept;

/// The key in the storage.
const KEY: &str = "barrierscope.quiz";

/// The results, and whether they are kept.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    results: RwSignal<Results>,
    /// They are there when the page is opened again.
    is_kept: RwSignal<bool>,
    /// What was erased last, to bring it back.
    erased: RwSignal<Option<Results>>,
}

impl Kept {
    /// From the storage.
    pub(super) fn open() -> Kept {
        let (json, allowed) = kept::read(KEY);
        let results = json.map_or_else(Results::default, |json| Results::from_json(&json));
        Kept { results: RwSignal::new(results), is_kept: RwSignal::new(allowed), erased: RwSignal::new(None) }
    }

    /// A quiz was taken.
    pub(super) fn add(self, sat: Sat) {
        self.results.update(|results| results.add(sat));
        self.erased.set(None);
        self.keep();
    }

    fn keep(self) {
        let json = self.results.with_untracked(Results::to_json);
        self.is_kept.set(kept::write(KEY, &json));
    }

    fn erase(self) {
        self.erased.set(Some(self.results.get_untracked()));
        self.results.set(Results::default());
        kept::erase(KEY);
    }

    fn undo(self) {
        if let Some(results) = self.erased.get_untracked() {
            self.results.set(results);
            self.erased.set(None);
            self.keep();
        }
    }
}

/// The results so far, and how to be rid of them.
pub(super) fn results(kept: Kept) -> AnyView {
    let so_far = move || {
        kept.results.with(|results| {
            results.best().map_or_else(String::new, |best| (WORDS.so_far)(results.all().len(), best.right, best.of))
        })
    };
    let button = move || {
        let (name, gone) = if kept.erased.with(Option::is_some) { (WORDS.undo, true) } else { (WORDS.erase, false) };
        let press = move |_| if gone { kept.undo() } else { kept.erase() };
        view! { <button class="button" type="button" on:click=press>{name}</button> }.into_any()
    };
    let said = move || if kept.erased.with(Option::is_some) { WORDS.erased } else { "" };
    view! {
        <div class="progress">
            <p>{so_far}</p>
            <p class="hint">{move || if kept.is_kept.get() { WORDS.kept } else { WORDS.not_kept }}</p>
            <div class="actions">{button}<span role="status">{said}</span></div>
        </div>
    }
    .into_any()
}
