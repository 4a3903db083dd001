//! Cards: question and answer, each when it is due. All of it is in the second module.

mod deck;
mod files;
mod list;
mod review;

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::desk::Desk;
use super::prose::unfold;
use super::tabs::Tab;
use crate::text::cards::ENGLISH as WORDS;
use crate::text::learn::ENGLISH as COURSE;
use deck::{Deck, Place};

/// What is due is counted anew so often.
const COUNT_EVERY: Duration = Duration::from_secs(15);

/// The page of the cards.
#[component]
pub fn CardsPage() -> impl IntoView {
    let desk = Desk::get();
    let deck = Deck::open(desk);
    let show = move |place: Place| {
        untrack(|| match place {
            Place::List => list::list(deck),
            Place::Review(of) => review::review(deck, of),
        })
    };
    let keys = window_event_listener(ev::keydown, move |event| {
        if desk.tab.get_untracked() == Tab::Cards {
            press(deck, &event);
        }
    });
    let clock = set_interval_with_handle(
        move || {
            if desk.tab.get_untracked() == Tab::Cards {
                deck.look_at_clock();
            }
        },
        COUNT_EVERY,
    );
    on_cleanup(move || {
        keys.remove();
        if let Ok(clock) = clock {
            clock.clear();
        }
    });
    view! {
        <main class="learn drill" hidden=move || desk.tab.get() != Tab::Cards on:click=|event| unfold(&event)>
            <div class="learn-inside">
                // Keyed: nothing of the place before may stay.
                <For each=move || [deck.place.get()] key=|place| *place children=show/>
            </div>
        </main>
    }
}

/// Space and Enter turn a card, digits rate it.
fn press(deck: Deck, event: &KeyboardEvent) {
    let focus: Option<Element> = event.target().and_then(|t| t.dyn_into().ok());
    let on = |selector: &str| focus.as_ref().is_some_and(|e| e.closest(selector).ok().flatten().is_some());
    let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
    if modified || event.default_prevented() || event.repeat() || on("dialog, textarea, select, input") {
        return;
    }
    let done = match event.key().as_str() {
        digit @ ("1" | "2" | "3" | "4") => digit.parse().is_ok_and(|n: usize| deck.rate(n - 1)),
        // On a button they press it.
        " " | "Enter" if !on("button, a, summary") => deck.turn(),
        _ => return,
    };
    if done {
        event.prevent_default();
    }
}
