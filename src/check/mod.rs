//! The judge: what should have come out, what did, and why they differ. Reads, never changes.

mod causes;
mod cut;
mod effects;
mod judge;
mod judgement;
mod limits;
mod observer;
mod pairs;
mod places;
mod report;
mod truth;
pub mod why;

pub use causes::Cause;
pub use cut::{CutCheck, CutViolation};
pub use judge::{Judge, run, run_within, steps_before, trial, watch};
pub use limits::{EFFORT_MAX, LIMITS, LINES_MAX, Limits, STEPS_MAX};
pub use observer::{Observer, SinkWrite};
pub use report::{
    CauseReport, CheckpointCounts, CheckpointReport, DelayReport, Finding, Guarantee, Guarantees, OperatorReport,
    RecoveryReport, Report, RestartReport, SinkReport, TaskReport, Wrong,
};
pub use truth::Truth;
