//! The words of the editor, in English.

use super::{counted, number, whole};
use crate::text::editor::EditorWords;
use crate::view::editor::{About, Card, Group, Look, Refusal, Unit};

pub(super) const EDITOR: EditorWords = EditorWords {
    form: "Form",
    json: "JSON",
    views: "View",
    undo: "Undo",
    redo: "Redo",
    from_nothing: "Start from nothing",
    runs: "This is what runs. Each change starts it anew.",
    runs_by_hand: "This is what runs, with what was done by hand. Each change starts it anew.",
    aside: "Your draft with errors was put aside: Undo brings it back.",
    edited,
    waits: |n| format!("{} to mend. The run on the stage stays as it was.", counted(n as u64, "error")),
    errors: "What is to be mended",
    no_form: "The text is not whole, so it has no form yet. Mend it under JSON, or undo.",
    text: "Scenario as JSON",
    whole: "the scenario",
    line: |n| format!("line {}", whole(n as u64)),
    reset: |label| format!("{label}: back to the default"),
    default: |key, value, unit| {
        if value.is_null() {
            return none(key).into();
        }
        let shown = match value {
            serde_json::Value::String(text) if text.is_empty() => return "empty".into(),
            serde_json::Value::String(word) => plain(word),
            serde_json::Value::Bool(true) => "yes".into(),
            serde_json::Value::Bool(false) => "no".into(),
            other => other.as_i64().map_or_else(|| other.to_string(), number),
        };
        match unit_word(unit) {
            "" => shown,
            unit => format!("{shown} {unit}"),
        }
    },
    required: "needed",
    unit: unit_word,
    remove: |name| format!("Remove {name}"),
    earlier: "Move up",
    later: "Move down",
    add: |key| match key {
        "sources" => "Add a source",
        "operators" => "Add an operator",
        "sinks" => "Add a sink",
        "partitions" => "Add a partition",
        "records" => "Add a record",
        "redeliver" => "Send one again",
        "edges" => "Add an edge",
        "checkpointing.at" => "Add a place",
        "faults" => "Add a fault",
        _ => "Add",
    },
    head,
    card,
    word,
    choose: "choose",
    no_upstream: "There is nothing to read yet: add a source.",
    cell: |label, index| format!("{label} of {}", whole(index as u64 + 1)),
    item: |index| whole(index as u64 + 1),
    shown: |first, last, of| format!("{} to {} of {}", whole(first as u64 + 1), whole(last as u64), whole(of as u64)),
    earlier_lines: "Those before",
    later_lines: "Those after",
    wrong: |n| counted(n as u64, "error"),
    refusal: |refusal| match refusal {
        Refusal::NameTaken(name) => format!("another node is named \"{name}\", expected a name of its own"),
    },
    field: super::editor_fields::field,
    source: |source| match source {
        "" => String::new(),
        _ if source.contains(' ') && !source.contains(", ") => source.into(),
        _ if source.contains(", ") => format!("rules {source}"),
        _ => format!("rule {source}"),
    },
};

fn unit_word(unit: Unit) -> &'static str {
    match unit {
        Unit::None => "",
        Unit::Ms => "ms",
        Unit::Bytes => "bytes",
        Unit::BytesPerMs => "bytes/ms",
        Unit::Records => "records",
        Unit::Tasks => "tasks",
    }
}

/// What "none" means where it is the default.
fn none(key: &str) -> &'static str {
    match key {
        "until_ms" => "until all is read",
        "checkpointing.every_ms" => "no period",
        "storage.bytes_per_ms" | "restart.attempts" => "no limit",
        "edge.capacity" | "edge.latency_ms" => "as the rest",
        "operator.ttl" => "kept for ever",
        _ => "none",
    }
}

fn plain(word: &str) -> String {
    word.replace('_', " ")
}

