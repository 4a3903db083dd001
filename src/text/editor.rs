//! The words of the editor.

use serde_json::Value;

use crate::view::editor::{About, Card, Group, Refusal, Unit};

/// Words of the editor.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "each field without a line of its own is the word that it is named after")]
pub struct EditorWords {
    pub form: &'static str,
    pub json: &'static str,
    /// Name of the two above together.
    pub views: &'static str,
    pub undo: &'static str,
    pub redo: &'static str,
    /// The button for a scenario with nothing in it.
    pub from_nothing: &'static str,
    /// The draft is what runs.
    pub runs: &'static str,
    /// The same, and something was done by hand, which the draft does not say.
    pub runs_by_hand: &'static str,
    /// A draft with errors made way for the scenario on the stage.
    pub aside: &'static str,
    /// What an edit did, in a few words.
    pub edited: fn(&About) -> String,
    /// The draft has errors; so many.
    pub waits: fn(usize) -> String,
    /// Head of the list of errors.
    pub errors: &'static str,
    /// The text is not JSON, so there is no form.
    pub no_form: &'static str,
    /// Name of the text.
    pub text: &'static str,
    /// An error of the text as a whole.
    pub whole: &'static str,
    /// A line of the text, and what is wrong there.
    pub line: fn(usize) -> String,
    pub reset: fn(&str) -> String,
    /// What a field is when it is not said.
    pub default: fn(&str, &Value, Unit) -> String,
    /// It has to be said.
    pub required: &'static str,
    pub unit: fn(Unit) -> &'static str,
    pub remove: fn(&str) -> String,
    pub earlier: &'static str,
    pub later: &'static str,
    /// The button that adds one more, by the list's key.
    pub add: fn(&str) -> &'static str,
    /// How a group is headed: its name, and what else there is to say of it.
    pub head: fn(&Group) -> (String, String),
    /// One of several things, by its list's key.
    pub card: fn(&str, &Card) -> String,
    /// A choice, by the key of its field and its word.
    pub word: fn(&str, &str) -> String,
    /// No name is chosen.
    pub choose: &'static str,
    /// Nobody can be read.
    pub no_upstream: &'static str,
    /// The name of a field of one line of a table.
    pub cell: fn(&str, usize) -> String,
    /// A line of a table.
    pub item: fn(usize) -> String,
    /// Which lines of a table are shown.
    pub shown: fn(first: usize, last: usize, of: usize) -> String,
    pub earlier_lines: &'static str,
    pub later_lines: &'static str,
    /// How many errors are in what is folded.
    pub wrong: fn(usize) -> String,
    /// Why an edit was not carried out.
    pub refusal: fn(&Refusal) -> String,
    /// A field's name, a sentence about it, and where that is from; by its key.
    pub field: fn(&str) -> FieldWords,
    /// Where a sentence is from.
    pub source: fn(&str) -> String,
}

/// What there is to say of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldWords {
    /// Its name.
    pub label: &'static str,
    /// What it does, in a sentence; empty: its name says it.
    pub help: &'static str,
    /// Where that is from.
    pub source: &'static str,
}
