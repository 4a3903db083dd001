//! The whole page in one file, which asks for nothing, not even for a file beside it: it opens from a stick, too.
//!
//! The style and the scripts stand in the page as they are, the two modules as one packed text. The two module scripts of
//! the site become one: a page without an origin cannot import from itself.

use crate::base64::base64;
use crate::policy::policy;
use crate::site::Site;
use crate::squeeze::Squeezed;

/// Unpacks the program, and gives it to `boot.js` in the place of what fetches it.
const UNPACK: &str = include_str!("unpack.js");

/// The page. `address`: of a site for links, or nothing; `first`: a script that runs before everything else.
pub fn page(site: &Site, squeezed: &Squeezed, address: &str, first: Option<&str>) -> Result<String, String> {
    let script = script(site)?;
    for (what, text, end) in [
        ("a script", &*script, "</script"),
        ("a script", first.unwrap_or_default(), "</script"),
        ("the style", &*site.style, "</style"),
    ] {
        if text.contains(end) {
            return Err(format!("{what} says `{end}`, which would end it"));
        }
    }
    if site.style.contains("url(") || site.style.contains("@import") {
        return Err("the style asks for another file".to_owned());
    }
    let scripts: Vec<&str> = first.into_iter().chain([script.as_str()]).collect();
    let mut page = site.page.clone();
    // The only script of the site, and so the only end of one.
    replace_tag(&mut page, "<script type=\"module\" src=\"./boot.js\"", |_| String::new())?;
    replace(&mut page, "</script>", "")?;
    // The picture that waits needs the style, and nothing else; the rest stands behind it.
    replace_tag(&mut page, "<meta http-equiv=\"Content-Security-Policy\"", |_| {
        let first = first.map_or_else(String::new, |first| format!("\n    <script>{first}</script>"));
        format!(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n    \
             <meta name=\"barrierscope-site\" content=\"{}\">{first}",
            policy(&scripts, &site.style),
            address.replace('&', "&amp;").replace('"', "&quot;")
        )
    })?;
    replace_tag(&mut page, "<link rel=\"icon\"", |_| {
        format!("<link rel=\"icon\" href=\"data:image/svg+xml;base64,{}\">", base64(site.icon.as_bytes()))
    })?;
    replace_tag(&mut page, "<link rel=\"stylesheet\"", |_| format!("<style>{}</style>", site.style))?;
    for link in ["<link rel=\"modulepreload\"", "<link rel=\"modulepreload\""] {
        replace_tag(&mut page, link, |_| String::new())?;
    }
    let ends: Vec<String> = squeezed.ends.iter().map(usize::to_string).collect();
    let rest = format!(
        "<script type=\"text/plain\" id=\"packed\" data-ends=\"{}\">{}</script>\n    <script type=\"module\">{script}</script>\n  </body>",
        ends.join(" "),
        base64(&squeezed.bytes)
    );
    replace(&mut page, "</body>", &rest)?;
    match ["src=\"./", "href=\"./"].iter().find(|outside| page.contains(**outside)) {
        Some(outside) => Err(format!("the page still asks for another file: {outside}")),
        None => Ok(page),
    }
}

/// All scripts as one module: what unpacks, the program's two, and the one that starts it.
fn script(site: &Site) -> Result<String, String> {
    let program = without_lines(&site.script, &["import * as import1 from", "export {"])?;
    let mut link = without_lines(&site.link, &["import { initSync } from"])?;
    replace(&mut link, &format!("fetch(new URL(\"./{}\", import.meta.url))", site.later_name), "packed.later()")?;
    for (name, text) in [("the program", &program), ("its link", &link)] {
        if let Some(line) = text.lines().find(|line| line.starts_with("import ") || line.starts_with("export ")) {
            return Err(format!("the script of {name} has `{line}`, of which pack knows nothing"));
        }
    }
    let (before, rest) = site.boot.split_once("// <program>\n").ok_or("boot.js has no `// <program>`")?;
    let (_, after) = rest.split_once("// </program>\n").ok_or("boot.js has no `// </program>`")?;
    Ok(format!(
        "{UNPACK}\n{program}\nconst import1 = (() => {{\n{link}\nreturn {{ __wasm_split_load_workbench }};\n}})();\n{{\n{before}\
         const run = () => packed.start((share) => (waiting.querySelector(\"progress\").value = share)).then(\
         (bytes) => __wbg_init({{ module_or_path: bytes }}));\n{after}}}\n"
    ))
}

