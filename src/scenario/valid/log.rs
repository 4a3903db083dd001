//! What the scenario says about a log is there: offsets to stop at, ids to send again.

use std::collections::BTreeMap;

use crate::ids::EventId;
use crate::scenario::error::ErrorCode;
use crate::scenario::errors::Errors;
use crate::scenario::json::{id_in_words, quoted};
use crate::scenario::limits;
use crate::scenario::schema::{Do, Fault, Input, Partition, ReadPoint, RecordSpec, Source};

/// Checks the logs against what is sent again (`redeliver` in partitions and in faults) and
/// against the places where something is to happen (`points`, with their paths).
pub(in crate::scenario) fn check(
    errors: &mut Errors,
    sources: &[Source],
    faults: &[Fault],
    points: &[(String, ReadPoint)],
) {
    let partitions: usize = sources.iter().map(|source| source.partitions.len()).sum();
    if partitions > limits::PARTITIONS_MAX {
        errors.add(ErrorCode::TooLarge, "/sources", || {
            format!("the sources have {partitions} partitions, expected at most {}", limits::PARTITIONS_MAX)
        });
    }
    let resent = resent_by_faults(faults);
    for (s, source) in sources.iter().enumerate() {
        for (p, log) in source.partitions.iter().enumerate() {
            let faults = resent.iter().filter(|r| r.source == source.name && r.partition == p);
            sent_again(errors, log, &format!("/sources/{s}/partitions/{p}"), faults);
        }
    }
    for (at, point) in points {
        in_log(errors, sources, &resent, at, point);
    }
    let listed: u64 = sources.iter().flat_map(|s| &s.partitions).map(Partition::len).sum();
    let records = resent.iter().fold(listed, |sum, r| sum.saturating_add(r.times));
    if records > limits::RECORDS_MAX {
        errors.add(ErrorCode::TooLarge, "/sources", || {
            format!(
                "the logs come to {records} records, those sent again among them, expected at \
                 most {}",
                limits::RECORDS_MAX
            )
        });
    }
}

/// A fault that sends a record again.
struct Resent<'f> {
    fault: usize,
    source: &'f str,
    partition: usize,
    id: &'f EventId,
    times: u64,
}

fn resent_by_faults(faults: &[Fault]) -> Vec<Resent<'_>> {
    faults
        .iter()
        .enumerate()
        .filter_map(|(fault, f)| match &f.action {
            Do::Redeliver { source, partition, id } => {
                Some(Resent { fault, source, partition: usize::from(*partition), id, times: f.times })
            }
            _ => None,
        })
        .collect()
}

fn sent_again<'f>(errors: &mut Errors, log: &Partition, path: &str, faults: impl Iterator<Item = &'f Resent<'f>>) {
    let mut faults = faults.peekable();
    if log.redeliver.is_empty() && faults.peek().is_none() {
        return;
    }
    // The first record of each id; looked up here many times, so not by `Partition::find`.
    let mut index: BTreeMap<&EventId, u64> = BTreeMap::new();
    if let Input::Records(records) = &log.input {
        for record in records {
            index.entry(&record.id).or_insert(record.at_ms);
        }
    }
    let first_at = |id: &EventId| match &log.input {
        Input::Records(_) => index.get(id).copied(),
        Input::Generate(_) => log.find(id).map(|record: RecordSpec| record.at_ms),
    };
    for (i, again) in log.redeliver.iter().enumerate() {
        let at = format!("{path}/redeliver/{i}");
        match first_at(&again.id) {
            None => not_in_log(errors, format!("{at}/id"), &again.id),
            Some(first_ms) if again.at_ms < first_ms => {
                errors.add(ErrorCode::OutOfRange, format!("{at}/at"), || {
                    format!("found {}, expected at least {first_ms}, when the record itself comes", again.at_ms)
                });
            }
            Some(_) => {}
        }
    }
    for fault in faults {
        if first_at(fault.id).is_none() {
            not_in_log(errors, format!("/faults/{}/do/redeliver/id", fault.fault), fault.id);
        }
    }
}

fn not_in_log(errors: &mut Errors, at: String, id: &EventId) {
    errors.add(ErrorCode::NotInLog, at, || {
        format!("no record of this partition has the id {}, expected one of them", id_in_words(id))
    });
}

/// The offset can be read, perhaps only once a fault has sent something again.
fn in_log(errors: &mut Errors, sources: &[Source], resent: &[Resent<'_>], at: &str, point: &ReadPoint) {
    let partition = usize::from(point.partition);
    let Some(log) =
        sources.iter().find(|source| source.name == point.source).and_then(|source| source.partitions.get(partition))
    else {
        return;
    };
    let more = resent
        .iter()
        .filter(|r| r.source == point.source && r.partition == partition)
        .fold(0u64, |sum, r| sum.saturating_add(r.times));
    let records = log.len().saturating_add(more);
    let end = log.first_offset.saturating_add(records);
    if point.offset >= log.first_offset && point.offset < end {
        return;
    }
    errors.add(ErrorCode::NotInLog, at, || {
        let log_of = format!("partition {partition} of {}", quoted(&point.source));
        if records == 0 {
            format!("found {}, but {log_of} has no records", point.offset)
        } else {
            format!("found {}, expected an offset of {log_of}, from {} to {}", point.offset, log.first_offset, end - 1)
        }
    });
}
