//! Random operators and sinks: a DAG in which every path ends in a sink.

use barrierscope::scenario::{
    Operator, OperatorKind, PartitionBy, Reader, Sink, SinkKind, Source, StateHome, Ttl, TtlCleanup, TtlUpdate,
    TtlVisibility, limits,
};

use super::{Mix, Pick, Picks};

/// A node that can be read by others, and bounds for what it emits.
struct Upstream {
    name: String,
    read: bool,
    records: u64,
    value: u64,
    /// Whether which values it emits depends on the order of arrival.
    by_order: bool,
}

/// More than this, and a property would take long or a sum could overflow.
const RECORDS_MAX: u64 = 5000;
const VALUE_MAX: u64 = 1_000_000_000_000;

pub(super) fn nodes(
    mix: &Mix,
    sources: &[Source],
    operators: &[Vec<Pick>],
    sinks: &[Vec<Pick>],
) -> (Vec<Operator>, Vec<Sink>) {
    let mut upstream: Vec<Upstream> = sources
        .iter()
        .map(|source| Upstream {
            name: source.name.clone(),
            read: false,
            // With room for what faults send again.
            records: 20 + source.partitions.iter().map(|p| p.len()).sum::<u64>(),
            value: 400_000,
            by_order: false,
        })
        .collect();
    let operators = operators
        .iter()
        .enumerate()
        .map(|(i, draw)| operator(mix, &mut upstream, format!("operator{i}"), draw))
        .collect();
    let mut sinks: Vec<Sink> = sinks
        .iter()
        .enumerate()
        .map(|(i, draw)| {
            let mut picks = Picks::of(draw, mix);
            let mut inputs = Vec::new();
            for _ in 0..=u64::from(picks.chance(25)) {
                inputs.extend(input(&mut picks, &mut upstream, &inputs));
            }
            sink(mix, &mut picks, format!("sink{i}"), inputs)
        })
        .collect();
    // What nobody reads goes to the last sink, or to several in turn.
    let unread: Vec<&Upstream> = upstream.iter().filter(|node| !node.read).collect();
    let count = sinks.len();
    for (i, node) in unread.into_iter().enumerate() {
        sinks[count - 1 - i % count].inputs.push(node.name.clone());
    }
    (operators, sinks)
}

/// A node that is not yet among the inputs; the latest is the first choice, so that chains and
/// diamonds are likely.
fn input(picks: &mut Picks<'_>, upstream: &mut [Upstream], taken: &[String]) -> Option<String> {
    let mut free: Vec<&mut Upstream> = upstream.iter_mut().rev().filter(|node| !taken.contains(&node.name)).collect();
    let which = picks.next().checked_rem(free.len() as u64)?;
    let node = &mut free[which as usize];
    node.read = true;
    Some(node.name.clone())
}

fn operator(mix: &Mix, upstream: &mut Vec<Upstream>, name: String, draw: &[Pick]) -> Operator {
    let mut picks = Picks::of(draw, mix);
    let wanted = picks.one(&mix.kinds);
    let min_value = picks.next() as i64 - 300;
    let two = wanted == OperatorKind::Join || picks.chance(40);
    let mut inputs = Vec::new();
    for _ in 0..=u64::from(two) {
        inputs.extend(input(&mut picks, upstream, &inputs));
    }
    let from: Vec<&Upstream> = upstream.iter().filter(|node| inputs.contains(&node.name)).collect();
    let records: u64 = from.iter().map(|node| node.records).sum();
    let value = from.iter().map(|node| node.value).max().unwrap_or(0);
    let pairs: u64 = from.iter().map(|node| node.records).product();
    let by_order = from.iter().any(|node| node.by_order);
    let ordered = mix.order_matters || !by_order;
    let (kind, records, value) = match wanted {
        OperatorKind::Join if inputs.len() == 2 && pairs <= RECORDS_MAX => (OperatorKind::Join, pairs, 2 * value),
        OperatorKind::Sum if ordered && records * value <= VALUE_MAX => (wanted, records, records * value),
        OperatorKind::Join | OperatorKind::Sum | OperatorKind::Count => (OperatorKind::Count, records, records),
        OperatorKind::Filter { .. } if ordered => (OperatorKind::Filter { min_value }, records, value),
        OperatorKind::Filter { .. } => (OperatorKind::Map, records, value),
        OperatorKind::Map | OperatorKind::Dedup => (wanted, records, value),
    };
    let by_order = match kind {
        OperatorKind::Sum | OperatorKind::Count => true,
        OperatorKind::Dedup => by_order || inputs.len() > 1,
        OperatorKind::Map | OperatorKind::Filter { .. } | OperatorKind::Join => by_order,
    };
    upstream.push(Upstream { name: name.clone(), read: false, records, value, by_order });
    let stateful = kind.is_stateful();
    Operator {
        name,
        kind,
        inputs,
        parallelism: picks.next() as u16 % mix.parallelism_max + 1,
        service_ms: picks.number(0, 20, limits::DELAY_MS_MAX),
        state: if stateful { picks.one(&mix.homes) } else { StateHome::Checkpointed },
        ttl: (stateful && mix.ttl && picks.chance(30)).then(|| ttl(&mut picks)),
        // A dedup that is partitioned by key still sees each id in one place. The others would
        // see only a part of each key.
        partition_by: match picks.chance(10) {
            true if kind == OperatorKind::Dedup => PartitionBy::Key,
            true if stateful && mix.wild => PartitionBy::Id,
            true | false => kind.default_partition_by(),
        },
        entry_bytes: picks.number(0, 64, limits::BYTES_MAX),
    }
}

fn ttl(picks: &mut Picks<'_>) -> Ttl {
    let choices = picks.next();
    let one = |choices: u64, of: usize| choices as usize % of;
    Ttl {
        ms: picks.number(1, 400, limits::TIME_MS_MAX),
        update: TtlUpdate::WORDS[one(choices, 2)].1,
        visibility: TtlVisibility::WORDS[one(choices / 2, 2)].1,
        cleanup: TtlCleanup::WORDS[one(choices / 4, 4)].1,
    }
}

fn sink(mix: &Mix, picks: &mut Picks<'_>, name: String, inputs: Vec<String>) -> Sink {
    let kind = picks.one(&mix.sinks);
    let two_phase = kind == SinkKind::TwoPhase;
    Sink {
        name,
        kind,
        inputs,
        service_ms: picks.number(0, 20, limits::DELAY_MS_MAX),
        reader: if two_phase { picks.one(Reader::WORDS).1 } else { Reader::ReadCommitted },
        transaction_timeout_ms: if mix.transactions_time_out && picks.chance(20) {
            picks.number(100, 1000, limits::TIME_MS_MAX)
        } else {
            900_000
        },
        commit_ms: picks.number(0, 30, limits::DELAY_MS_MAX),
    }
}
