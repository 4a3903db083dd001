//! Turning points: the moments of a run that get a caption on the stage and a mark on the timeline.

use super::pace::{DWELL_MS, Pace};
use super::reel::{Reel, Restore, Turn, Write};
use crate::graph::{Plan, Role};
use crate::ids::{CheckpointId, EventId, NodeId, Offset};
use crate::scenario::SinkKind;
use crate::sim::WriteEffect;
use crate::time::SimTime;

/// One line on the stage, without its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caption {
    /// A barrier leaves the source behind this offset.
    BarrierLeaves(CheckpointId, Option<Offset>),
    /// A checkpoint is complete; a restart would read on from this offset.
    Saved(CheckpointId, Option<Offset>),
    /// A checkpoint will not complete.
    NotSaved(CheckpointId),
    /// The job fails.
    Crash,
    /// What was in memory is gone; the job stays down if there is no restart.
    MemoryGone {
        /// It starts again.
        restarts: bool,
    },
    /// The tasks and the read head are put back.
    BackTo {
        /// The next offset, where there is one log only.
        next: Option<Offset>,
        /// From this checkpoint; none: from nothing.
        checkpoint: Option<CheckpointId>,
    },
    /// A sink writes what it has written before, and both stay.
    WrittenAgain(String),
    /// A balance takes what it has taken before.
    AddedAgain(String),
    /// A sink writes what it has written before, over it.
    WrittenOver(String),
    /// Rows of a transaction that was open are void.
    Voided(String),
    /// A transaction's rows count now.
    Committed(String),
    /// The broker had given the transaction up: its rows do not come.
    Refused(String),
    /// The next commit of a sink will fail.
    CommitsBroken(String),
    /// It has failed, and the job with it.
    CommitFailed(String),
    /// Checkpoint storage cannot be written until then.
    StorageDown(SimTime),
    /// A node is slow until then.
    Slowed(String, SimTime),
    /// Nothing comes through between two nodes until then.
    Stalled(String, String, SimTime),
    /// The producer sent a record again.
    SentAgain(EventId),
}

/// A caption with the page time from which it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Cue {
    /// From this page time.
    pub page: f64,
    /// What it says.
    pub caption: Caption,
}

/// How long a caption stands when none follows.
const STANDS_MS: f64 = 3600.0;

/// A mark on the timeline, without its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A barrier sets out.
    Barrier(CheckpointId),
    /// A checkpoint is complete.
    Saved(CheckpointId),
    /// A checkpoint will not complete.
    NotSaved(CheckpointId),
    /// The job fails.
    Crash,
    /// It starts again, from this offset, where there is one log only.
    BackTo(Option<Offset>),
    /// Rows of a sink are final.
    Committed(String),
    /// The first row that stands twice, the first addition made twice.
    Again,
}

/// The kinds of moments that one can go to, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkKind {
    /// A barrier sets out.
    Barrier,
    /// A checkpoint is complete, or will not be.
    Checkpoint,
    /// The job fails.
    Crash,
    /// It starts again.
    Restore,
    /// Rows of a transaction are final.
    Commit,
    /// Something comes to stand twice: every time, not only the first.
    Duplicate,
}

impl MarkKind {
    /// All of them, in the order of a run.
    pub const ALL: [MarkKind; 6] = [
        MarkKind::Barrier,
        MarkKind::Checkpoint,
        MarkKind::Commit,
        MarkKind::Crash,
        MarkKind::Restore,
        MarkKind::Duplicate,
    ];
}

/// Every moment that one can go to, in order, with its kind.
pub fn moments(plan: &Plan, reel: &Reel) -> Vec<(u64, MarkKind)> {
    let turn = |(step, turn): &(u64, Turn)| {
        let kind = match turn {
            Turn::Triggered(_) => MarkKind::Barrier,
            Turn::Completed(_) | Turn::Failed(_) => MarkKind::Checkpoint,
            Turn::Committed(..) => MarkKind::Commit,
            _ => return None,
        };
        Some((*step, kind))
    };
    let sinks = plan.nodes.iter().filter(|n| matches!(n.role, Role::Sink(_)));
    let twice = sinks.flat_map(|n| &reel.writes[n.id.index()]).filter(|w| doubles(w));
    let mut all: Vec<(u64, MarkKind)> = reel.turns.iter().filter_map(turn).collect();
    all.extend(reel.crashes.iter().map(|c| (c.step, MarkKind::Crash)));
    all.extend(reel.restores.iter().map(|r| (r.step, MarkKind::Restore)));
    all.extend(twice.map(|w| (w.step, MarkKind::Duplicate)));
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether a write makes something stand twice.
fn doubles(write: &Write) -> bool {
    write.repeats.is_some() && matches!(write.effect, WriteEffect::Row | WriteEffect::Added)
}

/// The marks of a run, in order, with their steps.
pub fn marks(plan: &Plan, reel: &Reel) -> Vec<(u64, Mark)> {
    let mut marks = Vec::new();
    for (step, turn) in &reel.turns {
        match turn {
            Turn::Triggered(id) => marks.push((*step, Mark::Barrier(*id))),
            Turn::Completed(id) => marks.push((*step, Mark::Saved(*id))),
            Turn::Failed(id) => marks.push((*step, Mark::NotSaved(*id))),
            Turn::Committed(sink, _) => marks.push((*step, Mark::Committed(plan.nodes[sink.index()].name.clone()))),
            _ => {}
        }
    }
    marks.extend(reel.crashes.iter().map(|c| (c.step, Mark::Crash)));
    for restore in &reel.restores {
        marks.push((restore.step, Mark::BackTo(sole(restore))));
    }
    if let Some((_, write)) = first_again(plan, reel) {
        marks.push((write.step, Mark::Again));
    }
    crate::order::sort_by_key(&mut marks, |(step, _)| *step);
    marks
}

/// Where the one log is read on from; none: there are several.
fn sole(restore: &Restore) -> Option<Offset> {
    match restore.rewinds.as_slice() {
        [one] => Some(one.next),
        _ => None,
    }
}

/// The first write that makes something stand twice.
pub fn first_again<'a>(plan: &Plan, reel: &'a Reel) -> Option<(NodeId, &'a Write)> {
    let sinks = plan.nodes.iter().filter(|n| matches!(n.role, Role::Sink(_)));
    sinks
        .filter_map(|n| Some((n.id, reel.writes[n.id.index()].iter().find(|w| doubles(w))?)))
        .min_by_key(|(_, w)| w.step)
}

