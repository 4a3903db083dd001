//! `cargo xtask bench`: the measurements, one after another, each in its own words.

use crate::dist;
use crate::process;
use crate::project::Project;

/// A measurement: what it is called and how it is taken. More come with the parts they measure.
type Measurement = (&'static str, fn(&Project, &[String]) -> Result<(), String>);
const MEASUREMENTS: &[Measurement] = &[("core, native", core_native), ("size of the site", site_size)];

/// Takes every measurement, even when one fails. Arguments go to the native benchmark.
pub fn run(project: &Project, args: &[String]) -> Result<(), String> {
    let mut failed = Vec::new();
    for (name, take) in MEASUREMENTS {
        println!("\n== {name} ==");
        if let Err(problem) = take(project, args) {
            println!("{problem}");
            failed.push(*name);
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("not measured: {}", failed.join("; "))) }
}

fn core_native(project: &Project, args: &[String]) -> Result<(), String> {
    let rest = args.strip_prefix(&["--".to_string()]).unwrap_or(args);
    if !project.root.join("examples").join("bench.rs").is_file() {
        println!("there is no examples/bench.rs yet");
        return Ok(());
    }
    let mut bench = process::command("cargo");
    bench.args(["run", "--release", "--locked", "--example", "bench", "--"]).args(rest);
    process::run(bench.current_dir(&project.root))
}

fn site_size(project: &Project, _args: &[String]) -> Result<(), String> {
    dist::run(project)
}
