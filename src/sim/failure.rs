//! Faults, crashes and restarts.

use std::sync::Arc;

use super::action::Hand;
use super::durable::Durable;
use super::job::{Body, Working};
use super::restore::build;
use super::world::World;
use crate::channel::Channel;
use crate::event::{CheckpointFailure, CrashCause, Event, Events};
use crate::graph::{Moment, Role};
use crate::ids::{Attempt, CheckpointId, NodeId, Offset, PartitionId, TaskId};
use crate::scenario::{CrashTarget, Do, RestartStrategy, When};
use crate::time::SimTime;

/// Restarts of one run at most; a record that always fails would go on for ever.
pub const RESTARTS_MAX: usize = 1_000;

/// The part of the job manager that restarts failed tasks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct JobMaster {
    /// The attempt that is running, or was.
    pub attempt: Attempt,
    /// Restarts that are planned.
    pub restarts: Vec<PlannedRestart>,
    /// Tasks that are loading their state.
    pub restoring: Vec<Restoring>,
    /// No restart is allowed any more: the job is down for good.
    pub gave_up: bool,
    /// Failures so far that asked for a restart.
    pub failures: u32,
    /// When the last of them were, for the failure rate.
    pub failure_times: Vec<SimTime>,
    /// Exponential delay: restarts in a row without a quiet time.
    pub backoff: u32,
    /// When the last restart was.
    pub last_restart: Option<SimTime>,
}

/// A restart that is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlannedRestart {
    /// When.
    pub at: SimTime,
    /// When the tasks failed.
    pub failed_at: SimTime,
    /// None: the whole job.
    pub region: Option<u16>,
}

/// Tasks that are loading their state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Restoring {
    /// When it is done.
    pub until: SimTime,
    /// None: the whole job.
    pub region: Option<u16>,
}

/// A restart that has happened, for the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestartRecord {
    /// When the tasks failed.
    pub failed_at: SimTime,
    /// When they started again.
    pub at: SimTime,
    /// The checkpoint that was restored.
    pub checkpoint: Option<CheckpointId>,
    /// By source, by partition: the next offset to read.
    pub resume: Vec<Vec<Offset>>,
    /// Records read again since then that had been read before.
    pub replayed: u64,
    /// When the tasks ran; none: they failed again before.
    pub running_at: Option<SimTime>,
    /// When the backlog was worked off.
    pub caught_up_at: Option<SimTime>,
}

/// What fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// The whole job.
    Everything,
    /// The failover region of a task (semantics RS-5).
    TaskRegion(TaskId),
}

impl World {
    /// The job starts for the first time.
    pub(super) fn start(&mut self) {
        self.master.attempt = Attempt(1);
        self.job = Some(build(&self.plan, &self.durable, None, Attempt(1), self.now));
    }

    /// When a fault with a moment happens; those with another condition come through `urgent`.
    pub(super) fn fault_due(&self, index: u16) -> Option<SimTime> {
        let i = usize::from(index);
        match self.plan.scenario.faults.get(i)?.when {
            When::AtMs(ms) if self.faults_left[i] > 0 => Some(SimTime(ms)),
            _ => None,
        }
    }

    /// A condition may have become true: the faults that wait for it happen next.
    pub(super) fn fire(&mut self, moment: &Moment) {
        for fault in self.plan.awaited.get(moment).map_or(&[][..], |w| &w.faults) {
            let left = &mut self.faults_left[usize::from(*fault)];
            if *left > 0 {
                *left -= 1;
                self.urgent.push_back(*fault);
            }
        }
    }

    /// The next of the faults with a moment in time, and when it is due; at one moment in the order of the file.
    pub(super) fn next_timed_fault(&self) -> Option<(SimTime, u16)> {
        let mut first: Option<(SimTime, u16)> = None;
        for (ms, fault) in &self.plan.awaited.timed[self.timed_from..] {
            // Overdue ones (a search can leave some) count as due now.
            let due = SimTime(*ms).max(self.now);
            if first.is_some_and(|(at, _)| at < due) {
                break;
            }
            if self.faults_left[usize::from(*fault)] > 0 && first.is_none_or(|(_, i)| *fault < i) {
                first = Some((due, *fault));
            }
        }
        first
    }

