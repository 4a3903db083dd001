//! Words of the gallery of presets.

use crate::scenario::{Group, Outcome, Preset};

/// The presets, in a list.
#[derive(Clone, Copy)]
pub struct PresetNames {
    /// A preset's name, by its stable name.
    pub name: fn(&str) -> String,
    /// What a group is about.
    pub group: fn(Group) -> &'static str,
}

/// The gallery that the presets hang in.
#[derive(Clone, Copy)]
pub struct PresetWords {
    /// The field that narrows it.
    pub filter: &'static str,
    /// How many are left, of how many.
    pub shown: fn(usize, usize) -> String,
    /// What a preset shows, in a line.
    pub promise: fn(&Preset) -> String,
    /// How a run comes out, in a word.
    pub outcome: fn(Outcome) -> &'static str,
}
