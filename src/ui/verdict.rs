//! The verdict strip: plain words about inside and outside, and beside them what a dashboard would say.

use leptos::prelude::*;

use super::desk::Desk;
use super::why::WhyButton;
use crate::view::verdict::Guarantee;

/// The verdict strip.
#[component]
pub fn VerdictStrip(
    /// Its name, where it is not the one verdict of the page.
    #[prop(optional)]
    name: Option<&'static str>,
) -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let inside = Memo::new(move |_| {
        desk.verdict.with(|v| (v.inside, (text.inside)(v), v.has_state.then(|| (text.guarantee)(v.inside))))
    });
    let output = Memo::new(move |_| desk.verdict.with(|v| (v.output, (text.output)(v), (text.guarantee)(v.output))));
    view! {
        <section class="verdict" aria-label=name.unwrap_or(text.controls.verdict)>
            // While the run plays, numbers change several times a second: a screen reader hears of them when it rests.
            <div
                class="verdict-words" role="status" aria-live="polite" aria-atomic="true"
                aria-busy=move || if desk.playing.get() { "true" } else { "false" }
            >
                <p class=move || tone(inside.get().0)>
                    <strong>{move || inside.get().1}</strong>
                    {move || inside.get().2.map(|term| view! { <span class="term">{" ("}{term}{")"}</span> })}
                </p>
                <p class=move || tone(output.get().0)>
                    <strong>{move || output.get().1}</strong>
                    <span class="term">{" ("}{move || output.get().2}{")"}</span>
                </p>
            </div>
            {name.is_none().then(|| view! { <WhyButton/> })}
            <p class="dashboard">
                <span class="dashboard-name">{text.controls.dashboard}</span>
                <span>{move || desk.verdict.with(text.dashboard)}</span>
            </p>
        </section>
    }
}

const fn tone(promise: Guarantee) -> &'static str {
    match promise {
        Guarantee::ExactlyOnce => "pill right",
        Guarantee::AtLeastOnce | Guarantee::AtMostOnce | Guarantee::Broken => "pill wrong",
    }
}
