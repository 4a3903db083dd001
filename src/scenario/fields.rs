//! Taking an object apart, field by field, while collecting every mistake.
//!
//! Each reader returns `None` for what is absent or wrong, so that reading goes on with a
//! stand-in; the scenario is dropped in the end if there was any mistake at all.

use std::ops::RangeInclusive;

use super::error::ErrorCode;
use super::errors::Errors;
use super::json::{Json, quoted};
use super::limits;
use super::pointer::Pointer;
use super::suggest::nearest;
use super::values::{list, listed, one_of, span, text, whole, word, wrong_type};

/// An object whose fields have all been checked to be known and to stand there once.
pub(super) struct Object<'j> {
    fields: &'j [(String, Json)],
    at: Pointer<'j>,
    /// It was no object: that is the mistake, not the fields it does not have.
    broken: bool,
}

impl<'j> Object<'j> {
    pub(super) fn open(errors: &mut Errors, json: &'j Json, at: Pointer<'j>, known: &[&str]) -> Object<'j> {
        let Json::Object(fields) = json else {
            wrong_type(errors, json, at, || format!("an object with {}", listed(known)));
            return Object { fields: &[], at, broken: true };
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
        Object { fields, at, broken: false }
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
        self.fields.iter().find(|(n, _)| n == name).map(|(_, json)| json)
    }

    /// A field that may be null, which means the same as leaving it out.
    pub(super) fn get_non_null(&self, name: &str) -> Option<&'j Json> {
        self.get(name).filter(|json| !matches!(json, Json::Null))
    }

    /// A field that must be there.
    pub(super) fn require(&self, errors: &mut Errors, name: &str, expected: &str) -> Option<&'j Json> {
        let found = self.get(name);
        if found.is_none() && !self.broken {
            errors.add(ErrorCode::MissingField, self.at.field(name), || format!("missing, expected {expected}"));
        }
        found
    }

    pub(super) fn whole(&self, errors: &mut Errors, name: &str, range: RangeInclusive<u64>) -> Option<u64> {
        whole(errors, self.get(name)?, self.at.field(name), range, "")
    }

    pub(super) fn required_whole(&self, errors: &mut Errors, name: &str, range: RangeInclusive<u64>) -> Option<u64> {
        let json = self.require(errors, name, &span(&range))?;
        whole(errors, json, self.at.field(name), range, "")
    }

    /// A whole number or null; null and absent are both `None`.
    pub(super) fn whole_or_null(&self, errors: &mut Errors, name: &str, range: RangeInclusive<u64>) -> Option<u64> {
        whole(errors, self.get_non_null(name)?, self.at.field(name), range, " or null")
    }

    pub(super) fn boolean(&self, errors: &mut Errors, name: &str) -> Option<bool> {
        match self.get(name)? {
            Json::Bool(value) => Some(*value),
            json => {
                wrong_type(errors, json, self.at.field(name), || "true or false".to_owned());
                None
            }
        }
    }

    pub(super) fn text(&self, errors: &mut Errors, name: &str, chars_max: usize) -> Option<&'j str> {
        text(errors, self.get(name)?, self.at.field(name), chars_max)
    }

    pub(super) fn word<T: Copy>(&self, errors: &mut Errors, name: &str, words: &[(&str, T)]) -> Option<T> {
        word(errors, self.get(name)?, self.at.field(name), words)
    }

    pub(super) fn required_word<T: Copy>(&self, errors: &mut Errors, name: &str, words: &[(&str, T)]) -> Option<T> {
        let json = self.require(errors, name, &one_of(words))?;
        word(errors, json, self.at.field(name), words)
    }

    /// The items of a list, none if it is absent or wrong.
    pub(super) fn list(&self, errors: &mut Errors, name: &str, items_max: usize) -> &'j [Json] {
        self.get(name).map_or(&[], |json| list(errors, json, self.at.field(name), items_max))
    }

    /// The items of a list that must be there and have at least one.
    pub(super) fn required_list(&self, errors: &mut Errors, name: &str, items_max: usize, item: &str) -> &'j [Json] {
        let Some(json) = self.require(errors, name, &format!("a list of at least one {item}")) else {
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
    errors.add(ErrorCode::UnknownField, at.field(&short), || match nearest(name, known.iter().copied()) {
        Some(near) => format!("unknown field, did you mean {}?", quoted(near)),
        None => format!("unknown field, expected one of {}", listed(known)),
    });
}
