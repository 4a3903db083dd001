//! Runs of real Flink, told as scenarios: where the recording counted something, ours counts the same.
//!
//! What was recorded is read from `tests/flink/results.json`. Every field of a run is compared, or a table in
//! `recorded.rs` says why not; a test holds that every recorded run is told here or named there.

mod ran;
mod recorded;

use std::collections::BTreeSet;

use barrierscope::event::Event;
use barrierscope::graph::{MAX_PARALLELISM, key_group, subtask_of};
use serde_json::{Value, json};

use ran::{Ran, run};
use recorded::Recorded;

macro_rules! runs {
    ($($name:ident: $id:literal => $told:expr;)+) => {
        const TOLD: &[&str] = &[$($id),+];

        $(
            #[test]
            fn $name() {
                let mut recorded = Recorded::of($id);
                $told(&mut recorded);
                recorded.nothing_is_left();
            }
        )+
    };
}

runs! {
    a_dedup_and_a_sum: "1-dedup-sum-gated" => |r: &mut Recorded| {
        crash_at_149(r, &pipeline(with_repeats()));
    };
    a_crash_before_the_first_checkpoint: "1-crash-before-first-checkpoint" => |r: &mut Recorded| {
        crash_at_149(r, &with(pipeline(with_repeats()), json!({"checkpointing": {}})));
    };
    a_set_in_a_field_and_a_source_50_behind: "2-field-redeliver50" => |r: &mut Recorded| {
        crash_at_149(r, &dedup_in_memory(behind_by_50(pipeline(with_repeats()))));
    };
    a_set_in_keyed_state_and_a_source_50_behind: "2-state-redeliver50" => |r: &mut Recorded| {
        crash_at_149(r, &behind_by_50(pipeline(with_repeats())));
    };
    no_checkpointing: "3-nockp-restart" => |r: &mut Recorded| {
        crash_at_149(r, &with(pipeline(with_repeats()), json!({"checkpointing": null})));
    };
    an_offset_outside_that_is_ahead: "4-external-ahead" => |r: &mut Recorded| {
        crash_at_149(r, &offsets(pipeline(without_repeats()), json!("commit_on_read")));
    };
    an_offset_outside_that_is_behind: "4-external-behind" => |r: &mut Recorded| {
        crash_at_149(r, &behind_by_20(pipeline(without_repeats())));
    };
    an_offset_outside_that_is_behind_and_no_dedup: "4-external-behind-nodedup" => |r: &mut Recorded| {
        crash_at_149(r, &dedup_in_memory(behind_by_20(pipeline(without_repeats()))));
    };
    two_inputs_at_least_once: "5-two-inputs-at-least-once" => |r: &mut Recorded| {
        a_barrier_that_is_held(r, json!({"mode": "at_least_once"}), true);
    };
    two_inputs_aligned: "5-two-inputs-exactly-once" => |r: &mut Recorded| {
        a_barrier_that_is_held(r, json!({}), true);
    };
    two_inputs_unaligned: "5-two-inputs-unaligned" => |r: &mut Recorded| {
        a_barrier_that_is_held(r, json!({"unaligned": true}), true);
    };
    alignment_without_a_crash: "6-alignment" => |r: &mut Recorded| {
        a_barrier_that_is_held(r, json!({}), false);
    };
    at_least_once_without_a_crash: "6-no-alignment-at-least-once" => |r: &mut Recorded| {
        a_barrier_that_is_held(r, json!({"mode": "at_least_once"}), false);
    };
    a_barrier_that_waits_behind_50_records: "7-overtake-aligned" => |r: &mut Recorded| {
        fifty_records_in_front_of_a_barrier(r, false);
    };
    a_barrier_that_overtakes_50_records: "7-overtake-unaligned" => |r: &mut Recorded| {
        fifty_records_in_front_of_a_barrier(r, true);
    };
    ttl_ends_at_its_last_moment: "8-ttl-boundary" => |r: &mut Recorded| {
        ttl(r, BOUNDARY, json!({}));
    };
    ttl_ends_at_its_last_moment_in_a_map: "8-ttl-boundary-map" => |r: &mut Recorded| {
        ttl(r, BOUNDARY, json!({}));
    };
    ttl_is_not_renewed_by_reading: "8-ttl-refresh-oncreate" => |r: &mut Recorded| {
        ttl(r, REFRESH, json!({}));
    };
    ttl_is_renewed_by_reading: "8-ttl-refresh-onread" => |r: &mut Recorded| {
        ttl(r, REFRESH, json!({"update": "read_and_write"}));
    };
    ttl_hides_what_expired: "8-ttl-never-return" => |r: &mut Recorded| {
        ttl(r, AFTER_THE_END, json!({}));
    };
    ttl_shows_what_expired_once: "8-ttl-return-expired" => |r: &mut Recorded| {
        ttl(r, AFTER_THE_END, json!({"visibility": "return_if_not_cleaned_up"}));
    };
    ttl_goes_on_over_a_restart: "8-ttl-restart" => |r: &mut Recorded| {
        let records = [(1, 0), (2, 20), (1, 70), (2, 71), (2, 79), (2, 80)];
        ttl_over_a_restart(r, &dedup_with_ttl(&records, json!({})), 50);
    };
    ttl_leaves_what_expired_out_of_the_snapshot: "8-ttl-snapshot-expired-full" => |r: &mut Recorded| {
        let records = [(1, 0), (2, 20), (3, 71)];
        ttl_over_a_restart(r, &dedup_with_ttl(&records, json!({"cleanup": "full_snapshot"})), 70);
    };
    the_notice_of_completion_is_lost: "9-2pc-notify-lost" => |r: &mut Recorded| {
        let crash = json!([{"when": {"checkpoint": {"id": 2, "reaches": "completed"}}, "do": {"crash": "process"}}]);
        transactions(r, with(three_sinks([50, 100]), json!({"faults": crash})));
    };
    a_crash_before_the_barrier: "9-2pc-before-barrier" => |r: &mut Recorded| {
        transactions(r, with(three_sinks([50, 200]), json!({"faults": [crash_when_processed(90)]})));
    };
    a_checkpoint_that_never_completes: "9-2pc-incomplete-checkpoint" => |r: &mut Recorded| {
        let hold = json!({
            "when": {"read": {"source": "in", "partition": 0, "offset": 60}},
            "do": {"stall": {"from": "in", "to": "blocker", "for_ms": 100}}
        });
        transactions(r, with(three_sinks([50, 100]), json!({"faults": [hold, crash_when_processed(101)]})));
    };
    a_commit_that_fails_after_its_effect: "9-2pc-commit-throws-after" => |r: &mut Recorded| {
        let crash = json!([{"when": {"checkpoint": {"id": 1, "reaches": "committed"}}, "do": {"crash": "process"}}]);
        transactions(r, with(three_sinks([50, 200]), json!({"faults": crash})));
    };
    a_snapshot_that_throws: "10-snapshot-sync-throws-tolerable3" => |r: &mut Recorded| {
        let faults = json!([{
            "when": {"checkpoint": {"id": 2, "reaches": "triggered"}}, "do": {"crash": {"operator": "op"}}
        }]);
        failing_checkpoints(r, 3, &faults);
    };
    an_upload_that_fails: "10-snapshot-async-fails-default" => |r: &mut Recorded| {
        failing_checkpoints(r, 0, &json!([upload_fails(2)]));
    };
    uploads_that_fail_and_are_tolerated: "10-snapshot-async-fails-tolerable2" => |r: &mut Recorded| {
        failing_checkpoints(r, 2, &json!([upload_fails(2), upload_fails(3)]));
    };
    a_record_that_always_fails: "10-poison-record" => poison_record;
    a_checkpoint_that_takes_too_long: "10-timeout-tolerable0" => a_checkpoint_times_out;
    another_parallelism: "11-rescale-1-3" => another_parallelism_places_state_alike;
    key_groups: "11-key-groups" => key_groups_are_the_same;
}

