//! One task's part of a checkpoint, and the checkpoint while it is in progress.

use std::sync::Arc;

use crate::event::CheckpointFailure;
use crate::ids::{ChannelId, CheckpointId, Offset, PartitionId, TransactionId};
use crate::operator::Operator;
use crate::stream::Record;
use crate::time::SimTime;

/// What a task puts into a checkpoint (semantics BH-22).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Snapshot {
    /// Its own state.
    pub state: SnapshotState,
    /// Channel state (unaligned): what was sent before the barrier and not yet taken, by channel, in order.
    pub in_flight: Vec<(ChannelId, Record)>,
}

/// A task's own state in a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SnapshotState {
    /// The positions of a source task: the next offset of each of its partitions.
    Positions(Vec<(PartitionId, Offset)>),
    /// Keyed state.
    Operator(Operator),
    /// Pre-committed transactions of a sink.
    Transactions(Vec<(CheckpointId, TransactionId)>),
    /// Nothing: stateless, or the state lives elsewhere.
    Nothing,
}

/// The four phases of one task's part (the words and order of Flink's checkpoint page, semantics BH-23).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TaskPhases {
    /// The first barrier arrived (a source: was injected).
    pub first_barrier: Option<SimTime>,
    /// The last barrier arrived.
    pub last_barrier: Option<SimTime>,
    /// The snapshot was taken.
    pub snapshot_at: Option<SimTime>,
    /// The synchronous part was over.
    pub sync_done: Option<SimTime>,
    /// The asynchronous part was in storage.
    pub async_done: Option<SimTime>,
    /// Bytes of state.
    pub state_bytes: u64,
    /// Bytes of state that were uploaded: all of it, or what changed since the last complete checkpoint
    /// (`incremental`, semantics SB-5: "checkpointed" and "full" size).
    pub uploaded_bytes: u64,
    /// Records of channel state.
    pub in_flight_records: u64,
    /// Bytes of channel state.
    pub in_flight_bytes: u64,
    /// Summed over its inputs: how long channels stood blocked.
    pub blocked_ms: u64,
}

impl TaskPhases {
    /// How long the synchronous part stopped the task.
    pub fn sync_ms(&self) -> u64 {
        match (self.snapshot_at, self.sync_done) {
            (Some(from), Some(to)) => to - from,
            _ => 0,
        }
    }

    /// Last minus first barrier.
    pub fn alignment_ms(&self) -> u64 {
        match (self.first_barrier, self.last_barrier) {
            (Some(first), Some(last)) => last - first,
            _ => 0,
        }
    }
}

/// A checkpoint in progress. It lives in the job: a failure of the job ends it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PendingCheckpoint {
    /// Its number.
    pub id: CheckpointId,
    /// When it was triggered; the timeout counts from here (semantics CC-7, CC-15).
    pub triggered_at: SimTime,
    /// It is the last one of the run.
    pub is_final: bool,
    /// Source tasks that have not injected the barrier yet.
    pub to_inject: u32,
    /// Tasks that have not taken their snapshot yet.
    pub to_snapshot: u32,
    /// Tasks whose acknowledgement is awaited.
    pub to_acknowledge: u32,
    /// By task: what it has handed in so far.
    pub snapshots: Vec<Option<Arc<Snapshot>>>,
    /// By task.
    pub phases: Vec<TaskPhases>,
    /// By edge: how long its channels stood blocked, summed.
    pub blocked_ms: Vec<u64>,
    /// Set as soon as it cannot complete any more.
    pub failed: Option<CheckpointFailure>,
}
