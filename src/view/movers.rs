//! What moves, at one place of the page-time line: a list of things with their positions, made anew each frame.

use super::geometry::Point;
use super::layout::{LANE, Stage};
use super::pace::{Arrival, Crossing, Pace};
use super::reel::{Cargo, End, Fate, Flight, Reel, Via};
use crate::ids::{CheckpointId, Key, NodeId, TaskId};
use crate::sim::{RecordRef, WriteEffect};

/// How far a record keeps from the one before it in a queue.
const QUEUE_GAP: f64 = 19.0;
const STILL_GAP: f64 = 34.0;
/// Room for a record's name.
const TAG_WIDTH: f64 = 30.0;
/// Page time of the way up from the log, and down into the destination, that follow the event.
const RISE_MS: f64 = 170.0;
const FALL_MS: f64 = 280.0;
/// Page time in which a record fades into the state that took it, or out of the job that dropped it.
const FADE_MS: f64 = 140.0;
const FADE_WAY: f64 = 26.0;
/// A snapshot's way to the shelf takes at least this much page time.
const SAVE_MS: f64 = 380.0;

/// What a mover is.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// A record in a channel or at work in a task.
    Record {
        /// Which.
        record: RecordRef,
        /// Its key.
        key: Key,
        /// Where it is.
        place: Place,
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
    /// A record that was just read, on its way up from the log.
    Rise(RecordRef, Key),
    /// A record that was just written, on its way down.
    Fall {
        /// The record.
        record: RecordRef,
        /// Its key.
        key: Key,
        /// The sink.
        sink: NodeId,
        /// It makes an id stand twice.
        again: bool,
    },
    /// A task's snapshot on its way to the shelf.
    Save(TaskId, CheckpointId),
    /// A task's state on its way back up.
    Restore(TaskId, CheckpointId),
}

/// Where a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In this channel.
    Channel(usize),
    /// Being worked on by this task.
    Task(TaskId),
}

/// One moving thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Mover {
    /// The same for the same thing in every frame, from a channel through the work at its end to the destination.
    pub id: (u8, u32, u64),
    /// What it is.
    pub body: Body,
    /// Where it is.
    pub at: Point,
    /// 1, or less while it fades.
    pub opacity: f64,
    /// The step of its event.
    pub step: u64,
    /// So many share its pipe that there is no room for names.
    pub crowded: bool,
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
pub fn movers(reel: &Reel, pace: &Pace, stage: &Stage, page: f64, still: bool) -> Vec<Mover> {
    let step = pace.step_at(page);
    let dwell = pace.dwell_at(page);
    let mut all = Vec::new();
    for channel in 0..reel.flights.len() {
        in_channel(&mut all, (reel, pace, stage), channel, (step, page), still);
    }
    for task in 0..reel.works.len() {
        at_work(&mut all, (reel, pace, stage), task, (step, page), still);
    }
    if let Some((at, along)) = dwell
        && reel.crashes.iter().any(|c| c.step == at)
    {
        wiped(&mut all, (reel, pace, stage), at, along, still);
    }
    if !still {
        follow_through(&mut all, (reel, pace, stage), page);
        if let Some((at, along)) = dwell {
            restored(&mut all, reel, stage, at, along);
        }
    }
    all
}

type Picture<'a> = (&'a Reel, &'a Pace, &'a Stage);

fn in_channel(
    all: &mut Vec<Mover>,
    (reel, pace, stage): Picture<'_>,
    channel: usize,
    (step, page): (u64, f64),
    still: bool,
) {
    let pipe = &stage.pipes[channel];
    let length = pipe.length();
    let flights: Vec<&Flight> = reel.in_channel(channel, step).collect();
    let gap = QUEUE_GAP.min(length / (flights.len() as f64 + 1.0));
    let crowded = flights.len() as f64 * TAG_WIDTH > length;
    let mut limit = length;
    for (i, flight) in flights.iter().enumerate() {
        let natural = if still {
            // Without travel each stands in its place in line, counted from the receiver.
            length - (i as f64 + 0.5) * (length / flights.len() as f64).min(STILL_GAP)
        } else {
            share(flight, reel, pace, page) * length
        };
        let along = natural.min(limit).max(0.0);
        limit = along - gap;
        let mover = flying(flight, channel, pipe.place(along / length), pipe.degrees(along / length), 1.0);
        all.push(Mover { crowded, ..mover });
    }
}

