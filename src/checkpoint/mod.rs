//! Checkpoints: alignment at a task, snapshots, the coordinator, the store.
//!
//! Facts go in, decisions come out; the world carries them out.

mod alignment;
mod coordinator;
mod snapshot;
mod store;

pub use alignment::{Alignment, Arrival, Counting};
pub use coordinator::{Coordinator, QUEUED_MAX, TickDecision};
pub use snapshot::{PendingCheckpoint, Snapshot, SnapshotState, TaskPhases};
pub use store::{CheckpointRecord, CheckpointStatus, CheckpointStore, CompletedCheckpoint, PHASES_KEPT};
