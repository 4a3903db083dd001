//! Rust's standard library for wasm32, built from Debian's source package for Debian's rustc.
//!
//! Debian ships the compiler with the WebAssembly back end and the library's source with its dependencies, but not the
//! compiled library for this target. It is built once, with the panic strategy that the target has anyway.

use std::fs;
use std::path::{Path, PathBuf};

use super::wasm_target::TARGET;
use super::{Log, apt};
use crate::process::{command, output_of};
use crate::project::Project;
use crate::version::Version;

const SOURCE: &str = "/usr/lib/rustlib/src/rust/library";
/// Says which compiler the libraries beside it were built by; written last, so it also says that all are there.
const STAMP: &str = "barrierscope-built-by";

pub fn source_is_there() -> bool {
    Path::new(SOURCE).join("sysroot").is_dir()
}

/// Whether the libraries are there, all of them, and by the compiler that is there now.
pub fn is_there(libraries: &Path) -> bool {
    let stamp = fs::read_to_string(libraries.join(STAMP)).unwrap_or_default();
    !stamp.is_empty()
        && compiler().is_some_and(|compiler| compiler == stamp)
        && linker_path().is_some_and(|link| link.exists())
}

/// Makes LLVM's linker known under the name by which rustc asks for it. It must be of rustc's own LLVM release.
pub fn linker(log: &Log) -> Result<(), String> {
    let link = linker_path().ok_or("Debian's rustc does not say where its tools are")?;
    if link.exists() {
        return Ok(());
    }
    let llvm = compiler().as_deref().and_then(llvm_release).ok_or("Debian's rustc does not say which LLVM it uses")?;
    let package = format!("lld-{llvm}");
    let linker = PathBuf::from(format!("/usr/bin/{package}"));
    if !linker.exists() {
        apt::install(log, &[&package])?;
    }
    if let Some(folder) = link.parent() {
        fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    log.run(command("ln").args(["--symbolic", "--force"]).arg(&linker).arg(&link))
}

/// Builds the libraries and puts them where rustc looks.
pub fn build(project: &Project, log: &Log, libraries: &Path) -> Result<(), String> {
    let scratch = project.tools.join("std");
    let failed = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    if scratch.exists() {
        fs::remove_dir_all(&scratch).map_err(|e| failed(&scratch, e))?;
    }
    fs::create_dir_all(&scratch).map_err(|e| failed(&scratch, e))?;
    log.run(command("cp").args(["-rL", SOURCE]).arg(&scratch))?;
    let source = scratch.join("library");
    log.run(
        command("/usr/bin/cargo")
            .args(["build", "-p", "sysroot", "--release", "--target", TARGET])
            .args(["--config", "profile.release.panic=\"abort\""])
            .current_dir(&source)
            .env("RUSTC", "/usr/bin/rustc")
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTFLAGS", "-Cembed-bitcode=yes -Zforce-unstable-if-unmarked -Cpanic=abort")
            .env("CARGO_TARGET_DIR", source.join("target"))
            // rustup's proxy sets this for its own toolchain; this cargo is not one of rustup's.
            .env_remove("RUSTUP_TOOLCHAIN"),
    )?;
    let built = source.join("target").join(TARGET).join("release").join("deps");
    install(&built, libraries)?;
    let _ = fs::remove_dir_all(&scratch);
    Ok(())
}

/// Replaces the libraries by new ones, the stamp last.
fn install(built: &Path, libraries: &Path) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("{}: {e}", libraries.display());
    fs::create_dir_all(libraries).map_err(failed)?;
    let _ = fs::remove_file(libraries.join(STAMP));
    for old in rlibs(libraries).map_err(failed)? {
        fs::remove_file(old).map_err(failed)?;
    }
    for new in rlibs(built).map_err(|e| format!("{}: {e}", built.display()))? {
        fs::copy(&new, libraries.join(new.file_name().unwrap_or_default())).map_err(failed)?;
    }
    fs::write(libraries.join(STAMP), compiler().ok_or("Debian's rustc is not there")?).map_err(failed)
}

fn rlibs(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let paths = folder.read_dir()?.map(|entry| entry.map(|entry| entry.path()));
    paths.filter(|path| path.as_ref().map_or(true, |path| path.extension().is_some_and(|e| e == "rlib"))).collect()
}

fn compiler() -> Option<String> {
    output_of(command("/usr/bin/rustc").arg("-vV"))
}

fn linker_path() -> Option<PathBuf> {
    let sysroot = output_of(command("/usr/bin/rustc").args(["--print", "sysroot"]))?;
    let host = compiler()?.lines().find_map(|line| line.strip_prefix("host: ").map(str::to_string))?;
    Some(Path::new(sysroot.trim()).join("lib/rustlib").join(host).join("bin/rust-lld"))
}

/// The major release in `LLVM version: 22.1.0`.
fn llvm_release(verbose_version: &str) -> Option<u32> {
    let line = verbose_version.lines().find_map(|line| line.strip_prefix("LLVM version: "))?;
    Version::find(line).map(|version| version.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_linker_is_of_the_compilers_llvm() {
        let printed = "rustc 1.96.0 (x 2026-05-01)\nhost: x86_64-unknown-linux-gnu\nLLVM version: 22.1.3\n";
        assert_eq!(llvm_release(printed), Some(22));
        assert_eq!(llvm_release("rustc 1.96.0"), None);
    }
}
