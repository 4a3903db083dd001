//! Nodes, tasks, edges and channels of a scenario, numbered and in the orders that the rules speak of.

use super::awaited::Awaited;
use super::key_group::{hash_id, hash_key, key_group, subtask_of};
use crate::ids::{ChannelId, NodeId, TaskId};
use crate::scenario::{Operator, PartitionBy, Scenario, Sink, Source};
use crate::stream::Record;

/// What a node is, with its place in the scenario's list of that kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// `sources[i]`
    Source(usize),
    /// `operators[i]`
    Operator(usize),
    /// `sinks[i]`
    Sink(usize),
}

/// A source, operator or sink.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanNode {
    /// Its place in the file.
    pub id: NodeId,
    /// Its name.
    pub name: String,
    /// What it is.
    pub role: Role,
    /// Number of its tasks.
    pub parallelism: u16,
    /// How long a task is busy with one record.
    pub service_ms: u64,
    /// The first of its tasks; the others follow.
    pub first_task: TaskId,
    /// Longest path from a source.
    pub depth: u16,
    /// Edges into it, in the order of `inputs`.
    pub inputs: Vec<usize>,
    /// Edges out of it, in the order of the file.
    pub outputs: Vec<usize>,
}

impl PlanNode {
    /// Its tasks.
    pub fn tasks(&self) -> impl Iterator<Item = TaskId> + use<> {
        let first = self.first_task.0;
        (first..first + self.parallelism).map(TaskId)
    }
}

/// One parallel instance of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanTask {
    /// Whose.
    pub node: NodeId,
    /// Which of them, from 0.
    pub subtask: u16,
    /// Channels into it: in the order of the node's inputs, then of the sending subtask.
    pub inputs: Vec<ChannelId>,
    /// Channels out of it.
    pub outputs: Vec<ChannelId>,
    /// Per outgoing edge: its channels by receiving subtask.
    pub routes: Vec<Route>,
    /// Tasks that fail together (Flink: pipelined region, semantics RS-5), numbered from 0.
    pub region: u16,
}

/// How one task's output gets across one edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// Index of the edge.
    pub edge: usize,
    /// How the receiver is chosen.
    pub partitioner: Partitioner,
    /// By receiving subtask; for `Forward` the only one.
    pub channels: Vec<ChannelId>,
}

/// How the receiving subtask is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Partitioner {
    /// By key group of the record's key.
    Key,
    /// By key group of the record's id.
    Id,
    /// Subtask i to subtask i.
    Forward,
    /// In turn.
    RoundRobin,
}

impl Route {
    /// The channel that this record takes; `turn` counts for round robin.
    pub fn channel(&self, record: &Record, turn: &mut u32) -> ChannelId {
        if self.channels.len() == 1 {
            return self.channels[0];
        }
        let parallelism = self.channels.len() as u16;
        let i = match self.partitioner {
            Partitioner::Key => subtask_of(key_group(hash_key(&record.key)), parallelism),
            Partitioner::Id => subtask_of(key_group(hash_id(&record.id)), parallelism),
            Partitioner::Forward => 0,
            Partitioner::RoundRobin => {
                let i = *turn % u32::from(parallelism);
                *turn = i + 1;
                i as u16
            }
        };
        self.channels[usize::from(i)]
    }
}

/// A link between two nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanEdge {
    /// Upstream.
    pub from: NodeId,
    /// Downstream.
    pub to: NodeId,
    /// Which of the receiver's inputs this is, from 0.
    pub input: u16,
    /// How the receiver is chosen.
    pub partitioner: Partitioner,
    /// Records that one of its channels holds.
    pub capacity: u64,
    /// Time on the wire.
    pub latency_ms: u64,
}

/// A FIFO link between two tasks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanChannel {
    /// The edge that it is part of.
    pub edge: usize,
    /// The sender.
    pub from: TaskId,
    /// The receiver.
    pub to: TaskId,
    /// Which input of the receiving node it is part of.
    pub input: u16,
    /// Records that it holds.
    pub capacity: u64,
    /// Time on the wire.
    pub latency_ms: u64,
    /// A barrier keeps its place here in every mode: the receiver has only forward inputs (semantics BH-16).
    ///
    /// Simplification: a node with forward and other inputs stores channel state for all of them.
    pub in_line: bool,
}

