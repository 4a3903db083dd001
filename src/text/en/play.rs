//! The words of what one can do on the Play page, in English.

use super::{ENGLISH, ENGLISH_WORKBENCH, bytes, counted, number, seconds, whole};
use crate::graph::Plan;
use crate::ids::NodeId;
use crate::scenario::{Offsets, Reader, StateHome};
use crate::sim::Hand;
use crate::text::play::{CompareWords, HandWords, PlayWords};
use crate::view::branches::{Branch, Done};
use crate::view::compare::{Amount, Fact};
use crate::view::hands::Grip;
use crate::view::setup::{Barriers, Knob, Setting, Value};
use crate::view::turning::MarkKind;

pub(super) const PLAY: PlayWords = PlayWords {
    break_it: "More",
    moments: "Moments",
    any_moment: "any",
    next_moment: "Next moment",
    last_moment: "Previous moment",
    compare: "Compare",
    differs: "differs",
    more_settings: "Set-up",
    grip,
    grip_menu: |place| format!("{place}: what can be done"),
    setting,
    value,
    kind: |kind| match kind {
        MarkKind::Barrier => "barriers",
        MarkKind::Checkpoint => "checkpoints",
        MarkKind::Crash => "crashes",
        MarkKind::Restore => "restores",
        MarkKind::Commit => "commits",
        MarkKind::Duplicate => "duplicates",
    },
};

pub(super) const HANDS: HandWords =
    HandWords { nothing_to_do: "Nothing can be done here while the job is down.", hand, branch: "Run", branch_name };

pub(super) const COMPARE: CompareWords = CompareWords {
    stop_comparing: "Stop comparing",
    against: "Against",
    other_setting: "another setting",
    verdict_there: "Verdict of the other run",
    stage_there: "Stage of the other run",
    fact_head: "What",
    here: "this run",
    there: "the other",
    looked_at: "Which of the two runs is looked at",
    fact: |fact| match fact {
        Fact::State => "State".into(),
        Fact::Output => "Output".into(),
        Fact::Visible(sink) => format!("{sink}: rows that count"),
        Fact::Duplicates(sink) => format!("{sink}: duplicates"),
        Fact::Missing(sink) => format!("{sink}: missing"),
        Fact::Delay(sink) => format!("{sink}: longest wait until visible"),
        Fact::Entries(operator) => format!("{operator}: state entries"),
        Fact::Total(operator, key) => format!("{operator}: {key}"),
        Fact::Completed => "Checkpoints completed".into(),
        Fact::Duration => "Longest checkpoint".into(),
        Fact::Blocked => "Channels blocked for".into(),
        Fact::InFlight => "Records stored in flight".into(),
        Fact::Written => "Written to checkpoint storage".into(),
        Fact::Replayed => "Records read again".into(),
    },
    amount,
    exact: |amount| match amount {
        Amount::Ms(ms) => format!("{} ms", whole(*ms)),
        Amount::Bytes(n) => format!("{} B", whole(*n)),
        other => self::amount(other),
    },
    differences: |n| match n {
        0 => "no difference so far".into(),
        n => counted(n as u64, "difference"),
    },
};

fn amount(amount: &Amount) -> String {
    match amount {
        Amount::Guarantee(guarantee) => (ENGLISH.guarantee)(*guarantee).into(),
        Amount::Count(n) => whole(*n),
        Amount::Number(n) => number(*n),
        Amount::Ms(ms @ 0..1000) => format!("{ms} ms"),
        Amount::Ms(ms) => seconds(*ms),
        Amount::Bytes(n) => bytes(*n),
    }
}

fn name(plan: &Plan, node: NodeId) -> &str {
    plan.nodes.get(node.index()).map_or("", |n| &n.name)
}

pub(super) fn edge(plan: &Plan, edge: u16) -> String {
    let ends = plan.edges.get(usize::from(edge)).map(|e| (name(plan, e.from), name(plan, e.to)));
    ends.map_or(String::new(), |(from, to)| format!("{from} → {to}"))
}

fn grip(grip: &Grip, plan: &Plan) -> String {
    match grip {
        Grip::Job => "The job".into(),
        Grip::Node(node) => name(plan, *node).into(),
        Grip::Edge(e) => edge(plan, *e),
        Grip::Shelf => "Checkpoint storage".into(),
        Grip::Record { source, id, .. } => format!("Record {id} of {}", name(plan, *source)),
    }
}

