//! Random channels, checkpointing, storage and restarts around a graph.

use barrierscope::scenario::{
    Channels, Checkpointing, EdgeOverride, Operator, ReadPoint, Restart, RestartStrategy, Scenario, Sink, Source,
    Storage, limits,
};

use super::{Barriers, Mix, Pick, Picks};

pub(super) fn around(
    mix: &Mix,
    sources: Vec<Source>,
    operators: Vec<Operator>,
    sinks: Vec<Sink>,
    draw: &[Pick],
) -> Scenario {
    let mut picks = Picks::of(draw, mix);
    let barriers = picks.one(&mix.barriers);
    let channels = channels(&mut picks, &operators, &sinks);
    let checkpointing = barriers.map(|b| checkpointing(mix, &mut picks, b, &sources));
    let bytes_per_ms = picks.chance(30).then(|| picks.number(1, 1000, limits::BANDWIDTH_MAX));
    Scenario {
        title: String::new(),
        note: String::new(),
        seed: 0,
        sources,
        operators,
        sinks,
        channels,
        checkpointing,
        storage: Storage {
            // Long enough that a crash often meets a checkpoint in progress.
            write_ms: picks.number(0, 120, limits::DELAY_MS_MAX),
            bytes_per_ms,
        },
        restart: restart(mix, &mut picks),
        faults: Vec::new(),
        until_ms: (mix.until && picks.chance(10)).then(|| picks.number(0, 2000, 1_000_000_000)),
    }
}

fn channels(picks: &mut Picks<'_>, operators: &[Operator], sinks: &[Sink]) -> Channels {
    let capacity = picks.number(1, 12, limits::CAPACITY_MAX);
    let latency_ms = picks.number(0, 30, limits::DELAY_MS_MAX);
    let all = operators.iter().map(|o| (&o.name, &o.inputs));
    let all = all.chain(sinks.iter().map(|s| (&s.name, &s.inputs)));
    let mut edges = Vec::new();
    for (to, inputs) in all {
        for from in inputs {
            if picks.chance(15) {
                edges.push(EdgeOverride {
                    from: from.clone(),
                    to: to.clone(),
                    capacity: picks.chance(50).then(|| picks.number(1, 3, limits::CAPACITY_MAX)),
                    latency_ms: picks.chance(80).then(|| picks.number(0, 200, limits::DELAY_MS_MAX)),
                });
            }
        }
    }
    Channels { capacity, latency_ms, edges }
}

fn checkpointing(mix: &Mix, picks: &mut Picks<'_>, barriers: Barriers, sources: &[Source]) -> Checkpointing {
    let every_ms = if picks.wild {
        // A short period in a very long run would tick too often.
        picks.chance(70).then(|| picks.number(1_000_000_000, 1_000_000_000_000, limits::TIME_MS_MAX))
    } else {
        picks.chance(80).then(|| picks.number(10, 300, limits::TIME_MS_MAX))
    };
    let mut at = Vec::new();
    for _ in 0..picks.next() % 3 {
        at.extend(read_point(picks, sources));
    }
    let overlapping = !barriers.unaligned() && picks.chance(20);
    Checkpointing {
        every_ms,
        at,
        mode: barriers.mode(),
        unaligned: barriers.unaligned(),
        aligned_timeout_ms: match barriers {
            Barriers::AlignedWithTimeout => picks.number(1, 100, limits::TIME_MS_MAX),
            Barriers::Aligned | Barriers::AtLeastOnce | Barriers::Unaligned => 0,
        },
        timeout_ms: if picks.chance(20) { picks.number(50, 500, limits::TIME_MS_MAX) } else { 600_000 },
        min_pause_ms: picks.number(0, 50, limits::TIME_MS_MAX),
        max_concurrent: if overlapping { 2 + picks.next() as u32 % 2 } else { 1 },
        tolerable_failures: match picks.next() as u32 % 20 {
            few if mix.may_stay_down => few,
            some => 1_000_000 + some,
        },
        sync_ms: picks.number(0, 5, limits::DELAY_MS_MAX),
        incremental: picks.chance(30),
        retained: 1 + picks.next() as u32 % 2,
        final_checkpoint: !picks.chance(15),
    }
}

/// A record of some log; none when the log that was picked is empty.
pub(super) fn read_point(picks: &mut Picks<'_>, sources: &[Source]) -> Option<ReadPoint> {
    let source = &sources[picks.next() as usize % sources.len()];
    let partition = picks.next() as usize % source.partitions.len();
    let log = &source.partitions[partition];
    let offset = log.first_offset + picks.next().checked_rem(log.len())?;
    Some(ReadPoint { source: source.name.clone(), partition: partition as u16, offset })
}

fn restart(mix: &Mix, picks: &mut Picks<'_>) -> Restart {
    let delay_ms = picks.number(0, 300, limits::DELAY_MS_MAX);
    let attempts = (mix.may_stay_down && picks.chance(15)).then(|| picks.next() as u32 % 3);
    match picks.next() % 6 {
        5 if mix.may_stay_down => Restart {
            strategy: RestartStrategy::FailureRate {
                max: 1 + picks.next() as u32 % 3,
                interval_ms: picks.number(1, 2000, limits::TIME_MS_MAX),
            },
            delay_ms,
            attempts: None,
        },
        4 => Restart {
            strategy: RestartStrategy::ExponentialDelay {
                initial_ms: picks.number(1, 100, 1000),
                max_ms: picks.number(1000, 2000, limits::DELAY_MS_MAX),
                multiplier_percent: picks.number(100, 300, limits::MULTIPLIER_PERCENT_MAX),
                reset_ms: picks.number(1, 2000, limits::TIME_MS_MAX),
            },
            delay_ms: 1000,
            attempts,
        },
        _ => Restart { strategy: RestartStrategy::FixedDelay, delay_ms, attempts },
    }
}
