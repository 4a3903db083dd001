//! Section 6: transactions, and sinks without them.

use barrierscope::event::{CrashCause, Event};
use barrierscope::sink::TxnPhase;
use serde_json::{Value, json};

use super::{at, counted, crash_at, log, with};
use crate::support::story::{Run, run};

/// 30 records, one every 100 ms, into a two-phase sink.
fn two_phase(checkpointing: Value) -> Value {
    counted(log("a", 1, 30, 100), "two_phase", checkpointing)
}

fn phases(r: &Run) -> Vec<TxnPhase> {
    r.world.durable().destinations[0].transactions.iter().map(|t| t.phase).collect()
}

#[test]
fn sk_1_an_epoch_without_records_has_no_transaction() {
    let mut scenario = two_phase(json!({ "every_ms": 1000 }));
    scenario["sources"][0] = log("a", 1, 2, 3500);
    let r = run(scenario);
    let closed = |e: &Event| matches!(e, Event::PreCommitted { .. });
    assert_eq!(r.times(closed), [1000, 3500], "nothing at 2000 and 3000");
    assert_eq!(r.statuses().len(), 4);
}

#[test]
fn sk_2_what_waits_for_a_failed_checkpoint_is_committed_with_the_next() {
    // The second checkpoint fails after its barrier reached the sink.
    let scenario = two_phase(json!({ "every_ms": 1000, "timeout_ms": 500, "tolerable_failures": 9 }));
    let mut scenario = with(scenario, "storage", json!({ "write_ms": 300 }));
    scenario["faults"] = json!([at(2100, json!({ "storage_down_ms": 500 }))]);
    let r = run(scenario);
    assert_eq!(r.statuses()[..3], ["completed", "failed", "completed"]);
    // Cut at 1000, 2000 and at the end (2900): the second transaction is not lost, only later.
    assert_eq!(r.times(|e| matches!(e, Event::Committed { .. })), [1300, 3200, 3200]);
    assert_eq!((r.report.sinks["out"].visible, r.report.sinks["out"].missing), (30, 0));
}

#[test]
fn sk_4_what_the_checkpoint_holds_is_committed_on_restore_and_only_once() {
    for (reaches, commit_ms) in [("completed", 0), ("completed", 50), ("committed", 0)] {
        let mut scenario = two_phase(json!({ "every_ms": 1000 }));
        scenario["sinks"][0]["commit_ms"] = json!(commit_ms);
        scenario["faults"] =
            json!([{ "when": { "checkpoint": { "id": 1, "reaches": reaches } }, "do": { "crash": "process" } }]);
        let r = run(scenario);
        let out = &r.report.sinks["out"];
        assert_eq!((out.visible, out.duplicates, out.missing), (30, 0, 0), "{reaches} {commit_ms}");
    }
}

#[test]
fn sk_5_a_row_is_visible_when_its_checkpoint_is_complete() {
    let mut scenario = counted(log("a", 1, 1, 0), "two_phase", json!({ "every_ms": 10_000 }));
    scenario["sources"][0]["partitions"][0] =
        json!({ "records": [{ "id": 1, "at": 3_000 }, { "id": 2, "at": 60_000 }] });
    scenario["storage"] = json!({ "write_ms": 1000 });
    let delay = |reader: &str| {
        let mut scenario = scenario.clone();
        scenario["sinks"][0]["reader"] = json!(reader);
        run(scenario).report.sinks["out"].delay_ms.max
    };
    assert_eq!((delay("read_committed"), delay("read_uncommitted")), (8_000, 0));
}

#[test]
fn sk_7_a_refused_commit_loses_rows_and_the_job_goes_on() {
    // The broker aborts 300 ms after the first write; the checkpoint is complete 1000 ms after it.
    let mut scenario = two_phase(json!({ "every_ms": 1000, "final": false }));
    scenario["sources"][0] = log("a", 1, 2, 100);
    scenario["sinks"][0]["transaction_timeout_ms"] = json!(300);
    scenario["until_ms"] = json!(3000);
    let r = run(scenario);
    assert_eq!(r.times(|e| matches!(e, Event::CommitRefused { .. })), [1000]);
    assert_eq!((r.report.sinks["out"].missing, r.report.restarts.len()), (2, 0));
    assert!(r.world.job().is_some());
}

