//! The generators of the quiz, held to what a question must be: the same code natively and in the browser.

use std::collections::BTreeSet;

use barrierscope::learn::quiz::{Drawn, Generator, Worth};
use barrierscope::text::learn::ENGLISH;

/// A question without its words.
pub(crate) fn drawn(generator: &Generator, seed: u64) -> Drawn {
    Drawn::of(generator, seed).unwrap_or_else(|fault| panic!("{}, seed {seed}: {fault}", generator.name))
}

/// What is wrong with one question.
pub(crate) fn faults(generator: &Generator, seed: u64) -> Option<String> {
    let question = drawn(generator, seed);
    let of = |what: &str| Some(format!("{}, seed {seed}: {what}: {:?}", generator.name, question.answers));
    let right: Vec<&Worth> = question.answers.iter().filter(|(_, m)| m.is_none()).map(|(w, _)| w).collect();
    let [right] = right.as_slice() else { return of("not one right answer") };
    let shown: BTreeSet<String> = question
        .answers
        .iter()
        .map(|(worth, _)| match worth {
            Worth::Number(value, unit) => ENGLISH.tongue.shown(*value, *unit),
            Worth::Said(id) => id.clone(),
        })
        .collect();
    if shown.len() != question.answers.len() {
        return of("two answers are the same");
    }
    if !(3..=4).contains(&question.answers.len()) {
        return of("not three or four answers");
    }
    if question.answers.iter().any(|(worth, _)| matches!(worth, Worth::Number(n, _) if *n < 0)) {
        return of("an answer below nothing");
    }
    if let Some((name, found, expected)) = question.checks.iter().find(|(_, found, expected)| found != expected) {
        return of(&format!("`{name}` is {found}, and by itself it is {expected}"));
    }
    match (right, question.formula) {
        (Worth::Number(value, _), Some(formula)) if *value != formula => of(&format!("the formula says {formula}")),
        (Worth::Number(..), None) => of("no formula"),
        _ => None,
    }
}
