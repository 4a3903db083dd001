//! What is wrong with a lesson.

/// A mistake in a lesson or in its words: where, and what.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct Fault {
    /// The part of the lesson, or the key of the words.
    pub place: String,
    /// What was found, and what was expected.
    pub message: String,
}

impl Fault {
    pub(super) fn new(place: &str, message: impl Into<String>) -> Fault {
        Fault { place: place.to_owned(), message: message.into() }
    }
}
