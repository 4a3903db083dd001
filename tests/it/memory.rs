//! What a run holds in memory: what is in flight, and state, not its own length.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use barrierscope::event::Events;
use barrierscope::scenario::{Input, Scenario, preset, read};
use barrierscope::sim::{History, World};
use barrierscope::view::show::{Show, Start};
use barrierscope::view::verdict::verdict;
use serde_json::{Value, json};

use crate::support::story::scenario;

/// The system's allocator, counting what each thread holds: tests run side by side, each in a thread of its own.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

thread_local! {
    static HELD: Cell<i64> = const { Cell::new(0) };
    static MOST: Cell<i64> = const { Cell::new(0) };
}

fn count(bytes: i64) {
    // A thread that is going away has nothing left to count with.
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        let _ = MOST.try_with(|most| most.set(most.get().max(held.get())));
    });
}

// SAFETY: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as i64 - layout.size() as i64);
        unsafe { System.realloc(at, layout, size) }
    }
}

fn held() -> i64 {
    HELD.with(Cell::get)
}

/// The most that a run without rows and events holds at any time after its first half.
fn most_held(scenario: &Scenario) -> (i64, World) {
    let records = scenario.sources[0].partitions[0].len();
    let before = held();
    let mut world = World::with_rows(scenario, false);
    let mut events = Events::off();
    let mut most = 0;
    while world.advance(&mut events) {
        if world.steps().is_multiple_of(256) && world.durable().logs[0][0].read_up_to.0 > records / 2 {
            most = most.max(held() - before);
        }
    }
    (most, world)
}

/// Everything that can grow with a run: a set with a time to live, totals, transactions of two sinks that are committed
/// and that time out, checkpoints that complete and fail, a restart.
fn long(records: u64) -> Scenario {
    let ttl = json!({ "ms": 300, "cleanup": "incremental" });
    let timeout = |name: &str, kind: &str, ms: u64| json!({ "name": name, "kind": kind, "inputs": ["sum"], "transaction_timeout_ms": ms });
    let checkpoint_fault = |ms: u64| json!({ "when": { "at_ms": ms }, "do": { "storage_down_ms": 30 } });
    scenario(json!({
        "sources": [{ "name": "in", "partitions": [{ "generate": { "count": records, "every_ms": 1, "keys": 16 } }] }],
        "operators": [{ "name": "dedup", "kind": "dedup", "inputs": ["in"], "ttl": ttl },
                      { "name": "sum", "kind": "sum", "inputs": ["dedup"] }],
        "sinks": [timeout("kept", "two_phase", 900_000), timeout("late", "two_phase", 42),
                  timeout("rows", "append", 1), timeout("ids", "upsert", 1), timeout("unique", "unique_insert", 1)],
        "checkpointing": { "every_ms": 40, "tolerable_failures": 100, "mode": "at_least_once" },
        "storage": { "write_ms": 5 },
        "restart": { "delay_ms": 20 },
        "faults": [checkpoint_fault(1_000), checkpoint_fault(1_500), { "when": { "at_ms": 3_000 }, "do": { "crash": "process" } }] }))
}

#[test]
fn a_run_without_rows_and_events_holds_what_is_in_flight_and_state_however_long_it_is() {
    let (short, _) = most_held(&long(10_000));
    let (ten_times, _) = most_held(&long(100_000));

    assert!(ten_times < short + short / 10, "{short} bytes, and {ten_times} for ten times the records");
}

#[test]
fn a_set_with_a_time_to_live_does_not_grow_with_a_million_records() {
    let ttl: Value = json!({ "ms": 300, "cleanup": "incremental" });
    let job = |records: u64| {
        scenario(json!({
            "sources": [{ "name": "in", "partitions": [{ "generate": { "count": records, "every_ms": 1 } }] }],
            "operators": [{ "name": "dedup", "kind": "dedup", "inputs": ["in"], "ttl": ttl }],
            "sinks": [{ "name": "out", "kind": "append", "inputs": ["dedup"] }] }))
    };
    let (short, long) = (most_held(&job(10_000)).0, most_held(&job(1_000_000)).0);

    assert!(long <= short, "{short} bytes, and {long} for a hundred times the records");
}

