//! The strip of pins above the stage: from one moment to the next, each with its text.

use leptos::prelude::*;

use super::desk::{Desk, Intent};
use super::icons::{Icon, Shape};
use super::intent::Lesson;
use crate::view::branches::Branches;
use crate::view::strip::Strip;

/// The strip; nothing while nothing is pinned.
#[component]
pub fn StripBar() -> impl IntoView {
    let desk = Desk::get();
    let has_pins = Memo::new(move |_| desk.lesson.strip.with(|strip| !strip.pins().is_empty()));
    move || has_pins.get().then(|| bar(desk))
}

fn bar(desk: Desk) -> AnyView {
    let words = desk.words().branches;
    let strip = desk.lesson.strip;
    let go = move |forward: bool| {
        let next = strip.with_untracked(|s| s.neighbour(forward));
        if next.is_some() {
            desk.send(Intent::Lesson(Lesson::Look(next)));
        }
    };
    let ends = move |forward: bool| strip.with(|s: &Strip| s.neighbour(forward).is_none()).to_string();
    let said = move || {
        strip.with(|s| match s.at().map(|at| &s.pins()[at]) {
            None => words.begin.to_owned(),
            Some(pin) if pin.text.is_empty() => (words.no_text)(pin.step),
            Some(pin) => pin.text.clone(),
        })
    };
    // The text belongs to the moment: it stands as its caption as long as one is there.
    let is_here = Memo::new(move |_| {
        let (step, branch) = (desk.now.get().step, desk.branches.with(Branches::current));
        strip.with(|s| s.at().is_none_or(|at| (s.pins()[at].branch, s.pins()[at].step) == (branch, step)))
    });
    view! {
        <section class="strip-bar" aria-label=words.strip data-here=move || is_here.get().then_some("")><div class="strip-inside">
            <button
                class="button square" type="button" aria-label=words.last_pin title=words.last_pin
                aria-disabled=move || ends(false) on:click=move |_| go(false)
            ><Icon shape=Shape::Before/></button>
            <span class="strip-place">{move || strip.with(|s| (words.place)(s.at(), s.pins().len()))}</span>
            <button
                class="button square" type="button" aria-label=words.next_pin title=words.next_pin
                aria-disabled=move || ends(true) on:click=move |_| go(true)
            ><Icon shape=Shape::After/></button>
            <p class="strip-text" aria-live="polite" data-testid="pin-text">{move || is_here.get().then(said)}</p>
        </div></section>
    }
    .into_any()
}
