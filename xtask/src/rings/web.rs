//! Ring 2: tests/web, compiled to WebAssembly and run in a real browser.

use std::fs;
use std::path::{Path, PathBuf};

use super::Outcome;
use super::summary::Totals;
use crate::process::run_watched;
use crate::project::{Project, read};
use crate::setup::{Browser, Toolbox};

pub fn run(project: &Project, toolbox: &Toolbox, rest: &[String]) -> Result<Outcome, String> {
    let browser = toolbox.browser.as_ref().ok_or("no browser")?;
    let mut wasm_pack = toolbox.wasm_command("wasm-pack");
    wasm_pack
        .args(["test", "--headless", "--chrome", "--chromedriver"])
        .arg(&browser.driver)
        .args(["--mode", "no-install", "--", "--locked", "--features", "ui,js", "--test", "web"])
        .current_dir(&project.root)
        // All the tests together; without it they get 20 s.
        .env("WASM_BINDGEN_TEST_TIMEOUT", "300")
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", capabilities(project, browser)?);
    if !rest.is_empty() {
        wasm_pack.arg("--").args(rest);
    }
    let (ok, lines) = run_watched(&mut wasm_pack)?;
    Ok(Outcome { ok, totals: Totals::of(&lines) })
}

/// The browser's start options. The driver finds an installed browser by itself; one named by `CHROME` is written into a copy.
fn capabilities(project: &Project, browser: &Browser) -> Result<PathBuf, String> {
    let plain = project.root.join("webdriver.json");
    if !browser.named {
        return Ok(plain);
    }
    let copy = project.tools.join("webdriver.json");
    fs::write(&copy, with_binary(&read(&plain)?, &browser.program)?).map_err(|e| format!("{}: {e}", copy.display()))?;
    Ok(copy)
}

fn with_binary(capabilities: &str, program: &Path) -> Result<String, String> {
    let options = "\"goog:chromeOptions\": {";
    let (before, after) = capabilities.split_once(options).ok_or("webdriver.json has no goog:chromeOptions")?;
    let program = program.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
    Ok(format!("{before}{options}\n    \"binary\": \"{program}\",{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_browser_is_written_beside_its_options() {
        let project = Project::find().expect("a repository");
        let plain = read(&project.root.join("webdriver.json")).expect("options");
        let named = with_binary(&plain, Path::new("/opt/browser")).expect("options with a program");
        assert!(named.contains("\"goog:chromeOptions\": {\n    \"binary\": \"/opt/browser\","));
        assert!(named.contains("--no-sandbox"));
        assert!(with_binary("{}", Path::new("/opt/browser")).is_err());
    }
}
