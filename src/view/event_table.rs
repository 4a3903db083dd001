//! What happened, as a table: one line for each event, for scripts and spreadsheets.

use crate::event::{CheckpointFailure, CrashCause, Event, Passed, RecordRef, Stamped, WriteEffect};
use crate::graph::Plan;
use crate::ids::{ChannelId, EventId, NodeId, TaskId};
use crate::view::link::in_words;
use crate::view::show::Choice;

/// The columns, in order. The names of a version stay.
pub const COLUMNS: [&str; 15] = [
    "step",
    "at_ms",
    "event",
    "task",
    "to",
    "id",
    "source",
    "partition",
    "offset",
    "attempt",
    "checkpoint",
    "transaction",
    "key",
    "value",
    "detail",
];

/// One event as a line of the table. What an event does not have is none, or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Line {
    /// The step; the first of a run is 1.
    pub step: u64,
    /// Virtual time, in milliseconds.
    pub at_ms: u64,
    /// What happened, in one word.
    pub event: &'static str,
    /// Where: the node and its subtask, `dedup.0`; for a whole node its name.
    pub task: Option<String>,
    /// Of a channel: the task that it leads to.
    pub to: Option<String>,
    /// The record's business identity.
    pub id: Option<EventId>,
    /// The source that it was read from.
    pub source: Option<String>,
    /// The partition.
    pub partition: Option<u16>,
    /// The offset.
    pub offset: Option<u64>,
    /// The attempt.
    pub attempt: Option<u32>,
    /// The checkpoint.
    pub checkpoint: Option<u32>,
    /// The transaction.
    pub transaction: Option<u32>,
    /// The key.
    pub key: Option<String>,
    /// The value.
    pub value: Option<i64>,
    /// What else there is to say, as `name=value` with spaces between.
    pub detail: String,
}

/// An event as a line.
pub fn line(plan: &Plan, stamped: &Stamped) -> Line {
    let mut line = Line { step: stamped.step, at_ms: stamped.at.ms(), ..Line::default() };
    let detail = line.fill(plan, &stamped.event);
    line.detail.push_str(&detail);
    line.detail.truncate(line.detail.trim_end().len());
    line
}

/// The table as comma-separated values (RFC 4180), with the names of the columns first.
pub fn csv<'e>(plan: &Plan, events: impl Iterator<Item = &'e Stamped>) -> String {
    let mut text = csv_head();
    csv_lines(plan, events, &mut text);
    text
}

/// The names of the columns, as the first line.
pub fn csv_head() -> String {
    format!("{}\r\n", COLUMNS.join(","))
}

/// The lines of these events, put behind a text: a long run is written piece by piece.
pub fn csv_lines<'e>(plan: &Plan, events: impl Iterator<Item = &'e Stamped>, text: &mut String) {
    for stamped in events {
        for (i, cell) in line(plan, stamped).cells().into_iter().enumerate() {
            if i > 0 {
                text.push(',');
            }
            if cell.contains(['"', ',', '\n', '\r']) {
                text.push('"');
                text.push_str(&cell.replace('"', "\"\""));
                text.push('"');
            } else {
                text.push_str(&cell);
            }
        }
        text.push_str("\r\n");
    }
}

/// A run as JSON: its scenario, what was done instead of what the clock would have done, in the words of a link, and the
/// step that is shown.
pub fn run_json(scenario: &str, choices: &[Choice], step: u64) -> String {
    let choice = |(step, action): &Choice| {
        // A string is JSON as it is written by serde; an action has no line of its own in it.
        let action = serde_json::Value::from(in_words(action));
        format!("    {{ \"step\": {step}, \"do\": {action} }}")
    };
    let all: Vec<String> = choices.iter().map(choice).collect();
    let list = if all.is_empty() { "[]".to_owned() } else { format!("[\n{}\n  ]", all.join(",\n")) };
    let scenario = scenario.trim_end().replace('\n', "\n  ");
    format!(
        "{{\n  \"barrierscope_run\": 1,\n  \"scenario\": {scenario},\n  \"choices\": {list},\n  \"step\": {step}\n}}\n"
    )
}

