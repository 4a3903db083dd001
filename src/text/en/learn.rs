//! The lessons, in English.

use super::{bytes, number};
use crate::learn::Tongue;
use crate::learn::cards::{Expected, ImportError};
use crate::text::learn::LearnWords;

/// The words of the lessons, in English.
pub const ENGLISH: LearnWords = LearnWords {
    chapter,
    analogy: include_str!("learn/analogy.txt"),
    rules: include_str!("learn/rules.txt"),
    quiz: include_str!("learn/quiz.txt"),
    cards: include_str!("learn/cards.txt"),
    import_error,
    tongue: Tongue { number, time, bytes, glossary: include_str!("learn/glossary.txt") },
    page: super::learn_page::PAGE,
};

macro_rules! chapters {
    ($name:ident: $($chapter:literal)+) => {
        match $name { $($chapter => include_str!(concat!("learn/", $chapter, ".txt")),)+ _ => "" }
    };
}

fn chapter(name: &str) -> &'static str {
    chapters!(name: "01-state-dies" "02-saved-together" "03-barriers" "04-offset-alone" "05-not-exactly-once" "06-ttl"
        "07-judgement" "08-silent-failures" "09-engines")
}

pub(super) fn import_error(error: &ImportError) -> String {
    match error {
        ImportError::NotJson { line, column } => {
            format!(
                "This is no JSON: it breaks off or goes wrong in line {line}, column {column}. Choose a file that was exported here."
            )
        }
        ImportError::NotCards => {
            "This JSON holds no cards: it lacks `barrierscope_cards` and `cards`. Choose a file that was exported here."
                .into()
        }
        ImportError::Version(found) => format!(
            "This file is of version {found}, and this page reads version {}. Reload the page to get its newest version.",
            crate::learn::cards::VERSION
        ),
        ImportError::TooMany { found, most } => {
            format!(
                "This file has {} cards, and {} is the most that is read.",
                number(*found as i64),
                number(*most as i64)
            )
        }
        ImportError::Card { card, field, expected } => {
            let expected = match expected {
                Expected::Number(low, high) => format!("a whole number from {low} to {high}"),
                Expected::OneOf(words) => format!("one of {}", words.join(", ")),
            };
            format!("The card `{card}` has no usable `{field}`: expected {expected}. Nothing was changed.")
        }
    }
}

/// A length of time as one would say it: `10 s`, `4.01 s`, `450 ms`.
fn time(ms: u64) -> String {
    match ms {
        0 => "0 s".into(),
        1..1000 => format!("{ms} ms"),
        _ if ms.is_multiple_of(1000) => format!("{} s", number((ms / 1000) as i64)),
        _ => {
            let part = format!("{:03}", ms % 1000);
            format!("{}.{} s", number((ms / 1000) as i64), part.trim_end_matches('0'))
        }
    }
}
