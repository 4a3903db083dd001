//! Tools that cargo installs: wasm-bindgen, Trunk, wasm-split-cli, wasm-pack, mdBook.

use std::path::PathBuf;

use super::{Log, Need, Step};
use crate::process::{command, on_path, output_of};
use crate::project::{Project, read};
use crate::version::Version;

const TRUNK: Version = Version(0, 21, 14);
/// It reads what the crate `wasm_split_helpers`, which comes with Leptos, writes into the module.
const WASM_SPLIT: Version = Version(0, 2, 4);
const WASM_PACK: Version = Version(0, 15, 1);
const MDBOOK: Version = Version(0, 5, 4);

/// What to install, and which versions do.
struct Tool {
    program: &'static str,
    package: &'static str,
    version: Version,
    /// The first version that no longer does.
    before: Version,
    minutes: f32,
    extra: &'static [&'static str],
}

fn tool(need: Need, project: &Project) -> Result<Tool, String> {
    match need {
        Need::WasmBindgen => {
            // Crate and tool speak a private format to each other: the version must be the very same. No `--locked`:
            // the tool's own lock file has named crate versions that a registry did not have yet.
            let version = project.locked_version("wasm-bindgen")?;
            let before = Version(version.0, version.1, version.2 + 1);
            Ok(Tool { program: "wasm-bindgen", package: "wasm-bindgen-cli", version, before, minutes: 1.5, extra: &[] })
        }
        Need::Trunk => Ok(Tool {
            program: "trunk",
            package: "trunk",
            version: TRUNK,
            before: Version(0, 22, 0),
            minutes: 4.0,
            extra: &["--locked", "--no-default-features", "--features", "rustls"],
        }),
        Need::WasmSplit => Ok(Tool {
            program: "wasm-split-cli",
            package: "wasm_split_cli_support",
            version: WASM_SPLIT,
            before: Version(0, 3, 0),
            minutes: 0.7,
            extra: &["--locked", "--features", "build-binary"],
        }),
        Need::WasmPack => Ok(Tool {
            program: "wasm-pack",
            package: "wasm-pack",
            version: WASM_PACK,
            before: Version(1, 0, 0),
            minutes: 2.0,
            extra: &["--locked"],
        }),
        Need::MdBook => Ok(Tool {
            program: "mdbook",
            package: "mdbook",
            version: MDBOOK,
            before: Version(0, 6, 0),
            minutes: 2.0,
            // It builds a book, and neither serves nor searches one.
            extra: &["--locked", "--no-default-features"],
        }),
        other => Err(format!("{other:?} is not installed by cargo")),
    }
}

pub fn is_there(need: Need, project: &Project) -> bool {
    tool(need, project).is_ok_and(|tool| installed_version(&tool, project).is_some_and(|version| tool.does(version)))
}

pub fn by_hand(need: Need, project: &Project) -> String {
    match tool(need, project) {
        Ok(tool) if need == Need::WasmSplit => {
            format!(
                "`cargo install {} --version {} --features build-binary --root {}`",
                tool.package,
                tool.version,
                project.tools.display()
            )
        }
        Ok(tool) => format!("`cargo install {} --version {}`", tool.package, tool.version),
        Err(problem) => problem,
    }
}

pub fn step(need: Need, project: &Project) -> Result<Step, String> {
    let tool = tool(need, project)?;
    Ok(Step {
        name: tool.package,
        waits_for: "cargo compiles it",
        minutes: tool.minutes,
        run: Box::new(move |project, log| install(&tool, project, log)),
    })
}

impl Tool {
    fn does(&self, version: Version) -> bool {
        self.version <= version && version < self.before
    }
}

/// Where a program is: among the project's own tools, else on PATH.
pub fn find(program: &str, project: &Project) -> Option<PathBuf> {
    let ours = project.tools_bin().join(format!("{program}{}", std::env::consts::EXE_SUFFIX));
    if ours.is_file() { Some(ours) } else { on_path(program) }
}

fn installed_version(tool: &Tool, project: &Project) -> Option<Version> {
    if tool.program == "wasm-split-cli" {
        return recorded_version(tool.package, project);
    }
    let program = find(tool.program, project)?;
    Version::find(&output_of(command(program).arg("--version"))?)
}

/// What cargo has noted down of a tool that does not tell its version.
fn recorded_version(package: &str, project: &Project) -> Option<Version> {
    let noted = read(&project.tools.join(".crates.toml")).ok()?;
    let line = noted.lines().find_map(|line| line.strip_prefix(&format!("\"{package} ")))?;
    Version::find(line)
}

/// Built for a quick build, not for speed: these tools run for seconds, and their own release profiles would make a
/// fresh clone wait twice as long. One target folder for all shares what they have in common.
fn install(tool: &Tool, project: &Project, log: &Log) -> Result<(), String> {
    log.run(
        command("cargo")
            .args(["install", "--force", tool.package, "--version", &tool.version.to_string()])
            .args(tool.extra)
            .arg("--root")
            .arg(&project.tools)
            .current_dir(&project.tools)
            .env("CARGO_TARGET_DIR", project.tools.join("build"))
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "256")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "0"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wasm_bindgen_must_be_the_very_version_and_others_may_be_newer() {
        let project = Project::find().expect("a repository");
        let bindgen = tool(Need::WasmBindgen, &project).expect("a tool");
        let Version(major, minor, patch) = bindgen.version;
        assert!(bindgen.does(bindgen.version));
        assert!(!bindgen.does(Version(major, minor, patch + 1)));
        let trunk = tool(Need::Trunk, &project).expect("a tool");
        assert!(trunk.does(Version(0, 21, 20)));
        assert!(!trunk.does(Version(0, 20, 3)));
        assert!(!trunk.does(Version(0, 22, 0)));
    }
}
