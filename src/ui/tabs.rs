//! The parts of the page, as tabs in its head.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::desk::{Desk, Intent};

/// A part of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The stage and everything around it.
    #[default]
    Play,
    /// The course.
    Learn,
    /// The quiz.
    Quiz,
    /// The cards.
    Cards,
}

impl Tab {
    /// All of them, in order.
    pub const ALL: [Tab; 4] = [Tab::Play, Tab::Learn, Tab::Quiz, Tab::Cards];

    /// What the style sheet calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Tab::Play => "play",
            Tab::Learn => "learn",
            Tab::Quiz => "quiz",
            Tab::Cards => "cards",
        }
    }

    const fn id(self) -> &'static str {
        match self {
            Tab::Play => "tab-play",
            Tab::Learn => "tab-learn",
            Tab::Quiz => "tab-quiz",
            Tab::Cards => "tab-cards",
        }
    }
}

/// The tabs. One of them is in the order of the Tab key; the arrow keys go to the others.
#[component]
pub fn Tabs() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.text().tabs;
    let tab = move |tab: Tab| {
        let is_open = move || desk.tab.get() == tab;
        view! {
            <button
                class="tab" type="button" role="tab" id=tab.id()
                aria-selected=move || is_open().to_string() tabindex=move || if is_open() { "0" } else { "-1" }
                on:click=move |_| desk.send(Intent::Tab(tab))
            >{words.names[tab as usize]}</button>
        }
    };
    let press = move |event: web_sys::KeyboardEvent| {
        // The tab that has the focus: what it stands for may still be on its way.
        let focus = document().active_element().map(|e| e.id());
        let focused = Tab::ALL.iter().position(|tab| focus.as_deref() == Some(tab.id()));
        let here = focused.unwrap_or(desk.tab.get_untracked() as usize);
        let last = Tab::ALL.len() - 1;
        let to = match event.key().as_str() {
            "ArrowRight" => {
                if here == last {
                    0
                } else {
                    here + 1
                }
            }
            "ArrowLeft" => here.checked_sub(1).unwrap_or(last),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        desk.send(Intent::Tab(Tab::ALL[to]));
        let button = document().get_element_by_id(Tab::ALL[to].id());
        if let Some(button) = button.and_then(|b| b.dyn_into::<HtmlElement>().ok()) {
            let _ = button.focus();
        }
    };
    view! {
        <div class="tabs" role="tablist" aria-label=words.all on:keydown=press>{Tab::ALL.map(tab).collect_view()}</div>
    }
}
