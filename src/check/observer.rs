//! Watches a run through its events and keeps what a judgement needs.

use crate::check::cut::CutCheck;
use crate::event::{Event, Passed, RecordRef, Stamped, WriteEffect};
use crate::graph::{Plan, Role};
use crate::hash::Map;
use crate::ids::{CheckpointId, EventId, Key, TaskId, TransactionId};
use crate::scenario::{Offsets, OperatorKind, StateHome, TtlCleanup};
use crate::sim::World;
use crate::state::AppendLog;
use crate::stream::Origin;
use crate::time::SimTime;

use super::Cause;

/// Where an effect comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Came {
    /// Where its record was read.
    pub(super) origin: Origin,
    /// How often the task had started again when it came: only a later start can have read the record again.
    pub(super) start: u32,
    /// When.
    pub(super) at: SimTime,
}

/// What became of state, in order. A restart cuts the list back to what the restored state holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lineage {
    /// A record took effect.
    Effect(EventId, Came, Key),
    /// The entry of this key is gone: its time to live was over.
    Expired(EventId),
}

/// A write at a destination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SinkWrite {
    /// Business identity.
    pub id: EventId,
    /// Where the record was read.
    pub origin: Origin,
    /// How often the sink had started again.
    pub start: u32,
    /// When.
    pub at: SimTime,
    /// The step that wrote it.
    pub step: u64,
    /// When the record became readable in the log.
    pub readable_at: SimTime,
    /// What was written.
    pub value: i64,
    /// Number of the write.
    pub row: u64,
    /// The transaction that it is part of.
    pub transaction: Option<TransactionId>,
}

/// One task's lineage, with its length at each snapshot.
#[derive(Clone, Debug, Default)]
pub(super) struct TaskLineage {
    pub(super) log: AppendLog<Lineage>,
    /// In the order of checkpoints; those before the last complete one are not needed any more.
    pub(super) marks: Vec<(CheckpointId, usize)>,
    /// Of a join: what waits in its buffers, by side, and in which start it came.
    buffer: Buffer,
    /// When the snapshots were taken.
    taken: Vec<(CheckpointId, SimTime)>,
    /// What the checkpoint that was restored last leaves out.
    left_out: Option<(CheckpointId, Vec<EventId>)>,
    /// Some entry of it has expired.
    pub(super) expires: bool,
}

impl TaskLineage {
    /// Its length at the snapshot for a checkpoint; 0: it took none.
    fn at_mark(&self, checkpoint: Option<CheckpointId>) -> usize {
        let found = checkpoint.and_then(|c| self.marks.binary_search_by_key(&c, |(id, _)| *id).ok());
        found.map_or(0, |at| self.marks[at].1)
    }
}

/// What a dedup knows of an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PassedOnce {
    pub(super) origin: Origin,
    /// Its entry has been removed because it had expired.
    pub(super) expired: bool,
    /// The attempt in which it passed.
    pub(super) attempt: u32,
}

/// What is known of a record that a join has buffered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Buffered {
    /// By side: it has come there.
    pub(super) came: [bool; 2],
    /// It was read again while it still waited: it waits twice.
    pub(super) again: bool,
}

/// A record in a join's buffer: its id, where it was read, and its side.
type Waiting = (EventId, Origin, u8);

/// What waits in a join's buffers. A restart cuts it back to what the restored state holds.
#[derive(Clone, Debug, Default)]
struct Buffer {
    /// Each with the start of the task in which it came.
    log: AppendLog<(Waiting, u32)>,
    /// Its length at each snapshot.
    marks: Vec<(CheckpointId, usize)>,
    /// The start in which each came that still waits.
    held: Map<Waiting, u32>,
}

impl Buffer {
    /// A record comes. True: it was read again and waits there already.
    fn put(&mut self, record: &RecordRef, side: u8, start: u32, put_back: bool) -> bool {
        let waiting = (record.id.clone(), record.origin, side);
        let before = self.held.get(&waiting).copied();
        if before.is_none() {
            self.held.insert(waiting.clone(), start);
        }
        self.log.push((waiting, start));
        before.is_some_and(|before| before != start || put_back)
    }

