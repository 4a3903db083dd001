//! The checkpoints on the shelf: what a complete one holds, and how far one in progress has come.

use super::scene::{Card, Kept, totals};
use crate::checkpoint::{CheckpointStatus, CompletedCheckpoint, SnapshotState};
use crate::ids::{CheckpointId, NodeId, Offset};
use crate::operator::{Operate, Operator};
use crate::sim::World;

pub(super) fn offset_in(
    world: &World,
    checkpoint: &CompletedCheckpoint,
    node: NodeId,
    partition: usize,
) -> Option<Offset> {
    world.plan().nodes[node.index()].tasks().find_map(|task| match &checkpoint.snapshots.get(task.index())?.state {
        SnapshotState::Positions(list) => list.iter().find(|(p, _)| p.index() == partition).map(|(_, o)| *o),
        _ => None,
    })
}

fn offsets(world: &World, known: impl Fn(usize, usize) -> Option<Offset>) -> Vec<(String, Option<Offset>)> {
    let mut list = Vec::new();
    for (s, source) in world.plan().scenario.sources.iter().enumerate() {
        for p in 0..source.partitions.len() {
            let several = source.partitions.len() > 1;
            let name = if several { format!("{}/{p}", source.name) } else { source.name.clone() };
            list.push((name, known(s, p)));
        }
    }
    list
}

pub(super) fn complete(world: &World, checkpoint: &CompletedCheckpoint, restored: bool) -> Card {
    let plan = world.plan();
    let mut states = Vec::new();
    for node in &plan.nodes {
        let parts: Vec<&SnapshotState> =
            node.tasks().filter_map(|t| checkpoint.snapshots.get(t.index())).map(|s| &s.state).collect();
        if let Some(kept) = kept(&parts) {
            states.push((node.name.clone(), kept));
        }
    }
    Card {
        id: checkpoint.id,
        status: CheckpointStatus::Completed,
        restored,
        offsets: offsets(world, |s, p| offset_in(world, checkpoint, NodeId(s as u16), p)),
        states,
        bytes: checkpoint.state_bytes,
        acknowledged: (plan.tasks.len(), plan.tasks.len()),
    }
}

fn kept(parts: &[&SnapshotState]) -> Option<Kept> {
    let operators = || {
        parts.iter().filter_map(|p| match p {
            SnapshotState::Operator(operator) => Some(operator),
            _ => None,
        })
    };
    match parts.first()? {
        SnapshotState::Operator(Operator::Dedup(_)) => Some(Kept::Ids(operators().map(Operate::entries).sum())),
        SnapshotState::Operator(Operator::Reduce(_)) => {
            let all = totals(operators());
            Some(Kept::Totals(all.first().cloned(), all.len()))
        }
        SnapshotState::Operator(Operator::Join(_)) => Some(Kept::Waiting(operators().map(Operate::entries).sum())),
        SnapshotState::Transactions(list) if !list.is_empty() => Some(Kept::Transactions(list.len())),
        _ => None,
    }
}

pub(super) fn in_progress(world: &World, id: CheckpointId) -> Card {
    let store = &world.durable().checkpoints;
    let record = store.record(id);
    let tasks = world.plan().tasks.len();
    let pending = world.job().and_then(|j| j.pending.iter().find(|p| p.id == id));
    let open = pending.map_or(0, |p| p.to_acknowledge as usize);
    let known = |s: usize, p: usize| record.and_then(|r| *r.offsets.get(s)?.get(p)?);
    Card {
        id,
        status: record.map_or(CheckpointStatus::InProgress, |r| r.status),
        restored: false,
        offsets: offsets(world, known),
        states: Vec::new(),
        bytes: record.map_or(0, |r| r.state_bytes),
        acknowledged: (tasks.saturating_sub(open), tasks),
    }
}
