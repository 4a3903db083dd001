//! What a scenario must be as a whole: a job that can run, within limits, without overflow.

pub(super) mod flow;
pub(super) mod graph;
pub(super) mod ids;
pub(super) mod log;
pub(super) mod size;
