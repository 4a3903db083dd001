//! What may be chosen next.

use crate::ids::{ChannelId, CheckpointId, EventId, NodeId, PartitionId, TaskId, TransactionId};

/// A choice of what happens next: one step of a run.
///
/// The clock, the search, a person and a caller all speak in these; `World::apply` is the only way to change a world.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The fault with this index in the scenario happens.
    Fault(u16),
    /// The coordinator triggers the next checkpoint.
    Trigger,
    /// The coordinator triggers the last checkpoint: everything has been read and processed.
    TriggerFinal,
    /// A source task puts the barrier that it owes into its channels.
    Inject(TaskId),
    /// The tasks that failed start again, from what is durable alone.
    Restart,
    /// Restoring is over: the tasks that started again run.
    Resume,
    /// Checkpoint storage is back.
    EndOutage,
    /// The edge with this index crosses again.
    EndStall(u16),
    /// The node has its own service time again.
    EndSlow(NodeId),
    /// The asynchronous part of one task's snapshot is in storage.
    Persist(TaskId, CheckpointId),
    /// The coordinator records the checkpoint as complete.
    Complete(CheckpointId),
    /// A task hears that the checkpoint is complete.
    Notify(TaskId, CheckpointId),
    /// A commit takes effect at the broker of this sink.
    Commit(NodeId, TransactionId),
    /// A source's read positions are committed to its broker.
    CommitOffsets(NodeId),
    /// An aligned barrier at this task becomes unaligned: it has waited too long.
    Unalign(TaskId),
    /// The checkpoint has taken too long.
    ExpireCheckpoint(CheckpointId),
    /// The broker of this sink aborts a transaction that has been open too long.
    ExpireTransaction(NodeId, TransactionId),
    /// A task takes the next element from this channel.
    Deliver(ChannelId),
    /// A task is done with what it was working on; its effect takes place.
    Finish(TaskId),
    /// A source task reads the next record of a partition.
    Read(TaskId, PartitionId),
    /// By hand: something fails or is disturbed now.
    Hand(Hand),
}

/// What a person can do to a run at any moment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hand {
    /// The whole job fails; everything in memory is gone.
    CrashProcess,
    /// The local disk too.
    CrashMachine,
    /// One task fails, and its failover region with it.
    CrashTask(TaskId),
    /// The coordinator triggers a checkpoint now.
    TriggerCheckpoint,
    /// Writes to checkpoint storage fail for that many milliseconds.
    StorageDown(u64),
    /// A node takes `service_ms` a record for `for_ms`.
    Slow {
        /// The node.
        node: NodeId,
        /// Service time meanwhile.
        service_ms: u64,
        /// How long.
        for_ms: u64,
    },
    /// Nothing crosses the edge with this index for `for_ms`.
    Stall {
        /// Index of the edge in the plan.
        edge: u16,
        /// How long.
        for_ms: u64,
    },
    /// The producer sends a record again.
    Redeliver {
        /// The source.
        source: NodeId,
        /// Its partition.
        partition: PartitionId,
        /// The record's id.
        id: EventId,
    },
    /// The broker of this sink fails the next commit, with an error that the sink cannot get over.
    FailCommit(NodeId),
}

/// Why an action was not carried out. The world is untouched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// It is not among what `World::enabled` lists.
    #[error("not possible now: {0:?}")]
    NotEnabled(Action),
    /// It names something that is not in the job.
    #[error("there is no such thing in this job: {0:?}")]
    Unknown(Action),
}
