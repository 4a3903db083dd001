//! Settings as code: the lines that set in Flink and in Kafka what a scenario sets here.
//!
//! Keys and defaults as in semantics section 14. What is at its default there is left out, but for what a reader looks
//! for first: interval and mode.

use std::fmt::Write as _;

use crate::scenario::{
    Checkpointing, Mode, Offsets, Reader, RestartStrategy, Scenario, Sink, SinkKind, StateHome, Ttl, TtlCleanup,
    TtlUpdate, TtlVisibility,
};

/// Where a block of lines goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Flink's configuration file, or the job's `Configuration`.
    FlinkConfig,
    /// The code of a Flink job.
    FlinkJob,
    /// The properties of the consumers that read what a sink writes.
    Consumer,
}

/// What cannot be said there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsaid {
    /// State in memory alone: Flink's managed state is always in the checkpoint.
    StateInMemory(String),
    /// State on a local disk without a checkpoint: not a choice of Flink's.
    StateOnDisk(String),
    /// Checkpoints at named offsets: Flink's go by time.
    CheckpointAtOffset,
    /// An offset that is committed on its own and restored: Flink's own sources restore the checkpoint's.
    OffsetOnItsOwn(String),
    /// Kinds of sink that are a matter of the destination's schema, not of a setting.
    Destination(String),
    /// Faults, service times and capacities are not settings.
    Faults,
}

/// A scenario's settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// Each with its lines; no empty ones.
    pub blocks: Vec<(Place, String)>,
    /// What cannot be said.
    pub unsaid: Vec<Unsaid>,
}

/// The lines for a scenario.
pub fn config(scenario: &Scenario) -> Config {
    let blocks = [
        (Place::FlinkConfig, flink_config(scenario)),
        (Place::FlinkJob, flink_job(scenario)),
        (Place::Consumer, consumer(scenario)),
    ];
    Config { blocks: blocks.into_iter().filter(|(_, lines)| !lines.is_empty()).collect(), unsaid: unsaid(scenario) }
}

fn line(lines: &mut String, key: &str, value: impl std::fmt::Display) {
    let _ = writeln!(lines, "{key}: {value}");
}

/// As Flink's configuration writes it.
fn duration(ms: u64) -> String {
    match ms {
        0 => "0 ms".into(),
        _ if ms.is_multiple_of(60_000) => format!("{} min", ms / 60_000),
        _ if ms.is_multiple_of(1000) => format!("{} s", ms / 1000),
        _ => format!("{ms} ms"),
    }
}

fn flink_config(scenario: &Scenario) -> String {
    let mut lines = String::new();
    if let Some(checkpointing) = &scenario.checkpointing {
        checkpoints(&mut lines, checkpointing);
    }
    restart(&mut lines, scenario);
    lines
}

fn checkpoints(lines: &mut String, c: &Checkpointing) {
    let standard = Checkpointing::default();
    let mut set = |key: &str, value: String| line(lines, &format!("execution.checkpointing.{key}"), value);
    if let Some(ms) = c.every_ms {
        set("interval", duration(ms));
    }
    set("mode", if c.mode == Mode::AtLeastOnce { "AT_LEAST_ONCE" } else { "EXACTLY_ONCE" }.into());
    if c.unaligned {
        set("unaligned.enabled", "true".into());
        if c.aligned_timeout_ms > 0 {
            set("aligned-checkpoint-timeout", duration(c.aligned_timeout_ms));
        }
    }
    if c.timeout_ms != standard.timeout_ms {
        set("timeout", duration(c.timeout_ms));
    }
    if c.min_pause_ms != standard.min_pause_ms {
        set("min-pause", duration(c.min_pause_ms));
    }
    if c.max_concurrent != standard.max_concurrent {
        set("max-concurrent-checkpoints", c.max_concurrent.to_string());
    }
    if c.tolerable_failures != standard.tolerable_failures {
        set("tolerable-failed-checkpoints", c.tolerable_failures.to_string());
    }
    if c.retained != standard.retained {
        set("num-retained", c.retained.to_string());
    }
    if c.incremental {
        set("incremental", "true".into());
    }
    if !c.final_checkpoint {
        set("checkpoints-after-tasks-finish", "false".into());
    }
}

fn restart(lines: &mut String, scenario: &Scenario) {
    let restart = scenario.restart;
    if restart.attempts == Some(0) {
        line(lines, "restart-strategy.type", "disable");
        return;
    }
    // Flink's number of attempts is never unlimited: its largest stands for it.
    let attempts = restart.attempts.unwrap_or(i32::MAX as u32);
    match restart.strategy {
        RestartStrategy::FixedDelay => {
            line(lines, "restart-strategy.type", "fixed-delay");
            line(lines, "restart-strategy.fixed-delay.attempts", attempts);
            line(lines, "restart-strategy.fixed-delay.delay", duration(restart.delay_ms));
        }
        RestartStrategy::ExponentialDelay { initial_ms, max_ms, multiplier_percent, reset_ms } => {
            let key = |name: &str| format!("restart-strategy.exponential-delay.{name}");
            line(lines, "restart-strategy.type", "exponential-delay");
            line(lines, &key("initial-backoff"), duration(initial_ms));
            line(lines, &key("max-backoff"), duration(max_ms));
            let (whole, rest) = (multiplier_percent / 100, multiplier_percent % 100);
            line(lines, &key("backoff-multiplier"), format_args!("{whole}.{rest:02}"));
            line(lines, &key("reset-backoff-threshold"), duration(reset_ms));
            // Here two runs of one scenario are the same.
            line(lines, &key("jitter-factor"), "0.0");
            if let Some(attempts) = restart.attempts {
                line(lines, &key("attempts-before-reset-backoff"), attempts);
            }
        }
        RestartStrategy::FailureRate { max, interval_ms } => {
            let key = |name: &str| format!("restart-strategy.failure-rate.{name}");
            line(lines, "restart-strategy.type", "failure-rate");
            line(lines, &key("max-failures-per-interval"), max);
            line(lines, &key("failure-rate-interval"), duration(interval_ms));
            line(lines, &key("delay"), duration(restart.delay_ms));
        }
    }
}

