//! The cards at hand: what is known of each, which one is asked, and what is done about it. Kept in the browser where
//! that is allowed, else for as long as the page is open.

use leptos::prelude::*;

use super::WORDS;
use crate::learn::cards::{CardSpec, Rating, Reviews};
use crate::ui::desk::Desk;
use crate::ui::kept::{self, Kept};
use crate::ui::study::{self, Study};

/// What of the cards is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// All of them, counted.
    List,
    /// One after the other; of a chapter, or of all.
    Review(Option<&'static str>),
}

/// The cards at hand.
#[derive(Clone, Copy)]
pub(super) struct Deck {
    pub(super) desk: Desk,
    /// What is known of each card.
    pub(super) reviews: RwSignal<Reviews>,
    kept: Kept<Reviews>,
    /// All that is kept with it.
    pub(super) study: Study,
    /// What was known before an import, to bring it back.
    pub(super) before: RwSignal<Option<Reviews>>,
    /// What was said of that last.
    pub(super) said: RwSignal<String>,
    /// What went wrong with that last.
    pub(super) wrong: RwSignal<Vec<String>>,
    /// What is shown.
    pub(super) place: RwSignal<Place>,
    /// The card that is asked; none: none is left for now.
    pub(super) card: RwSignal<Option<&'static CardSpec>>,
    /// Its back is shown.
    pub(super) turned: RwSignal<bool>,
    /// Cards asked so far: the same one may come twice in a row.
    pub(super) asked: RwSignal<u32>,
    /// What time it is: milliseconds since 1970.
    pub(super) now: RwSignal<u64>,
}

/// What time it is: milliseconds since 1970.
fn clock() -> u64 {
    js_sys::Date::now().max(0.0) as u64
}

impl Deck {
    /// From the storage.
    pub(super) fn open(desk: Desk) -> Deck {
        let study = Study::get();
        let wrong = kept::read(study::CARDS).and_then(|json| Reviews::from_json(&json).err());
        let wrong = wrong.map(|error| (WORDS.lost)(&error));
        Deck {
            desk,
            reviews: study.cards.value,
            kept: study.cards,
            study,
            before: RwSignal::new(None),
            said: RwSignal::new(String::new()),
            wrong: RwSignal::new(wrong.into_iter().collect()),
            place: RwSignal::new(Place::List),
            card: RwSignal::new(None),
            turned: RwSignal::new(false),
            asked: RwSignal::new(0),
            now: RwSignal::new(clock()),
        }
    }

    /// Cards that are due or new, of a chapter or of all.
    pub(super) fn left(self, of: Option<&str>) -> usize {
        let counts = self.reviews.with(|reviews| reviews.counts(of, self.now.get()));
        counts.due + counts.new
    }

    /// Looks at the clock: more may be due.
    pub(super) fn look_at_clock(self) {
        self.now.set(clock());
    }

    /// Begins to ask.
    pub(super) fn begin(self, of: Option<&'static str>) {
        self.said.set(String::new());
        self.wrong.set(Vec::new());
        self.before.set(None);
        self.place.set(Place::Review(of));
        self.ask(of);
    }

    /// Back to the list.
    pub(super) fn end(self) {
        self.look_at_clock();
        self.card.set(None);
        self.place.set(Place::List);
    }

    fn ask(self, of: Option<&str>) {
        self.look_at_clock();
        let now = self.now.get_untracked();
        self.turned.set(false);
        self.card.set(self.reviews.with_untracked(|reviews| reviews.next(of, now)));
        self.asked.update(|n| *n += 1);
    }

    /// Shows the back; false: there is none to show.
    pub(super) fn turn(self) -> bool {
        let can = matches!(self.place.get_untracked(), Place::Review(_))
            && self.card.get_untracked().is_some()
            && !self.turned.get_untracked();
        if can {
            self.look_at_clock();
            self.turned.set(true);
        }
        can
    }

    /// Rates the card whose back is shown, and asks the next; false: there is none.
    pub(super) fn rate(self, rating: usize) -> bool {
        let (Place::Review(of), Some(card), true) =
            (self.place.get_untracked(), self.card.get_untracked(), self.turned.get_untracked())
        else {
            return false;
        };
        let Some(rating) = Rating::ALL.get(rating) else { return false };
        self.kept.note(|reviews| _ = reviews.rate(card.id, *rating, clock()));
        self.ask(of);
        true
    }

    /// Puts other reviews in the place of these, which can be brought back.
    pub(super) fn put(self, reviews: Reviews, said: String) {
        self.before.set(Some(self.reviews.get_untracked()));
        self.kept.note(|known| *known = reviews);
        self.tell(said);
    }

    /// Brings back what was there before the last import.
    pub(super) fn undo(self) {
        if let Some(before) = self.before.get_untracked() {
            self.kept.note(|known| *known = before);
            self.before.set(None);
            self.tell(WORDS.undone.to_owned());
        }
    }

    fn tell(self, said: String) {
        self.look_at_clock();
        self.wrong.set(Vec::new());
        self.said.set(said);
    }

    /// A file was not taken over.
    pub(super) fn refuse(self, why: String) {
        self.said.set(String::new());
        self.wrong.set(vec![WORDS.not_imported.to_owned(), why]);
    }
}
