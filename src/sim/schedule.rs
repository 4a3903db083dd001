//! The clock: among what may happen next it takes the one whose time has come.
//!
//! At one moment: timers, then deliveries and processing (furthest downstream first), then faults of that moment, then
//! reads by sources.

use super::action::Action;
use super::spent::OF_LOOK;
use super::world::World;
use crate::ids::NodeId;
use crate::scenario::{Do, When};
use crate::sink::TxnPhase;
use crate::stream::StreamElement;
use crate::time::SimTime;

/// The first of the earliest.
struct Earliest(Option<(SimTime, Action)>);

impl Earliest {
    fn offer(&mut self, due: SimTime, action: Action) {
        if self.0.as_ref().is_none_or(|(best, _)| due < *best) {
            self.0 = Some((due, action));
        }
    }
}

impl World {
    /// What the clock does next, and when it is due. None: the run has ended.
    pub fn next(&self) -> Option<(SimTime, Action)> {
        self.next_and_looked(&mut 0)
    }

    /// As `next`; also counts what it has looked at.
    fn next_and_looked(&self, looked_at: &mut u64) -> Option<(SimTime, Action)> {
        if let Some(fault) = self.urgent.front() {
            return Some((self.now, Action::Fault(*fault)));
        }
        if let Some(calm_until) = self.calm_until
            && let Some((due, action)) = self.next_of_records(looked_at)
            && due < calm_until
        {
            let over = self.plan.scenario.until_ms.is_some_and(|until| due > SimTime(until));
            return (!over).then_some((due, action));
        }
        *looked_at += self.looked_at_all();
        let mut best = Earliest(None);
        // Overdue things (a search can leave some) count as due now, so that the order of phases decides.
        let now = self.now;
        self.each_timer(&mut |due, action| best.offer(due.max(now), action));
        self.each_transaction_timeout(1, &mut |due, action| best.offer(due.max(now), action));
        if best.0.as_ref().is_some_and(|(due, _)| *due <= now) {
            return self.unless_over(best.0);
        }
        for task in &self.plan.delivery_order {
            self.each_delivery(*task, &mut |due, action| best.offer(due.max(now), action));
            if best.0.as_ref().is_some_and(|(due, _)| *due <= now) {
                return self.unless_over(best.0);
            }
        }
        if let Some((due, index)) = self.next_timed_fault() {
            best.offer(due, Action::Fault(index));
        }
        self.each_read(&mut |due, action| best.offer(due.max(now), action));
        self.unless_over(best.0)
    }

    /// The next delivery or read, as if there were nothing else.
    fn next_of_records(&self, looked_at: &mut u64) -> Option<(SimTime, Action)> {
        let job = self.job.as_ref()?;
        let now = self.now;
        let mut best = Earliest(None);
        for task in &self.plan.delivery_order {
            let t = &job.tasks[task.index()];
            let spec = &self.plan.tasks[task.index()];
            *looked_at += OF_LOOK * (1 + spec.inputs.len() + spec.outputs.len()) as u64;
            if let super::job::Working::Record { until, .. } = &t.working {
                best.offer((*until).max(now), Action::Finish(*task));
            } else {
                let mut room = None;
                for channel in &spec.inputs {
                    let c = &job.channels[channel.index()];
                    if c.queue().is_empty() {
                        continue;
                    }
                    *looked_at += 1 + c.searched();
                    if let Some(due) = self.delivery_due(*channel, &mut room) {
                        best.offer(due.max(now), Action::Deliver(*channel));
                        if due <= now {
                            return best.0;
                        }
                    }
                }
            }
            if best.0.as_ref().is_some_and(|(due, _)| *due <= now) {
                return best.0;
            }
        }
        self.each_read(&mut |due, action| best.offer(due.max(now), action));
        best.0
    }

