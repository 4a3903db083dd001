//! Where a run can be stopped to ask.

use super::Ask;
use crate::graph::Role;
use crate::ids::{NodeId, PartitionId};
use crate::scenario::SinkKind;
use crate::view::reel::{End, Fate, Reel, Turn, Write};
use crate::view::show::Show;

/// A place to stop at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// What is asked there.
    pub ask: Ask,
    /// After this step.
    pub stop: u64,
    /// When the answer can be seen.
    pub shown: u64,
}

/// Where a run can be stopped to ask, in order. Of what happens again and again the telling times only.
pub fn stops(show: &Show) -> Vec<Stop> {
    let reel = show.reel();
    let mut all = Vec::new();
    let mut stop = |ask: Ask, at: u64, shown: u64| {
        if let Some(stop) = at.checked_sub(1).filter(|stop| *stop < shown) {
            all.push(Stop { ask, stop, shown });
        }
    };
    let plan = show.world().plan();
    // The first checkpoint, and those that come back.
    let mut is_first = true;
    for (step, turn) in &reel.turns {
        let Turn::Completed(id) = turn else { continue };
        let comes_back = reel.restores.iter().any(|r| r.checkpoint == Some(*id));
        // Asked before the barrier leaves: from then on the shelf shows it.
        let leaves = reel.turns.iter().find(|(_, turn)| *turn == Turn::Injected(*id)).map(|(step, _)| *step);
        if let Some(leaves) = leaves.filter(|_| (is_first || comes_back) && !plan.nodes.is_empty()) {
            stop(Ask::Saves(*id, NodeId(0), PartitionId(0)), leaves, *step);
        }
        is_first = false;
    }
    for (i, crash) in reel.crashes.iter().enumerate() {
        let until = reel.crashes.get(i + 1).map_or(u64::MAX, |c| c.step);
        let Some(restore) = reel.restores.iter().find(|r| r.step > crash.step && r.step <= until) else { continue };
        if let Some(back) = restore.rewinds.first() {
            stop(Ask::ReadsNext(back.source, back.partition), crash.step, restore.step);
        }
        for node in &plan.nodes {
            match node.role {
                Role::Operator(o) if plan.scenario.operators[o].kind.is_stateful() => {
                    stop(Ask::Holds(node.id, None), restore.step, restore.step);
                }
                Role::Sink(s) => {
                    let mut again = repeats(reel, node.id, restore.step, until).peekable();
                    let Some(first) = again.peek().copied() else { continue };
                    let last = again.last().map_or(first.step, |w| w.step);
                    match plan.scenario.sinks[s].kind {
                        SinkKind::Append | SinkKind::Upsert => stop(Ask::Rows(node.id), first.step, last),
                        SinkKind::Increment => stop(Ask::Balance(node.id, first.key.clone()), first.step, last),
                        SinkKind::UniqueInsert | SinkKind::Set | SinkKind::TwoPhase => {}
                    }
                }
                Role::Source(_) | Role::Operator(_) => {}
            }
        }
    }
    // The first commit of an attempt at each sink, and the first transaction that it makes void.
    let mut told: Vec<(NodeId, usize, bool)> = Vec::new();
    for (step, turn) in &reel.turns {
        let (sink, is_commit) = match turn {
            Turn::Committed(sink, _) => (*sink, true),
            Turn::Voided(sink, _) => (*sink, false),
            _ => continue,
        };
        let attempt = reel.restores.partition_point(|r| r.step <= *step);
        if !told.contains(&(sink, attempt, is_commit)) {
            told.push((sink, attempt, is_commit));
            stop(if is_commit { Ask::Committed(sink) } else { Ask::Voided(sink) }, *step, *step);
        }
    }
    sent_again(show, &mut stop);
    crate::order::sort_by_key(&mut all, |s| (s.stop, s.shown));
    all
}

/// The first record sent again that is held back, and the first that comes through, at the first sink that keeps rows.
fn sent_again(show: &Show, stop: &mut impl FnMut(Ask, u64, u64)) {
    let (reel, plan) = (show.reel(), show.world().plan());
    let keeps = |s: usize| matches!(plan.scenario.sinks[s].kind, SinkKind::Append | SinkKind::Upsert);
    let sink = plan.nodes.iter().find(|n| matches!(n.role, Role::Sink(s) if keeps(s)));
    let Some(sink) = sink.map(|n| n.id) else { return };
    let (mut held, mut passed) = (false, false);
    for read in reel.reads.iter().filter(|r| r.record.redelivered && !r.record.replayed) {
        let written = || reel.writes[sink.index()].iter().find(|w| w.record == read.record && w.step > read.step);
        let dropped = || {
            let mut works = reel.works.iter().flatten();
            works.find(|w| w.fate == Fate::Dropped && w.record == read.record).map(|w| w.end)
        };
        if held && passed {
            break;
        }
        if let Some(write) = written() {
            if !std::mem::replace(&mut passed, true) {
                stop(Ask::RowsOf(sink, read.record.id.clone()), read.step, write.step);
            }
        } else if let Some(End::Went(step)) = dropped()
            && !std::mem::replace(&mut held, true)
        {
            stop(Ask::RowsOf(sink, read.record.id.clone()), read.step, step);
        }
    }
}

/// What a sink writes again after a restart, until a step.
fn repeats(reel: &Reel, sink: NodeId, from: u64, until: u64) -> impl Iterator<Item = &Write> {
    let within = move |w: &&Write| w.step > from && w.step <= until && w.record.replayed && w.repeats.is_some();
    reel.writes[sink.index()].iter().filter(within)
}
