//! Measures the core: records through source → dedup → sum → sink, events off, rows counted and not kept; and seeking
//! in a long run.
//!
//! `bench [RECORDS]...` prints a line for each number of records, with 10⁵ live ids (TTL) and with a set that grows. The
//! same scenario is measured in the browser by `tests/e2e/bench.mjs`; `cargo xtask bench` puts the two side by side.

use std::io::Write;
use std::time::Instant;

use barrierscope::event::Events;
use barrierscope::scenario::{preset, read};
use barrierscope::sim::{History, World};

const SCENARIO: &str = include_str!("../benches/core.json");
const TTL: &str = r#"{ "ms": 100000, "cleanup": "incremental" }"#;
/// The run that is sought in has at least so many steps.
const SEEK_STEPS: u64 = 100_000;

/// Nanoseconds per record; the best of three, because the machine has other things to do too.
fn per_record(records: u64, ttl: &str) -> Result<f64, String> {
    let scenario = read(&SCENARIO.replace("TTL", ttl)).map_err(|e| format!("{e:?}"))?.with_records(records);
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let mut world = World::with_rows(&scenario, false);
        let mut events = Events::off();
        let start = Instant::now();
        while world.advance(&mut events) {}
        best = best.min(start.elapsed().as_secs_f64());
        let written = world.durable().destinations[0].writes;
        if written != records {
            return Err(format!("{written} rows written, {records} expected"));
        }
    }
    Ok(best * 1e9 / records as f64)
}

/// The longest of many seeks in a long run, in milliseconds.
fn longest_seek() -> Result<f64, String> {
    let opening = preset("21-one-crash-two-sinks").ok_or("no such preset")?;
    let text = opening.json.replace("\"count\": 150", "\"count\": 13000");
    let scenario = read(&text).map_err(|e| format!("{e:?}"))?;
    let mut history = History::new(&scenario);
    history.run(SEEK_STEPS);
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
    Ok(longest * 1e3)
}

fn main() -> Result<(), String> {
    let mut sizes: Vec<u64> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![10_000, 100_000, 1_000_000, 10_000_000];
    }
    let mut out = std::io::stdout();
    let mut say = |line: String| writeln!(out, "{line}").map_err(|e| e.to_string());
    for records in sizes {
        for (name, ttl) in [("100000 live ids", TTL), ("growing set", "null")] {
            let ns = per_record(records, ttl)?;
            say(format!("{records} records, {name}: {ns:.1} ns/record"))?;
        }
    }
    say(format!("longest seek in a run of {SEEK_STEPS} steps: {:.1} ms", longest_seek()?))
}
