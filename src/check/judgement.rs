//! Holds the effects that a run had against those that it should have had, and gives each difference its cause.

use std::collections::BTreeMap;

use super::causes::{Causes, surplus};
use super::effects::{effects_in_state, visible_since};
use super::observer::Came;
use super::report::{CauseReport, DelayReport, Finding, Guarantee, SinkReport, Wrong};
use super::{Cause, Truth};
use crate::hash::Map;
use crate::ids::{EventId, NodeId};
use crate::scenario::{OperatorKind, Reader, SinkKind};
use crate::sink::TxnPhase;
use crate::time::SimTime;

/// What is held against what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// At the end of a run: everything due counts.
    Final,
    /// While it goes on: what can still come is not missing.
    SoFar,
}

/// Effects by cause, each id with the largest number over all places where it is seen.
#[derive(Default)]
pub(super) struct Tally {
    by_cause: BTreeMap<Cause, BTreeMap<EventId, u64>>,
    here: BTreeMap<(Cause, Wrong, EventId), u64>,
    findings: Vec<Finding>,
}

impl Tally {
    fn add(&mut self, cause: Cause, wrong: Wrong, id: &EventId) {
        *self.here.entry((cause, wrong, id.clone())).or_default() += 1;
    }

    /// One place is done: the same surplus seen in several places counts once.
    fn next_place(&mut self, place: NodeId) {
        for ((cause, wrong, id), n) in std::mem::take(&mut self.here) {
            self.findings.push(Finding { place, cause, wrong, id: id.clone(), count: n });
            let most = self.by_cause.entry(cause).or_default().entry(id).or_default();
            *most = (*most).max(n);
        }
    }

    /// Why the first surplus so far is there: what stands behind values that are too large.
    fn first_surplus(&self) -> Option<Cause> {
        self.findings.iter().find(|f| f.wrong == Wrong::Surplus).map(|f| f.cause)
    }

    pub(super) fn into_reports(self) -> (Vec<CauseReport>, Vec<Finding>) {
        let report = |(cause, ids): (Cause, BTreeMap<EventId, u64>)| CauseReport {
            cause,
            count: ids.values().sum(),
            ids: ids.into_keys().collect(),
        };
        (self.by_cause.into_iter().map(report).collect(), self.findings)
    }
}

pub(super) fn judge_state(causes: &Causes<'_>, truth: &Truth, judgement: Judgement, tally: &mut Tally) -> Guarantee {
    let plan = causes.world.plan();
    let mut state = Guarantee::ExactlyOnce;
    for (i, spec) in plan.scenario.operators.iter().enumerate() {
        if !matches!(spec.kind, OperatorKind::Sum | OperatorKind::Count | OperatorKind::Join) {
            continue;
        }
        let Some(node) = plan.node_named(&spec.name) else {
            continue;
        };
        let effects = effects_in_state(causes.world, causes.seen, node.tasks());
        let (mut duplicates, mut missing) = (0, 0);
        for (id, found) in &effects.by_id {
            let expected = truth.due_in_state(i, id);
            if found.len() <= expected {
                continue;
            }
            let all: Vec<Came> = found.iter().map(|(came, _)| *came).collect();
            let let_through = (expected == 0 && truth.by_totals_in_state(i) && !causes.is_sent_again(id))
                .then(|| tally.first_surplus())
                .flatten();
            for effect in surplus(id, &all, expected) {
                duplicates += 1;
                tally.add(let_through.unwrap_or_else(|| causes.surplus_in_state(i, effect)), Wrong::Surplus, id);
            }
        }
        for (id, expected) in &truth.effects[i] {
            let found = effects.by_id.get(id).map_or(0, Vec::len);
            for _ in found..*expected as usize {
                if judgement == Judgement::SoFar && causes.can_come(id) {
                    continue; // Late, not lost: its record is still to be read or on its way.
                }
                let expired = effects.expired.contains_key(id);
                let lost = if expired { Some(Cause::StateExpired) } else { causes.missing_in_state(i, id) };
                let Some(cause) = kept_back(lost, truth, truth.by_totals_in_state(i), state, tally) else {
                    continue;
                };
                missing += 1;
                tally.add(cause, Wrong::Missing, id);
            }
        }
        tally.next_place(node.id);
        state = state.and(Guarantee::of(duplicates, missing));
    }
    state
}

/// Why an id is not there. Where nothing of it was lost, or what a restart lost stands again, the totals that a filter looks
/// at are wrong; none: they are right, and another order of the input has other ids pass, so it is not missing.
fn kept_back(lost: Option<Cause>, truth: &Truth, by_totals: bool, state: Guarantee, tally: &Tally) -> Option<Cause> {
    let any_order = by_totals && !truth.has_one_order() && state == Guarantee::ExactlyOnce;
    match lost {
        None | Some(Cause::StateLostAtRestart) if any_order => None,
        Some(cause) => Some(cause),
        None => Some(tally.first_surplus().filter(|_| by_totals).unwrap_or(Cause::StateLostAtRestart)),
    }
}

/// Visible effects of one id at a sink.
#[derive(Default)]
struct Visible {
    all: Vec<Came>,
    uncommitted: bool,
    transactions: u32,
    value: i64,
}

