//! The words of the lanes.

use crate::graph::Plan;
use crate::sim::Stamped;
use crate::view::lanes::{Cut, Down, Verdict, Who};

/// Words of the lanes.
#[derive(Clone, Copy)]
pub struct LanesWords {
    /// The picture, for those who do not see it: what it is and which keys work in it.
    pub picture: &'static str,
    /// What kind of thing the picture is.
    pub kind: &'static str,
    /// A shorter part of the run.
    pub closer: &'static str,
    /// A longer part.
    pub further: &'static str,
    /// How much of the run is looked at; and from when to when.
    pub part: fn(times: u32, from_ms: u64, to_ms: u64) -> String,
    /// The button that shows it in words instead.
    pub in_words: &'static str,
    /// What each sign means.
    pub signs: [(&'static str, &'static str); 6],
    /// That the same time is not the same width everywhere.
    pub stretched: &'static str,
    /// A time along the edge.
    pub tick: fn(ms: u64) -> String,
    /// A lane's name.
    pub lane: fn(&Plan, &Who) -> String,
    /// The cell that is pointed at: its lane, time, steps; and what happened in the first of them.
    pub cell: fn(&Plan, &Who, at_ms: u64, steps: usize, step: u64, &[&Stamped]) -> String,
    /// A cell in which nothing happens.
    pub nothing: fn(&Plan, &Who) -> String,
    /// A checkpoint's cut with what the check says, as a line; it goes to the step that ended it.
    pub cut: fn(&Cut) -> String,
    /// The same as a sign.
    pub cut_sign: fn(&Cut) -> String,
    /// What the check says.
    pub verdict: fn(Verdict) -> String,
    /// A time in which tasks are down, as a line.
    pub down: fn(&Plan, &Down) -> String,
}
