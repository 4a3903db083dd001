//! What a crash cannot reach.

use crate::checkpoint::CheckpointStore;
use crate::graph::{Plan, Role};
use crate::ids::{Offset, TaskId};
use crate::operator::Operator;
use crate::scenario::StateHome;
use crate::sink::Destination;
use crate::source::PartitionLog;

/// Source logs, committed offsets, the checkpoint store, destinations with their brokers, and the local disks.
#[derive(Clone, Debug)]
pub struct Durable {
    /// By source, by partition.
    pub logs: Vec<Vec<PartitionLog>>,
    /// By source, by partition: the position committed at the broker, apart from any checkpoint.
    pub committed: Vec<Vec<Option<Offset>>>,
    /// Completed checkpoints.
    pub checkpoints: CheckpointStore,
    /// By sink.
    pub destinations: Vec<Destination>,
    /// By task: state that is written through to the local disk. A crash of the machine empties it.
    pub disks: Vec<Option<Operator>>,
}

impl Durable {
    /// The world before the job first starts.
    pub fn new(plan: &Plan, keeps_rows: bool) -> Durable {
        let s = &plan.scenario;
        Durable {
            logs: s.sources.iter().map(|x| x.partitions.iter().map(PartitionLog::new).collect()).collect(),
            committed: s.sources.iter().map(|x| vec![None; x.partitions.len()]).collect(),
            checkpoints: CheckpointStore::new(keeps_rows),
            destinations: s.sinks.iter().map(|x| Destination::new(x.kind, keeps_rows)).collect(),
            disks: (0..plan.tasks.len()).map(|t| Durable::empty_disk(plan, TaskId(t as u16))).collect(),
        }
    }

    /// A new local disk for a task that keeps its state on one.
    pub fn empty_disk(plan: &Plan, task: TaskId) -> Option<Operator> {
        match plan.node_of(task).role {
            Role::Operator(i) => {
                let spec = &plan.scenario.operators[i];
                (spec.kind.is_stateful() && spec.state == StateHome::LocalDisk).then(|| Operator::new(spec))
            }
            Role::Source(_) | Role::Sink(_) => None,
        }
    }
}
