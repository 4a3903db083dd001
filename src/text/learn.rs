//! The words of the lessons, a file for each chapter and language; numbers come from the engine.

use crate::learn::Tongue;
use crate::learn::cards::ImportError;

/// The words of the lessons.
///
/// Not a field of [`Text`](super::Text): they are long, and a page that shows no lesson does not carry them.
#[derive(Clone, Copy)]
pub struct LearnWords {
    /// The words of a chapter, by its name; empty: there is none.
    pub chapter: fn(&str) -> &'static str,
    /// The words of the analogy.
    pub analogy: &'static str,
    /// The words of the quiz.
    pub quiz: &'static str,
    /// The words of the cards.
    pub cards: &'static str,
    /// What is wrong with a file of progress that somebody wants to bring in.
    pub import_error: fn(&ImportError) -> String,
    /// How numbers are written, and what terms mean.
    pub tongue: Tongue,
}

pub use super::en::learn::ENGLISH;
