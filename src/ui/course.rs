//! The course at the desk: where one is in it, and what stood on the stage before it. All that is done about it is in
//! `ui/learn`, of the second module.

use leptos::prelude::*;

use super::desk::Versus;
use crate::view::branches::Branches;
use crate::view::strip::Strip;

/// The place of model and sources.
pub const MODEL: &str = "model";

/// What a place begins with that the address asked for and that is none: the rest is what it said.
pub const NOWHERE: char = '?';

/// Whether the stage stands beside what is open there: lists to read have the whole page.
pub fn has_stage(place: Option<&str>) -> bool {
    place.is_some_and(|place| place != MODEL && !place.starts_with(NOWHERE))
}

/// The signals of the course.
#[derive(Clone, Copy)]
pub struct Course {
    /// What is open: the name of a chapter, or of the analogy; none: the list.
    pub place: RwSignal<Option<String>>,
    /// The run stands still after this step; none: it plays on.
    pub until: StoredValue<Option<u64>>,
    /// Hears what is pointed at on the stage; none: a press there means what it always does.
    pub point: StoredValue<Option<Callback<String>>>,
    /// What one left in Play; none: one is there.
    pub left: StoredValue<Option<Left>>,
    /// The lesson's run that one left in the course; none: one is there, or has seen none.
    pub lesson: StoredValue<Option<LeftRun>>,
}

/// What one left in Play.
#[derive(Clone, Debug)]
pub struct Left {
    /// It was playing.
    pub playing: bool,
    /// Its speed.
    pub speed: f64,
    /// What it was compared with.
    pub versus: Option<Versus>,
    /// The run and all its branches, if a lesson's run stands on the stage instead.
    pub run: Option<LeftRun>,
}

/// A run that made room.
#[derive(Clone, Debug)]
pub struct LeftRun {
    /// All branches.
    pub branches: Branches,
    /// The pins.
    pub strip: Strip,
    /// The preset that it is, if it is one.
    pub preset: Option<String>,
}

impl Default for Course {
    fn default() -> Course {
        Course {
            place: RwSignal::new(None),
            until: StoredValue::new(None),
            point: StoredValue::new(None),
            left: StoredValue::new(None),
            lesson: StoredValue::new(None),
        }
    }
}
