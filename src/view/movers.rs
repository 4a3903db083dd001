//! What moves, at one place of the page-time line: a list of things with their positions, made anew each frame.
//!
//! What has no room as single records is one thing, too: a density along its pipe, with a count.

use super::geometry::{Path, Point};
use super::layout::Stage;
use super::pace::{Arrival, Crossing, Pace};
use super::reel::{Cargo, End, Fate, Flight, Message, Reel, Say, Via, Work};
use crate::ids::{CheckpointId, Key, NodeId, TaskId};
use crate::sim::{RecordRef, WriteEffect};

/// How far a record keeps from the one before it in a queue.
const QUEUE_GAP: f64 = 19.0;
const STILL_GAP: f64 = 34.0;
/// Closer than this, single records cannot be told apart.
const GAP_LEAST: f64 = 10.0;
/// Records drawn one by one, on the whole stage, before the fuller pipes show their density instead.
const SINGLE_MAX: usize = 1000;
/// And how many a pipe may still show one by one then.
const SINGLE_FEW: usize = 4;
/// Places along a pipe whose density is told apart.
pub const BINS: usize = 12;
/// Degrees of density, from empty on.
pub const HEATS: u8 = 8;
/// Page time of the way up from the log, and down into the destination, that follow the event.
const RISE_MS: f64 = 170.0;
const FALL_MS: f64 = 280.0;
/// Page time in which a record fades into the state that took it, or out of the job that dropped it.
const FADE_MS: f64 = 140.0;
const FADE_WAY: f64 = 26.0;
/// Records of one task that fade at the same time; more are not told apart.
const FADES: usize = 3;
/// A snapshot's way to the shelf takes at least this much page time.
const SAVE_MS: f64 = 380.0;
/// Page time of a message between the coordinator and a task, from its event on.
const MESSAGE_MS: f64 = 320.0;

/// What a mover is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Body<'a> {
    /// A record in a channel or at work in a task.
    Record {
        /// Which.
        record: &'a RecordRef,
        /// Its key.
        key: &'a Key,
        /// Where it is.
        place: Place,
        /// What barriers have done to it.
        lot: Lot,
    },
    /// A barrier in a channel, square to the pipe.
    Barrier {
        /// Of which checkpoint.
        checkpoint: CheckpointId,
        /// Where the pipe heads, in degrees.
        degrees: f64,
        /// Which channel.
        channel: usize,
    },
    /// More records than can be told apart.
    Heat {
        /// Where.
        pipe: Pipe,
        /// How many.
        records: usize,
        /// From the start of the pipe to its end, each up to [`HEATS`].
        levels: [u8; BINS],
        /// Bit by bit, where some of them are part of a checkpoint's in-flight data.
        stored: u16,
    },
    /// A record that was just read, on its way up from the log.
    Rise(&'a RecordRef, &'a Key),
    /// A record that was just written, on its way down.
    Fall {
        /// The record.
        record: &'a RecordRef,
        /// Its key.
        key: &'a Key,
        /// The sink.
        sink: NodeId,
        /// It makes an id stand twice.
        again: bool,
    },
    /// A task's snapshot on its way to the shelf.
    Save(TaskId, CheckpointId),
    /// A task's state on its way back up.
    Restore(TaskId, CheckpointId),
    /// A message between the coordinator and a task.
    Message(Message),
}

/// Where a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In this channel.
    Channel(usize),
    /// Being worked on by this task.
    Task(TaskId),
}

/// What unaligned barriers have done to a record in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lot {
    /// Nothing.
    Plain,
    /// One has overtaken it.
    Overtaken,
    /// It is part of a checkpoint's in-flight data.
    Stored,
}

/// A pipe of the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pipe {
    /// One channel.
    Channel(usize),
    /// A bundle of them, by edge.
    Duct(usize),
    /// From a log up.
    Riser(usize),
    /// Down to a destination.
    Chute(usize),
}