fn word(key: &str, word: &str) -> String {
    match (key, word) {
        ("checkpointing", "on") => "checkpoints are taken",
        ("checkpointing", "off") => "none",
        ("operator.ttl", "on") => "entries expire",
        ("operator.ttl", "off") => "kept for ever",
        ("partition.input", "generate") => "made by rule",
        ("partition.input", "records") => "written out",
        ("generate.value", "number") => "the same number",
        ("generate.value", "id") => "its id",
        ("source.offsets", "checkpoint") => "from the checkpoint",
        ("source.offsets", "commit_on_read") => "committed as soon as read",
        ("source.offsets", "commit_every_ms") => "committed every so often",
        ("source.offsets", "earliest") => "from the first offset",
        ("source.offsets", "latest") => "from the end of the log",
        ("fault.when", "at_ms") => "at a moment",
        ("fault.when", "read") => "after a read",
        ("fault.when", "processed") => "after processing",
        ("fault.when", "written") => "after a write",
        ("fault.when", "checkpoint") => "at a checkpoint",
        ("fault.do", "crash") => "crash",
        ("fault.do", "storage_down_ms") => "storage is down",
        ("fault.do", "slow") => "a node is slow",
        ("fault.do", "stall") => "an edge stalls",
        ("fault.do", "redeliver") => "a record is sent again",
        ("do.crash", "process") => "the process",
        ("do.crash", "machine") => "the machine, its disk too",
        ("do.crash", "operator") => "one task",
        ("sink.kind" | "operator.kind", "two_phase") => "two-phase commit",
        (_, "true") => "yes",
        (_, "false") => "no",
        _ => return plain(word),
    }
    .into()
}

/// What an edit did.
fn edited(about: &About) -> String {
    // "ledger · Kind", "Seed", "partition 0 · Count".
    let place = |owner: &str, key: &str| {
        let label = super::editor_fields::field(key).label;
        let label = if label.is_empty() { key } else { label };
        if owner.is_empty() { label.to_owned() } else { format!("{owner} · {label}") }
    };
    let item = |owner: &str, key: &str, at: usize, name: &str| match name {
        "" => format!("{} {}", place(owner, key), whole(at as u64 + 1)),
        name => name.to_owned(),
    };
    match about {
        About::Set { owner, key, value } if value.is_empty() => format!("{}: default", place(owner, key)),
        About::Set { owner, key, value } => format!("{}: {}", place(owner, key), word(key, value)),
        About::Renamed { from, to } if from.is_empty() => format!("named {to}"),
        About::Renamed { from, to } => format!("{from} renamed {to}"),
        About::Reads { reader, name, on: true } => format!("{reader} reads {name}"),
        About::Reads { reader, name, on: false } => format!("{reader} no longer reads {name}"),
        About::Added { owner, key } => format!("{}: one more", place(owner, key)),
        About::Removed { owner, key, at, name } => format!("{} removed", item(owner, key, *at, name)),
        About::Moved { owner, key, at, name } => format!("{} moved", item(owner, key, *at, name)),
        About::Json => "JSON".into(),
        About::Nothing => "started from nothing".into(),
        About::Back => "undo".into(),
        About::Again => "redo".into(),
    }
}

/// A thing of a list, in a word or two.
fn card(key: &str, card: &Card) -> String {
    if let Some(name) = &card.name {
        return name.clone();
    }
    match key {
        "sources" => "a source without a name".into(),
        "operators" => "an operator without a name".into(),
        "sinks" => "a sink without a name".into(),
        // Offsets and faults name partitions from 0.
        "partitions" => format!("partition {}", card.index),
        _ => format!("fault {}", card.index + 1),
    }
}

fn head(group: &Group) -> (String, String) {
    let label = super::editor_fields::field(group.key).label;
    match (&group.card, group.look) {
        (Some(one), _) => {
            let habit: Vec<String> = match group.key {
                "faults" => {
                    let keys = ["fault.when", "fault.do"];
                    one.habit.iter().zip(keys).map(|(w, key)| word(key, w)).collect()
                }
                _ => one.habit.iter().map(|w| word("sink.kind", w)).collect(),
            };
            let mut note = habit.join(": ");
            if !one.inputs.is_empty() {
                note = format!("{note} ← {}", one.inputs.join(", "));
            }
            (card(group.key, one), note)
        }
        (None, Look::More) if group.said > 0 => (label.into(), format!("{} set", group.said)),
        (None, Look::More) => (label.into(), "at their defaults".into()),
        (None, _) if !group.names.is_empty() => (label.into(), group.names.join(", ")),
        (None, _) => {
            let note = match (group.key, group.grows) {
                ("general", _) => String::new(),
                ("faults", _) => counted(group.items.len() as u64, "fault"),
                (_, true) => "none".into(),
                ("checkpointing", false) if group.said == 0 => "none".into(),
                (_, false) if group.said == 0 => "at its defaults".into(),
                (_, false) => format!("{} set", group.said),
            };
            (label.into(), note)
        }
    }
}
