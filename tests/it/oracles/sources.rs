//! Section 5: positions, and what a restart reads again.

use barrierscope::check::Cause;
use barrierscope::event::Event;
use serde_json::{Value, json};

use super::{counted, crash_at, log, node, with};
use crate::support::story::{Run, run};

fn misconfigured(offsets: Value, checkpointing: Value, crash_ms: u64) -> Run {
    let mut scenario = counted(log("a", 0, 100, 100), "append", checkpointing);
    scenario["sources"][0]["offsets"] = offsets;
    run(with(scenario, "faults", json!([crash_at(crash_ms)])))
}

#[test]
fn sr_1_the_position_is_the_offset_after_the_last_record() {
    let r = misconfigured(json!("checkpoint"), json!({ "every_ms": 450 }), 5_050);
    assert_eq!(r.checkpoint(1).offsets["a"], [Some(5)]);
}

#[test]
fn sr_2_only_the_position_in_the_checkpoint_counts() {
    let r = misconfigured(json!("checkpoint"), json!({ "every_ms": 450, "final": false }), 940);
    // 0 to 9 have been read; the checkpoint of 900 says 9.
    assert_eq!(r.report.restarts[0].resume["a"], [9]);
    assert_eq!(r.report.restarts[0].replayed, 1);
    assert_eq!(r.value("count", "k0"), 100);
}

#[test]
fn sr_5_a_position_committed_by_time_loses_what_was_read_and_not_processed() {
    let mut scenario = counted(log("a", 0, 100, 100), "append", json!(null));
    scenario["sources"][0]["offsets"] = json!({ "commit_every_ms": 5000 });
    scenario["operators"][0]["service_ms"] = json!(115);
    let r = run(with(scenario, "faults", json!([crash_at(5_200)])));
    // At 5 s, 0 to 49 have been read; at 5.2 s, 0 to 44 have been processed.
    assert_eq!((r.report.restarts[0].resume["a"][0], r.report.restarts[0].replayed), (50, 2));
    let out = &r.report.sinks["out"];
    let missing: Vec<String> = out.missing_ids.iter().map(ToString::to_string).collect();
    assert_eq!((missing, out.duplicates), (["45", "46", "47", "48", "49"].map(String::from).to_vec(), 0));
    assert_eq!(r.value("count", "k0"), 50, "the count starts at nothing");
    assert!(
        r.report.causes.iter().all(|c| c.cause == Cause::OffsetAheadOfState || c.cause == Cause::StateLostAtRestart)
    );
}

#[test]
fn sr_8_partitions_are_spread_over_the_readers() {
    let partition = |first: u64| json!({ "generate": { "count": 3, "first_id": first } });
    let scenario = json!({
        "sources": [{ "name": "a", "parallelism": 2,
                      "partitions": [partition(1), partition(11), partition(21), partition(31)] }],
        "sinks": [node("out", "append", &["a"])]
    });
    let r = run(scenario);
    let first = r.task("a");
    let by_first = |e: &Event| {
        matches!(e, Event::Read { task, record, .. }
        if (*task == first) != (record.origin.partition.0 % 2 == 0))
    };
    assert_eq!(r.times(by_first), [] as [u64; 0]);
    assert_eq!(r.report.sinks["out"].rows, 12);
}

#[test]
fn sr_9_latest_starts_again_at_the_end_of_the_log() {
    let r = misconfigured(json!("latest"), json!({ "every_ms": 1000 }), 2_050);
    // Down from 2050 to 3050: what was read since the checkpoint is lost with the state, what came meanwhile is skipped.
    assert_eq!(r.report.restarts[0].resume["a"], [31]);
    assert_eq!(r.report.sinks["out"].missing, 10);
    assert!(r.report.causes.iter().any(|c| c.cause == Cause::SourceNotReplayed));
}

/// The table of misconfigurations: what a crash at 5050 leaves of 100 records.
#[test]
fn m_misconfigurations_come_out_as_the_table_says() {
    let every = json!({ "every_ms": 1000 });
    let cases = [
        // (row, offsets, checkpointing, count in state, missing at the sink, duplicates at the sink)
        ("M1: state exact, output by the kind of sink", json!("checkpoint"), every.clone(), 100, 0, 1),
        ("M3: full recount, output duplicated", json!("earliest"), json!(null), 100, 0, 51),
        ("M4: state lost, offsets kept", json!({ "commit_every_ms": 1000 }), json!(null), 50, 0, 1),
        ("M6: gap of the downtime", json!("latest"), every, 89, 10, 0),
    ];
    for (row, offsets, checkpointing, count, missing, duplicates) in cases {
        let r = misconfigured(offsets, checkpointing, 5_050);
        let out = &r.report.sinks["out"];
        assert_eq!((r.value("count", "k0"), out.missing, out.duplicates), (count, missing, duplicates), "{row}");
    }
}
