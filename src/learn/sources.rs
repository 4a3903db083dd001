//! Where the rules can be read: the public documents that stand behind them.

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

/// `document NAME | TITLE | ADDRESS` and `rule RULE | NAME NAME`, a line each.
const LIST: &str = include_str!("sources.txt");

/// The documents behind a rule; none: the rule is not in the list.
pub fn rule_sources(rule: &str) -> Vec<Source> {
    let names = LIST.lines().find_map(|line| line.strip_prefix("rule ")?.strip_prefix(rule)?.strip_prefix(" | "));
    names.unwrap_or_default().split_whitespace().filter_map(document).collect()
}

fn document(name: &str) -> Option<Source> {
    LIST.lines().find_map(|line| {
        let mut parts = line.strip_prefix("document ")?.split(" | ");
        let (found, title, address) = (parts.next()?, parts.next()?, parts.next()?);
        (found == name).then_some(Source { name: found, title, address })
    })
}
