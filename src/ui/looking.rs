//! What is looked at besides the stage: the inspector's subject, and the lanes. While neither is open, nothing is worked
//! out for them.

use leptos::prelude::*;

use crate::graph::Plan;
use crate::view::inspector::Subject;

/// While the run plays, what is looked at is brought up to date this often: nobody reads faster.
const EVERY_MS: f64 = 250.0;
/// The same while things rush by.
const IN_RUSH_EVERY_MS: f64 = 500.0;

/// The signals of the inspector and the lanes.
#[derive(Clone, Copy)]
pub struct Looking {
    /// What the inspector shows; none: it is closed.
    pub subject: RwSignal<Option<Subject>>,
    /// While two runs are compared: the inspector shows the one beside. Both have this signal, as they have one subject.
    pub there: RwSignal<bool>,
    /// This is the one beside.
    pub is_beside: bool,
    /// Whether the lanes are open.
    pub lanes: RwSignal<bool>,
    /// Counts up when what is looked at is to be read anew.
    pub turn: RwSignal<u32>,
    /// Page time since then, and whether the run has gone on meanwhile.
    age: StoredValue<f64>,
    behind: StoredValue<bool>,
}

impl Looking {
    /// Nothing is looked at.
    pub fn new() -> Looking {
        Looking {
            subject: RwSignal::new(None),
            there: RwSignal::new(false),
            is_beside: false,
            lanes: RwSignal::new(false),
            turn: RwSignal::new(0),
            age: StoredValue::new(0.0),
            behind: StoredValue::new(false),
        }
    }

    /// The same for the run beside: one thing is looked at, in one of the two.
    pub fn beside(self) -> Looking {
        Looking { subject: self.subject, there: self.there, is_beside: true, ..Looking::new() }
    }

    fn is_open(self) -> bool {
        self.subject.with_untracked(Option::is_some) || self.lanes.get_untracked()
    }

    /// Lets page time pass.
    pub fn pass(self, elapsed: f64) {
        self.age.update_value(|age| *age += elapsed);
    }

    /// The run may have gone on: what is open is read anew when it is time and the frame has nothing else to do (`free`), or
    /// the run rests. True: it was.
    pub fn publish(self, stepped: bool, moving: bool, rushing: bool, free: bool) -> bool {
        let behind = stepped || self.behind.get_value();
        let every = if rushing { IN_RUSH_EVERY_MS } else { EVERY_MS };
        let due = behind && (!moving || free && self.age.get_value() >= every);
        self.behind.set_value(behind && !due);
        if due {
            self.age.set_value(0.0);
            if self.is_open() {
                self.turn.update(|n| *n = n.wrapping_add(1));
            }
        }
        due && self.is_open()
    }

    /// Another run is on the stage: what it does not have is looked at no longer.
    pub fn new_run(self, plan: &Plan) {
        if self.subject.with_untracked(|s| s.as_ref().is_some_and(|s| !s.is_in(plan))) {
            self.subject.set(Some(Subject::Checkpoints(None)));
        }
    }
}

impl Default for Looking {
    fn default() -> Looking {
        Looking::new()
    }
}