#[test]
fn every_recorded_run_is_told_or_named_with_the_reason() {
    let untold: Vec<&str> = recorded::NOT_EXPRESSIBLE.iter().map(|(id, _)| *id).collect();
    let named: BTreeSet<String> = TOLD.iter().chain(&untold).map(|id| (*id).to_owned()).collect();
    assert_eq!(named, recorded::ids());
    assert_eq!(named.len(), TOLD.len() + untold.len(), "no run is both told and not expressible");
    assert!(recorded::ids_that_differ().iter().all(|id| TOLD.contains(&id.as_str())));
    assert!(TOLD.len() >= 24);
}

/// A scenario with some of its fields replaced.
fn with(mut scenario: Value, fields: Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        scenario[name] = value.clone();
    }
    scenario
}

/// The same job, which stays down after its crash: its report counts what the checkpoint holds.
fn stopped(scenario: &Value) -> Ran {
    run(&with(scenario.clone(), json!({"restart": {"attempts": 0}})))
}

/// The same job, which stops for good when its first checkpoint is complete.
fn stopped_at_the_checkpoint(scenario: &Value) -> Ran {
    let stop = json!({"when": {"checkpoint": {"id": 1, "reaches": "completed"}}, "do": {"crash": "process"}});
    let mut faults = scenario["faults"].as_array().cloned().unwrap_or_default();
    faults.insert(0, stop);
    stopped(&with(scenario.clone(), json!({"faults": faults})))
}

