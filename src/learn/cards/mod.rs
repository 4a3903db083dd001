//! Cards: question and answer, to come back to at the right time.
//!
//! [`CARDS`] is the deck; the words stand with the other words of the course. A card has no numbers of its own: those in its
//! words are claims of its chapter, and opening it runs only the runs behind these. [`Reviews`] knows when each is due, by
//! FSRS; it has no clock, the caller says what time it is. Reviews can be kept as JSON, and the deck goes out as a text
//! file for Anki.

mod anki;
mod card;
mod deck;
mod import;
mod reviews;

pub use anki::anki;
pub use card::{Card, CardPlay, Cards, Subject};
pub use deck::{CARDS, CardSpec, card_spec};
pub use import::{Expected, ImportError, VERSION};
pub use reviews::{Counts, Memory, Rating, Reviews, Stage};
