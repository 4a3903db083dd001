//! Records on their way: read, delivered, processed, written.

use super::failure::Scope;
use super::job::{Body, Working};
use super::world::World;
use crate::event::{CrashCause, Event, Events};
use crate::graph::{Moment, Role};
use crate::ids::{ChannelId, NodeId, Offset, PartitionId, TaskId};
use crate::operator::{Ctx, Operate, Operator};
use crate::scenario::{Offsets, SinkKind};
use crate::sink::TxnPhase;
use crate::source::Position;
use crate::stream::{Origin, Record, StreamElement};
use crate::time::SimTime;

impl World {
    /// When a source task can read a partition's next record.
    pub(super) fn read_due(&self, task: TaskId, partition: PartitionId) -> Option<SimTime> {
        let job = self.job.as_ref()?;
        let t = job.tasks.get(task.index())?;
        let position = t.source()?.positions.iter().find(|p| p.partition == partition)?;
        let possible = t.running && t.working == Working::Idle && self.has_room(job, task);
        (possible && position.readable_at < SimTime::NEVER).then_some(position.readable_at)
    }

    /// A source task reads the next record of a partition.
    pub(super) fn read(&mut self, task: TaskId, partition: PartitionId, events: &mut Events) {
        let node = self.plan.tasks[task.index()].node;
        let Role::Source(source) = self.plan.nodes[node.index()].role else {
            return;
        };
        let offsets = self.plan.scenario.sources[source].offsets;
        let service = self.service_ms(node);
        let Some(job) = &mut self.job else { return };
        let t = &mut job.tasks[task.index()];
        let Body::Source(body) = &mut t.body else {
            return;
        };
        let Some(position) = body.positions.iter_mut().find(|p| p.partition == partition) else {
            return;
        };
        let log = &mut self.durable.logs[source][partition.index()];
        let offset = position.next;
        let Some(read) = log.get(offset) else { return };
        let next = Offset(offset.0 + 1);
        position.next = next;
        position.readable_at = log.readable_at(next);
        let replayed = offset < log.read_up_to;
        log.read_up_to = log.read_up_to.max(next);
        let record = Record {
            id: read.id,
            key: read.key,
            value: read.value,
            origin: Origin { source: node, partition, offset },
            at: read.at,
            attempt: t.attempt,
            replayed,
            redelivered: read.redelivered,
        };
        events.push(|| Event::Read { task, record: (&record).into(), key: record.key.clone(), value: record.value });
        if offsets == Offsets::CommitOnRead {
            self.durable.committed[source][partition.index()] = Some(next);
            events.push(|| Event::OffsetsCommitted { source: node, partition, next });
        }
        if service == 0 {
            self.emit(task, record, events);
        } else {
            let since = self.now;
            t.working = Working::Record { record: Box::new(record), input: 0, since, until: since + service };
        }
        if !replayed {
            self.request_checkpoint_at(node, partition, offset);
        } else if let Some(restart) = self.restarts.last_mut() {
            restart.replayed += 1;
        }
        self.note_catch_up();
        if self.watches.reads {
            self.fire(&Moment::Read(node, partition, offset));
        }
    }

    /// `checkpointing.at`: a checkpoint is due right behind this offset, the first time it is read.
    fn request_checkpoint_at(&mut self, source: NodeId, partition: PartitionId, offset: Offset) {
        if self.plan.scenario.checkpointing.as_ref().is_none_or(|c| c.at.is_empty()) {
            return;
        }
        let moment = Moment::Read(source, partition, offset);
        let hits = self.plan.awaited.get(&moment).map_or(0, |w| w.checkpoints);
        if hits > 0 {
            self.coordinator.queued_requests += hits;
            self.disturb();
        }
    }

    /// The backlog after a restart is worked off when nothing readable is left unread.
    pub(super) fn note_catch_up(&mut self) {
        let now = self.now;
        let Some(restart) = self.restarts.last().filter(|r| r.caught_up_at.is_none()) else {
            return;
        };
        let running = restart.running_at.is_some_and(|at| at <= now);
        let behind = |job: &super::job::Job| {
            job.tasks.iter().any(|t| t.source().is_some_and(|s| s.positions.iter().any(|p| p.readable_at <= now)))
        };
        if running
            && !self.job.as_ref().is_none_or(behind)
            && let Some(restart) = self.restarts.last_mut()
        {
            restart.caught_up_at = Some(now);
        }
    }

    /// Puts a record into the task's outgoing channels.
    fn emit(&mut self, task: TaskId, record: Record, events: &mut Events) {
        let Some(job) = &mut self.job else { return };
        let t = &mut job.tasks[task.index()];
        let mut ctx = Ctx {
            plan: &self.plan,
            task,
            now: self.now,
            channels: &mut job.channels,
            turns: &mut t.turns,
            events,
            step: self.steps,
            sent: 0,
            looked_at: 0,
        };
        ctx.emit(record);
    }

    /// A task takes the next element of a channel.
    pub(super) fn deliver(&mut self, channel: ChannelId, events: &mut Events) {
        let link = &self.plan.channels[channel.index()];
        let (task, input) = (link.to, link.input);
        let now = self.now;
        let Some(job) = &mut self.job else { return };
        let c = &mut job.channels[channel.index()];
        let Some((index, _)) = c.next(now) else {
            return;
        };
        let Some(taken) = c.take(index) else { return };
        match taken.element {
            StreamElement::Barrier(barrier) => self.barrier_arrives(channel, barrier, index, events),
            StreamElement::Cancel(checkpoint) => self.cancel_arrives(task, checkpoint, events),
            StreamElement::Record(record) => {
                events.push(|| Event::Taken { channel, record: (&record).into() });
                self.store_if_recording(channel, &record, events);
                let service = self.service_ms(self.plan.tasks[task.index()].node);
                if service == 0 {
                    self.process(task, record, input, events);
                } else if let Some(job) = &mut self.job {
                    job.tasks[task.index()].working =
                        Working::Record { record: Box::new(record), input, since: now, until: now + service };
                }
            }
        }
    }

