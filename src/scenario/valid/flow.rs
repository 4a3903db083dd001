//! How much can flow through each node, and whether every number that the job adds up fits.
//!
//! Worst cases, worked out along the graph without running anything: how many records a node
//! emits, how many of one key, how large a value can be, and how large the sum over one key.
//! They hold for a run in which every record takes effect once. A run that counts twice can go
//! beyond them; there the engine stops at the ends of the range of its values.

use std::collections::BTreeMap;

use crate::ids::Key;
use crate::scenario::error::ErrorCode;
use crate::scenario::errors::Errors;
use crate::scenario::limits;
use crate::scenario::schema::{
    Do, Generate, GenerateValue, Input, Operator, OperatorKind, PartitionBy, Scenario, SinkKind, Source,
};

/// Upper bounds for what one node emits in a whole run.
#[derive(Clone, Copy, Default)]
struct Flow {
    records: u128,
    /// Of one key, at most.
    records_per_key: u128,
    /// The largest absolute value.
    value: u128,
    /// The largest sum of absolute values over one key.
    sum_per_key: u128,
    /// The sum of absolute values over all keys.
    sum: u128,
}

impl Flow {
    /// Of two inputs together.
    fn plus(self, other: Flow) -> Flow {
        Flow {
            records: self.records.saturating_add(other.records),
            records_per_key: self.records_per_key.saturating_add(other.records_per_key),
            value: self.value.max(other.value),
            sum_per_key: self.sum_per_key.saturating_add(other.sum_per_key),
            sum: self.sum.saturating_add(other.sum),
        }
    }

    /// Every record with a value up to this.
    fn with_value(self, value: u128) -> Flow {
        Flow {
            value,
            sum_per_key: self.records_per_key.saturating_mul(value),
            sum: self.records.saturating_mul(value),
            ..self
        }
    }
}

/// Checks every node; `order` has each after its inputs, numbered in the order of the file.
pub(in crate::scenario) fn check(errors: &mut Errors, scenario: &Scenario, order: &[usize]) {
    let mut flows: BTreeMap<&str, Flow> = BTreeMap::new();
    let (sources, operators) = (scenario.sources.len(), scenario.operators.len());
    let mut effects = 0u128;
    let mut largest: (u128, String) = (0, String::new());
    let mut add_effects = |of_node: u128, path: String| {
        effects = effects.saturating_add(of_node);
        if of_node > largest.0 {
            largest = (of_node, path);
        }
    };
    for &node in order {
        if let Some(source) = scenario.sources.get(node) {
            flows.insert(&source.name, of_source(scenario, source));
        } else if let Some(operator) = scenario.operators.get(node - sources) {
            let inputs = inputs(&flows, &operator.inputs);
            let path = format!("/operators/{}", node - sources);
            let flow = of_operator(errors, operator, &inputs, &path);
            if flow.records > u128::from(limits::EMITTED_MAX) {
                errors.add(ErrorCode::TooLarge, path, || {
                    format!(
                        "\"{}\" could emit {} records, expected at most {}",
                        operator.name,
                        in_words(flow.records),
                        limits::EMITTED_MAX
                    )
                });
                // One mistake, not one more at each node downstream.
                return;
            }
            let taken = inputs.iter().fold(0, |sum, flow| flow.records.saturating_add(sum));
            add_effects(
                match operator.kind {
                    OperatorKind::Map | OperatorKind::Filter { .. } => 0,
                    OperatorKind::Dedup | OperatorKind::Sum | OperatorKind::Count => taken,
                    OperatorKind::Join => {
                        let outputs = outputs(scenario, &operator.name);
                        taken.saturating_mul(1 + outputs).saturating_add(flow.records.saturating_mul(outputs))
                    }
                },
                path,
            );
            flows.insert(&operator.name, flow);
        } else if let Some(sink) = scenario.sinks.get(node - sources - operators) {
            let flow = inputs(&flows, &sink.inputs).iter().fold(Flow::default(), |a, b| a.plus(*b));
            add_effects(flow.records, format!("/sinks/{}", node - sources - operators));
            if sink.kind == SinkKind::Increment {
                let path = format!("/sinks/{}", node - sources - operators);
                fits(errors, path, "the balance of one key", flow.sum_per_key);
            }
        }
    }
    if effects > u128::from(limits::EFFECTS_MAX) {
        errors.add(ErrorCode::TooLarge, largest.1, || {
            format!(
                "the run could have {} effects (records taken into state, put out by joins, and written), most of them \
                 here, expected at most {}",
                in_words(effects),
                limits::EFFECTS_MAX
            )
        });
    }
}

