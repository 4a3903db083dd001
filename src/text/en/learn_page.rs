//! The words of the page that shows the lessons, in English.

use super::counted;
use crate::learn::{Note, Treated, Unit};
use crate::text::learn::{AnalogyWords, GuideWords, KeptWords, ModelWords, PageWords};

pub(super) const PAGE: PageWords = PageWords {
    intro: "Nine short chapters. Each says a little, asks what you expect, and shows it on the live engine. \
            Every number comes from the run beside it.",
    chapters: "Chapters",
    number: |n| format!("Chapter {n}"),
    state,
    analogy_about: "One picture for all of it: what each thing on the stage is for a clerk, and where the picture fails.",
    list: "All chapters",
    next: |title| format!("Next chapter: {title}"),
    hook: "To remember",
    example: "In short",
    watch: "Watch",
    watch_what: |title| format!("Watch: {title}"),
    watch_beside: |name| format!("Beside it: {name}"),
    to_text: "Back to the text",
    to_play: "Take this run to Play",
    rows: "Row by row",
    dashboard: "Meanwhile the dashboard says",
    predict: "What do you expect?",
    answer: "Your answer",
    unit: |unit| match unit {
        Unit::Plain => "",
        Unit::Milliseconds => "ms",
        Unit::Bytes => "bytes",
    },
    check: "Check",
    no_number: "Type a whole number, such as 150.",
    verdict: ["Right.", "Not quite."],
    see: "Watch it happen",
    point: "Point at it on the stage",
    pointing: "Press on the part of the stage that you mean.",
    held: "What happened stands here once you have answered.",
    skip: "Read on without an answer",
    part,
    note: |note| match note {
        Note::OurModel => "our model",
        Note::NotSettled => "not settled",
        Note::NotSimulated => "not simulated yet",
    },
    note_means: |note| match note {
        Note::OurModel => "The engine here does it this way on purpose; real engines differ.",
        Note::NotSettled => "People or engines disagree about this.",
        Note::NotSimulated => "The engine here does not have this yet.",
    },
    source: |rule, title| format!("{rule}: {title} (opens in a new tab)"),
    sources: "Sources",
    broken: |why| format!("This chapter cannot be shown. {why}"),
    guide: GuideWords {
        name: "Guide me",
        about: "The same in questions, one at a time. A wrong answer leads aside to a smaller one, and back.",
        leave: "Back to the chapter",
        place: |at, of| format!("Question {at} of {of}"),
        aside: "A step aside",
        unsure: "I am not sure",
        on: "Go on",
        path: "Your path",
        seen: "looked at it",
        said: |answer, right| if right { format!("✓ {answer}") } else { format!("✗ {answer}") },
        summary: |questions, asides| match asides {
            0 => format!("{} and no step aside.", counted(questions as u64, "question")),
            n => format!("{} and {} aside.", counted(questions as u64, "question"), counted(n as u64, "step")),
        },
        again: "Start again",
    },
    analogy: AnalogyWords {
        heads: ["On the stage", "For the clerk", "How it is alike"],
        table: "What is what",
        thing,
        picture: "The run in its words",
        limits: "Where the picture fails",
        question: "A question",
        see: ["See the stage as the clerk", "See the stage as ever"],
        seen: "The same run, as a clerk's office.",
        field: "Set-up, branches, comparing, Flink's tables and your dashboard keep the field's words.",
        more: "What is what",
    },
    model: ModelWords {
        about: "What the engine simplifies, the rules it follows, and where you can read each of them.",
        simpler: "What the model simplifies",
        versions: "What was read",
        rules: "The rules",
        all: ["Open all", "Close all"],
        treated,
        count: |count, of| if count == 0 { String::new() } else { format!("{count} {}", treated(of)) },
        here: "Here",
        read: "Read it",
        inferred: "Worked out from the other rules; no document says it.",
        tests: "Tests",
    },
    progress: KeptWords {
        name: "Your progress",
        kept: "What you have done in the course, the quiz and the cards is kept in this browser, and nowhere else.",
        kept_by_lms: "What you have done in the course, the quiz and the cards is kept by the course system that this page is in. \
                      It is told your best score.",
        not_kept: "This browser keeps nothing for this page: what you have done is forgotten when you close it. \
                   Only the cards can be exported.",
        erase: "Erase all my progress",
        erased: "All is erased: course, quiz and cards.",
        undo: "Undo",
    },
};

fn treated(of: Treated) -> &'static str {
    match of {
        Treated::Modelled => "modelled",
        Treated::Simplified => "simplified",
        Treated::LeftOut => "left out",
    }
}

fn state(read: usize, of: usize, answered: usize, right: usize, guided: bool) -> String {
    let mut parts = Vec::new();
    if read > 0 {
        parts.push(if read >= of { "✓ read".into() } else { format!("{read} of {of} parts read") });
    }
    if answered > 0 {
        parts.push(format!("{right} of {answered} right at first"));
    }
    if guided {
        parts.push("guided".into());
    }
    parts.join(" · ")
}

fn part(part: &str) -> String {
    let words: Vec<&str> = part.split(' ').collect();
    match words.as_slice() {
        ["log", name] => format!("the log of {name}"),
        ["checkpoint", n] => format!("checkpoint {n}"),
        ["edge", from, to] => format!("the channel from {from} to {to}"),
        [_, name] => (*name).to_owned(),
        _ => part.to_owned(),
    }
}

fn thing(thing: &str) -> &'static str {
    match thing {
        "job" => "The job",
        "log" => "The log",
        "record" => "A record",
        "offset" => "The offset",
        "state" => "State",
        "dedup" => "The ids of a dedup",
        "channel" => "A channel",
        "checkpoint" => "A checkpoint",
        "barrier" => "A barrier",
        "aligning" => "Alignment",
        "append" => "An append sink",
        "increment" => "A sink that adds",
        "set" => "A sink that sets",
        "upsert" => "An upsert sink",
        "unique_insert" => "A unique insert",
        "two_phase" => "Two-phase commit",
        "transaction" => "A transaction",
        "reader" => "The reader",
        "crash" => "A crash",
        "restart" => "A restart",
        "replay" => "A replay",
        "redelivery" => "A redelivery",
        "expired" => "An expired entry",
        "offset_alone" => "An offset on its own",
        _ => "",
    }
}
