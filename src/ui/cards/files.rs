//! What goes out and comes in: what is known of the cards as JSON, and the deck for Anki.

use js_sys::Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{Event, File};

use super::deck::Deck;
use super::{COURSE, WORDS};
use crate::learn::cards::{CARDS, Cards, Reviews, anki};
use crate::ui::files;

/// A file of so many bytes holds more cards than are read.
const BYTES_MAX: u64 = 2_000_000;

/// The files.
pub(super) fn files(deck: Deck) -> AnyView {
    let export = move |_| {
        let json = deck.reviews.with_untracked(Reviews::to_json);
        files::save("barrierscope-cards.json", "application/json", &Array::of1(&json.into()));
    };
    let for_anki = move |_| match deck_for_anki() {
        Ok(text) => files::save("barrierscope-anki.txt", "text/plain;charset=utf-8", &Array::of1(&text.into())),
        Err(why) => deck.refuse((WORDS.broken)(&why)),
    };
    let chosen = move |event: Event| {
        if let Some(file) = files::chosen(&event) {
            spawn_local(take_over(deck, file));
        }
    };
    let wrong = move || {
        let wrong = deck.wrong.get();
        let mut lines = wrong.into_iter();
        lines.next().map(|first| {
            let rest = lines.map(|line| view! { <p>{line}</p> }).collect_view();
            view! { <div class="errors" role="alert"><p><strong>{first}</strong></p>{rest}</div> }.into_any()
        })
    };
    let undo = move || {
        (deck.before.with(Option::is_some) && !deck.study.is_erased()).then(|| {
            view! { <button class="button" type="button" on:click=move |_| deck.undo()>{WORDS.undo}</button> }
        })
    };
    view! {
        <section class="progress" aria-label=WORDS.files>
            <h3>{WORDS.files}</h3>
            <p class="hint">{WORDS.files_hint}</p>
            <div class="actions">
                <button class="button" type="button" on:click=export>{WORDS.export}</button>
                <label class="button file-button">
                    <span>{WORDS.import}</span>
                    <input class="visually-hidden" type="file" accept=".json,application/json" on:change=chosen/>
                </label>
                <button class="button" type="button" on:click=for_anki>{WORDS.anki}</button>
            </div>
            {wrong}
            <div class="actions"><span role="status">{move || deck.said.get()}</span>{undo}</div>
        </section>
    }
    .into_any()
}

fn deck_for_anki() -> Result<String, String> {
    let mut cards = Cards::new(COURSE.cards, &COURSE.tongue).map_err(|fault| fault.to_string())?;
    let name = cards.name().map_err(|fault| fault.to_string())?;
    let all = cards.open_all().map_err(|fault| fault.to_string())?;
    Ok(anki(&all, &name))
}

/// All of a file or nothing of it.
async fn take_over(deck: Deck, file: File) {
    let size = file.size() as u64;
    if size > BYTES_MAX {
        deck.refuse((WORDS.too_large)(size, BYTES_MAX));
        return;
    }
    let Some(text) = files::read(file).await else {
        deck.refuse(WORDS.unreadable.to_owned());
        return;
    };
    match Reviews::from_json(&text) {
        Ok(reviews) => {
            let known = CARDS.iter().filter(|card| reviews.of(card.id).is_some()).count();
            deck.put(reviews, (WORDS.imported)(known));
        }
        Err(error) => deck.refuse((WORDS.import_error)(&error)),
    }
}