    /// Until when nothing but records moves; none: something else is under way.
    pub(super) fn find_calm(&self) -> Option<SimTime> {
        let job = self.job.as_ref()?;
        let s = &self.surroundings;
        let under_way = !job.pending.is_empty()
            || !job.uploads.is_empty()
            || !job.notices.is_empty()
            || !job.commits.is_empty()
            || job.tasks.iter().any(|t| !t.running || !t.owed.is_empty() || !t.alignment.is_idle())
            || job.tasks.iter().any(|t| matches!(t.working, super::job::Working::Sync { .. }))
            || !self.master.restarts.is_empty()
            || !self.master.restoring.is_empty()
            || self.coordinator.queued_ticks + self.coordinator.queued_requests > 0
            || s.storage_down_until.is_some()
            || s.slow.iter().any(Option::is_some)
            || s.stalled.iter().any(Option::is_some);
        if under_way {
            return None;
        }
        let mut until = self.coordinator.next_tick.unwrap_or(SimTime::NEVER);
        for at in s.next_offset_commit.iter().flatten() {
            until = until.min(*at);
        }
        for (sink, destination) in self.durable.destinations.iter().enumerate() {
            let timeout = self.plan.scenario.sinks[sink].transaction_timeout_ms;
            if let Some(oldest) = destination.open_transactions().next() {
                until = until.min(oldest.opened_at + timeout);
            }
        }
        until = until.min(self.next_timed_fault().map_or(SimTime::NEVER, |(due, _)| due));
        Some(until)
    }

    /// The run ends at `until_ms`; without one, when every log is used up and nothing is in flight, or the job is down
    /// for good.
    fn unless_over(&self, next: Option<(SimTime, Action)>) -> Option<(SimTime, Action)> {
        let (due, action) = next?;
        if self.master.gave_up {
            return None;
        }
        match self.plan.scenario.until_ms {
            Some(until) if due > SimTime(until) => None,
            Some(_) => Some((due, action)),
            None if due > self.now && self.is_done() => None,
            None => Some((due, action)),
        }
    }

    /// Applies what the clock does next. False: the run has ended.
    pub fn advance(&mut self, events: &mut crate::event::Events) -> bool {
        let mut looked_at = 0;
        let Some((due, action)) = self.next_and_looked(&mut looked_at) else {
            return false;
        };
        self.account.step(looked_at);
        self.carry_out(due, action, events);
        true
    }

    /// Every log is used up and nothing is in flight.
    fn is_done(&self) -> bool {
        self.logs_used_up()
            && self.master.restarts.is_empty()
            && self.master.restoring.is_empty()
            && self.job.as_ref().is_some_and(|j| j.is_still())
    }

    /// Nothing is left to read, now or later.
    pub(super) fn logs_used_up(&self) -> bool {
        let Some(job) = &self.job else { return false };
        let ended = |t: &super::job::Task| {
            t.source().is_none_or(|s| s.positions.iter().all(|p| p.readable_at == SimTime::NEVER))
        };
        let more_to_come = || {
            self.plan
                .scenario
                .faults
                .iter()
                .zip(&self.faults_left)
                .any(|(f, left)| *left > 0 && matches!((&f.when, &f.action), (When::AtMs(_), Do::Redeliver { .. })))
        };
        job.tasks.iter().all(ended) && !more_to_come()
    }

    /// When the run has ended, or now.
    pub fn ended_at(&self) -> SimTime {
        match self.plan.scenario.until_ms {
            Some(until) if self.next().is_none() => self.now.max(SimTime(until)),
            _ => self.now,
        }
    }

    /// Timers and what follows at once from them, in the order in which they happen at one moment.
    pub(super) fn each_timer(&self, found: &mut impl FnMut(SimTime, Action)) {
        let now = self.now;
        let config = self.plan.scenario.checkpointing.as_ref();
        if let (Some(job), Some(config)) = (&self.job, config)
            && self.all_running()
        {
            if let Some(due) = self.coordinator.due(config, job.pending.len(), now) {
                // Once everything has been read and processed, ticks would only keep the run alive.
                let idle_tick = || {
                    self.plan.scenario.until_ms.is_none()
                        && self.coordinator.queued_requests == 0
                        && self.logs_used_up()
                        && job.is_quiet()
                };
                if !idle_tick() {
                    found(due, Action::Trigger);
                }
            }
            if config.final_checkpoint && !self.coordinator.final_triggered && job.is_still() && self.logs_used_up() {
                found(now, Action::TriggerFinal);
            }
        }
        if let Some(job) = &self.job {
            for task in &self.plan.source_tasks {
                let t = &job.tasks[task.index()];
                if !t.owed.is_empty() && t.running && t.working == super::job::Working::Idle {
                    found(now, Action::Inject(*task));
                }
            }
        }
        if let Some(at) = self.master.restarts.iter().map(|r| r.at).min() {
            found(at, Action::Restart);
        }
        if let Some(until) = self.master.restoring.iter().map(|r| r.until).min() {
            found(until, Action::Resume);
        }
        self.each_disturbance_end(found);
        if let Some(job) = &self.job {
            for u in &job.uploads {
                found(u.until, Action::Persist(u.task, u.checkpoint));
            }
            for p in &job.pending {
                if p.to_acknowledge == 0 {
                    found(now, Action::Complete(p.id));
                }
            }
            for (task, checkpoint) in &job.notices {
                found(now, Action::Notify(*task, *checkpoint));
            }
            for c in &job.commits {
                found(c.until, Action::Commit(c.sink, c.transaction));
            }
            for (source, at) in self.surroundings.next_offset_commit.iter().enumerate() {
                if let Some(at) = at {
                    found(*at, Action::CommitOffsets(NodeId(source as u16)));
                }
            }
            if let Some(config) = config {
                if config.unaligned && config.aligned_timeout_ms > 0 {
                    self.each_unalignment(config.aligned_timeout_ms, found);
                }
                for p in &job.pending {
                    found(p.triggered_at + config.timeout_ms, Action::ExpireCheckpoint(p.id));
                }
            }
        }
    }

