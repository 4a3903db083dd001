//! The checkpoint store: what a restart restores. Durable.

use std::sync::Arc;

use super::{Snapshot, TaskPhases};
use crate::event::CheckpointFailure;
use crate::ids::CheckpointId;
use crate::time::SimTime;

/// A complete checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CompletedCheckpoint {
    /// Its number.
    pub id: CheckpointId,
    /// When it was triggered.
    pub triggered_at: SimTime,
    /// When the last acknowledgement was in.
    pub completed_at: SimTime,
    /// By task.
    pub snapshots: Vec<Arc<Snapshot>>,
    /// Bytes of state in it.
    pub state_bytes: u64,
    /// Bytes of state and of channel state: what a restore reads.
    pub full_bytes: u64,
}

/// What became of a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckpointStatus {
    /// Not complete yet.
    InProgress,
    /// Complete.
    Completed,
    /// It will not complete.
    Failed(CheckpointFailure),
}

/// One line of the history of checkpoints, as on Flink's checkpoint page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheckpointRecord {
    /// Its number.
    pub id: CheckpointId,
    /// What became of it.
    pub status: CheckpointStatus,
    /// When it was triggered.
    pub triggered_at: SimTime,
    /// When it was complete, or failed.
    pub ended_at: Option<SimTime>,
    /// Per source, per partition: the next offset, where known.
    pub offsets: Vec<Vec<Option<crate::ids::Offset>>>,
    /// Bytes of state.
    pub state_bytes: u64,
    /// Records of channel state.
    pub in_flight_records: u64,
    /// Bytes of channel state.
    pub in_flight_bytes: u64,
    /// By task.
    pub phases: Vec<TaskPhases>,
}

impl CheckpointRecord {
    /// The largest alignment over the tasks: last minus first barrier, in every mode.
    pub fn alignment_ms(&self) -> u64 {
        self.phases.iter().map(TaskPhases::alignment_ms).max().unwrap_or(0)
    }
}

/// Completed checkpoints and the counter of ids. It outlives every failure of the job.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CheckpointStore {
    /// Ids used so far; never reused (semantics CC-8).
    pub last_id: CheckpointId,
    /// Retained, oldest first.
    pub completed: Vec<Arc<CompletedCheckpoint>>,
    /// Every checkpoint so far, oldest first; for those who look, not for the job.
    pub history: Vec<CheckpointRecord>,
}

impl CheckpointStore {
    /// What a restart restores: the latest complete one (semantics CC-22).
    pub fn latest(&self) -> Option<&Arc<CompletedCheckpoint>> {
        self.completed.last()
    }

    /// Adds a complete checkpoint and drops the oldest beyond `retained` (semantics CC-12).
    pub fn add(&mut self, checkpoint: CompletedCheckpoint, retained: u32) {
        self.completed.push(Arc::new(checkpoint));
        let surplus = self.completed.len().saturating_sub(retained.max(1) as usize);
        self.completed.drain(..surplus);
    }

    /// The line of the history for a checkpoint.
    pub fn record_mut(&mut self, id: CheckpointId) -> Option<&mut CheckpointRecord> {
        self.history.iter_mut().rev().find(|r| r.id == id)
    }

    /// The line of the history for a checkpoint.
    pub fn record(&self, id: CheckpointId) -> Option<&CheckpointRecord> {
        self.history.iter().rev().find(|r| r.id == id)
    }
}
