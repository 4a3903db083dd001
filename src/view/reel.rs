//! The reel: one run from its first step to its last, indexed from its events for looking at it.
//!
//! It knows for every record and barrier which step put it into a channel and which step took it out or wiped it, so a
//! picture at any place needs no simulation. Nothing moves on the stage that is not in here, and nothing is in here that
//! no event names.

use std::collections::BTreeMap;

use crate::graph::{Plan, Role};
use crate::ids::{Attempt, ChannelId, CheckpointId, Key, NodeId, Offset, PartitionId, TaskId, TransactionId};
use crate::scenario::OperatorKind;
use crate::sim::{Event, RecordRef, Stamped, WriteEffect};
use crate::stream::Origin;
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
            End::Never => u64::MAX,
        }
    }
}

/// One element's stay in a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
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
}

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
    /// The place in this sink's writes of the first one with the same id.
    pub repeats: Option<usize>,
    /// The stay in a channel that it comes from.
    pub via: Option<Via>,
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

/// What became of a checkpoint, by step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}

impl Reel {
    /// Indexes a run: the virtual time of every step, and all its events.
    pub fn new<'e>(plan: &Plan, at: Vec<SimTime>, events: impl Iterator<Item = &'e Stamped>) -> Reel {
        let mut winder = Winder::new(plan, at);
        for stamped in events {
            winder.take(stamped);
        }
        winder.finish()
    }

    /// The flights of a channel that are under way after `step`, oldest first.
    pub fn in_channel(&self, channel: usize, step: u64) -> impl Iterator<Item = &Flight> {
        let flights = &self.flights[channel];
        let first = self.cleared[channel].partition_point(|end| *end <= step);
        let last = flights.partition_point(|f| f.sent <= step);
        flights[first.min(last)..last].iter().filter(move |f| f.end.step() > step)
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

    /// The step that read this offset of a source first.
    pub fn first_read(&self, source: NodeId, offset: Offset) -> Option<u64> {
        let here = |r: &&ReadMark| r.record.origin.source == source && r.record.origin.offset == offset;
        self.reads.iter().find(here).map(|r| r.step)
    }
}

/// Whether an operator makes its own records out of those that it takes in.
const fn absorbs(kind: OperatorKind) -> bool {
    matches!(kind, OperatorKind::Sum | OperatorKind::Count | OperatorKind::Join)
}

/// Builds a reel, event by event.
struct Winder<'a> {
    plan: &'a Plan,
    reel: Reel,
    keys: BTreeMap<Origin, Key>,
    /// Per channel: flights that are not over.
    open: Vec<Vec<usize>>,
    /// Per node: the first write of each id.
    first: Vec<BTreeMap<crate::ids::EventId, usize>>,
}

