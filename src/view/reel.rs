//! The reel: one run from its first step to its last, indexed from its events for looking at it.
//!
//! It knows for every record and barrier which step put it into a channel and which step took it out or wiped it, so a
//! picture at any place needs no simulation. Nothing moves on the stage that is not in here, and nothing is in here that
//! no event names.

use std::collections::BTreeMap;

use crate::graph::Plan;
use crate::ids::{Attempt, ChannelId, CheckpointId, EventId, Key, NodeId, Offset, PartitionId, TaskId, TransactionId};
use crate::sim::{RecordRef, Stamped, WriteEffect};
use crate::time::SimTime;

/// What moves through a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cargo {
    /// A record, with its key and the value that it carries there.
    Record(RecordRef, Key, i64),
    /// A barrier.
    Barrier(CheckpointId),
}

/// How something stopped being where it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It went on by this step.
    Went(u64),
    /// It was in memory when this step wiped that.
    Wiped(u64),
    /// The run ended before.
    Never,
}

impl End {
    /// The step, or one after every step.
    pub fn step(self) -> u64 {
        match self {
            End::Went(step) | End::Wiped(step) => step,
            End::Never => NEVER,
        }
    }
}

/// One element's stay in a channel.
#[derive(Clone, Debug, PartialEq)]
pub struct Flight {
    /// The channel.
    pub channel: ChannelId,
    /// What it is.
    pub cargo: Cargo,
    /// The step that put it in: its event.
    pub sent: u64,
    /// When it is at the receiver's end.
    pub arrives: SimTime,
    /// How it left.
    pub end: End,
    /// A barrier has overtaken it by this step; none: [`NEVER`].
    pub overtaken: u64,
    /// It is part of a checkpoint since this step; none: [`NEVER`].
    pub stored: u64,
    /// Page times of the start and the end of its way over the wire, once there is a pace: looked up many times a frame.
    pub way: (f64, f64),
}

/// A step after every step.
pub const NEVER: u64 = u64::MAX;

/// One record being worked on by a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// The task.
    pub task: TaskId,
    /// The record.
    pub record: RecordRef,
    /// Its key.
    pub key: Key,
    /// The step that took it.
    pub from: u64,
    /// How the work ended.
    pub end: End,
    /// The stay in a channel that it comes from: the channel, and the step that sent it.
    pub via: Option<Via>,
    /// A source's work: the stay in a channel that it leads to.
    pub into: Option<Via>,
    /// What becomes of the record here.
    pub fate: Fate,
    /// It was in flight when a checkpoint went by, and is stored with it.
    pub stored: bool,
}

/// What becomes of a record at the end of a task's work on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It goes on.
    Passed,
    /// It becomes part of the task's state; what is sent on is another record.
    Absorbed,
    /// It is held back.
    Dropped,
}

/// A stay in a channel, by the channel and the step that sent it.
pub type Via = (ChannelId, u64);

/// One write at a destination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// The step that wrote it.
    pub step: u64,
    /// The record.
    pub record: RecordRef,
    /// Its key.
    pub key: Key,
    /// What was written.
    pub value: i64,
    /// Number of the write, from 1.
    pub row: u64,
    /// What it did.
    pub effect: WriteEffect,
    /// Beyond what is due of this id: the place in this sink's writes of the one that it repeats.
    pub repeats: Option<usize>,
    /// Its place in the list of ids that were written several times; the first of them has none.
    pub family: Option<usize>,
    /// The stay in a channel that it comes from.
    pub via: Option<Via>,
    /// Over this sink's writes up to here.
    pub tally: Tally,
}

/// Sums over the writes of one sink up to and with one of them, so that no step has to go through all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Different ids.
    pub distinct: u32,
    /// Writes beyond what is due of their id.
    pub again: u32,
    /// The places of those with the smallest and the largest id.
    pub extremes: Option<(u32, u32)>,
    /// Of this key: the largest value.
    pub most: i64,
    /// Of this key: the values beyond what is due, added up.
    pub doubled: i64,
}

/// An id that was written several times at a sink.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Family {
    /// How often it is due: once, but where several paths lead from its source to the sink, or none.
    pub due: usize,
    /// The places of its writes.
    pub places: Vec<u32>,
}

/// One read from a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadMark {
    /// The step.
    pub step: u64,
    /// The task.
    pub task: TaskId,
    /// The record.
    pub record: RecordRef,
    /// Its key.
    pub key: Key,
}

/// A task's snapshot on its way into storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Save {
    /// The task.
    pub task: TaskId,
    /// For which checkpoint.
    pub checkpoint: CheckpointId,
    /// The step that took it.
    pub from: u64,
    /// How its way ended.
    pub end: End,
}

/// A source's position put back or forward by a restart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewind {
    /// The source.
    pub source: NodeId,
    /// The partition.
    pub partition: PartitionId,
    /// The next offset before the failure.
    pub before: Offset,
    /// The next offset now.
    pub next: Offset,
}

