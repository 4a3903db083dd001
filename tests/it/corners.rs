//! Corners of the judge: ids that several sources share, totals that ran out unseen, pairs of ids that look like
//! numbers, runs that end while the job is down.

use barrierscope::check::why::{End, Moment, What, chain};
use barrierscope::check::{Cause, Guarantee, Limits, Report};
use barrierscope::graph::Plan;
use barrierscope::scenario::{self, OperatorKind, Scenario};
use barrierscope::view::show::{Show, Start};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::random::trying;
use crate::support::scenarios::{Mix, scenarios};
use crate::support::story::scenario as read;

/// What the judge says, and of each finding its chain: of three moments at least, in order, all of which happened.
fn judged(text: Value) -> (Report, Vec<Vec<Moment>>) {
    let scenario = read(text);
    let plan = Plan::new(&scenario);
    let (report, events) = barrierscope::check::trial(&scenario, &[], &Limits::of_steps(100_000));
    let chains: Vec<Vec<Moment>> = report.findings.iter().map(|f| chain(&plan, &events, f)).collect();
    for (finding, moments) in report.findings.iter().zip(&chains) {
        assert!(moments.len() >= 3, "{finding:?}: {moments:?}");
        assert!(moments.is_sorted_by_key(|m| m.step), "{finding:?}: {moments:?}");
        let happened = |m: &Moment| events.iter().any(|e| e.step == m.step && e.event == m.event);
        assert!(moments.iter().all(happened), "{finding:?}: {moments:?}");
    }
    (report, chains)
}

fn causes(report: &Report) -> Vec<(Cause, u64)> {
    report.causes.iter().map(|c| (c.cause, c.count)).collect()
}

/// What the stage says of the destinations is what the judge says.
fn stage_agrees(scenario: &Scenario, share: f64) -> Result<(), String> {
    let mut show = Show::open(scenario.clone(), Start::Beginning);
    let steps = show.pace().steps();
    show.seek((steps as f64 * share) as u64);
    let report = show.report();
    for shown in &show.scene().destinations {
        let judged = report.sinks[&shown.name].duplicates;
        if shown.again != judged {
            return Err(format!("{}: {} on the stage, {judged} in the report", shown.name, shown.again));
        }
        let marked = shown.lines.iter().filter(|l| l.repeats.is_some()).count() as u64;
        if shown.lines.len() as u64 == shown.rows && marked != judged && shown.transactions.is_empty() {
            return Err(format!("{}: {marked} lines are marked, and {judged} stand twice", shown.name));
        }
    }
    Ok(())
}

/// Two sources with the same ids, each on a path of its own; what the first has counts.
fn two_paths() -> Value {
    let source = |name: &str, start: u64| json!({ "name": name, "partitions": [{ "generate": { "count": 4, "start_ms": start } }] });
    json!({ "sources": [source("s0", 0), source("s1", 10)],
            "operators": [{ "name": "c", "kind": "count", "inputs": ["s1"] },
                          { "name": "d", "kind": "sum", "inputs": ["s0"] }],
            "sinks": [{ "name": "k", "kind": "append", "inputs": ["c"] },
                      { "name": "l", "kind": "append", "inputs": ["d"] }] })
}

#[test]
fn an_event_that_took_effect_on_one_path_is_surplus_on_another() {
    let (report, chains) = judged(two_paths());
    assert!(report.operators["c"].expected.is_empty());
    assert_eq!(report.operators["c"].values["k0"], 4);
    assert_eq!(report.guarantee.state, Guarantee::AtLeastOnce);
    assert_eq!(report.guarantee.output, Guarantee::AtLeastOnce);
    assert_eq!((report.sinks["k"].duplicates, report.sinks["l"].duplicates), (4, 0));
    assert_eq!(causes(&report), [(Cause::RedeliveredWithoutDedup, 4)]);
    // Both readings are told: that of the event, and that of the other source.
    for moments in chains {
        let reads = moments.iter().filter(|m| matches!(m.what, What::Read(..))).count();
        assert_eq!(reads, 2, "{moments:?}");
    }
    for share in [0.3, 0.6, 1.0] {
        assert_eq!(stage_agrees(&read(two_paths()), share), Ok(()));
    }
}

