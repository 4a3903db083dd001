//! Faults, crashes and restarts.

use std::sync::Arc;

use super::action::Hand;
use super::defect::Defect;
use super::durable::Durable;
use super::job::{Body, Job, PendingCommit, Task, Working};
use super::world::World;
use crate::channel::Channel;
use crate::checkpoint::{Alignment, CompletedCheckpoint, Coordinator, SnapshotState};
use crate::event::{CheckpointFailure, CrashCause, Event, Events};
use crate::graph::{Plan, Role};
use crate::ids::{Attempt, CheckpointId, NodeId, Offset, PartitionId, TaskId, TransactionId};
use crate::operator::Operator;
use crate::scenario::{CrashTarget, Do, Offsets, RestartStrategy, SinkKind, When};
use crate::sink::SinkTask;
use crate::source::{Position, SourceTask};
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
    /// When the tasks ran.
    pub running_at: SimTime,
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
    pub(super) fn fire(&mut self, _events: &mut Events, is_true: impl Fn(&When, &Plan) -> bool) {
        let plan = Arc::clone(&self.plan);
        for (i, fault) in plan.scenario.faults.iter().enumerate() {
            if self.faults_left[i] > 0 && is_true(&fault.when, &plan) {
                self.faults_left[i] -= 1;
                self.urgent.push_back(i as u16);
            }
        }
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
        let restart_at = self.plan_restart(region);
        let (attempt, plan) = (self.master.attempt, Arc::clone(&self.plan));
        let tasks =
            |r: u16| (0..plan.tasks.len() as u16).map(TaskId).filter(|t| plan.tasks[t.index()].region == r).collect();
        events.push(|| Event::Crashed { attempt, cause, machine, region: region.map(tasks), restart_at });
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

    /// Failed tasks start again: from the latest complete checkpoint, or from nothing (semantics CC-22, RS-6).
    pub(super) fn restart(&mut self, events: &mut Events) {
        let now = self.now;
        let Some(at) = self.master.restarts.iter().map(|r| r.at).min() else {
            return;
        };
        let Some(index) = self.master.restarts.iter().position(|r| r.at == at) else {
            return;
        };
        let planned = self.master.restarts.remove(index);
        self.master.attempt.0 += 1;
        self.master.last_restart = Some(now);
        let attempt = self.master.attempt;
        let plan = Arc::clone(&self.plan);
        let checkpoint = self.durable.checkpoints.latest().cloned();
        let mut job = build(&plan, &self.durable, checkpoint.as_deref(), attempt, now);
        if self.defect == Some(Defect::TtlRenewedOnRestore) {
            for task in &mut job.tasks {
                if let Body::Operator(o) = &mut task.body {
                    o.renew(now);
                }
            }
        }
        let is_in = |t: TaskId| planned.region.is_none_or(|r| plan.tasks[t.index()].region == r);
        let region = planned.region.map(|_| (0..plan.tasks.len() as u16).map(TaskId).filter(|t| is_in(*t)).collect());
        let id = checkpoint.as_ref().map(|c| c.id);
        events.push(|| Event::Restarted { attempt, checkpoint: id, region });
        for task in plan.source_tasks.iter().filter(|t| is_in(**t)) {
            self.say_repositioned(&plan, &job, *task, events);
        }
        if let Some(c) = &checkpoint {
            self.return_in_flight(&mut job, c, is_in, events);
        }
        let full_bytes = checkpoint.as_ref().map_or(0, |c| c.full_bytes);
        let restore_ms = plan.scenario.storage.bytes_per_ms.map_or(0, |b| full_bytes.div_ceil(b.max(1)));
        for (channel, link) in job.channels.iter_mut().zip(&plan.channels) {
            if let Some(until) = self.surroundings.stalled[link.edge] {
                channel.stalled_until = until;
            }
        }
        match (&mut self.job, planned.region) {
            (Some(running), Some(region)) => {
                for (i, task) in job.tasks.into_iter().enumerate() {
                    if plan.tasks[i].region == region {
                        running.tasks[i] = task;
                    }
                }
                for (i, channel) in job.channels.into_iter().enumerate() {
                    if plan.tasks[plan.channels[i].to.index()].region == region {
                        running.channels[i] = channel;
                    }
                }
            }
            (slot, _) => *slot = Some(job),
        }
        let resume = self.resume_offsets(&plan);
        self.restarts.push(RestartRecord {
            failed_at: planned.failed_at,
            at: now,
            checkpoint: id,
            resume,
            replayed: 0,
            running_at: now + restore_ms,
            caught_up_at: None,
        });
        // Ticks while the job was down are lost and take no id.
        if let Some(config) = &plan.scenario.checkpointing
            && let Some(period) = Coordinator::period(config)
            && let Some(tick) = &mut self.coordinator.next_tick
            && *tick <= now
        {
            *tick = *tick + ((now - *tick) / period + 1) * period;
        }
        for (source, next) in self.surroundings.next_offset_commit.iter_mut().enumerate() {
            if let (Some(next), Offsets::CommitEvery { ms }) = (next, plan.scenario.sources[source].offsets)
                && *next <= now
            {
                *next = *next + ((now - *next) / ms.max(1) + 1) * ms.max(1);
            }
        }
        self.settle_transactions(&plan, is_in, events);
        if restore_ms > 0 {
            if let Some(job) = &mut self.job {
                job.tasks
                    .iter_mut()
                    .enumerate()
                    .filter(|(i, _)| is_in(TaskId(*i as u16)))
                    .for_each(|(_, t)| t.running = false);
            }
            self.master.restoring.push(Restoring { until: now + restore_ms, region: planned.region });
        } else {
            self.note_catch_up();
        }
    }

    /// Restoring is over.
    pub(super) fn resume(&mut self, events: &mut Events) {
        let Some(until) = self.master.restoring.iter().map(|r| r.until).min() else {
            return;
        };
        let Some(index) = self.master.restoring.iter().position(|r| r.until == until) else {
            return;
        };
        let done = self.master.restoring.remove(index);
        if let Some(job) = &mut self.job {
            for (task, plan) in job.tasks.iter_mut().zip(&self.plan.tasks) {
                if done.region.is_none_or(|r| plan.region == r) {
                    task.running = true;
                }
            }
        }
        events.push(|| Event::Resumed);
        self.note_catch_up();
    }

    fn say_repositioned(&self, plan: &Plan, job: &Job, task: TaskId, events: &mut Events) {
        let Some((source, _)) = plan.source_of(task) else {
            return;
        };
        let node = plan.tasks[task.index()].node;
        for p in job.tasks[task.index()].source().map_or(&[][..], |s| &s.positions) {
            let before = self.durable.logs[source][p.partition.index()].read_up_to;
            events.push(|| Event::Repositioned { source: node, partition: p.partition, before, next: p.next });
        }
    }

    /// Channel state of the checkpoint goes back into the channels, before anything new (semantics BH-15).
    fn return_in_flight(
        &self,
        job: &mut Job,
        checkpoint: &CompletedCheckpoint,
        is_in: impl Fn(TaskId) -> bool,
        events: &mut Events,
    ) {
        for snapshot in &checkpoint.snapshots {
            for (channel, record) in &snapshot.in_flight {
                if is_in(self.plan.channels[channel.index()].to) {
                    events.push(|| Event::RestoredInFlight { channel: *channel, record: record.into() });
                    job.channels[channel.index()].push_restored(record.clone(), self.now, self.steps);
                }
            }
        }
    }

    /// Transactions of the restored checkpoint are committed again, before anything else (semantics SK-4); all others
    /// that are still open are aborted (SK-8).
    fn settle_transactions(&mut self, plan: &Plan, is_in: impl Fn(TaskId) -> bool, events: &mut Events) {
        let now = self.now;
        for (sink, spec) in plan.scenario.sinks.iter().enumerate() {
            let node = plan.sink_node(sink);
            let task = plan.nodes[node.index()].first_task;
            if spec.kind != SinkKind::TwoPhase || !is_in(task) {
                continue;
            }
            let Some(Body::Sink(writer)) = self.job.as_ref().map(|j| &j.tasks[task.index()].body) else {
                continue;
            };
            let pending: Vec<TransactionId> = writer.pending.iter().map(|(_, t)| *t).collect();
            let destination = &mut self.durable.destinations[sink];
            let lingering: Vec<TransactionId> =
                destination.open_transactions().map(|t| t.id).filter(|t| !pending.contains(t)).collect();
            for transaction in lingering {
                destination.abort(transaction, false, now);
                events.push(|| Event::TransactionAborted { sink: node, transaction, timed_out: false });
            }
            for transaction in pending {
                match &mut self.job {
                    Some(job) if spec.commit_ms > 0 => {
                        let until = now + spec.commit_ms;
                        job.commits.push(PendingCommit { sink: node, transaction, until, checkpoint: None });
                    }
                    _ => self.commit(node, transaction, events),
                }
            }
        }
    }

    fn resume_offsets(&self, plan: &Plan) -> Vec<Vec<Offset>> {
        let mut all: Vec<Vec<Offset>> =
            plan.scenario.sources.iter().map(|s| vec![Offset(0); s.partitions.len()]).collect();
        for task in &plan.source_tasks {
            let Some((source, _)) = plan.source_of(*task) else {
                continue;
            };
            for p in self.job.iter().filter_map(|j| j.tasks[task.index()].source()).flat_map(|s| &s.positions) {
                all[source][p.partition.index()] = p.next;
            }
        }
        all
    }
}