    /// A task is done with what it was busy with.
    pub(super) fn finish(&mut self, task: TaskId, events: &mut Events) {
        let Some(job) = &mut self.job else { return };
        let working = std::mem::replace(&mut job.tasks[task.index()].working, Working::Idle);
        match working {
            Working::Idle => {}
            Working::Sync { checkpoint, .. } => self.sync_done(task, checkpoint, events),
            Working::Record { record, input, .. } => {
                if matches!(job.tasks[task.index()].body, Body::Source(_)) {
                    self.emit(task, *record, events);
                } else {
                    self.process(task, *record, input, events);
                }
            }
        }
    }

    /// A record takes effect at a task.
    fn process(&mut self, task: TaskId, record: Record, input: u16, events: &mut Events) {
        let Some(job) = &mut self.job else { return };
        let t = &mut job.tasks[task.index()];
        match &mut t.body {
            Body::Source(_) => {}
            Body::Sink(_) => self.write(task, record, events),
            Body::Operator(inside) => {
                let watched = self.watches.processed.then(|| record.id.clone());
                let done = events.on.then(|| (&record).into());
                // State on a local disk is not the job's: it is written through at once.
                let operator = self.durable.disks[task.index()].as_mut().unwrap_or(inside);
                let mut ctx = Ctx {
                    plan: &self.plan,
                    task,
                    now: self.now,
                    channels: &mut job.channels,
                    turns: &mut t.turns,
                    events,
                    step: self.steps,
                    sent: 0,
                    looked_at: 0,
                };
                operator.process(record, input, &mut ctx);
                let (sent, looked_at) = (ctx.sent, ctx.looked_at);
                let effects = match operator {
                    Operator::Map | Operator::Filter(_) => 0,
                    Operator::Dedup(_) | Operator::Reduce(_) => 1,
                    // What waits in its buffer will be put into each of its outputs, all at once perhaps.
                    Operator::Join(_) => 1 + t.turns.len() as u64 + sent,
                };
                self.account.effects(effects, looked_at);
                if job.tasks[task.index()].copies_late {
                    self.copy_late(task);
                }
                if let Some(record) = done {
                    events.push(|| Event::Processed { task, record });
                }
                if let Some(id) = watched {
                    self.fire(&Moment::Processed(self.plan.tasks[task.index()].node, id));
                }
            }
        }
    }

    /// A sink writes a record to its destination.
    fn write(&mut self, task: TaskId, record: Record, events: &mut Events) {
        let node = self.plan.tasks[task.index()].node;
        let Role::Sink(sink) = self.plan.nodes[node.index()].role else {
            return;
        };
        let (now, step) = (self.now, self.steps);
        let Some(job) = &mut self.job else { return };
        let t = &mut job.tasks[task.index()];
        let attempt = t.attempt;
        let Body::Sink(writer) = &mut t.body else {
            return;
        };
        let destination = &mut self.durable.destinations[sink];
        if destination.kind == SinkKind::TwoPhase {
            // The broker has aborted the open transaction: the producer is fenced, and the task fails on its next
            // write (semantics KT-4).
            let fenced =
                writer.open.and_then(|id| destination.transaction(id)).is_some_and(|t| t.phase == TxnPhase::Aborted);
            if fenced {
                self.crash(Scope::TaskRegion(task), CrashCause::Fenced(node), false, events);
                return;
            }
            if writer.open.is_none() {
                let transaction = destination.open(attempt, now);
                writer.open = Some(transaction);
                self.calm_until = None; // Its timeout is a timer.
                events.push(|| Event::TransactionOpened { sink: node, transaction });
            }
        }
        let effect = destination.write(&record, writer.open, attempt, now, step);
        let row = destination.writes;
        self.account.effects(1, 0);
        let watched = self.watches.written.then(|| record.id.clone());
        events.push(|| Event::Written {
            sink: node,
            record: (&record).into(),
            key: record.key.clone(),
            value: record.value,
            readable_at: record.at,
            row,
            effect,
        });
        if let Some(id) = watched {
            self.fire(&Moment::Written(node, id));
        }
    }

    /// A source's read positions are committed at its broker (Kafka's auto-commit, semantics SR-5).
    pub(super) fn commit_offsets(&mut self, source: NodeId, events: &mut Events) {
        let Role::Source(index) = self.plan.nodes[source.index()].role else {
            return;
        };
        let Offsets::CommitEvery { ms } = self.plan.scenario.sources[index].offsets else {
            return;
        };
        let now = self.now;
        if let Some(next) = &mut self.surroundings.next_offset_commit[index] {
            *next = now + ms.max(1);
        }
        let Some(job) = &self.job else { return };
        for task in self.plan.nodes[source.index()].tasks() {
            let t = &job.tasks[task.index()];
            for Position { partition, next, .. } in t.source().filter(|_| t.running).map_or(&[][..], |s| &s.positions) {
                self.durable.committed[index][partition.index()] = Some(*next);
                events.push(|| Event::OffsetsCommitted { source, partition: *partition, next: *next });
            }
        }
    }
}
