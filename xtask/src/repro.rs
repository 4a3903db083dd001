//! `cargo xtask repro`: builds what ships here, and again from a copy of the sources in another folder, and compares every byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::dist;
use crate::process::{self, words};
use crate::project::Project;
use crate::setup;

/// What is made, and what is the machine's own: not copied.
const NOT_SOURCES: [&str; 5] = ["target", "dist", "node_modules", ".git", "tmp"];

/// Builds twice and compares. The second time nothing is there yet, which takes some ten minutes.
pub fn run(project: &Project) -> Result<(), String> {
    let toolbox = setup::ready(project, &dist::needs())?;
    dist::build(project, &toolbox, "")?;
    let copy = std::env::temp_dir().join(format!("barrierscope-repro-{}", std::process::id())).join("elsewhere");
    copy_folder(&project.root, &copy)?;
    println!("\nand again in {}", copy.display());
    let started = Instant::now();
    let mut again = process::command("cargo");
    again.args(["xtask", "dist"]).current_dir(&copy);
    again.env("BARRIERSCOPE_TOOLS", &project.tools).env_remove("CARGO_TARGET_DIR");
    process::run(&mut again)?;
    println!("took {}", words(started.elapsed()));
    let (here, there) = (project.dist(), copy.join("dist"));
    let differences = differences(&here, &there)?;
    if differences.is_empty() {
        println!("{} files, the same bytes", files(&here)?.len());
        return fs::remove_dir_all(copy.parent().unwrap_or(&copy)).map_err(|e| format!("{}: {e}", copy.display()));
    }
    Err(format!("not the same, here and in {}: {}", there.display(), differences.join(", ")))
}

/// The files of two folders that are not in both, or not the same.
fn differences(here: &Path, there: &Path) -> Result<Vec<String>, String> {
    let mut names = files(here)?;
    names.extend(files(there)?);
    names.sort();
    names.dedup();
    let bytes = |folder: &Path, name: &PathBuf| fs::read(folder.join(name)).ok();
    let unlike = names.iter().filter(|name| bytes(here, name) != bytes(there, name));
    Ok(unlike.map(|name| name.display().to_string()).collect())
}

/// The files below a folder, by their names in it.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(within) = open.pop() {
        let path = folder.join(&within);
        for entry in fs::read_dir(&path).map_err(|e| format!("{}: {e}", path.display()))?.flatten() {
            let name = within.join(entry.file_name());
            if entry.path().is_dir() { open.push(name) } else { found.push(name) }
        }
    }
    found.sort();
    Ok(found)
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    fs::create_dir_all(to).map_err(|e| failed(to, e))?;
    for entry in fs::read_dir(from).map_err(|e| failed(from, e))?.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if NOT_SOURCES.iter().any(|other| name == *other) {
            continue;
        }
        if path.is_dir() {
            copy_folder(&path, &to.join(name))?;
        } else {
            fs::copy(&path, to.join(name)).map_err(|e| failed(&path, e))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_in_both_or_not_the_same_is_named() {
        let folder = std::env::temp_dir().join(format!("barrierscope-repro-test-{}", std::process::id()));
        let (here, there) = (folder.join("here"), folder.join("there"));
        for (root, b) in [(&here, "one"), (&there, "two")] {
            fs::create_dir_all(root.join("in")).expect("a folder");
            fs::write(root.join("a"), "same").expect("a file");
            fs::write(root.join("in").join("b"), b).expect("a file");
        }
        assert_eq!(differences(&here, &there), Ok(vec!["in/b".to_owned()]));
        fs::write(there.join("c"), "more").expect("a file");
        assert_eq!(differences(&here, &there), Ok(vec!["c".to_owned(), "in/b".to_owned()]));
        fs::create_dir_all(here.join("target")).expect("a folder");
        copy_folder(&here, &folder.join("copy")).expect("a copy");
        assert_eq!(files(&folder.join("copy")).map(|files| files.len()), Ok(2));
        fs::remove_dir_all(folder).expect("the folder goes");
    }
}
