//! Barrierscope: a deterministic model of a stateful stream-processing job.

pub mod channel;
pub mod check;
pub mod checkpoint;
pub mod event;
pub mod graph;
pub mod hash;
pub mod ids;
pub mod operator;
pub mod scenario;
pub mod sim;
pub mod sink;
pub mod source;
pub mod state;
pub mod stream;
pub mod text;
pub mod time;
#[cfg(feature = "ui")]
pub mod ui;
pub mod view;
