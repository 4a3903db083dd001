//! Why? For one wrong effect the chain of causes as a short list of moments, and what would have prevented it.
//!
//! The chain is derived from what happened (the events) and from the job (the plan), never from the state of a world:
//! whatever it says, one can go to and see.

mod chain;
mod facts;
mod least;
mod remedy;

use crate::check::Finding;
use crate::event::{CheckpointFailure, CrashCause, Event, Passed, RecordRef, Stamped, WriteEffect};
use crate::graph::{Plan, Role};
use crate::ids::{Attempt, ChannelId, CheckpointId, EventId, Key, NodeId, Offset, PartitionId, TransactionId};
use crate::scenario::SinkKind;
use crate::stream::Origin;
use crate::time::SimTime;

pub use chain::{behind_value, chain, chain_of_value};
pub use least::{least_transaction_timeout, least_ttl};
pub use remedy::{CHECKPOINTS_EVERY_MS, Remedy, candidates, has_checkpoints};

/// One moment of a chain: an event of the run, and what it means in the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The step to go to.
    pub step: u64,
    /// Virtual time.
    pub at: SimTime,
    /// The event of that step.
    pub event: Event,
    /// What it means here.
    pub what: What,
    /// What it names.
    pub lit: Lit,
}

/// Which reading of an offset it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The first of an id.
    First,
    /// The offset had been read before.
    Again,
    /// The id stands at an earlier offset: its producer sent it again.
    SentAgain,
}

/// What a restart leaves an operator with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// Nothing: its state was in memory, or no checkpoint was complete.
    Empty(NodeId),
    /// What the checkpoint holds.
    AsSaved(NodeId),
    /// Everything: its state was on disk.
    Kept(NodeId),
}

/// Where a restart makes a source read on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resumed {
    /// The source.
    pub source: NodeId,
    /// The partition.
    pub partition: PartitionId,
    /// The next offset it would have read.
    pub before: Offset,
    /// The next offset now.
    pub next: Offset,
    /// That is where the restored checkpoint has it too.
    pub as_saved: bool,
    /// The record's own offset lies before it and is never read again.
    pub skips: Option<Offset>,
}

/// What a moment means in its chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The record was read.
    Read(RecordRef, Reading),
    /// No record of a partition was read after this one.
    LastRead(RecordRef),
    /// The record came back into a channel from the checkpoint.
    CameBack(RecordRef),
    /// A dedup let it pass.
    Passed(NodeId, EventId, Passed),
    /// A dedup held it back.
    Dropped(NodeId, EventId),
    /// A dedup held it back, and its entry lives on from there.
    Renewed(NodeId, EventId),
    /// A sum or count took it in: its key, and the total now.
    Applied {
        /// The operator.
        node: NodeId,
        /// The record.
        id: EventId,
        /// Under which key.
        key: Key,
        /// The total now.
        value: i64,
        /// It was in there already.
        again: bool,
    },
    /// Another record of the key found no total and started over.
    StartsOver(NodeId, Key, i64),
    /// A join keeps it and waits for its partner.
    Waits(NodeId, EventId),
    /// A join made the pair; it had been made before.
    Paired(NodeId, EventId, bool),
    /// It is on its way to a node.
    UnderWay(NodeId, EventId),
    /// A sink wrote it.
    Written {
        /// The sink.
        sink: NodeId,
        /// The record.
        id: EventId,
        /// Number of the write.
        row: u64,
        /// What the write did.
        effect: WriteEffect,
    },
    /// The sink wrote it once more, and both writes count.
    Keeps {
        /// The sink.
        sink: NodeId,
        /// What a write does there.
        kind: SinkKind,
        /// The record.
        id: EventId,
        /// The write before.
        first: u64,
        /// This write.
        row: u64,
    },
    /// A state entry ran out: whose it was, and how long after it was last renewed.
    Expired(NodeId, EventId, u64),
    /// The broker was told where to read on, apart from any checkpoint.
    OffsetKept(NodeId, Offset),
    /// The first barrier reached a task that does not wait for the others.
    DidNotWait(NodeId, CheckpointId, ChannelId),
    /// A task took its snapshot with the record in it.
    SavedWithIt(NodeId, CheckpointId, EventId),
    /// The checkpoint is complete; where it makes a source read on.
    Covers(CheckpointId, Option<(NodeId, PartitionId, Offset)>),
    /// The checkpoint will not complete.
    NotSaved(CheckpointId, CheckpointFailure),
    /// The job, or a part of it, failed; whether it starts again.
    Crashed(CrashCause, bool),
    /// It starts again.
    Restarted {
        /// The attempt that begins.
        attempt: Attempt,
        /// The checkpoint restored.
        checkpoint: Option<CheckpointId>,
        /// Where the record's source reads on.
        resumed: Option<Resumed>,
        /// What it leaves the operator with that should have known of the record.
        state: Option<After>,
    },
    /// The producer put the record into the log again.
    SentAgain(NodeId, EventId, Offset),
    /// A transaction was opened.
    Opened(NodeId, TransactionId),
    /// It was closed at a barrier.
    PreCommitted(NodeId, TransactionId, CheckpointId),
    /// Its rows are final.
    Committed(NodeId, TransactionId),
    /// Its rows are void; whether the broker did that.
    Voided(NodeId, TransactionId, bool),
    /// Its commit was refused.
    Refused(NodeId, TransactionId),
    /// The last event that set a value: what it is, and what it should be.
    Stands(NodeId, Key, i64, i64),
    /// Nothing happened after this.
    End(End),
}

