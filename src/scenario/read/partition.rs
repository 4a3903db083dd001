//! Partitions: the records of a log, listed or generated, and those that are sent again.

use crate::ids::{EventId, Key};
use crate::scenario::error::ErrorCode;
use crate::scenario::errors::Errors;
use crate::scenario::fields::Object;
use crate::scenario::json::{Json, quoted};
use crate::scenario::limits;
use crate::scenario::pointer::Pointer;
use crate::scenario::schema::{Generate, GenerateValue, Input, Partition, RecordSpec, Redelivery};
use crate::scenario::values::{event_id, list, signed, text, wrong_type};

const MOMENTS: std::ops::RangeInclusive<u64> = 0..=limits::TIME_MS_MAX;

pub(super) fn read(errors: &mut Errors, json: &Json, at: Pointer<'_>) -> Partition {
    let fields = Object::open(errors, json, at, &["first_offset", "records", "generate", "redeliver"]);
    let first_offset = fields.whole(errors, "first_offset", 0..=limits::OFFSET_MAX).unwrap_or(0);
    let input = match (fields.get("records"), fields.get("generate")) {
        (Some(json), None) => records(errors, json, at.field("records")),
        (None, Some(json)) => Input::Generate(generate(errors, json, at.field("generate"))),
        (Some(_), Some(_)) => {
            errors
                .add(ErrorCode::Conflict, at, || "found \"records\" and \"generate\", expected one of them".to_owned());
            Input::Records(Vec::new())
        }
        (None, None) => {
            let _ = fields.require(errors, "records", "it or \"generate\"");
            Input::Records(Vec::new())
        }
    };
    let at_redeliver = at.field("redeliver");
    let redeliver = fields
        .list(errors, "redeliver", limits::REDELIVER_MAX)
        .iter()
        .enumerate()
        .map(|(i, json)| redelivery(errors, json, at_redeliver.index(i)))
        .collect();
    Partition { first_offset, input, redeliver }
}

fn records(errors: &mut Errors, json: &Json, at: Pointer<'_>) -> Input {
    // The length of the text is the limit here.
    let records = list(errors, json, at, limits::TEXT_BYTES_MAX);
    Input::Records(records.iter().enumerate().map(|(i, json)| record(errors, json, at.index(i))).collect())
}

fn record(errors: &mut Errors, json: &Json, at: Pointer<'_>) -> RecordSpec {
    let fields = Object::open(errors, json, at, &["id", "key", "value", "at"]);
    let key = match fields.get("key") {
        Some(json) => text(errors, json, at.field("key"), limits::ID_CHARS_MAX).map(Key::named),
        None => None,
    };
    let value = match fields.get("value") {
        Some(json) => signed(errors, json, at.field("value"), ""),
        None => None,
    };
    RecordSpec {
        id: required_id(errors, &fields),
        key: key.unwrap_or(Key::Numbered(0)),
        value: value.unwrap_or(1),
        at_ms: fields.whole(errors, "at", MOMENTS).unwrap_or(0),
    }
}

fn redelivery(errors: &mut Errors, json: &Json, at: Pointer<'_>) -> Redelivery {
    let fields = Object::open(errors, json, at, &["id", "at"]);
    Redelivery { id: required_id(errors, &fields), at_ms: fields.required_whole(errors, "at", MOMENTS).unwrap_or(0) }
}

/// The field `id`; a stand-in when it is missing or wrong.
pub(super) fn required_id(errors: &mut Errors, fields: &Object<'_>) -> EventId {
    optional_id(errors, fields).unwrap_or(EventId::Int(0))
}

/// The field `id`, none when it is missing or wrong.
pub(super) fn optional_id(errors: &mut Errors, fields: &Object<'_>) -> Option<EventId> {
    let json = fields.require(errors, "id", "a whole number or a string")?;
    event_id(errors, json, fields.at().field("id"))
}

fn generate(errors: &mut Errors, json: &Json, at: Pointer<'_>) -> Generate {
    let known = ["count", "first_id", "start_ms", "every_ms", "keys", "value"];
    let fields = Object::open(errors, json, at, &known);
    let generate = Generate {
        count: fields.required_whole(errors, "count", 0..=limits::RECORDS_MAX).unwrap_or(0),
        first_id: fields.whole(errors, "first_id", 0..=u64::MAX).unwrap_or(1),
        start_ms: fields.whole(errors, "start_ms", MOMENTS).unwrap_or(0),
        every_ms: fields.whole(errors, "every_ms", MOMENTS).unwrap_or(0),
        keys: fields.whole(errors, "keys", 1..=u64::MAX).unwrap_or(1),
        value: match fields.get("value") {
            Some(json) => generate_value(errors, json, at.field("value")),
            None => GenerateValue::Constant(1),
        },
    };
    ends_within_limits(errors, &generate, at);
    generate
}

fn generate_value(errors: &mut Errors, json: &Json, at: Pointer<'_>) -> GenerateValue {
    let value = match json {
        Json::Text(word) if word == "id" => Some(GenerateValue::Id),
        Json::Text(word) => {
            errors.add(ErrorCode::UnknownWord, at, || {
                format!("found {}, expected \"id\" or a whole number", quoted(word))
            });
            None
        }
        Json::Whole(_) => signed(errors, json, at, " or \"id\"").map(GenerateValue::Constant),
        _ => {
            wrong_type(errors, json, at, || "a whole number or \"id\"".to_owned());
            None
        }
    };
    value.unwrap_or(GenerateValue::Constant(1))
}

/// The id, the value and the time of the last record must fit.
fn ends_within_limits(errors: &mut Errors, generate: &Generate, at: Pointer<'_>) {
    let Some(last) = generate.count.checked_sub(1) else {
        return;
    };
    let last_id = u128::from(generate.first_id) + u128::from(last);
    if last_id > u128::from(u64::MAX) {
        errors.add(ErrorCode::Overflow, at.field("first_id"), || {
            format!("the last id would be {last_id}, expected at most {}", u64::MAX)
        });
    } else if generate.value == GenerateValue::Id && last_id > i64::MAX as u128 {
        errors.add(ErrorCode::Overflow, at.field("value"), || {
            format!("the last value would be {last_id}, expected at most {}", i64::MAX)
        });
    }
    let last_ms = u128::from(generate.start_ms) + u128::from(generate.every_ms) * u128::from(last);
    if last_ms > u128::from(limits::TIME_MS_MAX) {
        errors.add(ErrorCode::Overflow, at.field("every_ms"), || {
            format!("the last record would stand at {last_ms} ms, expected at most {}", limits::TIME_MS_MAX)
        });
    }
}
