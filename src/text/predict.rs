//! The words of Predict.

use crate::graph::Plan;
use crate::view::predict::{Ask, Belief};

/// Words of Predict.
#[derive(Clone, Copy)]
pub struct PredictWords {
    /// Over a question.
    pub before: &'static str,
    /// Over what came of it.
    pub after: &'static str,
    /// The button that plays on without an answer.
    pub skip: &'static str,
    /// The button that plays on.
    pub go_on: &'static str,
    /// What is asked.
    pub question: fn(&Ask, &Plan) -> String,
    /// An answer.
    pub answer: fn(&Ask, i64) -> String,
    /// It was right.
    pub right: fn(&Ask, i64) -> String,
    /// It was wrong: what was said, what it is, and what is not so.
    pub wrong: fn(&Ask, said: i64, Belief, right: i64) -> String,
    /// So many were right, of so many.
    pub score: fn(right: usize, of: usize) -> String,
}
