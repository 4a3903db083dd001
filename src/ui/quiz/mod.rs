//! Quiz: five questions from a seed, one at a time, and what was wrong at the end. All of it is in the second module.

mod question;
mod sitting;
mod summary;

use leptos::ev;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::desk::Desk;
use super::focus::{free_key, is_on};
use super::home::home;
use super::language_choice::only_english;
use super::nowhere::{nowhere, page};
use super::parts::quiz_fragment;
use super::prose::unfold;
use super::study::Study;
use super::tabs::Tab;
use crate::learn::quiz::{Quiz, seed_of};
use crate::text::learn::ENGLISH as COURSE;
use crate::text::quiz::ENGLISH as WORDS;
use sitting::{Sitting, sitting};

/// The page of the quiz.
#[component]
pub fn QuizPage() -> impl IntoView {
    let desk = Desk::get();
    let study = Study::get();
    // The quiz that is taken; none: there is none of this seed.
    let here = RwSignal::new(None::<Sitting>);
    // Counts up when the same quiz begins again.
    let round = RwSignal::new(0_u32);
    let begin = move |seed: Option<String>| {
        let quiz = seed.as_deref().and_then(seed_of).map(|seed| Quiz::of(seed, COURSE.quiz, &COURSE.tongue));
        here.set(None);
        match quiz {
            Some(Ok(quiz)) => {
                let of = Sitting::of(desk, study, quiz, round);
                here.set(Some(of));
                sitting(of)
            }
            Some(Err(fault)) => page(desk, Tab::Quiz, (WORDS.broken)(&fault.to_string())),
            None => nowhere(desk, Tab::Quiz, seed.as_deref().unwrap_or_default()),
        }
    };
    let keys = window_event_listener(ev::keydown, move |event| {
        if desk.tab.get_untracked() == Tab::Quiz
            && let Some(of) = here.get_untracked()
        {
            press(of, &event);
        }
    });
    on_cleanup(move || keys.remove());
    view! {
        <main class="learn drill" lang="en" hidden=move || desk.tab.get() != Tab::Quiz on:click=|event| unfold(&event)>
            <div class="learn-inside">
                {only_english(desk)}
                // Keyed: nothing of the quiz before may stay.
                <For
                    each=move || [(round.get(), desk.drill.seed.get())] key=|key| key.clone()
                    children=move |(_, seed)| untrack(|| begin(seed))
                />
            </div>
        </main>
    }
}

/// The link to a quiz.
fn link(seed: u64) -> String {
    format!("{}#{}", home(), quiz_fragment(&seed.to_string()))
}

/// Digits answer; Enter goes on wherever it means nothing else.
fn press(of: Sitting, event: &KeyboardEvent) {
    let Some(key) = free_key(event, "dialog, textarea, select, input").filter(|_| !event.repeat()) else { return };
    let done = match key.as_str() {
        digit @ ("1" | "2" | "3" | "4") => digit.parse().is_ok_and(|n: usize| of.answer(n - 1)),
        "Enter" if !is_on(event, "button, a, summary") => of.go_on(),
        _ => return,
    };
    if done {
        event.prevent_default();
    }
}
