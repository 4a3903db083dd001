//! The inspector in English. Of checkpoints it speaks in the words and the order of Flink's own checkpoint page.

use super::step::task_name;
use super::{ENGLISH, bytes, number, seconds};
use crate::checkpoint::CheckpointStatus;
use crate::event::{CheckpointFailure, Stamped, WriteEffect};
use crate::graph::{Plan, Role};
use crate::ids::CheckpointId;
use crate::scenario::{Checkpointing, Mode, StateHome, TtlCleanup, TtlUpdate, TtlVisibility};
use crate::sink::TxnPhase;
use crate::text::inspector::{BarLine, Block, InspectorWords, Stop, Tone};
use crate::time::SimTime;
use crate::view::destination::Line;
use crate::view::inspector::{
    Busy, ChannelPage, CheckpointLine, CheckpointsPage, Content, Detail, EntryRow, Home, Item, Kind, Life, Listing,
    Page, SinkPage, StatePage, StoragePage, Subject, TaskPage, TaskPart, Tells,
};

pub(super) const INSPECTOR: InspectorWords = InspectorWords {
    inspector: "Inspector",
    inspect: "Inspect",
    look_at: "Look at",
    find_record: "Record with the id",
    find: "Find",
    kind: |kind| match kind {
        Kind::Checkpoints => "Checkpoints",
        Kind::Tasks => "Tasks",
        Kind::States => "State",
        Kind::Sinks => "Sinks",
        Kind::Channels => "Channels",
        Kind::Records => "Records",
    },
    subject,
    page,
    listing,
    heads,
    cells,
    rows: |total, from, shown| match total {
        0 => String::new(),
        _ => format!("rows {} to {} of {}", count(from + 1), count(from + shown), count(total)),
    },
};

fn count(n: usize) -> String {
    number(n as i64)
}

/// A length of virtual time, to the millisecond.
fn ms(ms: u64) -> String {
    match ms {
        0..10_000 => format!("{} ms", number(ms as i64)),
        _ => seconds(ms),
    }
}

fn at(time: SimTime) -> String {
    seconds(time.ms())
}

/// A moment to the millisecond, as on a page of measurements.
fn moment(time: SimTime) -> String {
    format!("{}.{:03} s", number((time.ms() / 1000) as i64), time.ms() % 1000)
}

fn or_na(text: Option<String>) -> String {
    text.unwrap_or_else(|| "n/a".into())
}

fn subject(plan: &Plan, subject: &Subject) -> String {
    match subject {
        Subject::Task(task) => task_name(plan, *task),
        Subject::State(task) => format!("State of {}", task_name(plan, *task)),
        Subject::Channel(channel) => {
            let spec = &plan.channels[channel.index()];
            format!("{} → {}", task_name(plan, spec.from), task_name(plan, spec.to))
        }
        Subject::Record(id) => format!("Record {id}"),
        Subject::Checkpoints(_) => "Checkpoints".into(),
        Subject::Storage => "Storage and configuration".into(),
        Subject::Sink(node) => format!("Rows of {}", plan.nodes[node.index()].name),
    }
}

fn link(plan: &Plan, to: Subject) -> (String, Subject) {
    (subject(plan, &to), to)
}

fn note(words: impl Into<String>) -> Block {
    Block::Note(words.into(), Tone::Plain)
}

fn page(plan: &Plan, page: &Page) -> Vec<Block> {
    match page {
        Page::Task(p) => task(plan, p),
        Page::State(p) => state(p),
        Page::Channel(p) => channel(plan, p),
        Page::Record(p) => record(plan, p),
        Page::Checkpoints(p) => checkpoints(plan, p),
        Page::Storage(p) => storage(plan, p),
        Page::Sink(p) => sink(p),
    }
}