fn flying(flight: &Flight, channel: usize, at: Point, degrees: f64, opacity: f64) -> Mover {
    let (kind, body) = match &flight.cargo {
        Cargo::Record(record, key, _) => {
            (0, Body::Record { record: record.clone(), key: key.clone(), place: Place::Channel(channel) })
        }
        Cargo::Barrier(checkpoint) => (1, Body::Barrier { checkpoint: *checkpoint, degrees, channel }),
    };
    Mover { id: (kind, channel as u32, flight.sent), body, at, opacity, step: flight.sent, crowded: false }
}

fn at_work(all: &mut Vec<Mover>, (reel, pace, stage): Picture<'_>, task: usize, (step, page): (u64, f64), still: bool) {
    let Some(work) = reel.at_work(task, step) else { return };
    let (from, to) = (pace.shown_at(work.from), pace.shown_at(work.end.step().min(pace.steps())));
    let share = if still || to <= from { 0.5 } else { ((page - from) / (to - from)).clamp(0.0, 1.0) };
    all.push(working(work, stage, share, 1.0));
}

fn working(work: &super::reel::Work, stage: &Stage, share: f64, opacity: f64) -> Mover {
    let body = Body::Record { record: work.record.clone(), key: work.key.clone(), place: Place::Task(work.task) };
    let at = lane(stage, work.task).map_or(Point::default(), |lane| lane.place(share));
    let id = one_thing(work.via.or(work.into), (2, u32::from(work.task.0), work.from));
    Mover { id, body, at, opacity, step: work.from, crowded: false }
}

/// A record stays one thing from the channel through the work into the destination.
fn one_thing(via: Option<Via>, otherwise: (u8, u32, u64)) -> (u8, u32, u64) {
    via.map_or(otherwise, |(channel, sent)| (0, channel.0, sent))
}

/// Tasks are numbered over the nodes in order.
fn lane(stage: &Stage, task: TaskId) -> Option<&super::geometry::Path> {
    stage.nodes.iter().flat_map(|n| &n.lanes).nth(task.index())
}

/// What was in memory when it was wiped: it sinks and fades where it was.
fn wiped(all: &mut Vec<Mover>, (reel, pace, stage): Picture<'_>, at: u64, along: f64, still: bool) {
    let page = pace.shown_at(at);
    let left = (1.0 - along * 1.6).max(0.0);
    let drop = if still { 0.0 } else { 26.0 * along * along };
    if left <= 0.0 {
        return;
    }
    for (channel, flights) in reel.flights.iter().enumerate() {
        let first = reel.cleared[channel].partition_point(|end| *end < at);
        let last = flights.partition_point(|f| f.sent <= at);
        for flight in flights[first.min(last)..last].iter().filter(|f| f.end == End::Wiped(at)) {
            let pipe = &stage.pipes[channel];
            let share = if still { 0.5 } else { share(flight, reel, pace, page) };
            let place = pipe.place(share);
            let here = Point::at(place.x, place.y + drop);
            all.push(flying(flight, channel, here, pipe.degrees(share), left));
        }
    }
    for works in &reel.works {
        let last = works.partition_point(|w| w.from <= at);
        if let Some(work) = works[..last].last().filter(|w| w.end == End::Wiped(at)) {
            let mut mover = working(work, stage, 0.5, left);
            mover.at.y += drop;
            all.push(mover);
        }
    }
}