/// A new job, from what is durable alone.
fn build(
    plan: &Plan,
    durable: &Durable,
    checkpoint: Option<&CompletedCheckpoint>,
    attempt: Attempt,
    now: SimTime,
) -> Job {
    let first_start = attempt == Attempt(1);
    let tasks = (0..plan.tasks.len() as u16).map(TaskId).map(|task| {
        let saved = checkpoint.and_then(|c| c.snapshots.get(task.index())).map(|s| &s.state);
        let body = match plan.node_of(task).role {
            Role::Source(source) => {
                Body::Source(SourceTask { positions: positions(plan, durable, task, source, saved, first_start, now) })
            }
            Role::Operator(i) => Body::Operator(match saved {
                Some(SnapshotState::Operator(o)) => o.clone(),
                _ => Operator::new(&plan.scenario.operators[i]),
            }),
            Role::Sink(_) => Body::Sink(SinkTask {
                open: None,
                pending: match saved {
                    Some(SnapshotState::Transactions(pending)) => pending.clone(),
                    _ => Vec::new(),
                },
            }),
        };
        Task {
            running: true,
            attempt,
            working: Working::Idle,
            alignment: Alignment { done: durable.checkpoints.last_id, ..Alignment::default() },
            owed: std::collections::VecDeque::new(),
            turns: vec![0; plan.tasks[task.index()].routes.len()],
            snapshots: 0,
            copies_late: false,
            body,
        }
    });
    Job {
        tasks: tasks.collect(),
        channels: vec![Channel::default(); plan.channels.len()],
        pending: Vec::new(),
        uploads: Vec::new(),
        notices: std::collections::VecDeque::new(),
        commits: Vec::new(),
        committing: Vec::new(),
    }
}

