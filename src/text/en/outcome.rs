//! How a run comes out, in English: the verdict, and what it cost.

use super::{capitalised, counted, number, seconds, whole};
use crate::check::Cause;
use crate::scenario::SinkKind;
use crate::view::closing::{Cost, Price};
use crate::view::verdict::Verdict;

pub(super) fn output(v: &Verdict) -> String {
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

pub(super) fn dashboard(v: &Verdict) -> String {
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

/// Why it cost that.
pub(super) fn cost_why(c: &Cost) -> String {
    cost_why_in(c, why_it_cost, "The state inside is wrong too.")
}

/// The same in other words: each cause in a sentence, most effects first. `why` is given the cause, and from which to which id
/// where that is worth a word.
pub(super) fn cost_why_in(c: &Cost, why: fn(&Cost, Cause, &str) -> String, state_wrong: &str) -> String {
    let several = c.causes.len() > 1;
    let sentence = |(cause, count): &(Cause, u64)| {
        let n = if several { format!("{}: ", whole(*count)) } else { String::new() };
        let ids = match (&c.ids, several) {
            (Some((a, b)), false) if a != b => format!("{a} … {b}: "),
            _ => String::new(),
        };
        capitalised(&format!("{n}{}", why(c, *cause, &ids)))
    };
    let mut all: Vec<String> = c.causes.iter().take(2).map(sentence).collect();
    if c.state_wrong {
        all.push(state_wrong.to_owned());
    }
    all.join(" ")
}

fn why_it_cost(c: &Cost, cause: Cause, ids: &str) -> String {
    match cause {
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
        Cause::TtlExpiredBeforeDuplicate => "sent again by the producer after the dedup's entry had expired.".into(),
        Cause::RedeliveredWithoutDedup => "sent again by the producer, and nothing takes duplicates out.".into(),
        Cause::AlignmentSkipped => "a snapshot held records from behind the barrier, and they were read again.".into(),
        Cause::TransactionTimedOut => "the broker had aborted their transaction: it was open too long.".into(),
        Cause::TransactionLeftOpen => "their transaction is still open.".into(),
        Cause::UncommittedRead => "the reader looks at rows that were never committed.".into(),
        Cause::SourceNotReplayed => "the source started again from the end of its log.".into(),
        Cause::StateExpired => "the state that held them ran out.".into(),
        Cause::JobDown => "the job is down for good before they came through.".into(),
        Cause::StillInFlight => "they are still on their way.".into(),
    }
}

pub(super) fn cost(c: &Cost) -> String {
    let twice = match c.kind {
        SinkKind::Increment => "added twice",
        SinkKind::TwoPhase => "seen twice",
        _ => "booked twice",
    };
    let rows = if c.kind == SinkKind::Increment { "addition" } else { "row" };
    cost_in(c, "records", twice, [rows, "row"])
}

/// The same in other words: what records are called where nothing else is known, how one comes to be there twice, and what
/// there is too much and too little of.
pub(super) fn cost_in(c: &Cost, records: &str, twice: &str, rows: [&str; 2]) -> String {
    let nouns = c.noun.as_deref().unwrap_or(records);
    let noun = |n: u64| if n == 1 { nouns.strip_suffix('s').unwrap_or(nouns) } else { nouns };
    let mut parts = Vec::new();
    match c.of_ids.0 {
        _ if c.duplicates == 0 => {}
        ids if ids == c.duplicates => parts.push(format!("{} {} {twice}", whole(ids), noun(ids))),
        // Some more than twice: rows are counted, not what they are about.
        ids => parts.push(format!("{} too many of {} {}", counted(c.duplicates, rows[0]), whole(ids), noun(ids))),
    }
    match c.of_ids.1 {
        _ if c.missing == 0 => {}
        ids if ids == c.missing => parts.push(format!("{} {} missing", whole(ids), noun(ids))),
        ids => parts.push(format!("{} of {} {} missing", counted(c.missing, rows[1]), whole(ids), noun(ids))),
    }
    match c.amount {
        Some(n) if n > 0 => parts.push(format!("{} too much", number(n))),
        Some(n) if n < 0 => parts.push(format!("{} too little", number(-n))),
        _ => {}
    }
    parts.join(", ")
}

/// What it took, each only where it is worth a word.
pub(super) fn price(p: &Price) -> String {
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
