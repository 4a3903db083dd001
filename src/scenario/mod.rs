//! The public scenario format: what a scenario says, how it is read, and the presets.

mod schema;

pub use schema::*;
