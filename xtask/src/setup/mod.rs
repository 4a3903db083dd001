//! Sets up what a command needs and is missing.
//!
//! First everything is looked at, which takes a moment; when all is there, nothing else happens. What is missing is
//! fetched in two lanes at once: system and npm packages, which mostly wait for the network, beside Rust tools, which
//! keep the processor busy. Afterwards everything is looked at again: what counts is what is there, not what an
//! installer said.

mod apt;
mod browser;
mod cargo_tools;
mod npm;
mod std_from_source;
mod wasm_target;

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use crate::process::{self, words};
use crate::project::Project;
pub use browser::Browser;
use wasm_target::WasmToolchain;

/// What a command may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    WasmTarget,
    WasmBindgen,
    WasmPack,
    Trunk,
    WasmSplit,
    WasmOpt,
    Node,
    Browser,
    E2ePackages,
    MdBook,
    /// For measurements alone, and large: not one of [`Need::ALL`].
    Lighthouse,
}

impl Need {
    pub const ALL: &[Need] = &[
        Need::WasmTarget,
        Need::WasmBindgen,
        Need::WasmPack,
        Need::Trunk,
        Need::WasmSplit,
        Need::WasmOpt,
        Need::Node,
        Need::Browser,
        Need::E2ePackages,
        Need::MdBook,
    ];

    fn name(self) -> &'static str {
        match self {
            Need::WasmTarget => "Rust's standard library for wasm32-unknown-unknown",
            Need::WasmBindgen => "wasm-bindgen",
            Need::WasmPack => "wasm-pack",
            Need::Trunk => "Trunk",
            Need::WasmSplit => "wasm-split-cli",
            Need::WasmOpt => "wasm-opt",
            Need::Node => "Node.js",
            Need::Browser => "Chromium and its driver",
            Need::E2ePackages => "the npm packages of tests/e2e",
            Need::Lighthouse => "Lighthouse",
            Need::MdBook => "mdBook, for the example book with a run in it",
        }
    }

    fn is_there(self, project: &Project) -> bool {
        match self {
            Need::WasmTarget => wasm_target::find(project).is_some(),
            Need::WasmBindgen | Need::WasmPack | Need::Trunk | Need::WasmSplit | Need::MdBook => {
                cargo_tools::is_there(self, project)
            }
            Need::WasmOpt => npm::wasm_opt_is_there(project),
            Need::Node => npm::node_is_there(),
            Need::Browser => browser::find().is_some(),
            Need::E2ePackages => npm::e2e_is_there(project),
            Need::Lighthouse => npm::lighthouse_is_there(project),
        }
    }

    /// What to do by hand when it cannot be had.
    fn by_hand(self, project: &Project) -> String {
        match self {
            Need::WasmTarget => wasm_target::BY_HAND.to_string(),
            Need::WasmBindgen | Need::WasmPack | Need::Trunk | Need::WasmSplit | Need::MdBook => {
                cargo_tools::by_hand(self, project)
            }
            Need::WasmOpt => npm::WASM_OPT_BY_HAND.to_string(),
            Need::Node => npm::NODE_BY_HAND.to_string(),
            Need::Browser => browser::BY_HAND.to_string(),
            Need::E2ePackages => npm::E2E_BY_HAND.to_string(),
            Need::Lighthouse => npm::LIGHTHOUSE_BY_HAND.to_string(),
        }
    }
}

/// What the set-up found, and how to run programs with it.
#[derive(Debug)]
pub struct Toolbox {
    path: OsString,
    wasm: Option<WasmToolchain>,
    pub browser: Option<Browser>,
    pub mdbook: Option<PathBuf>,
}

impl Toolbox {
    fn look(project: &Project) -> Result<Toolbox, String> {
        let mut folders = vec![project.tools_bin(), npm::tools_npm_bin(project)];
        folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
        Ok(Toolbox {
            path: std::env::join_paths(folders).map_err(|e| format!("PATH: {e}"))?,
            wasm: wasm_target::find(project),
            browser: browser::find(),
            mdbook: cargo_tools::find("mdbook", project),
        })
    }

    /// A program that builds for WebAssembly: the project's tools first on PATH, and the toolchain that has the target.
    pub fn wasm_command(&self, program: &str) -> Command {
        let mut command = process::command(program);
        command.env("PATH", &self.path);
        if let Some(WasmToolchain::Linked(name)) = &self.wasm {
            command.env("RUSTUP_TOOLCHAIN", name);
        }
        command
    }
}

/// Sets up the missing ones of `needs`.
pub fn ready(project: &Project, needs: &[Need]) -> Result<Toolbox, String> {
    let started = Instant::now();
    let missing = missing_of(project, needs);
    if missing.is_empty() {
        println!("set-up: all there ({})", words(started.elapsed()));
        return Toolbox::look(project);
    }
    println!("set-up: missing are");
    for need in &missing {
        println!("  - {}", need.name());
    }
    let plan = Plan::new(project, &missing)?;
    println!("set-up: {} of work, in two lanes at once; logs are in {}", plan.estimate(), plan.logs.display());
    let problems = plan.carry_out();
    let still_missing = missing_of(project, needs);
    println!("set-up: took {}", words(started.elapsed()));
    if still_missing.is_empty() {
        return Toolbox::look(project);
    }
    Err(explain(project, &still_missing, &problems))
}

