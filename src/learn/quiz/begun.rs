//! Quizzes as far as they were taken, as a value to keep: whoever comes back goes on where they were.

use serde_json::{Map, Value};

use super::Quiz;
use crate::learn::value::list;

/// So many are kept: the last ones.
const BEGUN_MAX: usize = 8;

/// A quiz as far as it was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Taken {
    seed: u64,
    /// The generators of its questions: another version of the page may draw others.
    questions: Vec<String>,
    /// The options that were chosen, question by question.
    answers: Vec<usize>,
    /// The question that is shown; behind the last one: the result.
    at: usize,
}

/// The quizzes that were begun, the last one last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Begun(Vec<Taken>);

impl Begun {
    /// This far a quiz was taken, and this question of it is shown.
    pub fn note(&mut self, quiz: &Quiz, at: usize) {
        self.forget(quiz.seed);
        if self.0.len() >= BEGUN_MAX {
            self.0.remove(0);
        }
        let answers = quiz.answers.iter().map_while(|answer| *answer).collect();
        self.0.push(Taken { seed: quiz.seed, questions: names(quiz), answers, at });
    }

    /// Something of the quiz of this seed is kept.
    pub fn has(&self, seed: u64) -> bool {
        self.0.iter().any(|taken| taken.seed == seed)
    }

    /// The quiz of a seed begins from its first question.
    pub fn forget(&mut self, seed: u64) {
        self.0.retain(|taken| taken.seed != seed);
    }

    /// The seed of the one that was taken last, and whether it was taken to its end.
    pub fn last(&self) -> Option<(u64, bool)> {
        self.0.last().map(|taken| (taken.seed, taken.answers.len() >= taken.questions.len()))
    }

    /// Answers a quiz as it was answered, and says which question was shown. Answers to other questions are none.
    pub fn resume(&self, quiz: &mut Quiz) -> usize {
        let known = |taken: &&Taken| taken.seed == quiz.seed && taken.questions == names(quiz);
        let Some(taken) = self.0.iter().find(known) else { return 0 };
        for (question, option) in taken.answers.iter().enumerate() {
            if quiz.answer(question, *option).is_none() {
                break;
            }
        }
        // Where there is no answer nothing comes after.
        taken.at.min(quiz.current().unwrap_or(quiz.questions.len()))
    }

    /// As JSON.
    pub fn to_json(&self) -> String {
        let of = |taken: &Taken| {
            let mut map = Map::new();
            map.insert("seed".into(), taken.seed.into());
            map.insert("questions".into(), taken.questions.clone().into());
            map.insert("answers".into(), taken.answers.clone().into());
            map.insert("at".into(), taken.at.into());
            Value::from(map)
        };
        Value::from(self.0.iter().map(of).collect::<Vec<_>>()).to_string()
    }

    /// From JSON; what cannot be made out is left out, since it is worth less than what can.
    pub fn from_json(json: &str) -> Begun {
        let all = serde_json::from_str::<Value>(json).unwrap_or_default();
        let number = |value: &Value| value.as_u64().and_then(|n| usize::try_from(n).ok());
        let of = |taken: &Value| {
            let questions = list(taken, "questions").iter().map(|q| q.as_str().map(str::to_owned));
            Some(Taken {
                seed: taken.get("seed")?.as_u64()?,
                questions: questions.collect::<Option<_>>()?,
                answers: list(taken, "answers").iter().map(number).collect::<Option<_>>()?,
                at: number(taken.get("at")?)?,
            })
        };
        let all = all.as_array().map_or(&[][..], Vec::as_slice);
        Begun(all.iter().filter_map(of).take(BEGUN_MAX).collect())
    }
}

fn names(quiz: &Quiz) -> Vec<String> {
    quiz.questions.iter().map(|question| question.generator.name.to_owned()).collect()
}
