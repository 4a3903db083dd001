//! Why something is there twice, or not at all: one cause for each, from a closed list.

use crate::check::observer::{Came, Lineage, Observer};
use crate::graph::{Plan, Role};
use crate::hash::Map;
use crate::ids::{EventId, Key, NodeId, Offset, PartitionId, TaskId};
use crate::operator::Operator;
use crate::scenario::{Mode, Offsets, OperatorKind, Reader, SinkKind, StateHome};
use crate::sim::{Body, World};
use crate::sink::TxnPhase;
use crate::state::is_hidden;
use crate::stream::{Origin, Record, StreamElement};
use crate::time::SimTime;

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

/// What is not there (yet) and can still come: unread records, and records in flight.
pub(super) struct StillToCome {
    /// By source, by partition: the next offset that will be read.
    next: Vec<Vec<Offset>>,
    in_flight: Map<EventId, ()>,
    /// The job is down for good: nothing comes any more.
    gave_up: bool,
}

impl StillToCome {
    pub(super) fn of(world: &World) -> StillToCome {
        let plan = world.plan();
        let mut in_flight: Map<EventId, ()> = Map::default();
        let mut next: Vec<Vec<Offset>> = world.resume_positions();
        if let Some(job) = world.job() {
            for (_, task) in job.tasks.iter().enumerate().filter(|(i, _)| world.is_up(TaskId(*i as u16))) {
                if let crate::sim::Working::Record { record, .. } = &task.working {
                    in_flight.insert(record.id.clone(), ());
                }
            }
            let is_up = |i: usize| world.is_up(plan.channels[i].to);
            for (_, channel) in job.channels.iter().enumerate().filter(|(i, _)| is_up(*i)) {
                for e in channel.queue() {
                    if let StreamElement::Record(r) = &e.element {
                        in_flight.insert(r.id.clone(), ());
                    }
                }
            }
            for task in plan.source_tasks.iter().filter(|t| world.is_up(**t)) {
                let Some((source, _)) = plan.source_of(*task) else {
                    continue;
                };
                for p in job.tasks[task.index()].source().map_or(&[][..], |s| &s.positions) {
                    next[source][p.partition.index()] = p.next;
                }
            }
        }
        if let Some(c) = world.durable().checkpoints.latest() {
            let stored = c.snapshots.iter().flat_map(|s| &s.in_flight);
            let is_down = |c: &crate::ids::ChannelId| !world.is_up(plan.channels[c.index()].to);
            let comes_back = stored.filter(|(c, _)| is_down(c));
            in_flight.extend(comes_back.map(|(_, r): &(_, Record)| (r.id.clone(), ())));
        }
        StillToCome { next, in_flight, gave_up: world.master().gave_up }
    }
}

/// Looks up where each id stands in the logs.
///
/// Made when it is first asked: a run in which all is well never asks, and a long log is long to go through.
pub(super) struct Places<'a> {
    world: &'a World,
    of: std::cell::OnceCell<Map<EventId, Vec<Origin>>>,
}

