//! The editor: the scenario as a form and as JSON, beside the stage or over the foot of a narrow page.

pub mod form;
pub mod json;
mod row;
pub mod state;

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

use self::form::EditorForm;
use self::json::EditorJson;
use self::state::{Editing, send};
use super::desk::Desk;
use super::icons::{Icon, Shape};
use crate::sim::Action;
use crate::view::editor::{Edit, Editor};
use crate::view::show::Show;

/// The button that opens and closes it.
#[component]
pub fn EditButton() -> impl IntoView {
    let desk = Desk::get();
    let open = desk.editor.open;
    let toggle = move |_| send(desk, if open.get_untracked() { Editing::Close } else { Editing::Open });
    // A draft that cannot be played is not forgotten behind the button.
    let waits = move || {
        let wrong = desk.editor.wrong.get();
        (wrong > 0 && !open.get())
            .then(|| view! { <span class="e-badge">{(desk.text().doors.draft)(wrong)}</span> }.into_any())
    };
    view! {
        <button
            class="button edit-button" type="button" aria-expanded=move || open.get().to_string() on:click=toggle
        >{desk.text().doors.edit}{waits}</button>
    }
}

/// The editor, while it is open.
#[component]
pub fn EditorPanel() -> impl IntoView {
    let desk = Desk::get();
    // Whatever else changes the scenario changes the draft.
    Effect::new(move |_| {
        desk.run.track();
        if desk.editor.open.get_untracked() {
            send(desk, Editing::Follow);
        }
    });
    move || desk.editor.open.get().then(|| view! { <Panel/> })
}

#[component]
fn Panel() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.words().editor;
    let state = desk.editor;
    let heading = NodeRef::<html::H2>::new();
    heading.on_load(|heading| {
        let _ = heading.focus();
    });
    let close = move || {
        // What is still being written is taken before it goes.
        if let Some(element) = document().active_element().and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
            let _ = element.blur();
        }
        send(desk, Editing::Close);
        focus_on(&[".edit-button"]);
    };
    let pressed = move |event: KeyboardEvent| {
        let target: Option<Element> = event.target().and_then(|t| t.dyn_into().ok());
        // In a line of text these keys are about the line.
        let in_text = target.is_some_and(|e| e.matches("textarea, input:not([type=checkbox])").unwrap_or(false));
        let with = event.ctrl_key() || event.meta_key();
        match event.key().to_ascii_lowercase().as_str() {
            "escape" => close(),
            "z" if with && !in_text => send(desk, if event.shift_key() { Editing::Redo } else { Editing::Undo }),
            "y" if with && !in_text => send(desk, Editing::Redo),
            _ => return,
        }
        event.prevent_default();
        // A step back can take away what had the focus.
        request_animation_frame(|| {
            let focus = document().active_element();
            if focus.is_none_or(|e| e.tag_name() == "BODY") {
                focus_on(&[".editor h2"]);
            }
        });
    };
    let view_button = move |json: bool, name: &'static str| {
        view! {
            <button
                class="button" type="button" aria-pressed=move || (state.json.get() == json).to_string()
                on:click=move |_| send(desk, Editing::Json(json))
            >{name}</button>
        }
    };
    let history_button = move |name: &'static str, editing: Editing, can: fn(&Editor) -> bool| {
        let is_off = move || {
            state.revision.track();
            (!state.editor.with_value(can)).to_string()
        };
        view! {
            <button class="button" type="button" aria-disabled=is_off on:click=move |_| send(desk, editing.clone())>{name}</button>
        }
    };
    let status = move || {
        state.revision.track();
        desk.run.track();
        let by_hand = |show: &Show| show.history().choices().iter().any(|(_, a)| matches!(a, Action::Hand(_)));
        let runs = if desk.show.with_value(by_hand) { words.runs_by_hand } else { words.runs };
        state.editor.with_value(|editor| match editor.errors().len() {
            0 if editor.has_put_aside() => format!("{runs} {}", words.aside),
            0 => runs.to_owned(),
            n => (words.waits)(n),
        })
    };
    view! {
        <section class="editor" aria-label=desk.text().doors.edit on:keydown=pressed data-testid="editor">
            <div class="editor-track"><div class="editor-inside">
                <div class="editor-head">
                    <div class="editor-title">
                        <h2 tabindex="-1" node_ref=heading>{desk.text().doors.edit}</h2>
                        <div class="editor-views" role="group" aria-label=words.views>
                            {view_button(false, words.form)}
                            {view_button(true, words.json)}
                        </div>
                        <button
                            class="button square plain" type="button" aria-label=desk.text().controls.close
                            on:click=move |_| close()
                        ><Icon shape=Shape::Close/></button>
                    </div>
                    <div class="actions">
                        {history_button(words.undo, Editing::Undo, Editor::can_undo)}
                        {history_button(words.redo, Editing::Redo, Editor::can_redo)}
                        {history_button(words.from_nothing, Editing::Do(Edit::Nothing), |_| true)}
                    </div>
                    <p class="editor-status" role="status" data-testid="editor-status">{status}</p>
                </div>
                {move || if state.json.get() { view! { <EditorJson/> }.into_any() } else { view! { <EditorForm/> }.into_any() }}
            </div></div>
        </section>
    }
}

/// Puts the focus on what the first of these selectors finds that finds anything, once it is there.
fn focus_on(selectors: &[&str]) {
    let selectors: Vec<String> = selectors.iter().map(|s| (*s).to_owned()).collect();
    request_animation_frame(move || {
        let found = selectors.iter().find_map(|s| document().query_selector(s).ok().flatten());
        if let Some(element) = found.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
            let _ = element.focus();
        }
    });
}
