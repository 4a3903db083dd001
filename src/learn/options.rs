//! Answers to choose from: which of them is right, the claims decide.

use serde_json::{Map, Value};

use super::claims::Claims;
use super::fault::Fault;
use super::prose::{Prose, Writer};
use super::runs::Runs;
use super::value::as_text;
use super::words::Words;

/// An answer to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name in the lesson; of a wrong one, that of the misconception.
    pub id: String,
    /// What it says.
    pub says: Prose,
    /// Whether it is so.
    pub right: bool,
}

/// A span of a run to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The name of the run.
    pub run: String,
    /// After this step.
    pub from: u64,
    /// Up to this step.
    pub to: u64,
    /// The run to show beside it.
    pub beside: Option<String>,
}

/// The answers of a question, `id: condition` each. Exactly one condition holds.
pub(super) fn choices(
    options: &Map<String, Value>,
    claims: &Claims,
    words: &mut Words,
    writer: &mut Writer<'_>,
    place: &str,
) -> Result<Vec<Choice>, Fault> {
    let mut all = Vec::new();
    for (id, condition) in options {
        let key = format!("{place}.o.{id}");
        let right = claims.holds(as_text(condition, &key)?, &key)?;
        let says = writer.text(&words.take(&key)?, &key)?;
        all.push(Choice { id: id.clone(), says, right });
    }
    match all.iter().filter(|c| c.right).count() {
        1 => Ok(all),
        n => Err(Fault::new(place, format!("{n} answers are right, expected one"))),
    }
}

/// The span of a run: `run`, `from`, `to` and, maybe, `beside`.
pub(super) fn play(of: &Value, runs: &Runs, place: &str) -> Result<Play, Fault> {
    let field = |name| of.get(name).and_then(Value::as_str);
    let run = runs.get(field("run").unwrap_or_default(), place)?;
    let from = run.step(field("from").unwrap_or("start"), place)?;
    let to = run.step(field("to").unwrap_or("end"), place)?;
    if from >= to {
        return Err(Fault::new(place, format!("the span ends at step {to}, which is not after {from}")));
    }
    let beside = match field("beside") {
        Some(other) => Some(runs.get(other, place)?.name.clone()),
        None => None,
    };
    Ok(Play { run: run.name.clone(), from, to, beside })
}
