//! Laws of the machine: determinism, going back, choices, and the clock.

use barrierscope::scenario::{self, Scenario};
use barrierscope::sim::{Action, Event, Hand, History, World};

use crate::both::cases::CASES;

fn case(name: &str) -> Scenario {
    let (_, text) = CASES.iter().find(|(n, _)| n.starts_with(name)).unwrap();
    let case: serde_json::Value = serde_json::from_str(text).unwrap();
    scenario::read(&case["scenario"].to_string()).unwrap()
}

fn readable() -> impl Iterator<Item = (&'static str, Scenario)> {
    CASES.iter().filter(|(n, _)| !n.starts_with('e')).map(|(n, _)| (*n, case(n)))
}

#[test]
fn the_same_scenario_gives_the_same_run() {
    let run = |s: &Scenario| {
        let mut h = History::new(s);
        h.run(3_000);
        (h.world().run_digest(), h.events().cloned().collect::<Vec<_>>())
    };
    for (name, scenario) in readable() {
        assert_eq!(run(&scenario), run(&scenario), "{name}");
    }
}

#[test]
fn the_clock_takes_the_first_of_the_earliest_among_what_is_enabled() {
    for (name, scenario) in readable() {
        let mut world = World::new(&scenario);
        for _ in 0..1_500 {
            let Some((due, action)) = world.next() else { break };
            let now = world.now();
            let all = world.enabled();
            let earliest = all.iter().map(|(due, _)| (*due).max(now)).min().unwrap();
            let first = all.iter().find(|(due, _)| (*due).max(now) == earliest).unwrap();
            assert_eq!((due, &action), (earliest, &first.1), "{name} at step {}", world.steps());
            world.apply(action).unwrap();
        }
    }
}

#[test]
fn stepping_back_from_any_step_gives_exactly_the_earlier_state() {
    for name in ["21", "03", "16"] {
        let mut h = History::new(&case(name));
        let mut digests = vec![h.world().state_digest()];
        while h.advance() {
            digests.push(h.world().state_digest());
        }
        for step in (0..h.len()).rev() {
            h.seek(step);
            assert_eq!(h.world().state_digest(), digests[step as usize], "{name} step {step}");
        }
        for step in [h.len() / 2, h.len(), 1, h.len() - 1] {
            h.seek(step);
            assert_eq!(h.world().state_digest(), digests[step as usize], "{name} step {step}");
        }
    }
}

#[test]
fn events_belong_to_their_steps_after_any_seek() {
    let mut h = History::new(&case("21"));
    h.run(u64::MAX);
    let all: Vec<_> = h.events().cloned().collect();
    h.seek(300);
    assert!(h.events().all(|e| e.step <= 300));
    assert_eq!(h.events().cloned().collect::<Vec<_>>(), all[..h.event_count()]);
    for step in [1, 17, 300, h.len()] {
        let expected: Vec<_> = all.iter().filter(|e| e.step == step).cloned().collect();
        assert_eq!(h.events_at(step).cloned().collect::<Vec<_>>(), expected, "step {step}");
    }
    assert_eq!(h.events_at(0).count(), 0);
}

#[test]
fn a_crash_by_hand_cuts_off_the_future_and_restarts_from_the_checkpoint() {
    let mut h = History::new(&case("21"));
    h.run(u64::MAX);
    let end = h.len();
    let completed = h.events().find(|e| matches!(e.event, Event::Completed { .. })).unwrap().step;
    h.seek(completed + 5);
    h.act(Hand::CrashProcess).unwrap();
    assert!(h.world().job().is_none(), "everything in memory is gone");
    assert_eq!(h.len(), completed + 6, "the old future is dropped, {end} steps of it");
    h.run(u64::MAX);
    assert_eq!(h.world().restarts()[0].checkpoint.map(|c| c.0), Some(1));
    // Going back behind the choice and forward again does the same once more.
    let digest = h.world().state_digest();
    h.seek(3);
    h.seek(u64::MAX);
    assert_eq!(h.world().state_digest(), digest);
}

#[test]
fn what_is_not_possible_leaves_the_world_untouched() {
    let mut h = History::new(&case("21"));
    h.run(100);
    let mut world = h.world().clone();
    let digest = world.state_digest();
    let far = barrierscope::ids::TaskId(999);
    for action in [Action::Restart, Action::Finish(far), Action::Hand(Hand::CrashTask(far)), Action::Fault(7)] {
        assert!(world.apply(action.clone()).is_err(), "{action:?}");
        assert_eq!(world.state_digest(), digest, "{action:?}");
    }
    h.act(Hand::CrashProcess).unwrap();
    assert!(h.act(Hand::CrashProcess).is_err(), "there is nothing left to crash");
}

