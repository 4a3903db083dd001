//! The words of what one can do on the Play page: set up, take hold, go back, compare.

use crate::graph::Plan;
use crate::sim::Hand;
use crate::view::branches::Branch;
use crate::view::compare::{Amount, Fact};
use crate::view::hands::Grip;
use crate::view::setup::{Setting, Value};
use crate::view::turning::MarkKind;

/// Words of the Play page.
#[derive(Clone, Copy)]
pub struct PlayWords {
    /// The button that opens everything that can be done.
    pub break_it: &'static str,
    /// The list of kinds of moments.
    pub moments: &'static str,
    /// Moments of every kind.
    pub any_moment: &'static str,
    /// To the next moment of the kind that is chosen.
    pub next_moment: &'static str,
    /// To the one before.
    pub last_moment: &'static str,
    /// The button that compares.
    pub compare: &'static str,
    /// A mark on what differs.
    pub differs: &'static str,
    /// More settings, where there is little room.
    pub more_settings: &'static str,

    /// A place of the stage.
    pub grip: fn(&Grip, &Plan) -> String,
    /// What opens when one takes hold of it.
    pub grip_menu: fn(&str) -> String,
    /// A setting's name.
    pub setting: fn(&Setting) -> String,
    /// What a setting stands at.
    pub value: fn(&Value) -> String,
    /// A kind of moments.
    pub kind: fn(MarkKind) -> &'static str,
}

/// Words of what is done by hand, and what comes of it.
#[derive(Clone, Copy)]
pub struct HandWords {
    /// Nothing can be done there now.
    pub nothing_to_do: &'static str,
    /// Something to do there, as a button.
    pub hand: fn(&Hand, &Plan) -> String,
    /// The list of branches.
    pub branch: &'static str,
    /// A branch in the list.
    pub branch_name: fn(&Branch, &Plan) -> String,
}

/// Words of comparing.
#[derive(Clone, Copy)]
pub struct CompareWords {
    /// The button that stops comparing.
    pub stop_comparing: &'static str,
    /// The head of what is compared with.
    pub against: &'static str,
    /// The list of what else it can be compared with.
    pub other_setting: &'static str,
    /// The verdict of what is compared with.
    pub verdict_there: &'static str,
    /// The stage of what is compared with.
    pub stage_there: &'static str,
    /// Head of the column of facts.
    pub fact_head: &'static str,
    /// Head of the column of this run.
    pub here: &'static str,
    /// Head of the column of the other run.
    pub there: &'static str,
    /// Name of the choice between the two in the inspector.
    pub looked_at: &'static str,
    /// A fact.
    pub fact: fn(&Fact) -> String,
    /// How much of it.
    pub amount: fn(&Amount) -> String,
    /// The same to the last digit: for two that are not the same and would read so.
    pub exact: fn(&Amount) -> String,
    /// How many facts differ.
    pub differences: fn(usize) -> String,
}
