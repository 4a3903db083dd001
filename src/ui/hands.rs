//! Hands: every place of the stage can be taken hold of, by pointer, by context menu or by keyboard, and says what can be
//! done there now.

use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, MouseEvent};

use super::desk::{Desk, Hold, Intent};
use crate::view::geometry::{Point, Rect};
use crate::view::hands::{Grip, grips};
use crate::view::inspector::Subject;
use crate::view::layout::Stage as Drawing;

/// Half the length of an edge's handle.
const REACH: f64 = 13.0;

/// The handles over a drawing: one on each node, each edge and the shelf. One of them is in the order of focus; the
/// arrows up and down go from one to the next.
#[component]
pub fn Grips(
    /// Where everything stands.
    drawing: Drawing,
) -> impl IntoView {
    let desk = Desk::get();
    let words = desk.text().play;
    let all = desk.show.with_value(|show| {
        let plan = show.world().plan();
        let place = |grip: Grip| Some((rect_of(&drawing, &grip)?, (words.grip)(&grip, plan), grip));
        grips(plan).into_iter().filter_map(place).collect::<Vec<_>>()
    });
    let drawn = StoredValue::new_local(drawing);
    let handles = all.into_iter().enumerate().map(|(i, (rect, name, grip))| {
        let class = match grip {
            Grip::Edge(_) => "grip edge-grip",
            _ => "grip",
        };
        let (opened, menu, looked) = (grip.clone(), grip.clone(), grip);
        // The key that looks inside looks at what the focus is on.
        let look = move |event: KeyboardEvent| {
            let plain = !(event.ctrl_key() || event.alt_key() || event.meta_key());
            let subject = desk.show.with_value(|show| Subject::of(&looked, show.world().plan()));
            if let Some(subject) = subject.filter(|_| plain && event.key() == "i") {
                event.prevent_default();
                desk.send(Intent::Inspect(Some(subject)));
            }
        };
        view! {
            <button
                type="button" class=class tabindex=if i == 0 { "0" } else { "-1" }
                aria-haspopup="menu" aria-label=(words.grip_menu)(&name)
                style:left=px(rect.x) style:top=px(rect.y) style:width=px(rect.w) style:height=px(rect.h)
                on:click=move |event| drawn.with_value(|d| take_hold(desk, &event, &opened, d))
                on:contextmenu=move |event| drawn.with_value(|d| take_hold(desk, &event, &menu, d))
                on:keydown=look
            ></button>
        }
    });
    let layer = NodeRef::<html::Div>::new();
    let step = move |event: KeyboardEvent| {
        let forward = match event.key().as_str() {
            "ArrowDown" => true,
            "ArrowUp" => false,
            _ => return,
        };
        event.prevent_default();
        if let Some(layer) = layer.get_untracked() {
            go_to_neighbour(&layer, ".grip", forward);
        }
    };
    view! { <div class="grips" node_ref=layer on:keydown=step>{handles.collect_view()}</div> }
}

/// Puts the focus on the next or the last of the elements that a selector finds, and that one into the order of focus.
fn go_to_neighbour(within: &Element, selector: &str, forward: bool) {
    let Ok(found) = within.query_selector_all(selector) else { return };
    let list: Vec<HtmlElement> = (0..found.length()).filter_map(|i| found.get(i)?.dyn_into().ok()).collect();
    let focused = document().active_element();
    let here = list.iter().position(|e| Some(e.unchecked_ref::<Element>()) == focused.as_ref());
    let next = match (here, forward) {
        (Some(i), true) => (i + 1) % list.len().max(1),
        (Some(i), false) => (i + list.len() - 1) % list.len().max(1),
        (None, _) => 0,
    };
    for (i, element) in list.iter().enumerate() {
        element.set_tab_index(if i == next { 0 } else { -1 });
    }
    if let Some(element) = list.get(next) {
        let _ = element.focus();
    }
}

/// Opens the menu of a place, and of the record that lies on it.
fn take_hold(desk: Desk, event: &MouseEvent, grip: &Grip, drawing: &Drawing) {
    event.prevent_default();
    event.stop_propagation();
    let by_key = place_of(event) == (0.0, 0.0);
    let record = if by_key { None } else { record_under(desk, event, drawing) };
    let element = event.current_target().and_then(|t| t.dyn_into::<Element>().ok());
    // A key gives no place: the menu opens at the middle of what has the focus.
    let at = match element.filter(|_| by_key) {
        Some(element) => middle(&element),
        None => place_of(event),
    };
    let grips = record.into_iter().chain([grip.clone()]).collect();
    desk.send(Intent::Hold(Some(Hold { grips, at })));
}

fn middle(element: &Element) -> (f64, f64) {
    let rect = element.get_bounding_client_rect();
    (rect.left() + rect.width() / 2.0, rect.top() + rect.height() / 2.0)
}

/// The button that opens everything that can be done to the job.
#[component]
pub fn MoreButton() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.text().play;
    let open = move |event: MouseEvent| {
        let grips = desk.show.with_value(|show| grips(show.world().plan()));
        let at =
            event.current_target().and_then(|t| t.dyn_into::<Element>().ok()).map_or(place_of(&event), |e| middle(&e));
        desk.send(Intent::Hold(Some(Hold { grips, at })));
    };
    view! {
        <button class="button" type="button" aria-haspopup="menu" on:click=open>{words.break_it}</button>
    }
}

