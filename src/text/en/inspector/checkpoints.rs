//! Checkpoints, as on Flink's page.

use super::{at, count, moment, ms, note, or_na};
use crate::checkpoint::CheckpointStatus;
use crate::event::CheckpointFailure;
use crate::graph::Plan;
use crate::text::en::step::task_name;
use crate::text::en::{bytes, whole};
use crate::text::inspector::{BarLine, Block, Stop, Tone};
use crate::view::inspector::{CheckpointLine, CheckpointsPage, Detail, Listing, TaskPart};

pub(super) fn status(status: CheckpointStatus) -> (String, Tone) {
    match status {
        CheckpointStatus::InProgress => ("In Progress".into(), Tone::Faint),
        CheckpointStatus::Completed => ("Completed".into(), Tone::Good),
        CheckpointStatus::Failed(_) => ("Failed".into(), Tone::Bad),
    }
}

fn why_failed(why: CheckpointFailure) -> &'static str {
    match why {
        CheckpointFailure::Storage => "storage could not be written",
        CheckpointFailure::Expired => "it expired before completing",
        CheckpointFailure::Subsumed => "a newer one completed first",
        CheckpointFailure::JobFailed => "a task failed meanwhile",
        CheckpointFailure::Declined => "a task heard a newer barrier first",
    }
}

/// Processed (persisted) in-flight data.
fn in_flight(processed: Option<u64>, persisted: u64) -> String {
    format!("{} ({})", or_na(processed.map(bytes)), bytes(persisted))
}

fn end_to_end(line: &CheckpointLine) -> String {
    or_na(line.latest.map(|latest| ms(latest.since(line.triggered))))
}

pub(super) const HISTORY: [&str; 9] = [
    "ID",
    "Status",
    "Acknowledged",
    "Trigger Time",
    "Latest Acknowledgement",
    "End to End Duration",
    "Checkpointed Data Size",
    "Full Checkpoint Data Size",
    "Processed (persisted) in-flight data",
];

pub(super) fn history(line: &CheckpointLine) -> Vec<String> {
    vec![
        line.id.to_string(),
        status(line.status).0,
        format!("{}/{}", count(line.acknowledged.0), count(line.acknowledged.1)),
        moment(line.triggered),
        or_na(line.latest.map(moment)),
        end_to_end(line),
        bytes(line.checkpointed),
        bytes(line.full),
        in_flight(line.processed, line.persisted),
    ]
}

pub(super) fn checkpoints(plan: &Plan, p: &CheckpointsPage) -> Vec<Block> {
    let mut blocks = Vec::new();
    if !p.takes_any {
        blocks.push(note("This job takes no checkpoints: a restart begins from nothing."));
    }
    let counts = [
        ("Triggered", p.counts.triggered),
        ("In Progress", p.counts.in_progress),
        ("Completed", p.counts.completed),
        ("Failed", p.counts.failed),
        ("Restored", p.counts.restored),
    ];
    let counts: Vec<String> = counts.iter().map(|(name, n)| format!("{name}: {}", whole(*n))).collect();
    blocks.push(note(counts.join(" · ")));
    if let Some(tick) = p.next_tick {
        blocks.push(note(format!("The coordinator triggers next at {}, or once the input has ended.", at(tick))));
    }
    blocks.push(Block::Listing(Listing::Checkpoints));
    if let Some(d) = &p.detail {
        detail(plan, d, &mut blocks);
    }
    blocks
}

