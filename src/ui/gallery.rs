//! The gallery: every preset as a card with the shape of its job, what it promises and how it comes out.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use super::desk::{Desk, Intent, Panel};
use super::help::Dialog;
use super::theme::media_matches;
use crate::graph::Plan;
use crate::scenario::{Group, Outcome, Preset, presets, read};
use crate::view::layout::Part;
use crate::view::pictogram::{DOT, HEIGHT, WIDTH, pictogram};

/// The gallery; its cards are there while it is open.
#[component]
pub fn Gallery() -> impl IntoView {
    let desk = Desk::get();
    let open = Memo::new(move |_| desk.panel.get() == Some(Panel::Gallery));
    view! {
        <Dialog panel=Panel::Gallery title=desk.text().doors.gallery>
            {move || open.get().then(|| view! { <Cards/> })}
        </Dialog>
    }
}

#[component]
fn Cards() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.words().presets;
    let wanted = RwSignal::new(String::new());
    let all: Vec<String> = presets().iter().map(|p| text_of(desk, p).to_ascii_lowercase()).collect();
    let shown = Memo::new(move |_| {
        let wanted = wanted.get().to_ascii_lowercase();
        all.iter().map(|text| wanted.split_whitespace().all(|word| text.contains(word))).collect::<Vec<bool>>()
    });
    let shows = move |i: usize| shown.with(|shown| shown[i]);
    let count = move || shown.with(|shown| (words.shown)(shown.iter().filter(|s| **s).count(), shown.len()));
    let field = NodeRef::<html::Input>::new();
    // Where typing brings up a keyboard on the screen, that is a person's own choice.
    let ready = media_matches("(pointer: fine)");
    field.on_load(move |field| {
        if ready {
            let _ = field.focus();
        }
    });
    let group = |group: Group| {
        let here = move || presets().iter().enumerate().filter(move |(_, p)| p.group == group);
        let cards = here().map(|(i, preset)| view! { <li hidden=move || !shows(i)><Card preset/></li> }.into_any());
        let none = move || here().all(|(i, _)| !shows(i));
        view! {
            <section hidden=none>
                <h3>{(desk.text().presets.group)(group)}</h3>
                <ul class="presets">{cards.collect_view()}</ul>
            </section>
        }
        .into_any()
    };
    let pressed = move |event: KeyboardEvent| {
        let open: Vec<&str> = presets()
            .iter()
            .enumerate()
            .filter(|(i, _)| shown.with_untracked(|s| s[*i]))
            .map(|(_, p)| p.name)
            .collect();
        press(desk, &event, &open);
    };
    view! {
        <div class="gallery" on:keydown=pressed>
            <div class="filter">
                <label class="choice">
                    <span class="choice-name">{words.filter}</span>
                    <input
                        node_ref=field type="search" autofocus=ready spellcheck="false" autocomplete="off"
                        on:input=move |event| wanted.set(event_target_value(&event))
                    />
                </label>
                <p role="status">{count}</p>
            </div>
            {Group::ALL.map(group).collect_view()}
        </div>
    }
}

/// Everything that a person may look for a preset by.
fn text_of(desk: Desk, preset: &Preset) -> String {
    let words = desk.words().presets;
    let parts = [(desk.text().presets.group)(preset.group), (words.outcome)(preset.outcome), preset.name];
    format!("{} {} {}", (desk.text().presets.name)(preset.name), (words.promise)(preset), parts.join(" "))
}

fn id_of(name: &str) -> String {
    format!("preset-{name}")
}

#[component]
fn Card(
    /// Which.
    preset: &'static Preset,
) -> impl IntoView {
    let desk = Desk::get();
    let words = desk.words().presets;
    let (outcome, sign) = sign_of(preset.outcome);
    let here = desk.preset.with_untracked(|p| p.as_deref() == Some(preset.name));
    view! {
        <button
            class="preset" type="button" id=id_of(preset.name) data-outcome=outcome
            aria-current=here.then_some("true")
            on:click=move |_| desk.send(Intent::Preset(preset.name.to_owned()))
        >
            <strong>{(desk.text().presets.name)(preset.name)}</strong>
            <span class="promise">{(words.promise)(preset)}</span>
            <span class="preset-head">
                <Shape preset/>
                <span class="outcome">
                    <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d=sign/></svg>
                    {(words.outcome)(preset.outcome)}
                </span>
            </span>
        </button>
    }
}

