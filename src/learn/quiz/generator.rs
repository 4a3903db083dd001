//! What a generator makes of a seed: numbers, a run, and which answers there are. No words yet.

use serde_json::Value;

use super::draw::{Draw, fill, unit_of};
use super::generators::Generator;
use crate::learn::claims::{Claims, Reports, Unit};
use crate::learn::fault::Fault;
use crate::learn::runs::Runs;
use crate::learn::value::{as_text, fields, parse, text};

/// Answers that a question has at most.
const OPTIONS_MAX: usize = 4;

/// What an answer says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worth {
    /// A number in this unit.
    Number(i64, Unit),
    /// What the words say under this name.
    Said(String),
}

/// A question without words.
pub struct Drawn {
    /// The numbers that the words may use.
    pub numbers: Claims,
    /// The answers, in the order of showing, each with its misconception; none: it is right.
    pub answers: Vec<(Worth, Option<String>)>,
    /// Misconceptions that lead to the right answer here, as they may: nobody is asked about them.
    pub unasked: Vec<String>,
    /// The same as the right answer, worked out without the engine, where there is a formula.
    pub formula: Option<i64>,
    /// What the engine says of a number that the words use, and the same worked out without it: by the claim's name.
    pub checks: Vec<(String, i64, i64)>,
    /// The name of the run to watch, and the steps from and to.
    pub watch: (String, u64, u64),
    /// Its runs.
    pub runs: Runs,
}

impl Drawn {
    /// Draws a question. Its runs run now.
    ///
    /// # Errors
    /// The generator has a mistake: the first one.
    pub fn of(generator: &Generator, seed: u64) -> Result<Drawn, Fault> {
        let spec = parse(generator.json)?;
        let draw = Draw::new(seed, generator.name);
        let mut numbers = Claims::default();
        let mut drawn = Vec::new();
        for (name, spec) in fields(&spec, "draw", generator.name)? {
            drawn.push((format!("<{name}>"), draw.value(name, spec, &mut numbers)?));
        }
        let spec = fill(&spec, &mut drawn);
        let runs = Runs::of(&spec)?;
        let mut reports = Reports::default();
        for (name, line) in fields(&spec, "claims", generator.name)? {
            let place = format!("{}/{name}", generator.name);
            let (said, unit) = unit_of(as_text(line, &place)?);
            let value = numbers.work_out(said, &runs, &mut reports, &place)?;
            numbers.note(name, value, unit);
        }
        let mut unasked = Vec::new();
        let mut answers = answers(&spec, &numbers, &mut unasked, generator.name)?;
        if answers.len() > OPTIONS_MAX {
            return Err(Fault::new(generator.name, format!("has {} answers", answers.len())));
        }
        draw.shuffle(&mut answers);
        let formula = match spec.get("formula").and_then(Value::as_str) {
            Some(line) => Some(numbers.work_out(line, &runs, &mut reports, generator.name)?),
            None => None,
        };
        let mut checks = Vec::new();
        for (name, line) in spec.get("checks").and_then(Value::as_object).into_iter().flatten() {
            let place = format!("{}/checks/{name}", generator.name);
            let expected = numbers.work_out(as_text(line, &place)?, &runs, &mut reports, &place)?;
            checks.push((name.clone(), numbers.value(name, &place)?, expected));
        }
        let watch = spec.get("watch").unwrap_or(&Value::Null);
        let run = runs.get(text(watch, "run", generator.name)?, generator.name)?;
        let from = run.step(text(watch, "from", generator.name)?, generator.name)?;
        let to = run.step(text(watch, "to", generator.name)?, generator.name)?;
        if from >= to {
            return Err(Fault::new(generator.name, format!("the span ends at step {to}, which is not after {from}")));
        }
        Ok(Drawn { answers, unasked, formula, checks, watch: (run.name.clone(), from, to), numbers, runs })
    }
}

/// The right answer first, then the others.
fn answers(
    spec: &Value,
    numbers: &Claims,
    unasked: &mut Vec<String>,
    place: &str,
) -> Result<Vec<(Worth, Option<String>)>, Fault> {
    let mut all = Vec::new();
    if let Some(options) = spec.get("options").and_then(Value::as_object) {
        for (id, condition) in options {
            let right = numbers.holds(as_text(condition, place)?, place)?;
            all.push((Worth::Said(id.clone()), (!right).then(|| id.clone())));
        }
        return match all.iter().filter(|(_, misconception)| misconception.is_none()).count() {
            1 => Ok(all),
            n => Err(Fault::new(place, format!("{n} answers are right, expected one"))),
        };
    }
    let right = text(spec, "right", place)?;
    let unit = numbers.get(right).map_or(Unit::Plain, |c| c.unit);
    let right = numbers.value(right, place)?;
    all.push((Worth::Number(right, unit), None));
    for (misconception, claim) in fields(spec, "wrong", place)? {
        let value = numbers.value(as_text(claim, place)?, place)?;
        if value == right {
            unasked.push(misconception.clone());
        } else {
            all.push((Worth::Number(value, unit), Some(misconception.clone())));
        }
    }
    Ok(all)
}
