//! Section 2: when checkpoints are triggered, complete and fail.

use barrierscope::event::{CrashCause, Event};
use barrierscope::ids::CheckpointId;
use serde_json::{Value, json};

use super::{at, counted, crash_at, log, snapshots, two_chains, two_inputs, with};
use crate::support::story::{Run, run};

/// Nothing crosses from `a` to `count`.
fn stalled(scenario: Value, from_ms: u64, until_ms: u64) -> Value {
    let stall = json!({ "stall": { "from": "a", "to": "count", "for_ms": until_ms - from_ms } });
    with(scenario, "faults", json!([at(from_ms, stall)]))
}

fn failovers(r: &Run) -> usize {
    r.times(|e| matches!(e, Event::Crashed { cause: CrashCause::CheckpointFailures, .. })).len()
}

#[test]
fn cc_1_triggers_keep_their_rate_however_long_a_checkpoint_takes() {
    let scenario = with(
        counted(log("a", 1, 40, 1000), "upsert", json!({ "every_ms": 10_000, "final": false })),
        "storage",
        json!({ "write_ms": 3000 }),
    );
    let r = run(scenario);
    assert_eq!(r.triggered(), [10_000, 20_000, 30_000]);
    assert_eq!(r.checkpoint(1).completed_ms, Some(13_000));
}

#[test]
fn cc_3_missed_ticks_wait_and_fire_one_after_the_other() {
    let r = run(stalled(counted(log("a", 1, 60, 1000), "upsert", json!({ "every_ms": 10_000 })), 9_999, 35_000));
    assert_eq!(r.checkpoint(1).completed_ms, Some(35_000));
    assert_eq!(r.triggered()[..4], [10_000, 35_000, 35_000, 40_000]);
}

#[test]
fn cc_4_the_pause_moves_the_timer_and_failures_do_not_count() {
    let checkpointing = |timeout_ms: u64| json!({ "every_ms": 10_000, "min_pause_ms": 5_000, "timeout_ms": timeout_ms, "tolerable_failures": 9 });
    let slow = |timeout_ms| stalled(counted(log("a", 1, 60, 1000), "upsert", checkpointing(timeout_ms)), 9_999, 25_000);
    assert_eq!(run(slow(600_000)).triggered()[..3], [10_000, 30_000, 40_000]);
    let expired = run(slow(8_000));
    assert_eq!(expired.statuses()[0], "expired");
    assert_eq!(expired.triggered()[..2], [10_000, 20_000]);
}

#[test]
fn cc_6_a_tick_while_tasks_do_not_run_is_lost_and_takes_no_id() {
    let scenario = with(
        counted(log("a", 1, 30, 1000), "upsert", json!({ "every_ms": 10_000 })),
        "faults",
        json!([crash_at(9_000)]),
    );
    let r = run(with(scenario, "restart", json!({ "delay_ms": 5_000 })));
    assert_eq!((r.report.checkpoints[0].id, r.triggered()[0]), (1, 20_000));
    assert_eq!(failovers(&r), 0);
}

#[test]
fn cc_7_sources_are_triggered_and_every_task_acknowledges() {
    let r = run(counted(log("a", 1, 15, 100), "upsert", json!({ "every_ms": 1000, "final": false })));
    let injected = r.times(|e| matches!(e, Event::Injected { .. }));
    let acks = r.times(|e| matches!(e, Event::Acknowledged { accepted: true, .. }));
    assert_eq!((injected.len(), acks.len()), (1, 3));
}

#[test]
fn cc_8_ids_are_never_used_again() {
    let checkpointing = json!({ "every_ms": 1000, "timeout_ms": 500, "tolerable_failures": 3 });
    let mut scenario = stalled(counted(log("a", 1, 50, 100), "upsert", checkpointing), 1_999, 2_700);
    scenario["faults"].as_array_mut().expect("a list").push(crash_at(2_800));
    let r = run(scenario);
    assert_eq!(r.statuses()[..3], ["completed", "expired", "completed"]);
    assert_eq!(r.report.restarts[0].from_checkpoint, Some(1));
    assert_eq!(r.checkpoint(3).triggered_ms, 4_000);
}

