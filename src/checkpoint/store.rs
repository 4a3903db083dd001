//! The checkpoint store: what a restart restores. Durable.

use std::sync::Arc;

use super::{PendingCheckpoint, Snapshot, TaskPhases};
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
    /// By task: when its snapshot was taken.
    pub snapshot_at: Vec<Option<SimTime>>,
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
    /// It was triggered because the input had ended.
    pub is_final: bool,
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
    /// Bytes of state that were uploaded.
    pub uploaded_bytes: u64,
    /// Records of channel state.
    pub in_flight_records: u64,
    /// Bytes of channel state.
    pub in_flight_bytes: u64,
    /// The largest over the tasks: last minus first barrier, in every mode.
    pub alignment_ms: u64,
    /// The largest over the tasks: how long the synchronous part stopped it.
    pub sync_ms: u64,
    /// By edge: how long its channels stood blocked, summed; as `phases`, only of the most recent checkpoints.
    pub blocked_by_edge: Vec<u64>,
    /// Summed over all channels: how long they stood blocked.
    pub blocked_ms: u64,
    /// By task; only of the most recent checkpoints, else a long run would fill the memory with them.
    pub phases: Vec<TaskPhases>,
}

/// Checkpoints of which the phases of every task are kept.
pub const PHASES_KEPT: usize = 64;

impl CheckpointRecord {
    /// Its end: how it ended, when, and what its tasks had handed in by then.
    fn end(&mut self, status: CheckpointStatus, at: SimTime, pending: PendingCheckpoint) {
        let phases = pending.phases;
        let sum = |of: fn(&TaskPhases) -> u64| phases.iter().map(of).sum();
        let most = |of: fn(&TaskPhases) -> u64| phases.iter().map(of).max().unwrap_or(0);
        self.status = status;
        self.ended_at = Some(at);
        self.state_bytes = sum(|p| p.state_bytes);
        self.uploaded_bytes = sum(|p| p.uploaded_bytes);
        self.in_flight_records = sum(|p| p.in_flight_records);
        self.in_flight_bytes = sum(|p| p.in_flight_bytes);
        self.alignment_ms = most(TaskPhases::alignment_ms);
        self.sync_ms = most(TaskPhases::sync_ms);
        self.blocked_ms = pending.blocked_ms.iter().sum();
        self.blocked_by_edge = pending.blocked_ms;
        self.phases = phases;
    }
}

/// Completed checkpoints and the counter of ids. It outlives every failure of the job.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CheckpointStore {
    /// Ids used so far; never reused (semantics CC-8).
    pub last_id: CheckpointId,
    /// Retained, oldest first.
    pub completed: Vec<Arc<CompletedCheckpoint>>,
    /// Every checkpoint so far, oldest first, or the most recent ones; for those who look, not for the job.
    pub history: Vec<CheckpointRecord>,
    /// How many have been completed, whether their lines are kept or not.
    pub completions: u64,
    /// How many will not complete.
    pub failures: u64,
    /// Whether every line of the history is kept.
    keeps_all: bool,
}

impl CheckpointStore {
    /// No checkpoint yet. Without all lines, memory does not grow with the run.
    pub fn new(keeps_all: bool) -> CheckpointStore {
        CheckpointStore { keeps_all, ..CheckpointStore::default() }
    }

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

    /// A checkpoint has been triggered: a line of the history begins. Old lines lose their details.
    pub(crate) fn begin(&mut self, record: CheckpointRecord) {
        self.history.push(record);
        if let Some(old) = self.history.len().checked_sub(PHASES_KEPT + 1) {
            self.history[old].phases = Vec::new();
            self.history[old].blocked_by_edge = Vec::new();
        }
        let goes_on = |r: &CheckpointRecord| r.status == CheckpointStatus::InProgress;
        while !self.keeps_all && self.history.len() > PHASES_KEPT && !goes_on(&self.history[0]) {
            self.history.remove(0);
        }
    }

    /// A checkpoint in progress has ended.
    pub(crate) fn end(&mut self, status: CheckpointStatus, at: SimTime, pending: PendingCheckpoint) {
        match status {
            CheckpointStatus::Completed => self.completions += 1,
            CheckpointStatus::Failed(_) => self.failures += 1,
            CheckpointStatus::InProgress => {}
        }
        if let Some(record) = self.record_mut(pending.id) {
            record.end(status, at, pending);
        }
    }

    /// The line of the history for a checkpoint.
    pub fn record_mut(&mut self, id: CheckpointId) -> Option<&mut CheckpointRecord> {
        let at = self.line_of(id)?;
        self.history.get_mut(at)
    }

    /// The line of the history for a checkpoint.
    pub fn record(&self, id: CheckpointId) -> Option<&CheckpointRecord> {
        self.history.get(self.line_of(id)?)
    }

    /// Lines stand in the order of ids.
    fn line_of(&self, id: CheckpointId) -> Option<usize> {
        self.history.binary_search_by_key(&id, |r| r.id).ok()
    }
}
