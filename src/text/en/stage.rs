//! What stands on the stage, in English.

use super::{ENGLISH, bytes, counted, last_and_next, number, offset_range, seconds, whole};
use crate::checkpoint::CheckpointStatus;
use crate::event::CheckpointFailure;
use crate::scenario::{Reader, SinkKind};
use crate::sim::{RecordRef, WriteEffect};
use crate::sink::TxnPhase;
use crate::view::scene::{Card, Destination, Holds, Line, Node, Scene, Up};

pub(super) fn sink_habit(kind: SinkKind, reader: Reader) -> &'static str {
    match (kind, reader) {
        (SinkKind::Append, _) => "append: keeps all",
        (SinkKind::Increment, _) => "increment: adds X",
        (SinkKind::Set, _) => "set: last write wins",
        (SinkKind::Upsert, _) => "upsert: one per id",
        (SinkKind::UniqueInsert, _) => "unique: first wins",
        (SinkKind::TwoPhase, Reader::ReadCommitted) => "two-phase commit",
        (SinkKind::TwoPhase, Reader::ReadUncommitted) => "two-phase, peeked at",
    }
}

pub(super) fn node_value(node: &Node) -> (String, String) {
    match &node.holds {
        Holds::Positions(list) => match list.as_slice() {
            [(next, _)] => ("next".into(), next.to_string()),
            many => ("partitions".into(), whole(many.len() as u64)),
        },
        Holds::Ids { entries, .. } => ("ids seen".into(), whole(*entries as u64)),
        Holds::Totals { values, .. } => match values {
            (None, _) => ("empty".into(), "0".into()),
            (Some((key, value)), 1) => (key.to_string(), number(*value)),
            (Some((key, value)), n) => (format!("{key}, {} more", n - 1), number(*value)),
        },
        Holds::Waiting(n) => ("waiting".into(), whole(*n as u64)),
        Holds::Nothing(_) => ("no state".into(), String::new()),
        Holds::Writes(_, n) => ("writes".into(), whole(*n)),
    }
}

pub(super) fn node_note(node: &Node, down: bool) -> String {
    if down {
        return "gone".into();
    }
    if let Some((checkpoint, come, of)) = node.aligning {
        return format!("waits for barrier {checkpoint}: {come} of {of}");
    }
    if let Some(checkpoint) = node.saved {
        return format!("snapshot {checkpoint} taken");
    }
    match &node.holds {
        Holds::Positions(list) => match list.as_slice() {
            [(next, first)] if next > first => format!("last read {}", next.0 - 1),
            [_] => "nothing read yet".into(),
            many if many.len() > 3 => offset_range(&many.iter().map(|(next, _)| Some(*next)).collect::<Vec<_>>()),
            many => {
                let all: Vec<String> = many.iter().map(|(next, _)| next.to_string()).collect();
                format!("next {}", all.join(" · "))
            }
        },
        _ if node.bytes == 0 => String::new(),
        _ => {
            let mut parts = vec![bytes(node.bytes)];
            if let Some(ms) = node.expires_in {
                parts.push(format!("TTL {} left", seconds(ms)));
                return parts.join(" · ");
            }
            match &node.holds {
                Holds::Ids { restored: Some(n), .. } => parts.push(format!("{} restored", whole(*n as u64))),
                Holds::Totals { restored: (Some((_, value)), 1), .. } => {
                    parts.push(format!("{} restored", number(*value)));
                }
                Holds::Totals { restored: (Some(_), n), .. } => {
                    parts.push(format!("{} restored", counted(*n as u64, "key")));
                }
                _ => {}
            }
            parts.join(" · ")
        }
    }
}

pub(super) fn status(card: &Card) -> String {
    match card.status {
        CheckpointStatus::Completed if card.restored => "complete · restored".into(),
        CheckpointStatus::Completed => "complete".into(),
        CheckpointStatus::InProgress => format!("{} of {} saved", card.acknowledged.0, card.acknowledged.1),
        CheckpointStatus::Failed(why) => match why {
            CheckpointFailure::Storage => "failed: storage",
            CheckpointFailure::Expired => "failed: took too long",
            CheckpointFailure::Subsumed => "overtaken by a later one",
            CheckpointFailure::JobFailed => "lost in the crash",
            CheckpointFailure::Declined => "declined",
        }
        .into(),
    }
}

