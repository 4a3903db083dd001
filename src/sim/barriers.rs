//! Barriers on their way, snapshots, and what the coordinator makes of them.

use std::sync::Arc;

use super::defect::Defect;
use super::job::{Body, Upload, Working};
use super::world::World;
use crate::checkpoint::{PendingCheckpoint, Snapshot, SnapshotState};
use crate::event::{CheckpointFailure, Event, Events};
use crate::graph::Role;
use crate::ids::{ChannelId, CheckpointId, Offset, TaskId};
use crate::operator::{Ctx, Operate, Operator};
use crate::scenario::{Mode, Reaches, StateHome};
use crate::stream::{Barrier, Record, StreamElement};

/// A task with `cleanup: compaction` compacts at every so many snapshots.
///
/// Simplification: RocksDB compacts when enough files have gathered (four at level 0, one a flush), at its own times.
pub(super) const COMPACTION_EVERY: u32 = 4;

impl World {
    /// A source task takes its positions, between two records, and the barrier follows the last one (semantics CC-9).
    pub(super) fn inject(&mut self, task: TaskId, events: &mut Events) {
        let now = self.now;
        let Some(job) = &mut self.job else { return };
        let Some(id) = job.tasks[task.index()].owed.pop_front() else {
            return;
        };
        let Some(p) = job.pending_mut(id) else { return };
        p.to_inject -= 1;
        let all_injected = p.to_inject == 0;
        let phases = &mut p.phases[task.index()];
        (phases.first_barrier, phases.last_barrier) = (Some(now), Some(now));
        let triggered_at = p.triggered_at;
        events.push(|| Event::Injected { task, checkpoint: id });
        let config = self.plan.scenario.checkpointing.as_ref();
        let unaligned = config.is_some_and(|c| c.unaligned && c.aligned_timeout_ms == 0);
        let barrier = Barrier { checkpoint: id, triggered_at, unaligned, in_line: false };
        self.snapshot(task, barrier, events);
        self.hand_in(task, id, events);
        if all_injected {
            self.fire_reached(id, Reaches::Triggered);
        }
    }

    /// A barrier reaches a task. `overtook`: its place in the queue.
    pub(super) fn barrier_arrives(
        &mut self,
        channel: ChannelId,
        barrier: Barrier,
        overtook: usize,
        events: &mut Events,
    ) {
        let id = barrier.checkpoint;
        let task = self.plan.channels[channel.index()].to;
        let inputs = self.plan.tasks[task.index()].inputs.len() as u32;
        let now = self.now;
        events.push(|| Event::BarrierArrived { channel, checkpoint: id, overtook: overtook as u32 });
        let counting = self.plan.scenario.checkpointing.as_ref().is_some_and(|c| c.mode == Mode::AtLeastOnce);
        let Some(job) = &mut self.job else { return };
        // A later barrier may have overtaken this one.
        let last = &mut job.channels[channel.index()].last_barrier;
        *last = (*last).max(id);
        let t = &mut job.tasks[task.index()];
        if !job.pending.iter().any(|p| p.id == id) {
            // Aborted while the barrier was on its way: no snapshot, and those downstream need not wait (CC-20).
            let held = t.alignment.done < id;
            t.alignment.cancel(id);
            if held {
                self.forward(task, StreamElement::Cancel(id), events);
            }
            return;
        }
        // A node with forward inputs only aligns in every mode (BH-16).
        let unaligned = barrier.unaligned && !self.plan.channels[channel.index()].in_line;
        let arrival = if counting {
            t.alignment.count(id, inputs)
        } else {
            t.alignment.arrive(id, barrier.triggered_at, unaligned, inputs)
        };
        if arrival.ignored {
            return;
        }
        if let Some(p) = job.pending_mut(id) {
            let phases = &mut p.phases[task.index()];
            phases.first_barrier.get_or_insert(now);
            phases.last_barrier = Some(now);
        }
        if let Some(older) = arrival.declines {
            self.release(task, older, events);
            self.fail_checkpoint(older, CheckpointFailure::Declined, events);
        }
        if arrival.blocks
            && let Some(job) = &mut self.job
        {
            job.channels[channel.index()].blocked = Some((id, now));
            events.push(|| Event::Blocked { channel, checkpoint: id });
        }
        if arrival.switches {
            self.release(task, id, events);
            if let Some(job) = &mut self.job {
                let inputs = &self.plan.tasks[task.index()].inputs;
                inputs.iter().for_each(|c| job.channels[c.index()].make_unaligned(id));
            }
        }
        if arrival.snapshots {
            self.snapshot(task, barrier, events);
        }
        if unaligned {
            self.store_overtaken(channel, id, overtook, events);
        }
        if arrival.completes {
            self.release(task, id, events);
            self.hand_in(task, id, events);
        }
    }

