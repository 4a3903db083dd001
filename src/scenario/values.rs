//! Reading single values: each is what was expected, or `None` and one more mistake.

use std::ops::RangeInclusive;

use super::error::ErrorCode;
use super::errors::Errors;
use super::json::{Json, described, quoted};
use super::limits;
use super::pointer::Pointer;
use super::suggest::nearest;
use crate::ids::EventId;

pub(super) fn wrong_type(errors: &mut Errors, json: &Json, at: Pointer<'_>, expected: impl FnOnce() -> String) {
    errors.add(ErrorCode::WrongType, at, || format!("found {}, expected {}", described(json), expected()));
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
            let code = if too_large { ErrorCode::TooLarge } else { ErrorCode::OutOfRange };
            errors.add(code, at, || format!("found {value}, expected {}{or_else}", span(&range)));
            None
        }
    }
}

pub(super) fn signed(errors: &mut Errors, json: &Json, at: Pointer<'_>, or_else: &str) -> Option<i64> {
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
            format!("found {}, expected a whole number from {} to {}{or_else}", described(json), i64::MIN, i64::MAX)
        });
    }
    value
}

pub(super) fn text<'j>(errors: &mut Errors, json: &'j Json, at: Pointer<'_>, chars_max: usize) -> Option<&'j str> {
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

pub(super) fn word<T: Copy>(errors: &mut Errors, json: &Json, at: Pointer<'_>, words: &[(&str, T)]) -> Option<T> {
    word_or(errors, json, at, words, "")
}

/// A word where something else may stand too, which `or_else` tells.
pub(super) fn word_or<T: Copy>(
    errors: &mut Errors,
    json: &Json,
    at: Pointer<'_>,
    words: &[(&str, T)],
    or_else: &str,
) -> Option<T> {
    let Json::Text(found) = json else {
        wrong_type(errors, json, at, || format!("{}{or_else}", one_of(words)));
        return None;
    };
    let value = words.iter().find(|(word, _)| word == found).map(|(_, value)| *value);
    if value.is_none() {
        errors.add(ErrorCode::UnknownWord, at, || {
            let near = match nearest(found, words.iter().map(|(word, _)| *word)) {
                Some(near) => format!(", did you mean {}?", quoted(near)),
                None => String::new(),
            };
            format!("found {}, expected {}{or_else}{near}", quoted(found), one_of(words))
        });
    }
    value
}

pub(super) fn list<'j>(errors: &mut Errors, json: &'j Json, at: Pointer<'_>, items_max: usize) -> &'j [Json] {
    let Json::List(items) = json else {
        wrong_type(errors, json, at, || "a list".to_owned());
        return &[];
    };
    if items.len() > items_max {
        errors.add(ErrorCode::TooLarge, at, || {
            format!("found a list of {} items, expected at most {items_max}", items.len())
        });
        return &[];
    }
    items
}

/// An event's id: the string "5" and the number 5 are different ids.
pub(super) fn event_id(errors: &mut Errors, json: &Json, at: Pointer<'_>) -> Option<EventId> {
    match json {
        Json::Text(value) if value.is_empty() => {
            errors.add(ErrorCode::OutOfRange, at, || "found an empty string, expected an id".to_owned());
            None
        }
        Json::Text(_) => text(errors, json, at, limits::ID_CHARS_MAX).map(|value| EventId::Text(value.into())),
        Json::Whole(_) => whole(errors, json, at, 0..=u64::MAX, " or a string").map(EventId::Int),
        _ => {
            wrong_type(errors, json, at, || format!("{} or a string", span(&(0..=u64::MAX))));
            None
        }
    }
}

pub(super) fn span(range: &RangeInclusive<u64>) -> String {
    format!("a whole number from {} to {}", range.start(), range.end())
}

pub(super) fn one_of<T>(words: &[(&str, T)]) -> String {
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
