//! What lives in memory: tasks, channels, checkpoints in progress. A crash is `job = None`.

use std::collections::VecDeque;

use crate::channel::Channel;
use crate::checkpoint::{Alignment, PendingCheckpoint};
use crate::ids::{Attempt, CheckpointId, NodeId, TaskId, TransactionId};
use crate::operator::Operator;
use crate::sink::SinkTask;
use crate::source::SourceTask;
use crate::stream::Record;
use crate::time::SimTime;

/// A running job, all of it volatile.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Job {
    /// By `TaskId`.
    pub tasks: Vec<Task>,
    /// By `ChannelId`.
    pub channels: Vec<Channel>,
    /// Checkpoints in progress, oldest first.
    pub pending: Vec<PendingCheckpoint>,
    /// Asynchronous parts under way.
    pub uploads: Vec<Upload>,
    /// Tasks that have not heard yet of a complete checkpoint.
    pub notices: VecDeque<(TaskId, CheckpointId)>,
    /// Commits under way.
    pub commits: Vec<PendingCommit>,
    /// Complete checkpoints whose commits are not all done, with the number of sinks that are missing.
    pub committing: Vec<(CheckpointId, u32)>,
}

/// One task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Task {
    /// Failed tasks of a region, and restoring ones, do nothing.
    pub running: bool,
    /// The attempt that it belongs to.
    pub attempt: Attempt,
    /// What it is busy with.
    pub working: Working,
    /// Where it stands with barriers.
    pub alignment: Alignment,
    /// A source task: barriers that it has been told to inject.
    pub owed: VecDeque<CheckpointId>,
    /// Per outgoing edge: whose turn it is (round robin).
    pub turns: Vec<u32>,
    /// Snapshots taken, for compaction.
    pub snapshots: u32,
    /// Broken on purpose: the state is copied again after the next record.
    pub copies_late: bool,
    /// What kind of task it is, with its state.
    pub body: Body,
}

/// The inside of a task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Body {
    /// Reads a log.
    Source(SourceTask),
    /// Works on records. State on a local disk is not here but with the durable things.
    Operator(Operator),
    /// Writes to a destination.
    Sink(SinkTask),
}

/// What a task is busy with. One thing at a time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Working {
    /// Nothing.
    Idle,
    /// A record; its effect takes place at the end.
    Record {
        /// The record.
        record: Box<Record>,
        /// The input of the node that it came through.
        input: u16,
        /// When it was taken.
        since: SimTime,
        /// When it is done.
        until: SimTime,
    },
    /// The synchronous part of a snapshot.
    Sync {
        /// Which checkpoint.
        checkpoint: CheckpointId,
        /// When it is over.
        until: SimTime,
    },
}

/// The asynchronous part of one task's snapshot on its way to storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Upload {
    /// Whose.
    pub task: TaskId,
    /// Which checkpoint.
    pub checkpoint: CheckpointId,
    /// When it started.
    pub since: SimTime,
    /// When it is in storage.
    pub until: SimTime,
}

/// A commit on its way to the broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PendingCommit {
    /// The sink.
    pub sink: NodeId,
    /// Which transaction.
    pub transaction: TransactionId,
    /// When it takes effect.
    pub until: SimTime,
    /// The checkpoint that it is part of; none: on restore.
    pub checkpoint: Option<CheckpointId>,
}

impl Job {
    /// The checkpoint in progress with this number.
    pub fn pending_mut(&mut self, id: CheckpointId) -> Option<&mut PendingCheckpoint> {
        self.pending.iter_mut().find(|p| p.id == id)
    }

    /// No records in channels and no task busy with one.
    pub fn is_quiet(&self) -> bool {
        self.channels.iter().all(|c| c.records() == 0)
            && self.tasks.iter().all(|t| !matches!(t.working, Working::Record { .. }))
    }

    /// Nothing at all under way.
    pub fn is_still(&self) -> bool {
        self.pending.is_empty()
            && self.uploads.is_empty()
            && self.notices.is_empty()
            && self.commits.is_empty()
            && self.channels.iter().all(|c| c.queue().is_empty())
            && self.tasks.iter().all(|t| t.working == Working::Idle && t.owed.is_empty())
    }
}

impl Task {
    /// A source task's positions.
    pub fn source(&self) -> Option<&SourceTask> {
        match &self.body {
            Body::Source(s) => Some(s),
            Body::Operator(_) | Body::Sink(_) => None,
        }
    }
}
