//! Why something is there twice, or not at all: one cause for each, from a closed list.

use crate::check::observer::{Came, Observer};
use crate::check::pairs::{Pairs, Split};
use crate::check::places::{Places, StillToCome, reader};
use crate::graph::{Plan, Role};
use crate::hash::Map;
use crate::ids::EventId;
use crate::scenario::{Mode, Offsets, Reader, SinkKind, StateHome};
use crate::sim::World;
use crate::sink::TxnPhase;
use crate::stream::Origin;

/// Why an effect is there twice, or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A restart read the record again, and the destination keeps both writes.
    ReplayIntoNonIdempotentSink,
    /// The state that knew of it was not durable.
    StateLostAtRestart,
    /// The state survived, the source went back: the replay met state that already held it.
    StateAheadOfOffset,
    /// The source went on ahead of the restored state: what lay between was never read again.
    OffsetAheadOfState,
    /// The producer sent it again after the dedup's entry had expired.
    TtlExpiredBeforeDuplicate,
    /// The producer sent it again, and nothing on the way takes out duplicates.
    RedeliveredWithoutDedup,
    /// At-least-once mode: a snapshot held records from behind the barrier, and they were read again.
    AlignmentSkipped,
    /// The broker aborted the transaction because it was open too long.
    TransactionTimedOut,
    /// The transaction was still open at the end, or stands behind one that is.
    TransactionLeftOpen,
    /// The reader sees rows of transactions that were not committed.
    UncommittedRead,
    /// The source started again from the end of its log.
    SourceNotReplayed,
    /// The state entry ran out.
    StateExpired,
    /// The job is down for good.
    JobDown,
    /// It is on its way, or has not been read yet, at the end of a run that was cut short.
    StillInFlight,
}

/// Everything that finding a cause needs.
pub(super) struct Causes<'a> {
    pub(super) world: &'a World,
    pub(super) seen: &'a Observer,
    pub(super) places: Places<'a>,
    pub(super) pairs: Pairs,
    pub(super) to_come: StillToCome,
    /// By sink: which transactions a `read_committed` reader cannot see past.
    pub(super) hidden_rows_from: Vec<Option<u64>>,
    /// By sink, by id: where its writes stand in the list of all.
    pub(super) writes: Vec<std::cell::OnceCell<Map<EventId, Vec<usize>>>>,
}

/// An effect that one compares with another.
#[derive(Clone, Copy)]
pub(super) struct EffectAt<'a> {
    pub(super) came: Came,
    pub(super) id: &'a EventId,
    /// The same offset has had all its effects already, one for each path in a graph that parts and meets again, and some
    /// of them before a restart. What has come since then by more ways than that, no replay brought.
    repeats: bool,
    /// Nothing before has come from this offset.
    is_first: bool,
    /// Nothing before has come from this offset in an earlier start.
    is_new: bool,
    /// Something before came in another start.
    is_restarted: bool,
}

/// The surplus ones of an id's effects, in order, when so many of them are due.
pub(super) fn surplus<'a>(id: &'a EventId, all: &'a [Came], due: usize) -> impl Iterator<Item = EffectAt<'a>> {
    let each = due.max(1);
    // How often each reading had an effect before: counted along, since there can be very many of one id.
    let mut of_origin: Map<Origin, usize> = Map::default();
    let mut of_start: Map<(Origin, u32), usize> = Map::default();
    let mut several = false;
    all.iter().enumerate().filter_map(move |(n, came)| {
        let same = of_origin.entry(came.origin).or_default();
        let since = of_start.entry((came.origin, came.start)).or_default();
        let before = *same - *since;
        let effect = EffectAt {
            came: *came,
            id,
            repeats: before > 0 && *same >= each && *since < before.max(each),
            is_first: *same == 0,
            is_new: before == 0,
            is_restarted: several || all[0].start != came.start,
        };
        several |= all[0].start != came.start;
        *same += 1;
        *since += 1;
        (n >= due).then_some(effect)
    })
}

