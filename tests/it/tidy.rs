//! Rules of the house that a compiler does not know: which layer may use which, and what the core must not touch.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The layers, lowest first. A module may use its own layer and those below.
const LAYERS: &[&[&str]] = &[
    &["ids", "time", "rng", "hash", "order", "stream", "event"],
    &["scenario"],
    &["graph", "channel", "state"],
    &["operator", "checkpoint", "source", "sink"],
    &["sim"],
    &["check", "explore"],
    &["labs"],
    &["learn"],
    &["view"],
    &["text"],
    &["js", "ui"],
];

/// What the core must not touch, and why.
const FORBIDDEN: &[(&str, &str)] = &[
    ("wasm_bindgen", "the core knows no browser"),
    ("web_sys", "the core knows no browser"),
    ("js_sys", "the core knows no browser"),
    ("leptos", "the core knows no browser"),
    ("std::time::", "the core has its own clock"),
    ("std::thread", "the core is single-threaded and deterministic"),
    ("HashMap", "random order; use Map or BTreeMap"),
    ("HashSet", "random order; use Map or BTreeSet"),
];

fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// Every source file: its module, its path, its text.
fn modules() -> Vec<(String, PathBuf, String)> {
    let mut files = Vec::new();
    sources(Path::new("src"), &mut files);
    let module = |p: &Path| {
        let first = p.components().nth(1).unwrap().as_os_str().to_string_lossy().into_owned();
        first.trim_end_matches(".rs").to_owned()
    };
    files.into_iter().map(|p| (module(&p), p.clone(), std::fs::read_to_string(&p).unwrap())).collect()
}

fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

#[test]
fn no_layer_uses_one_above_it() {
    let rank: BTreeMap<&str, usize> =
        LAYERS.iter().enumerate().flat_map(|(i, layer)| layer.iter().map(move |m| (*m, i))).collect();
    let mut faults = Vec::new();
    for (module, path, text) in modules() {
        if module == "lib" || module == "main" {
            continue;
        }
        let Some(own) = rank.get(module.as_str()) else {
            faults.push(format!("{}: {module} has no layer", path.display()));
            continue;
        };
        for (n, line) in text.lines().enumerate() {
            for used in code(line).split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                match rank.get(used.as_str()) {
                    Some(r) if *r > *own => faults.push(format!("{}:{}: {module} uses {used}", path.display(), n + 1)),
                    _ => {}
                }
            }
        }
        let other_out = match module.as_str() {
            "js" => "crate::ui",
            "ui" => "crate::js",
            _ => continue,
        };
        assert!(!text.contains(other_out), "{}: the two ways out do not know each other", path.display());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_core_touches_no_browser_clock_or_random_order() {
    let mut faults = Vec::new();
    for (module, path, text) in modules() {
        if matches!(module.as_str(), "js" | "ui" | "main") {
            continue;
        }
        for (n, line) in text.lines().enumerate() {
            for (word, why) in FORBIDDEN {
                if code(line).contains(word) {
                    faults.push(format!("{}:{}: {word}: {why}", path.display(), n + 1));
                }
            }
            // Reading JSON meets numbers of every kind; geometry, review intervals and words may use fractions.
            let may_float = matches!(module.as_str(), "scenario" | "view" | "learn" | "labs" | "text");
            if !may_float && (code(line).contains("f64") || code(line).contains("f32")) {
                faults.push(format!("{}:{}: no floats in simulated state", path.display(), n + 1));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What is on the first screen and nothing else. What these reach is fetched before the page can be used.
const FIRST_SCREEN: [&str; 18] = [
    "app",
    "course",
    "desk",
    "drill",
    "focus",
    "header",
    "icons",
    "intent",
    "language",
    "later",
    "looking",
    "raf",
    "room",
    "setup",
    "tabs",
    "theme",
    "timeline",
    "transport",
];
/// What would bring the second module into the first: its words, its table, and what reads or holds all the presets.
const OF_THE_SECOND: [&str; 8] = [
    ".words()",
    "ENGLISH_WORKBENCH",
    "CHINESE",
    "LANGUAGES",
    "::WORKBENCH",
    ".json()",
    "scenario::read",
    "scenario::write",
];

#[test]
fn the_first_screen_reaches_nothing_of_the_second_module() {
    let mut faults = Vec::new();
    for (module, path, text) in modules() {
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_first =
            FIRST_SCREEN.contains(&stem.as_str()) || path.components().any(|part| part.as_os_str() == "stage");
        if module != "ui" || !is_first {
            continue;
        }
        for (n, line) in text.lines().enumerate() {
            // The one way in.
            if stem == "later" && line.contains("super::workbench::WORKBENCH") {
                continue;
            }
            for word in OF_THE_SECOND {
                if code(line).contains(word) {
                    faults.push(format!("{}:{}: {word} comes with the second module", path.display(), n + 1));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn no_module_brings_its_own_copy_of_the_stable_sort() {
    let copies = [".sort(", ".sort_by(", ".sort_by_key(", ".sort_by_cached_key("];
    let mut faults = Vec::new();
    for (module, path, text) in modules().into_iter().filter(|(module, ..)| module != "order") {
        for (n, line) in text.lines().enumerate() {
            if copies.iter().any(|sort| code(line).contains(sort)) {
                faults.push(format!("{}:{}: {module}: `order` sorts in a tenth of the room", path.display(), n + 1));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A browser that has to look whether some neighbour is hidden goes through the whole page whenever anything is hidden or
/// shown: in a run that rushes by that took longer than all else in a frame.
#[test]
fn no_rule_of_the_style_sheet_depends_on_what_is_hidden_elsewhere() {
    let sheet = std::fs::read_to_string("www/style.css").unwrap();
    for (n, line) in sheet.lines().enumerate() {
        let rule = line.split('{').next().unwrap_or_default();
        let asks_within = rule.split(":has(").skip(1).any(|inside| inside.contains("[hidden"));
        let asks_beside =
            rule.split(" ~ ").collect::<Vec<_>>().iter().rev().skip(1).any(|before| before.contains("[hidden"));
        assert!(!asks_within && !asks_beside, "www/style.css:{}: {rule}", n + 1);
    }
}