impl<'a> Winder<'a> {
    fn new(plan: &'a Plan, at: Vec<SimTime>) -> Winder<'a> {
        let reel = Reel {
            at,
            flights: vec![Vec::new(); plan.channels.len()],
            works: vec![Vec::new(); plan.tasks.len()],
            writes: vec![Vec::new(); plan.nodes.len()],
            ..Reel::default()
        };
        Winder {
            plan,
            reel,
            keys: BTreeMap::new(),
            open: vec![Vec::new(); plan.channels.len()],
            first: vec![BTreeMap::new(); plan.nodes.len()],
        }
    }

    fn take(&mut self, Stamped { step, at, event }: &Stamped) {
        let (step, at) = (*step, *at);
        match event {
            Event::Read { task, record, key, .. } => {
                self.keys.insert(record.origin, key.clone());
                self.reel.reads.push(ReadMark { step, task: *task, record: record.clone(), key: key.clone() });
                self.start_work(*task, record, step, None);
            }
            Event::Sent { channel, record, value } => {
                let from = self.plan.channels[channel.index()].from;
                self.lead_to(from, *channel, step);
                self.end_work(from, step);
                self.send(*channel, Cargo::Record(record.clone(), self.key_of(record), *value), step, at);
            }
            Event::Taken { channel, record } => {
                let via = self.leave(*channel, step, |cargo| matches!(cargo, Cargo::Record(r, ..) if r == record));
                self.start_work(self.plan.channels[channel.index()].to, record, step, via);
            }
            Event::Processed { task, .. } => self.end_work(*task, step),
            Event::DedupDropped { task, .. } | Event::Filtered { task, .. } => {
                if let Some(work) = self.reel.works[task.index()].last_mut() {
                    work.fate = Fate::Dropped;
                }
                self.end_work(*task, step);
            }
            Event::Written { sink, record, key, value, row, effect, .. } => {
                let task = self.plan.nodes[sink.index()].first_task;
                self.end_work(task, step);
                let via = self.reel.works[task.index()].last().filter(|w| w.record == *record).and_then(|w| w.via);
                let place = self.reel.writes[sink.index()].len();
                let first = *self.first[sink.index()].entry(record.id.clone()).or_insert(place);
                self.reel.writes[sink.index()].push(Write {
                    step,
                    record: record.clone(),
                    key: key.clone(),
                    value: *value,
                    row: *row,
                    effect: *effect,
                    repeats: (first != place).then_some(first),
                    via,
                });
            }
            Event::RestoredInFlight { channel, record } => {
                let cargo = Cargo::Record(record.clone(), self.key_of(record), 0);
                self.send(*channel, cargo, step, at);
            }
            Event::Triggered { checkpoint } => self.turn(step, Turn::Triggered(*checkpoint)),
            Event::Injected { task, checkpoint } => {
                self.turn(step, Turn::Injected(*checkpoint));
                self.forward_barrier(*task, *checkpoint, step, at);
            }
            Event::Snapshotted { task, checkpoint, .. } => {
                self.reel.saves.push(Save { task: *task, checkpoint: *checkpoint, from: step, end: End::Never });
                if !matches!(self.plan.node_of(*task).role, Role::Source(_)) {
                    self.forward_barrier(*task, *checkpoint, step, at);
                }
            }
            Event::BarrierArrived { channel, checkpoint, .. } => {
                let _ = self.leave(*channel, step, |cargo| *cargo == Cargo::Barrier(*checkpoint));
            }
            Event::Acknowledged { task, checkpoint, .. } => {
                let save = |s: &&mut Save| s.task == *task && s.checkpoint == *checkpoint && s.end == End::Never;
                if let Some(save) = self.reel.saves.iter_mut().rev().find(save) {
                    save.end = End::Went(step);
                }
            }
            Event::Completed { checkpoint } => self.turn(step, Turn::Completed(*checkpoint)),
            Event::CheckpointFailed { checkpoint, .. } => self.turn(step, Turn::Failed(*checkpoint)),
            Event::Committed { sink, transaction } => self.turn(step, Turn::Committed(*sink, *transaction)),
            Event::TransactionAborted { sink, transaction, .. } => self.turn(step, Turn::Voided(*sink, *transaction)),
            Event::Crashed { attempt, region, restart_at, .. } => {
                self.reel.crashes.push(Crash { step, attempt: *attempt, restart_at: *restart_at });
                self.wipe(region.as_deref(), step);
            }
            Event::Restarted { attempt, checkpoint, .. } => self.reel.restores.push(Restore {
                step,
                attempt: *attempt,
                checkpoint: *checkpoint,
                rewinds: Vec::new(),
            }),
            Event::Repositioned { source, partition, before, next } => {
                if let Some(restore) = self.reel.restores.last_mut() {
                    let rewind = Rewind { source: *source, partition: *partition, before: *before, next: *next };
                    restore.rewinds.push(rewind);
                }
            }
            // The rest changes no place: the scene reads it from the world.
            _ => {}
        }
    }

    fn key_of(&self, record: &RecordRef) -> Key {
        self.keys.get(&record.origin).cloned().unwrap_or(Key::Numbered(0))
    }

    fn turn(&mut self, step: u64, turn: Turn) {
        self.reel.turns.push((step, turn));
    }

    fn start_work(&mut self, task: TaskId, record: &RecordRef, step: u64, via: Option<Via>) {
        self.end_work(task, step);
        let key = self.key_of(record);
        let fate = match self.plan.node_of(task).role {
            Role::Operator(i) if absorbs(self.plan.scenario.operators[i].kind) => Fate::Absorbed,
            _ => Fate::Passed,
        };
        let work = Work { task, record: record.clone(), key, from: step, end: End::Never, via, into: None, fate };
        self.reel.works[task.index()].push(work);
    }

    fn end_work(&mut self, task: TaskId, step: u64) {
        if let Some(work) = self.reel.works[task.index()].last_mut().filter(|w| w.end == End::Never) {
            work.end = End::Went(step);
        }
    }

    /// A record that was just read is the same thing in the source and in the first channel that it goes into.
    fn lead_to(&mut self, task: TaskId, channel: ChannelId, step: u64) {
        if let Some(work) = self.reel.works[task.index()].last_mut().filter(|w| w.end == End::Never && w.via.is_none())
        {
            work.into = Some((channel, step));
        }
    }

    fn forward_barrier(&mut self, task: TaskId, checkpoint: CheckpointId, step: u64, at: SimTime) {
        let plan = self.plan;
        for channel in &plan.tasks[task.index()].outputs {
            self.send(*channel, Cargo::Barrier(checkpoint), step, at);
        }
    }

    fn send(&mut self, channel: ChannelId, cargo: Cargo, step: u64, at: SimTime) {
        let latency = self.plan.edges[self.plan.channels[channel.index()].edge].latency_ms;
        let list = &mut self.reel.flights[channel.index()];
        self.open[channel.index()].push(list.len());
        list.push(Flight { channel, cargo, sent: step, arrives: at + latency, end: End::Never });
    }

    fn leave(&mut self, channel: ChannelId, step: u64, is_it: impl Fn(&Cargo) -> bool) -> Option<Via> {
        let flights = &mut self.reel.flights[channel.index()];
        let open = &mut self.open[channel.index()];
        let place = open.iter().position(|i| is_it(&flights[*i].cargo))?;
        let flight = &mut flights[open.remove(place)];
        flight.end = End::Went(step);
        Some((channel, flight.sent))
    }

    fn wipe(&mut self, region: Option<&[TaskId]>, step: u64) {
        let hit = |task: TaskId| region.is_none_or(|tasks| tasks.contains(&task));
        for (channel, open) in self.open.iter_mut().enumerate() {
            let plan = &self.plan.channels[channel];
            if hit(plan.from) || hit(plan.to) {
                for i in open.drain(..) {
                    self.reel.flights[channel][i].end = End::Wiped(step);
                }
            }
        }
        for work in self.reel.works.iter_mut().filter_map(|works| works.last_mut()) {
            if work.end == End::Never && hit(work.task) {
                work.end = End::Wiped(step);
            }
        }
        for save in &mut self.reel.saves {
            if save.end == End::Never {
                save.end = End::Wiped(step);
            }
        }
    }

    fn finish(mut self) -> Reel {
        let largest = |flights: &Vec<Flight>| {
            let mut most = 0;
            flights
                .iter()
                .map(|f| {
                    most = f.end.step().max(most);
                    most
                })
                .collect()
        };
        self.reel.cleared = self.reel.flights.iter().map(largest).collect();
        self.reel
    }
}
