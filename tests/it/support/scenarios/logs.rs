//! Random sources and their logs.

use barrierscope::ids::{EventId, Key};
use barrierscope::scenario::{Generate, GenerateValue, Input, Partition, RecordSpec, Redelivery, Source, limits};

use super::{Mix, Pick, Picks};

pub(super) fn sources(
    mix: &Mix,
    sources: &[Vec<Pick>],
    partitions: &[Vec<Vec<Pick>>],
    logs: &[Vec<Vec<Pick>>],
) -> Vec<Source> {
    let mut logs = logs.iter();
    partitions
        .iter()
        .zip(sources)
        .enumerate()
        .map(|(s, (partitions, draw))| {
            let mut picks = Picks::of(draw, mix);
            Source {
                name: format!("source{s}"),
                partitions: partitions
                    .iter()
                    .zip(logs.by_ref())
                    .enumerate()
                    .map(|(p, (draw, records))| partition(mix, s * 100 + p, draw, records))
                    .collect(),
                offsets: picks.one(&mix.offsets),
                parallelism: picks.next() as u16 % mix.parallelism_max + 1,
                service_ms: picks.number(0, 20, limits::DELAY_MS_MAX),
                record_bytes: picks.number(0, 200, limits::BYTES_MAX),
            }
        })
        .collect()
}

/// `number` is another for each partition, so that ids differ.
fn partition(mix: &Mix, number: usize, draw: &[Pick], records: &[Vec<Pick>]) -> Partition {
    let mut picks = Picks::of(draw, mix);
    let first_offset = picks.number(0, 5, limits::OFFSET_MAX);
    let input = if picks.chance(40) {
        Input::Generate(generate(&mut picks, number, records.len()))
    } else {
        Input::Records(listed(mix, number, records))
    };
    let mut redeliver = Vec::new();
    if mix.redeliver && picks.chance(30) {
        for _ in 0..=picks.next() % 3 {
            redeliver.extend(again(&mut picks, &input));
        }
    }
    Partition { first_offset, input, redeliver }
}

fn first_id(number: usize) -> u64 {
    1 + number as u64 * 1000
}

fn listed(mix: &Mix, number: usize, records: &[Vec<Pick>]) -> Vec<RecordSpec> {
    let mut at_ms = 0;
    let mut listed: Vec<RecordSpec> = Vec::new();
    for (i, draw) in records.iter().enumerate() {
        let mut picks = Picks::of(draw, mix);
        at_ms += picks.next() % 100;
        let n = first_id(number) + i as u64;
        let kind = picks.next();
        let id = match kind % 10 {
            // The same event once more, at a later offset.
            9 if mix.redeliver && i > 0 => listed[(kind / 10) as usize % i].id.clone(),
            8 => EventId::Text(format!("e{n}").into()),
            // Not the number n: another id that looks like it.
            7 if mix.wild => EventId::Text(n.to_string().into()),
            6 if mix.wild => EventId::Int(u64::MAX - n),
            _ => EventId::Int(n),
        };
        let key = match picks.next() {
            k if k % 5 == 4 => Key::named("customer ⋈ \"a\""),
            k if k % 7 == 6 && mix.wild => Key::named("k007"),
            k => Key::Numbered(k % 4),
        };
        let mut record = RecordSpec { id, key, value: picks.next() as i64 - 300, at_ms };
        // What is sent again is the same record.
        if let Some(first) = listed.iter().find(|first| first.id == record.id) {
            (record.key, record.value) = (first.key.clone(), first.value);
        }
        listed.push(record);
    }
    listed
}

fn generate(picks: &mut Picks<'_>, number: usize, count: usize) -> Generate {
    Generate {
        count: count as u64,
        first_id: first_id(number),
        start_ms: picks.number(0, 100, 1_000_000_000_000),
        every_ms: picks.number(0, 60, 1_000_000_000_000),
        keys: picks.number(1, 4, u64::MAX),
        value: match picks.next() {
            v if v % 3 == 2 => GenerateValue::Constant(v as i64 - 300),
            v if v % 3 == 1 => GenerateValue::Constant(1),
            _ => GenerateValue::Id,
        },
    }
}

fn again(picks: &mut Picks<'_>, input: &Input) -> Option<Redelivery> {
    let which = picks.next().checked_rem(input.len())?;
    let record = match input {
        Input::Records(records) => records.get(which as usize).cloned(),
        Input::Generate(generate) => generate.record(which),
    }?;
    Some(Redelivery { id: record.id, at_ms: record.at_ms + picks.next() % 300 })
}
