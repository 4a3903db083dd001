//! The JS API as an npm package: `dist/npm`.

use std::path::Path;

use crate::process;
use crate::project::Project;
use crate::setup::{Need, Toolbox};
use crate::site;

/// What [`build`] needs.
pub const NEEDS: [Need; 3] = [Need::WasmTarget, Need::WasmBindgen, Need::WasmPack];

/// Builds the package into a folder, which is made anew.
pub fn build(project: &Project, toolbox: &Toolbox, to: &Path) -> Result<(), String> {
    let mut build = toolbox.wasm_command("wasm-pack");
    build.args(["build", "--release", "--target", "web", "--mode", "no-install"]);
    build.arg("--out-dir").arg(to).args(["--", "--locked", "--features", "js"]).args(site::without_places()?);
    process::run(build.current_dir(&project.root))
}
