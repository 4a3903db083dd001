//! Section 3: what barriers do at a task.

use barrierscope::event::Event;
use barrierscope::scenario;
use barrierscope::time::SimTime;
use serde_json::{Value, json};

use super::{counted, crash_at, log, node, snapshots, takes, two_inputs, with};
use crate::support::story::run;

#[test]
fn bh_1_the_other_input_goes_on_and_the_blocked_one_waits() {
    let r = run(two_inputs(450, json!({ "every_ms": 1000 })));
    let snapshot = r.place(snapshots(r.task("count"), 1));
    // 110 was sent before b's barrier: it is processed before the snapshot. 11 stands behind a's.
    assert!(r.place(takes(110)) < snapshot && snapshot < r.place(takes(11)));
    assert_eq!(r.times(snapshots(r.task("count"), 1)), [1450]);
    assert_eq!(r.times(takes(11))[0], 1450);
}

#[test]
fn bh_2_a_blocked_channel_fills_up_and_holds_its_sender_back() {
    let mut scenario = two_inputs(450, json!({ "every_ms": 1000 }));
    scenario["channels"]["edges"]
        .as_array_mut()
        .expect("a list")
        .push(json!({ "from": "a", "to": "count", "capacity": 3 }));
    let r = run(scenario);
    let a = r.task("a");
    let read = |e: &Event| matches!(e, Event::Read { task, .. } if *task == a);
    let while_blocked: Vec<u64> = r.times(read).into_iter().filter(|t| (1000..1450).contains(t)).collect();
    assert_eq!(while_blocked, [1000, 1100, 1200], "three fit, the fourth is not read");
}

#[test]
fn bh_3_one_input_never_aligns() {
    let r = run(counted(log("a", 1, 30, 10), "upsert", json!({ "every_ms": 50 })));
    assert!(r.report.checkpoints.len() > 4);
    assert!(r.report.checkpoints.iter().all(|c| c.alignment_ms == 0 && c.blocked_ms == 0));
}

#[test]
fn bh_6_a_source_that_has_ended_holds_no_checkpoint_up() {
    let mut scenario = two_inputs(0, json!({ "every_ms": 1000, "final": false }));
    scenario["sources"][1] = log("b", 101, 3, 10);
    assert_eq!(run(scenario).statuses(), ["completed"]);
}

#[test]
fn bh_7_transaction_barrier_and_snapshot_are_one_step() {
    let r = run(counted(log("a", 1, 30, 100), "two_phase", json!({ "every_ms": 1000 })));
    let of_first = |e: &&barrierscope::event::Stamped| {
        matches!(&e.event, Event::PreCommitted { checkpoint, .. } if checkpoint.0 == 1)
            || snapshots(r.task("out"), 1)(&e.event)
    };
    let both: Vec<_> = r.events.iter().filter(of_first).collect();
    assert!(matches!(both[0].event, Event::PreCommitted { .. }), "the transaction is closed first");
    assert_eq!((both.len(), both[0].step), (2, both[1].step), "and nothing comes in between");
}

#[test]
fn bh_9_at_least_once_counts_what_it_did_not_block() {
    let scenario =
        with(two_inputs(450, json!({ "every_ms": 1000, "mode": "at_least_once" })), "faults", json!([crash_at(1700)]));
    let r = run(scenario);
    assert_eq!(r.times(|e| matches!(e, Event::Blocked { .. })), [] as [u64; 0]);
    // Records 11 to 15 of a (1000 to 1400) are in the snapshot of 1450 and behind the barrier.
    assert_eq!(r.value("count", "k0"), 40 + 5);
}

#[test]
fn bh_11_channel_state_is_what_precedes_the_barrier_and_nothing_after_it() {
    // Both queues are full of work; the barriers stand at different places.
    let scenario = json!({
        "sources": [log("a", 1, 4, 0), log("b", 101, 4, 40)],
        "operators": [node("count", "count", &["a", "b"])],
        "sinks": [node("out", "upsert", &["count"])],
        "channels": { "edges": [{ "from": "b", "to": "count", "latency_ms": 90 }] },
        "checkpointing": { "at": [{ "source": "a", "partition": 0, "offset": 2 }], "unaligned": true, "final": false }
    });
    let mut scenario = with(scenario, "faults", json!([crash_at(300)]));
    scenario["operators"][0]["service_ms"] = json!(50);
    let r = run(scenario);
    // 1 is being processed; 2 and 3 are overtaken; b's barrier is behind nothing but 101, which is read at 0 too and
    // after it: so only what a sent is stored.
    assert_eq!(r.stored(1), ["2", "3"]);
    assert_eq!(r.value("count", "k0"), 8);
}

