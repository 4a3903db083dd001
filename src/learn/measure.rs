//! What a claim can measure: a small closed language over the report of a run and its settings.
//!
//! | of | measures |
//! |---|---|
//! | a sink | `rows S`, `visible S`, `distinct S`, `duplicates S`, `missing S`, `uncommitted S`, `wrong_values S`, `delay_p50 S`, `delay_max S`, `balance S KEY`, `balance_due S KEY` |
//! | an operator | `value O KEY`, `due O KEY`, `entries O`, `live O`, `size O`, `dropped O` |
//! | a restart (from 1) | `restarts`, `replayed`, `from N`, `next N SOURCE PARTITION`, `down N`, `catch_up N` |
//! | a checkpoint | `checkpoints`, `completed`, `offset C SOURCE PARTITION`, `triggered C`, `took C`, `bytes C`, `uploaded C`, `alignment C`, `blocked C`, `blocked C FROM TO`, `in_flight C`, `in_flight_bytes C`; over all that completed: `bytes_all`, `took_all`, `sync_all` |
//! | the whole | `cause NAME`, `ended`, `steps` |
//! | the settings | `every`, `delay`, `ttl O`, `timeout S`, `records SOURCE`, `value_of SOURCE ID`, `id_at SOURCE OFFSET`, `read_at SOURCE OFFSET`, `gap PERCENT SOURCE`, `capacity`, `latency FROM TO`, `crash_at` |

use crate::check::{CheckpointReport, OperatorReport, Report, SinkReport};
use crate::ids::EventId;
use crate::scenario::{Input, Partition, Scenario, When};

/// What is measured; none: the words name nothing that can be measured there.
pub(super) fn measure(what: &str, report: &Report, scenario: &Scenario) -> Option<i64> {
    let words: Vec<&str> = what.split_whitespace().collect();
    let (what, rest) = words.split_first()?;
    let found = match rest {
        [] => of_run(what, report, scenario),
        [name, rest @ ..] => of_sink(what, report.sinks.get(*name), rest)
            .or_else(|| of_operator(what, report.operators.get(*name), rest))
            .or_else(|| of_number(what, name, rest, report))
            .or_else(|| of_settings(what, name, rest, scenario)),
    };
    found.map(|n| i64::try_from(n).unwrap_or(i64::MAX))
}

fn of_run(what: &str, report: &Report, scenario: &Scenario) -> Option<i128> {
    let done = || report.checkpoints.iter().filter(|c| c.completed_ms.is_some());
    Some(match what {
        "restarts" => report.restarts.len() as i128,
        "replayed" => report.restarts.iter().map(|r| i128::from(r.replayed)).sum(),
        "checkpoints" => report.checkpoints.len() as i128,
        "completed" => report.checkpoint_counts.completed.into(),
        "bytes_all" => done().map(|c| i128::from(c.uploaded_bytes + c.in_flight_bytes)).sum(),
        "took_all" => done().filter_map(took).sum(),
        "sync_all" => done().map(|c| i128::from(c.sync_ms)).sum(),
        "ended" => report.ended_at_ms.into(),
        "steps" => report.steps.into(),
        "every" => scenario.checkpointing.as_ref()?.every_ms?.into(),
        "delay" => scenario.restart.delay_ms.into(),
        "capacity" => scenario.channels.capacity.into(),
        "crash_at" => scenario.faults.iter().find_map(|f| match f.when {
            When::AtMs(ms) => Some(ms.into()),
            _ => None,
        })?,
        _ => return None,
    })
}

fn of_sink(what: &str, sink: Option<&SinkReport>, rest: &[&str]) -> Option<i128> {
    let sink = sink?;
    Some(match (what, rest) {
        ("rows", []) => sink.rows.into(),
        ("visible", []) => sink.visible.into(),
        ("distinct", []) => sink.distinct.into(),
        ("duplicates", []) => sink.duplicates.into(),
        ("missing", []) => sink.missing.into(),
        ("uncommitted", []) => sink.uncommitted.into(),
        ("wrong_values", []) => sink.wrong_values?.into(),
        ("delay_p50", []) => sink.delay_ms.p50.into(),
        ("delay_max", []) => sink.delay_ms.max.into(),
        ("balance", [key]) => sink.balances.get(*key).copied().unwrap_or(0).into(),
        ("balance_due", [key]) => sink.expected_balances.get(*key).copied().unwrap_or(0).into(),
        _ => return None,
    })
}

fn of_operator(what: &str, operator: Option<&OperatorReport>, rest: &[&str]) -> Option<i128> {
    let operator = operator?;
    Some(match (what, rest) {
        ("value", [key]) => operator.values.get(*key).copied().unwrap_or(0).into(),
        ("due", [key]) => operator.expected.get(*key).copied().unwrap_or(0).into(),
        ("entries", []) => operator.entries.into(),
        ("live", []) => operator.live.into(),
        ("size", []) => operator.bytes.into(),
        ("dropped", []) => operator.dropped.into(),
        _ => return None,
    })
}

