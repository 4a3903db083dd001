//! The analogy: a clerk with a running tally. The same run, in other words.

use super::Tongue;
use super::claims::Claims;
use super::fault::Fault;
use super::predict::Prediction;
use super::prose::{Prose, Writer};
use super::runs::{Run, Runs};
use super::value::{list, parse};
use super::words::Words;

/// Things of the stage that have a likeness, by the names that the words use.
pub const THINGS: &[&str] = &[
    "job",
    "log",
    "record",
    "offset",
    "state",
    "dedup",
    "channel",
    "checkpoint",
    "barrier",
    "aligning",
    "append",
    "increment",
    "set",
    "upsert",
    "unique_insert",
    "two_phase",
    "transaction",
    "reader",
    "crash",
    "restart",
    "replay",
    "redelivery",
    "expired",
    "offset_alone",
];

/// The title of the analogy, from its words alone.
///
/// # Errors
/// The words lack it.
pub fn analogy_title(words: &str) -> Result<String, Fault> {
    Ok(Words::read(words)?.take("title")?.join(" "))
}

/// Where it stops holding, from its words alone: a paragraph each.
///
/// # Errors
/// The words lack it.
pub fn analogy_limits(words: &str) -> Result<Vec<String>, Fault> {
    Words::read(words)?.take("limit")
}

/// What a thing of the stage is in the analogy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// The thing, one of [`THINGS`].
    pub thing: &'static str,
    /// What it is called there: for a label.
    pub label: String,
    /// What it is there, in a sentence.
    pub line: Prose,
}

/// The analogy, worked out.
pub struct Analogy {
    /// Its title.
    pub title: String,
    /// What it is, in a few sentences.
    pub intro: Prose,
    /// One for each of [`THINGS`], in their order.
    pub likenesses: Vec<Likeness>,
    /// Where it stops holding: a paragraph each.
    pub limits: Prose,
    /// The run step by step in its words, to copy: a line each.
    pub picture: Prose,
    /// The one question that waits for an answer.
    pub question: Prediction,
    /// The numbers.
    pub claims: Claims,
    runs: Runs,
}

impl Analogy {
    /// Works it out.
    ///
    /// # Errors
    /// The data or the words have a mistake: the first one.
    pub fn open(data: &str, words: &str, tongue: &Tongue) -> Result<Analogy, Fault> {
        let data = parse(data)?;
        let mut words = Words::read(words)?;
        let runs = Runs::of(&data)?;
        let claims = Claims::of(&data, &runs)?;
        let mut writer = Writer::new(Some(&claims), tongue);
        let title = words.take("title")?.join(" ");
        let intro = writer.text(&words.take("intro")?, "intro")?;
        let mut likenesses = Vec::new();
        for thing in THINGS {
            let label = words.take(&format!("{thing}.label"))?.join(" ");
            let key = format!("{thing}.line");
            likenesses.push(Likeness { thing, label, line: writer.text(&words.take(&key)?, &key)? });
        }
        let picture = writer.text(&words.take("picture")?, "picture")?;
        let limits = writer.text(&words.take("limit")?, "limit")?;
        let [asked] = list(&data, "predictions") else {
            return Err(Fault::new("predictions", "expected exactly one"));
        };
        let question = Prediction::of(asked, &runs, &claims, &mut words, &mut writer)?;
        words.all_taken()?;
        Ok(Analogy { title, intro, likenesses, limits, picture, question, claims, runs })
    }

    /// What a thing is called.
    pub fn label(&self, thing: &str) -> Option<&str> {
        self.likenesses.iter().find(|l| l.thing == thing).map(|l| l.label.as_str())
    }

    /// Its runs.
    pub fn runs(&self) -> &[Run] {
        self.runs.all()
    }

    /// Its texts, in the order of reading.
    pub fn texts(&self) -> Vec<&Prose> {
        let mut all = vec![&self.intro];
        all.extend(self.likenesses.iter().map(|l| &l.line));
        all.extend([&self.picture, &self.limits]);
        all.extend(self.question.texts());
        all
    }
}
