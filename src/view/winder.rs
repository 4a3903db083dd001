//! Winds a reel: takes the events of a run one by one and notes who was where, from which step to which.

use std::collections::BTreeMap;

use super::reel::{
    Cargo, Crash, End, Family, Fate, Flight, Message, NEVER, ReadMark, Reel, Restore, Rewind, Save, Say, Tally, Turn,
    Via, Work, Write,
};
use crate::check::Truth;
use crate::graph::{Plan, Role};
use crate::ids::{ChannelId, CheckpointId, EventId, Key, TaskId};
use crate::scenario::{OperatorKind, SinkKind};
use crate::sim::{Event, RecordRef, Stamped};
use crate::stream::Origin;
use crate::time::SimTime;

/// Whether an operator makes its own records out of those that it takes in.
const fn absorbs(kind: OperatorKind) -> bool {
    matches!(kind, OperatorKind::Sum | OperatorKind::Count | OperatorKind::Join)
}

/// Builds a reel, event by event.
pub(super) struct Winder<'a> {
    plan: &'a Plan,
    reel: Reel,
    keys: BTreeMap<Origin, Key>,
    /// Per channel: flights that are not over.
    open: Vec<Vec<usize>>,
    /// Per channel: the place among the open flights behind the one that was stored last.
    stored: Vec<usize>,
    /// Per node: the first write of each id, and its place among the ids that were written several times.
    first: Vec<BTreeMap<EventId, (usize, Option<usize>)>>,
    /// How often each id is due at each sink; none where each is due once everywhere.
    truth: Option<Truth>,
}

/// Whether an id can be due anywhere more or less than once: it stands in several sources, comes by several ways, or a
/// filter holds it back where it stands first and lets it through with another value.
fn may_differ(plan: &Plan) -> bool {
    let filters = |kind: OperatorKind| matches!(kind, OperatorKind::Filter { .. });
    plan.scenario.sources.len() > 1
        || plan.nodes.iter().any(|n| n.inputs.len() > 1)
        || plan.scenario.operators.iter().any(|o| filters(o.kind))
}

/// Of the writes of one id, the last of which has just been added: the one that it repeats, as what came by one path
/// repeats what came by it before. Where nothing was due the first stands for what should have been enough: itself.
pub(super) fn repeated(due: usize, places: impl ExactSizeIterator<Item = usize> + Clone) -> Option<usize> {
    let beyond = places.len().checked_sub(due + 1)?;
    places.clone().nth(beyond.checked_rem(due).unwrap_or(0))
}