#[test]
fn sk_8_transactions_of_the_failed_attempt_are_aborted_first() {
    let r = run(with(two_phase(json!({ "every_ms": 1000 })), "faults", json!([crash_at(1_550)])));
    let aborted = r.place(|e| matches!(e, Event::TransactionAborted { timed_out: false, .. }));
    let restarted = r.place(|e| matches!(e, Event::Restarted { .. }));
    let opened =
        r.events.iter().rposition(|e| matches!(e.event, Event::TransactionOpened { .. })).expect("it opens one");
    assert!(restarted < aborted && aborted < opened);
    assert_eq!(phases(&r)[..2], [TxnPhase::Committed, TxnPhase::Aborted]);
}

#[test]
fn kt_1_the_timeout_counts_from_the_first_write_and_is_not_refreshed() {
    let mut scenario = two_phase(json!({ "every_ms": 10_000, "final": false }));
    scenario["sinks"][0]["transaction_timeout_ms"] = json!(650);
    let r = run(scenario);
    assert_eq!(r.times(|e| matches!(e, Event::TransactionAborted { timed_out: true, .. }))[0], 650);
}

#[test]
fn kt_2_a_pre_committed_transaction_times_out_while_the_job_is_down() {
    for (down_ms, missing) in [(2_000, 0), (20_000, 10)] {
        let mut scenario = two_phase(json!({ "every_ms": 1000 }));
        scenario["sinks"][0]["transaction_timeout_ms"] = json!(6_000);
        scenario["restart"] = json!({ "delay_ms": down_ms });
        scenario["faults"] =
            json!([{ "when": { "checkpoint": { "id": 1, "reaches": "completed" } }, "do": { "crash": "process" } }]);
        assert_eq!(run(scenario).report.sinks["out"].missing, missing, "down for {down_ms}");
    }
}

#[test]
fn kt_4_a_write_after_the_timeout_fails_the_task() {
    let mut scenario = two_phase(json!({ "every_ms": 10_000 }));
    scenario["sinks"][0]["transaction_timeout_ms"] = json!(650);
    scenario["until_ms"] = json!(5_000);
    let r = run(scenario);
    assert_eq!(r.times(|e| matches!(e, Event::Crashed { cause: CrashCause::Fenced(_), .. }))[0], 700);
}

#[test]
fn kt_6_who_reads_uncommitted_rows_sees_those_of_aborted_transactions() {
    let seen = |reader: &str| {
        let mut scenario = two_phase(json!({ "every_ms": 1000 }));
        scenario["sinks"][0]["reader"] = json!(reader);
        scenario["faults"] = json!([crash_at(1_950)]);
        run(scenario).report.sinks["out"].visible
    };
    assert_eq!((seen("read_committed"), seen("read_uncommitted")), (30, 40));
}

/// Ten records after the checkpoint are written twice.
fn replayed(sink: &str) -> Run {
    run(with(counted(log("a", 1, 30, 100), sink, json!({ "every_ms": 1000 })), "faults", json!([crash_at(1_950)])))
}

#[test]
fn sk_10_appended_rows_since_the_checkpoint_are_there_twice() {
    let r = replayed("append");
    assert_eq!((r.report.sinks["out"].duplicates, r.report.sinks["out"].missing), (10, 0));
}

#[test]
fn sk_11_upserts_converge() {
    let r = replayed("upsert");
    let out = &r.report.sinks["out"];
    assert_eq!((out.rows, out.duplicates, out.missing, out.wrong_values), (30, 0, 0, Some(0)));
}

#[test]
fn sk_12_a_reader_sees_values_go_back_for_a_while() {
    let r = replayed("set");
    let written: Vec<i64> = r
        .events
        .iter()
        .filter_map(|e| if let Event::Written { value, .. } = &e.event { Some(*value) } else { None })
        .collect();
    assert_eq!(written[19..21], [20, 11], "from 20 back to 11");
    assert_eq!(r.report.sinks["out"].balances["k0"], 30);
}
