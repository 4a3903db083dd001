//! English.

mod branches;
pub(super) mod cards_page;
mod clerk;
mod config;
mod editor;
mod editor_fields;
mod inspector;
mod lanes;
pub(super) mod learn;
mod learn_page;
mod play;
mod predict;
mod presets;
pub(super) mod quiz_page;
pub(super) mod session;
mod share;
mod step;
mod why;

pub use clerk::CLERK;

use super::{Controls, Doors, LaterWords, Legend, StageWords, Tabs, Text, Workbench};
use crate::check::Cause;
use crate::checkpoint::CheckpointStatus;
use crate::event::CheckpointFailure;
use crate::ids::{EventId, Offset};
use crate::scenario::{OperatorKind, Reader, SinkKind};
use crate::sim::{RecordRef, WriteEffect};
use crate::sink::TxnPhase;
use crate::view::closing::{Cost, Price};
use crate::view::reel::Say;
use crate::view::scene::{Card, Destination, Holds, Kept, Line, Node, Scene, Up};
use crate::view::timeline::Stretch;
use crate::view::turning::{Caption, Mark};
use crate::view::verdict::{Guarantee, Verdict};

/// English.
pub static ENGLISH: Text = Text {
    lang: "en",
    name: "Barrierscope",
    controls: Controls {
        play: "Play",
        pause: "Pause",
        step: "Step",
        step_back: "Step back",
        restart_run: "Restart run",
        crash: "Crash",
        speed: "Speed",
        scenario: "Scenario",
        sink: "Sink",
        position: "Position",
        transport: "Transport",
        setup: "Set-up",
        stage: "Stage",
        timeline: "Timeline",
        verdict: "Verdict",
        open_scenario: "Open scenario",
        open_file: "From a file",
        open_paste: "Or paste its JSON",
        open_hint: "A scenario says the job, its input and its faults. It stays on this page: nothing is sent anywhere.",
        open_run: "Run it",
        open_keep: "The run on the stage stays as it is.",
        close: "Close",
        legend: "Legend",
        keys: "Keys",
        help: "Legend and keys",
        theme_dark: "Dark theme",
        theme_light: "Light theme",
        skip: "Skip to the stage",
        dashboard: "Your dashboard",
        whole_document: "the whole text",
        unreadable_file: "the file could not be read as text",
    },
    stage: StageWords {
        wiped_by_a_crash: "a crash wipes all of this",
        out_of_reach: "what a crash cannot reach",
        log: "Log",
        checkpoints: "Checkpoints",
        none_yet: "none complete yet: a crash now would start over",
        never_any: "this job takes none: a crash starts over",
        none_pending: "none under way",
        row: "row",
        id: "id",
        value: "value",
        note: "note",
        key: "key",
        balance: "balance",
        nothing_written: "nothing written yet",
        crash_here: "crash",
        in_words: "The stage in words",
        under_way: "Under way",
        nothing_under_way: "nothing is under way",
        gone: "gone",
        state_bytes: "state",
        in_flight: "in flight",
        took: "took",
        coordinator: "Coordinator",
        zoom_in: "Zoom in",
        zoom_out: "Zoom out",
        fit: "Fit",
        zoom: "Zoom of the stage",
        lots: ["", ", overtaken by a barrier", ", stored with a checkpoint"],
    },
    play: play::PLAY,
    tabs: Tabs { all: "Parts of the page", names: ["Play", "Learn", "Quiz", "Cards"] },
    presets: presets::NAMES,
    doors: Doors {
        gallery: "Gallery",
        edit: "Edit",
        draft: |n| format!("⚠ draft: {}", counted(n as u64, "error")),
        lanes: "Lanes",
        branches: "Branches",
        inspector: "Inspector",
        share: "Share",
        as_code: "As code",
        predict: "Predict",
        predict_hint: "Stop before each turning point and ask what will happen",
        why: "Why?",
        lens: "As a clerk",
        lens_hint: "Show the same run as a clerk with a roll of tickets",
    },
    later: LaterWords {
        coming: "Fetching the rest of the page …",
        failed: "This part of the page could not be fetched. Check the connection and try again; if that does not help, \
                 load the page anew.",
        again: "Try again",
    },
    number,
    seconds,
    milliseconds: |ms| if ms < 1000 { format!("{ms} ms") } else { seconds(ms) },
    bytes,
    speed: |factor| format!("{factor}×"),
    position: |step, steps, ms| format!("step {} of {}, {}", whole(step), whole(steps), seconds(ms)),
    sink_kind: |kind| match kind {
        SinkKind::Append => "append",
        SinkKind::Increment => "increment",
        SinkKind::Set => "set",
        SinkKind::Upsert => "upsert",
        SinkKind::UniqueInsert => "unique insert",
        SinkKind::TwoPhase => "two-phase commit",
    },
    sink_option: |name, kind| format!("{name}: {kind}"),
    sink_habit,
    operator_habit: |kind| match kind {
        OperatorKind::Map => "passes records on".into(),
        OperatorKind::Filter { min_value } => format!("value ≥ {}", number(min_value)),
        OperatorKind::Dedup => "each id once".into(),
        OperatorKind::Sum => "sum by key".into(),
        OperatorKind::Count => "count by key".into(),
        OperatorKind::Join => "pairs by key".into(),
    },
    last_and_next,
    node_value,
    node_note,
    node_sign: |node, down| match (down, node.aligning, node.saved) {
        (true, ..) => "gone".into(),
        (_, Some((_, come, of)), _) => format!("{come}/{of}"),
        (_, _, Some(id)) => format!("✓{id}"),
        _ => String::new(),
    },
    key_value: |key, value| format!("{key} = {}", number(value)),
    memory: |scene, now| match scene.up {
        Up::Running => format!("In memory · attempt {}", scene.attempt),
        Up::Down(None) => "Down for good: no restart is left".into(),
        Up::Down(Some(at)) => format!("Memory is gone · restart in {}", seconds(at.since(crate::time::SimTime(now)))),
    },
    tape_note: |head| last_and_next(head.first, head.next),
    went_back: |before, next| format!("went back: next {before} → next {next}"),
    checkpoint: |id| format!("Checkpoint {id}"),
    status,
    card_offset: |offset| match offset {
        None => "not known yet".into(),
        Some(next) => last_and_next(Offset(0), next),
    },
    card_offset_short: |offset| offset.map_or("not yet".into(), |next| format!("next {next}")),
    offset_range,
    in_flight: |records, size| format!("{} · {}", counted(records, "record"), bytes(size)),
    more: |n| format!("{} more", whole(n as u64)),
    more_logs: |n, next| format!("{} more, {}", whole(n as u64), offset_range(next)),
    coordinator: |scene| {
        let down = matches!(scene.up, Up::Down(_));
        match &scene.next {
            _ if down => "waits for the restart".into(),
            Some(card) if card.status == CheckpointStatus::InProgress => {
                format!("{}: {} of {} tasks done", card.id, card.acknowledged.0, card.acknowledged.1)
            }
            _ => match (scene.checkpointing, scene.due) {
                (false, _) => "takes no checkpoints".into(),
                (true, Some(at)) => format!("next at {}", seconds(at.ms())),
                (true, None) => "idle".into(),
            },
        }
    },
    kept: |kept| match kept {
        Kept::Ids(n) => counted(*n as u64, "id"),
        Kept::Totals((None, _)) => "empty".into(),
        Kept::Totals((Some((key, value)), 1)) => format!("{key} = {}", number(*value)),
        Kept::Totals((Some((key, value)), n)) => format!("{key} = {}, {} more", number(*value), n - 1),
        Kept::Waiting(n) => format!("{} waiting", whole(*n as u64)),
        Kept::Transactions(n) => format!("{} to commit", counted(*n as u64, "transaction")),
    },
    next_due: |ms| format!("next one at {}", seconds(ms)),
    holds,
    holds_short: |d| match d.kind {
        SinkKind::TwoPhase => format!("{} visible", whole(d.visible)),
        SinkKind::Set => counted(d.rows, "balance"),
        SinkKind::Increment => whole(d.rows),
        SinkKind::Append | SinkKind::Upsert | SinkKind::UniqueInsert => counted(d.rows, "row"),
    },
    again_short: |d| if d.again == 0 { String::new() } else { format!("{} again", whole(d.again)) },
    stands_twice: |d| match &d.again_ids {
        None => String::new(),
        Some((a, b)) if a == b => format!("{a} stands twice"),
        Some((a, b)) if in_a_row(a, b, d.again) => format!("{a} … {b} stand twice"),
        Some((a, b)) => format!("{} again, {a} to {b}", whole(d.again)),
    },
    lost: |lost| match &lost.ids {
        (a, b) if a == b => format!("{a} is missing"),
        (a, b) => format!("{} missing: {a} … {b}", whole(lost.count)),
    },
    row_mark,
    row: |l| {
        let twice = match l.repeats {
            Some(first) if first == l.row => ", and nothing of it is due here".into(),
            Some(first) => format!(", stands in row {first} already"),
            None => String::new(),
        };
        format!(
            "row {}: id {}, read from offset {} by attempt {}, written at step {}{twice}",
            l.row,
            l.id,
            l.offset,
            l.attempt,
            whole(l.step)
        )
    },
    balance_note: |surplus, was| match (surplus, was) {
        (0, None) => String::new(),
        (0, Some(was)) => format!("was {}, climbs again", number(was)),
        (surplus, _) => format!("{} too much", number(surplus)),
    },
    transaction: |t, short| {
        let (id, state) = (t.id.0 + 1, if t.timed_out { "timed out" } else { phase_word(t.phase) });
        if short {
            format!("T{id} {state} · {}", whole(t.rows))
        } else {
            format!("Transaction {id} · {state} · {}", counted(t.rows, "row"))
        }
    },
    record,
    on_its_way: |thing, task| format!("{thing}, on its way to {task}"),
    at_work: |record, task| format!("{record}, at work in {task}"),
    record_short: |r| if r.replayed { format!("{} again", r.id) } else { r.id.to_string() },
    falling: |r, sink, again, step| {
        let again = if again { "written again to" } else { "written to" };
        format!("{} {again} {sink} at step {}, read by attempt {}", r.id, whole(step), r.attempt)
    },
    rising: |r, source, step| {
        format!("{} read from {source}, offset {}, at step {}", r.id, r.origin.offset, whole(step))
    },
    dense: |records, node| format!("{} on their way to {node}", counted(records as u64, "record")),
    fill: |records, capacity| format!("{}/{}", whole(records), whole(capacity)),
    message: |m, task| match m.say {
        Say::Trigger => format!("coordinator to {task}: send barrier {} off", m.checkpoint),
        Say::Acknowledge => format!("{task} to coordinator: my part of checkpoint {} is stored", m.checkpoint),
        Say::Complete => format!("coordinator to {task}: checkpoint {} is complete", m.checkpoint),
    },
    barrier: |id, step| format!("barrier of checkpoint {id}, sent at step {}", whole(step)),
    saving: |task, id, step| format!("snapshot of {task} for checkpoint {id}, taken at step {}", whole(step)),
    restoring: |task, id, step| format!("state of {task} from checkpoint {id}, restored at step {}", whole(step)),
    caption,
    mark,
    go_to_mark: |m, ms| format!("Go to {}, {}", mark(m), seconds(ms)),
    stretch: |stretch| match stretch {
        Stretch::Live => "reads on",
        Stretch::Down => "down",
        Stretch::Replay => "reads again",
    },
    inside: |v| match (v.has_state, v.inside) {
        (false, _) => "Inside: no state".into(),
        (true, Guarantee::ExactlyOnce) => "Inside: total right".into(),
        (true, Guarantee::AtLeastOnce) => "Inside: counted twice".into(),
        (true, Guarantee::AtMostOnce) => "Inside: something is missing".into(),
        (true, Guarantee::Broken) => "Inside: some twice, some missing".into(),
    },
    output,
    guarantee: |g| match g {
        Guarantee::ExactlyOnce => "exactly once",
        Guarantee::AtLeastOnce => "at least once",
        Guarantee::AtMostOnce => "at most once",
        Guarantee::Broken => "neither",
    },
    dashboard,
    moment,
};

