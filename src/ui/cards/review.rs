//! One card after the other: question, answer, and how well it was known.

use leptos::html;
use leptos::prelude::*;

use super::deck::Deck;
use super::list::wait;
use super::{COURSE, WORDS};
use crate::learn::cards::{CardPlay, CardSpec, Cards};
use crate::ui::learn::{number_of, title_of};
use crate::ui::prose::{place, prose};
use crate::ui::tabs::Tab;

/// The cards of a chapter, or all, until none is left for now.
pub(super) fn review(deck: Deck, of: Option<&'static str>) -> AnyView {
    let shown = move |_| {
        untrack(|| match deck.card.get_untracked() {
            Some(spec) => card(deck, spec),
            None => done(deck, of),
        })
    };
    view! {
        <h2 class="visually-hidden">{deck.desk.text().tabs.names[Tab::Cards as usize]}</h2>
        <p class="crumbs">
            <button class="link" type="button" on:click=move |_| deck.end()>{WORDS.list}</button>
            <span>{move || (WORDS.left)(deck.left(of))}</span>
        </p>
        // Keyed: nothing of the card before may stay.
        <For each=move || [deck.asked.get()] key=|asked| *asked children=shown/>
    }
    .into_any()
}

fn card(deck: Deck, spec: &'static CardSpec) -> AnyView {
    let name = (WORDS.place)(number_of(spec.chapter).unwrap_or_default(), &title_of(spec.chapter));
    let card = match Cards::new(COURSE.cards, &COURSE.tongue).and_then(|mut cards| cards.open(spec)) {
        Ok(card) => card,
        Err(fault) => {
            return view! { {place(name)}<p class="error">{(WORDS.broken)(&fault.to_string())}</p> }.into_any();
        }
    };
    let (question, back) = (prose(&card.question), StoredValue::new((card.answer, card.play)));
    let turned = move || deck.turned.get();
    let answer = move || {
        turned().then(|| {
            let text = NodeRef::<html::Div>::new();
            text.on_load(|text| _ = text.focus());
            let (prose, play) = back.with_value(|(answer, play)| (prose(answer), play.is_some()));
            let watch = play.then(|| watch(deck, back.with_value(|(_, play)| play.clone())));
            view! {
                <div class="flash-back" tabindex="-1" aria-label=WORDS.answer role="group" node_ref=text>{prose}</div>
                {watch}
                {ratings(deck, spec)}
            }
            .into_any()
        })
    };
    view! {
        <section class="ask flash" data-testid="card">
            {place(name)}
            <div class="asked">{question}</div>
            <div class="actions" hidden=turned>
                <button class="button main" type="button" on:click=move |_| _ = deck.turn()>{WORDS.show}</button>
                <span class="hint keys">{WORDS.show_keys}</span>
            </div>
            {answer}
        </section>
    }
    .into_any()
}

/// The button that plays the example on Play.
fn watch(deck: Deck, play: Option<CardPlay>) -> AnyView {
    let play = StoredValue::new(play);
    let press = move |_| {
        if let Some(play) = play.get_value() {
            deck.desk.watch_on_play(&play.scenario, play.preset, play.from, play.to);
        }
    };
    view! {
        <div class="actions">
            <button class="button watch" type="button" on:click=press>{WORDS.watch}</button>
        </div>
    }
    .into_any()
}

/// How well it was known; under each when the card comes again.
fn ratings(deck: Deck, spec: &'static CardSpec) -> AnyView {
    let now = deck.now.get_untracked();
    let intervals = deck.reviews.with_untracked(|reviews| reviews.intervals(spec.id, now));
    let mut buttons = Vec::new();
    for (i, (name, ms)) in WORDS.ratings.into_iter().zip(intervals).enumerate() {
        buttons.push(
            view! {
                <button
                    class="rating" type="button" aria-keyshortcuts=(i + 1).to_string() on:click=move |_| _ = deck.rate(i)
                >
                    <span><kbd aria-hidden="true">{i + 1}</kbd><b>{name}</b>" "</span>
                    <span class="hint">{(WORDS.interval)(ms)}</span>
                </button>
            }
            .into_any(),
        );
    }
    view! {
        <div class="rate">
            <h4 class="cap">{WORDS.rate}</h4>
            <div class="ratings" role="group" aria-label=WORDS.rate>{buttons}</div>
            <p class="hint keys">{WORDS.rate_keys}</p>
        </div>
    }
    .into_any()
}

/// None is left for now.
fn done(deck: Deck, of: Option<&'static str>) -> AnyView {
    // A card that was not known comes again within minutes.
    let more = move || {
        let left = deck.left(of);
        if left == 0 {
            return view! { <p>{(WORDS.rest)(wait(deck, of))}</p> }.into_any();
        }
        let name = (WORDS.begin)(left);
        view! { <button class="button main" type="button" on:click=move |_| deck.begin(of)>{name}</button> }.into_any()
    };
    view! {
        <section class="ask flash" data-testid="done">
            {place(WORDS.done.to_owned())}
            {more}
            <div class="actions">
                <button class="button" type="button" on:click=move |_| deck.end()>{WORDS.list}</button>
            </div>
        </section>
    }
    .into_any()
}
