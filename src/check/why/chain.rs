//! From one wrong effect back to what made it so, and told forwards.

use super::facts::{At, Facts, is_from, is_reading, record_of};
use super::{After, End, Moment, Reading, Resumed, What, WrongValue, is_of, sink_of};
use crate::check::causes::parts;
use crate::check::{Cause, Finding, Wrong};
use crate::event::{Event, RecordRef, Stamped, WriteEffect};
use crate::graph::{Plan, Role};
use crate::hash::Map;
use crate::ids::{CheckpointId, EventId, Key, NodeId, PartitionId, TaskId, TransactionId};
use crate::scenario::{OperatorKind, Reader, StateHome};
use crate::state::AppendLog;

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
    let sides = parts(&finding.id);
    let mut ids = vec![finding.id.clone()];
    if let Some((left, right)) = &sides {
        ids.extend([left.clone(), right.clone()]);
    }
    let facts = Facts::gather(plan, events.iter(), &ids);
    let mut chain = Chain { plan, facts, finding, sides, picks: Vec::new() };
    match finding.wrong {
        Wrong::Surplus => chain.surplus(),
        Wrong::Missing => chain.missing(),
    }
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

    fn surplus(&mut self) {
        let effects = self.effects();
        let (Some(first), Some(last)) = (effects.first().copied(), effects.last().copied()) else { return };
        let Some(before) = record_of(&first.1.event).cloned() else { return };
        let Some(again) = record_of(&last.1.event).cloned() else { return };
        let dedup = matches!(
            self.finding.cause,
            Cause::StateLostAtRestart
                | Cause::OffsetAheadOfState
                | Cause::SourceNotReplayed
                | Cause::TtlExpiredBeforeDuplicate
        );
        self.way_to(first, &before, dedup);
        self.tell(Some(first));
        let from = self.way_to(last, &again, dedup);
        let passed = |facts: &Facts<'e>| {
            facts.before(last.0, |e| matches!(e, Event::DedupPassed { .. }) && is_reading(e, &again))
        };
        match self.finding.cause {
            Cause::StateLostAtRestart | Cause::OffsetAheadOfState | Cause::SourceNotReplayed => {
                // The dedup that forgot, or the operator itself.
                let node = passed(&self.facts).map_or(self.finding.place, |(_, s)| self.node_of(&s.event));
                if self.finding.cause == Cause::OffsetAheadOfState {
                    self.offset_kept(&before, first.0);
                }
                let crash = self.facts.after(first.0, |e| self.hits(e, node)).filter(|c| c.0 < last.0);
                let crash = crash.or_else(|| self.facts.before(last.0, |e| matches!(e, Event::Crashed { .. })));
                self.crash(crash, &before, Some(node));
            }
            Cause::TtlExpiredBeforeDuplicate => {
                let gone = self.facts.before(last.0, |e| self.has_expired(e));
                self.expired(gone);
                self.renewed(gone);
            }
            Cause::RedeliveredWithoutDedup => {
                let sent = self.facts.before(from, |e| matches!(e, Event::Redelivered { .. }));
                self.tell(sent);
            }
            cause => {
                let crash = self.facts.before(from, |e| self.hits_source(e, &again)).filter(|c| c.0 > first.0);
                let crash = crash.or_else(|| self.facts.before(last.0, |e| matches!(e, Event::Crashed { .. })));
                let restored = self.crash(crash, &before, self.keeper(cause));
                if cause == Cause::AlignmentSkipped {
                    self.alignment(restored, &before);
                }
                if let (Cause::UncommittedRead, Event::Written { effect: WriteEffect::Pending(t), sink, .. }) =
                    (cause, &first.1.event)
                {
                    let (t, sink) = (*t, *sink);
                    let end = self.facts.first(|e| ends(e, sink, t));
                    self.tell(end);
                }
            }
        }
        if self.sides.is_none() && before.origin != again.origin {
            // The same id from another place: that of another partition does not say so itself.
            let read = self.facts.before(last.0, |e| matches!(e, Event::Read { .. }) && is_reading(e, &again));
            self.add(read, |_| Some(What::Read(again.clone(), Reading::SentAgain)));
        }
        let (plan, first_row) = (self.plan, row_of(&first.1.event));
        if first.0 != last.0 {
            self.add(Some(last), |event| once_more(plan, event, first_row));
        }
    }

    fn missing(&mut self) {
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
                self.tell(effect);
                let from = effect.map_or(0, |e| e.0);
                let keys = self.entries(effect);
                let gone = self.facts.latest(|e| match e {
                    Event::StateExpired { entry, .. } => keys.contains(entry),
                    _ => false,
                });
                let gone = gone.filter(|g| g.0 > from || self.sides.is_some());
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

    /// The effects of the id at its place that count now: those that no restored state has forgotten, and no aborted
    /// transaction has taken back.
    fn effects(&self) -> Vec<At<'e>> {
        let (place, id) = (self.finding.place, &self.finding.id);
        if let Some(sink) = sink_of(self.plan, place) {
            let reader = self.plan.scenario.sinks[sink].reader;
            let is_void = |t: TransactionId| {
                reader == Reader::ReadCommitted
                    && self.facts.first(|e| matches!(e, Event::Committed { .. }) && ends(e, place, t)).is_none()
            };
            let counts = |e: &Event| match e {
                Event::Written { sink, record, effect, .. } if *sink == place && record.id == *id => match effect {
                    WriteEffect::Pending(t) => !is_void(*t),
                    WriteEffect::Refused => false,
                    _ => true,
                },
                _ => false,
            };
            return self.facts.list.iter().filter(|(_, s)| counts(&s.event)).copied().collect();
        }
        let mut held: Vec<(TaskId, At<'e>)> = Vec::new();
        let mut marks: Vec<(TaskId, CheckpointId, usize)> = Vec::new();
        let home = self.home(place);
        let is_join = self.kind(place) == Some(OperatorKind::Join);
        for at in &self.facts.list {
            match &at.1.event {
                Event::Applied { task, record, .. } if is_of(self.plan, *task, place) && record.id == *id => {
                    held.push((*task, *at));
                }
                Event::Joined { task, id: pair, .. } if is_of(self.plan, *task, place) && pair == id => {
                    held.push((*task, *at));
                }
                Event::Snapshotted { task, checkpoint, .. } if is_of(self.plan, *task, place) => {
                    marks.push((*task, *checkpoint, at.0));
                }
                Event::Restarted { checkpoint, region, .. } => {
                    let survives = matches!(home, StateHome::LocalDisk | StateHome::Changelog) && !is_join;
                    let saved = |task: TaskId| {
                        let of = |(t, c, _): &&(TaskId, CheckpointId, usize)| *t == task && Some(*c) == *checkpoint;
                        marks.iter().rev().find(of).map_or(0, |(_, _, n)| *n)
                    };
                    held.retain(|(task, (n, _))| {
                        let is_in = region.as_ref().is_none_or(|r| r.contains(task));
                        let forgets = home == StateHome::Memory && !is_join;
                        !is_in || survives || !forgets && *n < saved(*task)
                    });
                }
                Event::Crashed { machine: true, .. } if home == StateHome::LocalDisk && !is_join => held.clear(),
                _ => {}
            }
        }
        held.into_iter().map(|(_, at)| at).collect()
    }

    /// How this reading of the record came to an effect: read, come back, let pass, paired. Gives where that starts.
    fn way_to(&mut self, effect: At<'e>, record: &RecordRef, dedup: bool) -> usize {
        let mut from = effect.0;
        let read = self.facts.before(effect.0, |e| matches!(e, Event::Read { .. }) && is_reading(e, record));
        let back =
            self.facts.before(effect.0, |e| matches!(e, Event::RestoredInFlight { .. }) && is_reading(e, record));
        let start = match back.or(read) {
            Some(at) => at,
            None => effect,
        };
        from = from.min(start.0);
        self.tell(read);
        self.tell(back);
        if let Some((left, right)) = self.sides.clone() {
            for side in [left, right] {
                let read = self.facts.before(effect.0, |e| {
                    matches!(e, Event::Read { .. }) && record_of(e).is_some_and(|r| r.id == side)
                });
                self.tell(read);
            }
            let pair = self.facts.before(effect.0, |e| matches!(e, Event::Joined { .. }) && is_reading(e, record));
            self.tell(pair);
        }
        if dedup {
            let passed =
                self.facts.before(effect.0, |e| matches!(e, Event::DedupPassed { .. }) && is_reading(e, record));
            self.tell(passed);
        }
        from
    }

    /// How far a record came the first time.
    fn first_way_of(&mut self, id: &EventId) {
        let is = |e: &Event| record_of(e).is_some_and(|r| r.id == *id);
        let read = self.facts.first(|e| matches!(e, Event::Read { .. }) && is(e));
        self.tell(read);
        if self.sides.is_some() {
            let waits = self.facts.first(|e| matches!(e, Event::Buffered { .. }) && is(e));
            self.tell(waits);
        }
    }

    /// The last effect of the id at its place, or else at any operator.
    fn effect_anywhere(&self) -> Option<At<'e>> {
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
    fn lost(&mut self) {
        let id = self.finding.id.clone();
        let is = |e: &Event| record_of(e).is_some_and(|r| r.id == id);
        let dropped = self.facts.latest(|e| matches!(e, Event::DedupDropped { .. }) && is(e));
        if let (Cause::StateAheadOfOffset, Some(dropped)) = (self.finding.cause, dropped) {
            let Some(record) = record_of(&dropped.1.event).cloned() else { return };
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
        let of_side = |e: &Event| record_of(e).is_some_and(|r| r.id == *first_side || r.id == id);
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
        let Some(record) = record_of(&reached.1.event).cloned() else { return };
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

    fn held_back(&mut self, dropped: At<'e>) {
        let Some(record) = record_of(&dropped.1.event) else { return };
        let read = self.facts.before(dropped.0, |e| matches!(e, Event::Read { .. }) && is_reading(e, record));
        self.tell(read);
        self.tell(Some(dropped));
    }

    /// A restart has moved a source past a record that no attempt had read. False: none has.
    fn gone_past(&mut self) -> bool {
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
    fn unread(&self) -> Option<EventId> {
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

    /// A failure with what follows: what its checkpoint covers, and where the sources read on. Gives the checkpoint.
    fn crash(&mut self, crash: Option<At<'e>>, record: &RecordRef, keeper: Option<NodeId>) -> Option<CheckpointId> {
        let crash = crash?;
        self.tell(Some(crash));
        let restart = self.facts.after(crash.0, |e| match (e, &crash.1.event) {
            (Event::Restarted { region, .. }, Event::Crashed { region: failed, .. }) => region == failed,
            _ => false,
        })?;
        let of = (record.origin.source, record.origin.partition);
        let what = self.restart(Some(restart), of, keeper, Some(record));
        self.add(Some(restart), |_| what);
        let Event::Restarted { checkpoint: Some(checkpoint), .. } = restart.1.event else { return None };
        self.covers(checkpoint, of);
        Some(checkpoint)
    }

    fn covers(&mut self, checkpoint: CheckpointId, of: (NodeId, PartitionId)) {
        let complete = self.facts.first(|e| matches!(e, Event::Completed { checkpoint: c } if *c == checkpoint));
        let next = self.facts.covers.get(&(checkpoint, of.0, of.1)).map(|next| (of.0, of.1, *next));
        self.add(complete, |_| Some(What::Covers(checkpoint, next)));
    }

    fn restart(
        &self,
        restart: Option<At<'e>>,
        of: (NodeId, PartitionId),
        keeper: Option<NodeId>,
        record: Option<&RecordRef>,
    ) -> Option<What> {
        let (place, stamped) = restart?;
        let Event::Restarted { attempt, checkpoint, .. } = stamped.event else { return None };
        let moved = self.facts.after(place, |e| match e {
            Event::Repositioned { source, partition, .. } => (*source, *partition) == of,
            _ => false,
        });
        let resumed = moved.filter(|m| m.1.step == stamped.step).and_then(|m| match m.1.event {
            Event::Repositioned { source, partition, before, next } => {
                let own = record.map(|r| r.origin.offset).filter(|own| *own < next);
                // Read again later on, after one more crash say: then nothing is skipped.
                let read_later = record.is_some_and(|r| {
                    self.facts.after(place, |e| matches!(e, Event::Read { .. }) && is_from(e, r.origin)).is_some()
                });
                let skips = own.filter(|_| !read_later);
                let saved = checkpoint.and_then(|c| self.facts.covers.get(&(c, source, partition)));
                let as_saved = saved.is_none_or(|saved| *saved == next);
                Some(Resumed { source, partition, before, next, as_saved, skips })
            }
            _ => None,
        });
        let machine = self
            .facts
            .before(place, |e| matches!(e, Event::Crashed { .. }))
            .is_some_and(|(_, s)| matches!(s.event, Event::Crashed { machine: true, .. }));
        let state = keeper.and_then(|node| {
            self.kind(node)?;
            Some(match self.home(node) {
                StateHome::Memory => After::Empty(node),
                StateHome::LocalDisk if machine => After::Empty(node),
                StateHome::LocalDisk | StateHome::Changelog => After::Kept(node),
                StateHome::Checkpointed if checkpoint.is_none() => After::Empty(node),
                StateHome::Checkpointed => After::AsSaved(node),
            })
        });
        Some(What::Restarted { attempt, checkpoint, resumed, state })
    }

    /// The operator whose surviving state the cause speaks of.
    fn keeper(&self, cause: Cause) -> Option<NodeId> {
        (cause == Cause::StateAheadOfOffset).then_some(self.finding.place)
    }

    /// The source's position was committed behind the record although no state held it.
    fn offset_kept(&mut self, record: &RecordRef, from: usize) {
        let kept = |e: &Event| match e {
            Event::OffsetsCommitted { source, partition, next } => {
                (*source, *partition) == (record.origin.source, record.origin.partition) && *next > record.origin.offset
            }
            _ => false,
        };
        let crash = self.facts.after(from, |e| matches!(e, Event::Crashed { .. })).map_or(usize::MAX, |c| c.0);
        // The last one before the crash is where the restart reads on.
        let kept = self.facts.before(crash, kept);
        self.tell(kept);
    }

    /// At-least-once mode: the barrier passed a task with several inputs, and the record went into its snapshot.
    fn alignment(&mut self, restored: Option<CheckpointId>, record: &RecordRef) {
        let Some(checkpoint) = restored else { return };
        let plan = self.plan;
        let taken: Vec<TaskId> = self
            .facts
            .list
            .iter()
            .filter_map(|(_, s)| match &s.event {
                Event::Taken { channel, .. } if is_reading(&s.event, record) => Some(plan.channels[channel.index()].to),
                _ => None,
            })
            .collect();
        let Some(task) = taken.into_iter().find(|t| plan.tasks[t.index()].inputs.len() > 1) else { return };
        let node = plan.tasks[task.index()].node;
        let arrived = self.facts.first(|e| match e {
            Event::BarrierArrived { channel, checkpoint: c, .. } => {
                *c == checkpoint && plan.channels[channel.index()].to == task
            }
            _ => false,
        });
        self.add(arrived, |event| match event {
            Event::BarrierArrived { channel, .. } => Some(What::DidNotWait(node, checkpoint, *channel)),
            _ => None,
        });
        let saved = self.facts.first(
            |e| matches!(e, Event::Snapshotted { task: t, checkpoint: c, .. } if *t == task && *c == checkpoint),
        );
        let id = self.finding.id.clone();
        self.add(saved, |_| Some(What::SavedWithIt(node, checkpoint, id)));
    }

    /// The transaction that took the row with it, or that is still open.
    fn transaction(&mut self) {
        let (sink, id) = (self.finding.place, self.finding.id.clone());
        let timed_out = self.finding.cause == Cause::TransactionTimedOut;
        let is_fate = |t: TransactionId| {
            let void = self.facts.first(|e| matches!(e, Event::TransactionAborted { .. }) && ends(e, sink, t));
            match void.map(|(_, s)| &s.event) {
                Some(Event::TransactionAborted { timed_out: by_broker, .. }) => timed_out && *by_broker,
                _ => !timed_out,
            }
        };
        let write = self.facts.latest(|e| match e {
            Event::Written { sink: at, record, effect: WriteEffect::Pending(t), .. } => {
                *at == sink && record.id == id && is_fate(*t)
            }
            _ => false,
        });
        let Some(write) = write else { return };
        let Event::Written { effect: WriteEffect::Pending(t), record, .. } = &write.1.event else { return };
        let (t, record) = (*t, record.clone());
        let of = |e: &Event| transaction_of(e) == Some((sink, t));
        let opened = self.facts.first(|e| matches!(e, Event::TransactionOpened { .. }) && of(e));
        let closed = self.facts.first(|e| matches!(e, Event::PreCommitted { .. }) && of(e));
        self.tell(opened);
        self.tell(Some(write));
        self.tell(closed);
        if timed_out {
            let crash = self.facts.after(write.0, |e| self.hits(e, sink));
            let end = self.facts.first(|e| ends(e, sink, t));
            let refused = self.facts.first(|e| matches!(e, Event::CommitRefused { .. }) && of(e));
            let until = end.map_or(usize::MAX, |e| e.0);
            self.crash(crash.filter(|c| c.0 < until), &record, None);
            self.tell(end);
            self.tell(refused);
            if let Some(Event::PreCommitted { checkpoint, .. }) = closed.map(|(_, s)| &s.event) {
                self.covers(*checkpoint, (record.origin.source, record.origin.partition));
            }
        } else {
            let opens: Vec<(NodeId, TransactionId)> = self.transactions_without_end();
            // The reader sees no row behind the first open transaction.
            let blocking = opens.into_iter().find(|(at, _)| *at == sink).map_or(t, |(_, t)| t);
            let opened = self
                .facts
                .first(|e| matches!(e, Event::TransactionOpened { .. }) && transaction_of(e) == Some((sink, blocking)));
            self.tell(opened);
            let committed = self.facts.first(|e| matches!(e, Event::Committed { .. }) && of(e));
            self.tell(committed);
            self.end(End::Open(sink, blocking));
        }
    }

    fn transactions_without_end(&self) -> Vec<(NodeId, TransactionId)> {
        let opened = self.facts.list.iter().filter_map(|(_, s)| match &s.event {
            Event::TransactionOpened { sink, transaction } => Some((*sink, *transaction)),
            _ => None,
        });
        opened.filter(|(sink, t)| self.facts.first(|e| ends(e, *sink, *t)).is_none()).collect()
    }

    /// How far it came, and that nothing moves it on.
    fn stuck(&mut self) {
        let id = &self.finding.id;
        let ids: Vec<EventId> = match &self.sides {
            None => vec![id.clone()],
            Some((left, right)) => vec![left.clone(), right.clone(), id.clone()],
        };
        let is = |e: &Event| record_of(e).is_some_and(|r| ids.contains(&r.id));
        let last = self.facts.latest(is);
        match last.filter(|_| self.unread().is_none()) {
            None => {
                self.tell(last);
                if let Some((first, last)) = self.in_input().and_then(|of| self.facts.reads.get(&of)).copied() {
                    self.tell(Some(first));
                    self.add(Some(last), |event| record_of(event).map(|r| What::LastRead(r.clone())));
                }
                self.end(End::Unread);
            }
            Some(_) => {
                self.tell(last);
                self.end(End::UnderWay);
            }
        }
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
        if self.distinct() < LEAST {
            self.end(End::Here);
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

    /// An entry ran out, after the time that it had to live.
    fn expired(&mut self, gone: Option<At<'e>>) {
        let plan = self.plan;
        self.add(gone, |event| {
            let Event::StateExpired { task, entry, .. } = event else { return None };
            let ttl = plan.operator_of(*task)?.1.ttl?;
            Some(What::Expired(plan.tasks[task.index()].node, entry.clone(), ttl.ms))
        });
    }

    /// The sight that renewed a dedup's entry last.
    fn renewed(&mut self, gone: Option<At<'e>>) {
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

    fn has_expired(&self, event: &Event) -> bool {
        let Event::StateExpired { entry, .. } = event else { return false };
        match &self.sides {
            None => *entry == self.finding.id,
            Some((left, right)) => entry == left || entry == right,
        }
    }

    /// What the entries are called that held the record.
    fn entries(&self, effect: Option<At<'e>>) -> Vec<EventId> {
        match (&self.sides, effect.map(|(_, s)| &s.event)) {
            (Some((left, right)), _) => vec![left.clone(), right.clone()],
            (None, Some(Event::Applied { key, .. })) => vec![EventId::Text(key.to_string().into())],
            _ => vec![self.finding.id.clone()],
        }
    }
}

fn row_of(event: &Event) -> u64 {
    match event {
        Event::Written { row, .. } => *row,
        _ => 0,
    }
}

fn transaction_of(event: &Event) -> Option<(NodeId, TransactionId)> {
    match event {
        Event::TransactionOpened { sink, transaction }
        | Event::PreCommitted { sink, transaction, .. }
        | Event::Committed { sink, transaction }
        | Event::CommitRefused { sink, transaction }
        | Event::TransactionAborted { sink, transaction, .. } => Some((*sink, *transaction)),
        _ => None,
    }
}

/// Whether the event ends this transaction.
fn ends(event: &Event, sink: NodeId, t: TransactionId) -> bool {
    matches!(event, Event::Committed { .. } | Event::TransactionAborted { .. })
        && transaction_of(event) == Some((sink, t))
}

/// The second effect of the same id.
fn once_more(plan: &Plan, event: &Event, first: u64) -> Option<What> {
    match event {
        Event::Written { sink, record, row, .. } => {
            let kind = plan.scenario.sinks[sink_of(plan, *sink)?].kind;
            Some(What::Keeps { sink: *sink, kind, id: record.id.clone(), first, row: *row })
        }
        Event::Applied { task, record, key, value, .. } => Some(What::Applied {
            node: plan.tasks[task.index()].node,
            id: record.id.clone(),
            key: key.clone(),
            value: *value,
            again: true,
        }),
        Event::Joined { task, id, .. } => Some(What::Paired(plan.tasks[task.index()].node, id.clone(), true)),
        _ => None,
    }
}

/// An event as what it is.
fn told(plan: &Plan, event: &Event) -> Option<What> {
    let node = |task: &TaskId| plan.tasks[task.index()].node;
    Some(match event {
        Event::Read { record, .. } => {
            let reading = match (record.replayed, record.redelivered) {
                (true, _) => Reading::Again,
                (false, true) => Reading::SentAgain,
                (false, false) => Reading::First,
            };
            What::Read(record.clone(), reading)
        }
        Event::RestoredInFlight { record, .. } => What::CameBack(record.clone()),
        Event::Sent { channel, record, .. } => {
            What::UnderWay(plan.tasks[plan.channels[channel.index()].to.index()].node, record.id.clone())
        }
        Event::Taken { channel, record } => {
            What::UnderWay(plan.tasks[plan.channels[channel.index()].to.index()].node, record.id.clone())
        }
        Event::DedupPassed { task, record, why } => What::Passed(node(task), record.id.clone(), *why),
        Event::DedupDropped { task, record } => What::Dropped(node(task), record.id.clone()),
        Event::Applied { task, record, key, value, .. } => {
            What::Applied { node: node(task), id: record.id.clone(), key: key.clone(), value: *value, again: false }
        }
        Event::Buffered { task, record, .. } => What::Waits(node(task), record.id.clone()),
        Event::Joined { task, id, .. } => What::Paired(node(task), id.clone(), false),
        Event::Written { sink, record, row, effect, .. } => {
            What::Written { sink: *sink, id: record.id.clone(), row: *row, effect: *effect }
        }
        Event::Completed { checkpoint } => What::Covers(*checkpoint, None),
        Event::CheckpointFailed { checkpoint, why } => What::NotSaved(*checkpoint, *why),
        Event::Crashed { cause, restart_at, .. } => What::Crashed(cause.clone(), restart_at.is_some()),
        Event::OffsetsCommitted { source, next, .. } => What::OffsetKept(*source, *next),
        Event::Redelivered { source, id, offset, .. } => What::SentAgain(*source, id.clone(), *offset),
        Event::TransactionOpened { sink, transaction } => What::Opened(*sink, *transaction),
        Event::PreCommitted { sink, transaction, checkpoint } => What::PreCommitted(*sink, *transaction, *checkpoint),
        Event::Committed { sink, transaction } => What::Committed(*sink, *transaction),
        Event::CommitRefused { sink, transaction } => What::Refused(*sink, *transaction),
        Event::TransactionAborted { sink, transaction, timed_out } => What::Voided(*sink, *transaction, *timed_out),
        _ => return None,
    })
}