#[test]
fn a_second_record_of_an_id_does_not_count_where_the_first_is_held_back() {
    let text = json!({
        "sources": [{ "name": "s", "partitions": [{ "records": [{ "id": 1, "value": 1 }, { "id": 2, "value": 1 }] },
                                                  { "records": [{ "id": 1, "value": 9 }] }] }],
        "operators": [{ "name": "big", "kind": "filter", "min_value": 5, "inputs": ["s"] }],
        "sinks": [{ "name": "out", "kind": "append", "inputs": ["big"] }] });
    assert_eq!(stage_agrees(&read(text.clone()), 1.0), Ok(()));
    let (report, _) = judged(text);
    assert_eq!((report.sinks["out"].visible, report.sinks["out"].duplicates), (1, 1));
    assert_eq!(causes(&report), [(Cause::RedeliveredWithoutDedup, 1)]);
}

#[test]
fn where_nothing_is_due_a_replay_is_still_a_replay() {
    let mut text = two_paths();
    text["checkpointing"] = json!({ "every_ms": 1000 });
    text["faults"] =
        json!([{ "when": { "written": { "sink": "k", "id": 4 } }, "do": { "crash": { "operator": "c" } } }]);
    let (report, _) = judged(text);
    assert_eq!(report.sinks["k"].duplicates, 8);
    assert_eq!(causes(&report), [(Cause::ReplayIntoNonIdempotentSink, 4), (Cause::RedeliveredWithoutDedup, 4)]);
}

#[test]
fn ids_that_a_filter_on_totals_lets_through_in_another_order_are_not_surplus() {
    // By time 1 and 3 come first; but partition 0 is read at once, and 2 waits behind it for nothing.
    let text = json!({
        "sources": [{ "name": "s", "partitions": [
            { "records": [{ "id": 1, "at": 0 }, { "id": 2, "at": 20 }] }, { "records": [{ "id": 3, "at": 10 }] }] }],
        "operators": [{ "name": "slow", "kind": "map", "inputs": ["s"], "service_ms": 0 },
                      { "name": "sum", "kind": "sum", "inputs": ["slow"] },
                      { "name": "big", "kind": "filter", "min_value": 3, "inputs": ["sum"] }],
        "sinks": [{ "name": "out", "kind": "append", "inputs": ["big"] }],
        "channels": { "edges": [{ "from": "s", "to": "slow", "latency_ms": 0 }] },
        "faults": [{ "when": { "at_ms": 5 }, "do": { "redeliver": { "source": "s", "partition": 0, "id": 1 } } }] });
    let (report, _) = judged(text);
    // 1, 1 again, 3, 2: the third is 3, and passes, though without the redelivery 2 were the first to.
    assert_eq!(report.sinks["out"].duplicates, 0);
    assert_eq!(report.sinks["out"].visible, 2);
}

#[test]
fn what_comes_by_two_ways_is_no_replay_when_the_job_crashes_later() {
    let source = |name: &str, start: u64| json!({ "name": name, "partitions": [{ "generate": { "count": 2, "start_ms": start } }] });
    for crashes in [false, true] {
        let mut text = json!({
            "sources": [source("s0", 0), source("s1", 10), { "name": "late", "partitions": [{ "records": [{ "id": 9, "at": 500 }] }] }],
            "operators": [{ "name": "left", "kind": "map", "inputs": ["s1"] }, { "name": "right", "kind": "map", "inputs": ["s1"] },
                          { "name": "n", "kind": "count", "inputs": ["s0", "left", "right", "late"] }],
            "sinks": [{ "name": "out", "kind": "append", "inputs": ["n"] }],
            "checkpointing": { "every_ms": 100 } });
        if crashes {
            text["faults"] = json!([{ "when": { "at_ms": 250 }, "do": { "crash": "process" } }]);
        }
        let (report, _) = judged(text);
        assert_eq!(report.restarts.len(), usize::from(crashes));
        assert_eq!(report.operators["n"].values["k0"], 7);
        assert_eq!(causes(&report), [(Cause::RedeliveredWithoutDedup, 4)], "{crashes}");
    }
}