    /// An aligned barrier has waited too long at this task: it becomes unaligned here (semantics BH-19).
    pub(super) fn unalign(&mut self, task: TaskId, events: &mut Events) {
        let plan = Arc::clone(&self.plan);
        let inputs = &plan.tasks[task.index()].inputs;
        let now = self.now;
        let Some(job) = &mut self.job else { return };
        let collecting = job.tasks[task.index()].alignment.collecting.as_ref().map(|c| (c.checkpoint, c.triggered_at));
        let announced = || {
            let of = |p: &PendingCheckpoint| {
                inputs.iter().any(|c| job.channels[c.index()].aligned_barrier_of(p.id).is_some_and(|at| at <= now))
            };
            job.pending.iter().find(|p| of(p)).map(|p| (p.id, p.triggered_at))
        };
        let Some((id, triggered_at)) = collecting.or_else(announced) else {
            return;
        };
        events.push(|| Event::Unaligned { task, checkpoint: id });
        for channel in inputs {
            job.channels[channel.index()].make_unaligned(id);
        }
        if collecting.is_none() {
            return; // The barrier goes first now and starts the snapshot when it is delivered.
        }
        if let Some(c) = &mut job.tasks[task.index()].alignment.collecting {
            c.unaligned = true;
        }
        job.tasks[task.index()].alignment.done = id;
        self.release(task, id, events);
        self.snapshot(task, Barrier { checkpoint: id, triggered_at, unaligned: true, in_line: false }, events);
    }

    /// A cancel marker: the checkpoint is over upstream (semantics BH-5).
    pub(super) fn cancel_arrives(&mut self, task: TaskId, id: CheckpointId, events: &mut Events) {
        let Some(job) = &mut self.job else { return };
        let alignment = &mut job.tasks[task.index()].alignment;
        let new = alignment.done < id;
        alignment.cancel(id);
        self.release(task, id, events);
        if new {
            self.forward(task, StreamElement::Cancel(id), events);
        }
    }

    /// Channels that wait for this checkpoint (or an older one) at this task go on.
    pub(super) fn release(&mut self, task: TaskId, id: CheckpointId, events: &mut Events) {
        let now = self.now;
        let Some(job) = &mut self.job else { return };
        for channel in &self.plan.tasks[task.index()].inputs {
            let blocked = &mut job.channels[channel.index()].blocked;
            let Some((checkpoint, since)) = *blocked else {
                continue;
            };
            if checkpoint > id {
                continue;
            }
            *blocked = None;
            let blocked_ms = now - since;
            if let Some(p) = job.pending.iter_mut().find(|p| p.id == checkpoint) {
                p.phases[task.index()].blocked_ms += blocked_ms;
                p.blocked_ms[self.plan.channels[channel.index()].edge] += blocked_ms;
            }
            events.push(|| Event::Unblocked { channel: *channel, checkpoint, blocked_ms });
        }
    }