impl Line {
    /// Its cells, in the order of the columns.
    pub fn cells(self) -> [String; COLUMNS.len()] {
        fn text<T: ToString>(value: Option<T>) -> String {
            value.map(|v| v.to_string()).unwrap_or_default()
        }
        [
            self.step.to_string(),
            self.at_ms.to_string(),
            self.event.to_owned(),
            text(self.task),
            text(self.to),
            text(self.id),
            text(self.source),
            text(self.partition),
            text(self.offset),
            text(self.attempt),
            text(self.checkpoint),
            text(self.transaction),
            text(self.key),
            text(self.value),
            self.detail,
        ]
    }

    fn at_task(&mut self, plan: &Plan, task: TaskId) {
        self.task = Some(task_name(plan, task));
    }

    fn at_node(&mut self, plan: &Plan, node: NodeId) {
        self.task = Some(plan.nodes[node.index()].name.clone());
    }

    fn in_channel(&mut self, plan: &Plan, channel: ChannelId) {
        let channel = &plan.channels[channel.index()];
        self.at_task(plan, channel.from);
        self.to = Some(task_name(plan, channel.to));
    }

    fn record(&mut self, plan: &Plan, record: &RecordRef) {
        self.id = Some(record.id.clone());
        self.source = Some(plan.nodes[record.origin.source.index()].name.clone());
        self.partition = Some(record.origin.partition.0);
        self.offset = Some(record.origin.offset.0);
        self.attempt = Some(record.attempt.0);
        for (is, word) in [(record.replayed, "replayed=true "), (record.redelivered, "redelivered=true ")] {
            if is {
                self.detail.push_str(word);
            }
        }
    }

