//! What the embedded page and the page around it say to each other: JSON objects with the version in `barrierscope` and
//! what they are in `type`. `docs/embedding.md` lists them.

use serde_json::{Value, json};

use super::when::When;
use crate::scenario::{ScenarioError, nearest};
use crate::view::show::Show;
use crate::view::verdict::Verdict;

/// The version of the messages.
pub const VERSION: u64 = 1;
/// Characters of a message that is read.
pub const CHARS_MAX: usize = 2_000_000;
/// Characters that are repeated of a problem.
const PROBLEM_MAX: usize = 200;
/// What the page around can ask for.
const TYPES: [&str; 4] = ["play", "pause", "seek", "load"];

/// What the page around asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Play on.
    Play,
    /// Stand still.
    Pause,
    /// Go to a moment.
    Seek(When),
    /// Another run.
    Load(Load),
    /// The page around could not get what it wanted to load, for this reason.
    Problem(String),
}

/// Another run, and what of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Load {
    /// Which.
    pub what: What,
    /// What of it is played and shown.
    pub span: super::Span,
    /// It plays at once.
    pub autoplay: bool,
    /// Moments that cannot be read: the rest counts.
    pub wrong: Vec<&'static str>,
}

/// What can be put on the stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A preset, by its name.
    Preset(String),
    /// A scenario, as JSON.
    Scenario(String),
    /// A run, as a link's fragment.
    Run(String),
}

/// Why nothing comes of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageError {
    /// Another version.
    Version(u64),
    /// Nothing is called so; perhaps this was meant.
    Type(String, Option<&'static str>),
    /// What this field says cannot be; or it is not there.
    Field(&'static str),
    /// Both of two things that exclude each other, or neither.
    ScenarioOrRun,
    /// Longer than a message may be.
    TooLong,
}

/// Reads a message. None: it is none of ours, and nothing is to be said about it.
pub fn read(text: &str) -> Option<Result<Ask, MessageError>> {
    if text.len() > CHARS_MAX {
        return Some(Err(MessageError::TooLong));
    }
    let Ok(Value::Object(fields)) = serde_json::from_str::<Value>(text) else { return None };
    let version = fields.get("barrierscope")?.as_u64()?;
    let kind = fields.get("type")?.as_str()?;
    if version != VERSION {
        return Some(Err(MessageError::Version(version)));
    }
    let field = |name: &str| fields.get(name).filter(|value| !value.is_null());
    let moment = |name: &'static str| match field(name) {
        None => Ok(None),
        Some(value) => when(value).map(Some).ok_or(MessageError::Field(name)),
    };
    let load = || {
        if let Some(Value::String(problem)) = field("problem") {
            return Ok(Ask::Problem(problem.chars().take(PROBLEM_MAX).collect()));
        }
        let what = match (field("scenario"), field("run")) {
            (Some(Value::String(name)), None) if !name.trim_start().starts_with('{') => What::Preset(name.clone()),
            (Some(Value::String(text)), None) => What::Scenario(text.clone()),
            (Some(scenario @ Value::Object(_)), None) => What::Scenario(scenario.to_string()),
            (None, Some(Value::String(run))) => What::Run(fragment_of(run)),
            (Some(_), None) => return Err(MessageError::Field("scenario")),
            (None, Some(_)) => return Err(MessageError::Field("run")),
            (None, None) | (Some(_), Some(_)) => return Err(MessageError::ScenarioOrRun),
        };
        let autoplay = match field("autoplay") {
            None => false,
            Some(value) => value.as_bool().ok_or(MessageError::Field("autoplay"))?,
        };
        let mut wrong = Vec::new();
        let mut of = |name: &'static str| {
            moment(name).unwrap_or_else(|_| {
                wrong.push(name);
                None
            })
        };
        let span = super::Span { from: of("from"), to: of("to"), at: of("at") };
        Ok(Ask::Load(Load { what, span, autoplay, wrong }))
    };
    Some(match kind {
        "play" => Ok(Ask::Play),
        "pause" => Ok(Ask::Pause),
        "seek" => moment("to").and_then(|to| to.map(Ask::Seek).ok_or(MessageError::Field("to"))),
        "load" => load(),
        other => Err(MessageError::Type(other.chars().take(40).collect(), nearest(other, TYPES))),
    })
}

/// A step as a number, or any moment in words.
fn when(value: &Value) -> Option<When> {
    match value {
        Value::Number(step) => step.as_u64().map(When::Step),
        Value::String(text) => When::read(text),
        _ => None,
    }
}

/// The fragment of a run, of whatever a person copied: the whole link, also one to a preset, its fragment, or what stands
/// behind `run=`.
pub fn fragment_of(run: &str) -> String {
    let run = run.trim();
    let run = run.split_once('#').map_or(run, |(_, fragment)| fragment);
    if run.starts_with("run=") || run.starts_with("preset=") { run.to_owned() } else { format!("run={run}") }
}

fn told(kind: &str, mut fields: Value) -> String {
    fields["barrierscope"] = VERSION.into();
    fields["type"] = kind.into();
    fields.to_string()
}

/// A run is on the stage.
pub fn ready(show: &Show) -> String {
    told(
        "ready",
        json!({
            "title": show.scenario().title,
            "step": show.history().step(),
            "steps": show.pace().steps(),
        }),
    )
}

/// The page needs so many CSS pixels.
pub fn size(height: u64) -> String {
    told("size", json!({ "height": height }))
}

/// Where the run is: its step, of how many, the virtual time, and whether it plays.
pub fn step(show: &Show) -> String {
    told(
        "step",
        json!({
            "step": show.history().step(),
            "steps": show.pace().steps(),
            "ms": show.history().now().ms(),
            "playing": show.playback().is_playing(),
        }),
    )
}

/// What holds so far, in the words of the report, and in words for people.
pub fn verdict(verdict: &Verdict, inside: &str, output: &str) -> String {
    told(
        "verdict",
        json!({
            "state": verdict.inside,
            "output": verdict.output,
            "duplicates": verdict.duplicates,
            "missing": verdict.missing,
            "ended": verdict.ended,
            "text": { "state": inside, "output": output },
        }),
    )
}

/// A question was answered: what was asked, what was said, what is right.
pub fn answer(question: &str, said: &str, right: &str, is_right: bool) -> String {
    told("answer", json!({ "question": question, "said": said, "right": right, "correct": is_right }))
}

/// Something cannot be done: every reason with its place.
pub fn error(errors: &[ScenarioError]) -> String {
    let one = |e: &ScenarioError| json!({ "path": e.path, "code": e.code.as_str(), "message": e.message });
    told("error", json!({ "errors": errors.iter().map(one).collect::<Vec<_>>() }))
}