/// What the event has done already, and the eye still follows.
fn follow_through(all: &mut Vec<Mover>, (reel, pace, stage): Picture<'_>, page: f64) {
    let since = |window: f64| pace.step_at(page - window);
    let now = pace.step_at(page);
    let from = reel.reads.partition_point(|r| r.step <= since(RISE_MS));
    let to = reel.reads.partition_point(|r| r.step <= now);
    for read in &reel.reads[from..to.max(from)] {
        let share = (page - pace.shown_at(read.step)) / RISE_MS;
        let source = read.record.origin.source;
        if let Some(riser) = stage.risers.get(source.index()).filter(|_| share <= 1.0) {
            all.push(Mover {
                id: (3, u32::from(source.0), read.step),
                body: Body::Rise(read.record.clone(), read.key.clone()),
                at: riser.place(share),
                opacity: 1.0 - share * 0.4,
                step: read.step,
                crowded: false,
            });
        }
    }
    for works in &reel.works {
        // Works of a task end in order; few ended within the window.
        let last = works.partition_point(|w| w.from <= now);
        for work in works[..last].iter().rev().take(24) {
            let End::Went(step) = work.end else { continue };
            let share = (page - pace.shown_at(step)) / FADE_MS;
            if step > now || share > 1.0 || work.fate == Fate::Passed {
                continue;
            }
            let mut mover = working(work, stage, 1.0 - 0.3 * share, 1.0 - share);
            mover.at.y += if work.fate == Fate::Dropped { FADE_WAY * share } else { -FADE_WAY * share };
            all.push(mover);
        }
    }
    let first_sink = reel.writes.len() - stage.chutes.len();
    for (i, chute) in stage.chutes.iter().enumerate() {
        let node = first_sink + i;
        let writes = &reel.writes[node];
        let from = writes.partition_point(|w| w.step <= since(FALL_MS));
        let to = writes.partition_point(|w| w.step <= now);
        for write in &writes[from..to.max(from)] {
            let share = (page - pace.shown_at(write.step)) / FALL_MS;
            if share <= 1.0 {
                let body = Body::Fall {
                    record: write.record.clone(),
                    key: write.key.clone(),
                    sink: NodeId(node as u16),
                    // Over what stands, or into a transaction, nothing stands twice.
                    again: write.repeats.is_some() && matches!(write.effect, WriteEffect::Row | WriteEffect::Added),
                };
                let id = one_thing(write.via, (4, node as u32, write.step));
                all.push(Mover { id, body, at: chute.place(share), opacity: 1.0, step: write.step, crowded: false });
            }
        }
    }
    let target = stage.slots[1].center();
    // Saves are few and recent ones are last.
    for save in reel.saves.iter().rev().skip_while(|s| s.from > now).take(256) {
        let start = pace.shown_at(save.from);
        let end = match save.end {
            End::Went(step) => pace.shown_at(step).max(start + SAVE_MS),
            End::Wiped(step) => pace.shown_at(step),
            End::Never => start + SAVE_MS,
        };
        if page < end
            && let Some(lane) = lane(stage, save.task)
        {
            let share = ease((page - start) / (end - start).max(1.0));
            let here = Point::at(lane.place(0.5).x, lane.place(0.5).y + LANE / 2.0);
            let at = arc(here, Point::at(target.x, stage.slots[1].y + 12.0), share);
            let body = Body::Save(save.task, save.checkpoint);
            all.push(Mover {
                id: (5, u32::from(save.task.0), save.from),
                body,
                at,
                opacity: 1.0,
                step: save.from,
                crowded: false,
            });
        }
    }
}

/// State on its way from the shelf to every task.
fn restored(all: &mut Vec<Mover>, reel: &Reel, stage: &Stage, at: u64, along: f64) {
    let Some((restore, checkpoint)) =
        reel.restores.iter().find(|r| r.step == at).and_then(|r| r.checkpoint.map(|c| (r, c)))
    else {
        return;
    };
    let from = Point::at(stage.slots[0].center().x, stage.slots[0].y + 12.0);
    let share = ease((along / 0.75).min(1.0));
    for task in 0..reel.works.len() {
        let task = TaskId(task as u16);
        let Some(lane) = lane(stage, task) else { continue };
        let body = Body::Restore(task, checkpoint);
        let at = arc(from, lane.place(0.5), share);
        let opacity = if along > 0.75 { (1.0 - along) * 4.0 } else { 1.0 };
        all.push(Mover {
            id: (6, u32::from(task.0), restore.step),
            body,
            at,
            opacity,
            step: restore.step,
            crowded: false,
        });
    }
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
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, record)| record)
}