fn flink_job(scenario: &Scenario) -> String {
    let mut lines = String::new();
    for operator in &scenario.operators {
        if let Some(ttl) = operator.ttl {
            let _ = writeln!(lines, "// {}", operator.name);
            ttl_config(&mut lines, ttl);
        }
    }
    for source in &scenario.sources {
        let from = match source.offsets {
            Offsets::Checkpoint | Offsets::CommitOnRead | Offsets::CommitEvery { .. } => continue,
            Offsets::Earliest => "earliest",
            Offsets::Latest => "latest",
        };
        let _ = writeln!(
            lines,
            "// {}\nKafkaSource.builder()\n    .setStartingOffsets(OffsetsInitializer.{from}())",
            source.name
        );
    }
    for sink in &scenario.sinks {
        kafka_sink(&mut lines, sink);
    }
    lines
}

fn ttl_config(lines: &mut String, ttl: Ttl) {
    let _ = writeln!(lines, "StateTtlConfig.newBuilder(Duration.ofMillis({}))", ttl.ms);
    let update = match ttl.update {
        TtlUpdate::CreateAndWrite => "OnCreateAndWrite",
        TtlUpdate::ReadAndWrite => "OnReadAndWrite",
    };
    let visibility = match ttl.visibility {
        TtlVisibility::NeverReturnExpired => "NeverReturnExpired",
        TtlVisibility::ReturnIfNotCleanedUp => "ReturnExpiredIfNotCleanedUp",
    };
    let _ = writeln!(lines, "    .setUpdateType(StateTtlConfig.UpdateType.{update})");
    let _ = writeln!(lines, "    .setStateVisibility(StateTtlConfig.StateVisibility.{visibility})");
    // The background cleanup is on by default, so the one on access alone has to be asked for.
    let cleanup = match ttl.cleanup {
        TtlCleanup::OnAccess => "disableCleanupInBackground()",
        TtlCleanup::FullSnapshot => "disableCleanupInBackground()\n    .cleanupFullSnapshot()",
        TtlCleanup::Incremental => "cleanupIncrementally(5, false)",
        TtlCleanup::Compaction => "cleanupInRocksdbCompactFilter(1000)",
    };
    let _ = writeln!(lines, "    .{cleanup}\n    .build()");
}

fn kafka_sink(lines: &mut String, sink: &Sink) {
    let guarantee = match sink.kind {
        SinkKind::TwoPhase => "EXACTLY_ONCE",
        SinkKind::Append => "AT_LEAST_ONCE",
        SinkKind::Increment | SinkKind::Set | SinkKind::Upsert | SinkKind::UniqueInsert => return,
    };
    let _ = writeln!(
        lines,
        "// {}\nKafkaSink.builder()\n    .setDeliveryGuarantee(DeliveryGuarantee.{guarantee})",
        sink.name
    );
    if sink.kind == SinkKind::TwoPhase {
        let _ = writeln!(lines, "    .setTransactionalIdPrefix(\"{}\")", sink.name);
        let _ = writeln!(lines, "    .setProperty(\"transaction.timeout.ms\", \"{}\")", sink.transaction_timeout_ms);
    }
}

fn consumer(scenario: &Scenario) -> String {
    let mut lines = String::new();
    for sink in scenario.sinks.iter().filter(|s| s.kind == SinkKind::TwoPhase) {
        let level = match sink.reader {
            Reader::ReadCommitted => "read_committed",
            Reader::ReadUncommitted => "read_uncommitted",
        };
        let _ = writeln!(lines, "# {}\nisolation.level={level}", sink.name);
    }
    for source in &scenario.sources {
        if let Offsets::CommitEvery { ms } = source.offsets {
            let _ = writeln!(lines, "# {}\nenable.auto.commit=true\nauto.commit.interval.ms={ms}", source.name);
        }
    }
    lines
}

fn unsaid(scenario: &Scenario) -> Vec<Unsaid> {
    let mut all = Vec::new();
    for operator in scenario.operators.iter().filter(|o| o.kind.is_stateful()) {
        match operator.state {
            StateHome::Checkpointed => {}
            StateHome::Memory => all.push(Unsaid::StateInMemory(operator.name.clone())),
            StateHome::LocalDisk | StateHome::Changelog => all.push(Unsaid::StateOnDisk(operator.name.clone())),
        }
    }
    if scenario.checkpointing.as_ref().is_some_and(|c| !c.at.is_empty()) {
        all.push(Unsaid::CheckpointAtOffset);
    }
    let alone = |o: Offsets| matches!(o, Offsets::CommitOnRead | Offsets::CommitEvery { .. });
    all.extend(scenario.sources.iter().filter(|s| alone(s.offsets)).map(|s| Unsaid::OffsetOnItsOwn(s.name.clone())));
    let by_schema = |s: &&Sink| !matches!(s.kind, SinkKind::TwoPhase | SinkKind::Append);
    all.extend(scenario.sinks.iter().filter(by_schema).map(|s| Unsaid::Destination(s.name.clone())));
    if !scenario.faults.is_empty() {
        all.push(Unsaid::Faults);
    }
    all
}
