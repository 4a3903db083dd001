//! What a step did, in English: one sentence for its weightiest event.

use super::{number, seconds, whole};
use crate::graph::Plan;
use crate::ids::{NodeId, TaskId};
use crate::sim::{Event, Passed, RecordRef, Stamped, WriteEffect};
use crate::text::step::StepWords;

pub(super) const STEP: StepWords = StepWords { step, did, event, in_analogy: super::clerk::in_the_office };

fn step(plan: &Plan, step: u64, events: &[&Stamped]) -> String {
    format!("Step {}: {}.", whole(step), did(plan, step, events))
}

fn did(plan: &Plan, step: u64, events: &[&Stamped]) -> String {
    // Of equal weight the last one is what the others led to.
    match events.iter().max_by_key(|s| weight(&s.event)) {
        Some(main) => event(plan, &main.event),
        None if step == 0 => "the job has started".into(),
        None => "nothing that shows".into(),
    }
}

/// What is told of a step in which several things happened.
pub(in crate::text) fn weight(event: &Event) -> u8 {
    match event {
        Event::Crashed { .. } | Event::Restarted { .. } => 9,
        Event::Completed { .. } | Event::CheckpointFailed { .. } => 8,
        Event::Committed { .. } | Event::CommitRefused { .. } | Event::CommitFailed { .. } => 7,
        Event::TransactionAborted { .. } => 7,
        Event::Snapshotted { .. } | Event::Injected { .. } | Event::Unaligned { .. } | Event::Acknowledged { .. } => 6,
        Event::Blocked { .. } | Event::Written { .. } | Event::DedupDropped { .. } | Event::Filtered { .. } => 5,
        Event::Joined { .. } | Event::Applied { .. } | Event::Buffered { .. } | Event::DedupPassed { .. } => 4,
        Event::BarrierArrived { .. } | Event::Triggered { .. } | Event::PreCommitted { .. } => 4,
        Event::Read { .. } | Event::Taken { .. } => 3,
        Event::Sent { .. } | Event::Stored { .. } | Event::Notified { .. } => 2,
        _ => 1,
    }
}

