//! The words of the page that holds the quiz. Not a field of [`Text`](super::Text): they come with the second module.

/// The words around a quiz.
#[derive(Clone, Copy)]
pub struct QuizWords {
    /// What it is.
    pub intro: &'static str,
    /// A quiz by its seed.
    pub number: fn(u64) -> String,
    /// The list of its questions, as steps.
    pub steps: &'static str,
    /// A step for a screen reader: the number of the question, and whether it was answered right.
    pub step: fn(usize, Option<bool>) -> String,
    /// The head of a question: which, of how many, and its level from 1.
    pub place: fn(at: usize, of: usize, level: u8) -> String,
    /// The answers of a question.
    pub options: &'static str,
    /// Behind the options: how to answer with keys, of so many.
    pub keys: fn(usize) -> String,
    /// Before the reply to a right answer, and to a wrong one.
    pub verdict: [&'static str; 2],
    /// What the right answer says.
    pub right_is: fn(&str) -> String,
    /// On an option: it is right; it was chosen and is wrong.
    pub marks: [&'static str; 2],
    /// To the next question.
    pub next: &'static str,
    /// To the result.
    pub finish: &'static str,
    /// Opens the run on Play.
    pub watch: &'static str,
    /// The same, for a screen reader: of which question.
    pub watch_what: fn(&str) -> String,
    /// The score: right answers, of how many.
    pub score: fn(usize, usize) -> String,
    /// Under the score.
    pub after: fn(usize, usize) -> &'static str,
    /// Head of what was wrong.
    pub misses: &'static str,
    /// Head of a question there: its number and title.
    pub miss: fn(usize, &str) -> String,
    /// What was said.
    pub said: &'static str,
    /// What is right.
    pub right: &'static str,
    /// A link to the chapter that teaches it: its number and title.
    pub read: fn(usize, &str) -> String,
    /// Another quiz.
    pub another: &'static str,
    /// The same quiz from its first question.
    pub again: &'static str,
    /// Copies the link.
    pub copy: &'static str,
    /// It is copied.
    pub copied: &'static str,
    /// It could not be.
    pub not_copied: &'static str,
    /// What the link is for.
    pub copy_hint: &'static str,
    /// Results so far: quizzes, and the best of them.
    pub so_far: fn(quizzes: usize, right: usize, of: usize) -> String,
    /// A quiz cannot be made, and why.
    pub broken: fn(&str) -> String,
    /// On Play, over a run that was opened from the quiz or from the cards: its title.
    pub from: fn(&str) -> String,
    /// Back to the quiz, and to the cards.
    pub back: [&'static str; 2],
}

pub use super::en::quiz_page::ENGLISH;
