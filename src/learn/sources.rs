//! Where the rules can be read, and what the engine makes of them: the public documents, and the tests.

/// A document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its name in the list.
    pub name: &'static str,
    /// Its title, with who wrote it.
    pub title: &'static str,
    /// Its address.
    pub address: &'static str,
}

/// What the engine makes of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treated {
    /// It does it.
    Modelled,
    /// It does something plainer.
    Simplified,
    /// It does not have it.
    LeftOut,
}

/// `document NAME | TITLE | ADDRESS`, and `rule RULE | NAME NAME | TREATED | TEST TEST`, a line each. What is no rule of the
/// table has no more than its documents.
const LIST: &str = include_str!("sources.txt");

/// The documents behind a rule; none: the rule is not in the list, or follows from others.
pub fn rule_sources(rule: &str) -> Vec<Source> {
    let cells = LIST.lines().find_map(|line| line.strip_prefix("rule ")?.strip_prefix(rule)?.strip_prefix(" | "));
    documents(cells.unwrap_or_default().split('|').next().unwrap_or_default())
}

/// A rule of the table, without its words.
pub(super) struct Fact {
    /// Its number.
    pub(super) name: &'static str,
    /// Where it can be read.
    pub(super) sources: Vec<Source>,
    /// What the engine makes of it.
    pub(super) treated: Treated,
    /// The tests that show it.
    pub(super) tests: Vec<&'static str>,
}

/// The rules of the table, in order.
pub(super) fn facts() -> Vec<Fact> {
    let fact = |line: &'static str| {
        let mut cells = line.strip_prefix("rule ")?.split('|').map(str::trim);
        let (name, sources) = (cells.next()?, cells.next()?);
        let treated = match cells.next()? {
            "modelled" => Treated::Modelled,
            "simplified" => Treated::Simplified,
            _ => Treated::LeftOut,
        };
        let tests = cells.next().unwrap_or_default().split_whitespace().collect();
        Some(Fact { name, sources: documents(sources), treated, tests })
    };
    LIST.lines().filter_map(fact).collect()
}

fn documents(names: &str) -> Vec<Source> {
    names.split_whitespace().filter_map(document).collect()
}

fn document(name: &str) -> Option<Source> {
    LIST.lines().find_map(|line| {
        let mut parts = line.strip_prefix("document ")?.split(" | ");
        let (found, title, address) = (parts.next()?, parts.next()?, parts.next()?);
        (found == name).then_some(Source { name: found, title, address })
    })
}