    /// The last of the timers: of each sink's open transactions so many, oldest first. The oldest is due first.
    pub(super) fn each_transaction_timeout(&self, at_most: usize, found: &mut impl FnMut(SimTime, Action)) {
        for (sink, destination) in self.durable.destinations.iter().enumerate() {
            for t in destination.open_transactions().take(at_most) {
                debug_assert!(matches!(t.phase, TxnPhase::Open | TxnPhase::PreCommitted));
                let timeout = self.plan.scenario.sinks[sink].transaction_timeout_ms;
                found(t.opened_at + timeout, Action::ExpireTransaction(self.plan.sink_node(sink), t.id));
            }
        }
    }

    fn each_disturbance_end(&self, found: &mut impl FnMut(SimTime, Action)) {
        let s = &self.surroundings;
        if let Some(until) = s.storage_down_until {
            found(until, Action::EndOutage);
        }
        for (edge, until) in s.stalled.iter().enumerate() {
            if let Some(until) = until {
                found(*until, Action::EndStall(edge as u16));
            }
        }
        for (node, slow) in s.slow.iter().enumerate() {
            if let Some((_, until)) = slow {
                found(*until, Action::EndSlow(NodeId(node as u16)));
            }
        }
    }

    /// Tasks whose aligned barrier has waited for longer than the timeout (semantics BH-18, BH-19): those that collect
    /// barriers, and those at which a barrier has arrived behind other records.
    fn each_unalignment(&self, timeout_ms: u64, found: &mut impl FnMut(SimTime, Action)) {
        let Some(job) = &self.job else { return };
        for p in &job.pending {
            let deadline = p.triggered_at + timeout_ms;
            for task in &self.plan.delivery_order {
                let t = &job.tasks[task.index()];
                let collecting = t.alignment.collecting.as_ref().filter(|c| c.checkpoint == p.id);
                let over = t.alignment.done >= p.id || collecting.is_some_and(|c| c.unaligned);
                let idle = t.running && t.working == super::job::Working::Idle;
                let inputs = &self.plan.tasks[task.index()].inputs;
                if over || !idle || inputs.iter().all(|c| self.plan.channels[c.index()].in_line) {
                    continue;
                }
                let announced = inputs.iter().filter_map(|c| job.channels[c.index()].aligned_barrier_of(p.id)).min();
                let from = match (collecting, announced) {
                    (Some(_), _) => deadline,
                    (None, Some(arrived)) => deadline.max(arrived),
                    (None, None) => continue,
                };
                found(from, Action::Unalign(*task));
            }
        }
    }

    /// Reads that are possible, in the order of sources, subtasks and partitions.
    pub(super) fn each_read(&self, found: &mut impl FnMut(SimTime, Action)) {
        let Some(job) = &self.job else { return };
        for task in &self.plan.source_tasks {
            let t = &job.tasks[task.index()];
            if !t.running || t.working != super::job::Working::Idle || !self.has_room(job, *task) {
                continue;
            }
            for p in t.source().map_or(&[][..], |s| &s.positions) {
                if p.readable_at < SimTime::NEVER {
                    found(p.readable_at, Action::Read(*task, p.partition));
                }
            }
        }
    }

    /// Whether an element is a barrier, for those who look at a channel.
    pub fn is_barrier(element: &StreamElement) -> bool {
        matches!(element, StreamElement::Barrier(_))
    }
}
