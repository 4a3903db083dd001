//! Checkpoints in the words and the order of Flink's own checkpoint page (semantics BH-23).

use crate::check::CheckpointCounts;
use crate::checkpoint::{CheckpointRecord, CheckpointStatus, TaskPhases};
use crate::event::Event;
use crate::graph::Role;
use crate::ids::{CheckpointId, Offset, TaskId};
use crate::sim::RecordRef;
use crate::time::SimTime;
use crate::view::reel::Turn;
use crate::view::show::Show;

/// One line of the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointLine {
    /// Its number.
    pub id: CheckpointId,
    /// What became of it so far, and why.
    pub status: CheckpointStatus,
    /// Tasks that have acknowledged, of how many.
    pub acknowledged: (usize, usize),
    /// When it was triggered.
    pub triggered: SimTime,
    /// The last acknowledgement so far.
    pub latest: Option<SimTime>,
    /// Bytes of state uploaded: all of it, or (incremental) what had changed.
    pub checkpointed: u64,
    /// Bytes of state that it holds.
    pub full: u64,
    /// Bytes of records that were worked on between first and last barriers; none: no longer known.
    pub processed: Option<u64>,
    /// Bytes of channel state.
    pub persisted: u64,
}

/// A stretch of a task's part, in milliseconds since the trigger.
pub type PhaseBar = Option<(u64, u64)>;

/// One task's part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskPart {
    /// The task.
    pub task: TaskId,
    /// When its acknowledgement was in.
    pub acknowledged: Option<SimTime>,
    /// Bytes uploaded.
    pub checkpointed: u64,
    /// Bytes of state.
    pub full: u64,
    /// Bytes worked on between first and last barrier.
    pub processed: u64,
    /// Bytes of channel state, and records.
    pub persisted: (u64, u64),
    /// Its barriers are unaligned ones: from the start, or since one waited too long here or upstream (BH-19, BH-21).
    pub unaligned: bool,
    /// Start delay, alignment, sync, async: each from when to when.
    pub bars: [PhaseBar; 4],
}

/// One checkpoint in full.
#[derive(Clone, Debug, PartialEq)]
pub struct Detail {
    /// Its line.
    pub line: CheckpointLine,
    /// It was triggered because the input had ended.
    pub is_final: bool,
    /// Whether its cut is consistent; none: it is not complete, so nothing is claimed.
    pub cut: Option<bool>,
    /// Per source, by partition: the next offset, where known.
    pub offsets: Vec<(String, Vec<Option<Offset>>)>,
    /// Records of channel state.
    pub in_flight: u64,
    /// Summed over all channels: how long they stood blocked.
    pub blocked_ms: u64,
    /// By task; empty: no longer kept.
    pub parts: Vec<TaskPart>,
    /// The whole length that the bars are shares of, in milliseconds.
    pub length: u64,
    /// The step that triggered it, and the one that ended it.
    pub steps: (Option<u64>, Option<u64>),
}

/// The history of checkpoints, and one of them in full.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckpointsPage {
    /// The coordinator's counters.
    pub counts: CheckpointCounts,
    /// The one in full.
    pub detail: Option<Detail>,
    /// The job takes checkpoints.
    pub takes_any: bool,
    /// The next tick of the timer.
    pub next_tick: Option<SimTime>,
}

pub(super) fn checkpoints(show: &Show, id: Option<CheckpointId>) -> CheckpointsPage {
    let world = show.world();
    let store = &world.durable().checkpoints;
    let chosen = id.and_then(|id| store.record(id)).or(store.history.last());
    let triggered = u64::from(store.last_id.0);
    CheckpointsPage {
        counts: CheckpointCounts {
            triggered,
            completed: store.completions,
            failed: store.failures,
            in_progress: triggered - store.completions - store.failures,
            restored: world.restarts().iter().filter(|r| r.checkpoint.is_some()).count() as u64,
        },
        detail: chosen.map(|record| detail(show, record)),
        takes_any: world.plan().scenario.checkpointing.is_some(),
        next_tick: world.job().and(world.next()).and_then(|_| world.coordinator().next_tick),
    }
}

