//! Damage from a fixed sequence of numbers.

/// So many are tried, unless `BARRIERSCOPE_MUTATIONS` says otherwise.
const CASES: usize = 100_000;

/// How many are tried.
pub(crate) fn cases() -> usize {
    std::env::var("BARRIERSCOPE_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(CASES)
}

/// A fixed sequence of numbers.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n.max(1)
    }
}
