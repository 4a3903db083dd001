//! Sinks: destinations outside the job.

use super::names::{inputs, node_name};
use crate::scenario::defaults;
use crate::scenario::errors::Errors;
use crate::scenario::fields::Object;
use crate::scenario::json::Json;
use crate::scenario::limits;
use crate::scenario::pointer::Pointer;
use crate::scenario::schema::{Reader, Sink, SinkKind};

const FIELDS: &[&str] = &["name", "kind", "inputs", "service_ms", "reader", "transaction_timeout_ms", "commit_ms"];

/// What matters to `two_phase` only is allowed with every kind, so that the kind alone can be
/// exchanged.
pub(super) fn read(errors: &mut Errors, json: &Json, at: Pointer<'_>) -> Sink {
    let fields = Object::open(errors, json, at, FIELDS);
    Sink {
        name: node_name(errors, &fields),
        kind: fields.required_word(errors, "kind", SinkKind::WORDS).unwrap_or(SinkKind::Append),
        inputs: inputs(errors, &fields),
        service_ms: fields.whole(errors, "service_ms", 0..=limits::DELAY_MS_MAX).unwrap_or(0),
        reader: fields.word(errors, "reader", Reader::WORDS).unwrap_or(Reader::ReadCommitted),
        transaction_timeout_ms: fields
            .whole(errors, "transaction_timeout_ms", 1..=limits::TIME_MS_MAX)
            .unwrap_or(defaults::TRANSACTION_TIMEOUT_MS),
        commit_ms: fields.whole(errors, "commit_ms", 0..=limits::DELAY_MS_MAX).unwrap_or(0),
    }
}
