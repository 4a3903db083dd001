//! The lessons, in English.

use super::{bytes, number};
use crate::learn::Tongue;
use crate::text::learn::LearnWords;

/// The words of the lessons, in English.
pub const ENGLISH: LearnWords = LearnWords {
    chapter,
    analogy: include_str!("learn/analogy.txt"),
    tongue: Tongue { number, time, bytes, glossary: include_str!("learn/glossary.txt") },
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
