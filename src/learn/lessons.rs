//! The lessons that come with the program.

/// A lesson: its name, and its JSON for [`Chapter::open`](super::Chapter::open).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The stable name, that of the file.
    pub name: &'static str,
    /// The data.
    pub json: &'static str,
}

macro_rules! lessons {
    ($($name:literal)+) => { &[$(Lesson { name: $name, json: include_str!(concat!("lessons/", $name, ".json")) }),+] };
}

/// The chapters, in order.
pub const LESSONS: &[Lesson] = lessons! {
    "01-state-dies"
    "02-saved-together"
    "03-barriers"
    "04-offset-alone"
    "05-not-exactly-once"
    "06-ttl"
    "07-judgement"
    "08-silent-failures"
    "09-engines"
};

/// The analogy, for [`Analogy::open`](super::Analogy::open).
pub const ANALOGY: &str = include_str!("lessons/analogy.json");

/// The lesson of this name.
pub fn lesson(name: &str) -> Option<&'static Lesson> {
    LESSONS.iter().find(|lesson| lesson.name == name)
}