fn event(plan: &Plan, event: &Event) -> String {
    let node = |id: &NodeId| plan.nodes[id.index()].name.as_str();
    let task = |id: &TaskId| task_name(plan, *id);
    let to = |c: &crate::ids::ChannelId| task_name(plan, plan.channels[c.index()].to);
    let from = |c: &crate::ids::ChannelId| task_name(plan, plan.channels[c.index()].from);
    match event {
        Event::Read { task: t, record: r, .. } => {
            let again = if r.replayed { " again" } else { "" };
            format!("{} read {}{again} from offset {}", task(t), r.id, r.origin.offset)
        }
        Event::Sent { channel, record, .. } => format!("{} sent {} on to {}", from(channel), record.id, to(channel)),
        Event::Taken { channel, record } => format!("{} took {}", to(channel), name(record)),
        Event::Processed { task: t, record } => format!("{} is done with {}", task(t), name(record)),
        Event::DedupPassed { task: t, record, why: Passed::New } => format!("{} passed {} on", task(t), name(record)),
        Event::DedupPassed { task: t, record, why: Passed::Expired } => {
            format!("{} passed {} on: its entry had expired", task(t), name(record))
        }
        Event::DedupDropped { task: t, record } => format!("{} dropped {}: it has seen it", task(t), name(record)),
        Event::Filtered { task: t, record } => format!("{} held {} back", task(t), name(record)),
        Event::Applied { task: t, record, key, value, restarted } => {
            let anew = if *restarted { ", from nothing: the entry had expired" } else { "" };
            format!("{} took {} in: {key} = {}{anew}", task(t), name(record), number(*value))
        }
        Event::Buffered { task: t, record, .. } => format!("{} keeps {} waiting for its match", task(t), name(record)),
        Event::Joined { task: t, id, .. } => format!("{} matched {id}", task(t)),
        Event::StateExpired { task: t, entry, .. } => format!("{} forgot {entry}: its time to live is over", task(t)),
        Event::Triggered { checkpoint } => format!("the coordinator triggers checkpoint {checkpoint}"),
        Event::Injected { task: t, checkpoint } => format!("{} sends barrier {checkpoint} off", task(t)),
        Event::BarrierSent { channel, checkpoint, .. } => {
            format!("{} sent barrier {checkpoint} on to {}", from(channel), to(channel))
        }
        Event::BarrierArrived { channel, checkpoint, overtook: 0 } => {
            format!("barrier {checkpoint} from {} reached {}", from(channel), to(channel))
        }
        Event::BarrierArrived { channel, checkpoint, overtook } => format!(
            "barrier {checkpoint} from {} reached {} and overtook {} waiting records",
            from(channel),
            to(channel),
            number(i64::from(*overtook))
        ),
        Event::Blocked { channel, checkpoint } => {
            format!("{} blocks its input from {} until every barrier {checkpoint} has come", to(channel), from(channel))
        }
        Event::Unblocked { channel, .. } => format!("{} goes on with its input from {}", to(channel), from(channel)),
        Event::Unaligned { task: t, checkpoint } => format!("{} waits no longer for barrier {checkpoint}", task(t)),
        Event::Snapshotted { task: t, checkpoint, .. } => format!("{} takes its snapshot {checkpoint}", task(t)),
        Event::Stored { channel, checkpoint, record } => {
            format!("{} on its way to {} becomes part of checkpoint {checkpoint}", record.id, to(channel))
        }
        Event::Acknowledged { task: t, checkpoint, accepted: true } => {
            format!("the part of {} in checkpoint {checkpoint} is stored", task(t))
        }
        Event::Acknowledged { task: t, checkpoint, accepted: false } => {
            format!("the part of {} in checkpoint {checkpoint} came too late", task(t))
        }
        Event::Completed { checkpoint } => format!("checkpoint {checkpoint} is complete"),
        Event::CheckpointFailed { checkpoint, .. } => format!("checkpoint {checkpoint} failed"),
        Event::Notified { task: t, checkpoint } => {
            format!("{} hears that checkpoint {checkpoint} is complete", task(t))
        }
        Event::Written { sink, record, row, effect, .. } => {
            let again = if record.replayed { " again" } else { "" };
            let how = match effect {
                WriteEffect::Row => format!("as row {row}"),
                WriteEffect::Added => "added to its balance".into(),
                WriteEffect::Replaced => "over what stood there".into(),
                WriteEffect::Refused => "and was refused: it stands there".into(),
                WriteEffect::Pending(t) => format!("into transaction {}", t.0 + 1),
            };
            format!("{} wrote {}{again}, {how}", node(sink), record.id)
        }
        Event::TransactionOpened { sink, transaction: t } => format!("{} opened transaction {}", node(sink), t.0 + 1),
        Event::PreCommitted { sink, transaction: t, .. } => {
            format!("{} pre-committed transaction {}", node(sink), t.0 + 1)
        }
        Event::Committed { sink, transaction: t } => format!("{} committed transaction {}", node(sink), t.0 + 1),
        Event::CommitRefused { sink, transaction: t } => {
            format!("the commit of transaction {} of {} was refused", t.0 + 1, node(sink))
        }
        Event::CommitsBroken { sink } => format!("the broker of {} will fail the next commit", node(sink)),
        Event::CommitFailed { sink, transaction: t } => {
            format!("the commit of transaction {} failed at the broker of {}", t.0 + 1, node(sink))
        }
        Event::TransactionAborted { sink, transaction: t, timed_out } => {
            let why = if *timed_out { "timed out" } else { "is void" };
            format!("transaction {} of {} {why}", t.0 + 1, node(sink))
        }
        Event::OffsetsCommitted { source, next, .. } => format!("{} committed offset {next}", node(source)),
        Event::Redelivered { source, id, .. } => format!("the producer sent {id} to {} again", node(source)),
        Event::Crashed { attempt, .. } => format!("attempt {attempt} failed, and its memory is gone"),
        Event::Restarted { attempt, checkpoint: Some(id), .. } => {
            format!("attempt {attempt} starts from checkpoint {id}")
        }
        Event::Restarted { attempt, checkpoint: None, .. } => format!("attempt {attempt} starts from nothing"),
        Event::Repositioned { source, next, .. } => format!("{} reads on at {next}", node(source)),
        Event::RestoredInFlight { channel, record } => format!("{} is back on its way to {}", record.id, to(channel)),
        Event::Resumed => "the job runs again".into(),
        Event::StorageDown { until } => format!("checkpoint storage is down until {}", seconds(until.ms())),
        Event::StorageUp => "checkpoint storage is back".into(),
        Event::Slowed { node: n, service_ms, .. } => format!("{} now takes {service_ms} ms a record", node(n)),
        Event::SlowOver { node: n } => format!("{} has its own speed again", node(n)),
        Event::Stalled { edge, .. } => format!("nothing crosses from {} any more", edge_name(plan, *edge)),
        Event::StallOver { edge } => format!("records cross from {} again", edge_name(plan, *edge)),
    }
}

fn edge_name(plan: &Plan, edge: u16) -> String {
    let edge = &plan.edges[usize::from(edge)];
    format!("{} to {}", plan.nodes[edge.from.index()].name, plan.nodes[edge.to.index()].name)
}

fn name(record: &RecordRef) -> String {
    if record.replayed { format!("{} again", record.id) } else { record.id.to_string() }
}

/// A task's name; of several, with its number.
pub(in crate::text) fn task_name(plan: &Plan, task: TaskId) -> String {
    let node = plan.node_of(task);
    match node.parallelism {
        1 => node.name.clone(),
        _ => format!("{} {}", node.name, plan.tasks[task.index()].subtask + 1),
    }
}