    /// Puts a barrier or a cancel marker into every outgoing channel. It needs no room.
    pub(super) fn forward(&mut self, task: TaskId, element: StreamElement, events: &mut Events) {
        let (now, step) = (self.now, self.steps);
        let Some(job) = &mut self.job else { return };
        for channel in &self.plan.tasks[task.index()].outputs {
            let link = &self.plan.channels[channel.index()];
            let element = match &element {
                StreamElement::Barrier(b) => StreamElement::Barrier(Barrier { in_line: link.in_line, ..*b }),
                other => other.clone(),
            };
            let barrier = match &element {
                StreamElement::Barrier(b) => Some(b.checkpoint),
                StreamElement::Record(_) | StreamElement::Cancel(_) => None,
            };
            let arrives_at = job.channels[channel.index()].push(element, now, link.latency_ms, step);
            if let Some(checkpoint) = barrier {
                events.push(|| Event::BarrierSent { channel: *channel, checkpoint, arrives_at });
                if self.defect == Some(Defect::BarrierOvertakesRecord) {
                    job.channels[channel.index()].overtake_one();
                }
            }
        }
    }

    /// The atomic sequence of a snapshot: sinks close their transaction, the barrier goes out, the state is copied
    /// (semantics BH-7). Then the task is busy for the synchronous part.
    fn snapshot(&mut self, task: TaskId, barrier: Barrier, events: &mut Events) {
        let id = barrier.checkpoint;
        let (now, step) = (self.now, self.steps);
        self.pre_commit(task, id, events);
        let config = self.plan.scenario.checkpointing.as_ref();
        let late = config.is_some_and(|c| {
            c.unaligned && c.aligned_timeout_ms > 0 && now - barrier.triggered_at > c.aligned_timeout_ms
        });
        let sync_ms = config.map_or(0, |c| c.sync_ms);
        let incremental = config.is_some_and(|c| c.incremental);
        // An unaligned barrier makes every later task unaligned for this checkpoint (BH-21).
        self.forward(task, StreamElement::Barrier(Barrier { unaligned: barrier.unaligned || late, ..barrier }), events);
        // The base of an incremental checkpoint is the last complete one (semantics SB-2).
        let base = incremental
            .then_some(())
            .and_then(|()| *self.durable.checkpoints.latest()?.snapshot_at.get(task.index())?);
        let Some(job) = &mut self.job else { return };
        let t = &mut job.tasks[task.index()];
        t.snapshots += 1;
        let too_far = u64::from(self.defect == Some(Defect::OffsetOneTooFar));
        t.copies_late = self.defect == Some(Defect::SnapshotAfterForwardingRecords);
        let forgets_commits = self.defect == Some(Defect::PendingCommitsForgotten);
        let mut changed = None;
        let (state, bytes) = match &mut t.body {
            Body::Source(s) => (
                SnapshotState::Positions(
                    s.positions.iter().map(|p| (p.partition, Offset(p.next.0 + too_far))).collect(),
                ),
                0,
            ),
            Body::Sink(s) if !s.pending.is_empty() && !forgets_commits => {
                (SnapshotState::Transactions(s.pending.clone()), 0)
            }
            Body::Sink(_) => (SnapshotState::Nothing, 0),
            Body::Operator(o) => match self.plan.operator_of(task) {
                Some((_, spec)) if spec.kind.is_stateful() && spec.state == StateHome::Checkpointed => {
                    if Operator::compacts(spec) && t.snapshots.is_multiple_of(COMPACTION_EVERY) {
                        let (turns, channels) = (&mut t.turns, &mut job.channels);
                        let (sent, looked_at) = (0, 0);
                        o.compact(&mut Ctx {
                            plan: &self.plan,
                            task,
                            now,
                            channels,
                            turns,
                            events,
                            step,
                            sent,
                            looked_at,
                        });
                    }
                    let copy = o.snapshot(now);
                    self.account.build(0, (o.entries() - copy.entries()) as u64);
                    let bytes = copy.entries() as u64 * spec.entry_bytes;
                    changed = base.map(|since| copy.changed_since(since) as u64 * spec.entry_bytes);
                    (SnapshotState::Operator(copy), bytes)
                }
                _ => (SnapshotState::Nothing, 0),
            },
        };
        let uploaded = changed.unwrap_or(bytes);
        let entries = match &state {
            SnapshotState::Operator(o) => o.entries() as u64,
            SnapshotState::Positions(p) => p.len() as u64,
            SnapshotState::Transactions(t) => t.len() as u64,
            SnapshotState::Nothing => 0,
        };
        self.account.save(id, entries);
        if sync_ms > 0 {
            t.working = Working::Sync { checkpoint: id, until: now + sync_ms };
        }
        let Some(p) = job.pending_mut(id) else { return };
        if let (SnapshotState::Positions(positions), Some(record)) = (&state, self.durable.checkpoints.record_mut(id))
            && let Some((source, _)) = self.plan.source_of(task)
        {
            for (partition, next) in positions {
                record.offsets[source][partition.index()] = Some(*next);
            }
        }
        p.snapshots[task.index()] = Some(Arc::new(Snapshot { state, in_flight: Vec::new() }));
        let phases = &mut p.phases[task.index()];
        phases.snapshot_at = Some(now);
        phases.sync_done = Some(now + sync_ms);
        phases.state_bytes = bytes;
        phases.uploaded_bytes = uploaded;
        let alignment_ms = phases.alignment_ms();
        events.push(|| Event::Snapshotted { task, checkpoint: id, state_bytes: bytes, alignment_ms });
        p.to_snapshot -= 1;
        if p.to_snapshot == 0 {
            self.fire_reached(id, Reaches::Snapshotted);
        }
    }

