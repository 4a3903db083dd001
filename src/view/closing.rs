//! The closing card: what a run that went wrong has cost, and which changes mend it.
//!
//! A change is on offer only after it was tried: the same run with it comes out right.

use super::show::{Show, Start};
use super::verdict::{Guarantee, audits, worst};
use crate::check::Cause;
use crate::graph::{Plan, Role};
use crate::ids::{EventId, NodeId};
use crate::scenario::{OperatorKind, Reader, Scenario, SinkKind};

/// What a run has cost, at its worst destination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The destination's name.
    pub sink: String,
    /// What a write does there.
    pub kind: SinkKind,
    /// Effects beyond the expected ones.
    pub duplicates: u64,
    /// Effects that are missing.
    pub missing: u64,
    /// What the values of those come to, where the destination takes the records' own values.
    pub amount: Option<i64>,
    /// The first and the last id that stands twice.
    pub ids: Option<(EventId, EventId)>,
    /// Why, most effects first: the cause, and how many effects it had.
    pub causes: Vec<(Cause, u64)>,
    /// What the records are, where the source's name says it: "orders".
    pub noun: Option<String>,
}

/// A change that mends a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mend {
    /// The sink with this index gets another kind.
    Sink(usize, SinkKind),
    /// The reader of the sink with this index sees committed rows only.
    ReadCommitted(usize),
}

impl Mend {
    /// The scenario with the change made.
    pub fn apply(self, scenario: &Scenario) -> Scenario {
        let mut changed = scenario.clone();
        match self {
            Mend::Sink(sink, kind) => {
                if let Some(sink) = changed.sinks.get_mut(sink) {
                    sink.kind = kind;
                    if kind == SinkKind::TwoPhase {
                        sink.reader = Reader::ReadCommitted;
                    }
                }
            }
            Mend::ReadCommitted(sink) => {
                if let Some(sink) = changed.sinks.get_mut(sink) {
                    sink.reader = Reader::ReadCommitted;
                }
            }
        }
        changed
    }
}

/// The cost of the run so far; none: nothing stands twice and nothing is missing.
pub fn cost(show: &Show) -> Option<Cost> {
    let (audits, ..) = audits(show);
    let worst = worst(&audits).filter(|a| a.duplicates + a.missing > 0)?;
    let plan = show.world().plan();
    let spec = &plan.scenario.sinks[worst.sink];
    let node = plan.sink_node(worst.sink);
    let scene = show.scene();
    let destination = &scene.destinations[worst.sink];
    let own_values = takes_own_values(plan, node);
    let amount = if worst.missing > 0 || !own_values {
        None
    } else if spec.kind == SinkKind::Increment {
        Some(destination.balances.iter().map(|b| b.surplus).sum())
    } else {
        let writes = show.reel().written(node.index(), show.history().step());
        Some(writes.iter().filter(|w| w.repeats.is_some() && is_doubled(worst, &w.record.id)).map(|w| w.value).sum())
    };
    let noun = match plan.scenario.sources.as_slice() {
        [one] if one.name.len() > 3 && one.name.ends_with('s') => Some(one.name.clone()),
        _ => None,
    };
    Some(Cost {
        sink: spec.name.clone(),
        kind: spec.kind,
        duplicates: worst.duplicates,
        missing: worst.missing,
        amount,
        ids: worst.ids.first().cloned().zip(worst.ids.last().cloned()),
        causes: causes(show),
        noun,
    })
}

fn causes(show: &Show) -> Vec<(Cause, u64)> {
    let mut all: Vec<_> = show.report().causes.iter().map(|c| (c.cause, c.count)).collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    all
}

fn is_doubled(audit: &super::verdict::Audit, id: &EventId) -> bool {
    audit.ids.iter().min() <= Some(id) && audit.ids.iter().max() >= Some(id)
}

/// Whether no sum, count or join lies between the sources and this node.
fn takes_own_values(plan: &Plan, node: NodeId) -> bool {
    let spec = &plan.nodes[node.index()];
    let changes = match spec.role {
        Role::Operator(i) => {
            matches!(plan.scenario.operators[i].kind, OperatorKind::Sum | OperatorKind::Count | OperatorKind::Join)
        }
        Role::Source(_) | Role::Sink(_) => false,
    };
    !changes && spec.inputs.iter().all(|edge| takes_own_values(plan, plan.edges[*edge].from))
}

/// The changes that mend this run, each tried out.
pub fn mends(show: &Show) -> Vec<Mend> {
    let (audits, ..) = audits(show);
    let Some(worst) = worst(&audits).filter(|a| a.duplicates + a.missing > 0) else { return Vec::new() };
    let kind = show.scenario().sinks[worst.sink].kind;
    let reader = show.scenario().sinks[worst.sink].reader;
    let mut candidates = Vec::new();
    if kind == SinkKind::TwoPhase && reader == Reader::ReadUncommitted {
        candidates.push(Mend::ReadCommitted(worst.sink));
    }
    candidates.push(Mend::Sink(worst.sink, SinkKind::Upsert));
    candidates.push(Mend::Sink(worst.sink, SinkKind::TwoPhase));
    candidates.retain(|mend| *mend != Mend::Sink(worst.sink, kind) && comes_out_right(show, *mend));
    candidates
}

fn comes_out_right(show: &Show, mend: Mend) -> bool {
    let mut tried = show.changed(mend.apply(show.scenario()), Start::Beginning);
    tried.seek(u64::MAX);
    // Right at the destinations is not enough: what is wrong inside would stay so.
    let (_, inside, output) = audits(&tried);
    (inside, output) == (Guarantee::ExactlyOnce, Guarantee::ExactlyOnce)
}
