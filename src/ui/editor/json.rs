//! The draft as JSON: numbered lines, and each error beside its line.

use std::time::Duration;

use leptos::html;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::state::{Editing, send};
use crate::ui::desk::Desk;
use crate::view::editor::{COLUMNS_MAX, Edit, Remark, remarks};

/// Whoever writes is left alone for so long.
const QUIET: Duration = Duration::from_millis(450);
/// The height of a line in pixels, as in the style sheet.
const LINE_PX: usize = 19;

/// The draft as JSON.
#[component]
pub fn EditorJson() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.words().editor;
    let state = desk.editor;
    let area = NodeRef::<html::Textarea>::new();
    let waiting = StoredValue::new_local(None::<TimeoutHandle>);
    let take = move || {
        if let Some(handle) = waiting.try_update_value(Option::take).flatten() {
            handle.clear();
        }
        if let Some(area) = area.get_untracked() {
            send(desk, Editing::Do(Edit::Text(area.value())));
        }
    };
    let written = move |_| {
        if let Some(handle) = waiting.try_update_value(Option::take).flatten() {
            handle.clear();
        }
        waiting.set_value(set_timeout_with_handle(take, QUIET).ok());
    };
    let left = move |_| {
        take();
        send(desk, Editing::Settle);
    };
    // What is not there any more cannot be taken.
    on_cleanup(move || {
        if let Some(handle) = waiting.try_update_value(Option::take).flatten() {
            handle.clear();
        }
    });
    // The text changes under the cursor only when something else than writing has changed it.
    Effect::new(move |_| {
        state.revision.track();
        if let Some(area) = area.get() {
            state.editor.with_value(|editor| {
                if area.value() != editor.text() {
                    area.set_value(editor.text());
                }
                let count = editor.text().lines().count().max(1) + 1;
                let widest = editor.text().lines().map(|l| l.chars().take(COLUMNS_MAX).count()).max().unwrap_or(0);
                area.set_rows(count as u32);
                area.set_cols(widest as u32 + 2);
            });
        }
    });
    let found = move || {
        state.revision.track();
        state.editor.with_value(|editor| remarks(editor.text(), editor.errors()))
    };
    let numbers = move || {
        state.revision.track();
        let count = state.editor.with_value(|editor| editor.text().lines().count().max(1));
        (1..=count).map(|n| n.to_string()).collect::<Vec<_>>().join("\n")
    };
    let go = move |event: leptos::ev::MouseEvent| {
        let target = event.target().and_then(|t| t.dyn_into::<Element>().ok());
        let link = target.and_then(|t| t.closest("[data-line]").ok().flatten());
        let line = link.and_then(|l| l.get_attribute("data-line")).and_then(|n| n.parse::<usize>().ok());
        let (Some(line), Some(area)) = (line, area.get_untracked()) else { return };
        // The browser counts in UTF-16.
        let text = area.value();
        let before = text.lines().take(line - 1).map(|l| l.encode_utf16().count() + 1).sum::<usize>() as u32;
        let length = text.lines().nth(line - 1).map_or(0, |l| l.encode_utf16().count()) as u32;
        let _ = area.focus();
        let _ = area.set_selection_range(before, before + length);
        if let Some(code) = area.closest(".e-code").ok().flatten() {
            code.set_scroll_top((line.saturating_sub(4) * LINE_PX) as i32);
        }
    };
    let links = move || {
        let links = found().into_iter().map(|remark| {
            let line = (words.line)(remark.line);
            view! {
                <li>
                    <button class="e-link" type="button" data-line=remark.line.to_string()>
                        <code>{line}</code>" "<span>{said(&remark, words.whole)}</span>
                    </button>
                </li>
            }
            .into_any()
        });
        links.collect::<Vec<_>>()
    };
    let beside = move || {
        let mut all: Vec<Remark> = Vec::new();
        for remark in found() {
            match all.iter_mut().find(|r| r.line == remark.line) {
                Some(same) => same.message = format!("{} · {}", same.message, remark.message),
                None => all.push(remark),
            }
        }
        let marks = all.into_iter().map(|remark| {
            let top = format!("{}px", (remark.line - 1) * LINE_PX);
            let left = format!("{}ch", remark.chars + 2);
            view! {
                <div class="e-remark" style:top=top><span style:margin-left=left>{remark.message}</span></div>
            }
            .into_any()
        });
        marks.collect::<Vec<_>>()
    };
    view! {
        <div class="e-json">
            <div class="e-wrong" class:none=move || found().is_empty()>
                <h3 class="cap">{words.errors}</h3>
                <ul id="json-wrong" on:click=go>{links}</ul>
            </div>
            <div class="e-code">
                <pre class="e-numbers" aria-hidden="true">{numbers}</pre>
                <div class="e-sheet">
                    <div aria-hidden="true">{beside}</div>
                    <textarea
                        node_ref=area wrap="off" spellcheck="false" autocomplete="off" aria-label=words.text
                        aria-describedby="json-wrong" on:input=written on:change=left
                    ></textarea>
                </div>
            </div>
        </div>
    }
}

fn said(remark: &Remark, whole: &str) -> String {
    let path = if remark.path.is_empty() { whole } else { &remark.path };
    format!("{path}: {}", remark.message)
}
