//! `cargo xtask shots`: pictures of the page's main states, to be looked at.

use std::fs;

use crate::http;
use crate::process::{self, run_watched};
use crate::project::Project;
use crate::setup::{self, Need};
use crate::site;

/// Builds the site and takes the pictures into `target/shots`. `--no-build`: of the site that is there. Other arguments
/// are parts of the names of the pictures wanted.
pub fn run(project: &Project, args: &[String]) -> Result<(), String> {
    let (flags, wanted): (Vec<_>, Vec<_>) = args.iter().partition(|arg| arg.starts_with('-'));
    let build = match flags.as_slice() {
        [] => true,
        [flag] if *flag == "--no-build" => false,
        [other, ..] => return Err(format!("`shots` knows --no-build and parts of names, not `{other}`")),
    };
    let toolbox = setup::ready(project, Need::ALL)?;
    if build {
        site::build(project, &toolbox)?;
    } else if !project.site().join("index.html").is_file() {
        return Err("there is no dist/site to look at; leave out --no-build".to_string());
    }
    let browser = toolbox.browser.as_ref().ok_or("no browser")?;
    let folder = project.root.join("target").join("shots");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut node = process::command("node");
    node.arg("shots.mjs")
        .args(wanted)
        .current_dir(project.e2e())
        .env("SHOTS_SITE", http::serve(project.site())?)
        .env("SHOTS_TO", &folder)
        .env("CHROME", &browser.program);
    let (ok, _) = run_watched(&mut node)?;
    println!("the pictures are in {}", folder.display());
    if ok { Ok(()) } else { Err("some states could not be reached".to_string()) }
}
