//! The stage: memory above, what a crash cannot reach below, and what moves between them.

mod canvas;
pub mod destination;
pub mod movers;
pub mod node;
pub mod pipes;
mod rows;
pub mod shelf;
pub mod tape;
pub mod words;
pub mod zoom;

use leptos::prelude::*;

use super::compare::Unlike;
use super::desk::{Desk, Dwell};
use super::hands::{Grips, pick};
use super::lens::LensSwitch;
use super::pieces::{Piece, from};
use super::room::use_room;
use crate::view::geometry::Rect;
use crate::view::layout::{NodeBox, Stage as Drawing};
use crate::view::scene::Up;
use destination::Destination;
use movers::Movers;
use node::Node;
use pipes::Pipes;
use shelf::Shelf;
use tape::Tape;
use words::Words;
use zoom::{Zoom, ZoomControl};

pub use movers::paint;

/// The stage.
#[component]
pub fn Stage(
    /// Its id in the document: the second of two stages has another one.
    #[prop(default = "stage")]
    id: &'static str,
    /// Its name, where it is not the one stage of the page.
    #[prop(optional)]
    name: Option<&'static str>,
) -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let room = use_room(desk.size);
    // Nothing is drawn for a room that nobody has measured: it would all be drawn anew in the next frame.
    let measured = RwSignal::new(false);
    room.on_load(move |_| request_animation_frame(move || _ = measured.try_set(true)));
    let drawing = desk.drawing();
    let least = desk.least_height();
    let zoom = Zoom::new(room);
    // Another run, another picture.
    Effect::new(move |_| {
        desk.run.track();
        zoom.fit();
    });
    let picture = move || measured.get().then(|| view! { <Picture drawing/> });
    let class = move || {
        let mut class = String::from("stage");
        if desk.readable.get() {
            class.push_str(" readable");
        }
        if desk.lens.get() {
            class.push_str(" clerk");
        }
        if desk.scene.with(|s| s.up != Up::Running) {
            class.push_str(" is-down");
        }
        match desk.dwell.get() {
            Dwell::None => {}
            Dwell::Crash => class.push_str(" is-crashing"),
            Dwell::Restore => class.push_str(" is-restoring"),
        }
        class
    };
    view! {
        <section class=class id=id aria-label=name.unwrap_or(text.controls.stage) tabindex="0">
            <div
                class="stage-room" dir="ltr" class:enlarged=move || zoom.is_on() node_ref=room
                style:min-height=move || px(least.get())
                on:wheel=move |event| zoom.wheel(&event)
                on:pointerdown=move |event| zoom.down(&event)
                on:pointermove=move |event| zoom.moved(&event)
                on:pointerup=move |event| zoom.up(&event)
                on:pointercancel=move |event| zoom.up(&event)
            >
                <div
                    class="stage-drawing"
                    style:height=move || px(drawing.with(|d| d.height))
                    style:transform=move || zoom.transform()
                    on:click=move |event| drawing.with_untracked(|d| pick(desk, &event, d))
                >
                    {picture}
                </div>
                <Caption/>
                <LensSwitch/>
                <ZoomControl zoom/>
            </div>
            <Words/>
        </section>
    }
}

/// Everything on the stage, at its place. Each piece is brought up to date by itself when the job or the room changes: what has
/// the focus stays where it is.
#[component]
fn Picture(
    /// Where everything stands.
    drawing: Memo<Drawing>,
) -> impl IntoView {
    let desk = Desk::get();
    // Two runs may have the same drawing, and not the same partitions or kinds.
    let now = move || {
        desk.run.track();
        drawing.get()
    };
    let ground = move || {
        let Drawing { memory, durable, line_y, .. } = now();
        view! { <Ground memory durable line_y/> }
    };
    let nodes = move || {
        let Drawing { nodes, flow, small, .. } = now();
        let node = |(i, node): (usize, NodeBox)| view! { <Node index=i node flow small/> };
        nodes.into_iter().enumerate().map(node).collect_view().into_any()
    };
    let tapes = move || {
        let tape = |(i, rect): (usize, Rect)| view! { <Tape index=i rect/> };
        now().tapes.into_iter().enumerate().map(tape).collect_view().into_any()
    };
    let shelf = move || {
        let Drawing { shelf, slots, coordinator, .. } = now();
        view! { <Shelf area=shelf slots coordinator/> }.into_any()
    };
    let destinations = move || {
        let destination = |(i, rect): (usize, Rect)| view! { <Destination index=i rect/> };
        now().destinations.into_iter().enumerate().map(destination).collect_view().into_any()
    };
    let movers = move || {
        let drawing = now();
        view! { <Grips drawing=drawing.clone()/><Movers drawing=drawing.clone()/><Unlike drawing/> }.into_any()
    };
    view! {
        {ground}
        {from(Piece::Pipes, move || view! { <Pipes drawing=now()/> }.into_any())}
        {from(Piece::Nodes, nodes)}
        {from(Piece::Tapes, tapes)}
        {from(Piece::Shelf, shelf)}
        {from(Piece::Destinations, destinations)}
        {from(Piece::Movers, movers)}
    }
}

/// Memory, what a crash cannot reach, and the line between the two.
#[component]
fn Ground(
    /// What a crash wipes.
    memory: Rect,
    /// What it cannot reach.
    durable: Rect,
    /// Where the line is.
    line_y: f64,
) -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let title = move || {
        let now = desk.now.get().ms;
        desk.scene.with(|s| (text.memory)(s, now))
    };
    view! {
        <div class="half memory" data-lit=move || desk.is_lit(|lit| lit.memory) style:left=px(memory.x) style:top=px(memory.y) style:width=px(memory.w) style:height=px(memory.h)>
            <h2 class="half-title">{title}</h2>
            <p class="half-note">{text.stage.wiped_by_a_crash}</p>
        </div>
        <div
            class="half durable"
            style:left=px(durable.x) style:top=px(durable.y) style:width=px(durable.w) style:height=px(durable.h)
        ></div>
        <div class="line" style:top=px(line_y) style:left=px(memory.x) style:width=px(memory.w)>
            <span>{text.stage.out_of_reach}</span>
        </div>
    }
}

/// The line that stands at a turning point.
#[component]
fn Caption() -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let caption = move || desk.caption.get().filter(|_| desk.closing.get().is_none());
    move || caption().map(|caption| view! { <p class="caption" data-testid="caption">{(text.caption)(&caption)}</p> })
}

/// A length for a style.
pub(super) fn px(length: f64) -> String {
    format!("{length:.1}px")
}

/// Top of the heading that stands over a box.
pub(super) fn heading_top(rect: Rect) -> String {
    px(rect.y - 23.0)
}
