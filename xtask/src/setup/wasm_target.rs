//! The WebAssembly target: the default toolchain's own, or else Debian's Rust beside it.
//!
//! On most machines `rustup target add` is all. Where the Rust download servers cannot be reached, Debian's packages
//! `rustc-web` and `cargo-web` serve for the WebAssembly builds only, as a rustup toolchain of our own name; formatting,
//! lints and native tests stay on the default toolchain.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Log, Step, apt, browser, std_from_source};
use crate::process::{self, output_of};
use crate::project::Project;
use crate::version::Version;

pub const TARGET: &str = "wasm32-unknown-unknown";
pub const BY_HAND: &str = "`rustup target add wasm32-unknown-unknown`; \
    or, as root on Debian, let this command install `rustc-web cargo-web rust-web-src` and build the library";

/// The name under which rustup knows Debian's Rust.
const LINKED: &str = "barrierscope-wasm";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
/// A server that cannot be reached must not hold everything up.
const RUSTUP_LIMIT: Duration = Duration::from_secs(120);

/// Which toolchain has the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WasmToolchain {
    Default,
    Linked(&'static str),
}

pub fn find(project: &Project) -> Option<WasmToolchain> {
    if allowed("rustup") && has_standard_library(&libraries(Path::new("rustc"))?) {
        return Some(WasmToolchain::Default);
    }
    let debian = allowed("debian")
        && debian_rust_is_there(project)
        && std_from_source::is_there(&libraries(Path::new(DEBIAN_RUSTC))?)
        && is_linked();
    debian.then_some(WasmToolchain::Linked(LINKED))
}

/// The steps for the target and the browser. They stand together because both may want system packages, and one
/// apt-get run is quicker than two.
pub fn steps(target: bool, browser: bool) -> Vec<Step> {
    let mut steps = Vec::new();
    if target && allowed("rustup") {
        steps.push(Step {
            name: "rustup target add",
            waits_for: "rustup fetches the standard library for wasm32",
            minutes: 0.2,
            run: Box::new(|_, log| rustup_target_add(log)),
        });
    }
    steps.push(Step {
        name: "system packages",
        waits_for: "apt-get fetches and unpacks them",
        minutes: 1.0,
        run: Box::new(move |project, log| {
            let mut packages = Vec::new();
            if target && wants_debian(project) && !debian_rust_is_there(project) {
                packages.extend(["rustc-web", "cargo-web", "rust-web-src"]);
            }
            if browser {
                packages.extend(browser::missing_packages());
            }
            apt::install(log, &packages)
        }),
    });
    if target {
        steps.push(Step {
            name: "standard library for wasm32",
            waits_for: "cargo compiles it, if rustup did not bring it",
            minutes: 0.8,
            run: Box::new(|project, log| {
                if !wants_debian(project) {
                    return Ok(());
                }
                let libraries = libraries(Path::new(DEBIAN_RUSTC)).ok_or("Debian's rustc is not there")?;
                std_from_source::linker(log)?;
                if !std_from_source::is_there(&libraries) {
                    std_from_source::build(project, log, &libraries)?;
                }
                log.run(process::command("rustup").args(["toolchain", "link", LINKED, "/usr"]))
            }),
        });
    }
    steps
}

/// `BARRIERSCOPE_WASM` pins one way, to try the one that this machine would not take.
fn allowed(way: &str) -> bool {
    std::env::var("BARRIERSCOPE_WASM").map_or(true, |only| only.is_empty() || only == way)
}

fn wants_debian(project: &Project) -> bool {
    allowed("debian") && apt::on_debian() && find(project).is_none()
}

/// A failure here is no problem yet: Debian's way may follow, and if not, the last look says what is missing.
fn rustup_target_add(log: &Log) -> Result<(), String> {
    let mut rustup = process::command("rustup");
    rustup.args(["target", "add", TARGET]).env("RUSTUP_MAX_RETRIES", "1");
    if let Err(problem) = log.run_within(&mut rustup, RUSTUP_LIMIT) {
        println!("    rustup cannot fetch the target; Debian's packages may do");
        if !apt::on_debian() {
            return Err(problem);
        }
    }
    Ok(())
}

/// The folder for the target's libraries, which need not exist.
fn libraries(rustc: &Path) -> Option<PathBuf> {
    let printed = output_of(process::command(rustc).args(["--print", "target-libdir", "--target", TARGET]))?;
    Some(PathBuf::from(printed.trim()))
}

fn has_standard_library(folder: &Path) -> bool {
    let Ok(entries) = folder.read_dir() else {
        return false;
    };
    entries.flatten().any(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with("libstd-") && name.ends_with(".rlib")
    })
}

fn debian_rust_is_there(project: &Project) -> bool {
    let new_enough = |program: &str| {
        let printed = output_of(process::command(program).arg("--version")).unwrap_or_default();
        Version::find(&printed).is_some_and(|version| project.rust_version().is_ok_and(|oldest| version >= oldest))
    };
    new_enough(DEBIAN_RUSTC) && new_enough("/usr/bin/cargo") && std_from_source::source_is_there()
}

fn is_linked() -> bool {
    let listed = output_of(process::command("rustup").args(["toolchain", "list"])).unwrap_or_default();
    listed.lines().any(|line| line.split_whitespace().next() == Some(LINKED))
}