fn lone(ttl: Value) -> Value {
    json!({ "sources": [{ "name": "s", "partitions": [{ "generate": { "count": 1 } }] }],
            "operators": [{ "name": "sum", "kind": "sum", "inputs": ["s"], "ttl": ttl }],
            "sinks": [{ "name": "out", "kind": "append", "inputs": ["sum"] }], "until_ms": 500 })
}

#[test]
fn a_total_that_ran_out_is_gone_although_nothing_came_after_it() {
    let (report, chains) = judged(lone(json!({ "ms": 50 })));
    assert!(report.operators["sum"].values.is_empty());
    assert_eq!(report.operators["sum"].expected["k0"], 1);
    assert_eq!(report.guarantee.state, Guarantee::AtMostOnce);
    assert_eq!(report.guarantee.output, Guarantee::ExactlyOnce);
    assert_eq!(causes(&report), [(Cause::StateExpired, 1)]);
    let end = &chains[0].last().expect("it has moments").what;
    assert!(matches!(end, What::End(End::Expired(_, _, 50))), "{end:?}");
    // With another key read later the same; with the same key the total starts over.
    for (key, kept) in [("k1", None), ("k0", Some(1))] {
        let mut text = lone(json!({ "ms": 50 }));
        text["until_ms"] = Value::Null;
        text["sources"][0]["partitions"][0] = json!({ "records": [{ "id": 1 }, { "id": 2, "key": key, "at": 100 }] });
        let (report, _) = judged(text);
        assert_eq!(report.operators["sum"].values.get("k0").copied(), kept);
        assert_eq!(causes(&report), [(Cause::StateExpired, 1)], "{key}");
    }
}

#[test]
fn a_total_that_lives_on_or_is_still_shown_is_not_missing() {
    for ttl in [json!({ "ms": 501 }), json!({ "ms": 50, "visibility": "return_if_not_cleaned_up" })] {
        let (report, _) = judged(lone(ttl.clone()));
        assert_eq!(report.operators["sum"].values["k0"], 1, "{ttl}");
        assert_eq!(report.guarantee.state, Guarantee::ExactlyOnce, "{ttl}");
        assert!(report.causes.is_empty(), "{ttl}");
    }
}

#[test]
fn a_total_that_the_snapshot_left_out_is_expired() {
    let mut text = lone(json!({ "ms": 50, "cleanup": "full_snapshot" }));
    text["until_ms"] = Value::Null;
    text["sources"][0]["partitions"][0] = json!({ "records": [{ "id": 1 }, { "id": 2, "at": 1400 }] });
    text["checkpointing"] = json!({ "every_ms": 100 });
    text["faults"] = json!([{ "when": { "at_ms": 250 }, "do": { "crash": "process" } }]);
    let (report, chains) = judged(text);
    assert_eq!(report.operators["sum"].values["k0"], 1);
    assert_eq!(causes(&report), [(Cause::StateExpired, 1)]);
    assert!(chains[0].iter().any(|m| matches!(m.what, What::Expired(..))), "{:?}", chains[0]);
}

/// A join of two sources whose left record has this id; it is sent twice.
fn pair(id: Value) -> Value {
    json!({ "sources": [{ "name": "l", "partitions": [{ "records": [{ "id": id }], "redeliver": [{ "id": id, "at": 20 }] }] },
                        { "name": "r", "partitions": [{ "records": [{ "id": 7, "at": 10 }] }] }],
            "operators": [{ "name": "j", "kind": "join", "inputs": ["l", "r"] }],
            "sinks": [{ "name": "out", "kind": "append", "inputs": ["j"] }], "until_ms": 100 })
}

#[test]
fn a_side_of_a_pair_is_the_id_that_the_input_has_text_or_number() {
    for id in [json!(5), json!("5"), json!("05"), json!("+5"), json!("x")] {
        let (report, chains) = judged(pair(id.clone()));
        assert_eq!(causes(&report), [(Cause::RedeliveredWithoutDedup, 1)], "{id}");
        // The chain has found the readings of both sides, which it could not under another id.
        for moments in chains {
            let reads = moments.iter().filter(|m| matches!(m.what, What::Read(..))).count();
            assert_eq!(reads, 3, "{id}: {moments:?}");
        }
        // A partner that has not come: it is the side, not the pair, that is looked for.
        let mut text = pair(id.clone());
        text["operators"][0]["service_ms"] = json!(30);
        text["until_ms"] = json!(40);
        let (report, _) = judged(text);
        assert_eq!(causes(&report), [(Cause::StillInFlight, 1)], "{id}");
    }
}