    /// A fault of the scenario happens.
    pub(super) fn fault(&mut self, index: u16, events: &mut Events) {
        let plan = Arc::clone(&self.plan);
        let Some(fault) = plan.scenario.faults.get(usize::from(index)) else {
            return;
        };
        if self.urgent.front() == Some(&index) {
            self.urgent.pop_front();
        } else {
            self.faults_left[usize::from(index)] = 0;
            let timed = &plan.awaited.timed;
            while timed.get(self.timed_from).is_some_and(|(_, i)| self.faults_left[usize::from(*i)] == 0) {
                self.timed_from += 1;
            }
        }
        let cause = CrashCause::Fault(index);
        let node = |name: &str| plan.node_named(name).map(|n| n.id);
        match &fault.action {
            Do::Crash(CrashTarget::Process) => self.crash(Scope::Everything, cause, false, events),
            Do::Crash(CrashTarget::Machine) => self.crash(Scope::Everything, cause, true, events),
            Do::Crash(CrashTarget::Operator(name)) => {
                if let Some(node) = plan.node_named(name) {
                    self.crash(Scope::TaskRegion(node.first_task), cause, false, events);
                }
            }
            Do::StorageDown { ms } => self.storage_down(*ms, events),
            Do::Slow { operator, service_ms, for_ms } => {
                if let Some(node) = node(operator) {
                    self.slow(node, *service_ms, *for_ms, events);
                }
            }
            Do::Stall { from, to, for_ms } => {
                let (from, to) = (node(from), node(to));
                if let Some(edge) = plan.edges.iter().position(|e| Some(e.from) == from && Some(e.to) == to) {
                    self.stall(edge as u16, *for_ms, events);
                }
            }
            Do::Redeliver { source, partition, id } => {
                if let Some(source) = node(source) {
                    self.redeliver(source, PartitionId(*partition), id, events);
                }
            }
        }
    }

    /// Something is done by hand.
    pub(super) fn hand(&mut self, hand: &Hand, events: &mut Events) {
        match hand {
            Hand::CrashProcess => self.crash(Scope::Everything, CrashCause::Hand, false, events),
            Hand::CrashMachine => self.crash(Scope::Everything, CrashCause::Hand, true, events),
            Hand::CrashTask(task) => self.crash(Scope::TaskRegion(*task), CrashCause::Hand, false, events),
            Hand::TriggerCheckpoint => self.coordinator.queued_requests += 1,
            Hand::StorageDown(ms) => self.storage_down(*ms, events),
            Hand::Slow { node, service_ms, for_ms } => self.slow(*node, *service_ms, *for_ms, events),
            Hand::Stall { edge, for_ms } => self.stall(*edge, *for_ms, events),
            Hand::Redeliver { source, partition, id } => self.redeliver(*source, *partition, id, events),
            Hand::FailCommit(sink) => self.break_commits(*sink, events),
        }
    }

    fn break_commits(&mut self, sink: NodeId, events: &mut Events) {
        if let Role::Sink(index) = self.plan.nodes[sink.index()].role {
            self.surroundings.commits_broken[index] = true;
            events.push(|| Event::CommitsBroken { sink });
        }
    }

    fn slow(&mut self, node: NodeId, service_ms: u64, for_ms: u64, events: &mut Events) {
        let until = self.now + for_ms;
        self.surroundings.slow[node.index()] = Some((service_ms, until));
        events.push(|| Event::Slowed { node, service_ms, until });
    }

    fn stall(&mut self, edge: u16, for_ms: u64, events: &mut Events) {
        let (now, until) = (self.now, self.now + for_ms);
        self.surroundings.stalled[usize::from(edge)] = Some(until);
        if let Some(job) = &mut self.job {
            for (channel, link) in job.channels.iter_mut().zip(&self.plan.channels) {
                if link.edge == usize::from(edge) {
                    channel.stall(now, until);
                }
            }
        }
        events.push(|| Event::Stalled { edge, until });
    }

    fn redeliver(&mut self, source: NodeId, partition: PartitionId, id: &crate::ids::EventId, events: &mut Events) {
        let Role::Source(index) = self.plan.nodes[source.index()].role else {
            return;
        };
        let log = &mut self.durable.logs[index][partition.index()];
        let Some(offset) = log.insert(id, self.now) else {
            return;
        };
        self.account.effects(0, 2 * log.later_than(self.now) as u64);
        events.push(|| Event::Redelivered { source, partition, id: id.clone(), offset });
        // Whoever reads on from here sees it.
        if let Some(job) = &mut self.job {
            for task in self.plan.nodes[source.index()].tasks() {
                if let Body::Source(s) = &mut job.tasks[task.index()].body {
                    for p in s.positions.iter_mut().filter(|p| p.partition == partition) {
                        p.readable_at = log.readable_at(p.next);
                    }
                }
            }
        }
    }

