//! The quiz and the cards at the desk: what is asked for, and what stood on the stage before a run of theirs. All that is
//! done about it is in `ui/parts.rs`, of the second module.

use leptos::prelude::*;

use super::course::Left;
use super::tabs::Tab;
use crate::scenario::Scenario;

/// The signals of the quiz and the cards.
#[derive(Clone, Copy)]
pub struct Drill {
    /// The seed of the quiz, as it was written; none: no quiz was opened.
    pub seed: RwSignal<Option<String>>,
    /// What the address said of the cards that leads nowhere; none: nothing.
    pub nowhere: RwSignal<Option<String>>,
    /// The run on the stage of Play was opened from this part, to go back to; Play: from none.
    pub from: RwSignal<Tab>,
    /// What one left in Play; none: one is there, and at no run of this part.
    pub left: StoredValue<Option<Left>>,
    /// The runs that were watched, in order: the browser's ways back and forward may lead to one.
    pub watched: StoredValue<Vec<Watched>>,
    /// Which of them stands on the stage.
    pub watching: StoredValue<Option<usize>>,
}

/// A run that was watched.
#[derive(Clone, Debug)]
pub struct Watched {
    /// What to open.
    pub scenario: Scenario,
    /// The preset that it is, if it is one.
    pub preset: Option<String>,
    /// Where it was opened from.
    pub part: Tab,
    /// Where it was left.
    pub step: u64,
}

impl Default for Drill {
    fn default() -> Drill {
        Drill {
            seed: RwSignal::new(None),
            nowhere: RwSignal::new(None),
            from: RwSignal::new(Tab::Play),
            left: StoredValue::new(None),
            watched: StoredValue::new(Vec::new()),
            watching: StoredValue::new(None),
        }
    }
}