/// English, of the workbench.
pub static ENGLISH_WORKBENCH: Workbench = Workbench {
    legend: Legend {
        record: "a record; hue and letter are its key",
        replayed: "read again after a restart",
        redelivered: "sent again by its producer",
        density: "more records than fit: the darker, the more",
        full: "a full channel: the sender has to wait",
        barrier: "a barrier, with its checkpoint's number",
        blocked: "a channel that waits for other barriers",
        overtaken: "overtaken by a barrier",
        stored: "in flight, and stored with a checkpoint",
        snapshot: "a snapshot, on its way to the shelf or back",
        message: "a message from or to the coordinator",
        open: "a transaction: open",
        pre_committed: "pre-committed: its checkpoint decides",
        committed: "committed: readers see it",
        aborted: "aborted: its rows are void",
        timed_out: "timed out at its broker",
        duplicate: "stands twice; a thread leads to the first",
        missing: "should be here and is not",
        line: "above it is memory, below it what a crash cannot reach",
    },
    config: config::CONFIG,
    editor: editor::EDITOR,
    step: step::STEP,
    keys: &[
        ("Space", "play or pause"),
        ("→", "one step on"),
        ("←", "one step back"),
        ("Page Down, Page Up", "the next or the last mark"),
        ("Home, End", "the beginning or the end"),
        ("+, −, 0", "zoom, with the focus on its buttons; arrows move the picture"),
        ("Ctrl + wheel", "zoom; drag what is empty to move the picture"),
        ("Tab, ↑ ↓", "from one place of the stage to the next"),
        ("Enter", "what can be done there"),
        ("I, L", "the inspector, the lanes; with the focus on the stage"),
        ("?", "this help"),
        ("Esc", "close what is open"),
    ],
    why: why::WHY,
    inspector: inspector::INSPECTOR,
    lanes: lanes::LANES,
    branches: branches::BRANCHES,
    share: share::SHARE,
    predict: predict::PREDICT,
    own_scenario: |s| match crate::scenario::preset_titled(&s.title) {
        Some(preset) => format!("{}, edited", (presets::NAMES.name)(preset.name)),
        None if s.title.is_empty() => "Your scenario".into(),
        None => s.title.clone(),
    },
    cost,
    cost_why,
    ended_well: |v| match v.restarts {
        _ if !v.ended => "The run goes on beyond what this page can hold; the command line runs it further.".into(),
        _ if v.inside != Guarantee::ExactlyOnce => {
            "The run is over. The destinations are as they should be; the state inside is not.".into()
        }
        0 => "The run is over, and everything stands exactly once.".into(),
        _ => "The run is over: it crashed, and everything still stands exactly once.".into(),
    },
    price,
    errors: |n| match n {
        1 => "This scenario cannot be read: 1 error.".into(),
        n => format!("This scenario cannot be read: {n} errors."),
    },
    too_long: |records, most| {
        format!(
            "found {} records, expected at most {} on this page; the command line runs it",
            whole(records),
            whole(most)
        )
    },
    presets: presets::WORDS,
    hands: play::HANDS,
    compare: play::COMPARE,
};

