//! Measures the core: records through source → dedup → sum → sink, events off, rows counted and not kept; what a long
//! history holds, and seeking in it.
//!
//! `bench [RECORDS]...` prints a line for each number of records, with 10⁵ live ids (TTL) and with a set that grows. With
//! a TTL the clock starts when the set is full and ids expire as fast as they come, so that runs of all lengths do the
//! same. The same is measured in the browser by `tests/e2e/bench.mjs`; `cargo xtask bench` puts the two side by side.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use barrierscope::event::Events;
use barrierscope::scenario::{preset, read};
use barrierscope::sim::{History, World};

const SCENARIO: &str = include_str!("../benches/core.json");
/// What is measured: a name, the TTL, and how many records go through before the clock starts.
const SETS: [(&str, &str, u64); 2] =
    [("100000 live ids", r#"{ "ms": 100000, "cleanup": "incremental" }"#, 300_000), ("growing set", "null", 0)];
/// Rounds of all sizes; the best of each counts. Sizes take turns, so that a busy moment of the machine hits them alike.
const ROUNDS: usize = 5;
/// Records of one window, and how many of them at the end of a run.
const WINDOW: u64 = 5_000;
const WINDOWS: u64 = 20;
/// The run that is sought in has at least so many steps.
const SEEK_STEPS: u64 = 100_000;

/// The system's allocator, with a count of the bytes that are held.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;
static HELD: AtomicI64 = AtomicI64::new(0);

// SAFETY: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.fetch_add(layout.size() as i64, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size() as i64, Ordering::Relaxed);
        unsafe { System.dealloc(at, layout) }
    }
}

/// Time that this thread has had on a processor, where the system tells; else the wall clock. Other programs then take
/// none of it.
fn worked(since: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ns = told.and_then(|line| line.split(' ').next()?.parse().ok());
    ns.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// A world with so many records to read.
fn world(records: u64, ttl: &str) -> Result<World, String> {
    let scenario = read(&SCENARIO.replace("TTL", ttl)).map_err(|e| format!("{e:?}"))?.with_records(records);
    Ok(World::with_rows(&scenario, false))
}

/// Runs until so many records have been read; gives the nanoseconds that it took.
fn run_to(world: &mut World, records: u64) -> f64 {
    let mut events = Events::off();
    let clock = Instant::now();
    let start = worked(clock);
    while world.durable().logs[0][0].read_up_to.0 < records && world.advance(&mut events) {}
    (worked(clock) - start).as_nanos() as f64
}

/// Nanoseconds per record of one run.
fn per_record(records: u64, ttl: &str, before: u64) -> Result<f64, String> {
    let all = before + records;
    let mut world = world(all, ttl)?;
    run_to(&mut world, before);
    let took = run_to(&mut world, all);
    while world.advance(&mut Events::off()) {}
    let written = world.durable().destinations[0].writes;
    if written != all {
        return Err(format!("{written} rows written, {all} expected"));
    }
    Ok(took / records as f64)
}

/// The best of several rounds, by size.
fn best(sizes: &[u64], ttl: &str, before: u64) -> Result<Vec<f64>, String> {
    let mut best = vec![f64::INFINITY; sizes.len()];
    for round in 0..ROUNDS {
        for (best, records) in best.iter_mut().zip(sizes) {
            // The longest runs last long enough to see quiet and busy moments.
            if round < 2 || *records < 10_000_000 {
                *best = best.min(per_record(*records, ttl, before)?);
            }
        }
    }
    Ok(best)
}

/// Nanoseconds per record at the end of runs of these lengths, where what grows with the length would show. The runs
/// take turns, a few milliseconds each, so that whatever else the machine does hits them alike; of each the mean.
fn at_the_end(sizes: &[u64], ttl: &str, before: u64) -> Result<Vec<f64>, String> {
    let mut runs = Vec::new();
    for records in sizes {
        let mut world = world(before + records, ttl)?;
        let from = (before + records).saturating_sub(WINDOWS * WINDOW);
        run_to(&mut world, from);
        runs.push((world, from, Vec::new()));
    }
    for window in 1..=WINDOWS {
        for (world, from, took) in &mut runs {
            took.push(run_to(world, *from + window * WINDOW) / WINDOW as f64);
        }
    }
    // The mean, not the median: a coarse clock makes single windows whole ticks, and only their sum comes out right.
    let mean = |(_, _, took): (World, u64, Vec<f64>)| took.iter().sum::<f64>() / took.len() as f64;
    Ok(runs.into_iter().map(mean).collect())
}

/// What a long history holds, in megabytes, and the longest of many seeks in it, in milliseconds.
fn long_history() -> Result<(f64, f64), String> {
    let opening = preset("21-one-crash-two-sinks").ok_or("no such preset")?;
    let scenario = read(opening.json()).map_err(|e| format!("{e:?}"))?.with_records(13_000);
    let before = HELD.load(Ordering::Relaxed);
    let mut history = History::new(&scenario);
    history.run(SEEK_STEPS);
    let held = HELD.load(Ordering::Relaxed) - before;
    let len = history.len();
    if len < SEEK_STEPS {
        return Err(format!("the run has only {len} steps"));
    }
    let mut longest: f64 = 0.0;
    for i in 0..200u64 {
        // Far jumps in both directions, to places that lie anywhere between the copies.
        let step = (i * 61_803_398_875) % len;
        let start = Instant::now();
        history.seek(step);
        longest = longest.max(start.elapsed().as_secs_f64());
    }
    Ok((held as f64 / 1e6, longest * 1e3))
}

fn main() -> Result<(), String> {
    let mut sizes: Vec<u64> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![10_000, 100_000, 1_000_000, 10_000_000];
    }
    let mut out = std::io::stdout();
    let mut say = |line: String| writeln!(out, "{line}").map_err(|e| e.to_string());
    for (name, ttl, before) in SETS {
        let best = best(&sizes, ttl, before)?;
        for (records, ns) in sizes.iter().zip(&best) {
            say(format!("{records} records, {name}: {ns:.1} ns/record"))?;
        }
        let long: Vec<u64> = sizes.iter().copied().filter(|records| *records >= WINDOWS * WINDOW).collect();
        if before == 0 || long.is_empty() {
            continue; // A set that grows costs more and more, by its size.
        }
        let ends = at_the_end(&long, ttl, before)?;
        for (records, ns) in long.iter().zip(&ends) {
            say(format!("at the end of {records} records, {name}: {ns:.1} ns"))?;
        }
        let (least, most) =
            (ends.iter().copied().fold(f64::INFINITY, f64::min), ends.iter().copied().fold(0.0, f64::max));
        say(format!(
            "{name}: the end of a run costs the same whatever its length, to {:.1} %",
            (most / least - 1.0) * 1e2
        ))?;
    }
    let (megabytes, ms) = long_history()?;
    say(format!("history of {SEEK_STEPS} steps: {megabytes:.1} MB"))?;
    say(format!("longest seek in a run of {SEEK_STEPS} steps: {ms:.1} ms"))
}
