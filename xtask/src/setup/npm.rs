//! What comes from npm: wasm-opt (the package `binaryen`), the packages of the end-to-end tests, and Lighthouse.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Log, Step};
use crate::process::{command, on_path, output_of};
use crate::project::{Project, read};
use crate::version::Version;

pub const NODE_BY_HAND: &str = "install Node.js 20 or newer";
pub const WASM_OPT_BY_HAND: &str = "install binaryen 120 or newer so that `wasm-opt` is on PATH";
pub const E2E_BY_HAND: &str = "`npm ci` in tests/e2e";
pub const LIGHTHOUSE_BY_HAND: &str = "`npm ci` in tests/lighthouse";

const OLDEST_NODE: Version = Version(20, 11, 0);
/// Older ones do not know what rustc emits today.
const OLDEST_WASM_OPT: Version = Version(120, 0, 0);
/// A copy of the lock file inside node_modules, written last: what is installed, and that all of it is.
const STAMP: &str = "installed-package-lock.json";

pub fn node_is_there() -> bool {
    output_of(command("node").arg("--version"))
        .as_deref()
        .and_then(Version::find)
        .is_some_and(|version| version >= OLDEST_NODE)
}

pub fn e2e_is_there(project: &Project) -> bool {
    is_installed(&project.e2e(), &project.e2e())
}

pub fn lighthouse_is_there(project: &Project) -> bool {
    is_installed(&project.lighthouse(), &project.lighthouse())
}

pub fn tools_npm_bin(project: &Project) -> PathBuf {
    project.tools_npm().join("node_modules").join(".bin")
}

pub fn wasm_opt_is_there(project: &Project) -> bool {
    is_installed(&manifest_of_tools(project), &project.tools_npm())
        || on_path("wasm-opt")
            .and_then(|program| output_of(command(program).arg("--version")))
            .and_then(|printed| Version::find(&printed))
            .is_some_and(|version| version >= OLDEST_WASM_OPT)
}

pub fn steps(wasm_opt: bool, e2e: bool, lighthouse: bool) -> Vec<Step> {
    let mut steps = Vec::new();
    if wasm_opt {
        steps.push(Step {
            name: "npm package binaryen (wasm-opt)",
            waits_for: "npm fetches it",
            minutes: 0.3,
            run: Box::new(|project, log| {
                let (from, to) = (manifest_of_tools(project), project.tools_npm());
                fs::create_dir_all(&to).map_err(|e| format!("{}: {e}", to.display()))?;
                for file in ["package.json", "package-lock.json"] {
                    fs::copy(from.join(file), to.join(file)).map_err(|e| format!("{file}: {e}"))?;
                }
                install(&to, log)
            }),
        });
    }
    if e2e {
        steps.push(Step {
            name: "npm packages of the end-to-end tests",
            waits_for: "npm fetches them",
            minutes: 0.2,
            run: Box::new(|project, log| install(&project.e2e(), log)),
        });
    }
    if lighthouse {
        steps.push(Step {
            name: "npm package lighthouse",
            waits_for: "npm fetches it",
            minutes: 0.6,
            run: Box::new(|project, log| install(&project.lighthouse(), log)),
        });
    }
    steps
}

fn manifest_of_tools(project: &Project) -> PathBuf {
    project.root.join("xtask").join("npm")
}

fn install(folder: &Path, log: &Log) -> Result<(), String> {
    log.run(command("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(folder))?;
    let stamp = folder.join("node_modules").join(STAMP);
    fs::copy(folder.join("package-lock.json"), &stamp).map(drop).map_err(|e| format!("{}: {e}", stamp.display()))
}

/// Whether the packages that `manifest` locks are the ones in `folder`.
fn is_installed(manifest: &Path, folder: &Path) -> bool {
    let locked = read(&manifest.join("package-lock.json"));
    let installed = read(&folder.join("node_modules").join(STAMP));
    matches!((locked, installed), (Ok(locked), Ok(installed)) if locked == installed)
}