/// A restart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restore {
    /// The step.
    pub step: u64,
    /// The attempt that begins.
    pub attempt: Attempt,
    /// What was restored.
    pub checkpoint: Option<CheckpointId>,
    /// Where the sources read on.
    pub rewinds: Vec<Rewind>,
}

/// A failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crash {
    /// The step.
    pub step: u64,
    /// The attempt that ended.
    pub attempt: Attempt,
    /// When it starts again.
    pub restart_at: Option<SimTime>,
}

/// What the coordinator and a task say to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Say {
    /// To a source: send the barrier off.
    Trigger,
    /// From a task: my part is in storage.
    Acknowledge,
    /// To a task: the checkpoint is complete.
    Complete,
}

/// One message between the coordinator and a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// The step.
    pub step: u64,
    /// What it says.
    pub say: Say,
    /// Of which checkpoint.
    pub checkpoint: CheckpointId,
    /// The task at the other end.
    pub task: TaskId,
}

/// What turned the run, by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Triggered.
    Triggered(CheckpointId),
    /// The barrier left a source.
    Injected(CheckpointId),
    /// Complete.
    Completed(CheckpointId),
    /// Not to be completed.
    Failed(CheckpointId),
    /// A transaction became final.
    Committed(NodeId, TransactionId),
    /// A transaction became void.
    Voided(NodeId, TransactionId),
    /// A commit was refused: the broker had given the transaction up.
    Refused(NodeId),
    /// The next commit of a sink will fail.
    CommitsBroken(NodeId),
    /// It has failed, and the job with it.
    CommitFailed(NodeId),
    /// Checkpoint storage cannot be written until then.
    StorageDown(SimTime),
    /// A node is slow until then.
    Slowed(NodeId, SimTime),
    /// Nothing crosses the edge with this index until then.
    Stalled(usize, SimTime),
    /// The producer sent a record again.
    SentAgain(EventId),
}

/// A run, indexed.
#[derive(Clone, Debug, Default)]
pub struct Reel {
    /// Virtual time of each step; the first is the start.
    pub at: Vec<SimTime>,
    /// Per channel, in the order of sending.
    pub flights: Vec<Vec<Flight>>,
    /// Per channel and flight: the largest end so far, so that the flights still open are found quickly.
    pub cleared: Vec<Vec<u64>>,
    /// Per task, in order.
    pub works: Vec<Vec<Work>>,
    /// Per node; empty but for sinks.
    pub writes: Vec<Vec<Write>>,
    /// Per node: the ids that were written several times.
    pub families: Vec<Vec<Family>>,
    /// Per node: the places of each key's writes.
    pub by_key: Vec<BTreeMap<Key, Vec<u32>>>,
    /// In order.
    pub reads: Vec<ReadMark>,
    /// In order.
    pub saves: Vec<Save>,
    /// In order.
    pub crashes: Vec<Crash>,
    /// In order.
    pub restores: Vec<Restore>,
    /// In order, with their steps.
    pub turns: Vec<(u64, Turn)>,
    /// In order.
    pub messages: Vec<Message>,
}

impl Reel {
    /// Indexes a run: the virtual time of every step, and all its events.
    pub fn new<'e>(plan: &Plan, at: Vec<SimTime>, events: impl Iterator<Item = &'e Stamped>) -> Reel {
        let mut winder = super::winder::Winder::new(plan, at);
        for stamped in events {
            winder.take(stamped);
        }
        winder.finish()
    }

    /// The flights of a channel that are under way after `step`, oldest first.
    pub fn in_channel(&self, channel: usize, step: u64) -> impl Iterator<Item = &Flight> {
        self.around(channel, step).iter().filter(move |f| f.end.step() > step)
    }

    /// The same, and between them those that have left the queue before their turn.
    pub fn around(&self, channel: usize, step: u64) -> &[Flight] {
        let flights = &self.flights[channel];
        let first = self.cleared[channel].partition_point(|end| *end <= step);
        let last = flights.partition_point(|f| f.sent <= step);
        &flights[first.min(last)..last]
    }

    /// What a task works on after `step`.
    pub fn at_work(&self, task: usize, step: u64) -> Option<&Work> {
        let works = &self.works[task];
        let last = works.partition_point(|w| w.from <= step);
        last.checked_sub(1).map(|i| &works[i]).filter(|w| w.end.step() > step)
    }

    /// The writes at a sink up to `step`.
    pub fn written(&self, node: usize, step: u64) -> &[Write] {
        let writes = &self.writes[node];
        &writes[..writes.partition_point(|w| w.step <= step)]
    }

    /// The last restart up to `step`.
    pub fn restored(&self, step: u64) -> Option<&Restore> {
        self.restores[..self.restores.partition_point(|r| r.step <= step)].last()
    }

    /// The last failure up to `step`.
    pub fn crashed(&self, step: u64) -> Option<&Crash> {
        self.crashes[..self.crashes.partition_point(|c| c.step <= step)].last()
    }
}
