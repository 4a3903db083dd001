//! Operators: one kind a file, behind one small interface. Each gets a narrow context, never the world.

mod dedup;
mod join;
mod reduce;

pub use dedup::Dedup;
pub use join::{Join, Waiting};
pub use reduce::{Reduce, Reduction};

use crate::channel::Channel;
use crate::event::{Event, Events, RecordRef};
use crate::graph::Plan;
use crate::ids::TaskId;
use crate::scenario::{self, OperatorKind, TtlCleanup};
use crate::stream::{Record, StreamElement};
use crate::time::SimTime;

/// What an operator may do while it works on a record: emit, and say what happened.
#[derive(Debug)]
pub struct Ctx<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) task: TaskId,
    pub(crate) now: SimTime,
    pub(crate) channels: &'a mut [Channel],
    pub(crate) turns: &'a mut [u32],
    pub(crate) events: &'a mut Events,
    pub(crate) step: u64,
    /// Records put into channels.
    pub(crate) sent: u64,
    /// State entries looked at beyond the one that a record is for.
    pub(crate) looked_at: u64,
}

impl Ctx<'_> {
    /// Puts a record into every outgoing edge.
    #[inline]
    pub fn emit(&mut self, record: Record) {
        let plan = self.plan;
        let routes = &plan.tasks[self.task.index()].routes;
        let Some((last, others)) = routes.split_last() else {
            return;
        };
        for (i, route) in others.iter().enumerate() {
            let channel = route.channel(&record, &mut self.turns[i]);
            self.put(channel, record.clone());
        }
        let channel = last.channel(&record, &mut self.turns[others.len()]);
        self.put(channel, record);
    }

    #[inline]
    fn put(&mut self, channel: crate::ids::ChannelId, record: Record) {
        self.sent += 1;
        let sent = self.events.on.then(|| (RecordRef::from(&record), record.value));
        let latency = self.plan.channels[channel.index()].latency_ms;
        let element = StreamElement::Record(record);
        let arrives_at = self.channels[channel.index()].push(element, self.now, latency, self.step);
        if let Some((record, value)) = sent {
            self.events.push(|| Event::Sent { channel, record, value, arrives_at });
        }
    }
}

/// What every operator can do.
pub trait Operate {
    /// Works on one record: changes state, emits. `input` is the input of the node that it came through.
    fn process(&mut self, record: Record, input: u16, ctx: &mut Ctx<'_>);
    /// What a snapshot of its state holds at this moment.
    fn snapshot(&self, now: SimTime) -> Self;
    /// State entries held, expired ones too.
    fn entries(&self) -> usize;
    /// State entries not expired.
    fn live(&self, now: SimTime) -> usize;
    /// Removes expired entries, as a compaction of its files does.
    fn compact(&mut self, ctx: &mut Ctx<'_>);
}

/// An operator with its state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// Passes records on.
    Map,
    /// Passes records on if their value is at least this.
    Filter(i64),
    /// Passes a record on the first time its id is seen.
    Dedup(Dedup),
    /// A running sum or count per key.
    Reduce(Reduce),
    /// Pairs the records of two inputs.
    Join(Join),
}

impl Operator {
    /// The operator with empty state.
    pub fn new(spec: &scenario::Operator) -> Operator {
        match spec.kind {
            OperatorKind::Map => Operator::Map,
            OperatorKind::Filter { min_value } => Operator::Filter(min_value),
            OperatorKind::Dedup => Operator::Dedup(Dedup::new(spec.ttl)),
            OperatorKind::Sum => Operator::Reduce(Reduce::new(Reduction::Sum, spec.partition_by, spec.ttl)),
            OperatorKind::Count => Operator::Reduce(Reduce::new(Reduction::Count, spec.partition_by, spec.ttl)),
            OperatorKind::Join => Operator::Join(Join::new(spec.partition_by, spec.ttl)),
        }
    }

    /// State entries written at or after a moment.
    pub fn changed_since(&self, since: SimTime) -> usize {
        match self {
            Operator::Map | Operator::Filter(_) => 0,
            Operator::Dedup(o) => o.seen.changed_since(since),
            Operator::Reduce(o) => o.totals.changed_since(since),
            Operator::Join(o) => o.buffers().flat_map(|(_, s)| s).flatten().filter(|w| w.stamp >= since).count(),
        }
    }

    /// The oldest stamp among the entries that have not expired: with a TTL, that one goes first.
    pub fn oldest(&self, now: SimTime) -> Option<SimTime> {
        match self {
            Operator::Map | Operator::Filter(_) => None,
            Operator::Dedup(o) => o.seen.oldest(now),
            Operator::Reduce(o) => o.totals.oldest(now),
            Operator::Join(o) => o.oldest(now),
        }
    }

    /// Stamps every state entry anew, for broken engines.
    pub(crate) fn renew(&mut self, now: SimTime) {
        match self {
            Operator::Map | Operator::Filter(_) => {}
            Operator::Dedup(o) => o.seen.renew(now),
            Operator::Reduce(o) => o.totals.renew(now),
            Operator::Join(o) => o.renew(now),
        }
    }

    /// Whether its expired entries go when its files are compacted.
    pub fn compacts(spec: &scenario::Operator) -> bool {
        spec.ttl.is_some_and(|ttl| ttl.cleanup == TtlCleanup::Compaction)
    }
}

impl Operate for Operator {
    #[inline]
    fn process(&mut self, record: Record, input: u16, ctx: &mut Ctx<'_>) {
        let task = ctx.task;
        match self {
            Operator::Map => ctx.emit(record),
            Operator::Filter(min) if record.value >= *min => ctx.emit(record),
            Operator::Filter(_) => ctx.events.push(|| Event::Filtered { task, record: (&record).into() }),
            Operator::Dedup(o) => o.process(record, input, ctx),
            Operator::Reduce(o) => o.process(record, input, ctx),
            Operator::Join(o) => o.process(record, input, ctx),
        }
    }

    fn snapshot(&self, now: SimTime) -> Operator {
        match self {
            Operator::Map | Operator::Filter(_) => self.clone(),
            Operator::Dedup(o) => Operator::Dedup(o.snapshot(now)),
            Operator::Reduce(o) => Operator::Reduce(o.snapshot(now)),
            Operator::Join(o) => Operator::Join(o.snapshot(now)),
        }
    }

    fn entries(&self) -> usize {
        match self {
            Operator::Map | Operator::Filter(_) => 0,
            Operator::Dedup(o) => o.entries(),
            Operator::Reduce(o) => o.entries(),
            Operator::Join(o) => o.entries(),
        }
    }

    fn live(&self, now: SimTime) -> usize {
        match self {
            Operator::Map | Operator::Filter(_) => 0,
            Operator::Dedup(o) => o.live(now),
            Operator::Reduce(o) => o.live(now),
            Operator::Join(o) => o.live(now),
        }
    }

    fn compact(&mut self, ctx: &mut Ctx<'_>) {
        match self {
            Operator::Map | Operator::Filter(_) => {}
            Operator::Dedup(o) => o.compact(ctx),
            Operator::Reduce(o) => o.compact(ctx),
            Operator::Join(o) => o.compact(ctx),
        }
    }
}