fn crash_when_processed(id: u64) -> Value {
    json!({"when": {"processed": {"operator": "fail", "id": id}}, "do": {"crash": "process"}})
}

/// Positions 1 to 200, one a millisecond; every tenth repeats the id five positions before.
fn with_repeats() -> Vec<Value> {
    (1..=200).map(|pos| if pos % 10 == 0 { (pos - 5, pos) } else { (pos, pos) }).map(record).collect()
}

fn without_repeats() -> Vec<Value> {
    (1..=200).map(|pos| record((pos, pos))).collect()
}

fn record((id, at): (u64, u64)) -> Value {
    json!({"id": id, "value": id, "at": at})
}

/// Source, dedup by id, sum and count, a place to fail, three sinks; a checkpoint behind 100, a crash at 149.
fn pipeline(records: Vec<Value>) -> Value {
    json!({
        "barrierscope": 1,
        "sources": [{"name": "in", "partitions": [{"first_offset": 1, "records": records}]}],
        "operators": [
            {"name": "dedup", "kind": "dedup", "inputs": ["in"]},
            {"name": "sum", "kind": "sum", "inputs": ["dedup"]},
            {"name": "count", "kind": "count", "inputs": ["sum"]},
            {"name": "fail", "kind": "map", "inputs": ["count"]},
        ],
        "sinks": [
            {"name": "append", "kind": "append", "inputs": ["fail"]},
            {"name": "upsert", "kind": "upsert", "inputs": ["fail"]},
            {"name": "2pc", "kind": "two_phase", "inputs": ["fail"]},
        ],
        "checkpointing": {"at": [{"source": "in", "partition": 0, "offset": 100}]},
        "restart": {"delay_ms": 50},
        "faults": [crash_when_processed(149)],
    })
}

fn dedup_in_memory(mut scenario: Value) -> Value {
    scenario["operators"][0]["state"] = json!("memory");
    scenario
}

fn offsets(mut scenario: Value, offsets: Value) -> Value {
    scenario["sources"][0]["offsets"] = offsets;
    scenario
}

/// The source reads on from 80, where its position was committed last.
fn behind_by_20(scenario: Value) -> Value {
    offsets(scenario, json!({"commit_every_ms": 81}))
}

/// The source reads on from 50, where its position was committed last: at 100 ms, before it came to 51.
fn behind_by_50(mut scenario: Value) -> Value {
    for record in scenario["sources"][0]["partitions"][0]["records"].as_array_mut().unwrap().iter_mut().skip(50) {
        record["at"] = json!(record["at"].as_u64().unwrap() + 50);
    }
    offsets(scenario, json!({"commit_every_ms": 100}))
}

/// Where the source read on; offsets there name the last record read, here the next one.
fn resumed_from(ran: &Ran, source: &str) -> i64 {
    ran.number(&format!("/restarts/0/resume/{source}/0")) - 1
}