    /// Tasks fail: what they had in memory is gone, and so are all checkpoints in progress (semantics CC-21).
    pub(super) fn crash(&mut self, scope: Scope, cause: CrashCause, machine: bool, events: &mut Events) {
        self.disturb();
        let now = self.now;
        if self.job.is_none() {
            // Nothing runs that could fail; a machine that is lost meanwhile takes its disk along all the same.
            if machine {
                let restart_at = self.master.restarts.iter().map(|r| r.at).min();
                self.wipe_disks();
                let attempt = self.master.attempt;
                events.push(|| Event::Crashed { attempt, cause, machine, region: None, restart_at });
            }
            return;
        }
        let region = match scope {
            Scope::TaskRegion(task) if self.plan.regions > 1 => Some(self.plan.tasks[task.index()].region),
            Scope::TaskRegion(_) | Scope::Everything => None,
        };
        if let Scope::TaskRegion(task) = scope
            && !self.is_up(task)
        {
            return; // Its region is down already.
        }
        let restart_at = self.plan_restart(region);
        // A region that may not start again takes the whole job down with it.
        let region = region.filter(|_| restart_at.is_some());
        let (attempt, plan) = (self.master.attempt, Arc::clone(&self.plan));
        let tasks =
            |r: u16| (0..plan.tasks.len() as u16).map(TaskId).filter(|t| plan.tasks[t.index()].region == r).collect();
        events.push(|| Event::Crashed { attempt, cause, machine, region: region.map(tasks), restart_at });
        if let Some(restart) = self.restarts.last_mut()
            && restart.running_at.is_some_and(|at| at > now)
        {
            restart.running_at = None; // A failure while state was being loaded.
        }
        self.fail_all_checkpoints(events);
        self.coordinator.drop_waiting();
        self.master.restoring.retain(|r| region.is_some() && r.region != region);
        self.master.restarts.retain(|r| region.is_some() && r.region != region);
        if let Some(at) = restart_at {
            self.master.restarts.push(PlannedRestart { at, failed_at: now, region });
        }
        if machine {
            self.wipe_disks();
        }
        match region {
            None => self.job = None,
            Some(region) => self.stop_region(region),
        }
    }

    fn wipe_disks(&mut self) {
        for (task, disk) in self.durable.disks.iter_mut().enumerate() {
            *disk = Durable::empty_disk(&self.plan, TaskId(task as u16));
        }
    }

    fn fail_all_checkpoints(&mut self, events: &mut Events) {
        let pending: Vec<CheckpointId> = self.job.iter().flat_map(|j| &j.pending).map(|p| p.id).collect();
        for id in pending {
            self.fail_checkpoint(id, CheckpointFailure::JobFailed, events);
        }
    }

    /// The tasks of a region stop and lose what they had; the others go on.
    fn stop_region(&mut self, region: u16) {
        let Some(job) = &mut self.job else { return };
        for (task, plan) in job.tasks.iter_mut().zip(&self.plan.tasks) {
            if plan.region == region {
                task.running = false;
                task.working = Working::Idle;
            }
        }
        for (channel, link) in job.channels.iter_mut().zip(&self.plan.channels) {
            if self.plan.tasks[link.to.index()].region == region {
                *channel = Channel::default();
            }
        }
        let gone = |t: &TaskId| self.plan.tasks[t.index()].region == region;
        job.uploads.retain(|u| !gone(&u.task));
        job.notices.retain(|(t, _)| !gone(t));
        job.commits.retain(|c| !gone(&self.plan.nodes[c.sink.index()].first_task));
        job.committing.clear();
    }

    /// When the failed tasks start again; none: never (semantics RS-2 to RS-4).
    fn plan_restart(&mut self, region: Option<u16>) -> Option<SimTime> {
        let config = self.plan.scenario.restart;
        let now = self.now;
        // A failure before the planned restart belongs to it (semantics RS-3).
        if let Some(planned) = self.master.restarts.iter().find(|r| r.region == region) {
            return Some(planned.at);
        }
        let m = &mut self.master;
        m.failures += 1;
        let delay = match config.strategy {
            RestartStrategy::FixedDelay => config.attempts.is_none_or(|n| m.failures <= n).then_some(config.delay_ms),
            RestartStrategy::ExponentialDelay { initial_ms, max_ms, multiplier_percent, reset_ms } => {
                if m.last_restart.is_some_and(|last| now - last >= reset_ms) {
                    m.backoff = 0;
                }
                let mut delay = u128::from(initial_ms);
                let mut percent_power = 1u128;
                for _ in 0..m.backoff {
                    // Rounded down once per power, as `initial * multiplier^k` is in the engine.
                    percent_power = (percent_power * u128::from(multiplier_percent)).min(1 << 90);
                    if delay >= u128::from(max_ms) {
                        break;
                    }
                    delay = delay * u128::from(multiplier_percent) / 100;
                }
                m.backoff += 1;
                let delay = u64::try_from(delay).unwrap_or(u64::MAX).min(max_ms);
                config.attempts.is_none_or(|n| m.backoff <= n).then_some(delay)
            }
            RestartStrategy::FailureRate { max, interval_ms } => {
                m.failure_times.push(now);
                let keep = max as usize + 1;
                let surplus = m.failure_times.len().saturating_sub(keep);
                m.failure_times.drain(..surplus);
                let full = m.failure_times.len() == keep;
                let too_many = full && m.failure_times.first().is_some_and(|oldest| now - *oldest <= interval_ms);
                (!too_many).then_some(config.delay_ms)
            }
        };
        let at = delay.filter(|_| self.restarts.len() < RESTARTS_MAX).map(|d| now + d);
        if at.is_none() {
            m.gave_up = true;
        }
        at
    }
}
