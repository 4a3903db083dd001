//! Section 4: bounded channels, and what follows from them.

use barrierscope::event::Event;
use serde_json::{Value, json};

use super::{at, counted, log, node, snapshots, takes, two_inputs, with};
use crate::support::story::run;

#[test]
fn fc_2_barriers_need_no_room_and_keep_their_place_when_aligned() {
    let mut scenario =
        counted(log("a", 1, 5, 0), "upsert", json!({ "at": [{ "source": "a", "partition": 0, "offset": 1 }] }));
    scenario["operators"][0]["service_ms"] = json!(100);
    scenario["channels"] = json!({ "capacity": 1 });
    let r = run(scenario);
    // One record is being processed, the other fills the channel; the barrier goes in all the same, behind it.
    assert_eq!(r.times(|e| matches!(e, Event::Injected { checkpoint, .. } if checkpoint.0 == 1)), [0]);
    assert_eq!(r.times(snapshots(r.task("count"), 1)), [200]);
}

#[test]
fn fc_3_one_slow_receiver_holds_all_back() {
    let scenario = json!({
        "sources": [log("a", 1, 10, 0)],
        "operators": [node("slow", "map", &["a"]), node("idle", "map", &["a"])],
        "sinks": [node("out", "append", &["slow", "idle"])],
        "channels": { "capacity": 2 },
        "faults": [at(0, json!({ "stall": { "from": "a", "to": "slow", "for_ms": 500 } }))]
    });
    let r = run(scenario);
    let early = r.taken("idle", 0).len() - r.taken("idle", 1).len();
    assert_eq!(early, 2, "`idle` starves although its channel is empty");
    assert_eq!(r.report.sinks["out"].rows, 20);
}

#[test]
fn fc_4_a_channel_holds_its_capacity_and_no_more() {
    let mut scenario = counted(log("a", 1, 20, 0), "upsert", json!(null));
    scenario["channels"] = json!({ "capacity": 4 });
    scenario["faults"] = json!([at(0, json!({ "stall": { "from": "a", "to": "count", "for_ms": 500 } }))]);
    let r = run(scenario);
    let sent = |e: &Event| matches!(e, Event::Sent { channel, .. } if channel.0 == 0);
    assert_eq!(r.times(sent).iter().filter(|t| **t == 0).count(), 4);
    assert_eq!(r.value("count", "k0"), 20);
}

/// 40 records queue up at a task that needs 10 ms for each; the barrier comes behind them.
fn bottleneck(unaligned: bool) -> Value {
    let at = json!([{ "source": "a", "partition": 0, "offset": 39 }]);
    let mut scenario = counted(log("a", 1, 60, 0), "upsert", json!({ "at": at, "unaligned": unaligned }));
    scenario["channels"] = json!({ "capacity": 40 });
    scenario["operators"][0]["service_ms"] = json!(10);
    scenario
}

#[test]
fn fc_6_an_aligned_barrier_is_as_late_as_what_queues_before_it() {
    let aligned = run(bottleneck(false));
    assert_eq!(aligned.times(snapshots(aligned.task("count"), 1)), [400]);
    let unaligned = run(bottleneck(true));
    assert_eq!(unaligned.times(snapshots(unaligned.task("count"), 1)), [10]);
}

#[test]
fn the_snapshot_is_taken_without_stopping() {
    for unaligned in [false, true] {
        let scenario = with(
            two_inputs(450, json!({ "every_ms": 1000, "unaligned": unaligned, "final": false })),
            "storage",
            json!({ "write_ms": 400 }),
        );
        let r = run(scenario);
        let (from, to) = (1000, r.checkpoint(1).completed_ms.expect("it completes"));
        assert!(to >= 1850, "it takes its time");
        // Between trigger and completion both sources read on, every 100 ms, and whoever is not blocked goes on too.
        for name in ["a", "b"] {
            let task = r.task(name);
            let reads = r.times(|e| matches!(e, Event::Read { task: t, .. } if *t == task));
            assert_eq!(reads.iter().filter(|t| (from..to).contains(t)).count(), ((to - from) as usize).div_ceil(100));
        }
        for id in 107..=110 {
            assert_eq!(r.times(takes(id))[0], (id - 101) * 100 + 450, "{id} of b waits for nobody");
        }
        // a waits for b's barrier when aligned, and only so long; not for storage.
        assert_eq!(r.times(takes(11))[0], if unaligned { 1000 } else { 1450 });
        assert_eq!(r.times(takes(16))[0], 1500, "storage is still being written");
    }
}
