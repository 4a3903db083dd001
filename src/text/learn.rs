//! The words of the lessons, a file for each chapter and language; numbers come from the engine.

use crate::learn::cards::ImportError;
use crate::learn::{Note, Tongue, Treated, Unit};

/// The words of the lessons.
///
/// Not a field of [`Text`](super::Text): they are long, and a page that shows no lesson does not carry them.
#[derive(Clone, Copy)]
pub struct LearnWords {
    /// The words of a chapter, by its name; empty: there is none.
    pub chapter: fn(&str) -> &'static str,
    /// The words of the analogy.
    pub analogy: &'static str,
    /// The words of the rules.
    pub rules: &'static str,
    /// The words of the quiz.
    pub quiz: &'static str,
    /// The words of the cards.
    pub cards: &'static str,
    /// What is wrong with a file of progress that somebody wants to bring in.
    pub import_error: fn(&ImportError) -> String,
    /// How numbers are written, and what terms mean.
    pub tongue: Tongue,
    /// The words around them.
    pub page: PageWords,
}

/// The words of the page that shows the lessons.
#[derive(Clone, Copy)]
pub struct PageWords {
    /// What the course is.
    pub intro: &'static str,
    /// The heading of the list.
    pub chapters: &'static str,
    /// The number of a chapter.
    pub number: fn(usize) -> String,
    /// How far one is in a chapter: sections read, of how many; predictions answered and right at first; guided.
    pub state: fn(read: usize, of: usize, answered: usize, right: usize, guided: bool) -> String,
    /// What stands behind the link to the analogy.
    pub analogy_about: &'static str,
    /// Back to the list.
    pub list: &'static str,
    /// To the next chapter.
    pub next: fn(&str) -> String,
    /// Head of the hook.
    pub hook: &'static str,
    /// Head of the example.
    pub example: &'static str,
    /// Plays a section on the stage; and its whole name.
    pub watch: &'static str,
    /// The same, for a screen reader: of which section.
    pub watch_what: fn(&str) -> String,
    /// The run beside is played.
    pub watch_beside: fn(&str) -> String,
    /// Back from the stage to the text, where there is room for one of them.
    pub to_text: &'static str,
    /// The run of the lesson goes to Play.
    pub to_play: &'static str,
    /// Head of a run row by row.
    pub rows: &'static str,
    /// What the dashboard says at the end of a section.
    pub dashboard: &'static str,
    /// Head of a question.
    pub predict: &'static str,
    /// The field for a number.
    pub answer: &'static str,
    /// A unit behind that field.
    pub unit: fn(Unit) -> &'static str,
    /// Holds an answer against the engine's.
    pub check: &'static str,
    /// What was typed is no number.
    pub no_number: &'static str,
    /// Before the reply to a right answer, and to a wrong one.
    pub verdict: [&'static str; 2],
    /// Shows it on the stage.
    pub see: &'static str,
    /// Lets one answer by pointing.
    pub point: &'static str,
    /// What to do then.
    pub pointing: &'static str,
    /// Says how a chapter without an answer is read further.
    pub held: &'static str,
    /// Opens the text without an answer.
    pub skip: &'static str,
    /// A part of the stage, as the lessons name it.
    pub part: fn(&str) -> String,
    /// A mark behind a statement.
    pub note: fn(Note) -> &'static str,
    /// What that mark means.
    pub note_means: fn(Note) -> &'static str,
    /// A source behind a rule, for a screen reader.
    pub source: fn(rule: &str, title: &str) -> String,
    /// Head of the list of sources.
    pub sources: &'static str,
    /// The chapter cannot be shown, and why.
    pub broken: fn(&str) -> String,
    /// Guide me.
    pub guide: GuideWords,
    /// The analogy.
    pub analogy: AnalogyWords,
    /// Model and sources.
    pub model: ModelWords,
    /// What was done in the course, the quiz and the cards, and how it is kept.
    pub progress: KeptWords,
}

/// The words around Guide me.
#[derive(Clone, Copy)]
pub struct GuideWords {
    /// The button, and the heading.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Back to the chapter.
    pub leave: &'static str,
    /// Which question, of how many.
    pub place: fn(usize, usize) -> String,
    /// One is aside, for a smaller question or to look at something.
    pub aside: &'static str,
    /// The answer of one who does not know.
    pub unsure: &'static str,
    /// On, where nothing is asked.
    pub on: &'static str,
    /// The path so far.
    pub path: &'static str,
    /// In the path: something was looked at or read.
    pub seen: &'static str,
    /// In the path: an answer, and whether it was right.
    pub said: fn(answer: &str, right: bool) -> String,
    /// The summary: questions, and how often one went aside.
    pub summary: fn(questions: usize, asides: usize) -> String,
    /// From the first question again.
    pub again: &'static str,
}

/// The words around the analogy.
#[derive(Clone, Copy)]
pub struct AnalogyWords {
    /// The heads of the table: on the stage, in the analogy, how.
    pub heads: [&'static str; 3],
    /// The table.
    pub table: &'static str,
    /// A thing of the stage.
    pub thing: fn(&str) -> &'static str,
    /// Head of the picture.
    pub picture: &'static str,
    /// Head of where it stops holding.
    pub limits: &'static str,
    /// Head of its question.
    pub question: &'static str,
    /// Shows the stage so, and shows it as ever again.
    pub see: [&'static str; 2],
    /// What one sees then.
    pub seen: &'static str,
    /// What is not said in its words.
    pub field: &'static str,
    /// To the page of the analogy.
    pub more: &'static str,
}

/// The words around the rules.
#[derive(Clone, Copy)]
pub struct ModelWords {
    /// What stands behind the link to them.
    pub about: &'static str,
    /// Head of what the model simplifies.
    pub simpler: &'static str,
    /// Head of what was read.
    pub versions: &'static str,
    /// Head of the rules.
    pub rules: &'static str,
    /// Opens all parts, and closes them.
    pub all: [&'static str; 2],
    /// What the engine makes of a rule.
    pub treated: fn(Treated) -> &'static str,
    /// So many rules of a part are treated so; empty if none is.
    pub count: fn(usize, Treated) -> String,
    /// Before what the engine makes of a rule.
    pub here: &'static str,
    /// Before where it can be read.
    pub read: &'static str,
    /// It can be read nowhere.
    pub inferred: &'static str,
    /// Before the tests that show it.
    pub tests: &'static str,
}

/// The words around what is kept in the browser.
#[derive(Clone, Copy)]
pub struct KeptWords {
    /// What stands here.
    pub name: &'static str,
    /// It is kept in this browser.
    pub kept: &'static str,
    /// It is kept by the learning management system that the page is in.
    pub kept_by_lms: &'static str,
    /// It cannot be kept.
    pub not_kept: &'static str,
    /// Erases it.
    pub erase: &'static str,
    /// It is erased.
    pub erased: &'static str,
    /// Brings it back.
    pub undo: &'static str,
}

pub use super::en::learn::ENGLISH;