impl Pipe {
    /// Where it runs.
    pub fn path(self, stage: &Stage) -> &Path {
        match self {
            Pipe::Channel(i) => &stage.pipes[i],
            Pipe::Duct(i) => &stage.ducts[i].middle,
            Pipe::Riser(i) => &stage.risers[i],
            Pipe::Chute(i) => &stage.chutes[i],
        }
    }
}

/// One moving thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover<'a> {
    /// The same for the same thing in every frame, from a channel through the work at its end to the destination.
    pub id: (u8, u32, u64),
    /// What it is.
    pub body: Body<'a>,
    /// Where it is.
    pub at: Point,
    /// 1, or less while it fades.
    pub opacity: f64,
    /// The step of its event.
    pub step: u64,
}

/// The barriers' ways over edges, for the pace.
pub fn crossings(reel: &Reel) -> Vec<Crossing> {
    let barriers = reel.flights.iter().flatten().filter(|f| matches!(f.cargo, Cargo::Barrier(_)));
    barriers
        .filter_map(|f| match f.end {
            End::Went(step) if reel.at.get(f.sent as usize).is_some_and(|sent| *sent == f.arrives) => {
                Some(Crossing { sent: f.sent, arrival: Arrival::Step(step) })
            }
            End::Went(_) => Some(Crossing { sent: f.sent, arrival: Arrival::At(f.arrives) }),
            End::Wiped(_) | End::Never => None,
        })
        .collect()
}

/// The share of its way over the wire that a flight has made.
fn share(flight: &Flight, reel: &Reel, pace: &Pace, page: f64) -> f64 {
    let start = pace.shown_at(flight.sent);
    let instant = reel.at.get(flight.sent as usize).is_some_and(|sent| *sent == flight.arrives);
    let end = match flight.end {
        End::Went(step) | End::Wiped(step) if instant => pace.shown_at(step),
        _ => pace.shown_time(flight.arrives),
    };
    if end > start { ((page - start) / (end - start)).clamp(0.0, 1.0) } else { 1.0 }
}

/// Everything that moves at this place. `still`: nothing travels, things stand where they are until they are elsewhere.
pub fn movers<'a>(reel: &'a Reel, pace: &Pace, stage: &Stage, page: f64, still: bool) -> Vec<Mover<'a>> {
    let step = pace.step_at(page);
    let dwell = pace.dwell_at(page);
    let mut look = Look { all: Vec::new(), reel, pace, stage, step, page, still };
    look.in_channels();
    for task in 0..reel.works.len() {
        look.at_work(task);
    }
    if let Some((at, along)) = dwell
        && reel.crashes.iter().any(|c| c.step == at)
    {
        look.wiped(at, along);
    }
    if !still {
        look.rises();
        look.fades();
        look.falls();
        look.saves();
        look.messages();
        if let Some((at, along)) = dwell {
            look.restored(at, along);
        }
    }
    look.all
}

/// One look at the stage.
struct Look<'a, 'b> {
    all: Vec<Mover<'a>>,
    reel: &'a Reel,
    pace: &'b Pace,
    stage: &'b Stage,
    step: u64,
    page: f64,
    still: bool,
}

