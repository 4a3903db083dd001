//! Section 1: what a consistent snapshot is.

use serde_json::json;

use super::{crash_at, snapshots, takes, two_inputs, with};
use crate::support::story::run;

#[test]
fn th_2_the_marker_goes_before_any_later_message() {
    let scenario = json!({
        "sources": [super::log("a", 1, 10, 100)],
        "operators": [super::node("count", "count", &["a"])],
        "sinks": [super::node("out", "upsert", &["count"])],
        "channels": { "latency_ms": 5 },
        "checkpointing": { "at": [{ "source": "a", "partition": 0, "offset": 4 }] },
        "faults": [crash_at(760)]
    });
    let r = run(scenario);
    let snapshot = r.place(snapshots(r.task("count"), 1));
    assert!(r.place(takes(5)) < snapshot && snapshot < r.place(takes(6)));
    assert_eq!(r.value("count", "k0"), 10);
}

#[test]
fn th_3_what_arrives_between_snapshot_and_marker_is_the_channel_s_state() {
    let r = run(two_inputs(450, json!({ "every_ms": 1000, "unaligned": true })));
    // a's marker is there at 1000: snapshot. b's comes at 1450; until then b's records arrive.
    assert_eq!(r.times(snapshots(r.task("count"), 1)), [1000]);
    assert_eq!(r.stored(1), ["107", "108", "109", "110"]);
}

#[test]
fn th_4_a_cut_is_consistent_when_nothing_is_received_that_was_not_sent() {
    for unaligned in [false, true] {
        let r = run(two_inputs(450, json!({ "every_ms": 300, "unaligned": unaligned })));
        assert_eq!(r.seen.cut().violations, []);
        let completed = r.statuses().iter().filter(|s| **s == "completed").count();
        assert_eq!(r.seen.cut().consistent.len(), completed);
        assert!(completed > 3);
    }
}

#[test]
fn th_5_no_instant_has_the_states_of_all_snapshots() {
    let mut scenario = super::counted(super::log("a", 1, 20, 7), "upsert", json!({ "every_ms": 50 }));
    scenario["channels"] = json!({ "latency_ms": 9 });
    let r = run(scenario);
    let of = |name| r.times(snapshots(r.task(name), 1))[0];
    assert_eq!([of("a"), of("count"), of("out")], [50, 59, 68]);
    assert!(r.seen.cut().violations.is_empty(), "the cut is valid all the same");
}

/// Eight records wait in the queue of a task that needs 100 ms for each; the barrier stands behind them.
fn eight_queued(unaligned: bool) -> serde_json::Value {
    let mut scenario = super::counted(
        super::log("a", 1, 8, 0),
        "upsert",
        json!({ "at": [{ "source": "a", "partition": 0, "offset": 7 }], "unaligned": unaligned }),
    );
    scenario["operators"][0]["service_ms"] = json!(100);
    scenario
}

#[test]
fn th_6_an_aligned_checkpoint_holds_no_records() {
    let r = run(eight_queued(false));
    assert_eq!(r.checkpoint(1).in_flight_records, 0);
    assert_eq!(r.times(snapshots(r.task("count"), 1)), [800], "the queue is worked off first");
}

#[test]
fn th_9_aligned_waits_and_unaligned_stores_and_both_give_the_same() {
    let crash = |s| with(s, "faults", json!([crash_at(1700)]));
    let aligned = run(crash(two_inputs(450, json!({ "every_ms": 1000 }))));
    let unaligned = run(crash(two_inputs(450, json!({ "every_ms": 1000, "unaligned": true }))));
    assert_eq!((aligned.checkpoint(1).blocked_ms, aligned.checkpoint(1).in_flight_records), (450, 0));
    assert_eq!((unaligned.checkpoint(1).blocked_ms, unaligned.checkpoint(1).in_flight_records), (0, 4));
    assert_eq!((aligned.value("count", "k0"), unaligned.value("count", "k0")), (40, 40));
}

#[test]
fn bh_10_an_unaligned_barrier_waits_for_the_current_record_only() {
    let r = run(eight_queued(true));
    assert_eq!(r.times(snapshots(r.task("count"), 1)), [100]);
    assert_eq!(r.stored(1).len(), 7);
}
