//! Drawing from a seed: numbers, words, and an order.

use serde_json::Value;

use crate::hash::stable_hash;
use crate::learn::claims::{Claims, Unit};
use crate::learn::fault::Fault;
use crate::learn::value::as_text;

/// Draws by name: the same seed gives the same everywhere.
pub(super) struct Draw {
    seed: u64,
    of: &'static str,
}

impl Draw {
    pub(super) fn new(seed: u64, of: &'static str) -> Draw {
        Draw { seed, of }
    }

    /// A number below `count`, for this name.
    fn below(&self, count: u64, name: &str) -> u64 {
        stable_hash(&(self.seed, self.of, name)) % count.max(1)
    }

    /// Puts a list into an order of its own.
    pub(super) fn shuffle<T>(&self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let other = self.below(last as u64 + 1, &format!("place {last}")) as usize;
            list.swap(last, other);
        }
    }

    /// Draws one value: `3..15`, `1000..3000 by 500`, `memory | disk`, or `= c + more`; a number goes to the claims. ` in ms`
    /// says what it counts.
    pub(super) fn value(&self, name: &str, spec: &Value, claims: &mut Claims) -> Result<String, Fault> {
        let place = format!("draw/{name}");
        let wrong = || Fault::new(&place, "expected `LOW..HIGH`, `LOW..HIGH by STEP`, `WORD | WORD` or `= SUM`");
        let (spec, unit) = unit_of(as_text(spec, &place)?);
        if spec.contains('|') {
            let words: Vec<&str> = spec.split(" | ").collect();
            return Ok(words[self.below(words.len() as u64, name) as usize].to_owned());
        }
        let value = if let Some(sum) = spec.strip_prefix("= ") {
            claims.reckon(sum).ok_or_else(wrong)?
        } else {
            let (range, step) = spec.split_once(" by ").unwrap_or((spec, "1"));
            let (low, high) = range.split_once("..").ok_or_else(wrong)?;
            let (low, high, step) = match (claims.term(low), claims.term(high), step.parse::<i64>()) {
                (Some(low), Some(high), Ok(step)) if low <= high && step > 0 => (low, high, step),
                _ => return Err(wrong()),
            };
            low + step * self.below(((high - low) / step + 1) as u64, name) as i64
        };
        claims.note(name, value, unit);
        Ok(value.to_string())
    }
}

/// What is said, and what it counts.
pub(super) fn unit_of(said: &str) -> (&str, Unit) {
    match said.strip_suffix(" in ms") {
        Some(said) => (said, Unit::Milliseconds),
        None => (said, Unit::Plain),
    }
}

/// Fills what was drawn into a piece of JSON: a text `<c>` becomes a number if it is one, and in other texts its
/// digits. In a list, `{ "repeat": "<n>", "of": … }` becomes so many, with `<i>` from 1.
pub(super) fn fill(of: &Value, drawn: &mut Vec<(String, String)>) -> Value {
    match of {
        Value::String(text) => fill_text(text, drawn),
        Value::Array(list) => {
            let mut all = Vec::new();
            for value in list {
                match (value.get("repeat"), value.get("of")) {
                    (Some(count), Some(one)) => {
                        let count = fill(count, drawn).as_i64().unwrap_or(0);
                        for i in 1..=count {
                            drawn.push(("<i>".to_owned(), i.to_string()));
                            all.push(fill(one, drawn));
                            drawn.pop();
                        }
                    }
                    _ => all.push(fill(value, drawn)),
                }
            }
            Value::Array(all)
        }
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), fill(value, drawn))).collect(),
        other => other.clone(),
    }
}

fn fill_text(text: &str, drawn: &[(String, String)]) -> Value {
    if !text.contains('<') {
        return Value::from(text);
    }
    if let Some((_, value)) = drawn.iter().find(|(name, _)| name == text) {
        return value.parse::<i64>().map_or_else(|_| Value::from(value.as_str()), Value::from);
    }
    let mut text = text.to_owned();
    for (name, value) in drawn {
        if text.contains(name.as_str()) {
            text = text.replace(name.as_str(), value);
        }
    }
    Value::from(text)
}
