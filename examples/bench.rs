//! Measures the core: records through source → dedup → sum → sink, events off, rows counted and not kept.
//!
//! `bench [RECORDS]...` prints one line per number of records, with 10⁵ live ids (TTL) and with a set that grows.

use std::io::Write;
use std::time::Instant;

use barrierscope::event::Events;
use barrierscope::scenario::read;
use barrierscope::sim::World;

fn scenario(records: u64, ttl_ms: Option<u64>) -> String {
    let ttl = ttl_ms.map_or("null".to_owned(), |ms| format!(r#"{{"ms": {ms}, "cleanup": "incremental"}}"#));
    format!(
        r#"{{"barrierscope": 1,
        "sources": [{{"name": "in", "partitions": [{{"generate": {{"count": {records}, "every_ms": 1, "keys": 16}}}}]}}],
        "operators": [{{"name": "dedup", "kind": "dedup", "inputs": ["in"], "ttl": {ttl}}},
                      {{"name": "sum", "kind": "sum", "inputs": ["dedup"]}}],
        "sinks": [{{"name": "out", "kind": "append", "inputs": ["sum"]}}]}}"#
    )
}

/// Nanoseconds per record.
fn measure(records: u64, ttl_ms: Option<u64>) -> Result<f64, String> {
    let scenario = read(&scenario(records, ttl_ms)).map_err(|e| format!("{e:?}"))?;
    let mut world = World::with_rows(&scenario, false);
    let mut events = Events::off();
    let start = Instant::now();
    while world.advance(&mut events) {}
    let seconds = start.elapsed().as_secs_f64();
    let written = world.durable().destinations[0].writes;
    if written != records {
        return Err(format!("{written} rows written, {records} expected"));
    }
    Ok(seconds * 1e9 / records as f64)
}

fn main() -> Result<(), String> {
    let mut sizes: Vec<u64> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![10_000, 100_000, 1_000_000, 10_000_000];
    }
    let mut out = std::io::stdout();
    for records in sizes {
        for (name, ttl) in [("100000 live ids", Some(100_000)), ("growing set", None)] {
            let ns = measure(records, ttl)?;
            let line = format!("{records:>9} records, {name:<15}: {ns:>6.1} ns/record, {:>6.2} M records/s", 1e3 / ns);
            writeln!(out, "{line}").map_err(|e| e.to_string())?;
        }
    }
    Ok(())
}
