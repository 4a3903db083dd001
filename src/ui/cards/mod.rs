//! Cards: question and answer, each when it is due. All of it is in the second module.

mod deck;
mod files;
mod list;
mod review;

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::desk::Desk;
use super::focus::{free_key, is_on};
use super::language_choice::only_english;
use super::nowhere::nowhere;
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
    let show = move |(place, said): (Place, Option<String>)| {
        untrack(|| match (said, place) {
            (Some(said), _) => nowhere(desk, Tab::Cards, &said),
            (None, Place::List) => list::list(deck),
            (None, Place::Review(of)) => review::review(deck, of),
        })
    };
    let keys = window_event_listener(ev::keydown, move |event| {
        if desk.tab.get_untracked() == Tab::Cards && desk.drill.nowhere.with_untracked(Option::is_none) {
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
        <main class="learn drill" lang="en" hidden=move || desk.tab.get() != Tab::Cards on:click=|event| unfold(&event)>
            <div class="learn-inside">
                {only_english(desk)}
                // Keyed: nothing of the place before may stay.
                <For each=move || [(deck.place.get(), desk.drill.nowhere.get())] key=Clone::clone children=show/>
            </div>
        </main>
    }
}

/// Space and Enter turn a card, digits rate it.
fn press(deck: Deck, event: &KeyboardEvent) {
    let Some(key) = free_key(event, "dialog, textarea, select, input").filter(|_| !event.repeat()) else { return };
    let done = match key.as_str() {
        digit @ ("1" | "2" | "3" | "4") => digit.parse().is_ok_and(|n: usize| deck.rate(n - 1)),
        // On a button they press it.
        " " | "Enter" if !is_on(event, "button, a, summary") => deck.turn(),
        _ => return,
    };
    if done {
        event.prevent_default();
    }
}