/// Where a source task reads on.
fn positions(
    plan: &Plan,
    durable: &Durable,
    task: TaskId,
    source: usize,
    saved: Option<&SnapshotState>,
    first_start: bool,
    now: SimTime,
) -> Vec<Position> {
    let spec = &plan.scenario.sources[source];
    let subtask = plan.tasks[task.index()].subtask;
    let own = (0..spec.partitions.len() as u16).filter(|p| p % spec.parallelism == subtask).map(PartitionId);
    own.map(|partition| {
        let log = &durable.logs[source][partition.index()];
        let in_checkpoint = || match saved {
            Some(SnapshotState::Positions(all)) => all.iter().find(|(p, _)| *p == partition).map(|(_, next)| *next),
            _ => None,
        };
        let next = match spec.offsets {
            Offsets::Checkpoint => in_checkpoint().unwrap_or(log.first()),
            // The group's committed position stands for itself, whatever the checkpoint says.
            Offsets::CommitOnRead | Offsets::CommitEvery { .. } => {
                durable.committed[source][partition.index()].unwrap_or(log.first())
            }
            Offsets::Earliest => log.first(),
            Offsets::Latest if first_start => log.first(),
            Offsets::Latest => log.end_before(now),
        };
        Position { partition, next, readable_at: log.readable_at(next) }
    })
    .collect()
}

impl World {
    /// Where the sources would read on if the job started again now: by source, by partition.
    pub fn resume_positions(&self) -> Vec<Vec<Offset>> {
        let checkpoint = self.durable.checkpoints.latest();
        let mut all: Vec<Vec<Offset>> =
            self.plan.scenario.sources.iter().map(|s| vec![Offset(0); s.partitions.len()]).collect();
        let at = self.master.restarts.iter().map(|r| r.at).min().unwrap_or(self.now);
        for task in &self.plan.source_tasks {
            let Some((source, _)) = self.plan.source_of(*task) else {
                continue;
            };
            let saved = checkpoint.and_then(|c| c.snapshots.get(task.index())).map(|s| &s.state);
            for p in positions(&self.plan, &self.durable, *task, source, saved, false, at) {
                all[source][p.partition.index()] = p.next;
            }
        }
        all
    }
}
