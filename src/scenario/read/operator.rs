//! Operators, their state and its time to live.

use super::names::{inputs, node_name};
use super::source::parallelism;
use crate::scenario::defaults;
use crate::scenario::error::ErrorCode;
use crate::scenario::errors::Errors;
use crate::scenario::fields::Object;
use crate::scenario::json::Json;
use crate::scenario::limits;
use crate::scenario::pointer::Pointer;
use crate::scenario::schema::{
    Operator, OperatorKind, PartitionBy, StateHome, Ttl, TtlCleanup, TtlUpdate, TtlVisibility,
};
use crate::scenario::values::signed;

const FIELDS: &[&str] = &[
    "name",
    "kind",
    "inputs",
    "parallelism",
    "service_ms",
    "state",
    "ttl",
    "partition_by",
    "entry_bytes",
    "min_value",
];
pub(super) fn read(errors: &mut Errors, json: &Json, at: Pointer<'_>) -> Operator {
    let fields = Object::open(errors, json, at, FIELDS);
    let name = node_name(errors, &fields);
    let kind = fields.required_word(errors, "kind", OperatorKind::WORDS);
    let min_value = fields.get("min_value").map(|json| signed(errors, json, at.field("min_value"), "").unwrap_or(0));
    let kind = match kind {
        Some(OperatorKind::Filter { .. }) => {
            if min_value.is_none() {
                let _ = fields.require(errors, "min_value", "the smallest value that passes");
            }
            Some(OperatorKind::Filter { min_value: min_value.unwrap_or(0) })
        }
        Some(other) if min_value.is_some() => {
            errors.add(ErrorCode::UnknownField, at.field("min_value"), || {
                format!("only a filter has this field, and this operator is a {}", other.word())
            });
            Some(other)
        }
        other => other,
    };
    let inputs = inputs(errors, &fields);
    if kind == Some(OperatorKind::Join) && !inputs.is_empty() && inputs.len() != 2 {
        errors.add(ErrorCode::Graph, at.field("inputs"), || {
            let found = inputs.len();
            format!("found {found} input{}, expected exactly 2 for a join", if found == 1 { "" } else { "s" })
        });
    }
    let parallelism = parallelism(errors, &fields);
    let service_ms = fields.whole(errors, "service_ms", 0..=limits::DELAY_MS_MAX).unwrap_or(0);
    let state = state_home(errors, &fields, kind);
    let ttl = match fields.get_non_null("ttl") {
        Some(json) => ttl(errors, json, at.field("ttl"), kind),
        None => None,
    };
    let kind = kind.unwrap_or(OperatorKind::Map);
    Operator {
        name,
        kind,
        inputs,
        parallelism,
        service_ms,
        state,
        ttl,
        partition_by: fields.word(errors, "partition_by", PartitionBy::WORDS).unwrap_or(kind.default_partition_by()),
        entry_bytes: fields.whole(errors, "entry_bytes", 0..=limits::BYTES_MAX).unwrap_or(defaults::ENTRY_BYTES),
    }
}

fn state_home(errors: &mut Errors, fields: &Object<'_>, kind: Option<OperatorKind>) -> StateHome {
    let Some(state) = fields.word(errors, "state", StateHome::WORDS) else {
        return StateHome::Checkpointed;
    };
    if state == StateHome::Changelog {
        errors.add(ErrorCode::NotAvailable, fields.at().field("state"), || {
            "\"changelog\" is not available yet, expected one of \"checkpointed\", \"memory\", \
             \"local_disk\""
                .to_owned()
        });
    } else if state != StateHome::Checkpointed
        && let Some(kind) = kind.filter(|kind| !kind.is_stateful())
    {
        errors.add(ErrorCode::Conflict, fields.at().field("state"), || {
            format!("found \"{}\", expected no \"state\": a {} keeps none", state.word(), kind.word())
        });
    }
    state
}

fn ttl(errors: &mut Errors, json: &Json, at: Pointer<'_>, kind: Option<OperatorKind>) -> Option<Ttl> {
    let fields = Object::open(errors, json, at, &["ms", "update", "visibility", "cleanup"]);
    let ms = fields.required_whole(errors, "ms", 1..=limits::TIME_MS_MAX);
    let update = fields.word(errors, "update", TtlUpdate::WORDS);
    let visibility = fields.word(errors, "visibility", TtlVisibility::WORDS);
    let cleanup = fields.word(errors, "cleanup", TtlCleanup::WORDS);
    if let Some(kind) = kind.filter(|kind| !kind.is_stateful()) {
        errors.add(ErrorCode::Conflict, at, || {
            format!("found a \"ttl\", expected none: a {} keeps no state", kind.word())
        });
    }
    let default = Ttl::of_ms(ms?);
    Some(Ttl {
        ms: default.ms,
        update: update.unwrap_or(default.update),
        visibility: visibility.unwrap_or(default.visibility),
        cleanup: cleanup.unwrap_or(default.cleanup),
    })
}
