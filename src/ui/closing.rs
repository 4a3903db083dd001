//! The closing card: what the run cost, and the one click that mends it. It stands beside the run, not in its way.

use leptos::prelude::*;

use super::desk::{Closing, Desk, Intent};
use super::focus;
use super::icons::{Icon, Shape};

/// The closing card; nothing before the end.
#[component]
pub fn ClosingCard() -> impl IntoView {
    let desk = Desk::get();
    move || {
        desk.lens.track();
        desk.closing.get().map(|closing| card(desk, closing))
    }
}

fn card(desk: Desk, closing: Closing) -> AnyView {
    let (text, words) = (desk.text(), desk.words());
    let Some(cost) = closing.cost else {
        let line = desk.verdict.with_untracked(words.ended_well);
        let price = (words.price)(&closing.price);
        return view! { <p class="ended-well" role="status"><b>{line}</b><span>{price}</span></p> }.into_any();
    };
    // A run that was cut is judged as far as it went, which the numbers alone do not say.
    let cut = desk.verdict.with_untracked(|v| (!v.ended).then(|| (words.ended_well)(v)));
    let mends = closing.mends.into_iter().enumerate().map(|(i, mend)| {
        let class = if i == 0 { "button main" } else { "button" };
        let name = desk.show.with_value(|show| (desk.words().why.mend)(show.world().plan(), &mend));
        view! {
            <button class=class type="button" on:click=move |_| leave(desk, Intent::Mend(mend.clone()))>{name}</button>
        }
    });
    view! {
        <section class="closing" aria-label=(words.cost)(&cost) data-testid="closing">
            <div class="closing-head">
                <h2>{(words.cost)(&cost)}</h2>
                <button
                    class="button square plain" type="button" aria-label=text.controls.close
                    on:click=move |_| leave(desk, Intent::DismissCard)
                ><Icon shape=Shape::Close/></button>
            </div>
            <p>{(words.cost_why)(&cost)}</p>
            {cut.map(|line| view! { <p>{line}</p> })}
            <div class="actions">
                {mends.collect_view()}
                <button class="button" type="button" on:click=move |_| desk.send(Intent::Why(None))>{text.doors.why}</button>
            </div>
        </section>
    }
    .into_any()
}

/// The card goes away, and the focus with it: it goes on at the stage.
fn leave(desk: Desk, intent: Intent) {
    desk.send(intent);
    focus::to_stage();
}
