//! Compare: the same input and the same faults under two set-ups, as of the same moment; what differs, and by how much.

use std::collections::BTreeSet;

use super::scene::{Destination, Holds, Scene};
use super::setup::{Change, Knob, settings};
use super::verdict::Guarantee;
use crate::check::Report;
use crate::graph::Plan;
use crate::scenario::SinkKind;

/// What is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// What holds of the state.
    State,
    /// What holds of the output.
    Output,
    /// Effects that the reader of this sink sees.
    Visible(String),
    /// Of those, beyond the expected ones.
    Duplicates(String),
    /// Expected effects that it does not see.
    Missing(String),
    /// From being readable in the log to being visible to the reader, at most.
    Delay(String),
    /// State entries that this operator holds.
    Entries(String),
    /// What this operator holds for this key.
    Total(String, String),
    /// Checkpoints that are complete.
    Completed,
    /// From trigger to completion, at most.
    Duration,
    /// How long channels stood blocked, summed over the checkpoints.
    Blocked,
    /// Records stored as channel state, summed over the checkpoints.
    InFlight,
    /// Bytes written by checkpoints, channel state too.
    Written,
    /// Records read again after restarts.
    Replayed,
}

/// How much of it there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A guarantee.
    Guarantee(Guarantee),
    /// A number of things.
    Count(u64),
    /// A value.
    Number(i64),
    /// Milliseconds.
    Ms(u64),
    /// Bytes.
    Bytes(u64),
}

/// A fact on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// What.
    pub fact: Fact,
    /// Here.
    pub left: Amount,
    /// There.
    pub right: Amount,
}

impl Pair {
    /// The two are not the same.
    pub fn differs(&self) -> bool {
        self.left != self.right
    }
}

/// Totals of an operator that are listed.
const TOTALS_MAX: usize = 4;

/// Every fact that is of interest on one side at least, in a lasting order.
pub fn pairs(left: &Report, right: &Report) -> Vec<Pair> {
    let mut all = Vec::new();
    let mut push = |fact: Fact, amount: &dyn Fn(&Report) -> Amount, always: bool| {
        let pair = Pair { fact, left: amount(left), right: amount(right) };
        let is_nothing = |a: Amount| matches!(a, Amount::Count(0) | Amount::Ms(0) | Amount::Bytes(0));
        if always || !is_nothing(pair.left) || !is_nothing(pair.right) {
            all.push(pair);
        }
    };
    push(Fact::State, &|r| Amount::Guarantee(r.guarantee.state), true);
    push(Fact::Output, &|r| Amount::Guarantee(r.guarantee.output), true);
    for name in left.sinks.keys().filter(|name| right.sinks.contains_key(*name)) {
        let of = |name: &String| name.clone();
        push(Fact::Visible(of(name)), &|r| Amount::Count(r.sinks[name].visible), true);
        push(Fact::Duplicates(of(name)), &|r| Amount::Count(r.sinks[name].duplicates), false);
        push(Fact::Missing(of(name)), &|r| Amount::Count(r.sinks[name].missing), false);
        push(Fact::Delay(of(name)), &|r| Amount::Ms(r.sinks[name].delay_ms.max), false);
    }
    for name in left.operators.keys().filter(|name| right.operators.contains_key(*name)) {
        push(Fact::Entries(name.clone()), &|r| Amount::Count(r.operators[name].entries), false);
        let keys: BTreeSet<&String> = [left, right].into_iter().flat_map(|r| r.operators[name].values.keys()).collect();
        for key in keys.into_iter().take(TOTALS_MAX) {
            let total = |r: &Report| Amount::Number(r.operators[name].values.get(key).copied().unwrap_or(0));
            push(Fact::Total(name.clone(), key.clone()), &total, true);
        }
    }
    push(Fact::Completed, &|r| Amount::Count(r.checkpoint_counts.completed), false);
    push(Fact::Duration, &|r| Amount::Ms(longest(r)), false);
    push(Fact::Blocked, &|r| Amount::Ms(r.checkpoints.iter().map(|c| c.blocked_ms).sum()), false);
    push(Fact::InFlight, &|r| Amount::Count(r.checkpoints.iter().map(|c| c.in_flight_records).sum()), false);
    let written = |r: &Report| r.checkpoints.iter().map(|c| c.uploaded_bytes + c.in_flight_bytes).sum();
    push(Fact::Written, &|r| Amount::Bytes(written(r)), false);
    push(Fact::Replayed, &|r| Amount::Count(r.restarts.iter().map(|r| r.replayed).sum()), false);
    all
}

/// The longest from a checkpoint's trigger to its completion.
pub(super) fn longest(report: &Report) -> u64 {
    let ended = |c: &crate::check::CheckpointReport| Some(c.completed_ms? - c.triggered_ms);
    report.checkpoints.iter().filter_map(ended).max().unwrap_or(0)
}

/// The change that a run is first compared with itself under: where barriers have a choice, that is the telling one.
pub fn telling(plan: &Plan) -> Option<Change> {
    let all = settings(plan);
    let setting = all.iter().find(|s| s.knob == Knob::Barriers).or(all.first())?;
    let value = *setting.options.iter().find(|v| **v != setting.now)?;
    Some(Change { knob: setting.knob, value })
}

/// Which nodes and which destinations hold something else here than there, in the order of the plan.
pub fn differing(left: &Scene, right: &Scene) -> (Vec<bool>, Vec<bool>) {
    // That a sink is of another kind is what was changed, not what came of it.
    let unlike = |a: &Holds, b: &Holds| match (a, b) {
        (Holds::Writes(_, here), Holds::Writes(_, there)) => here != there,
        _ => a != b,
    };
    let nodes = left.nodes.iter().zip(&right.nodes).map(|(a, b)| unlike(&a.holds, &b.holds));
    let destinations = left.destinations.iter().zip(&right.destinations).map(|(a, b)| {
        // Rows on one side and balances on the other are two ways to keep the same.
        let keeps = |d: &Destination| matches!(d.kind, SinkKind::Increment | SinkKind::Set);
        let balances = keeps(a) == keeps(b) && a.balances != b.balances;
        balances || a.visible != b.visible || a.again_ids != b.again_ids
    });
    (nodes.collect(), destinations.collect())
}