    /// A `two_phase` sink closes its transaction at the barrier (semantics SK-1).
    fn pre_commit(&mut self, task: TaskId, checkpoint: CheckpointId, events: &mut Events) {
        let node = self.plan.tasks[task.index()].node;
        let Role::Sink(sink) = self.plan.nodes[node.index()].role else {
            return;
        };
        let Some(job) = &mut self.job else { return };
        let Body::Sink(writer) = &mut job.tasks[task.index()].body else {
            return;
        };
        if let Some(transaction) = writer.open.take() {
            writer.pending.push((checkpoint, transaction));
            self.durable.destinations[sink].pre_commit(transaction, checkpoint);
            events.push(|| Event::PreCommitted { sink: node, transaction, checkpoint });
            if self.defect == Some(Defect::CommitBeforeCompletion) {
                self.commit(node, transaction, events);
            }
        }
    }

    /// Records that an unaligned barrier overtook in its own channel become channel state (semantics BH-11).
    fn store_overtaken(&mut self, channel: ChannelId, id: CheckpointId, overtook: usize, events: &mut Events) {
        let Some(job) = &self.job else { return };
        let records: Vec<Record> = job.channels[channel.index()]
            .queue()
            .iter()
            .take(overtook)
            .filter_map(|e| match &e.element {
                StreamElement::Record(r) => Some(r.clone()),
                StreamElement::Barrier(_) | StreamElement::Cancel(_) => None,
            })
            .collect();
        for record in records {
            self.store(channel, id, record, events);
        }
    }

    /// A broken engine copies the state again after a record too many.
    pub(super) fn copy_late(&mut self, task: TaskId) {
        let now = self.now;
        let Some(job) = &mut self.job else { return };
        let t = &mut job.tasks[task.index()];
        t.copies_late = false;
        let Body::Operator(o) = &t.body else { return };
        let copy = o.snapshot(now);
        for p in &mut job.pending {
            if let Some(snapshot) = &mut p.snapshots[task.index()]
                && matches!(snapshot.state, SnapshotState::Operator(_))
            {
                Arc::make_mut(snapshot).state = SnapshotState::Operator(copy.clone());
            }
        }
    }

    /// A record taken after the task's snapshot and before its channel's barrier is channel state too (BH-11, BH-13).
    pub(super) fn store_if_recording(&mut self, channel: ChannelId, record: &Record, events: &mut Events) {
        let task = self.plan.channels[channel.index()].to;
        let Some(job) = &self.job else { return };
        let Some(c) = &job.tasks[task.index()].alignment.collecting else {
            return;
        };
        if c.unaligned && job.channels[channel.index()].last_barrier < c.checkpoint {
            self.store(channel, c.checkpoint, record.clone(), events);
        }
    }

