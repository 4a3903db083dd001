//! Predict: before a turning point, what will happen? The right answer is read off the run ahead; each wrong one is what
//! would come out if something were true that many people believe.

use super::reel::{End, Fate, Reel, Turn, Write};
use super::scene::{Holds, Scene, scene};
use super::show::Show;
use crate::graph::Role;
use crate::ids::{CheckpointId, EventId, Key, NodeId, Offset, PartitionId};
use crate::scenario::{SinkKind, StateHome};
use crate::sim::{History, WriteEffect};

/// Answers to one question, at most.
pub const ANSWERS_MAX: usize = 4;
/// And at least: of fewer there is nothing to choose.
pub const ANSWERS_MIN: usize = 3;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Which next offset a checkpoint saves of a partition.
    Saves(CheckpointId, NodeId, PartitionId),
    /// Which offset of a partition the restart reads next.
    ReadsNext(NodeId, PartitionId),
    /// What an operator holds after the restart: of a key, or how many entries.
    Holds(NodeId, Option<Key>),
    /// How many rows stand at a sink when what is read again has come through.
    Rows(NodeId),
    /// The same of a key's balance.
    Balance(NodeId, Key),
    /// How many rows a reader of a sink sees after the commit.
    Committed(NodeId),
    /// How many rows a reader of a sink sees after a transaction was made void.
    Voided(NodeId),
    /// How many rows of an id stand at a sink after it was sent again.
    RowsOf(NodeId, EventId),
}

/// What makes an answer wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Belief {
    /// A position is the last record read, which is read again: one too early.
    OneEarly,
    /// The record at the saved position was read already: one too late.
    OneLate,
    /// The job reads on where it was.
    ReadsOn,
    /// A restart begins at the beginning.
    FromStart,
    /// The position is in the checkpoint, though it is kept elsewhere.
    InCheckpoint,
    /// A checkpoint holds what is there when it completes, not when its barrier went by.
    AsOfNow,
    /// Memory survives a crash.
    MemorySurvives,
    /// A restart always begins with nothing.
    StartsEmpty,
    /// What was saved is added to what was there.
    AddsUp,
    /// A checkpoint keeps every state, wherever it lives.
    AllIsSaved,
    /// What is written again is noticed, or what was written has been undone: each counts once.
    EachOnce,
    /// What is written again stands beside the first.
    Beside,
    /// The whole input is written again.
    AllAgain,
    /// The record at the saved position is written again too.
    OneMore,
    /// A commit changes nothing for a reader yet.
    NotYet,
    /// A commit shows all that has been written, behind the barrier too.
    AllWritten,
    /// A reader sees the last transaction alone.
    OnlyThese,
    /// A commit adds rows, even for a reader who has seen them before.
    CommitAdds,
    /// Rows of a void transaction count once they are written.
    CountAnyway,
    /// With one transaction all rows are void.
    AllVoid,
    /// A dedup knows an id for ever.
    KnownForEver,
    /// Every sending is a new row.
    AlwaysNew,
    /// The second sending takes the first away.
    TakesAway,
}

/// One answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The number.
    pub value: i64,
    /// What one believes who gives it; none: it is right.
    pub belief: Option<Belief>,
}

/// A question with its answers, smallest number first, so that their order tells nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub ask: Ask,
    /// The run stops after this step to ask.
    pub stop: u64,
    /// After this step the answer can be seen.
    pub shown: u64,
    /// Each another number.
    pub answers: Vec<Answer>,
}

impl Question {
    /// The right answer.
    pub fn right(&self) -> Option<&Answer> {
        self.answers.iter().find(|a| a.belief.is_none())
    }
}

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

/// The question at a place; none: there is nothing to choose. The run is played on ahead of what is shown.
pub fn question(show: &Show, ahead: &mut History, at: &Stop) -> Option<Question> {
    let mut at_step = |step: u64| {
        ahead.seek(step);
        scene(ahead.world(), show.reel())
    };
    let (before, after) = (at_step(at.stop), at_step(at.shown));
    let ask = match &at.ask {
        // The value that is asked for is that of a key, where there are keys.
        Ask::Holds(node, None) => match &after.nodes[node.index()].holds {
            Holds::Totals { .. } => {
                Ask::Holds(*node, first_key(&after, *node).or_else(|| first_key(&at_step(at_crash(show, at)), *node)))
            }
            _ => at.ask.clone(),
        },
        ask => ask.clone(),
    };
    let right = read_off(&ask, show, &after)?;
    let wrong = wrong(&ask, show, at, (&before, &after), &mut at_step, right);
    let mut answers = vec![Answer { value: right, belief: None }];
    for (belief, value) in wrong {
        if value >= 0 && answers.len() < ANSWERS_MAX && answers.iter().all(|a| a.value != value) {
            answers.push(Answer { value, belief: Some(belief) });
        }
    }
    crate::order::sort_by_key(&mut answers, |a| a.value);
    (answers.len() >= ANSWERS_MIN).then_some(Question { ask, stop: at.stop, shown: at.shown, answers })
}

