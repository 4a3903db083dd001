//! The words of "Why?".

use crate::check::Cause;
use crate::check::why::{Moment, Remedy, WrongValue};
use crate::graph::Plan;
use crate::view::why::{Group, Offer};

/// The words of "Why?".
#[derive(Clone, Copy)]
pub struct WhyWords {
    /// The button beside one wrong row, by its id.
    pub why_this: fn(&str) -> String,
    /// Heading of what there is to ask about.
    pub wrong: &'static str,
    /// Which of the ids of a group.
    pub which: &'static str,
    /// Heading of the chain.
    pub chain: &'static str,
    /// Heading of the changes.
    pub prevent: &'static str,
    /// While changes are tried out.
    pub trying: &'static str,
    /// What is wrong is judged as of this step.
    pub as_of: fn(step: u64) -> String,
    /// A group in a line: why, and what of whom.
    pub group: fn(&Plan, &Group) -> (String, String),
    /// A wrong value in a line: why, and which.
    pub value: fn(&Plan, &WrongValue) -> (String, String),
    /// A moment's place: its step and time.
    pub place: fn(&Moment) -> String,
    /// A moment in a sentence.
    pub moment: fn(&Plan, &Moment) -> String,
    /// Changes, in a phrase.
    pub remedy: fn(&Plan, &[Remedy]) -> String,
    /// Changes as a button of the closing card.
    pub mend: fn(&Plan, &[Remedy]) -> String,
    /// How the run ends with the changes.
    pub then: fn(&Offer) -> String,
    /// No change takes the cause away.
    pub none: fn(Cause) -> &'static str,
}
