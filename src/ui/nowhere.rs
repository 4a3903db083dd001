//! A link that leads nowhere: what is wrong with it is said in the part of the page that it asks for, with a way on.

use leptos::prelude::*;

use super::desk::Desk;
use super::parts::another_quiz;
use super::prose::heading;
use super::tabs::Tab;
use crate::text::share::Nowhere;

/// The page that says so. `said`: what stands behind the `=` in the address.
pub(super) fn nowhere(desk: Desk, tab: Tab, said: &str) -> AnyView {
    page(desk, tab, (words(desk, tab).why)(&shown(said)))
}

fn words(desk: Desk, tab: Tab) -> Nowhere {
    let [chapter, quiz, card] = desk.words().share.nowhere;
    match tab {
        Tab::Play | Tab::Learn => chapter,
        Tab::Quiz => quiz,
        Tab::Cards => card,
    }
}

/// The same for anything else that is wrong with it.
pub(super) fn page(desk: Desk, tab: Tab, why: String) -> AnyView {
    let words = words(desk, tab);
    let go = move |_| match tab {
        Tab::Quiz => another_quiz(desk),
        Tab::Cards => desk.go_to_drill(Tab::Cards, None),
        Tab::Play | Tab::Learn => desk.go_to_learn(Some(None)),
    };
    view! {
        {heading(desk.text().tabs.names[tab as usize].to_owned())}
        <div class="errors" role="alert" lang=desk.text().lang>
            <p><strong>{words.head}</strong></p>
            <p>{why}</p>
        </div>
        <div class="actions" lang=desk.text().lang>
            <button class="button main" type="button" on:click=go>{words.instead}</button>
        </div>
    }
    .into_any()
}

/// What the address said, as far as it can be shown.
fn shown(said: &str) -> String {
    const CHARS_MAX: usize = 40;
    let said = js_sys::decode_uri_component(said).map_or_else(|_| said.to_owned(), String::from);
    let mut short: String = said.chars().filter(|c| !c.is_control()).take(CHARS_MAX).collect();
    if said.chars().count() > CHARS_MAX {
        short.push('…');
    }
    short
}
