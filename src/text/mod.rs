//! Every word that a person sees. One language is one value of [`Text`] and one of [`Workbench`]: a second language is one
//! more file, and the compiler says what it lacks. They are two because the page is two modules (`ui/later.rs`): what is
//! named in one value comes with that value.
//!
//! A fixed phrase is a string, a phrase with numbers or names in it is a function, so that a language may order them as
//! it likes. No other module has words for a person in it.

pub mod branches;
pub mod cards;
pub mod config;
pub mod editor;
pub mod embed;
mod en;
pub mod inspector;
pub mod lanes;
pub mod language;
pub mod learn;
pub mod play;
pub mod predict;
pub mod presets;
pub mod quiz;
pub mod share;
pub mod step;
pub mod why;
mod zh;

pub use en::session::SESSION_ERRORS;
pub use en::{CLERK, CLERK_WORKBENCH, ENGLISH, ENGLISH_WORKBENCH};
pub use zh::{CHINESE, CHINESE_WORKBENCH};

use crate::ids::{CheckpointId, Key, Offset};
use crate::scenario::{OperatorKind, Reader, Scenario, SinkKind};
use crate::sim::RecordRef;
use crate::view::closing::{Cost, Price};
use crate::view::reel::Message;
use crate::view::scene::{Card, Destination, Head, Kept, Line, Node, Scene, Txn};
use crate::view::timeline::Stretch;
use crate::view::turning::{Caption, Mark};
use crate::view::verdict::{Guarantee, Lost, Verdict};

/// A language.
#[derive(Clone, Copy)]
pub struct Text {
    /// The language, as in `<html lang>`.
    pub lang: &'static str,
    /// The name of the program.
    pub name: &'static str,
    /// Names of controls and regions.
    pub controls: Controls,
    /// Names of parts of the stage.
    pub stage: StageWords,
    /// Words of the Play page.
    pub play: play::PlayWords,
    /// The parts of the page.
    pub tabs: Tabs,
    /// The presets, in a list.
    pub presets: presets::PresetNames,
    /// The buttons that lead to the rest of the page.
    pub doors: Doors,
    /// What is said while the rest of the page is on its way.
    pub later: LaterWords,

    /// A number with its thousands set apart.
    pub number: fn(i64) -> String,
    /// A moment or a length of virtual time.
    pub seconds: fn(u64) -> String,
    /// A length of virtual time that may be short.
    pub milliseconds: fn(u64) -> String,
    /// A size.
    pub bytes: fn(u64) -> String,
    /// A speed, as a factor.
    pub speed: fn(f64) -> String,
    /// The position for a screen reader: step, of how many, time.
    pub position: fn(u64, u64, u64) -> String,
    /// A kind of sink, in a list.
    pub sink_kind: fn(SinkKind) -> &'static str,
    /// A kind of sink in a list, where there are several sinks.
    pub sink_option: fn(name: &str, kind: &str) -> String,
    /// What a sink of this kind does, short.
    pub sink_habit: fn(SinkKind, Reader) -> &'static str,
    /// What an operator of this kind does, short.
    pub operator_habit: fn(OperatorKind) -> String,

    /// "last read 100 · next 101".
    pub last_and_next: fn(first: Offset, next: Offset) -> String,
    /// The headline of a node's state: a label and a value.
    pub node_value: fn(&Node) -> (String, String),
    /// The line under it.
    pub node_note: fn(&Node, bool) -> String,
    /// What a node does just now, in a sign or two, where there is no room for a line; empty: what it always does.
    pub node_sign: fn(&Node, bool) -> String,
    /// A key and its value.
    pub key_value: fn(&Key, i64) -> String,
    /// The heading of the memory half; at this virtual time.
    pub memory: fn(&Scene, u64) -> String,
    /// The line under a log.
    pub tape_note: fn(&Head) -> String,
    /// The read head went back.
    pub went_back: fn(before: Offset, next: Offset) -> String,
    /// A checkpoint's number as a heading.
    pub checkpoint: fn(CheckpointId) -> String,
    /// A checkpoint's status.
    pub status: fn(&Card) -> String,
    /// What a checkpoint says of a source's position.
    pub card_offset: fn(Option<Offset>) -> String,
    /// The same, where there is little room.
    pub card_offset_short: fn(Option<Offset>) -> String,
    /// What a checkpoint says of several partitions' positions.
    pub offset_range: fn(&[Option<Offset>]) -> String,
    /// Records of channel state, and their bytes.
    pub in_flight: fn(records: u64, bytes: u64) -> String,
    /// So many more that have no room.
    pub more: fn(usize) -> String,
    /// So many more partitions, and their next offsets.
    pub more_logs: fn(usize, &[Option<Offset>]) -> String,
    /// What the coordinator is about.
    pub coordinator: fn(&Scene) -> String,
    /// What a checkpoint keeps of a node.
    pub kept: fn(&Kept) -> String,
    /// When the next checkpoint is due.
    pub next_due: fn(u64) -> String,
    /// What a destination holds, in a line.
    pub holds: fn(&Destination) -> String,
    /// The same, where there is little room.
    pub holds_short: fn(&Destination) -> String,
    /// How many rows stand again, in a word or two; empty: none.
    pub again_short: fn(&Destination) -> String,
    /// Which rows stand twice, in a line; empty: none.
    pub stands_twice: fn(&Destination) -> String,
    /// What is missing, in a line.
    pub lost: fn(&Lost) -> String,
    /// The mark on a row.
    pub row_mark: fn(&Line) -> String,
    /// A row's whole name.
    pub row: fn(&Line) -> String,
    /// How much a balance has too much, or that it was higher.
    pub balance_note: fn(surplus: i64, was: Option<i64>) -> String,
    /// A transaction with its state; short where there is little room.
    pub transaction: fn(&Txn, short: bool) -> String,

