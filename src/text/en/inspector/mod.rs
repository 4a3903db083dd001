//! The inspector in English. Of checkpoints it speaks in the words and the order of Flink's own checkpoint page.

mod checkpoints;
mod storage;
mod tables;

use super::step::task_name;
use super::{ENGLISH, ENGLISH_WORKBENCH, bytes, seconds, whole};
use crate::graph::{Plan, Role};
use crate::scenario::{StateHome, TtlCleanup, TtlUpdate, TtlVisibility};
use crate::text::inspector::{Block, InspectorWords, Stop, Tone};
use crate::time::SimTime;
use crate::view::inspector::{
    Busy, ChannelPage, Home, Kind, Life, Listing, Page, SinkPage, StatePage, Subject, TaskPage, Tells,
};
use checkpoints::checkpoints;
use storage::storage;
use tables::{cells, heads, listing};

pub(super) const INSPECTOR: InspectorWords = InspectorWords {
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
    whole(n as u64)
}

/// A length of virtual time, to the millisecond.
pub(super) fn ms(ms: u64) -> String {
    match ms {
        0..10_000 => format!("{} ms", whole(ms)),
        _ => seconds(ms),
    }
}

fn at(time: SimTime) -> String {
    seconds(time.ms())
}

/// A moment to the millisecond, as on a page of measurements.
fn moment(time: SimTime) -> String {
    format!("{}.{:03} s", whole(time.ms() / 1000), time.ms() % 1000)
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
        ("Records so far", whole(p.worked.0)),
    ];
    if p.worked.1 > 0 {
        facts.push(("Held back", whole(p.worked.1)));
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
                facts.push(("Next expires in", ms(next)));
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
        ("Records in it", format!("{} of {}", whole(p.records), whole(p.capacity))),
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
            place: format!("step {} · {}", whole(line.step), moment(line.at)),
            words: match &line.tells {
                Tells::Happened(event) => (ENGLISH_WORKBENCH.step.event)(plan, event),
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

fn sink(p: &SinkPage) -> Vec<Block> {
    let d = &p.destination;
    let mut facts = vec![
        ("Kind", (ENGLISH.sink_habit)(d.kind, d.reader).to_string()),
        ("Writes so far", whole(p.writes)),
        ("Rows that stand", whole(d.rows)),
        ("Visible to the reader", whole(d.visible)),
        ("Different ids", whole(d.distinct)),
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