impl<'a> Look<'a, '_> {
    /// Pipe by pipe: its records one by one, or their density where they are too many for that.
    fn in_channels(&mut self) {
        let reel = self.reel;
        let step = self.step;
        let mut pipes: Vec<(Pipe, &[usize], usize)> = Vec::new();
        let single: Vec<usize> = (0..reel.flights.len()).collect();
        for (edge, duct) in self.stage.ducts.iter().enumerate() {
            let count = |channels: &[usize]| channels.iter().map(|c| reel.in_channel(*c, step).count()).sum::<usize>();
            if duct.hull.is_some() {
                pipes.push((Pipe::Duct(edge), &duct.channels, count(&duct.channels)));
            } else {
                for c in &duct.channels {
                    pipes.push((Pipe::Channel(*c), &single[*c..=*c], count(&single[*c..=*c])));
                }
            }
        }
        let all: usize = pipes.iter().map(|p| p.2).sum();
        for (pipe, channels, count) in pipes {
            let fits = pipe.path(self.stage).length() / (GAP_LEAST * self.stage.scale) * (channels.len() as f64).sqrt();
            let few = count <= SINGLE_FEW || (count as f64 <= fits && all <= SINGLE_MAX);
            if !few {
                self.heat(pipe, channels);
            }
            for channel in channels {
                self.in_channel(*channel, few);
            }
        }
    }

    /// The things in one channel in their order; where records are shown as a density, its barriers alone.
    fn in_channel(&mut self, channel: usize, records: bool) {
        let pipe = &self.stage.pipes[channel];
        let length = pipe.length().max(1.0);
        let flights: Vec<&'a Flight> = self.reel.in_channel(channel, self.step).collect();
        let gap = (QUEUE_GAP * self.stage.scale).min(length / (flights.len() as f64 + 1.0));
        let mut limit = length;
        for (i, flight) in flights.iter().enumerate() {
            if !records && !matches!(flight.cargo, Cargo::Barrier(_)) {
                continue;
            }
            let natural = if self.still {
                // Without travel each stands in its place in line, counted from the receiver.
                length - (i as f64 + 0.5) * (length / flights.len() as f64).min(STILL_GAP)
            } else {
                share(flight, self.reel, self.pace, self.page) * length
            };
            let along = natural.min(limit).max(0.0);
            limit = along - gap;
            let share = along / length;
            self.all.push(flying(flight, channel, self.step, pipe.place(share), pipe.degrees(share), 1.0));
        }
    }

    /// The density along a pipe. Records travel in order, so a place on the pipe is a place in the list.
    fn heat(&mut self, pipe: Pipe, channels: &[usize]) {
        let mut counts = [0usize; BINS];
        let (mut newest, mut stored) = (0, 0);
        for channel in channels {
            let flights = self.reel.around(*channel, self.step);
            let gone = |list: &[Flight]| list.iter().filter(|f| f.end.step() <= self.step || is_barrier(f)).count();
            let mut end = flights.len();
            newest = newest.max(flights.last().map_or(0, |f| f.sent));
            for (bin, count) in counts.iter_mut().enumerate() {
                let far = (bin + 1) as f64 / BINS as f64;
                let start = if bin + 1 == BINS {
                    0
                } else {
                    flights[..end].partition_point(|f| share(f, self.reel, self.pace, self.page) >= far)
                };
                *count += end - start - gone(&flights[start..end]);
                stored |= u16::from(flights[start..end].iter().any(|f| f.stored <= self.step)) << bin;
                end = start;
            }
        }
        self.dense(pipe, counts, stored, newest);
    }

    fn dense(&mut self, pipe: Pipe, mut counts: [usize; BINS], stored: u16, newest: u64) {
        let records: usize = counts.iter().sum();
        // What waits stands at the receiver's end, and backs up from there.
        let room = (records * 5 / (BINS * 4)).max(3) + 1;
        for bin in (1..BINS).rev() {
            let over = counts[bin].saturating_sub(room);
            counts[bin] -= over;
            counts[bin - 1] += over;
        }
        let levels = counts.map(|n| (n * usize::from(HEATS)).div_ceil(room).min(usize::from(HEATS)) as u8);
        let (kind, i) = match pipe {
            Pipe::Channel(i) => (0, i),
            Pipe::Duct(i) => (1, i),
            Pipe::Riser(i) => (2, i),
            Pipe::Chute(i) => (3, i),
        };
        let at = pipe.path(self.stage).place(0.5);
        let body = Body::Heat { pipe, records, levels, stored };
        self.all.push(Mover { id: (7, kind << 24 | i as u32, 0), body, at, opacity: 1.0, step: newest });
    }

    fn at_work(&mut self, task: usize) {
        let Some(work) = self.reel.at_work(task, self.step) else { return };
        let (from, to) = (self.pace.shown_at(work.from), self.pace.shown_at(work.end.step().min(self.pace.steps())));
        let share = if self.still || to <= from { 0.5 } else { ((self.page - from) / (to - from)).clamp(0.0, 1.0) };
        self.all.push(working(work, self.stage, share, 1.0));
    }

    /// What was in memory when it was wiped: it sinks and fades where it was.
    fn wiped(&mut self, at: u64, along: f64) {
        let page = self.pace.shown_at(at);
        let left = (1.0 - along * 1.6).max(0.0);
        let drop = if self.still { 0.0 } else { 26.0 * along * along };
        if left <= 0.0 {
            return;
        }
        let stage = self.stage;
        for (channel, flights) in self.reel.flights.iter().enumerate() {
            let pipe = &stage.pipes[channel];
            let first = self.reel.cleared[channel].partition_point(|end| *end < at);
            let last = flights.partition_point(|f| f.sent <= at);
            let lost = flights[first.min(last)..last].iter().filter(|f| f.end == End::Wiped(at));
            // Of a dense pipe as many as can be told apart.
            let fits = (pipe.length() / (GAP_LEAST * stage.scale)) as usize + SINGLE_FEW;
            for flight in lost.take(fits) {
                let share = if self.still { 0.5 } else { share(flight, self.reel, self.pace, page) };
                let place = pipe.place(share);
                let here = Point::at(place.x, place.y + drop);
                self.all.push(flying(flight, channel, at, here, pipe.degrees(share), left));
            }
        }
        for works in &self.reel.works {
            let last = works.partition_point(|w| w.from <= at);
            if let Some(work) = works[..last].last().filter(|w| w.end == End::Wiped(at)) {
                let mut mover = working(work, stage, 0.5, left);
                mover.at.y += drop;
                self.all.push(mover);
            }
        }
    }

    /// The last step that was shown so much page time ago.
    fn since(&self, window: f64) -> u64 {
        self.pace.step_at(self.page - window)
    }

    /// What the event has done already, and the eye still follows: records read, on their way up.
    fn rises(&mut self) {
        let reads = &self.reel.reads;
        let from = reads.partition_point(|r| r.step <= self.since(RISE_MS));
        let to = reads.partition_point(|r| r.step <= self.step);
        let reads = &reads[from..to.max(from)];
        for source in 0..self.stage.risers.len() {
            let ours = reads.iter().filter(|r| r.record.origin.source.index() == source);
            let on_way =
                ours.map(|r| (r, (self.page - self.pace.shown_at(r.step)) / RISE_MS)).filter(|(_, t)| *t <= 1.0);
            let list: Vec<_> = on_way.collect();
            if self.too_many(Pipe::Riser(source), list.iter().map(|(r, t)| (r.step, *t))) {
                continue;
            }
            for (read, share) in list {
                self.all.push(Mover {
                    id: (3, source as u32, read.step),
                    body: Body::Rise(&read.record, &read.key),
                    at: self.stage.risers[source].place(share),
                    opacity: 1.0 - share * 0.4,
                    step: read.step,
                });
            }
        }
    }

    /// Whether these have no room as single records; then they are shown as a density.
    fn too_many(&mut self, pipe: Pipe, list: impl ExactSizeIterator<Item = (u64, f64)>) -> bool {
        if (list.len() as f64) < pipe.path(self.stage).length() / (GAP_LEAST * 0.5) {
            return false;
        }
        let mut counts = [0; BINS];
        let mut newest = 0;
        for (step, share) in list {
            counts[((share * BINS as f64) as usize).min(BINS - 1)] += 1;
            newest = newest.max(step);
        }
        self.dense(pipe, counts, 0, newest);
        true
    }

    /// Records that a state has taken in, or that were dropped.
    fn fades(&mut self) {
        for works in &self.reel.works {
            // Works of a task end in order; few ended within the window.
            let last = works.partition_point(|w| w.from <= self.step);
            for work in works[..last].iter().rev().take(FADES) {
                let End::Went(step) = work.end else { continue };
                if step > self.step || work.fate == Fate::Passed {
                    continue;
                }
                let share = (self.page - self.pace.shown_at(step)) / FADE_MS;
                if share > 1.0 {
                    break;
                }
                let mut mover = working(work, self.stage, 1.0 - 0.3 * share, 1.0 - share);
                mover.at.y += if work.fate == Fate::Dropped { FADE_WAY * share } else { -FADE_WAY * share };
                self.all.push(mover);
            }
        }
    }

    /// Records written, on their way down.
    fn falls(&mut self) {
        let first_sink = self.reel.writes.len() - self.stage.chutes.len();
        for i in 0..self.stage.chutes.len() {
            let node = first_sink + i;
            let writes = &self.reel.writes[node];
            let from = writes.partition_point(|w| w.step <= self.since(FALL_MS));
            let to = writes.partition_point(|w| w.step <= self.step);
            let share = |step: u64| (self.page - self.pace.shown_at(step)) / FALL_MS;
            let list: Vec<_> =
                writes[from..to.max(from)].iter().map(|w| (w, share(w.step))).filter(|(_, t)| *t <= 1.0).collect();
            if self.too_many(Pipe::Chute(i), list.iter().map(|(w, t)| (w.step, *t))) {
                continue;
            }
            for (write, share) in list {
                let body = Body::Fall {
                    record: &write.record,
                    key: &write.key,
                    sink: NodeId(node as u16),
                    // Over what stands, or into a transaction, nothing stands twice.
                    again: write.repeats.is_some() && matches!(write.effect, WriteEffect::Row | WriteEffect::Added),
                };
                let id = one_thing(write.via, (4, node as u32, write.step));
                let at = self.stage.chutes[i].place(share);
                self.all.push(Mover { id, body, at, opacity: 1.0, step: write.step });
            }
        }
    }

    /// Snapshots on their way to the shelf.
    fn saves(&mut self) {
        let target = self.stage.slots[1].center();
        let saves = &self.reel.saves;
        // Saves are few and recent ones are last.
        for save in saves[..saves.partition_point(|s| s.from <= self.step)].iter().rev().take(256) {
            let start = self.pace.shown_at(save.from);
            let end = match save.end {
                End::Went(step) => self.pace.shown_at(step).max(start + SAVE_MS),
                End::Wiped(step) => self.pace.shown_at(step),
                End::Never => start + SAVE_MS,
            };
            if self.page < end
                && let Some((lane, width)) = lane(self.stage, save.task)
            {
                let share = ease((self.page - start) / (end - start).max(1.0));
                let here = Point::at(lane.place(0.5).x, lane.place(0.5).y + width / 2.0);
                let at = arc(here, Point::at(target.x, self.stage.slots[1].y + 12.0), share);
                let body = Body::Save(save.task, save.checkpoint);
                self.all.push(Mover {
                    id: (5, u32::from(save.task.0), save.from),
                    body,
                    at,
                    opacity: 1.0,
                    step: save.from,
                });
            }
        }
    }

    /// Messages between the coordinator and the tasks.
    fn messages(&mut self) {
        let messages = &self.reel.messages;
        let from = messages.partition_point(|m| m.step <= self.since(MESSAGE_MS));
        let to = messages.partition_point(|m| m.step <= self.step);
        let desk = self.stage.coordinator;
        let desk = Point::at(desk.center().x, desk.y);
        for message in &messages[from..to.max(from)] {
            let share = (self.page - self.pace.shown_at(message.step)) / MESSAGE_MS;
            let Some((lane, _)) = lane(self.stage, message.task).filter(|_| share <= 1.0) else { continue };
            let task = lane.place(0.5);
            let (a, b) = if message.say == Say::Acknowledge { (task, desk) } else { (desk, task) };
            self.all.push(Mover {
                id: (8, u32::from(message.task.0) << 2 | message.say as u32, message.step),
                body: Body::Message(*message),
                at: a.towards(b, ease(share)),
                opacity: 1.0,
                step: message.step,
            });
        }
    }

    /// State on its way from the shelf to every task.
    fn restored(&mut self, at: u64, along: f64) {
        let restore = self.reel.restores.iter().find(|r| r.step == at);
        let Some(checkpoint) = restore.and_then(|r| r.checkpoint) else { return };
        let slot = self.stage.slots[0];
        let from = Point::at(slot.center().x, slot.y + 12.0);
        let share = ease((along / 0.75).min(1.0));
        for task in (0..self.reel.works.len()).map(|task| TaskId(task as u16)) {
            let Some((lane, _)) = lane(self.stage, task) else { continue };
            let to = arc(from, lane.place(0.5), share);
            let opacity = if along > 0.75 { (1.0 - along) * 4.0 } else { 1.0 };
            let body = Body::Restore(task, checkpoint);
            self.all.push(Mover { id: (6, u32::from(task.0), at), body, at: to, opacity, step: at });
        }
    }
}