/// A total or a balance that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongValue {
    /// The operator or sink.
    pub place: NodeId,
    /// Of which key.
    pub key: Key,
    /// What it is; none: there is none.
    pub have: Option<i64>,
    /// What it should be.
    pub expected: i64,
    /// An effect that is wrong in it.
    pub because: Finding,
}

/// How a run ends for the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It was never read.
    Unread,
    /// It is under way.
    UnderWay,
    /// Its transaction is open, or stands behind one that is.
    Open(NodeId, TransactionId),
    /// An entry of its has run out, and nothing has come since: the operator, whose entry, and its time to live.
    Expired(NodeId, EventId, u64),
    /// The run as it stands.
    Here,
}

/// What a moment names, for a picture to light up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lit {
    /// Sources, operators and sinks.
    pub nodes: Vec<NodeId>,
    /// A channel.
    pub channel: Option<ChannelId>,
    /// A record.
    pub id: Option<EventId>,
    /// Its place in a log.
    pub place: Option<Origin>,
    /// A checkpoint.
    pub checkpoint: Option<CheckpointId>,
    /// A transaction of the sink among `nodes`.
    pub transaction: Option<TransactionId>,
    /// Rows of the sink among `nodes`.
    pub rows: Vec<u64>,
    /// All that is in memory.
    pub memory: bool,
}

impl Moment {
    fn new(plan: &Plan, stamped: &Stamped, what: What) -> Moment {
        let lit = lit(plan, &stamped.event, &what);
        Moment { step: stamped.step, at: stamped.at, event: stamped.event.clone(), what, lit }
    }
}

/// What an event names.
fn lit(plan: &Plan, event: &Event, what: &What) -> Lit {
    let node = |task: crate::ids::TaskId| vec![plan.tasks[task.index()].node];
    let of = |nodes: Vec<NodeId>, record: &RecordRef| Lit {
        nodes,
        id: Some(record.id.clone()),
        place: Some(record.origin),
        ..Lit::default()
    };
    match event {
        Event::Read { task, record, .. } => of(node(*task), record),
        Event::Sent { channel, record, .. }
        | Event::Taken { channel, record }
        | Event::RestoredInFlight { channel, record } => {
            Lit { channel: Some(*channel), ..of(node(plan.channels[channel.index()].to), record) }
        }
        Event::Processed { task, record }
        | Event::DedupPassed { task, record, .. }
        | Event::DedupDropped { task, record }
        | Event::Filtered { task, record }
        | Event::Applied { task, record, .. }
        | Event::Buffered { task, record, .. }
        | Event::Joined { task, record, .. } => of(node(*task), record),
        Event::StateExpired { task, entry, .. } => {
            Lit { nodes: node(*task), id: Some(entry.clone()), ..Lit::default() }
        }
        Event::BarrierArrived { channel, checkpoint, .. } => Lit {
            nodes: node(plan.channels[channel.index()].to),
            channel: Some(*channel),
            checkpoint: Some(*checkpoint),
            ..Lit::default()
        },
        Event::Snapshotted { task, checkpoint, .. } => {
            Lit { nodes: node(*task), checkpoint: Some(*checkpoint), ..Lit::default() }
        }
        Event::Completed { checkpoint } | Event::CheckpointFailed { checkpoint, .. } => {
            Lit { checkpoint: Some(*checkpoint), ..Lit::default() }
        }
        Event::Written { sink, record, row, effect, .. } => {
            let mut rows = vec![*row];
            if let What::Keeps { first, .. } = what {
                rows.insert(0, *first);
            }
            let transaction = match effect {
                WriteEffect::Pending(t) => Some(*t),
                _ => None,
            };
            Lit { rows, transaction, ..of(vec![*sink], record) }
        }
        Event::TransactionOpened { sink, transaction }
        | Event::PreCommitted { sink, transaction, .. }
        | Event::Committed { sink, transaction }
        | Event::CommitRefused { sink, transaction }
        | Event::TransactionAborted { sink, transaction, .. } => {
            Lit { nodes: vec![*sink], transaction: Some(*transaction), ..Lit::default() }
        }
        Event::OffsetsCommitted { source, .. } => Lit { nodes: vec![*source], ..Lit::default() },
        Event::Redelivered { source, partition, id, offset } => Lit {
            nodes: vec![*source],
            id: Some(id.clone()),
            place: Some(Origin { source: *source, partition: *partition, offset: *offset }),
            ..Lit::default()
        },
        Event::Crashed { region: None, .. } => Lit { memory: true, ..Lit::default() },
        Event::Crashed { region: Some(tasks), .. } => {
            let mut nodes: Vec<NodeId> = tasks.iter().flat_map(|t| node(*t)).collect();
            nodes.dedup();
            Lit { nodes, ..Lit::default() }
        }
        Event::Restarted { checkpoint, .. } => {
            let (mut nodes, mut place) = (Vec::new(), None);
            if let What::Restarted { resumed, state, .. } = what {
                if let Some(r) = resumed {
                    nodes.push(r.source);
                    place = Some(Origin { source: r.source, partition: r.partition, offset: r.next });
                }
                if let Some(After::Empty(n) | After::AsSaved(n) | After::Kept(n)) = state {
                    nodes.push(*n);
                }
            }
            Lit { nodes, place, checkpoint: *checkpoint, ..Lit::default() }
        }
        _ => Lit::default(),
    }
}

/// The tasks of a node.
fn is_of(plan: &Plan, task: crate::ids::TaskId, node: NodeId) -> bool {
    plan.tasks[task.index()].node == node
}

/// Whether the node is a sink.
fn sink_of(plan: &Plan, node: NodeId) -> Option<usize> {
    match plan.nodes[node.index()].role {
        Role::Sink(i) => Some(i),
        Role::Source(_) | Role::Operator(_) => None,
    }
}
