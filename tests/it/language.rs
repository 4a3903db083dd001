//! Languages: which one is chosen, and that the second one lacks nothing. Everything that the page says of every preset, all
//! over its run, is said in both languages, and held against each other.

mod said;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use barrierscope::scenario::{presets, read};
use barrierscope::text::language::{LANGUAGES, TAGS, chosen};
use barrierscope::text::{CHINESE, CHINESE_WORKBENCH, ENGLISH, ENGLISH_WORKBENCH};
use barrierscope::view::show::{Show, Start};

use said::{Said, of_itself, of_run};

#[test]
fn a_language_is_looked_for_as_it_stands_then_as_its_parents_then_english() {
    let tag = |wanted: &[&str]| TAGS[chosen(wanted.iter().copied())];
    for (wanted, found) in [
        (&["zh"][..], "zh"),
        (&["zh-CN"], "zh"),
        (&["zh-Hans-CN"], "zh"),
        (&["ZH_hans_CN"], "zh"),
        (&["en-GB"], "en"),
        (&["de-AT"], "en"),
        // The first one that there is, in the order in which they are wanted.
        (&["de-AT", "zh-SG", "en"], "zh"),
        (&["en-US", "zh"], "en"),
        // A tag that only begins like one that there is is another one.
        (&["zha"], "en"),
        (&["", "-", "x-zh", "*"], "en"),
        (&[], "en"),
    ] {
        assert_eq!(tag(wanted), found, "{wanted:?}");
    }
}

#[test]
fn every_language_stands_under_its_tag_and_says_which_it_is() {
    let tags: BTreeSet<&str> = LANGUAGES.iter().map(|l| l.tag).collect();
    assert_eq!(tags.len(), LANGUAGES.len());
    for (language, tag) in LANGUAGES.iter().zip(TAGS) {
        assert_eq!(language.tag, tag);
        assert_eq!(TAGS[chosen([language.text.lang])], tag, "its own tag leads to it");
        assert!(["ltr", "rtl"].contains(&language.dir) && !language.name.is_empty());
    }
}

/// What is said in Latin letters in Chinese, too: names of products, of keys of the keyboard, of parameters and words of the format
/// that one types; units.
const KEPT: [&str; 81] = [
    "SVG",
    "PNG",
    "Barrierscope",
    "Flink",
    "Kafka",
    "S",
    "scenario",
    "HDFS",
    "Sink",
    "TTL",
    "JSON",
    "CSV",
    "JS",
    "API",
    "URL",
    "broker",
    "upsert",
    "id",
    "ID",
    "X",
    "T",
    "s",
    "ms",
    "min",
    "h",
    "B",
    "KB",
    "MB",
    "FAILED",
    "RESTARTING",
    "FINISHED",
    "RUNNING",
    "Page",
    "Down",
    "Up",
    "Home",
    "End",
    "Ctrl",
    "Tab",
    "Enter",
    "I",
    "L",
    "Esc",
    "docs",
    "js",
    "api",
    "md",
    "embedding",
    "config",
    "yaml",
    "learn",
    "quiz",
    "cards",
    "preset",
    "run",
    "embed",
    "start",
    "end",
    "crash",
    "checkpoint",
    "none",
    "light",
    "dark",
    "auto",
    "en",
    "zh",
    "CN",
    "to",
    "from",
    "true",
    "false",
    "play",
    "pause",
    "seek",
    "load",
    "read_uncommitted",
    "KeyGroupRangeAssignment",
    "i",
    "p",
    "t",
    "mod",
];

/// What English has no other word for either: a text of these alone need have no Chinese in it.
const SIGNS: [&str; 3] = ["JSON", "Sink", "id"];

/// Words in Latin letters.
fn latin(text: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_ascii_alphabetic() || c == '_';
    // 10s and T1 are a number and a letter.
    text.split(|c: char| !is_part(c)).filter(|word| !word.is_empty()).collect()
}

fn has_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// Every number in a text, in order of size: a language may name them in another order, and leaves none out.
fn numbers(text: &str) -> Vec<String> {
    let plain: String = text.chars().filter(|c| *c != ',').collect();
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let found = plain.split(|c: char| !is_part(c)).map(|n| n.trim_matches('.').to_owned());
    let mut found: Vec<String> = found.filter(|n| !n.is_empty()).collect();
    found.sort();
    found
}

/// Punctuation of the other language, or a Chinese sign that touches a digit or a Latin letter.
fn ill_set(text: &str) -> bool {
    let is_chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let all: Vec<char> = text.chars().collect();
    all.windows(2).any(|pair| {
        let touches = |a: char, b: char| is_chinese(a) && b.is_ascii_alphanumeric();
        touches(pair[0], pair[1]) || touches(pair[1], pair[0]) || is_chinese(pair[0]) && ",.:;?!()".contains(pair[1])
    }) || text.contains("  ")
}

