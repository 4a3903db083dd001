//! The panels around the stage as the clerk has them: what one can do there, the inspector, the lanes, the closing card.
//! What a table takes from Flink's own page keeps Flink's words, so that it can be found there again.

use super::clerk::in_the_office as office;
use super::clerk_why::{CLERK_WHY, not_filed};
use super::inspector::INSPECTOR;
use super::lanes::LANES;
use super::play::{HANDS, edge, length};
use super::step::task_name;
use super::{CLERK, ENGLISH_WORKBENCH, capitalised, number, outcome, seconds, whole};
use crate::check::Cause;
use crate::graph::{Plan, Role};
use crate::ids::NodeId;
use crate::scenario::SinkKind;
use crate::sim::Hand;
use crate::text::Workbench;
use crate::text::inspector::{Block, InspectorWords, Stop};
use crate::text::lanes::LanesWords;
use crate::text::play::HandWords;
use crate::view::closing::Cost;
use crate::view::inspector::{Item, Kind, Listing, Page, Subject};
use crate::view::lanes::{Down, Verdict, Who};
use crate::view::verdict::Guarantee;

/// The workbench as the clerk has it.
pub static CLERK_WORKBENCH: Workbench = Workbench {
    why: CLERK_WHY,
    hands: HandWords { nothing_to_do: "Nothing can be done here while the office is burnt down.", hand, ..HANDS },
    inspector: CLERK_INSPECTOR,
    lanes: CLERK_LANES,
    cost,
    cost_why,
    ended_well: |v| match v.restarts {
        _ if !v.ended => (ENGLISH_WORKBENCH.ended_well)(v),
        _ if v.inside != Guarantee::ExactlyOnce => {
            "The run is over. What went out is as it should be; the tally inside is not.".into()
        }
        0 => "The run is over, and everything was sent once.".into(),
        _ => "The run is over: there was a fire, and everything was still sent once.".into(),
    },
    price: |p| {
        let mut parts = Vec::new();
        if p.visible_after_ms > 0 {
            parts.push(format!("letters seen after up to {}", seconds(p.visible_after_ms)));
        }
        if p.checkpoint_ms > 0 {
            parts.push(format!("longest photocopy {}", seconds(p.checkpoint_ms)));
        }
        if p.down_ms > 0 {
            parts.push(format!("no office for {}", seconds(p.down_ms)));
        }
        parts.join(" · ")
    },
    ..ENGLISH_WORKBENCH
};

fn name(plan: &Plan, node: NodeId) -> &str {
    plan.nodes.get(node.index()).map_or("", |n| &n.name)
}

fn hand(hand: &Hand, plan: &Plan) -> String {
    match hand {
        Hand::CrashProcess => "Set the office on fire".into(),
        Hand::CrashMachine => "Burn the house, its local disk too".into(),
        Hand::CrashTask(task) => format!("Set the desk of {} on fire", task_name(plan, *task)),
        Hand::TriggerCheckpoint => "Make a photocopy now".into(),
        Hand::StorageDown(ms) => format!("Shut the safe for {}", length(*ms)),
        Hand::Slow { node, service_ms, for_ms } => {
            format!("Slow {} to {} a ticket for {}", name(plan, *node), length(*service_ms), length(*for_ms))
        }
        Hand::Stall { edge: e, for_ms } => format!("Jam the tray {} for {}", edge(plan, *e), length(*for_ms)),
        Hand::FailCommit(sink) => format!("Let the next emptying of {} fail", name(plan, *sink)),
        Hand::Redeliver { id, .. } => format!("Glue ticket {id} on again"),
    }
}

/// What a destination is given.
fn given(plan: &Plan, node: NodeId) -> &'static str {
    match plan.nodes[node.index()].role {
        Role::Sink(i) => match plan.scenario.sinks[i].kind {
            SinkKind::Append | SinkKind::TwoPhase => "letters",
            SinkKind::Upsert => "envelopes",
            SinkKind::UniqueInsert => "pigeonholes",
            SinkKind::Increment => "coins",
            SinkKind::Set => "board",
        },
        Role::Source(_) | Role::Operator(_) => "",
    }
}