#[test]
fn what_is_missing_when_a_run_is_cut_before_its_restart_is_missing_because_the_job_is_down() {
    // Each with its state, its offsets and its crash; in each the run ends before the restart.
    let crashes = [json!("process"), json!("machine"), json!({ "operator": "n" })];
    for state in ["checkpointed", "memory", "local_disk"] {
        for offsets in ["checkpoint", "commit_on_read", "latest", "earliest"] {
            for crash in &crashes {
                for apart in [false, true] {
                    let mut text = json!({
                        "sources": [{ "name": "s", "partitions": [{ "generate": { "count": 10, "every_ms": 100 } }], "offsets": offsets }],
                        "operators": [{ "name": "n", "kind": "count", "inputs": ["s"], "state": state }],
                        "sinks": [{ "name": "out", "kind": "append", "inputs": ["n"] }],
                        "checkpointing": { "every_ms": 200 }, "until_ms": 1000,
                        "faults": [{ "when": { "at_ms": 350 }, "do": { "crash": crash } }] });
                    if apart {
                        // Another part of the job goes on: only the region of the failed task is down.
                        text["sources"].as_array_mut().unwrap().push(
                            json!({ "name": "t", "partitions": [{ "generate": { "count": 10, "first_id": 100, "every_ms": 100 } }] }));
                        text["sinks"]
                            .as_array_mut()
                            .unwrap()
                            .push(json!({ "name": "other", "kind": "append", "inputs": ["t"] }));
                    }
                    let (report, _) = judged(text);
                    assert!(report.restarts.is_empty());
                    let found: Vec<Cause> = report.causes.iter().map(|c| c.cause).collect();
                    assert!(!found.is_empty());
                    assert!(found.iter().all(|c| *c == Cause::JobDown), "{state} {offsets} {crash} {apart}: {found:?}");
                }
            }
        }
    }
}

#[test]
fn a_job_that_stays_down_after_a_restart_has_lost_nothing_that_its_checkpoint_brings_back() {
    let records: Vec<Value> = (1..=6).map(|id| json!({ "id": id, "at": id })).collect();
    for attempts in [0, 1, 2] {
        let (report, _) = judged(json!({
            "barrierscope": 1,
            "sources": [{ "name": "s", "partitions": [{ "records": records }] }],
            "operators": [{ "name": "t", "kind": "sum", "inputs": ["s"] }],
            "sinks": [{ "name": "k", "kind": "upsert", "inputs": ["t"] }],
            "checkpointing": { "at": [{ "source": "s", "partition": 0, "offset": 1 }] },
            "restart": { "delay_ms": 5, "attempts": attempts },
            "faults": [{ "when": { "processed": { "operator": "t", "id": 4 } }, "do": { "crash": "process" }, "times": 9 }],
        }));
        let all: Vec<Cause> = report.causes.iter().map(|c| c.cause).collect();
        assert_eq!(all, [Cause::JobDown], "after {attempts} restarts");
    }
}

#[test]
fn where_nothing_was_restarted_what_a_filter_misses_of_a_total_ran_out() {
    let (report, _) = judged(json!({
        "barrierscope": 1,
        "sources": [{ "name": "a", "partitions": [{ "records": [{ "id": 1, "value": 5 }, { "id": 2, "value": 5, "at": 100 }] }] }],
        "operators": [
            { "name": "t", "kind": "sum", "inputs": ["a"], "ttl": { "ms": 50 } },
            { "name": "f", "kind": "filter", "inputs": ["t"], "min_value": 6 },
        ],
        "sinks": [{ "name": "k", "kind": "append", "inputs": ["f"] }],
    }));
    let all: Vec<Cause> = report.causes.iter().map(|c| c.cause).collect();
    assert_eq!(all, [Cause::StateExpired]);
}

