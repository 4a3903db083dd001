//! From one wrong effect back to what made it so, and told forwards.

mod events;
mod faults;
mod missing;
mod surplus;

use super::facts::{At, Facts};
use super::{End, Moment, What, WrongValue, is_of, sink_of};
use crate::check::pairs::Pairs;
use crate::check::{Finding, Wrong};
use crate::event::{Event, RecordRef, Stamped, WriteEffect};
use crate::graph::{Plan, Role};
use crate::hash::Map;
use crate::ids::{EventId, Key, NodeId, PartitionId};
use crate::scenario::{OperatorKind, StateHome};
use crate::state::AppendLog;
use events::told;

/// Moments that a chain has at least, where the run has so many.
const LEAST: usize = 3;

/// The chain behind a wrong total or balance: that of an effect that is wrong in it, and the last event that set it.
pub fn chain_of_value(plan: &Plan, events: &AppendLog<Stamped>, value: &WrongValue) -> Vec<Moment> {
    let mut moments = chain(plan, events, &value.because);
    let sets = |e: &Event| match e {
        Event::Applied { task, key, .. } => is_of(plan, *task, value.place) && *key == value.key,
        Event::Written { sink, key, effect, .. } => {
            *sink == value.place && *key == value.key && *effect != WriteEffect::Refused
        }
        _ => false,
    };
    if let Some(last) = events.iter().rev().find(|s| sets(&s.event)) {
        let what = What::Stands(value.place, value.key.clone(), value.have.unwrap_or(0), value.expected);
        moments.retain(|m| m.event != last.event);
        let at = moments.partition_point(|m| m.step <= last.step);
        moments.insert(at, Moment::new(plan, last, what));
    }
    moments
}

/// Which of the findings is wrong in the value of this key at this place: one there, or else one on the way there.
pub fn behind_value(
    plan: &Plan,
    events: &AppendLog<Stamped>,
    findings: &[Finding],
    place: NodeId,
    key: &Key,
) -> Option<Finding> {
    let mut keyed: Map<EventId, bool> = findings.iter().map(|f| (f.id.clone(), false)).collect();
    let mut mark = |id: &EventId, of: &Key| {
        // State may be kept by id: then the id is the key.
        if let Some(found) = keyed.get_mut(id) {
            *found |= of == key || Key::named(&id.to_string()) == *key;
        }
    };
    for stamped in events.iter() {
        match &stamped.event {
            Event::Read { record, key: of, .. } => mark(&record.id, of),
            Event::Written { record, key: of, .. } => mark(&record.id, of),
            _ => {}
        }
    }
    let is_keyed = |f: &&Finding| keyed.get(&f.id).copied().unwrap_or(false);
    let here = findings.iter().find(|f| f.place == place && is_keyed(f));
    let up = || findings.iter().find(|f| sink_of(plan, f.place).is_none() && is_keyed(f));
    here.or_else(up).cloned()
}

/// The chain of causes behind a finding, in the order of the run. `events` are those of the run, from its start.
pub fn chain(plan: &Plan, events: &AppendLog<Stamped>, finding: &Finding) -> Vec<Moment> {
    let sides = Pairs::of(&plan.scenario).first_in(plan, &finding.id);
    let mut ids = vec![finding.id.clone()];
    if let Some((left, right)) = &sides {
        ids.extend([left.clone(), right.clone()]);
    }
    let facts = Facts::gather(plan, events.iter(), &ids);
    let mut chain = Chain { plan, events, facts, finding, sides, picks: Vec::new() };
    match finding.wrong {
        Wrong::Surplus => chain.surplus(),
        Wrong::Missing => chain.missing(),
    }
    chain.with_restart();
    chain.fill_up();
    let Chain { mut picks, .. } = chain;
    // The last word on an event counts: it is the more telling one.
    picks.reverse();
    crate::order::sort_by_key(&mut picks, |((place, _), _)| *place);
    picks.dedup_by_key(|((place, _), _)| *place);
    picks.into_iter().map(|((_, stamped), what)| Moment::new(plan, stamped, what)).collect()
}

