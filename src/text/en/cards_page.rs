//! The words of the page that holds the cards, in English.

use super::{bytes, counted};
use crate::learn::cards::Counts;
use crate::text::cards::CardsWords;

/// The words around the cards, in English.
pub const ENGLISH: CardsWords = CardsWords {
    intro: "A few cards for each chapter. Each comes back at the time when you are about to forget it.",
    counts,
    counts_short: |counts| match (counts.due, counts.new) {
        (0, 0) => "done for now".into(),
        (due, 0) => format!("{due} due"),
        (0, new) => format!("{new} new"),
        (due, new) => format!("{due} due · {new} new"),
    },
    begin: |n| format!("Start with {}", counted(n as u64, "card")),
    rest: |next| match next {
        Some(ms) => format!("Nothing is due. The next card comes in {}.", interval(ms)),
        None => "Nothing is due.".into(),
    },
    chapters: "By chapter",
    chapter: |n| format!("Chapter {n}"),
    begin_chapter: "Start",
    begin_what: |title| format!("Start: {title}"),
    in_short: "The chapter in brief",
    subject: "The whole subject",
    hook: "To remember",
    example: "In short",
    place: |n, title| format!("Chapter {n} · {title}"),
    left: |n| format!("{n} left"),
    show: "Show answer",
    show_keys: "Space or Enter",
    answer: "Answer",
    ratings: ["Again", "Hard", "Good", "Easy"],
    rate: "How well did you know it?",
    rate_keys: "Press 1 to 4. Under each stands when the card comes again.",
    interval,
    watch: "Watch it",
    list: "All cards",
    done: "Done for now",
    files: "Take them along",
    files_hint: "Export saves how well you know each card. The file for Anki has the questions and answers.",
    export: "Export",
    import: "Import",
    anki: "Export for Anki",
    imported: |n| format!("The file is taken over: {}.", counted(n as u64, "card")),
    not_imported: "This file was not taken over, and nothing was changed.",
    import_error: super::learn::import_error,
    too_large: |found, most| {
        format!(
            "This file has {}, and {} is the most. Choose a file that was exported here.",
            bytes(found),
            bytes(most)
        )
    },
    unreadable: "The browser cannot read this file as text. Choose a file that was exported here.",
    undo: "Undo",
    undone: "It is as it was before.",
    lost: |error| {
        format!(
            "What this browser had kept of the cards cannot be read, so all are new. {}",
            super::learn::import_error(error)
        )
    },
    broken: |why| format!("This card cannot be shown. {why}"),
};

fn counts(counts: Counts) -> String {
    let all = counted((counts.new + counts.due + counts.later) as u64, "card");
    let parts = [(counts.due, "due"), (counts.new, "new"), (counts.later, "later")];
    let parts: Vec<String> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    format!("{all}: {}", parts.join(", "))
}

/// A length of time in one unit, as short as it can be said.
fn interval(ms: u64) -> String {
    const MINUTE: u64 = 60_000;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    // To the nearest, and never nothing.
    let of = |unit: u64| ((ms + unit / 2) / unit).max(1);
    if ms < HOUR - MINUTE / 2 {
        format!("{} min", of(MINUTE))
    } else if ms < DAY - HOUR / 2 {
        format!("{} h", of(HOUR))
    } else if ms < 60 * DAY {
        counted(of(DAY), "day")
    } else if ms < 730 * DAY {
        counted(of(30 * DAY), "month")
    } else {
        counted(of(365 * DAY), "year")
    }
}
