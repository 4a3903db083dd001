//! Predictions: the run stops, one answers, the run goes on and shows it.

use serde_json::{Map, Value};

use super::claims::{Claims, Unit};
use super::fault::Fault;
use super::options::{Choice, choices};
use super::prose::{Prose, Writer};
use super::runs::Runs;
use super::value::{as_text, fields, text};
use super::words::Words;

/// How it is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// By a number in this unit.
    Number(Unit),
    /// By one of these.
    Choice(Vec<Choice>),
    /// By pointing at a part of the stage: `node sum`, `log orders`, `checkpoint 1`, `edge a count`.
    Point,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A number.
    Number(i64),
    /// The id of a choice.
    Choice(String),
    /// A part of the stage, as in [`Kind::Point`].
    Point(String),
}

/// What an answer is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<'a> {
    /// It is right; why.
    Right(&'a Prose),
    /// It is wrong: the misconception that leads to it (none: some other answer), and what to say to it.
    Wrong(Option<&'a str>, &'a Prose),
}

/// A wrong answer.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mistake {
    misconception: String,
    answer: Answer,
    says: Prose,
}

/// A prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    /// Its name in the chapter.
    pub id: String,
    /// The section that it belongs to.
    pub section: String,
    /// What is asked.
    pub ask: Prose,
    /// How it is answered.
    pub kind: Kind,
    /// The run that it is about.
    pub run: String,
    /// The run stops after this step.
    pub stop: u64,
    /// The answer can be seen after this step.
    pub shown: u64,
    right: Answer,
    why: Prose,
    mistakes: Vec<Mistake>,
    otherwise: Prose,
}

impl Prediction {
    /// Holds an answer against what the engine gives.
    pub fn check(&self, answer: &Answer) -> Verdict<'_> {
        if *answer == self.right {
            return Verdict::Right(&self.why);
        }
        match self.mistakes.iter().find(|m| m.answer == *answer) {
            Some(m) => Verdict::Wrong(Some(&m.misconception), &m.says),
            None => Verdict::Wrong(None, &self.otherwise),
        }
    }

    /// The right answer.
    pub fn right(&self) -> &Answer {
        &self.right
    }

    /// The wrong answers that have a name, each with its misconception.
    pub fn wrong(&self) -> impl Iterator<Item = (&str, &Answer)> {
        self.mistakes.iter().map(|m| (m.misconception.as_str(), &m.answer))
    }

    /// Every text of it, in the order of reading.
    pub fn texts(&self) -> Vec<&Prose> {
        let mut all = vec![&self.ask];
        if let Kind::Choice(choices) = &self.kind {
            all.extend(choices.iter().map(|c| &c.says));
        }
        all.push(&self.why);
        all.extend(self.mistakes.iter().map(|m| &m.says));
        all.push(&self.otherwise);
        all
    }

    pub(super) fn of(
        spec: &Value,
        runs: &Runs,
        claims: &Claims,
        words: &mut Words,
        writer: &mut Writer<'_>,
    ) -> Result<Prediction, Fault> {
        let id = text(spec, "id", "predictions")?.to_owned();
        let key = format!("p.{id}");
        let run = runs.get(text(spec, "run", &key)?, &key)?;
        let (stop, shown) = (run.step(text(spec, "stop", &key)?, &key)?, run.step(text(spec, "shown", &key)?, &key)?);
        if stop >= shown {
            return Err(Fault::new(&key, format!("it is shown at step {shown}, which is not after {stop}")));
        }
        let ask = writer.text(&words.take(&format!("{key}.ask"))?, &key)?;
        let none = Map::new();
        let (kind, right, wrong) = match text(spec, "kind", &key)? {
            "number" => {
                let right = text(spec, "right", &key)?;
                let unit = claims.get(right).map_or(Unit::Plain, |c| c.unit);
                let mut wrong = Vec::new();
                for (name, claim) in spec.get("wrong").and_then(Value::as_object).unwrap_or(&none) {
                    let value = claims.value(as_text(claim, &key)?, &key)?;
                    wrong.push((name.clone(), Answer::Number(value)));
                }
                (Kind::Number(unit), Answer::Number(claims.value(right, &key)?), wrong)
            }
            "choice" => {
                let all = choices(fields(spec, "options", &key)?, claims, words, writer, &key)?;
                let answer = |c: &Choice| Answer::Choice(c.id.clone());
                let right = all.iter().find(|c| c.right).map(answer);
                let wrong = all.iter().filter(|c| !c.right).map(|c| (c.id.clone(), answer(c))).collect();
                let right = right.ok_or_else(|| Fault::new(&key, "has no right answer"))?;
                (Kind::Choice(all), right, wrong)
            }
            "point" => {
                let mut right = None;
                let mut wrong = Vec::new();
                for (part, condition) in fields(spec, "options", &key)? {
                    let answer = Answer::Point(part.clone());
                    if !claims.holds(as_text(condition, &key)?, &key)? {
                        wrong.push((part.clone(), answer));
                    } else if right.replace(answer).is_some() {
                        return Err(Fault::new(&key, "several parts are right, expected one"));
                    }
                }
                (Kind::Point, right.ok_or_else(|| Fault::new(&key, "has no right answer"))?, wrong)
            }
            other => return Err(Fault::new(&key, format!("no kind `{other}`"))),
        };
        // Only one reply is read, so what it explains is not known afterwards.
        let why = writer.clone().text(&words.take(&format!("{key}.right"))?, &key)?;
        let mut mistakes = Vec::new();
        for (misconception, answer) in wrong {
            let says = writer.clone().text(&words.take(&format!("{key}.wrong.{misconception}"))?, &key)?;
            mistakes.push(Mistake { misconception, answer, says });
        }
        // Of choices every wrong one has its own words.
        let otherwise = match &kind {
            Kind::Choice(_) => Prose::default(),
            Kind::Number(_) | Kind::Point => writer.clone().text(&words.take(&format!("{key}.wrong"))?, &key)?,
        };
        let section = text(spec, "section", &key)?.to_owned();
        Ok(Prediction { id, section, ask, kind, run: run.name.clone(), stop, shown, right, why, mistakes, otherwise })
    }
}