fn is_barrier(flight: &Flight) -> bool {
    matches!(flight.cargo, Cargo::Barrier(_))
}

fn flying(flight: &Flight, channel: usize, step: u64, at: Point, degrees: f64, opacity: f64) -> Mover<'_> {
    let (kind, body) = match &flight.cargo {
        Cargo::Record(record, key, _) => {
            let place = Place::Channel(channel);
            (0, Body::Record { record, key, place, lot: lot(flight, step) })
        }
        Cargo::Barrier(checkpoint) => (1, Body::Barrier { checkpoint: *checkpoint, degrees, channel }),
    };
    Mover { id: (kind, channel as u32, flight.sent), body, at, opacity, step: flight.sent }
}

/// What barriers have done to a record by this step.
pub fn lot(flight: &Flight, step: u64) -> Lot {
    if flight.stored <= step {
        Lot::Stored
    } else if flight.overtaken <= step {
        Lot::Overtaken
    } else {
        Lot::Plain
    }
}

fn working<'a>(work: &'a Work, stage: &Stage, share: f64, opacity: f64) -> Mover<'a> {
    let lot = if work.stored { Lot::Stored } else { Lot::Plain };
    let body = Body::Record { record: &work.record, key: &work.key, place: Place::Task(work.task), lot };
    let at = lane(stage, work.task).map_or(Point::default(), |(lane, _)| lane.place(share));
    let id = one_thing(work.via.or(work.into), (2, u32::from(work.task.0), work.from));
    Mover { id, body, at, opacity, step: work.from }
}

