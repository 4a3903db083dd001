//! The switch between languages. It comes with the second module, as all languages but the first do.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::desk::{Desk, Intent, set};
use super::kept;
use super::language::KEY;
use crate::text::language::LANGUAGES;

/// Its id in the document.
const ID: &str = "language";

/// The list of languages, each by its own name.
pub(super) fn choice() -> AnyView {
    let desk = Desk::get();
    let options = LANGUAGES.iter().enumerate().map(|(place, language)| {
        let selected = move || desk.language.get() as usize == place;
        view! { <option value=place.to_string() lang=language.tag selected=selected>{language.name}</option> }
            .into_any()
    });
    let choose = move |event| {
        if let Ok(place) = event_target_value(&event).parse() {
            desk.send(Intent::Language(place));
        }
    };
    let name = desk.text().controls.language;
    view! {
        <div class="button square" title=name>
            <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
                <path d="M2 5h9M6.5 3v2M9 5c-1 3.5-3.5 5.5-6.5 7M4 7.5c1 2 2.5 3.5 5 4.5M9.5 17.5l4-9 4 9M11 14.5h5"/>
            </svg>
            <select id=ID aria-label=name on:change=choose>{options.collect_view()}</select>
        </div>
    }
    .into_any()
}

/// Another language: every word of the page is said anew, and the run stays where it is.
pub(super) fn speak(desk: Desk, place: usize) {
    let Some(language) = LANGUAGES.get(place) else { return };
    // The analogy is not told in every language.
    if language.text.doors.lens.is_empty() {
        set(desk.lens, false);
    }
    set(desk.language, place as u32);
    kept::write(KEY, language.tag);
    // The list itself is another one by now: it was drawn anew with the head.
    request_animation_frame(|| {
        let list = document().get_element_by_id(ID).and_then(|list| list.dyn_into::<HtmlElement>().ok());
        if let Some(list) = list {
            let _ = list.focus();
        }
    });
}

/// What is in English alone is said to be so, in the language of the page.
pub(super) fn only_english(desk: Desk) -> AnyView {
    let note = move || {
        desk.language.track();
        let words = desk.words().only_english;
        (!words.is_empty()).then(|| view! { <p class="only-english" lang=desk.text().lang>{words}</p> })
    };
    note.into_any()
}
