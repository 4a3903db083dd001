//! The machine: a world, what may be chosen, what happened, the clock, and the history of a run.

mod action;
mod event;

pub use action::*;
pub use event::*;
