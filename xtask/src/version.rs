//! Version numbers in what tools print.

use std::fmt;

/// Major, minor, patch. Order is the usual one; what follows the patch is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u32, pub u32, pub u32);

impl Version {
    /// The first version number in a text such as `trunk 0.21.14`, `v20.20.2` or `wasm-opt version 132 (version_132)`.
    pub fn find(text: &str) -> Option<Version> {
        text.split_whitespace().find_map(Version::word)
    }

    fn word(word: &str) -> Option<Version> {
        let digits = word.strip_prefix('v').unwrap_or(word);
        let end = digits.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(digits.len());
        let mut parts = digits[..end].split('.');
        let major = parts.next()?.parse().ok()?;
        let mut part = || parts.next().and_then(|p| p.parse().ok()).unwrap_or(0);
        Some(Version(major, part(), part()))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_in_what_tools_print() {
        for (printed, expected) in [
            ("trunk 0.21.14", Version(0, 21, 14)),
            ("wasm-bindgen 0.2.130 (c1a2b3)", Version(0, 2, 130)),
            ("v20.20.2\n", Version(20, 20, 2)),
            ("wasm-opt version 132 (version_132)", Version(132, 0, 0)),
            ("rustc 1.96.0-nightly (abc 2026-01-01)", Version(1, 96, 0)),
            ("1.88", Version(1, 88, 0)),
        ] {
            assert_eq!(Version::find(printed), Some(expected), "{printed}");
        }
        assert_eq!(Version::find("no number here"), None);
        assert_eq!(Version::find(""), None);
    }

    #[test]
    fn versions_order_by_number_not_by_letter() {
        assert!(Version(0, 21, 14) > Version(0, 21, 9));
        assert!(Version(1, 88, 0) < Version(1, 100, 0));
    }
}