/// The first question from this place in the list of stops on, and its place.
pub fn next_question(show: &Show, stops: &[Stop], from: usize) -> Option<(usize, Question)> {
    let mut ahead = show.history().clone();
    (from..stops.len()).find_map(|i| Some((i, question(show, &mut ahead, &stops[i])?)))
}

fn first_key(scene: &Scene, node: NodeId) -> Option<Key> {
    match &scene.nodes[node.index()].holds {
        Holds::Totals { values: (first, _), .. } => first.as_ref().map(|(key, _)| key.clone()),
        _ => None,
    }
}

/// The last step before the failure that comes before a place.
fn at_crash(show: &Show, at: &Stop) -> u64 {
    let crash = show.reel().crashes.iter().rfind(|c| c.step <= at.stop);
    crash.map_or(0, |c| c.step.saturating_sub(1))
}

/// What is asked for, as it stands in a scene; none: it cannot be seen there.
pub fn read_off(ask: &Ask, show: &Show, scene: &Scene) -> Option<i64> {
    let number = |n: u64| i64::try_from(n).ok();
    let destination = |sink: NodeId| scene.destinations.iter().find(|d| d.node == sink);
    match ask {
        Ask::Saves(id, source, partition) => {
            let card = scene.restorable.as_ref().filter(|c| c.id == *id)?;
            let name = &scene.nodes[source.index()].name;
            let (_, offsets) = card.offsets.iter().find(|(of, _)| of == name)?;
            number((*offsets.get(partition.index())?)?.0)
        }
        Ask::ReadsNext(source, partition) => {
            let tape = scene.tapes.iter().find(|t| t.source == *source)?;
            number(tape.partitions.get(partition.index())?.next.0)
        }
        Ask::Holds(node, key) => held(scene, *node, key.as_ref()),
        Ask::Rows(sink) => number(destination(*sink)?.rows),
        Ask::Balance(sink, key) => destination(*sink)?.balances.iter().find(|b| b.key == *key).map(|b| b.value),
        Ask::Committed(sink) | Ask::Voided(sink) => number(destination(*sink)?.visible),
        Ask::RowsOf(sink, id) => {
            let rows = show.reel().written(sink.index(), scene.step).iter();
            number(rows.filter(|w| w.record.id == *id && w.effect == WriteEffect::Row).count() as u64)
        }
    }
}

fn held(scene: &Scene, node: NodeId, key: Option<&Key>) -> Option<i64> {
    match &scene.nodes[node.index()].holds {
        Holds::Ids { entries, .. } => i64::try_from(*entries).ok(),
        Holds::Waiting(n) => i64::try_from(*n).ok(),
        Holds::Totals { values: (first, _), .. } => match first {
            None => Some(0),
            Some((found, value)) => (Some(found) == key).then_some(*value),
        },
        Holds::Positions(_) | Holds::Nothing(_) | Holds::Writes(..) => None,
    }
}

