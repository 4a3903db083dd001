//! The business truth: every distinct event takes effect exactly once, in the order of time.
//!
//! A plain loop over the input as the scenario states it. It shares no code with the engine: no log, no state, no
//! operator of the engine is used here.

use std::collections::BTreeMap;

use crate::hash::Map;
use crate::ids::{EventId, Key};
use crate::scenario::{GenerateValue, Input, Operator, OperatorKind, PartitionBy, Scenario, SinkKind};

/// What should have come out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    /// By operator: the totals of a `sum` or `count`.
    pub totals: Vec<BTreeMap<Key, i64>>,
    /// By operator: how often each id takes effect in a `sum` or `count`; for a `join` the pairs.
    pub effects: Vec<Map<EventId, u32>>,
    /// By sink: how often each id is written.
    pub writes: Vec<Map<EventId, u32>>,
    /// By sink: the value that each id is written with, the last one.
    pub values: Vec<Map<EventId, i64>>,
    /// By sink: the balances of `increment` and `set`.
    pub balances: Vec<BTreeMap<Key, i64>>,
    /// Per distinct id: when it first becomes readable.
    pub first_at: Map<EventId, u64>,
    /// Per distinct id: the source where it first stands; empty where there is but one source.
    first_in: Map<EventId, u32>,
    /// Only one order of the input is possible.
    one_order: bool,
    /// By operator: what comes in.
    into_operators: Vec<Inflow>,
    /// By sink.
    into_sinks: Vec<Inflow>,
}

/// What comes into a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Inflow {
    /// By source: how many ways lead here from it.
    ways: Vec<u32>,
    /// The values of the records depend on the order of the input: they are running totals.
    by_order: bool,
    /// Which ids there are depends on running totals, and with them on the order of the input: a filter looks at them.
    by_totals: bool,
}

impl Inflow {
    /// What several inputs bring together.
    fn and(mut self, other: &Inflow) -> Inflow {
        self.ways.iter_mut().zip(&other.ways).for_each(|(here, there)| *here = here.saturating_add(*there));
        self.by_order |= other.by_order;
        self.by_totals |= other.by_totals;
        self
    }
}

#[derive(Clone)]
struct Fact {
    id: EventId,
    key: Key,
    value: i64,
}

#[derive(Default)]
struct Memory {
    seen: Map<EventId, ()>,
    totals: BTreeMap<Key, i64>,
    sides: BTreeMap<Key, [Vec<Fact>; 2]>,
}

impl Truth {
    /// The truth for all events that become readable up to `until_ms` (none: all).
    pub fn of(scenario: &Scenario, until_ms: Option<u64>) -> Truth {
        let (n, m) = (scenario.operators.len(), scenario.sinks.len());
        let mut truth = Truth {
            totals: vec![BTreeMap::new(); n],
            effects: vec![Map::default(); n],
            writes: vec![Map::default(); m],
            values: vec![Map::default(); m],
            balances: vec![BTreeMap::new(); m],
            first_at: Map::default(),
            first_in: Map::default(),
            one_order: one_input_order(scenario),
            into_operators: vec![Inflow::default(); n],
            into_sinks: Vec::new(),
        };
        let order = topological(scenario);
        truth.follow(scenario, &order);
        let mut memories: Vec<Memory> = (0..n).map(|_| Memory::default()).collect();
        for (source, at, fact) in distinct_events(scenario, until_ms) {
            truth.first_at.insert(fact.id.clone(), at);
            if scenario.sources.len() > 1 {
                truth.first_in.insert(fact.id.clone(), source as u32);
            }
            let mut out: BTreeMap<&str, Vec<Fact>> = BTreeMap::new();
            out.insert(&scenario.sources[source].name, vec![fact]);
            for &i in &order {
                let spec = &scenario.operators[i];
                let mut emitted = Vec::new();
                for (side, input) in spec.inputs.iter().enumerate() {
                    for fact in out.get(input.as_str()).into_iter().flatten() {
                        truth.operate(i, spec, side, fact, &mut memories[i], &mut emitted);
                    }
                }
                out.insert(&spec.name, emitted);
            }
            for (i, spec) in scenario.sinks.iter().enumerate() {
                for fact in spec.inputs.iter().filter_map(|input| out.get(input.as_str())).flatten() {
                    *truth.writes[i].entry(fact.id.clone()).or_default() += 1;
                    truth.values[i].insert(fact.id.clone(), fact.value);
                    let balance = truth.balances[i].entry(fact.key.clone()).or_default();
                    match spec.kind {
                        SinkKind::Increment => *balance = balance.saturating_add(fact.value),
                        SinkKind::Set => *balance = fact.value,
                        SinkKind::Append | SinkKind::Upsert | SinkKind::UniqueInsert | SinkKind::TwoPhase => {}
                    }
                }
            }
        }
        for (totals, memory) in truth.totals.iter_mut().zip(memories) {
            *totals = memory.totals;
        }
        for (balances, spec) in truth.balances.iter_mut().zip(&scenario.sinks) {
            if !matches!(spec.kind, SinkKind::Increment | SinkKind::Set) {
                balances.clear();
            }
        }
        truth
    }

