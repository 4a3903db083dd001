//! Keyed state, entry by entry: what is live, and what has expired and is still held (semantics TT-13).

use crate::checkpoint::SnapshotState;
use crate::ids::{CheckpointId, EventId, TaskId};
use crate::operator::{Operate, Operator};
use crate::scenario::{StateHome, Ttl};
use crate::sim::World;
use crate::state::is_expired;
use crate::time::SimTime;

/// With more entries than this they stand in the order of the table, not in that of expiring.
const SORTED_MAX: usize = 20_000;

/// Where the state that is shown is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// In the task's memory.
    Memory,
    /// With the durable things: on a local disk or in a changelog.
    Durable,
    /// The task is down: this is what a restart would restore.
    Checkpoint(CheckpointId),
}

/// The keyed state of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct StatePage {
    /// The task.
    pub task: TaskId,
    /// Where it is shown from; none: there is none, and a restart would restore none.
    pub home: Option<Home>,
    /// Where the scenario keeps it.
    pub kept: StateHome,
    /// The rule that entries expire by.
    pub ttl: Option<Ttl>,
    /// Entries not expired.
    pub live: usize,
    /// Entries held though they have expired.
    pub held: usize,
    /// Bytes of all that is held.
    pub bytes: u64,
    /// Milliseconds until the next entry expires.
    pub next_ms: Option<u64>,
}

/// One entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryRow {
    /// What it is kept under: an id (dedup), a key (sum, count), the key of a waiting record (join).
    pub key: String,
    /// Sum, count: the total. Join: the waiting record's value.
    pub value: Option<i64>,
    /// Join: the waiting record, and the input that it came from, 0 or 1.
    pub waiting: Option<(EventId, u8)>,
    /// The record that can be looked at.
    pub record: Option<EventId>,
    /// When it was last renewed.
    pub stamp: SimTime,
    /// Where entries expire: milliseconds until then, or since.
    pub left: Option<Result<u64, u64>>,
}

/// The state of a task as of now, and where it is.
pub(super) fn held(world: &World, task: TaskId) -> Option<(&Operator, Home)> {
    let d = world.durable();
    if let Some(Some(disk)) = d.disks.get(task.index()) {
        return Some((disk, Home::Durable));
    }
    if world.is_up(task) {
        let body = &world.job()?.tasks.get(task.index())?.body;
        return super::task::operator(body).map(|o| (o, Home::Memory));
    }
    let latest = d.checkpoints.latest()?;
    match &latest.snapshots.get(task.index())?.state {
        SnapshotState::Operator(o) => Some((o, Home::Checkpoint(latest.id))),
        _ => None,
    }
}

pub(super) fn state(world: &World, task: TaskId) -> StatePage {
    let found = held(world, task);
    let now = world.now();
    let spec = world.plan().operator_of(task).map(|(_, o)| o);
    let (entries, live) = found.map_or((0, 0), |(o, _)| (o.entries(), o.live(now)));
    let ttl = spec.and_then(|o| o.ttl);
    StatePage {
        task,
        home: found.map(|(_, home)| home),
        kept: spec.map_or(StateHome::Memory, |o| o.state),
        ttl,
        live,
        held: entries - live,
        bytes: entries as u64 * spec.map_or(0, |o| o.entry_bytes),
        next_ms: ttl.zip(found.and_then(|(o, _)| o.oldest(now))).map(|(ttl, stamp)| (stamp + ttl.ms).since(now)),
    }
}

/// A part of the entries, those that expire first in front, and how many there are.
pub(super) fn entries(world: &World, task: TaskId, expired: bool, from: usize, n: usize) -> (usize, Vec<EntryRow>) {
    let Some((operator, _)) = held(world, task) else { return (0, Vec::new()) };
    let now = world.now();
    let ttl = world.plan().operator_of(task).and_then(|(_, o)| o.ttl);
    let mut places: Vec<(SimTime, u32)> = Vec::new();
    let mut put = |i: usize, stamp: SimTime| {
        if is_expired(ttl, stamp, now) == expired {
            places.push((stamp, i as u32));
        }
    };
    match operator {
        Operator::Map | Operator::Filter(_) => {}
        Operator::Dedup(o) => o.seen.iter().enumerate().for_each(|(i, (_, e))| put(i, e.stamp)),
        Operator::Reduce(o) => o.totals.iter().enumerate().for_each(|(i, (_, e))| put(i, e.stamp)),
        Operator::Join(o) => {
            let all = o.buffers().flat_map(|(_, sides)| sides).flatten();
            all.enumerate().for_each(|(i, e)| put(i, e.stamp));
        }
    }
    if ttl.is_some() && places.len() <= SORTED_MAX {
        crate::order::sort_by_key(&mut places, |p| *p);
    }
    let left = |stamp: SimTime| {
        ttl.map(|ttl| {
            let over = stamp + ttl.ms;
            if over <= now { Err(now.since(over)) } else { Ok(over.since(now)) }
        })
    };
    let row = |(stamp, i): &(SimTime, u32)| {
        let (stamp, i) = (*stamp, *i as usize);
        let plain = |key: String| EntryRow { key, value: None, waiting: None, record: None, stamp, left: left(stamp) };
        match operator {
            Operator::Map | Operator::Filter(_) => None,
            Operator::Dedup(o) => {
                let (id, _) = o.seen.at(i)?;
                Some(EntryRow { record: Some(id.clone()), ..plain(id.to_string()) })
            }
            Operator::Reduce(o) => {
                let (key, entry) = o.totals.at(i)?;
                Some(EntryRow { value: Some(entry.value), ..plain(key.to_string()) })
            }
            Operator::Join(o) => {
                let sides = o.buffers().flat_map(|(key, sides)| [(key, 0u8, &sides[0]), (key, 1, &sides[1])]);
                let (key, side, e) = sides.flat_map(|(key, s, list)| list.iter().map(move |e| (key, s, e))).nth(i)?;
                let id = e.value.id.clone();
                Some(EntryRow {
                    value: Some(e.value.value),
                    waiting: Some((id.clone(), side)),
                    record: Some(id),
                    ..plain(key.to_string())
                })
            }
        }
    };
    let total = places.len();
    (total, places.iter().skip(from).take(n).filter_map(row).collect())
}
