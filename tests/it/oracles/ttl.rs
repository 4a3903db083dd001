//! Section 7: state that expires.

use barrierscope::ids::Key;
use barrierscope::scenario::{Ttl, TtlCleanup, TtlUpdate, TtlVisibility};
use barrierscope::state::{CLEANUP_ENTRIES, Entries, Looked};
use barrierscope::time::SimTime;
use serde_json::{Value, json};

use super::{crash_at, node};
use crate::support::story::{Run, run};

const PLAIN: Ttl = Ttl {
    ms: 500,
    update: TtlUpdate::CreateAndWrite,
    visibility: TtlVisibility::NeverReturnExpired,
    cleanup: TtlCleanup::OnAccess,
};
const SHOWN: Ttl = Ttl { visibility: TtlVisibility::ReturnIfNotCleanedUp, ..PLAIN };

/// State with one entry under k0, written at 1000.
fn written(ttl: Ttl) -> Entries<Key, i64> {
    let mut entries = Entries::new(Some(ttl));
    entries.write(Key::Numbered(0), 10, SimTime(1000));
    entries
}

fn read(entries: &mut Entries<Key, i64>, at: u64) -> Looked<i64> {
    entries.read(&Key::Numbered(0), SimTime(at), &mut |_, _| {})
}

#[test]
fn tt_1_the_moment_of_expiry_belongs_to_the_time_after() {
    for (at, found) in [(1499, Looked::Live(10)), (1500, Looked::Expired(SimTime(1000)))] {
        assert_eq!(read(&mut written(PLAIN), at), found, "at {at}");
    }
    let mut endless = written(Ttl { ms: u64::MAX, ..PLAIN });
    assert_eq!(read(&mut endless, u64::MAX - 1), Looked::Live(10), "no overflow");
}

#[test]
fn tt_3_reads_renew_only_when_asked_to_and_never_revive() {
    for (update, at_1600) in
        [(TtlUpdate::CreateAndWrite, Looked::Expired(SimTime(1000))), (TtlUpdate::ReadAndWrite, Looked::Live(10))]
    {
        let mut entries = written(Ttl { update, ..PLAIN });
        read(&mut entries, 1400);
        assert_eq!(read(&mut entries, 1600), at_1600, "{update:?}");
    }
    let mut late = written(Ttl { update: TtlUpdate::ReadAndWrite, ..PLAIN });
    assert_eq!(read(&mut late, 1500), Looked::Expired(SimTime(1000)));
    assert_eq!(read(&mut late, 1501), Looked::Absent);
}

#[test]
fn tt_4_an_expired_value_is_shown_once_where_that_is_asked_for() {
    let mut entries = written(SHOWN);
    assert_eq!([read(&mut entries, 1500), read(&mut entries, 1501)], [Looked::Stale(10), Looked::Absent]);
}

#[test]
fn tt_5_reading_an_expired_entry_removes_it() {
    for ttl in [PLAIN, SHOWN] {
        let mut entries = written(ttl);
        read(&mut entries, 1500);
        assert!(entries.is_empty());
    }
}

#[test]
fn tt_6_entries_of_a_set_expire_each_on_its_own_and_being_empty_knows_nothing_of_it() {
    let mut seen: Entries<Key, ()> = Entries::new(Some(PLAIN));
    let see = |seen: &mut Entries<Key, ()>, key, at| seen.see(&Key::Numbered(key), SimTime(at), &mut |_, _| {});
    see(&mut seen, 0, 1000);
    see(&mut seen, 1, 1400);
    assert!(!seen.is_empty() && seen.live(SimTime(1500)) == 1 && seen.len() == 2);
    assert_eq!(see(&mut seen, 1, 1500), Looked::Live(()));
    assert_eq!(see(&mut seen, 0, 1500), Looked::Expired(SimTime(1000)));
}

fn held(operator: Value, records: &[(u64, &str, u64)]) -> Run {
    let records: Vec<Value> =
        records.iter().map(|(id, key, at)| json!({ "id": id, "key": key, "value": id, "at": at })).collect();
    run(json!({
        "sources": [{ "name": "a", "partitions": [{ "records": records }] }],
        "operators": [operator],
        "sinks": [node("out", "append", &["op"])]
    }))
}

#[test]
fn tt_7_a_list_keeps_expired_elements_until_all_have_expired() {
    let join = |left: &[(u64, u64)], at| {
        let left: Vec<Value> = left.iter().map(|(id, at)| json!({ "id": id, "at": at })).collect();
        run(json!({
            "sources": [{ "name": "l", "partitions": [{ "records": left }] },
                        { "name": "r", "partitions": [{ "records": [{ "id": 100, "at": at }] }] }],
            "operators": [{ "name": "op", "kind": "join", "inputs": ["l", "r"], "ttl": { "ms": 500 } }],
            "sinks": [node("out", "append", &["op"])]
        }))
    };
    let some = join(&[(1, 0), (2, 400)], 600);
    assert_eq!(
        (some.report.sinks["out"].rows, some.report.operators["op"].entries),
        (1, 3),
        "[2] is found, [1 2] is held"
    );
    let all = join(&[(1, 0), (2, 40)], 600);
    assert_eq!((all.report.sinks["out"].rows, all.report.operators["op"].entries), (0, 1), "both are gone");
}