/// What is amiss with a Chinese text, beside the same in English.
fn amiss(english: &str, chinese: &str, names: &BTreeSet<String>) -> Option<String> {
    let foreign = |word: &&str| !KEPT.contains(word) && !names.contains(*word);
    if english.trim().is_empty() != chinese.trim().is_empty() {
        return Some("one of the two says nothing".into());
    }
    if let Some(word) = latin(chinese).iter().find(|word| foreign(word)) {
        return Some(format!("\"{word}\" is not translated"));
    }
    let says = latin(english).iter().any(|word| foreign(word) && word.len() > 1 && *word != "of");
    if says && !has_chinese(chinese) && !SIGNS.contains(&chinese) && latin(chinese).iter().all(|w| !KEPT.contains(w)) {
        return Some("there is no Chinese in it".into());
    }
    if ill_set(chinese) {
        return Some("its punctuation or its spaces are not those of the language".into());
    }
    None
}

/// Where Chinese has a number that English has in a word, or leaves to its grammar.
fn counts_otherwise(what: &str) -> bool {
    ["ended_well", "readings", "legend", "keys", "row_mark", "errors", "unaligned", "step words"].contains(&what)
}

fn compare(english: &Said, chinese: &Said, names: &BTreeSet<String>, faults: &mut BTreeSet<String>) {
    assert_eq!(english.0.len(), chinese.0.len());
    for ((what, en), (_, zh)) in english.0.iter().zip(&chinese.0) {
        if let Some(fault) = amiss(en, zh, names) {
            faults.insert(format!("{what}: {fault}: {zh:?} for {en:?}"));
        }
        if !counts_otherwise(what) && numbers(en) != numbers(zh) {
            faults.insert(format!("{what}: other numbers: {zh:?} for {en:?}"));
        }
    }
}

/// Words of a scenario that are its own: names, keys, ids.
fn names_of(show: &Show) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let scenario = show.scenario();
    let nodes = show.world().plan().nodes.iter().map(|n| n.name.clone());
    for text in nodes.chain([scenario.title.clone()]) {
        names.extend(latin(&text).into_iter().map(str::to_owned));
    }
    let keys = barrierscope::scenario::write_pretty(scenario);
    let quoted = keys.split('"').skip(1).step_by(2);
    // Ids and keys that are texts stand in quotes, and so does much else: only what has a digit, or is short.
    for text in quoted.filter(|t| t.len() <= 3 || t.chars().any(|c| c.is_ascii_digit())) {
        names.extend(latin(text).into_iter().map(str::to_owned));
    }
    // Keys by number are letters.
    names.insert("k".into());
    names
}

#[test]
fn all_that_is_said_of_every_preset_is_said_in_chinese_with_the_same_numbers() {
    let mut faults = BTreeSet::new();
    let mut said = 0;
    for preset in presets() {
        let mut show = Show::open(read(preset.json()).expect("a preset"), Start::Beginning);
        let names = names_of(&show);
        let english = of_run(&ENGLISH, &ENGLISH_WORKBENCH, &mut show);
        let chinese = of_run(&CHINESE, &CHINESE_WORKBENCH, &mut show);
        said += english.0.len();
        compare(&english, &chinese, &names, &mut faults);
    }
    assert!(said > 20_000, "{said} texts");
    let faults: Vec<String> = faults.into_iter().take(60).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn all_that_is_said_without_a_run_is_said_in_chinese() {
    let mut faults = BTreeSet::new();
    let names = BTreeSet::from(["orders", "k", "nope", "theme"].map(str::to_owned));
    let english = of_itself(&ENGLISH, &ENGLISH_WORKBENCH);
    compare(&english, &of_itself(&CHINESE, &CHINESE_WORKBENCH), &names, &mut faults);
    let faults: Vec<String> = faults.into_iter().collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Every text in quotes in the Chinese files that has Chinese in it: those are checked, too, that no run above came to.
#[test]
fn no_word_of_english_is_left_in_the_files_of_chinese() {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src/text/zh")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    let mut faults = Vec::new();
    let mut seen = 0;
    for file in files {
        let source = fs::read_to_string(&file).expect("a file");
        for (n, line) in source.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            let quoted = line.split('"').skip(1).step_by(2).filter(|text| has_chinese(text));
            for text in quoted {
                seen += 1;
                // A place for something else is a word like any other.
                let mut shown = String::new();
                for piece in text.split('{') {
                    let rest = piece.split_once('}').map_or(piece, |(_, rest)| rest);
                    shown += rest;
                }
                let left = latin(&shown).into_iter().find(|word| !KEPT.contains(word));
                if let Some(word) = left {
                    faults.push(format!("{}:{}: \"{word}\": {text}", file.display(), n + 1));
                }
            }
        }
    }
    assert!(seen > 800, "{seen} texts");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_wide_sign_takes_the_room_of_nearly_two_letters() {
    use barrierscope::view::measure::letters;
    assert_eq!(letters("saved 1"), 7.0);
    assert_eq!(letters("已保存 1"), 3.0 * 1.9 + 2.0);
    assert!(letters("，。：") > 5.0, "its punctuation, too");
}