    /// Fills in what the event says, and gives the rest of its detail.
    fn fill(&mut self, plan: &Plan, event: &Event) -> String {
        self.event = word(event);
        match event {
            Event::Read { task, record, key, value } => {
                self.at_task(plan, *task);
                self.record(plan, record);
                (self.key, self.value) = (Some(key.to_string()), Some(*value));
            }
            Event::Sent { channel, record, value, arrives_at } => {
                self.in_channel(plan, *channel);
                self.record(plan, record);
                self.value = Some(*value);
                return format!("arrives_at_ms={}", arrives_at.ms());
            }
            Event::BarrierSent { channel, checkpoint, arrives_at } => {
                self.in_channel(plan, *channel);
                self.checkpoint = Some(checkpoint.0);
                return format!("arrives_at_ms={}", arrives_at.ms());
            }
            Event::Taken { channel, record } | Event::RestoredInFlight { channel, record } => {
                self.in_channel(plan, *channel);
                self.record(plan, record);
            }
            Event::Processed { task, record }
            | Event::DedupDropped { task, record }
            | Event::Filtered { task, record } => {
                self.at_task(plan, *task);
                self.record(plan, record);
            }
            Event::DedupPassed { task, record, why } => {
                self.at_task(plan, *task);
                self.record(plan, record);
                return match why {
                    Passed::New => "why=new",
                    Passed::Expired => "why=expired",
                }
                .to_owned();
            }
            Event::Applied { task, record, key, value, restarted } => {
                self.at_task(plan, *task);
                self.record(plan, record);
                (self.key, self.value) = (Some(key.to_string()), Some(*value));
                return if *restarted { "from_zero=true".to_owned() } else { String::new() };
            }
            Event::Buffered { task, record, key, side } => {
                self.at_task(plan, *task);
                self.record(plan, record);
                self.key = Some(key.to_string());
                return format!("input={side}");
            }
            Event::Joined { task, id, record, waited } => {
                self.at_task(plan, *task);
                self.record(plan, record);
                self.id = Some(id.clone());
                return format!("came={} waited={waited}", record.id);
            }
            Event::StateExpired { task, entry, stamp } => {
                self.at_task(plan, *task);
                self.id = Some(entry.clone());
                return format!("stamp_ms={}", stamp.ms());
            }
            Event::Triggered { checkpoint } | Event::Completed { checkpoint } => self.checkpoint = Some(checkpoint.0),
            Event::Injected { task, checkpoint }
            | Event::Unaligned { task, checkpoint }
            | Event::Notified { task, checkpoint } => {
                self.at_task(plan, *task);
                self.checkpoint = Some(checkpoint.0);
            }
            Event::BarrierArrived { channel, checkpoint, overtook } => {
                self.in_channel(plan, *channel);
                self.checkpoint = Some(checkpoint.0);
                return format!("overtook={overtook}");
            }
            Event::Blocked { channel, checkpoint } => {
                self.in_channel(plan, *channel);
                self.checkpoint = Some(checkpoint.0);
            }
            Event::Unblocked { channel, checkpoint, blocked_ms } => {
                self.in_channel(plan, *channel);
                self.checkpoint = Some(checkpoint.0);
                return format!("blocked_ms={blocked_ms}");
            }
            Event::Snapshotted { task, checkpoint, state_bytes, alignment_ms } => {
                self.at_task(plan, *task);
                self.checkpoint = Some(checkpoint.0);
                return format!("state_bytes={state_bytes} alignment_ms={alignment_ms}");
            }
            Event::Stored { channel, checkpoint, record } => {
                self.in_channel(plan, *channel);
                self.record(plan, record);
                self.checkpoint = Some(checkpoint.0);
            }
            Event::Acknowledged { task, checkpoint, accepted } => {
                self.at_task(plan, *task);
                self.checkpoint = Some(checkpoint.0);
                return if *accepted { String::new() } else { "late=true".to_owned() };
            }
            Event::CheckpointFailed { checkpoint, why } => {
                self.checkpoint = Some(checkpoint.0);
                return format!("why={}", failure(*why));
            }
            Event::Written { sink, record, key, value, readable_at, row, effect } => {
                self.at_node(plan, *sink);
                self.record(plan, record);
                (self.key, self.value) = (Some(key.to_string()), Some(*value));
                let effect = match effect {
                    WriteEffect::Row => "row",
                    WriteEffect::Added => "added",
                    WriteEffect::Replaced => "replaced",
                    WriteEffect::Refused => "refused",
                    WriteEffect::Pending(transaction) => {
                        self.transaction = Some(transaction.0);
                        "pending"
                    }
                };
                return format!("row={row} effect={effect} readable_at_ms={}", readable_at.ms());
            }
            Event::TransactionOpened { sink, transaction }
            | Event::Committed { sink, transaction }
            | Event::CommitRefused { sink, transaction }
            | Event::CommitFailed { sink, transaction } => {
                self.at_node(plan, *sink);
                self.transaction = Some(transaction.0);
            }
            Event::PreCommitted { sink, transaction, checkpoint } => {
                self.at_node(plan, *sink);
                (self.transaction, self.checkpoint) = (Some(transaction.0), Some(checkpoint.0));
            }
            Event::CommitsBroken { sink } => self.at_node(plan, *sink),
            Event::TransactionAborted { sink, transaction, timed_out } => {
                self.at_node(plan, *sink);
                self.transaction = Some(transaction.0);
                return if *timed_out { "timed_out=true".to_owned() } else { String::new() };
            }
            Event::OffsetsCommitted { source, partition, next } => self.at_offset(plan, *source, partition.0, next.0),
            Event::Redelivered { source, partition, id, offset } => {
                self.at_offset(plan, *source, partition.0, offset.0);
                self.id = Some(id.clone());
            }
            Event::Crashed { attempt, cause, machine, region, restart_at } => {
                self.attempt = Some(attempt.0);
                let mut said = format!("cause={}", crash(plan, cause));
                if *machine {
                    said.push_str(" machine=true");
                }
                said.push_str(&tasks_of(plan, region.as_deref()));
                said.push_str(
                    &restart_at.map_or(" for_good=true".to_owned(), |at| format!(" restart_at_ms={}", at.ms())),
                );
                return said;
            }
            Event::Restarted { attempt, checkpoint, region } => {
                self.attempt = Some(attempt.0);
                self.checkpoint = checkpoint.map(|c| c.0);
                return tasks_of(plan, region.as_deref()).trim_start().to_owned();
            }
            Event::Repositioned { source, partition, before, next } => {
                self.at_offset(plan, *source, partition.0, next.0);
                return format!("before={}", before.0);
            }
            Event::Resumed | Event::StorageUp => {}
            Event::StorageDown { until } => return format!("until_ms={}", until.ms()),
            Event::Slowed { node, service_ms, until } => {
                self.at_node(plan, *node);
                return format!("service_ms={service_ms} until_ms={}", until.ms());
            }
            Event::SlowOver { node } => self.at_node(plan, *node),
            Event::Stalled { edge, until } => {
                self.on_edge(plan, *edge);
                return format!("until_ms={}", until.ms());
            }
            Event::StallOver { edge } => self.on_edge(plan, *edge),
        }
        String::new()
    }

