//! A small scenario can ask for a great deal. Each run ends within its limits and says which one ended it, and what a step
//! costs does not grow with the run.

use std::time::{Duration, Instant};

use barrierscope::check::{LIMITS, Limits, Report, STEPS_MAX, run_within, watch};
use barrierscope::scenario::{Scenario, read};
use barrierscope::sim::World;
use barrierscope::text::ENGLISH_WORKBENCH;
use barrierscope::view::link::LinkError;
use barrierscope::view::show::{self, Show, Start};

/// A self-join with its buffers on the local disk: each attempt joins what it reads with what all attempts before have left
/// there. The fault recurs for ever.
fn restart_loop(attempts: u64) -> Scenario {
    let text = format!(
        r#"{{"barrierscope": 1, "sources": [{{"name": "a", "partitions": [{{"generate": {{"count": 2}}}}]}}],
            "operators": [{{"name": "m", "kind": "map", "inputs": ["a"]}},
                          {{"name": "j", "kind": "join", "inputs": ["a", "m"], "state": "local_disk"}}],
            "sinks": [{{"name": "out", "kind": "append", "inputs": ["j"]}}],
            "restart": {{"delay_ms": 0, "attempts": {attempts}}},
            "faults": [{{"when": {{"processed": {{"operator": "m", "id": 2}}}}, "do": {{"crash": "process"}}, "times": 100000}}]}}"#
    );
    read(&text).unwrap()
}

/// A set that grows, with a checkpoint of all of it every 10 ms.
fn snapshots(retained: u64) -> Scenario {
    let text = format!(
        r#"{{"barrierscope": 1, "sources": [{{"name": "a", "partitions": [{{"generate": {{"count": 20000, "every_ms": 1}}}}]}}],
            "operators": [{{"name": "d", "kind": "dedup", "inputs": ["a"]}}],
            "sinks": [{{"name": "out", "kind": "append", "inputs": ["d"]}}],
            "checkpointing": {{"every_ms": 10, "retained": {retained}}}}}"#
    );
    read(&text).unwrap()
}

#[test]
fn a_run_is_cut_at_its_most_steps_and_says_so() {
    assert_eq!(LIMITS.steps, STEPS_MAX);
    let report = run_within(&restart_loop(20), &Limits { steps: 100, ..LIMITS });
    assert_eq!((report.stopped, report.steps), (Some("steps"), 100));
    let whole = run_within(&restart_loop(20), &LIMITS);
    assert_eq!(whole.stopped, None);
    // Exactly as many steps as it has are enough.
    let report = run_within(&restart_loop(20), &Limits { steps: whole.steps, ..LIMITS });
    assert_eq!((report.stopped, report.steps), (None, whole.steps));
}

#[test]
fn a_restart_loop_that_multiplies_is_cut_at_its_most_effects_and_says_so() {
    let report = run_within(&restart_loop(1000), &Limits { effects: 20_000, ..LIMITS });
    assert_eq!(report.stopped, Some("effects"));
    let rows = report.sinks["out"].rows;
    assert!(rows > 5_000 && rows < 20_000, "{rows}");
}

#[test]
fn checkpoints_that_are_kept_weigh_as_much_as_their_state() {
    let kept = run_within(&snapshots(10_000), &Limits { effects: 100_000, ..LIMITS });
    assert_eq!(kept.stopped, Some("effects"));
    let dropped = run_within(&snapshots(1), &Limits { effects: 100_000, ..LIMITS });
    assert_eq!(dropped.stopped, None);
}

#[test]
fn a_run_whose_steps_take_long_is_cut_at_its_effort_and_says_so() {
    let report = run_within(&snapshots(1), &Limits { effort: 20_000_000, ..LIMITS });
    assert_eq!(report.stopped, Some("effort"));
    assert!(report.steps < 50_000, "{}", report.steps);
}

