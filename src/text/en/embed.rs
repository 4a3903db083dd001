//! The words of the embedded view, in English.

use super::{seconds, whole};
use crate::scenario::{ErrorCode, ScenarioError};
use crate::text::embed::EmbedWords;
use crate::view::embed::address::{CHARS_MAX, Controls, NAMES, Part};
use crate::view::embed::when::word;
use crate::view::embed::{AddressError, MessageError, NoMoment, message};

pub(super) const EMBED: EmbedWords = EmbedWords {
    open: "Open in Barrierscope",
    open_short: "Open",
    errors: |n| match n {
        1 => "This view was not set up as asked:".into(),
        n => format!("This view was not set up as asked, for {n} reasons:"),
    },
    address,
    message,
    problem: |why| ScenarioError {
        path: "scenario".into(),
        message: format!("the page around this one could not get it: {why}"),
        code: ErrorCode::Syntax,
    },
    element: "Element for a page of your own",
    element_hint: "It grows with what it shows, waits until it is scrolled to, and talks to your page (docs/embedding.md). The \
                   frame below it needs no script.",
};

/// What a moment may look like.
const MOMENTS: &str = "a step (812), a time (10.5s), start, end, or a moment of the run (crash, checkpoint-2)";

fn address(error: &AddressError) -> ScenarioError {
    let (name, code, message) = match error {
        AddressError::TooLong => (
            "",
            ErrorCode::TooLarge,
            format!("what stands behind the ? is longer than {} letters: none of it counts", whole(CHARS_MAX as u64)),
        ),
        AddressError::Unknown(name, like) => {
            let hint = match like {
                Some(like) => format!("did you mean \"{like}\"?"),
                None => format!("there are {}", NAMES.join(", ")),
            };
            (name.as_str(), ErrorCode::UnknownField, format!("unknown parameter, {hint}"))
        }
        AddressError::Twice(name) => {
            (*name, ErrorCode::DuplicateField, "stands there twice: the first one counts".into())
        }
        AddressError::Value(name, found) => {
            (*name, ErrorCode::UnknownWord, format!("\"{found}\" is not possible, expected {}", expected(name)))
        }
        AddressError::NoMoment(name, no) => (*name, ErrorCode::OutOfRange, no_moment(*no)),
        AddressError::Order => {
            ("to", ErrorCode::Conflict, "does not lie behind \"from\": the whole run is played".into())
        }
        AddressError::NoRun(what) => (
            "embed",
            ErrorCode::Conflict,
            format!(
                "shows a run, and the address ends in #{what}: leave \"embed\" out, or end it in #preset= or #run="
            ),
        ),
    };
    ScenarioError { path: if name.is_empty() { "address".into() } else { format!("address?{name}") }, message, code }
}

fn expected(name: &str) -> String {
    match name {
        "from" | "to" | "at" => MOMENTS.into(),
        "controls" => Controls::ALL.map(Controls::word).join(", "),
        "panels" => format!("none, or some of {} with commas between", Part::ALL.map(Part::word).join(", ")),
        "theme" => "light, dark or auto".into(),
        "lang" => "a language such as en or zh-CN".into(),
        _ => "1 or 0".into(),
    }
}

fn no_moment(no: NoMoment) -> String {
    match no {
        NoMoment::Step(last) => format!("the run has {} steps", whole(last)),
        NoMoment::Time(end) => format!("the run ends at {}", seconds(end.ms())),
        NoMoment::Nth(kind, 0) => format!("the run has no {}", word(kind)),
        NoMoment::Nth(kind, count) => format!("the run has only {} of \"{}\"", whole(count as u64), word(kind)),
    }
}

fn message(error: &MessageError) -> ScenarioError {
    let (field, code, message) = match error {
        MessageError::Version(found) => (
            "barrierscope",
            ErrorCode::Version,
            format!("version {found} of the messages, and this page knows {}", message::VERSION),
        ),
        MessageError::Type(found, Some(like)) => {
            ("type", ErrorCode::UnknownWord, format!("unknown word \"{found}\", did you mean \"{like}\"?"))
        }
        MessageError::Type(found, None) => {
            ("type", ErrorCode::UnknownWord, format!("unknown word \"{found}\", expected play, pause, seek or load"))
        }
        MessageError::Field(name) => {
            let expected = match *name {
                "autoplay" => "true or false",
                "scenario" => "a preset's name, or a scenario",
                "run" => "a link or what stands behind its \"run=\"",
                _ => MOMENTS,
            };
            (*name, ErrorCode::WrongType, format!("expected {expected}"))
        }
        MessageError::ScenarioOrRun => ("", ErrorCode::MissingField, "expected either \"scenario\" or \"run\"".into()),
        MessageError::TooLong => {
            ("", ErrorCode::TooLarge, format!("longer than {} letters", whole(message::CHARS_MAX as u64)))
        }
    };
    ScenarioError { path: if field.is_empty() { "message".into() } else { format!("message/{field}") }, message, code }
}
