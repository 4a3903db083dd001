//! A hash that is the same everywhere: natively, in WebAssembly, today and in a year.
//!
//! Derived `Hash` writes lengths as `usize` and discriminants as `isize`; both are widened here, else 32-bit and 64-bit
//! targets would disagree.

use std::hash::{BuildHasher, Hash, Hasher};

/// 64-bit hasher with fixed keys: multiply and fold, as in FxHash, finished so that all bits take part.
#[derive(Clone, Copy, Debug, Default)]
pub struct StableHasher(u64);

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

impl StableHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        let wide = u128::from(self.0 ^ word) * u128::from(MULTIPLIER);
        self.0 = (wide as u64) ^ (wide >> 64) as u64 ^ self.0.rotate_left(23);
    }
}

impl Hasher for StableHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0u8; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word) ^ ((chunk.len() as u64) << 56));
        }
    }
    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.add(u64::from(n));
    }
    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.add(u64::from(n));
    }
    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.add(u64::from(n));
    }
    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }
    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }
    #[inline]
    fn write_isize(&mut self, n: isize) {
        self.add(n as i64 as u64);
    }
    #[inline]
    fn write_i64(&mut self, n: i64) {
        self.add(n as u64);
    }
}

/// Makes `StableHasher`s, for maps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stable;

impl BuildHasher for Stable {
    type Hasher = StableHasher;
    #[inline]
    fn build_hasher(&self) -> StableHasher {
        StableHasher(MULTIPLIER)
    }
}

/// An insertion-ordered map with a fixed hasher.
pub type Map<K, V> = indexmap::IndexMap<K, V, Stable>;

/// The hash of a value.
pub fn stable_hash(value: &impl Hash) -> u64 {
    Stable.hash_one(value)
}

/// The hash of a set of entries, whatever order they stand in.
pub fn hash_unordered<T: Hash>(entries: impl Iterator<Item = T>) -> u64 {
    entries.fold(0u64, |sum, entry| sum.wrapping_add(stable_hash(&entry)))
}
