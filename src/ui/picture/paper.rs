//! The moment on paper: its picture, its numbers and its link, in the colours of paper whatever those of the page are.

use leptos::ev;
use leptos::prelude::*;

use super::{draw, said};
use crate::ui::desk::Desk;
use crate::ui::tabs::Tab;

/// Made when the browser is about to print, and gone afterwards. What stands beside Play has a print of its own.
#[component]
pub fn Paper() -> impl IntoView {
    let desk = Desk::get();
    let page = RwSignal::new(None::<(String, Vec<String>, String)>);
    let before = window_event_listener(ev::Custom::<web_sys::Event>::new("beforeprint"), move |_| {
        // A browser may say so twice; what is on paper already hides the page that it was drawn from.
        if desk.tab.get_untracked() == Tab::Play && page.with_untracked(Option::is_none) {
            let said = said(desk);
            let link = said.address;
            page.set(in_light(|| draw(desk)).map(|svg| (svg, said.lines, link)));
            mark(page.with_untracked(Option::is_some));
        }
    });
    let after = window_event_listener(ev::Custom::<web_sys::Event>::new("afterprint"), move |_| {
        page.set(None);
        mark(false);
    });
    on_cleanup(move || {
        before.remove();
        after.remove();
    });
    move || {
        page.get().map(|(svg, lines, link)| {
            let lines = lines.into_iter().map(|line| view! { <li>{line}</li> }).collect_view();
            view! {
                <div class="paper">
                    <div class="paper-picture" inner_html=svg></div>
                    <ul>{lines}</ul>
                    <p>{desk.words().share.open_moment}<br/>{link}</p>
                </div>
            }
        })
    }
}

/// On paper there is this instead of the page.
fn mark(is_on: bool) {
    if let Some(root) = document().document_element() {
        let _ = if is_on { root.set_attribute("data-paper", "") } else { root.remove_attribute("data-paper") };
    }
}

/// The page in light colours for as long as this takes: nobody sees it. Nothing fades from one to the other meanwhile.
fn in_light<T>(draw: impl FnOnce() -> T) -> T {
    let Some(root) = document().document_element() else { return draw() };
    let was = root.get_attribute("data-theme");
    let _ = root.set_attribute("data-drawn", "").and_then(|()| root.set_attribute("data-theme", "light"));
    let drawn = draw();
    let _ = match was {
        Some(was) => root.set_attribute("data-theme", &was),
        None => root.remove_attribute("data-theme"),
    };
    // The browser is asked for the colours as they were before it may let them fade again.
    let asked = window().get_computed_style(&root).ok().flatten();
    let _ = asked.map(|style| style.get_property_value("background-color"));
    let _ = root.remove_attribute("data-drawn");
    drawn
}
