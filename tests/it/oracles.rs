//! The oracles of the engine's rules (semantics): one test a rule, named after it, run through the reader and the engine.
//!
//! Which rule is tested where, simplified or left out stands in `docs/model-and-rules.md`; a test holds the two together.

mod barriers;
mod coordinator;
mod flow;
mod restart;
mod sinks;
mod sources;
mod storage;
mod table;
mod theory;
mod ttl;

use barrierscope::event::Event;
use barrierscope::ids::{EventId, TaskId};
use serde_json::{Value, json};

/// A source with so many records, one every so many ms, ids from `first` on, all under one key.
fn log(name: &str, first: u64, count: u64, every_ms: u64) -> Value {
    json!({ "name": name,
            "partitions": [{ "generate": { "count": count, "every_ms": every_ms, "first_id": first } }] })
}

/// An operator or a sink.
fn node(name: &str, kind: &str, inputs: &[&str]) -> Value {
    json!({ "name": name, "kind": kind, "inputs": inputs })
}

/// One source `a`, a `count`, and a sink of this kind.
fn counted(source: Value, sink: &str, checkpointing: Value) -> Value {
    json!({ "sources": [source],
            "operators": [node("count", "count", &["a"])],
            "sinks": [node("out", sink, &["count"])],
            "checkpointing": checkpointing })
}

/// Two sources `a` (ids from 1) and `b` (ids from 101) with a record every 100 ms, counted together. Records of `b` are
/// on the wire for so long.
fn two_inputs(latency_b_ms: u64, checkpointing: Value) -> Value {
    json!({ "sources": [log("a", 1, 20, 100), log("b", 101, 20, 100)],
            "operators": [node("count", "count", &["a", "b"])],
            "sinks": [node("out", "upsert", &["count"])],
            "channels": { "capacity": 100, "edges": [{ "from": "b", "to": "count", "latency_ms": latency_b_ms }] },
            "checkpointing": checkpointing })
}

/// Two jobs in one that no channel connects: `a`, `count_a`, `out_a` and the same with b.
fn two_chains(checkpointing: Value) -> Value {
    json!({ "sources": [log("a", 1, 30, 100), log("b", 101, 30, 100)],
            "operators": [node("count_a", "count", &["a"]), node("count_b", "count", &["b"])],
            "sinks": [node("out_a", "append", &["count_a"]), node("out_b", "append", &["count_b"])],
            "checkpointing": checkpointing })
}

fn at(ms: u64, action: Value) -> Value {
    json!({ "when": { "at_ms": ms }, "do": action })
}

fn crash_at(ms: u64) -> Value {
    at(ms, json!({ "crash": "process" }))
}

fn with(mut scenario: Value, field: &str, value: Value) -> Value {
    scenario[field] = value;
    scenario
}

/// The record with this id is taken by a task.
fn takes(id: u64) -> impl Fn(&Event) -> bool {
    move |e| matches!(e, Event::Taken { record, .. } if record.id == EventId::Int(id))
}

/// A task takes its snapshot of a checkpoint.
fn snapshots(task: TaskId, id: u32) -> impl Fn(&Event) -> bool {
    move |e| matches!(e, Event::Snapshotted { task: t, checkpoint, .. } if *t == task && checkpoint.0 == id)
}
