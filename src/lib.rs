//! Barrierscope: a deterministic model of a stateful stream-processing job.

pub mod ids;
pub mod scenario;
pub mod time;
