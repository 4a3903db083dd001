//! A run that is watched step by step: every law that must hold at every step.

use std::collections::{BTreeMap, BTreeSet};

use barrierscope::check::{Observer, Report};
use barrierscope::event::{Event, Events};
use barrierscope::hash::stable_hash;
use barrierscope::ids::{CheckpointId, NodeId, TaskId};
use barrierscope::operator::Operator;
use barrierscope::scenario::{Mode, OperatorKind, PartitionBy, Ttl, TtlVisibility};
use barrierscope::sim::{Action, Body, Hand, Working, World};
use barrierscope::stream::StreamElement;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// Steps after which a run of a random scenario, which is small, has not ended.
const STEPS_MAX: u64 = 100_000;

/// Some settings fail a job again and again (a transaction that times out before each commit): watched for so long.
const RESTARTS_WATCHED: usize = 20;

/// What occurred in a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    pub(super) steps: u64,
    pub(super) several_inputs: bool,
    pub(super) crashes: u32,
    pub(super) crashes_in_checkpoint: u32,
    pub(super) completed: u32,
    pub(super) stored: u32,
}

pub(super) struct Watched {
    pub(super) world: World,
    pub(super) seen: Observer,
    pub(super) facts: Facts,
    open: BTreeSet<CheckpointId>,
    last_id: CheckpointId,
    last_completed: Option<CheckpointId>,
    /// Which task holds which part of a node's keyed state.
    homes: BTreeMap<(NodeId, String), TaskId>,
}

impl Watched {
    /// Runs to the end as the clock has it.
    pub(super) fn run(world: World) -> Result<Watched, TestCaseError> {
        let mut watched = Watched::new(world);
        watched.finish()?;
        Ok(watched)
    }

    /// Takes so many steps that are possible but not always the clock's, crashes now and then, and lets the clock end
    /// the run.
    pub(super) fn wander(world: World, choice: u64, steps: u64) -> Result<Watched, TestCaseError> {
        let mut watched = Watched::new(world);
        let mut drawn = choice;
        let mut draw = |below: u64| {
            drawn = stable_hash(&(drawn, below));
            drawn % below
        };
        let calm = 1 + draw(20);
        for _ in 0..steps {
            if watched.world.next().is_none() {
                break;
            }
            let now = watched.world.now();
            let far = if draw(calm) == 0 { 2_000 } else { 20 };
            let mut all = watched.world.enabled();
            // No transaction times out here: that is the one loss that two-phase sinks may have.
            all.retain(|(due, a)| !matches!(a, Action::ExpireTransaction(..)) && *due <= now + far);
            if draw(60) == 0 {
                let task = TaskId(draw(watched.world.plan().tasks.len() as u64) as u16);
                let sink = NodeId(draw(watched.world.plan().nodes.len() as u64) as u16);
                let hands = [
                    Hand::CrashProcess,
                    Hand::CrashMachine,
                    Hand::CrashTask(task),
                    Hand::TriggerCheckpoint,
                    Hand::FailCommit(sink),
                ];
                all = vec![(now, Action::Hand(hands[draw(hands.len() as u64) as usize].clone()))];
            }
            let action = match all.len() as u64 {
                0 => watched.world.next().map(|(_, a)| a),
                n => Some(all[draw(n) as usize].1.clone()),
            };
            if let Some(action) = action {
                let by_hand = matches!(action, Action::Hand(_));
                let tried = watched.step(action)?;
                prop_assert!(tried || by_hand, "what is enabled can be applied");
            }
        }
        watched.finish()?;
        Ok(watched)
    }

    fn new(world: World) -> Watched {
        let seen = Observer::new(world.plan());
        let facts = Facts { several_inputs: world.plan().nodes.iter().any(|n| n.inputs.len() > 1), ..Facts::default() };
        Watched {
            world,
            seen,
            facts,
            open: BTreeSet::new(),
            last_id: CheckpointId(0),
            last_completed: None,
            homes: BTreeMap::new(),
        }
    }

    pub(super) fn report(&self) -> Report {
        Report::of(&self.world, &self.seen)
    }

