//! Moments of a run, by what happens then: `start`, `end`, `ms 9500`, `crash 1`, `restart 1`, `trigger 1`,
//! `snapshot 1` (the first task's), `snapshot count 1`, `complete 1`, `commit 1`, `abort 1`, `read orders 100`, `written out 42 2`, `passed dedup 42 2`,
//! `dropped dedup 42`. The last number counts, where the same can happen again. ` + 3` and ` - 3` are steps later and earlier.

use crate::event::{Event, RecordRef};
use crate::graph::Plan;
use crate::ids::{NodeId, TaskId};
use crate::sim::History;
use crate::time::SimTime;

/// The step after which it is so; none: it does not happen, or the words name no moment.
pub(super) fn step_of(moment: &str, history: &History) -> Option<u64> {
    let words: Vec<&str> = moment.split_whitespace().collect();
    let (words, later) = match words.as_slice() {
        [first @ .., "+", n] => (first, n.parse::<i64>().ok()?),
        [first @ .., "-", n] => (first, -n.parse::<i64>().ok()?),
        all => (all, 0),
    };
    let step = match words {
        ["start"] => 0,
        ["end"] => history.len(),
        ["ms", ms] => history.step_at(SimTime(ms.parse().ok()?)),
        [what, rest @ ..] => nth(what, rest, history)?,
        [] => return None,
    };
    step.checked_add_signed(later).filter(|step| *step <= history.len())
}

/// The step of the n-th event of a kind.
fn nth(what: &str, rest: &[&str], history: &History) -> Option<u64> {
    let plan = history.world().plan();
    let (name, id, n) = match (what, rest) {
        ("read" | "written" | "passed" | "dropped", [name, id]) => (*name, *id, 1),
        ("read" | "written" | "passed" | "dropped", [name, id, n]) => (*name, *id, n.parse().ok()?),
        ("snapshot", [name, n]) => (*name, "", n.parse().ok()?),
        (_, [n]) => ("", "", n.parse().ok()?),
        _ => return None,
    };
    let node = if name.is_empty() { None } else { Some(plan.node_named(name)?.id) };
    let found = history.all_events().iter().filter(|e| happens(what, node, id, n, &e.event, plan));
    // A checkpoint's number says which; everything else is counted.
    let place = if matches!(what, "trigger" | "snapshot" | "complete" | "abort") { 0 } else { n.checked_sub(1)? };
    found.map(|e| e.step).nth(usize::try_from(place).ok()?)
}

fn happens(what: &str, node: Option<NodeId>, id: &str, n: u64, event: &Event, plan: &Plan) -> bool {
    let number = |c: &crate::ids::CheckpointId| u64::from(c.0) == n;
    let at = |task: &TaskId, record: &RecordRef| Some(plan.node_of(*task).id) == node && record.id.to_string() == id;
    match (what, event) {
        ("crash", Event::Crashed { .. })
        | ("restart", Event::Restarted { .. })
        | ("commit", Event::Committed { .. }) => true,
        ("trigger", Event::Triggered { checkpoint }) => number(checkpoint),
        ("snapshot", Event::Snapshotted { task, checkpoint, .. }) => {
            number(checkpoint) && node.is_none_or(|node| plan.node_of(*task).id == node)
        }
        ("complete", Event::Completed { checkpoint }) => number(checkpoint),
        ("abort", Event::TransactionAborted { transaction, .. }) => u64::from(transaction.0) == n,
        ("read", Event::Read { task, record, .. }) => {
            Some(plan.node_of(*task).id) == node && record.origin.offset.0.to_string() == id
        }
        ("written", Event::Written { sink, record, .. }) => Some(*sink) == node && record.id.to_string() == id,
        ("passed", Event::DedupPassed { task, record, .. }) | ("dropped", Event::DedupDropped { task, record }) => {
            at(task, record)
        }
        _ => false,
    }
}
