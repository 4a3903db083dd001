//! The stage as the clerk's office: the same facts in the words of the analogy (`learn/analogy.txt`).
//!
//! What is not said otherwise here is said as ever: numbers, names of the job, controls.

use super::{
    ENGLISH, bytes, capitalised, counted, in_a_row, last_and_next, node_note, node_value, play, seconds, whole,
};
use crate::checkpoint::CheckpointStatus;
use crate::event::CheckpointFailure;
use crate::scenario::{OperatorKind, Reader, SinkKind};
use crate::sim::{RecordRef, WriteEffect};
use crate::sink::TxnPhase;
use crate::text::play::PlayWords;
use crate::text::{StageWords, Text};
use crate::view::hands::Grip;
use crate::view::reel::Say;
use crate::view::scene::{Card, Destination, Holds, Kept, Line, Node, Scene, Up};
use crate::view::timeline::Stretch;
use crate::view::turning::{Caption, Mark};
use crate::view::verdict::{Guarantee, Verdict};

/// The clerk, in English.
pub static CLERK: Text = Text {
    stage: StageWords {
        wiped_by_a_crash: "a fire takes all of this",
        out_of_reach: "what a fire cannot reach",
        log: "Roll of tickets",
        checkpoints: "In the safe",
        none_yet: "none filed yet: after a fire the tally starts over",
        never_any: "nobody makes copies here: after a fire the tally starts over",
        none_pending: "none being made",
        row: "letter",
        id: "ticket",
        balance: "board",
        nothing_written: "nothing sent out yet",
        crash_here: "fire",
        in_words: "The office in words",
        under_way: "On the way",
        nothing_under_way: "nothing is on the way",
        gone: "burnt",
        state_bytes: "paper",
        in_flight: "out of the trays",
        coordinator: "Head clerk",
        lots: ["", ", jumped by a divider", ", filed with a photocopy"],
        ..ENGLISH.stage
    },
    play: PlayWords {
        grip: |grip, plan| match grip {
            Grip::Job => "The office".into(),
            Grip::Shelf => "The safe".into(),
            Grip::Record { id, .. } => format!("Ticket {id}"),
            Grip::Edge(_) => format!("Tray {}", (play::PLAY.grip)(grip, plan)),
            Grip::Node(_) => (play::PLAY.grip)(grip, plan),
        },
        ..play::PLAY
    },
    sink_habit: |kind, reader| match (kind, reader) {
        (SinkKind::Append, _) => "posts every letter",
        (SinkKind::Increment, _) => "coins into a box",
        (SinkKind::Set, _) => "a number on a board",
        (SinkKind::Upsert, _) => "numbered envelopes",
        (SinkKind::UniqueInsert, _) => "a pigeonhole for one",
        (SinkKind::TwoPhase, Reader::ReadCommitted) => "locked letter box",
        (SinkKind::TwoPhase, Reader::ReadUncommitted) => "box, peeked into",
    },
    operator_habit: |kind| match kind {
        OperatorKind::Dedup => "list of ticket names".into(),
        OperatorKind::Sum => "running tally".into(),
        OperatorKind::Count => "running count".into(),
        OperatorKind::Join => "pairs tickets".into(),
        OperatorKind::Map => "hands tickets on".into(),
        OperatorKind::Filter { .. } => (ENGLISH.operator_habit)(kind),
    },
    node_value: |node| {
        let (label, value) = node_value(node);
        let label = match node.holds {
            Holds::Positions(_) => label.replace("next", "next ticket").replace("partitions", "rolls"),
            Holds::Ids { .. } => "names listed".into(),
            Holds::Nothing(_) => "no sheet".into(),
            Holds::Writes(..) => "sent out".into(),
            Holds::Totals { .. } | Holds::Waiting(_) => label,
        };
        (label, value)
    },
    node_note: note,
    node_sign: |node, down| if down { "burnt".into() } else { (ENGLISH.node_sign)(node, down) },
    memory: |scene, now| match scene.up {
        Up::Running => format!("The office · clerk {}", scene.attempt),
        Up::Down(None) => "Burnt down for good".into(),
        Up::Down(Some(at)) => format!("Burnt down · anew in {}", seconds(at.since(crate::time::SimTime(now)))),
    },
    checkpoint: |id| format!("Photocopy {id}"),
    status,
    in_flight: |records, size| format!("{} · {}", counted(records, "ticket"), bytes(size)),
    coordinator: |scene| {
        let down = matches!(scene.up, Up::Down(_));
        match &scene.next {
            _ if down => "waits for a new office".into(),
            Some(card) if card.status == CheckpointStatus::InProgress => {
                format!("{}: {} of {} desks done", card.id, card.acknowledged.0, card.acknowledged.1)
            }
            _ if !scene.checkpointing => "makes no copies".into(),
            _ => (ENGLISH.coordinator)(scene),
        }
    },
    kept: |kept| match kept {
        Kept::Ids(n) => counted(*n as u64, "name"),
        Kept::Transactions(1) => "1 box to empty".into(),
        Kept::Transactions(n) => format!("{} boxes to empty", whole(*n as u64)),
        Kept::Totals(_) | Kept::Waiting(_) => (ENGLISH.kept)(kept),
    },
    holds: |d| match d.kind {
        SinkKind::Append => format!("{}, {}", counted(d.rows, "letter"), counted(d.distinct, "ticket")),
        SinkKind::TwoPhase => format!("{} out, of {}", whole(d.visible), counted(d.rows, "letter")),
        SinkKind::Upsert => format!("{}, one per ticket", counted(d.rows, "envelope")),
        SinkKind::UniqueInsert => format!("{}, one per ticket", counted(d.rows, "pigeonhole")),
        SinkKind::Increment => format!("coins of {}, {}", whole(d.rows), counted(d.distinct, "ticket")),
        SinkKind::Set => counted(d.rows, "board"),
    },
    holds_short: |d| match d.kind {
        SinkKind::TwoPhase => format!("{} out", whole(d.visible)),
        SinkKind::Set => counted(d.rows, "board"),
        SinkKind::Increment => whole(d.rows),
        SinkKind::Append => counted(d.rows, "letter"),
        SinkKind::Upsert => counted(d.rows, "envelope"),
        SinkKind::UniqueInsert => counted(d.rows, "pigeonhole"),
    },
    stands_twice: |d| match &d.again_ids {
        None => String::new(),
        Some((a, b)) if a == b => format!("{a} went out twice"),
        Some((a, b)) if in_a_row(a, b, d.again) => format!("{a} … {b} went out twice"),
        Some((a, b)) => format!("{} again, {a} to {b}", whole(d.again)),
    },
    row_mark: |line| match (line.repeats, line.phase, line.effect) {
        (None, Some(phase), _) if !line.is_first => box_word(phase).into(),
        (None, None, WriteEffect::Refused) if !line.is_first => "does not fit".into(),
        _ => (ENGLISH.row_mark)(line),
    },
    row,
    transaction: |t, short| {
        let (id, state) = (t.id.0 + 1, if t.timed_out { "thrown away" } else { box_word(t.phase) });
        if short {
            format!("B{id} {state} · {}", whole(t.rows))
        } else {
            format!("Box {id} · {state} · {}", counted(t.rows, "letter"))
        }
    },
    record,
    falling: |r, sink, again, step| {
        let again = if again { "sent out again" } else { "sent out" };
        format!("ticket {}, {again} by {sink} at step {}, read by clerk {}", r.id, whole(step), r.attempt)
    },
    rising: |r, source, step| {
        format!("ticket {} read from the roll {source}, number {}, at step {}", r.id, r.origin.offset, whole(step))
    },
    dense: |records, node| format!("{} on their way to {node}", counted(records as u64, "ticket")),
    message: |m, task| match m.say {
        Say::Trigger => format!("head clerk to {task}: put divider {} in", m.checkpoint),
        Say::Acknowledge => format!("{task} to head clerk: my sheet for photocopy {} is filed", m.checkpoint),
        Say::Complete => format!("head clerk to {task}: photocopy {} is filed", m.checkpoint),
    },
    barrier: |id, step| format!("divider of photocopy {id}, handed on at step {}", whole(step)),
    saving: |task, id, step| format!("copy of the sheet of {task} for photocopy {id}, made at step {}", whole(step)),
    restoring: |task, id, step| format!("sheet of {task} from photocopy {id}, taken out at step {}", whole(step)),
    caption,
    mark,
    go_to_mark: |m, ms| format!("Go to {}, {}", mark(m), seconds(ms)),
    stretch: |stretch| match stretch {
        Stretch::Live => "reads on",
        Stretch::Down => "burnt down",
        Stretch::Replay => "reads again",
    },
    inside: |v| match (v.has_state, v.inside) {
        (false, _) => "Inside: no sheet".into(),
        (true, Guarantee::ExactlyOnce) => "Inside: the tally is right".into(),
        (true, Guarantee::AtLeastOnce) => "Inside: tickets counted twice".into(),
        (true, Guarantee::AtMostOnce) => "Inside: tickets are missing".into(),
        (true, Guarantee::Broken) => "Inside: some twice, some missing".into(),
    },
    output,
    moment,
    ..ENGLISH
};

