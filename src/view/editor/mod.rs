//! The editor: a draft of a scenario, what is wrong with it, and the way back through everything that was done to it.
//!
//! A draft is a text. While it is JSON the form shows it field by field and edits go through its tree; numbers stay
//! exact. Whether it is a scenario is for the reader to say, and only the reader.

mod about;
mod blank;
mod defaults;
mod edit;
mod fields;
mod form;
mod lines;
mod names;

use serde_json::Value;

pub use about::About;
pub use defaults::default_of;
pub use edit::{Edit, OFF, ON, Refusal};
pub use fields::{Field, Kind, ROOT, Unit, Way, Words, field_at};
pub use form::{Card, Control, Form, Group, Item, LINES_SHOWN_MAX, Line, Look, Pages, Row, Table, form, page_of};
pub use lines::{COLUMNS_MAX, Remark, pretty, remarks};

use crate::scenario::{self, ErrorCode, Scenario, ScenarioError};

/// Steps that can be taken back; then the oldest is forgotten.
pub const UNDO_STEPS_MAX: usize = 500;
/// Bytes of text that are kept for that; then, too.
pub const UNDO_BYTES_MAX: usize = 32 * 1024 * 1024;

/// A draft and its history.
#[derive(Clone, Debug, Default)]
pub struct Editor {
    text: String,
    /// None: the text is not JSON, or the form would lose something of it.
    tree: Option<Value>,
    errors: Vec<ScenarioError>,
    past: Vec<String>,
    future: Vec<String>,
    /// The text is being written: what follows belongs to the same step.
    writing: bool,
    refused: Option<(String, Refusal)>,
    /// A draft with errors made way for another scenario, and can be taken back.
    aside: bool,
}

impl Editor {
    /// An editor with this scenario.
    pub fn of(scenario: &Scenario) -> Editor {
        let mut editor = Editor::default();
        editor.set(text_of(scenario));
        editor
    }

    /// Another scenario takes the draft's place, as one more step.
    pub fn take(&mut self, scenario: &Scenario) {
        self.aside |= !self.errors.is_empty();
        self.step(text_of(scenario));
    }

    /// Carries an edit out. False: nothing has changed.
    pub fn edit(&mut self, edit: &Edit) -> bool {
        self.refused = None;
        self.aside = false;
        if let Edit::Text(text) = edit {
            if *text == self.text {
                return false;
            }
            if self.writing {
                self.future.clear();
                self.set(text.clone());
            } else {
                self.step(text.clone());
            }
            self.writing = true;
            return true;
        }
        let mut tree = match edit {
            Edit::Nothing => Some(Value::Null),
            _ => self.tree.clone(),
        };
        let Some(tree) = &mut tree else { return false };
        if let Err(refusal) = edit::apply(tree, edit) {
            if let Edit::Enter(path, _) = edit {
                self.refused = Some((path.clone(), refusal));
            }
            return false;
        }
        if self.tree.as_ref() == Some(tree) {
            return false;
        }
        self.step(pretty(tree));
        true
    }

    /// The text is no longer being written: the next change is a step of its own.
    pub fn settle(&mut self) {
        self.writing = false;
    }

    /// One step back. False: there is none.
    pub fn undo(&mut self) -> bool {
        let Some(text) = self.past.pop() else { return false };
        let now = std::mem::take(&mut self.text);
        self.future.push(now);
        self.set(text);
        self.aside &= self.errors.is_empty();
        true
    }

    /// One step on again. False: there is none.
    pub fn redo(&mut self) -> bool {
        let Some(text) = self.future.pop() else { return false };
        let now = std::mem::take(&mut self.text);
        self.past.push(now);
        self.set(text);
        true
    }

    /// Whether there is a step to take back.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is a step to take again.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// The draft as JSON.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The draft's tree; none while the form cannot show it.
    pub fn tree(&self) -> Option<&Value> {
        self.tree.as_ref()
    }

    /// What is wrong with it.
    pub fn errors(&self) -> &[ScenarioError] {
        &self.errors
    }

    /// Whether a draft with errors was put aside for another scenario: steps back lead to it.
    pub fn has_put_aside(&self) -> bool {
        self.aside
    }

    /// The edit that was not carried out last, and why.
    pub fn refused(&self) -> Option<&(String, Refusal)> {
        self.refused.as_ref()
    }

    /// The scenario that the draft is; none, with errors, if it is none.
    pub fn scenario(&mut self) -> Option<Scenario> {
        match scenario::read(&self.text) {
            Ok(scenario) => Some(scenario),
            Err(errors) => {
                self.refuse(errors);
                None
            }
        }
    }

    /// Something else is wrong with it.
    pub fn refuse(&mut self, errors: Vec<ScenarioError>) {
        // What stands twice in an object the tree has once: there the form would lose something.
        if errors.iter().any(|e| e.code == ErrorCode::DuplicateField) {
            self.tree = None;
        }
        self.errors = errors;
    }

    fn step(&mut self, text: String) {
        let before = std::mem::take(&mut self.text);
        self.past.push(before);
        self.future.clear();
        let mut bytes: usize = self.past.iter().map(String::len).sum();
        while self.past.len() > UNDO_STEPS_MAX || (bytes > UNDO_BYTES_MAX && self.past.len() > 1) {
            bytes -= self.past.remove(0).len();
        }
        self.set(text);
        self.writing = false;
    }

    fn set(&mut self, text: String) {
        self.tree = serde_json::from_str(&text).ok().filter(Value::is_object);
        self.text = text;
        self.errors = Vec::new();
        self.refused = None;
        self.scenario();
    }
}

/// A scenario as the editor writes it.
fn text_of(scenario: &Scenario) -> String {
    // invariant: what is written is JSON.
    serde_json::from_str(&scenario::write(scenario)).map_or_else(|_| scenario::write(scenario), |tree| pretty(&tree))
}
