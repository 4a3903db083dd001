//! The words of the lessons, a file for each chapter and language; numbers come from the engine.

use crate::learn::Tongue;

/// The words of the lessons.
///
/// Not a field of [`Text`](super::Text): they are long, and a page that shows no lesson does not carry them.
#[derive(Clone, Copy)]
pub struct LearnWords {
    /// The words of a chapter, by its name; empty: there is none.
    pub chapter: fn(&str) -> &'static str,
    /// The words of the analogy.
    pub analogy: &'static str,
    /// How numbers are written, and what terms mean.
    pub tongue: Tongue,
}

pub use super::en::learn::ENGLISH;
