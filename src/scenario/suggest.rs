//! "Did you mean …?": the nearest of the words that would have been right.

/// Longer words are not typing mistakes of ours.
const CHARS_MAX: usize = 64;

/// The candidate that `found` was most likely meant to be, if any is near.
pub(crate) fn nearest<'c>(found: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    if found.is_empty() || found.chars().count() > CHARS_MAX {
        return None;
    }
    let plain_found = plain(found);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let plain_candidate = plain(candidate);
        let away = distance(&plain_found, &plain_candidate);
        // A third of the letters may be wrong, and always one.
        let near = (plain_found.len().max(plain_candidate.len()) / 3).clamp(1, 3);
        // Where nothing is the same, nothing was mistyped.
        let alike = away < plain_found.len().max(plain_candidate.len());
        if alike && away <= near && best.is_none_or(|(least, _)| away < least) {
            best = Some((away, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Without case and separators, so that `serviceMs` is near `service_ms`.
fn plain(word: &str) -> Vec<char> {
    word.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut least = (above[j] + usize::from(x != y)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_near_word_is_suggested_and_a_far_one_is_not() {
        let cases = [
            ("tll", vec!["name", "ttl", "kind"], Some("ttl")),
            ("serviceMs", vec!["name", "service_ms"], Some("service_ms")),
            ("naem", vec!["name", "kind"], Some("name")),
            ("paralellism", vec!["parallelism", "partition_by"], Some("parallelism")),
            ("summ", vec!["orders", "sum", "out"], Some("sum")),
            ("colour", vec!["name", "kind", "inputs"], None),
            ("", vec!["a"], None),
            ("ab", vec!["a", "b"], Some("a")),
            ("x", vec!["a", "b"], None),
        ];
        for (found, candidates, expected) in cases {
            assert_eq!(nearest(found, candidates), expected, "{found}");
        }
    }
}