    fn finish(&mut self) -> Result<(), TestCaseError> {
        while let Some((due, action)) = self.world.next() {
            let restarts = self.world.restarts().len();
            if restarts > RESTARTS_WATCHED || (restarts > 2 && self.facts.steps > STEPS_MAX / 2) {
                return Ok(());
            }
            prop_assert!(self.facts.steps < STEPS_MAX, "the run does not end");
            if self.facts.steps.is_multiple_of(5) {
                let now = self.world.now();
                let all = self.world.enabled();
                let first = all.iter().map(|(due, _)| (*due).max(now)).min();
                let first = all.iter().find(|(due, _)| Some((*due).max(now)) == first);
                let first = first.map(|(due, a)| ((*due).max(now), a.clone()));
                prop_assert_eq!(
                    first,
                    Some((due.max(now), action.clone())),
                    "the clock takes the first that is enabled"
                );
            }
            prop_assert!(self.step(action)?, "what the clock chooses can be applied");
        }
        self.at_the_end()
    }

    /// One step with everything that must hold around it. False: it was not possible.
    fn step(&mut self, action: Action) -> Result<bool, TestCaseError> {
        let before = self.expiring(&action);
        let pending = self.world.job().map_or(0, |j| j.pending.len());
        let room: Vec<u64> = self.world.job().map_or(Vec::new(), |j| j.channels.iter().map(|c| c.records()).collect());
        let restores = matches!(action, Action::Restart);
        let mut events = Events::on();
        if self.world.apply_to(action, &mut events).is_err() {
            return Ok(false);
        }
        self.facts.steps += 1;
        for stamped in &events.list {
            self.seen.observe(self.world.plan(), stamped);
            self.event(&stamped.event, pending)?;
            if let Some(before) = &before {
                never_returns_expired(before, &stamped.event, stamped.at.ms())?;
            }
        }
        self.channels(&room, restores)?;
        Ok(true)
    }

