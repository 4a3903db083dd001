//! How quizzes came out, as a value to keep.

use serde_json::{Map, Value};

/// So many are kept: the last ones.
const RESULTS_MAX: usize = 200;

/// A quiz that was taken to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sat {
    /// Its seed.
    pub seed: u64,
    /// Questions that were answered right.
    pub right: usize,
    /// Of how many.
    pub of: usize,
}

/// The quizzes that were taken, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results(Vec<Sat>);

impl Results {
    /// A quiz was taken.
    pub fn add(&mut self, sat: Sat) {
        if self.0.len() >= RESULTS_MAX {
            self.0.remove(0);
        }
        self.0.push(sat);
    }

    /// All, oldest first.
    pub fn all(&self) -> &[Sat] {
        &self.0
    }

    /// The one with the most right answers; of several the last.
    pub fn best(&self) -> Option<Sat> {
        self.0.iter().max_by_key(|sat| sat.right).copied()
    }

    /// As JSON.
    pub fn to_json(&self) -> String {
        let of = |sat: &Sat| {
            let numbers = [("seed", sat.seed), ("right", sat.right as u64), ("of", sat.of as u64)];
            Value::from(numbers.into_iter().map(|(name, n)| (name.to_owned(), n.into())).collect::<Map<_, _>>())
        };
        Value::from(self.0.iter().map(of).collect::<Vec<_>>()).to_string()
    }

    /// From JSON; what cannot be made out is left out, since it is worth less than what can.
    pub fn from_json(json: &str) -> Results {
        let mut results = Results::default();
        let all = serde_json::from_str::<Value>(json).unwrap_or_default();
        for sat in all.as_array().into_iter().flatten() {
            let number = |name| sat.get(name).and_then(Value::as_u64);
            if let (Some(seed), Some(right), Some(of @ 1..=100)) = (number("seed"), number("right"), number("of"))
                && right <= of
            {
                results.add(Sat { seed, right: right as usize, of: of as usize });
            }
        }
        results
    }
}