/// The same run with ids below a thousand, so that those of the sources and partitions meet; none: it cannot be read.
fn with_shared_ids(scenario: &Scenario) -> Option<Scenario> {
    fn fold(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for (name, field) in fields {
                    match field.as_u64() {
                        Some(n) if name == "first_id" || name == "id" && n > 20 => *field = json!(n % 1000),
                        _ => fold(field),
                    }
                }
            }
            Value::Array(list) => list.iter_mut().for_each(fold),
            _ => {}
        }
    }
    let mut text: Value = serde_json::from_str(&scenario::write(scenario)).ok()?;
    fold(&mut text);
    scenario::read(&text.to_string()).ok()
}

proptest! {
    #![proptest_config(trying(150))]

    /// Sources that share ids: the stage and the report agree, every finding has its chain, and where the verdict is
    /// that all took effect once, the counts are what they should be.
    #[test]
    fn shared_ids_are_judged_the_same_everywhere(scenario in scenarios(&Mix::everything()), share in 0.3f64..=1.0) {
        let Some(scenario) = with_shared_ids(&scenario) else { return Ok(()) };
        prop_assert_eq!(stage_agrees(&scenario, share), Ok(()));
        let plan = Plan::new(&scenario);
        let (report, events) = barrierscope::check::trial(&scenario, &[], &Limits::of_steps(20_000));
        let reads = events.iter().filter(|e| matches!(e.event, barrierscope::event::Event::Read { .. })).count();
        for finding in report.findings.iter().filter(|_| reads > 2) {
            let moments = chain(&plan, &events, finding);
            prop_assert!(moments.len() >= 3, "{:?}: {:?}", finding, moments);
        }
        let filters = scenario.operators.iter().any(|o| matches!(o.kind, OperatorKind::Filter { .. }));
        let ended = report.steps < 20_000;
        if report.guarantee.state == Guarantee::ExactlyOnce && ended && !filters {
            for spec in scenario.operators.iter().filter(|o| o.kind == OperatorKind::Count) {
                let of = &report.operators[&spec.name];
                let total = |values: &std::collections::BTreeMap<String, i64>| values.values().sum::<i64>();
                prop_assert_eq!(total(&of.values), total(&of.expected), "{}", &spec.name);
            }
        }
    }
}

#[test]
fn an_entry_that_ran_out_between_two_joins_is_told_as_such() {
    let source =
        |name: &str, id: u64, at: u64| json!({ "name": name, "partitions": [{ "records": [{ "id": id, "at": at }] }] });
    for chain in [["ab", "c"], ["c", "ab"]] {
        let text = json!({
            "sources": [source("a", 1, 0), source("b", 2, 10), source("c", 3, 500)],
            "operators": [{ "name": "ab", "kind": "join", "inputs": ["a", "b"] },
                          { "name": "abc", "kind": "join", "inputs": chain, "ttl": { "ms": 100 } }],
            "sinks": [{ "name": "out", "kind": "append", "inputs": ["abc"] }] });
        let (report, _) = judged(text);
        assert_eq!(report.sinks["out"].missing, 1);
        assert_eq!(causes(&report), [(Cause::StateExpired, 1)], "{chain:?}");
    }
}

#[test]
fn what_a_filter_on_totals_holds_back_in_another_order_is_not_missing() {
    // By time 1 and 2 come before 3 and 4; the slow source reads 1 and 2 behind them.
    let text = json!({
        "sources": [{ "name": "a", "service_ms": 10, "partitions": [{ "generate": { "count": 6, "first_id": 1 } }] },
                    { "name": "b", "partitions": [{ "generate": { "count": 6, "first_id": 11 } }] }],
        "operators": [{ "name": "c", "kind": "count", "inputs": ["a", "b"] },
                      { "name": "big", "kind": "filter", "min_value": 4, "inputs": ["c"] }],
        "sinks": [{ "name": "out", "kind": "append", "inputs": ["big"] }] });
    let (report, _) = judged(text);
    assert_eq!(causes(&report), []);
    assert_eq!((report.sinks["out"].visible, report.sinks["out"].missing), (9, 0));
    assert_eq!(report.guarantee.output, Guarantee::ExactlyOnce);
}

