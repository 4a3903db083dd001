//! Hands: what a person can do to the job at a place of the stage, now.

use super::setup::span;
use super::show::Show;
use crate::graph::{Plan, Role};
use crate::ids::{EventId, NodeId, PartitionId};
use crate::sim::Hand;

/// A place of the stage that can be taken hold of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grip {
    /// The job as a whole.
    Job,
    /// A source, an operator or a sink.
    Node(NodeId),
    /// The edge with this index.
    Edge(u16),
    /// Checkpoint storage, and the coordinator that writes to it.
    Shelf,
    /// A record, by where its producer put it.
    Record {
        /// The source.
        source: NodeId,
        /// The partition.
        partition: PartitionId,
        /// Its id.
        id: EventId,
    },
}

/// Every place of a job, in the order of the plan: the whole, its nodes, its edges, the shelf.
pub fn grips(plan: &Plan) -> Vec<Grip> {
    let nodes = plan.nodes.iter().map(|n| Grip::Node(n.id));
    let edges = (0..plan.edges.len()).map(|e| Grip::Edge(e as u16));
    std::iter::once(Grip::Job).chain(nodes).chain(edges).chain([Grip::Shelf]).collect()
}

/// What can be done there now.
pub fn offers(show: &Show, grip: &Grip) -> Vec<Hand> {
    let mut hands = match grip {
        Grip::Job => vec![Hand::CrashProcess, Hand::CrashMachine],
        Grip::Node(node) => at_node(show, *node),
        Grip::Edge(edge) => vec![Hand::Stall { edge: *edge, for_ms: length(show) }],
        Grip::Shelf => vec![Hand::TriggerCheckpoint, Hand::StorageDown(length(show))],
        Grip::Record { source, partition, id } => {
            vec![Hand::Redeliver { source: *source, partition: *partition, id: id.clone() }]
        }
    };
    hands.retain(|hand| show.world().can(hand));
    hands
}

fn at_node(show: &Show, node: NodeId) -> Vec<Hand> {
    let plan = show.world().plan();
    let Some(spec) = plan.nodes.get(node.index()) else { return Vec::new() };
    let mut hands: Vec<Hand> = spec.tasks().map(Hand::CrashTask).collect();
    let service_ms = match spec.role {
        Role::Source(i) => plan.scenario.sources[i].service_ms,
        Role::Operator(i) => plan.scenario.operators[i].service_ms,
        Role::Sink(i) => plan.scenario.sinks[i].service_ms,
    };
    hands.push(Hand::FailCommit(node));
    hands.push(Hand::Slow { node, service_ms: slower(show, service_ms), for_ms: length(show) });
    if let Role::Source(_) = spec.role {
        let read = |p: PartitionId| {
            let step = show.history().step();
            let until = show.reel().reads.partition_point(|r| r.step <= step);
            let here = |r: &&super::reel::ReadMark| r.record.origin.source == node && r.record.origin.partition == p;
            show.reel().reads[..until].iter().rev().find(here).map(|r| r.record.id.clone())
        };
        let partitions = show.scenario().sources[node.index()].partitions.len();
        hands.extend((0..partitions).filter_map(|p| {
            let partition = PartitionId(p as u16);
            Some(Hand::Redeliver { source: node, partition, id: read(partition)? })
        }));
    }
    hands
}

/// How long a disturbance lasts: a tenth of the run, in round numbers.
fn length(show: &Show) -> u64 {
    round(span(show.scenario()) / 10)
}

/// A service time that hurts: ten times as long, and at least a hundredth of the run for ten records.
fn slower(show: &Show, service_ms: u64) -> u64 {
    round((service_ms * 10).max(span(show.scenario()) / 100))
}

/// The next of 1, 2, 5, 10, 20, 50 …, from 100 on.
fn round(ms: u64) -> u64 {
    let mut unit = 100;
    loop {
        if let Some(found) = [1, 2, 5].into_iter().map(|n| n * unit).find(|n| *n >= ms) {
            return found;
        }
        unit *= 10;
    }
}
