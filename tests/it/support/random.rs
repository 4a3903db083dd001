//! How properties over random input are tried.

use proptest::test_runner::{Config, RngSeed};

/// How many cases of the invariants are tried in the usual tests.
const USUAL: u64 = 2_000;

/// So many cases, the same ones wherever the tests run: what fails for one fails for all. `cargo xtask soak` tries more of
/// them, from a start of its own. A failure becomes a test with a name, not a line in a file of seeds.
pub(crate) fn trying(cases: u32) -> Config {
    let cases = u64::from(cases) * asked().max(USUAL) / USUAL;
    Config {
        cases: u32::try_from(cases).unwrap_or(u32::MAX),
        rng_seed: RngSeed::Fixed(seed()),
        failure_persistence: None,
        ..Config::default()
    }
}

/// Where the random choices start.
pub(crate) fn seed() -> u64 {
    number("BARRIERSCOPE_SEED").unwrap_or(0)
}

/// How many cases of the invariants were asked for.
pub(crate) fn asked() -> u64 {
    number("BARRIERSCOPE_CASES").unwrap_or(USUAL)
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}
