//! The list of chapters, with what was done of each. Nothing runs for it.

use leptos::prelude::*;

use super::{ANALOGY, MODEL, Notes, address, words};
use crate::learn::{LESSONS, analogy_title, heading as heading_of, model_title, section_count};
use crate::ui::desk::Desk;
use crate::ui::prose::heading;
use crate::ui::study::Study;

/// What the page of the rules is called.
pub(super) fn model_name() -> String {
    model_title(words().rules).unwrap_or_default()
}

/// The list.
pub(super) fn list(notes: Notes) -> AnyView {
    let page = words().page;
    let cards = LESSONS.iter().enumerate().map(|(i, lesson)| {
        let heading = heading_of((words().chapter)(lesson.name)).ok();
        let (title, intuition) = heading.map_or_else(Default::default, |h| (h.title, h.intuition));
        let of = section_count(lesson.json);
        let state = move || {
            notes.value.with(|progress| {
                progress.of(lesson.name).map_or_else(String::new, |done| {
                    let right = done.predictions.iter().filter(|(_, right)| *right).count();
                    (page.state)(done.sections.len(), of, done.predictions.len(), right, done.guided)
                })
            })
        };
        card(address(lesson.name), (i + 1).to_string(), title, intuition, Some(state))
    });
    let cards: Vec<AnyView> = cards.collect();
    let analogy = analogy_title(words().analogy).unwrap_or_default();
    let analogy =
        card(address(ANALOGY), "≈".to_owned(), analogy, page.analogy_about.to_owned(), None::<fn() -> String>);
    let model = card(address(MODEL), "§".to_owned(), model_name(), page.model.about.to_owned(), None::<fn() -> String>);
    view! {
        {heading(Desk::get().text().tabs.names[1].to_owned())}
        <p class="intuition">{page.intro}</p>
        <ol class="chapters" aria-label=page.chapters>{cards}</ol>
        <ul class="chapters">{analogy}{model}</ul>
        {Study::get().foot()}
    }
    .into_any()
}

fn card(
    href: String,
    sign: String,
    title: String,
    about: String,
    state: Option<impl Fn() -> String + Send + 'static>,
) -> AnyView {
    let inside = view! {
        <a class="chapter" href=href>
            <span class="chapter-sign" aria-hidden="true">{sign}</span>
            <span class="chapter-text">
                <b>{title}</b>
                <span>{about}</span>
                {state.map(|state| view! { <em>{state}</em> })}
            </span>
        </a>
    };
    view! { <li>{inside}</li> }.into_any()
}