/// The captions of a run, in order.
pub fn cues(plan: &Plan, reel: &Reel, pace: &Pace) -> Vec<Cue> {
    let mut cues = Vec::new();
    let mut cue = |page: f64, caption: Caption| cues.push(Cue { page, caption });
    let name = |node: NodeId| plan.nodes[node.index()].name.clone();
    let one_log = plan.scenario.sources.iter().map(|s| s.partitions.len()).sum::<usize>() == 1;
    let last_read = |step: u64| {
        let until = reel.reads.partition_point(|r| r.step <= step);
        // Where several logs are read, one offset says nothing.
        let source = plan.nodes.first().filter(|_| one_log)?.id;
        reel.reads[..until].iter().rev().find(|r| r.record.origin.source == source).map(|r| r.record.origin.offset)
    };
    let mut barrier_at = std::collections::BTreeMap::new();
    let mut voided = 0;
    for (step, turn) in &reel.turns {
        let page = pace.shown_at(*step);
        match turn {
            Turn::Injected(id) => {
                barrier_at.entry(*id).or_insert_with(|| {
                    let last = last_read(*step);
                    cue(page, Caption::BarrierLeaves(*id, last));
                    last
                });
            }
            Turn::Completed(id) => {
                let next = barrier_at.get(id).copied().flatten().map(|o| Offset(o.0 + 1));
                cue(page, Caption::Saved(*id, next));
            }
            Turn::Failed(id) if !reel.crashes.iter().any(|c| c.step == *step) => cue(page, Caption::NotSaved(*id)),
            Turn::Voided(sink, _) if voided != *step => {
                voided = *step;
                cue(page + DWELL_MS, Caption::Voided(name(*sink)));
            }
            Turn::Committed(sink, _) => cue(page, Caption::Committed(name(*sink))),
            Turn::Refused(sink) => cue(page, Caption::Refused(name(*sink))),
            Turn::CommitsBroken(sink) => cue(page, Caption::CommitsBroken(name(*sink))),
            Turn::CommitFailed(sink) => cue(page, Caption::CommitFailed(name(*sink))),
            Turn::StorageDown(until) => cue(page, Caption::StorageDown(*until)),
            Turn::Slowed(node, until) => cue(page, Caption::Slowed(name(*node), *until)),
            Turn::Stalled(edge, until) => {
                let edge = &plan.edges[*edge];
                cue(page, Caption::Stalled(name(edge.from), name(edge.to), *until));
            }
            Turn::SentAgain(id) => cue(page, Caption::SentAgain(id.clone())),
            Turn::Triggered(_) | Turn::Failed(_) | Turn::Voided(..) => {}
        }
    }
    for crash in &reel.crashes {
        let page = pace.shown_at(crash.step);
        cue(page, Caption::Crash);
        cue(page + DWELL_MS, Caption::MemoryGone { restarts: crash.restart_at.is_some() });
    }
    for restore in &reel.restores {
        let caption = Caption::BackTo { next: sole(restore), checkpoint: restore.checkpoint };
        cue(pace.shown_at(restore.step), caption);
    }
    if let Some((node, write)) = first_again(plan, reel) {
        let caption = match write.effect {
            WriteEffect::Added => Caption::AddedAgain(name(node)),
            _ => Caption::WrittenAgain(name(node)),
        };
        cue(pace.shown_at(write.step), caption);
    }
    for node in &plan.nodes {
        let Role::Sink(i) = node.role else { continue };
        if plan.scenario.sinks[i].kind == SinkKind::Upsert {
            let over = |w: &&Write| w.repeats.is_some() && w.effect == WriteEffect::Replaced;
            if let Some(write) = reel.writes[node.id.index()].iter().find(over) {
                cue(pace.shown_at(write.step), Caption::WrittenOver(node.name.clone()));
            }
        }
    }
    crate::order::sort_by(&mut cues, |a, b| a.page.total_cmp(&b.page));
    cues
}

/// The caption that stands at this page time.
pub fn caption_at(cues: &[Cue], page: f64) -> Option<&Caption> {
    let until = cues.partition_point(|c| c.page <= page + 1e-9);
    let cue = cues.get(until.checked_sub(1)?)?;
    (page - cue.page < STANDS_MS).then_some(&cue.caption)
}
