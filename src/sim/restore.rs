//! Restarts: a new job, from what is durable alone.

use std::sync::Arc;

use super::defect::Defect;
use super::durable::Durable;
use super::failure::{RestartRecord, Restoring};
use super::job::{Body, Job, PendingCommit, Task, Working};
use super::spent::RECORD_ENTRIES;
use super::world::World;
use crate::channel::Channel;
use crate::checkpoint::{Alignment, CompletedCheckpoint, SnapshotState};
use crate::event::{Event, Events};
use crate::graph::{Plan, Role};
use crate::ids::{Attempt, Offset, PartitionId, TaskId, TransactionId};
use crate::operator::{Operate, Operator};
use crate::scenario::{Offsets, SinkKind};
use crate::sink::SinkTask;
use crate::source::{Position, SourceTask};
use crate::time::SimTime;

impl World {
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
        let entries = job.tasks.iter().map(|t| if let Body::Operator(o) = &t.body { o.entries() as u64 } else { 0 });
        let in_flight = checkpoint.iter().flat_map(|c| &c.snapshots).map(|s| s.in_flight.len() as u64);
        let restored = entries.sum::<u64>() + in_flight.sum::<u64>() * RECORD_ENTRIES;
        self.account.build((job.tasks.len() + job.channels.len()) as u64, restored);
        self.account.line(0, self.partitions());
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
            running_at: Some(now + restore_ms),
            caught_up_at: None,
        });
        self.lose_ticks();
        for (source, next) in self.surroundings.next_offset_commit.iter_mut().enumerate() {
            if let (Some(next), Offsets::CommitEvery { ms }) = (next, plan.scenario.sources[source].offsets)
                && *next <= now
            {
                *next = *next + ((now - *next) / ms.max(1) + 1) * ms.max(1);
            }
        }
        if !self.settle_transactions(&plan, is_in, events) {
            // The job has failed again, before it ran.
            if let Some(restart) = self.restarts.last_mut() {
                restart.running_at = None;
            }
            return;
        }
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
        // A region may have failed again meanwhile, and be down or restoring on its own.
        let m = &self.master;
        let others: Vec<Option<u16>> =
            m.restarts.iter().map(|r| r.region).chain(m.restoring.iter().map(|r| r.region)).collect();
        let covers = |of: Option<u16>, region: u16| of.is_none_or(|r| r == region);
        if let Some(job) = &mut self.job {
            for (task, plan) in job.tasks.iter_mut().zip(&self.plan.tasks) {
                if covers(done.region, plan.region) && !others.iter().any(|o| covers(*o, plan.region)) {
                    task.running = true;
                }
            }
        }
        events.push(|| Event::Resumed);
        self.lose_ticks();
        self.note_catch_up();
    }

    /// Ticks while the job was down, or loading its state, are lost and take no id (semantics CC-6).
    fn lose_ticks(&mut self) {
        if let Some(config) = &self.plan.scenario.checkpointing {
            self.coordinator.tick(config, self.now);
        }
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
    /// that are still open are aborted (SK-8). False: a commit failed, and the job with it.
    fn settle_transactions(&mut self, plan: &Plan, is_in: impl Fn(TaskId) -> bool, events: &mut Events) -> bool {
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
                    _ => {
                        if !self.commit(node, transaction, events) {
                            return false;
                        }
                    }
                }
            }
        }
        true
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
pub(super) fn build(
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