fn offset_in_checkpoint(ran: &Ran, source: &str) -> i64 {
    ran.number(&format!("/checkpoints/0/offsets/{source}/0")) - 1
}

fn compare_sinks(r: &mut Recorded, ran: &Ran) {
    if r.has("append.duplicates") {
        r.same("append.written", ran.at("/sinks/append/rows"));
        r.same("append.duplicates", ran.at("/sinks/append/duplicates"));
        r.same("append.missing", ran.at("/sinks/append/missing"));
        r.same_ids("append.missingIds", &ran.ids("/sinks/append/missing_ids"));
    }
    for sink in ["2pcSinkV2", "2pcClassic"] {
        r.same_if_there(&format!("{sink}.visible.written"), ran.at("/sinks/2pc/visible"));
        r.same_if_there(&format!("{sink}.visible.duplicates"), ran.at("/sinks/2pc/duplicates"));
        r.same_if_there(&format!("{sink}.visible.missing"), ran.at("/sinks/2pc/missing"));
        if r.has(&format!("{sink}.visible.missingIds")) {
            r.same_ids(&format!("{sink}.visible.missingIds"), &ran.ids("/sinks/2pc/missing_ids"));
        }
    }
    r.same_transactions("2pcClassic.txns", &ran.transactions("2pc"));
}

fn crash_at_149(r: &mut Recorded, scenario: &Value) {
    let (ran, down) = (run(scenario), stopped(scenario));
    r.same("restarts", ran.restarts());
    r.same("status", ran.status());
    let restored = ran.at("/restarts/0/from_checkpoint").is_u64();
    r.same_if_there("checkpointedOffsetRestored", if restored { offset_in_checkpoint(&ran, "in") } else { 0 });
    r.same("resumedFromOffset", resumed_from(&ran, "in"));
    r.same("emittedAttempt0", ran.read_by(0));
    r.same("emittedAttempt1", ran.read_by(1));
    r.same("dedup.entriesRestored", down.at("/operators/dedup/entries"));
    r.same_if_there("dedup.droppedAttempt0", ran.dropped_by(0));
    r.same_if_there("dedup.droppedAttempt1", ran.dropped_by(1));
    r.same_if_there("dedup.entriesFinal", ran.at("/operators/dedup/entries"));
    r.same_if_there("sum.restored", down.number("/operators/sum/values/k0"));
    for total in ["sum", "count"] {
        r.same_if_there(&format!("{total}.final"), ran.number(&format!("/operators/{total}/values/k0")));
        r.same_if_there(&format!("{total}.expected"), ran.number(&format!("/operators/{total}/expected/k0")));
    }
    let after_restart = ran.first(|e| matches!(e, Event::Restarted { .. }))..ran.events.len();
    r.same_if_there("sum.processedAttempt1", ran.summed(after_restart, |_| true));
    compare_sinks(r, &ran);
    // The recording keeps a log of what an upsert wrote, too, and counts in it what came more than once.
    let (writes, rows) = (ran.writes("upsert"), ran.number("/sinks/upsert/rows"));
    r.same_if_there("upsertLog.written", writes);
    r.same_if_there("upsertLog.duplicates", writes as i64 - rows);
    r.same_if_there("upsertLog.missing", ran.at("/sinks/upsert/missing"));
    if r.has("upsertLog.missing") {
        r.same_ids("upsertLog.missingIds", &ran.ids("/sinks/upsert/missing_ids"));
    }
    r.same("upsertTable.rows", rows);
}

/// A job with two inputs: 1 to 200 and 1 to 20.
fn two_inputs(a_at: fn(u64) -> u64, b_at: fn(u64) -> u64) -> Value {
    let a: Vec<Value> = (1..=200).map(|n| record((n, a_at(n)))).collect();
    let b: Vec<Value> = (1..=20).map(|n| json!({"id": format!("b{n}"), "value": n, "at": b_at(n)})).collect();
    json!({
        "barrierscope": 1,
        "sources": [
            {"name": "a", "partitions": [{"first_offset": 1, "records": a}]},
            {"name": "b", "partitions": [{"first_offset": 1, "records": b}]},
        ],
        "operators": [
            {"name": "sum", "kind": "sum", "inputs": ["a", "b"]},
            {"name": "count", "kind": "count", "inputs": ["sum"]},
            {"name": "fail", "kind": "map", "inputs": ["count"]},
        ],
        "sinks": [{"name": "append", "kind": "append", "inputs": ["fail"]}],
        "restart": {"delay_ms": 50},
    })
}

