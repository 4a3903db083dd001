//! Where each id stands in the logs, and what can still come from there.

use crate::graph::Plan;
use crate::hash::Map;
use crate::ids::{EventId, NodeId, Offset, PartitionId, TaskId};
use crate::sim::World;
use crate::stream::{Origin, Record, StreamElement};

/// What is not there (yet) and can still come: unread records, and records in flight.
pub(super) struct StillToCome {
    /// By source, by partition: the next offset that will be read.
    pub(super) next: Vec<Vec<Offset>>,
    pub(super) in_flight: Map<EventId, ()>,
    /// The job is down for good: nothing comes any more.
    pub(super) gave_up: bool,
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

    pub(super) fn get(&self, id: &EventId) -> &[Origin] {
        self.of.get_or_init(|| Places::all(self.world)).get(id).map_or(&[], |v| v)
    }
}

/// The task that reads a partition.
pub(super) fn reader(plan: &Plan, source: NodeId, partition: PartitionId) -> TaskId {
    let node = &plan.nodes[source.index()];
    TaskId(node.first_task.0 + partition.0 % node.parallelism)
}
