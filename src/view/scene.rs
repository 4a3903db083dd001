//! What stands on the stage after one step, as plain data: names, numbers and states, no words and no places.

use super::reel::Reel;
use super::shelf::{complete, in_progress, offset_in};
use crate::checkpoint::{CheckpointStatus, SnapshotState};
use crate::graph::Role;
use crate::ids::{Attempt, CheckpointId, Key, NodeId, Offset, TaskId};
use crate::operator::{Operate, Operator};
use crate::scenario::{OperatorKind, SinkKind, StateHome};
use crate::sim::{Body, World};
use crate::time::SimTime;

pub use super::destination::{Balance, Destination, Line, Txn, destination};

/// Everything that stands on the stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The step.
    pub step: u64,
    /// The attempt that runs, or ran last.
    pub attempt: Attempt,
    /// Whether the job runs.
    pub up: Up,
    /// In the order of the plan.
    pub nodes: Vec<Node>,
    /// By channel.
    pub channels: Vec<ChannelState>,
    /// By source.
    pub tapes: Vec<Tape>,
    /// The checkpoint that a restart restores.
    pub restorable: Option<Card>,
    /// The one after it: in progress, or the last one that failed.
    pub next: Option<Card>,
    /// When the coordinator triggers by itself, where no checkpoint is in progress.
    pub due: Option<SimTime>,
    /// Whether the job takes checkpoints at all.
    pub checkpointing: bool,
    /// By sink.
    pub destinations: Vec<Destination>,
}

/// Whether the job runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Up {
    /// It does.
    Running,
    /// It is down until then; none: for good.
    Down(Option<SimTime>),
}

/// A node and what it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Which.
    pub id: NodeId,
    /// Its name.
    pub name: String,
    /// What it holds.
    pub holds: Holds,
    /// Parallel instances.
    pub subtasks: usize,
    /// Bytes of state; 0 for what keeps none.
    pub bytes: u64,
    /// How many virtual milliseconds are left to the state entry that expires first, where they do.
    pub expires_in: Option<u64>,
    /// It has taken its snapshot for this checkpoint, which is not complete yet.
    pub saved: Option<CheckpointId>,
    /// It waits for the barriers of this checkpoint: how many have come, of how many.
    pub aligning: Option<(CheckpointId, usize, usize)>,
}

/// Values by key: the first in the order of keys, and how many there are.
pub type Totals = (Option<(Key, i64)>, usize);

/// What a node holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Holds {
    /// A source: per partition, the next offset, and the first.
    Positions(Vec<(Offset, Offset)>),
    /// A dedup: ids seen, and how many of them were restored.
    Ids {
        /// Held.
        entries: usize,
        /// Of those, restored.
        restored: Option<usize>,
    },
    /// A sum or count: values by key, and what was restored.
    Totals {
        /// Sum or count.
        kind: OperatorKind,
        /// By key: the first in order, and how many there are.
        values: Totals,
        /// As restored.
        restored: Totals,
    },
    /// A join: records waiting.
    Waiting(usize),
    /// No state.
    Nothing(OperatorKind),
    /// A sink: what it does and writes so far.
    Writes(SinkKind, u64),
}

/// What a pipe shows besides its movers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChannelState {
    /// Records in it.
    pub records: u64,
    /// Records that it may hold.
    pub capacity: u64,
    /// It holds what it may.
    pub full: bool,
    /// It waits for the other inputs' barriers.
    pub blocked: Option<CheckpointId>,
}

/// A partition's log.
#[derive(Clone, Debug, PartialEq)]
pub struct Tape {
    /// The source.
    pub source: NodeId,
    /// Its name.
    pub name: String,
    /// By partition.
    pub partitions: Vec<Head>,
}

/// A read head on a partition's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The first offset.
    pub first: Offset,
    /// Behind the last.
    pub end: Offset,
    /// The next to read; while the job is down: where it stood.
    pub next: Offset,
    /// How far any attempt has read.
    pub furthest: Offset,
    /// Where the restorable checkpoint would resume.
    pub saved: Option<Offset>,
    /// Where the last restart went back from, and to.
    pub went_back: Option<(Offset, Offset)>,
}

/// A checkpoint on the shelf.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Its number.
    pub id: CheckpointId,
    /// What became of it.
    pub status: CheckpointStatus,
    /// The running attempt was restored from it.
    pub restored: bool,
    /// Per source, by partition: the next offset, where known.
    pub offsets: Vec<(String, Vec<Option<Offset>>)>,
    /// Per stateful node: what it holds of it.
    pub states: Vec<(String, Kept)>,
    /// Bytes of state.
    pub bytes: u64,
    /// Records of channel state, and their bytes (unaligned).
    pub in_flight: (u64, u64),
    /// Since when it is under way, or how long it took, in virtual milliseconds.
    pub took: Option<u64>,
    /// Tasks whose part is in storage, of how many.
    pub acknowledged: (usize, usize),
}

