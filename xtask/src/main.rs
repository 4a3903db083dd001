//! The project's commands: `cargo xtask serve | test | check | dist | reference | bench | shots | soak`.
//!
//! Each command sets up what it needs and is missing, says what it waits for, and ends with a plain message and a
//! non-zero status when something cannot be had. The standard library is all this crate depends on, so that
//! the first command in a fresh clone starts within seconds.

mod bench;
mod check;
mod dist;
mod http;
mod package;
mod process;
mod project;
mod reference;
mod repro;
mod rings;
mod serve;
mod setup;
mod shots;
mod site;
mod soak;
mod version;

use std::process::ExitCode;

use project::Project;

const USAGE: &str = "\
usage: cargo xtask <command>

  serve [--port N] [--open] [--release]   build the playground, serve it, print its address
  test [native|web|e2e] [-- ARGS]         run the tests: native, in a browser, end to end (all three by default)
       --no-build                         e2e: test the dist/site that is there
  check                                   formatting, lints and the layering test; needs no browser tools
  dist [--site ADDRESS]                   build what ships into dist/, print sizes; ADDRESS is where the site will be,
                                          for the links of what is one file
  reference                               write the reference of the JS API into dist/reference
  repro                                   build what ships twice, the second time elsewhere, and compare every byte
  bench                                   run the measurements, print tables
  shots [--no-build] [PARTS OF NAMES]     take pictures of the page's main states into target/shots
  soak [CASES [SEED]]                     try what must hold of any job on a million, or as many
       mutations [CASES]                  try ten million damaged links and scenarios, or as many
  setup                                   only set up what `serve`, `test` and `dist` need

environment
  CHROME, CHROMEDRIVER     the browser and its driver, if not on PATH
  BARRIERSCOPE_TOOLS       where tools are installed (target/tools); one folder can serve several clones
  BARRIERSCOPE_WASM        rustup | debian: which WebAssembly toolchain to use, instead of the first that works";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // Ring failures have said all there is to say, and the runners' summaries are to stay the last lines.
            if !message.is_empty() {
                eprintln!("\nxtask: {message}");
            }
            ExitCode::FAILURE
        }
    }
}

fn dispatch(args: &[String]) -> Result<(), String> {
    let (command, rest) = match args.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => return Err(USAGE.to_string()),
    };
    let project = Project::find()?;
    match command {
        "serve" => serve::run(&project, rest),
        "test" => rings::run(&project, rest),
        "check" => no_arguments(command, rest).and_then(|()| check::run(&project)),
        "dist" => dist::run(&project, rest),
        "bench" => bench::run(&project, rest),
        "shots" => shots::run(&project, rest),
        "reference" => no_arguments(command, rest).and_then(|()| reference::run(&project)),
        "repro" => no_arguments(command, rest).and_then(|()| repro::run(&project)),
        "soak" => soak::run(&project, rest),
        "setup" => no_arguments(command, rest).and_then(|()| setup::ready(&project, setup::Need::ALL).map(drop)),
        // Not for people: `serve` starts this beside Trunk to print the address once the server answers.
        serve::ANNOUNCE => serve::announce(rest),
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            Ok(())
        }
        other => Err(format!("no command `{other}`\n\n{USAGE}")),
    }
}

fn no_arguments(command: &str, rest: &[String]) -> Result<(), String> {
    match rest {
        [] => Ok(()),
        [first, ..] => Err(format!("`{command}` takes no argument, got `{first}`")),
    }
}
