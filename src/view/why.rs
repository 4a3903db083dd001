//! Why? What is wrong in a run, in groups to choose from; the chain behind each; and the changes that take a cause away.
//!
//! A change is on offer only after it was tried: the same run, with the same input, faults and choices, no longer has
//! the cause.

use super::show::Show;
use super::verdict::Guarantee;
use crate::check::why::{Moment, Remedy, WrongValue, behind_value, candidates, chain, chain_of_value, least_ttl};
use crate::check::{Cause, Finding, Report, Wrong};
use crate::graph::Role;
use crate::ids::{EventId, Key, NodeId};

/// Changes that mend a run that are offered on its closing card.
const MENDS_MAX: usize = 3;
/// A longer time to live lets through what a shorter one never came to: so often it is worked out anew.
const TTL_ROUNDS: usize = 4;

/// What is wrong at one place for one cause.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Why.
    pub cause: Cause,
    /// The operator whose state it is wrong in, or the sink.
    pub place: NodeId,
    /// Too many or too few.
    pub wrong: Wrong,
    /// Effects.
    pub count: u64,
    /// Their ids, in order.
    pub findings: Vec<Finding>,
}

/// What one asks about.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// An effect that is there too often, or not at all.
    Effect(Finding),
    /// A total or a balance.
    Value(WrongValue),
}

impl Subject {
    /// The cause behind it.
    pub const fn cause(&self) -> Cause {
        match self {
            Subject::Effect(finding) => finding.cause,
            Subject::Value(value) => value.because.cause,
        }
    }
}

/// All that is wrong at a position of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Inquiry {
    /// The step that it was asked at.
    pub step: u64,
    /// By cause, in the order of the report's causes; at each, sinks first.
    pub groups: Vec<Group>,
    /// Totals and balances.
    pub values: Vec<WrongValue>,
}

/// A change, or several at once, that takes a cause away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What is changed.
    pub changes: Vec<Remedy>,
    /// What is wrong then, most effects first; empty: all is right.
    pub leaves: Vec<(Cause, u64)>,
}

/// What is wrong now. None: nothing.
pub fn inquiry(show: &Show) -> Option<Inquiry> {
    let report = show.report();
    let groups = groups(show, &report);
    if groups.is_empty() {
        return None;
    }
    Some(Inquiry { step: show.history().step(), values: wrong_values(show, &report), groups })
}

fn groups(show: &Show, report: &Report) -> Vec<Group> {
    let plan = show.world().plan();
    let mut groups: Vec<Group> = Vec::new();
    for finding in &report.findings {
        let is_same = |g: &&mut Group| (g.cause, g.place, g.wrong) == (finding.cause, finding.place, finding.wrong);
        match groups.iter_mut().find(is_same) {
            Some(group) => {
                group.count += finding.count;
                group.findings.push(finding.clone());
            }
            None => groups.push(Group {
                cause: finding.cause,
                place: finding.place,
                wrong: finding.wrong,
                count: finding.count,
                findings: vec![finding.clone()],
            }),
        }
    }
    let most = |cause: Cause| report.causes.iter().find(|c| c.cause == cause).map_or(0, |c| c.count);
    let is_inside = |place: NodeId| !matches!(plan.nodes[place.index()].role, Role::Sink(_));
    groups.sort_by_key(|g| (std::cmp::Reverse(most(g.cause)), g.cause, is_inside(g.place)));
    groups
}

/// Totals and balances that are not as they should be. Judged at the end of a run: before it, some are only late.
fn wrong_values(show: &Show, report: &Report) -> Vec<WrongValue> {
    let mut all = Vec::new();
    if show.history().next().is_some() {
        return all;
    }
    let plan = show.world().plan();
    let events = show.history().all_events();
    let mut compare = |place: NodeId, have: &std::collections::BTreeMap<String, i64>, expected: &std::collections::BTreeMap<String, i64>| {
        for (name, expected) in expected.iter().filter(|(name, expected)| have.get(*name) != Some(expected)) {
            let key = Key::named(name);
            if let Some(because) = behind_value(plan, events, &report.findings, place, &key) {
                all.push(WrongValue { place, key, have: have.get(name).copied(), expected: *expected, because });
            }
        }
    };
    for node in &plan.nodes {
        if let Some(o) = report.operators.get(&node.name) {
            compare(node.id, &o.values, &o.expected);
        }
        if let Some(s) = report.sinks.get(&node.name) {
            compare(node.id, &s.balances, &s.expected_balances);
        }
    }
    all
}

/// The chain of causes behind a subject.
pub fn moments(show: &Show, subject: &Subject) -> Vec<Moment> {
    let plan = show.world().plan();
    let events = show.history().all_events();
    match subject {
        Subject::Effect(finding) => chain(plan, events, finding),
        Subject::Value(value) => chain_of_value(plan, events, value),
    }
}