    fn at_offset(&mut self, plan: &Plan, source: NodeId, partition: u16, offset: u64) {
        self.source = Some(plan.nodes[source.index()].name.clone());
        (self.partition, self.offset) = (Some(partition), Some(offset));
    }

    fn on_edge(&mut self, plan: &Plan, edge: u16) {
        let edge = &plan.edges[usize::from(edge)];
        self.at_node(plan, edge.from);
        self.to = Some(plan.nodes[edge.to.index()].name.clone());
    }
}

fn task_name(plan: &Plan, task: TaskId) -> String {
    format!("{}.{}", plan.node_of(task).name, plan.tasks[task.index()].subtask)
}

fn tasks_of(plan: &Plan, region: Option<&[TaskId]>) -> String {
    let names = |tasks: &[TaskId]| tasks.iter().map(|t| task_name(plan, *t)).collect::<Vec<_>>().join("+");
    region.map_or_else(String::new, |tasks| format!(" tasks={}", names(tasks)))
}

fn failure(why: CheckpointFailure) -> &'static str {
    match why {
        CheckpointFailure::Storage => "storage",
        CheckpointFailure::Expired => "expired",
        CheckpointFailure::Subsumed => "subsumed",
        CheckpointFailure::JobFailed => "job_failed",
        CheckpointFailure::Declined => "declined",
    }
}

fn crash(plan: &Plan, cause: &CrashCause) -> String {
    let at = |sink: &NodeId| plan.nodes[sink.index()].name.clone();
    match cause {
        CrashCause::Fault(index) => format!("fault_{index}"),
        CrashCause::Hand => "hand".to_owned(),
        CrashCause::CheckpointFailures => "checkpoint_failures".to_owned(),
        CrashCause::Fenced(sink) => format!("fenced_at_{}", at(sink)),
        CrashCause::CommitFailed(sink) => format!("commit_failed_at_{}", at(sink)),
    }
}

/// The word for an event. The words of a version stay.
const fn word(event: &Event) -> &'static str {
    match event {
        Event::Read { .. } => "read",
        Event::Sent { .. } => "sent",
        Event::BarrierSent { .. } => "barrier_sent",
        Event::Taken { .. } => "taken",
        Event::Processed { .. } => "processed",
        Event::DedupPassed { .. } => "dedup_passed",
        Event::DedupDropped { .. } => "dedup_dropped",
        Event::Filtered { .. } => "filtered",
        Event::Applied { .. } => "applied",
        Event::Buffered { .. } => "buffered",
        Event::Joined { .. } => "joined",
        Event::StateExpired { .. } => "state_expired",
        Event::Triggered { .. } => "triggered",
        Event::Injected { .. } => "injected",
        Event::BarrierArrived { .. } => "barrier_arrived",
        Event::Blocked { .. } => "blocked",
        Event::Unblocked { .. } => "unblocked",
        Event::Unaligned { .. } => "unaligned",
        Event::Snapshotted { .. } => "snapshotted",
        Event::Stored { .. } => "stored",
        Event::Acknowledged { .. } => "acknowledged",
        Event::Completed { .. } => "completed",
        Event::CheckpointFailed { .. } => "checkpoint_failed",
        Event::Notified { .. } => "notified",
        Event::Written { .. } => "written",
        Event::TransactionOpened { .. } => "transaction_opened",
        Event::PreCommitted { .. } => "pre_committed",
        Event::Committed { .. } => "committed",
        Event::CommitRefused { .. } => "commit_refused",
        Event::CommitsBroken { .. } => "commits_broken",
        Event::CommitFailed { .. } => "commit_failed",
        Event::TransactionAborted { .. } => "transaction_aborted",
        Event::OffsetsCommitted { .. } => "offsets_committed",
        Event::Redelivered { .. } => "redelivered",
        Event::Crashed { .. } => "crashed",
        Event::Restarted { .. } => "restarted",
        Event::Repositioned { .. } => "repositioned",
        Event::RestoredInFlight { .. } => "restored_in_flight",
        Event::Resumed => "resumed",
        Event::StorageDown { .. } => "storage_down",
        Event::StorageUp => "storage_up",
        Event::Slowed { .. } => "slowed",
        Event::SlowOver { .. } => "slow_over",
        Event::Stalled { .. } => "stalled",
        Event::StallOver { .. } => "stall_over",
    }
}
