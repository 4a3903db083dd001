//! `cargo xtask reference`: the reference of the JS API as pages, generated from the types that ship.

use crate::package;
use crate::process;
use crate::project::Project;
use crate::setup::{self, Need};

/// Writes the pages into `dist/reference`, of the package that is there or a new one.
pub fn run(project: &Project) -> Result<(), String> {
    let toolbox = setup::ready(project, &[&package::NEEDS[..], &[Need::Node, Need::E2ePackages]].concat())?;
    if !project.npm().join("barrierscope.d.ts").is_file() {
        package::build(project, &toolbox, &project.npm())?;
    }
    let to = project.dist().join("reference");
    // The options, types and first page among them, are in `typedoc.json`: the tests go by the same.
    let mut typedoc = process::command("node");
    typedoc.args(["node_modules/typedoc/bin/typedoc", "--options", "api/typedoc.json", "--out"]).arg(&to);
    process::run(typedoc.current_dir(project.e2e()))?;
    println!("the reference is {}", to.join("index.html").display());
    Ok(())
}