#[test]
fn an_id_of_two_sources_is_skipped_by_the_one_that_does_not_read_again() {
    let text = json!({
        "sources": [{ "name": "dropped", "partitions": [{ "records": [{ "id": 1, "value": 0 }, { "id": 2, "value": 9, "at": 200 }] }] },
                    { "name": "ahead", "offsets": "commit_on_read", "partitions": [{ "records": [{ "id": 1, "value": 9, "at": 0 }] }] }],
        "operators": [{ "name": "big", "kind": "filter", "min_value": 5, "inputs": ["dropped", "ahead"] }],
        "sinks": [{ "name": "out", "kind": "two_phase", "inputs": ["big"] }],
        "checkpointing": { "every_ms": 100 },
        "faults": [{ "when": { "at_ms": 50 }, "do": { "crash": "process" } }] });
    // By the truth the event is the first in the file, which the filter drops: nothing of it is due, nothing is missing.
    let (report, _) = judged(text.clone());
    assert_eq!((report.sinks["out"].missing, report.sinks["out"].duplicates), (0, 0));
    // With the other one first it is due, and its offset was committed ahead.
    let mut text = text;
    text["sources"].as_array_mut().unwrap().reverse();
    let (report, _) = judged(text);
    assert_eq!(report.sinks["out"].missing, 1);
    assert_eq!(causes(&report), [(Cause::OffsetAheadOfState, 1)]);
}

#[test]
fn a_side_that_was_read_again_before_its_other_came_is_a_replay() {
    let text = json!({
        "sources": [{ "name": "a", "offsets": "earliest", "partitions": [{ "records": [{ "id": 1 }] }] },
                    { "name": "b", "partitions": [{ "records": [{ "id": 103, "at": 100 }] }] }],
        "operators": [{ "name": "j", "kind": "join", "inputs": ["a", "b"] }],
        "sinks": [{ "name": "out", "kind": "append", "inputs": ["j"] }],
        "checkpointing": { "every_ms": 50 },
        "restart": { "delay_ms": 10 },
        "faults": [{ "when": { "at_ms": 60 }, "do": { "crash": "process" } }] });
    let (report, _) = judged(text);
    assert_eq!(report.sinks["out"].duplicates, 1);
    let found: Vec<Cause> = report.causes.iter().map(|c| c.cause).collect();
    assert!(!found.contains(&Cause::RedeliveredWithoutDedup), "{found:?}");
    assert!(found.contains(&Cause::StateAheadOfOffset), "{found:?}");
}

#[test]
fn an_effect_that_only_a_wrong_total_lets_through_is_surplus() {
    let job = |records: Value, sink: &str| {
        judged(json!({
            "sources": [{ "name": "s", "partitions": [{ "records": records }] }],
            "operators": [{ "name": "sum", "kind": "sum", "inputs": ["s"] },
                          { "name": "big", "kind": "filter", "min_value": 6, "inputs": ["sum"] }],
            "sinks": [{ "name": "out", "kind": sink, "inputs": ["big"] }] }))
        .0
    };
    for sink in ["append", "increment"] {
        let report = job(json!([{ "id": 1, "value": 5 }, { "id": 1, "value": 5 }]), sink);
        assert_eq!(report.sinks["out"].duplicates, 1);
        assert_eq!(report.guarantee.output, Guarantee::AtLeastOnce);
        assert_eq!(causes(&report), [(Cause::RedeliveredWithoutDedup, 1)]);
    }
    // Of two that a surplus lets through, one was sent once: what lets it through is the other.
    let report = job(json!([{ "id": 1, "value": 2 }, { "id": 1, "value": 2 }, { "id": 2, "value": 2 }]), "append");
    assert_eq!(report.sinks["out"].duplicates, 1);
    assert_eq!(report.sinks["out"].duplicated_ids, [barrierscope::ids::EventId::Int(2)]);
    assert_eq!(causes(&report), [(Cause::RedeliveredWithoutDedup, 2)]);
}

/// One source of one partition.
fn source(name: &str, records: Value, offsets: Value) -> Value {
    json!({ "name": name, "partitions": [{ "records": records }], "offsets": offsets })
}

fn at(ms: u64) -> Value {
    json!([{ "when": { "at_ms": ms }, "do": { "crash": "process" } }])
}

