//! What moves, at one place of the page-time line: a list of things with their positions, made anew each frame.
//!
//! What has no room as single records is one thing, too: a density along its pipe, with a count.

mod after;

use super::geometry::{Path, Point};
use super::layout::Stage;
use super::pace::{Arrival, Crossing, Pace};
use super::reel::{Cargo, End, Flight, Message, Reel, Via, Work};
use crate::ids::{CheckpointId, Key, NodeId, TaskId};
use crate::sim::RecordRef;

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
    /// Its kind, and which of that kind it is.
    pub fn number(self) -> (u32, usize) {
        match self {
            Pipe::Channel(i) => (0, i),
            Pipe::Duct(i) => (1, i),
            Pipe::Riser(i) => (2, i),
            Pipe::Chute(i) => (3, i),
        }
    }

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

/// Looks up when each flight's way over the wire is shown.
pub fn set_ways(reel: &mut Reel, pace: &Pace) {
    let Reel { flights, at, .. } = reel;
    for flight in flights.iter_mut().flatten() {
        let instant = at.get(flight.sent as usize).is_some_and(|sent| *sent == flight.arrives);
        let end = match flight.end {
            End::Went(step) | End::Wiped(step) if instant => pace.shown_at(step),
            _ => pace.shown_time(flight.arrives),
        };
        flight.way = (pace.shown_at(flight.sent), end);
    }
}

/// The share of its way over the wire that a flight has made.
fn share(flight: &Flight, page: f64) -> f64 {
    let (start, end) = flight.way;
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
                share(flight, self.page) * length
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
                let start =
                    if bin + 1 == BINS { 0 } else { flights[..end].partition_point(|f| share(f, self.page) >= far) };
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
        let (kind, i) = pipe.number();
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
