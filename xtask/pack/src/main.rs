//! Packs the built site into what has to be one thing: `barrierscope.html`, and `scorm12.zip` for a learning management system.
//!
//! `cargo xtask dist` runs it. It is a crate of its own because it needs others, and the project's commands are to start at
//! once in a fresh clone.

mod base64;
mod one_file;
mod policy;
mod scorm;
mod site;
mod squeeze;
mod zip;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The largest file that systems for courses take without a word, and that opens at once from a stick. In bytes.
const ONE_FILE_MAX: usize = 1_500_000;

const USAGE: &str = "usage: pack SITE OUT [ADDRESS]
  SITE     the folder of the built site
  OUT      where barrierscope.html, scorm12.zip and embed.js go: beside the folder of the site
  ADDRESS  of a site on the web: links that are shared begin with it, instead of with the file";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.as_slice() {
        [site, out] => pack(Path::new(site), Path::new(out), ""),
        [site, out, address] => pack(Path::new(site), Path::new(out), address),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("pack: {why}");
            ExitCode::FAILURE
        }
    }
}

fn pack(site: &Path, out: &Path, address: &str) -> Result<(), String> {
    if !address.is_empty() && !address.starts_with("https://") && !address.starts_with("http://") {
        return Err(format!("`{address}` is no address of a site: it begins with https://"));
    }
    put(out.join("embed.js"), embed_beside(site)?.as_bytes())?;
    let site = site::read(site)?;
    let squeezed = squeeze::squeeze(&[&site.start, &site.later])?;
    let alone = one_file::page(&site, &squeezed, address, None)?;
    put(out.join("barrierscope.html"), alone.as_bytes())?;
    let for_lms = one_file::page(&site, &squeezed, address, Some(scorm::SCRIPT))?;
    put(out.join("scorm12.zip"), &scorm::package(&for_lms)?)?;
    if alone.len() > ONE_FILE_MAX {
        return Err(format!("barrierscope.html has {} bytes; {ONE_FILE_MAX} is the limit", alone.len()));
    }
    Ok(())
}

/// The script of the element for whoever puts up the whole folder: the page that it frames is in `site/`.
fn embed_beside(site: &Path) -> Result<String, String> {
    const PAGE: &str = "const PAGE = \"index.html\"";
    let file = site.join("embed.js");
    let script = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    if !script.contains(PAGE) {
        return Err(format!("{}: it no longer says `{PAGE}` (xtask/pack/src/main.rs)", file.display()));
    }
    let name = site.file_name().unwrap_or_default().to_string_lossy();
    Ok(script.replace(PAGE, &format!("const PAGE = \"{name}/index.html\"")))
}

fn put(file: PathBuf, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(&file, bytes).map_err(|e| format!("{}: {e}", file.display()))
}