    /// How often an id is due in the state of an operator.
    pub fn due_in_state(&self, operator: usize, id: &EventId) -> usize {
        self.due(&self.effects[operator], &self.into_operators[operator], id)
    }

    /// How often an id is due at a sink.
    pub fn due_at_sink(&self, sink: usize, id: &EventId) -> usize {
        self.due(&self.writes[sink], &self.into_sinks[sink], id)
    }

    /// Whether a filter that looks at running totals decides which ids come into an operator.
    pub fn by_totals_in_state(&self, operator: usize) -> bool {
        self.into_operators[operator].by_totals
    }

    /// Whether a filter that looks at running totals decides which ids come to a sink.
    pub fn by_totals_at_sink(&self, sink: usize) -> bool {
        self.into_sinks[sink].by_totals
    }

    /// Only one order of the input is possible: one partition, and no node with several inputs or tasks.
    pub fn has_one_order(&self) -> bool {
        self.one_order
    }

    /// Where a filter looks at running totals, another order of the input lets other ids through, and once by each way is no
    /// more than is due. Anywhere else nothing is due of an id that the truth does not have there: the event stands
    /// first in a source from which no way leads here, say, and took effect elsewhere.
    fn due(&self, here: &Map<EventId, u32>, inflow: &Inflow, id: &EventId) -> usize {
        let due = here.get(id).copied();
        if !inflow.by_totals || self.one_order {
            return due.unwrap_or(0) as usize;
        }
        let ways = match (self.first_in.get(id), &*inflow.ways) {
            (Some(source), ways) => ways[*source as usize],
            (None, [only]) => *only,
            // A pair, or an id that is not in the input.
            (None, _) => 1,
        };
        due.unwrap_or(0).max(ways) as usize
    }

    /// Notes what comes into each operator and sink; `order` has operators behind their inputs.
    fn follow(&mut self, scenario: &Scenario, order: &[usize]) {
        let none = Inflow { ways: vec![0; scenario.sources.len()], ..Inflow::default() };
        let mut out: BTreeMap<&str, Inflow> = BTreeMap::new();
        for (s, source) in scenario.sources.iter().enumerate() {
            let mut own = none.clone();
            own.ways[s] = 1;
            out.insert(&source.name, own);
        }
        let into = |inputs: &[String], out: &BTreeMap<&str, Inflow>| {
            inputs.iter().filter_map(|i| out.get(i.as_str())).fold(none.clone(), Inflow::and)
        };
        for &i in order {
            let spec = &scenario.operators[i];
            let inflow = into(&spec.inputs, &out);
            let mut on = inflow.clone();
            on.by_totals |= on.by_order && matches!(spec.kind, OperatorKind::Filter { .. });
            on.by_order |= matches!(spec.kind, OperatorKind::Sum | OperatorKind::Count);
            out.insert(&spec.name, on);
            self.into_operators[i] = inflow;
        }
        self.into_sinks = scenario.sinks.iter().map(|spec| into(&spec.inputs, &out)).collect();
    }

