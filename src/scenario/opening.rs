//! The scenario that the page opens on, as a value.
//!
//! It is the first preset. It is written out here so that the first screen needs neither the reader of the format nor the
//! text of all the other presets; a test holds it to its file.

use super::defaults::{ENTRY_BYTES, RECORD_BYTES, TRANSACTION_TIMEOUT_MS};
use super::schema::{
    Channels, Checkpointing, CrashTarget, Do, Fault, Generate, GenerateValue, Input, Offsets, Operator, OperatorKind,
    Partition, PartitionBy, Reader, Restart, Scenario, Sink, SinkKind, Source, StateHome, Storage, When,
};
use crate::ids::EventId;

/// The opening scenario: that of the first of [`presets`](super::presets()).
pub fn opening() -> Scenario {
    Scenario {
        title: super::presets()[0].name.into(),
        note: String::new(),
        seed: 0,
        sources: vec![Source {
            name: "orders".into(),
            partitions: vec![Partition {
                first_offset: 1,
                input: Input::Generate(Generate {
                    count: 150,
                    first_id: 1,
                    start_ms: 0,
                    every_ms: 100,
                    keys: 1,
                    value: GenerateValue::Id,
                }),
                redeliver: Vec::new(),
            }],
            offsets: Offsets::Checkpoint,
            parallelism: 1,
            service_ms: 50,
            record_bytes: RECORD_BYTES,
        }],
        operators: vec![
            operator("dedup", OperatorKind::Dedup, PartitionBy::Id, "orders"),
            operator("total", OperatorKind::Sum, PartitionBy::Key, "dedup"),
        ],
        sinks: vec![sink("ledger", SinkKind::Append, "dedup"), sink("dashboard", SinkKind::Set, "total")],
        channels: Channels { latency_ms: 80, ..Channels::default() },
        checkpointing: Some(Checkpointing { every_ms: Some(10_000), ..Checkpointing::default() }),
        storage: Storage { write_ms: 300, bytes_per_ms: None },
        restart: Restart::default(),
        faults: vec![Fault {
            when: When::Written { sink: "ledger".into(), id: EventId::Int(150) },
            action: Do::Crash(CrashTarget::Process),
            times: 1,
        }],
        until_ms: None,
    }
}

fn operator(name: &str, kind: OperatorKind, partition_by: PartitionBy, input: &str) -> Operator {
    Operator {
        name: name.into(),
        kind,
        inputs: vec![input.into()],
        parallelism: 1,
        service_ms: 20,
        state: StateHome::Checkpointed,
        ttl: None,
        partition_by,
        entry_bytes: ENTRY_BYTES,
    }
}

fn sink(name: &str, kind: SinkKind, input: &str) -> Sink {
    Sink {
        name: name.into(),
        kind,
        inputs: vec![input.into()],
        service_ms: 0,
        reader: Reader::ReadCommitted,
        transaction_timeout_ms: TRANSACTION_TIMEOUT_MS,
        commit_ms: 0,
    }
}
