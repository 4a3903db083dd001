//! Section 9: restarts, and what they take.

use barrierscope::event::Event;
use serde_json::{Value, json};

use super::{at, counted, crash_at, log, two_chains, with};
use crate::support::story::{Run, run};

/// Crashes at these moments under this strategy.
fn crashes(restart: Value, moments: &[u64]) -> Run {
    let faults: Vec<Value> = moments.iter().map(|ms| crash_at(*ms)).collect();
    let mut scenario = counted(log("a", 1, 2, 1), "append", json!(null));
    scenario["sources"][0] = log("a", 1, 100, 10_000);
    run(with(with(scenario, "faults", json!(faults)), "restart", restart))
}

#[test]
fn rs_2_fixed_delay_never_forgets() {
    let restart = json!({ "delay_ms": 1000, "attempts": 3 });
    let r = crashes(restart, &[10_000, 200_000, 400_000, 800_000]);
    assert_eq!(r.report.restarts.iter().map(|r| r.at_ms).collect::<Vec<_>>(), [11_000, 201_000, 401_000]);
    assert!(r.world.master().gave_up, "the fourth is fatal");
}

#[test]
fn rs_3_exponential_delay_grows_to_its_limit_and_starts_over_after_a_quiet_time() {
    let restart = json!({ "strategy": "exponential_delay", "initial_ms": 1000, "max_ms": 5000, "multiplier": 1.5,
                          "reset_ms": 100_000 });
    let moments = [10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 300_000];
    let r = crashes(restart.clone(), &moments);
    let delays: Vec<u64> = r.report.recovery.iter().filter_map(|r| r.down_ms).collect();
    assert_eq!(delays, [1000, 1500, 2250, 3375, 5000, 5000, 1000]);
}

#[test]
fn rs_4_a_failure_rate_looks_at_a_window() {
    let restart = json!({ "strategy": "failure_rate", "max": 3, "interval_ms": 60_000, "delay_ms": 100 });
    for (fourth, fatal) in [(30_000, true), (60_000, true), (60_001, false)] {
        let moments = [0, 10_000, 20_000, fourth].map(|ms| ms + 5_000);
        assert_eq!(crashes(restart.clone(), &moments).world.master().gave_up, fatal, "fourth at {fourth}");
    }
}

#[test]
fn rs_5_only_the_region_of_the_failed_task_restarts() {
    let crash = |operator: &str| json!([at(1_950, json!({ "crash": { "operator": operator } }))]);
    let r = run(with(two_chains(json!({ "every_ms": 1000 })), "faults", crash("count_a")));
    let region = |e: &Event| matches!(e, Event::Restarted { region: Some(tasks), .. } if tasks.len() == 3);
    assert_eq!(r.times(region), [2_950]);
    assert_eq!(
        (r.report.sinks["out_a"].duplicates, r.report.sinks["out_b"].duplicates),
        (10, 0),
        "b keeps its state and its position"
    );
    assert_eq!((r.value("count_a", "k0"), r.value("count_b", "k0")), (30, 30));
    // A channel between them makes it one region.
    let mut joined = two_chains(json!({ "every_ms": 1000 }));
    joined["sinks"][1]["inputs"] = json!(["count_b", "count_a"]);
    let r = run(with(joined, "faults", crash("count_a")));
    assert!(r.report.sinks["out_b"].duplicates > 0);
}

#[test]
fn rs_6_all_tasks_go_back_to_the_same_checkpoint() {
    let mut scenario = counted(log("a", 1, 50, 100), "append", json!({ "every_ms": 1000 }));
    scenario["faults"] = json!([crash_at(3_950)]);
    let r = run(scenario);
    assert_eq!((r.report.restarts[0].from_checkpoint, r.report.restarts[0].replayed), (Some(3), 10));
    assert_eq!(r.value("count", "k0"), 50);
}

#[test]
fn rs_7_down_time_is_delay_and_restore_and_the_backlog_is_worked_off_at_the_surplus() {
    // 100 records a second come in and 200 can be worked off; down for 1000 ms and for 32 bytes at 1 byte/ms.
    let mut scenario = counted(log("a", 1, 400, 10), "upsert", json!({ "every_ms": 500, "final": false }));
    scenario["sources"][0]["service_ms"] = json!(5);
    scenario["storage"] = json!({ "bytes_per_ms": 1 });
    scenario["faults"] = json!([crash_at(1_000)]);
    let r = run(scenario);
    assert_eq!(r.report.recovery[0].down_ms, Some(1_032));
    // Since the checkpoint at 500, 153 records stand in the log at 2032; they and what comes meanwhile take as long again.
    let catch_up = r.report.recovery[0].catch_up_ms.expect("it catches up");
    assert!((1_500..=1_570).contains(&catch_up), "{catch_up}");
}