/// Everything about a job that does not change while it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The scenario that it was made from.
    pub scenario: Scenario,
    /// Sources, operators, sinks, in the order of the file.
    pub nodes: Vec<PlanNode>,
    /// By `TaskId`.
    pub tasks: Vec<PlanTask>,
    /// In the order of the receivers, then of their inputs.
    pub edges: Vec<PlanEdge>,
    /// By `ChannelId`.
    pub channels: Vec<PlanChannel>,
    /// Tasks in the order in which deliveries of one moment happen: furthest downstream first, ties by the order of the
    /// file, then by subtask.
    pub delivery_order: Vec<TaskId>,
    /// Tasks of the sources, in the order in which reads of one moment happen.
    pub source_tasks: Vec<TaskId>,
    /// Number of failover regions.
    pub regions: u16,
    /// What faults and checkpoints wait for.
    pub awaited: Awaited,
}

impl Plan {
    /// The plan of a scenario that has been read without errors.
    ///
    /// # Panics
    /// On an unknown input name or a cycle, which `scenario::read` refuses.
    pub fn new(scenario: &Scenario) -> Plan {
        let mut plan = Plan {
            scenario: scenario.clone(),
            nodes: Vec::new(),
            tasks: Vec::new(),
            edges: Vec::new(),
            channels: Vec::new(),
            delivery_order: Vec::new(),
            source_tasks: Vec::new(),
            regions: 0,
            awaited: Awaited::default(),
        };
        plan.add_nodes();
        plan.add_edges();
        plan.set_depths();
        plan.add_channels();
        plan.set_regions();
        plan.awaited = Awaited::of(scenario, |name| plan.node_named(name).map(|n| n.id));
        let mut order: Vec<TaskId> = (0..plan.tasks.len() as u16).map(TaskId).collect();
        crate::order::sort_by_key(&mut order, |t| (u16::MAX - plan.node_of(*t).depth, *t));
        plan.delivery_order = order;
        plan.source_tasks =
            plan.nodes.iter().filter(|n| matches!(n.role, Role::Source(_))).flat_map(PlanNode::tasks).collect();
        plan
    }

    fn add_nodes(&mut self) {
        let s = &self.scenario;
        let sources =
            s.sources.iter().enumerate().map(|(i, x)| (x.name.clone(), Role::Source(i), x.parallelism, x.service_ms));
        let operators = s
            .operators
            .iter()
            .enumerate()
            .map(|(i, x)| (x.name.clone(), Role::Operator(i), x.parallelism, x.service_ms));
        let sinks = s.sinks.iter().enumerate().map(|(i, x)| (x.name.clone(), Role::Sink(i), 1, x.service_ms));
        let all: Vec<_> = sources.chain(operators).chain(sinks).collect();
        for (name, role, parallelism, service_ms) in all {
            let id = NodeId(self.nodes.len() as u16);
            let first_task = TaskId(self.tasks.len() as u16);
            for subtask in 0..parallelism {
                self.tasks.push(PlanTask {
                    node: id,
                    subtask,
                    inputs: Vec::new(),
                    outputs: Vec::new(),
                    routes: Vec::new(),
                    region: 0,
                });
            }
            self.nodes.push(PlanNode {
                id,
                name,
                role,
                parallelism,
                service_ms,
                first_task,
                depth: 0,
                inputs: Vec::new(),
                outputs: Vec::new(),
            });
        }
    }

    fn add_edges(&mut self) {
        let by_name = crate::order::map_of(self.nodes.iter().map(|n| (n.name.clone(), n.id)));
        for to in 0..self.nodes.len() {
            let (inputs, keyed) = match self.nodes[to].role {
                Role::Source(_) => continue,
                Role::Operator(i) => {
                    let o = &self.scenario.operators[i];
                    (o.inputs.clone(), o.kind.is_stateful().then_some(o.partition_by))
                }
                Role::Sink(i) => (self.scenario.sinks[i].inputs.clone(), None),
            };
            for (input, name) in inputs.iter().enumerate() {
                let from = by_name[name]; // invariant: `scenario::read` refuses unknown inputs
                let partitioner = match keyed {
                    Some(PartitionBy::Key) => Partitioner::Key,
                    Some(PartitionBy::Id) => Partitioner::Id,
                    None if self.nodes[from.index()].parallelism == self.nodes[to].parallelism => Partitioner::Forward,
                    None => Partitioner::RoundRobin,
                };
                let c = &self.scenario.channels;
                let own = c.edges.iter().rev().find(|e| e.from == *name && e.to == self.nodes[to].name);
                let edge = self.edges.len();
                self.edges.push(PlanEdge {
                    from,
                    to: NodeId(to as u16),
                    input: input as u16,
                    partitioner,
                    capacity: own.and_then(|e| e.capacity).unwrap_or(c.capacity),
                    latency_ms: own.and_then(|e| e.latency_ms).unwrap_or(c.latency_ms),
                });
                self.nodes[to].inputs.push(edge);
                self.nodes[from.index()].outputs.push(edge);
            }
        }
    }

