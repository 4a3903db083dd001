//! The words around links, in English.

use super::whole;
use crate::scenario::{ErrorCode, ScenarioError};
use crate::text::share::{Nowhere, ShareWords};
use crate::view::link::{LINK_CHARS_MAX, LinkError, in_words};
use crate::view::show::RECORDS_MAX;

pub(super) const SHARE: ShareWords = ShareWords {
    hint: "The link is the run itself: the scenario, what was done by hand, the moment on the stage and the pins. \
           Whoever opens it sees the same. Nothing is sent anywhere.",
    link: "Link to this moment",
    preset_link: "Link to the preset, from its start",
    one_file: "This page is one file. The link opens where the file lies in the same place; elsewhere put what stands behind \
               the # behind the address of your copy.",
    long: "This link is long because its input is listed record by record. Some mail and course systems cut long links \
           off: pass the scenario on as a file instead.",
    scenario: "The scenario",
    scenario_hint: "The job, its input and its faults. What was done by hand is in the link alone.",
    download: "Download",
    frame: "Line for a page of your own",
    frame_title: |scenario| match scenario {
        "" => "Barrierscope: a run of a streaming job".into(),
        scenario => format!("Barrierscope: {scenario}"),
    },
    picture: "Picture of this moment",
    picture_as: ["Picture as SVG", "Picture as PNG"],
    picture_hint: "What the stage and the verdict show, with the moment and the link. The SVG is sharp at any size. Printing the \
                   page puts the same on paper, with its numbers.",
    open_moment: "Open this moment in Barrierscope",
    run: "The run",
    run_json: "Run as JSON",
    events_csv: "Events as CSV",
    run_hint: "The JSON is for running it again, with the JS API (docs/js-api.md): the scenario, what was done by hand and \
               the step. What came of it is in the table: a line for each event so far.",
    not_opened: "This link cannot be opened.",
    errors,
    nowhere: [
        Nowhere { head: "This link leads to no chapter", why: no_chapter, instead: "All chapters" },
        Nowhere { head: "This link leads to no quiz", why: no_quiz, instead: "New quiz" },
        Nowhere { head: "This link leads to no card", why: no_card, instead: "All cards" },
    ],
};

fn no_chapter(found: &str) -> String {
    const LIKE: &str = "A link to a chapter ends in its number, like this: #learn=02";
    if found.is_empty() {
        return format!("The link ends before the number of its chapter. {LIKE}");
    }
    format!("There is no chapter “{found}”. {LIKE}. Ask for the link again, or choose from the list of all chapters.")
}

fn no_quiz(found: &str) -> String {
    if found.is_empty() {
        return "The link ends before its number. A link to a quiz ends like this: #quiz=4711".into();
    }
    let what = if found.bytes().all(|b| b.is_ascii_digit()) {
        format!("“{found}” is too large for the number of a quiz, which is {} at most.", u64::MAX)
    } else {
        format!("“{found}” is no number of a quiz.")
    };
    format!(
        "{what} A link to a quiz ends in digits alone, like this: #quiz=4711. Ask for the link again, or start a quiz of \
         your own."
    )
}

fn no_card(found: &str) -> String {
    let what = if found.is_empty() { String::new() } else { format!(" “{found}” is none of them.") };
    format!(
        "No card and no chapter of the cards has a link of its own.{what} The link to all cards is #cards; a chapter is chosen \
         there."
    )
}

pub(super) fn errors(error: LinkError) -> Vec<ScenarioError> {
    let (code, message) = match error {
        LinkError::Scenario(errors) => {
            let within = |e: ScenarioError| ScenarioError { path: format!("link{}", e.path), ..e };
            return errors.into_iter().map(within).collect();
        }
        LinkError::UnknownPreset(name) => (
            ErrorCode::UnknownName,
            format!("there is no preset \"{name}\": choose one in the gallery, or check the end of the link"),
        ),
        LinkError::Version(None) => (
            ErrorCode::Version,
            "the link names no version after \"run=\", expected \"run=1.\": copy the whole link again".into(),
        ),
        LinkError::Version(Some(found)) => (
            ErrorCode::Version,
            format!("the link has version {found}, and this page opens version 1: open it where it was made"),
        ),
        LinkError::Damaged => (
            ErrorCode::Syntax,
            "the link is damaged: letters are missing, added or changed. Copy the whole link again".into(),
        ),
        LinkError::TooLong => (
            ErrorCode::TooLarge,
            format!(
                "the link is too long, or unpacks to more than a link may hold (at most {} letters)",
                whole(LINK_CHARS_MAX as u64)
            ),
        ),
        LinkError::Line(line) => (
            ErrorCode::Syntax,
            format!("what the link unpacks to is no run, from line {line} on: it was not made by this page"),
        ),
        LinkError::Records(records) => (
            ErrorCode::TooLarge,
            format!(
                "its input has {} records, and the page can show {}: run its scenario on the command line",
                whole(records),
                whole(RECORDS_MAX)
            ),
        ),
        LinkError::TooMuch => {
            (ErrorCode::TooLarge, "its moment lies too far into the run to be shown in a page".into())
        }
        LinkError::Choice { step, action } => (
            ErrorCode::Conflict,
            format!("what was done at step {} cannot be done there: {}", whole(step), in_words(&action)),
        ),
        LinkError::Moment { step, steps } => {
            (ErrorCode::OutOfRange, format!("it names step {}, and the run has {}", whole(step), whole(steps)))
        }
    };
    vec![ScenarioError { path: "link".into(), message, code }]
}
