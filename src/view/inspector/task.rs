//! A task and a channel as of the position.

use crate::graph::Role;
use crate::ids::{Attempt, ChannelId, CheckpointId, EventId, NodeId, Offset, PartitionId, TaskId};
use crate::operator::Operate;
use crate::sim::{Body, RecordRef, Working, World};
use crate::stream::StreamElement;
use crate::time::SimTime;
use crate::view::reel::Fate;
use crate::view::show::Show;

/// What a task is busy with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Busy {
    /// It is down, until then; none: for good.
    Down(Option<SimTime>),
    /// It is loading its state.
    Restoring(SimTime),
    /// Nothing.
    Idle,
    /// A record, from when to when.
    Record(RecordRef, SimTime, SimTime),
    /// The synchronous part of a snapshot, until then.
    Sync(CheckpointId, SimTime),
}

/// Where a source task stands in one partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Which.
    pub partition: PartitionId,
    /// The first offset of its log.
    pub first: Offset,
    /// The next to read.
    pub next: Offset,
    /// Behind the last.
    pub end: Offset,
}

/// A task.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskPage {
    /// Which.
    pub task: TaskId,
    /// Its node.
    pub node: NodeId,
    /// What its node is.
    pub role: Role,
    /// The attempt that it belongs to.
    pub attempt: Attempt,
    /// What it is busy with.
    pub busy: Busy,
    /// Time that it takes for a record just now.
    pub service_ms: u64,
    /// That is not its own speed, until then.
    pub slow_until: Option<SimTime>,
    /// Records worked on so far, over all attempts; of those, held back.
    pub worked: (u64, u64),
    /// Barriers of this checkpoint that are in, of how many; channels wait meanwhile.
    pub aligning: Option<(CheckpointId, u32, usize)>,
    /// A source: its positions.
    pub positions: Vec<Position>,
    /// An operator: state entries held.
    pub entries: Option<usize>,
    /// Channels into it.
    pub inputs: Vec<ChannelId>,
    /// Channels out of it.
    pub outputs: Vec<ChannelId>,
}

pub(super) fn task(show: &Show, task: TaskId) -> TaskPage {
    let world = show.world();
    let plan = world.plan();
    let spec = &plan.tasks[task.index()];
    let running = world.job().and_then(|j| j.tasks.get(task.index()));
    let works = &show.reel().works[task.index()];
    let done = &works[..works.partition_point(|w| w.from <= world.steps())];
    let held_back = done.iter().filter(|w| w.fate == Fate::Dropped && w.end.step() <= world.steps()).count();
    let logs = |source: usize, partition: PartitionId| &world.durable().logs[source][partition.index()];
    let positions = match (plan.source_of(task), running.and_then(|t| t.source())) {
        (Some((s, _)), Some(source)) => source
            .positions
            .iter()
            .map(|p| Position {
                partition: p.partition,
                first: logs(s, p.partition).first(),
                next: p.next,
                end: logs(s, p.partition).end(),
            })
            .collect(),
        _ => Vec::new(),
    };
    let aligning = running.and_then(|t| {
        let inputs = spec.inputs.len();
        let collecting = t.alignment.collecting.as_ref().map(|c| (c.checkpoint, c.arrived, inputs));
        collecting.or(t.alignment.counting.last().map(|c| (c.checkpoint, c.arrived, inputs)))
    });
    TaskPage {
        task,
        node: spec.node,
        role: plan.node_of(task).role,
        attempt: running.map_or(world.master().attempt, |t| t.attempt),
        busy: busy(world, task),
        service_ms: world.service_ms(spec.node),
        slow_until: world.surroundings().slow[spec.node.index()].map(|(_, until)| until),
        worked: (done.len() as u64, held_back as u64),
        aligning: aligning.filter(|(_, arrived, inputs)| (*arrived as usize) < *inputs),
        positions,
        entries: super::state::held(world, task).map(|(o, _)| o.entries()).filter(|_| super::has_state(plan, task)),
        inputs: spec.inputs.clone(),
        outputs: spec.outputs.clone(),
    }
}