    /// A record's whole name: what it is, which reading of it, which step put it where it is.
    pub record: fn(&RecordRef, source: &str, step: u64) -> String,
    /// A record or a barrier on its way to a task.
    pub on_its_way: fn(thing: &str, task: &str) -> String,
    /// A record that a task works on.
    pub at_work: fn(record: &str, task: &str) -> String,
    /// A record's short name beside it.
    pub record_short: fn(&RecordRef) -> String,
    /// A record that a sink has just written.
    pub falling: fn(&RecordRef, sink: &str, again: bool, step: u64) -> String,
    /// A record that was just read.
    pub rising: fn(&RecordRef, source: &str, step: u64) -> String,
    /// So many records on their way to a node, too many to be told apart.
    pub dense: fn(records: usize, node: &str) -> String,
    /// What an edge holds, of what it may hold.
    pub fill: fn(records: u64, capacity: u64) -> String,
    /// A message between the coordinator and a task.
    pub message: fn(&Message, task: &str) -> String,
    /// A barrier.
    pub barrier: fn(CheckpointId, step: u64) -> String,
    /// A task's snapshot on its way to the shelf.
    pub saving: fn(task: &str, CheckpointId, step: u64) -> String,
    /// A task's state on its way back.
    pub restoring: fn(task: &str, CheckpointId, step: u64) -> String,

    /// A caption.
    pub caption: fn(&Caption) -> String,
    /// A mark on the timeline.
    pub mark: fn(&Mark) -> String,
    /// A mark on the timeline, as a button that goes there.
    pub go_to_mark: fn(&Mark, u64) -> String,
    /// A stretch of the timeline.
    pub stretch: fn(Stretch) -> &'static str,

    /// The state of the job inside.
    pub inside: fn(&Verdict) -> String,
    /// What stands outside.
    pub output: fn(&Verdict) -> String,
    /// A guarantee's term.
    pub guarantee: fn(Guarantee) -> &'static str,
    /// What an operator's dashboard says.
    pub dashboard: fn(&Verdict) -> String,

    /// The moment in words, for those who do not see the stage.
    pub moment: fn(&Scene) -> Vec<String>,
}

/// The words of the workbench (`ui/workbench.rs`): of all that the first screen does without. They come with it.
#[derive(Clone, Copy)]
pub struct Workbench {
    /// The legend, as pairs of a sign's name and what it means.
    pub legend: Legend,
    /// Words around settings as code.
    pub config: config::ConfigWords,
    /// Words of the editor.
    pub editor: editor::EditorWords,
    /// What a step did.
    pub step: step::StepWords,
    /// The keys, as pairs of a key and what it does.
    pub keys: &'static [(&'static str, &'static str)],
    /// "Why?".
    pub why: why::WhyWords,
    /// The inspector.
    pub inspector: inspector::InspectorWords,
    /// The lanes.
    pub lanes: lanes::LanesWords,
    /// Branches and pins.
    pub branches: branches::BranchWords,
    /// Links.
    pub share: share::ShareWords,
    /// The embedded view.
    pub embed: embed::EmbedWords,
    /// Predict.
    pub predict: predict::PredictWords,
    /// What the scenario list shows for a scenario that is not a preset.
    pub own_scenario: fn(&Scenario) -> String,
    /// What a run that went wrong has cost.
    pub cost: fn(&Cost) -> String,
    /// Why, in a sentence.
    pub cost_why: fn(&Cost) -> String,
    /// A run that ended well.
    pub ended_well: fn(&Verdict) -> String,
    /// What it took.
    pub price: fn(&Price) -> String,
    /// How many errors a scenario has.
    pub errors: fn(usize) -> String,
    /// A scenario has more records than the page can show; and how many that is.
    pub too_long: fn(u64, u64) -> String,
    /// The presets and their gallery.
    pub presets: presets::PresetWords,
    /// What is done by hand, and what comes of it.
    pub hands: play::HandWords,
    /// Comparing.
    pub compare: play::CompareWords,
    /// Over the course, the quiz and the cards, where they are not in this language; empty: they are.
    pub only_english: &'static str,
}

