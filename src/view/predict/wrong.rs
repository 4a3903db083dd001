//! The wrong answers: what would come out if something were true that many people believe.

use super::{Ask, Belief, Stop, at_crash, held, read_off};
use crate::graph::Role;
use crate::ids::{CheckpointId, NodeId, Offset};
use crate::scenario::StateHome;
use crate::view::reel::Turn;
use crate::view::scene::Scene;
use crate::view::show::Show;

/// The wrong answers, the most telling first; some may be the right number by chance, or impossible.
pub(super) fn wrong(
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
            let last = ours().next_back().map_or(1, |w| w.value);
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
