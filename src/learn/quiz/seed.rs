//! Seeds: as somebody writes one, and the one after.

use super::chosen;

/// A seed that is drawn has six digits at most, so that it can be read out to a class.
pub const SEEDS: u64 = 1_000_000;

/// The seed that a text says in digits; none: it says none.
pub fn seed_of(text: &str) -> Option<u64> {
    // `parse` alone would take a sign as well.
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// A seed whose quiz has no question like that of the seed `before`; `chance` is any number.
pub fn next_seed(before: u64, chance: u64) -> u64 {
    let known = chosen(before);
    let is_new = |seed: &u64| chosen(*seed).iter().zip(&known).all(|(a, b)| a.name != b.name);
    let mut near = (0..SEEDS).map(|more| (chance % SEEDS + more) % SEEDS);
    // The seed behind `before` always is.
    near.find(is_new).unwrap_or(before.wrapping_add(1))
}
