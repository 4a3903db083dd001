//! The lanes in English.

use super::step::task_name;
use super::{ENGLISH_WORKBENCH, number, seconds, whole};
use crate::event::CheckpointFailure;
use crate::graph::Plan;
use crate::text::lanes::LanesWords;
use crate::view::lanes::{Down, Verdict, Who};

pub(super) const LANES: LanesWords = LanesWords {
    picture: "The run as lanes, one for each task and store, time to the right, stretched near events as the page plays it. Up and down go from lane to lane, left and right from one thing that happens to the next, Enter goes there, plus and minus look closer or further.",
    kind: "space-time diagram",
    closer: "Look closer",
    further: "Look further",
    part: |times, from, to| match times {
        0 | 1 => "the whole run".into(),
        // Close up, tenths of a second would be the same.
        _ if to.saturating_sub(from) < 1000 => format!("{} to {}", millis(from), millis(to)),
        _ => format!("{} to {}", seconds(from), seconds(to)),
    },
    in_words: "In words",
    signs: [
        ("live", "records"),
        ("replayed", "read again"),
        ("barrier", "barrier"),
        ("cut", "cut"),
        ("save", "into storage"),
        ("down", "down"),
    ],
    stretched: "time is stretched near events, as it is played",
    tick: |ms| {
        let whole = millis(ms);
        format!("{} s", whole.trim_end_matches(" s").trim_end_matches('0').trim_end_matches('.'))
    },
    lane,
    cell: |plan, who, at, steps, step, events| {
        let did = (ENGLISH_WORKBENCH.step.did)(plan, step, events);
        let more = match steps {
            0 | 1 => String::new(),
            n => format!(" {} more here.", number(n as i64 - 1)),
        };
        format!("{}, {}, step {}: {did}.{more}", lane(plan, who), seconds(at), whole(step))
    },
    nothing: |plan, who| format!("{}: nothing happens here", lane(plan, who)),
    cut: |cut| format!("Checkpoint {}: {}", cut.checkpoint, verdict(cut.verdict)),
    cut_sign: |cut| {
        let sign = match cut.verdict {
            Verdict::Consistent => "✓",
            Verdict::Inconsistent => "✗",
            Verdict::Failed(_) => "–",
            Verdict::Unfinished => "…",
        };
        format!("{} {sign}", cut.checkpoint)
    },
    verdict,
    down,
};

/// To the millisecond.
fn millis(ms: u64) -> String {
    format!("{}.{:03} s", whole(ms / 1000), ms % 1000)
}

fn lane(plan: &Plan, who: &Who) -> String {
    match who {
        Who::Log(node) => format!("{} log", plan.nodes[node.index()].name),
        Who::Task(task) => task_name(plan, *task),
        Who::Checkpoints => "checkpoints".into(),
        Who::Destination(node) => format!("{} rows", plan.nodes[node.index()].name),
    }
}

fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Consistent => "its cut is consistent".into(),
        Verdict::Inconsistent => "its cut is not consistent".into(),
        Verdict::Unfinished => "not complete when the run ends".into(),
        Verdict::Failed(why) => {
            let why = match why {
                CheckpointFailure::Storage => "storage could not be written",
                CheckpointFailure::Expired => "it expired",
                CheckpointFailure::Subsumed => "a newer one completed first",
                CheckpointFailure::JobFailed => "a task failed meanwhile",
                CheckpointFailure::Declined => "a newer barrier came first",
            };
            format!("not complete: {why}")
        }
    }
}

fn down(plan: &Plan, down: &Down) -> String {
    let who = match &down.region {
        None => "The job crashes".into(),
        Some(tasks) => {
            let names: Vec<String> = tasks.iter().map(|t| task_name(plan, *t)).collect();
            format!("{} crash", names.join(", "))
        }
    };
    match (down.to, down.restored) {
        (None, _) => format!("{who}; no restart follows"),
        (Some(_), Some(id)) => format!("{who}; restored from checkpoint {id}"),
        (Some(_), None) => format!("{who}; restarted from nothing"),
    }
}
