//! A question with its words.

use super::generator::{Drawn, Worth};
use super::generators::Generator;
use crate::learn::Tongue;
use crate::learn::claims::Claims;
use crate::learn::fault::Fault;
use crate::learn::prose::{Prose, Span, Writer};
use crate::learn::words::Words;
use crate::scenario::Scenario;

/// An answer to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What it says.
    pub says: Prose,
    /// The misconception that leads to it; none: it is right.
    pub misconception: Option<String>,
    /// What to say to whoever chose it.
    pub reply: Prose,
}

/// The run that shows the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// What to open; its title is that of the question.
    pub scenario: Scenario,
    /// Play after this step.
    pub from: u64,
    /// Play up to this step.
    pub to: u64,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Where it comes from: level, chapter, name.
    pub generator: &'static Generator,
    /// What it was drawn from.
    pub seed: u64,
    /// What it is about, in a few words.
    pub title: String,
    /// What is asked; a paragraph each.
    pub ask: Prose,
    /// Three or four, in the order of showing. Exactly one is right.
    pub options: Vec<Offer>,
    /// What to watch afterwards.
    pub watch: Watch,
    /// The numbers that the texts stand on.
    pub numbers: Claims,
}

impl Question {
    /// Which option is right.
    pub fn right(&self) -> usize {
        self.options.iter().position(|o| o.misconception.is_none()).unwrap_or(0)
    }

    /// Its texts, in the order of reading.
    pub fn texts(&self) -> Vec<&Prose> {
        let mut all = vec![&self.ask];
        all.extend(self.options.iter().map(|o| &o.says));
        all.extend(self.options.iter().map(|o| &o.reply));
        all
    }

    pub(super) fn of(
        generator: &'static Generator,
        seed: u64,
        words: &mut Words,
        tongue: &Tongue,
    ) -> Result<Question, Fault> {
        let Drawn { numbers, answers, unasked, watch: (run, from, to), runs, .. } = Drawn::of(generator, seed)?;
        let name = generator.name;
        let mut writer = Writer::new(Some(&numbers), tongue);
        let mut options = Vec::new();
        let title = words.take(&format!("{name}.title"))?.join(" ");
        let ask = writer.text(&words.take(&format!("{name}.ask"))?, name)?;
        for (worth, misconception) in answers {
            let (says, id) = match worth {
                Worth::Number(value, unit) => {
                    let number = Span::Number(tongue.shown(value, unit), String::new());
                    (Prose(vec![vec![number]]), None)
                }
                Worth::Said(id) => (writer.text(&words.take(&format!("{name}.o.{id}"))?, name)?, Some(id)),
            };
            let key = match (&misconception, id) {
                (None, None) => format!("{name}.right"),
                (Some(misconception), None) => format!("{name}.wrong.{misconception}"),
                // Which saying is right may change from seed to seed: each has words for both.
                (misconception, Some(id)) => {
                    let (right, wrong) = (format!("{name}.right.{id}"), format!("{name}.wrong.{id}"));
                    words.take(&right)?;
                    words.take(&wrong)?;
                    if misconception.is_none() { right } else { wrong }
                }
            };
            // Only one reply is read, so what it explains is not known afterwards.
            let reply = writer.clone().text(&words.take(&key)?, name)?;
            options.push(Offer { says, misconception, reply });
        }
        for misconception in unasked {
            words.take(&format!("{name}.wrong.{misconception}"))?;
        }
        let mut scenario = runs.get(&run, name)?.scenario.clone();
        scenario.title.clone_from(&title);
        Ok(Question { generator, seed, title, ask, options, watch: Watch { scenario, from, to }, numbers })
    }
}
