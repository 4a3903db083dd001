//! Runs a scenario and prints its report: `headless SCENARIO.json`, or `-` for standard input.
//!
//! Exit 0 whatever the verdict; a scenario that cannot be read exits 2 with the reasons on standard error.

use std::io::{Read, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let text = match std::env::args().nth(1).as_deref() {
        None => Err("which scenario? give a file, or - for standard input".to_owned()),
        Some("-") => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).map(|_| text).map_err(|e| format!("standard input: {e}"))
        }
        Some(file) => std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}")),
    };
    let scenario = text.map_err(|e| vec![e]).and_then(|text| {
        barrierscope::scenario::read(&text).map_err(|all| all.iter().map(ToString::to_string).collect())
    });
    match scenario {
        Ok(scenario) => {
            let report = barrierscope::check::run(&scenario);
            match serde_json::to_string_pretty(&report) {
                // A reader that has heard enough (a closed pipe) is no fault of the run.
                Ok(json) => drop(writeln!(std::io::stdout(), "{json}")),
                Err(e) => {
                    eprintln!("{e}");
                    return ExitCode::FAILURE;
                }
            }
            ExitCode::SUCCESS
        }
        Err(reasons) => {
            for reason in reasons {
                eprintln!("{reason}");
            }
            ExitCode::from(2)
        }
    }
}
