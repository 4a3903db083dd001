//! The world: durable things, and a job or none.

use std::collections::VecDeque;
use std::sync::Arc;

use super::action::{Action, Hand, Rejected};
use super::defect::Defect;
use super::durable::Durable;
use super::failure::{JobMaster, RestartRecord};
use super::job::{Body, Job, Working};
use super::spent::Account;
use crate::checkpoint::{Coordinator, Snapshot, SnapshotState};
use crate::event::{Event, Events, Stamped};
use crate::graph::{Plan, Role};
use crate::hash::stable_hash;
use crate::ids::{ChannelId, NodeId, TaskId};
use crate::operator::{Operate, Operator};
use crate::scenario::{Offsets, Scenario, When};
use crate::time::SimTime;

/// A job with everything around it, at one moment.
///
/// The same actions applied to equal worlds give equal worlds. `apply` is the only way to change one; an `Err` leaves it
/// untouched. What is not in `Durable` does not survive a crash: a restart builds the job from `Durable` alone.
#[derive(Clone, Debug)]
pub struct World {
    pub(super) plan: Arc<Plan>,
    pub(super) now: SimTime,
    pub(super) steps: u64,
    pub(super) durable: Durable,
    pub(super) job: Option<Job>,
    pub(super) master: JobMaster,
    pub(super) coordinator: Coordinator,
    pub(super) surroundings: Surroundings,
    /// Per fault: how often it can still happen.
    pub(super) faults_left: Vec<u64>,
    /// Faults whose condition has just become true; nothing else can happen before them.
    pub(super) urgent: VecDeque<u16>,
    pub(super) watches: Watches,
    pub(super) run_hash: u64,
    pub(super) restarts: Vec<RestartRecord>,
    /// Broken on purpose.
    pub(super) defect: Option<Defect>,
    /// What it has cost so far; for those who run it to its end.
    pub(super) account: Account,
    /// Faults with a moment in time before this place of their list have happened.
    pub(super) timed_from: usize,
    /// Before this moment only records move: no timer, no fault, no checkpoint in progress. None: not so, or not known.
    /// Derived from the rest, so that the clock need not look at everything for every record.
    pub(super) calm_until: Option<SimTime>,
}

/// Disturbances under way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Surroundings {
    /// Checkpoint storage cannot be written until then.
    pub storage_down_until: Option<SimTime>,
    /// Per node: another service time, until then.
    pub slow: Vec<Option<(u64, SimTime)>>,
    /// Per edge: nothing crosses until then.
    pub stalled: Vec<Option<SimTime>>,
    /// Per sink: its broker fails the next commit.
    pub commits_broken: Vec<bool>,
    /// Per source: when positions are committed next (`commit_every_ms`).
    pub next_offset_commit: Vec<Option<SimTime>>,
}

/// Which kinds of conditional faults the scenario has, so that the others cost nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Watches {
    pub(super) reads: bool,
    pub(super) processed: bool,
    pub(super) written: bool,
}

impl World {
    /// The world before the first step: the job has started and nothing has been read.
    pub fn new(scenario: &Scenario) -> World {
        World::with_rows(scenario, true)
    }

    /// As `new`; without rows, destinations count writes and keep none (an upsert then replaces nothing, and nothing is
    /// refused), transactions that are over and all but the most recent checkpoints are forgotten: memory holds what is
    /// in flight, and state, and does not grow with the run.
    pub fn with_rows(scenario: &Scenario, keeps_rows: bool) -> World {
        let plan = Arc::new(Plan::new(scenario));
        let s = &plan.scenario;
        let mut watches = Watches::default();
        for fault in &s.faults {
            match fault.when {
                When::Read(_) => watches.reads = true,
                When::Processed { .. } => watches.processed = true,
                When::Written { .. } => watches.written = true,
                When::AtMs(_) | When::Checkpoint { .. } => {}
            }
        }
        let next_offset_commit = s
            .sources
            .iter()
            .map(|x| match x.offsets {
                Offsets::CommitEvery { ms } => Some(SimTime(ms.max(1))),
                _ => None,
            })
            .collect();
        let surroundings = Surroundings {
            storage_down_until: None,
            slow: vec![None; plan.nodes.len()],
            stalled: vec![None; plan.edges.len()],
            commits_broken: vec![false; s.sinks.len()],
            next_offset_commit,
        };
        let durable = Durable::new(&plan, keeps_rows);
        let mut world = World {
            now: SimTime::ZERO,
            steps: 0,
            durable,
            job: None,
            master: JobMaster::default(),
            coordinator: Coordinator::new(s.checkpointing.as_ref()),
            surroundings,
            faults_left: s.faults.iter().map(|f| f.times).collect(),
            urgent: VecDeque::new(),
            watches,
            run_hash: 0,
            restarts: Vec::new(),
            defect: None,
            calm_until: None,
            account: Account::default(),
            timed_from: 0,
            plan,
        };
        world.start();
        world.calm_until = world.find_calm();
        world
    }

