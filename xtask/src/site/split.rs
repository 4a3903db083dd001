//! The program in two modules: what the first screen needs, and the rest, which the page fetches later.
//!
//! Cargo links one module that still knows its relocations; `wasm-split-cli` finds out what is reached only through the
//! program's split points (`ui/later.rs`) and moves it into a second one, with the script that brings the two together;
//! `wasm-bindgen` does its work on the first; `wasm-opt` makes both smaller.

use std::fs;
use std::path::{Path, PathBuf};

use crate::process;
use crate::project::{Project, read};
use crate::setup::Toolbox;

/// The features and the profile that ship.
const FEATURES: &str = "split";
const PROFILE: &str = "wasm-release";
const PROGRAM: &str = "barrierscope-app";

/// The module that the split points in the program name.
const LATER: &str = "split_workbench.wasm";
/// The splitter's name for the script that brings the modules together; the first module imports from it by this name.
const LINK: &str = "./__wasm_split.js";

/// The parts of the program, as files' contents; their names come from all of them together.
pub struct Parts {
    /// A name for this build, from its contents.
    pub hash: String,
    /// The script of the first module.
    pub script: String,
    /// The script that fetches the second module.
    pub link: String,
    /// The first module.
    pub start: Vec<u8>,
    /// The second module.
    pub later: Vec<u8>,
}

impl Parts {
    /// The files' names, in the order of the fields.
    pub fn names(&self) -> [String; 4] {
        let hash = &self.hash;
        [
            format!("{PROGRAM}-{hash}.js"),
            format!("split-{hash}.js"),
            format!("{PROGRAM}-{hash}_bg.wasm"),
            format!("workbench-{hash}.wasm"),
        ]
    }
}

/// Compiles the program and takes it apart.
pub fn compile(project: &Project, toolbox: &Toolbox) -> Result<Parts, String> {
    let mut cargo = toolbox.wasm_command("cargo");
    cargo.args(["rustc", "--locked", "--profile", PROFILE, "--features", FEATURES, "--bin", PROGRAM]);
    cargo.args(["--target", "wasm32-unknown-unknown"]).args(super::without_places()?);
    cargo.args(["--", "-C", "link-arg=--emit-relocs"]);
    process::run(cargo.current_dir(&project.root))?;
    let whole = project.target().join("wasm32-unknown-unknown").join(PROFILE).join(format!("{PROGRAM}.wasm"));

    let folder = project.root.join("target").join("split");
    // What an earlier build left is not to be taken for what this one made.
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    println!("splitting the program in two");
    process::run(toolbox.wasm_command("wasm-split-cli").arg(&whole).arg(&folder).args(["--out-name", PROGRAM]))?;
    only_what_is_known(&folder)?;
    let first = folder.join(format!("{PROGRAM}.wasm"));
    let mut bindgen = toolbox.wasm_command("wasm-bindgen");
    // The second module is bound to the first by names that would else be removed.
    bindgen.args(["--target", "web", "--no-typescript", "--keep-lld-exports", "--out-dir"]).arg(&folder).arg(&first);
    process::run(&mut bindgen)?;
    let start = smaller(toolbox, &folder.join(format!("{PROGRAM}_bg.wasm")))?;
    let later = smaller(toolbox, &folder.join(LATER))?;
    named(read(&folder.join(format!("{PROGRAM}.js")))?, read(&folder.join("__wasm_split.js"))?, start, later)
}

/// More split points in the program would make files that nobody puts into the site.
fn only_what_is_known(folder: &Path) -> Result<(), String> {
    let known = [format!("{PROGRAM}.wasm"), LATER.to_owned(), "__wasm_split.js".to_owned()];
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let found: Vec<String> = entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    match found.iter().find(|name| !known.contains(name)) {
        Some(other) => {
            Err(format!("the splitter made `{other}`, of which xtask knows nothing (xtask/src/site/split.rs)"))
        }
        None if found.len() < known.len() => Err(format!("the splitter made only {}", found.join(", "))),
        None => Ok(()),
    }
}

fn smaller(toolbox: &Toolbox, wasm: &Path) -> Result<Vec<u8>, String> {
    let out = PathBuf::from(format!("{}.opt", wasm.display()));
    process::run(toolbox.wasm_command("wasm-opt").arg("-Oz").arg(wasm).arg("-o").arg(&out))?;
    fs::read(&out).map_err(|e| format!("{}: {e}", out.display()))
}

/// Gives the parts their names and lets them find each other by these.
fn named(script: String, link: String, start: Vec<u8>, later: Vec<u8>) -> Result<Parts, String> {
    let hash = hash(&[script.as_bytes(), link.as_bytes(), &start, &later]);
    let mut parts = Parts { hash, script, link, start, later };
    let [script, link, start, later] = parts.names();
    replace(&mut parts.script, &format!("from \"{LINK}\""), &format!("from \"./{link}\""))?;
    replace(&mut parts.script, &format!("{PROGRAM}_bg.wasm"), &start)?;
    replace(&mut parts.link, &format!("\"./{PROGRAM}.js\""), &format!("\"./{script}\""))?;
    replace(&mut parts.link, LATER, &later)?;
    // A host that serves WebAssembly under another type is no reason to fail: the first module does not, either.
    replace(
        &mut parts.link,
        "WebAssembly.instantiateStreaming(src, imports)",
        "src.then((answer) => answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(`${answer.url}: ${answer.status}`)))\
         .then((bytes) => WebAssembly.instantiate(bytes, imports))",
    )?;
    Ok(parts)
}

fn replace(text: &mut String, from: &str, to: &str) -> Result<(), String> {
    if !text.contains(from) {
        return Err(format!("a script of the tools no longer says `{from}` (xtask/src/site/split.rs)"));
    }
    *text = text.replace(from, to);
    Ok(())
}

/// FNV-1a, 64 bits: names that change with the contents, the same on every machine.
pub fn hash(parts: &[&[u8]]) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", parts.iter().flat_map(|part| part.iter()).fold(0xcbf2_9ce4_8422_2325, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_find_each_other_by_their_new_names() {
        let script = "import * as import1 from \"./__wasm_split.js\"\n\"./__wasm_split.js\": import1, 'barrierscope-app_bg.wasm'";
        let link = "import { initSync } from \"./barrierscope-app.js\";\n\"./split_workbench.wasm\" \
                    (WebAssembly.instantiateStreaming(src, imports))";
        let parts = named(script.into(), link.into(), vec![1], vec![2]).expect("parts");
        let [script, link, start, later] = parts.names();
        assert!(parts.script.contains(&format!("from \"./{link}\"")), "{}", parts.script);
        assert!(parts.script.contains(&start), "{}", parts.script);
        // The first module asks for its imports by the old name.
        assert!(parts.script.contains("\"./__wasm_split.js\": import1"), "{}", parts.script);
        assert!(parts.link.contains(&format!("from \"./{script}\"")) && parts.link.contains(&later), "{}", parts.link);
        assert!(named(String::new(), String::new(), Vec::new(), Vec::new()).is_err());
    }

    #[test]
    fn other_contents_have_another_name() {
        assert_eq!(hash(&[b""]), "cbf29ce484222325");
        assert_eq!(hash(&[b"a", b"b"]), hash(&[b"ab"]));
        assert_ne!(hash(&[b"a"]), hash(&[b"b"]));
    }
}