#[test]
fn tt_8_an_expired_total_is_added_to_only_where_it_is_shown() {
    for (visibility, total) in [("never_return_expired", 1), ("return_if_not_cleaned_up", 11)] {
        let operator =
            json!({ "name": "op", "kind": "sum", "inputs": ["a"], "ttl": { "ms": 500, "visibility": visibility } });
        let r = held(operator, &[(10, "k0", 0), (1, "k0", 500)]);
        assert_eq!(r.value("op", "k0"), total, "{visibility}");
    }
}

/// A dedup whose entry of id 1 was made at 0; id 1 comes again later, after a crash.
fn dedup(again_at: u64, crash: u64, delay: u64, ttl: u64) -> Run {
    run(json!({
        "sources": [{ "name": "a", "partitions": [
            { "records": [{ "id": 1 }], "redeliver": [{ "id": 1, "at": again_at }] }] }],
        "operators": [{ "name": "op", "kind": "dedup", "inputs": ["a"], "ttl": { "ms": ttl } }],
        "sinks": [node("out", "append", &["op"])],
        "checkpointing": { "every_ms": 100 },
        "restart": { "delay_ms": delay },
        "faults": [crash_at(crash)]
    }))
}

#[test]
fn tt_9_the_stamp_is_in_the_checkpoint_and_downtime_counts() {
    assert_eq!(dedup(900, 150, 600, 1000).report.operators["op"].dropped, 1);
    assert_eq!(dedup(1000, 150, 600, 1000).report.operators["op"].dropped, 0);
}

#[test]
fn tt_10_what_is_replayed_is_stamped_anew() {
    // Seen at 0 and lost with the crash at 50, before any checkpoint; read again at 650.
    assert_eq!(dedup(1000, 50, 600, 1000).report.operators["op"].dropped, 1);
    assert_eq!(dedup(1649, 50, 600, 1000).report.operators["op"].dropped, 1);
    assert_eq!(dedup(1650, 50, 600, 1000).report.operators["op"].dropped, 0);
}

/// Ten keys at 0, then 40 others; a checkpoint at 1000.
fn ten_expire(cleanup: &str, others: u64) -> Run {
    let mut records: Vec<Value> = (0..10).map(|i| json!({ "id": i, "key": format!("k{i}") })).collect();
    records.extend((10..10 + others).map(|i| json!({ "id": i, "key": format!("k{i}"), "at": 700 })));
    records.push(json!({ "id": 99, "key": "last", "at": 1000 }));
    run(json!({
        "sources": [{ "name": "a", "partitions": [{ "records": records }] }],
        "operators": [{ "name": "op", "kind": "count", "inputs": ["a"], "ttl": { "ms": 500, "cleanup": cleanup } }],
        "sinks": [node("out", "append", &["op"])],
        "checkpointing": { "every_ms": 900, "final": false },
        "faults": if cleanup == "full_snapshot" { json!([crash_at(950)]) } else { json!([]) }
    }))
}

#[test]
fn tt_13_expired_entries_count_until_they_are_removed() {
    let r = ten_expire("on_access", 5);
    assert_eq!(r.checkpoint(1).state_bytes, 15 * 32);
    assert_eq!((r.report.operators["op"].entries, r.report.operators["op"].live), (16, 6));
}

#[test]
fn tt_14_each_cleanup_removes_in_its_own_way() {
    // (a) They are left out of what is written, stay in the local state, and are gone after a restore.
    let full = ten_expire("full_snapshot", 5);
    assert_eq!(full.checkpoint(1).state_bytes, 5 * 32);
    assert_eq!(full.report.operators["op"].entries, 6);
    // (b) A few at each access; without an access none.
    assert_eq!(ten_expire("incremental", 0).report.operators["op"].entries, 10 - CLEANUP_ENTRIES as u64 + 1);
    assert_eq!(ten_expire("incremental", 40).report.operators["op"].entries, 41);
    // (c) When files are compacted, and there is nothing to compact yet at the first checkpoint.
    assert_eq!(ten_expire("compaction", 5).checkpoint(1).state_bytes, 15 * 32);
}

#[test]
fn tt_15_the_cleanup_comes_before_the_read() {
    let mut entries = written(Ttl { cleanup: TtlCleanup::Incremental, ..SHOWN });
    assert_eq!(read(&mut entries, 1500), Looked::Absent, "the walk got there first");
}