fn detail(plan: &Plan, d: &Detail, blocks: &mut Vec<Block>) {
    blocks.push(Block::Head(format!("Checkpoint {}", d.line.id)));
    if let CheckpointStatus::Failed(why) = d.line.status {
        blocks.push(Block::Note(format!("Failed: {}.", why_failed(why)), Tone::Bad));
    }
    if d.is_final {
        blocks.push(note("The last one: it was triggered because the input had ended, not by the interval."));
    }
    match d.cut {
        Some(true) => blocks.push(Block::Note(
            "Its cut is consistent: nothing is in it that was not sent, and what was sent and not taken is stored."
                .into(),
            Tone::Good,
        )),
        Some(false) => blocks.push(Block::Note(
            "Its cut is not consistent: what was sent and what was taken do not fit together.".into(),
            Tone::Bad,
        )),
        None => {}
    }
    if !d.parts.is_empty() {
        blocks.push(Block::Head("Phases of each task".into()));
        blocks.push(phases(plan, d));
    }
    blocks.push(Block::Head("Details".into()));
    let mut facts: Vec<(&'static str, String)> = HISTORY.into_iter().zip(history(&d.line)).skip(1).collect();
    facts.push(("Records in flight", whole(d.in_flight)));
    facts.push(("Channels blocked for", ms(d.blocked_ms)));
    blocks.push(Block::Facts(facts));
    let offset = |(name, list): &(String, Vec<Option<crate::ids::Offset>>)| {
        list.iter()
            .enumerate()
            .map(|(p, next)| {
                let name = if list.len() > 1 { format!("{name}, partition {p}") } else { name.clone() };
                vec![name, or_na(next.map(|n| format!("next {n}")))]
            })
            .collect::<Vec<_>>()
    };
    let offsets = d.offsets.iter().flat_map(offset).collect();
    blocks.push(Block::Table("Where sources read on".into(), vec!["Source", "Offset"], offsets));
    let stop = |step: u64, words: &str| Stop {
        step,
        place: format!("step {}", whole(step)),
        words: words.into(),
        later: false,
        here: false,
    };
    let ended = match d.line.status {
        CheckpointStatus::Completed => "it is complete",
        CheckpointStatus::Failed(_) | CheckpointStatus::InProgress => "it fails",
    };
    let stops = [d.steps.0.map(|s| stop(s, "it is triggered")), d.steps.1.map(|s| stop(s, ended))];
    blocks.push(Block::Stops(stops.into_iter().flatten().collect()));
    if d.parts.is_empty() {
        blocks.push(Block::Note("The phases of its tasks are no longer kept.".into(), Tone::Faint));
        return;
    }
    let heads = vec![
        "Task",
        "Acknowledged",
        "End to End Duration",
        "Checkpointed Data Size",
        "Full Checkpoint Data Size",
        "Sync Duration",
        "Async Duration",
        "Processed (persisted) Data",
        "Alignment Duration",
        "Start Delay",
        "Unaligned Checkpoint",
    ];
    blocks.push(Block::Table("Subtasks".into(), heads, d.parts.iter().map(|p| part(plan, d, p)).collect()));
}

/// The four phases of each task, in the order in which they come.
fn phases(plan: &Plan, d: &Detail) -> Block {
    let names = ["Start Delay", "Alignment Duration", "Sync Duration", "Async Duration"];
    let bar = |part: &TaskPart| {
        let length = |i: usize| or_na(part.bars[i].map(|(from, to)| ms(to - from)));
        let words = names.iter().enumerate().map(|(i, name)| format!("{name} {}", length(i)));
        BarLine { name: task_name(plan, part.task), words: words.collect::<Vec<_>>().join(", "), bars: part.bars }
    };
    Block::Bars(names, d.length, d.parts.iter().map(bar).collect())
}

fn part(plan: &Plan, d: &Detail, p: &TaskPart) -> Vec<String> {
    let length = |i: usize| or_na(p.bars[i].map(|(from, to)| ms(to - from)));
    vec![
        task_name(plan, p.task),
        or_na(p.acknowledged.map(moment)),
        or_na(p.acknowledged.map(|at| ms(at.since(d.line.triggered)))),
        bytes(p.checkpointed),
        bytes(p.full),
        length(2),
        length(3),
        in_flight(Some(p.processed), p.persisted.0),
        length(1),
        length(0),
        p.unaligned.to_string(),
    ]
}