fn missing_of(project: &Project, needs: &[Need]) -> Vec<Need> {
    needs.iter().copied().filter(|need| !need.is_there(project)).collect()
}

fn explain(project: &Project, still_missing: &[Need], problems: &[String]) -> String {
    let mut text = String::new();
    for problem in problems {
        text.push_str(&format!("{problem}\n\n"));
    }
    text.push_str("the set-up is not complete. By hand:\n");
    for need in still_missing {
        text.push_str(&format!("  - {}: {}\n", need.name(), need.by_hand(project)));
    }
    text.push_str("then run the command again.");
    text
}

/// One thing to do. It logs to a file of its own and returns what went wrong in words.
struct Step {
    name: &'static str,
    /// What takes its time, in words.
    waits_for: &'static str,
    /// Roughly, on two cores and a good connection.
    minutes: f32,
    run: StepRun,
}

type StepRun = Box<dyn Fn(&Project, &Log) -> Result<(), String> + Send>;

/// Where a step writes what the programs it runs say.
struct Log {
    file: PathBuf,
    label: &'static str,
}

impl Log {
    fn run(&self, command: &mut Command) -> Result<(), String> {
        process::run_logged(command, &self.file, self.label, None)
    }

    fn run_within(&self, command: &mut Command, limit: std::time::Duration) -> Result<(), String> {
        process::run_logged(command, &self.file, self.label, Some(limit))
    }
}

/// What will be done: each lane in order, the lanes side by side.
struct Plan<'a> {
    project: &'a Project,
    logs: PathBuf,
    lanes: [Vec<Step>; 2],
}

impl<'a> Plan<'a> {
    fn new(project: &'a Project, missing: &[Need]) -> Result<Self, String> {
        let logs = project.tools.join("logs");
        fs::create_dir_all(&logs).map_err(|e| format!("{}: {e}", logs.display()))?;
        let mut packages = Vec::new();
        let mut tools = Vec::new();
        let wants = |need| missing.contains(&need);
        if wants(Need::WasmTarget) || wants(Need::Browser) {
            packages.extend(wasm_target::steps(wants(Need::WasmTarget), wants(Need::Browser)));
        }
        packages.extend(npm::steps(wants(Need::WasmOpt), wants(Need::E2ePackages), wants(Need::Lighthouse)));
        for need in [Need::WasmBindgen, Need::Trunk, Need::WasmSplit, Need::WasmPack, Need::MdBook] {
            if wants(need) {
                tools.push(cargo_tools::step(need, project)?);
            }
        }
        Ok(Plan { project, logs, lanes: [packages, tools] })
    }

    /// The longer lane decides.
    fn estimate(&self) -> String {
        let longest = self.lanes.iter().map(|lane| lane.iter().map(|step| step.minutes).sum::<f32>());
        minutes(longest.fold(0.0, f32::max))
    }

    fn carry_out(self) -> Vec<String> {
        let Plan { project, logs, lanes } = self;
        let logs = &logs;
        std::thread::scope(|scope| {
            let running: Vec<_> =
                lanes.into_iter().map(|lane| scope.spawn(move || carry_out_lane(project, logs, lane))).collect();
            running
                .into_iter()
                .flat_map(|lane| lane.join().unwrap_or_else(|_| vec!["a lane of the set-up panicked".to_string()]))
                .collect()
        })
    }
}

/// A step that fails does not stop the lane: the more is there next time, the better.
fn carry_out_lane(project: &Project, logs: &std::path::Path, lane: Vec<Step>) -> Vec<String> {
    let mut problems = Vec::new();
    for step in lane {
        let started = Instant::now();
        println!("  > {}: {}, {}", step.name, step.waits_for, minutes(step.minutes));
        let log = Log { file: logs.join(format!("{}.log", file_name(step.name))), label: step.name };
        let _ = fs::remove_file(&log.file);
        match (step.run)(project, &log) {
            Ok(()) => println!("  < {}: {}", step.name, words(started.elapsed())),
            Err(problem) => {
                println!("  ! {}: failed after {}", step.name, words(started.elapsed()));
                problems.push(format!("{}: {problem}", step.name));
            }
        }
    }
    problems
}

fn minutes(minutes: f32) -> String {
    if minutes < 1.0 { "less than a minute".to_string() } else { format!("about {minutes:.0} min") }
}

fn file_name(step: &str) -> String {
    step.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_names_make_file_names() {
        assert_eq!(file_name("wasm-pack 0.15.1"), "wasm-pack-0-15-1");
    }

    #[test]
    fn estimates_are_rough_on_purpose() {
        assert_eq!(minutes(0.4), "less than a minute");
        assert_eq!(minutes(2.6), "about 3 min");
    }
}