impl Causes<'_> {
    fn plan(&self) -> &Plan {
        self.world.plan()
    }

    /// Whether an id that is missing can still come.
    pub(super) fn can_come(&self, id: &EventId) -> bool {
        if self.to_come.gave_up {
            return false;
        }
        if self.to_come.in_flight.contains_key(id) {
            return true;
        }
        let unread = |o: &Origin| {
            let Role::Source(s) = self.plan().nodes[o.source.index()].role else {
                return false;
            };
            o.offset >= self.to_come.next[s][o.partition.index()]
        };
        match self.places.get(id) {
            [] => self.splits(id).iter().any(|s| self.can_come(&s.left) || self.can_come(&s.right)),
            places => places.iter().any(unread),
        }
    }

    /// Why a second record with the same id came through although it stands at another offset.
    fn redelivery(&self, effect: EffectAt<'_>) -> Cause {
        let known = self.seen.second_pass.get(&(effect.id.clone(), effect.came.origin)).copied();
        known.unwrap_or(Cause::RedeliveredWithoutDedup)
    }

    /// Whether the input has the id more than once.
    pub(super) fn is_sent_again(&self, id: &EventId) -> bool {
        self.places.get(id).len() > 1
    }

    /// Why an effect is surplus in the state of an operator.
    pub(super) fn surplus_in_state(&self, operator: usize, effect: EffectAt<'_>) -> Cause {
        let scenario = &self.plan().scenario;
        if let Some(cause) = self.not_read_again(effect) {
            return cause;
        }
        let survives = scenario.operators[operator].state == StateHome::LocalDisk;
        if self.skips_alignment(effect) && !survives {
            return Cause::AlignmentSkipped;
        }
        Cause::StateAheadOfOffset
    }

    /// Whether a snapshot may have held what stood behind its barrier: only then is what a source reads again from the
    /// checkpoint's own offset surplus (semantics BH-9).
    fn skips_alignment(&self, effect: EffectAt<'_>) -> bool {
        let scenario = &self.plan().scenario;
        let at_least_once = scenario.checkpointing.as_ref().is_some_and(|c| c.mode == Mode::AtLeastOnce);
        let Role::Source(source) = self.plan().nodes[effect.came.origin.source.index()].role else {
            return at_least_once;
        };
        at_least_once && scenario.sources[source].offsets == Offsets::Checkpoint
    }

    /// Why an effect is surplus that no replay brought: its id was sent again and passed, or it came by several ways.
    /// None: a restart made a source read it again.
    fn not_read_again(&self, effect: EffectAt<'_>) -> Option<Cause> {
        let splits = self.splits(effect.id);
        let Some(Split { left, right, .. }) = splits.first() else {
            let origin = effect.came.origin;
            // A record that was put back into its channel comes from there, and once more when its source goes back too.
            let put_back = !effect.is_first && self.seen.put_back.contains_key(&origin);
            // The other copy took effect here before the restart; where both came after it, this one is too many by itself.
            let other_copy = effect.is_restarted && self.seen.other_copy.contains_key(&(effect.id.clone(), origin));
            let replayed = effect.repeats || put_back || other_copy;
            return (!replayed).then(|| self.redelivery(effect));
        };
        // A pair is there twice because one of its sides came twice.
        if let Some(cause) = self.seen.passed_twice(left).or_else(|| self.seen.passed_twice(right)) {
            return Some(cause);
        }
        // Places stand in the order of the file, then of offsets.
        let place = |o: &Origin| (o.source, o.partition, o.offset);
        let is_later = |side: &EventId| {
            self.places.get(side).binary_search_by_key(&place(&effect.came.origin), place).is_ok_and(|at| at > 0)
        };
        let sent_again = effect.is_new && (is_later(left) || is_later(right));
        // A side that was read again waits twice for the other, even if no pair came of it before.
        let side_again = |s: &Split| {
            let buffered = &self.seen.buffered[s.operator];
            [&s.left, &s.right].into_iter().any(|side| buffered.get(side).is_some_and(|b| b.again))
        };
        let replayed = effect.is_restarted || splits.iter().any(side_again);
        (sent_again || !replayed).then(|| self.redelivery(effect))
    }

    /// The ways in which a joined pair's id can have come about.
    fn splits(&self, id: &EventId) -> Vec<Split> {
        self.pairs.splits(id, &|number| !self.places.get(number).is_empty())
    }

    /// Why a write is surplus at a sink.
    pub(super) fn surplus_at_sink(&self, sink: usize, effect: EffectAt<'_>, any_uncommitted: bool) -> Cause {
        if let Some(cause) = self.not_read_again(effect) {
            return cause;
        }
        let spec = &self.plan().scenario.sinks[sink];
        if spec.kind == SinkKind::TwoPhase {
            if any_uncommitted && spec.reader == Reader::ReadUncommitted {
                return Cause::UncommittedRead;
            }
            if self.skips_alignment(effect) {
                return Cause::AlignmentSkipped;
            }
            return Cause::StateAheadOfOffset;
        }
        Cause::ReplayIntoNonIdempotentSink
    }

    /// Why an id has no visible write at a sink; none: nothing of it was lost.
    pub(super) fn missing_at_sink(&self, sink: usize, id: &EventId) -> Option<Cause> {
        let destination = &self.world.durable().destinations[sink];
        let by_id = self.writes[sink].get_or_init(|| {
            let mut by_id: Map<EventId, Vec<usize>> = Map::default();
            for (i, write) in self.seen.writes[sink].iter().enumerate() {
                by_id.entry(write.id.clone()).or_default().push(i);
            }
            by_id
        });
        for write in by_id.get(id).into_iter().flatten().filter_map(|i| self.seen.writes[sink].get(*i)) {
            let Some(t) = write.transaction.and_then(|t| destination.transaction(t)) else {
                continue;
            };
            match t.phase {
                TxnPhase::Aborted if t.timed_out => return Some(Cause::TransactionTimedOut),
                TxnPhase::Open | TxnPhase::PreCommitted => return Some(Cause::TransactionLeftOpen),
                TxnPhase::Committed if self.hidden_rows_from[sink].is_some_and(|from| write.row >= from) => {
                    return Some(Cause::TransactionLeftOpen);
                }
                TxnPhase::Aborted | TxnPhase::Committed => {}
            }
        }
        self.missing(id)
    }

    /// Why an id is not in the state of an operator; none: nothing of it was lost.
    pub(super) fn missing_in_state(&self, operator: usize, id: &EventId) -> Option<Cause> {
        match self.seen.lost_effects[operator].get(id) {
            // It was read again, and a dedup that still knew it held it back.
            Some(_) if self.seen.dropped_replays.contains_key(id) => Some(Cause::StateAheadOfOffset),
            // The restart took it, and gave it back to be read again: whatever keeps it away came after.
            Some(Cause::StateLostAtRestart) if self.would_come_again(operator, id) => {
                Some(self.missing(id).unwrap_or(Cause::StateLostAtRestart))
            }
            Some(cause) if !self.can_come(id) => Some(*cause),
            _ => self.missing(id),
        }
    }

    /// State and offset stand in one checkpoint: whatever it lacks, the next restart would read again.
    fn would_come_again(&self, operator: usize, id: &EventId) -> bool {
        let scenario = &self.plan().scenario;
        let splits = self.splits(id);
        if let Some(Split { left, right, .. }) = splits.first() {
            return self.would_come_again(operator, left) && self.would_come_again(operator, right);
        }
        let places = self.places.get(id);
        scenario.operators[operator].state == StateHome::Checkpointed
            && !places.is_empty()
            && places.iter().all(|o| scenario.sources[o.source.index()].offsets == Offsets::Checkpoint)
    }

    /// Why a record has not come through to where it should have; none: nothing of it was lost.
    fn missing(&self, id: &EventId) -> Option<Cause> {
        let splits = self.splits(id);
        if !splits.is_empty() {
            return self.missing_pair(id, &splits);
        }
        let lost_on_disk = self.seen.dropped_replays.contains_key(id);
        if lost_on_disk {
            return Some(Cause::StateAheadOfOffset);
        }
        if self.is_down(id) {
            return Some(Cause::JobDown);
        }
        if self.can_come(id) {
            return Some(Cause::StillInFlight);
        }
        if self.seen.crashes == 0 {
            // Nothing was restarted, so nothing was lost in a restart.
            return self.lost_without_a_restart();
        }
        // Several places: where each offset stands in the checkpoint, whatever lost it, it was not the source.
        let mut skipped = self.places.get(id).iter().map(|origin| self.seen.skipped_cause(self.plan(), *origin));
        let by_source = skipped.find(|cause| *cause != Cause::StateLostAtRestart);
        let lost = || self.seen.lost_effects.iter().find_map(|l| l.get(id).copied());
        by_source.or_else(lost)
    }

    /// An entry that ran out is all that can be lost without a restart, where one can.
    fn lost_without_a_restart(&self) -> Option<Cause> {
        let can_expire = self.plan().scenario.operators.iter().any(|o| o.ttl.is_some());
        can_expire.then_some(Cause::StateExpired)
    }

    /// The job, or the part of it that this id goes through, is down: for good, or at the end of a run that was cut.
    fn is_down(&self, id: &EventId) -> bool {
        let places = self.places.get(id);
        self.world.job().is_none()
            || self.world.master().gave_up
            || !places.is_empty()
                && places.iter().all(|o| !self.world.is_up(reader(self.plan(), o.source, o.partition)))
    }

    fn missing_pair(&self, id: &EventId, splits: &[Split]) -> Option<Cause> {
        if self.to_come.in_flight.contains_key(id) {
            let down = splits.iter().any(|s| self.is_down(&s.left));
            return Some(if down { Cause::JobDown } else { Cause::StillInFlight });
        }
        if let Some(cause) = splits.iter().find_map(|split| self.lost_pair(id, split)) {
            return Some(cause);
        }
        let Split { operator, left, right } = &splits[0];
        let came = |side: &EventId, at: usize| self.seen.buffered[*operator].get(side).is_some_and(|b| b.came[at]);
        if came(left, 0) { self.missing(right) } else { self.missing(left) }
    }

    /// Where the events stand that an id is made up of.
    fn all_places(&self, id: &EventId, found: &mut Vec<Origin>) {
        match self.splits(id).first() {
            Some(Split { left, right, .. }) => {
                self.all_places(left, found);
                self.all_places(right, found);
            }
            None => found.extend(self.places.get(id)),
        }
    }

    /// Why a pair is missing whose sides have both waited in a join; none: they have not.
    fn lost_pair(&self, id: &EventId, Split { operator, left, right }: &Split) -> Option<Cause> {
        let buffered = &self.seen.buffered[*operator];
        let came = |side: &EventId, at: usize| buffered.get(side).is_some_and(|b| b.came[at]);
        if !came(left, 0) || !came(right, 1) {
            return None;
        }
        let spec = &self.plan().scenario.operators[*operator];
        let lost = self.seen.lost_effects[*operator].get(id).copied();
        let again = self.would_come_again(*operator, id);
        if let Some(cause) = lost.filter(|cause| *cause != Cause::StateLostAtRestart || !again) {
            return Some(cause);
        }
        let expired = &self.seen.buffer_expired[*operator];
        if expired.contains_key(left) || expired.contains_key(right) || self.seen.crashes == 0 && spec.ttl.is_some() {
            return Some(Cause::StateExpired);
        }
        if self.is_down(left) || self.is_down(right) {
            return Some(Cause::JobDown);
        }
        if lost.is_none() && self.seen.crashes == 0 {
            return None;
        }
        let mut places = Vec::new();
        self.all_places(id, &mut places);
        let mut skipped = places.into_iter().map(|origin| self.seen.skipped_cause(self.plan(), origin));
        let by_source = skipped.find(|cause| *cause != Cause::StateLostAtRestart);
        if again && spec.ttl.is_some() {
            // State and offsets went back together: what ran out before it was asked for, unseen, is all that is left.
            return Some(Cause::StateExpired);
        }
        Some(by_source.filter(|_| spec.state == StateHome::Checkpointed).unwrap_or(Cause::StateLostAtRestart))
    }
}