/// Of the restart or the checkpoint with this number.
fn of_number(what: &str, number: &str, rest: &[&str], report: &Report) -> Option<i128> {
    if what == "cause" {
        let name = |c: &crate::check::CauseReport| serde_json::to_value(c.cause).is_ok_and(|v| v == number);
        return Some(report.causes.iter().find(|c| name(c)).map_or(0, |c| c.count.into()));
    }
    let number: u32 = number.parse().ok()?;
    let restart = || report.restarts.get((number as usize).checked_sub(1)?);
    let recovery = || report.recovery.get((number as usize).checked_sub(1)?);
    let checkpoint = || report.checkpoints.iter().find(|c| c.id == number);
    Some(match (what, rest) {
        ("from", []) => restart()?.from_checkpoint.unwrap_or(0).into(),
        ("next", [source, p]) => (*restart()?.resume.get(*source)?.get(p.parse::<usize>().ok()?)?).into(),
        ("down", []) => recovery()?.down_ms?.into(),
        ("catch_up", []) => recovery()?.catch_up_ms?.into(),
        ("offset", [source, p]) => (*checkpoint()?.offsets.get(*source)?.get(p.parse::<usize>().ok()?)?)?.into(),
        ("triggered", []) => checkpoint()?.triggered_ms.into(),
        ("took", []) => took(checkpoint()?)?,
        ("bytes", []) => checkpoint()?.state_bytes.into(),
        ("uploaded", []) => checkpoint()?.uploaded_bytes.into(),
        ("alignment", []) => checkpoint()?.alignment_ms.into(),
        ("blocked", []) => checkpoint()?.blocked_ms.into(),
        ("blocked", [from, to]) => {
            let edge = format!("{from}→{to}");
            checkpoint()?.blocked_ms_by_input.get(&edge).copied().unwrap_or(0).into()
        }
        ("in_flight", []) => checkpoint()?.in_flight_records.into(),
        ("in_flight_bytes", []) => checkpoint()?.in_flight_bytes.into(),
        _ => return None,
    })
}

fn took(checkpoint: &CheckpointReport) -> Option<i128> {
    Some(i128::from(checkpoint.completed_ms? - checkpoint.triggered_ms))
}

fn of_settings(what: &str, name: &str, rest: &[&str], scenario: &Scenario) -> Option<i128> {
    let first = || scenario.sources.iter().find(|s| s.name == name)?.partitions.first();
    Some(match (what, rest) {
        ("ttl", []) => scenario.operators.iter().find(|o| o.name == name)?.ttl?.ms.into(),
        ("timeout", []) => scenario.sinks.iter().find(|s| s.name == name)?.transaction_timeout_ms.into(),
        ("records", []) => {
            scenario.sources.iter().find(|s| s.name == name)?.partitions.iter().map(Partition::len).sum::<u64>().into()
        }
        ("value_of", [id]) => {
            let id = id.parse().map_or_else(|_| EventId::Text((*id).into()), EventId::Int);
            first()?.find(&id)?.value.into()
        }
        ("read_at" | "id_at", [offset]) => {
            let partition = first()?;
            let place = offset.parse::<u64>().ok()?.checked_sub(partition.first_offset)?;
            let record = match &partition.input {
                Input::Records(records) => records.get(usize::try_from(place).ok()?)?.clone(),
                Input::Generate(generate) => generate.record(place)?,
            };
            match (what, record.id) {
                ("read_at", _) => record.at_ms.into(),
                (_, EventId::Int(id)) => id.into(),
                (_, EventId::Text(_)) => return None,
            }
        }
        ("latency", [to]) => {
            let edge = scenario.channels.edges.iter().find(|e| e.from == name && e.to == *to);
            edge.and_then(|e| e.latency_ms).unwrap_or(scenario.channels.latency_ms).into()
        }
        ("gap", [source]) => {
            let partition = scenario.sources.iter().find(|s| s.name == *source)?.partitions.first()?;
            gap(partition, name.parse().ok()?)?
        }
        _ => return None,
    })
}

/// How long after its first sending a record is sent again: the percentile by nearest rank, over all that are.
fn gap(partition: &Partition, percent: usize) -> Option<i128> {
    let sent = |id: &EventId| partition.find(id).map(|r| r.at_ms);
    let mut gaps: Vec<u64> =
        partition.redeliver.iter().filter_map(|again| Some(again.at_ms - sent(&again.id)?)).collect();
    gaps.sort_unstable();
    let rank = (gaps.len() * percent).div_ceil(100).checked_sub(1)?;
    gaps.get(rank).map(|ms| i128::from(*ms))
}
