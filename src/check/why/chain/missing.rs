//! What is missing: how far it came, and what took it away.

use super::super::facts::{At, is_from, is_reading};
use super::super::{End, What, is_of};
use super::Chain;
use super::events::told;
use crate::check::Cause;
use crate::event::{Event, Stamped};
use crate::graph::Role;
use crate::ids::EventId;
use crate::scenario::TtlCleanup;
use crate::time::SimTime;

impl<'e> Chain<'_, 'e> {
    pub(super) fn missing(&mut self) {
        match self.sides.clone() {
            None => self.first_way_of(&self.finding.id.clone()),
            Some((left, right)) => {
                self.first_way_of(&left);
                self.first_way_of(&right);
            }
        }
        match self.finding.cause {
            Cause::TransactionTimedOut | Cause::TransactionLeftOpen => self.transaction(),
            Cause::StateExpired => {
                let effect = self.effect_anywhere();
                let keys = self.entries(effect);
                let gone = self.facts.latest(|e| match e {
                    Event::StateExpired { entry, .. } => keys.contains(entry),
                    _ => false,
                });
                if gone.is_none_or(|g| effect.is_some_and(|e| e.0 > g.0)) && self.ran_out(effect, &keys) {
                    return;
                }
                // The effect that ran out, where there was another after it.
                let id = &self.finding.id;
                let of_id = |e: &Event| matches!(e, Event::Applied { record, .. } if record.id == *id);
                let lost = gone.and_then(|g| self.facts.before(g.0, of_id));
                self.tell(lost.or(effect));
                self.expired(gone);
                let over = gone.and_then(|g| {
                    self.facts.after(g.0, |e| match e {
                        Event::Applied { restarted: true, key, .. } => {
                            keys.contains(&EventId::Text(key.to_string().into()))
                        }
                        _ => false,
                    })
                });
                let plan = self.plan;
                self.add(over, |event| match event {
                    Event::Applied { task, key, value, .. } => {
                        Some(What::StartsOver(plan.tasks[task.index()].node, key.clone(), *value))
                    }
                    _ => None,
                });
            }
            Cause::JobDown | Cause::StillInFlight => {
                self.stuck();
                if self.finding.cause == Cause::JobDown {
                    // For good, or at the moment at which the run was cut.
                    let down = self.facts.latest(|e| matches!(e, Event::Crashed { restart_at: None, .. }));
                    let down = down.or_else(|| self.facts.latest(|e| matches!(e, Event::Crashed { .. })));
                    self.tell(down);
                }
            }
            _ => self.lost(),
        }
    }

    /// No record has found that the entry was over: a snapshot has left it out, or nothing has come since. False: it
    /// may still be there.
    fn ran_out(&mut self, effect: Option<At<'e>>, keys: &[EventId]) -> bool {
        let Some((node, entry)) = effect.map(|(_, s)| self.node_of(&s.event)).zip(keys.first()) else { return false };
        let Role::Operator(i) = self.plan.nodes[node.index()].role else { return false };
        let Some(ttl) = self.plan.scenario.operators[i].ttl else { return false };
        let from = effect.map_or(0, |(n, _)| n);
        let renewed = self.events.iter().rev().find(|s| match &s.event {
            Event::Applied { task, key, .. } => {
                is_of(self.plan, *task, node) && EventId::Text(key.to_string().into()) == *entry
            }
            _ => false,
        });
        let now = self.facts.last.map(|(_, s)| s.at.max(SimTime(self.plan.scenario.until_ms.unwrap_or(0))));
        let restart = self.facts.after(from, |e| matches!(e, Event::Restarted { .. }));
        let restored = match restart.map(|(_, s)| &s.event) {
            Some(Event::Restarted { checkpoint, .. }) => *checkpoint,
            _ => None,
        };
        let saved = self.facts.first(|e| match e {
            Event::Snapshotted { task, checkpoint, .. } => {
                Some(*checkpoint) == restored && is_of(self.plan, *task, node)
            }
            _ => false,
        });
        let saved = saved.filter(|s| ttl.cleanup == TtlCleanup::FullSnapshot && s.0 > from);
        let is_over = renewed.zip(now).is_some_and(|(r, now)| r.at + ttl.ms <= now);
        if !is_over && saved.is_none() {
            return false;
        }
        let over = entry.clone();
        self.tell(effect);
        if is_over {
            let last = self.facts.last;
            self.add(last, |_| Some(What::End(End::Expired(node, over, ttl.ms))));
        } else if let Some(record) = effect.and_then(|(_, s)| s.event.record()).cloned() {
            self.add(saved, |_| Some(What::Expired(node, over, ttl.ms)));
            let crash = self.facts.after(from, |e| self.hits(e, node));
            self.crash(crash, &record, None);
        }
        true
    }

    /// How far a record came the first time.
    pub(super) fn first_way_of(&mut self, id: &EventId) {
        let is = |e: &Event| e.record().is_some_and(|r| r.id == *id);
        let read = self.facts.first(|e| matches!(e, Event::Read { .. }) && is(e));
        self.tell(read);
        if self.sides.is_some() {
            let waits = self.facts.first(|e| matches!(e, Event::Buffered { .. }) && is(e));
            self.tell(waits);
        }
    }

    /// The last effect of the id at its place, or else at any operator.
    pub(super) fn effect_anywhere(&self) -> Option<At<'e>> {
        let (place, id) = (self.finding.place, &self.finding.id);
        let here = |e: &Event| match e {
            Event::Applied { task, record, .. } => record.id == *id && is_of(self.plan, *task, place),
            Event::Joined { task, id: pair, .. } => pair == id && is_of(self.plan, *task, place),
            Event::Written { sink, record, .. } => record.id == *id && *sink == place,
            _ => false,
        };
        let anywhere = |e: &Event| match e {
            Event::Applied { record, .. } => record.id == *id,
            Event::Joined { id: pair, .. } => pair == id,
            _ => false,
        };
        self.facts.latest(here).or_else(|| self.facts.latest(anywhere))
    }

    /// It was there once, or on its way, and a restart has lost it.
    pub(super) fn lost(&mut self) {
        let id = self.finding.id.clone();
        let is = |e: &Event| e.record().is_some_and(|r| r.id == id);
        let dropped = self.facts.latest(|e| matches!(e, Event::DedupDropped { .. }) && is(e));
        if let (Cause::StateAheadOfOffset, Some(dropped)) = (self.finding.cause, dropped) {
            let Some(record) = dropped.1.event.record().cloned() else { return };
            let passed =
                self.facts.before(dropped.0, |e| matches!(e, Event::DedupPassed { .. }) && is_from(e, record.origin));
            let read = self.facts.before(dropped.0, |e| matches!(e, Event::Read { .. }) && is_reading(e, &record));
            self.tell(passed);
            let from = passed.map_or(0, |p| p.0);
            let crash = self.facts.before(read.map_or(dropped.0, |r| r.0), |e| self.hits_source(e, &record));
            self.crash(crash.filter(|c| c.0 > from), &record, Some(self.node_of(&dropped.1.event)));
            self.held_back(dropped);
            return;
        }
        if self.unread().is_some() && self.gone_past() {
            return;
        }
        let effect = self.effect_anywhere();
        self.tell(effect);
        let first_side = self.sides.as_ref().map_or(&id, |(left, _)| left);
        let of_side = |e: &Event| e.record().is_some_and(|r| r.id == *first_side || r.id == id);
        let read = self.facts.latest(|e| matches!(e, Event::Read { .. }) && of_side(e));
        let waits = self.facts.first(|e| matches!(e, Event::Buffered { .. }));
        let passed = self.facts.latest(|e| matches!(e, Event::DedupPassed { .. }) && of_side(e));
        let reached = effect.or(waits).or(passed).or(read);
        let node = match reached {
            Some((_, s)) if !matches!(s.event, Event::Read { .. } | Event::Written { .. }) => {
                Some(self.node_of(&s.event))
            }
            _ => None,
        };
        let Some(reached) = reached else { return };
        let Some(record) = reached.1.event.record().cloned() else { return };
        if self.finding.cause == Cause::OffsetAheadOfState {
            self.offset_kept(&record, reached.0);
        }
        let crash = match node {
            Some(node) => self.facts.after(reached.0, |e| self.hits(e, node)),
            None => self.facts.after(reached.0, |e| self.hits_source(e, &record)),
        };
        self.crash(crash, &record, node);
        // What was read again, and held back.
        if let Some(dropped) = dropped.filter(|d| crash.is_some_and(|c| d.0 > c.0)) {
            self.held_back(dropped);
        }
    }

    pub(super) fn held_back(&mut self, dropped: At<'e>) {
        let Some(record) = dropped.1.event.record() else { return };
        let read = self.facts.before(dropped.0, |e| matches!(e, Event::Read { .. }) && is_reading(e, record));
        self.tell(read);
        self.tell(Some(dropped));
    }

    /// A restart has moved a source past a record that no attempt had read. False: none has.
    pub(super) fn gone_past(&mut self) -> bool {
        let Some(of) = self.in_input() else { return false };
        let jump = self.facts.first(|e| match e {
            Event::Repositioned { source, partition, before, next } => (*source, *partition) == of && next > before,
            _ => false,
        });
        let Some(jump) = jump else { return false };
        let read = self.facts.reads.get(&of).map(|(first, _)| *first);
        self.tell(read);
        let crash = self.facts.before(jump.0, |e| matches!(e, Event::Crashed { .. }));
        self.tell(crash);
        let restart = self.facts.before(jump.0, |e| matches!(e, Event::Restarted { .. }));
        let what = self.restart(restart, of, None, None);
        self.add(restart, |_| what);
        self.end(End::Unread);
        true
    }

    /// The id, or the side of a pair, that was never read.
    pub(super) fn unread(&self) -> Option<EventId> {
        let ids = match &self.sides {
            None => vec![self.finding.id.clone()],
            Some((left, right)) => vec![left.clone(), right.clone()],
        };
        let is_read = |id: &EventId| {
            let of = |e: &Event| matches!(e, Event::Read { record, .. } if record.id == *id);
            self.facts.first(of).is_some()
        };
        ids.into_iter().find(|id| !is_read(id))
    }

    /// How far it came, and that nothing moves it on.
    pub(super) fn stuck(&mut self) {
        let id = &self.finding.id;
        let ids: Vec<EventId> = match &self.sides {
            None => vec![id.clone()],
            Some((left, right)) => vec![left.clone(), right.clone(), id.clone()],
        };
        let is = |e: &Event| e.record().is_some_and(|r| ids.contains(&r.id));
        let last = self.facts.latest(is);
        match last.filter(|_| self.unread().is_none()) {
            None => {
                self.tell(last);
                if let Some((first, last)) = self.in_input().and_then(|of| self.facts.reads.get(&of)).copied() {
                    self.tell(Some(first));
                    self.add(Some(last), |event| event.record().map(|r| What::LastRead(r.clone())));
                }
                self.end(End::Unread);
            }
            Some(_) => {
                self.tell(last);
                self.end(End::UnderWay);
            }
        }
    }

    /// An entry ran out, after the time that it had to live.
    pub(super) fn expired(&mut self, gone: Option<At<'e>>) {
        let plan = self.plan;
        self.add(gone, |event| {
            let Event::StateExpired { task, entry, .. } = event else { return None };
            let ttl = plan.operator_of(*task)?.1.ttl?;
            Some(What::Expired(plan.tasks[task.index()].node, entry.clone(), ttl.ms))
        });
    }

    /// The sight that renewed a dedup's entry last.
    pub(super) fn renewed(&mut self, gone: Option<At<'e>>) {
        let Some((place, Stamped { event: Event::StateExpired { task, entry, stamp }, .. })) = gone else { return };
        let from = self.facts.list.iter().rev().find(|(n, s)| {
            let seen = match &s.event {
                Event::DedupPassed { task: t, record, .. } | Event::DedupDropped { task: t, record } => {
                    t == task && record.id == *entry
                }
                _ => false,
            };
            *n < place && s.at == *stamp && seen
        });
        let (plan, from) = (self.plan, from.copied());
        self.add(from, |event| match event {
            Event::DedupDropped { task, record } => {
                Some(What::Renewed(plan.tasks[task.index()].node, record.id.clone()))
            }
            other => told(plan, other),
        });
    }
}