/// The parts of the page.
#[derive(Clone, Copy)]
pub struct Tabs {
    /// All of them together.
    pub all: &'static str,
    /// Each, in the order of `ui::tabs::Tab`.
    pub names: [&'static str; 4],
}

/// The buttons that lead to the rest of the page; what they open has the same name.
#[derive(Clone, Copy)]
pub struct Doors {
    /// The gallery.
    pub gallery: &'static str,
    /// The editor.
    pub edit: &'static str,
    /// On the editor's button: the draft that waits has so many errors.
    pub draft: fn(usize) -> String,
    /// The lanes.
    pub lanes: &'static str,
    /// Branches and pins.
    pub branches: &'static str,
    /// The inspector.
    pub inspector: &'static str,
    /// Links.
    pub share: &'static str,
    /// Settings as code.
    pub as_code: &'static str,
    /// Predict.
    pub predict: &'static str,
    /// What its switch does.
    pub predict_hint: &'static str,
    /// "Why?".
    pub why: &'static str,
    /// The switch that shows the stage as the analogy; empty: the analogy is not told in this language.
    pub lens: &'static str,
    /// What it does.
    pub lens_hint: &'static str,
}

/// What is said while the rest of the page is on its way.
#[derive(Clone, Copy)]
pub struct LaterWords {
    /// It is on its way.
    pub coming: &'static str,
    /// It could not be fetched, and what to do.
    pub failed: &'static str,
    /// The button that tries again.
    pub again: &'static str,
}

/// Names of controls and regions.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "each field is the word that it is named after")]
pub struct Controls {
    pub play: &'static str,
    pub pause: &'static str,
    pub step: &'static str,
    pub step_back: &'static str,
    pub restart_run: &'static str,
    pub crash: &'static str,
    pub speed: &'static str,
    pub scenario: &'static str,
    pub sink: &'static str,
    pub position: &'static str,
    pub transport: &'static str,
    pub setup: &'static str,
    pub stage: &'static str,
    pub timeline: &'static str,
    pub verdict: &'static str,
    pub open_scenario: &'static str,
    pub open_file: &'static str,
    pub open_paste: &'static str,
    pub open_hint: &'static str,
    pub open_run: &'static str,
    pub open_keep: &'static str,
    pub close: &'static str,
    pub legend: &'static str,
    pub keys: &'static str,
    pub help: &'static str,
    pub language: &'static str,
    pub theme_dark: &'static str,
    pub theme_light: &'static str,
    pub skip: &'static str,
    pub dashboard: &'static str,
    pub whole_document: &'static str,
    pub unreadable_file: &'static str,
}

/// Names of parts of the stage.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "each field is the word that it is named after")]
pub struct StageWords {
    pub wiped_by_a_crash: &'static str,
    pub out_of_reach: &'static str,
    pub log: &'static str,
    pub checkpoints: &'static str,
    pub none_yet: &'static str,
    pub never_any: &'static str,
    pub none_pending: &'static str,
    pub row: &'static str,
    pub id: &'static str,
    pub value: &'static str,
    pub note: &'static str,
    pub key: &'static str,
    pub balance: &'static str,
    pub nothing_written: &'static str,
    pub crash_here: &'static str,
    pub in_words: &'static str,
    pub under_way: &'static str,
    pub nothing_under_way: &'static str,
    pub gone: &'static str,
    pub state_bytes: &'static str,
    pub in_flight: &'static str,
    pub took: &'static str,
    pub coordinator: &'static str,
    pub zoom_in: &'static str,
    pub zoom_out: &'static str,
    pub fit: &'static str,
    pub zoom: &'static str,
    /// Behind a record's name: what barriers have done to it, in the order of `Lot`.
    pub lots: [&'static str; 3],
}

/// What each sign means.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "each field is the sign that it is named after")]
pub struct Legend {
    pub record: &'static str,
    pub replayed: &'static str,
    pub redelivered: &'static str,
    pub density: &'static str,
    pub full: &'static str,
    pub barrier: &'static str,
    pub blocked: &'static str,
    pub overtaken: &'static str,
    pub stored: &'static str,
    pub snapshot: &'static str,
    pub message: &'static str,
    pub open: &'static str,
    pub pre_committed: &'static str,
    pub committed: &'static str,
    pub aborted: &'static str,
    pub timed_out: &'static str,
    pub duplicate: &'static str,
    pub missing: &'static str,
    pub line: &'static str,
}