    /// Only the first `len` still wait.
    fn cut_back(&mut self, len: usize) {
        self.log.truncate(len);
        self.marks.retain(|(_, l)| *l <= len);
        self.held = self.log.iter().cloned().collect();
    }

    /// Its length at the snapshot for a checkpoint; 0: it took none.
    fn at_mark(&self, checkpoint: Option<CheckpointId>) -> usize {
        let found = checkpoint.and_then(|c| self.marks.binary_search_by_key(&c, |(id, _)| *id).ok());
        found.map_or(0, |at| self.marks[at].1)
    }
}

/// Watches a run.
#[derive(Clone, Debug)]
pub struct Observer {
    /// By task.
    pub(super) lineage: Vec<TaskLineage>,
    /// By sink.
    pub(super) writes: Vec<AppendLog<SinkWrite>>,
    /// By task of a dedup: the last record that passed with each id.
    pub(super) passed: Vec<Map<EventId, PassedOnce>>,
    /// Why a second record with the same id passed a dedup, by the origin of the second.
    pub(super) second_pass: Map<(EventId, Origin), Cause>,
    /// By id: where the first of them stands in that map, which nothing is taken out of.
    second_pass_of: Map<EventId, usize>,
    /// Records that a dedup held back although they were the same reading as one that had passed: replays.
    pub(super) dropped_replays: Map<EventId, ()>,
    /// Per operator: what its dedup held back, over all attempts.
    pub(super) dropped: Vec<u64>,
    /// Effects that were lost with the state of a restart, and why, by operator.
    pub(super) lost_effects: Vec<Map<EventId, Cause>>,
    /// By operator: some of them went with the machine, and it has not started again.
    machine_lost: Vec<bool>,
    /// Effects whose state entry expired, by operator.
    pub(super) cut: CutCheck,
    /// Records that a join has ever buffered, by operator.
    pub(super) buffered: Vec<Map<EventId, Buffered>>,
    /// Records whose waiting in a join's buffer ran out, by operator.
    pub(super) buffer_expired: Vec<Map<EventId, ()>>,
    /// Readings that a restart put back into a channel, and the attempt that read them.
    pub(super) put_back: Map<Origin, u32>,
    /// Copies of an id that passed a dedup after a restart instead of the one before it: the event was read again.
    pub(super) other_copy: Map<(EventId, Origin), ()>,
    /// Crashes so far.
    pub(super) crashes: u32,
    /// By task: how often it has started again.
    starts: Vec<u32>,
}

impl Observer {
    /// Nothing seen yet.
    pub fn new(plan: &Plan) -> Observer {
        let operators = plan.scenario.operators.len();
        Observer {
            lineage: vec![TaskLineage::default(); plan.tasks.len()],
            writes: vec![AppendLog::default(); plan.scenario.sinks.len()],
            passed: vec![Map::default(); plan.tasks.len()],
            second_pass: Map::default(),
            second_pass_of: Map::default(),
            dropped_replays: Map::default(),
            dropped: vec![0; operators],
            lost_effects: vec![Map::default(); operators],
            machine_lost: vec![false; operators],
            cut: CutCheck::new(plan),
            buffered: vec![Map::default(); operators],
            buffer_expired: vec![Map::default(); operators],
            put_back: Map::default(),
            other_copy: Map::default(),
            crashes: 0,
            starts: vec![0; plan.tasks.len()],
        }
    }

    /// The check of the cut of every completed checkpoint so far.
    pub fn cut(&self) -> &CutCheck {
        &self.cut
    }

    /// What has been written to a sink, in order.
    pub fn writes(&self, sink: usize) -> &AppendLog<SinkWrite> {
        &self.writes[sink]
    }