/// Whoever presses on a record, wherever it is, takes hold of it.
pub fn pick(desk: Desk, event: &MouseEvent, drawing: &Drawing) {
    if let Some(record) = record_under(desk, event, drawing) {
        desk.send(Intent::Hold(Some(Hold { grips: vec![record], at: place_of(event) })));
    }
}

/// The record under the pointer, if it is on the drawing.
fn record_under(desk: Desk, event: &MouseEvent, drawing: &Drawing) -> Option<Grip> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let rect = target.closest(".stage-drawing").ok()??.get_bounding_client_rect();
    // The drawing may be zoomed.
    let scale = drawing.width / rect.width().max(1.0);
    let (x, y) = place_of(event);
    desk.record_at(drawing, Point::at((x - rect.left()) * scale, (y - rect.top()) * scale))
}

fn place_of(event: &MouseEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}

fn rect_of(drawing: &Drawing, grip: &Grip) -> Option<Rect> {
    match grip {
        Grip::Node(node) => drawing.nodes.get(node.index()).map(|n| n.rect),
        Grip::Edge(edge) => {
            let middle = drawing.ducts.get(usize::from(*edge))?.middle.place(0.5);
            Some(Rect::new(middle.x - REACH, middle.y - REACH, 2.0 * REACH, 2.0 * REACH))
        }
        Grip::Shelf => Some(drawing.shelf),
        // The whole job is at hand beside the button that crashes it.
        Grip::Job | Grip::Record { .. } => None,
    }
}

/// The menu of what can be done, at the place that was taken hold of; at the foot of a narrow page.
#[component]
pub fn HandMenu() -> impl IntoView {
    let desk = Desk::get();
    move || desk.hold.get().map(|hold| view! { <Menu hold/> })
}

#[component]
fn Menu(
    /// What was taken hold of, and where.
    hold: Hold,
) -> impl IntoView {
    let desk = Desk::get();
    let words = desk.words().hands;
    let menu = NodeRef::<html::Div>::new();
    // Where the focus was goes back to when the menu closes.
    let before = StoredValue::new_local(document().active_element().and_then(|e| e.dyn_into::<HtmlElement>().ok()));
    let close = move || {
        desk.send(Intent::Hold(None));
        before.with_value(|e| e.as_ref().map(HtmlElement::focus));
    };
    menu.on_load(move |menu| {
        place(&menu, hold.at);
        if let Ok(Some(first)) = menu.query_selector("[role=menuitem]") {
            let _ = first.unchecked_into::<HtmlElement>().focus();
        }
    });
    let groups = hold.grips.iter().map(|grip| {
        let (name, mut offers) = desk.offers(grip);
        // What is done is done to the run that leads; the one beside follows it.
        if desk.looking.is_beside {
            offers.clear();
        }
        let items = offers.into_iter().map(|hand| {
            let label = desk.show.with_value(|show| (words.hand)(&hand, show.world().plan()));
            view! {
                <button
                    type="button" role="menuitem" tabindex="-1" class="menu-item"
                    on:click=move |_| {
                        desk.send(Intent::Hand(hand.clone()));
                        close();
                    }
                >{label}</button>
            }
        });
        let items = items.collect_view();
        let look = super::inspector::menu_item(desk, grip, close);
        let nothing =
            (items.is_empty() && look.is_none()).then(|| view! { <p class="menu-nothing">{words.nothing_to_do}</p> });
        view! {
            <div role="group" aria-label=name.clone()>
                <p class="menu-head" aria-hidden="true">{name.clone()}</p>
                {items}
                {nothing}
                {look}
            </div>
        }
    });
    let pressed = move |event: KeyboardEvent| {
        match event.key().as_str() {
            "Escape" | "Tab" => close(),
            "ArrowDown" | "ArrowUp" => {
                if let Some(menu) = menu.get_untracked() {
                    go_to_neighbour(&menu, "[role=menuitem]", event.key() == "ArrowDown");
                }
            }
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let outside = window_event_listener(ev::pointerdown, move |event| {
        let target = event.target().and_then(|t| t.dyn_into::<web_sys::Node>().ok());
        let within = menu.get_untracked().is_some_and(|m| m.contains(target.as_ref()));
        if !within {
            desk.send(Intent::Hold(None));
        }
    });
    on_cleanup(move || outside.remove());
    let name = desk.text().play.break_it;
    view! {
        <div class="menu" role="menu" aria-label=name tabindex="-1" node_ref=menu on:keydown=pressed>
            {groups.collect_view()}
        </div>
    }
}

/// Beside the place, and within the window.
fn place(menu: &HtmlElement, (x, y): (f64, f64)) {
    let window = window();
    let length = |v: Result<wasm_bindgen::JsValue, _>| v.ok().and_then(|v| v.as_f64()).unwrap_or(0.0);
    let (width, height) = (length(window.inner_width()), length(window.inner_height()));
    let rect = menu.get_bounding_client_rect();
    let left = (x + 6.0).min(width - rect.width() - 8.0).max(8.0);
    let top = (y + 6.0).min(height - rect.height() - 8.0).max(8.0);
    let style = menu.style();
    let _ = style.set_property("left", &px(left));
    let _ = style.set_property("top", &px(top));
}

fn px(length: f64) -> String {
    format!("{length:.1}px")
}