#[test]
fn cc_9_the_barrier_follows_the_last_record_and_the_position_is_the_next() {
    let r =
        run(counted(log("a", 1, 10, 100), "upsert", json!({ "at": [{ "source": "a", "partition": 0, "offset": 4 }] })));
    assert_eq!(r.checkpoint(1).offsets["a"], [Some(5)]);
    let snapshot = r.place(snapshots(r.task("count"), 1));
    assert!(r.place(super::takes(5)) < snapshot && snapshot < r.place(super::takes(6)));
}

#[test]
fn cc_10_what_is_not_complete_is_not_restored() {
    for (reaches, restored) in [("triggered", 1), ("snapshotted", 1), ("persisted", 1), ("completed", 2)] {
        let scenario = with(
            counted(log("a", 1, 30, 100), "upsert", json!({ "every_ms": 1000 })),
            "faults",
            json!([{ "when": { "checkpoint": { "id": 2, "reaches": reaches } }, "do": { "crash": "process" } }]),
        );
        let r = run(with(scenario, "storage", json!({ "write_ms": 100 })));
        assert_eq!(r.report.restarts[0].from_checkpoint, Some(restored), "{reaches}");
        assert_eq!(r.value("count", "k0"), 30, "{reaches}");
    }
}

#[test]
fn cc_11_a_newer_checkpoint_that_completes_subsumes_older_ones() {
    // The first is large and takes 320 ms to write; at the second everything has expired and nothing is written.
    let scenario = json!({
        "sources": [{ "name": "a", "partitions": [
            { "records": (1..=10).map(|id| json!({ "id": id, "at": id })).chain([json!({ "id": 11, "at": 1000 })])
                .collect::<Vec<_>>() }] }],
        "operators": [{ "name": "dedup", "kind": "dedup", "inputs": ["a"], "entry_bytes": 32,
                        "ttl": { "ms": 150, "cleanup": "full_snapshot" } }],
        "sinks": [super::node("out", "upsert", &["dedup"])],
        "storage": { "bytes_per_ms": 1 },
        "checkpointing": { "every_ms": 100, "max_concurrent": 3 }
    });
    let r = run(scenario);
    assert_eq!(r.statuses()[..2], ["subsumed", "completed"]);
    assert_eq!(r.checkpoint(2).completed_ms, Some(200));
    assert_eq!(failovers(&r), 0, "it is no failure, with none tolerable");
}

#[test]
fn cc_12_the_oldest_are_dropped_and_the_newest_never() {
    for retained in [1, 2] {
        let r = run(counted(log("a", 1, 30, 100), "upsert", json!({ "every_ms": 1000, "retained": retained })));
        let kept: Vec<CheckpointId> = r.world.durable().checkpoints.completed.iter().map(|c| c.id).collect();
        let all: Vec<CheckpointId> = (1..=3).map(CheckpointId).collect();
        assert_eq!(kept, all[3 - retained..]);
    }
}

#[test]
fn cc_13_a_notice_that_is_lost_is_made_good_by_the_restart() {
    let scenario = with(
        counted(log("a", 1, 30, 100), "two_phase", json!({ "every_ms": 1000 })),
        "faults",
        json!([{ "when": { "checkpoint": { "id": 1, "reaches": "completed" } }, "do": { "crash": "process" } }]),
    );
    let r = run(scenario);
    let heard = r.times(|e| matches!(e, Event::Notified { checkpoint, .. } if checkpoint.0 == 1));
    assert!(heard.is_empty(), "nobody was told");
    assert_eq!(r.times(|e| matches!(e, Event::Committed { .. }))[0], 2000, "committed on restore");
    assert_eq!((r.report.sinks["out"].visible, r.report.sinks["out"].duplicates), (30, 0));
}

#[test]
fn cc_15_the_timeout_counts_from_the_trigger() {
    let checkpointing = json!({ "every_ms": 1000, "timeout_ms": 500, "tolerable_failures": 0 });
    let r = run(with(two_inputs(600, checkpointing), "restart", json!({ "delay_ms": 1, "attempts": 1 })));
    let failed = r.times(|e| matches!(e, Event::CheckpointFailed { .. }));
    assert_eq!(failed[0], 1500);
    assert_eq!(failovers(&r), 2, "each is one failure too many");
}

