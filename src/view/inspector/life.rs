//! The life of a record: every reading of it, from the log to where it ended, over all attempts. From the events alone.

use crate::event::{Event, RecordRef, Stamped, WriteEffect};
use crate::graph::Plan;
use crate::ids::{Attempt, ChannelId, EventId, NodeId, TaskId, TransactionId};
use crate::stream::Origin;
use crate::time::SimTime;
use crate::view::show::Show;

/// What a line tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tells {
    /// Something that happened to it.
    Happened(Event),
    /// It was in this task's memory when that was wiped.
    LostAtTask(TaskId),
    /// It was in this channel when that was wiped.
    LostInChannel(ChannelId),
}

/// One moment of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LifeLine {
    /// The step.
    pub step: u64,
    /// Virtual time.
    pub at: SimTime,
    /// What it tells.
    pub tells: Tells,
}

/// One reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The place in the log.
    pub origin: Origin,
    /// The attempt that read it.
    pub attempt: Attempt,
    /// The offset had been read before.
    pub replayed: bool,
    /// The producer had sent it before.
    pub redelivered: bool,
    /// Its moments, in order.
    pub lines: Vec<LifeLine>,
}

/// A record's life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Life {
    /// Its business identity.
    pub id: EventId,
    /// In the order in which they began; none: nobody reads it in this run.
    pub readings: Vec<Reading>,
    /// The position of the run: later moments are still to come.
    pub step: u64,
}

/// The life of a record over the whole run.
pub fn life(show: &Show, id: &EventId) -> Life {
    let plan = show.world().plan();
    let mut teller = Teller { plan, id, readings: Vec::new(), at: Vec::new(), rows: Vec::new() };
    for stamped in show.history().all_events().iter() {
        teller.hear(stamped);
    }
    Life { id: id.clone(), readings: teller.readings, step: show.history().step() }
}

/// Where a copy of a reading is in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Task(TaskId),
    Channel(ChannelId),
}

struct Teller<'a> {
    plan: &'a Plan,
    id: &'a EventId,
    readings: Vec<Reading>,
    /// Copies in memory: which reading, where.
    at: Vec<(usize, Place)>,
    /// Rows in transactions: of which reading.
    rows: Vec<(usize, NodeId, TransactionId)>,
}

impl Teller<'_> {
    fn hear(&mut self, stamped: &Stamped) {
        if let Event::Crashed { region, .. } = &stamped.event {
            return self.wiped(stamped, region.as_deref());
        }
        match &stamped.event {
            Event::Committed { sink, transaction }
            | Event::CommitRefused { sink, transaction }
            | Event::TransactionAborted { sink, transaction, .. } => {
                let found = self.rows.iter().find(|(_, s, t)| (s, t) == (sink, transaction)).map(|(r, ..)| *r);
                return self.tell(found, stamped);
            }
            Event::Joined { id, record, waited, .. }
                if *waited == *self.id && record.id != *self.id && id != self.id =>
            {
                let last = self.readings.len().checked_sub(1);
                return self.tell(last, stamped);
            }
            Event::StateExpired { entry, .. } if entry == self.id => {
                let last = self.readings.len().checked_sub(1);
                return self.tell(last, stamped);
            }
            _ => {}
        }
        let Some(record) = stamped.event.record() else { return };
        let is_pair = matches!(&stamped.event, Event::Joined { id, .. } if id == self.id);
        if record.id != *self.id && !is_pair {
            return;
        }
        let reading = self.reading(record);
        self.follow(reading, &stamped.event);
        self.tell(Some(reading), stamped);
    }

    fn reading(&mut self, record: &RecordRef) -> usize {
        let is_same = |r: &Reading| r.origin == record.origin && r.attempt == record.attempt;
        self.readings.iter().rposition(is_same).unwrap_or_else(|| {
            self.readings.push(Reading {
                origin: record.origin,
                attempt: record.attempt,
                replayed: record.replayed,
                redelivered: record.redelivered,
                lines: Vec::new(),
            });
            self.readings.len() - 1
        })
    }

    fn tell(&mut self, reading: Option<usize>, stamped: &Stamped) {
        if let Some(reading) = reading.and_then(|i| self.readings.get_mut(i)) {
            let tells = Tells::Happened(stamped.event.clone());
            reading.lines.push(LifeLine { step: stamped.step, at: stamped.at, tells });
        }
    }

    /// Keeps up with where it is in memory.
    fn follow(&mut self, reading: usize, event: &Event) {
        let ends = |channel: &ChannelId| &self.plan.channels[channel.index()];
        match event {
            Event::Read { task, .. } => self.at.push((reading, Place::Task(*task))),
            Event::Sent { channel, .. } => {
                let from = ends(channel).from;
                if self.plan.source_of(from).is_some() {
                    self.leave(reading, Place::Task(from));
                }
                self.at.push((reading, Place::Channel(*channel)));
            }
            Event::RestoredInFlight { channel, .. } => self.at.push((reading, Place::Channel(*channel))),
            Event::Taken { channel, .. } => {
                let to = ends(channel).to;
                self.leave(reading, Place::Channel(*channel));
                self.at.push((reading, Place::Task(to)));
            }
            Event::Processed { task, .. } => self.leave(reading, Place::Task(*task)),
            Event::Written { sink, effect, .. } => {
                self.leave(reading, Place::Task(self.plan.nodes[sink.index()].first_task));
                if let WriteEffect::Pending(transaction) = effect {
                    self.rows.push((reading, *sink, *transaction));
                }
            }
            _ => {}
        }
    }

    fn leave(&mut self, reading: usize, place: Place) {
        if let Some(i) = self.at.iter().position(|at| *at == (reading, place)) {
            self.at.swap_remove(i);
        }
    }

    fn wiped(&mut self, stamped: &Stamped, region: Option<&[TaskId]>) {
        let plan = self.plan;
        let is_hit = |place: &Place| {
            let task = match place {
                Place::Task(task) => *task,
                Place::Channel(channel) => plan.channels[channel.index()].to,
            };
            region.is_none_or(|r| r.contains(&task))
        };
        let mut lost = Vec::new();
        self.at.retain(|at| {
            let hit = is_hit(&at.1);
            if hit {
                lost.push(*at);
            }
            !hit
        });
        for (reading, place) in lost {
            let tells = match place {
                Place::Task(task) => Tells::LostAtTask(task),
                Place::Channel(channel) => Tells::LostInChannel(channel),
            };
            self.readings[reading].lines.push(LifeLine { step: stamped.step, at: stamped.at, tells });
        }
    }
}
