//! What a learner has done, as a value to keep.

use serde_json::{Map, Value};

/// What was done of one chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Sections that were read, by id.
    pub sections: Vec<String>,
    /// Predictions, by id, and whether the first answer was right.
    pub predictions: Vec<(String, bool)>,
    /// Guide me was walked to its end.
    pub guided: bool,
}

/// What was done, by chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress(Vec<(String, Done)>);

impl Progress {
    /// What was done of a chapter.
    pub fn of(&self, chapter: &str) -> Option<&Done> {
        self.0.iter().find(|(name, _)| name == chapter).map(|(_, done)| done)
    }

    fn of_mut(&mut self, chapter: &str) -> &mut Done {
        let at = self.0.iter().position(|(name, _)| name == chapter).unwrap_or_else(|| {
            self.0.push((chapter.to_owned(), Done::default()));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }

    /// A section was read.
    pub fn read(&mut self, chapter: &str, section: &str) {
        let done = self.of_mut(chapter);
        if !done.sections.iter().any(|s| s == section) {
            done.sections.push(section.to_owned());
        }
    }

    /// A prediction was answered; only the first answer counts.
    pub fn answered(&mut self, chapter: &str, prediction: &str, right: bool) {
        let done = self.of_mut(chapter);
        if !done.predictions.iter().any(|(p, _)| p == prediction) {
            done.predictions.push((prediction.to_owned(), right));
        }
    }

    /// Guide me came to its end.
    pub fn guided(&mut self, chapter: &str) {
        self.of_mut(chapter).guided = true;
    }

    /// As JSON.
    pub fn to_json(&self) -> String {
        let of = |done: &Done| {
            let sections = done.sections.iter().map(|s| Value::from(s.as_str())).collect::<Vec<_>>();
            let predictions: Map<String, Value> =
                done.predictions.iter().map(|(p, right)| (p.clone(), Value::from(*right))).collect();
            let mut map = Map::new();
            map.insert("sections".into(), sections.into());
            map.insert("predictions".into(), predictions.into());
            map.insert("guided".into(), done.guided.into());
            Value::from(map)
        };
        let all: Map<String, Value> = self.0.iter().map(|(name, done)| (name.clone(), of(done))).collect();
        Value::from(all).to_string()
    }

    /// From JSON; what cannot be made out is left out, since it is worth less than what can.
    pub fn from_json(json: &str) -> Progress {
        let mut progress = Progress::default();
        let Ok(Value::Object(all)) = serde_json::from_str::<Value>(json) else { return progress };
        for (chapter, done) in &all {
            for section in super::value::list(done, "sections").iter().filter_map(Value::as_str) {
                progress.read(chapter, section);
            }
            for (id, right) in done.get("predictions").and_then(Value::as_object).into_iter().flatten() {
                if let Some(right) = right.as_bool() {
                    progress.answered(chapter, id, right);
                }
            }
            if done.get("guided").and_then(Value::as_bool) == Some(true) {
                progress.guided(chapter);
            }
        }
        progress
    }
}
