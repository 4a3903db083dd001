//! What a crash cannot reach: checkpoint storage with how it is used, and the destinations.

use crate::graph::Role;
use crate::ids::{CheckpointId, NodeId, Offset, TaskId};
use crate::operator::Operate;
use crate::scenario::Checkpointing;
use crate::sim::World;
use crate::time::SimTime;
use crate::view::destination::{Destination, destination};
use crate::view::show::Show;

/// A complete checkpoint in storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Which.
    pub id: CheckpointId,
    /// When it was complete.
    pub completed: SimTime,
    /// Bytes of state and of channel state: what a restore reads.
    pub bytes: u64,
}

/// A task's part on its way into storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Upload {
    /// Whose.
    pub task: TaskId,
    /// Of which checkpoint.
    pub checkpoint: CheckpointId,
    /// When it is there.
    pub until: SimTime,
}

/// Checkpoint storage.
#[derive(Clone, Debug, PartialEq)]
pub struct StoragePage {
    /// It cannot be written until then.
    pub down_until: Option<SimTime>,
    /// How checkpoints are taken.
    pub config: Option<Checkpointing>,
    /// How long a write takes at least, and bytes a millisecond.
    pub speed: (u64, Option<u64>),
    /// Complete ones in storage, the one that a restart restores first.
    pub held: Vec<Held>,
    /// On their way.
    pub uploads: Vec<Upload>,
    /// Failures in a row that count.
    pub failures: u32,
    /// State on local disks or in changelogs: the task, entries, bytes.
    pub disks: Vec<(TaskId, usize, u64)>,
    /// Positions committed at the brokers: the source, the partition, the next offset.
    pub committed: Vec<(NodeId, usize, Offset)>,
}

pub(super) fn storage(world: &World) -> StoragePage {
    let plan = world.plan();
    let d = world.durable();
    let held = |c: &std::sync::Arc<crate::checkpoint::CompletedCheckpoint>| Held {
        id: c.id,
        completed: c.completed_at,
        bytes: c.full_bytes,
    };
    let disk = |(i, disk): (usize, &Option<crate::operator::Operator>)| {
        let task = TaskId(i as u16);
        let entry = plan.operator_of(task).map_or(0, |(_, o)| o.entry_bytes);
        disk.as_ref().map(|o| (task, o.entries(), o.entries() as u64 * entry))
    };
    let committed = d.committed.iter().enumerate().flat_map(|(source, partitions)| {
        let next = move |(p, next): (usize, &Option<Offset>)| next.map(|next| (NodeId(source as u16), p, next));
        partitions.iter().enumerate().filter_map(next)
    });
    StoragePage {
        down_until: world.surroundings().storage_down_until,
        config: plan.scenario.checkpointing.clone(),
        speed: (plan.scenario.storage.write_ms, plan.scenario.storage.bytes_per_ms),
        held: d.checkpoints.completed.iter().rev().map(held).collect(),
        uploads: world.job().map_or_else(Vec::new, |j| {
            j.uploads.iter().map(|u| Upload { task: u.task, checkpoint: u.checkpoint, until: u.until }).collect()
        }),
        failures: world.coordinator().failures,
        disks: d.disks.iter().enumerate().filter_map(disk).collect(),
        committed: committed.collect(),
    }
}

/// A destination.
#[derive(Clone, Debug, PartialEq)]
pub struct SinkPage {
    /// What it holds, in short.
    pub destination: Destination,
    /// Writes so far, refused ones too.
    pub writes: u64,
    /// Transactions so far.
    pub transactions: usize,
}

pub(super) fn sink(show: &Show, node: NodeId) -> SinkPage {
    let world = show.world();
    let index = match world.plan().nodes[node.index()].role {
        Role::Sink(i) => i,
        // A job whose node this is no longer: the first there is.
        Role::Source(_) | Role::Operator(_) => 0,
    };
    let there = &world.durable().destinations[index];
    SinkPage {
        destination: destination(world, show.reel(), index),
        writes: there.writes,
        transactions: there.transactions.len(),
    }
}