    /// Takes note of one event.
    pub fn observe(&mut self, plan: &Plan, stamped: &Stamped) {
        self.cut.observe(plan, &stamped.event);
        match &stamped.event {
            Event::Applied { task, record, key, .. } => {
                let effect = Lineage::Effect(record.id.clone(), self.came(*task, record, stamped.at), key.clone());
                self.lineage[task.index()].log.push(effect);
            }
            Event::Joined { task, id, record, .. } => {
                let effect = Lineage::Effect(id.clone(), self.came(*task, record, stamped.at), Key::Numbered(0));
                self.lineage[task.index()].log.push(effect);
            }
            Event::Buffered { task, record, side, .. } => {
                if let Some((i, _)) = plan.operator_of(*task) {
                    let start = self.starts[task.index()];
                    let put_back = self.put_back.get(&record.origin).is_some_and(|attempt| *attempt < record.attempt.0);
                    let again = self.lineage[task.index()].buffer.put(record, *side, start, put_back);
                    let known = self.buffered[i].entry(record.id.clone()).or_default();
                    known.came[usize::from(*side & 1)] = true;
                    known.again |= again;
                }
            }
            Event::StateExpired { task, entry, .. } => self.expired(plan, *task, entry),
            Event::DedupPassed { task, record, why } => self.dedup_passed(plan, *task, record, *why),
            Event::DedupDropped { task, record } => {
                if let Some((i, _)) = plan.operator_of(*task) {
                    self.dropped[i] += 1;
                }
                // The same reading by another way is no replay.
                let is_replay = |p: &PassedOnce| p.origin == record.origin && p.attempt < record.attempt.0;
                if self.passed[task.index()].get(&record.id).is_some_and(is_replay) {
                    self.dropped_replays.insert(record.id.clone(), ());
                }
            }
            Event::Snapshotted { task, checkpoint, .. } => {
                let lineage = &mut self.lineage[task.index()];
                let len = lineage.log.len();
                lineage.marks.push((*checkpoint, len));
                let waiting = lineage.buffer.log.len();
                if waiting > 0 {
                    lineage.buffer.marks.push((*checkpoint, waiting));
                }
                if leaves_out(plan, *task).is_some() {
                    lineage.taken.push((*checkpoint, stamped.at));
                }
            }
            Event::Completed { checkpoint } => {
                for lineage in &mut self.lineage {
                    let before = lineage.marks.partition_point(|(id, _)| id < checkpoint);
                    lineage.marks.drain(..before);
                    let before = lineage.buffer.marks.partition_point(|(id, _)| id < checkpoint);
                    lineage.buffer.marks.drain(..before);
                    let before = lineage.taken.partition_point(|(id, _)| id < checkpoint);
                    lineage.taken.drain(..before);
                }
            }
            Event::RestoredInFlight { record, .. } => {
                self.put_back.insert(record.origin, record.attempt.0);
            }
            Event::Written { sink, record, value, row, readable_at, effect, .. } => {
                let Role::Sink(i) = plan.nodes[sink.index()].role else {
                    return;
                };
                if *effect == WriteEffect::Refused {
                    return;
                }
                self.writes[i].push(SinkWrite {
                    id: record.id.clone(),
                    origin: record.origin,
                    start: self.starts[plan.nodes[sink.index()].first_task.index()],
                    at: stamped.at,
                    step: stamped.step,
                    readable_at: *readable_at,
                    value: *value,
                    row: *row,
                    transaction: match effect {
                        WriteEffect::Pending(t) => Some(*t),
                        _ => None,
                    },
                });
            }
            Event::Crashed { machine, .. } => {
                self.crashes += 1;
                if *machine {
                    for task in (0..plan.tasks.len() as u16).map(TaskId) {
                        if plan.operator_of(task).is_some_and(|(_, o)| o.state == StateHome::LocalDisk) {
                            // Until it starts again there is no job that could be without it.
                            self.cut_back(plan, task, 0, Cause::JobDown);
                            if let Some((i, _)) = plan.operator_of(task) {
                                self.machine_lost[i] = true;
                            }
                        }
                    }
                }
            }
            Event::Restarted { checkpoint, region, .. } => {
                for task in (0..plan.tasks.len() as u16).map(TaskId) {
                    if region.as_ref().is_none_or(|r| r.contains(&task)) {
                        self.starts[task.index()] += 1;
                        self.restored(plan, task, *checkpoint);
                    }
                }
            }
            _ => {}
        }
    }

    fn came(&self, task: TaskId, record: &RecordRef, at: SimTime) -> Came {
        Came { origin: record.origin, start: self.starts[task.index()], at }
    }

