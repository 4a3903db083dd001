//! Random faults: what goes wrong, and when.

use barrierscope::ids::{CheckpointId, EventId};
use barrierscope::scenario::{CrashTarget, Do, Fault, Input, OperatorKind, Reaches, Scenario, Source, When, limits};

use super::settings::read_point;
use super::{FaultKind, Mix, Pick, Picks};

pub(super) fn faults(mix: &Mix, scenario: &Scenario, draws: &[Vec<Pick>]) -> Vec<Fault> {
    if mix.faults.is_empty() {
        return Vec::new();
    }
    draws
        .iter()
        .filter_map(|draw| {
            let mut picks = Picks::of(draw, mix);
            let kind = picks.one(&mix.faults);
            let when = when(&mut picks, scenario);
            let action = action(&mut picks, scenario, kind)?;
            // Sending again without end would never end.
            let once = matches!(action, Do::Redeliver { .. });
            let times = if !once && picks.chance(20) { picks.number(2, 3, u64::MAX) } else { 1 };
            Some(Fault { when, action, times })
        })
        .collect()
}

fn when(picks: &mut Picks<'_>, scenario: &Scenario) -> When {
    let moment = |picks: &mut Picks<'_>| When::AtMs(picks.next() * 3 / 2);
    match picks.next() % 7 {
        0 | 1 => moment(picks),
        2 => match read_point(picks, &scenario.sources) {
            Some(point) => When::Read(point),
            None => moment(picks),
        },
        3 if !scenario.operators.is_empty() => {
            let operator = picks.one(&scenario.operators).name;
            match some_id(picks, &upstream(scenario, &operator)) {
                Some((_, _, id)) => When::Processed { operator, id },
                None => moment(picks),
            }
        }
        4 => {
            let sink = picks.one(&scenario.sinks).name;
            match some_id(picks, &upstream(scenario, &sink)) {
                Some((_, _, id)) => When::Written { sink, id },
                None => moment(picks),
            }
        }
        // While a checkpoint is open, and just after.
        _ => When::Checkpoint { id: CheckpointId(1 + picks.next() as u32 % 4), reaches: picks.one(Reaches::WORDS).1 },
    }
}

/// The sources whose ids can reach a node: behind a join there are only ids of pairs.
fn upstream(scenario: &Scenario, node: &str) -> Vec<Source> {
    let inputs_of = |name: &str| {
        let operator = scenario.operators.iter().find(|o| o.name == name).map(|o| &o.inputs);
        operator.or_else(|| scenario.sinks.iter().find(|s| s.name == name).map(|s| &s.inputs))
    };
    let mut names = inputs_of(node).cloned().unwrap_or_default();
    let mut next = 0;
    while let Some(name) = names.get(next).cloned() {
        let joins = scenario.operators.iter().any(|o| o.name == name && o.kind == OperatorKind::Join);
        let more: Vec<String> = inputs_of(&name).filter(|_| !joins).into_iter().flatten().cloned().collect();
        names.extend(more.into_iter().filter(|m| !names.contains(m)).collect::<Vec<_>>());
        next += 1;
    }
    scenario.sources.iter().filter(|s| names.contains(&s.name)).cloned().collect()
}

/// A record of some partition that has any: source, partition, id.
fn some_id(picks: &mut Picks<'_>, sources: &[Source]) -> Option<(String, u16, EventId)> {
    if sources.is_empty() {
        return None;
    }
    let source = picks.one(sources);
    let partition = picks.next() as usize % source.partitions.len();
    let input = &source.partitions[partition].input;
    let which = picks.next().checked_rem(input.len())?;
    let id = match input {
        Input::Records(records) => records.get(which as usize)?.id.clone(),
        Input::Generate(generate) => generate.record(which)?.id,
    };
    Some((source.name, partition as u16, id))
}

fn action(picks: &mut Picks<'_>, scenario: &Scenario, kind: FaultKind) -> Option<Do> {
    let mut names: Vec<&String> = scenario.operators.iter().map(|o| &o.name).collect();
    names.extend(scenario.sinks.iter().map(|s| &s.name));
    names.extend(scenario.sources.iter().map(|s| &s.name));
    let for_ms = |picks: &mut Picks<'_>| picks.number(1, 400, limits::DELAY_MS_MAX);
    Some(match kind {
        FaultKind::CrashProcess => Do::Crash(CrashTarget::Process),
        FaultKind::CrashMachine => Do::Crash(CrashTarget::Machine),
        FaultKind::CrashTask => Do::Crash(CrashTarget::Operator(picks.one(&names).clone())),
        FaultKind::StorageDown => Do::StorageDown { ms: for_ms(picks) },
        FaultKind::Slow => Do::Slow {
            operator: picks.one(&names).clone(),
            service_ms: picks.number(0, 50, limits::DELAY_MS_MAX),
            for_ms: for_ms(picks),
        },
        FaultKind::Stall => {
            let operators = scenario.operators.iter().map(|o| (&o.name, &o.inputs));
            let sinks = scenario.sinks.iter().map(|s| (&s.name, &s.inputs));
            let edges: Vec<(&String, &String)> =
                operators.chain(sinks).flat_map(|(to, inputs)| inputs.iter().map(move |from| (from, to))).collect();
            let (from, to) = picks.one(&edges);
            Do::Stall { from: from.clone(), to: to.clone(), for_ms: for_ms(picks) }
        }
        FaultKind::Redeliver => {
            let (source, partition, id) = some_id(picks, &scenario.sources)?;
            Do::Redeliver { source, partition, id }
        }
    })
}
