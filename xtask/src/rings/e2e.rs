//! Ring 3: the built site in a browser, driven as a person would drive it.

use std::path::PathBuf;

use super::Outcome;
use super::summary::Totals;
use crate::dist;
use crate::http;
use crate::process::{command, run_watched};
use crate::project::Project;
use crate::setup::Toolbox;

/// A file of tests may play many runs, and the machine may be slow; more than this is a hang.
const TEST_LIMIT_MS: &str = "600000";

pub fn run(project: &Project, toolbox: &Toolbox, build: bool, rest: &[String]) -> Result<Outcome, String> {
    if build {
        dist::build(project, toolbox, "")?;
    } else if !project.site().join("index.html").is_file() {
        return Err("there is no dist/site to test; leave out --no-build".to_string());
    }
    let browser = toolbox.browser.as_ref().ok_or("no browser")?;
    let address = http::serve(project.site())?;
    let (flags, wanted): (Vec<_>, Vec<_>) = rest.iter().partition(|arg| arg.starts_with('-'));
    let specs = specs(project, &wanted)?;
    let mut node = command("node");
    // One file at a time: several browsers at once would make the tests that look at the clock doubtful.
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec", "--test-timeout", TEST_LIMIT_MS])
        .args(flags)
        .args(specs)
        .current_dir(project.e2e())
        .env("BARRIERSCOPE_URL", address)
        .env("BARRIERSCOPE_DIST", project.dist())
        .env("BARRIERSCOPE_SITE", project.site())
        .env("BARRIERSCOPE_NPM", project.npm())
        .env("CHROME", &browser.program);
    if let Some(mdbook) = &toolbox.mdbook {
        node.env("MDBOOK", mdbook);
    }
    let (ok, lines) = run_watched(&mut node)?;
    Ok(Outcome { ok, totals: Totals::of(&lines) })
}

/// The spec files, in order of name; with names given, those whose name contains one of them.
fn specs(project: &Project, wanted: &[&String]) -> Result<Vec<PathBuf>, String> {
    let folder = project.e2e();
    let entries = folder.read_dir().map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut specs: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| is_wanted(path, wanted)).collect();
    specs.sort();
    if specs.is_empty() { Err("no spec of that name in tests/e2e".to_string()) } else { Ok(specs) }
}

fn is_wanted(path: &std::path::Path, wanted: &[&String]) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.strip_suffix(".spec.mjs")
        .is_some_and(|name| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn specs_are_chosen_by_a_part_of_their_name() {
        let smoke = String::from("smoke");
        assert!(is_wanted(Path::new("tests/e2e/smoke.spec.mjs"), &[&smoke]));
        assert!(is_wanted(Path::new("tests/e2e/keyboard.spec.mjs"), &[]));
        assert!(!is_wanted(Path::new("tests/e2e/keyboard.spec.mjs"), &[&smoke]));
        assert!(!is_wanted(Path::new("tests/e2e/support.mjs"), &[]));
    }
}
