//! The list of chapters, with what was done of each. Nothing runs for it.

use leptos::html;
use leptos::prelude::*;

use super::notes::Notes;
use super::{ANALOGY, MODEL, address, words};
use crate::learn::{LESSONS, analogy_title, heading as heading_of, model_title, section_count};
use crate::ui::desk::Desk;
use crate::ui::prose::heading;

/// The title of a chapter.
pub(super) fn title_of(name: &str) -> String {
    heading_of((words().chapter)(name)).map_or_else(|_| String::new(), |heading| heading.title)
}

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
            notes.progress.with(|progress| {
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
        {progress(notes)}
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

/// How it is kept, and how to be rid of it.
fn progress(notes: Notes) -> AnyView {
    let words = words().page.progress;
    let asks = RwSignal::new(false);
    let said = RwSignal::new("");
    let first = NodeRef::<html::Button>::new();
    let close = move |note: &'static str| {
        asks.set(false);
        said.set(note);
        // The button that asked is there again with the next frame.
        request_animation_frame(move || {
            if let Some(button) = first.try_get_untracked().flatten() {
                let _ = button.focus();
            }
        });
    };
    let buttons = move || {
        if asks.get() {
            // A reference hears of one element only.
            let keep = NodeRef::<html::Button>::new();
            keep.on_load(|keep| _ = keep.focus());
            let erase = move |_| {
                notes.erase();
                close(words.erased);
            };
            view! {
                <span>{words.sure}</span>
                <button class="button" type="button" node_ref=keep on:click=move |_| close("")>{words.no}</button>
                <button class="button danger" type="button" on:click=erase>{words.yes}</button>
            }
            .into_any()
        } else {
            let ask = move |_| asks.set(true);
            view! { <button class="button" type="button" node_ref=first on:click=ask>{words.erase}</button> }.into_any()
        }
    };
    view! {
        <div class="progress">
            <p class="hint">{move || if notes.kept.get() { words.kept } else { words.not_kept }}</p>
            <div class="actions">{buttons}<span role="status">{move || said.get()}</span></div>
        </div>
    }
    .into_any()
}
