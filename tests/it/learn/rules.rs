//! Model and sources: facts, words and the page in `docs/` are one.

use barrierscope::learn::{Model, Treated};
use barrierscope::text::learn::ENGLISH;

const PAGE: &str = include_str!("../../../docs/model-and-rules.md");

pub(super) fn model() -> Model {
    Model::open(ENGLISH.rules, &ENGLISH.tongue).unwrap_or_else(|fault| panic!("{fault}"))
}

fn treated(of: Treated) -> &'static str {
    match of {
        Treated::Modelled => "modelled",
        Treated::Simplified => "simplified",
        Treated::LeftOut => "left out",
    }
}

#[test]
fn the_page_in_the_documentation_says_what_the_playground_says() {
    let mut expected = Vec::new();
    for rule in model().parts.iter().flat_map(|part| &part.rules) {
        let tests: Vec<String> = rule.tests.iter().map(|test| format!("`{test}`")).collect();
        let cells = [rule.here.as_ref().map(|here| here.plain()).unwrap_or_default(), tests.join(", ")];
        let cells: Vec<&str> = cells.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
        let (says, cell) = (rule.says.plain(), cells.join(" "));
        expected.push(format!("| {} | {} | {says} | {cell} |", rule.name, treated(rule.treated)));
    }
    let faults: Vec<&String> = expected.iter().filter(|line| !PAGE.lines().any(|l| l == **line)).collect();
    assert!(faults.is_empty(), "docs/model-and-rules.md lacks:\n{faults:#?}");
    assert_eq!(expected.len(), 148);
}

#[test]
fn every_rule_has_a_document_or_follows_from_others() {
    let inferred: Vec<&str> = model()
        .parts
        .iter()
        .flat_map(|part| &part.rules)
        .filter(|rule| rule.sources.is_empty())
        .map(|r| r.name)
        .collect();
    assert_eq!(
        inferred,
        ["BH-24", "FC-4", "FC-6", "SK-9", "SK-14", "TT-10", "SB-6", "SB-7", "KS-14", "IN-5", "IN-6"],
        "a rule without a document says so on the page"
    );
    for rule in model().parts.iter().flat_map(|part| &part.rules) {
        assert!(rule.treated == Treated::Modelled || rule.here.is_some(), "{}: what is plainer, or why not", rule.name);
        assert!(rule.treated != Treated::Modelled || !rule.tests.is_empty(), "{}: modelled by no test", rule.name);
    }
}