/// Jobs of which each went by a wrong name once: what is read, the operators, the sink, the rest, and the causes.
#[test]
fn each_cause_goes_by_its_own_name() {
    let (own, one) = (json!("checkpoint"), json!([{ "id": 1 }]));
    let sink = |kind: &str, input: &str| json!([{ "name": "out", "kind": kind, "inputs": [input] }]);
    let join = json!([{ "name": "j", "kind": "join", "inputs": ["a", "b"] }]);
    let count = json!([{ "name": "c", "kind": "count", "inputs": ["a"], "service_ms": 25 }]);
    let dedup = |ttl: Value| {
        json!([{ "name": "m", "kind": "map", "inputs": ["a"], "service_ms": 10 },
                                    { "name": "d", "kind": "dedup", "inputs": ["m", "a"], "ttl": ttl }])
    };
    let first = |offset: u64| json!({ "at": [{ "source": "a", "partition": 0, "offset": offset }] });
    /// What the job is, the job, and what its effects go wrong by.
    type Case = (&'static str, Value, Vec<(Cause, u64)>);
    let cases: Vec<Case> = vec![
        (
            "a pair of a record with itself, still on its way",
            json!({ "sources": [source("a", one.clone(), own.clone())], "sinks": sink("append", "j"), "until_ms": 20,
                 "operators": [{ "name": "m", "kind": "map", "inputs": ["a"], "service_ms": 25 },
                               { "name": "j", "kind": "join", "inputs": ["m", "a"] }] }),
            vec![(Cause::StillInFlight, 1)],
        ),
        (
            "put back into its channel, and read again too",
            json!({ "sources": [source("a", json!([{ "id": 1 }, { "id": 2 }]), json!("earliest"))],
                 "operators": count, "sinks": sink("append", "c"), "faults": at(40),
                 "checkpointing": { "unaligned": true, "at": first(1)["at"] } }),
            vec![(Cause::ReplayIntoNonIdempotentSink, 2), (Cause::StateAheadOfOffset, 2)],
        ),
        (
            "one input, read from its start again",
            json!({ "sources": [source("a", json!([{ "id": 1 }, { "id": 2, "at": 100 }]), json!("earliest"))],
                 "operators": [{ "name": "c", "kind": "count", "inputs": ["a"] }], "sinks": sink("upsert", "c"), "faults": at(50),
                 "checkpointing": { "mode": "at_least_once", "at": first(0)["at"] } }),
            vec![(Cause::StateAheadOfOffset, 1)],
        ),
        (
            "held back by the second way, and down for good",
            json!({ "sources": [source("a", one.clone(), json!("commit_on_read"))], "operators": dedup(Value::Null),
                 "sinks": [{ "name": "out", "kind": "append", "inputs": ["d"], "service_ms": 40 }],
                 "faults": at(20), "restart": { "attempts": 0 } }),
            vec![(Cause::JobDown, 1)],
        ),
        (
            "held back by the second way, and not read again",
            json!({ "sources": [source("a", one.clone(), json!("commit_on_read"))], "operators": dedup(Value::Null),
                 "sinks": [{ "name": "out", "kind": "append", "inputs": ["d"], "service_ms": 40 }], "faults": at(20) }),
            vec![(Cause::OffsetAheadOfState, 1)],
        ),
        (
            "forgotten between the two ways",
            json!({ "sources": [source("a", one.clone(), own.clone())], "operators": dedup(json!({ "ms": 5 })), "sinks": sink("append", "d") }),
            vec![(Cause::TtlExpiredBeforeDuplicate, 1)],
        ),
        (
            "run out while the job was down",
            json!({ "sources": [source("a", one.clone(), own.clone()), source("b", json!([{ "id": 2, "at": 10 }, { "id": 3, "at": 20 }]), own.clone())],
                 "operators": [{ "name": "j", "kind": "join", "inputs": ["a", "b"], "ttl": { "ms": 500 } }],
                 "sinks": sink("two_phase", "j"), "checkpointing": first(0), "faults": at(15) }),
            vec![(Cause::StateExpired, 2)],
        ),
        (
            "a pair, when the job is down for good",
            json!({ "sources": [source("a", one.clone(), own.clone()), source("b", json!([{ "id": 2 }]), own.clone())],
                 "operators": join, "sinks": sink("upsert", "j"), "restart": { "attempts": 1 },
                 "faults": [{ "when": { "written": { "sink": "out", "id": "1⋈2" } }, "do": { "crash": "process" }, "times": 2 }] }),
            vec![(Cause::JobDown, 1)],
        ),
        (
            "a side sent again, after a restart that began empty",
            json!({ "sources": [source("a", json!([{ "id": 1 }, { "id": 1, "at": 20 }]), own.clone()), source("b", json!([{ "id": 2 }]), own.clone())],
                 "operators": join, "sinks": sink("upsert", "j"), "faults": at(10) }),
            vec![(Cause::RedeliveredWithoutDedup, 1)],
        ),
        (
            "the other side was not read again",
            json!({ "sources": [source("a", json!([{ "id": 1 }, { "id": 3, "at": 100 }]), own.clone()), source("b", json!([{ "id": 2 }]), json!("latest"))],
                 "operators": join, "sinks": sink("upsert", "j"), "checkpointing": {}, "faults": at(50) }),
            vec![(Cause::SourceNotReplayed, 2)],
        ),
        (
            "of two copies the other one came first when they were read again",
            json!({ "sources": [{ "name": "a", "partitions": [{ "records": [{ "id": 1, "at": 1 }] }, { "records": [{ "id": 1 }, { "id": 2, "at": 20 }] }] }],
                 "operators": [{ "name": "d", "kind": "dedup", "inputs": ["a"] }], "sinks": sink("append", "d"), "faults": at(10) }),
            vec![(Cause::ReplayIntoNonIdempotentSink, 1)],
        ),
        (
            "held back by a filter on totals, in another order after a restart",
            json!({ "sources": [source("a", json!([{ "id": 1, "at": 10, "value": 1 }]), own.clone()), source("b", json!([{ "id": 2, "value": 2 }]), own.clone())],
                 "operators": [{ "name": "s", "kind": "sum", "inputs": ["a", "b"] }, { "name": "f", "kind": "filter", "inputs": ["s"], "min_value": 3 }],
                 "sinks": sink("upsert", "f"),
                 "faults": [{ "when": { "processed": { "operator": "s", "id": 1 } }, "do": { "crash": { "operator": "f" } } }] }),
            vec![],
        ),
        (
            "by two ways, one of them through a filter on totals in another order",
            json!({ "sources": [source("a", one.clone(), own.clone()), source("b", json!([{ "id": 2, "at": 5 }]), own.clone())],
                 "operators": [{ "name": "m", "kind": "map", "inputs": ["a"], "service_ms": 25 },
                               { "name": "c", "kind": "count", "inputs": ["m", "b"] },
                               { "name": "f", "kind": "filter", "inputs": ["c"], "min_value": 2 }],
                 "sinks": [{ "name": "out", "kind": "append", "inputs": ["f", "c"] }] }),
            vec![],
        ),
        (
            "both sides sent again, after a restart that kept them",
            json!({ "sources": [{ "name": "a", "partitions": [{ "records": [{ "id": 1 }], "redeliver": [{ "id": 1, "at": 200 }] }] },
                             { "name": "b", "partitions": [{ "records": [{ "id": 2 }], "redeliver": [{ "id": 2, "at": 200 }] }] }],
                 "operators": join, "sinks": sink("append", "j"), "checkpointing": { "every_ms": 50 }, "faults": at(120) }),
            vec![(Cause::RedeliveredWithoutDedup, 3)],
        ),
        (
            "sent again past a dedup, after a restart in which another passed it",
            json!({ "sources": [{ "name": "a", "partitions": [
                                    { "records": [{ "id": 1, "at": 50 }, { "id": 2, "at": 70 }],
                                      "redeliver": [{ "id": 1, "at": 3061 }, { "id": 2, "at": 3071 }] },
                                    { "records": [{ "id": 3, "at": 5 }] }] }],
                 "operators": [{ "name": "c", "kind": "count", "inputs": ["a"] },
                               { "name": "f", "kind": "filter", "inputs": ["c"], "min_value": 3 },
                               { "name": "d", "kind": "dedup", "inputs": ["f"] }],
                 "sinks": sink("upsert", "d"), "faults": at(300) }),
            vec![(Cause::RedeliveredWithoutDedup, 2)],
        ),
    ];
    let mut wrong = Vec::new();
    for (what, text, expected) in cases {
        let (report, _) = judged(text);
        let found = causes(&report);
        if found != expected {
            wrong.push(format!("{what}: {found:?} and not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
