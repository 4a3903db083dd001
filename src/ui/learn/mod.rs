//! Learn: the course, beside the stage. All of it is in the second module, with its words and lessons.

mod analogy;
mod ask;
mod chapter;
mod guide;
mod list;
mod model;
mod run;

use leptos::prelude::*;

use super::course::{MODEL, NOWHERE, has_stage};
use super::desk::Desk;
use super::kept::Kept;
use super::language_choice::only_english;
use super::nowhere::nowhere;
use super::prose::unfold;
use super::study::Study;
use super::tabs::Tab;
use crate::learn::{LESSONS, Progress, heading};
use crate::text::learn::{ENGLISH, LearnWords};

/// The place of the analogy.
pub(super) const ANALOGY: &str = "analogy";
/// What stands in an address for the course.
const FRAGMENT: &str = "learn";

/// What was done.
type Notes = Kept<Progress>;

/// The place in the course that the fragment of an address asks for; none: it asks for something else.
pub fn place_in_course(fragment: &str) -> Option<Option<String>> {
    let rest = fragment.strip_prefix(FRAGMENT)?;
    let Some(name) = rest.strip_prefix('=') else { return rest.is_empty().then_some(None) };
    let mut known = LESSONS.iter().map(|lesson| lesson.name).chain([ANALOGY, MODEL]);
    let found = known.find(|known| {
        let short = short(known);
        // Whoever types a chapter's number leaves the naught out.
        [known, short, short.strip_prefix('0').unwrap_or(short)].contains(&name)
    });
    Some(Some(found.map_or_else(|| format!("{NOWHERE}{name}"), str::to_owned)))
}

/// The other way: a chapter goes by its number.
fn fragment_of(place: Option<&str>) -> String {
    match place {
        None => FRAGMENT.to_owned(),
        Some(place) => format!("{FRAGMENT}={}", place.strip_prefix(NOWHERE).unwrap_or_else(|| short(place))),
    }
}

/// The number of a chapter as its name begins with it.
fn short(place: &str) -> &str {
    place.split('-').next().unwrap_or_default()
}

/// A link to a place in the course.
pub(super) fn address(place: &str) -> String {
    format!("#{}", fragment_of(Some(place)))
}

/// The number of a chapter, from 1.
pub(super) fn number_of(chapter: &str) -> Option<usize> {
    LESSONS.iter().position(|lesson| lesson.name == chapter).map(|at| at + 1)
}

/// Its title.
pub(super) fn title_of(chapter: &str) -> String {
    heading((words().chapter)(chapter)).map_or_else(|_| String::new(), |heading| heading.title)
}

fn words() -> &'static LearnWords {
    &ENGLISH
}

/// The course.
#[component]
pub fn Learn() -> impl IntoView {
    let desk = Desk::get();
    let notes = Study::get().course;
    let place = desk.course.place;
    // Keyed by its place: of a page that is left nothing goes over into the next one.
    let open = move |place: Option<String>| {
        // What is opened changes much, and is made anew only with the place.
        untrack(|| match place.as_deref() {
            None => list::list(notes),
            Some(ANALOGY) => analogy::analogy(desk, notes),
            Some(MODEL) => model::model(),
            Some(name) => match name.strip_prefix(NOWHERE) {
                Some(said) => nowhere(desk, Tab::Learn, said),
                None => chapter::chapter(desk, notes, name),
            },
        })
    };
    let class = move || if place.with(|place| has_stage(place.as_deref())) { "learn beside" } else { "learn" };
    view! {
        <main class=class lang="en" hidden=move || !desk.is_learning_now() on:click=|event| unfold(&event)>
            <div class="learn-inside">{only_english(desk)}<For each=move || [place.get()] key=Clone::clone children=open/></div>
        </main>
    }
}