impl<'a> Places<'a> {
    pub(super) fn of(world: &'a World) -> Places<'a> {
        Places { world, of: std::cell::OnceCell::new() }
    }

    fn all(world: &World) -> Map<EventId, Vec<Origin>> {
        let mut of: Map<EventId, Vec<Origin>> = Map::default();
        for (s, source) in world.plan().scenario.sources.iter().enumerate() {
            for p in 0..source.partitions.len() {
                let log = &world.durable().logs[s][p];
                for offset in log.first().0..log.end().0 {
                    let Some(r) = log.get(Offset(offset)) else {
                        continue;
                    };
                    let partition = crate::ids::PartitionId(p as u16);
                    let origin = Origin { source: NodeId(s as u16), partition, offset: Offset(offset) };
                    of.entry(r.id).or_default().push(origin);
                }
            }
        }
        of
    }

    fn get(&self, id: &EventId) -> &[Origin] {
        self.of.get_or_init(|| Places::all(self.world)).get(id).map_or(&[], |v| v)
    }
}

/// Everything that finding a cause needs.
pub(super) struct Causes<'a> {
    pub(super) world: &'a World,
    pub(super) seen: &'a Observer,
    pub(super) places: Places<'a>,
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
            [] => self.parts(id).is_some_and(|(l, r)| self.can_come(&l) || self.can_come(&r)),
            places => places.iter().any(unread),
        }
    }

    /// Why a second record with the same id came through although it stands at another offset.
    fn redelivery(&self, effect: EffectAt<'_>) -> Cause {
        let known = self.seen.second_pass.get(&(effect.id.clone(), effect.came.origin)).copied();
        known.unwrap_or(Cause::RedeliveredWithoutDedup)
    }

    /// Why an effect is surplus in the state of an operator.
    pub(super) fn surplus_in_state(&self, operator: usize, effect: EffectAt<'_>) -> Cause {
        let scenario = &self.plan().scenario;
        if let Some(cause) = self.not_read_again(effect) {
            return cause;
        }
        let at_least_once = scenario.checkpointing.as_ref().is_some_and(|c| c.mode == Mode::AtLeastOnce);
        let survives = scenario.operators[operator].state == StateHome::LocalDisk;
        if at_least_once && !survives {
            return Cause::AlignmentSkipped;
        }
        Cause::StateAheadOfOffset
    }

    /// Why an effect is surplus that no replay brought: its id was sent again and passed, or it came by several ways.
    /// None: a restart made a source read it again.
    fn not_read_again(&self, effect: EffectAt<'_>) -> Option<Cause> {
        let Some((left, right)) = self.parts(effect.id) else {
            return (!effect.repeats).then(|| self.redelivery(effect));
        };
        // A pair is there twice because one of its sides came twice.
        if let Some(cause) = self.seen.passed_twice(&left).or_else(|| self.seen.passed_twice(&right)) {
            return Some(cause);
        }
        // Places stand in the order of the file, then of offsets.
        let place = |o: &Origin| (o.source, o.partition, o.offset);
        let is_later = |side: &EventId| {
            self.places.get(side).binary_search_by_key(&place(&effect.came.origin), place).is_ok_and(|at| at > 0)
        };
        let sent_again = effect.is_first && (is_later(&left) || is_later(&right));
        (sent_again || !effect.is_restarted).then(|| self.redelivery(effect))
    }

    /// The two sides of a joined pair's id.
    fn parts(&self, id: &EventId) -> Option<(EventId, EventId)> {
        parts(id, &|number| !self.places.get(number).is_empty())
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
            let config = self.plan().scenario.checkpointing.as_ref();
            if config.is_some_and(|c| c.mode == Mode::AtLeastOnce) {
                return Cause::AlignmentSkipped;
            }
            return Cause::StateAheadOfOffset;
        }
        Cause::ReplayIntoNonIdempotentSink
    }

    /// Why an id has no visible write at a sink.
    pub(super) fn missing_at_sink(&self, sink: usize, id: &EventId) -> Cause {
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
                TxnPhase::Aborted if t.timed_out => return Cause::TransactionTimedOut,
                TxnPhase::Open | TxnPhase::PreCommitted => return Cause::TransactionLeftOpen,
                TxnPhase::Committed if self.hidden_rows_from[sink].is_some_and(|from| write.row >= from) => {
                    return Cause::TransactionLeftOpen;
                }
                TxnPhase::Aborted | TxnPhase::Committed => {}
            }
        }
        self.missing(id)
    }

    /// Why an id is not in the state of an operator.
    pub(super) fn missing_in_state(&self, operator: usize, id: &EventId) -> Cause {
        match self.seen.lost_effects[operator].get(id) {
            // It was read again, and a dedup that still knew it held it back.
            Some(_) if self.seen.dropped_replays.contains_key(id) => Cause::StateAheadOfOffset,
            Some(Cause::StateLostAtRestart) if self.is_down(id) && self.would_come_again(operator, id) => {
                Cause::JobDown
            }
            Some(cause) if !self.can_come(id) => *cause,
            _ => self.missing(id),
        }
    }

    /// State and offset stand in one checkpoint: whatever it lacks, the next restart would read again.
    fn would_come_again(&self, operator: usize, id: &EventId) -> bool {
        let scenario = &self.plan().scenario;
        let places = self.places.get(id);
        scenario.operators[operator].state == StateHome::Checkpointed
            && !places.is_empty()
            && places.iter().all(|o| scenario.sources[o.source.index()].offsets == Offsets::Checkpoint)
    }

    /// Why a record has not come through to where it should have.
    fn missing(&self, id: &EventId) -> Cause {
        if let Some((left, right)) = self.parts(id) {
            return self.missing_pair(id, &left, &right);
        }
        let lost_on_disk = self.seen.dropped_replays.contains_key(id);
        if lost_on_disk {
            return Cause::StateAheadOfOffset;
        }
        if self.is_down(id) {
            return Cause::JobDown;
        }
        if self.can_come(id) {
            return Cause::StillInFlight;
        }
        match self.places.get(id).first() {
            Some(origin) => match self.seen.skipped_cause(self.plan(), *origin) {
                // The offset stood in the checkpoint: whatever lost it, it was not the source.
                Cause::StateLostAtRestart => self.lost_somewhere(id),
                cause => cause,
            },
            None => Cause::StateLostAtRestart,
        }
    }

    /// Nothing was restarted, so nothing was lost in a restart: an entry that ran out is what is left, where one can.
    fn lost_without_a_restart(&self) -> Option<Cause> {
        let can_expire = self.plan().scenario.operators.iter().any(|o| o.ttl.is_some());
        (self.seen.crashes == 0 && can_expire).then_some(Cause::StateExpired)
    }

    /// The job, or the part of it that this id goes through, is down: for good, or at the end of a run that was cut.
    fn is_down(&self, id: &EventId) -> bool {
        let places = self.places.get(id);
        self.world.job().is_none()
            || self.world.master().gave_up
            || !places.is_empty()
                && places.iter().all(|o| !self.world.is_up(reader(self.plan(), o.source, o.partition)))
    }

    fn lost_somewhere(&self, id: &EventId) -> Cause {
        let lost = self.seen.lost_effects.iter().find_map(|l| l.get(id).copied());
        lost.or_else(|| self.lost_without_a_restart()).unwrap_or(Cause::StateLostAtRestart)
    }

    fn missing_pair(&self, id: &EventId, left: &EventId, right: &EventId) -> Cause {
        let plan = self.plan();
        if self.to_come.in_flight.contains_key(id) {
            return if self.is_down(left) { Cause::JobDown } else { Cause::StillInFlight };
        }
        let joins = plan.scenario.operators.iter().enumerate().filter(|(_, o)| o.kind == OperatorKind::Join);
        for (i, _) in joins {
            let buffered = &self.seen.buffered[i];
            let expired = &self.seen.buffer_expired[i];
            if buffered.contains_key(left) && buffered.contains_key(right) {
                if let Some(cause) = self.seen.lost_effects[i].get(id) {
                    return *cause;
                }
                if expired.contains_key(left) || expired.contains_key(right) || self.seen.crashes == 0 {
                    return Cause::StateExpired;
                }
                if self.is_down(left) {
                    return Cause::JobDown;
                }
                return match plan.scenario.operators[i].state {
                    StateHome::Checkpointed => self
                        .places
                        .get(left)
                        .first()
                        .map_or(Cause::StateLostAtRestart, |o| self.seen.skipped_cause(plan, *o)),
                    StateHome::Memory | StateHome::LocalDisk | StateHome::Changelog => Cause::StateLostAtRestart,
                };
            }
        }
        let absent = |side: &EventId| self.seen.buffered.iter().all(|b| !b.contains_key(side));
        if absent(left) { self.missing(left) } else { self.missing(right) }
    }
}

