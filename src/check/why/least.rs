//! The smallest settings that would have held, worked out from what happened.

use crate::event::{Event, Stamped};
use crate::graph::Plan;
use crate::hash::Map;
use crate::ids::{CheckpointId, EventId};
use crate::scenario::{OperatorKind, StateHome, TtlUpdate};
use crate::state::AppendLog;
use crate::time::SimTime;

use crate::check::pairs::Pairs;

/// What a dedup's entry of one id would be under a longer time to live.
#[derive(Default)]
struct Entry {
    stamp: Option<SimTime>,
    saved: Vec<(CheckpointId, Option<SimTime>)>,
}

/// The smallest time to live under which the entries of this operator for these ids would have been there whenever they
/// were asked for, in milliseconds; 0: it was never asked for an entry that had expired.
pub fn least_ttl(plan: &Plan, events: &AppendLog<Stamped>, operator: usize, ids: &[EventId]) -> u64 {
    let spec = &plan.scenario.operators[operator];
    let renews = spec.ttl.is_some_and(|t| t.update == TtlUpdate::ReadAndWrite);
    let mut least = 0;
    let mut entries: Map<EventId, Entry> = ids.iter().map(|id| (id.clone(), Entry::default())).collect();
    // A join keeps each side by itself.
    let mut partners: Map<EventId, Vec<EventId>> = Map::default();
    let pairs = Pairs::of(&plan.scenario);
    for (left, right) in ids.iter().filter_map(|id| pairs.first_in(plan, id)) {
        partners.entry(left.clone()).or_default().push(right.clone());
        partners.entry(right).or_default().push(left);
    }
    let mut buffered: Map<EventId, SimTime> = Map::default();
    // An entry is over at its stamp plus the time to live, and after (semantics TT-2): one millisecond more holds it.
    let held = |from: SimTime, to: SimTime| to.since(from) + 1;
    for Stamped { at, event, .. } in events.iter() {
        match event {
            Event::DedupPassed { task, record, .. } | Event::DedupDropped { task, record }
                if plan.operator_of(*task).is_some_and(|(i, _)| i == operator) =>
            {
                let Some(entry) = entries.get_mut(&record.id) else { continue };
                match entry.stamp {
                    Some(stamp) => {
                        least = least.max(held(stamp, *at));
                        if renews {
                            entry.stamp = Some(*at);
                        }
                    }
                    None => entry.stamp = Some(*at),
                }
            }
            Event::Snapshotted { task, checkpoint, .. }
                if plan.operator_of(*task).is_some_and(|(i, _)| i == operator) =>
            {
                for entry in entries.values_mut() {
                    entry.saved.push((*checkpoint, entry.stamp));
                }
            }
            Event::Restarted { checkpoint, .. } => {
                for entry in entries.values_mut() {
                    match spec.state {
                        StateHome::Checkpointed => {
                            let saved = entry.saved.iter().rev().find(|(c, _)| Some(*c) == *checkpoint);
                            entry.stamp = saved.and_then(|(_, stamp)| *stamp);
                        }
                        StateHome::Memory => entry.stamp = None,
                        StateHome::LocalDisk | StateHome::Changelog => {}
                    }
                }
            }
            Event::Buffered { task, record, .. } if plan.operator_of(*task).is_some_and(|(i, _)| i == operator) => {
                for partner in partners.get(&record.id).into_iter().flatten() {
                    if let Some(from) = buffered.get(partner) {
                        least = least.max(held(*from, *at));
                    }
                }
                if partners.contains_key(&record.id) {
                    buffered.insert(record.id.clone(), *at);
                }
            }
            Event::Applied { task, record, key, .. } if plan.operator_of(*task).is_some_and(|(i, _)| i == operator) => {
                let key = EventId::Text(key.to_string().into());
                if entries.contains_key(&record.id) {
                    buffered.insert(key, *at);
                } else if let Some(last) = buffered.get_mut(&key) {
                    *last = *at;
                }
            }
            // A total has to last from one record of its key to the next.
            Event::StateExpired { task, stamp, .. }
                if matches!(spec.kind, OperatorKind::Sum | OperatorKind::Count)
                    && plan.operator_of(*task).is_some_and(|(i, _)| i == operator) =>
            {
                least = least.max(held(*stamp, *at));
            }
            _ => {}
        }
    }
    if matches!(spec.kind, OperatorKind::Sum | OperatorKind::Count) {
        // And from the last to the end.
        let end = events.iter().next_back().map_or(SimTime::ZERO, |s| s.at);
        let end = end.max(SimTime(plan.scenario.until_ms.unwrap_or(0)));
        least = buffered.values().fold(least, |least, last| least.max(held(*last, end)));
    }
    least
}

/// The smallest transaction timeout under which this sink's transactions would have lived until they were committed, in
/// milliseconds; 0: the broker has aborted none of them.
pub fn least_transaction_timeout(plan: &Plan, events: &AppendLog<Stamped>, sink: usize) -> u64 {
    let node = plan.sink_node(sink);
    let mut opened: Vec<Option<SimTime>> = Vec::new();
    let mut aborted: Vec<SimTime> = Vec::new();
    let mut least = 0;
    for Stamped { at, event, .. } in events.iter() {
        match event {
            Event::TransactionOpened { sink, transaction } if *sink == node => {
                opened.resize(transaction.index() + 1, None);
                opened[transaction.index()] = Some(*at);
            }
            Event::TransactionAborted { sink, transaction, timed_out: true } if *sink == node => {
                aborted.extend(opened.get(transaction.index()).copied().flatten());
            }
            Event::CommitRefused { sink, transaction } if *sink == node => {
                let from = opened.get(transaction.index()).copied().flatten();
                least = from.map_or(least, |from| least.max(at.since(from) + 1));
            }
            // The sink goes on with what it had open as soon as the job runs again.
            Event::Restarted { .. } => {
                least = aborted.drain(..).fold(least, |least, from| least.max(at.since(from) + 1));
            }
            _ => {}
        }
    }
    least
}
