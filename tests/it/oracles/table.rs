//! The table of rules in the documentation and the tests of this repository belong together.

use std::collections::BTreeSet;
use std::path::Path;

const TABLE: &str = include_str!("../../../docs/model-and-rules.md");

/// Names of all test functions in a folder.
fn tests(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            tests(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).expect("it can be read");
            for after in text.split("#[test]\n").skip(1) {
                let name = after.split_once("fn ").and_then(|(_, rest)| rest.split_once('('));
                found.extend(name.map(|(name, _)| name.to_owned()));
            }
        }
    }
}

/// The lines of the table: rule, how it is treated, and the rest.
fn rows() -> Vec<(&'static str, &'static str, &'static str)> {
    let cells = |line: &'static str| {
        let mut cells = line.trim_matches('|').splitn(3, '|').map(str::trim);
        Some((cells.next()?, cells.next()?, cells.next()?))
    };
    let is_rule = |rule: &str| rule.split_once('-').is_some_and(|(s, n)| s.len() == 2 && n.parse::<u32>().is_ok());
    TABLE.lines().filter(|l| l.starts_with("| ")).filter_map(cells).filter(|(rule, ..)| is_rule(rule)).collect()
}

#[test]
fn every_rule_is_in_the_table_once() {
    let listed: Vec<&str> = rows().iter().map(|(rule, ..)| *rule).collect();
    let sections = [
        ("TH", 9),
        ("CC", 26),
        ("BH", 24),
        ("FC", 7),
        ("SR", 9),
        ("SK", 14),
        ("KT", 6),
        ("TT", 16),
        ("SB", 10),
        ("RS", 7),
        ("KS", 14),
        ("IN", 6),
    ];
    let all = sections.iter().flat_map(|(section, last)| (1..=*last).map(move |n| format!("{section}-{n}")));
    for rule in all {
        assert_eq!(listed.iter().filter(|l| **l == rule).count(), 1, "{rule}");
    }
    assert_eq!(listed.len(), 148);
}

#[test]
fn every_test_that_the_table_names_is_there() {
    let mut found = BTreeSet::new();
    tests(Path::new("src"), &mut found);
    tests(Path::new("tests"), &mut found);
    // Fields of the format stand in the same kind of type, and are shorter.
    let is_test = |name: &str| name.matches('_').count() > 2;
    for (rule, how, rest) in rows() {
        assert!(["modelled", "simplified", "left out"].contains(&how), "{rule}: {how}");
        let named: Vec<&str> = rest.split('`').skip(1).step_by(2).filter(|name| is_test(name)).collect();
        assert!(how != "modelled" || !named.is_empty(), "{rule} is modelled by no test");
        for name in named {
            assert!(found.contains(name), "{rule}: there is no test {name}");
        }
    }
}
