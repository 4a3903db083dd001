//! The coordinator's side of a checkpoint: triggered, complete, told, committed, or failed.

use super::failure::Scope;
use super::job::{Body, PendingCommit};
use super::world::World;
use crate::checkpoint::{
    CheckpointRecord, CheckpointStatus, CompletedCheckpoint, PendingCheckpoint, SnapshotState, TaskPhases, TickDecision,
};
use crate::event::{CheckpointFailure, CrashCause, Event, Events};
use crate::graph::{Moment, Role};
use crate::ids::{CheckpointId, NodeId, TaskId, TransactionId};
use crate::scenario::{Reaches, SinkKind};
use crate::sink::CommitOutcome;
use crate::stream::StreamElement;
use std::sync::Arc;

impl World {
    /// The coordinator's timer, or a request whose slot is free.
    pub(super) fn trigger(&mut self, events: &mut Events) {
        let plan = Arc::clone(&self.plan);
        let Some(config) = &plan.scenario.checkpointing else {
            return;
        };
        let now = self.now;
        let pending = self.job.as_ref().map_or(0, |j| j.pending.len());
        let slot = pending < config.max_concurrent as usize;
        if slot && self.coordinator.queued_requests > 0 {
            self.coordinator.queued_requests -= 1;
            self.start_checkpoint(false, events);
            return;
        }
        let waiting = slot && self.coordinator.queued_ticks > 0;
        if waiting {
            self.coordinator.queued_ticks -= 1;
        } else {
            self.coordinator.tick(config, now);
        }
        match self.coordinator.decide_tick(config, pending, now) {
            TickDecision::Trigger => self.start_checkpoint(false, events),
            TickDecision::Wait => {
                let queued = self.coordinator.queued_ticks + 1;
                self.coordinator.queued_ticks = queued.min(crate::checkpoint::QUEUED_MAX);
            }
            TickDecision::Postpone(at) => {
                self.coordinator.queued_ticks = 0;
                self.coordinator.next_tick = Some(at);
            }
        }
    }

    /// The last checkpoint: everything has been read and processed. Ticks that still wait have nothing to add.
    pub(super) fn trigger_final(&mut self, events: &mut Events) {
        self.coordinator.queued_ticks = 0;
        self.coordinator.final_triggered = true;
        self.start_checkpoint(true, events);
    }

    /// Takes a number, starts the timeout, tells the sources (semantics CC-7).
    pub(super) fn start_checkpoint(&mut self, is_final: bool, events: &mut Events) {
        let now = self.now;
        let tasks = self.plan.tasks.len();
        let Some(job) = &mut self.job else { return };
        let store = &mut self.durable.checkpoints;
        let id = CheckpointId(store.last_id.0 + 1);
        store.last_id = id;
        store.begin(CheckpointRecord {
            id,
            is_final,
            status: CheckpointStatus::InProgress,
            triggered_at: now,
            ended_at: None,
            offsets: self.plan.scenario.sources.iter().map(|s| vec![None; s.partitions.len()]).collect(),
            state_bytes: 0,
            uploaded_bytes: 0,
            in_flight_records: 0,
            in_flight_bytes: 0,
            alignment_ms: 0,
            sync_ms: 0,
            blocked_by_edge: Vec::new(),
            blocked_ms: 0,
            phases: Vec::new(),
        });
        job.pending.push(PendingCheckpoint {
            id,
            triggered_at: now,
            is_final,
            to_inject: self.plan.source_tasks.len() as u32,
            to_snapshot: tasks as u32,
            to_acknowledge: tasks as u32,
            snapshots: vec![None; tasks],
            phases: vec![TaskPhases::default(); tasks],
            blocked_ms: vec![0; self.plan.edges.len()],
            failed: None,
        });
        for task in &self.plan.source_tasks {
            job.tasks[task.index()].owed.push_back(id);
        }
        self.account.line(tasks as u64, self.partitions());
        events.push(|| Event::Triggered { checkpoint: id });
    }