fn task(plan: &Plan, p: &TaskPage) -> Vec<Block> {
    let kind = match p.role {
        Role::Source(_) => "source".into(),
        Role::Operator(i) => (ENGLISH.operator_habit)(plan.scenario.operators[i].kind),
        Role::Sink(i) => {
            let sink = &plan.scenario.sinks[i];
            format!("sink, {}", (ENGLISH.sink_habit)(sink.kind, sink.reader))
        }
    };
    let busy = match &p.busy {
        Busy::Down(Some(until)) => format!("down until {}", at(*until)),
        Busy::Down(None) => "down for good".into(),
        Busy::Restoring(until) => format!("loads its state until {}", at(*until)),
        Busy::Idle => "waits".into(),
        Busy::Record(r, since, until) => {
            let again = if r.replayed { " again" } else { "" };
            format!("works on {}{again}, {} to {}", r.id, moment(*since), moment(*until))
        }
        Busy::Sync(c, until) => format!("copies its state for checkpoint {c}, until {}", moment(*until)),
    };
    let mut facts = vec![
        ("What it is", kind),
        ("Attempt", p.attempt.to_string()),
        ("Now", busy),
        (
            "Time for a record",
            match p.slow_until {
                Some(until) => format!("{}, slow until {}", ms(p.service_ms), at(until)),
                None => ms(p.service_ms),
            },
        ),
        ("Records so far", number(p.worked.0 as i64)),
    ];
    if p.worked.1 > 0 {
        facts.push(("Held back", number(p.worked.1 as i64)));
    }
    if let Some((checkpoint, arrived, inputs)) = p.aligning {
        facts.push(("Barriers", format!("{arrived} of {inputs} of checkpoint {checkpoint} are in")));
    }
    for position in &p.positions {
        let words = (ENGLISH.last_and_next)(position.first, position.next);
        facts.push((
            "Position",
            match p.positions.len() {
                1 => words,
                _ => format!("partition {}: {words}", position.partition),
            },
        ));
    }
    if let Some(entries) = p.entries {
        facts.push(("State entries", count(entries)));
    }
    let mut blocks = vec![Block::Facts(facts)];
    let mut links = Vec::new();
    match p.role {
        Role::Operator(i) if plan.scenario.operators[i].kind.is_stateful() => {
            links.push(link(plan, Subject::State(p.task)));
        }
        Role::Sink(_) => links.push(link(plan, Subject::Sink(p.node))),
        Role::Operator(_) | Role::Source(_) => {}
    }
    links.push(link(plan, Subject::Checkpoints(None)));
    links.extend(p.inputs.iter().chain(&p.outputs).map(|c| link(plan, Subject::Channel(*c))));
    blocks.push(Block::Head("See also".into()));
    blocks.push(Block::Links(links));
    blocks
}

fn state(p: &StatePage) -> Vec<Block> {
    let kept = match p.kept {
        StateHome::Checkpointed => "in memory, saved with each checkpoint",
        StateHome::Memory => "in memory only",
        StateHome::LocalDisk => "on the local disk",
        StateHome::Changelog => "in a changelog",
    };
    let mut facts = vec![("Kept", kept.to_string())];
    facts.push(("Entries", format!("{} live, {} expired and still held", count(p.live), count(p.held))));
    facts.push(("Size", bytes(p.bytes)));
    match p.ttl {
        None => facts.push(("Time to live", "none: entries stay".into())),
        Some(ttl) => {
            let update = match ttl.update {
                TtlUpdate::CreateAndWrite => "since created or written",
                TtlUpdate::ReadAndWrite => "since read or written",
            };
            let visibility = match ttl.visibility {
                TtlVisibility::NeverReturnExpired => "never shown",
                TtlVisibility::ReturnIfNotCleanedUp => "shown once if still held",
            };
            let cleanup = match ttl.cleanup {
                TtlCleanup::OnAccess => "when it is read",
                TtlCleanup::FullSnapshot => "when it is read, and left out of snapshots",
                TtlCleanup::Incremental => "a few at each access",
                TtlCleanup::Compaction => "when files are compacted",
            };
            facts.push(("Time to live", format!("{} {update}", ms(ttl.ms))));
            facts.push(("Expired entries", visibility.into()));
            facts.push(("Removed", cleanup.into()));
            if let Some(next) = p.next_ms {
                facts.push(("Next expires in", seconds(next)));
            }
        }
    }
    let mut blocks = Vec::new();
    match p.home {
        Some(Home::Memory | Home::Durable) => {}
        Some(Home::Checkpoint(id)) => {
            blocks.push(note(format!("The task is down. This is what a restart restores, from checkpoint {id}.")));
        }
        None => blocks.push(Block::Note("The task is down, and nothing of its state is left.".into(), Tone::Bad)),
    }
    blocks.push(Block::Facts(facts));
    blocks.push(Block::Listing(Listing::Live(p.task)));
    if p.ttl.is_some() {
        blocks.push(Block::Listing(Listing::Expired(p.task)));
    }
    blocks
}

