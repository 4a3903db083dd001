//! What a scenario that can be read means: defaults, exact ids, every spelling.

use barrierscope::ids::{EventId, Key};
use barrierscope::scenario::{
    Checkpointing, CrashTarget, Do, Input, Mode, Offsets, PartitionBy, Restart, RestartStrategy, Scenario, StateHome,
    read,
};

fn understood(text: &str) -> Scenario {
    read(text).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

/// The smallest job, with more top-level fields or more in its one record.
fn job(record: &str, more: &str) -> Scenario {
    understood(&format!(
        r#"{{ "barrierscope": 1,
            "sources": [{{ "name": "in", "partitions": [{{ "records": [{record}] }}] }}],
            "operators": [{{ "name": "once", "kind": "dedup", "inputs": ["in"] }},
                          {{ "name": "total", "kind": "sum", "inputs": ["once"] }}],
            "sinks": [{{ "name": "out", "kind": "append", "inputs": ["total"] }}] {more} }}"#
    ))
}

#[test]
fn defaults_are_those_of_the_format() {
    let scenario = job(r#"{ "id": 1 }"#, "");
    let source = &scenario.sources[0];
    assert_eq!((source.offsets, source.parallelism, source.service_ms), (Offsets::Checkpoint, 1, 0));
    assert_eq!(source.record_bytes, 100);
    let Input::Records(records) = &source.partitions[0].input else { panic!("they are listed") };
    assert_eq!(records[0].key, Key::named("k0"));
    assert_eq!((records[0].value, records[0].at_ms), (1, 0));
    let [once, total] = &scenario.operators[..] else { panic!("there are two") };
    assert_eq!((once.partition_by, total.partition_by), (PartitionBy::Id, PartitionBy::Key));
    assert_eq!((once.state, once.ttl, once.entry_bytes), (StateHome::Checkpointed, None, 32));
    assert_eq!(scenario.sinks[0].transaction_timeout_ms, 900_000);
    assert_eq!((scenario.channels.capacity, scenario.channels.latency_ms), (10, 0));
    assert_eq!(scenario.checkpointing, None);
    assert_eq!((scenario.storage.write_ms, scenario.storage.bytes_per_ms), (0, None));
    let Restart { strategy, delay_ms, attempts } = scenario.restart;
    assert_eq!((strategy, delay_ms, attempts), (RestartStrategy::FixedDelay, 1000, None));
    assert_eq!(scenario.until_ms, None);
}

#[test]
fn checkpointing_without_a_trigger_takes_only_the_last_checkpoint() {
    let scenario = job(r#"{ "id": 1 }"#, r#", "checkpointing": { "every_ms": null }"#);
    let expected = Checkpointing::default();
    assert_eq!((expected.every_ms, expected.at.len(), expected.final_checkpoint), (None, 0, true));
    assert_eq!((expected.timeout_ms, expected.mode), (600_000, Mode::ExactlyOnce));
    assert_eq!(scenario.checkpointing, Some(expected));
    let scenario = job(r#"{ "id": 1 }"#, r#", "checkpointing": null, "until_ms": null"#);
    assert_eq!(scenario.checkpointing, None);
}

#[test]
fn ids_are_kept_exactly_and_a_string_is_not_a_number() {
    let scenario = job(
        r#"{ "id": 18446744073709551615 }, { "id": 9007199254740993 }, { "id": 5 }, { "id": "5" },
           { "id": 5, "at": 9 }"#,
        "",
    );
    let Input::Records(records) = &scenario.sources[0].partitions[0].input else { panic!("they are listed") };
    let ids: Vec<&EventId> = records.iter().map(|record| &record.id).collect();
    let text = EventId::Text("5".into());
    let (max, odd) = (EventId::Int(u64::MAX), EventId::Int(9_007_199_254_740_993));
    assert_eq!(ids, [&max, &odd, &EventId::Int(5), &text, &EventId::Int(5)]);
}

#[test]
fn restart_strategies_have_their_own_fields() {
    let strategy = |restart: &str| job(r#"{ "id": 1 }"#, &format!(r#", "restart": {restart}"#)).restart;
    assert_eq!(
        strategy(r#"{ "strategy": "exponential_delay", "multiplier": 1.07, "attempts": 3 }"#),
        Restart {
            strategy: RestartStrategy::ExponentialDelay {
                initial_ms: 1000,
                max_ms: 60_000,
                multiplier_percent: 107,
                reset_ms: 3_600_000,
            },
            delay_ms: 1000,
            attempts: Some(3),
        }
    );
    assert_eq!(
        strategy(r#"{ "strategy": "failure_rate", "delay_ms": 5 }"#),
        Restart { strategy: RestartStrategy::FailureRate { max: 1, interval_ms: 60_000 }, delay_ms: 5, attempts: None }
    );
    for (text, percent) in [("1", 100), ("2", 200), ("1.5", 150), ("2.0", 200), ("100", 10_000)] {
        let restart = strategy(&format!(r#"{{ "strategy": "exponential_delay", "multiplier": {text} }}"#));
        let RestartStrategy::ExponentialDelay { multiplier_percent, .. } = restart.strategy else {
            panic!("it is exponential")
        };
        assert_eq!(multiplier_percent, percent, "{text}");
    }
}

#[test]
fn any_task_can_be_slow_or_crash() {
    let scenario = job(
        r#"{ "id": 1 }"#,
        r#", "faults": [
            { "when": { "at_ms": 1 }, "do": { "slow": { "operator": "in", "service_ms": 1, "for_ms": 1 } } },
            { "when": { "at_ms": 1 }, "do": { "slow": { "operator": "out", "service_ms": 1, "for_ms": 1 } } },
            { "when": { "at_ms": 1 }, "do": { "crash": { "operator": "out" } } }]"#,
    );
    assert_eq!(scenario.faults[2].action, Do::Crash(CrashTarget::Operator("out".to_owned())));
}

#[test]
fn a_byte_order_mark_in_front_is_no_mistake() {
    let text = r#"{ "barrierscope": 1,
        "sources": [{ "name": "in", "partitions": [{ "records": [] }] }],
        "sinks": [{ "name": "out", "kind": "append", "inputs": ["in"] }] }"#;
    assert_eq!(understood(&format!("\u{feff}{text}")), understood(text));
}
