//! Lessons: what is taught with live runs, as data.
//!
//! A **lesson** (`lessons/*.json`) says which runs a chapter shows, which spans of steps, what it claims of them and what it
//! asks; it has no words. The **words** (`text/en/learn/*.txt`) say it in one language; they have no numbers. A number in
//! a text is a placeholder for a **claim**, and the engine works the claim out when the chapter is opened. Each claim also
//! says what it expects, and a test holds the two together, so that a lesson cannot go stale.
//!
//! [`Chapter::open`] makes one of both. Nothing is worked out before: opening a chapter runs its runs, a few
//! milliseconds each.

mod analogy;
pub mod cards;
mod chapter;
mod claims;
mod fault;
mod guide;
mod lessons;
mod measure;
mod moment;
mod options;
mod predict;
mod progress;
mod prose;
pub mod quiz;
mod rules;
mod runs;
mod sources;
mod value;
mod words;

pub use analogy::{Analogy, Likeness, THINGS, analogy_limits, analogy_title};
pub use chapter::{Chapter, Heading, Section, heading, section_count};
pub use claims::{Claim, Claims, Unit};
pub use fault::Fault;
pub use guide::{Detour, Guide, GuidePlan, Question, Smaller, Stop, StopKind, Trail, UNSURE};
pub use lessons::{ANALOGY, LESSONS, Lesson, lesson};
pub use options::{Choice, Play};
pub use predict::{Answer, Kind, Prediction, Verdict};
pub use progress::{Done, Progress};
pub use prose::{Note, Prose, Span};
pub use rules::{Model, Rule, RulePart, model_title};
pub use runs::{Run, Runs};
pub use sources::{Source, Treated, rule_sources};

/// What a chapter needs to know of a language besides its words.
#[derive(Clone, Copy)]
pub struct Tongue {
    /// A number.
    pub number: fn(i64) -> String,
    /// A moment or a length of virtual time, in milliseconds.
    pub time: fn(u64) -> String,
    /// A size.
    pub bytes: fn(u64) -> String,
    /// The glossary: a line each, `form, form: what it means`.
    pub glossary: &'static str,
}

impl Tongue {
    /// A number as it is written with its unit.
    pub fn shown(&self, value: i64, unit: Unit) -> String {
        let size = u64::try_from(value).unwrap_or(0);
        match unit {
            Unit::Plain => (self.number)(value),
            Unit::Milliseconds => (self.time)(size),
            Unit::Bytes => (self.bytes)(size),
        }
    }
}