fn number(n: i64) -> String {
    let digits = whole(n.unsigned_abs());
    if n < 0 { format!("−{digits}") } else { digits }
}

/// A number that is not below zero, with its thousands set apart.
fn whole(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// Whether so many different ids from `a` to `b` leave none out.
fn in_a_row(a: &EventId, b: &EventId, n: u64) -> bool {
    matches!((a, b), (EventId::Int(a), EventId::Int(b)) if b - a + 1 == n)
}

fn counted(n: u64, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{} {noun}s", whole(n)) }
}

fn seconds(ms: u64) -> String {
    format!("{}.{} s", whole(ms / 1000), ms % 1000 / 100)
}

fn bytes(n: u64) -> String {
    match n {
        0..1000 => format!("{n} B"),
        1000..1_000_000 => format!("{}.{} KB", n / 1000, n % 1000 / 100),
        _ => format!("{}.{} MB", whole(n / 1_000_000), n % 1_000_000 / 100_000),
    }
}

fn last_and_next(first: Offset, next: Offset) -> String {
    if next.0 <= first.0 { format!("next {next}") } else { format!("last read {} · next {next}", next.0 - 1) }
}

fn sink_habit(kind: SinkKind, reader: Reader) -> &'static str {
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

fn node_value(node: &Node) -> (String, String) {
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

fn node_note(node: &Node, down: bool) -> String {
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

fn offset_range(next: &[Option<Offset>]) -> String {
    let known = || next.iter().flatten();
    match (next, known().min(), known().max()) {
        (_, None, _) | (_, _, None) => "not known yet".into(),
        ([_], Some(next), _) => last_and_next(Offset(0), *next),
        (_, Some(low), Some(high)) if low == high => format!("next {low}"),
        (_, Some(low), Some(high)) => format!("next {low} … {high}"),
    }
}

fn status(card: &Card) -> String {
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

fn holds(d: &Destination) -> String {
    match d.kind {
        SinkKind::Append => format!("{}, {}", counted(d.rows, "row"), counted(d.distinct, "id")),
        SinkKind::TwoPhase => format!("{} visible of {}", whole(d.visible), counted(d.rows, "row")),
        SinkKind::Upsert | SinkKind::UniqueInsert => format!("{}, one per id", counted(d.rows, "row")),
        SinkKind::Increment => format!("{} of {}", counted(d.rows, "addition"), counted(d.distinct, "id")),
        SinkKind::Set => counted(d.rows, "balance"),
    }
}

fn phase_word(phase: TxnPhase) -> &'static str {
    match phase {
        TxnPhase::Open => "open",
        TxnPhase::PreCommitted => "pre-committed",
        TxnPhase::Committed => "committed",
        TxnPhase::Aborted => "aborted",
    }
}

fn row_mark(line: &Line) -> String {
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

fn record(r: &RecordRef, source: &str, step: u64) -> String {
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

fn caption(caption: &Caption) -> String {
    match caption {
        Caption::BarrierLeaves(id, Some(offset)) => {
            format!("Barrier {id} follows offset {offset}: everything before it will be saved.")
        }
        Caption::BarrierLeaves(id, None) => format!("Barrier {id} sets out from every log that is read."),
        Caption::Saved(id, Some(next)) => format!("Saved: checkpoint {id} holds everything before offset {next}."),
        Caption::Saved(id, None) => format!("Saved: checkpoint {id} is complete."),
        Caption::NotSaved(id) => format!("Checkpoint {id} will not complete."),
        Caption::Crash => "Crash: everything above the line is wiped.".into(),
        Caption::MemoryGone { restarts: true } => "Memory is gone. Log, checkpoints and rows still stand.".into(),
        Caption::MemoryGone { restarts: false } => "Memory is gone, and no restart is left.".into(),
        Caption::BackTo { next: Some(next), checkpoint: Some(id) } => {
            format!("Back to {next}: state and read head come from checkpoint {id}.")
        }
        Caption::BackTo { next: None, checkpoint: Some(id) } => {
            format!("Back: state and every read head come from checkpoint {id}.")
        }
        Caption::BackTo { next: Some(next), checkpoint: None } => {
            format!("Back to {next}, with nothing: no checkpoint was complete.")
        }
        Caption::BackTo { next: None, checkpoint: None } => "Back with nothing: no checkpoint was complete.".into(),
        Caption::WrittenAgain(sink) => format!("Written again: {sink} cannot know it has these."),
        Caption::AddedAgain(sink) => format!("Added again: {sink} cannot know it has these."),
        Caption::WrittenOver(sink) => format!("Written again in {sink}, under the same id: it stands once."),
        Caption::Voided(sink) => format!("Uncommitted rows in {sink} are void: nobody saw them."),
        Caption::Committed(sink) => format!("Committed: readers of {sink} see these rows now."),
        Caption::Refused(sink) => format!("Commit refused: the broker gave up this transaction of {sink}."),
        Caption::CommitsBroken(sink) => format!("The next commit of {sink} will fail at its broker."),
        Caption::CommitFailed(sink) => format!("The commit of {sink} failed, and the job with it."),
        Caption::StorageDown(until) => format!("Checkpoint storage cannot be written until {}.", seconds(until.ms())),
        Caption::Slowed(node, until) => format!("{node} is slow until {}.", seconds(until.ms())),
        Caption::Stalled(from, to, until) => {
            format!("Nothing comes from {from} to {to} until {}.", seconds(until.ms()))
        }
        Caption::SentAgain(id) => format!("Sent again: the producer puts {id} into the log once more."),
    }
}

fn mark(mark: &Mark) -> String {
    match mark {
        Mark::Barrier(id) => format!("barrier {id}"),
        Mark::Saved(id) => format!("saved {id}"),
        Mark::NotSaved(id) => format!("not saved {id}"),
        Mark::Crash => "crash".into(),
        Mark::BackTo(Some(next)) => format!("back to {next}"),
        Mark::BackTo(None) => "restart".into(),
        Mark::Committed(sink) => format!("{sink} committed"),
        Mark::Again => "first row twice".into(),
    }
}

fn output(v: &Verdict) -> String {
    let at = v.sink.as_ref().map_or(String::new(), |s| format!(" in {s}"));
    let ids = match &v.ids {
        Some((a, b)) if a == b => format!(", {a}"),
        Some((a, b)) => format!(", {a} … {b}"),
        None => String::new(),
    };
    let duplicates = counted(v.duplicates, "duplicate");
    match (v.duplicates, v.missing) {
        (0, 0) => "Output: 0 duplicates, nothing missing".into(),
        (_, 0) => format!("Output: {duplicates}{at}{ids}"),
        (0, n) => format!("Output: 0 duplicates, {} missing{at}", whole(n)),
        (_, n) => format!("Output: {duplicates}, {} missing{at}{ids}", whole(n)),
    }
}

fn dashboard(v: &Verdict) -> String {
    let state = match (v.running, v.gave_up, v.ended) {
        (false, true, _) => "FAILED",
        (false, false, _) => "RESTARTING",
        (true, _, true) => "FINISHED",
        (true, _, false) => "RUNNING",
    };
    // The exception is gone from the overview as soon as the job runs again: that silence is the lesson.
    let exceptions = if v.running { "0 exceptions" } else { "1 exception" };
    let checkpoint = match v.checkpoint {
        None => "no checkpoint yet".to_owned(),
        Some((_, true)) => "last checkpoint completed".into(),
        Some((_, false)) => "last checkpoint failed".into(),
    };
    format!("{state} · {exceptions} · {checkpoint}")
}

/// Why it cost that: each cause in a sentence, most effects first.
fn cost_why(c: &Cost) -> String {
    let several = c.causes.len() > 1;
    let sentence = |(cause, count): &(Cause, u64)| {
        let n = if several { format!("{}: ", whole(*count)) } else { String::new() };
        let ids = match (&c.ids, several) {
            (Some((a, b)), false) if a != b => format!("{a} … {b}: "),
            _ => String::new(),
        };
        let why = match cause {
            Cause::ReplayIntoNonIdempotentSink if c.kind == SinkKind::Increment => {
                "the restart read them again, and a balance cannot know that it has had them.".into()
            }
            Cause::ReplayIntoNonIdempotentSink => {
                format!("{ids}the restart read them again, and {} cannot know that it has them.", c.sink)
            }
            Cause::StateLostAtRestart => "the state that knew of them died with the process.".into(),
            Cause::StateAheadOfOffset => "the state survived, and the source went back behind it.".into(),
            Cause::OffsetAheadOfState => {
                "the offset was committed ahead of the state: what lay between is lost to it.".into()
            }
            Cause::TtlExpiredBeforeDuplicate => {
                "sent again by the producer after the dedup's entry had expired.".into()
            }
            Cause::RedeliveredWithoutDedup => "sent again by the producer, and nothing takes duplicates out.".into(),
            Cause::AlignmentSkipped => {
                "a snapshot held records from behind the barrier, and they were read again.".into()
            }
            Cause::TransactionTimedOut => "the broker had aborted their transaction: it was open too long.".into(),
            Cause::TransactionLeftOpen => "their transaction is still open.".into(),
            Cause::UncommittedRead => "the reader looks at rows that were never committed.".into(),
            Cause::SourceNotReplayed => "the source started again from the end of its log.".into(),
            Cause::StateExpired => "the state that held them ran out.".into(),
            Cause::JobDown => "the job is down for good before they came through.".into(),
            Cause::StillInFlight => "they are still on their way.".into(),
        };
        capitalised(&format!("{n}{why}"))
    };
    let mut all: Vec<String> = c.causes.iter().take(2).map(sentence).collect();
    if c.state_wrong {
        all.push("The state inside is wrong too.".into());
    }
    all.join(" ")
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn cost(c: &Cost) -> String {
    let nouns = c.noun.as_deref().unwrap_or("records");
    let noun = |n: u64| if n == 1 { nouns.strip_suffix('s').unwrap_or(nouns) } else { nouns };
    let twice = match c.kind {
        SinkKind::Increment => "added twice",
        SinkKind::TwoPhase => "seen twice",
        _ => "booked twice",
    };
    let mut parts = Vec::new();
    match c.of_ids.0 {
        _ if c.duplicates == 0 => {}
        ids if ids == c.duplicates => parts.push(format!("{} {} {twice}", whole(ids), noun(ids))),
        // Some more than twice: rows are counted, not what they are about.
        ids => {
            let rows = if c.kind == SinkKind::Increment { "addition" } else { "row" };
            parts.push(format!("{} too many of {} {}", counted(c.duplicates, rows), whole(ids), noun(ids)));
        }
    }
    match c.of_ids.1 {
        _ if c.missing == 0 => {}
        ids if ids == c.missing => parts.push(format!("{} {} missing", whole(ids), noun(ids))),
        ids => parts.push(format!("{} of {} {} missing", counted(c.missing, "row"), whole(ids), noun(ids))),
    }
    match c.amount {
        Some(n) if n > 0 => parts.push(format!("{} too much", number(n))),
        Some(n) if n < 0 => parts.push(format!("{} too little", number(-n))),
        _ => {}
    }
    parts.join(", ")
}

/// What it took, each only where it is worth a word.
fn price(p: &Price) -> String {
    let mut parts = Vec::new();
    if p.visible_after_ms > 0 {
        parts.push(format!("rows visible after up to {}", seconds(p.visible_after_ms)));
    }
    if p.checkpoint_ms > 0 {
        parts.push(format!("longest checkpoint {}", seconds(p.checkpoint_ms)));
    }
    if p.down_ms > 0 {
        parts.push(format!("down for {}", seconds(p.down_ms)));
    }
    parts.join(" · ")
}

fn moment(scene: &Scene) -> Vec<String> {
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