/// A record stays one thing from the channel through the work into the destination.
fn one_thing(via: Option<Via>, otherwise: (u8, u32, u64)) -> (u8, u32, u64) {
    via.map_or(otherwise, |(channel, sent)| (0, channel.0, sent))
}

/// A task's lane and its width. Tasks are numbered over the nodes in order.
pub fn lane(stage: &Stage, task: TaskId) -> Option<(&Path, f64)> {
    let mut left = task.index();
    for node in &stage.nodes {
        match node.lanes.get(left) {
            Some(lane) => return Some((lane, node.lane)),
            None => left -= node.lanes.len(),
        }
    }
    None
}

/// Slow, fast, slow.
pub fn ease(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Between two points: upright first, then across.
fn arc(a: Point, b: Point, t: f64) -> Point {
    let corner = Point::at(a.x, f64::midpoint(a.y, b.y));
    let other = Point::at(b.x, f64::midpoint(a.y, b.y));
    let u = 1.0 - t;
    let mix = |p: fn(Point) -> f64| {
        u * u * u * p(a) + 3.0 * u * u * t * p(corner) + 3.0 * u * t * t * p(other) + t * t * t * p(b)
    };
    Point::at(mix(|p| p.x), mix(|p| p.y))
}

/// Pixels from a record's middle within which it is meant.
const NEAR: f64 = 16.0;

/// The record that is drawn nearest to a place, if one is near.
pub fn record_at(reel: &Reel, pace: &Pace, stage: &Stage, page: f64, still: bool, place: Point) -> Option<RecordRef> {
    let all = movers(reel, pace, stage, page, still);
    let near = all.into_iter().filter_map(|mover| {
        let distance = (mover.at.x - place.x).hypot(mover.at.y - place.y);
        match mover.body {
            Body::Record { record, .. } | Body::Fall { record, .. } if distance <= NEAR => Some((distance, record)),
            _ => None,
        }
    });
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, record)| record.clone())
}
