//! Model and sources: every rule of real engines, what this engine makes of it, where it can be read, which tests show it.
//!
//! The facts stand in `sources.txt`, the words with the language. `docs/model-and-rules.md` shows the same, and a test holds
//! it to them.

use super::Tongue;
use super::fault::Fault;
use super::prose::{Prose, Writer};
use super::sources::{Fact, Source, Treated, facts};
use super::words::Words;

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its number, such as `CC-10`.
    pub name: &'static str,
    /// What real engines do.
    pub says: Prose,
    /// What this engine makes of it, where there is more to say than that it does it.
    pub here: Option<Prose>,
    /// The same in one word.
    pub treated: Treated,
    /// Where it can be read; empty: it follows from others.
    pub sources: Vec<Source>,
    /// The tests that show it.
    pub tests: Vec<&'static str>,
}

/// The rules of one subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulePart {
    /// What their numbers begin with.
    pub name: &'static str,
    /// The subject.
    pub title: String,
    /// The rules, in order.
    pub rules: Vec<Rule>,
}

impl RulePart {
    /// So many of its rules are treated so.
    pub fn count(&self, treated: Treated) -> usize {
        self.rules.iter().filter(|rule| rule.treated == treated).count()
    }
}

/// The page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// Its title.
    pub title: String,
    /// What it is.
    pub intro: Prose,
    /// What the model simplifies, a paragraph each.
    pub simpler: Prose,
    /// What was read, in which version, a paragraph each.
    pub versions: Prose,
    /// The rules.
    pub parts: Vec<RulePart>,
}

/// The title of the page, from its words alone.
///
/// # Errors
/// The words lack it.
pub fn model_title(words: &str) -> Result<String, Fault> {
    Ok(Words::read(words)?.take("title")?.join(" "))
}

impl Model {
    /// Puts facts and words together.
    ///
    /// # Errors
    /// The words lack something, or have more than there is a place for.
    pub fn open(words: &str, tongue: &Tongue) -> Result<Model, Fault> {
        let mut words = Words::read(words)?;
        let mut writer = Writer::new(None, tongue);
        let title = words.take("title")?.join(" ");
        let mut texts = |key: &str| writer.text(&words.take(key)?, key);
        let (intro, simpler, versions) = (texts("intro")?, texts("simpler")?, texts("version")?);
        let mut parts: Vec<RulePart> = Vec::new();
        for Fact { name, sources, treated, tests } in facts() {
            let of = name.split('-').next().unwrap_or_default();
            if parts.last().is_none_or(|part| part.name != of) {
                parts.push(RulePart { name: of, title: words.take(of)?.join(" "), rules: Vec::new() });
            }
            let says = writer.text(&words.take(name)?, name)?;
            let key = format!("{name}.here");
            let here = words.take_if(&key).map(|text| writer.text(&text, &key)).transpose()?;
            if let Some(part) = parts.last_mut() {
                part.rules.push(Rule { name, says, here, treated, sources, tests });
            }
        }
        words.all_taken()?;
        Ok(Model { title, intro, simpler, versions, parts })
    }

    /// Its texts, in the order of reading.
    pub fn texts(&self) -> Vec<&Prose> {
        let mut all = vec![&self.intro, &self.simpler, &self.versions];
        for rule in self.parts.iter().flat_map(|part| &part.rules) {
            all.push(&rule.says);
            all.extend(&rule.here);
        }
        all
    }
}
