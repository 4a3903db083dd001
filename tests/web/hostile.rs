//! Scenarios of hostile size are refused with a reason, in the browser too, in no time.

use wasm_bindgen_test::wasm_bindgen_test;

const JOB: &str = r#"{"barrierscope": 1,
    "sources": [{"name": "in", "partitions": [{"generate": {"count": COUNT}}]}], "operators": [OPERATORS],
    "sinks": [{"name": "out", "kind": "append", "inputs": ["in"]}], "channels": {"capacity": CAPACITY}}"#;

fn job(count: &str, operators: &str, capacity: &str) -> String {
    JOB.replace("COUNT", count).replace("OPERATORS", operators).replace("CAPACITY", capacity)
}

#[wasm_bindgen_test]
fn hostile_scenarios_are_refused_with_a_reason_in_under_a_second() {
    let operator = r#"{"name": "x", "kind": "map", "inputs": ["in"]},"#.repeat(1_000_000);
    let hostile = [
        ("10^15 records", job("1000000000000000", "", "10")),
        ("10^7 records", job("10000000", "", "10")),
        (
            "10^7 ticks",
            job("1", "", r#"10}, "checkpointing": {"every_ms": 10}, "until_ms": 100000000, "storage": {"write_ms": 0"#),
        ),
        ("10^6 operators", job("1", operator.trim_end_matches(','), "10")),
        ("capacity 0", job("1", "", "0")),
        ("deep recursion", "[".repeat(1_000_000)),
        ("10 MB", job("1", "", "10") + &" ".repeat(10_000_000)),
    ];
    for (what, text) in hostile {
        let start = js_sys::Date::now();
        let errors = barrierscope::scenario::read(&text).expect_err(what);
        let ms = js_sys::Date::now() - start;
        assert!(errors.iter().all(|e| !e.message.is_empty()), "{what}");
        assert!(ms < 1_000.0, "{what}: {ms} ms");
    }
}