/// A thread's time on a processor, where the system tells; else the wall clock.
fn worked(since: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ns = told.and_then(|line| line.split(' ').next()?.parse().ok());
    ns.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

#[test]
fn what_a_step_of_a_restart_loop_costs_does_not_grow_with_the_attempts() {
    let clock = Instant::now();
    let mut costs = Vec::new();
    for attempts in [50, 100, 200] {
        let mut world = World::new(&restart_loop(attempts));
        let seen = watch(&mut world, &LIMITS);
        let spent = world.spent();
        let start = worked(clock);
        let report = Report::of(&world, &seen);
        let judged = (worked(clock) - start).as_secs_f64() / spent.effects as f64;
        assert_eq!((report.stopped, report.restarts.len()), (None, attempts as usize));
        costs.push((spent.effort as f64 / world.steps() as f64, judged));
    }
    for pair in costs.windows(2) {
        // Counted: the engine.
        assert!(pair[1].0 < 1.3 * pair[0].0, "{costs:?}");
    }
    // Timed: the judge. Sixteen times as many effects: a walk over all for each of them would take as much longer for each.
    assert!(costs[2].1 < 5.0 * costs[0].1, "{costs:?}");
}

#[test]
fn the_page_shows_such_a_run_as_far_as_it_can_hold() {
    let mut show = Show::open(restart_loop(1000), Start::Beginning);
    let end = show.pace().steps();
    assert!(end > 50_000 && end <= show::STEPS_MAX, "{end}");
    show.seek(end);
    assert!(show::LIMITS.reached(show.world()).is_some() && show.history().next().is_some());
    let verdict = barrierscope::view::verdict::verdict(&show);
    assert!(!verdict.ended);
    assert!((ENGLISH_WORKBENCH.ended_well)(&verdict).contains("command line"));
}

#[test]
fn a_step_number_of_a_link_is_told_as_it_stands_there() {
    let said = (ENGLISH_WORKBENCH.share.errors)(LinkError::Moment { step: u64::MAX, steps: 7 });
    assert_eq!(said[0].message, "it names step 18,446,744,073,709,551,615, and the run has 7");
}

#[test]
fn what_commits_that_take_for_ever_cost_is_counted() {
    let pending = |records: u64| {
        let text = format!(
            r#"{{"barrierscope": 1, "sources": [{{"name": "s", "partitions": [{{"generate": {{"count": {records}, "every_ms": 10}}}}]}}],
                "operators": [{{"name": "d", "kind": "dedup", "inputs": ["s"]}}],
                "sinks": [{{"name": "out", "kind": "two_phase", "inputs": ["d"], "commit_ms": 1000000000}}],
                "checkpointing": {{"every_ms": 10}}}}"#
        );
        read(&text).unwrap()
    };
    // What they cost is counted, so that the run of very many ends at its effort.
    let effort = |records: u64| {
        let mut world = World::new(&pending(records));
        let _ = watch(&mut world, &Limits::of_steps(records * 13));
        world.spent().effort as f64
    };
    let (few, many) = (effort(500), effort(2_000));
    assert!(many > 8.0 * few && many < 20.0 * few, "{few} {many}");
    let report = run_within(&pending(60_000), &Limits { effort: 400_000_000, ..LIMITS });
    assert_eq!(report.stopped, Some("effort"));
}

#[test]
fn snapshots_without_end_do_not_make_a_report_without_end() {
    // Two snapshots of 10 ms every 10 ms: the source has no time to read its second record.
    let starved = read(
        r#"{"barrierscope": 1, "sources": [{"name": "a", "partitions": [{"records": [{"id": 1}, {"id": 2, "at": 20}]}]}],
            "sinks": [{"name": "out", "kind": "append", "inputs": ["a"]}],
            "checkpointing": {"every_ms": 10, "max_concurrent": 2, "sync_ms": 10}}"#,
    )
    .unwrap();
    let report = run_within(&starved, &Limits { lines: 3_000, ..LIMITS });
    assert_eq!(report.stopped, Some("lines"));
    // One line for each, and one for each of its tasks that took its snapshot.
    let tasks: usize = report.checkpoints.iter().map(|c| c.tasks.len()).sum();
    let lines = report.checkpoints.len() + tasks;
    assert!((1_000..=3_003).contains(&lines), "{lines}");
    const { assert!(LIMITS.lines <= 400_000 && show::LIMITS.lines <= 400_000) };
}
