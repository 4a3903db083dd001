//! Text from strangers: too large, too deep, or nonsense. It is refused with a reason, at once.

use std::time::{Duration, Instant};

use barrierscope::scenario::{ErrorCode, Scenario, ScenarioError, limits, presets, read, write};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::random::trying;
use crate::support::scenarios::{Mix, scenarios};

/// A source, one sink, and whatever else.
fn scenario(partition: Value, operators: Value, more: &[(&str, Value)]) -> String {
    let last = operators.as_array().and_then(|o| o.last()).map_or(json!("in"), |o| o["name"].clone());
    let mut scenario = json!({
        "barrierscope": 1,
        "sources": [{ "name": "in", "partitions": [partition] }],
        "operators": operators,
        "sinks": [{ "name": "out", "kind": "append", "inputs": [last] }],
    });
    for (name, value) in more {
        scenario[*name] = value.clone();
    }
    scenario.to_string()
}

/// Reads within this time, also in a debug build. The machine may be busy with something else, so
/// one of several tries is enough.
fn promptly(text: &str, within: Duration) -> Result<Scenario, Vec<ScenarioError>> {
    const TRIES: usize = 6;
    for _ in 0..TRIES {
        let started = Instant::now();
        let result = read(text);
        if started.elapsed() < within {
            return result;
        }
    }
    panic!("{TRIES} times not within {within:?}: {}", text.chars().take(200).collect::<String>());
}

fn generated(count: u64) -> Value {
    json!({ "generate": { "count": count } })
}

/// Operators that each double what flows: two copies of the input are put together again.
fn diamonds(count: usize) -> Value {
    let mut operators = Vec::new();
    let mut input = "in".to_owned();
    for i in 0..count {
        for side in ["left", "right"] {
            operators.push(json!({ "name": format!("{side}{i}"), "kind": "map", "inputs": [input] }));
        }
        input = format!("both{i}");
        let inputs = [format!("left{i}"), format!("right{i}")];
        operators.push(json!({ "name": input, "kind": "map", "inputs": inputs }));
    }
    Value::Array(operators)
}

