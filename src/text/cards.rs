//! The words of the page that holds the cards. Not a field of [`Text`](super::Text): they come with the second module.

use crate::learn::cards::{Counts, ImportError};

/// The words around the cards.
#[derive(Clone, Copy)]
pub struct CardsWords {
    /// What they are.
    pub intro: &'static str,
    /// How many there are of each kind, in all.
    pub counts: fn(Counts) -> String,
    /// The same for a chapter, short.
    pub counts_short: fn(Counts) -> String,
    /// Begins with what is due or new: so many.
    pub begin: fn(usize) -> String,
    /// Nothing is due; and in how long something is, in milliseconds.
    pub rest: fn(Option<u64>) -> String,
    /// The list of chapters.
    pub chapters: &'static str,
    /// The number of a chapter.
    pub chapter: fn(usize) -> String,
    /// Begins with one chapter.
    pub begin_chapter: &'static str,
    /// The same, for a screen reader: the chapter.
    pub begin_what: fn(&str) -> String,
    /// Unfolds a chapter in three texts.
    pub in_short: &'static str,
    /// Head of the whole subject in three texts.
    pub subject: &'static str,
    /// Head of the hook.
    pub hook: &'static str,
    /// Head of the example.
    pub example: &'static str,
    /// The number of a chapter and its title, over a card.
    pub place: fn(usize, &str) -> String,
    /// So many cards are left for now.
    pub left: fn(usize) -> String,
    /// Turns the card.
    pub show: &'static str,
    /// How, with keys.
    pub show_keys: &'static str,
    /// Head of the back.
    pub answer: &'static str,
    /// The ratings, in order.
    pub ratings: [&'static str; 4],
    /// The ratings together.
    pub rate: &'static str,
    /// How to rate with keys.
    pub rate_keys: &'static str,
    /// How long until the card comes again, in milliseconds; short.
    pub interval: fn(u64) -> String,
    /// Opens the run on Play.
    pub watch: &'static str,
    /// Back to the list.
    pub list: &'static str,
    /// Nothing is left for now.
    pub done: &'static str,
    /// Head of what goes out and comes in.
    pub files: &'static str,
    /// What is in them.
    pub files_hint: &'static str,
    /// What is known of the cards, as a file.
    pub export: &'static str,
    /// The other way.
    pub import: &'static str,
    /// The deck, for Anki.
    pub anki: &'static str,
    /// So many cards came in.
    pub imported: fn(usize) -> String,
    /// A file could not be taken over: nothing changed.
    pub not_imported: &'static str,
    /// What is wrong with it.
    pub import_error: fn(&ImportError) -> String,
    /// It is larger than such a file can be, in bytes; the most that is read.
    pub too_large: fn(u64, u64) -> String,
    /// It could not be read at all.
    pub unreadable: &'static str,
    /// Brings back what an import replaced.
    pub undo: &'static str,
    /// It is back.
    pub undone: &'static str,
    /// What the browser had kept could not be read, and why.
    pub lost: fn(&ImportError) -> String,
    /// A card cannot be shown, and why.
    pub broken: fn(&str) -> String,
}

pub use super::en::cards_page::ENGLISH;
