//! Taking an object apart, field by field, while collecting every mistake.
//!
//! Each reader returns `None` for what is absent or wrong, so that reading goes on with a
//! stand-in; the scenario is dropped in the end if there was any mistake at all.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::error::{ErrorCode, ScenarioError};
use super::json::{Json, described, quoted};
use super::limits;
use super::pointer::Pointer;
use super::suggest::nearest;
use crate::ids::EventId;

/// The mistakes so far. Beyond the limit they are only counted, so that a hostile text cannot
/// make more words than it has.
#[derive(Default)]
pub(super) struct Errors {
    list: Vec<ScenarioError>,
    count: usize,
}

impl Errors {
    /// Adds one; the message is made only when it will be shown.
    pub(super) fn add(
        &mut self,
        code: ErrorCode,
        path: impl Display,
        message: impl FnOnce() -> String,
    ) {
        self.count += 1;
        if self.list.len() < limits::ERRORS_MAX {
            self.list.push(ScenarioError {
                path: path.to_string(),
                message: message(),
                code,
            });
        }
    }

    /// How many there were, shown or not.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// All of them, and how many are not shown.
    pub(super) fn into_list(mut self) -> Vec<ScenarioError> {
        if self.count > self.list.len() {
            self.list.push(ScenarioError {
                path: String::new(),
                message: format!("and {} more errors", self.count - self.list.len()),
                code: ErrorCode::TooLarge,
            });
        }
        self.list
    }
}

/// An object whose fields have all been checked to be known and to stand there once.
pub(super) struct Object<'j> {
    fields: &'j [(String, Json)],
    at: Pointer<'j>,
    /// It was no object: that is the mistake, not the fields it does not have.
    broken: bool,
}

