//! The sign of a key: a hue and a letter, so that colour never stands alone.

use crate::ids::Key;

/// Hues for keys.
pub const HUES: usize = 6;

/// The letter of a key.
pub fn letter(key: &Key) -> char {
    match key {
        Key::Numbered(n) => char::from(b'A' + (n % 26) as u8),
        // Letters beyond ASCII stay as they are: the table of their capitals is larger than all else about keys.
        Key::Text(name) => name.chars().next().map_or('?', |c| c.to_ascii_uppercase()),
    }
}

/// The hue of a key, one of [`HUES`].
pub fn hue(key: &Key) -> usize {
    match key {
        Key::Numbered(n) => (n % HUES as u64) as usize,
        Key::Text(name) => name.bytes().fold(0usize, |h, b| (h * 31 + usize::from(b)) % 997) % HUES,
    }
}
