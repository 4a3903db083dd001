//! What an event has done already and the eye still follows: on the way up, down, to the shelf, out of memory.

use super::{BINS, Body, GAP_LEAST, Look, Mover, Pipe, SINGLE_FEW, arc, ease, flying, lane, one_thing, share, working};
use crate::ids::{NodeId, TaskId};
use crate::sim::WriteEffect;
use crate::view::geometry::Point;
use crate::view::reel::{End, Fate, Say};

/// Page time of the way up from the log, and down into the destination, that follow the event.
const RISE_MS: f64 = 170.0;
const FALL_MS: f64 = 280.0;
/// Page time in which a record fades into the state that took it, or out of the job that dropped it.
const FADE_MS: f64 = 140.0;
const FADE_WAY: f64 = 26.0;
/// Records of one task that fade at the same time; more are not told apart.
const FADES: usize = 3;
/// What a crash has wiped is gone from its very step on: whoever stands there sees that it is half there at most.
const GHOST: f64 = 0.5;
/// A snapshot's way to the shelf takes at least this much page time.
const SAVE_MS: f64 = 380.0;
/// Page time of a message between the coordinator and a task, from its event on.
const MESSAGE_MS: f64 = 320.0;

impl<'a> Look<'a, '_> {
    /// What was in memory when it was wiped: it sinks and fades where it was.
    pub(super) fn wiped(&mut self, at: u64, along: f64) {
        let page = self.pace.shown_at(at);
        let left = GHOST * (1.0 - along * 1.6).max(0.0);
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
                let share = if self.still { 0.5 } else { share(flight, page) };
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
    pub(super) fn since(&self, window: f64) -> u64 {
        self.pace.step_at(self.page - window)
    }

    /// What the event has done already, and the eye still follows: records read, on their way up.
    pub(super) fn rises(&mut self) {
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
    pub(super) fn too_many(&mut self, pipe: Pipe, list: impl ExactSizeIterator<Item = (u64, f64)>) -> bool {
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
    pub(super) fn fades(&mut self) {
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
    pub(super) fn falls(&mut self) {
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
    pub(super) fn saves(&mut self) {
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
    pub(super) fn messages(&mut self) {
        let messages = &self.reel.messages;
        let from = messages.partition_point(|m| m.step <= self.since(MESSAGE_MS));
        let to = messages.partition_point(|m| m.step <= self.step);
        let desk = self.stage.coordinator;
        let desk = Point::at(desk.center().x, desk.y);
        for message in &messages[from..to.max(from)] {
            // At the end of the run all have come: none stands there half-way for good.
            let sent = self.pace.shown_at(message.step);
            let share = (self.page - sent) / MESSAGE_MS.min(self.pace.end() - sent);
            let Some((lane, _)) = lane(self.stage, message.task).filter(|_| share < 1.0) else { continue };
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
    pub(super) fn restored(&mut self, at: u64, along: f64) {
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
