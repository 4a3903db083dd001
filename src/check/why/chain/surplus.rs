//! What stands twice: both ways to it, and what let the second one through.

use super::super::facts::{At, Facts, is_reading};
use super::super::{Reading, What, is_of, sink_of};
use super::Chain;
use super::events::{ends, once_more, row_of};
use crate::check::Cause;
use crate::event::{Event, RecordRef, WriteEffect};
use crate::ids::{CheckpointId, EventId, NodeId, TaskId, TransactionId};
use crate::scenario::{OperatorKind, Reader, StateHome};

impl<'e> Chain<'_, 'e> {
    pub(super) fn surplus(&mut self) {
        let effects = self.effects();
        let (Some(first), Some(last)) = (effects.first().copied(), effects.last().copied()) else { return };
        let Some(before) = first.1.event.record().cloned() else { return };
        let Some(again) = last.1.event.record().cloned() else { return };
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
                let gone = gone.or_else(|| self.facts.latest(|e| self.has_expired(e)));
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
        if first.0 == last.0 {
            // Nothing was due here: the event is that of another place in the input.
            let id = &self.finding.id;
            let other = |e: &Event| e.record().is_some_and(|r| r.id == *id && r.origin != again.origin);
            let read = self.facts.first(|e| matches!(e, Event::Read { .. }) && other(e));
            let effect = self.facts.first(|e| matches!(e, Event::Applied { .. } | Event::Written { .. }) && other(e));
            self.tell(read);
            self.tell(effect);
            let own = self.facts.before(last.0, |e| matches!(e, Event::Read { .. }) && is_reading(e, &again));
            self.add(own, |_| Some(What::Read(again.clone(), Reading::SentAgain)));
        } else {
            self.add(Some(last), |event| once_more(plan, event, first_row));
        }
    }

    /// The effects of the id at its place that count now: those that no restored state has forgotten, and no aborted
    /// transaction has taken back.
    pub(super) fn effects(&self) -> Vec<At<'e>> {
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
    pub(super) fn way_to(&mut self, effect: At<'e>, record: &RecordRef, dedup: bool) -> usize {
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
                let read = self
                    .facts
                    .before(effect.0, |e| matches!(e, Event::Read { .. }) && e.record().is_some_and(|r| r.id == side));
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

    /// The operator whose surviving state the cause speaks of.
    pub(super) fn keeper(&self, cause: Cause) -> Option<NodeId> {
        (cause == Cause::StateAheadOfOffset).then_some(self.finding.place)
    }

    /// The source's position was committed behind the record although no state held it.
    pub(super) fn offset_kept(&mut self, record: &RecordRef, from: usize) {
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
    pub(super) fn alignment(&mut self, restored: Option<CheckpointId>, record: &RecordRef) {
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

    pub(super) fn has_expired(&self, event: &Event) -> bool {
        let Event::StateExpired { entry, .. } = event else { return false };
        match &self.sides {
            None => *entry == self.finding.id,
            Some((left, right)) => entry == left || entry == right,
        }
    }

    /// What the entries are called that held the record.
    pub(super) fn entries(&self, effect: Option<At<'e>>) -> Vec<EventId> {
        match (&self.sides, effect.map(|(_, s)| &s.event)) {
            (_, Some(Event::Applied { key, .. })) => vec![EventId::Text(key.to_string().into())],
            (Some((left, right)), _) => vec![left.clone(), right.clone()],
            _ => vec![self.finding.id.clone()],
        }
    }
}