#[test]
fn nothing_survives_a_crash_but_what_is_durable() {
    // Two worlds that differ in memory and agree in durable things restart into the same job.
    let mut h = History::new(&case("21"));
    let completed = loop {
        h.advance();
        if h.events_at(h.step()).any(|e| matches!(e.event, Event::Completed { .. })) {
            break h.step();
        }
    };
    let after_crash = |h: &History| {
        let mut h = h.clone();
        h.act(Hand::CrashProcess).unwrap();
        while h.world().job().is_none() {
            h.advance();
        }
        let job = h.world().job().unwrap();
        job.tasks.iter().map(|t| format!("{:?}", t.body)).collect::<Vec<_>>()
    };
    let first = after_crash(&h);
    h.seek(completed + 37);
    assert_eq!(first, after_crash(&h));
}

/// Runs to the end, or says after how many steps it had not ended.
fn steps_to_the_end(text: &str) -> u64 {
    let scenario = scenario::read(text).unwrap();
    let mut world = World::new(&scenario);
    let mut events = barrierscope::event::Events::off();
    while world.steps() < 10_000 && world.advance(&mut events) {}
    assert!(world.next().is_none(), "still going on after {} steps", world.steps());
    world.steps()
}

#[test]
fn a_run_whose_period_is_shorter_than_its_checkpoints_ends() {
    steps_to_the_end(
        r#"{"barrierscope": 1, "sources": [{"name": "a", "partitions": [{"records": [{"id": 1}]}]}],
            "operators": [{"name": "m", "kind": "map", "inputs": ["a"]}],
            "sinks": [{"name": "o", "kind": "append", "inputs": ["m"]}],
            "channels": {"latency_ms": 18}, "checkpointing": {"every_ms": 10}}"#,
    );
}

#[test]
fn a_barrier_that_has_become_unaligned_becomes_so_only_once() {
    steps_to_the_end(
        r#"{"barrierscope": 1, "sources": [{"name": "a", "partitions": [{"records": []}]}],
            "operators": [{"name": "d", "kind": "dedup", "inputs": ["a"]},
                          {"name": "j", "kind": "join", "inputs": ["a", "d"]}],
            "sinks": [{"name": "o", "kind": "increment", "inputs": ["j"]}], "channels": {"latency_ms": 17},
            "checkpointing": {"unaligned": true, "aligned_timeout_ms": 1}}"#,
    );
}

#[test]
fn state_partitioned_by_id_is_kept_by_id_whatever_the_parallelism() {
    let totals = |parallelism: u16| {
        let text = format!(
            r#"{{"barrierscope": 1, "sources": [{{"name": "a", "partitions": [{{"records":
                [{{"id": 1, "key": "x", "value": 5}}, {{"id": 2, "key": "x", "value": 7}}]}}]}}],
                "operators": [{{"name": "s", "kind": "sum", "inputs": ["a"], "partition_by": "id",
                                "parallelism": {parallelism}}}],
                "sinks": [{{"name": "o", "kind": "append", "inputs": ["s"]}}]}}"#
        );
        let report = barrierscope::check::run(&scenario::read(&text).unwrap());
        assert_eq!(report.operators["s"].values, report.operators["s"].expected);
        report.operators["s"].values.clone()
    };
    assert_eq!(totals(1), totals(4));
    assert_eq!(totals(1).values().copied().collect::<Vec<_>>(), [5, 7]);
}

fn report(text: &str) -> barrierscope::check::Report {
    barrierscope::check::run(&scenario::read(text).unwrap())
}

#[test]
fn what_a_job_that_is_down_for_good_held_in_memory_is_missing_and_has_a_cause() {
    let r = report(
        r#"{"barrierscope": 1, "sources": [{"name": "a", "partitions": [{"generate": {"count": 1}}]}],
            "operators": [{"name": "s", "kind": "sum", "inputs": ["a"]}],
            "sinks": [{"name": "o", "kind": "append", "inputs": ["s"]}],
            "faults": [{"when": {"written": {"sink": "o", "id": 1}}, "do": {"crash": "process"}}],
            "restart": {"attempts": 0}}"#,
    );
    assert!(r.operators["s"].values.is_empty());
    assert_eq!(serde_json::to_value(r.guarantee.state).unwrap(), "at_most_once");
    let causes = serde_json::to_value(&r.causes).unwrap();
    assert_eq!(causes, serde_json::json!([{"cause": "job_down", "count": 1, "ids": [1]}]));
}

