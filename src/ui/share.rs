//! Share: the run as a link, and the scenario as text. And the other way: what the address of the page asks for.

use leptos::ev;
use leptos::prelude::*;

use super::as_code::Block;
use super::desk::{Desk, Intent, Panel};
use super::files::save;
use super::help::Dialog;
use super::home::{home, is_site};
use super::intent::Lesson;
use super::picture::{save_png, save_svg};
use super::tabs::Tab;
use crate::scenario::write_pretty;
use crate::text::ENGLISH;
use crate::view::event_table::{csv_head, csv_lines, run_json};
use crate::view::link::{preset_link, write};

/// From so many characters on, a link is cut off by some of the systems that links go through.
const LONG_CHARS: usize = 8000;
/// Events in one piece of the table: a long run is not held as one text.
const EVENTS_EACH: usize = 20_000;

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
    let page = home();
    let carried = desk.carried();
    let fragment = write(&carried);
    let long = (fragment.len() > LONG_CHARS).then(|| view! { <p class="hint">{words.long}</p> });
    let (json, preset) = desk.show.with_value(|show| (write_pretty(show.scenario()), desk.preset_of(show.scenario())));
    let preset = preset.map(|name| {
        view! { <Block title=words.preset_link lines=format!("{page}#{}", preset_link(name))/> }
    });
    let title = desk.show.with_value(|show| (words.frame_title)(&show.scenario().title));
    // In English unless the page around says otherwise, as it is without a word.
    let lang = desk.tongue().0;
    let lang = if lang == ENGLISH.lang { "" } else { lang };
    let asked = if lang.is_empty() { String::new() } else { format!("&lang={lang}") };
    let embed = desk.words().embed;
    // Beside one file lies no script, and a page elsewhere cannot show it.
    let others = is_site().then(|| {
        view! {
            <Block title=embed.element lines=element(&page, &fragment, &title, lang)/>
            <p class="hint">{embed.element_hint}</p>
            <Block title=words.frame lines=frame(&format!("{page}?embed{asked}#{fragment}"), &title)/>
        }
        .into_any()
    });
    let alone = (!is_site()).then(|| view! { <p class="hint" data-testid="one-file">{words.one_file}</p> }.into_any());
    let file = format!("data:application/json;charset=utf-8,{}", String::from(js_sys::encode_uri_component(&json)));
    view! {
        <Block title=words.link lines=format!("{page}#{fragment}")/>
        {long}
        {preset}
        {alone}
        {others}
        <h3 class="cap">{words.picture}</h3>
        <div class="actions">
            <button class="button" type="button" on:click=move |_| save_svg(desk)>{words.picture_as[0]}</button>
            <button class="button" type="button" on:click=move |_| save_png(desk)>{words.picture_as[1]}</button>
            <p class="hint">{words.picture_hint}</p>
        </div>
        <h3 class="cap">{words.run}</h3>
        <div class="actions">
            <button class="button" type="button" on:click=move |_| save_run(desk)>{words.run_json}</button>
            <button class="button" type="button" on:click=move |_| save_events(desk)>{words.events_csv}</button>
            <p class="hint">{words.run_hint}</p>
        </div>
        <div class="share-scenario"><Block title=words.scenario lines=json/></div>
        <div class="actions">
            <a class="button" href=file download="scenario.json">{words.download}</a>
            <p class="hint">{words.scenario_hint}</p>
        </div>
    }
    .into_any()
}

/// A text as the value of an attribute.
fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

/// The element of `embed.js`, which lies beside the page, with this run; and the script that it needs.
fn element(page: &str, fragment: &str, title: &str, lang: &str) -> String {
    let lang = if lang.is_empty() { String::new() } else { format!(" lang=\"{lang}\"") };
    let folder = page.rsplit_once('/').map_or(page, |(folder, _)| folder);
    format!(
        "<script src=\"{}/embed.js\" defer></script>\n<barrier-scope run=\"{}\"{lang} title=\"{}\"></barrier-scope>",
        plain(folder),
        plain(fragment.trim_start_matches("run=")),
        plain(title)
    )
}

/// The element that shows an address in another page.
fn frame(address: &str, title: &str) -> String {
    format!(
        "<iframe src=\"{}\" title=\"{}\" width=\"100%\" height=\"600\" loading=\"lazy\"></iframe>",
        plain(address),
        plain(title)
    )
}

fn save_run(desk: Desk) {
    let text = desk.show.with_value(|show| {
        let history = show.history();
        run_json(&write_pretty(show.scenario()), history.choices(), history.step())
    });
    save("run.json", "application/json", &js_sys::Array::of1(&text.into()));
}

fn save_events(desk: Desk) {
    let parts = js_sys::Array::new();
    desk.show.with_value(|show| {
        let (plan, history) = (show.world().plan(), show.history());
        let mut events = history.events().peekable();
        let mut text = csv_head();
        while events.peek().is_some() {
            csv_lines(plan, events.by_ref().take(EVENTS_EACH), &mut text);
            parts.push(&std::mem::take(&mut text).into());
        }
        parts.push(&text.into());
    });
    save("events.csv", "text/csv", &parts);
}

/// Opens what the address asks for, now and whenever it changes.
pub fn use_links(desk: Desk) {
    let open = move |first: bool| {
        let (search, fragment) = (location().search().unwrap_or_default(), location().hash().unwrap_or_default());
        // The whole page goes its own way from where its address has brought it.
        if !search.is_empty() && (first || desk.embed.get_untracked() > 0) {
            desk.later.ask(move |bench| (bench.open_address)(desk, &search, &fragment));
        } else if !fragment.is_empty() || desk.tab.get_untracked() != Tab::Play {
            // Without a fragment it is Play that is asked for.
            desk.send(Intent::Lesson(Lesson::Link(fragment)));
        }
    };
    open(true);
    let changed = window_event_listener(ev::hashchange, move |_| open(false));
    on_cleanup(move || changed.remove());
}
