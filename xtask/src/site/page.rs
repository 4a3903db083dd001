//! The site that ships, as files: `index.html` with what its `data-trunk` links name, and the parts of the program.

use std::fs;
use std::path::Path;

use super::split::{Parts, hash};
use crate::project::{Project, read};

/// Writes the site into a folder, which is emptied first.
pub fn write(project: &Project, parts: &Parts, to: &Path) -> Result<(), String> {
    if to.exists() {
        fs::remove_dir_all(to).map_err(|e| format!("{}: {e}", to.display()))?;
    }
    fs::create_dir_all(to).map_err(|e| format!("{}: {e}", to.display()))?;
    let put = |name: &str, bytes: &[u8]| {
        let file = to.join(name);
        fs::write(&file, bytes).map_err(|e| format!("{}: {e}", file.display()))
    };
    let [script, link, start, later] = parts.names();
    put(&script, parts.script.as_bytes())?;
    put(&link, parts.link.as_bytes())?;
    put(&start, &parts.start)?;
    put(&later, &parts.later)?;
    let source = read(&project.root.join("index.html"))?;
    let page = page(&source, [&script, &link, &start], parts.start.len(), |kind, path| {
        let file = project.root.join(path);
        let bytes = fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
        let name = match (kind, name.rsplit_once('.')) {
            // Asked for by its own name.
            (Kind::Copied, _) | (_, None) => name.to_owned(),
            (_, Some((stem, extension))) => format!("{stem}-{}.{extension}", hash(&[&bytes])),
        };
        put(&name, &bytes)?;
        Ok(name)
    })?;
    put("index.html", page.as_bytes())
}

/// The page's policy stands behind it: what comes before counts for nothing.
const CHARSET: &str = "<meta charset=\"utf-8\">";
/// Scripts, styles and everything else from beside the page alone; pictures that it makes itself, too.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; object-src 'none'; \
    base-uri 'none'; form-action 'none'";

/// What a `data-trunk` link brings into the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Icon,
    Style,
    Copied,
}

/// The page of the site: each `data-trunk` link in its source becomes what it stands for. `bring` puts a file into the
/// site and gives its name there.
fn page(
    source: &str,
    [script, link, start]: [&str; 3],
    size: usize,
    bring: impl Fn(Kind, &str) -> Result<String, String>,
) -> Result<String, String> {
    let mut page = String::new();
    let mut rest = source;
    while let Some((before, tag)) = rest.split_once("<link data-trunk ") {
        let (tag, after) = tag.split_once('>').ok_or("index.html: a link without an end")?;
        page.push_str(before);
        let (rel, href) = (attribute(tag, "rel"), attribute(tag, "href"));
        match (rel, href) {
            (Some("icon"), Some(path)) => {
                page.push_str(&format!("<link rel=\"icon\" href=\"./{}\">", bring(Kind::Icon, path)?));
            }
            (Some("css"), Some(path)) => {
                page.push_str(&format!("<link rel=\"stylesheet\" href=\"./{}\">", bring(Kind::Style, path)?));
            }
            (Some("copy-file"), Some(path)) => drop(bring(Kind::Copied, path)?),
            // As Trunk.toml has it. The scripts are small and fetched at once; the module is not: it would take the line from what
            // is seen first, and boot.js asks for it as soon as that is there.
            (Some("rust"), None) => page.push_str(&format!(
                "<script type=\"module\" src=\"./boot.js\" data-js=\"./{script}\" data-wasm=\"./{start}\" data-size=\"{size}\"></script>\n    \
                 <link rel=\"modulepreload\" crossorigin href=\"./{script}\">\n    \
                 <link rel=\"modulepreload\" crossorigin href=\"./{link}\">"
            )),
            _ => return Err(format!("index.html: xtask does not know `<link data-trunk {tag}>` (xtask/src/site/page.rs)")),
        }
        rest = after;
    }
    page.push_str(rest);
    // Trunk's server, for working on the page, needs scripts of its own; what ships allows no other than these.
    if !page.contains(CHARSET) {
        return Err(format!("index.html has no `{CHARSET}` (xtask/src/site/page.rs)"));
    }
    Ok(page.replacen(
        CHARSET,
        &format!("{CHARSET}\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">"),
        1,
    ))
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.split_once(&format!("{name}=\""))?.1.split_once('"').map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_links_become_what_they_stand_for() {
        let project = Project::find().expect("a repository");
        let source = read(&project.root.join("index.html")).expect("a page");
        let made =
            page(&source, ["a.js", "b.js", "c.wasm"], 1_000, |kind, path| Ok(format!("{kind:?}-{}", path.len())));
        let made = made.expect("a page");
        assert!(!made.contains("data-trunk"), "{made}");
        for part in [
            "href=\"./Style-",
            "href=\"./Icon-",
            "data-js=\"./a.js\"",
            "data-wasm=\"./c.wasm\" data-size=\"1000\"",
            "href=\"./b.js\"",
        ] {
            assert!(made.contains(part), "{part} in {made}");
        }
        assert!(
            made.contains(
                "Content-Security-Policy\" content=\"default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
            )
        );
        // Relative addresses only.
        assert!(!made.contains("href=\"/") && !made.contains("src=\"/"), "{made}");
    }

    #[test]
    fn an_unknown_link_is_an_error() {
        assert!(page("<link data-trunk rel=\"sass\" href=\"x\">", ["", "", ""], 0, |_, _| Ok(String::new())).is_err());
    }
}
