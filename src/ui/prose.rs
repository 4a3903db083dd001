//! Texts on the page: numbers stand out, terms unfold, statements have their source behind them.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent};

use crate::learn::{Prose, Span, rule_sources};
use crate::text::learn::ENGLISH;

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
    let page = ENGLISH.page;
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

/// The heading of a page: it has the focus when it is there, unless one goes through the tabs.
pub(super) fn heading(title: String) -> AnyView {
    let heading = NodeRef::<html::H2>::new();
    heading.on_load(|heading| {
        let among_tabs = document().active_element().is_some_and(|e| e.get_attribute("role").as_deref() == Some("tab"));
        if !among_tabs {
            let _ = heading.focus();
        }
        window().scroll_to_with_x_and_y(0.0, 0.0);
    });
    view! { <h2 class="learn-title" tabindex="-1" node_ref=heading>{title}</h2> }.into_any()
}

/// Where one is on a page, over what is read next: it takes the focus from what was pressed to get there.
pub(super) fn place(says: String) -> AnyView {
    let place = NodeRef::<html::H3>::new();
    place.on_load(|place| {
        // A press on a key may have come from anywhere.
        let focus = document().active_element();
        let elsewhere = focus.is_some_and(|e| e.closest("[role=tab], .learn-title").ok().flatten().is_some());
        if !elsewhere {
            let _ = place.focus();
        }
    });
    view! { <h3 class="cap place" tabindex="-1" node_ref=place>{says}</h3> }.into_any()
}