/// The wrong answers, the most telling first; some may be the right number by chance, or impossible.
fn wrong(
    ask: &Ask,
    show: &Show,
    at: &Stop,
    (before, after): (&Scene, &Scene),
    at_step: &mut impl FnMut(u64) -> Scene,
    right: i64,
) -> Vec<(Belief, i64)> {
    let (reel, plan) = (show.reel(), show.world().plan());
    let saved_at = |checkpoint: CheckpointId| {
        let of_it = |(_, turn): &&(u64, Turn)| *turn == Turn::Completed(checkpoint);
        reel.turns.iter().find(of_it).map(|(step, _)| *step)
    };
    let offset = |o: Offset| i64::try_from(o.0).unwrap_or(i64::MAX);
    let writes_in = |sink: NodeId| reel.writes[sink.index()].iter().filter(|w| w.step > at.stop && w.step <= at.shown);
    match ask {
        Ask::Saves(_, source, partition) | Ask::ReadsNext(source, partition) => {
            let head = |scene: &Scene| {
                let tape = scene.tapes.iter().find(|t| t.source == *source)?;
                tape.partitions.get(partition.index()).copied()
            };
            let is_save = matches!(ask, Ask::Saves(..));
            let Some(now) = head(if is_save { after } else { before }) else { return Vec::new() };
            let mut list = vec![(if is_save { Belief::AsOfNow } else { Belief::ReadsOn }, offset(now.next))];
            list.extend((!is_save).then_some(()).and(now.saved).map(|saved| (Belief::InCheckpoint, offset(saved))));
            list.push((Belief::OneEarly, if right > offset(now.first) { right - 1 } else { -1 }));
            list.push((Belief::FromStart, offset(now.first)));
            list.push((Belief::OneLate, right + 1));
            list
        }
        Ask::Holds(node, key) => {
            let had = held(&at_step(at_crash(show, at)), *node, key.as_ref()).unwrap_or(0);
            let checkpoint = reel.restores.iter().find(|r| r.step == at.shown).and_then(|r| r.checkpoint);
            let saved = checkpoint.and_then(saved_at).and_then(|s| held(&at_step(s), *node, key.as_ref()));
            let home = match plan.nodes[node.index()].role {
                Role::Operator(o) => plan.scenario.operators[o].state,
                Role::Source(_) | Role::Sink(_) => return Vec::new(),
            };
            let mut list = vec![(Belief::MemorySurvives, had)];
            list.extend(saved.filter(|_| home != StateHome::Checkpointed).map(|saved| (Belief::AllIsSaved, saved)));
            list.extend(saved.map(|saved| (Belief::AsOfNow, saved)));
            list.extend([(Belief::StartsEmpty, 0), (Belief::AddsUp, had.saturating_add(right))]);
            list
        }
        Ask::Rows(sink) => {
            let again = writes_in(*sink).filter(|w| w.repeats.is_some()).count() as i64;
            let had = read_off(ask, show, before).unwrap_or(0);
            // What comes for the first time meanwhile.
            let new = writes_in(*sink).count() as i64 - again;
            vec![
                (Belief::EachOnce, had + new),
                (Belief::Beside, had + new + again),
                (Belief::AllAgain, had + had + new),
                (Belief::OneMore, right + 1),
            ]
        }
        Ask::Balance(sink, key) => {
            let ours = || writes_in(*sink).filter(|w| w.key == *key);
            let again: i64 = ours().filter(|w| w.repeats.is_some()).map(|w| w.value).sum();
            let had = read_off(ask, show, before).unwrap_or(0);
            let last = ours().last().map_or(1, |w| w.value);
            vec![
                (Belief::EachOnce, right.saturating_sub(again)),
                (Belief::AllAgain, had.saturating_mul(2).saturating_add(right - had - again)),
                (Belief::OneMore, right.saturating_add(last)),
            ]
        }
        Ask::Committed(sink) | Ask::Voided(sink) => {
            let had = read_off(ask, show, before).unwrap_or(0);
            let of_step = reel.turns.iter().filter(|(step, _)| *step == at.shown);
            let number = of_step.filter_map(|(_, turn)| match turn {
                Turn::Committed(s, t) | Turn::Voided(s, t) if s == sink => Some(*t),
                _ => None,
            });
            let numbers: Vec<_> = number.collect();
            let found = |scene: &Scene| scene.destinations.iter().find(|d| d.node == *sink).cloned();
            let Some(there) = found(before) else { return Vec::new() };
            let of_it =
                there.transactions.iter().filter(|t| numbers.contains(&t.id)).map(|t| t.rows).sum::<u64>() as i64;
            if matches!(ask, Ask::Voided(_)) {
                return vec![
                    (Belief::CountAnyway, had + of_it),
                    (Belief::AllVoid, 0),
                    (Belief::OnlyThese, of_it),
                    (Belief::CountAnyway, there.rows as i64),
                ];
            }
            let all = found(after).map_or(0, |d| d.rows as i64);
            vec![
                (Belief::NotYet, had),
                (Belief::AllWritten, all),
                (Belief::CommitAdds, had + of_it),
                (Belief::OnlyThese, of_it),
                // The record behind the barrier.
                (Belief::AllWritten, right + 1),
            ]
        }
        Ask::RowsOf(..) => {
            let had = read_off(ask, show, before).unwrap_or(0);
            vec![(Belief::KnownForEver, had), (Belief::AlwaysNew, had + 1), (Belief::TakesAway, had - 1)]
        }
    }
}