/// A sentence of the workbench in the words of the office.
pub(super) fn in_the_office(sentence: &str) -> String {
    const WORDS: [(&str, &str); 29] = [
        ("memory", "tally"),
        ("pre-committed", "locked"),
        ("committed", "emptied"),
        ("checkpoints", "photocopies"),
        ("checkpoint", "photocopy"),
        ("barriers", "dividers"),
        ("barrier", "divider"),
        ("records", "tickets"),
        ("record", "ticket"),
        ("snapshot", "copy"),
        ("snapshots", "copies"),
        ("offset", "number"),
        ("coordinator", "head clerk"),
        ("transactions", "boxes"),
        ("transaction", "box"),
        ("commit", "emptying"),
        ("rows", "letters"),
        ("row", "letter"),
        ("wrote", "sent out"),
        ("process", "office"),
        ("job", "office"),
        ("broker", "post office"),
        ("attempt", "clerk"),
        ("crashed", "burnt"),
        ("restarted", "opened anew"),
        ("tasks", "desks"),
        ("task", "desk"),
        ("partition", "roll"),
        ("phases", "times"),
    ];
    let mut out = String::new();
    let mut word = String::new();
    let put = |word: &mut String, out: &mut String| {
        // A sentence may begin with it.
        let small = word.to_lowercase();
        match WORDS.iter().find(|(from, _)| *from == small) {
            Some((_, to)) if *word == small => out.push_str(to),
            Some((_, to)) => out.push_str(&capitalised(to)),
            None => out.push_str(word),
        }
        word.clear();
    };
    for c in sentence.chars() {
        if c.is_alphanumeric() || c == '-' {
            word.push(c);
        } else {
            put(&mut word, &mut out);
            out.push(c);
        }
    }
    put(&mut word, &mut out);
    out
}

