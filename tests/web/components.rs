//! The components in a real browser: found by role and name, used, and asked again. No markup is compared as a whole.

use barrierscope::ui::App;
use leptos::mount::{UnmountHandle, mount_to};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlSelectElement};

/// The page in a section of its own; gone when it is dropped.
struct Page {
    root: HtmlElement,
    _mounted: Box<dyn std::any::Any>,
}

impl Page {
    fn open() -> Page {
        let root: HtmlElement = document().create_element("section").unwrap().unchecked_into();
        document().body().unwrap().append_child(&root).unwrap();
        let mounted: UnmountHandle<_> = mount_to(root.clone(), || view! { <App/> });
        Page { root, _mounted: Box::new(mounted) }
    }

    fn all(&self, selector: &str) -> Vec<Element> {
        let list = self.root.query_selector_all(selector).unwrap();
        (0..list.length()).filter_map(|i| list.get(i)).map(JsCast::unchecked_into).collect()
    }

    fn one(&self, selector: &str) -> Element {
        self.root.query_selector(selector).unwrap().unwrap_or_else(|| panic!("no {selector}"))
    }

    /// A button by its accessible name.
    fn button(&self, name: &str) -> HtmlElement {
        let named = |e: &Element| {
            e.get_attribute("aria-label").unwrap_or_else(|| e.text_content().unwrap_or_default()).trim() == name
        };
        let found = self.all("button").into_iter().find(named).unwrap_or_else(|| panic!("no button {name}"));
        found.unchecked_into()
    }

    fn step(&self) -> u64 {
        self.one(".position").unchecked_into::<HtmlInputElement>().value().parse().unwrap()
    }

    fn select(&self, label: &str) -> HtmlSelectElement {
        let named = |e: &Element| {
            e.query_selector(".choice-name").unwrap().is_some_and(|n| n.text_content().as_deref() == Some(label))
        };
        let choice = self.all("label.choice").into_iter().find(named).unwrap_or_else(|| panic!("no list {label}"));
        choice.query_selector("select").unwrap().unwrap().unchecked_into()
    }

    fn choose(&self, label: &str, value: &str) {
        let select = self.select(label);
        select.set_value(value);
        select.dispatch_event(&web_sys::Event::new("change").unwrap()).unwrap();
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.root.remove();
    }
}

async fn settle() {
    leptos::task::tick().await;
    // The stage is drawn in the frame after its room is known.
    for _ in 0..3 {
        frame().await;
    }
    leptos::task::tick().await;
}

async fn frame() {
    let shown = js_sys::Promise::new(&mut |done, _| {
        web_sys::window().unwrap().request_animation_frame(&done).unwrap();
    });
    wasm_bindgen_futures::JsFuture::from(shown).await.unwrap();
}

#[wasm_bindgen_test]
async fn it_opens_playing_with_every_region_and_control() {
    let page = Page::open();
    settle().await;
    for name in ["Stage", "Timeline", "Verdict"] {
        page.one(&format!("section[aria-label={name}]"));
    }
    for name in ["Pause", "Step", "Step back", "Restart run", "Crash", "Open scenario"] {
        page.button(name);
    }
    for label in ["Scenario", "Sink", "Speed"] {
        assert!(page.select(label).length() > 1, "{label}");
    }
    assert_eq!(page.select("Scenario").value(), "21-one-crash-two-sinks");
    assert_eq!(page.select("Sink").value(), "append");
    // It begins behind offset 92 and plays on; a narrow box tells the next offset alone.
    let words = page.one("[data-node=orders]").text_content().unwrap();
    assert!((92_u64..=105).any(|n| words.contains(&n.to_string())), "{words}");
}

#[wasm_bindgen_test]
async fn pause_and_steps_move_by_one() {
    let page = Page::open();
    settle().await;
    page.button("Pause").click();
    settle().await;
    let there = page.step();
    page.button("Step back").click();
    settle().await;
    assert_eq!(page.step(), there - 1);
    page.button("Play");
}

#[wasm_bindgen_test]
async fn a_crash_by_hand_wipes_memory_and_nothing_below() {
    let page = Page::open();
    settle().await;
    page.button("Pause").click();
    settle().await;
    let rows = page.one("[data-destination=ledger] .holds").text_content();
    page.button("Crash").click();
    settle().await;
    assert_eq!(page.all(".node.gone").len(), page.all(".node").len());
    assert_eq!(page.one("[data-destination=ledger] .holds").text_content(), rows);
}

#[wasm_bindgen_test]
async fn another_sink_plays_the_same_run_with_it() {
    let page = Page::open();
    settle().await;
    page.choose("Sink", "two_phase");
    settle().await;
    assert_eq!(page.select("Sink").value(), "two_phase");
    assert!(page.one("[data-destination=ledger]").query_selector(".transaction").unwrap().is_some());
}

#[wasm_bindgen_test]
async fn another_scenario_brings_its_own_nodes() {
    let page = Page::open();
    settle().await;
    page.choose("Scenario", "05-increment");
    settle().await;
    assert_eq!(page.all(".node").len(), 3);
    page.one("[data-node=out]");
}

#[wasm_bindgen_test]
async fn the_theme_button_turns_the_page() {
    let page = Page::open();
    settle().await;
    let root = document().document_element().unwrap();
    let before = root.get_attribute("data-theme");
    page.one("button[aria-label$=theme]").unchecked_into::<HtmlElement>().click();
    settle().await;
    assert_ne!(root.get_attribute("data-theme"), before);
}
