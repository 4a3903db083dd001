//! The closing card: what a run that went wrong has cost. What mends it, `why` finds out.

use super::show::Show;
use super::verdict::{Guarantee, audits_of, worst};
use crate::check::{Cause, Report};
use crate::graph::{Plan, Role};
use crate::ids::{EventId, NodeId};
use crate::scenario::{OperatorKind, SinkKind};

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
    /// How many ids have more effects than are due, and how many have fewer.
    pub of_ids: (u64, u64),
    /// Why at this destination, most effects first: the cause, and how many effects it had.
    pub causes: Vec<(Cause, u64)>,
    /// The state inside is wrong too.
    pub state_wrong: bool,
    /// What the records are, where the source's name says it: "orders".
    pub noun: Option<String>,
}

/// What a run took that came out right: the times that its choices cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// The longest from being readable in the log to being visible to a reader.
    pub visible_after_ms: u64,
    /// The longest from a checkpoint's trigger to its completion.
    pub checkpoint_ms: u64,
    /// How long the job was down, in all.
    pub down_ms: u64,
}

/// What the run took so far.
pub fn price(show: &Show) -> Price {
    let report = show.report();
    Price {
        visible_after_ms: report.sinks.values().map(|s| s.delay_ms.max).max().unwrap_or(0),
        checkpoint_ms: super::compare::longest(&report),
        down_ms: report.recovery.iter().filter_map(|r| r.down_ms).sum(),
    }
}

/// The cost of the run so far; none: nothing stands twice and nothing is missing.
pub fn cost(show: &Show) -> Option<Cost> {
    let report = show.report();
    let (audits, ..) = audits_of(show, &report);
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
        of_ids: (worst.ids.len() as u64, worst.missing_ids.len() as u64),
        causes: causes(&report, node),
        state_wrong: report.guarantee.state != Guarantee::ExactlyOnce,
        noun,
    })
}

/// The causes of what is wrong at this place: those of other places do not explain it.
fn causes(report: &Report, place: NodeId) -> Vec<(Cause, u64)> {
    let mut all: Vec<(Cause, u64)> = Vec::new();
    for finding in report.findings.iter().filter(|f| f.place == place) {
        match all.iter_mut().find(|(cause, _)| *cause == finding.cause) {
            Some((_, count)) => *count += finding.count,
            None => all.push((finding.cause, finding.count)),
        }
    }
    crate::order::sort_by_key(&mut all, |(_, count)| std::cmp::Reverse(*count));
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