    /// Every task has acknowledged: the coordinator records the checkpoint as complete (semantics CC-10 to CC-12).
    pub(super) fn complete(&mut self, id: CheckpointId, events: &mut Events) {
        let now = self.now;
        let plan = Arc::clone(&self.plan);
        let Some(config) = &plan.scenario.checkpointing else {
            return;
        };
        if self.surroundings.storage_down_until.is_some() {
            self.fail_checkpoint(id, CheckpointFailure::Storage, events);
            return;
        }
        let Some(job) = &mut self.job else { return };
        let Some(at) = job.pending.iter().position(|p| p.id == id) else {
            return;
        };
        let p = job.pending.remove(at);
        let state_bytes: u64 = p.phases.iter().map(|t| t.state_bytes).sum();
        let in_flight_bytes: u64 = p.phases.iter().map(|t| t.in_flight_bytes).sum();
        let completed = CompletedCheckpoint {
            id,
            triggered_at: p.triggered_at,
            completed_at: now,
            snapshots: p.snapshots.iter().flatten().cloned().collect(),
            state_bytes,
            full_bytes: state_bytes + in_flight_bytes,
            snapshot_at: p.phases.iter().map(|t| t.snapshot_at).collect(),
        };
        self.durable.checkpoints.end(CheckpointStatus::Completed, now, p);
        self.durable.checkpoints.add(completed, config.retained);
        if let Some(oldest) = self.durable.checkpoints.completed.first().map(|c| c.id) {
            let pending = &job.pending;
            self.account.drop_saved(|c| c < oldest && pending.iter().all(|p| p.id != c));
        }
        self.forget_transactions();
        self.coordinator.count_completion(now);
        let is_two_phase = |t: &TaskId| plan.sink_of(*t).is_some_and(|(_, s)| s.kind == SinkKind::TwoPhase);
        let sinks: Vec<TaskId> = (0..plan.tasks.len() as u16).map(TaskId).filter(is_two_phase).collect();
        if let Some(job) = &mut self.job {
            job.notices.extend(sinks.iter().map(|t| (*t, id)));
            if !sinks.is_empty() {
                job.committing.push((id, sinks.len() as u32));
            }
        }
        events.push(|| Event::Completed { checkpoint: id });
        let older: Vec<CheckpointId> =
            self.job.iter().flat_map(|j| &j.pending).map(|p| p.id).filter(|p| *p < id).collect();
        for older in older {
            self.fail_checkpoint(older, CheckpointFailure::Subsumed, events);
        }
        self.fire_reached(id, Reaches::Completed);
        if sinks.is_empty() {
            self.fire_reached(id, Reaches::Committed);
        }
    }

    /// A sink hears that the checkpoint is complete and commits what waits for it (semantics SK-3, CC-13).
    pub(super) fn notify(&mut self, task: TaskId, id: CheckpointId, events: &mut Events) {
        let now = self.now;
        let node = self.plan.tasks[task.index()].node;
        let Some((_, spec)) = self.plan.sink_of(task) else {
            return;
        };
        let commit_ms = spec.commit_ms;
        let Some(job) = &mut self.job else { return };
        job.notices.retain(|n| *n != (task, id));
        events.push(|| Event::Notified { task, checkpoint: id });
        let Body::Sink(writer) = &job.tasks[task.index()].body else {
            return;
        };
        // There can be very many of both, where commits take long.
        let mut under_way: Vec<TransactionId> =
            job.commits.iter().filter(|c| c.sink == node).map(|c| c.transaction).collect();
        under_way.sort_unstable();
        let mut due = writer.due(id);
        self.account.build(0, (under_way.len() + due.len()) as u64);
        due.retain(|t| under_way.binary_search(t).is_err());
        if commit_ms == 0 || due.is_empty() {
            if due.into_iter().all(|transaction| self.commit(node, transaction, events)) {
                self.sink_committed(id);
            }
            return;
        }
        for transaction in due {
            let until = now + commit_ms;
            job.commits.push(PendingCommit { sink: node, transaction, until, checkpoint: Some(id) });
        }
    }

    /// A commit that took its time takes effect.
    pub(super) fn commit_done(&mut self, sink: NodeId, transaction: TransactionId, events: &mut Events) {
        let Some(job) = &mut self.job else { return };
        let Some(at) = job.commits.iter().position(|c| c.sink == sink && c.transaction == transaction) else {
            return;
        };
        let checkpoint = job.commits.remove(at).checkpoint;
        let more = job.commits.iter().any(|c| c.sink == sink && c.checkpoint == checkpoint);
        let committed = self.commit(sink, transaction, events);
        if let Some(id) = checkpoint.filter(|_| committed && !more) {
            self.sink_committed(id);
        }
    }

    pub(super) fn sink_committed(&mut self, id: CheckpointId) {
        let Some(job) = &mut self.job else { return };
        let Some(at) = job.committing.iter().position(|(c, _)| *c == id) else {
            return;
        };
        job.committing[at].1 -= 1;
        if job.committing[at].1 == 0 {
            job.committing.remove(at);
            self.fire_reached(id, Reaches::Committed);
        }
    }

    /// Commits a transaction at the broker and takes it off the sink's list. False: the commit failed, and the sink's
    /// task with it; the transaction stands in the checkpoint, and the restart commits it (semantics SK-4).
    ///
    /// Simplification: one failure stands for an unknown error (SK-7) and for the retries that are used up (SK-6).
    pub(super) fn commit(&mut self, sink: NodeId, transaction: TransactionId, events: &mut Events) -> bool {
        let Role::Sink(index) = self.plan.nodes[sink.index()].role else {
            return true;
        };
        let task = self.plan.nodes[sink.index()].first_task;
        if std::mem::take(&mut self.surroundings.commits_broken[index]) {
            events.push(|| Event::CommitFailed { sink, transaction });
            self.crash(Scope::TaskRegion(task), CrashCause::CommitFailed(sink), false, events);
            return false;
        }
        match self.durable.destinations[index].commit(transaction, self.now) {
            CommitOutcome::Committed => events.push(|| Event::Committed { sink, transaction }),
            CommitOutcome::Already => {}
            CommitOutcome::Refused => events.push(|| Event::CommitRefused { sink, transaction }),
        }
        if let Some(Body::Sink(writer)) = self.job.as_mut().map(|j| &mut j.tasks[task.index()].body) {
            self.account.build(0, writer.pending.len() as u64);
            writer.pending.retain(|(_, t)| *t != transaction);
        }
        true
    }