    /// A world whose engine is broken on purpose, for tests of those who should notice.
    pub fn with_defect(scenario: &Scenario, defect: Defect) -> World {
        World { defect: Some(defect), ..World::new(scenario) }
    }

    /// State entries that a copy of this world holds: of the tasks, of disks, and of checkpoints.
    pub(super) fn copied_entries(&self) -> usize {
        let of_task = |t: &super::job::Task| match &t.body {
            Body::Operator(o) => o.entries(),
            Body::Source(_) | Body::Sink(_) => 0,
        };
        let of_snapshot = |s: &std::sync::Arc<Snapshot>| match &s.state {
            SnapshotState::Operator(o) => o.entries(),
            _ => 0,
        };
        let tasks = self.job.iter().flat_map(|j| &j.tasks).map(of_task).sum::<usize>();
        let disks = self.durable.disks.iter().flatten().map(Operator::entries).sum::<usize>();
        let saved =
            self.durable.checkpoints.completed.iter().flat_map(|c| &c.snapshots).map(of_snapshot).sum::<usize>();
        tasks + disks + saved
    }

    /// The plan that it runs.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Virtual time.
    pub fn now(&self) -> SimTime {
        self.now
    }

    /// Actions applied so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// What a crash cannot reach.
    pub fn durable(&self) -> &Durable {
        &self.durable
    }

    /// What lives in memory; none while the whole job is down.
    pub fn job(&self) -> Option<&Job> {
        self.job.as_ref()
    }

    /// Whether a task runs, or is loading its state.
    pub fn is_up(&self, task: TaskId) -> bool {
        let region = self.plan.tasks.get(task.index()).map(|t| t.region);
        let covers = |of: Option<u16>| of.is_none() || of == region;
        // While all state is being loaded, one region may have failed again.
        let restores = || {
            self.master.restoring.iter().any(|r| covers(r.region))
                && !self.master.restarts.iter().any(|r| covers(r.region))
        };
        self.job.as_ref().and_then(|j| j.tasks.get(task.index())).is_some_and(|t| t.running || restores())
    }

    /// The part of the job manager that restarts failed tasks.
    pub fn master(&self) -> &JobMaster {
        &self.master
    }

    /// The clock and counters of the checkpoint coordinator.
    pub fn coordinator(&self) -> &Coordinator {
        &self.coordinator
    }

    /// Disturbances under way.
    pub fn surroundings(&self) -> &Surroundings {
        &self.surroundings
    }

    /// Every restart so far.
    pub fn restarts(&self) -> &[RestartRecord] {
        &self.restarts
    }

    /// The service time of a node at this moment.
    pub fn service_ms(&self, node: NodeId) -> u64 {
        if let Some((ms, _)) = self.surroundings.slow[node.index()] {
            return ms;
        }
        self.plan.nodes[node.index()].service_ms
    }

    /// A number for the whole run so far: every action with its moment, in order, and what has come of it. Equal
    /// natively and in a browser. It speaks of what a run means, not of how the engine keeps it, so that it outlives
    /// changes of the engine that change no behaviour.
    pub fn run_digest(&self) -> u64 {
        let d = &self.durable;
        let destinations = d.destinations.iter().fold(0, |h, x| stable_hash(&(h, x.fingerprint())));
        let bodies: Option<Vec<_>> = self.job.as_ref().map(|j| j.tasks.iter().map(|t| &t.body).collect());
        stable_hash(&(self.run_hash, self.now, destinations, bodies, &d.disks, &d.committed))
    }

    /// A number for the state alone: equal for equal worlds.
    pub fn state_digest(&self) -> u64 {
        let d = &self.durable;
        let destinations = d.destinations.iter().fold(0, |h, x| stable_hash(&(h, x.fingerprint())));
        let read: Vec<Vec<u64>> =
            d.logs.iter().map(|l| l.iter().map(|p| p.end().0 ^ p.read_up_to.0 << 1).collect()).collect();
        stable_hash(&(
            (self.now, self.steps, &self.job, &self.master, &self.coordinator, &self.surroundings),
            (&self.faults_left, &self.urgent, &d.committed, &d.checkpoints, destinations, &d.disks, read),
        ))
    }

