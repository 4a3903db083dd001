//! What came out of a run, as far as it does not depend on the order in which inputs happened to meet.

use std::collections::{BTreeMap, BTreeSet};

use barrierscope::operator::Operator;
use barrierscope::scenario::{OperatorKind, Scenario, SinkKind};
use barrierscope::sim::{Body, World};
use barrierscope::sink::TxnPhase;

/// What is certain of each node's output, whatever the order of its inputs.
pub(super) struct Certain {
    /// By node: which ids come out.
    ids: BTreeMap<String, bool>,
    /// By node: with which values.
    values: BTreeMap<String, bool>,
    /// By operator: which values go into it.
    values_in: BTreeMap<String, bool>,
    /// The ids of all nodes.
    pub(super) all_ids: bool,
}

impl Certain {
    pub(super) fn of(scenario: &Scenario) -> Certain {
        let one_order = scenario.sources.len() == 1
            && scenario.sources[0].partitions.len() == 1
            && scenario.operators.iter().all(|o| o.inputs.len() == 1 && o.parallelism == 1)
            && scenario.sinks.iter().all(|s| s.inputs.len() == 1);
        let sources = scenario.sources.iter().map(|s| (s.name.clone(), true));
        let mut certain = Certain {
            ids: sources.clone().collect(),
            values: sources.collect(),
            values_in: BTreeMap::new(),
            all_ids: true,
        };
        // Operators of random scenarios stand behind their inputs.
        for o in &scenario.operators {
            let ids = o.inputs.iter().all(|i| certain.ids[i]);
            let values = o.inputs.iter().all(|i| certain.values[i]);
            // A running total depends on what came before; a filter on a total passes other records then. Of records
            // with one id, a dedup passes the first, and they may differ.
            let (ids_out, values_out) = match o.kind {
                OperatorKind::Filter { .. } => (ids && values, values),
                OperatorKind::Sum | OperatorKind::Count => (ids, false),
                OperatorKind::Map | OperatorKind::Dedup | OperatorKind::Join => (ids, values),
            };
            certain.values_in.insert(o.name.clone(), values || one_order);
            certain.ids.insert(o.name.clone(), ids_out || one_order);
            certain.values.insert(o.name.clone(), values_out || one_order);
        }
        certain.all_ids = certain.ids.values().all(|c| *c);
        certain
    }

    fn inputs(&self, of: &BTreeMap<String, bool>, inputs: &[String]) -> bool {
        inputs.iter().all(|i| of[i])
    }
}

/// Ids (with values where they are certain) and how often.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counted(BTreeMap<(String, Option<i64>), u32>);

impl Counted {
    fn add(&mut self, id: String, value: Option<i64>) {
        *self.0.entry((id, value)).or_default() += 1;
    }

    /// Nothing of it is missing in `other`.
    pub(super) fn is_within(&self, other: &Counted) -> bool {
        self.0.iter().all(|(what, n)| other.0.get(what).is_some_and(|m| n <= m))
    }

    pub(super) fn ids(&self) -> BTreeSet<&str> {
        self.0.keys().map(|(id, _)| id.as_str()).collect()
    }
}

/// What stands at a sink.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Output {
    pub(super) written: Counted,
    pub(super) committed: Counted,
    /// Transactions that are open at the end.
    pub(super) open: usize,
    /// It keeps ids (not balances), and which ids come is certain.
    pub(super) kept: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    /// By operator, by entry. Without a value where that is not certain; operators whose ids are not certain are left
    /// out.
    pub(super) state: BTreeMap<String, BTreeMap<String, Option<i64>>>,
    /// By sink.
    pub(super) output: Vec<Output>,
}

impl Outcome {
    pub(super) fn of(world: &World, certain: &Certain) -> Outcome {
        let plan = world.plan();
        let mut outcome = Outcome::default();
        for spec in &plan.scenario.operators {
            if !certain.inputs(&certain.ids, &spec.inputs) {
                continue;
            }
            let entries = outcome.state.entry(spec.name.clone()).or_default();
            let node = plan.node_named(&spec.name).expect("it is there");
            for task in node.tasks() {
                let Some(job) = world.job() else { continue };
                let Body::Operator(operator) = &job.tasks[task.index()].body else { continue };
                match operator {
                    Operator::Map | Operator::Filter(_) => {}
                    Operator::Dedup(o) => entries.extend(o.seen.iter().map(|(id, _)| (id.to_string(), Some(1)))),
                    Operator::Reduce(o) => {
                        let sure = spec.kind == OperatorKind::Count || certain.values_in[&spec.name];
                        // The same key on two tasks (partition_by id): what counts is the whole.
                        for (key, e) in o.totals.iter() {
                            let total = entries.entry(key.to_string()).or_insert(sure.then_some(0));
                            *total = total.map(|t| t + e.value);
                        }
                    }
                    Operator::Join(o) => {
                        for (key, sides) in o.buffers() {
                            for (side, waiting) in sides.iter().enumerate() {
                                for w in waiting {
                                    let n = entries.entry(format!("{key}/{side}/{}", w.value.id)).or_insert(Some(0));
                                    *n = n.map(|n| n + 1);
                                }
                            }
                        }
                    }
                }
            }
        }
        for (i, spec) in plan.scenario.sinks.iter().enumerate() {
            outcome.output.push(output(world, certain, i, spec.kind, &spec.inputs));
        }
        outcome
    }
}

fn output(world: &World, certain: &Certain, sink: usize, kind: SinkKind, inputs: &[String]) -> Output {
    let mut output = Output::default();
    if !certain.inputs(&certain.ids, inputs) {
        return output;
    }
    let sure = certain.inputs(&certain.values, inputs);
    let destination = &world.durable().destinations[sink];
    for row in destination.rows.iter() {
        let value = sure.then_some(row.value);
        output.written.add(row.id.to_string(), value);
        let phase = row.transaction.and_then(|t| destination.transaction(t)).map(|t| t.phase);
        if phase == Some(TxnPhase::Committed) {
            output.committed.add(row.id.to_string(), value);
        }
    }
    for id in destination.by_id.keys() {
        output.written.add(id.to_string(), None);
    }
    output.open = destination.open_transactions().count();
    output.kept = !matches!(kind, SinkKind::Increment | SinkKind::Set);
    output
}