#[test]
fn counts_of_checkpoints_are_exact_when_their_lines_are_not_kept() {
    let counts = |keeps: bool| {
        let mut world = World::with_rows(&long(10_000), keeps);
        let mut events = Events::off();
        while world.advance(&mut events) {}
        let seen = barrierscope::check::Observer::new(world.plan());
        let store = &world.durable().checkpoints;
        (barrierscope::check::Report::of(&world, &seen).checkpoint_counts, store.history.len(), world.restarts().len())
    };
    let ((kept, lines, _), (forgotten, few, restarts)) = (counts(true), counts(false));
    assert_eq!(kept, forgotten);
    assert_eq!(kept.triggered, lines as u64);
    assert!(few <= 64 && restarts >= 1 && kept.failed > 2 && kept.completed > 100, "{few} lines, {kept:?}");
}

#[test]
fn forgetting_what_is_over_changes_nothing_of_a_run() {
    let run = |keeps: bool| {
        let mut world = World::with_rows(&long(10_000), keeps);
        let mut events = Events::on();
        while world.advance(&mut events) {}
        // What a write does to rows that are not kept is not known.
        let known = |e: &barrierscope::event::Stamped| !matches!(e.event, barrierscope::event::Event::Written { .. });
        (world.steps(), world.now(), events.list.into_iter().filter(known).collect::<Vec<_>>())
    };
    let (kept, forgotten) = (run(true), run(false));
    assert_eq!((kept.0, kept.1), (forgotten.0, forgotten.1));
    for (kept, forgotten) in kept.2.iter().zip(&forgotten.2) {
        assert_eq!(kept, forgotten);
    }
}

#[test]
fn a_history_of_a_hundred_thousand_steps_fits_in_64_megabytes() {
    let opening = preset("21-one-crash-two-sinks").expect("there is one").json();
    let mut opening = read(opening).expect("it reads");
    let Input::Generate(generate) = &mut opening.sources[0].partitions[0].input else { panic!("it generates") };
    generate.count = 40_000;
    // State that grows with every record, in every copy and in three checkpoints of each.
    let growing = scenario(json!({
        "sources": [{ "name": "in", "partitions": [{ "generate": { "count": 40_000, "every_ms": 1 } }] }],
        "operators": [{ "name": "dedup", "kind": "dedup", "inputs": ["in"] }],
        "sinks": [{ "name": "out", "kind": "append", "inputs": ["dedup"] }],
        "checkpointing": { "every_ms": 500, "retained": 3 } }));
    for (name, scenario) in [("the opening run", opening), ("growing state", growing)] {
        let before = held();
        let mut history = History::new(&scenario);
        history.run(100_000);
        assert_eq!(history.len(), 100_000, "{name}");
        let megabytes = (held() - before) as f64 / 1e6;
        assert!(megabytes <= 64.0, "{name}: {megabytes:.1} MB");
    }
}

#[test]
fn a_long_run_needs_no_more_memory_while_it_plays_than_when_it_was_opened() {
    let run = scenario(json!({
        "sources": [{ "name": "in", "partitions": [{ "generate": { "count": 12_000, "every_ms": 100, "keys": 20 } }] }],
        "operators": [{ "name": "dedup", "kind": "dedup", "inputs": ["in"], "ttl": { "ms": 60_000 } },
                      { "name": "sum", "kind": "sum", "inputs": ["dedup"] }],
        "sinks": [{ "name": "out", "kind": "append", "inputs": ["sum"] }],
        "checkpointing": { "every_ms": 10_000 } }));
    let before = held();
    MOST.with(|most| most.set(before));
    let mut show = Show::open(run, Start::Beginning);
    let opened = MOST.with(Cell::get) - before;
    assert!(show.pace().steps() > 30_000, "{} steps", show.pace().steps());
    MOST.with(|most| most.set(held()));
    show.playback_mut().set_speed(64.0);
    let mut frames = 0;
    while !show.at_end() {
        show.tick(100.0);
        let _ = verdict(&show);
        frames += 1;
    }
    let played = MOST.with(Cell::get) - before;
    assert!(frames > 100, "{frames} frames");
    // A table that is made larger lies there twice for a moment, and may do so at another size.
    assert!(played <= opened + opened / 33, "{opened} bytes when it was opened, {played} while it played");
}
