//! Opening a scenario: from a file or pasted; what cannot be read is said here, error by error.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::desk::{Desk, Intent, Panel};
use super::files;
use super::help::Dialog;

/// The panel that opens a scenario.
#[component]
pub fn Opener() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.text().controls;
    let pasted = NodeRef::<html::Textarea>::new();
    let unreadable = RwSignal::new(false);
    let chosen = move |event: web_sys::Event| {
        let Some(file) = files::chosen(&event) else { return };
        spawn_local(async move {
            match files::read(file).await {
                Some(text) => {
                    unreadable.set(false);
                    if let Some(area) = pasted.get_untracked() {
                        area.set_value(&text);
                    }
                    desk.send(Intent::Open(text));
                }
                None => unreadable.set(true),
            }
        });
    };
    let run = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if let Some(area) = pasted.get_untracked() {
            desk.send(Intent::Open(area.value()));
        }
    };
    view! {
        <Dialog panel=Panel::Open title=words.open_scenario>
            <form class="opener" on:submit=run>
                <p class="hint">{words.open_hint}</p>
                <label class="field">
                    <span>{words.open_file}</span>
                    <input type="file" accept=".json,application/json" on:change=chosen/>
                </label>
                <label class="field">
                    <span>{words.open_paste}</span>
                    <textarea node_ref=pasted rows="9" spellcheck="false" autocomplete="off"></textarea>
                </label>
                <Show when=move || unreadable.get()><p class="error" role="alert">{words.unreadable_file}</p></Show>
                <Errors/>
                <div class="actions">
                    <button class="button main" type="submit">{words.open_run}</button>
                    <button class="button" type="button" on:click=move |_| desk.send(Intent::Panel(None))>
                        {words.close}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}

/// Every error with its place.
#[component]
fn Errors() -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    move || {
        let errors = desk.errors.get();
        (!errors.is_empty()).then(|| {
            let count = errors.len();
            // A scenario's own places begin with a slash.
            let of_link = errors[0].path.starts_with("link");
            let title = if of_link { desk.words().share.not_opened.to_owned() } else { (desk.words().errors)(count) };
            let list = errors.into_iter().map(|e| {
                let path = if e.path.is_empty() { text.controls.whole_document.to_owned() } else { e.path };
                view! { <li><code>{path}</code><span>{e.message}</span></li> }
            });
            view! {
                <div class="errors" role="alert">
                    <p><strong>{title}</strong>" "{text.controls.open_keep}</p>
                    <ul tabindex="0" aria-label=(desk.words().errors)(count)>{list.collect_view()}</ul>
                </div>
            }
        })
    }
}