/// The task that reads a partition.
fn reader(plan: &Plan, source: NodeId, partition: PartitionId) -> TaskId {
    let node = &plan.nodes[source.index()];
    TaskId(node.first_task.0 + partition.0 % node.parallelism)
}

/// The two sides of a joined pair's id. The pair `5⋈7` says the same of the number 5 and of the text `5`: a side is the
/// number where the input has that number (`is_there`), and else the text.
pub(super) fn parts(id: &EventId, is_there: &dyn Fn(&EventId) -> bool) -> Option<(EventId, EventId)> {
    let EventId::Text(text) = id else { return None };
    let (left, right) = text.split_once(EventId::JOINED)?;
    let side = |s: &str| {
        // `05` and `+5` are never how a number is written.
        let number = s.parse().ok().map(EventId::Int).filter(|n| n.to_string() == s && is_there(n));
        number.unwrap_or_else(|| EventId::Text(s.into()))
    };
    Some((side(left), side(right)))
}

/// `parts` of an id in the input of this job.
pub(super) fn parts_in(plan: &Plan, id: &EventId) -> Option<(EventId, EventId)> {
    let partitions = || plan.scenario.sources.iter().flat_map(|s| &s.partitions);
    parts(id, &|number| partitions().any(|p| p.find(number).is_some()))
}