    fn event(&mut self, event: &Event, pending: usize) -> Result<(), TestCaseError> {
        match event {
            Event::Triggered { checkpoint } => {
                prop_assert!(*checkpoint > self.last_id, "ids strictly increase");
                self.last_id = *checkpoint;
                self.open.insert(*checkpoint);
            }
            Event::Acknowledged { checkpoint, accepted, .. } => {
                prop_assert_eq!(*accepted, self.open.contains(checkpoint), "only a pending checkpoint takes an ack");
            }
            Event::Completed { checkpoint } => {
                prop_assert!(self.open.remove(checkpoint), "only a pending checkpoint completes");
                self.last_completed = self.last_completed.max(Some(*checkpoint));
                self.facts.completed += 1;
            }
            Event::CheckpointFailed { checkpoint, .. } => {
                self.open.remove(checkpoint);
            }
            Event::Crashed { .. } => {
                self.facts.crashes += 1;
                self.facts.crashes_in_checkpoint += u32::from(pending > 0);
            }
            Event::Restarted { checkpoint, .. } => {
                prop_assert_eq!(*checkpoint, self.last_completed, "the restored id is the largest completed one");
                prop_assert!(self.open.is_empty(), "no checkpoint survives a failure");
            }
            Event::Stored { .. } => self.facts.stored += 1,
            Event::Blocked { channel, .. } => {
                let c = self.world.plan().scenario.checkpointing.as_ref();
                prop_assert!(c.is_some_and(|c| c.mode == Mode::ExactlyOnce), "at-least-once blocks {channel}");
            }
            Event::Applied { task, record, key, .. } | Event::Buffered { task, record, key, .. } => {
                self.home(*task, key.to_string(), record.id.to_string())?;
            }
            Event::DedupPassed { task, record, .. } | Event::DedupDropped { task, record } => {
                self.home(*task, String::new(), record.id.to_string())?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Each key (or id, where state is partitioned by it) lives on one task.
    fn home(&mut self, task: TaskId, key: String, id: String) -> Result<(), TestCaseError> {
        let plan = self.world.plan();
        let Some((_, spec)) = plan.operator_of(task) else { return Ok(()) };
        let part = match spec.partition_by {
            PartitionBy::Id => id,
            PartitionBy::Key if spec.kind == OperatorKind::Dedup => return Ok(()),
            PartitionBy::Key => key,
        };
        let node = plan.tasks[task.index()].node;
        let home = *self.homes.entry((node, part.clone())).or_insert(task);
        prop_assert_eq!(home, task, "{} lives on two tasks of {}", part, spec.name);
        Ok(())
    }

    /// A channel holds what it may, and the outputs of one record beyond that.
    fn channels(&self, before: &[u64], restores: bool) -> Result<(), TestCaseError> {
        let Some(job) = self.world.job() else { return Ok(()) };
        let plan = self.world.plan();
        for (i, (channel, link)) in job.channels.iter().zip(&plan.channels).enumerate() {
            let held = channel.records();
            let in_queue = channel.queue().iter().filter(|e| matches!(e.element, StreamElement::Record(_))).count();
            prop_assert_eq!(held, in_queue as u64, "the count of channel {}", i);
            let joins = plan.operator_of(link.from).is_some_and(|(_, o)| o.kind == OperatorKind::Join);
            // What a checkpoint stored of a channel can be more than fits: its sender went on after the receiver's
            // snapshot. The sender waits until there is room again.
            let had = before.get(i).copied().unwrap_or(0);
            if held > link.capacity && held > had && !restores {
                // Only a join puts in more than one record at once.
                prop_assert!(joins, "channel {i} holds {held} of {}", link.capacity);
                prop_assert!(had < link.capacity, "channel {i} overdrawn twice");
            }
        }
        Ok(())
    }

    /// The state that this action may read, where entries expire and must not be seen.
    fn expiring(&self, action: &Action) -> Option<Expiring> {
        let job = self.world.job()?;
        let (task, adds) = match action {
            Action::Deliver(channel) => {
                let head = job.channels[channel.index()].queue().front().map(|e| &e.element);
                let adds = if let Some(StreamElement::Record(r)) = head { Some(r.value) } else { None };
                (self.world.plan().channels[channel.index()].to, adds)
            }
            Action::Finish(task) => match &job.tasks[task.index()].working {
                Working::Record { record, .. } => (*task, Some(record.value)),
                Working::Idle | Working::Sync { .. } => (*task, None),
            },
            _ => return None,
        };
        let (_, spec) = self.world.plan().operator_of(task)?;
        let ttl = spec.ttl.filter(|t| t.visibility == TtlVisibility::NeverReturnExpired)?;
        let operator = match &self.world.durable().disks[task.index()] {
            Some(disk) => disk.clone(),
            None => match &self.world.job()?.tasks[task.index()].body {
                Body::Operator(o) => o.clone(),
                Body::Source(_) | Body::Sink(_) => return None,
            },
        };
        Some(Expiring { task, ttl, operator, adds })
    }

    fn at_the_end(&mut self) -> Result<(), TestCaseError> {
        let scenario = &self.world.plan().scenario;
        let Some(config) = &scenario.checkpointing else {
            prop_assert_eq!(self.last_completed, None, "nothing durable without checkpointing");
            return Ok(());
        };
        let store = &self.world.durable().checkpoints;
        prop_assert_eq!(store.latest().map(|c| c.id), self.last_completed);
        prop_assert!(store.completed.len() <= config.retained as usize, "no more is retained than asked for");
        if !config.unaligned {
            for c in &store.history {
                prop_assert_eq!(c.in_flight_records, 0, "aligned checkpoint {} holds channel state", c.id);
            }
        }
        let over = self.world.master().gave_up || scenario.until_ms.is_some();
        if let (false, Some(job)) = (over, self.world.job()) {
            prop_assert!(job.is_still(), "something is left under way at the end");
        } else {
            prop_assert!(over, "the job is down at the end although it may restart");
        }
        Ok(())
    }
}

/// An operator whose entries expire and must not be seen, before it works on a record.
struct Expiring {
    task: TaskId,
    ttl: Ttl,
    operator: Operator,
    /// The record's value.
    adds: Option<i64>,
}

/// Nothing that had expired has an effect on what an operator does.
fn never_returns_expired(before: &Expiring, event: &Event, now: u64) -> Result<(), TestCaseError> {
    let Expiring { task, ttl, operator, adds } = before;
    let task = *task;
    let over = |stamp: barrierscope::time::SimTime| stamp.ms() + ttl.ms <= now;
    match (event, operator) {
        (Event::Applied { task: t, key, value, .. }, Operator::Reduce(o)) if *t == task => {
            let counts = o.reduction == barrierscope::operator::Reduction::Count;
            let expired = o.totals.peek(key).is_some_and(|e| over(e.stamp));
            let alone = if counts { Some(1) } else { *adds };
            prop_assert!(!expired || Some(*value) == alone, "an expired total of {key} was added to");
        }
        (Event::DedupDropped { task: t, record }, Operator::Dedup(o)) if *t == task => {
            let expired = o.seen.peek(&record.id).is_some_and(|e| over(e.stamp));
            prop_assert!(!expired, "an expired entry held {} back", record.id);
        }
        (Event::Joined { task: t, waited, .. }, Operator::Join(o)) if *t == task => {
            let waiting = o.buffers().flat_map(|(_, sides)| sides.iter().flatten());
            let mut same = waiting.filter(|w| w.value.id == *waited).peekable();
            prop_assert!(same.peek().is_none() || same.any(|w| !over(w.stamp)), "a pair with expired {waited}");
        }
        _ => {}
    }
    Ok(())
}
