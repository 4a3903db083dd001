//! Texts on the page: numbers stand out, terms unfold, statements have their source behind them.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent};

use super::words;
use crate::learn::{Prose, Span, rule_sources};

/// Paragraphs.
pub(super) fn prose(text: &Prose) -> AnyView {
    text.0.iter().map(|paragraph| view! { <p>{spans(paragraph)}</p> }.into_any()).collect_view().into_any()
}

/// Lines of a list.
pub(super) fn lines(text: &Prose) -> AnyView {
    text.0.iter().map(|line| view! { <li>{spans(line)}</li> }.into_any()).collect_view().into_any()
}

/// One line, as a part of another.
pub(super) fn inline(text: &Prose) -> AnyView {
    text.0.iter().map(|paragraph| spans(paragraph)).collect_view().into_any()
}

/// The terms of an answer that is a button, and so cannot hold another.
pub(super) fn terms(text: &Prose) -> AnyView {
    let terms = text.spans().filter_map(|span| match span {
        Span::Term(term, means) => {
            Some(view! { <p class="hint"><dfn>{term.clone()}</dfn>": "{means.clone()}</p> }.into_any())
        }
        _ => None,
    });
    terms.collect_view().into_any()
}

fn spans(spans: &[Span]) -> AnyView {
    spans.iter().map(span).collect_view().into_any()
}

fn span(span: &Span) -> AnyView {
    let page = words().page;
    match span {
        Span::Text(text) => text.clone().into_any(),
        Span::Number(shown, _) => view! { <b class="number">{shown.clone()}</b> }.into_any(),
        Span::Term(term, means) => view! {
            <span class="term">
                <dfn><button type="button" aria-expanded="false">{term.clone()}</button></dfn>
                <span class="means">{format!(" ({means})")}</span>
            </span>
        }
        .into_any(),
        Span::Rule(rule) => match rule_sources(rule).first() {
            Some(source) => view! {
                <a
                    class="cite" href=source.address target="_blank" rel="noopener noreferrer" title=source.title
                    aria-label=(page.source)(rule, source.title)
                >{rule.clone()}</a>
            }
            .into_any(),
            None => view! { <span class="cite">{rule.clone()}</span> }.into_any(),
        },
        Span::Note(note) => {
            view! { <span class="note" title=(page.note_means)(*note)>{(page.note)(*note)}</span> }.into_any()
        }
    }
}

/// A press on a term shows what it means, in the text, and hides it again.
pub(super) fn unfold(event: &MouseEvent) {
    let pressed: Option<Element> = event.target().and_then(|t| t.dyn_into().ok());
    if let Some(term) = pressed.and_then(|e| e.closest(".term button").ok().flatten()) {
        let open = term.get_attribute("aria-expanded").as_deref() == Some("true");
        let _ = term.set_attribute("aria-expanded", if open { "false" } else { "true" });
    }
}
