//! Settings as code: keys and defaults as the engines have them.

use barrierscope::scenario::{Checkpointing, Scenario, presets, read};
use barrierscope::view::config::{Place, Unsaid, config};

fn lines(scenario: &Scenario, place: Place) -> String {
    config(scenario).blocks.into_iter().find(|(p, _)| *p == place).map_or(String::new(), |(_, lines)| lines)
}

fn scenario(more: &str) -> Scenario {
    let text = format!(
        r#"{{ "barrierscope": 1,
            "sources": [{{ "name": "orders", "partitions": [{{ "generate": {{ "count": 3, "every_ms": 10 }} }}] }}],
            "sinks": [{{ "name": "out", "kind": "append", "inputs": ["orders"] }}] {more} }}"#
    );
    read(&text).unwrap_or_else(|e| panic!("{e:?}"))
}

/// Every key that may stand there: Flink 2's `CheckpointingOptions` and `RestartStrategyOptions`.
const FLINK_KEYS: [&str; 26] = [
    "execution.checkpointing.interval",
    "execution.checkpointing.mode",
    "execution.checkpointing.unaligned.enabled",
    "execution.checkpointing.aligned-checkpoint-timeout",
    "execution.checkpointing.timeout",
    "execution.checkpointing.min-pause",
    "execution.checkpointing.max-concurrent-checkpoints",
    "execution.checkpointing.tolerable-failed-checkpoints",
    "execution.checkpointing.num-retained",
    "execution.checkpointing.incremental",
    "execution.checkpointing.checkpoints-after-tasks-finish",
    "restart-strategy.type",
    "restart-strategy.fixed-delay.attempts",
    "restart-strategy.fixed-delay.delay",
    "restart-strategy.exponential-delay.initial-backoff",
    "restart-strategy.exponential-delay.max-backoff",
    "restart-strategy.exponential-delay.backoff-multiplier",
    "restart-strategy.exponential-delay.reset-backoff-threshold",
    "restart-strategy.exponential-delay.jitter-factor",
    "restart-strategy.exponential-delay.attempts-before-reset-backoff",
    "restart-strategy.failure-rate.max-failures-per-interval",
    "restart-strategy.failure-rate.failure-rate-interval",
    "restart-strategy.failure-rate.delay",
    "isolation.level",
    "enable.auto.commit",
    "auto.commit.interval.ms",
];

#[test]
fn no_key_is_written_that_the_engines_do_not_have() {
    for preset in presets() {
        let scenario = read(preset.json()).expect("it reads");
        for (place, text) in config(&scenario).blocks.iter().filter(|(p, _)| *p != Place::FlinkJob) {
            for line in text.lines().filter(|l| !l.starts_with('#')) {
                let key = line.split([':', '=']).next().unwrap_or_default();
                assert!(FLINK_KEYS.contains(&key), "{} {place:?}: {line}", preset.name);
            }
        }
    }
}

#[test]
fn what_is_at_the_engines_default_is_left_out() {
    let plain = scenario(r#", "checkpointing": { "every_ms": 10000 }"#);
    let checkpoints: Vec<String> =
        lines(&plain, Place::FlinkConfig).lines().filter(|l| l.contains("checkpointing")).map(str::to_owned).collect();
    assert_eq!(checkpoints, ["execution.checkpointing.interval: 10 s", "execution.checkpointing.mode: EXACTLY_ONCE"]);
    // The defaults that are left out are the engine's own (section 14 of the reference).
    let ours = Checkpointing::default();
    assert_eq!((ours.timeout_ms, ours.min_pause_ms, ours.max_concurrent), (600_000, 0, 1));
    assert_eq!((ours.tolerable_failures, ours.retained, ours.incremental), (0, 1, false));
    assert!(!ours.unaligned && ours.final_checkpoint);
}

#[test]
fn every_checkpoint_setting_has_its_line() {
    let all = scenario(
        r#", "checkpointing": { "every_ms": 90000, "mode": "exactly_once", "unaligned": true, "aligned_timeout_ms": 1500,
            "timeout_ms": 120000, "min_pause_ms": 500, "tolerable_failures": 3, "retained": 2, "incremental": true,
            "final": false }, "restart": { "strategy": "fixed_delay", "delay_ms": 2000, "attempts": 4 }"#,
    );
    let expected = "execution.checkpointing.interval: 90 s
execution.checkpointing.mode: EXACTLY_ONCE
execution.checkpointing.unaligned.enabled: true
execution.checkpointing.aligned-checkpoint-timeout: 1500 ms
execution.checkpointing.timeout: 2 min
execution.checkpointing.min-pause: 500 ms
execution.checkpointing.tolerable-failed-checkpoints: 3
execution.checkpointing.num-retained: 2
execution.checkpointing.incremental: true
execution.checkpointing.checkpoints-after-tasks-finish: false
restart-strategy.type: fixed-delay
restart-strategy.fixed-delay.attempts: 4
restart-strategy.fixed-delay.delay: 2 s
";
    assert_eq!(lines(&all, Place::FlinkConfig), expected);
}

