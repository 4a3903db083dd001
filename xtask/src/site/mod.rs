//! Building the site: with Trunk while it is worked on, and in two modules as it ships.

mod page;
mod split;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process;
use crate::project::Project;
use crate::setup::{Need, Toolbox};

/// How the WebAssembly is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Quick to build; for working on it.
    Dev,
    /// Small and fast, in one module.
    Release,
}

impl Profile {
    /// What Trunk needs.
    pub fn needs(self) -> Vec<Need> {
        let mut needs = vec![Need::WasmTarget, Need::WasmBindgen, Need::Trunk];
        if self == Profile::Release {
            needs.extend([Need::Node, Need::WasmOpt]);
        }
        needs
    }
}

/// What [`build`] needs.
pub const NEEDS: [Need; 5] = [Need::WasmTarget, Need::WasmBindgen, Need::WasmSplit, Need::WasmOpt, Need::Node];

/// Builds what ships into `dist/site`.
pub fn build(project: &Project, toolbox: &Toolbox) -> Result<(), String> {
    fetch(project, toolbox)?;
    let parts = split::compile(project, toolbox)?;
    page::write(project, &parts, &project.site())
}

/// Options of cargo that keep this machine's folders out of what is built: messages of panics carry the names of source
/// files, those of other crates with their whole path. The project's own are relative. Nothing here depends on where the
/// project lies, so that the same sources give the same bytes anywhere.
pub fn without_places() -> Result<[String; 2], String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo"))).ok_or("there is no CARGO_HOME")?;
    let flag = format!("--remap-path-prefix={}=crates", home.join("registry").join("src").display());
    Ok(["--config".to_owned(), format!("target.wasm32-unknown-unknown.rustflags=[{flag:?}]")])
}

/// Trunk gets no network: the set-up has brought its tools, and a download that it would try for itself fails without
/// a word of use on a machine that cannot reach the server. Cargo is offline with it, so crates are fetched before.
pub fn fetch(project: &Project, toolbox: &Toolbox) -> Result<(), String> {
    process::run(toolbox.wasm_command("cargo").args(["fetch", "--quiet", "--locked"]).current_dir(&project.root))
}

/// A Trunk command with what all of them have in common.
pub fn trunk(project: &Project, toolbox: &Toolbox, verb: &str, profile: Profile, to: &Path) -> Command {
    let mut trunk = toolbox.wasm_command("trunk");
    trunk
        .arg(verb)
        .args(["--offline", "--locked", "true", "--dist"])
        .arg(to)
        .current_dir(&project.root)
        .env("TRUNK_SKIP_VERSION_CHECK", "true")
        // The compiler's messages say what is wrong; where Trunk noticed does not.
        .env("RUST_LIB_BACKTRACE", "0");
    if profile == Profile::Release {
        trunk.args(["--release", "true"]);
    }
    trunk
}
