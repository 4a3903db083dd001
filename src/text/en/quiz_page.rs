//! The words of the page that holds the quiz, in English.

use crate::text::quiz::QuizWords;

/// The words around a quiz, in English.
pub const ENGLISH: QuizWords = QuizWords {
    intro: "Five questions, from easy to tricky. Each has its own numbers, and the engine works out the answer.",
    number: |seed| format!("Quiz {seed}"),
    steps: "Questions",
    step: |n, right| match right {
        None => format!("Question {n}"),
        Some(true) => format!("Question {n}: right"),
        Some(false) => format!("Question {n}: wrong"),
    },
    place: |at, of, level| format!("Question {at} of {of} · {}", level_name(level)),
    options: "Answers",
    keys: |options| format!("Press 1 to {options} to answer, Enter to go on."),
    verdict: ["Right.", "Not quite."],
    right_is: |says| format!("The answer is {}.", says.trim_end_matches('.')),
    marks: ["right", "your answer"],
    next: "Next question",
    finish: "See the result",
    watch: "Watch it",
    watch_what: |title| format!("Watch it: {title}"),
    score: |right, of| format!("{right} of {of} right"),
    after: |right, of| match of - right {
        0 => "Nothing to mend here. The next quiz has other questions.",
        _ => "What was wrong stands below, with the reason and the run that shows it.",
    },
    misses: "What was wrong, and why",
    miss: |n, title| format!("{n}. {title}"),
    said: "You said",
    right: "Right is",
    read: |n, title| format!("Chapter {n}: {title}"),
    another: "New quiz",
    again: "Same quiz again",
    copy: "Copy link for a class",
    copied: "Link copied",
    not_copied: "Not copied: take the address of this page",
    copy_hint: "Whoever opens the link gets the same five questions.",
    so_far: |quizzes, right, of| match quizzes {
        1 => format!("One quiz so far: {right} of {of}."),
        n => format!("{n} quizzes so far. The best: {right} of {of}."),
    },
    broken: |why| format!("This quiz cannot be shown. {why}"),
    from: |title| format!("Watching: {title}"),
    back: ["Back to the quiz", "Back to the cards"],
};

fn level_name(level: u8) -> &'static str {
    match level {
        1 => "easy",
        2 => "fairly easy",
        3 => "medium",
        4 => "hard",
        _ => "tricky",
    }
}
