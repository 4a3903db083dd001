//! A destination: what it holds in one line, and its rows or balances.

use leptos::prelude::*;

use super::rows::{ABOVE_ROWS, Body};
use super::{heading_top, px};
use crate::text::Text;
use crate::ui::desk::Desk;
use crate::view::geometry::Rect;
use crate::view::scene::Destination as Data;

/// The height in pixels of the line that says what is missing, as in the style sheet.
const GHOST: f64 = 34.0;

/// A destination.
#[component]
pub fn Destination(
    /// Its place among the sinks.
    index: usize,
    /// Where it stands.
    rect: Rect,
) -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let data = Memo::new(move |_| desk.sinks.with(|s| s.destinations.get(index).cloned()));
    let node = desk.show.with_value(|show| show.world().plan().sink_node(index));
    let name = move || data.with(|d| d.as_ref().map(|d| d.name.clone()));
    let habit = move || data.with(|d| d.as_ref().map(|d| (text.sink_habit)(d.kind, d.reader)));
    // As much as fits in the line; the whole of it to whoever points at it.
    let line = Memo::new(move |_| data.with(|d| d.as_ref().map(|d| line(text, d, rect.w))).unwrap_or_default());
    let whole = move || data.with(|d| d.as_ref().map(|d| format!("{} {}", (text.holds)(d), (text.stands_twice)(d))));
    let lost = move || {
        desk.verdict
            .with(|v| v.lost.iter().find(|l| l.sink == index).map(|l| view! { <p class="ghost">{(text.lost)(l)}</p> }))
    };
    let is_lossy = Memo::new(move |_| desk.verdict.with(|v| v.lost.iter().any(|l| l.sink == index)));
    // The line that says what is missing takes its room from the rows.
    let room = move || rect.h - ABOVE_ROWS - 6.0 - if is_lossy.get() { GHOST } else { 0.0 };
    let body = Body::of(desk, data, node, rect.w, Signal::derive(room));
    let class = move || {
        if data.with(|d| d.as_ref().is_some_and(|d| d.again > 0)) { "destination doubled" } else { "destination" }
    };
    view! {
        <h3 class="heading" style:left=px(rect.x) style:top=heading_top(rect) style:width=px(rect.w)>
            <span class="cap" title=name>{name}</span>{(rect.w >= ROOMY).then(|| view! { <span class="habit">{habit}</span> })}
        </h3>
        <div
            class=class data-destination=name
            data-lit=move || desk.is_lit(|lit| lit.nodes.contains(&node))
            style:left=px(rect.x) style:top=px(rect.y) style:width=px(rect.w) style:height=px(rect.h)
        >
            <p class="holds" title=whole><b>{move || line.get().0}</b><em>{move || line.get().1}</em></p>
            {body.view()}
            {lost}
        </div>
    }
}

/// What a destination holds and what stands twice in it, as long as the width allows.
fn line(text: &Text, d: &Data, width: f64) -> (String, String) {
    let (long, short) = ((text.holds)(d), (text.holds_short)(d));
    let (twice, again) = ((text.stands_twice)(d), (text.again_short)(d));
    // Signs of several bytes are wide ones.
    let fits = |a: &str, b: &str| (a.len() + b.len()) as f64 * 7.1 + 34.0 <= width;
    match () {
        () if fits(&long, &twice) => (long, twice),
        () if fits(&long, &again) => (long, again),
        () if fits(&short, &again) => (short, again),
        () if again.is_empty() => (short, again),
        () => (String::new(), again),
    }
}

/// Below this width there is no room for long words.
const ROOMY: f64 = 250.0;