/// A part of the history, the latest first, and how many there are.
pub(super) fn history(show: &Show, from: usize, n: usize) -> (usize, Vec<CheckpointLine>) {
    let history = &show.world().durable().checkpoints.history;
    (history.len(), history.iter().rev().skip(from).take(n).map(|r| line(show, r, None)).collect())
}

/// What its tasks have handed in so far.
fn phases<'a>(show: &'a Show, record: &'a CheckpointRecord) -> &'a [TaskPhases] {
    let pending = show.world().job().and_then(|j| j.pending.iter().find(|p| p.id == record.id));
    match pending.filter(|_| record.status == CheckpointStatus::InProgress) {
        Some(pending) => &pending.phases,
        None => &record.phases,
    }
}

fn line(show: &Show, record: &CheckpointRecord, processed: Option<&[u64]>) -> CheckpointLine {
    let parts = phases(show, record);
    let tasks = show.world().plan().tasks.len();
    let sum = |of: fn(&TaskPhases) -> u64| parts.iter().filter(|p| p.async_done.is_some()).map(of).sum::<u64>();
    let is_known = !parts.is_empty();
    let own;
    let processed = match processed {
        Some(known) => known,
        None => {
            own = if is_known { processed_by_task(show, record.id) } else { Vec::new() };
            &own
        }
    };
    let completed = record.status == CheckpointStatus::Completed;
    CheckpointLine {
        id: record.id,
        status: record.status,
        acknowledged: match is_known {
            true => (parts.iter().filter(|p| p.async_done.is_some()).count(), tasks),
            false => (if completed { tasks } else { 0 }, tasks),
        },
        triggered: record.triggered_at,
        latest: parts.iter().filter_map(|p| p.async_done).max().or(record.ended_at.filter(|_| completed)),
        checkpointed: if is_known { sum(|p| p.uploaded_bytes) } else { record.uploaded_bytes },
        full: if is_known { sum(|p| p.state_bytes) } else { record.state_bytes },
        // Of those that have acknowledged, as the sizes are.
        processed: is_known.then(|| {
            let acknowledged = |(i, bytes): (usize, &u64)| parts.get(i)?.async_done.map(|_| *bytes);
            processed.iter().enumerate().filter_map(acknowledged).sum()
        }),
        persisted: if is_known { sum(|p| p.in_flight_bytes) } else { record.in_flight_bytes },
    }
}

fn detail(show: &Show, record: &CheckpointRecord) -> Detail {
    let world = show.world();
    let plan = world.plan();
    let phases = phases(show, record);
    let processed = processed_by_task(show, record.id);
    let since = |at: SimTime| at.since(record.triggered_at);
    let bar = |from: Option<SimTime>, to: Option<SimTime>| from.zip(to).map(|(a, b)| (since(a), since(b)));
    let unaligned = unaligned(show, record);
    // Some of its barriers are in, and others are still to come.
    let waits = |i: usize| {
        let task = world.job().and_then(|j| j.tasks.get(i));
        let open = record.status == CheckpointStatus::InProgress;
        open && task.is_some_and(|t| t.alignment.collecting.as_ref().is_some_and(|c| c.checkpoint == record.id))
    };
    let part = |(i, p): (usize, &TaskPhases)| TaskPart {
        task: TaskId(i as u16),
        acknowledged: p.async_done,
        checkpointed: p.uploaded_bytes,
        full: p.state_bytes,
        processed: processed.get(i).copied().unwrap_or(0),
        persisted: (p.in_flight_bytes, p.in_flight_records),
        unaligned: unaligned[i],
        bars: [
            bar(Some(record.triggered_at), p.first_barrier),
            bar(p.first_barrier, if waits(i) { Some(world.now()) } else { p.last_barrier }),
            bar(p.snapshot_at, p.sync_done),
            bar(p.sync_done, p.async_done),
        ],
    };
    let parts: Vec<TaskPart> = phases.iter().enumerate().map(part).collect();
    let longest = parts.iter().flat_map(|p| p.bars).flatten().map(|(_, to)| to).max().unwrap_or(0);
    let end = record.ended_at.unwrap_or(world.now());
    let turn = |is: &dyn Fn(&Turn) -> bool| show.reel().turns.iter().find(|(_, t)| is(t)).map(|(step, _)| *step);
    let names = plan.scenario.sources.iter().map(|s| s.name.clone());
    Detail {
        line: line(show, record, Some(&processed)),
        is_final: record.is_final,
        cut: show.cut_of(record.id),
        offsets: names.zip(record.offsets.iter().cloned()).collect(),
        in_flight: phases.iter().map(|p| p.in_flight_records).sum::<u64>().max(record.in_flight_records),
        blocked_ms: record.blocked_ms,
        parts,
        length: longest.max(since(end).min(longest.max(1))).max(1),
        steps: (
            turn(&|t| *t == Turn::Triggered(record.id)),
            turn(&|t| *t == Turn::Completed(record.id) || *t == Turn::Failed(record.id))
                .filter(|step| *step <= world.steps()),
        ),
    }
}

