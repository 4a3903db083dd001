//! `cargo xtask check`: what can be said without building anything for the browser.

use std::time::Instant;

use crate::process::{self, words};
use crate::project::Project;

/// Clippy sees the browser features on the host target, so this needs no WebAssembly toolchain.
const STEPS: &[(&str, &[&str])] = &[
    ("formatting", &["fmt", "--all", "--check"]),
    (
        "lints: no features, all targets",
        &["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"],
    ),
    ("lints: ui", &["clippy", "--all-targets", "--features", "ui", "--locked", "--quiet", "--", "-D", "warnings"]),
    ("lints: js", &["clippy", "--all-targets", "--features", "js", "--locked", "--quiet", "--", "-D", "warnings"]),
    ("layering", &["test", "--test", "it", "--locked", "--quiet", "tidy"]),
];

pub fn run(project: &Project) -> Result<(), String> {
    let started = Instant::now();
    let mut failed = Vec::new();
    for (name, args) in STEPS {
        let step = Instant::now();
        let outcome = process::run(process::command("cargo").args(*args).current_dir(&project.root));
        println!("check: {name}: {} ({})", if outcome.is_ok() { "ok" } else { "FAILED" }, words(step.elapsed()));
        if outcome.is_err() {
            failed.push(*name);
        }
    }
    println!("check: took {}", words(started.elapsed()));
    if failed.is_empty() { Ok(()) } else { Err(format!("check failed: {}", failed.join("; "))) }
}