fn channel(plan: &Plan, p: &ChannelPage) -> Vec<Block> {
    let mut facts = vec![
        ("Records in it", format!("{} of {}", number(p.records as i64), number(p.capacity as i64))),
        ("Time on the wire", ms(p.latency_ms)),
    ];
    if let Some((checkpoint, since)) = p.blocked {
        facts.push(("Blocked", format!("for checkpoint {checkpoint}, since {}", moment(since))));
    }
    if let Some(until) = p.stalled_until {
        facts.push(("Stalled", format!("until {}", at(until))));
    }
    if let Some(checkpoint) = p.last_barrier {
        facts.push(("Last barrier through", checkpoint.to_string()));
    }
    let mut blocks = Vec::new();
    if p.is_down {
        blocks.push(Block::Note("The receiver is down: what was in here is gone.".into(), Tone::Bad));
    }
    blocks.push(Block::Facts(facts));
    blocks.push(Block::Listing(Listing::Channel(p.channel)));
    blocks.push(Block::Head("See also".into()));
    blocks.push(Block::Links([p.from, p.to].into_iter().map(|t| link(plan, Subject::Task(t))).collect()));
    blocks
}

fn record(plan: &Plan, p: &Life) -> Vec<Block> {
    let mut blocks = vec![Block::Finder];
    if p.readings.is_empty() {
        let words = format!("No record with the id {} is read in this run.", p.id);
        blocks.push(Block::Note(words, Tone::Faint));
        return blocks;
    }
    let n = p.readings.len();
    blocks.push(note(match n {
        1 => "Read once. What is still to come is faint.".into(),
        _ => format!("Read {} times. What is still to come is faint.", count(n)),
    }));
    for reading in &p.readings {
        let source = &plan.nodes[reading.origin.source.index()].name;
        let again = match (reading.replayed, reading.redelivered) {
            (true, _) => ", read again",
            (false, true) => ", sent again by the producer",
            (false, false) => "",
        };
        let (attempt, offset) = (reading.attempt, reading.origin.offset);
        blocks.push(Block::Head(format!("Attempt {attempt} · {source} offset {offset}{again}")));
        let stop = |line: &crate::view::inspector::LifeLine| Stop {
            step: line.step,
            place: format!("step {} · {}", number(line.step as i64), moment(line.at)),
            words: match &line.tells {
                Tells::Happened(event) => (ENGLISH.step.event)(plan, event),
                Tells::LostAtTask(task) => format!("lost with the memory of {}", task_name(plan, *task)),
                Tells::LostInChannel(channel) => {
                    format!("lost on its way to {}", task_name(plan, plan.channels[channel.index()].to))
                }
            },
            later: line.step > p.step,
            here: line.step == p.step,
        };
        blocks.push(Block::Stops(reading.lines.iter().map(stop).collect()));
    }
    blocks
}

