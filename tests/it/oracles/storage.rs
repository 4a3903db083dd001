//! Section 8: what a checkpoint holds and costs.

use serde_json::{Value, json};

use super::{counted, crash_at, log, node, with};
use crate::support::story::{Run, run};

#[test]
fn sb_1_a_checkpoint_writes_the_whole_state() {
    // Ten keys of 32 bytes; after 1000 only one key changes.
    let mut records: Vec<Value> = (0..10).map(|i| json!({ "id": i, "key": format!("k{i}") })).collect();
    records.extend((10..30).map(|i| json!({ "id": i, "key": "k0", "at": i * 100 })));
    let mut scenario = counted(log("a", 1, 1, 0), "append", json!({ "every_ms": 1000 }));
    scenario["sources"][0]["partitions"] = json!([{ "records": records }]);
    let r = run(scenario);
    assert_eq!([r.checkpoint(1).state_bytes, r.checkpoint(2).state_bytes], [320, 320]);
}

#[test]
fn sb_5_a_restore_reads_everything_that_the_checkpoint_holds() {
    let scenario = with(
        super::two_inputs(450, json!({ "every_ms": 1000, "unaligned": true })),
        "storage",
        json!({ "bytes_per_ms": 2 }),
    );
    let r = run(with(scenario, "faults", json!([crash_at(1_900)])));
    // 32 bytes of state and 4 records of 100 bytes on their way; the restart after 1000 ms.
    assert_eq!(r.report.recovery[0].down_ms, Some(1000 + 432 / 2));
}

fn growth(ttl: Value) -> Run {
    run(json!({
        "sources": [{ "name": "a", "partitions": [{ "generate": { "count": 1000, "every_ms": 10 } }] }],
        "operators": [{ "name": "dedup", "kind": "dedup", "inputs": ["a"], "ttl": ttl }],
        "sinks": [node("out", "upsert", &["dedup"])],
        "checkpointing": { "every_ms": 1000, "final": false }
    }))
}

#[test]
fn checkpoints_grow_without_ttl_and_stay_flat_with_it() {
    let bytes = |r: &Run| r.report.checkpoints.iter().map(|c| c.state_bytes).collect::<Vec<_>>();
    let without = growth(json!(null));
    assert_eq!(bytes(&without), (1..=9).map(|n| n * 100 * 32).collect::<Vec<u64>>());
    let with = growth(json!({ "ms": 1000, "cleanup": "incremental" }));
    let sizes = bytes(&with);
    let (least, most) = (sizes[2..].iter().min(), sizes[2..].iter().max());
    assert!(most <= least.map(|l| l + l / 2).as_ref() && most <= Some(&(200 * 32)), "{sizes:?}");
    assert_eq!(with.report.operators["dedup"].live, 100);
}