    /// Applies an action: one step. Gives what happened.
    ///
    /// # Errors
    /// The action is not possible now, or names something that is not there; the world is untouched.
    pub fn apply(&mut self, action: Action) -> Result<Vec<Stamped>, Rejected> {
        let mut events = Events::on();
        self.apply_to(action, &mut events)?;
        Ok(events.list)
    }

    /// As `apply`, into a list that may be switched off.
    ///
    /// # Errors
    /// As `apply`.
    pub fn apply_to(&mut self, action: Action, events: &mut Events) -> Result<(), Rejected> {
        let due = self.due(&action).ok_or_else(|| Rejected::NotEnabled(action.clone()))?;
        self.carry_out(due, action, events);
        Ok(())
    }

    /// Carries out an action that is possible from `due` on.
    pub(super) fn carry_out(&mut self, due: SimTime, action: Action, events: &mut Events) {
        self.now = self.now.max(due);
        self.steps += 1;
        events.step = self.steps;
        events.now = self.now;
        self.run_hash =
            (self.run_hash.rotate_left(5) ^ stable_hash(&(&action, self.now))).wrapping_mul(0x2545_f491_4f6c_dd1d);
        // Records do not change the timers, but for what `disturb` is called for.
        if !matches!(action, Action::Deliver(_) | Action::Finish(_) | Action::Read(..)) {
            self.disturb();
        }
        match action {
            Action::Deliver(channel) => self.deliver(channel, events),
            Action::Finish(task) => self.finish(task, events),
            Action::Read(task, partition) => self.read(task, partition, events),
            Action::Fault(index) => self.fault(index, events),
            Action::Trigger => self.trigger(events),
            Action::TriggerFinal => self.trigger_final(events),
            Action::Inject(task) => self.inject(task, events),
            Action::Restart => self.restart(events),
            Action::Resume => self.resume(events),
            Action::EndOutage => {
                self.surroundings.storage_down_until = None;
                events.push(|| Event::StorageUp);
            }
            Action::EndStall(edge) => {
                self.surroundings.stalled[usize::from(edge)] = None;
                events.push(|| Event::StallOver { edge });
            }
            Action::EndSlow(node) => {
                self.surroundings.slow[node.index()] = None;
                events.push(|| Event::SlowOver { node });
            }
            Action::Persist(task, checkpoint) => self.persist(task, checkpoint, events),
            Action::Complete(checkpoint) => self.complete(checkpoint, events),
            Action::Notify(task, checkpoint) => self.notify(task, checkpoint, events),
            Action::Commit(sink, transaction) => self.commit_done(sink, transaction, events),
            Action::CommitOffsets(source) => self.commit_offsets(source, events),
            Action::Unalign(task) => self.unalign(task, events),
            Action::ExpireCheckpoint(checkpoint) => self.expire_checkpoint(checkpoint, events),
            Action::ExpireTransaction(sink, transaction) => self.expire_transaction(sink, transaction, events),
            Action::Hand(hand) => self.hand(&hand, events),
        }
        if self.calm_until.is_none() {
            self.calm_until = self.find_calm();
        }
    }

    /// Something has changed that the clock must look at.
    pub(super) fn disturb(&mut self) {
        self.calm_until = None;
    }

    /// From when on an action is possible; none: it is not.
    pub(super) fn due(&self, action: &Action) -> Option<SimTime> {
        if let Some(front) = self.urgent.front() {
            return match action {
                Action::Fault(i) if i == front => Some(self.now),
                Action::Hand(hand) => self.can(hand).then_some(self.now),
                _ => None,
            };
        }
        match action {
            Action::Deliver(channel) => self.delivery_due(*channel, &mut None),
            Action::Finish(task) => self.finish_due(*task),
            Action::Read(task, partition) => self.read_due(*task, *partition),
            Action::Fault(index) => self.fault_due(*index),
            Action::Hand(hand) => self.can(hand).then_some(self.now),
            timer => {
                let mut found = None;
                let mut look = |due, a| {
                    if a == *timer {
                        found = Some(due);
                    }
                };
                self.each_timer(&mut look);
                self.each_transaction_timeout(usize::MAX, &mut look);
                found
            }
        }
    }

