//! The verdict so far: is it right inside, is it right outside, and what would a dashboard say?

use super::show::Show;
use crate::checkpoint::CheckpointStatus;
use crate::ids::{CheckpointId, EventId};

use crate::check::Report;

pub use crate::check::Guarantee;

/// The verdict as of now, judged against what is due by now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The state of the operators.
    pub inside: Guarantee,
    /// Whether any operator keeps state that is judged.
    pub has_state: bool,
    /// The worst destination.
    pub output: Guarantee,
    /// Visible effects beyond the expected ones, at the worst destination.
    pub duplicates: u64,
    /// Expected effects that are not visible, at the worst destination.
    pub missing: u64,
    /// The worst destination's name, where there are several.
    pub sink: Option<String>,
    /// The first and the last id that stands twice there, where they follow one another.
    pub ids: Option<(EventId, EventId)>,
    /// What is missing, by destination.
    pub lost: Vec<Lost>,
    /// Whether the job runs.
    pub running: bool,
    /// It stays down.
    pub gave_up: bool,
    /// Failures so far.
    pub restarts: usize,
    /// The last checkpoint that ended, and whether it completed.
    pub checkpoint: Option<(CheckpointId, bool)>,
    /// The run is over.
    pub ended: bool,
}

/// What is missing at a destination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The sink, by its place in the scenario.
    pub sink: usize,
    /// How many effects.
    pub count: u64,
    /// The first and the last id.
    pub ids: (EventId, EventId),
}

/// What the judge says of one destination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// The sink, by its place in the scenario.
    pub sink: usize,
    /// Visible effects beyond the expected ones.
    pub duplicates: u64,
    /// Expected effects that are not visible.
    pub missing: u64,
    /// Ids that stand twice, in order.
    pub ids: Vec<EventId>,
    /// Ids that are missing, in order.
    pub missing_ids: Vec<EventId>,
}

/// What the judge says of every destination, of the state, and of the output.
pub fn audits(show: &Show) -> (Vec<Audit>, Guarantee, Guarantee) {
    audits_of(show, &show.report())
}

/// The same from a report that is there already.
pub fn audits_of(show: &Show, report: &Report) -> (Vec<Audit>, Guarantee, Guarantee) {
    let audit = |(sink, spec): (usize, &crate::scenario::Sink)| {
        let found = report.sinks.get(&spec.name)?;
        let ids = found.duplicated_ids.clone();
        Some(Audit {
            sink,
            duplicates: found.duplicates,
            missing: found.missing,
            ids,
            missing_ids: found.missing_ids.clone(),
        })
    };
    let audits = show.scenario().sinks.iter().enumerate().filter_map(audit).collect();
    (audits, report.guarantee.state, report.guarantee.output)
}

/// The worst destination.
pub fn worst(audits: &[Audit]) -> Option<&Audit> {
    audits.iter().rev().max_by_key(|a| (a.duplicates + a.missing, a.duplicates))
}

/// The first and the last of ids that follow one another without a gap; a range with gaps would say too much.
fn unbroken(ids: &[EventId]) -> Option<(EventId, EventId)> {
    let (first, last) = (ids.first()?, ids.last()?);
    let follows = |pair: &[EventId]| matches!(pair, [EventId::Int(a), EventId::Int(b)] if *b == a + 1);
    ids.windows(2).all(follows).then(|| (first.clone(), last.clone()))
}

/// The verdict as of a step; of the last one, as of just before, while the job still runs: then the dashboard says so.
pub fn verdict_at_work(show: &mut Show, step: u64) -> Verdict {
    show.seek(step);
    if show.history().next().is_none() {
        show.seek(show.history().step().saturating_sub(1));
    }
    verdict(show)
}

/// The verdict as of now.
pub fn verdict(show: &Show) -> Verdict {
    let (audits, inside, output) = audits(show);
    let world = show.world();
    let step = world.steps();
    let worst = worst(&audits);
    let wrong = worst.filter(|a| a.duplicates + a.missing > 0 && audits.len() > 1);
    let lost = audits.iter().filter_map(|a| {
        let ids = (a.missing_ids.first()?.clone(), a.missing_ids.last()?.clone());
        Some(Lost { sink: a.sink, count: a.missing, ids })
    });
    let history = &world.durable().checkpoints.history;
    let ended = history.iter().rev().find(|r| r.status != CheckpointStatus::InProgress);
    let running = world.job().is_some();
    Verdict {
        inside,
        has_state: world.plan().scenario.operators.iter().any(|o| o.kind.is_stateful()),
        output,
        duplicates: worst.map_or(0, |a| a.duplicates),
        missing: worst.map_or(0, |a| a.missing),
        sink: wrong.map(|a| world.plan().scenario.sinks[a.sink].name.clone()),
        ids: worst.and_then(|a| unbroken(&a.ids)),
        lost: lost.collect(),
        running,
        gave_up: !running && show.reel().crashed(step).is_some_and(|c| c.restart_at.is_none()),
        restarts: show.reel().crashes.partition_point(|c| c.step <= step),
        checkpoint: ended.map(|r| (r.id, r.status == CheckpointStatus::Completed)),
        ended: show.history().next().is_none(),
    }
}
