//! Engines broken on purpose are noticed: by the values, by the judge, or by the check of the cut. The same run on the
//! sound engine is fine.

use barrierscope::check::{Cause, Guarantee};
use barrierscope::sim::Defect;
use serde_json::{Value, json};

use crate::support::story::{Run, run, run_broken};

/// The same scenario on the sound and on the broken engine. The sound one has no inconsistent cut.
fn sound_and_broken(scenario: &Value, defect: Defect) -> (Run, Run) {
    let sound = run(scenario.clone());
    assert_eq!(sound.seen.cut().violations, [], "{defect:?}: the sound engine");
    (sound, run_broken(scenario.clone(), defect))
}

/// Orders 1 to 10, one every 100 ms, summed up; a checkpoint behind order 5, a crash at order 8.
fn orders() -> Value {
    json!({
        "sources": [{ "name": "orders", "partitions": [
            { "first_offset": 1, "generate": { "count": 10, "every_ms": 100, "value": "id" } }] }],
        "operators": [{ "name": "sum", "kind": "sum", "inputs": ["orders"] }],
        "sinks": [{ "name": "out", "kind": "upsert", "inputs": ["sum"] }],
        "channels": { "latency_ms": 5 },
        "checkpointing": { "at": [{ "source": "orders", "partition": 0, "offset": 5 }] },
        "faults": [{ "when": { "read": { "source": "orders", "partition": 0, "offset": 8 } },
                     "do": { "crash": "process" } }]
    })
}

#[test]
fn th_1_a_barrier_that_overtakes_a_record_loses_it() {
    let (sound, broken) = sound_and_broken(&orders(), Defect::BarrierOvertakesRecord);
    assert_eq!((sound.value("sum", "k0"), sound.report.guarantee.state), (55, Guarantee::ExactlyOnce));
    // Order 5 was sent before the barrier and arrived behind it: it is in no state.
    assert_eq!(broken.value("sum", "k0"), 50);
    assert_eq!(broken.report.guarantee.state, Guarantee::AtMostOnce);
    let violation = &broken.seen.cut().violations[0];
    assert_eq!((violation.sent, violation.taken, violation.stored), (5, 4, 0));
}

#[test]
fn bh_7_a_snapshot_after_forwarding_records_counts_one_twice() {
    let mut scenario = orders();
    scenario["storage"] = json!({ "write_ms": 150 });
    let (sound, broken) = sound_and_broken(&scenario, Defect::SnapshotAfterForwardingRecords);
    assert_eq!(sound.value("sum", "k0"), 55);
    assert_eq!(broken.value("sum", "k0"), 61, "order 6 is in the copy, and is read again");
    assert_eq!(sound.report.sinks["out"].wrong_values, Some(0));
    assert!(broken.report.sinks["out"].wrong_values > Some(0), "the judge notices the totals");
}

#[test]
fn sk_3_a_commit_before_completion_shows_rows_twice() {
    let mut scenario = orders();
    scenario["sinks"][0]["kind"] = json!("two_phase");
    scenario["storage"] = json!({ "write_ms": 150 });
    scenario["faults"][0]["when"] = json!({ "checkpoint": { "id": 1, "reaches": "snapshotted" } });
    let (sound, broken) = sound_and_broken(&scenario, Defect::CommitBeforeCompletion);
    assert_eq!(sound.report.guarantee.output, Guarantee::ExactlyOnce);
    assert_eq!(sound.report.sinks["out"].visible, 10);
    assert_eq!(broken.report.guarantee.output, Guarantee::AtLeastOnce);
    assert_eq!(broken.report.sinks["out"].duplicates, 5);
}

#[test]
fn sr_1_an_offset_one_too_far_loses_a_record() {
    let (sound, broken) = sound_and_broken(&orders(), Defect::OffsetOneTooFar);
    assert_eq!(sound.checkpoint(1).offsets["orders"], [Some(6)]);
    assert_eq!(sound.report.guarantee.state, Guarantee::ExactlyOnce);
    assert_eq!(broken.value("sum", "k0"), 49, "order 6 is never read again");
    assert_eq!(broken.report.guarantee.state, Guarantee::AtMostOnce);
    assert_eq!(broken.report.sinks["out"].wrong_values.map(|n| n > 0), Some(true));
}