#[test]
fn bh_12_what_is_on_the_wire_or_waits_at_the_sender_is_stored_too() {
    let r = run(two_inputs(450, json!({ "every_ms": 1000, "unaligned": true })));
    assert_eq!(r.stored(1).len(), 4);
    assert_eq!((r.checkpoint(1).in_flight_records, r.checkpoint(1).in_flight_bytes), (4, 400));
}

#[test]
fn bh_13_nothing_is_blocked_and_nothing_is_applied_twice() {
    let scenario = two_inputs(450, json!({ "every_ms": 1000, "unaligned": true }));
    let r = run(with(scenario, "faults", json!([crash_at(1700)])));
    assert_eq!(r.times(|e| matches!(e, Event::Blocked { .. })), [] as [u64; 0]);
    assert_eq!(r.times(takes(107))[0], 1050, "processed right on, after the snapshot of 1000");
    assert_eq!(r.value("count", "k0"), 40, "and once more from the channel state, not from the source");
    let again =
        |e: &Event| matches!(e, Event::Read { record, .. } if record.id == barrierscope::ids::EventId::Int(107));
    assert_eq!(r.times(again).len(), 1);
}

#[test]
fn bh_14_the_acknowledgement_waits_for_the_last_barrier() {
    let r = run(two_inputs(900, json!({ "every_ms": 1000, "unaligned": true })));
    let count = r.task("count");
    let acks =
        r.times(|e| matches!(e, Event::Acknowledged { task, checkpoint, .. } if *task == count && checkpoint.0 == 1));
    assert_eq!((acks, r.checkpoint(1).alignment_ms), (vec![1900], 900));
}

#[test]
fn bh_15_restored_records_come_before_new_ones() {
    let scenario = two_inputs(450, json!({ "every_ms": 1000, "unaligned": true }));
    let r = run(with(scenario, "faults", json!([crash_at(1700)])));
    assert_eq!(r.taken("count", 2700)[..4], ["107", "108", "109", "110"]);
}

#[test]
fn bh_16_a_forward_edge_stores_nothing() {
    let mut scenario = json!({
        "sources": [log("a", 1, 6, 0)],
        "operators": [node("map", "map", &["a"])],
        "sinks": [node("out", "append", &["map"])],
        "checkpointing": { "at": [{ "source": "a", "partition": 0, "offset": 5 }], "unaligned": true }
    });
    scenario["operators"][0]["service_ms"] = json!(10);
    let r = run(scenario);
    let snapshot = r.place(snapshots(r.task("map"), 1));
    assert!(r.place(takes(6)) < snapshot, "the barrier keeps its place");
    assert_eq!(r.stored(1), [] as [&str; 0]);
}

#[test]
fn bh_17_unaligned_goes_with_exactly_once_and_one_checkpoint_at_a_time_only() {
    let refused = |checkpointing: Value| {
        let scenario = with(counted(log("a", 1, 1, 0), "upsert", checkpointing), "barrierscope", json!(1));
        scenario::read(&scenario.to_string()).is_err()
    };
    assert!(refused(json!({ "every_ms": 100, "unaligned": true, "max_concurrent": 2 })));
    assert!(refused(json!({ "every_ms": 100, "unaligned": true, "mode": "at_least_once" })));
    assert!(!refused(json!({ "every_ms": 100, "unaligned": true })));
}

fn with_timeout(latency_a: u64, latency_b: u64) -> Value {
    let mut scenario = two_inputs(
        latency_b,
        json!({ "every_ms": 1000, "unaligned": true, "aligned_timeout_ms": 600, "final": false }),
    );
    scenario["channels"]["edges"]
        .as_array_mut()
        .expect("a list")
        .push(json!({ "from": "a", "to": "count", "latency_ms": latency_a }));
    scenario
}