/// A stands at 100 and B at 10 when the checkpoint is triggered at 500 ms; B's barrier is held for 400 ms, in which A
/// goes on to 140. Everything else comes later, and the crash before the next tick.
fn a_barrier_that_is_held(r: &mut Recorded, mode: Value, crashes: bool) {
    let hold_ms = 400;
    let checkpointing = with(mode, json!({"every_ms": 500}));
    let mut faults =
        vec![json!({"when": {"at_ms": 499}, "do": {"stall": {"from": "b", "to": "sum", "for_ms": hold_ms + 1}}})];
    if crashes {
        faults.push(crash_when_processed(150));
    }
    let a_at = |n| match n {
        ..=100 => n,
        101..=140 => 401 + n,
        _ => 800 + n,
    };
    let job = two_inputs(a_at, |n| if n <= 10 { n } else { 900 + n });
    let scenario = with(job, json!({"channels": {"capacity": 100}, "checkpointing": checkpointing, "faults": faults}));
    let (ran, held) = (run(&scenario), stopped_at_the_checkpoint(&scenario));

    let sum = ran.task("sum");
    let barrier_of_b = ran.world.plan().tasks[sum.index()].inputs[1];
    let arrived = ran.first(|e| matches!(e, Event::BarrierArrived { channel, .. } if *channel == barrier_of_b));
    let completed = ran.first(|e| matches!(e, Event::Completed { .. }));
    let snapshotted = ran.first(|e| matches!(e, Event::Snapshotted { task, .. } if *task == sum));
    let crashed = ran.first(|e| matches!(e, Event::Crashed { .. }));
    let behind_the_barrier = |record: &barrierscope::event::RecordRef| {
        record.origin.source.index() == 0 && (101..=140).contains(&record.origin.offset.0)
    };
    r.same("A.recordsProcessedWhileBarrierBHeld", ran.summed(0..arrived, behind_the_barrier));
    r.same("checkpointDoneWhileBarrierBHeld", completed < arrived);
    r.same("A.postBarrierRecordsProcessedBeforeSnapshot", ran.summed(0..snapshotted, behind_the_barrier));
    r.same("A.postBarrierRecordsProcessedAfterSnapshot", ran.summed(snapshotted..crashed, behind_the_barrier));
    r.same("A.offsetInCheckpoint", offset_in_checkpoint(&ran, "a"));
    r.same("B.offsetInCheckpoint", offset_in_checkpoint(&ran, "b"));
    r.same("sum.inCheckpoint", held.number("/operators/sum/values/k0"));
    r.same("sum.count.inCheckpoint", held.number("/operators/count/values/k0"));
    r.same("inFlightBytesPersisted>0", ran.number("/checkpoints/0/in_flight_bytes") > 0);
    r.same("alignment>=holdTime", ran.number("/checkpoints/0/alignment_ms") >= hold_ms);
    r.same("restarts", ran.restarts());
    if crashes {
        r.same("A.resumedFromOffset", resumed_from(&ran, "a"));
        r.same("B.resumedFromOffset", resumed_from(&ran, "b"));
    }
    let (sum, expected) = (ran.number("/operators/sum/values/k0"), ran.number("/operators/sum/expected/k0"));
    r.same("sum.final", sum);
    r.same("sum.expected", expected);
    r.same("sum.overCount", sum - expected);
    r.same("count.final", ran.at("/operators/count/values/k0"));
    r.same("count.expected", ran.at("/operators/count/expected/k0"));
    r.same("append.written", ran.at("/sinks/append/rows"));
}

