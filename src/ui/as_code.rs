//! Settings as code: what the scenario on the stage sets, as the lines that set it in Flink and in Kafka.

use leptos::prelude::*;

use super::copy::CopyButton;
use super::desk::{Desk, Intent, Panel};
use super::help::Dialog;
use crate::view::config::config;

/// The button that opens the panel: in the head of the page, and in the set-up where the head has no room for it.
#[component]
pub fn AsCodeButton() -> impl IntoView {
    let desk = Desk::get();
    view! {
        <button
            class="button as-code" type="button" on:click=move |_| desk.send(Intent::Panel(Some(Panel::AsCode)))
        >{desk.text().doors.as_code}</button>
    }
}

/// The panel.
#[component]
pub fn AsCode() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.words().config;
    // Worked out only while it is looked at.
    let shown = Memo::new(move |_| {
        desk.run.track();
        (desk.panel.get() == Some(Panel::AsCode)).then(|| desk.show.with_value(|show| config(show.scenario())))
    });
    let blocks = move || {
        shown.with(|config| {
            let blocks = config.iter().flat_map(|c| &c.blocks);
            blocks
                .map(|(place, lines)| view! { <Block title=(words.place)(*place) lines=lines.clone()/> })
                .collect_view()
        })
    };
    let unsaid = move || {
        shown.with(|config| {
            let list = config.iter().flat_map(|c| &c.unsaid).map(|u| view! { <li>{(words.unsaid)(u)}</li> });
            let list = list.collect_view();
            (!list.is_empty()).then(|| view! { <h3 class="cap">{words.unsaid_head}</h3><ul class="unsaid">{list}</ul> })
        })
    };
    view! {
        <Dialog panel=Panel::AsCode title=desk.text().doors.as_code>
            <p class="hint">{words.hint}</p>
            {blocks}
            {unsaid}
        </Dialog>
    }
}

/// One block of lines, with a button that copies it.
#[component]
pub fn Block(
    /// Where it goes, or what it is.
    title: &'static str,
    /// Its lines.
    lines: String,
) -> impl IntoView {
    let words = Desk::get().words().config;
    let text = lines.clone();
    view! {
        <section class="block" aria-label=title>
            <div class="block-head">
                <h3 class="cap">{title}</h3>
                <CopyButton names=[words.copy, words.copied, words.not_copied] text=move || text.clone()/>
            </div>
            <pre tabindex="0">{lines}</pre>
        </section>
    }
}
