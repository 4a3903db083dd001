//! `cargo xtask dist`: what ships, and how big it is.

use crate::package;
use crate::process;
use crate::project::Project;
use crate::setup;
use crate::site;

/// Node has gzip and brotli built in; std has neither.
const SIZES: &str = include_str!("sizes.mjs");

pub fn run(project: &Project) -> Result<(), String> {
    let toolbox = setup::ready(project, &[&site::NEEDS[..], &package::NEEDS].concat())?;
    package::build(project, &toolbox, &project.npm())?;
    site::build(project, &toolbox)?;
    print_sizes(project)
}

/// Prints the size of every file of the site, as it is and compressed.
pub fn print_sizes(project: &Project) -> Result<(), String> {
    let site = project.site();
    if !site.join("index.html").is_file() {
        return Err("there is no dist/site; `cargo xtask dist` builds it".to_string());
    }
    process::run(process::command("node").args(["--input-type=module", "--eval", SIZES]).arg(site))
}