impl<'j> Object<'j> {
    pub(super) fn open(
        errors: &mut Errors,
        json: &'j Json,
        at: Pointer<'j>,
        known: &[&str],
    ) -> Object<'j> {
        let Json::Object(fields) = json else {
            wrong_type(errors, json, at, || {
                format!("an object with {}", listed(known))
            });
            return Object {
                fields: &[],
                at,
                broken: true,
            };
        };
        let mut seen = vec![false; known.len()];
        for (name, _) in fields {
            match known.iter().position(|k| k == name) {
                Some(i) if seen[i] => {
                    errors.add(ErrorCode::DuplicateField, at.field(name), || {
                        "the field stands twice in this object, expected it once".to_owned()
                    });
                }
                Some(i) => seen[i] = true,
                None => unknown_field(errors, at, name, known),
            }
        }
        Object {
            fields,
            at,
            broken: false,
        }
    }

    pub(super) fn at(&self) -> &Pointer<'j> {
        &self.at
    }

    /// Whether there is a field of this name, right or wrong.
    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// A field, if it is there.
    pub(super) fn get(&self, name: &str) -> Option<&'j Json> {
        self.fields
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, json)| json)
    }

    /// A field that may be null, which means the same as leaving it out.
    pub(super) fn get_non_null(&self, name: &str) -> Option<&'j Json> {
        self.get(name).filter(|json| !matches!(json, Json::Null))
    }

    /// A field that must be there.
    pub(super) fn require(
        &self,
        errors: &mut Errors,
        name: &str,
        expected: &str,
    ) -> Option<&'j Json> {
        let found = self.get(name);
        if found.is_none() && !self.broken {
            errors.add(ErrorCode::MissingField, self.at.field(name), || {
                format!("missing, expected {expected}")
            });
        }
        found
    }

    pub(super) fn whole(
        &self,
        errors: &mut Errors,
        name: &str,
        range: RangeInclusive<u64>,
    ) -> Option<u64> {
        whole(errors, self.get(name)?, self.at.field(name), range, "")
    }

    pub(super) fn required_whole(
        &self,
        errors: &mut Errors,
        name: &str,
        range: RangeInclusive<u64>,
    ) -> Option<u64> {
        let json = self.require(errors, name, &span(&range))?;
        whole(errors, json, self.at.field(name), range, "")
    }

    /// A whole number or null; null and absent are both `None`.
    pub(super) fn whole_or_null(
        &self,
        errors: &mut Errors,
        name: &str,
        range: RangeInclusive<u64>,
    ) -> Option<u64> {
        whole(
            errors,
            self.get_non_null(name)?,
            self.at.field(name),
            range,
            " or null",
        )
    }

    pub(super) fn boolean(&self, errors: &mut Errors, name: &str) -> Option<bool> {
        match self.get(name)? {
            Json::Bool(value) => Some(*value),
            json => {
                wrong_type(errors, json, self.at.field(name), || {
                    "true or false".to_owned()
                });
                None
            }
        }
    }

    pub(super) fn text(
        &self,
        errors: &mut Errors,
        name: &str,
        chars_max: usize,
    ) -> Option<&'j str> {
        text(errors, self.get(name)?, self.at.field(name), chars_max)
    }

    pub(super) fn word<T: Copy>(
        &self,
        errors: &mut Errors,
        name: &str,
        words: &[(&str, T)],
    ) -> Option<T> {
        word(errors, self.get(name)?, self.at.field(name), words)
    }

    pub(super) fn required_word<T: Copy>(
        &self,
        errors: &mut Errors,
        name: &str,
        words: &[(&str, T)],
    ) -> Option<T> {
        let json = self.require(errors, name, &one_of(words))?;
        word(errors, json, self.at.field(name), words)
    }

    /// The items of a list, none if it is absent or wrong.
    pub(super) fn list(&self, errors: &mut Errors, name: &str, items_max: usize) -> &'j [Json] {
        self.get(name).map_or(&[], |json| {
            list(errors, json, self.at.field(name), items_max)
        })
    }

    /// The items of a list that must be there and have at least one.
    pub(super) fn required_list(
        &self,
        errors: &mut Errors,
        name: &str,
        items_max: usize,
        item: &str,
    ) -> &'j [Json] {
        let Some(json) = self.require(errors, name, &format!("a list of at least one {item}"))
        else {
            return &[];
        };
        if matches!(json, Json::List(items) if items.is_empty()) {
            errors.add(ErrorCode::OutOfRange, self.at.field(name), || {
                format!("found an empty list, expected at least one {item}")
            });
        }
        list(errors, json, self.at.field(name), items_max)
    }
}

fn unknown_field(errors: &mut Errors, at: Pointer<'_>, name: &str, known: &[&str]) {
    let short: String = name.chars().take(limits::NAME_CHARS_MAX).collect();
    errors.add(ErrorCode::UnknownField, at.field(&short), || match nearest(
        name,
        known.iter().copied(),
    ) {
        Some(near) => format!("unknown field, did you mean {}?", quoted(near)),
        None => format!("unknown field, expected one of {}", listed(known)),
    });
}

pub(super) fn wrong_type(
    errors: &mut Errors,
    json: &Json,
    at: Pointer<'_>,
    expected: impl FnOnce() -> String,
) {
    errors.add(ErrorCode::WrongType, at, || {
        format!("found {}, expected {}", described(json), expected())
    });
}

pub(super) fn whole(
    errors: &mut Errors,
    json: &Json,
    at: Pointer<'_>,
    range: RangeInclusive<u64>,
    or_else: &str,
) -> Option<u64> {
    let Json::Whole(value) = json else {
        wrong_type(errors, json, at, || format!("{}{or_else}", span(&range)));
        return None;
    };
    match u64::try_from(*value) {
        Ok(fits) if range.contains(&fits) => Some(fits),
        _ => {
            let too_large = *value > i128::from(*range.end());
            let code = if too_large {
                ErrorCode::TooLarge
            } else {
                ErrorCode::OutOfRange
            };
            errors.add(code, at, || {
                format!("found {value}, expected {}{or_else}", span(&range))
            });
            None
        }
    }
}