const CLERK_LANES: LanesWords = LanesWords {
    picture: "The run as lanes, one for each desk, for the rolls, the safe and what goes out, time to the right, stretched near events as the page plays it. Up and down go from lane to lane, left and right from one thing that happens to the next, Enter goes there, plus and minus look closer or further.",
    signs: [
        ("live", "tickets"),
        ("replayed", "read again"),
        ("barrier", "divider"),
        ("cut", "copied up to here"),
        ("save", "into the safe"),
        ("down", "burnt down"),
    ],
    lane,
    cell: |plan, who, at, steps, step, events| {
        let did = office(&(ENGLISH_WORKBENCH.step.did)(plan, step, events));
        let more = match steps {
            0 | 1 => String::new(),
            n => format!(" {} more here.", number(n as i64 - 1)),
        };
        format!("{}, {}, step {}: {did}.{more}", lane(plan, who), seconds(at), whole(step))
    },
    nothing: |plan, who| format!("{}: nothing happens here", lane(plan, who)),
    cut: |cut| format!("Photocopy {}: {}", cut.checkpoint, verdict(cut.verdict)),
    verdict,
    down: |plan, down: &Down| {
        let who = match &down.region {
            None => "The office burns down".into(),
            Some(tasks) => {
                let names: Vec<String> = tasks.iter().map(|t| task_name(plan, *t)).collect();
                format!("The desks of {} burn", names.join(", "))
            }
        };
        match (down.to, down.restored) {
            (None, _) => format!("{who}; no new one follows"),
            (Some(_), Some(id)) => format!("{who}; a new clerk takes photocopy {id}"),
            (Some(_), None) => format!("{who}; a new clerk begins with nothing"),
        }
    },
    ..LANES
};

fn lane(plan: &Plan, who: &Who) -> String {
    match who {
        Who::Log(node) => format!("{} roll", name(plan, *node)),
        Who::Task(task) => task_name(plan, *task),
        Who::Checkpoints => "safe".into(),
        Who::Destination(node) => format!("{} {}", name(plan, *node), given(plan, *node)),
    }
}

fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Consistent => "its sheets fit together".into(),
        Verdict::Inconsistent => "its sheets do not fit together".into(),
        Verdict::Unfinished => "not filed when the run ends".into(),
        Verdict::Failed(why) => format!("not filed: {}", not_filed(why)),
    }
}

const CLERK_INSPECTOR: InspectorWords = InspectorWords {
    find_record: "Ticket with the id",
    kind: |kind| match kind {
        Kind::Checkpoints => "Photocopies",
        Kind::Tasks => "Desks",
        Kind::States => "Sheets",
        Kind::Sinks => "What goes out",
        Kind::Channels => "Trays",
        Kind::Records => "Tickets",
    },
    subject,
    page,
    listing: |listing| match listing {
        Listing::Checkpoints => ("History", "No photocopy has been begun yet."),
        Listing::Sink(_) => ("Letters", "Nothing has been sent out yet."),
        Listing::Live(_) => ("Lines that count", "No line counts."),
        Listing::Expired(_) => ("Too old, still there", "No line is too old."),
        Listing::Channel(_) => ("In the tray, the next first", "Nothing is in it."),
        Listing::Steps => (INSPECTOR.listing)(listing),
    },
    heads: |plan, listing| {
        let all = (INSPECTOR.heads)(plan, listing);
        // The history is that of Flink's page.
        if *listing == Listing::Checkpoints { all } else { all.into_iter().map(label).collect() }
    },
    cells: |plan, item, events| {
        let (mut cells, tone) = (INSPECTOR.cells)(plan, item, events);
        let said = match item {
            Item::Written(_) => Some(4),
            Item::Step(..) => Some(2),
            Item::Content(content) if content.what.is_err() => Some(0),
            _ => None,
        };
        if let Some(cell) = said.and_then(|i| cells.get_mut(i)) {
            *cell = office(cell);
        }
        (cells, tone)
    },
    rows: |total, from, shown| match total {
        0 => String::new(),
        _ => format!("{} to {} of {}", whole(from as u64 + 1), whole((from + shown) as u64), whole(total as u64)),
    },
    ..INSPECTOR
};

