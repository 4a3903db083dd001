//! The judge: what should have come out, what did, and why they differ. Reads, never changes.

mod causes;
mod cut;
mod judge;
mod judgement;
mod observer;
mod report;
mod truth;
pub mod why;

pub use causes::Cause;
pub use cut::{CutCheck, CutViolation};
pub use judge::{Judge, STEPS_MAX, run, trial, watch};
pub use observer::{Observer, SinkWrite};
pub use report::{
    CauseReport, CheckpointCounts, CheckpointReport, DelayReport, Finding, Guarantee, Guarantees, OperatorReport,
    RecoveryReport, Report, RestartReport, SinkReport, TaskReport, Wrong,
};
pub use truth::Truth;