pub(super) fn signed(
    errors: &mut Errors,
    json: &Json,
    at: Pointer<'_>,
    or_else: &str,
) -> Option<i64> {
    let value = match json {
        Json::Whole(value) => i64::try_from(*value).ok(),
        _ => None,
    };
    if value.is_none() {
        let code = match json {
            Json::Whole(_) => ErrorCode::OutOfRange,
            _ => ErrorCode::WrongType,
        };
        errors.add(code, at, || {
            format!(
                "found {}, expected a whole number from {} to {}{or_else}",
                described(json),
                i64::MIN,
                i64::MAX
            )
        });
    }
    value
}

pub(super) fn text<'j>(
    errors: &mut Errors,
    json: &'j Json,
    at: Pointer<'_>,
    chars_max: usize,
) -> Option<&'j str> {
    let Json::Text(value) = json else {
        wrong_type(errors, json, at, || "a string".to_owned());
        return None;
    };
    let chars = value.chars().count();
    if chars > chars_max {
        errors.add(ErrorCode::TooLarge, at, || {
            format!("found a string of {chars} characters, expected at most {chars_max}")
        });
        return None;
    }
    Some(value)
}

pub(super) fn word<T: Copy>(
    errors: &mut Errors,
    json: &Json,
    at: Pointer<'_>,
    words: &[(&str, T)],
) -> Option<T> {
    let Json::Text(found) = json else {
        wrong_type(errors, json, at, || one_of(words));
        return None;
    };
    let value = words
        .iter()
        .find(|(word, _)| word == found)
        .map(|(_, value)| *value);
    if value.is_none() {
        errors.add(ErrorCode::UnknownWord, at, || {
            let near = match nearest(found, words.iter().map(|(word, _)| *word)) {
                Some(near) => format!(", did you mean {}?", quoted(near)),
                None => String::new(),
            };
            format!("found {}, expected {}{near}", quoted(found), one_of(words))
        });
    }
    value
}

pub(super) fn list<'j>(
    errors: &mut Errors,
    json: &'j Json,
    at: Pointer<'_>,
    items_max: usize,
) -> &'j [Json] {
    let Json::List(items) = json else {
        wrong_type(errors, json, at, || "a list".to_owned());
        return &[];
    };
    if items.len() > items_max {
        errors.add(ErrorCode::TooLarge, at, || {
            format!(
                "found a list of {} items, expected at most {items_max}",
                items.len()
            )
        });
        return &[];
    }
    items
}

/// An event's id: the string "5" and the number 5 are different ids.
pub(super) fn event_id(errors: &mut Errors, json: &Json, at: Pointer<'_>) -> Option<EventId> {
    match json {
        Json::Text(value) if value.is_empty() => {
            errors.add(ErrorCode::OutOfRange, at, || {
                "found an empty string, expected an id".to_owned()
            });
            None
        }
        Json::Text(_) => {
            text(errors, json, at, limits::ID_CHARS_MAX).map(|value| EventId::Text(value.into()))
        }
        Json::Whole(_) => whole(errors, json, at, 0..=u64::MAX, " or a string").map(EventId::Int),
        _ => {
            wrong_type(errors, json, at, || {
                format!("{} or a string", span(&(0..=u64::MAX)))
            });
            None
        }
    }
}

fn span(range: &RangeInclusive<u64>) -> String {
    format!("a whole number from {} to {}", range.start(), range.end())
}

fn one_of<T>(words: &[(&str, T)]) -> String {
    let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    match words[..] {
        [only] => quoted(only),
        _ => format!("one of {}", listed(&words)),
    }
}

/// `"a", "b", "c"`, cut when there are very many.
pub(super) fn listed(words: &[&str]) -> String {
    const WORDS_MAX: usize = 20;
    let mut shown: Vec<String> = words.iter().take(WORDS_MAX).map(|w| quoted(w)).collect();
    if words.len() > WORDS_MAX {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}
