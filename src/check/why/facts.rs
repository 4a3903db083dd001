//! One pass over what happened: what concerns a few ids, and the turning points of the run.

use std::collections::BTreeMap;

use crate::event::{Event, RecordRef, Stamped};
use crate::graph::Plan;
use crate::ids::{CheckpointId, EventId, NodeId, Offset, PartitionId};
use crate::stream::Origin;

/// An event with its place among all.
pub(super) type At<'e> = (usize, &'e Stamped);

/// What concerns a few ids, and the turning points.
pub(super) struct Facts<'e> {
    /// In order.
    pub(super) list: Vec<At<'e>>,
    /// Where a checkpoint makes each partition read on, as its barrier found it.
    pub(super) covers: BTreeMap<(CheckpointId, NodeId, PartitionId), Offset>,
    /// By partition: the first and the last read of all.
    pub(super) reads: BTreeMap<(NodeId, PartitionId), (At<'e>, At<'e>)>,
    /// The last event of all.
    pub(super) last: Option<At<'e>>,
}

impl<'e> Facts<'e> {
    pub(super) fn gather(plan: &Plan, events: impl Iterator<Item = &'e Stamped>, ids: &[EventId]) -> Facts<'e> {
        let mut facts = Facts { list: Vec::new(), covers: BTreeMap::new(), reads: BTreeMap::new(), last: None };
        let mut next: BTreeMap<(NodeId, PartitionId), Offset> = BTreeMap::new();
        for at in events.enumerate() {
            facts.last = Some(at);
            let keep = match &at.1.event {
                Event::Read { record, .. } => {
                    let of = (record.origin.source, record.origin.partition);
                    next.insert(of, Offset(record.origin.offset.0 + 1));
                    facts.reads.entry(of).and_modify(|(_, last)| *last = at).or_insert((at, at));
                    ids.contains(&record.id)
                }
                Event::Repositioned { source, partition, next: to, .. } => {
                    next.insert((*source, *partition), *to);
                    true
                }
                Event::Injected { task, checkpoint } => {
                    let node = plan.tasks[task.index()].node;
                    let subtask = plan.tasks[task.index()].subtask;
                    let parallelism = plan.nodes[node.index()].parallelism;
                    let own = next.iter().filter(|((n, p), _)| *n == node && p.0 % parallelism == subtask);
                    facts.covers.extend(own.map(|((n, p), next)| ((*checkpoint, *n, *p), *next)));
                    false
                }
                Event::Sent { record, .. }
                | Event::Taken { record, .. }
                | Event::DedupPassed { record, .. }
                | Event::DedupDropped { record, .. }
                | Event::Buffered { record, .. }
                | Event::RestoredInFlight { record, .. }
                | Event::Written { record, .. } => ids.contains(&record.id),
                Event::Applied { record, restarted, .. } => *restarted || ids.contains(&record.id),
                Event::Joined { id, .. } | Event::Redelivered { id, .. } => ids.contains(id),
                Event::StateExpired { .. }
                | Event::BarrierArrived { .. }
                | Event::Snapshotted { .. }
                | Event::Completed { .. }
                | Event::CheckpointFailed { .. }
                | Event::OffsetsCommitted { .. }
                | Event::TransactionOpened { .. }
                | Event::PreCommitted { .. }
                | Event::Committed { .. }
                | Event::CommitRefused { .. }
                | Event::TransactionAborted { .. }
                | Event::Crashed { .. }
                | Event::Restarted { .. } => true,
                _ => false,
            };
            if keep {
                facts.list.push(at);
            }
        }
        facts
    }

    /// The first that fits after a place.
    pub(super) fn after(&self, place: usize, fits: impl Fn(&Event) -> bool) -> Option<At<'e>> {
        let from = self.list.partition_point(|(n, _)| *n <= place);
        self.list[from..].iter().find(|(_, s)| fits(&s.event)).copied()
    }

    /// The last that fits before a place.
    pub(super) fn before(&self, place: usize, fits: impl Fn(&Event) -> bool) -> Option<At<'e>> {
        let to = self.list.partition_point(|(n, _)| *n < place);
        self.list[..to].iter().rev().find(|(_, s)| fits(&s.event)).copied()
    }

    /// The first that fits of all.
    pub(super) fn first(&self, fits: impl Fn(&Event) -> bool) -> Option<At<'e>> {
        self.list.iter().find(|(_, s)| fits(&s.event)).copied()
    }

    /// The last that fits of all.
    pub(super) fn latest(&self, fits: impl Fn(&Event) -> bool) -> Option<At<'e>> {
        self.before(usize::MAX, fits)
    }
}

/// Whether an event is about this reading of this record.
pub(super) fn is_reading(event: &Event, of: &RecordRef) -> bool {
    event.record().is_some_and(|r| r.origin == of.origin && r.attempt == of.attempt)
}

/// Whether an event is about a record read from this place.
pub(super) fn is_from(event: &Event, origin: Origin) -> bool {
    event.record().is_some_and(|r| r.origin == origin)
}
