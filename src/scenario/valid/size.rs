//! The whole is within limits: tasks, channels, and how often a timer would tick.

use crate::scenario::error::ErrorCode;
use crate::scenario::errors::Errors;
use crate::scenario::limits;
use crate::scenario::schema::{Input, Offsets, Partition, Scenario, When};

pub(in crate::scenario) fn check(errors: &mut Errors, scenario: &Scenario) {
    let tasks: u64 = scenario
        .sources
        .iter()
        .map(|source| source.parallelism)
        .chain(scenario.operators.iter().map(|operator| operator.parallelism))
        .map(u64::from)
        .sum::<u64>()
        + scenario.sinks.len() as u64;
    if tasks > limits::TASKS_MAX {
        errors.add(ErrorCode::TooLarge, "", || {
            format!("the job has {tasks} subtasks, expected at most {}", limits::TASKS_MAX)
        });
    }
    let channels = channels(scenario);
    if channels > limits::CHANNELS_MAX {
        errors.add(ErrorCode::TooLarge, "", || {
            format!("the job has {channels} channels between subtasks, expected at most {}", limits::CHANNELS_MAX)
        });
    }
    ticks(errors, scenario);
}

fn parallelism(scenario: &Scenario, name: &str) -> u64 {
    let source = scenario.sources.iter().find(|s| s.name == name).map(|s| s.parallelism);
    let operator = scenario.operators.iter().find(|o| o.name == name).map(|o| o.parallelism);
    source.or(operator).map_or(1, u64::from)
}

/// Keyed edges and edges between different parallelisms link all with all, others one to one.
fn channels(scenario: &Scenario) -> u64 {
    let mut channels: u64 = 0;
    let operators = scenario.operators.iter().map(|o| (&o.inputs, u64::from(o.parallelism), o.kind.is_stateful()));
    let sinks = scenario.sinks.iter().map(|s| (&s.inputs, 1, false));
    for (inputs, to, keyed) in operators.chain(sinks) {
        for input in inputs {
            let from = parallelism(scenario, input);
            channels += if keyed || from != to { from * to } else { to };
        }
    }
    channels
}

/// Periodic timers tick as long as the run lasts, so a very long run with a very short period
/// would never end.
fn ticks(errors: &mut Errors, scenario: &Scenario) {
    let span_ms = scenario.until_ms.unwrap_or_else(|| last_moment(scenario));
    let mut check = |path: String, period_ms: u64| {
        let ticks = span_ms / period_ms.max(1);
        if ticks > limits::TICKS_MAX {
            errors.add(ErrorCode::TooLarge, path, || {
                format!(
                    "found {period_ms}, which makes {ticks} ticks until {span_ms} ms, the last \
                     moment named here, expected at most {}",
                    limits::TICKS_MAX
                )
            });
        }
    };
    if let Some(every_ms) = scenario.checkpointing.as_ref().and_then(|c| c.every_ms) {
        check("/checkpointing/every_ms".to_owned(), every_ms);
    }
    for (i, source) in scenario.sources.iter().enumerate() {
        if let Offsets::CommitEvery { ms } = source.offsets {
            check(format!("/sources/{i}/offsets/commit_every_ms"), ms);
        }
    }
}

/// The last moment at which something happens by itself.
fn last_moment(scenario: &Scenario) -> u64 {
    let logs = scenario.sources.iter().flat_map(|source| &source.partitions).map(last_record);
    let faults = scenario.faults.iter().map(|fault| match fault.when {
        When::AtMs(ms) => ms,
        _ => 0,
    });
    logs.chain(faults).max().unwrap_or(0)
}

fn last_record(log: &Partition) -> u64 {
    let last = match &log.input {
        Input::Records(records) => records.iter().map(|record| record.at_ms).max(),
        Input::Generate(generate) => generate.count.checked_sub(1).and_then(|i| generate.record(i)).map(|r| r.at_ms),
    };
    log.redeliver.iter().map(|again| again.at_ms).chain(last).max().unwrap_or(0)
}
