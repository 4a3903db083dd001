//! A chapter: a lesson and its words, worked out.

use serde_json::Value;

use super::Tongue;
use super::claims::Claims;
use super::fault::Fault;
use super::guide::GuidePlan;
use super::options::{Play, play};
use super::predict::Prediction;
use super::prose::{Prose, Span, Writer};
use super::runs::{Run, Runs};
use super::value::{list, parse, text};
use super::words::Words;

/// What a list of chapters shows; nothing runs for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The title.
    pub title: String,
    /// The chapter in a sentence.
    pub intuition: String,
}

/// The heading of a chapter, from its words alone.
///
/// # Errors
/// The words lack it.
pub fn heading(words: &str) -> Result<Heading, Fault> {
    let mut words = Words::read(words)?;
    let mut line = |key| Ok(words.take(key)?.join(" "));
    Ok(Heading { title: line("title")?, intuition: line("intuition")? })
}

/// How many sections a lesson has; nothing runs for it.
pub fn section_count(lesson: &str) -> usize {
    parse(lesson).map_or(0, |lesson| list(&lesson, "sections").len())
}

/// A section: a few sentences, and what the stage shows with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its name in the chapter.
    pub id: String,
    /// Its title.
    pub title: Prose,
    /// What it says before anything is asked; empty where nothing is.
    pub lead: Prose,
    /// What it says when the predictions are answered and the run has shown them.
    pub text: Prose,
    /// Numbers side by side: rows with a paragraph a cell, the first one the head. Empty where there are none.
    pub table: Vec<Prose>,
    /// The run row by row, where that helps: a line each.
    pub rows: Prose,
    /// What to play.
    pub play: Play,
    /// What an operator's dashboard says stands beside it: nothing is wrong, it says.
    pub dashboard: bool,
}

/// A chapter, worked out.
pub struct Chapter {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The chapter in a sentence.
    pub intuition: Prose,
    /// What to remember it by.
    pub hook: Prose,
    /// A tiny example, with the engine's numbers: it is read last, since it answers what the predictions ask.
    pub example: Prose,
    /// In order.
    pub sections: Vec<Section>,
    /// In the order of the sections.
    pub predictions: Vec<Prediction>,
    /// Guide me.
    pub guide: GuidePlan,
    /// The numbers that the texts stand on.
    pub claims: Claims,
    runs: Runs,
}

impl Chapter {
    /// Works a chapter out. Its runs run now.
    ///
    /// # Errors
    /// The lesson or its words have a mistake: the first one.
    pub fn open(lesson: &str, words: &str, tongue: &Tongue) -> Result<Chapter, Fault> {
        let lesson = parse(lesson)?;
        let mut words = Words::read(words)?;
        let runs = Runs::of(&lesson)?;
        let claims = Claims::of(&lesson, &runs)?;
        let mut writer = Writer::new(Some(&claims), tongue);
        let title = words.take("title")?.join(" ");
        let mut line = |key: &str, writer: &mut Writer<'_>| writer.text(&words.take(key)?, key);
        let intuition = line("intuition", &mut writer)?;
        let hook = line("hook", &mut writer)?;
        // The predictions are read between a section's lead and its text, and terms are explained in this order.
        let (mut sections, mut predictions) = (Vec::new(), Vec::new());
        for spec in list(&lesson, "sections") {
            let id = text(spec, "id", "sections")?;
            let lead = match words.take_if(&format!("s.{id}.lead")) {
                Some(lead) => writer.text(&lead, id)?,
                None => Prose::default(),
            };
            for asked in list(&lesson, "predictions") {
                if asked.get("section").and_then(Value::as_str) == Some(id) {
                    predictions.push(Prediction::of(asked, &runs, &claims, &mut words, &mut writer)?);
                }
            }
            sections.push(section(spec, lead, &runs, &mut words, &mut writer)?);
        }
        let example = writer.text(&words.take("example")?, "example")?;
        if predictions.len() != list(&lesson, "predictions").len() {
            return Err(Fault::new("predictions", "one belongs to no section"));
        }
        // Guide me is read by itself: it explains every term anew.
        let guide = GuidePlan::of(&lesson, &runs, &claims, &mut words, Writer::new(Some(&claims), tongue))?;
        words.all_taken()?;
        let name = text(&lesson, "name", "lesson")?.to_owned();
        Ok(Chapter { name, title, intuition, hook, example, sections, predictions, guide, claims, runs })
    }

    /// The run of this name.
    pub fn run(&self, name: &str) -> Option<&Run> {
        self.runs.get(name, "").ok()
    }

    /// All its runs.
    pub fn runs(&self) -> &[Run] {
        self.runs.all()
    }

    /// Its texts without Guide me, in the order of reading.
    pub fn texts(&self) -> Vec<&Prose> {
        let mut all = vec![&self.intuition, &self.hook];
        for section in &self.sections {
            all.push(&section.lead);
            all.extend(self.predictions.iter().filter(|p| p.section == section.id).flat_map(Prediction::texts));
            all.push(&section.text);
            all.extend(&section.table);
            all.push(&section.rows);
        }
        all.push(&self.example);
        all
    }

    /// The rules that its statements rest on, in the order of their first mention.
    pub fn rules(&self) -> Vec<&str> {
        let mut rules = Vec::new();
        let texts = self.texts().into_iter().chain(self.guide.texts());
        for span in texts.flat_map(Prose::spans) {
            if let Span::Rule(rule) = span
                && !rules.contains(&rule.as_str())
            {
                rules.push(rule.as_str());
            }
        }
        rules
    }
}

fn section(
    spec: &Value,
    lead: Prose,
    runs: &Runs,
    words: &mut Words,
    writer: &mut Writer<'_>,
) -> Result<Section, Fault> {
    let id = text(spec, "id", "sections")?.to_owned();
    let key = format!("s.{id}");
    let title = writer.label(&words.take(&format!("{key}.title"))?, &key)?;
    let said = writer.text(&words.take(&format!("{key}.text"))?, &key)?;
    let mut table = Vec::new();
    for row in words.take_if(&format!("{key}.table")).unwrap_or_default() {
        let cells: Vec<String> = row.split('|').map(|cell| cell.trim().to_owned()).collect();
        table.push(writer.text(&cells, &key)?);
    }
    if let Some(row) = table.iter().find(|row| row.0.len() != table[0].0.len()) {
        return Err(Fault::new(&format!("{key}.table"), format!("`{}` has another number of cells", row.plain())));
    }
    let rows = match words.take_if(&format!("{key}.row")) {
        Some(rows) => writer.text(&rows, &key)?,
        None => Prose::default(),
    };
    let dashboard = spec.get("dashboard").and_then(Value::as_bool) == Some(true);
    Ok(Section { play: play(spec, runs, &key)?, id, title, lead, text: said, table, rows, dashboard })
}