    /// Depth is the longest path from a source. Relaxing as many times as there are nodes is enough in a DAG.
    fn set_depths(&mut self) {
        for round in 0..=self.nodes.len() {
            let mut changed = false;
            for e in &self.edges {
                let depth = self.nodes[e.from.index()].depth + 1;
                if self.nodes[e.to.index()].depth < depth {
                    self.nodes[e.to.index()].depth = depth;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
            assert!(round < self.nodes.len(), "the graph has a cycle, which scenario::read refuses");
        }
    }

    fn add_channels(&mut self) {
        for edge in 0..self.edges.len() {
            let (from, to, partitioner) = {
                let e = &self.edges[edge];
                (self.nodes[e.from.index()].clone(), self.nodes[e.to.index()].clone(), e.partitioner)
            };
            for sender in from.tasks() {
                let receivers: Vec<TaskId> = match partitioner {
                    Partitioner::Forward => {
                        vec![TaskId(to.first_task.0 + self.tasks[sender.index()].subtask)]
                    }
                    _ => to.tasks().collect(),
                };
                let mut channels = Vec::new();
                for receiver in receivers {
                    let id = ChannelId(self.channels.len() as u32);
                    let in_line = to.inputs.iter().all(|e| self.edges[*e].partitioner == Partitioner::Forward);
                    let e = &self.edges[edge];
                    let (input, capacity, latency_ms) = (e.input, e.capacity, e.latency_ms);
                    let from = sender;
                    self.channels.push(PlanChannel { edge, from, to: receiver, input, capacity, latency_ms, in_line });
                    self.tasks[receiver.index()].inputs.push(id);
                    self.tasks[sender.index()].outputs.push(id);
                    channels.push(id);
                }
                self.tasks[sender.index()].routes.push(Route { edge, partitioner, channels });
            }
        }
    }

    /// Regions are the parts of the task graph that channels connect (every exchange here is pipelined).
    fn set_regions(&mut self) {
        let mut region: Vec<u16> = (0..self.tasks.len() as u16).collect();
        loop {
            let mut changed = false;
            for c in &self.channels {
                let least = region[c.from.index()].min(region[c.to.index()]);
                for t in [c.from, c.to] {
                    changed |= region[t.index()] != least;
                    region[t.index()] = least;
                }
            }
            if !changed {
                break;
            }
        }
        let mut names: Vec<u16> = region.clone();
        names.sort_unstable();
        names.dedup();
        for (task, least) in self.tasks.iter_mut().zip(&region) {
            task.region = names.partition_point(|n| n < least) as u16;
        }
        self.regions = names.len() as u16;
    }

    /// The node of a task.
    pub fn node_of(&self, task: TaskId) -> &PlanNode {
        &self.nodes[self.tasks[task.index()].node.index()]
    }

    /// The node of this name.
    pub fn node_named(&self, name: &str) -> Option<&PlanNode> {
        self.nodes.iter().find(|n| n.name == name)
    }

    /// What the scenario says of a source task's source.
    pub fn source_of(&self, task: TaskId) -> Option<(usize, &Source)> {
        match self.node_of(task).role {
            Role::Source(i) => Some((i, &self.scenario.sources[i])),
            _ => None,
        }
    }

    /// What the scenario says of an operator task's operator.
    pub fn operator_of(&self, task: TaskId) -> Option<(usize, &Operator)> {
        match self.node_of(task).role {
            Role::Operator(i) => Some((i, &self.scenario.operators[i])),
            _ => None,
        }
    }

    /// What the scenario says of a sink task's sink.
    pub fn sink_of(&self, task: TaskId) -> Option<(usize, &Sink)> {
        match self.node_of(task).role {
            Role::Sink(i) => Some((i, &self.scenario.sinks[i])),
            _ => None,
        }
    }

    /// The node of a sink, by its place in the scenario.
    pub fn sink_node(&self, sink: usize) -> NodeId {
        NodeId((self.scenario.sources.len() + self.scenario.operators.len() + sink) as u16)
    }
}
