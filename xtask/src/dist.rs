//! `cargo xtask dist`: what ships, and how big it is.

use crate::package;
use crate::process;
use crate::project::Project;
use crate::setup::{self, Need, Toolbox};
use crate::site;

/// Node has gzip and brotli built in; std has neither.
const SIZES: &str = include_str!("sizes.mjs");

/// What [`build`] needs.
pub fn needs() -> Vec<Need> {
    [&site::NEEDS[..], &package::NEEDS].concat()
}

/// Builds everything that ships, prints its sizes, and fails past the budgets. `--site ADDRESS`: where the site will be, for
/// the links of what is one file.
pub fn run(project: &Project, args: &[String]) -> Result<(), String> {
    let address = match args {
        [] => "",
        [flag, address] if flag == "--site" => address,
        _ => return Err("dist [--site ADDRESS]".to_owned()),
    };
    let toolbox = setup::ready(project, &needs())?;
    build(project, &toolbox, address)?;
    print_sizes(project)
}

/// Builds everything that ships into `dist`.
pub fn build(project: &Project, toolbox: &Toolbox, address: &str) -> Result<(), String> {
    package::build(project, toolbox, &project.npm())?;
    site::build(project, toolbox)?;
    pack(project, address)
}

/// Makes one file, and the package for a learning management system, of the site that is there.
pub fn pack(project: &Project, address: &str) -> Result<(), String> {
    println!("packing the site into one file");
    let mut pack = process::command("cargo");
    pack.args(["run", "--quiet", "--locked", "--package", "pack", "--"]).arg(project.site()).arg(project.dist());
    if !address.is_empty() {
        pack.arg(address);
    }
    process::run(pack.current_dir(&project.root))
}

/// Prints the size of every file that ships, as it is and compressed.
pub fn print_sizes(project: &Project) -> Result<(), String> {
    if !project.site().join("index.html").is_file() {
        return Err("there is no dist/site; `cargo xtask dist` builds it".to_string());
    }
    process::run(process::command("node").args(["--input-type=module", "--eval", SIZES]).arg(project.dist()))
}
