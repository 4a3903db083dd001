//! Long tables: their names, their columns, their cells.

use super::checkpoints::{HISTORY, history, status};
use super::{moment, ms};
use crate::event::{Stamped, WriteEffect};
use crate::graph::{Plan, Role};
use crate::ids::CheckpointId;
use crate::sink::TxnPhase;
use crate::text::en::{ENGLISH_WORKBENCH, number, whole};
use crate::text::inspector::Tone;
use crate::view::destination::Line;
use crate::view::inspector::{Content, EntryRow, Item, Listing};

pub(super) fn listing(listing: &Listing) -> (&'static str, &'static str) {
    match listing {
        Listing::Checkpoints => ("History", "No checkpoint has been triggered yet."),
        Listing::Sink(_) => ("Rows", "Nothing has been written yet."),
        Listing::Live(_) => ("Live entries", "No entry is live."),
        Listing::Expired(_) => ("Expired, still held", "No expired entry is held."),
        Listing::Channel(_) => ("In the channel, the next first", "Nothing is in it."),
        Listing::Steps => ("Every step", "This run has no step."),
    }
}

pub(super) fn heads(plan: &Plan, listing: &Listing) -> Vec<&'static str> {
    use crate::scenario::{OperatorKind, SinkKind};
    match listing {
        Listing::Checkpoints => HISTORY.to_vec(),
        Listing::Sink(node) => match plan.nodes[node.index()].role {
            Role::Sink(i) => match plan.scenario.sinks[i].kind {
                SinkKind::Append | SinkKind::TwoPhase => {
                    vec!["Row", "Id", "Key", "Value", "Note", "Offset", "Attempt", "Step"]
                }
                SinkKind::Upsert | SinkKind::UniqueInsert => {
                    vec!["Id", "Key", "Value", "Write", "Offset", "Attempt", "Step"]
                }
                SinkKind::Increment | SinkKind::Set => vec!["Key", "Balance"],
            },
            Role::Source(_) | Role::Operator(_) => Vec::new(),
        },
        Listing::Live(task) | Listing::Expired(task) => {
            let over = if matches!(listing, Listing::Live(_)) { "Expires in" } else { "Expired" };
            let spec = plan.operator_of(*task).map(|(_, o)| o);
            let mut heads = match spec.map(|o| o.kind) {
                Some(OperatorKind::Dedup) => vec!["Id"],
                Some(OperatorKind::Join) => vec!["Key", "Waiting", "Input", "Value"],
                _ => vec!["Key", "Value"],
            };
            heads.push("Renewed");
            if spec.is_some_and(|o| o.ttl.is_some()) {
                heads.push(over);
            }
            heads
        }
        Listing::Channel(_) => vec!["What", "Value", "Sent", "Arrives"],
        Listing::Steps => vec!["Step", "Time", "What happens"],
    }
}

pub(super) fn cells(plan: &Plan, item: &Item, events: &[&Stamped]) -> (Vec<String>, Tone) {
    match item {
        Item::Checkpoint(line) => (history(line), status(line.status).1),
        Item::Written(line) => written(line),
        Item::Stands(row) => (
            vec![
                row.id.to_string(),
                row.key.to_string(),
                number(row.value),
                whole(row.number),
                row.origin.offset.to_string(),
                row.attempt.to_string(),
                whole(row.step),
            ],
            Tone::Plain,
        ),
        Item::Balance(key, value) => (vec![key.to_string(), number(*value)], Tone::Plain),
        Item::Entry(row) => entry(row),
        Item::Content(content) => (in_channel(content), Tone::Plain),
        Item::Step(step, time) => {
            let words = (ENGLISH_WORKBENCH.step.did)(plan, *step, events);
            (vec![whole(*step), moment(*time), words], Tone::Plain)
        }
    }
}

fn written(line: &Line) -> (Vec<String>, Tone) {
    let (note, tone) = match (line.repeats, line.phase, line.effect) {
        (_, Some(TxnPhase::Aborted), _) => ("void".into(), Tone::Faint),
        (Some(first), ..) if first == line.row => ("not due here".into(), Tone::Bad),
        (Some(first), ..) => (format!("again, as row {}", whole(first)), Tone::Bad),
        (None, Some(TxnPhase::Open), _) => ("open".into(), Tone::Faint),
        (None, Some(TxnPhase::PreCommitted), _) => ("pre-committed".into(), Tone::Faint),
        (None, Some(TxnPhase::Committed), _) => ("committed".into(), Tone::Plain),
        (None, None, WriteEffect::Refused) => ("refused".into(), Tone::Faint),
        (None, None, _) => (String::new(), Tone::Plain),
    };
    let cells = vec![
        whole(line.row),
        line.id.to_string(),
        line.key.to_string(),
        number(line.value),
        note,
        line.offset.to_string(),
        line.attempt.to_string(),
        whole(line.step),
    ];
    (cells, tone)
}

fn entry(row: &EntryRow) -> (Vec<String>, Tone) {
    let mut cells = vec![row.key.clone()];
    if let Some((id, side)) = &row.waiting {
        cells.push(id.to_string());
        cells.push((side + 1).to_string());
    }
    if let Some(value) = row.value {
        cells.push(number(value));
    }
    cells.push(moment(row.stamp));
    let tone = match row.left {
        None => Tone::Plain,
        Some(Ok(left)) => {
            cells.push(ms(left));
            Tone::Plain
        }
        Some(Err(since)) => {
            cells.push(format!("{} ago", ms(since)));
            Tone::Faint
        }
    };
    (cells, tone)
}

fn in_channel(content: &Content) -> Vec<String> {
    let (what, value) = match &content.what {
        Ok((r, value)) => {
            let again = if r.replayed { " again" } else { "" };
            (format!("{}{again}", r.id), number(*value))
        }
        Err(CheckpointId(id)) => (format!("barrier {id}"), String::new()),
    };
    let arrives = content.arrives_at.map_or_else(|| "waits".into(), moment);
    vec![what, value, moment(content.sent_at), arrives]
}