/// A script without the lines that begin so, each of which must be there once; and what others give away, it keeps.
fn without_lines(text: &str, begins: &[&str]) -> Result<String, String> {
    for begin in begins {
        if text.lines().filter(|line| line.starts_with(begin)).count() != 1 {
            return Err(format!("a script of the site does not have one line `{begin}…`"));
        }
    }
    let kept = text.lines().filter(|line| !begins.iter().any(|begin| line.starts_with(begin)));
    let own = kept.map(|line| match line.strip_prefix("export ") {
        Some(own) if ["class ", "function ", "const "].iter().any(|what| own.starts_with(what)) => own,
        _ => line,
    });
    Ok(own.fold(String::new(), |all, line| all + line + "\n"))
}

/// Puts something in the place of the first tag that begins so.
fn replace_tag(page: &mut String, begin: &str, with: impl FnOnce(&str) -> String) -> Result<(), String> {
    let from = page.find(begin).ok_or_else(|| format!("the page has no `{begin}`"))?;
    let to = from + page[from..].find('>').ok_or_else(|| format!("the page's `{begin}` does not end"))? + 1;
    let put = with(&page[from..to]);
    page.replace_range(from..to, &put);
    Ok(())
}

fn replace(text: &mut String, from: &str, to: &str) -> Result<(), String> {
    let at = text.find(from).ok_or_else(|| format!("`{from}` is not there"))?;
    text.replace_range(at..at + from.len(), to);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::squeeze::squeeze;

    fn site() -> Site {
        Site {
            page: "<head>\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'self'\">\n\
                   <link rel=\"icon\" href=\"./icon-1.svg\">\n<link rel=\"stylesheet\" href=\"./style-1.css\">\n\
                   <script type=\"module\" src=\"./boot.js\" data-js=\"./a.js\"></script>\n\
                   <link rel=\"modulepreload\" href=\"./a.js\">\
                   <link rel=\"modulepreload\" href=\"./s.js\"></head><body><main></main></body>"
                .into(),
            style: "p { color: red }".into(),
            icon: "<svg/>".into(),
            boot: "const a = 1;\n// <program>\nfetch();\n// </program>\nawait run();\n".into(),
            script:
                "import * as import1 from \"./s.js\"\nexport class A {}\nexport { initSync, __wbg_init as default };\n"
                    .into(),
            link: "import { initSync } from \"./a.js\";\nexport const __wasm_split_load_workbench = \
                   fetch(new URL(\"./workbench-1.wasm\", import.meta.url));\n"
                .into(),
            later_name: "workbench-1.wasm".into(),
            start: vec![1; 100],
            later: vec![2; 50],
        }
    }

    #[test]
    fn everything_is_in_the_page_and_nothing_is_asked_for() {
        let site = site();
        let squeezed = squeeze(&[&site.start, &site.later]).expect("a stream");
        assert_eq!(squeezed.ends, [100, 150]);
        let page = page(&site, &squeezed, "https://example.org/?a&b", Some("first()")).expect("a page");
        for part in [
            "<style>p { color: red }</style>",
            "data-ends=\"100 150\"",
            "<script>first()</script>",
            "\nclass A {}",
            "packed.later()",
            "content=\"https://example.org/?a&amp;b\"",
            "await run();",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        for part in ["\"./", "import *", "export ", "fetch(", "'self'"] {
            assert!(!page.contains(part), "{part} in {page}");
        }
        // The script that comes first stands behind the policy that allows it.
        assert!(page.find("script-src") < page.find("first()"));
    }

    #[test]
    fn what_pack_does_not_know_is_an_error() {
        let squeezed = squeeze(&[b"a", b"b"]).expect("a stream");
        let with = |change: fn(&mut Site)| {
            let mut site = site();
            change(&mut site);
            page(&site, &squeezed, "", None)
        };
        assert!(with(|_| {}).is_ok());
        assert!(with(|site| site.style = "a { background: url(x.png) }".into()).is_err());
        assert!(with(|site| site.style.push_str("</style>")).is_err());
        assert!(with(|site| site.script.push_str("import x from \"./y.js\";\n")).is_err());
        assert!(with(|site| site.boot = "await run();".into()).is_err());
        assert!(with(|site| site.page.push_str("<img src=\"./x.png\">")).is_err());
    }
}
