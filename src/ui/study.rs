//! What one has done in the course, the quiz and the cards: kept in the same way, and erased together, from each of them.

use leptos::prelude::*;

use super::kept::{self, Keeping, Kept};
use crate::learn::Progress;
use crate::learn::cards::Reviews;
use crate::learn::quiz::{Begun, Results};
use crate::text::learn::ENGLISH;

/// The keys in the storage.
const COURSE: &str = "barrierscope.learn";
const RESULTS: &str = "barrierscope.quiz";
const BEGUN: &str = "barrierscope.quiz.begun";
pub(super) const CARDS: &str = "barrierscope.cards";

/// What one has done.
#[derive(Clone, Copy)]
pub(super) struct Study {
    /// In the course.
    pub(super) course: Kept<Progress>,
    /// How quizzes came out.
    pub(super) results: Kept<Results>,
    /// Quizzes as far as they were taken.
    pub(super) begun: Kept<Begun>,
    /// What is known of the cards.
    pub(super) cards: Kept<Reviews>,
    keeping: Keeping,
}

impl Study {
    /// From the storage.
    pub(super) fn open() -> Study {
        let keeping = Keeping::open();
        // What cannot be read of the cards is told where they are shown.
        let cards = |json: &str| Reviews::from_json(json).unwrap_or_default();
        Study {
            course: Kept::open(COURSE, keeping, Progress::from_json, Progress::to_json),
            results: Kept::open(RESULTS, keeping, Results::from_json, Results::to_json),
            begun: Kept::open(BEGUN, keeping, Begun::from_json, Begun::to_json),
            cards: Kept::open(CARDS, keeping, cards, Reviews::to_json),
            keeping,
        }
    }

    /// That of the page.
    pub(super) fn get() -> Study {
        expect_context()
    }

    /// Erases all of it; once more: brings all of it back.
    fn erase_or_undo(self) {
        let is_erased = self.keeping.is_erased;
        if is_erased.get_untracked() {
            self.course.undo();
            self.results.undo();
            self.begun.undo();
            self.cards.undo();
        } else {
            self.course.erase();
            self.results.erase();
            self.begun.erase();
            self.cards.erase();
        }
        is_erased.update(|erased| *erased = !*erased);
    }

    /// It was erased just now: what is brought back is all of it.
    pub(super) fn is_erased(self) -> bool {
        self.keeping.is_erased.get()
    }

    /// How it is kept, and how to be rid of it: one press, and another brings it back.
    pub(super) fn foot(self) -> AnyView {
        let words = ENGLISH.page.progress;
        let Keeping { is_kept, is_erased } = self.keeping;
        view! {
            <div class="progress">
                <p class="hint">{move || kept::where_kept(is_kept.get(), [words.kept, words.kept_by_lms, words.not_kept])}</p>
                <div class="actions">
                    <button class="button" type="button" on:click=move |_| self.erase_or_undo()>
                        {move || if is_erased.get() { words.undo } else { words.erase }}
                    </button>
                    <span role="status">{move || if is_erased.get() { words.erased } else { "" }}</span>
                </div>
            </div>
        }
        .into_any()
    }
}

/// The quiz that was taken last, before this page was opened.
pub(super) fn last_begun() -> Option<(u64, bool)> {
    Begun::from_json(&kept::read(BEGUN)?).last()
}
