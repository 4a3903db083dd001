//! Ring 1: everything that needs no browser.

use super::Outcome;
use super::summary::Totals;
use crate::process::{command, output_of, run_watched};
use crate::project::Project;

pub fn run(project: &Project, rest: &[String]) -> Result<Outcome, String> {
    let nextest = output_of(command("cargo").args(["nextest", "--version"])).is_some();
    let mut tests = command("cargo");
    if nextest {
        tests.args(["nextest", "run", "--workspace", "--locked", "--no-fail-fast", "--no-tests", "pass"]).args(rest);
    } else {
        tests.args(["test", "--workspace", "--locked", "--no-fail-fast", "--lib", "--bins", "--tests", "--examples"]);
        if !rest.is_empty() {
            tests.arg("--").args(rest);
        }
    }
    let (tests_ok, mut lines) = run_watched(tests.current_dir(&project.root))?;
    // With a filter someone is after one test; documentation examples are then in the way.
    if !rest.is_empty() {
        return Ok(Outcome { ok: tests_ok, totals: Totals::of(&lines) });
    }
    let (docs_ok, doc_lines) =
        run_watched(command("cargo").args(["test", "--doc", "--locked", "--no-fail-fast"]).current_dir(&project.root))?;
    lines.extend(doc_lines);
    Ok(Outcome { ok: tests_ok && docs_ok, totals: Totals::of(&lines) })
}
