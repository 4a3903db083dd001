//! The JS API as an npm package: `dist/npm`.

use std::fs;
use std::path::Path;

use crate::process;
use crate::project::{Project, read};
use crate::setup::{Need, Toolbox};
use crate::site;

/// What [`build`] needs.
pub const NEEDS: [Need; 3] = [Need::WasmTarget, Need::WasmBindgen, Need::WasmPack];

/// What wasm-pack writes at the end of the list of files in `package.json` where there was nothing before.
const END_OF_FILES: &str = "    \"barrierscope.d.ts\"\n  ]";
/// The same with the licences, which it leaves out the first time and names when they lie there from an earlier one.
const WITH_LICENCES: &str = "    \"barrierscope.d.ts\",\n    \"LICENSE-APACHE\",\n    \"LICENSE-MIT\"\n  ]";

/// Builds the package into a folder, which is made anew: what lies there from before gets into what wasm-pack writes.
pub fn build(project: &Project, toolbox: &Toolbox, to: &Path) -> Result<(), String> {
    if to.exists() {
        fs::remove_dir_all(to).map_err(|e| format!("{}: {e}", to.display()))?;
    }
    let mut build = toolbox.wasm_command("wasm-pack");
    build.args(["build", "--release", "--target", "web", "--mode", "no-install"]);
    build.arg("--out-dir").arg(to).args(["--", "--locked", "--features", "js"]).args(site::without_places()?);
    process::run(build.current_dir(&project.root))?;
    let manifest = to.join("package.json");
    let whole = with_licences(&read(&manifest)?)?;
    fs::write(&manifest, whole).map_err(|e| format!("{}: {e}", manifest.display()))
}

fn with_licences(manifest: &str) -> Result<String, String> {
    if !manifest.contains(END_OF_FILES) {
        return Err(format!("wasm-pack's package.json no longer ends its list of files with `{END_OF_FILES}`"));
    }
    Ok(manifest.replace(END_OF_FILES, WITH_LICENCES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_brings_its_licences() {
        let written = "  \"files\": [\n    \"barrierscope.js\",\n    \"barrierscope.d.ts\"\n  ],\n";
        let whole = with_licences(written).expect("a list of files");
        assert!(whole.contains("\"LICENSE-APACHE\",\n    \"LICENSE-MIT\"\n  ],"), "{whole}");
        assert!(with_licences("{}").is_err());
    }
}