/// The shape of a preset's job.
#[component]
fn Shape(
    /// Which.
    preset: &'static Preset,
) -> impl IntoView {
    read(preset.json()).ok().map(|scenario| {
        let drawing = pictogram(&Plan::new(&scenario));
        let sole = scenario.sinks.len() == 1;
        let dots = drawing.dots.iter().map(|dot| {
            let class = match dot.part {
                Part::Source => "of-source",
                Part::Operator => "of-operator",
                // The only one is where it goes wrong, or right.
                Part::Sink if sole => "of-sink sole",
                Part::Sink => "of-sink",
            };
            // Sources and operators are round, sinks have corners.
            let rx = if dot.part == Part::Sink { 1.5 } else { DOT / 2.0 };
            let (x, y) = (dot.x - DOT / 2.0, dot.y - dot.height / 2.0);
            view! { <rect class=class x=x y=y width=DOT height=dot.height rx=rx/> }
        });
        view! {
            <svg class="shape" viewBox=format!("0 0 {WIDTH} {HEIGHT}") aria-hidden="true" focusable="false">
                <path d=drawing.lines/>
                {dots.collect_view()}
            </svg>
        }
    })
}

/// How a run comes out: a name for the styles, and the sign beside the word.
fn sign_of(outcome: Outcome) -> (&'static str, &'static str) {
    match outcome {
        Outcome::Twice => ("twice", "M2 6h8v8H2zM6 6V2h8v8h-4"),
        Outcome::Lost => ("lost", "M3 3h10v10H3z"),
        Outcome::WrongState => ("wrong-state", "M3 6h10M3 10h10M11 2.5l-6 11"),
        Outcome::Right => ("right", "M3 8.5l3.5 3.5L13 4.5"),
        Outcome::Costs => ("costs", "M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2M8 4.8V8l2.4 1.8"),
    }
}

/// The arrows go from card to card as the cards stand; Enter in the field opens the first that is left.
fn press(desk: Desk, event: &KeyboardEvent, open: &[&str]) {
    let element =
        |name: &str| document().get_element_by_id(&id_of(name)).and_then(|e| e.dyn_into::<HtmlElement>().ok());
    let focus = document().active_element().map(|e| e.id()).unwrap_or_default();
    let cards: Vec<HtmlElement> = open.iter().filter_map(|name| element(name)).collect();
    let to = match (open.iter().position(|name| id_of(name) == focus), event.key().as_str()) {
        (None, "Enter") => {
            if let Some(first) = open.first() {
                desk.send(Intent::Preset((*first).to_owned()));
            }
            return event.prevent_default();
        }
        (None, "ArrowDown") => cards.first(),
        (Some(here), "ArrowRight") => cards.get(here + 1),
        (Some(here), "ArrowLeft") => here.checked_sub(1).and_then(|i| cards.get(i)),
        (Some(_), "Home") => cards.first(),
        (Some(_), "End") => cards.last(),
        (Some(here), "ArrowDown") => beside(&cards[here], cards[here..].iter()),
        (Some(here), "ArrowUp") => beside(&cards[here], cards[..here].iter().rev()),
        _ => return,
    };
    if let Some(card) = to {
        let _ = card.focus();
        event.prevent_default();
    }
}

/// Of the next row on the way, the card nearest to this one.
fn beside<'a>(here: &HtmlElement, way: impl Iterator<Item = &'a HtmlElement>) -> Option<&'a HtmlElement> {
    let mut row = way.skip_while(|card| card.offset_top() == here.offset_top()).peekable();
    let top = row.peek()?.offset_top();
    row.take_while(|card| card.offset_top() == top).min_by_key(|card| (card.offset_left() - here.offset_left()).abs())
}