fn subject(plan: &Plan, subject: &Subject) -> String {
    match subject {
        Subject::Task(_) => (INSPECTOR.subject)(plan, subject),
        Subject::State(task) => format!("Sheet of {}", task_name(plan, *task)),
        Subject::Channel(_) => format!("Tray {}", (INSPECTOR.subject)(plan, subject)),
        Subject::Record(id) => format!("Ticket {id}"),
        Subject::Checkpoints(_) => "Photocopies".into(),
        Subject::Storage => "The safe and its rules".into(),
        Subject::Sink(node) => capitalised(&format!("{} of {}", given(plan, *node), name(plan, *node))),
    }
}

fn page(plan: &Plan, page: &Page) -> Vec<Block> {
    let is_flink = matches!(page, Page::Checkpoints(_) | Page::Storage(_));
    let mut blocks = (INSPECTOR.page)(plan, page);
    for block in &mut blocks {
        match block {
            Block::Head(words) | Block::Note(words, _) | Block::Table(words, ..) => *words = phrase(words),
            Block::Links(links) => links.iter_mut().for_each(|(name, to)| *name = subject(plan, to)),
            Block::Facts(facts) if !is_flink => {
                for (name, value) in facts {
                    *value = fact(plan, page, name, value);
                    *name = label(name);
                }
            }
            Block::Stops(stops) => stops.iter_mut().for_each(|stop: &mut Stop| stop.words = office(&stop.words)),
            Block::Facts(_) | Block::Bars(..) | Block::Listing(_) | Block::Finder => {}
        }
    }
    blocks
}

/// What a fact says.
fn fact(plan: &Plan, page: &Page, name: &str, value: &str) -> String {
    match (page, name) {
        (Page::Task(p), "What it is") => match p.role {
            Role::Source(_) => "reads the roll".into(),
            Role::Operator(i) => (CLERK.operator_habit)(plan.scenario.operators[i].kind),
            Role::Sink(i) => {
                let sink = &plan.scenario.sinks[i];
                (CLERK.sink_habit)(sink.kind, sink.reader).into()
            }
        },
        (Page::Sink(p), "Kind") => (CLERK.sink_habit)(p.destination.kind, p.destination.reader).into(),
        _ => phrase(value),
    }
}

