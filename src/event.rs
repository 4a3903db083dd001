//! What happened: facts that carry enough to explain themselves.

use crate::ids::{Attempt, ChannelId, CheckpointId, EventId, Key, NodeId, Offset, PartitionId, TaskId, TransactionId};
use crate::stream::{Origin, Record};
use crate::time::SimTime;

/// An event with its place in the run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stamped {
    /// The step that it belongs to; the first action of a run is step 1.
    pub step: u64,
    /// Virtual time.
    pub at: SimTime,
    /// What happened.
    pub event: Event,
}

/// Which record, which reading of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RecordRef {
    /// Business identity.
    pub id: EventId,
    /// Where it was read.
    pub origin: Origin,
    /// The attempt that read it.
    pub attempt: Attempt,
    /// This offset had been read before.
    pub replayed: bool,
    /// This id stands at an earlier offset too.
    pub redelivered: bool,
}

/// Why a dedup let a record pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passed {
    /// Its id was not in the set.
    New,
    /// Its id was in the set, but the entry had expired.
    Expired,
}

/// Why a checkpoint did not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckpointFailure {
    /// Storage could not be written (counts as a failure, semantics CC-17).
    Storage,
    /// Not complete within the timeout (counts, CC-15).
    Expired,
    /// A later one completed first (does not count, CC-11).
    Subsumed,
    /// A task failed meanwhile (does not count, CC-21).
    JobFailed,
    /// A task heard a newer barrier first (semantics BH-4).
    Declined,
}

/// Why the job, or a region of it, failed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CrashCause {
    /// A fault of the scenario, by index.
    Fault(u16),
    /// By hand.
    Hand,
    /// More consecutive checkpoint failures than tolerable (semantics CC-18).
    CheckpointFailures,
    /// The broker had aborted the sink's open transaction: the producer is fenced (semantics KT-4).
    Fenced(NodeId),
    /// A commit failed at the broker of this sink, for good (semantics SK-6, SK-7).
    CommitFailed(NodeId),
}

