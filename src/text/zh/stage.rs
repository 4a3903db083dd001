//! What stands on the stage, in Chinese.

use super::{CHINESE, bytes, number, seconds, whole};
use crate::checkpoint::CheckpointStatus;
use crate::event::CheckpointFailure;
use crate::ids::Offset;
use crate::scenario::{Reader, SinkKind};
use crate::sim::{RecordRef, WriteEffect};
use crate::sink::TxnPhase;
use crate::view::scene::{Card, Destination, Holds, Line, Node, Scene, Up};

pub(super) fn last_and_next(first: Offset, next: Offset) -> String {
    if next.0 <= first.0 { format!("下一个 {next}") } else { format!("已读 {} · 下一个 {next}", next.0 - 1) }
}

pub(super) fn offset_range(next: &[Option<Offset>]) -> String {
    let known = || next.iter().flatten();
    match (next, known().min(), known().max()) {
        (_, None, _) | (_, _, None) => "尚不知道".into(),
        ([_], Some(next), _) => last_and_next(Offset(0), *next),
        (_, Some(low), Some(high)) if low == high => format!("下一个 {low}"),
        (_, Some(low), Some(high)) => format!("下一个 {low} … {high}"),
    }
}

pub(super) fn sink_habit(kind: SinkKind, reader: Reader) -> &'static str {
    match (kind, reader) {
        (SinkKind::Append, _) => "追加：全部保留",
        (SinkKind::Increment, _) => "累加：加 X",
        (SinkKind::Set, _) => "覆盖：以最后为准",
        (SinkKind::Upsert, _) => "更新：每个 id 一行",
        (SinkKind::UniqueInsert, _) => "唯一：以最先为准",
        (SinkKind::TwoPhase, Reader::ReadCommitted) => "两阶段提交",
        (SinkKind::TwoPhase, Reader::ReadUncommitted) => "两阶段，但被提前读",
    }
}

pub(super) fn node_value(node: &Node) -> (String, String) {
    match &node.holds {
        Holds::Positions(list) => match list.as_slice() {
            [(next, _)] => ("下一个".into(), next.to_string()),
            many => ("分区".into(), whole(many.len() as u64)),
        },
        Holds::Ids { entries, .. } => ("已见 id".into(), whole(*entries as u64)),
        Holds::Totals { values, .. } => match values {
            (None, _) => ("空".into(), "0".into()),
            (Some((key, value)), 1) => (key.to_string(), number(*value)),
            (Some((key, value)), n) => (format!("{key}，另 {} 个", n - 1), number(*value)),
        },
        Holds::Waiting(n) => ("等待中".into(), whole(*n as u64)),
        Holds::Nothing(_) => ("无状态".into(), String::new()),
        Holds::Writes(_, n) => ("写入".into(), whole(*n)),
    }
}

pub(super) fn node_note(node: &Node, down: bool) -> String {
    if down {
        return "已丢失".into();
    }
    if let Some((checkpoint, come, of)) = node.aligning {
        return format!("等待屏障 {checkpoint}：{come}/{of}");
    }
    if let Some(checkpoint) = node.saved {
        return format!("已做快照 {checkpoint}");
    }
    match &node.holds {
        Holds::Positions(list) => match list.as_slice() {
            [(next, first)] if next > first => format!("已读 {}", next.0 - 1),
            [_] => "尚未读取".into(),
            many if many.len() > 3 => offset_range(&many.iter().map(|(next, _)| Some(*next)).collect::<Vec<_>>()),
            many => {
                let all: Vec<String> = many.iter().map(|(next, _)| next.to_string()).collect();
                format!("下一个 {}", all.join(" · "))
            }
        },
        _ if node.bytes == 0 => String::new(),
        _ => {
            let mut parts = vec![bytes(node.bytes)];
            if let Some(ms) = node.expires_in {
                parts.push(format!("TTL 剩 {}", seconds(ms)));
                return parts.join(" · ");
            }
            match &node.holds {
                Holds::Ids { restored: Some(n), .. } => parts.push(format!("恢复 {}", whole(*n as u64))),
                Holds::Totals { restored: (Some((_, value)), 1), .. } => {
                    parts.push(format!("恢复 {}", number(*value)));
                }
                Holds::Totals { restored: (Some(_), n), .. } => {
                    parts.push(format!("恢复 {} 个键", whole(*n as u64)));
                }
                _ => {}
            }
            parts.join(" · ")
        }
    }
}

