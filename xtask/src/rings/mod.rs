//! `cargo xtask test`: three rings, from the quickest to the most faithful.

mod e2e;
mod native;
mod summary;
mod web;

use std::time::{Duration, Instant};

use crate::dist;
use crate::process::words;
use crate::project::Project;
use crate::setup::{self, Need};
use summary::Totals;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ring {
    Native,
    Web,
    E2e,
}

impl Ring {
    const ALL: [Ring; 3] = [Ring::Native, Ring::Web, Ring::E2e];

    fn name(self) -> &'static str {
        match self {
            Ring::Native => "native",
            Ring::Web => "web",
            Ring::E2e => "e2e",
        }
    }

    fn needs(self) -> Vec<Need> {
        match self {
            Ring::Native => Vec::new(),
            Ring::Web => vec![Need::WasmTarget, Need::WasmBindgen, Need::WasmPack, Need::Browser],
            Ring::E2e => {
                let mut needs = dist::needs();
                needs.extend([Need::Browser, Need::E2ePackages, Need::MdBook]);
                needs
            }
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Options {
    rings: Vec<Ring>,
    build: bool,
    /// Passed on to the runner of a single ring.
    rest: Vec<String>,
}

/// What a ring's runners said. `ok` is their exit status; the totals are read from their summaries.
struct Outcome {
    ok: bool,
    totals: Totals,
}

pub fn run(project: &Project, args: &[String]) -> Result<(), String> {
    let options = Options::parse(args)?;
    let mut needs: Vec<Need> = Vec::new();
    for need in options.rings.iter().flat_map(|ring| ring.needs()) {
        if !needs.contains(&need) {
            needs.push(need);
        }
    }
    let toolbox = if needs.is_empty() { None } else { Some(setup::ready(project, &needs)?) };
    let mut report = Report::default();
    for ring in &options.rings {
        println!("\n== {} ==", ring.name());
        let started = Instant::now();
        let outcome = match (ring, &toolbox) {
            (Ring::Web, Some(toolbox)) => web::run(project, toolbox, &options.rest),
            (Ring::E2e, Some(toolbox)) => e2e::run(project, toolbox, options.build, &options.rest),
            _ => native::run(project, &options.rest),
        };
        report.add(*ring, outcome, started.elapsed());
    }
    report.print()
}

impl Options {
    fn parse(args: &[String]) -> Result<Options, String> {
        let mut options = Options { rings: Vec::new(), build: true, rest: Vec::new() };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--no-build" => options.build = false,
                "--" => options.rest = args.by_ref().cloned().collect(),
                name => match Ring::ALL.into_iter().find(|ring| ring.name() == name) {
                    Some(ring) => options.rings.push(ring),
                    None => {
                        return Err(format!("`test` knows the rings native, web and e2e, not `{name}`"));
                    }
                },
            }
        }
        if options.rings.is_empty() {
            options.rings = Ring::ALL.to_vec();
        }
        if options.rings.len() > 1 && !options.rest.is_empty() {
            return Err("arguments after `--` go to one runner: name one ring".to_string());
        }
        Ok(options)
    }
}

/// Collects what the rings said, to be repeated at the end.
#[derive(Default)]
struct Report {
    lines: Vec<String>,
    passed: u64,
    failed: u64,
    ok: bool,
    rings: usize,
}

impl Report {
    fn add(&mut self, ring: Ring, outcome: Result<Outcome, String>, took: Duration) {
        self.ok = (self.rings == 0 || self.ok) && outcome.as_ref().is_ok_and(|outcome| outcome.ok);
        self.rings += 1;
        let verdict = if outcome.as_ref().is_ok_and(|outcome| outcome.ok) { "ok" } else { "FAILED" };
        println!("\n{}: {verdict} in {}", ring.name(), words(took));
        self.lines.push(format!("{}: {verdict} in {}", ring.name(), words(took)));
        match outcome {
            Ok(Outcome { ok, totals }) => {
                self.passed += totals.passed;
                // A ring that fails before its tests, or outside them, counts as one failure.
                self.failed += if ok { totals.failed } else { totals.failed.max(1) };
                self.lines.extend(totals.lines);
            }
            Err(problem) => {
                println!("{problem}");
                self.failed += 1;
                self.lines.push(problem);
            }
        }
    }

    fn print(self) -> Result<(), String> {
        println!("\n== summary ==");
        for line in &self.lines {
            println!("{line}");
        }
        println!("{} passed, {} failed", self.passed, self.failed);
        if self.ok { Ok(()) } else { Err(String::new()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Result<Options, String> {
        Options::parse(&args.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn no_ring_named_means_all_of_them() {
        assert_eq!(parse(&[]).map(|options| options.rings), Ok(Ring::ALL.to_vec()));
        assert_eq!(parse(&["e2e", "--no-build"]).map(|o| (o.rings, o.build)), Ok((vec![Ring::E2e], false)));
    }

    #[test]
    fn arguments_for_a_runner_need_one_ring() {
        assert_eq!(parse(&["native", "--", "tidy"]).map(|options| options.rest), Ok(vec!["tidy".to_string()]));
        assert!(parse(&["--", "tidy"]).is_err());
        assert!(parse(&["nativ"]).is_err_and(|e| e.contains("nativ")));
    }

    #[test]
    fn a_ring_that_cannot_run_counts_as_one_failure_and_fails_the_whole() {
        let mut report = Report::default();
        report.add(
            Ring::Native,
            Ok(Outcome { ok: true, totals: Totals { passed: 3, ..Totals::default() } }),
            Duration::ZERO,
        );
        report.add(Ring::Web, Err("no browser".to_string()), Duration::ZERO);
        report.add(
            Ring::E2e,
            Ok(Outcome { ok: true, totals: Totals { passed: 2, ..Totals::default() } }),
            Duration::ZERO,
        );
        assert_eq!((report.passed, report.failed, report.ok), (5, 1, false));
        assert!(report.print().is_err());
    }
}
