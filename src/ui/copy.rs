//! A button that copies a text.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

/// The button. It says itself how it went.
#[component]
pub fn CopyButton(
    /// What it says: at first, when the text is copied, when it could not be.
    names: [&'static str; 3],
    /// What the text is for.
    #[prop(optional)]
    hint: Option<&'static str>,
    /// The text.
    text: impl Fn() -> String + 'static,
) -> impl IntoView {
    let said = RwSignal::new(names[0]);
    let press = move |_| {
        let clipboard = window().navigator().clipboard();
        // A page that came without encryption has none.
        if clipboard.is_undefined() {
            said.set(names[2]);
            return;
        }
        let done = clipboard.write_text(&text());
        spawn_local(async move {
            let went = JsFuture::from(done).await.is_ok();
            let _ = said.try_set(names[if went { 1 } else { 2 }]);
        });
    };
    view! { <button class="button" type="button" aria-live="polite" title=hint on:click=press>{move || said.get()}</button> }
}
