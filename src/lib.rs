//! Barrierscope: a deterministic model of a stateful stream-processing job.

pub mod ids;
pub mod scenario;
pub mod sim;
pub mod stream;
pub mod time;