    fn expired(&mut self, plan: &Plan, task: TaskId, entry: &EventId) {
        if let Some(p) = self.passed[task.index()].get_mut(entry) {
            p.expired = true;
        }
        let Some((i, spec)) = plan.operator_of(task) else {
            return;
        };
        match spec.kind {
            OperatorKind::Join => {
                self.buffer_expired[i].insert(entry.clone(), ());
            }
            OperatorKind::Sum | OperatorKind::Count => {
                self.lineage[task.index()].log.push(Lineage::Expired(entry.clone()));
                self.lineage[task.index()].expires = true;
            }
            _ => {}
        }
    }

    /// A record passed a dedup. When its id had passed before with another reading, there is a cause.
    fn dedup_passed(&mut self, plan: &Plan, task: TaskId, record: &RecordRef, why: Passed) {
        let attempt = record.attempt.0;
        let home = plan.operator_of(task).map(|(_, o)| o.state);
        if let Some(before) = self.passed[task.index()].get(&record.id)
            // The same reading by another way passes only when it has been forgotten.
            && (before.origin != record.origin
                || before.attempt == attempt && (why == Passed::Expired || before.expired))
        {
            let cause = if why == Passed::Expired || before.expired {
                Cause::TtlExpiredBeforeDuplicate
            } else if home == Some(StateHome::Checkpointed) {
                // The restored set does not hold what passed since its snapshot, and the source did not read it again.
                self.skipped_cause(plan, before.origin)
            } else {
                Cause::StateLostAtRestart
            };
            if cause == Cause::StateLostAtRestart && home == Some(StateHome::Checkpointed) && before.attempt < attempt {
                // State and offset went back together, and of two copies the other one came first.
                self.other_copy.insert((record.id.clone(), record.origin), ());
            } else {
                let at = self.second_pass.insert_full((record.id.clone(), record.origin), cause).0;
                self.second_pass_of.entry(record.id.clone()).or_insert(at);
            }
        }
        self.passed[task.index()]
            .insert(record.id.clone(), PassedOnce { origin: record.origin, expired: false, attempt });
    }

    /// Why the first second record with this id passed a dedup; none: none did.
    pub(super) fn passed_twice(&self, id: &EventId) -> Option<Cause> {
        self.second_pass.get_index(*self.second_pass_of.get(id)?).map(|(_, cause)| *cause)
    }

    /// What stands behind a record that was read, lost with the state, and not read again.
    pub(super) fn skipped_cause(&self, plan: &Plan, origin: Origin) -> Cause {
        match plan.nodes[origin.source.index()].role {
            Role::Source(s) => match plan.scenario.sources[s].offsets {
                Offsets::Latest => Cause::SourceNotReplayed,
                Offsets::CommitOnRead | Offsets::CommitEvery { .. } => Cause::OffsetAheadOfState,
                Offsets::Checkpoint | Offsets::Earliest => Cause::StateLostAtRestart,
            },
            Role::Operator(_) | Role::Sink(_) => Cause::StateLostAtRestart,
        }
    }

    /// How much of a task's lineage a restart would restore.
    pub(super) fn restorable(&self, world: &World, task: TaskId) -> usize {
        let Some((_, spec)) = world.plan().operator_of(task) else { return 0 };
        let lineage = &self.lineage[task.index()];
        let checkpoint = world.durable().checkpoints.latest().map(|c| c.id);
        let mark = || lineage.at_mark(checkpoint);
        match spec.state {
            StateHome::LocalDisk | StateHome::Changelog => lineage.log.len(),
            StateHome::Checkpointed => mark(),
            StateHome::Memory if spec.kind == OperatorKind::Join => mark(),
            StateHome::Memory => 0,
        }
    }

