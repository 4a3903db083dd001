//! The machine: a world, what may be chosen, what happened, the clock, and the history of a run.

mod action;
mod barriers;
mod coordination;
mod defect;
mod durable;
mod failure;
mod flow;
mod history;
mod job;
mod restore;
mod schedule;
mod spent;
mod world;

pub use action::*;
pub use defect::Defect;
pub use durable::Durable;
pub use failure::{JobMaster, PlannedRestart, RESTARTS_MAX, RestartRecord, Restoring};
pub use history::{History, Made};
pub use job::{Body, Job, PendingCommit, Task, Upload, Working};
pub use spent::Spent;
pub use world::{Surroundings, World};

pub use crate::event::*;