fn busy(world: &World, task: TaskId) -> Busy {
    let region = world.plan().tasks[task.index()].region;
    let covers = |r: Option<u16>| r.is_none_or(|r| r == region);
    let running = world.job().and_then(|j| j.tasks.get(task.index())).filter(|_| world.is_up(task));
    let Some(running) = running else {
        return Busy::Down(world.master().restarts.iter().find(|r| covers(r.region)).map(|r| r.at));
    };
    if let Some(loading) = world.master().restoring.iter().find(|r| covers(r.region)) {
        return Busy::Restoring(loading.until);
    }
    match &running.working {
        Working::Idle => Busy::Idle,
        Working::Record { record, since, until, .. } => Busy::Record((&**record).into(), *since, *until),
        Working::Sync { checkpoint, until } => Busy::Sync(*checkpoint, *until),
    }
}

/// A channel.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelPage {
    /// Which.
    pub channel: ChannelId,
    /// The sender.
    pub from: TaskId,
    /// The receiver.
    pub to: TaskId,
    /// Records in it.
    pub records: u64,
    /// Records that it may hold.
    pub capacity: u64,
    /// Time on the wire.
    pub latency_ms: u64,
    /// It waits for the other inputs' barriers of this checkpoint, since then.
    pub blocked: Option<(CheckpointId, SimTime)>,
    /// Nothing crosses until then.
    pub stalled_until: Option<SimTime>,
    /// The last checkpoint whose barrier has come through.
    pub last_barrier: Option<CheckpointId>,
    /// Nothing is in it, because the receiver is down.
    pub is_down: bool,
}

pub(super) fn channel(world: &World, channel: ChannelId) -> ChannelPage {
    let spec = &world.plan().channels[channel.index()];
    let inside = world.job().map(|j| &j.channels[channel.index()]);
    ChannelPage {
        channel,
        from: spec.from,
        to: spec.to,
        records: inside.map_or(0, |c| c.records()),
        capacity: spec.capacity,
        latency_ms: spec.latency_ms,
        blocked: inside.and_then(|c| c.blocked),
        stalled_until: world.surroundings().stalled[spec.edge].filter(|until| *until > world.now()),
        last_barrier: inside.map(|c| c.last_barrier).filter(|b| b.0 > 0),
        is_down: !world.is_up(spec.to),
    }
}

/// One thing in a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// A record, with the value that it carries there; or a barrier, or word that a checkpoint is off.
    pub what: Result<(RecordRef, i64), CheckpointId>,
    /// When it was put in.
    pub sent_at: SimTime,
    /// When it reaches the receiver; none: it waits there.
    pub arrives_at: Option<SimTime>,
}

impl Content {
    /// The record's id.
    pub fn id(&self) -> Option<&EventId> {
        self.what.as_ref().ok().map(|(r, _)| &r.id)
    }
}

pub(super) fn contents(world: &World, channel: ChannelId, from: usize, n: usize) -> (usize, Vec<Content>) {
    let Some(job) = world.job() else { return (0, Vec::new()) };
    let queue = job.channels[channel.index()].queue();
    let content = |e: &crate::stream::InFlight| Content {
        what: match &e.element {
            StreamElement::Record(r) => Ok((r.into(), r.value)),
            StreamElement::Barrier(b) => Err(b.checkpoint),
            StreamElement::Cancel(c) => Err(*c),
        },
        sent_at: e.sent_at,
        arrives_at: Some(e.arrives_at).filter(|at| *at > world.now()),
    };
    (queue.len(), queue.iter().skip(from).take(n).map(content).collect())
}

/// Whether a task is a source's, an operator's or a sink's body that has state of its own to show.
pub(super) fn operator(body: &Body) -> Option<&crate::operator::Operator> {
    match body {
        Body::Operator(o) => Some(o),
        Body::Source(_) | Body::Sink(_) => None,
    }
}