/// A fact about the run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A source task read a record. `next` is its position after it.
    Read {
        /// The source task.
        task: TaskId,
        /// What it read.
        record: RecordRef,
        /// Its key.
        key: Key,
        /// Its value.
        value: i64,
    },
    /// A record went into a channel.
    Sent {
        /// The channel.
        channel: ChannelId,
        /// What went in.
        record: RecordRef,
        /// Its value there.
        value: i64,
        /// When it is at the receiver's end; a stall that begins meanwhile (`Stalled`) holds it up.
        arrives_at: SimTime,
    },
    /// A barrier went into a channel.
    BarrierSent {
        /// The channel.
        channel: ChannelId,
        /// Of which checkpoint.
        checkpoint: CheckpointId,
        /// As that of a record.
        arrives_at: SimTime,
    },
    /// A task took a record from a channel.
    Taken {
        /// The channel.
        channel: ChannelId,
        /// What it took.
        record: RecordRef,
    },
    /// An operator is done with a record.
    Processed {
        /// The task.
        task: TaskId,
        /// The record.
        record: RecordRef,
    },
    /// A dedup passed a record on.
    DedupPassed {
        /// The task.
        task: TaskId,
        /// The record.
        record: RecordRef,
        /// Why.
        why: Passed,
    },
    /// A dedup held a record back: its id was in the set.
    DedupDropped {
        /// The task.
        task: TaskId,
        /// The record.
        record: RecordRef,
    },
    /// A filter held a record back.
    Filtered {
        /// The task.
        task: TaskId,
        /// The record.
        record: RecordRef,
    },
    /// A sum or count took a record into its state.
    Applied {
        /// The task.
        task: TaskId,
        /// The record.
        record: RecordRef,
        /// The key whose state changed.
        key: Key,
        /// What the state is now.
        value: i64,
        /// The entry had expired and the state started from nothing.
        restarted: bool,
    },
    /// A join put a record into its buffer.
    Buffered {
        /// The task.
        task: TaskId,
        /// The record.
        record: RecordRef,
        /// Its key.
        key: Key,
        /// 0 or 1: the input it came from.
        side: u8,
    },
    /// A join matched two records.
    Joined {
        /// The task.
        task: TaskId,
        /// The pair's id.
        id: EventId,
        /// The record that completed the pair.
        record: RecordRef,
        /// The record that had waited.
        waited: EventId,
    },
    /// A state entry was removed because its time to live was over.
    StateExpired {
        /// The task.
        task: TaskId,
        /// The entry: an id (dedup) or a key, as shown.
        entry: EventId,
        /// When it was last renewed.
        stamp: SimTime,
    },
    /// The coordinator triggered a checkpoint.
    Triggered {
        /// Which.
        checkpoint: CheckpointId,
    },
    /// A source task took its positions and sent the barrier off.
    Injected {
        /// The source task.
        task: TaskId,
        /// Which checkpoint.
        checkpoint: CheckpointId,
    },
    /// A barrier reached a task.
    BarrierArrived {
        /// The channel it came through.
        channel: ChannelId,
        /// Which checkpoint.
        checkpoint: CheckpointId,
        /// Records that it overtook in the receiver's queue (unaligned).
        overtook: u32,
    },
    /// The channel waits until the other inputs have delivered their barriers.
    Blocked {
        /// The channel.
        channel: ChannelId,
        /// For which checkpoint.
        checkpoint: CheckpointId,
    },
    /// The channel goes on.
    Unblocked {
        /// The channel.
        channel: ChannelId,
        /// For which checkpoint it had waited.
        checkpoint: CheckpointId,
        /// How long.
        blocked_ms: u64,
    },
    /// An aligned barrier waited too long and became unaligned.
    Unaligned {
        /// The task.
        task: TaskId,
        /// Which checkpoint.
        checkpoint: CheckpointId,
    },
    /// A task took its snapshot (the synchronous part).
    Snapshotted {
        /// The task.
        task: TaskId,
        /// Which checkpoint.
        checkpoint: CheckpointId,
        /// Size of the state in it.
        state_bytes: u64,
        /// From the first to the last barrier, as far as it has come.
        alignment_ms: u64,
    },
    /// A record became part of a checkpoint's channel state (unaligned).
    Stored {
        /// The channel it was in.
        channel: ChannelId,
        /// Which checkpoint.
        checkpoint: CheckpointId,
        /// The record.
        record: RecordRef,
    },
    /// The asynchronous part of a task's snapshot is in storage, and the coordinator has its acknowledgement.
    Acknowledged {
        /// The task.
        task: TaskId,
        /// Which checkpoint.
        checkpoint: CheckpointId,
        /// False: it came too late and was thrown away (semantics CC-16).
        accepted: bool,
    },
    /// The checkpoint is complete: this is what a restart restores now.
    Completed {
        /// Which.
        checkpoint: CheckpointId,
    },
    /// The checkpoint will not complete.
    CheckpointFailed {
        /// Which.
        checkpoint: CheckpointId,
        /// Why.
        why: CheckpointFailure,
    },
    /// A task heard that the checkpoint is complete.
    Notified {
        /// The task.
        task: TaskId,
        /// Which.
        checkpoint: CheckpointId,
    },
    /// A sink wrote a record.
    Written {
        /// The sink.
        sink: NodeId,
        /// The record.
        record: RecordRef,
        /// Its key.
        key: Key,
        /// What was written.
        value: i64,
        /// When the record became readable in the log.
        readable_at: SimTime,
        /// Number of this write at the destination, from 1.
        row: u64,
        /// What the write did.
        effect: WriteEffect,
    },
    /// A transaction was opened by its first write.
    TransactionOpened {
        /// The sink.
        sink: NodeId,
        /// Which.
        transaction: TransactionId,
    },
    /// A transaction was closed at a barrier; its fate now hangs on the checkpoint.
    PreCommitted {
        /// The sink.
        sink: NodeId,
        /// Which.
        transaction: TransactionId,
        /// The checkpoint.
        checkpoint: CheckpointId,
    },
    /// A transaction's rows are final.
    Committed {
        /// The sink.
        sink: NodeId,
        /// Which.
        transaction: TransactionId,
    },
    /// A commit was refused: the broker had aborted the transaction. The job goes on (semantics SK-7).
    CommitRefused {
        /// The sink.
        sink: NodeId,
        /// Which.
        transaction: TransactionId,
    },
    /// The broker of a sink will fail the next commit.
    CommitsBroken {
        /// The sink.
        sink: NodeId,
    },
    /// A commit failed at the broker: the transaction stays pre-committed, and the sink's task fails.
    CommitFailed {
        /// The sink.
        sink: NodeId,
        /// Which.
        transaction: TransactionId,
    },
    /// A transaction's rows are void.
    TransactionAborted {
        /// The sink.
        sink: NodeId,
        /// Which.
        transaction: TransactionId,
        /// True: by the broker, because it was open too long; false: by the restart.
        timed_out: bool,
    },
    /// A source's position was committed at its broker, apart from any checkpoint.
    OffsetsCommitted {
        /// The source.
        source: NodeId,
        /// The partition.
        partition: PartitionId,
        /// The next offset to read.
        next: Offset,
    },
    /// The producer put a record into the log again.
    Redelivered {
        /// The source.
        source: NodeId,
        /// The partition.
        partition: PartitionId,
        /// The record's id.
        id: EventId,
        /// Where it stands now.
        offset: Offset,
    },
    /// Tasks failed: what they had in memory is gone.
    Crashed {
        /// The attempt that ended.
        attempt: Attempt,
        /// Why.
        cause: CrashCause,
        /// True: the local disk is gone too.
        machine: bool,
        /// None: the whole job. Else the tasks of the failed region.
        region: Option<Vec<TaskId>>,
        /// When they start again; none: never.
        restart_at: Option<SimTime>,
    },
    /// Tasks started again, from what is durable alone.
    Restarted {
        /// The attempt that begins.
        attempt: Attempt,
        /// The checkpoint restored; none: from nothing.
        checkpoint: Option<CheckpointId>,
        /// None: the whole job. Else the tasks of the region.
        region: Option<Vec<TaskId>>,
    },
    /// A source will read on from here.
    Repositioned {
        /// The source.
        source: NodeId,
        /// The partition.
        partition: PartitionId,
        /// The next offset that the attempt before would have read.
        before: Offset,
        /// The next offset now.
        next: Offset,
    },
    /// A record came back into a channel from the checkpoint (unaligned).
    RestoredInFlight {
        /// The channel.
        channel: ChannelId,
        /// The record.
        record: RecordRef,
    },
    /// Restoring is over.
    Resumed,
    /// Checkpoint storage cannot be written until then.
    StorageDown {
        /// When it is back.
        until: SimTime,
    },
    /// Checkpoint storage is back.
    StorageUp,
    /// A node works with another service time until then.
    Slowed {
        /// The node.
        node: NodeId,
        /// Service time meanwhile.
        service_ms: u64,
        /// When it is over.
        until: SimTime,
    },
    /// A node has its own service time again.
    SlowOver {
        /// The node.
        node: NodeId,
    },
    /// Nothing crosses an edge until then.
    Stalled {
        /// Index of the edge in the plan.
        edge: u16,
        /// When it is over.
        until: SimTime,
    },
    /// The edge crosses again.
    StallOver {
        /// Index of the edge in the plan.
        edge: u16,
    },
}

