//! Why? What is wrong in a run, in groups to choose from; the chain behind each; and the changes that take a cause away.
//!
//! A change is on offer only after it was tried: the same run, with the same input, faults and choices, no longer has
//! the cause.

use super::show::Show;
use crate::check::why::{
    CHECKPOINTS_EVERY_MS, Moment, Remedy, WrongValue, behind_value, candidates, chain, chain_of_value, has_checkpoints,
    least_ttl,
};
use crate::check::{Cause, Finding, Report, Wrong};
use crate::event::Stamped;
use crate::graph::{Plan, Role};
use crate::ids::{EventId, Key, NodeId};
use crate::scenario::SinkKind;
use crate::state::AppendLog;

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
    /// What was asked about in particular: an id at a place.
    pub about: Option<(NodeId, EventId)>,
}

impl Inquiry {
    /// The place of the subject that was asked about among `subjects`, or of the first.
    pub fn first(&self) -> Option<Subject> {
        let all = self.groups.iter().flat_map(|g| &g.findings);
        let asked = |f: &&Finding| self.about.as_ref().is_some_and(|(place, id)| f.place == *place && f.id == *id);
        all.clone().find(asked).or_else(|| all.clone().next()).cloned().map(Subject::Effect)
    }
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
    Some(Inquiry { step: show.history().step(), values: wrong_values(show, &report), groups, about: None })
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
    crate::order::sort_by_key(&mut groups, |g| (std::cmp::Reverse(most(g.cause)), g.cause, is_inside(g.place)));
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
    let mut compare = |place: NodeId,
                       have: &std::collections::BTreeMap<String, i64>,
                       expected: &std::collections::BTreeMap<String, i64>| {
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
    // Several operators or sinks may each have to change in the same way.
    let is_alike = |a: &Remedy, b: &Remedy| match (a, b) {
        (Remedy::Sink(_, a), Remedy::Sink(_, b)) => a == b,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    };
    for (i, first) in all.iter().enumerate() {
        let alike: Vec<Remedy> = all.iter().filter(|r| is_alike(first, r)).copied().collect();
        if alike.len() > 1 && !all[..i].iter().any(|before| is_alike(first, before)) {
            tries.push(alike);
        }
    }
    if !has_checkpoints(show.scenario()) {
        let at_sinks = all.iter().filter_map(|r| match r {
            Remedy::Sink(i, _) => {
                Some(vec![Remedy::Sink(*i, SinkKind::TwoPhase), Remedy::Checkpoints(CHECKPOINTS_EVERY_MS)])
            }
            _ => None,
        });
        tries.extend(at_sinks);
    }
    tries
}

/// Tries changes out against a cause. None: they do not take it away.
pub fn offer(show: &Show, cause: Cause, changes: Vec<Remedy>) -> Option<Offer> {
    tried(show, cause, changes).map(|t| t.offer)
}

struct Tried {
    offer: Offer,
    findings: Vec<Finding>,
    plan: Plan,
    events: AppendLog<Stamped>,
}

fn tried(show: &Show, cause: Cause, mut changes: Vec<Remedy>) -> Option<Tried> {
    for _ in 0..TTL_ROUNDS {
        let scenario = Remedy::applied(show.scenario(), &changes);
        let (report, events) = show.trial(&scenario);
        let plan = Plan::new(&scenario);
        let Some(left) = report.causes.iter().find(|c| c.cause == cause) else {
            let offer = Offer { changes, leaves: leaves(&report) };
            return Some(Tried { offer, findings: report.findings, plan, events });
        };
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
    crate::order::sort_by_key(&mut all, |(_, count)| std::cmp::Reverse(*count));
    all
}

/// The changes that take a cause away, in the order in which they are to be offered, from those that do so alone. When
/// none of them leaves the run right, each is tried with one more change, against what it leaves.
pub fn completed(show: &Show, cause: Cause, mut offers: Vec<Offer>) -> Vec<Offer> {
    let is_right = |o: &Offer| o.leaves.is_empty();
    if !offers.iter().any(is_right) {
        let halves: Vec<Offer> = offers.iter().take(MENDS_MAX).cloned().collect();
        for half in halves {
            let Some(tried) = tried(show, cause, half.changes.clone()) else { continue };
            let Some((next, _)) = half.leaves.first() else { continue };
            for more in candidates(&tried.plan, &tried.events, &tried.findings, *next) {
                let mut changes = half.changes.clone();
                changes.push(more);
                let both = offer(show, cause, changes).filter(is_right);
                offers.extend(both.filter(|o| !offers.iter().any(|other| is_same(&other.changes, &o.changes))));
            }
        }
    }
    crate::order::sort_by_key(&mut offers, |o| o.leaves.iter().map(|(_, n)| n).sum::<u64>());
    if offers.iter().any(is_right) {
        // What leaves as much wrong as it takes away is no way out where there is one.
        let wrong: u64 = show.report().causes.iter().map(|c| c.count).sum();
        offers.retain(|o| o.leaves.iter().map(|(_, n)| n).sum::<u64>() < wrong);
    }
    offers
}

fn is_same(a: &[Remedy], b: &[Remedy]) -> bool {
    a.len() == b.len() && a.iter().all(|r| b.contains(r))
}

/// The changes that mend the whole run, a few of them.
pub fn mends(show: &Show) -> Vec<Vec<Remedy>> {
    let Some(inquiry) = inquiry(show) else { return Vec::new() };
    let mut causes: Vec<Cause> = inquiry.groups.iter().map(|g| g.cause).collect();
    causes.dedup();
    let mut whole: Vec<Vec<Remedy>> = Vec::new();
    for cause in causes {
        let tries = to_try(show, &inquiry, cause).into_iter();
        let offers = completed(show, cause, tries.filter_map(|changes| offer(show, cause, changes)).collect());
        let right = offers.into_iter().filter(|o| o.leaves.is_empty()).map(|o| o.changes);
        for changes in right {
            if !whole.iter().any(|other| is_same(other, &changes)) {
                whole.push(changes);
            }
        }
        if whole.len() >= MENDS_MAX {
            break;
        }
    }
    whole.truncate(MENDS_MAX);
    whole
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
