//! Where things are: the repository, the tools the project owns, and what its manifests say.

use std::fs;
use std::path::{Path, PathBuf};

use crate::version::Version;

/// The repository and the folder for tools.
#[derive(Clone, Debug)]
pub struct Project {
    pub root: PathBuf,
    /// Tools installed by `setup`. Under `target/`, so that removing the clone removes them; `BARRIERSCOPE_TOOLS`
    /// points several clones at one folder.
    pub tools: PathBuf,
}

impl Project {
    pub fn find() -> Result<Self, String> {
        let root =
            Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the xtask crate has no parent folder")?.to_path_buf();
        let tools = match std::env::var_os("BARRIERSCOPE_TOOLS") {
            Some(folder) if !folder.is_empty() => {
                std::path::absolute(PathBuf::from(folder)).map_err(|e| format!("BARRIERSCOPE_TOOLS: {e}"))?
            }
            _ => root.join("target").join("tools"),
        };
        Ok(Project { root, tools })
    }

    /// Executables that `cargo install` put there.
    pub fn tools_bin(&self) -> PathBuf {
        self.tools.join("bin")
    }

    /// The npm packages that the build (not the tests) uses.
    pub fn tools_npm(&self) -> PathBuf {
        self.tools.join("npm")
    }

    /// The end-to-end tests, an npm package of their own.
    pub fn e2e(&self) -> PathBuf {
        self.root.join("tests").join("e2e")
    }

    /// Lighthouse, an npm package of its own: it is large, and only measurements need it.
    pub fn lighthouse(&self) -> PathBuf {
        self.root.join("tests").join("lighthouse")
    }

    /// Where cargo puts what it builds.
    pub fn target(&self) -> PathBuf {
        match std::env::var_os("CARGO_TARGET_DIR") {
            Some(folder) if !folder.is_empty() => self.root.join(folder),
            _ => self.root.join("target"),
        }
    }

    /// What ships.
    pub fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// The site that ships and is tested.
    pub fn site(&self) -> PathBuf {
        self.dist().join("site")
    }

    /// The JS API as an npm package.
    pub fn npm(&self) -> PathBuf {
        self.dist().join("npm")
    }

    /// Where Trunk puts what `serve` serves: apart, so that a test run beside it and it do not swap pages.
    pub fn served(&self) -> PathBuf {
        self.root.join("target").join("serve")
    }

    /// The version that Cargo.lock holds for a package; the wasm-bindgen tool must equal its crate exactly.
    pub fn locked_version(&self, package: &str) -> Result<Version, String> {
        let lock = read(&self.root.join("Cargo.lock"))?;
        locked_version(&lock, package).ok_or_else(|| format!("Cargo.lock has no package `{package}`"))
    }

    /// The oldest Rust that the project supports, from Cargo.toml.
    pub fn rust_version(&self) -> Result<Version, String> {
        let manifest = read(&self.root.join("Cargo.toml"))?;
        quoted_value(&manifest, "rust-version")
            .and_then(Version::find)
            .ok_or_else(|| "Cargo.toml names no rust-version".to_string())
    }
}

pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

/// Reads the text of a Cargo.lock: the version line that follows the name line of a package.
fn locked_version(lock: &str, package: &str) -> Option<Version> {
    let wanted = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| line.trim() != wanted).skip(1);
    quoted_value(lines.next()?, "version").and_then(Version::find)
}

/// The quoted value of the first `key = "value"` line.
fn quoted_value<'a>(toml: &'a str, key: &str) -> Option<&'a str> {
    toml.lines().find_map(|line| {
        let value = line.trim().strip_prefix(key)?.trim_start().strip_prefix('=')?;
        value.trim().strip_prefix('"')?.strip_suffix('"')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = "\
[[package]]
name = \"wasm-bindgen-macro\"
version = \"0.9.9\"

[[package]]
name = \"wasm-bindgen\"
version = \"0.2.130\"
dependencies = [
 \"once_cell\",
]
";

    #[test]
    fn the_lock_file_gives_the_version_of_exactly_the_named_package() {
        assert_eq!(locked_version(LOCK, "wasm-bindgen"), Some(Version(0, 2, 130)));
        assert_eq!(locked_version(LOCK, "wasm"), None);
    }

    #[test]
    fn a_quoted_value_needs_the_whole_key() {
        let manifest = "[workspace.package]\nedition = \"2024\"\nrust-version = \"1.88\"\n";
        assert_eq!(quoted_value(manifest, "rust-version"), Some("1.88"));
        assert_eq!(quoted_value(manifest, "rust"), None);
    }

    #[test]
    fn this_repository_names_what_the_set_up_needs() {
        let project = Project::find().expect("a repository");
        assert!(project.locked_version("wasm-bindgen").is_ok());
        assert!(project.rust_version().is_ok());
    }
}
