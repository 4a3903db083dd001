//! `cargo xtask bench`: what the budgets are measured by, printed as tables.

use std::fs;
use std::path::PathBuf;

use crate::dist;
use crate::http;
use crate::package;
use crate::process::{self, run_watched};
use crate::project::Project;
use crate::setup::{self, Need};

/// Records per run of the core, natively and in the browser.
const SIZES: [&str; 4] = ["10000", "100000", "1000000", "10000000"];

/// How often the core is measured on either side.
const ROUNDS: usize = 2;

/// Takes every measurement. Arguments are other numbers of records.
pub fn run(project: &Project, args: &[String]) -> Result<(), String> {
    let sizes: Vec<String> = if args.is_empty() { SIZES.map(String::from).to_vec() } else { args.to_vec() };
    println!("\n== size of the site ==");
    dist::run(project, &[])?;
    let package = core_package(project)?;
    // In turns, and the best of each: a busy minute of the machine may not fall on one side alone.
    let (mut native, mut browser) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        println!("\n== core, native, round {} of {ROUNDS} ==", round + 1);
        native = better(native, self::native(project, &sizes)?);
        println!("\n== core, in the browser, round {} of {ROUNDS} ==", round + 1);
        browser = better(browser, in_browser(project, &[("BENCH_CORE", http::serve(package.clone())?)], &sizes)?);
    }
    println!("\n== page ==");
    browser.extend(in_browser(project, &[("BENCH_SITE", http::serve(project.site())?)], &[])?);
    println!("\n== Lighthouse ==");
    let scores = lighthouse(project)?;
    println!("\n{:<40} {:>12} {:>12} {:>7}", "core, ns per record", "native", "WebAssembly", "ratio");
    for (name, ns) in measured(&native) {
        let other = measured(&browser).into_iter().find(|(n, _)| *n == name).map(|(_, ns)| ns);
        let (wasm, ratio) =
            other.map_or((String::new(), String::new()), |o| (format!("{o:.1}"), format!("{:.2}", ns / o)));
        println!("{name:<40} {ns:>12.1} {wasm:>12} {ratio:>7}");
    }
    for line in
        native.iter().chain(&browser).filter(|l| [" ms", " MB", " %", " ns"].iter().any(|unit| l.ends_with(unit)))
    {
        println!("{line}");
    }
    for line in &scores.1 {
        println!("{line}");
    }
    if scores.0 { Ok(()) } else { Err("Lighthouse gives less than the budgets ask for".to_owned()) }
}

/// What Lighthouse says of the site, and whether it is enough.
fn lighthouse(project: &Project) -> Result<(bool, Vec<String>), String> {
    let toolbox = setup::ready(project, &[Need::Node, Need::Browser, Need::Lighthouse])?;
    let browser = toolbox.browser.as_ref().ok_or("no browser")?;
    let mut node = process::command("node");
    node.arg("run.mjs").arg(project.site()).current_dir(project.lighthouse()).env("CHROME", &browser.program);
    run_watched(&mut node)
}

/// Lines of the form `NAME: NUMBER ns/record`.
fn measured(lines: &[String]) -> Vec<(String, f64)> {
    let one = |line: &String| {
        let (name, rest) = line.split_once(": ")?;
        Some((name.to_string(), rest.strip_suffix(" ns/record")?.parse().ok()?))
    };
    lines.iter().filter_map(one).collect()
}

/// The lines of two rounds: of those that are measurements of the core, the better one.
fn better(before: Vec<String>, now: Vec<String>) -> Vec<String> {
    let known = measured(&before);
    let line = |line: String| {
        let ours = measured(std::slice::from_ref(&line)).pop();
        match ours.and_then(|(name, ns)| known.iter().find(|(n, old)| *n == name && *old < ns)) {
            Some((name, ns)) => format!("{name}: {ns:.1} ns/record"),
            None => line,
        }
    };
    now.into_iter().map(line).collect()
}

fn native(project: &Project, sizes: &[String]) -> Result<Vec<String>, String> {
    let mut bench = process::command("cargo");
    bench.args(["run", "--release", "--locked", "--example", "bench", "--"]).args(sizes).current_dir(&project.root);
    said(run_watched(&mut bench)?)
}

/// The core as a package for the browser; gives the folder that it is in.
fn core_package(project: &Project) -> Result<PathBuf, String> {
    let toolbox = setup::ready(project, Need::ALL)?;
    let folder = project.root.join("target").join("bench");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let page = "<!doctype html><title>Measurements</title>";
    fs::write(folder.join("index.html"), page).map_err(|e| format!("{}: {e}", folder.display()))?;
    package::build(project, &toolbox, &folder.join("pkg"))?;
    Ok(folder)
}

/// What `bench.mjs` says of what is served at these addresses.
fn in_browser(project: &Project, served: &[(&str, String)], sizes: &[String]) -> Result<Vec<String>, String> {
    let toolbox = setup::ready(project, Need::ALL)?;
    let browser = toolbox.browser.as_ref().ok_or("no browser")?;
    let mut node = process::command("node");
    node.arg("bench.mjs").args(sizes).current_dir(project.e2e()).env("CHROME", &browser.program);
    node.envs(served.iter().map(|(name, address)| (*name, address.as_str())));
    said(run_watched(&mut node)?)
}

fn said((ok, lines): (bool, Vec<String>)) -> Result<Vec<String>, String> {
    if ok { Ok(lines) } else { Err("the measurement failed".to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_rounds_the_better_one_counts() {
        let line = |ns: f64| vec![format!("10 records: {ns:.1} ns/record"), "a seek: 3 ms".to_string()];
        assert_eq!(better(line(4.0), line(5.0)), line(4.0));
        assert_eq!(better(line(6.0), line(5.0)), line(5.0));
        assert_eq!(better(Vec::new(), line(5.0)), line(5.0));
    }

    #[test]
    fn a_measurement_is_read_off_its_line() {
        let lines = ["10000 records, growing set: 412.5 ns/record".to_string(), "something else: 3 ms".to_string()];
        assert_eq!(measured(&lines), [("10000 records, growing set".to_string(), 412.5)]);
    }
}
