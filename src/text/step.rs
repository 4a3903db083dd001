//! The words for what a step did.

use crate::graph::Plan;
use crate::sim::{Event, Stamped};

/// Words for steps.
#[derive(Clone, Copy)]
pub struct StepWords {
    /// What a step did, in a sentence, from its number and its events; what else happened in it is counted.
    pub step: fn(&Plan, u64, &[&Stamped]) -> String,
    /// The same without its number, as a part of a sentence.
    pub did: fn(&Plan, u64, &[&Stamped]) -> String,
    /// One event, as a part of a sentence.
    pub event: fn(&Plan, &Event) -> String,
    /// Such a sentence in the words of the analogy.
    pub in_analogy: fn(&str) -> String,
}