#[test]
fn bh_18_the_deadline_counts_from_the_trigger() {
    // The first barrier comes 700 ms after the trigger, when the deadline is over: unaligned at once.
    let r = run(with_timeout(700, 3000));
    assert_eq!(r.times(snapshots(r.task("count"), 1)), [1700]);
}

#[test]
fn bh_19_at_the_deadline_the_snapshot_is_taken_and_channels_are_recorded() {
    let late = run(with_timeout(100, 900));
    assert_eq!(late.times(snapshots(late.task("count"), 1)), [1600]);
    assert_eq!(late.stored(1).len(), 3, "108 to 110 are on the wire");
    let in_time = run(with_timeout(100, 500));
    assert_eq!(in_time.times(snapshots(in_time.task("count"), 1)), [1500]);
    assert_eq!(in_time.stored(1), [] as [&str; 0]);
}

#[test]
fn bh_21_downstream_of_an_unaligned_barrier_all_is_unaligned() {
    let mut scenario = with_timeout(100, 900);
    scenario["sources"].as_array_mut().expect("a list").push(log("c", 201, 20, 100));
    scenario["operators"].as_array_mut().expect("a list").push(node("all", "count", &["count", "c"]));
    scenario["sinks"][0]["inputs"] = json!(["all"]);
    scenario["channels"]["edges"]
        .as_array_mut()
        .expect("a list")
        .push(json!({ "from": "c", "to": "all", "latency_ms": 2000 }));
    let r = run(scenario);
    // `count` switches at 1600; `all` follows with the first barrier that it gets, and c's comes at 3000.
    assert_eq!(r.times(snapshots(r.task("all"), 1)), [1600]);
    assert_eq!(r.seen.cut().violations, []);
}

#[test]
fn bh_22_a_stateless_task_puts_nothing_into_a_checkpoint() {
    let mut scenario = counted(log("a", 1, 20, 100), "append", json!({ "every_ms": 1000 }));
    scenario["operators"] = json!([node("map", "map", &["a"])]);
    scenario["sinks"][0]["inputs"] = json!(["map"]);
    assert_eq!(run(scenario).checkpoint(1).state_bytes, 0);
}

#[test]
fn bh_23_the_phases_of_a_task_add_up() {
    let mut scenario = two_inputs(800, json!({ "every_ms": 1000, "sync_ms": 20, "final": false }));
    scenario["channels"]["edges"]
        .as_array_mut()
        .expect("a list")
        .push(json!({ "from": "a", "to": "count", "latency_ms": 300 }));
    let r = run(with(scenario, "storage", json!({ "write_ms": 150 })));
    let record = r.world.durable().checkpoints.record(barrierscope::ids::CheckpointId(1)).expect("it is there");
    let p = record.phases[r.task("count").index()];
    let after = |t: Option<SimTime>| t.map(|t| t.ms() - 1000);
    assert_eq!((after(p.first_barrier), after(p.last_barrier)), (Some(300), Some(800)));
    assert_eq!((after(p.sync_done), after(p.async_done)), (Some(820), Some(970)));
    assert_eq!((p.alignment_ms(), p.blocked_ms), (500, 500));
}

#[test]
fn bh_24_a_slow_input_shows_in_the_alignment_and_a_slow_job_in_the_start_delay() {
    let first_and_last = |scenario: Value| {
        let r = run(scenario);
        let record = r.world.durable().checkpoints.record(barrierscope::ids::CheckpointId(1)).expect("it is there");
        let p = record.phases[r.task("count").index()];
        (p.first_barrier.expect("it came") - record.triggered_at, p.alignment_ms())
    };
    assert_eq!(first_and_last(two_inputs(800, json!({ "every_ms": 1000, "final": false }))), (0, 800));
    let mut both = two_inputs(800, json!({ "every_ms": 1000, "final": false }));
    both["channels"]["edges"]
        .as_array_mut()
        .expect("a list")
        .push(json!({ "from": "a", "to": "count", "latency_ms": 800 }));
    assert_eq!(first_and_last(both), (800, 0));
}
