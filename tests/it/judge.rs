//! The judge: small runs whose verdict can be worked out by hand.

use serde_json::{Value, json};

use crate::support::story::{Run, run};

fn causes(r: &Run) -> Vec<(String, u64)> {
    let name = |c: &barrierscope::check::CauseReport| {
        (serde_json::to_value(c.cause).unwrap().as_str().unwrap_or_default().to_owned(), c.count)
    };
    r.report.causes.iter().map(name).collect()
}

/// One source, two ways through the job, and a count where they meet.
fn diamond(sink: &str) -> Value {
    json!({ "sources": [{ "name": "a", "partitions": [{ "generate": { "count": 10, "every_ms": 100 } }] }],
            "operators": [{ "name": "left", "kind": "map", "inputs": ["a"] },
                          { "name": "right", "kind": "map", "inputs": ["a"] },
                          { "name": "count", "kind": "count", "inputs": ["left", "right"] }],
            "sinks": [{ "name": "out", "kind": sink, "inputs": ["count"] }],
            "checkpointing": { "every_ms": 300 } })
}

#[test]
fn what_is_sent_again_is_that_in_every_branch_also_when_the_job_crashes_later() {
    for sink in ["append", "two_phase"] {
        let mut text = diamond(sink);
        text["sources"][0]["partitions"][0]["redeliver"] = json!([{ "id": 2, "at": 450 }]);
        // Just after a checkpoint with nothing read since: the crash itself doubles nothing.
        text["faults"] =
            json!([{ "when": { "checkpoint": { "id": 2, "reaches": "committed" } }, "do": { "crash": "process" } }]);
        let r = run(text);
        assert_eq!(r.report.restarts[0].replayed, 0, "{sink}");
        assert_eq!(r.value("count", "k0"), 22, "{sink}");
        assert_eq!(causes(&r), [("redelivered_without_dedup".to_owned(), 2)], "{sink}");
    }
}

#[test]
fn a_replay_through_both_branches_is_a_replay() {
    let mut text = diamond("append");
    text["faults"] = json!([{ "when": { "at_ms": 450 }, "do": { "crash": "process" } }]);
    let r = run(text);
    // Of offsets 3 and 4 (ids 4 and 5, at 300 and 400) the checkpoint at 300 holds nothing.
    assert_eq!(r.report.restarts[0].replayed, 2);
    assert_eq!(causes(&r), [("replay_into_non_idempotent_sink".to_owned(), 4)]);
}

#[test]
fn a_row_written_again_in_place_is_no_more_visible_than_before() {
    for (sink, median) in [("upsert", 0), ("set", 0), ("append", 0)] {
        let mut text = diamond(sink);
        text["faults"] = json!([{ "when": { "at_ms": 450 }, "do": { "crash": "process" } }]);
        let delay = run(text).report.sinks["out"].delay_ms;
        // Ids 4 and 5 are there at once, and written again 1,050 ms late; ids from 6 on were readable while it was down.
        assert_eq!(delay.p50 == median, sink != "append", "{sink}: {delay:?}");
    }
}

#[test]
fn small_runs_give_what_was_worked_out_by_hand() {
    let mut count = 0;
    for file in std::fs::read_dir("tests/by_hand").expect("the folder is there") {
        let path = file.expect("it can be listed").path();
        let text = std::fs::read_to_string(&path).expect("it can be read");
        if let Err(faults) = crate::both::cases::hold(&text) {
            panic!("{}: {}", path.display(), faults.join("; "));
        }
        // Where causes are named, there are no others.
        let case: Value = serde_json::from_str(&text).expect("it is JSON");
        if let Some(named) = case["expect"]["causes"].as_array() {
            let found = run(case["scenario"].clone()).report.causes.len();
            assert_eq!(found, named.len(), "{}: causes", path.display());
        }
        count += 1;
    }
    assert!(count >= 38, "only {count} files");
}
