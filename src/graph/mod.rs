//! The expanded plan of a job: nodes into subtasks, edges into channels. Immutable for a run.

mod awaited;
mod key_group;
mod plan;

pub use awaited::{Awaited, Moment, Waiting};
pub use key_group::{MAX_PARALLELISM, key_group, subtask_of};
pub use plan::*;
