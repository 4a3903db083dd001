//! When and how checkpoints are taken, and what does not go together.

use super::names::Nodes;
use crate::scenario::error::ErrorCode;
use crate::scenario::errors::Errors;
use crate::scenario::fields::Object;
use crate::scenario::json::Json;
use crate::scenario::limits;
use crate::scenario::pointer::Pointer;
use crate::scenario::schema::{Checkpointing, Mode, ReadPoint};

const FIELDS: &[&str] = &[
    "every_ms",
    "at",
    "mode",
    "unaligned",
    "aligned_timeout_ms",
    "timeout_ms",
    "min_pause_ms",
    "max_concurrent",
    "tolerable_failures",
    "sync_ms",
    "incremental",
    "retained",
    "final",
];

pub(super) fn read(
    errors: &mut Errors,
    json: &Json,
    at: Pointer<'_>,
    nodes: &Nodes<'_>,
    points: &mut Vec<(String, ReadPoint)>,
) -> Checkpointing {
    let fields = Object::open(errors, json, at, FIELDS);
    let default = Checkpointing::default();
    // CC-2: the engine refuses an interval or a timeout below 10 ms.
    let spans = limits::CHECKPOINT_MS_MIN..=limits::TIME_MS_MAX;
    let at_points = at.field("at");
    let checkpointing = Checkpointing {
        every_ms: fields.whole_or_null(errors, "every_ms", spans.clone()),
        at: fields
            .list(errors, "at", limits::CHECKPOINT_AT_MAX)
            .iter()
            .enumerate()
            .filter_map(|(i, json)| nodes.read_point(errors, json, at_points.index(i), points))
            .collect(),
        mode: fields.word(errors, "mode", Mode::WORDS).unwrap_or(default.mode),
        unaligned: fields.boolean(errors, "unaligned").unwrap_or(default.unaligned),
        aligned_timeout_ms: fields
            .whole(errors, "aligned_timeout_ms", 0..=limits::TIME_MS_MAX)
            .unwrap_or(default.aligned_timeout_ms),
        timeout_ms: fields.whole(errors, "timeout_ms", spans).unwrap_or(default.timeout_ms),
        min_pause_ms: fields.whole(errors, "min_pause_ms", 0..=limits::TIME_MS_MAX).unwrap_or(default.min_pause_ms),
        max_concurrent: small(errors, &fields, "max_concurrent", 1..=limits::CONCURRENT_MAX)
            .unwrap_or(default.max_concurrent),
        tolerable_failures: small(errors, &fields, "tolerable_failures", 0..=u32::MAX.into())
            .unwrap_or(default.tolerable_failures),
        sync_ms: fields.whole(errors, "sync_ms", 0..=limits::DELAY_MS_MAX).unwrap_or(default.sync_ms),
        incremental: fields.boolean(errors, "incremental").unwrap_or(default.incremental),
        retained: small(errors, &fields, "retained", 1..=limits::RETAINED_MAX).unwrap_or(default.retained),
        final_checkpoint: fields.boolean(errors, "final").unwrap_or(default.final_checkpoint),
    };
    conflicts(errors, &checkpointing, at);
    checkpointing
}

/// A whole number that fits 32 bits.
pub(super) fn small(
    errors: &mut Errors,
    fields: &Object<'_>,
    name: &str,
    range: std::ops::RangeInclusive<u64>,
) -> Option<u32> {
    fields.whole(errors, name, range).and_then(|n| u32::try_from(n).ok())
}

/// BH-17: what the engine does not allow together with unaligned checkpoints.
fn conflicts(errors: &mut Errors, checkpointing: &Checkpointing, at: Pointer<'_>) {
    if checkpointing.unaligned && checkpointing.mode == Mode::AtLeastOnce {
        errors.add(ErrorCode::Conflict, at.field("unaligned"), || {
            "found true with the mode \"at_least_once\", expected \"exactly_once\" (rule BH-17: \
             a barrier may overtake records only if it is exact about them)"
                .to_owned()
        });
    }
    if checkpointing.unaligned && checkpointing.max_concurrent > 1 {
        errors.add(ErrorCode::Conflict, at.field("max_concurrent"), || {
            format!(
                "found {}, expected 1 with unaligned checkpoints (rule BH-17: one at a time)",
                checkpointing.max_concurrent
            )
        });
    }
    if !checkpointing.unaligned && checkpointing.aligned_timeout_ms != 0 {
        errors.add(ErrorCode::Conflict, at.field("aligned_timeout_ms"), || {
            format!(
                "found {}, expected 0 unless \"unaligned\" is true: an aligned checkpoint that \
                 takes longer goes on unaligned",
                checkpointing.aligned_timeout_ms
            )
        });
    }
}
