//! Reading the runners' own summaries.

/// The tests counted in a runner's output, and the lines that say so.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub passed: u64,
    pub failed: u64,
    pub lines: Vec<String>,
}

impl Totals {
    /// Adds up what the lines of any of our runners say.
    pub fn of(output: &[String]) -> Totals {
        let mut totals = Totals::default();
        for line in output {
            let counted = nextest(line).or_else(|| libtest(line)).or_else(|| node(line));
            if let Some((passed, failed)) = counted {
                totals.passed += passed;
                totals.failed += failed;
                totals.lines.push(line.trim().to_string());
            }
        }
        totals
    }
}

/// `Summary [   0.012s] 4 tests run: 3 passed (1 slow), 1 failed, 2 skipped`
fn nextest(line: &str) -> Option<(u64, u64)> {
    let counts = line.trim().strip_prefix("Summary [")?.split_once("run:")?.1;
    let failed = ["failed", "timed out", "exec failed"].map(|what| before(counts, what).unwrap_or(0)).iter().sum();
    Some((before(counts, "passed").unwrap_or(0), failed))
}

/// `test result: ok. 3 passed; 0 failed; 0 ignored; …`, of cargo test and wasm-bindgen-test alike.
fn libtest(line: &str) -> Option<(u64, u64)> {
    let counts = line.trim().strip_prefix("test result: ")?.split_once(". ")?.1;
    Some((before(counts, "passed")?, before(counts, "failed")?))
}

/// `ℹ pass 3` and the like, one count a line (`#` in place of the sign in the TAP format).
fn node(line: &str) -> Option<(u64, u64)> {
    let rest = line.trim().strip_prefix('ℹ').or_else(|| line.trim().strip_prefix('#'))?;
    let (what, count) = rest.trim().split_once(' ')?;
    let count = count.trim().parse().ok()?;
    match what {
        "pass" => Some((count, 0)),
        "fail" | "cancelled" => Some((0, count)),
        "tests" | "skipped" | "todo" => Some((0, 0)),
        _ => None,
    }
}

/// The number right before a word in a list such as `3 passed (1 slow), 1 failed`.
fn before(counts: &str, what: &str) -> Option<u64> {
    counts.split([',', ';']).find_map(|part| {
        let (number, rest) = part.trim().split_once(' ')?;
        let rest = rest.split(" (").next()?.trim();
        (rest == what).then(|| number.parse().ok())?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totals(lines: &[&str]) -> (u64, u64, usize) {
        let totals = Totals::of(&lines.iter().map(ToString::to_string).collect::<Vec<_>>());
        (totals.passed, totals.failed, totals.lines.len())
    }

    #[test]
    fn nextest_is_read() {
        assert_eq!(totals(&["     Summary [   0.012s] 4 tests run: 4 passed, 0 skipped"]), (4, 0, 1));
        assert_eq!(
            totals(&["     Summary [ 9.1s] 9 tests run: 6 passed (1 slow), 2 failed, 1 timed out, 2 skipped"]),
            (6, 3, 1)
        );
        assert_eq!(totals(&["     Summary [ 9.1s] 2/3 tests run: 1 passed, 1 failed, 2 skipped"]), (1, 1, 1));
    }

    #[test]
    fn libtest_and_its_browser_kin_are_read_and_added_up() {
        let line = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s";
        let failed = "test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 filtered out";
        assert_eq!(totals(&[line, "running 3 tests", failed]), (4, 2, 2));
    }

    #[test]
    fn node_is_read() {
        let lines =
            ["ℹ tests 5", "ℹ suites 0", "ℹ pass 3", "ℹ fail 1", "ℹ cancelled 1", "ℹ skipped 0", "ℹ duration_ms 120.5"];
        assert_eq!(totals(&lines), (3, 2, 5));
    }

    #[test]
    fn other_lines_are_not_counted() {
        assert_eq!(totals(&["passed 3", "test a ... ok", "Summary of 3 passed", "# a comment"]), (0, 0, 0));
    }
}
