//! How much more, and how much less, comes out when a promise does not hold: exactly as much as the rules say.

use std::collections::BTreeSet;

use barrierscope::event::Event;
use barrierscope::hash::stable_hash;
use barrierscope::ids::{ChannelId, CheckpointId, EventId, Offset};
use barrierscope::sim::CheckpointFailure;
use barrierscope::sink::Transaction;
use serde_json::{Value, json};

use crate::support::story::{Run, run};

const CASES: u64 = 150;

/// Numbers that differ from case to case.
struct Draw(u64);

impl Draw {
    fn between(&mut self, least: u64, most: u64) -> u64 {
        self.0 = stable_hash(&self.0);
        least + self.0 % (most - least + 1)
    }
}

fn source(draw: &mut Draw, name: &str, first: u64) -> Value {
    let (count, every) = (draw.between(20, 60), draw.between(5, 40));
    json!({ "name": name, "partitions": [{ "generate": { "count": count, "every_ms": every, "first_id": first } }] })
}

/// Two or three sources into one count, wires of different lengths, some crashes.
fn several_inputs(draw: &mut Draw, mode: &str) -> Value {
    let names = &["a", "b", "c"][..draw.between(2, 3) as usize];
    let sources: Vec<Value> =
        names.iter().enumerate().map(|(i, name)| source(draw, name, 1 + 1_000 * i as u64)).collect();
    let edges: Vec<Value> =
        names.iter().map(|name| json!({ "from": name, "to": "count", "latency_ms": draw.between(0, 250) })).collect();
    let crashes: Vec<Value> = (0..draw.between(1, 3))
        .map(|_| json!({ "when": { "at_ms": draw.between(100, 2_500) }, "do": { "crash": "process" } }))
        .collect();
    json!({ "sources": sources, "operators": [{ "name": "count", "kind": "count", "inputs": names }],
            "sinks": [{ "name": "out", "kind": "upsert", "inputs": ["count"] }],
            "channels": { "capacity": 1_000, "edges": edges }, "restart": { "delay_ms": draw.between(0, 300) },
            "storage": { "write_ms": draw.between(0, 60) },
            "checkpointing": { "every_ms": draw.between(50, 400), "mode": mode }, "faults": crashes })
}

/// Records that the count took from channels whose barrier was in, before its snapshot, by checkpoint; only of the
/// checkpoints that were restored.
fn taken_early(r: &Run) -> u64 {
    let task = r.task("count");
    let mut barriers: BTreeSet<(ChannelId, CheckpointId)> = BTreeSet::new();
    let mut early: std::collections::BTreeMap<CheckpointId, u64> = Default::default();
    let (mut open, mut restored) = (None, BTreeSet::new());
    for e in &r.events {
        match &e.event {
            Event::Triggered { checkpoint } => open = Some(*checkpoint),
            Event::BarrierArrived { channel, checkpoint, .. } => {
                barriers.insert((*channel, *checkpoint));
            }
            Event::Snapshotted { task: t, .. } if *t == task => open = None,
            Event::Taken { channel, .. } if r.world.plan().channels[channel.index()].to == task => {
                if let Some(id) = open.filter(|id| barriers.contains(&(*channel, *id))) {
                    *early.entry(id).or_default() += 1;
                }
            }
            Event::Crashed { .. } => open = None,
            Event::Restarted { checkpoint, .. } => restored.extend(*checkpoint),
            _ => {}
        }
    }
    restored.iter().filter_map(|id| early.get(id)).sum()
}

#[test]
fn at_least_once_counts_too_often_exactly_what_came_early_in_the_restored_checkpoints() {
    let mut with_surplus = 0;
    for case in 0..CASES {
        let r = run(several_inputs(&mut Draw(case), "at_least_once"));
        let count = &r.report.operators["count"];
        let surplus = (count.values["k0"] - count.expected["k0"]) as u64;
        assert_eq!(surplus, taken_early(&r), "case {case}");
        with_surplus += u64::from(surplus > 0);
        let exact = run(several_inputs(&mut Draw(case), "exactly_once"));
        assert_eq!(exact.report.operators["count"].values, count.expected, "case {case}");
    }
    assert!(with_surplus * 3 > CASES, "only {with_surplus} cases count anything twice");
}

/// Ids between the checkpoint before and this one: one source, one partition, ids as offsets.
fn epoch(r: &Run, transaction: &Transaction) -> Option<std::ops::Range<u64>> {
    let history = &r.world.durable().checkpoints.history;
    let complete = |s| s == barrierscope::checkpoint::CheckpointStatus::Completed;
    let end = history.iter().find(|c| Some(c.id) == transaction.checkpoint)?;
    if !complete(end.status) {
        return None;
    }
    let start = history.iter().rev().filter(|c| c.id < end.id && complete(c.status)).find_map(|c| c.offsets[0][0]);
    Some(start.unwrap_or(Offset(0)).0..end.offsets[0][0]?.0)
}

#[test]
fn a_two_phase_sink_misses_exactly_the_epochs_whose_transaction_timed_out() {
    let mut with_loss = 0;
    for case in 0..CASES {
        let mut draw = Draw(case);
        let mut text = json!({ "sources": [source(&mut draw, "a", 0)],
            "sinks": [{ "name": "out", "kind": "two_phase", "inputs": ["a"], "commit_ms": draw.between(0, 30),
                        "transaction_timeout_ms": draw.between(250, 1_500) }],
            "storage": { "write_ms": draw.between(0, 80) }, "restart": { "delay_ms": draw.between(0, 2_000) },
            "checkpointing": { "every_ms": draw.between(50, 200) } });
        let id = draw.between(1, 6);
        let reaches = ["triggered", "persisted", "completed", "committed"][draw.between(0, 3) as usize];
        text["faults"] = json!([
            { "when": { "checkpoint": { "id": id, "reaches": reaches } }, "do": { "crash": "process" } },
            { "when": { "at_ms": draw.between(50, 2_500) }, "do": { "crash": "process" } }]);
        let r = run(text);
        let failed =
            |e: &Event| matches!(e, Event::CheckpointFailed { why, .. } if *why != CheckpointFailure::JobFailed);
        assert!(r.times(failed).is_empty(), "case {case}: an epoch is what lies between complete checkpoints");
        let expired = r.world.durable().destinations[0].transactions.iter().filter(|t| t.timed_out);
        let lost: BTreeSet<EventId> = expired.filter_map(|t| epoch(&r, t)).flatten().map(EventId::Int).collect();
        let out = &r.report.sinks["out"];
        assert_eq!(out.missing_ids, lost.iter().cloned().collect::<Vec<_>>(), "case {case}");
        assert_eq!(out.duplicates, 0, "case {case}");
        with_loss += u64::from(!lost.is_empty());
    }
    assert!(with_loss * 10 > CASES, "only {with_loss} cases lose anything");
}