/// Edges out of an operator.
fn outputs(scenario: &Scenario, name: &str) -> u128 {
    let inputs = scenario.operators.iter().map(|o| &o.inputs).chain(scenario.sinks.iter().map(|s| &s.inputs));
    inputs.flatten().filter(|input| *input == name).count() as u128
}

fn inputs(flows: &BTreeMap<&str, Flow>, names: &[String]) -> Vec<Flow> {
    names.iter().filter_map(|name| flows.get(name.as_str()).copied()).collect()
}

fn of_operator(errors: &mut Errors, operator: &Operator, inputs: &[Flow], path: &str) -> Flow {
    let all = inputs.iter().fold(Flow::default(), |a, b| a.plus(*b));
    // By id, records of any keys may share a state entry.
    let by_id = operator.partition_by == PartitionBy::Id;
    match operator.kind {
        OperatorKind::Map | OperatorKind::Filter { .. } | OperatorKind::Dedup => all,
        OperatorKind::Sum => {
            let sum = if by_id { all.sum } else { all.sum_per_key };
            all.with_value(fits(errors, path.to_owned(), "the running sum of one key", sum))
        }
        OperatorKind::Count => all.with_value(if by_id { all.records } else { all.records_per_key }),
        OperatorKind::Join => {
            let left = inputs.first().copied().unwrap_or_default();
            let right = inputs.get(1).copied().unwrap_or_default();
            let value = left.value.saturating_add(right.value);
            let value = fits(errors, path.to_owned(), "the value of a joined pair", value);
            let (of_left, of_right) =
                if by_id { (left.records, right.records) } else { (left.records_per_key, right.records_per_key) };
            let pairs = left.records.saturating_mul(of_right);
            let pairs = pairs.min(right.records.saturating_mul(of_left));
            let records_per_key = pairs.min(of_left.saturating_mul(of_right));
            Flow { records: pairs, records_per_key, ..Flow::default() }.with_value(value)
        }
    }
}

fn of_source(scenario: &Scenario, source: &Source) -> Flow {
    let mut total = Flow::default();
    let mut listed: BTreeMap<&Key, Flow> = BTreeMap::new();
    for (p, log) in source.partitions.iter().enumerate() {
        let mut value_max = 0;
        match &log.input {
            Input::Records(records) => {
                for record in records {
                    let value = u128::from(record.value.unsigned_abs());
                    value_max = value_max.max(value);
                    let of_key = listed.entry(&record.key).or_default();
                    *of_key = of_key.plus(of_one_key(1, value));
                }
            }
            Input::Generate(generate) => {
                let flow = of_generate(generate);
                value_max = flow.value;
                total = total.plus(flow);
            }
        }
        // Whichever record is sent again, its value is not larger than the largest.
        let by_faults = scenario.faults.iter().filter_map(|fault| match &fault.action {
            Do::Redeliver { source: name, partition, .. } if *name == source.name && usize::from(*partition) == p => {
                Some(u128::from(fault.times))
            }
            _ => None,
        });
        let again = by_faults.fold(log.redeliver.len() as u128, u128::saturating_add);
        total = total.plus(of_one_key(again, value_max));
    }
    let listed = listed.into_values().fold(Flow::default(), |a, b| Flow {
        records_per_key: a.records_per_key.max(b.records_per_key),
        sum_per_key: a.sum_per_key.max(b.sum_per_key),
        ..a.plus(b)
    });
    total.plus(listed)
}

fn of_one_key(records: u128, value: u128) -> Flow {
    Flow { records, records_per_key: records, ..Flow::default() }.with_value(value)
}

fn of_generate(generate: &Generate) -> Flow {
    let records = u128::from(generate.count);
    let value = match generate.value {
        GenerateValue::Constant(value) => u128::from(value.unsigned_abs()),
        GenerateValue::Id => u128::from(generate.first_id) + records,
    };
    let records_per_key = records.div_ceil(u128::from(generate.keys.max(1)));
    Flow { records, records_per_key, ..Flow::default() }.with_value(value)
}

/// The bound; 0 where it does not fit, so that what follows from a mistake is not one more.
fn fits(errors: &mut Errors, path: String, what: &str, bound: u128) -> u128 {
    if bound <= i64::MAX as u128 {
        return bound;
    }
    errors.add(ErrorCode::Overflow, path, || {
        format!("{what} could reach {}, expected at most {}", in_words(bound), i64::MAX)
    });
    0
}

/// A bound that was cut off is not a number to show.
fn in_words(bound: u128) -> String {
    const SHOWN_MAX: u128 = 10u128.pow(30);
    if bound > SHOWN_MAX { "more than 10^30".to_owned() } else { bound.to_string() }
}
