//! The built site, as far as one file needs it.

use std::fs;
use std::path::Path;

/// The files of the site.
pub struct Site {
    /// `index.html`.
    pub page: String,
    /// The style sheet.
    pub style: String,
    /// The icon, an SVG.
    pub icon: String,
    /// `boot.js`.
    pub boot: String,
    /// The script of the program.
    pub script: String,
    /// The script that brings the second module, and that module's name in it.
    pub link: String,
    pub later_name: String,
    /// The two modules.
    pub start: Vec<u8>,
    pub later: Vec<u8>,
}

/// Reads the site out of its folder.
pub fn read(folder: &Path) -> Result<Site, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut names: Vec<String> = entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let one = |begins: &str, ends: &str| {
        let mut found = names.iter().filter(|name| name.starts_with(begins) && name.ends_with(ends));
        match (found.next(), found.next()) {
            (Some(name), None) => Ok(name.clone()),
            _ => Err(format!("{}: there is not exactly one {begins}*{ends}", folder.display())),
        }
    };
    let bytes = |name: &str| fs::read(folder.join(name)).map_err(|e| format!("{name}: {e}"));
    let text = |name: &str| String::from_utf8(bytes(name)?).map_err(|e| format!("{name}: {e}"));
    let later_name = one("workbench-", ".wasm")?;
    Ok(Site {
        page: text("index.html")?,
        style: text(&one("style-", ".css")?)?,
        icon: text(&one("icon-", ".svg")?)?,
        boot: text("boot.js")?,
        script: text(&one("barrierscope-app-", ".js")?)?,
        link: text(&one("split-", ".js")?)?,
        start: bytes(&one("barrierscope-app-", ".wasm")?)?,
        later: bytes(&later_name)?,
        later_name,
    })
}
