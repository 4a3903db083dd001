//! Claims: named numbers of a chapter, worked out by the engine.
//!
//! A claim is a line: `RUN: MEASURE at MOMENT is NUMBER UNIT`, as in `memory: value sum k0 at crash 1 - 1 is 11325`. Without
//! `at` it is of the end of the run. The unit is `ms` or `B`, or none. A claim can also be reckoned from claims above it,
//! from the left to the right: `= had + kept is 17600`; the words between are `+ - * /` and, last, `root`.

use serde_json::Value;

use super::fault::Fault;
use super::measure::measure;
use super::runs::Runs;
use super::value::{as_text, fields};
use crate::check::Report;

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Things.
    Plain,
    /// Milliseconds of virtual time.
    Milliseconds,
    /// Bytes.
    Bytes,
}

/// A named number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its name in the lesson.
    pub name: String,
    /// What the engine says.
    pub value: i64,
    /// What the lesson expects.
    pub expected: i64,
    /// What it counts.
    pub unit: Unit,
}

/// The claims of a chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims(Vec<Claim>);

/// Reports of the moments that were asked for: many claims are of the same.
#[derive(Default)]
pub(super) struct Reports(Vec<(String, u64, Report)>);

impl Claims {
    /// Works all of them out.
    pub(super) fn of(lesson: &Value, runs: &Runs) -> Result<Claims, Fault> {
        let mut claims = Claims::default();
        let mut reports = Reports::default();
        for (name, line) in fields(lesson, "claims", "claims")? {
            let place = format!("claims/{name}");
            let line = as_text(line, &place)?;
            let wrong = |what: &str| Fault::new(&place, what);
            let (said, is) = line.rsplit_once(" is ").ok_or_else(|| wrong("has no ` is `"))?;
            let (expected, unit) = match is.split_once(' ') {
                None => (is, Unit::Plain),
                Some((n, "ms")) => (n, Unit::Milliseconds),
                Some((n, "B")) => (n, Unit::Bytes),
                Some(_) => return Err(wrong("has an unknown unit, expected `ms` or `B`")),
            };
            let expected = expected.parse().map_err(|_| wrong("expects no whole number"))?;
            let value = claims.work_out(said, runs, &mut reports, &place)?;
            claims.0.push(Claim { name: name.clone(), value, expected, unit });
        }
        Ok(claims)
    }

    /// What a claim without its expectation comes to.
    pub(super) fn work_out(&self, said: &str, runs: &Runs, reports: &mut Reports, place: &str) -> Result<i64, Fault> {
        let wrong = |what: &str| Fault::new(place, what);
        if let Some(sum) = said.strip_prefix("= ") {
            return self.reckon(sum).ok_or_else(|| wrong("cannot be reckoned"));
        }
        let (run, what) = said.split_once(": ").ok_or_else(|| wrong("names no run"))?;
        let run = runs.get(run, place)?;
        let (what, step) = match what.rsplit_once(" at ") {
            Some((what, moment)) => (what, run.step(moment, place)?),
            None => (what, run.steps()),
        };
        let known = reports.0.iter().position(|(name, at, _)| *name == run.name && *at == step);
        let known = known.unwrap_or_else(|| {
            reports.0.push((run.name.clone(), step, run.report(step)));
            reports.0.len() - 1
        });
        let found = measure(what, &reports.0[known].2, &run.scenario);
        found.ok_or_else(|| wrong(&format!("`{what}` cannot be measured there")))
    }

    /// Takes note of a number that nobody else expects.
    pub(super) fn note(&mut self, name: &str, value: i64, unit: Unit) {
        self.0.push(Claim { name: name.to_owned(), value, expected: value, unit });
    }

    /// All of them, in order.
    pub fn all(&self) -> &[Claim] {
        &self.0
    }

    /// The claim of this name.
    pub fn get(&self, name: &str) -> Option<&Claim> {
        self.0.iter().find(|c| c.name == name)
    }

    pub(super) fn value(&self, name: &str, place: &str) -> Result<i64, Fault> {
        self.get(name).map(|c| c.value).ok_or_else(|| Fault::new(place, format!("no claim `{name}`")))
    }

    /// A number, or the claim of that name.
    pub(super) fn term(&self, word: &str) -> Option<i64> {
        word.parse().ok().or_else(|| self.get(word).map(|c| c.value))
    }

    pub(super) fn reckon(&self, sum: &str) -> Option<i64> {
        let mut words = sum.split_whitespace();
        let mut value = self.term(words.next()?)?;
        while let Some(sign) = words.next() {
            value = match sign {
                "+" => value.checked_add(self.term(words.next()?)?)?,
                "-" => value.checked_sub(self.term(words.next()?)?)?,
                "*" => value.checked_mul(self.term(words.next()?)?)?,
                "/" => value.checked_div(self.term(words.next()?)?)?,
                "root" => i64::try_from(u64::try_from(value).ok()?.isqrt()).ok()?,
                _ => return None,
            };
        }
        Some(value)
    }

    /// Whether a comparison of claims or numbers holds: `rows > 150`, several joined by `and`.
    pub(super) fn holds(&self, condition: &str, place: &str) -> Result<bool, Fault> {
        let wrong = || {
            Fault::new(place, format!("`{condition}` compares nothing, expected `a > b`, `a < b`, `a = b` or `a != b`"))
        };
        let mut all = true;
        for part in condition.split(" and ") {
            let [a, sign, b] = part.split_whitespace().collect::<Vec<_>>()[..] else { return Err(wrong()) };
            let (a, b) = self.term(a).zip(self.term(b)).ok_or_else(wrong)?;
            all &= match sign {
                ">" => a > b,
                "<" => a < b,
                "=" => a == b,
                "!=" => a != b,
                _ => return Err(wrong()),
            };
        }
        Ok(all)
    }
}