/// What a checkpoint keeps of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum Kept {
    /// A dedup's ids.
    Ids(usize),
    /// Values by key.
    Totals(Totals),
    /// Records that wait in a join.
    Waiting(usize),
    /// Pre-committed transactions.
    Transactions(usize),
}

/// The scene after the world's last step.
pub fn scene(world: &World, reel: &Reel) -> Scene {
    let step = world.steps();
    let attempt = reel.restored(step).map_or(Attempt(1), |r| r.attempt);
    let up = match world.job() {
        Some(_) => Up::Running,
        None => Up::Down(reel.crashed(step).and_then(|c| c.restart_at)),
    };
    let restored = reel.restored(step).and_then(|r| r.checkpoint);
    let store = &world.durable().checkpoints;
    let restorable = store.latest().map(|c| complete(world, c, restored == Some(c.id)));
    let latest = store.latest().map_or(CheckpointId(0), |c| c.id);
    let after = store.history.iter().rev().find(|r| r.id > latest);
    Scene {
        step,
        attempt,
        up,
        nodes: world.plan().nodes.iter().map(|n| node(world, reel, n.id)).collect(),
        channels: channels(world),
        tapes: tapes(world, reel),
        restorable,
        next: after.map(|r| in_progress(world, r.id)),
        due: world.job().and(world.next()).and_then(|_| world.coordinator().next_tick),
        checkpointing: world.plan().scenario.checkpointing.is_some(),
        destinations: (0..world.plan().scenario.sinks.len()).map(|s| destination(world, reel, s)).collect(),
    }
}

fn node(world: &World, reel: &Reel, id: NodeId) -> Node {
    let plan = world.plan();
    let spec = &plan.nodes[id.index()];
    let job = world.job();
    let latest = world.durable().checkpoints.latest();
    // Once a later checkpoint is complete, what was restored is no longer at hand, nor of interest.
    let restored = reel.restored(world.steps()).and_then(|r| r.checkpoint);
    let snapshot_of = |task: TaskId| {
        let checkpoint = latest.filter(|c| restored == Some(c.id))?;
        match &checkpoint.snapshots.get(task.index())?.state {
            SnapshotState::Operator(operator) => Some(operator),
            _ => None,
        }
    };
    let held = |task: TaskId| {
        let running = job?.tasks.get(task.index())?;
        // State on a local disk is with the durable things.
        match (world.durable().disks.get(task.index()), &running.body) {
            (Some(Some(disk)), _) => Some(disk),
            (_, Body::Operator(operator)) => Some(operator),
            _ => None,
        }
    };
    let (mut bytes, mut expires_in) = (0, None);
    let holds = match spec.role {
        Role::Source(i) => Holds::Positions(positions(world, reel, i, id)),
        Role::Sink(i) => Holds::Writes(plan.scenario.sinks[i].kind, world.durable().destinations[i].writes),
        Role::Operator(i) => {
            let kind = plan.scenario.operators[i].kind;
            let operators: Vec<&Operator> = spec.tasks().filter_map(held).collect();
            let entries: usize = operators.iter().map(|o| o.entries()).sum();
            bytes = entries as u64 * plan.scenario.operators[i].entry_bytes;
            if let Some(ttl) = plan.scenario.operators[i].ttl.filter(|_| entries <= SCANNED_MAX) {
                let oldest = operators.iter().filter_map(|o| o.oldest(world.now())).min();
                expires_in = oldest.map(|stamp| (stamp + ttl.ms).since(world.now()));
            }
            let from_memory = plan.scenario.operators[i].state == StateHome::Checkpointed;
            let kept: Vec<&Operator> = spec.tasks().filter(|_| from_memory).filter_map(snapshot_of).collect();
            match kind {
                OperatorKind::Map | OperatorKind::Filter { .. } => Holds::Nothing(kind),
                OperatorKind::Dedup => Holds::Ids {
                    entries: operators.iter().map(|o| o.entries()).sum(),
                    restored: (!kept.is_empty()).then(|| kept.iter().map(|o| o.entries()).sum()),
                },
                OperatorKind::Sum | OperatorKind::Count => {
                    Holds::Totals { kind, values: totals(&operators), restored: totals(&kept) }
                }
                OperatorKind::Join => Holds::Waiting(operators.iter().map(|o| o.entries()).sum()),
            }
        }
    };
    Node {
        id,
        name: spec.name.clone(),
        holds,
        subtasks: usize::from(spec.parallelism),
        bytes,
        expires_in,
        saved: saved(world, id),
        aligning: aligning(world, id),
    }
}