/// The sum works on record 50 for a long time, while 51 to 100 and the barrier behind them queue up.
fn fifty_records_in_front_of_a_barrier(r: &mut Recorded, unaligned: bool) {
    let records: Vec<Value> = (1..=200).map(|n| record((n, if n <= 100 { n } else { 400 + n }))).collect();
    let mut scenario = with(
        pipeline(records),
        json!({
            "channels": {"capacity": 100},
            "checkpointing": {"at": [{"source": "in", "partition": 0, "offset": 100}], "unaligned": unaligned},
            "faults": [
                {"when": {"at_ms": 50}, "do": {"slow": {"operator": "sum", "service_ms": 400, "for_ms": 1}}},
                crash_when_processed(120),
            ],
        }),
    );
    scenario["operators"].as_array_mut().unwrap().remove(0);
    scenario["operators"][0]["inputs"] = json!(["in"]);
    let (ran, held) = (run(&scenario), stopped_at_the_checkpoint(&scenario));
    r.same("sourceOffsetInCheckpoint", offset_in_checkpoint(&ran, "in"));
    r.same("operatorCountInCheckpoint", held.number("/operators/count/values/k0"));
    r.same("inFlightRecordsInCheckpoint", ran.at("/checkpoints/0/in_flight_records"));
    r.same("persistedInFlightBytes>0", ran.number("/checkpoints/0/in_flight_bytes") > 0);
    r.same("restarts", ran.restarts());
    r.same("source.resumedFromOffset", resumed_from(&ran, "in"));
    r.same("source.emittedAttempt1", ran.read_by(1));
    let after_restart = ran.first(|e| matches!(e, Event::Restarted { .. }))..ran.events.len();
    r.same("operator.processedAttempt1", ran.summed(after_restart, |_| true));
    r.same("sum.final", ran.at("/operators/sum/values/k0"));
    r.same("sum.expected", ran.at("/operators/sum/expected/k0"));
    r.same("append.written", ran.at("/sinks/append/rows"));
    r.same_ids("append.duplicateIds", &ran.ids("/sinks/append/duplicated_ids"));
}

/// Ids with the moments at which they come.
type Arrivals = &'static [(u64, u64)];

const BOUNDARY: Arrivals = &[(1, 0), (2, 0), (3, 0), (4, 0), (1, 59), (2, 60), (3, 61), (4, 65)];
const REFRESH: Arrivals = &[(1, 0), (1, 40), (1, 80), (1, 119), (1, 139), (1, 179), (1, 240)];
const AFTER_THE_END: Arrivals = &[(1, 0), (1, 65), (1, 66), (1, 67)];

/// A dedup that forgets after 60 units of time; one is a millisecond here.
fn dedup_with_ttl(arrivals: &[(u64, u64)], rule: Value) -> Value {
    let records: Vec<Value> = arrivals.iter().map(|a| record(*a)).collect();
    json!({
        "barrierscope": 1,
        "sources": [{"name": "in", "partitions": [{"records": records}]}],
        "operators": [{"name": "dedup", "kind": "dedup", "inputs": ["in"], "ttl": with(rule, json!({"ms": 60}))}],
        "sinks": [{"name": "append", "kind": "append", "inputs": ["dedup"]}],
    })
}

fn ttl(r: &mut Recorded, arrivals: Arrivals, rule: Value) {
    let ran = run(&dedup_with_ttl(arrivals, rule));
    r.same("decisions", ran.decisions());
    r.same_if_there("rawEntriesAtEnd", ran.at("/operators/dedup/entries"));
}

/// A checkpoint, a crash behind it, and the records that come after the restart.
fn ttl_over_a_restart(r: &mut Recorded, scenario: &Value, checkpoint_at: u64) {
    let checkpointed = with(scenario.clone(), json!({"checkpointing": {"every_ms": checkpoint_at}}));
    let crash = json!([{"when": {"at_ms": checkpoint_at}, "do": {"crash": "process"}}]);
    let crashing = with(checkpointed.clone(), json!({"restart": {"delay_ms": 1}, "faults": crash}));
    let (ran, down) = (run(&crashing), stopped(&crashing));
    let at_the_checkpoint = run(&with(checkpointed, json!({"until_ms": checkpoint_at})));
    r.same("restarts", ran.restarts());
    r.same("rawEntriesAtCheckpoint", at_the_checkpoint.at("/operators/dedup/entries"));
    r.same("rawEntriesRestored", down.at("/operators/dedup/entries"));
    let before = down.decisions().len();
    r.same("decisionsAfterRestart", &ran.decisions()[before..]);
}