fn status(status: CheckpointStatus) -> (String, Tone) {
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

const HISTORY: [&str; 9] = [
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

fn history(line: &CheckpointLine) -> Vec<String> {
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

fn checkpoints(plan: &Plan, p: &CheckpointsPage) -> Vec<Block> {
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
    let counts: Vec<String> = counts.iter().map(|(name, n)| format!("{name}: {}", number(*n as i64))).collect();
    blocks.push(note(counts.join(" · ")));
    if let Some(tick) = p.next_tick {
        blocks.push(note(format!("The coordinator triggers next at {}.", at(tick))));
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
    facts.push(("Records in flight", number(d.in_flight as i64)));
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
        place: format!("step {}", number(step as i64)),
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

fn storage(plan: &Plan, p: &StoragePage) -> Vec<Block> {
    let mut blocks = Vec::new();
    match p.down_until {
        Some(until) => {
            blocks.push(Block::Note(format!("Storage cannot be written until {}.", at(until)), Tone::Bad));
        }
        None => blocks.push(Block::Note("Storage can be written.".into(), Tone::Good)),
    }
    let speed = p.speed.1.map_or_else(|| "without limit".into(), |n| format!("{} a millisecond", bytes(n)));
    blocks.push(Block::Facts(vec![("A write takes", ms(p.speed.0)), ("Bandwidth", speed)]));
    let held = p.held.iter().map(|h| vec![h.id.to_string(), moment(h.completed), bytes(h.bytes)]).collect();
    blocks.push(Block::Table(
        "Complete checkpoints, the one that is restored first".into(),
        vec!["ID", "Completed", "Size"],
        held,
    ));
    if !p.uploads.is_empty() {
        let upload = |u: &crate::view::inspector::Upload| {
            vec![task_name(plan, u.task), u.checkpoint.to_string(), moment(u.until)]
        };
        let rows = p.uploads.iter().map(upload).collect();
        blocks.push(Block::Table("On their way into storage".into(), vec!["Task", "Checkpoint", "There at"], rows));
    }
    if !p.disks.is_empty() {
        let disk = |(task, entries, size): &(crate::ids::TaskId, usize, u64)| {
            vec![task_name(plan, *task), count(*entries), bytes(*size)]
        };
        let rows = p.disks.iter().map(disk).collect();
        blocks.push(Block::Table("State outside of checkpoints".into(), vec!["Task", "Entries", "Size"], rows));
    }
    if !p.committed.is_empty() {
        let offset = |(node, partition, next): &(crate::ids::NodeId, usize, crate::ids::Offset)| {
            vec![plan.nodes[node.index()].name.clone(), partition.to_string(), format!("next {next}")]
        };
        let rows = p.committed.iter().map(offset).collect();
        blocks.push(Block::Table(
            "Offsets committed at the broker".into(),
            vec!["Source", "Partition", "Offset"],
            rows,
        ));
    }
    blocks.push(Block::Head("Configuration".into()));
    match &p.config {
        Some(config) => blocks.push(Block::Facts(configuration(config, p.failures))),
        None => blocks.push(note("This job takes no checkpoints.")),
    }
    blocks
}

fn configuration(c: &Checkpointing, failures: u32) -> Vec<(&'static str, String)> {
    let yes = |on: bool| if on { "Enabled" } else { "Disabled" }.to_string();
    vec![
        (
            "Checkpointing Mode",
            match c.mode {
                Mode::ExactlyOnce => "Exactly Once".into(),
                Mode::AtLeastOnce => "At Least Once".into(),
            },
        ),
        ("Interval", c.every_ms.map_or_else(|| "none".into(), ms)),
        ("Triggered at offsets", count(c.at.len())),
        ("Timeout", ms(c.timeout_ms)),
        ("Minimum Pause Between Checkpoints", ms(c.min_pause_ms)),
        ("Maximum Concurrent Checkpoints", c.max_concurrent.to_string()),
        ("Unaligned Checkpoints", yes(c.unaligned)),
        ("Aligned checkpoint timeout", ms(c.aligned_timeout_ms)),
        ("Tolerable Failed Checkpoints", format!("{}, {failures} in a row so far", c.tolerable_failures)),
        ("Incremental", yes(c.incremental)),
        ("Retained", c.retained.to_string()),
        ("Checkpoints With Finished Tasks", yes(c.final_checkpoint)),
    ]
}

fn sink(p: &SinkPage) -> Vec<Block> {
    let d = &p.destination;
    let mut facts = vec![
        ("Kind", (ENGLISH.sink_habit)(d.kind, d.reader).to_string()),
        ("Writes so far", number(p.writes as i64)),
        ("Rows that stand", number(d.rows as i64)),
        ("Visible to the reader", number(d.visible as i64)),
        ("Different ids", number(d.distinct as i64)),
    ];
    if p.transactions > 0 {
        facts.push(("Transactions", count(p.transactions)));
    }
    let again = (ENGLISH.stands_twice)(d);
    let mut blocks = vec![Block::Facts(facts)];
    if !again.is_empty() {
        blocks.push(Block::Note(again, Tone::Bad));
    }
    blocks.push(Block::Listing(Listing::Sink(d.node)));
    blocks
}

fn listing(listing: &Listing) -> (&'static str, &'static str) {
    match listing {
        Listing::Checkpoints => ("History", "No checkpoint has been triggered yet."),
        Listing::Sink(_) => ("Rows", "Nothing has been written yet."),
        Listing::Live(_) => ("Live entries", "No entry is live."),
        Listing::Expired(_) => ("Expired, still held", "No expired entry is held."),
        Listing::Channel(_) => ("In the channel, the next first", "Nothing is in it."),
        Listing::Steps => ("Every step", "This run has no step."),
    }
}

fn heads(plan: &Plan, listing: &Listing) -> Vec<&'static str> {
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

fn cells(plan: &Plan, item: &Item, events: &[&Stamped]) -> (Vec<String>, Tone) {
    match item {
        Item::Checkpoint(line) => (history(line), status(line.status).1),
        Item::Written(line) => written(line),
        Item::Stands(row) => (
            vec![
                row.id.to_string(),
                row.key.to_string(),
                number(row.value),
                number(row.number as i64),
                row.origin.offset.to_string(),
                row.attempt.to_string(),
                number(row.step as i64),
            ],
            Tone::Plain,
        ),
        Item::Balance(key, value) => (vec![key.to_string(), number(*value)], Tone::Plain),
        Item::Entry(row) => entry(row),
        Item::Content(content) => (in_channel(content), Tone::Plain),
        Item::Step(step, time) => {
            let words = (ENGLISH.step.did)(plan, *step, events);
            (vec![number(*step as i64), moment(*time), words], Tone::Plain)
        }
    }
}

fn written(line: &Line) -> (Vec<String>, Tone) {
    let (note, tone) = match (line.repeats, line.phase, line.effect) {
        (_, Some(TxnPhase::Aborted), _) => ("void".into(), Tone::Faint),
        (Some(first), ..) => (format!("again, as row {}", number(first as i64)), Tone::Bad),
        (None, Some(TxnPhase::Open), _) => ("open".into(), Tone::Faint),
        (None, Some(TxnPhase::PreCommitted), _) => ("pre-committed".into(), Tone::Faint),
        (None, Some(TxnPhase::Committed), _) => ("committed".into(), Tone::Plain),
        (None, None, WriteEffect::Refused) => ("refused".into(), Tone::Faint),
        (None, None, _) => (String::new(), Tone::Plain),
    };
    let cells = vec![
        number(line.row as i64),
        line.id.to_string(),
        line.key.to_string(),
        number(line.value),
        note,
        line.offset.to_string(),
        line.attempt.to_string(),
        number(line.step as i64),
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
            cells.push(seconds(left));
            Tone::Plain
        }
        Some(Err(since)) => {
            cells.push(format!("{} ago", seconds(since)));
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