    fn store(&mut self, channel: ChannelId, id: CheckpointId, record: Record, events: &mut Events) {
        if self.defect == Some(Defect::InFlightRecordForgotten) {
            return;
        }
        let task = self.plan.channels[channel.index()].to;
        let bytes = self.record_bytes(&record);
        let Some(p) = self.job.as_mut().and_then(|j| j.pending_mut(id)) else {
            return;
        };
        // invariant: channel state is recorded from the snapshot on, so there is one.
        let Some(snapshot) = &mut p.snapshots[task.index()] else {
            debug_assert!(false, "{task:?} records for {id:?} without a snapshot");
            return;
        };
        let phases = &mut p.phases[task.index()];
        phases.in_flight_records += 1;
        phases.in_flight_bytes += bytes;
        events.push(|| Event::Stored { channel, checkpoint: id, record: (&record).into() });
        Arc::make_mut(snapshot).in_flight.push((channel, record));
        self.account.store(id);
    }

    fn record_bytes(&self, record: &Record) -> u64 {
        match self.plan.nodes[record.origin.source.index()].role {
            Role::Source(i) => self.plan.scenario.sources[i].record_bytes,
            Role::Operator(_) | Role::Sink(_) => 0,
        }
    }

    /// All barriers are in and the state is copied. What is to be written goes to storage when the synchronous part is
    /// over; a task with nothing to write acknowledges at once.
    fn hand_in(&mut self, task: TaskId, id: CheckpointId, events: &mut Events) {
        let Some(job) = &self.job else { return };
        if matches!(job.tasks[task.index()].working, Working::Sync { checkpoint, .. } if checkpoint == id) {
            return;
        }
        self.sync_done(task, id, events);
    }

    /// The synchronous part is over.
    pub(super) fn sync_done(&mut self, task: TaskId, id: CheckpointId, events: &mut Events) {
        let now = self.now;
        let storage = self.plan.scenario.storage;
        let storage_down = self.surroundings.storage_down_until.is_some();
        let Some(job) = &mut self.job else { return };
        // Unaligned: the acknowledgement waits for the barriers of all inputs (semantics BH-14).
        let recording = job.tasks[task.index()].alignment.collecting.as_ref().is_some_and(|c| c.checkpoint == id);
        if recording {
            return;
        }
        let Some(p) = job.pending_mut(id) else { return };
        let phases = p.phases[task.index()];
        let nothing = p.snapshots[task.index()]
            .as_ref()
            .is_some_and(|s| s.state == SnapshotState::Nothing && s.in_flight.is_empty());
        if nothing {
            self.acknowledge(task, id, events);
            return;
        }
        if storage_down {
            self.fail_checkpoint(id, CheckpointFailure::Storage, events);
            return;
        }
        // State goes up from the end of the synchronous part on, channel state when the last barrier is in.
        let transfer = |bytes: u64| storage.bytes_per_ms.map_or(0, |b| bytes.div_ceil(b.max(1)));
        let state = phases.sync_done.unwrap_or(now) + storage.write_ms + transfer(phases.uploaded_bytes);
        let channels = now + storage.write_ms + transfer(phases.in_flight_bytes);
        let until = if phases.in_flight_records > 0 { state.max(channels) } else { state.max(now) };
        job.uploads.push(Upload { task, checkpoint: id, since: now, until });
    }

    /// The asynchronous part of one task is in storage.
    pub(super) fn persist(&mut self, task: TaskId, id: CheckpointId, events: &mut Events) {
        let Some(job) = &mut self.job else { return };
        job.uploads.retain(|u| !(u.task == task && u.checkpoint == id));
        self.acknowledge(task, id, events);
    }

    fn acknowledge(&mut self, task: TaskId, id: CheckpointId, events: &mut Events) {
        let now = self.now;
        let Some(job) = &mut self.job else { return };
        let Some(p) = job.pending_mut(id) else {
            // Too late or unknown: thrown away (semantics CC-16).
            events.push(|| Event::Acknowledged { task, checkpoint: id, accepted: false });
            return;
        };
        p.phases[task.index()].async_done = Some(now);
        p.to_acknowledge -= 1;
        events.push(|| Event::Acknowledged { task, checkpoint: id, accepted: true });
        if p.to_acknowledge == 0 {
            self.fire_reached(id, Reaches::Persisted);
        }
    }
}