#[test]
fn a_region_that_may_not_start_again_takes_the_whole_job_down() {
    let r = report(
        r#"{"barrierscope": 1, "sources": [
                {"name": "a", "partitions": [{"generate": {"count": 3, "every_ms": 100}}]},
                {"name": "b", "partitions": [{"generate": {"count": 3, "every_ms": 100, "first_id": 101}}]}],
            "operators": [{"name": "s", "kind": "sum", "inputs": ["a"]}, {"name": "t", "kind": "sum", "inputs": ["b"]}],
            "sinks": [{"name": "x", "kind": "append", "inputs": ["s"]}, {"name": "y", "kind": "append", "inputs": ["t"]}],
            "faults": [{"when": {"at_ms": 150}, "do": {"crash": {"operator": "s"}}}], "restart": {"attempts": 0}}"#,
    );
    assert!(r.operators["s"].values.is_empty() && r.operators["t"].values.is_empty());
}

#[test]
fn a_run_that_is_cut_while_the_job_is_down_misses_what_is_not_visible() {
    let r = report(
        r#"{"barrierscope": 1, "sources": [{"name": "a", "partitions": [{"generate": {"count": 3, "every_ms": 100}}]}],
            "operators": [{"name": "s", "kind": "sum", "inputs": ["a"]}],
            "sinks": [{"name": "o", "kind": "two_phase", "inputs": ["s"]}], "checkpointing": {"every_ms": 1000},
            "faults": [{"when": {"at_ms": 150}, "do": {"crash": "process"}}], "until_ms": 200}"#,
    );
    assert_eq!((r.sinks["o"].visible, r.sinks["o"].missing), (0, 3));
    let explained = |id| r.causes.iter().any(|c| c.ids.contains(id));
    assert!(r.sinks["o"].missing_ids.iter().all(explained), "every missing effect has a cause: {:?}", r.causes);
}

#[test]
fn a_restart_that_failed_before_it_ran_has_no_time_down() {
    let r = report(
        r#"{"barrierscope": 1, "sources": [{"name": "a", "partitions": [{"generate": {"count": 10, "every_ms": 100}}]}],
            "operators": [{"name": "s", "kind": "sum", "inputs": ["a"], "entry_bytes": 200}],
            "sinks": [{"name": "o", "kind": "append", "inputs": ["s"]}],
            "checkpointing": {"every_ms": 300}, "storage": {"bytes_per_ms": 1},
            "faults": [{"when": {"at_ms": 650}, "do": {"crash": "process"}},
                       {"when": {"at_ms": 800}, "do": {"crash": "process"}}], "restart": {"delay_ms": 100}}"#,
    );
    assert_eq!(r.recovery.iter().map(|r| r.down_ms).collect::<Vec<_>>(), [None, Some(300)]);
}

#[test]
fn a_record_that_fails_for_ever_ends_the_run_and_the_report_says_so() {
    let r = report(
        r#"{"barrierscope": 1, "sources": [{"name": "a", "partitions": [{"generate": {"count": 1}}]}],
            "sinks": [{"name": "o", "kind": "append", "inputs": ["a"]}],
            "faults": [{"when": {"written": {"sink": "o", "id": 1}}, "do": {"crash": "process"}, "times": 1000000}],
            "restart": {"delay_ms": 1}}"#,
    );
    assert_eq!(r.stopped, Some("restarts"));
}

#[test]
fn sb_2_an_incremental_checkpoint_uploads_what_changed_since_the_last_complete_one() {
    let job = |incremental: bool| {
        report(&format!(
            r#"{{"barrierscope": 1, "sources": [{{"name": "a", "partitions": [{{"generate": {{"count": 30, "every_ms": 100}}}}]}}],
                "operators": [{{"name": "d", "kind": "dedup", "inputs": ["a"], "entry_bytes": 10}}],
                "sinks": [{{"name": "o", "kind": "append", "inputs": ["d"]}}], "storage": {{"bytes_per_ms": 1}},
                "checkpointing": {{"every_ms": 1000, "incremental": {incremental}}}}}"#
        ))
    };
    let bytes = |r: &barrierscope::check::Report| {
        r.checkpoints.iter().take(2).map(|c| (c.state_bytes, c.uploaded_bytes)).collect::<Vec<_>>()
    };
    assert_eq!(bytes(&job(false)), [(100, 100), (200, 200)]);
    assert_eq!(bytes(&job(true)), [(100, 100), (200, 100)]);
    let took = |r: &barrierscope::check::Report| r.checkpoints[1].completed_ms.unwrap() - r.checkpoints[1].triggered_ms;
    assert_eq!((took(&job(false)), took(&job(true))), (200, 100), "the smaller upload takes less time");
}
