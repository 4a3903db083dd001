//! Numbers, times and sizes, in English.

use crate::ids::{EventId, Offset};

pub(in crate::text) fn number(n: i64) -> String {
    let digits = whole(n.unsigned_abs());
    if n < 0 { format!("−{digits}") } else { digits }
}

/// A number that is not below zero, with its thousands set apart.
pub(in crate::text) fn whole(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// Whether so many different ids from `a` to `b` leave none out.
pub(in crate::text) fn in_a_row(a: &EventId, b: &EventId, n: u64) -> bool {
    matches!((a, b), (EventId::Int(a), EventId::Int(b)) if b - a + 1 == n)
}

pub(in crate::text) fn counted(n: u64, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{} {noun}s", whole(n)) }
}

pub(in crate::text) fn seconds(ms: u64) -> String {
    format!("{}.{} s", whole(ms / 1000), ms % 1000 / 100)
}

pub(in crate::text) fn bytes(n: u64) -> String {
    match n {
        0..1000 => format!("{n} B"),
        1000..1_000_000 => format!("{}.{} KB", n / 1000, n % 1000 / 100),
        _ => format!("{}.{} MB", whole(n / 1_000_000), n % 1_000_000 / 100_000),
    }
}

pub(in crate::text) fn last_and_next(first: Offset, next: Offset) -> String {
    if next.0 <= first.0 { format!("next {next}") } else { format!("last read {} · next {next}", next.0 - 1) }
}

pub(in crate::text) fn offset_range(next: &[Option<Offset>]) -> String {
    let known = || next.iter().flatten();
    match (next, known().min(), known().max()) {
        (_, None, _) | (_, _, None) => "not known yet".into(),
        ([_], Some(next), _) => last_and_next(Offset(0), *next),
        (_, Some(low), Some(high)) if low == high => format!("next {low}"),
        (_, Some(low), Some(high)) => format!("next {low} … {high}"),
    }
}

pub(in crate::text) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
