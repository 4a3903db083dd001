//! What holds where a scenario does not say, for the form: read off the scenario's own defaults, so that it cannot
//! differ from them.

use serde_json::Value;

use crate::scenario::{
    Channels, Checkpointing, OperatorKind, Reader, Restart, StateHome, Storage, Ttl,
    defaults::{
        ENTRY_BYTES, EXPONENTIAL_INITIAL_MS, EXPONENTIAL_MAX_MS, EXPONENTIAL_MULTIPLIER_PERCENT, EXPONENTIAL_RESET_MS,
        FAILURE_RATE_INTERVAL_MS, FAILURE_RATE_MAX, RECORD_BYTES, TRANSACTION_TIMEOUT_MS,
    },
};

/// The default of a field, by its key; null where that is "none". None: the field has to be said.
///
/// `owner` is the object that it stands in: what an operator is partitioned by depends on its kind.
pub fn default_of(key: &str, owner: &Value) -> Option<Value> {
    let checkpointing = Checkpointing::default();
    let ttl = Ttl::of_ms(1);
    Some(match key {
        "title" | "note" => "".into(),
        "record.key" => "k0".into(),
        "seed"
        | "partition.first_offset"
        | "generate.start_ms"
        | "generate.every_ms"
        | "record.at"
        | "source.service_ms"
        | "operator.service_ms"
        | "sink.service_ms"
        | "sink.commit_ms" => 0.into(),
        "source.parallelism"
        | "operator.parallelism"
        | "generate.first_id"
        | "generate.keys"
        | "generate.value"
        | "record.value"
        | "fault.times" => 1.into(),
        "until_ms" | "operator.ttl" | "checkpointing" | "edge.capacity" | "edge.latency_ms" => Value::Null,
        "source.offsets" => "checkpoint".into(),
        "source.record_bytes" => RECORD_BYTES.into(),
        "operator.state" => StateHome::Checkpointed.word().into(),
        "operator.partition_by" => {
            let kind = OperatorKind::WORDS.iter().find(|(word, _)| owner["kind"] == **word);
            kind.map_or(OperatorKind::Map, |(_, kind)| *kind).default_partition_by().word().into()
        }
        "operator.entry_bytes" => ENTRY_BYTES.into(),
        "operator.ttl.update" => ttl.update.word().into(),
        "operator.ttl.visibility" => ttl.visibility.word().into(),
        "operator.ttl.cleanup" => ttl.cleanup.word().into(),
        "sink.reader" => Reader::ReadCommitted.word().into(),
        "sink.transaction_timeout_ms" => TRANSACTION_TIMEOUT_MS.into(),
        "channels.capacity" => Channels::default().capacity.into(),
        "channels.latency_ms" => Channels::default().latency_ms.into(),
        "checkpointing.every_ms" => checkpointing.every_ms.into(),
        "checkpointing.mode" => checkpointing.mode.word().into(),
        "checkpointing.unaligned" => checkpointing.unaligned.into(),
        "checkpointing.aligned_timeout_ms" => checkpointing.aligned_timeout_ms.into(),
        "checkpointing.timeout_ms" => checkpointing.timeout_ms.into(),
        "checkpointing.min_pause_ms" => checkpointing.min_pause_ms.into(),
        "checkpointing.max_concurrent" => checkpointing.max_concurrent.into(),
        "checkpointing.tolerable_failures" => checkpointing.tolerable_failures.into(),
        "checkpointing.sync_ms" => checkpointing.sync_ms.into(),
        "checkpointing.incremental" => checkpointing.incremental.into(),
        "checkpointing.retained" => checkpointing.retained.into(),
        "checkpointing.final" => checkpointing.final_checkpoint.into(),
        "storage.write_ms" => Storage::default().write_ms.into(),
        "storage.bytes_per_ms" => Storage::default().bytes_per_ms.into(),
        // The one that `Restart::default` has; a test reads it back.
        "restart.strategy" => "fixed_delay".into(),
        "restart.delay_ms" => Restart::default().delay_ms.into(),
        "restart.attempts" => Restart::default().attempts.into(),
        "restart.initial_ms" => EXPONENTIAL_INITIAL_MS.into(),
        "restart.max_ms" => EXPONENTIAL_MAX_MS.into(),
        "restart.multiplier" => factor(EXPONENTIAL_MULTIPLIER_PERCENT),
        "restart.reset_ms" => EXPONENTIAL_RESET_MS.into(),
        "restart.max" => FAILURE_RATE_MAX.into(),
        "restart.interval_ms" => FAILURE_RATE_INTERVAL_MS.into(),
        _ => return None,
    })
}

/// 150 as 1.5.
fn factor(percent: u64) -> Value {
    let digits = format!("{}.{:02}", percent / 100, percent % 100);
    digits.trim_end_matches('0').parse().map_or(Value::Null, Value::Number)
}
