//! Predict: before a turning point, what will happen? The right answer is read off the run ahead; each wrong one is what
//! would come out if something were true that many people believe.

mod stops;
mod wrong;

pub use stops::{Stop, stops};

use super::scene::{Holds, Scene, scene};
use super::show::Show;
use crate::ids::{CheckpointId, EventId, Key, NodeId, PartitionId};
use crate::sim::{History, WriteEffect};
use wrong::wrong;

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
