//! The public scenario format: what a scenario says, how it is read, and the presets.
//!
//! A scenario is data: a job, its input, its faults. [`read`] makes a [`Scenario`] from JSON
//! with every default filled in, or says everything that is wrong with it; [`write()`] makes
//! the shortest JSON that reads back as the same scenario. Nothing here runs anything, and
//! nothing here panics, whatever the text.

pub mod defaults;
mod error;
mod errors;
mod fields;
mod json;
pub mod limits;
mod log;
mod opening;
mod pointer;
mod presets;
mod read;
mod schema;
mod suggest;
mod valid;
mod values;
mod words;
mod write;

pub use error::{ErrorCode, ScenarioError};
pub use opening::opening;
pub use presets::{Group, Outcome, Preset, preset, preset_titled, presets};
pub use read::read;
pub use schema::*;
pub(crate) use suggest::nearest;
pub use write::{write, write_pretty};
