//! Long tables: their names, their columns, their cells.

use super::checkpoints::{HISTORY, history, status};
use super::{moment, ms};
use crate::event::{Stamped, WriteEffect};
use crate::graph::{Plan, Role};
use crate::ids::CheckpointId;
use crate::sink::TxnPhase;
use crate::text::inspector::Tone;
use crate::text::zh::step::STEP;
use crate::text::zh::{number, whole};
use crate::view::destination::Line;
use crate::view::inspector::{Content, EntryRow, Item, Listing};

pub(super) fn listing(listing: &Listing) -> (&'static str, &'static str) {
    match listing {
        Listing::Checkpoints => ("历史", "尚未触发任何检查点。"),
        Listing::Sink(_) => ("行", "尚未写入任何内容。"),
        Listing::Live(_) => ("有效条目", "没有有效条目。"),
        Listing::Expired(_) => ("已过期，仍保留", "没有保留已过期的条目。"),
        Listing::Channel(_) => ("通道中，先到的在前", "其中没有内容。"),
        Listing::Steps => ("每一步", "这次运行没有任何一步。"),
    }
}

pub(super) fn heads(plan: &Plan, listing: &Listing) -> Vec<&'static str> {
    use crate::scenario::{OperatorKind, SinkKind};
    match listing {
        Listing::Checkpoints => HISTORY.to_vec(),
        Listing::Sink(node) => match plan.nodes[node.index()].role {
            Role::Sink(i) => match plan.scenario.sinks[i].kind {
                SinkKind::Append | SinkKind::TwoPhase => {
                    vec!["行", "id", "键", "值", "备注", "偏移量", "尝试", "步"]
                }
                SinkKind::Upsert | SinkKind::UniqueInsert => vec!["id", "键", "值", "写入", "偏移量", "尝试", "步"],
                SinkKind::Increment | SinkKind::Set => vec!["键", "余额"],
            },
            Role::Source(_) | Role::Operator(_) => Vec::new(),
        },
        Listing::Live(task) | Listing::Expired(task) => {
            let over = if matches!(listing, Listing::Live(_)) { "剩余时间" } else { "已过期" };
            let spec = plan.operator_of(*task).map(|(_, o)| o);
            let mut heads = match spec.map(|o| o.kind) {
                Some(OperatorKind::Dedup) => vec!["id"],
                Some(OperatorKind::Join) => vec!["键", "等待中", "输入", "值"],
                _ => vec!["键", "值"],
            };
            heads.push("续期于");
            if spec.is_some_and(|o| o.ttl.is_some()) {
                heads.push(over);
            }
            heads
        }
        Listing::Channel(_) => vec!["内容", "值", "发出", "到达"],
        Listing::Steps => vec!["步", "时间", "发生了什么"],
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
            let words = (STEP.did)(plan, *step, events);
            (vec![whole(*step), moment(*time), words], Tone::Plain)
        }
    }
}

fn written(line: &Line) -> (Vec<String>, Tone) {
    let (note, tone) = match (line.repeats, line.phase, line.effect) {
        (_, Some(TxnPhase::Aborted), _) => ("作废".into(), Tone::Faint),
        (Some(first), ..) if first == line.row => ("不该有".into(), Tone::Bad),
        (Some(first), ..) => (format!("重复第 {} 行", whole(first)), Tone::Bad),
        (None, Some(TxnPhase::Open), _) => ("打开".into(), Tone::Faint),
        (None, Some(TxnPhase::PreCommitted), _) => ("已预提交".into(), Tone::Faint),
        (None, Some(TxnPhase::Committed), _) => ("已提交".into(), Tone::Plain),
        (None, None, WriteEffect::Refused) => ("被拒绝".into(), Tone::Faint),
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
            cells.push(format!("{} 前", ms(since)));
            Tone::Faint
        }
    };
    (cells, tone)
}

fn in_channel(content: &Content) -> Vec<String> {
    let (what, value) = match &content.what {
        Ok((r, value)) => {
            let again = if r.replayed { "（重读）" } else { "" };
            (format!("{}{again}", r.id), number(*value))
        }
        Err(CheckpointId(id)) => (format!("屏障 {id}"), String::new()),
    };
    let arrives = content.arrives_at.map_or_else(|| "等待".into(), moment);
    vec![what, value, moment(content.sent_at), arrives]
}