fn note(node: &Node, down: bool) -> String {
    if down {
        return "burnt".into();
    }
    if let Some((checkpoint, come, of)) = node.aligning {
        return format!("waits for divider {checkpoint}: {come} of {of}");
    }
    if let Some(checkpoint) = node.saved {
        return format!("copy {checkpoint} made");
    }
    node_note(node, down).replace("restored", "from the copy").replace("TTL", "crossed out in").replace(" left", "")
}

fn status(card: &Card) -> String {
    match card.status {
        CheckpointStatus::Completed if card.restored => "filed · taken out".into(),
        CheckpointStatus::Completed => "filed".into(),
        CheckpointStatus::InProgress => format!("{} of {} copied", card.acknowledged.0, card.acknowledged.1),
        CheckpointStatus::Failed(why) => match why {
            CheckpointFailure::Storage => "the safe was shut",
            CheckpointFailure::Expired => "took too long",
            CheckpointFailure::Subsumed => "overtaken by a later one",
            CheckpointFailure::JobFailed => "burnt in the fire",
            CheckpointFailure::Declined => "declined",
        }
        .into(),
    }
}

fn box_word(phase: TxnPhase) -> &'static str {
    match phase {
        TxnPhase::Open => "open",
        TxnPhase::PreCommitted => "locked",
        TxnPhase::Committed => "emptied",
        TxnPhase::Aborted => "thrown away",
    }
}

fn row(line: &Line) -> String {
    let twice = match line.repeats {
        Some(first) if first == line.row => ", and nothing of it is due here".into(),
        Some(first) => format!(", sent out as letter {first} already"),
        None => String::new(),
    };
    format!(
        "letter {}: ticket {}, number {} on the roll, read by clerk {}, sent out at step {}{twice}",
        line.row,
        line.id,
        line.offset,
        line.attempt,
        whole(line.step)
    )
}

fn record(r: &RecordRef, source: &str, step: u64) -> String {
    let again = if r.replayed { " again" } else { "" };
    let glued = if r.redelivered { ", glued on a second time" } else { "" };
    let (number, clerk) = (r.origin.offset, r.attempt);
    format!("ticket {} of {source}, read{again} as number {number} by clerk {clerk}{glued}, step {}", r.id, whole(step))
}