#[test]
fn a_scenario_of_hostile_size_is_refused_with_a_reason_in_no_time() {
    let maps = |count: usize, parallelism: u64| {
        Value::Array(
            (0..count)
                .map(|i| {
                    let input = if i == 0 { "in".to_owned() } else { format!("op{}", i - 1) };
                    json!({ "name": format!("op{i}"), "kind": "count", "inputs": [input],
                        "parallelism": parallelism })
                })
                .collect(),
        )
    };
    let join = json!([{ "name": "other", "kind": "map", "inputs": ["in"] },
        { "name": "pairs", "kind": "join", "inputs": ["in", "other"] }]);
    let partitions = Value::Array((0..257).map(|_| json!({ "records": [] })).collect());
    let fault = json!({ "when": { "at_ms": 0 }, "do": { "crash": "process" } });
    let resend = json!({ "when": { "at_ms": 0 }, "times": u64::MAX,
        "do": { "redeliver": { "source": "in", "partition": 0, "id": 1 } } });
    let deep = "[".repeat(200_000);
    let cases: Vec<(&str, String, &str, &[&str])> = vec![
        (
            "10^15 records",
            scenario(generated(1_000_000_000_000_000), json!([]), &[]),
            "/sources/0/partitions/0/generate/count",
            &["to 1000000"],
        ),
        (
            "10^7 records",
            scenario(generated(10_000_000), json!([]), &[]),
            "/sources/0/partitions/0/generate/count",
            &["found 10000000"],
        ),
        (
            "10^7 ticks",
            scenario(
                generated(1),
                json!([]),
                &[("checkpointing", json!({ "every_ms": 10 })), ("until_ms", json!(100_000_000))],
            ),
            "/checkpointing/every_ms",
            &["10000000 ticks", "at most 1000000"],
        ),
        (
            "10^6 operators",
            scenario(generated(1), Value::Array(vec![json!({}); 1_000_000]), &[]),
            "/operators",
            &["1000000 items", "at most 64"],
        ),
        (
            "capacity 0",
            scenario(generated(1), json!([]), &[("channels", json!({ "capacity": 0 }))]),
            "/channels/capacity",
            &["found 0"],
        ),
        ("10 MB", " ".repeat(10_000_000), "", &["10000000 bytes", "4194304"]),
        ("deep nesting", deep.clone(), "", &["nested too deeply", "128"]),
        ("deep nesting of objects", "{\"a\":".repeat(200_000), "", &["nested too deeply"]),
        ("deep nesting in a field", format!("{{\"sources\": {deep}"), "", &["nested too deeply"]),
        ("too many nodes", scenario(generated(1), maps(63, 1), &[]), "", &["has 65", "at most 64"]),
        ("too many tasks", scenario(generated(1), maps(9, 128), &[]), "", &["subtasks", "1024"]),
        ("too many channels", scenario(generated(1), maps(6, 120), &[]), "", &["channels", "65536"]),
        (
            "too many partitions",
            scenario(generated(1), json!([]), &[("sources", json!([{ "name": "in", "partitions": partitions }]))]),
            "/sources/0/partitions",
            &["257 items", "at most 256"],
        ),
        (
            "too many faults",
            scenario(generated(1), json!([]), &[("faults", Value::Array(vec![fault; 1001]))]),
            "/faults",
            &["1001 items"],
        ),
        (
            "a join that multiplies",
            scenario(generated(100_000), join, &[]),
            "/operators/1",
            &["\"pairs\" could emit 10000000000 records"],
        ),
        (
            "a join with more effects than a run holds",
            scenario(
                generated(1990),
                json!([
                    { "name": "m", "kind": "map", "inputs": ["in"] },
                    { "name": "pairs", "kind": "join", "inputs": ["in", "m"] },
                ]),
                &[],
            ),
            "/operators/1",
            &["7928160 effects", "at most 4000000"],
        ),
        (
            "diamonds that double",
            scenario(generated(1000), diamonds(20), &[]),
            "/operators/41",
            &["\"both13\" could emit 16384000 records"],
        ),
        (
            "sent again without end",
            scenario(generated(1), json!([]), &[("faults", json!([resend]))]),
            "/sources",
            &["18446744073709551615 records"],
        ),
        (
            "a clock that never stops",
            scenario(
                generated(1),
                json!([]),
                &[("checkpointing", json!({ "every_ms": 10 })), ("until_ms", json!(1_000_000_000_000_000u64))],
            ),
            "/checkpointing/every_ms",
            &["100000000000000 ticks"],
        ),
    ];
    for (what, text, path, words) in cases {
        let errors = promptly(&text, Duration::from_secs(1)).expect_err(what);
        assert_eq!(errors[0].path, path, "{what}: {errors:?}");
        for word in words {
            assert!(errors[0].message.contains(word), "{what}: no {word} in {}", errors[0]);
        }
    }
}

#[test]
fn what_is_just_within_the_limits_is_accepted() {
    let text = scenario(generated(limits::RECORDS_MAX), json!([]), &[]);
    assert!(read(&text).is_ok());
    let text = scenario(generated(1000), diamonds(11), &[]);
    assert!(read(&text).is_ok());
    let text = scenario(generated(1000), diamonds(12), &[]);
    assert!(read(&text).expect_err("it doubles once more")[0].message.contains("4096000 effects"));
    let text = "[".repeat(127) + &"]".repeat(127);
    assert_eq!(read(&text).expect_err("a list")[0].code, ErrorCode::WrongType);
    let text = "[".repeat(128) + &"]".repeat(128);
    assert_eq!(read(&text).expect_err("too deep")[0].code, ErrorCode::TooLarge);
}