#[test]
fn cc_16_a_late_acknowledgement_is_thrown_away() {
    let checkpointing = json!({ "every_ms": 1000, "timeout_ms": 500, "tolerable_failures": 100 });
    let scenario = with(counted(log("a", 1, 25, 100), "upsert", checkpointing), "faults", json!([crash_at(1_700)]));
    let r = run(with(scenario, "storage", json!({ "write_ms": 600 })));
    assert_eq!(r.times(|e| matches!(e, Event::Acknowledged { accepted: false, .. }))[0], 1600);
    assert_eq!(r.statuses()[0], "expired");
    assert_eq!(r.report.restarts[0].from_checkpoint, None);
}

#[test]
fn cc_17_what_a_crash_aborts_is_not_counted() {
    let scenario = with(
        counted(log("a", 1, 40, 100), "upsert", json!({ "every_ms": 1000, "tolerable_failures": 0 })),
        "faults",
        json!([{ "when": { "checkpoint": { "id": 1, "reaches": "triggered" } }, "do": { "crash": "process" } },
               { "when": { "checkpoint": { "id": 2, "reaches": "triggered" } }, "do": { "crash": "process" } }]),
    );
    let r = run(with(scenario, "storage", json!({ "write_ms": 50 })));
    assert_eq!(r.statuses()[..2], ["aborted", "aborted"]);
    assert_eq!((failovers(&r), r.report.restarts.len()), (0, 2));
}

#[test]
fn cc_18_one_failure_more_than_tolerable_fails_the_job() {
    for (tolerable, expected) in [(0, 1), (1, 0)] {
        let scenario = with(
            counted(log("a", 1, 40, 100), "upsert", json!({ "every_ms": 1000, "tolerable_failures": tolerable })),
            "faults",
            json!([at(950, json!({ "storage_down_ms": 100 }))]),
        );
        let r = run(scenario);
        assert_eq!((r.statuses()[0], failovers(&r)), ("failed", expected), "tolerable {tolerable}");
        assert_eq!(r.value("count", "k0"), 40);
    }
}

#[test]
fn cc_20_those_who_wait_for_an_aborted_checkpoint_go_on_at_once() {
    let r = run(two_inputs(3000, json!({ "every_ms": 1000, "timeout_ms": 500, "tolerable_failures": 99 })));
    assert_eq!(r.times(|e| matches!(e, Event::Unblocked { checkpoint, .. } if checkpoint.0 == 1)), [1500]);
    assert_eq!(r.times(snapshots(r.task("count"), 1)), [] as [u64; 0], "the barrier that comes later starts nothing");
    assert_eq!(r.value("count", "k0"), 40);
}

#[test]
fn cc_21_any_failure_aborts_all_checkpoints_in_progress() {
    let scenario = with(
        two_chains(json!({ "every_ms": 1000 })),
        "faults",
        json!([at(1200, json!({ "crash": { "operator": "count_b" } }))]),
    );
    let r = run(with(scenario, "storage", json!({ "write_ms": 500 })));
    assert_eq!((r.statuses()[0], r.checkpoint(1).reason), ("aborted", Some("crash")));
}

#[test]
fn cc_22_without_a_completed_checkpoint_everything_starts_from_nothing() {
    let scenario =
        with(counted(log("a", 1, 30, 100), "append", json!({ "every_ms": 1000 })), "faults", json!([crash_at(550)]));
    let r = run(scenario);
    assert_eq!((r.report.restarts[0].from_checkpoint, r.report.restarts[0].resume["a"][0]), (None, 0));
    assert_eq!((r.value("count", "k0"), r.report.sinks["out"].duplicates), (30, 6));
}

#[test]
fn cc_26_one_last_checkpoint_when_all_sources_have_ended() {
    let r = run(counted(log("a", 1, 5, 100), "two_phase", json!({ "every_ms": 60_000 })));
    assert_eq!(r.triggered(), [400]);
    assert_eq!(r.report.sinks["out"].visible, 5);
}