/// A fact's name, or a column's.
fn label(of: &'static str) -> &'static str {
    const LABELS: [(&str, &str); 25] = [
        ("Attempt", "Clerk"),
        ("Balance", "Total"),
        ("Barriers", "Dividers"),
        ("Blocked", "Held up"),
        ("Different ids", "Different tickets"),
        ("Entries", "Lines"),
        ("Expired", "Too old since"),
        ("Expired entries", "Lines that are too old"),
        ("Expires in", "Counts for"),
        ("Held back", "Put aside"),
        ("Id", "Ticket"),
        ("Last barrier through", "Last divider through"),
        ("Next expires in", "Next is too old in"),
        ("Offset", "Number"),
        ("Position", "On the roll"),
        ("Records in it", "Tickets in it"),
        ("Records so far", "Tickets so far"),
        ("Row", "Letter"),
        ("Rows that stand", "Letters that stand"),
        ("State entries", "Lines on the sheet"),
        ("Time for a record", "Time for a ticket"),
        ("Time on the wire", "Time on the way"),
        ("Transactions", "Boxes"),
        ("Visible to the reader", "Seen by the reader"),
        ("Writes so far", "Sent out so far"),
    ];
    LABELS.iter().find(|(from, _)| *from == of).map_or(of, |(_, to)| to)
}

/// A heading, a note or a value: those that would read wrong word for word, as a whole.
fn phrase(of: &str) -> String {
    const PHRASES: [(&str, &str); 14] = [
        ("Complete checkpoints, the one that is restored first", "Filed photocopies, the one that is taken out first"),
        ("Failed: storage could not be written.", "Failed: the safe was shut."),
        ("Offsets committed at the broker", "Bookmarks in the rolls"),
        ("On their way into storage", "On their way into the safe"),
        ("State outside of checkpoints", "Sheets that no photocopy has"),
        ("Storage can be written.", "The safe is open."),
        ("Subtasks", "Desk by desk"),
        ("The receiver is down: what was in here is gone.", "The next desk is burnt: what was in here is gone."),
        ("The task is down, and nothing of its state is left.", "The desk is burnt, and nothing of its sheet is left."),
        ("This job takes no checkpoints.", "This office takes no photocopies."),
        (
            "This job takes no checkpoints: a restart begins from nothing.",
            "This office takes no photocopies: a new one begins from nothing.",
        ),
        ("Where sources read on", "Where rolls are read on"),
        ("in memory only", "on the sheet alone"),
        ("in memory, saved with each checkpoint", "on the sheet, and on each photocopy"),
    ];
    if let Some((_, whole)) = PHRASES.iter().find(|(from, _)| *from == of) {
        return (*whole).to_owned();
    }
    let of = of
        .replace("Storage cannot be written", "The safe is shut")
        .replace("This is what a restart restores", "This is what a new office takes out");
    office(&of)
}

fn cost(c: &Cost) -> String {
    let twice = match c.kind {
        SinkKind::Increment => "paid in twice",
        SinkKind::TwoPhase => "seen twice",
        _ => "sent twice",
    };
    let rows = if c.kind == SinkKind::Increment { "payment" } else { "letter" };
    outcome::cost_in(c, "tickets", twice, [rows, "letter"])
}

fn cost_why(c: &Cost) -> String {
    outcome::cost_why_in(c, why_it_cost, "The tally inside is wrong too.")
}

/// Why it cost that. `ids`: from which to which, where that is worth a word.
fn why_it_cost(c: &Cost, cause: Cause, ids: &str) -> String {
    match cause {
        Cause::ReplayIntoNonIdempotentSink if c.kind == SinkKind::Increment => {
            "the new clerk read them again, and a box of coins cannot tell.".into()
        }
        Cause::ReplayIntoNonIdempotentSink => {
            format!("{ids}the new clerk read them again, and what {} sent out cannot be unsent.", c.sink)
        }
        Cause::StateLostAtRestart => "the sheet that had them burnt with the office.".into(),
        Cause::StateAheadOfOffset => "the sheet was saved, and the roll was read again from before it.".into(),
        Cause::OffsetAheadOfState => "the bookmark was ahead of the sheet: what lay between is in no tally.".into(),
        Cause::TtlExpiredBeforeDuplicate => "glued on again when their lines on the list were too old.".into(),
        Cause::RedeliveredWithoutDedup => "glued on again, and nobody keeps a list of names.".into(),
        Cause::AlignmentSkipped => "a copy had tickets from behind the divider, and they were read again.".into(),
        Cause::TransactionTimedOut => "the post office had thrown their box away: it waited too long.".into(),
        Cause::TransactionLeftOpen => "their box is not emptied.".into(),
        Cause::UncommittedRead => "somebody looks into a box that was never emptied.".into(),
        Cause::SourceNotReplayed => "the new clerk began at the end of the roll.".into(),
        Cause::StateExpired => "the lines that had them were too old.".into(),
        Cause::JobDown => "the office burnt down for good before they came through.".into(),
        Cause::StillInFlight => "they are still on their way.".into(),
    }
}