/// Per task: whether its barriers of this checkpoint are unaligned ones.
fn unaligned(show: &Show, record: &CheckpointRecord) -> Vec<bool> {
    let plan = show.world().plan();
    let config = plan.scenario.checkpointing.as_ref();
    let from_start = config.is_some_and(|c| c.unaligned && c.aligned_timeout_ms == 0);
    let mut all = vec![from_start; plan.tasks.len()];
    if from_start || config.is_none_or(|c| !c.unaligned) {
        return all;
    }
    let until = show.world().steps();
    let begins = show.reel().turns.iter().find(|(_, t)| *t == Turn::Triggered(record.id)).map_or(until, |t| t.0);
    let switched = (begins..=until).flat_map(|step| show.history().events_at(step)).filter_map(|s| match &s.event {
        Event::Unaligned { task, checkpoint } if *checkpoint == record.id => Some(*task),
        _ => None,
    });
    let mut reached: Vec<TaskId> = switched.collect();
    while let Some(task) = reached.pop() {
        if !std::mem::replace(&mut all[task.index()], true) {
            let onwards = plan.channels.iter().filter(|c| c.from == task).map(|c| c.to);
            reached.extend(onwards);
        }
    }
    all
}

/// Per task: bytes of records that it took between its first and its last barrier of a checkpoint, up to the position.
/// From the events alone.
fn processed_by_task(show: &Show, id: CheckpointId) -> Vec<u64> {
    let plan = show.world().plan();
    let mut bytes = vec![0; plan.tasks.len()];
    let begins = show.reel().turns.iter().find(|(_, t)| *t == Turn::Triggered(id)).map(|(step, _)| *step);
    let Some(begins) = begins else { return bytes };
    let mut awaited: Vec<usize> = plan.tasks.iter().map(|t| t.inputs.len()).collect();
    let inputs = awaited.clone();
    let of = |record: &RecordRef| match plan.nodes[record.origin.source.index()].role {
        Role::Source(i) => plan.scenario.sources[i].record_bytes,
        Role::Operator(_) | Role::Sink(_) => 0,
    };
    // Where no task has several inputs there is nothing between the first barrier and the last.
    if inputs.iter().all(|n| *n < 2) {
        return bytes;
    }
    for step in begins..=show.world().steps() {
        for stamped in show.history().events_at(step) {
            match &stamped.event {
                Event::BarrierArrived { channel, checkpoint, .. } if *checkpoint == id => {
                    let task = plan.channels[channel.index()].to.index();
                    awaited[task] = awaited[task].saturating_sub(1);
                }
                Event::Taken { channel, record } => {
                    let task = plan.channels[channel.index()].to.index();
                    if awaited[task] > 0 && awaited[task] < inputs[task] {
                        bytes[task] += of(record);
                    }
                }
                Event::Completed { checkpoint } | Event::CheckpointFailed { checkpoint, .. } if *checkpoint == id => {
                    return bytes;
                }
                _ => {}
            }
        }
    }
    bytes
}