pub(super) fn status(card: &Card) -> String {
    match card.status {
        CheckpointStatus::Completed if card.restored => "完成 · 已恢复".into(),
        CheckpointStatus::Completed => "完成".into(),
        CheckpointStatus::InProgress => format!("已保存 {}/{}", card.acknowledged.0, card.acknowledged.1),
        CheckpointStatus::Failed(why) => match why {
            CheckpointFailure::Storage => "失败：存储",
            CheckpointFailure::Expired => "失败：超时",
            CheckpointFailure::Subsumed => "被更新的取代",
            CheckpointFailure::JobFailed => "在崩溃中丢失",
            CheckpointFailure::Declined => "已拒绝",
        }
        .into(),
    }
}

pub(super) fn holds(d: &Destination) -> String {
    match d.kind {
        SinkKind::Append => format!("{} 行，{} 个 id", whole(d.rows), whole(d.distinct)),
        SinkKind::TwoPhase => format!("{} 行，可见 {}", whole(d.rows), whole(d.visible)),
        SinkKind::Upsert | SinkKind::UniqueInsert => format!("{} 行，每个 id 一行", whole(d.rows)),
        SinkKind::Increment => format!("累加 {} 次，{} 个 id", whole(d.rows), whole(d.distinct)),
        SinkKind::Set => format!("{} 个余额", whole(d.rows)),
    }
}

pub(super) fn phase_word(phase: TxnPhase) -> &'static str {
    match phase {
        TxnPhase::Open => "打开",
        TxnPhase::PreCommitted => "已预提交",
        TxnPhase::Committed => "已提交",
        TxnPhase::Aborted => "已中止",
    }
}

pub(super) fn row_mark(line: &Line) -> String {
    match line.repeats {
        Some(first) if first == line.row => return "不该有".into(),
        Some(_) => return "重复 ×2".into(),
        None => {}
    }
    if line.is_first {
        return "首次".into();
    }
    match (line.phase, line.effect) {
        (Some(phase), _) => phase_word(phase).into(),
        (None, WriteEffect::Replaced) => "已替换".into(),
        (None, WriteEffect::Refused) => "被拒绝".into(),
        (None, WriteEffect::Row | WriteEffect::Added | WriteEffect::Pending(_)) => String::new(),
    }
}

pub(super) fn record(r: &RecordRef, source: &str, step: u64) -> String {
    let again = if r.replayed { "重新" } else { "" };
    let mut words = format!("{source} {}，由第 {} 次尝试从偏移量 {} {again}读取", r.id, r.attempt, r.origin.offset);
    if r.redelivered {
        words += "，由生产者再次发送";
    }
    words + &format!("，第 {} 步", whole(step))
}

pub(super) fn moment(scene: &Scene) -> Vec<String> {
    let mut lines = vec![match scene.up {
        Up::Running => format!("第 {} 次尝试正在运行。", scene.attempt),
        Up::Down(Some(at)) => format!("作业已停机；将在 {} 重新启动。", seconds(at.ms())),
        Up::Down(None) => "作业已彻底停机。".into(),
    }];
    for tape in &scene.tapes {
        for head in &tape.partitions {
            let mut line = format!("日志 {}：{}。", tape.name, last_and_next(head.first, head.next));
            if let Some((before, next)) = head.went_back {
                line += &format!("读取位置从 {before} 退回到 {next}。");
            }
            lines.push(line);
        }
    }
    if scene.up == Up::Running {
        for node in &scene.nodes {
            let (label, value) = node_value(node);
            let note = node_note(node, false);
            let note = if note.is_empty() { String::new() } else { format!("（{note}）") };
            lines.push(format!("{}：{label} {value}{note}。", node.name));
        }
    }
    let card = |card: &Card| {
        let offsets = card.offsets.iter().map(|(name, next)| format!("{name} {}", offset_range(next)));
        let offsets = offsets.collect::<Vec<_>>().join("，");
        let in_flight = match card.in_flight {
            (0, _) => String::new(),
            (n, _) => format!("，含 {} 条在途记录", whole(n)),
        };
        format!("检查点 {}：{}{in_flight}。{offsets}。", card.id, status(card))
    };
    lines.extend(scene.restorable.as_ref().map(card));
    lines.extend(scene.next.as_ref().map(card));
    for d in &scene.destinations {
        let twice = (CHINESE.stands_twice)(d);
        let twice = if twice.is_empty() { String::new() } else { format!("；{twice}") };
        lines.push(format!("目的端 {}：{}{twice}。", d.name, holds(d)));
    }
    lines
}
