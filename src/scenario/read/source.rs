//! Sources: a replayable log and where a restart resumes in it.

use super::names::node_name;
use super::partition;
use crate::scenario::defaults;
use crate::scenario::errors::Errors;
use crate::scenario::fields::Object;
use crate::scenario::json::Json;
use crate::scenario::limits;
use crate::scenario::pointer::Pointer;
use crate::scenario::schema::{Offsets, Source};
use crate::scenario::values::word_or;

const FIELDS: &[&str] = &["name", "partitions", "offsets", "parallelism", "service_ms", "record_bytes"];

pub(super) fn read(errors: &mut Errors, json: &Json, at: Pointer<'_>) -> Source {
    let fields = Object::open(errors, json, at, FIELDS);
    let name = node_name(errors, &fields);
    let at_partitions = at.field("partitions");
    let partitions = fields
        .required_list(errors, "partitions", limits::PARTITIONS_MAX, "partition")
        .iter()
        .enumerate()
        .map(|(i, json)| partition::read(errors, json, at_partitions.index(i)))
        .collect();
    let offsets = match fields.get("offsets") {
        Some(json) => offsets(errors, json, at.field("offsets")),
        None => Offsets::Checkpoint,
    };
    Source {
        name,
        partitions,
        offsets,
        parallelism: parallelism(errors, &fields),
        service_ms: fields.whole(errors, "service_ms", 0..=limits::DELAY_MS_MAX).unwrap_or(0),
        record_bytes: fields.whole(errors, "record_bytes", 0..=limits::BYTES_MAX).unwrap_or(defaults::RECORD_BYTES),
    }
}

/// Subtasks of a source or operator.
pub(super) fn parallelism(errors: &mut Errors, fields: &Object<'_>) -> u16 {
    fields.whole(errors, "parallelism", 1..=limits::PARALLELISM_MAX).and_then(|n| u16::try_from(n).ok()).unwrap_or(1)
}

fn offsets(errors: &mut Errors, json: &Json, at: Pointer<'_>) -> Offsets {
    match json {
        Json::Object(_) => {
            let fields = Object::open(errors, json, at, &["commit_every_ms"]);
            let ms = fields.required_whole(errors, "commit_every_ms", 1..=limits::TIME_MS_MAX);
            Offsets::CommitEvery { ms: ms.unwrap_or(1) }
        }
        _ => {
            let or_else = " or {\"commit_every_ms\": n}";
            word_or(errors, json, at, Offsets::WORDS, or_else).unwrap_or(Offsets::Checkpoint)
        }
    }
}