pub(super) fn holds(d: &Destination) -> String {
    match d.kind {
        SinkKind::Append => format!("{}, {}", counted(d.rows, "row"), counted(d.distinct, "id")),
        SinkKind::TwoPhase => format!("{} visible of {}", whole(d.visible), counted(d.rows, "row")),
        SinkKind::Upsert | SinkKind::UniqueInsert => format!("{}, one per id", counted(d.rows, "row")),
        SinkKind::Increment => format!("{} of {}", counted(d.rows, "addition"), counted(d.distinct, "id")),
        SinkKind::Set => counted(d.rows, "balance"),
    }
}

pub(super) fn phase_word(phase: TxnPhase) -> &'static str {
    match phase {
        TxnPhase::Open => "open",
        TxnPhase::PreCommitted => "pre-committed",
        TxnPhase::Committed => "committed",
        TxnPhase::Aborted => "aborted",
    }
}

pub(super) fn row_mark(line: &Line) -> String {
    match line.repeats {
        Some(first) if first == line.row => return "not due".into(),
        Some(_) => return "again ×2".into(),
        None => {}
    }
    if line.is_first {
        return "first".into();
    }
    match (line.phase, line.effect) {
        (Some(phase), _) => phase_word(phase).into(),
        (None, WriteEffect::Replaced) => "replaced".into(),
        (None, WriteEffect::Refused) => "refused".into(),
        (None, WriteEffect::Row | WriteEffect::Added | WriteEffect::Pending(_)) => String::new(),
    }
}

pub(super) fn record(r: &RecordRef, source: &str, step: u64) -> String {
    let mut words = format!("{} {}", source, r.id);
    if r.replayed {
        words += &format!(", read again from offset {} by attempt {}", r.origin.offset, r.attempt);
    } else {
        words += &format!(", read from offset {} by attempt {}", r.origin.offset, r.attempt);
    }
    if r.redelivered {
        words += ", sent again by its producer";
    }
    words + &format!(", step {}", whole(step))
}

pub(super) fn moment(scene: &Scene) -> Vec<String> {
    let mut lines = vec![match scene.up {
        Up::Running => format!("Attempt {} runs.", scene.attempt),
        Up::Down(Some(at)) => format!("The job is down; it starts again at {}.", seconds(at.ms())),
        Up::Down(None) => "The job is down for good.".into(),
    }];
    for tape in &scene.tapes {
        for head in &tape.partitions {
            let mut line = format!("Log {}: {}.", tape.name, last_and_next(head.first, head.next));
            if let Some((before, next)) = head.went_back {
                line += &format!(" The read head went back from {before} to {next}.");
            }
            lines.push(line);
        }
    }
    if scene.up == Up::Running {
        for node in &scene.nodes {
            let (label, value) = node_value(node);
            let note = node_note(node, false);
            let note = if note.is_empty() { String::new() } else { format!(" ({note})") };
            lines.push(format!("{}: {label} {value}{note}.", node.name));
        }
    }
    let card = |card: &Card| {
        let offsets = card.offsets.iter().map(|(name, next)| format!("{name} {}", offset_range(next)));
        let offsets = offsets.collect::<Vec<_>>().join(", ");
        let in_flight = match card.in_flight {
            (0, _) => String::new(),
            (n, _) => format!(", with {} in flight", counted(n, "record")),
        };
        format!("Checkpoint {}: {}{in_flight}. {offsets}.", card.id, status(card))
    };
    lines.extend(scene.restorable.as_ref().map(card));
    lines.extend(scene.next.as_ref().map(card));
    for d in &scene.destinations {
        let twice = (ENGLISH.stands_twice)(d);
        let twice = if twice.is_empty() { String::new() } else { format!("; {twice}") };
        lines.push(format!("Destination {}: {}{twice}.", d.name, holds(d)));
    }
    lines
}