/// What a write did at the destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WriteEffect {
    /// A new row, visible at once.
    Row,
    /// Added to a balance.
    Added,
    /// Replaced what stood under the key or id.
    Replaced,
    /// Refused: the id stood there.
    Refused,
    /// A row of this transaction; visible when it is committed.
    Pending(TransactionId),
}

/// Where events go. Switched off, an event costs a test of a flag.
#[derive(Clone, Debug, Default)]
pub struct Events {
    /// Whether anyone listens.
    pub on: bool,
    /// The step that they belong to.
    pub step: u64,
    /// The moment that they belong to.
    pub now: SimTime,
    /// What happened, in order.
    pub list: Vec<Stamped>,
}

impl Event {
    /// The record that it is about.
    pub fn record(&self) -> Option<&RecordRef> {
        match self {
            Event::Read { record, .. }
            | Event::Sent { record, .. }
            | Event::Taken { record, .. }
            | Event::Processed { record, .. }
            | Event::DedupPassed { record, .. }
            | Event::DedupDropped { record, .. }
            | Event::Filtered { record, .. }
            | Event::Applied { record, .. }
            | Event::Buffered { record, .. }
            | Event::Joined { record, .. }
            | Event::Stored { record, .. }
            | Event::RestoredInFlight { record, .. }
            | Event::Written { record, .. } => Some(record),
            _ => None,
        }
    }
}

impl Events {
    /// Nobody listens.
    pub fn off() -> Events {
        Events::default()
    }

    /// Everything is kept until it is taken.
    pub fn on() -> Events {
        Events { on: true, ..Events::default() }
    }

    /// Says that something happened.
    #[inline]
    pub fn push(&mut self, event: impl FnOnce() -> Event) {
        if self.on {
            self.list.push(Stamped { step: self.step, at: self.now, event: event() });
        }
    }
}

impl From<&Record> for RecordRef {
    fn from(r: &Record) -> RecordRef {
        RecordRef {
            id: r.id.clone(),
            origin: r.origin,
            attempt: r.attempt,
            replayed: r.replayed,
            redelivered: r.redelivered,
        }
    }
}