fn caption(caption: &Caption) -> String {
    match caption {
        Caption::BarrierLeaves(id, Some(offset)) => {
            format!("Divider {id} follows ticket {offset}: all before it will be copied.")
        }
        Caption::BarrierLeaves(id, None) => format!("Divider {id} goes into every roll that is read."),
        Caption::Saved(id, Some(next)) => format!("Filed: photocopy {id}, with the next ticket, {next}, on it."),
        Caption::Saved(id, None) => format!("Filed: photocopy {id} is in the safe."),
        Caption::NotSaved(id) => format!("Photocopy {id} will not be filed."),
        Caption::Crash => "Fire: everything in the office is gone.".into(),
        Caption::MemoryGone { restarts: true } => "The sheets are ashes. Roll, safe and letters are not.".into(),
        Caption::MemoryGone { restarts: false } => "The sheets are ashes, and there is no new office.".into(),
        Caption::BackTo { next: Some(next), checkpoint: Some(id) } => {
            format!("A new clerk takes photocopy {id} and reads on at ticket {next}.")
        }
        Caption::BackTo { next: None, checkpoint: Some(id) } => {
            format!("A new clerk takes photocopy {id}, and every roll goes back.")
        }
        Caption::BackTo { next: Some(next), checkpoint: None } => {
            format!("A new clerk begins at ticket {next}: the safe is empty.")
        }
        Caption::BackTo { next: None, checkpoint: None } => {
            "A new clerk begins with nothing: the safe is empty.".into()
        }
        Caption::WrittenAgain(sink) => format!("Posted again: what {sink} sent cannot be unposted."),
        Caption::AddedAgain(sink) => format!("Coins again: {sink} cannot know it has these."),
        Caption::WrittenOver(sink) => format!("Again in {sink}, in the same envelope: it stands once."),
        Caption::Voided(sink) => format!("The box of {sink} is thrown away: nobody read those letters."),
        Caption::Committed(sink) => format!("The box of {sink} is emptied: its letters go out."),
        Caption::Refused(sink) => format!("The post office threw the box of {sink} away."),
        Caption::CommitsBroken(sink) => format!("The next emptying of the box of {sink} will fail."),
        Caption::CommitFailed(sink) => format!("The box of {sink} could not be emptied: fire."),
        Caption::StorageDown(until) => format!("The safe is shut until {}.", seconds(until.ms())),
        Caption::Slowed(node, until) => format!("{node} is slow until {}.", seconds(until.ms())),
        Caption::Stalled(from, to, until) => {
            format!("The tray from {from} to {to} is stuck until {}.", seconds(until.ms()))
        }
        Caption::SentAgain(id) => format!("Somebody glues ticket {id} to the roll once more."),
    }
}

fn mark(mark: &Mark) -> String {
    match mark {
        Mark::Barrier(id) => format!("divider {id}"),
        Mark::Saved(id) => format!("filed {id}"),
        Mark::NotSaved(id) => format!("not filed {id}"),
        Mark::Crash => "fire".into(),
        Mark::BackTo(Some(next)) => format!("back to {next}"),
        Mark::BackTo(None) => "new office".into(),
        Mark::Committed(sink) => format!("{sink} emptied"),
        Mark::Again => "first one twice".into(),
    }
}

fn output(v: &Verdict) -> String {
    let at = v.sink.as_ref().map_or(String::new(), |s| format!(" by {s}"));
    let ids = match &v.ids {
        Some((a, b)) if a == b => format!(", {a}"),
        Some((a, b)) => format!(", {a} … {b}"),
        None => String::new(),
    };
    match (v.duplicates, v.missing) {
        (0, 0) => "Outside: each sent once".into(),
        (twice, 0) => format!("Outside: {} sent twice{at}{ids}", whole(twice)),
        (0, n) => format!("Outside: {} not sent{at}", whole(n)),
        (twice, n) => format!("Outside: {} sent twice, {} not sent{at}{ids}", whole(twice), whole(n)),
    }
}

fn moment(scene: &Scene) -> Vec<String> {
    let mut lines = vec![match scene.up {
        Up::Running => format!("Clerk {} is at work.", scene.attempt),
        Up::Down(Some(at)) => format!("The office has burnt down; a new one opens at {}.", seconds(at.ms())),
        Up::Down(None) => "The office has burnt down, and there is no new one.".into(),
    }];
    for tape in &scene.tapes {
        for head in &tape.partitions {
            let mut line = format!("Roll {}: {}.", tape.name, last_and_next(head.first, head.next));
            if let Some((before, next)) = head.went_back {
                line += &format!(" Reading went back from ticket {before} to ticket {next}.");
            }
            lines.push(line);
        }
    }
    if scene.up == Up::Running {
        for node in &scene.nodes {
            let (label, value) = (CLERK.node_value)(node);
            let note = note(node, false);
            let note = if note.is_empty() { String::new() } else { format!(" ({note})") };
            lines.push(format!("{}: {label} {value}{note}.", node.name));
        }
    }
    for card in scene.restorable.iter().chain(&scene.next) {
        let offsets = card.offsets.iter().map(|(name, next)| format!("{name} {}", (CLERK.offset_range)(next)));
        let trays = match card.in_flight {
            (0, _) => String::new(),
            (n, _) => format!(", with {} out of the trays", counted(n, "ticket")),
        };
        let offsets = offsets.collect::<Vec<_>>().join(", ");
        lines.push(format!("Photocopy {}: {}{trays}. {offsets}.", card.id, status(card)));
    }
    let sent = |d: &Destination| {
        let twice = (CLERK.stands_twice)(d);
        let twice = if twice.is_empty() { String::new() } else { format!("; {twice}") };
        capitalised(&format!("{}: {}{twice}.", d.name, (CLERK.holds)(d)))
    };
    lines.extend(scene.destinations.iter().map(sent));
    lines
}
