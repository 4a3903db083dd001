//! Texts with their numbers filled in and their terms explained.
//!
//! In the words, `{claim}` is a number, `[CC-22]` the rule that a statement about real engines rests on, `[model]` marks
//! what this model has on purpose in its own way, `[open]` what is not settled, `[unsimulated]` what the engine does not
//! have yet. Terms need no mark: the first time that one of the glossary comes up, its explanation goes with it.

use super::Tongue;
use super::claims::Claims;
use super::fault::Fault;

/// What stands behind a statement that no rule stands behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// Ours on purpose: real engines differ.
    OurModel,
    /// People or engines disagree.
    NotSettled,
    /// The engine does not have it yet.
    NotSimulated,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Words.
    Text(String),
    /// A number, as it is shown, and the claim that it is.
    Number(String, String),
    /// A term at its first use, and what it means.
    Term(String, String),
    /// The rule that the statement rests on; [`rule_sources`](super::rule_sources) knows where it can be read.
    Rule(String),
    /// The same, where there is no rule.
    Note(Note),
}

/// A text: its paragraphs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prose(pub Vec<Vec<Span>>);

impl Prose {
    /// The words alone, without explanations and marks; a paragraph a line.
    pub fn plain(&self) -> String {
        let mut out = String::new();
        for (i, paragraph) in self.0.iter().enumerate() {
            if i > 0 {
                out.push('\n');
            }
            for span in paragraph {
                match span {
                    Span::Text(text) | Span::Number(text, _) | Span::Term(text, _) => out.push_str(text),
                    Span::Rule(_) | Span::Note(_) => {}
                }
            }
        }
        out
    }

    /// Every span.
    pub fn spans(&self) -> impl Iterator<Item = &Span> {
        self.0.iter().flatten()
    }
}

/// A term of the glossary: its forms, and what it means.
struct Entry {
    forms: Vec<&'static str>,
    means: &'static str,
}

/// Fills texts in, in the order in which they are read.
#[derive(Clone)]
pub(super) struct Writer<'a> {
    claims: Option<&'a Claims>,
    tongue: &'a Tongue,
    glossary: std::rc::Rc<Vec<Entry>>,
    /// By term: it has been explained.
    known: Vec<bool>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(claims: Option<&'a Claims>, tongue: &'a Tongue) -> Writer<'a> {
        let lines = tongue.glossary.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let glossary: Vec<Entry> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(forms, means)| Entry { forms: forms.split(", ").collect(), means })
            .collect();
        Writer { claims, tongue, known: vec![false; glossary.len()], glossary: std::rc::Rc::new(glossary) }
    }

    /// A heading, a label: numbers, and no explanations.
    pub(super) fn label(&self, paragraphs: &[String], place: &str) -> Result<Prose, Fault> {
        let mut apart = self.clone();
        apart.known.fill(true);
        apart.text(paragraphs, place)
    }

    /// A text that is read after those before it.
    pub(super) fn text(&mut self, paragraphs: &[String], place: &str) -> Result<Prose, Fault> {
        let mut prose = Prose::default();
        for paragraph in paragraphs {
            let mut spans = Vec::new();
            let mut rest = paragraph.as_str();
            while let Some(at) = rest.find(['{', '[']) {
                let close = if rest[at..].starts_with('{') { '}' } else { ']' };
                let (before, mark) = (&rest[..at], &rest[at + 1..]);
                let end = mark.find(close).ok_or_else(|| Fault::new(place, format!("`{mark}` is not closed")))?;
                if close == '}' {
                    self.words(before, &mut spans);
                    spans.push(self.number(&mark[..end], place)?);
                } else {
                    // A mark stands behind its statement, and the space before it belongs to neither.
                    self.words(before.trim_end(), &mut spans);
                    spans.push(mark_of(&mark[..end]));
                }
                rest = &mark[end + 1..];
            }
            self.words(rest, &mut spans);
            prose.0.push(spans);
        }
        Ok(prose)
    }

    fn number(&self, name: &str, place: &str) -> Result<Span, Fault> {
        let claim = self.claims.and_then(|claims| claims.get(name));
        let claim = claim.ok_or_else(|| Fault::new(place, format!("no claim `{name}`")))?;
        let shown = self.tongue.shown(claim.value, claim.unit);
        Ok(Span::Number(shown, name.to_owned()))
    }

    /// Words, with the terms that come up in them for the first time.
    fn words(&mut self, text: &str, spans: &mut Vec<Span>) {
        let mut rest = text;
        while let Some((at, form, term)) = self.first_term(rest) {
            self.known[term] = true;
            if at > 0 {
                spans.push(Span::Text(rest[..at].to_owned()));
            }
            spans.push(Span::Term(rest[at..at + form].to_owned(), self.glossary[term].means.to_owned()));
            rest = &rest[at + form..];
        }
        if !rest.is_empty() {
            spans.push(Span::Text(rest.to_owned()));
        }
    }

    /// The first term of a text that has not been explained; of several forms there the longest: its place, its length
    /// in bytes, which it is.
    fn first_term(&self, text: &str) -> Option<(usize, usize, usize)> {
        let lower = text.to_ascii_lowercase();
        let mut best: Option<(usize, usize, usize)> = None;
        for (term, entry) in self.glossary.iter().enumerate() {
            for form in &entry.forms {
                let Some(at) = find_word(&lower, &form.to_ascii_lowercase()) else { continue };
                if best.is_none_or(|(b, length, _)| at < b || at == b && form.len() > length) {
                    best = Some((at, form.len(), term));
                }
            }
        }
        // A known term is passed over, but the longer one hides the shorter one in it.
        match best {
            Some((at, length, term)) if self.known[term] => {
                let (a, l, t) = self.first_term(&text[at + length..])?;
                Some((at + length + a, l, t))
            }
            found => found,
        }
    }
}

/// Where a word stands by itself.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let inside = |c: char| c.is_alphanumeric() || c == '-';
    let mut from = 0;
    while let Some(at) = text[from..].find(word).map(|at| at + from) {
        let end = at + word.len();
        let starts = !text[..at].chars().next_back().is_some_and(inside);
        if starts && !text[end..].chars().next().is_some_and(inside) {
            return Some(at);
        }
        from = end;
    }
    None
}

fn mark_of(mark: &str) -> Span {
    match mark {
        "model" => Span::Note(Note::OurModel),
        "open" => Span::Note(Note::NotSettled),
        "unsimulated" => Span::Note(Note::NotSimulated),
        rule => Span::Rule(rule.to_owned()),
    }
}