pub(super) fn judge_sink(
    causes: &Causes<'_>,
    truth: &Truth,
    i: usize,
    (judgement, state): (Judgement, Guarantee),
    tally: &mut Tally,
) -> SinkReport {
    let (world, seen) = (causes.world, causes.seen);
    let spec = &world.plan().scenario.sinks[i];
    let destination = &world.durable().destinations[i];
    // A reader of committed data sees a transaction's rows when it and all before it have ended (semantics KT-5).
    let mut ended = SimTime::ZERO;
    let mut all_ended_by = |t: &crate::sink::Transaction| {
        ended = ended.max(t.ended_at.unwrap_or(ended));
        ended
    };
    let ended_by: Vec<SimTime> = destination.transactions.iter().map(&mut all_ended_by).collect();
    // Under a key or an id the last write stands: an id is visible once written, and never twice.
    let replaces = matches!(spec.kind, SinkKind::Set | SinkKind::Upsert | SinkKind::UniqueInsert);
    let hidden = causes.hidden_rows_from[i];
    let mut visible: Map<EventId, Visible> = Map::default();
    let mut delays: Vec<u64> = Vec::new();
    let mut wrong_values = 0;
    let can_tell = truth.has_one_order() && spec.kind != SinkKind::Increment;
    for write in seen.writes(i).iter() {
        let Some(mut since) = visible_since(world, i, write, hidden) else { continue };
        if let Some(t) = write.transaction.filter(|_| spec.reader == Reader::ReadCommitted) {
            since = ended_by[t.index()];
        }
        let committed =
            write.transaction.and_then(|t| destination.transaction(t)).is_none_or(|t| t.phase == TxnPhase::Committed);
        let of_id = visible.entry(write.id.clone()).or_default();
        of_id.value = write.value;
        of_id.uncommitted |= !committed;
        of_id.transactions += 1;
        if !replaces || of_id.all.is_empty() {
            // Written again in place, an id is no more visible than before.
            of_id.all.push(Came { origin: write.origin, start: write.start, at: write.at });
            delays.push(since - write.readable_at);
        }
        let expected = truth.values[i].get(&write.id);
        if can_tell && !replaces && expected.is_some_and(|v| *v != write.value) {
            wrong_values += 1;
        }
    }
    if can_tell && replaces && spec.kind != SinkKind::Set {
        let wrong = |(id, v): &(&EventId, &Visible)| truth.values[i].get(*id).is_some_and(|t| *t != v.value);
        wrong_values = visible.iter().filter(wrong).count() as u64;
    }
    if can_tell && spec.kind == SinkKind::Set && judgement == Judgement::Final {
        let wrong = |(k, v): &(&crate::ids::Key, &i64)| truth.balances[i].get(*k).is_some_and(|t| t != *v);
        wrong_values = destination.balances.iter().filter(wrong).count() as u64;
    }
    let (mut duplicates, mut missing) = (0, 0);
    let (mut duplicated_ids, mut missing_ids) = (Vec::new(), Vec::new());
    for (id, found) in &visible {
        let expected = truth.due_at_sink(i, id);
        if replaces || found.all.len() <= expected {
            continue;
        }
        duplicated_ids.push(id.clone());
        let let_through = (expected == 0 && truth.by_totals_at_sink(i) && !causes.is_sent_again(id))
            .then(|| tally.first_surplus())
            .flatten();
        for effect in surplus(id, &found.all, expected) {
            duplicates += 1;
            let cause = || causes.surplus_at_sink(i, effect, found.uncommitted);
            tally.add(let_through.unwrap_or_else(cause), Wrong::Surplus, id);
        }
    }
    for (id, expected) in &truth.writes[i] {
        let expected = if replaces { 1 } else { *expected as usize };
        let found = visible.get(id).map_or(0, |v| v.all.len());
        if found >= expected || judgement == Judgement::SoFar && causes.can_come(id) {
            continue;
        }
        let lost = causes.missing_at_sink(i, id);
        let Some(cause) = kept_back(lost, truth, truth.by_totals_at_sink(i), state, tally) else {
            continue;
        };
        // While the run goes on, an open transaction is on its way to being committed.
        if judgement == Judgement::SoFar && cause == Cause::TransactionLeftOpen {
            continue;
        }
        missing_ids.push(id.clone());
        for _ in found..expected {
            missing += 1;
            tally.add(cause, Wrong::Missing, id);
        }
    }
    tally.next_place(world.plan().sink_node(i));
    crate::order::sort_by(&mut duplicated_ids, Ord::cmp);
    crate::order::sort_by(&mut missing_ids, Ord::cmp);
    delays.sort_unstable();
    let rows = match spec.kind {
        SinkKind::Append | SinkKind::TwoPhase => destination.writes,
        SinkKind::Increment | SinkKind::Set => destination.balances.len() as u64,
        SinkKind::Upsert | SinkKind::UniqueInsert => destination.by_id.len() as u64,
    };
    let uncommitted = destination.transactions.iter().filter(|t| t.phase != TxnPhase::Committed).map(|t| t.rows).sum();
    let named = |m: &BTreeMap<crate::ids::Key, i64>| crate::order::map_of(m.iter().map(|(k, v)| (k.to_string(), *v)));
    SinkReport {
        rows,
        visible: visible.values().map(|v| v.all.len() as u64).sum(),
        distinct: visible.len() as u64,
        duplicates,
        missing,
        uncommitted,
        duplicated_ids,
        missing_ids,
        balances: named(&destination.balances),
        expected_balances: named(&truth.balances[i]),
        wrong_values: can_tell.then_some(wrong_values),
        delay_ms: DelayReport {
            p50: if delays.is_empty() { 0 } else { delays[(delays.len() - 1) / 2] },
            max: delays.last().copied().unwrap_or(0),
        },
    }
}