/// 1 to 200, a place to fail, two sinks, and a branch on the side that can hold a checkpoint up.
fn three_sinks(checkpoints_at: [u64; 2]) -> Value {
    let at: Vec<Value> = checkpoints_at.iter().map(|o| json!({"source": "in", "partition": 0, "offset": o})).collect();
    with(
        pipeline(without_repeats()),
        json!({
            "operators": [
                {"name": "fail", "kind": "map", "inputs": ["in"]},
                {"name": "blocker", "kind": "map", "inputs": ["in"]},
            ],
            "sinks": [
                {"name": "append", "kind": "append", "inputs": ["fail"]},
                {"name": "2pc", "kind": "two_phase", "inputs": ["fail"]},
                {"name": "aside", "kind": "append", "inputs": ["blocker"]},
            ],
            "channels": {"capacity": 100},
            "checkpointing": {"at": at},
        }),
    )
}

fn transactions(r: &mut Recorded, scenario: Value) {
    let (ran, down) = (run(&scenario), stopped(&scenario));
    r.same("restarts", ran.restarts());
    r.same("resumedFromOffset", resumed_from(&ran, "in"));
    if r.has("checkpoint2") {
        let recorded = r.take("checkpoint2");
        let ours = down.reasons_of_failed_checkpoints();
        assert!(ours.iter().any(|reason| recorded.as_str().unwrap().ends_with(reason)), "{recorded}, ours {ours:?}");
    }
    if r.has("checkpoint2CompletedAtCoordinatorBeforeCrash") {
        let completed = down.at("/checkpoints/1/status") == "completed";
        r.same("checkpoint2CompletedAtCoordinatorBeforeCrash", completed);
        for sink in ["2pcSinkV2", "2pcClassic"] {
            r.same_transactions(&format!("{sink}.beforeCrash"), &down.transactions("2pc"));
        }
    }
    compare_sinks(r, &ran);
    r.same("2pcClassic.dangling", ran.dangling("2pc"));
}

fn upload_fails(checkpoint: u32) -> Value {
    json!({"when": {"checkpoint": {"id": checkpoint, "reaches": "snapshotted"}}, "do": {"storage_down_ms": 1}})
}

/// 1 to 300 at 4 ms, a checkpoint every 100 ms, some of which fail.
fn failing_checkpoints(r: &mut Recorded, tolerable: u32, faults: &Value) {
    let ran = run(&json!({
        "barrierscope": 1,
        "sources": [{"name": "in", "partitions": [{"generate": {"count": 300, "every_ms": 4, "value": "id"}}]}],
        "operators": [
            {"name": "op", "kind": "map", "inputs": ["in"]},
            {"name": "sum", "kind": "sum", "inputs": ["op"]},
        ],
        "sinks": [{"name": "append", "kind": "append", "inputs": ["sum"]}],
        "checkpointing": {"every_ms": 100, "tolerable_failures": tolerable},
        "storage": {"write_ms": 5},
        "restart": {"delay_ms": 50},
        "faults": faults,
    }));
    r.same("status", ran.status());
    r.same("restarts", ran.restarts());
    r.same("snapshotFailuresInjected", ran.failed_checkpoints());
    r.same("failedCheckpointReasons", ran.reasons_of_failed_checkpoints());
    r.same("sum.final", ran.at("/operators/sum/values/k0"));
    r.same("sum.expected", ran.at("/operators/sum/expected/k0"));
}

fn poison_record(r: &mut Recorded) {
    let mut poison = crash_when_processed(149);
    poison["times"] = json!(1000);
    let ran =
        run(&with(pipeline(with_repeats()), json!({"restart": {"delay_ms": 50, "attempts": 2}, "faults": [poison]})));
    r.same("status", ran.status());
    r.same("crashes", ran.events.iter().filter(|e| matches!(e.event, Event::Crashed { .. })).count());
    r.same("restarts", ran.restarts());
    r.same("append.written", ran.at("/sinks/append/rows"));
    r.same("append.writesOfId101", ran.writes_of("append", 101));
    r.same_transactions("2pcClassic.txns", &ran.transactions("2pc"));
}