#[test]
fn a_list_of_records_as_long_as_the_text_allows_is_read_in_time() {
    let mut records = r#"{"id":"a","key":"b"},"#.repeat(limits::TEXT_BYTES_MAX / 22);
    records.pop();
    let text = scenario(json!({ "records": [] }), json!([]), &[]);
    let text = text.replace("\"records\":[]", &format!("\"records\":[{records}]"));
    assert!(text.len() <= limits::TEXT_BYTES_MAX);
    assert!(promptly(&text, Duration::from_secs(2)).is_ok());
}

#[test]
fn very_many_mistakes_are_counted_and_the_first_hundred_spelled_out() {
    let records: Vec<Value> = (0..100_000).map(|i| json!({ "idd": i })).collect();
    let text = scenario(json!({ "records": records }), json!([]), &[]);
    let errors = promptly(&text, Duration::from_secs(2)).expect_err("nothing is right");
    assert_eq!(errors.len(), limits::ERRORS_MAX + 1);
    assert_eq!(errors[100].to_string(), "the scenario: 199900 more errors, which are not spelled out");
}

/// Values that have broken readers before.
fn odd_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,8}".prop_map(Value::from),
        prop_oneof![
            Just(json!([])),
            Just(json!({})),
            Just(json!(0)),
            Just(json!(u64::MAX)),
            Just(json!(i64::MIN)),
            Just(json!(1_000_000_000_000_000u64)),
            Just(json!(["in", "in", "orders", "sum"])),
            Just(json!({ "generate": { "count": 1_000_000, "first_id": u64::MAX } })),
            Just(json!({ "commit_every_ms": 1 })),
            Just(json!("join")),
            Just(json!("id")),
        ],
    ]
}

/// Every place in a value, as pointers.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                places(field, &format!("{at}/{name}"), found);
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                places(item, &format!("{at}/{i}"), found);
            }
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(trying(256))]

    #[test]
    fn nothing_panics_on_a_scenario_with_some_values_replaced_removed_or_moved(
        text in prop_oneof![
            (0..presets().len()).prop_map(|preset| presets()[preset].json().to_owned()),
            scenarios(&Mix::wild()).prop_map(|scenario| write(&scenario)),
        ],
        changes in proptest::collection::vec((any::<u32>(), any::<u32>(), odd_value()), 1..5),
    ) {
        let mut value: Value = serde_json::from_str(&text).expect("it is JSON");
        for (place, how, odd) in changes {
            let mut found = Vec::new();
            places(&value, "", &mut found);
            let at = &found[place as usize % found.len()];
            let other = found[how as usize / 4 % found.len()].clone();
            let moved = value.pointer(&other).cloned().unwrap_or(Value::Null);
            let Some(spot) = value.pointer_mut(at) else { continue };
            match (how % 4, spot) {
                (0, spot) => *spot = odd,
                (1, spot) => *spot = moved,
                (2, Value::Array(items)) => {
                    let doubled = items.clone();
                    items.extend(doubled);
                }
                (2 | 3, Value::Object(fields)) => {
                    let first = fields.keys().next().cloned();
                    if let Some(name) = first {
                        fields.shift_remove(&name);
                    }
                }
                (_, spot) => *spot = odd,
            }
        }
        // What is accepted all the same can be written and read again.
        if let Ok(scenario) = read(&value.to_string()) {
            prop_assert_eq!(read(&write(&scenario)), Ok(scenario));
        }
    }

    #[test]
    fn nothing_panics_on_a_case_with_some_bytes_changed(
        preset in 0usize..26,
        changes in proptest::collection::vec((any::<u32>(), "\\PC{0,3}"), 1..6),
    ) {
        let mut text: Vec<char> = presets()[preset].json().chars().collect();
        for (place, with) in changes {
            let at = place as usize % text.len();
            let to = (at + place as usize % 3).min(text.len());
            text.splice(at..to, with.chars());
        }
        let _ = read(&text.into_iter().collect::<String>());
    }

    #[test]
    fn nothing_panics_on_any_text(text in "\\PC{0,200}") {
        let _ = read(&text);
    }
}
