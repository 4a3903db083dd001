//! A fault that waits for an id waits for one that can come: whatever a filter or a dedup holds back, no record with an id
//! that no source upstream has can ever reach a node.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::EventId;
use crate::scenario::error::ErrorCode;
use crate::scenario::errors::Errors;
use crate::scenario::json::{id_in_words, quoted};
use crate::scenario::schema::{Input, OperatorKind, Scenario, When};

/// What kinds of ids flow.
#[derive(Clone, Default)]
struct Ids {
    /// Those of these sources, by index.
    sources: BTreeSet<usize>,
    /// Those of joined pairs.
    pairs: bool,
}

/// Checks the conditions of faults; `order` has each node after its inputs, numbered in the order of the file.
pub(in crate::scenario) fn check(errors: &mut Errors, scenario: &Scenario, order: &[usize]) {
    let awaited = scenario.faults.iter().enumerate().filter_map(|(i, fault)| match &fault.when {
        When::Processed { operator, id } => Some((i, "processed", operator, id)),
        When::Written { sink, id } => Some((i, "written", sink, id)),
        When::AtMs(_) | When::Read(_) | When::Checkpoint { .. } => None,
    });
    let mut awaited = awaited.peekable();
    if awaited.peek().is_none() {
        return;
    }
    let arriving = arriving(scenario, order);
    let listed: Vec<BTreeSet<&EventId>> = scenario
        .sources
        .iter()
        .map(|source| {
            let lists = source.partitions.iter().filter_map(|p| match &p.input {
                Input::Records(records) => Some(records),
                Input::Generate(_) => None,
            });
            lists.flatten().map(|record| &record.id).collect()
        })
        .collect();
    for (fault, condition, node, id) in awaited {
        let Some(ids) = arriving.get(node.as_str()) else {
            continue;
        };
        let generated = |s: usize| {
            let logs = &scenario.sources[s].partitions;
            logs.iter().any(|log| matches!(log.input, Input::Generate(_)) && log.find(id).is_some())
        };
        let from_source = ids.sources.iter().any(|s| listed[*s].contains(id) || generated(*s));
        let pair = ids.pairs && matches!(id, EventId::Text(text) if text.contains(EventId::JOINED));
        if !from_source && !pair {
            errors.add(ErrorCode::NotInLog, format!("/faults/{fault}/when/{condition}/id"), || {
                format!("no record with the id {} can reach {}", id_in_words(id), quoted(node))
            });
        }
    }
}

/// By operator and sink: what can come in.
fn arriving<'s>(scenario: &'s Scenario, order: &[usize]) -> BTreeMap<&'s str, Ids> {
    let mut leaving: BTreeMap<&str, Ids> = BTreeMap::new();
    let mut arriving = BTreeMap::new();
    let (sources, operators) = (scenario.sources.len(), scenario.operators.len());
    for &node in order {
        if let Some(source) = scenario.sources.get(node) {
            leaving.insert(&source.name, Ids { sources: BTreeSet::from([node]), pairs: false });
            continue;
        }
        let operator = scenario.operators.get(node - sources);
        let Some((name, inputs)) = operator
            .map(|o| (&o.name, &o.inputs))
            .or_else(|| scenario.sinks.get(node - sources - operators).map(|s| (&s.name, &s.inputs)))
        else {
            continue;
        };
        let mut all = Ids::default();
        for ids in inputs.iter().filter_map(|input| leaving.get(input.as_str())) {
            all.sources.extend(&ids.sources);
            all.pairs |= ids.pairs;
        }
        if operator.is_some() {
            let joins = operator.is_some_and(|o| o.kind == OperatorKind::Join);
            let out = if joins { Ids { sources: BTreeSet::new(), pairs: true } } else { all.clone() };
            leaving.insert(name, out);
        }
        arriving.insert(name.as_str(), all);
    }
    arriving
}
