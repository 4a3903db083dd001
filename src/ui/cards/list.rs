//! The list: what is due, the subject in three texts, the chapters, and the files.

use leptos::prelude::*;

use super::deck::Deck;
use super::files::files;
use super::{COURSE, WORDS};
use crate::learn::cards::{Cards, Subject};
use crate::learn::{Fault, LESSONS};
use crate::ui::learn::title_of;
use crate::ui::prose::{heading, inline, prose};
use crate::ui::tabs::Tab;

/// The list.
pub(super) fn list(deck: Deck) -> AnyView {
    let counts = move || deck.reviews.with(|reviews| (WORDS.counts)(reviews.counts(None, deck.now.get())));
    let begin = move || {
        let left = deck.left(None);
        if left > 0 {
            let name = (WORDS.begin)(left);
            return view! {
                <button class="button main" type="button" on:click=move |_| deck.begin(None)>{name}</button>
            }
            .into_any();
        }
        view! { <p>{(WORDS.rest)(wait(deck, None))}</p> }.into_any()
    };
    let mut chapters = Vec::new();
    for (i, lesson) in LESSONS.iter().enumerate() {
        chapters.push(chapter(deck, i, lesson.name));
    }
    let subject = Cards::new(COURSE.cards, &COURSE.tongue).and_then(|mut cards| cards.subject());
    view! {
        {heading(deck.desk.text().tabs.names[Tab::Cards as usize].to_owned())}
        <p class="hint">{WORDS.intro}</p>
        <section class="deck-all" data-testid="deck">
            <p class="deck-counts" role="status">{counts}</p>
            {begin}
        </section>
        <section class="deck-subject" aria-label=WORDS.subject>
            <h3>{WORDS.subject}</h3>
            {in_three(subject)}
        </section>
        <h3>{WORDS.chapters}</h3>
        <ol class="decks">{chapters}</ol>
        {files(deck)}
        {deck.study.foot()}
    }
    .into_any()
}

/// How long until the next card, in milliseconds.
pub(super) fn wait(deck: Deck, of: Option<&str>) -> Option<u64> {
    let now = deck.now.get();
    deck.reviews.with(|reviews| reviews.next_due(of, now)).map(|due| due.saturating_sub(now))
}

/// A chapter: what is due of it, and the chapter in three texts. These are worked out when they are first looked at.
fn chapter(deck: Deck, i: usize, name: &'static str) -> AnyView {
    let title = title_of(name);
    let counts = move || deck.reviews.with(|reviews| (WORDS.counts_short)(reviews.counts(Some(name), deck.now.get())));
    let label = (WORDS.begin_what)(&title);
    let none = move || deck.left(Some(name)) == 0;
    let open = RwSignal::new(false);
    let three = move || open.get().then(|| in_three(Subject::of_chapter(name, (COURSE.chapter)(name), &COURSE.tongue)));
    view! {
        <li class="deck">
            <div class="deck-head">
                <span class="deck-title"><span class="cap">{(WORDS.chapter)(i + 1)}</span><b>{title}</b></span>
                <span class="hint">{counts}</span>
                <button
                    class="button" type="button" aria-label=label hidden=none
                    on:click=move |_| deck.begin(Some(name))
                >{WORDS.begin_chapter}</button>
            </div>
            <details on:toggle=move |_| open.set(true)>
                <summary>{WORDS.in_short}</summary>
                <div class="deck-short">{three}</div>
            </details>
        </li>
    }
    .into_any()
}

fn in_three(of: Result<Subject, Fault>) -> AnyView {
    match of {
        Ok(of) => view! {
            <p class="intuition">{inline(&of.intuition)}</p>
            <p class="hook"><span class="cap">{WORDS.hook}</span>{inline(&of.hook)}</p>
            <div class="example"><h4 class="cap">{WORDS.example}</h4>{prose(&of.example)}</div>
        }
        .into_any(),
        Err(fault) => view! { <p class="error">{(WORDS.broken)(&fault.to_string())}</p> }.into_any(),
    }
}