impl<'a> Winder<'a> {
    pub(super) fn new(plan: &'a Plan, at: Vec<SimTime>) -> Winder<'a> {
        let reel = Reel {
            at,
            flights: vec![Vec::new(); plan.channels.len()],
            works: vec![Vec::new(); plan.tasks.len()],
            writes: vec![Vec::new(); plan.nodes.len()],
            families: vec![Vec::new(); plan.nodes.len()],
            by_key: vec![BTreeMap::new(); plan.nodes.len()],
            ..Reel::default()
        };
        Winder {
            plan,
            reel,
            keys: BTreeMap::new(),
            open: vec![Vec::new(); plan.channels.len()],
            stored: vec![0; plan.channels.len()],
            first: vec![BTreeMap::new(); plan.nodes.len()],
            truth: may_differ(plan).then(|| Truth::of(&plan.scenario, None)),
        }
    }

    pub(super) fn take(&mut self, Stamped { step, at, event }: &Stamped) {
        let (step, at) = (*step, *at);
        match event {
            Event::Read { task, record, key, .. } => {
                self.keys.insert(record.origin, key.clone());
                self.reel.reads.push(ReadMark { step, task: *task, record: record.clone(), key: key.clone() });
                self.start_work(*task, record, step, None);
            }
            Event::Sent { channel, record, value, arrives_at } => {
                let from = self.plan.channels[channel.index()].from;
                self.lead_to(from, *channel, step);
                self.end_work(from, step);
                self.send(*channel, Cargo::Record(record.clone(), self.key_of(record), *value), step, *arrives_at);
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
                let due = match (self.plan.nodes[sink.index()].role, &self.truth) {
                    (Role::Sink(i), Some(truth)) => {
                        // What is replaced in place is never there once too often.
                        let replaces = matches!(
                            self.plan.scenario.sinks[i].kind,
                            SinkKind::Set | SinkKind::Upsert | SinkKind::UniqueInsert
                        );
                        truth.due_at_sink(i, &record.id).max(usize::from(replaces))
                    }
                    _ => 1,
                };
                let known = self.first[sink.index()].entry(record.id.clone()).or_insert((place, None));
                let (mut repeats, mut of_id) = (None, None);
                if known.0 != place || due == 0 {
                    let families = &mut self.reel.families[sink.index()];
                    let family = *known.1.get_or_insert_with(|| {
                        let places = if known.0 == place { Vec::new() } else { vec![known.0 as u32] };
                        families.push(Family { due, places });
                        families.len() - 1
                    });
                    of_id = Some(family);
                    let places = &mut families[family].places;
                    places.push(place as u32);
                    repeats = repeated(due, places.iter().map(|p| *p as usize));
                }
                let is_new = known.0 == place;
                let tally = self.tally(sink.index(), record, key, *value, (is_new, repeats.is_some()));
                self.reel.writes[sink.index()].push(Write {
                    step,
                    record: record.clone(),
                    key: key.clone(),
                    value: *value,
                    row: *row,
                    effect: *effect,
                    repeats,
                    family: of_id,
                    via,
                    tally,
                });
            }
            Event::RestoredInFlight { channel, record } => {
                let cargo = Cargo::Record(record.clone(), self.key_of(record), 0);
                self.send(*channel, cargo, step, at);
                // It has arrived, and it is in the checkpoint that it comes from.
                if let Some(flight) = self.reel.flights[channel.index()].last_mut() {
                    flight.arrives = at;
                    flight.stored = step;
                }
            }
            Event::Triggered { checkpoint } => {
                self.turn(step, Turn::Triggered(*checkpoint));
                let plan = self.plan;
                let sources = plan.nodes.iter().filter(|n| matches!(n.role, Role::Source(_)));
                for task in sources.flat_map(|n| n.tasks()) {
                    self.say(step, Say::Trigger, *checkpoint, task);
                }
            }
            Event::BarrierSent { channel, checkpoint, arrives_at } => {
                self.send(*channel, Cargo::Barrier(*checkpoint), step, *arrives_at);
            }
            Event::Stalled { edge, until } => {
                self.turn(step, Turn::Stalled(usize::from(*edge), *until));
                self.hold_up(usize::from(*edge), at, *until);
            }
            Event::Injected { checkpoint, .. } => {
                self.turn(step, Turn::Injected(*checkpoint));
            }
            Event::Snapshotted { task, checkpoint, .. } => {
                self.reel.saves.push(Save { task: *task, checkpoint: *checkpoint, from: step, end: End::Never });
            }
            Event::BarrierArrived { channel, checkpoint, overtook } => {
                let barrier = self.leave(*channel, step, |cargo| *cargo == Cargo::Barrier(*checkpoint));
                if let Some((_, sent)) = barrier.filter(|_| *overtook > 0) {
                    let flights = &mut self.reel.flights[channel.index()];
                    for i in &self.open[channel.index()] {
                        let flight = &mut flights[*i];
                        if flight.sent < sent {
                            flight.overtaken = flight.overtaken.min(step);
                        }
                    }
                }
            }
            Event::Stored { channel, record, .. } => {
                let flights = &mut self.reel.flights[channel.index()];
                let open = &self.open[channel.index()];
                // They are stored in the order of the queue: the next one mostly follows the last one.
                let hint = &mut self.stored[channel.index()];
                let places = (0..open.len()).map(|k| (*hint + k) % open.len());
                let is_it = |i: &usize| matches!(&flights[open[*i]].cargo, Cargo::Record(r, ..) if r == record);
                if let Some(place) = places.into_iter().find(is_it) {
                    *hint = place + 1;
                    let flight = &mut flights[open[place]];
                    flight.stored = flight.stored.min(step);
                } else if let Some(work) = self.reel.works[self.plan.channels[channel.index()].to.index()]
                    .last_mut()
                    .filter(|w| w.record == *record)
                {
                    // It was sent before the barrier and has just been taken behind the snapshot.
                    work.stored = true;
                    let just_left = |f: &&mut Flight| matches!(&f.cargo, Cargo::Record(r, ..) if r == record);
                    let left = work.via.and_then(|(_, sent)| flights.binary_search_by_key(&sent, |f| f.sent).ok());
                    if let Some(flight) = left.and_then(|i| flights.get_mut(i)).filter(just_left) {
                        flight.stored = step;
                    }
                }
            }
            Event::Notified { task, checkpoint } => self.say(step, Say::Complete, *checkpoint, *task),
            Event::Acknowledged { task, checkpoint, .. } => {
                self.say(step, Say::Acknowledge, *checkpoint, *task);
                let save = |s: &&mut Save| s.task == *task && s.checkpoint == *checkpoint && s.end == End::Never;
                if let Some(save) = self.reel.saves.iter_mut().rev().find(save) {
                    save.end = End::Went(step);
                }
            }
            Event::Completed { checkpoint } => self.turn(step, Turn::Completed(*checkpoint)),
            Event::CheckpointFailed { checkpoint, .. } => self.turn(step, Turn::Failed(*checkpoint)),
            Event::Committed { sink, transaction } => self.turn(step, Turn::Committed(*sink, *transaction)),
            Event::TransactionAborted { sink, transaction, .. } => self.turn(step, Turn::Voided(*sink, *transaction)),
            Event::CommitRefused { sink, .. } => self.turn(step, Turn::Refused(*sink)),
            Event::StorageDown { until } => self.turn(step, Turn::StorageDown(*until)),
            Event::Slowed { node, until, .. } => self.turn(step, Turn::Slowed(*node, *until)),
            Event::CommitsBroken { sink } => self.turn(step, Turn::CommitsBroken(*sink)),
            Event::CommitFailed { sink, .. } => self.turn(step, Turn::CommitFailed(*sink)),
            Event::Redelivered { id, .. } => self.turn(step, Turn::SentAgain(id.clone())),
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

    fn tally(&mut self, sink: usize, record: &RecordRef, key: &Key, value: i64, (new, again): (bool, bool)) -> Tally {
        let writes = &self.reel.writes[sink];
        let place = writes.len() as u32;
        let before = writes.last().map_or(Tally::default(), |w| w.tally);
        let of_key = self.reel.by_key[sink].entry(key.clone()).or_default();
        let of_key_before = of_key.last().map(|i| writes[*i as usize].tally);
        of_key.push(place);
        let id = |i: u32| writes.get(i as usize).map_or(&record.id, |w| &w.record.id);
        let extremes = match before.extremes {
            Some((low, high)) if again => {
                Some((if record.id < *id(low) { place } else { low }, if record.id > *id(high) { place } else { high }))
            }
            None if again => Some((place, place)),
            other => other,
        };
        Tally {
            distinct: before.distinct + u32::from(new),
            again: before.again + u32::from(again),
            extremes,
            most: of_key_before.map_or(value, |t| t.most.max(value)),
            doubled: of_key_before.map_or(0, |t| t.doubled) + if again { value } else { 0 },
        }
    }

    fn say(&mut self, step: u64, say: Say, checkpoint: CheckpointId, task: TaskId) {
        self.reel.messages.push(Message { step, say, checkpoint, task });
    }

    fn start_work(&mut self, task: TaskId, record: &RecordRef, step: u64, via: Option<Via>) {
        self.end_work(task, step);
        let key = self.key_of(record);
        let fate = match self.plan.node_of(task).role {
            Role::Operator(i) if absorbs(self.plan.scenario.operators[i].kind) => Fate::Absorbed,
            _ => Fate::Passed,
        };
        let work = Work {
            task,
            record: record.clone(),
            key,
            from: step,
            end: End::Never,
            via,
            into: None,
            fate,
            stored: false,
        };
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

    /// What is on the wire of a stalled edge does not arrive before its end.
    fn hold_up(&mut self, edge: usize, at: SimTime, until: SimTime) {
        for (channel, open) in self.open.iter().enumerate() {
            if self.plan.channels[channel].edge == edge {
                for flight in open {
                    let arrives = &mut self.reel.flights[channel][*flight].arrives;
                    if *arrives > at {
                        *arrives = until.max(*arrives);
                    }
                }
            }
        }
    }

    fn send(&mut self, channel: ChannelId, cargo: Cargo, step: u64, arrives: SimTime) {
        let list = &mut self.reel.flights[channel.index()];
        self.open[channel.index()].push(list.len());
        let (end, way) = (End::Never, (0.0, 0.0));
        list.push(Flight { channel, cargo, sent: step, arrives, end, overtaken: NEVER, stored: NEVER, way });
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

    pub(super) fn finish(mut self) -> Reel {
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
