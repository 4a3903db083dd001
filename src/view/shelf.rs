//! The checkpoints on the shelf: what a complete one holds, and how far one in progress has come.

use super::scene::{Card, Kept, totals};
use crate::checkpoint::{CheckpointRecord, CheckpointStatus, CompletedCheckpoint, SnapshotState, TaskPhases};
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

fn offsets(world: &World, known: impl Fn(usize, usize) -> Option<Offset>) -> Vec<(String, Vec<Option<Offset>>)> {
    let sources = world.plan().scenario.sources.iter().enumerate();
    sources
        .map(|(s, source)| (source.name.clone(), (0..source.partitions.len()).map(|p| known(s, p)).collect()))
        .collect()
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
        in_flight: world.durable().checkpoints.record(checkpoint.id).map_or((0, 0), in_flight),
        took: Some(checkpoint.completed_at.since(checkpoint.triggered_at)),
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
        SnapshotState::Operator(Operator::Reduce(_)) => Some(Kept::Totals(totals(&operators().collect::<Vec<_>>()))),
        SnapshotState::Operator(Operator::Join(_)) => Some(Kept::Waiting(operators().map(Operate::entries).sum())),
        SnapshotState::Transactions(list) if !list.is_empty() => Some(Kept::Transactions(list.len())),
        _ => None,
    }
}

fn in_flight(record: &CheckpointRecord) -> (u64, u64) {
    (record.in_flight_records, record.in_flight_bytes)
}

pub(super) fn in_progress(world: &World, id: CheckpointId) -> Card {
    let store = &world.durable().checkpoints;
    let record = store.record(id);
    let tasks = world.plan().tasks.len();
    let pending = world.job().and_then(|j| j.pending.iter().find(|p| p.id == id));
    let open = pending.map_or(0, |p| p.to_acknowledge as usize);
    // While it is under way, what the tasks have handed in so far.
    let sum = |of: fn(&TaskPhases) -> u64| pending.map(|p| p.phases.iter().map(of).sum());
    let known = |s: usize, p: usize| record.and_then(|r| *r.offsets.get(s)?.get(p)?);
    Card {
        id,
        status: record.map_or(CheckpointStatus::InProgress, |r| r.status),
        restored: false,
        offsets: offsets(world, known),
        states: Vec::new(),
        bytes: sum(|p| p.state_bytes).unwrap_or(record.map_or(0, |r| r.state_bytes)),
        in_flight: (sum(|p| p.in_flight_records).zip(sum(|p| p.in_flight_bytes)))
            .unwrap_or(record.map_or((0, 0), in_flight)),
        took: record.map(|r| r.ended_at.unwrap_or(world.now()).since(r.triggered_at)),
        acknowledged: (tasks.saturating_sub(open), tasks),
    }
}
