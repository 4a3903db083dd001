//! The lens: the run on the stage in the words and signs of the analogy. The same run, at the same moment; nothing of it
//! changes but how it looks and what it is called.

use leptos::prelude::*;

use super::desk::{Desk, Intent};
use crate::learn::analogy_limits;
use crate::text::learn::ENGLISH;

/// The switch on the stage.
#[component]
pub fn LensSwitch() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.text().doors;
    // Not in every language, and then absent.
    let switch = || {
        view! {
            <button
                class="button lens-switch" type="button" title=words.lens_hint
                aria-pressed=move || desk.lens.get().to_string()
                on:click=move |_| desk.send(Intent::Lens(!desk.lens.get_untracked()))
            >{words.lens}</button>
        }
    };
    (!words.lens.is_empty()).then(switch)
}

/// What one sees through it, and where the picture fails.
#[component]
pub fn LensBar() -> impl IntoView {
    let desk = Desk::get();
    move || desk.lens.get().then(bar)
}

fn bar() -> AnyView {
    let words = ENGLISH.page.analogy;
    let limits = analogy_limits(ENGLISH.analogy).unwrap_or_default();
    let limits = limits.into_iter().map(|limit| view! { <li>{limit}</li> }.into_any()).collect_view();
    view! {
        <section class="lens-bar" aria-label=words.seen>
            <p>{words.seen}" "<span class="lens-field">{words.field}</span></p>
            <details><summary>{words.limits}</summary><ul class="limits">{limits}</ul></details>
            <a href=super::learn::address(super::learn::ANALOGY)>{words.more}</a>
        </section>
    }
    .into_any()
}
