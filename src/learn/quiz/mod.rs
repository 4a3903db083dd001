//! The quiz: five questions, easy to tricky, from a seed.
//!
//! A **generator** (`generators/*.json`) is a lesson in small: what is drawn from the seed, the run that is made of it, and
//! its claims. The engine works out which answer is right; each wrong answer is what a misconception with a name leads
//! to. [`Quiz::of`] draws one generator of each level, so a seed is all that a link has to carry.

mod begun;
mod draw;
mod generator;
mod generators;
mod question;
mod results;
mod seed;

pub use begun::Begun;
pub use generator::{Drawn, Worth};
pub use generators::{GENERATORS, Generator, LEVELS};
pub use question::{Offer, Question, Watch};
pub use results::{Results, Sat};
pub use seed::{SEEDS, next_seed, seed_of};

use super::Tongue;
use super::fault::Fault;
use super::words::Words;

/// A quiz: its questions, and what was answered.
#[derive(Clone)]
pub struct Quiz {
    /// What it was drawn from.
    pub seed: u64,
    /// From easy to tricky, each from another generator.
    pub questions: Vec<Question>,
    /// By question: which of its options was chosen first.
    answers: Vec<Option<usize>>,
}

/// A question that was answered wrong: for the summary at the end.
#[derive(Clone, Copy)]
pub struct Miss<'a> {
    /// The number of the question, from 0.
    pub number: usize,
    /// The question; its `watch` is the run that shows it.
    pub question: &'a Question,
    /// What was chosen; its reply says why it is wrong.
    pub chosen: &'a Offer,
    /// What is right; its reply says why.
    pub right: &'a Offer,
}

impl Quiz {
    /// The quiz of a seed: one question of each level.
    ///
    /// # Errors
    /// A generator or its words have a mistake: the first one.
    pub fn of(seed: u64, words: &str, tongue: &Tongue) -> Result<Quiz, Fault> {
        let mut words = Words::read(words)?;
        let chosen = chosen(seed);
        let questions =
            chosen.into_iter().map(|g| Question::of(g, seed, &mut words, tongue)).collect::<Result<Vec<_>, _>>()?;
        Ok(Quiz { seed, answers: vec![None; questions.len()], questions })
    }

    /// The first question without an answer; none: the quiz is at its end.
    pub fn current(&self) -> Option<usize> {
        self.answers.iter().position(Option::is_none)
    }

    /// Answers a question; only the first answer counts. None: there is no such question or option.
    pub fn answer(&mut self, question: usize, option: usize) -> Option<&Offer> {
        let chosen = self.questions.get(question)?.options.get(option)?;
        self.answers.get_mut(question)?.get_or_insert(option);
        Some(chosen)
    }

    /// The option that was chosen first.
    pub fn chosen(&self, question: usize) -> Option<usize> {
        self.answers.get(question).copied().flatten()
    }

    /// Whether a question was answered right; none: it was not answered.
    pub fn was_right(&self, question: usize) -> Option<bool> {
        let chosen = self.chosen(question)?;
        Some(self.questions[question].options[chosen].misconception.is_none())
    }

    /// Questions that were answered right.
    pub fn score(&self) -> usize {
        (0..self.questions.len()).filter(|question| self.was_right(*question) == Some(true)).count()
    }

    /// What was wrong and why, in the order of the questions.
    pub fn misses(&self) -> Vec<Miss<'_>> {
        let all = self.questions.iter().zip(&self.answers).enumerate();
        all.filter_map(|(number, (question, answer))| {
            let chosen = &question.options[(*answer)?];
            let right = &question.options[question.right()];
            chosen.misconception.is_some().then_some(Miss { number, question, chosen, right })
        })
        .collect()
    }
}

/// One question of every generator: what is drawn from a seed, in the order of [`GENERATORS`].
///
/// # Errors
/// As [`Quiz::of`]; also words that no generator has a place for.
pub fn every(seed: u64, words: &str, tongue: &Tongue) -> Result<Vec<Question>, Fault> {
    let mut words = Words::read(words)?;
    let all = GENERATORS.iter().map(|g| Question::of(g, seed, &mut words, tongue)).collect::<Result<Vec<_>, _>>()?;
    words.all_taken()?;
    Ok(all)
}

/// The generators of a seed, one of each level; nothing runs for it.
///
/// From one seed to the next each level goes on by one or two, and has at least three generators: so the seeds next to
/// each other have no question alike.
pub fn chosen(seed: u64) -> Vec<&'static Generator> {
    // Each level takes its extra step at another time, so that the combinations do not come round soon.
    const STRIDES: [u64; 5] = [7, 11, 13, 17, 19];
    let mut all = Vec::new();
    for (level, stride) in (1..=LEVELS).zip(STRIDES) {
        let of: Vec<&Generator> = GENERATORS.iter().filter(|g| g.level == level).collect();
        let count = of.len() as u64;
        let at = (seed % count + seed / stride % count) % count;
        all.extend(of.get(at as usize));
    }
    all
}
