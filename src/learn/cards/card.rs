//! A card with its words and its numbers.

use serde_json::{Map, Value};

use super::deck::{CARDS, CardSpec};
use crate::learn::Tongue;
use crate::learn::claims::Claims;
use crate::learn::fault::Fault;
use crate::learn::lessons::lesson;
use crate::learn::prose::{Prose, Writer};
use crate::learn::runs::Runs;
use crate::learn::value::{fields, parse};
use crate::learn::words::Words;
use crate::scenario::Scenario;

/// What to play with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardPlay {
    /// The preset that it is, if it is one and unchanged.
    pub preset: Option<&'static str>,
    /// What to open.
    pub scenario: Scenario,
    /// Play after this step.
    pub from: u64,
    /// Play up to this step.
    pub to: u64,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its name and its chapter.
    pub spec: &'static CardSpec,
    /// The front.
    pub question: Prose,
    /// The back.
    pub answer: Prose,
    /// What shows it, if it is an example.
    pub play: Option<CardPlay>,
    /// The numbers that the texts stand on.
    pub claims: Claims,
}

/// The whole subject, or a chapter of it, in three texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// In one sentence.
    pub intuition: Prose,
    /// What to remember it by.
    pub hook: Prose,
    /// A tiny example, with the engine's numbers.
    pub example: Prose,
}

/// The chapter whose numbers the subject's example has.
const SUBJECT: &str = "02-saved-together";

/// The cards in one language: each is worked out when it is opened.
pub struct Cards<'a> {
    words: Words,
    tongue: &'a Tongue,
}

impl<'a> Cards<'a> {
    /// Reads the words.
    ///
    /// # Errors
    /// They are no words.
    pub fn new(words: &str, tongue: &'a Tongue) -> Result<Cards<'a>, Fault> {
        Ok(Cards { words: Words::read(words)?, tongue })
    }

    /// What the deck is called.
    ///
    /// # Errors
    /// The words lack it.
    pub fn name(&mut self) -> Result<String, Fault> {
        Ok(self.words.take("deck")?.join(" "))
    }

    /// The whole subject in three texts.
    ///
    /// # Errors
    /// As [`Cards::open`].
    pub fn subject(&mut self) -> Result<Subject, Fault> {
        in_three(&mut self.words, "subject.", SUBJECT, self.tongue)
    }

    /// Works a card out. The runs behind its numbers run now.
    ///
    /// # Errors
    /// The card or its words have a mistake: the first one.
    pub fn open(&mut self, spec: &'static CardSpec) -> Result<Card, Fault> {
        let (front, back) = (format!("{}.q", spec.id), format!("{}.a", spec.id));
        let (question, answer) = (self.words.take(&front)?, self.words.take(&back)?);
        let (runs, claims) = worked_out(spec.chapter, &[&question, &answer], spec.play.map(|(run, ..)| run))?;
        let mut writer = Writer::new(Some(&claims), self.tongue);
        let (question, answer) = (writer.text(&question, &front)?, writer.text(&answer, &back)?);
        let play = match spec.play {
            None => None,
            Some((run, from, to)) => {
                let run = runs.get(run, spec.id)?;
                let (from, to) = (run.step(from, spec.id)?, run.step(to, spec.id)?);
                if from >= to {
                    return Err(Fault::new(spec.id, format!("the span ends at step {to}, which is not after {from}")));
                }
                Some(CardPlay { preset: run.preset, scenario: run.scenario.clone(), from, to })
            }
        };
        Ok(Card { spec, question, answer, play, claims })
    }

    /// Works all cards out, in the order of [`CARDS`].
    ///
    /// # Errors
    /// As [`Cards::open`]; also words that no card has a place for.
    pub fn open_all(&mut self) -> Result<Vec<Card>, Fault> {
        self.name()?;
        self.subject()?;
        let all = CARDS.iter().map(|spec| self.open(spec)).collect::<Result<Vec<_>, _>>()?;
        self.words.all_taken()?;
        Ok(all)
    }
}

impl Subject {
    /// A chapter in three texts, from its words. Only the runs behind these run.
    ///
    /// # Errors
    /// As [`Cards::open`].
    pub fn of_chapter(chapter: &str, words: &str, tongue: &Tongue) -> Result<Subject, Fault> {
        in_three(&mut Words::read(words)?, "", chapter, tongue)
    }
}

/// The three texts behind a prefix, with the numbers of a chapter.
fn in_three(words: &mut Words, prefix: &str, chapter: &str, tongue: &Tongue) -> Result<Subject, Fault> {
    let keys = ["intuition", "hook", "example"].map(|part| format!("{prefix}{part}"));
    let [intuition, hook, example] = keys.each_ref().map(|key| words.take(key));
    let (intuition, hook, example) = (intuition?, hook?, example?);
    let (_, claims) = worked_out(chapter, &[&intuition, &hook, &example], None)?;
    let mut writer = Writer::new(Some(&claims), tongue);
    Ok(Subject {
        intuition: writer.text(&intuition, &keys[0])?,
        hook: writer.text(&hook, &keys[1])?,
        example: writer.text(&example, &keys[2])?,
    })
}

/// The runs and the claims of a chapter that some texts need, and no others; and maybe one more run.
fn worked_out(chapter: &str, texts: &[&Vec<String>], play: Option<&str>) -> Result<(Runs, Claims), Fault> {
    let lesson = lesson(chapter).ok_or_else(|| Fault::new(chapter, "no such chapter"))?;
    let lesson = parse(lesson.json)?;
    let mut named: Vec<&str> = Vec::new();
    for part in texts.iter().flat_map(|text| text.iter()).flat_map(|p| p.split('{').skip(1)) {
        named.extend(part.split('}').next());
    }
    // A claim or a run may stand on one above it, so the last one comes first.
    let mut used: Vec<&str> = play.into_iter().collect();
    let mut claims = Map::new();
    for (name, line) in fields(&lesson, "claims", chapter)?.iter().rev() {
        if named.contains(&name.as_str()) {
            let said = line.as_str().unwrap_or_default();
            match said.strip_prefix("= ") {
                Some(sum) => named.extend(sum.split_whitespace()),
                None => used.extend(said.split(':').next()),
            }
            claims.insert(name.clone(), line.clone());
        }
    }
    let mut runs = Map::new();
    for (name, run) in fields(&lesson, "runs", chapter)?.iter().rev() {
        if used.contains(&name.as_str()) {
            used.extend(run.get("like").and_then(Value::as_str));
            runs.insert(name.clone(), run.clone());
        }
    }
    let forward = |map: Map<String, Value>| Value::from(map.into_iter().rev().collect::<Map<_, _>>());
    let part: Map<String, Value> =
        [("runs".to_owned(), forward(runs)), ("claims".to_owned(), forward(claims))].into_iter().collect();
    let part = Value::from(part);
    let runs = Runs::of(&part)?;
    let claims = Claims::of(&part, &runs)?;
    Ok((runs, claims))
}
