//! Share: the run as a link, and the scenario as text. And the other way: what the address of the page asks for.

use leptos::ev;
use leptos::prelude::*;

use super::as_code::Block;
use super::desk::{Desk, Intent, Panel};
use super::help::Dialog;
use super::intent::Lesson;
use super::tabs::Tab;
use crate::scenario::write_pretty;
use crate::view::link::{preset_link, write};

/// From so many characters on, a link is cut off by some of the systems that links go through.
const LONG_CHARS: usize = 8000;

/// The button that opens the panel.
#[component]
pub fn ShareButton() -> impl IntoView {
    let desk = Desk::get();
    view! {
        <button class="button" type="button" on:click=move |_| desk.send(Intent::Panel(Some(Panel::Share)))>
            {desk.text().doors.share}
        </button>
    }
}

/// The panel.
#[component]
pub fn Share() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.words().share;
    let is_open = Memo::new(move |_| desk.panel.get() == Some(Panel::Share));
    view! {
        <Dialog panel=Panel::Share title=desk.text().doors.share>
            <p class="hint">{words.hint}</p>
            {move || is_open.get().then(|| links(desk))}
        </Dialog>
    }
}

/// Worked out when it is looked at: the moment on the stage goes into it.
fn links(desk: Desk) -> AnyView {
    let words = desk.words().share;
    let here = location().href().unwrap_or_default();
    let page = here.split('#').next().unwrap_or_default();
    let carried = desk.carried();
    let fragment = write(&carried);
    let long = (fragment.len() > LONG_CHARS).then(|| view! { <p class="hint">{words.long}</p> });
    let (json, preset) = desk.show.with_value(|show| (write_pretty(show.scenario()), desk.preset_of(show.scenario())));
    let preset = preset.map(|name| {
        view! { <Block title=words.preset_link lines=format!("{page}#{}", preset_link(name))/> }
    });
    let file = format!("data:application/json;charset=utf-8,{}", String::from(js_sys::encode_uri_component(&json)));
    view! {
        <Block title=words.link lines=format!("{page}#{fragment}")/>
        {long}
        {preset}
        <div class="share-scenario"><Block title=words.scenario lines=json/></div>
        <div class="actions">
            <a class="button" href=file download="scenario.json">{words.download}</a>
            <p class="hint">{words.scenario_hint}</p>
        </div>
    }
    .into_any()
}

/// Opens what the address asks for, now and whenever it changes.
pub fn use_links(desk: Desk) {
    let open = move || {
        // Without a fragment it is Play that is asked for.
        if let Ok(fragment) = location().hash()
            && (!fragment.is_empty() || desk.tab.get_untracked() != Tab::Play)
        {
            desk.send(Intent::Lesson(Lesson::Link(fragment)));
        }
    };
    open();
    let changed = window_event_listener(ev::hashchange, move |_| open());
    on_cleanup(move || changed.remove());
}