    fn operate(
        &mut self,
        i: usize,
        spec: &Operator,
        side: usize,
        fact: &Fact,
        memory: &mut Memory,
        emitted: &mut Vec<Fact>,
    ) {
        // State is kept for what the operator partitions by.
        let own = match spec.partition_by {
            PartitionBy::Key => fact.key.clone(),
            PartitionBy::Id => Key::named(&fact.id.to_string()),
        };
        match spec.kind {
            OperatorKind::Map => emitted.push(fact.clone()),
            OperatorKind::Filter { min_value } => {
                if fact.value >= min_value {
                    emitted.push(fact.clone());
                }
            }
            OperatorKind::Dedup => {
                if memory.seen.insert(fact.id.clone(), ()).is_none() {
                    emitted.push(fact.clone());
                }
            }
            OperatorKind::Sum | OperatorKind::Count => {
                let add = if spec.kind == OperatorKind::Sum { fact.value } else { 1 };
                let total = memory.totals.entry(own).or_default();
                *total = total.saturating_add(add);
                *self.effects[i].entry(fact.id.clone()).or_default() += 1;
                emitted.push(Fact { value: *total, ..fact.clone() });
            }
            OperatorKind::Join => {
                let sides = memory.sides.entry(own).or_default();
                for other in &sides[1 - side] {
                    let (left, right) = if side == 0 { (fact, other) } else { (other, fact) };
                    let id = EventId::pair(&left.id, &right.id);
                    *self.effects[i].entry(id.clone()).or_default() += 1;
                    let value = left.value.saturating_add(right.value);
                    emitted.push(Fact { id, key: fact.key.clone(), value });
                }
                sides[side].push(fact.clone());
            }
        }
    }
}

fn one_input_order(scenario: &Scenario) -> bool {
    scenario.sources.len() == 1
        && scenario.sources[0].partitions.len() == 1
        && scenario.operators.iter().all(|o| o.inputs.len() == 1 && o.parallelism == 1)
        && scenario.sinks.iter().all(|k| k.inputs.len() == 1)
}

/// Operators so that inputs come first.
fn topological(scenario: &Scenario) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    while order.len() < scenario.operators.len() {
        let before = order.len();
        for (i, spec) in scenario.operators.iter().enumerate() {
            let waits = |input: &String| {
                scenario.operators.iter().position(|o| o.name == *input).is_some_and(|o| !order.contains(&o))
            };
            if !order.contains(&i) && !spec.inputs.iter().any(waits) {
                order.push(i);
            }
        }
        if order.len() == before {
            break; // A cycle, which the reader of scenarios refuses.
        }
    }
    order
}

/// Each distinct event once, where it first stands: by time, then by the order of the file.
fn distinct_events(scenario: &Scenario, until_ms: Option<u64>) -> impl Iterator<Item = (usize, u64, Fact)> {
    let mut all: Vec<(u64, usize, Fact)> = Vec::new();
    for (s, source) in scenario.sources.iter().enumerate() {
        for partition in &source.partitions {
            match &partition.input {
                Input::Records(list) => {
                    for r in list {
                        let fact = Fact { id: r.id.clone(), key: r.key.clone(), value: r.value };
                        all.push((r.at_ms, s, fact));
                    }
                }
                Input::Generate(g) => {
                    // In the order of time: behind the first that is not due none is.
                    let due = |i: &u64| until_ms.is_none_or(|until| g.start_ms + i * g.every_ms <= until);
                    for i in (0..g.count).take_while(due) {
                        let id = g.first_id + i;
                        let value = match g.value {
                            GenerateValue::Constant(v) => v,
                            GenerateValue::Id => id as i64,
                        };
                        let key = Key::Numbered(id % g.keys);
                        all.push((g.start_ms + i * g.every_ms, s, Fact { id: EventId::Int(id), key, value }));
                    }
                }
            }
        }
    }
    all.retain(|(at, ..)| until_ms.is_none_or(|until| *at <= until));
    crate::order::sort_by_key(&mut all, |(at, ..)| *at); // Stable: the order of the file stays among equals.
    let mut seen: Map<EventId, ()> = Map::default();
    all.into_iter()
        .filter_map(move |(at, source, fact)| seen.insert(fact.id.clone(), ()).is_none().then_some((source, at, fact)))
}