/// Everything worth trying against a cause, the likeliest first; at the end, several changes of one kind at once.
pub fn to_try(show: &Show, inquiry: &Inquiry, cause: Cause) -> Vec<Vec<Remedy>> {
    let findings: Vec<Finding> = inquiry.groups.iter().flat_map(|g| &g.findings).cloned().collect();
    let all = candidates(show.world().plan(), show.history().all_events(), &findings, cause);
    let mut tries: Vec<Vec<Remedy>> = all.iter().map(|remedy| vec![*remedy]).collect();
    let mut kinds: Vec<std::mem::Discriminant<Remedy>> = all.iter().map(std::mem::discriminant).collect();
    kinds.dedup();
    for kind in kinds {
        let same: Vec<Remedy> = all.iter().filter(|r| std::mem::discriminant(*r) == kind).copied().collect();
        // Two kinds for one sink are no change of both.
        if same.len() > 1 && !matches!(same[0], Remedy::Sink(..)) {
            tries.push(same);
        }
    }
    for kind in [crate::scenario::SinkKind::Upsert, crate::scenario::SinkKind::TwoPhase] {
        let same: Vec<Remedy> =
            all.iter().filter(|r| matches!(r, Remedy::Sink(_, k) if *k == kind)).copied().collect();
        if same.len() > 1 {
            tries.push(same);
        }
    }
    tries
}

/// Tries changes out against a cause. None: they do not take it away.
pub fn offer(show: &Show, cause: Cause, mut changes: Vec<Remedy>) -> Option<Offer> {
    for _ in 0..TTL_ROUNDS {
        let scenario = Remedy::applied(show.scenario(), &changes);
        let (report, events) = show.trial(&scenario);
        let Some(left) = report.causes.iter().find(|c| c.cause == cause) else {
            return Some(Offer { changes, leaves: leaves(&report) });
        };
        // A trial that stopped in the middle says nothing, and other changes have no longer one.
        let plan = crate::graph::Plan::new(&scenario);
        let mut is_longer = false;
        for change in &mut changes {
            if let Remedy::Ttl(operator, ms) = change {
                let least = least_ttl(&plan, &events, *operator, &left.ids);
                is_longer |= least > *ms;
                *ms = least.max(*ms);
            }
        }
        if !is_longer {
            return None;
        }
    }
    None
}

fn leaves(report: &Report) -> Vec<(Cause, u64)> {
    let mut all: Vec<(Cause, u64)> = report.causes.iter().map(|c| (c.cause, c.count)).collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    all
}

/// The changes that mend the whole run: one where one is enough, or else one for each cause.
pub fn mends(show: &Show) -> Vec<Vec<Remedy>> {
    let Some(inquiry) = inquiry(show) else { return Vec::new() };
    let mut causes: Vec<Cause> = inquiry.groups.iter().map(|g| g.cause).collect();
    causes.dedup();
    let mut whole: Vec<Vec<Remedy>> = Vec::new();
    let mut partial: Vec<Vec<Vec<Remedy>>> = Vec::new();
    for cause in &causes {
        let mut of_cause = Vec::new();
        for changes in to_try(show, &inquiry, *cause) {
            let Some(offer) = offer(show, *cause, changes) else { continue };
            if offer.leaves.is_empty() {
                if !whole.contains(&offer.changes) {
                    whole.push(offer.changes);
                }
            } else {
                of_cause.push(offer.changes);
            }
        }
        partial.push(of_cause);
        if whole.len() >= MENDS_MAX {
            break;
        }
    }
    if whole.is_empty() {
        whole = together(show, &partial);
    }
    whole.truncate(MENDS_MAX);
    whole
}

/// One change for each cause, all at once.
fn together(show: &Show, partial: &[Vec<Vec<Remedy>>]) -> Vec<Vec<Remedy>> {
    let most = partial.iter().map(Vec::len).max().unwrap_or(0).min(MENDS_MAX);
    let mut found: Vec<Vec<Remedy>> = Vec::new();
    for i in 0..most {
        let mut changes: Vec<Remedy> =
            partial.iter().filter_map(|of| of.get(i).or_else(|| of.first())).flatten().copied().collect();
        let mut seen = Vec::new();
        changes.retain(|c| !seen.contains(c) && { seen.push(*c); true });
        let (report, _) = show.trial(&Remedy::applied(show.scenario(), &changes));
        let right = (report.guarantee.state, report.guarantee.output) == (Guarantee::ExactlyOnce, Guarantee::ExactlyOnce);
        if right && !found.contains(&changes) {
            found.push(changes);
        }
    }
    found
}

/// Ids as one writes them: runs of numbers as ranges, and how many are left out.
pub fn ranges(ids: &[EventId], most: usize) -> (Vec<(EventId, EventId)>, usize) {
    let mut runs: Vec<(EventId, EventId, usize)> = Vec::new();
    for id in ids {
        if let (Some((_, last, n)), EventId::Int(here)) = (runs.last_mut(), id)
            && let EventId::Int(before) = last
            && before.checked_add(1) == Some(*here)
        {
            *last = id.clone();
            *n += 1;
        } else {
            runs.push((id.clone(), id.clone(), 1));
        }
    }
    let left_out = runs.iter().skip(most).map(|(_, _, n)| n).sum();
    (runs.into_iter().take(most).map(|(a, b, _)| (a, b)).collect(), left_out)
}