#[test]
fn a_time_to_live_a_sink_and_its_reader_are_code_of_the_job_and_of_the_consumer() {
    let text = r#"{ "barrierscope": 1,
        "sources": [{ "name": "orders", "offsets": "latest", "partitions": [{ "generate": { "count": 3, "every_ms": 10 } }] }],
        "operators": [{ "name": "once", "kind": "dedup", "inputs": ["orders"],
            "ttl": { "ms": 60000, "update": "read_and_write", "cleanup": "full_snapshot" } }],
        "sinks": [{ "name": "out", "kind": "two_phase", "inputs": ["once"], "transaction_timeout_ms": 900000,
            "reader": "read_uncommitted" }],
        "checkpointing": { "every_ms": 1000 } }"#;
    let scenario = read(text).unwrap_or_else(|e| panic!("{e:?}"));
    let job = lines(&scenario, Place::FlinkJob);
    for part in [
        "StateTtlConfig.newBuilder(Duration.ofMillis(60000))",
        ".setUpdateType(StateTtlConfig.UpdateType.OnReadAndWrite)",
        ".setStateVisibility(StateTtlConfig.StateVisibility.NeverReturnExpired)",
        ".cleanupFullSnapshot()",
        ".setStartingOffsets(OffsetsInitializer.latest())",
        ".setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)",
        ".setProperty(\"transaction.timeout.ms\", \"900000\")",
    ] {
        assert!(job.contains(part), "{part} is not in\n{job}");
    }
    assert_eq!(lines(&scenario, Place::Consumer), "# out\nisolation.level=read_uncommitted\n");
}

#[test]
fn what_cannot_be_said_is_named() {
    let text = r#"{ "barrierscope": 1,
        "sources": [{ "name": "orders", "offsets": { "commit_every_ms": 5000 },
            "partitions": [{ "generate": { "count": 30, "every_ms": 10 } }] }],
        "operators": [{ "name": "once", "kind": "dedup", "inputs": ["orders"], "state": "memory" },
                      { "name": "total", "kind": "sum", "inputs": ["once"], "state": "local_disk" }],
        "sinks": [{ "name": "out", "kind": "upsert", "inputs": ["total"] }],
        "checkpointing": { "at": [{ "source": "orders", "partition": 0, "offset": 10 }] },
        "faults": [{ "when": { "at_ms": 100 }, "do": { "crash": "process" } }] }"#;
    let scenario = read(text).unwrap_or_else(|e| panic!("{e:?}"));
    let expected = [
        Unsaid::StateInMemory("once".into()),
        Unsaid::StateOnDisk("total".into()),
        Unsaid::CheckpointAtOffset,
        Unsaid::OffsetOnItsOwn("orders".into()),
        Unsaid::Destination("out".into()),
        Unsaid::Faults,
    ];
    assert_eq!(config(&scenario).unsaid, expected);
    assert_eq!(lines(&scenario, Place::Consumer), "# orders\nenable.auto.commit=true\nauto.commit.interval.ms=5000\n");
}

/// What the engines do when nothing is said, from section 14 of the reference: what differs here is said, whatever it is.
#[test]
fn where_our_default_is_not_the_engines_the_line_is_there() {
    let text = r#"{ "barrierscope": 1,
        "sources": [{ "name": "orders", "partitions": [{ "generate": { "count": 3, "every_ms": 10 } }] }],
        "operators": [{ "name": "once", "kind": "dedup", "inputs": ["orders"], "ttl": { "ms": 60000 } }],
        "sinks": [{ "name": "out", "kind": "two_phase", "inputs": ["once"] }],
        "checkpointing": { "every_ms": 1000 } }"#;
    let plain = read(text).unwrap_or_else(|e| panic!("{e:?}"));
    let (config, job, consumer) =
        (lines(&plain, Place::FlinkConfig), lines(&plain, Place::FlinkJob), lines(&plain, Place::Consumer));
    // Flink restarts after growing delays; here the delay is fixed, and there is no limit.
    assert!(config.contains("restart-strategy.type: fixed-delay\n"), "{config}");
    assert!(config.contains("restart-strategy.fixed-delay.attempts: 2147483647\n"), "Flink has one: {config}");
    // State: renewed by writing, never returned expired, as in Flink; cleaned up on access alone, which is not.
    for part in ["UpdateType.OnCreateAndWrite", "StateVisibility.NeverReturnExpired", "disableCleanupInBackground()"] {
        assert!(job.contains(part), "{part} is not in\n{job}");
    }
    // The sink: no guarantee and an hour are Flink's.
    assert!(job.contains("DeliveryGuarantee.EXACTLY_ONCE"), "{job}");
    assert!(job.contains("\"transaction.timeout.ms\""), "{job}");
    // Kafka's reader takes what is not committed.
    assert!(consumer.contains("isolation.level=read_committed"), "{consumer}");
    // A source that restores the checkpoint's offsets needs no line: KafkaSource does, and commits nothing by itself.
    assert!(!consumer.contains("enable.auto.commit") && !job.contains("setStartingOffsets"), "{consumer}{job}");
    // No interval: no checkpoints, as in Flink.
    let none = lines(&scenario(""), Place::FlinkConfig);
    assert!(!none.contains("checkpointing"), "{none}");
    let ours = Checkpointing::default();
    assert_eq!((ours.aligned_timeout_ms, ours.every_ms), (0, None));
}
