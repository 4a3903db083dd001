//! Faults: a condition and what then goes wrong, each an object with exactly one key.

use super::names::{Nodes, Sort};
use super::partition::optional_id;
use crate::ids::CheckpointId;
use crate::scenario::error::ErrorCode;
use crate::scenario::errors::Errors;
use crate::scenario::fields::Object;
use crate::scenario::json::Json;
use crate::scenario::limits;
use crate::scenario::pointer::Pointer;
use crate::scenario::schema::{CrashTarget, Do, Fault, Reaches, ReadPoint, When};
use crate::scenario::values::{listed, whole, word_or};

const WHENS: &[&str] = &["at_ms", "read", "processed", "written", "checkpoint"];
const DOS: &[&str] = &["crash", "storage_down_ms", "slow", "stall", "redeliver"];

/// Reads a fault; what stands in for a wrong one is never run.
pub(super) fn read(
    errors: &mut Errors,
    json: &Json,
    at: Pointer<'_>,
    nodes: &Nodes<'_>,
    points: &mut Vec<(String, ReadPoint)>,
) -> Fault {
    let fields = Object::open(errors, json, at, &["when", "do", "times"]);
    let when = fields
        .require(errors, "when", "an object with one condition")
        .and_then(|json| when(errors, json, at.field("when"), nodes, points));
    let action = fields
        .require(errors, "do", "an object with one thing that goes wrong")
        .and_then(|json| action(errors, json, at.field("do"), nodes));
    let times = fields.whole(errors, "times", 1..=u64::MAX).unwrap_or(1);
    Fault { when: when.unwrap_or(When::AtMs(0)), action: action.unwrap_or(Do::Crash(CrashTarget::Process)), times }
}

/// The one field of an object that must have exactly one.
fn only_field<'j>(
    errors: &mut Errors,
    json: &'j Json,
    at: Pointer<'j>,
    known: &'static [&'static str],
) -> Option<(&'static str, &'j Json)> {
    let before = errors.count();
    let fields = Object::open(errors, json, at, known);
    if errors.count() > before {
        return None;
    }
    let present: Vec<&'static str> = known.iter().copied().filter(|name| fields.has(name)).collect();
    if let [only] = present[..] {
        return Some((only, fields.get(only)?));
    }
    errors.add(ErrorCode::Conflict, at, || {
        let found = if present.is_empty() { "no field".to_owned() } else { listed(&present) };
        format!("found {found}, expected exactly one of {}", listed(known))
    });
    None
}

fn when(
    errors: &mut Errors,
    json: &Json,
    at: Pointer<'_>,
    nodes: &Nodes<'_>,
    points: &mut Vec<(String, ReadPoint)>,
) -> Option<When> {
    let (kind, json) = only_field(errors, json, at, WHENS)?;
    let at = at.field(kind);
    match kind {
        "at_ms" => whole(errors, json, at, 0..=limits::TIME_MS_MAX, "").map(When::AtMs),
        "read" => nodes.read_point(errors, json, at, points).map(When::Read),
        "processed" => {
            let fields = Object::open(errors, json, at, &["operator", "id"]);
            let node = nodes.required(errors, &fields, "operator", &[Sort::Operator]);
            let id = optional_id(errors, &fields);
            Some(When::Processed { operator: nodes.list[node?].name.to_owned(), id: id? })
        }
        "written" => {
            let fields = Object::open(errors, json, at, &["sink", "id"]);
            let node = nodes.required(errors, &fields, "sink", &[Sort::Sink]);
            let id = optional_id(errors, &fields);
            Some(When::Written { sink: nodes.list[node?].name.to_owned(), id: id? })
        }
        _ => {
            let fields = Object::open(errors, json, at, &["id", "reaches"]);
            let id = fields.required_whole(errors, "id", 1..=u32::MAX.into());
            let reaches = fields.required_word(errors, "reaches", Reaches::WORDS);
            let id = CheckpointId(u32::try_from(id?).ok()?);
            Some(When::Checkpoint { id, reaches: reaches? })
        }
    }
}

fn action(errors: &mut Errors, json: &Json, at: Pointer<'_>, nodes: &Nodes<'_>) -> Option<Do> {
    let (kind, json) = only_field(errors, json, at, DOS)?;
    let at = at.field(kind);
    let spans = 1..=limits::DELAY_MS_MAX;
    match kind {
        "crash" => crash(errors, json, at, nodes).map(Do::Crash),
        "storage_down_ms" => whole(errors, json, at, spans, "").map(|ms| Do::StorageDown { ms }),
        "slow" => {
            let fields = Object::open(errors, json, at, &["operator", "service_ms", "for_ms"]);
            let node = nodes.required(errors, &fields, "operator", Sort::ANY);
            let service_ms = fields.required_whole(errors, "service_ms", 0..=limits::DELAY_MS_MAX);
            let for_ms = fields.required_whole(errors, "for_ms", spans);
            Some(Do::Slow { operator: nodes.list[node?].name.to_owned(), service_ms: service_ms?, for_ms: for_ms? })
        }
        "stall" => {
            let fields = Object::open(errors, json, at, &["from", "to", "for_ms"]);
            let edge = nodes.edge(errors, &fields);
            let for_ms = fields.required_whole(errors, "for_ms", spans);
            let (from, to) = edge?;
            Some(Do::Stall { from, to, for_ms: for_ms? })
        }
        _ => redeliver(errors, json, at, nodes),
    }
}

fn crash(errors: &mut Errors, json: &Json, at: Pointer<'_>, nodes: &Nodes<'_>) -> Option<CrashTarget> {
    match json {
        Json::Object(_) => {
            let fields = Object::open(errors, json, at, &["operator"]);
            // Any task can fail, also that of a source or a sink.
            let node = nodes.required(errors, &fields, "operator", Sort::ANY)?;
            Some(CrashTarget::Operator(nodes.list[node].name.to_owned()))
        }
        _ => {
            let words = [("process", CrashKind::Process), ("machine", CrashKind::Machine)];
            word_or(errors, json, at, &words, " or {\"operator\": name}").map(|kind| match kind {
                CrashKind::Process => CrashTarget::Process,
                CrashKind::Machine => CrashTarget::Machine,
            })
        }
    }
}

#[derive(Clone, Copy)]
enum CrashKind {
    Process,
    Machine,
}

fn redeliver(errors: &mut Errors, json: &Json, at: Pointer<'_>, nodes: &Nodes<'_>) -> Option<Do> {
    let fields = Object::open(errors, json, at, &["source", "partition", "id"]);
    let partition = nodes.partition(errors, &fields);
    let id = optional_id(errors, &fields);
    let (source, partition) = partition?;
    // Whether the id is in the log is judged with all logs at hand.
    Some(Do::Redeliver { source: source.name.clone(), partition, id: id? })
}