struct Chain<'p, 'e> {
    plan: &'p Plan,
    events: &'e AppendLog<Stamped>,
    facts: Facts<'e>,
    finding: &'p Finding,
    sides: Option<(EventId, EventId)>,
    picks: Vec<(At<'e>, What)>,
}

impl<'e> Chain<'_, 'e> {
    fn add(&mut self, at: Option<At<'e>>, what: impl FnOnce(&'e Event) -> Option<What>) {
        if let Some(at) = at
            && let Some(what) = what(&at.1.event)
        {
            self.picks.push((at, what));
        }
    }

    /// An event told as what it is.
    fn tell(&mut self, at: Option<At<'e>>) {
        let plan = self.plan;
        self.add(at, |event| told(plan, event));
    }

    fn end(&mut self, end: End) {
        // What is told of the last event already stays: the end is then where it stands.
        let last = self.facts.last.filter(|last| self.picks.iter().all(|(at, _)| at.0 != last.0));
        self.add(last, |_| Some(What::End(end)));
    }

    /// A chain of fewer than three moments says too little: what else happened to the job on the way.
    fn fill_up(&mut self) {
        let of = self.in_input();
        let read = of.and_then(|of| self.facts.reads.get(&of)).copied();
        let crash = self.facts.latest(|e| matches!(e, Event::Crashed { .. }));
        let failed = self.facts.latest(|e| matches!(e, Event::CheckpointFailed { .. }));
        let complete = self.facts.latest(|e| matches!(e, Event::Completed { .. }));
        for at in [read.map(|(first, _)| first), crash, complete, failed, read.map(|(_, last)| last)] {
            if self.distinct() >= LEAST {
                return;
            }
            self.tell(at);
        }
        // It may be that no record of its log was read at all: then those of others.
        let others: Vec<At<'e>> = self.facts.reads.values().flat_map(|(first, last)| [*first, *last]).collect();
        for at in others {
            if self.distinct() >= LEAST {
                return;
            }
            self.tell(Some(at));
        }
        if self.distinct() < LEAST {
            self.end(End::Here);
        }
        // A run that was cut at the very record: what was read before it.
        let reads = self.events.iter().enumerate().filter(|(_, s)| matches!(s.event, Event::Read { .. }));
        for at in reads {
            if self.distinct() >= LEAST {
                return;
            }
            if self.picks.iter().all(|(told, _)| told.0 != at.0) {
                self.tell(Some(at));
            }
        }
    }

    fn distinct(&self) -> usize {
        let mut places: Vec<usize> = self.picks.iter().map(|((n, _), _)| *n).collect();
        places.sort_unstable();
        places.dedup();
        places.len()
    }

    /// Where the input has the id: the input is part of the scenario, read or not.
    fn in_input(&self) -> Option<(NodeId, PartitionId)> {
        let left = || self.sides.as_ref().map(|(left, _)| left.clone());
        let id = &self.unread().or_else(left).unwrap_or_else(|| self.finding.id.clone());
        self.plan.nodes.iter().find_map(|node| {
            let Role::Source(s) = node.role else { return None };
            let p = self.plan.scenario.sources[s].partitions.iter().position(|p| p.find(id).is_some())?;
            Some((node.id, PartitionId(p as u16)))
        })
    }

    fn node_of(&self, event: &Event) -> NodeId {
        match event {
            Event::DedupPassed { task, .. }
            | Event::DedupDropped { task, .. }
            | Event::Applied { task, .. }
            | Event::Buffered { task, .. }
            | Event::Joined { task, .. } => self.plan.tasks[task.index()].node,
            _ => self.finding.place,
        }
    }

    fn kind(&self, node: NodeId) -> Option<OperatorKind> {
        match self.plan.nodes[node.index()].role {
            Role::Operator(i) => Some(self.plan.scenario.operators[i].kind),
            Role::Source(_) | Role::Sink(_) => None,
        }
    }

    fn home(&self, node: NodeId) -> StateHome {
        match self.plan.nodes[node.index()].role {
            Role::Operator(i) => self.plan.scenario.operators[i].state,
            Role::Source(_) | Role::Sink(_) => StateHome::Checkpointed,
        }
    }

    /// Whether a failure takes a task of this node.
    fn hits(&self, event: &Event, node: NodeId) -> bool {
        match event {
            Event::Crashed { region, .. } => {
                region.as_ref().is_none_or(|r| r.iter().any(|t| is_of(self.plan, *t, node)))
            }
            _ => false,
        }
    }

    fn hits_source(&self, event: &Event, record: &RecordRef) -> bool {
        self.hits(event, record.origin.source)
    }
}