    /// A task started again with the state of a checkpoint.
    fn restored(&mut self, plan: &Plan, task: TaskId, checkpoint: Option<CheckpointId>) {
        let Some((i, spec)) = plan.operator_of(task) else {
            return;
        };
        if !spec.kind.is_stateful() {
            return;
        }
        let mark = |l: &TaskLineage| l.at_mark(checkpoint);
        let is_join = spec.kind == OperatorKind::Join;
        if is_join {
            let buffer = &mut self.lineage[task.index()].buffer;
            let len = match spec.state {
                StateHome::Checkpointed => buffer.at_mark(checkpoint),
                StateHome::LocalDisk | StateHome::Changelog if !self.machine_lost[i] => buffer.log.len(),
                _ => 0,
            };
            buffer.cut_back(len);
        }
        // What went with the machine.
        if std::mem::take(&mut self.machine_lost[i]) {
            self.lost_effects[i]
                .values_mut()
                .filter(|c| **c == Cause::JobDown)
                .for_each(|c| *c = Cause::StateLostAtRestart);
        }
        match spec.state {
            StateHome::LocalDisk | StateHome::Changelog if !is_join => {}
            // Pairs that went out before the checkpoint are out, wherever the buffer lives.
            StateHome::Checkpointed | StateHome::LocalDisk | StateHome::Changelog => {
                let len = mark(&self.lineage[task.index()]);
                self.cut_back(plan, task, len, Cause::OffsetAheadOfState);
                self.leave_out(plan, task, checkpoint);
            }
            StateHome::Memory => {
                let len = if is_join { mark(&self.lineage[task.index()]) } else { 0 };
                self.cut_back(plan, task, len, Cause::StateLostAtRestart);
            }
        }
    }

    /// The restored snapshot does not hold the totals that had run out when it was taken.
    fn leave_out(&mut self, plan: &Plan, task: TaskId, checkpoint: Option<CheckpointId>) {
        let lineage = &mut self.lineage[task.index()];
        let Some(ttl_ms) = leaves_out(plan, task) else { return };
        let Some((checkpoint, taken)) = lineage.taken.iter().rev().find(|(c, _)| Some(*c) == checkpoint) else {
            return;
        };
        let left_out = match lineage.left_out.take() {
            // A restart loop restores one checkpoint again and again.
            Some((same, list)) if same == *checkpoint => list,
            _ => {
                let mut last: Map<&Key, SimTime> = Map::default();
                for entry in lineage.log.iter() {
                    if let Lineage::Effect(_, came, key) = entry {
                        last.insert(key, came.at);
                    }
                }
                let out = last.into_iter().filter(|(_, at)| *at + ttl_ms <= *taken);
                out.map(|(key, _)| EventId::Text(key.to_string().into())).collect()
            }
        };
        lineage.expires |= !left_out.is_empty();
        for entry in &left_out {
            lineage.log.push(Lineage::Expired(entry.clone()));
        }
        lineage.left_out = Some((*checkpoint, left_out));
    }

    /// The state of a task holds only the first `len` entries of its lineage any more.
    fn cut_back(&mut self, plan: &Plan, task: TaskId, len: usize, cause: Cause) {
        let Some((i, _)) = plan.operator_of(task) else {
            return;
        };
        let lost: Vec<(EventId, Cause)> = self.lineage[task.index()]
            .log
            .iter_from(len)
            .filter_map(|l| match l {
                Lineage::Effect(id, came, _) => Some((id.clone(), came.origin)),
                Lineage::Expired(_) => None,
            })
            .map(|(id, origin)| {
                let cause = match cause {
                    Cause::OffsetAheadOfState => self.skipped_cause(plan, origin),
                    other => other,
                };
                (id, cause)
            })
            .collect();
        // A replay that was held back before has nothing to do with this loss; one that is held back from now on has.
        for (id, _) in &lost {
            self.dropped_replays.swap_remove(id);
        }
        self.lost_effects[i].extend(lost);
        self.lineage[task.index()].log.truncate(len);
        self.lineage[task.index()].marks.retain(|(_, l)| *l <= len);
    }
}

/// How long a total lives, in milliseconds, where snapshots leave out those that have run out (semantics TT-14).
fn leaves_out(plan: &Plan, task: TaskId) -> Option<u64> {
    let (_, spec) = plan.operator_of(task)?;
    let totals = matches!(spec.kind, OperatorKind::Sum | OperatorKind::Count);
    spec.ttl.filter(|ttl| totals && ttl.cleanup == TtlCleanup::FullSnapshot).map(|ttl| ttl.ms)
}
