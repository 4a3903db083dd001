//! Debian's packages, when we may install them.

use std::fs;

use super::Log;
use crate::process::{command, on_path, output_of};

/// Whether this is Debian or a relative.
pub fn on_debian() -> bool {
    on_path("apt-get").is_some() && is_debian(&fs::read_to_string("/etc/os-release").unwrap_or_default())
}

/// Installs packages. Elsewhere than on Debian this does nothing, and the last look of the set-up says what is missing.
pub fn install(log: &Log, packages: &[&str]) -> Result<(), String> {
    if packages.is_empty() || !on_debian() {
        return Ok(());
    }
    if !is_root() {
        return Err(format!("only root can `apt-get install {}`", packages.join(" ")));
    }
    println!("    apt-get install {}", packages.join(" "));
    // One source that cannot be reached is no reason to stop: the lists that are there may do.
    if let Err(problem) = log.run(apt_get().arg("update")) {
        println!("    apt-get update: {problem}");
    }
    log.run(apt_get().args(["install", "--yes", "--no-install-recommends"]).args(packages))
}

fn apt_get() -> std::process::Command {
    let mut apt = command("apt-get");
    // Another installation under way is waited for instead of failing at once.
    apt.args(["--quiet", "-o", "DPkg::Lock::Timeout=300"]).env("DEBIAN_FRONTEND", "noninteractive");
    apt
}

fn is_root() -> bool {
    output_of(command("id").arg("-u")).is_some_and(|printed| printed.trim() == "0")
}

fn is_debian(os_release: &str) -> bool {
    os_release
        .lines()
        .filter_map(|line| line.strip_prefix("ID=").or_else(|| line.strip_prefix("ID_LIKE=")))
        .any(|value| value.trim_matches('"').split_whitespace().any(|id| id == "debian"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debian_and_its_relatives_are_told_from_the_rest() {
        assert!(is_debian("PRETTY_NAME=\"Debian GNU/Linux 12\"\nID=debian\n"));
        assert!(is_debian("ID=ubuntu\nID_LIKE=debian\n"));
        assert!(is_debian("ID=pop\nID_LIKE=\"ubuntu debian\"\n"));
        assert!(!is_debian("ID=fedora\n"));
        assert!(!is_debian(""));
    }
}