/// State entries of a node that are looked through at every step for the one that expires first.
const SCANNED_MAX: usize = 50_000;

/// Values by key, over all subtasks.
pub(super) fn totals(operators: &[&Operator]) -> Totals {
    let all = || {
        operators.iter().filter_map(|o| match o {
            Operator::Reduce(reduce) => Some(&reduce.totals),
            _ => None,
        })
    };
    let first = all().flat_map(|totals| totals.iter()).min_by_key(|(key, _)| *key);
    (first.map(|(key, entry)| (key.clone(), entry.value)), all().map(|totals| totals.len()).sum())
}

fn saved(world: &World, id: NodeId) -> Option<CheckpointId> {
    let pending = world.job()?.pending.last()?;
    let has = |task: TaskId| pending.snapshots.get(task.index()).is_some_and(Option::is_some);
    world.plan().nodes[id.index()].tasks().all(has).then_some(pending.id)
}

fn aligning(world: &World, id: NodeId) -> Option<(CheckpointId, usize, usize)> {
    let job = world.job()?;
    let inputs = world.plan().nodes[id.index()].tasks().flat_map(|t| world.plan().tasks[t.index()].inputs.clone());
    let states: Vec<Option<CheckpointId>> =
        inputs.map(|c| job.channels[c.index()].blocked.map(|(checkpoint, _)| checkpoint)).collect();
    let checkpoint = states.iter().flatten().max()?;
    Some((*checkpoint, states.iter().flatten().count(), states.len()))
}

fn channels(world: &World) -> Vec<ChannelState> {
    let plan = world.plan();
    let Some(job) = world.job() else { return vec![ChannelState::default(); plan.channels.len()] };
    let state = |(channel, spec): (&crate::channel::Channel, &crate::graph::PlanChannel)| ChannelState {
        records: channel.records(),
        capacity: spec.capacity,
        full: channel.records() >= spec.capacity,
        blocked: channel.blocked.map(|(checkpoint, _)| checkpoint),
    };
    job.channels.iter().zip(&plan.channels).map(state).collect()
}

/// Per partition: the next offset to read, and the first one. While the job is down: where it stood when it failed.
fn positions(world: &World, reel: &Reel, source: usize, node: NodeId) -> Vec<(Offset, Offset)> {
    let step = world.steps();
    let logs = &world.durable().logs[source];
    let mut next: Vec<Offset> = logs.iter().map(|log| log.first()).collect();
    match world.job() {
        Some(job) => {
            for position in world.plan().nodes[node.index()]
                .tasks()
                .filter_map(|t| job.tasks[t.index()].source())
                .flat_map(|s| &s.positions)
            {
                next[position.partition.index()] = position.next;
            }
        }
        None => {
            let until = reel.reads.partition_point(|r| r.step <= step);
            for (partition, next) in next.iter_mut().enumerate() {
                let ours = |r: &&super::reel::ReadMark| {
                    r.record.origin.source == node && r.record.origin.partition.index() == partition
                };
                if let Some(last) = reel.reads[..until].iter().rev().find(ours) {
                    *next = Offset(last.record.origin.offset.0 + 1);
                }
            }
        }
    }
    next.into_iter().zip(logs).map(|(n, log)| (n, log.first())).collect()
}

fn tapes(world: &World, reel: &Reel) -> Vec<Tape> {
    let plan = world.plan();
    let step = world.steps();
    let latest = world.durable().checkpoints.latest();
    let tape = |(i, source): (usize, &crate::scenario::Source)| {
        let node = NodeId(i as u16);
        let positions = positions(world, reel, i, node);
        let head = |(p, (next, first)): (usize, (Offset, Offset))| {
            let log = &world.durable().logs[i][p];
            let rewind = reel.restored(step).and_then(|r| {
                r.rewinds.iter().find(|w| w.source == node && w.partition.index() == p).map(|w| (w.before, w.next))
            });
            Head {
                first,
                end: log.end(),
                next,
                furthest: log.read_up_to.max(next),
                saved: latest.and_then(|c| offset_in(world, c, node, p)),
                went_back: rewind.filter(|(before, next)| next < before),
            }
        };
        let partitions = positions.into_iter().enumerate().map(head).collect();
        Tape { source: node, name: source.name.clone(), partitions }
    };
    plan.scenario.sources.iter().enumerate().map(tape).collect()
}