    /// Everything that may happen next, each with the moment from which on it can, in a fixed order. The clock takes the
    /// first of those with the earliest moment; a search takes each in turn.
    pub fn enabled(&self) -> Vec<(SimTime, Action)> {
        let mut all = Vec::new();
        if let Some(fault) = self.urgent.front() {
            all.push((self.now, Action::Fault(*fault)));
            return all;
        }
        self.each_timer(&mut |due, action| all.push((due, action)));
        self.each_transaction_timeout(usize::MAX, &mut |due, action| all.push((due, action)));
        for task in &self.plan.delivery_order {
            self.each_delivery(*task, &mut |due, action| all.push((due, action)));
        }
        for index in 0..self.plan.scenario.faults.len() as u16 {
            if let Some(due) = self.fault_due(index) {
                all.push((due, Action::Fault(index)));
            }
        }
        self.each_read(&mut |due, action| all.push((due, action)));
        all
    }

    /// What one task can do with its inputs, or with what it is busy with.
    pub(super) fn each_delivery(&self, task: TaskId, found: &mut impl FnMut(SimTime, Action)) {
        if let Some(due) = self.finish_due(task) {
            found(due, Action::Finish(task));
            return;
        }
        let mut room = None;
        for channel in &self.plan.tasks[task.index()].inputs {
            if let Some(due) = self.delivery_due(*channel, &mut room) {
                found(due, Action::Deliver(*channel));
            }
        }
    }

    pub(super) fn finish_due(&self, task: TaskId) -> Option<SimTime> {
        let task = self.job.as_ref()?.tasks.get(task.index())?;
        match &task.working {
            Working::Record { until, .. } | Working::Sync { until, .. } if task.running => Some(*until),
            _ => None,
        }
    }

    /// When the receiver can take the next element of a channel. `room`: whether its outputs have room, once it is known;
    /// it is the same for all its inputs.
    #[inline]
    pub(super) fn delivery_due(&self, channel: ChannelId, room: &mut Option<bool>) -> Option<SimTime> {
        let job = self.job.as_ref()?;
        let c = job.channels.get(channel.index())?;
        let to = self.plan.channels[channel.index()].to;
        let task = &job.tasks[to.index()];
        if !task.running || task.working != Working::Idle {
            return None;
        }
        let (index, due) = c.next(self.now)?;
        // A record is taken only when every output has room; a barrier needs none.
        let is_record = matches!(c.queue()[index].element, crate::stream::StreamElement::Record(_));
        if is_record && !*room.get_or_insert_with(|| self.has_room(job, to)) {
            return c.priority_due();
        }
        Some(c.priority_due().map_or(due, |p| p.min(due)))
    }

    #[inline]
    pub(super) fn has_room(&self, job: &Job, task: TaskId) -> bool {
        let outputs = &self.plan.tasks[task.index()].outputs;
        outputs.iter().all(|c| job.channels[c.index()].records() < self.plan.channels[c.index()].capacity)
    }

    /// Whether a hand can do this now.
    pub fn can(&self, hand: &Hand) -> bool {
        let node_exists = |n: &NodeId| n.index() < self.plan.nodes.len();
        match hand {
            Hand::CrashProcess | Hand::CrashMachine => self.job.is_some(),
            Hand::CrashTask(task) => self.is_up(*task),
            Hand::TriggerCheckpoint => self.all_running() && self.plan.scenario.checkpointing.is_some(),
            Hand::StorageDown(_) => true,
            Hand::Slow { node, .. } => node_exists(node),
            Hand::Stall { edge, .. } => usize::from(*edge) < self.plan.edges.len(),
            Hand::Redeliver { source, partition, id } => {
                let Some(Role::Source(i)) = self.plan.nodes.get(source.index()).map(|n| n.role) else {
                    return false;
                };
                self.durable.logs[i].get(partition.index()).is_some_and(|log| log.holds(id))
            }
            Hand::FailCommit(sink) => {
                let Some(Role::Sink(i)) = self.plan.nodes.get(sink.index()).map(|n| n.role) else {
                    return false;
                };
                // Without checkpoints nothing is ever committed; without a transaction there is nothing to commit.
                self.plan.scenario.checkpointing.is_some()
                    && !self.master.gave_up
                    && !self.surroundings.commits_broken[i]
                    && self.durable.destinations[i].open_transactions().next().is_some()
            }
        }
    }

    /// Every task runs (a checkpoint can be triggered, semantics CC-6).
    pub(super) fn all_running(&self) -> bool {
        self.job.as_ref().is_some_and(|j| j.tasks.iter().all(|t| t.running))
    }
}