fn hand(hand: &Hand, plan: &Plan) -> String {
    match hand {
        Hand::CrashProcess => "Crash the process".into(),
        Hand::CrashMachine => "Crash the machine, its local disk too".into(),
        Hand::CrashTask(task) => {
            let node = plan.node_of(*task);
            if node.parallelism > 1 {
                format!("Crash task {} of {}", plan.tasks[task.index()].subtask + 1, node.name)
            } else {
                format!("Crash {}", node.name)
            }
        }
        Hand::TriggerCheckpoint => "Trigger a checkpoint".into(),
        Hand::StorageDown(ms) => format!("Take storage down for {}", length(*ms)),
        Hand::Slow { node, service_ms, for_ms } => {
            format!("Slow {} to {} a record for {}", name(plan, *node), length(*service_ms), length(*for_ms))
        }
        Hand::Stall { edge: e, for_ms } => format!("Stall {} for {}", edge(plan, *e), length(*for_ms)),
        Hand::FailCommit(sink) => format!("Fail the next commit of {}", name(plan, *sink)),
        Hand::Redeliver { id, .. } => format!("Send {id} again"),
    }
}

/// A length of time in round units: "10 s", "5 min", "100 ms".
pub(super) fn length(ms: u64) -> String {
    match ms {
        _ if ms >= 3_600_000 && ms.is_multiple_of(3_600_000) => format!("{} h", ms / 3_600_000),
        _ if ms >= 120_000 && ms.is_multiple_of(60_000) => format!("{} min", ms / 60_000),
        _ if ms >= 1000 && ms.is_multiple_of(1000) => format!("{} s", whole(ms / 1000)),
        _ if ms >= 10_000 => seconds(ms),
        _ => format!("{} ms", whole(ms)),
    }
}

fn setting(setting: &Setting) -> String {
    let of = |word: &str, alone: &str| setting.of.as_ref().map_or(alone.to_owned(), |name| format!("{name} {word}"));
    match setting.knob {
        Knob::Sink(_) if setting.leads => "Sink".into(),
        Knob::Sink(_) => setting.of.clone().unwrap_or_else(|| "Sink".into()),
        Knob::Reader(_) => of("reader", "Reader"),
        Knob::State(_) => of("state", "State"),
        Knob::Ttl(_) => of("TTL", "TTL"),
        Knob::Offsets => "Offsets".into(),
        Knob::Interval => "Checkpoints".into(),
        Knob::Barriers => "Barriers".into(),
    }
}

fn value(value: &Value) -> String {
    match value {
        Value::State(StateHome::Checkpointed) => "in the checkpoint".into(),
        Value::State(StateHome::Memory) => "in memory".into(),
        Value::State(StateHome::LocalDisk) => "on local disk".into(),
        Value::State(StateHome::Changelog) => "in a changelog".into(),
        Value::Ttl(None) => "none".into(),
        Value::Ttl(Some(ms)) => length(*ms),
        Value::Offsets(Offsets::Checkpoint) => "with the state".into(),
        Value::Offsets(Offsets::CommitOnRead) => "committed when read".into(),
        Value::Offsets(Offsets::CommitEvery { ms }) => format!("committed every {}", length(*ms)),
        Value::Offsets(Offsets::Earliest) => "from the earliest".into(),
        Value::Offsets(Offsets::Latest) => "from the latest".into(),
        Value::Interval(None) => "none".into(),
        Value::Interval(Some(ms)) => format!("every {}", length(*ms)),
        Value::Places(0) => "by hand".into(),
        Value::Places(n) => format!("at {}", counted(*n as u64, "offset")),
        Value::Barriers(Barriers::Aligned) => "aligned".into(),
        Value::Barriers(Barriers::Unaligned) => "unaligned".into(),
        Value::Barriers(Barriers::AlignedFor(ms)) => format!("aligned for {}", length(*ms)),
        Value::Barriers(Barriers::AtLeastOnce) => "at least once".into(),
        Value::Sink(kind) => (ENGLISH.sink_kind)(*kind).into(),
        Value::Reader(Reader::ReadCommitted) => "committed rows".into(),
        Value::Reader(Reader::ReadUncommitted) => "every row".into(),
    }
}

fn branch_name(branch: &Branch, plan: &Plan) -> String {
    let when = seconds(branch.at.ms());
    match &branch.done {
        Done::Opened => "as it was opened".into(),
        Done::Hand(what) => format!("{when}: {}", hand(what, plan)),
        Done::Changed(change) => {
            let setting = Setting { knob: change.knob, of: None, leads: false, now: change.value, options: Vec::new() };
            format!("{}: {}", self::setting(&setting), value(&change.value))
        }
        Done::Edited(about) => (ENGLISH_WORKBENCH.editor.edited)(about),
        Done::Mended(changes) => (ENGLISH_WORKBENCH.why.mend)(plan, changes),
        Done::Named(name) => name.clone(),
    }
}
