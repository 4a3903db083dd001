//! English.

pub(super) mod amounts;
mod branches;
pub(super) mod cards_page;
mod clerk;
mod clerk_panels;
mod clerk_why;
mod config;
mod editor;
mod editor_fields;
mod embed;
mod inspector;
mod lanes;
pub(super) mod learn;
mod learn_page;
mod outcome;
mod play;
mod predict;
mod presets;
pub(super) mod quiz_page;
pub(super) mod session;
mod share;
mod stage;
pub(super) mod step;
mod turning;
mod why;

pub use clerk::CLERK;
pub use clerk_panels::CLERK_WORKBENCH;

use amounts::{bytes, capitalised, counted, in_a_row, last_and_next, number, offset_range, seconds, whole};
use outcome::{cost, cost_why, dashboard, output, price};
use stage::{holds, moment, node_note, node_value, phase_word, record, row_mark, sink_habit, status};
use turning::{caption, mark};

use super::{Controls, Doors, LaterWords, Legend, StageWords, Tabs, Text, Workbench};
use crate::checkpoint::CheckpointStatus;
use crate::ids::Offset;
use crate::scenario::{OperatorKind, SinkKind};
use crate::view::reel::Say;
use crate::view::scene::{Kept, Up};
use crate::view::timeline::Stretch;

use crate::view::verdict::Guarantee;

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
        language: "Language",
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
    embed: embed::EMBED,
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
    only_english: "",
};
