//! Reviews as JSON, to keep and to take along.

use serde_json::{Map, Value};

use super::reviews::{DAYS_MAX, MS_MAX, Memory, Reviews, STABILITY_MAX, Stage};

/// The version of the format.
pub const VERSION: u64 = 1;

/// Cards that a file may have.
const CARDS_MAX: usize = 2_000;

/// What is wrong with a file; what to say of it is in the words of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// It is no JSON.
    NotJson {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
    },
    /// It is JSON of something else.
    NotCards,
    /// It is of another version.
    Version(u64),
    /// It has more cards than can be.
    TooMany {
        /// So many.
        found: usize,
        /// At most so many are read.
        most: usize,
    },
    /// A card cannot be made out.
    Card {
        /// Its name.
        card: String,
        /// The field.
        field: &'static str,
        /// What it should be.
        expected: Expected,
    },
}

/// What a field should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A whole number within these.
    Number(u64, u64),
    /// One of these words.
    OneOf(&'static [&'static str]),
}

/// The stages, as the file names them.
const STAGES: &[&str] = &["learning", "review", "relearning"];

impl Reviews {
    /// As JSON.
    pub fn to_json(&self) -> String {
        let of = |m: &Memory| {
            let stage = match m.stage {
                Stage::Learning => STAGES[0],
                Stage::Review => STAGES[1],
                Stage::Relearning => STAGES[2],
            };
            let mut map = Map::new();
            map.insert("stage".into(), stage.into());
            let numbers = [
                ("due", m.due_ms),
                ("last", m.last_ms),
                ("days", m.days.into()),
                ("stability", m.stability),
                ("difficulty", m.difficulty),
                ("reps", m.reps.into()),
                ("lapses", m.lapses.into()),
            ];
            map.extend(numbers.map(|(name, n)| (name.to_owned(), Value::from(n))));
            Value::from(map)
        };
        let cards: Map<String, Value> = self.0.iter().map(|(id, memory)| (id.clone(), of(memory))).collect();
        let mut all = Map::new();
        all.insert("barrierscope_cards".into(), VERSION.into());
        all.insert("cards".into(), cards.into());
        Value::from(all).to_string()
    }

    /// From JSON. All of it or nothing: what is half understood would be lost without a word. Cards that this deck does
    /// not have are kept: another version of it may.
    ///
    /// # Errors
    /// The first thing that cannot be made out.
    pub fn from_json(json: &str) -> Result<Reviews, ImportError> {
        let all: Value =
            serde_json::from_str(json).map_err(|e| ImportError::NotJson { line: e.line(), column: e.column() })?;
        let version = all.get("barrierscope_cards").and_then(Value::as_u64).ok_or(ImportError::NotCards)?;
        if version != VERSION {
            return Err(ImportError::Version(version));
        }
        let cards = all.get("cards").and_then(Value::as_object).ok_or(ImportError::NotCards)?;
        if cards.len() > CARDS_MAX {
            return Err(ImportError::TooMany { found: cards.len(), most: CARDS_MAX });
        }
        cards.iter().map(|(id, of)| Ok((id.clone(), memory(id, of)?))).collect::<Result<_, _>>().map(Reviews)
    }
}

fn memory(id: &str, of: &Value) -> Result<Memory, ImportError> {
    let wrong = |field, expected| ImportError::Card { card: id.to_owned(), field, expected };
    let number = |field, low, high| {
        let found = of.get(field).and_then(Value::as_u64).filter(|n| (low..=high).contains(n));
        found.ok_or_else(|| wrong(field, Expected::Number(low, high)))
    };
    let small = |field, low, high| number(field, low, high).map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    let stage = match of.get("stage").and_then(Value::as_str) {
        Some("learning") => Stage::Learning,
        Some("review") => Stage::Review,
        Some("relearning") => Stage::Relearning,
        _ => return Err(wrong("stage", Expected::OneOf(STAGES))),
    };
    Ok(Memory {
        stage,
        due_ms: number("due", 0, MS_MAX)?,
        last_ms: number("last", 0, MS_MAX)?,
        days: small("days", 0, DAYS_MAX.into())?,
        stability: number("stability", 1, STABILITY_MAX)?,
        difficulty: number("difficulty", 10_000, 100_000)?,
        reps: small("reps", 1, 1_000_000)?,
        lapses: small("lapses", 0, 1_000_000)?,
    })
}