/// The effects that stand in the state of one operator's task now, by id, in order; and those that expired.
///
/// A task that is down holds what the last restorable checkpoint holds of it.
pub(super) fn effects_in_state(
    world: &World,
    seen: &Observer,
    tasks: impl Iterator<Item = crate::ids::TaskId>,
) -> StateEffects {
    let mut all = StateEffects::default();
    let now = world.ended_at();
    for task in tasks {
        let held = if world.is_up(task) { usize::MAX } else { seen.restorable(world, task) };
        let lineage = &seen.lineage[task.index()];
        // By key: where in the list its entry expired for the last time. Nothing of it before that stands any more.
        let mut expired_at: Map<&EventId, usize> = Map::default();
        if lineage.expires {
            for (at, entry) in lineage.log.iter().take(held).enumerate() {
                if let Lineage::Expired(key) = entry {
                    expired_at.insert(key, at);
                }
            }
        }
        let mut here: Map<EventId, Vec<(Came, Key)>> = Map::default();
        for (at, entry) in lineage.log.iter().take(held).enumerate() {
            let Lineage::Effect(id, came, key) = entry else { continue };
            let name = || EventId::Text(key.to_string().into());
            if !expired_at.is_empty() && expired_at.get(&name()).is_some_and(|last| *last > at) {
                all.expired.insert(id.clone(), ());
            } else {
                here.entry(id.clone()).or_default().push((*came, key.clone()));
            }
        }
        // What has run out is gone, whether or not anything has come since to find that out (semantics TT-1, TT-4).
        let ttl = world.plan().operator_of(task).and_then(|(_, spec)| spec.ttl);
        if let (Some(_), Some(Operator::Reduce(state))) = (ttl, state_of(world, task)) {
            for (id, effects) in &mut here {
                let before = effects.len();
                effects.retain(|(_, key)| state.totals.peek(key).is_some_and(|e| !is_hidden(ttl, e.stamp, now)));
                if effects.len() < before {
                    all.expired.insert(id.clone(), ());
                }
            }
        }
        if all.by_id.is_empty() {
            all.by_id = here;
        } else {
            here.into_iter().for_each(|(id, effects)| all.by_id.entry(id).or_default().extend(effects));
        }
    }
    all
}

/// The state of an operator's task; while it is down, what a restart would restore.
pub(super) fn state_of(world: &World, task: TaskId) -> Option<&Operator> {
    let d = world.durable();
    if let Some(disk) = &d.disks[task.index()] {
        return Some(disk);
    }
    match world.job().filter(|_| world.is_up(task)) {
        Some(job) => match &job.tasks[task.index()].body {
            Body::Operator(o) => Some(o),
            Body::Source(_) | Body::Sink(_) => None,
        },
        None => match &d.checkpoints.latest()?.snapshots.get(task.index())?.state {
            crate::checkpoint::SnapshotState::Operator(o) => Some(o),
            _ => None,
        },
    }
}

/// See `effects_in_state`.
#[derive(Default)]
pub(super) struct StateEffects {
    pub(super) by_id: Map<EventId, Vec<(Came, Key)>>,
    pub(super) expired: Map<EventId, ()>,
}

/// Rows that a reader of committed data does not see although they are committed: those behind the first open
/// transaction (semantics KT-5). The number of the first such row.
pub(super) fn hidden_from(world: &World, seen: &Observer, sink: usize) -> Option<u64> {
    let destination = &world.durable().destinations[sink];
    let first_open = destination.open_transactions().map(|t| t.id).next()?;
    seen.writes[sink].iter().find(|w| w.transaction == Some(first_open)).map(|w| w.row)
}

/// When a write became visible to the reader; none: it is not.
pub(super) fn visible_since(
    world: &World,
    sink: usize,
    write: &super::SinkWrite,
    hidden_from: Option<u64>,
) -> Option<SimTime> {
    let spec = &world.plan().scenario.sinks[sink];
    let Some(t) = write.transaction.and_then(|t| world.durable().destinations[sink].transaction(t)) else {
        return Some(write.at);
    };
    if spec.reader == Reader::ReadUncommitted {
        return Some(write.at);
    }
    let committed = t.phase == TxnPhase::Committed && hidden_from.is_none_or(|from| write.row < from);
    committed.then_some(t.ended_at).flatten()
}
