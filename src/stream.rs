//! What flows in a channel: records and barriers.

use crate::ids::{Attempt, CheckpointId, EventId, Key, NodeId, Offset, PartitionId};
use crate::time::SimTime;

/// The place in a source's log that a record was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin {
    /// The source.
    pub source: NodeId,
    /// The partition of its log.
    pub partition: PartitionId,
    /// The offset of the record itself.
    pub offset: Offset,
}

/// One event on its way through the job.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// Business identity; equal for every delivery of the same event.
    pub id: EventId,
    /// What keyed state is partitioned by.
    pub key: Key,
    /// The payload; after `sum` or `count` the new total.
    pub value: i64,
    /// Where it was read. For a joined pair: the side that completed the pair.
    pub origin: Origin,
    /// When it became readable in the log.
    pub at: SimTime,
    /// The attempt that read it.
    pub attempt: Attempt,
    /// This offset had been read before: a replay.
    pub replayed: bool,
    /// This id stands at an earlier offset of the log too: the producer sent it again.
    pub redelivered: bool,
}

/// A checkpoint barrier (Chandy and Lamport: marker; Flink: `CheckpointBarrier`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Barrier {
    /// The checkpoint it belongs to.
    pub checkpoint: CheckpointId,
    /// When the checkpoint was triggered (semantics BH-18: the deadline of an aligned barrier counts from here).
    pub triggered_at: SimTime,
    /// Tasks snapshot at its first arrival and store what it overtakes (semantics BH-10).
    pub unaligned: bool,
    /// On this channel it keeps its place all the same: forward edges store nothing (semantics BH-16).
    pub in_line: bool,
}

impl Barrier {
    /// Whether it goes ahead of the records that wait in the receiver's queue.
    pub const fn overtakes(&self) -> bool {
        self.unaligned && !self.in_line
    }
}

/// One thing in a channel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StreamElement {
    /// Data.
    Record(Record),
    /// A checkpoint barrier.
    Barrier(Barrier),
    /// This checkpoint was aborted upstream (Flink: `CancelCheckpointMarker`, semantics CC-20, BH-5).
    Cancel(CheckpointId),
}

/// An element on the wire or waiting in a channel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InFlight {
    /// The element.
    pub element: StreamElement,
    /// When it was put in.
    pub sent_at: SimTime,
    /// When it reaches the receiver's end.
    pub arrives_at: SimTime,
    /// The step of the run that put it in: the name of its event.
    pub step: u64,
}
