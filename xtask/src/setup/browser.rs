//! A Chromium or Chrome, and its driver.

use std::path::PathBuf;

use crate::process::on_path;

pub const BY_HAND: &str = "install Chromium or Chrome and the chromedriver of the same version \
    (Debian: `apt-get install chromium chromium-driver`); if they are not on PATH, set CHROME and CHROMEDRIVER";

const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const ELSEWHERE: &[&str] = &[
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// Both programs, and whether the browser was named by `CHROME`; then the driver must be told which one to start.
#[derive(Clone, Debug)]
pub struct Browser {
    pub program: PathBuf,
    pub driver: PathBuf,
    pub named: bool,
}

pub fn find() -> Option<Browser> {
    let (program, driver) = (program()?, driver()?);
    let both_there = program.is_file() && driver.is_file();
    both_there.then(|| Browser { named: from_env("CHROME").is_some(), program, driver })
}

/// Debian's packages for what is missing.
pub fn missing_packages() -> Vec<&'static str> {
    let mut packages = Vec::new();
    if program().is_none() {
        packages.push("chromium");
    }
    if driver().is_none() {
        packages.push("chromium-driver");
    }
    packages
}

fn program() -> Option<PathBuf> {
    from_env("CHROME")
        .or_else(|| BROWSERS.iter().find_map(|name| on_path(name)))
        .or_else(|| ELSEWHERE.iter().map(PathBuf::from).find(|path| path.is_file()))
}

fn driver() -> Option<PathBuf> {
    from_env("CHROMEDRIVER").or_else(|| on_path("chromedriver"))
}

/// What the environment names is taken at its word: another browser in its place would hide the mistake.
fn from_env(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from)
}
