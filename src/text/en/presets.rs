//! The presets, in English.

use super::{bytes, seconds, whole};
use crate::scenario::{Group, Outcome};
use crate::text::presets::{PresetNames, PresetWords};

pub(super) const NAMES: PresetNames = PresetNames {
    name: |name| words(name).1.into(),
    group: |group| match group {
        Group::Twice => "Twice at the sink",
        Group::Lost => "Lost without an error",
        Group::Forgets => "State that forgets",
        Group::Ttl => "Time to live",
        Group::Barriers => "Barriers and alignment",
        Group::Transactions => "Transactions and readers",
        Group::Costs => "What it costs",
    },
};

pub(super) const WORDS: PresetWords = PresetWords {
    filter: "Filter",
    shown: |shown, all| match shown {
        0 => "None has these words.".into(),
        _ if shown == all => format!("{all} situations"),
        _ => format!("{shown} of {all} situations"),
    },
    promise: |preset| promise(words(preset.name).2, preset.numbers),
    outcome: |outcome| match outcome {
        Outcome::Twice => "twice",
        Outcome::Lost => "lost",
        Outcome::WrongState => "state wrong",
        Outcome::Right => "right",
        Outcome::Costs => "at a cost",
    },
};

/// A preset's stable name, its name, and its promise with places for its numbers: `{n}`, `{s}` for milliseconds, `{b}`
/// for bytes. No number stands in the words themselves, since nobody would check it.
#[rustfmt::skip]
const PRESETS: &[(&str, &str, &str)] = &[
    ("21-one-crash-two-sinks", "One crash, two sinks", "The dashboard stays right; the ledger books {n} orders twice"),
    ("01-append", "Append keeps both", "Writes {n} rows a second time"),
    ("02-upsert", "Upsert: written again, stands once", "{n} rows are written again, and each stands once"),
    ("05-increment", "Add X: the balance grows too much", "The balance ends at {n} instead of {n}"),
    ("12-no-checkpoint", "No checkpoint: everything again", "All {n} rows stand twice"),
    ("24-no-checkpoint-increment", "No checkpoint, add X: double", "The balance ends at {n} instead of {n}"),
    ("22-three-partitions", "Three partitions, three offsets", "Each goes back to its own offset; {n} rows stand twice"),
    ("a01-append-crash-at-the-checkpoint", "The luckiest moment to crash", "{n} rows stand twice, {n} stand once"),
    ("a01-append-crash-before-the-next", "The unluckiest moment to crash", "{n} rows stand twice, all since the last checkpoint"),
    ("a02-commit-every-minute", "Offsets committed by a timer", "Indexes {n} events twice after one restart"),
    ("a02-upsert-by-id", "The same timer, written by id", "{n} events come again, and none stands twice"),

    ("17-transaction-timeout", "Transaction times out", "Loses {n} rows without an error"),
    ("a21-back-in-ten-minutes", "Back before the transaction times out", "Down all the same, and all {n} rows are there"),
    ("18-state-ahead-of-offset", "State ahead of offset", "The dedup itself takes {n} orders for duplicates"),
    ("a62-store-ahead", "Dedup store ahead of the offset", "{n} orders count as seen before they came out"),
    ("20-join-buffer-lost", "Join buffer lost", "{n} payments never find their order"),
    ("19-join-buffer", "Join buffer in the checkpoint", "All {n} payments find their order"),

    ("06-dedup-in-memory", "Dedup in memory forgets", "{n} orders that are sent again look new"),
    ("07-dedup-checkpointed", "Dedup in the checkpoint remembers", "Holds back all {n} that are sent again; the replay still writes {n} twice"),
    ("23-sum-in-memory", "Sum in memory starts over", "The sum ends at {n} instead of {n}"),
    ("08-offset-ahead-of-state", "Offset ahead of state", "The sum ends at {n} instead of {n}"),
    ("a62-store-behind", "Dedup store behind the offset", "{n} orders that came out are forgotten, and come out again"),

    ("09-ttl-65s", "TTL a little too short", "{n} retry comes after the TTL of {s} and counts twice"),
    ("10-ttl-59s", "TTL just long enough", "{n} retry comes within the TTL of {s} and is held back"),
    ("11-ttl-boundary", "TTL to the millisecond", "{n} retry comes exactly after the TTL of {s}: too late"),
    ("25-ttl-backoff-create", "Back-off, TTL from the first sight", "Holds {n} retries back and lets the last {n} through"),
    ("26-ttl-backoff-read", "Back-off, TTL from the last sight", "Holds all {n} retries back"),
    ("a57-5-s-first-sight", "A dedup window cut short", "Lets {n} retries through and holds {n} back"),
    ("a57-127-001-ms-first-sight", "A window longer than the series", "Holds all {n} retries back"),
    ("a60-first-sight", "A duplicate does not renew the entry", "{n} repeats get through, {n} are held back"),
    ("a60-every-sight", "A duplicate renews the entry", "{n} repeat gets through, {n} are held back"),
    ("a65-down-for-two-hours", "Down longer than the TTL", "{n} repeats get through: every entry ran out meanwhile"),
    ("a65-down-for-ten-seconds", "Down for a moment", "All {n} repeats are held back"),

    ("13-alignment-exactly-once", "Alignment: one input waits", "One input stands still for {s}, and the count is right"),
    ("14-alignment-skipped", "Alignment skipped", "Waits for nothing, and counts {n} records twice"),
    ("15-unaligned", "Unaligned barriers overtake", "Waits for nothing, and saves {n} records on their way"),
    ("a32-one-input", "At least once, with one input", "Nothing to wait for: all {n} are counted once"),

    ("03-two-phase", "Two-phase commit: void, then right", "{n} rows are void, and readers see all {n} once"),
    ("04-two-phase-read-uncommitted", "Two-phase, but the reader peeks", "Sees {n} rows twice that were never committed"),
    ("a24-read-uncommitted", "A consumer at its default setting", "Reads {n} rows from a topic that holds {n}"),
    ("16-crash-before-commit", "Crash between complete and commit", "The restart commits instead: all {n} rows, once"),
    ("a30-commit-on-restore", "The restart makes up for a commit", "All {n} rows, although a commit never went out"),
    ("a21-last-moment", "Back in the last millisecond", "Starts again at {n} ms, and all {n} rows are there"),
    ("a21-one-millisecond-late", "Back a millisecond too late", "Starts again at {n} ms, and {n} rows are gone"),

    ("27-fast-waits-for-slow", "The fast one waits for the slow one", "Stands still for {s} of a checkpoint of {s}"),
    ("28-fast-does-not-wait", "The fast one does not wait", "Takes {n} ms, and saves {n} records on their way"),
    ("a33-unaligned", "What not waiting costs", "A checkpoint with {b} of records on their way"),
    ("a36-no-pause", "A checkpoint longer than its interval", "{n} in a row, without a moment between them"),
    ("a36-pause-of-30-s", "A pause between checkpoints", "{s} for the work after each"),
    ("a52-a-minute-for-ever", "Remembered for ever", "{b} after a minute, and never less"),
    ("a52-a-minute-with-a-ttl", "Remembered for a while", "Holds {n} ids, of which {n} are alive"),
    ("a54-full-snapshot", "Small checkpoints, full memory", "Holds {n} entries, of which {n} are alive"),
    ("a54-incremental", "A few at each access", "Holds {n} entries, of which {n} are alive"),
];

fn words(name: &str) -> (&str, &str, &'static str) {
    PRESETS.iter().find(|words| words.0 == name).copied().unwrap_or((name, name, ""))
}

fn promise(words: &str, numbers: &[u64]) -> String {
    let mut numbers = numbers.iter();
    let mut pieces = words.split('{');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let n = numbers.next().copied().unwrap_or_default();
        out += &match piece.as_bytes() {
            [b's', ..] if n.is_multiple_of(1000) => format!("{} s", whole(n / 1000)),
            [b's', ..] => seconds(n),
            [b'b', ..] => bytes(n),
            _ => whole(n),
        };
        out += piece.get(2..).unwrap_or_default();
    }
    out
}