#[test]
fn tt_9_stamps_renewed_on_restore_keep_an_entry_too_long() {
    let scenario = json!({
        "sources": [{ "name": "orders", "partitions": [
            { "records": [{ "id": 1 }, { "id": 2, "at": 150 }], "redeliver": [{ "id": 1, "at": 600 }] }] }],
        "operators": [{ "name": "dedup", "kind": "dedup", "inputs": ["orders"], "ttl": { "ms": 500 } },
                      { "name": "count", "kind": "count", "inputs": ["dedup"] }],
        "sinks": [{ "name": "out", "kind": "upsert", "inputs": ["count"] }],
        "checkpointing": { "every_ms": 100 },
        "restart": { "delay_ms": 50 },
        "faults": [{ "when": { "at_ms": 250 }, "do": { "crash": "process" } }]
    });
    let (sound, broken) = sound_and_broken(&scenario, Defect::TtlRenewedOnRestore);
    // Seen at 0, expired at 500, whatever happened in between: the time to live stands in the checkpoint.
    assert_eq!((sound.value("count", "k0"), sound.report.operators["dedup"].dropped), (3, 0));
    assert_eq!(sound.report.causes[0].cause, Cause::TtlExpiredBeforeDuplicate);
    assert_eq!((broken.value("count", "k0"), broken.report.operators["dedup"].dropped), (2, 1));
    assert_eq!(broken.report.causes, []);
}

#[test]
fn bh_11_an_in_flight_record_put_nowhere_is_lost() {
    let scenario = json!({
        "sources": [
            { "name": "a", "partitions": [{ "generate": { "count": 20, "every_ms": 100 } }] },
            { "name": "b", "partitions": [{ "generate": { "count": 20, "every_ms": 100, "first_id": 101 } }] }],
        "operators": [{ "name": "count", "kind": "count", "inputs": ["a", "b"] }],
        "sinks": [{ "name": "out", "kind": "upsert", "inputs": ["count"] }],
        "channels": { "edges": [{ "from": "b", "to": "count", "latency_ms": 450 }] },
        "checkpointing": { "every_ms": 1000, "unaligned": true },
        "faults": [{ "when": { "at_ms": 1700 }, "do": { "crash": "process" } }]
    });
    let (sound, broken) = sound_and_broken(&scenario, Defect::InFlightRecordForgotten);
    assert_eq!(sound.stored(1), ["107", "108", "109", "110"]);
    assert_eq!((sound.value("count", "k0"), sound.report.guarantee.state), (40, Guarantee::ExactlyOnce));
    assert_eq!((broken.value("count", "k0"), broken.report.guarantee.state), (36, Guarantee::AtMostOnce));
    assert!(!broken.seen.cut().violations.is_empty(), "sent inside the cut, taken outside, and stored nowhere");
}

#[test]
fn sk_2_transactions_that_are_not_in_the_checkpoint_are_lost() {
    let mut scenario = orders();
    scenario["sinks"][0]["kind"] = json!("two_phase");
    scenario["faults"][0]["when"] = json!({ "checkpoint": { "id": 1, "reaches": "completed" } });
    let (sound, broken) = sound_and_broken(&scenario, Defect::PendingCommitsForgotten);
    assert_eq!((sound.report.sinks["out"].visible, sound.report.guarantee.output), (10, Guarantee::ExactlyOnce));
    // The restart aborts what it does not know of, and the source has moved on to order 6.
    assert_eq!(broken.report.restarts[0].resume["orders"], [6]);
    assert_eq!((broken.report.sinks["out"].visible, broken.report.sinks["out"].missing), (5, 5));
    assert_eq!(broken.report.guarantee.output, Guarantee::AtMostOnce);
}

/// A new defect needs a test above, named here.
#[test]
fn every_defect_has_its_test() {
    let source = include_str!("mutants.rs");
    for defect in Defect::ALL {
        let name = match defect {
            Defect::BarrierOvertakesRecord => "th_1_a_barrier_that_overtakes_a_record_loses_it",
            Defect::SnapshotAfterForwardingRecords => "bh_7_a_snapshot_after_forwarding_records_counts_one_twice",
            Defect::CommitBeforeCompletion => "sk_3_a_commit_before_completion_shows_rows_twice",
            Defect::OffsetOneTooFar => "sr_1_an_offset_one_too_far_loses_a_record",
            Defect::TtlRenewedOnRestore => "tt_9_stamps_renewed_on_restore_keep_an_entry_too_long",
            Defect::InFlightRecordForgotten => "bh_11_an_in_flight_record_put_nowhere_is_lost",
            Defect::PendingCommitsForgotten => "sk_2_transactions_that_are_not_in_the_checkpoint_are_lost",
        };
        assert!(source.contains(&format!("fn {name}()")), "{defect:?}");
    }
}
