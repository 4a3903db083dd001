//! The effects that stand: in the state of an operator, and at a destination for its reader.

use crate::check::observer::{Came, Lineage, Observer};
use crate::hash::Map;
use crate::ids::{EventId, Key, TaskId};
use crate::operator::Operator;
use crate::scenario::Reader;
use crate::sim::{Body, World};
use crate::sink::TxnPhase;
use crate::state::is_hidden;
use crate::time::SimTime;

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