    /// Where rows are not kept, transactions that have ended are dropped as soon as no restart can name them any more.
    fn forget_transactions(&mut self) {
        let Some(job) = &self.job else { return };
        let latest = self.durable.checkpoints.latest().map(|c| &c.snapshots);
        for (sink, destination) in self.durable.destinations.iter_mut().enumerate() {
            let task = self.plan.nodes[self.plan.sink_node(sink).index()].first_task.index();
            let Body::Sink(writer) = &job.tasks[task].body else {
                continue;
            };
            let snapshots = job.pending.iter().filter_map(|p| p.snapshots[task].as_ref());
            let saved =
                latest.and_then(|all| all.get(task)).into_iter().chain(snapshots).flat_map(|s| match &s.state {
                    SnapshotState::Transactions(pending) => &pending[..],
                    _ => &[],
                });
            let named = saved.chain(&writer.pending).map(|(_, t)| *t).chain(writer.open);
            destination.forget_before(named.min());
        }
    }

    /// The checkpoint has taken too long (semantics CC-15).
    pub(super) fn expire_checkpoint(&mut self, id: CheckpointId, events: &mut Events) {
        self.fail_checkpoint(id, CheckpointFailure::Expired, events);
    }

    /// The broker aborts a transaction that has been open too long (semantics KT-1). The sink does not hear of it.
    pub(super) fn expire_transaction(&mut self, sink: NodeId, transaction: TransactionId, events: &mut Events) {
        let Role::Sink(index) = self.plan.nodes[sink.index()].role else {
            return;
        };
        if self.durable.destinations[index].abort(transaction, true, self.now) {
            events.push(|| Event::TransactionAborted { sink, transaction, timed_out: true });
        }
    }

    /// A checkpoint will not complete: everyone hears of it, and it may be one failure too many (CC-15 to CC-20).
    pub(super) fn fail_checkpoint(&mut self, id: CheckpointId, why: CheckpointFailure, events: &mut Events) {
        let now = self.now;
        let Some(job) = &mut self.job else { return };
        let Some(at) = job.pending.iter().position(|p| p.id == id) else {
            return;
        };
        let p = job.pending.remove(at);
        self.durable.checkpoints.end(CheckpointStatus::Failed(why), now, p);
        self.account.drop_saved(|c| c == id);
        events.push(|| Event::CheckpointFailed { checkpoint: id, why });
        let mut waiting = Vec::new();
        for (i, task) in job.tasks.iter_mut().enumerate() {
            task.owed.retain(|owed| *owed != id);
            let held = task.alignment.collecting.as_ref().is_some_and(|c| c.checkpoint == id);
            let counted = task.alignment.counting.iter().any(|c| c.checkpoint == id);
            if held || counted {
                task.alignment.counting.retain(|c| c.checkpoint != id);
                task.alignment.collecting.take_if(|c| c.checkpoint == id);
                task.alignment.done = task.alignment.done.max(id);
                waiting.push(TaskId(i as u16));
            }
        }
        for task in waiting {
            self.release(task, id, events);
            self.forward(task, StreamElement::Cancel(id), events);
        }
        let counts = matches!(why, CheckpointFailure::Storage | CheckpointFailure::Expired);
        let plan = Arc::clone(&self.plan);
        if let Some(config) = plan.scenario.checkpointing.as_ref().filter(|_| counts)
            && self.coordinator.count_failure(config)
        {
            self.crash(Scope::Everything, CrashCause::CheckpointFailures, false, events);
        }
    }

    /// Checkpoint storage goes down: what is being written fails.
    pub(super) fn storage_down(&mut self, ms: u64, events: &mut Events) {
        let until = self.now + ms;
        let later = self.surroundings.storage_down_until.map_or(until, |u| u.max(until));
        self.surroundings.storage_down_until = Some(later);
        events.push(|| Event::StorageDown { until: later });
        let Some(job) = &mut self.job else { return };
        let mut failed: Vec<CheckpointId> = job.uploads.iter().map(|u| u.checkpoint).collect();
        failed.dedup();
        job.uploads.clear();
        for id in failed {
            self.fail_checkpoint(id, CheckpointFailure::Storage, events);
        }
    }

    /// A checkpoint has come this far: faults that wait for it happen at once.
    pub(super) fn fire_reached(&mut self, id: CheckpointId, reached: Reaches) {
        self.fire(&Moment::Reached(id, reached));
    }
}