fn a_checkpoint_times_out(r: &mut Recorded) {
    let job = two_inputs(|n| n * 5, |n| n * 50);
    let ran = run(&with(
        job,
        json!({
            "checkpointing": {"every_ms": 100, "timeout_ms": 300},
            "faults": [{"when": {"at_ms": 99}, "do": {"stall": {"from": "b", "to": "sum", "for_ms": 340}}}],
        }),
    ));
    r.same("status", ran.status());
    r.same("restarts", ran.restarts());
    r.same("failedCheckpointReasons", ran.reasons_of_failed_checkpoints());
    r.same("sum.final", ran.at("/operators/sum/values/k0"));
    r.same("sum.expected", ran.at("/operators/sum/expected/k0"));
}

/// Two partitions with the same ids; a dedup by id and a sum by id mod 16, with 1 subtask each or with 3.
fn two_partitions(parallelism: u16) -> Value {
    let partition = || {
        let records = with_repeats().into_iter().map(|mut r| {
            r["key"] = json!(format!("k{}", r["id"].as_u64().unwrap() % 16));
            r
        });
        json!({"first_offset": 1, "records": records.collect::<Vec<_>>()})
    };
    json!({
        "barrierscope": 1,
        "sources": [{"name": "in", "partitions": [partition(), partition()], "parallelism": parallelism}],
        "operators": [
            {"name": "dedup", "kind": "dedup", "inputs": ["in"], "parallelism": parallelism},
            {"name": "sum", "kind": "sum", "inputs": ["dedup"], "parallelism": parallelism},
        ],
        "sinks": [{"name": "append", "kind": "append", "inputs": ["sum"]}],
    })
}

fn another_parallelism_places_state_alike(r: &mut Recorded) {
    let halfway = |parallelism| run(&with(two_partitions(parallelism), json!({"until_ms": 100})));
    let total = |ran: &Ran, what: &str| -> i64 {
        ran.at(&format!("/operators/sum/{what}")).as_object().unwrap().values().map(|v| v.as_i64().unwrap()).sum()
    };
    let (one, three, all) = (halfway(1), halfway(3), run(&two_partitions(3)));
    r.same("dedup.entriesPerSubtaskBefore", one.entries_by_subtask("dedup"));
    r.same("sum.keysPerSubtaskBefore", one.entries_by_subtask("sum"));
    r.same("sum.before", total(&one, "values"));
    r.same("append.writesBefore", one.at("/sinks/append/rows"));
    r.same("dedup.entriesPerSubtaskRestored", three.entries_by_subtask("dedup"));
    r.same("sum.final", total(&all, "values"));
    r.same("sum.expected(dedup over both splits)", total(&all, "expected"));
    r.same("dedup.entriesFinal", all.at("/operators/dedup/entries"));
    r.same("append.writesTotal", all.at("/sinks/append/rows"));
}

fn key_groups_are_the_same(r: &mut Recorded) {
    let groups = |hashes: std::ops::RangeInclusive<i32>| hashes.map(key_group).collect::<Vec<_>>();
    let subtasks = |groups: &[u32]| groups.iter().map(|g| subtask_of(*g, 3)).collect::<Vec<_>>();
    // A number's hash code is the number itself, and that of a text of one letter the letter.
    for (name, hashes) in [("Long 1..20", 1..=20), ("Integer 0..15", 0..=15)] {
        r.same(&format!("keyGroup({name})"), groups(hashes.clone()));
        r.same(&format!("operatorIndex p=3 ({name})"), subtasks(&groups(hashes)));
    }
    r.same("keyGroup(String a..h)", groups(i32::from(b'a')..=i32::from(b'h')));
    let range = |subtask| {
        let own: Vec<u32> = (0..MAX_PARALLELISM).filter(|g| subtask_of(*g, 3) == subtask).collect();
        format!("[{}, {}]", own[0], own[own.len() - 1])
    };
    r.same("keyGroupRanges p=3", (0..3).map(range).collect::<Vec<_>>());
}
