//! Zoom and pan of the stage: by buttons, by ctrl and wheel or a pinch, by dragging what is empty, and by keys while the
//! control has the focus. At 100 % the drawing fits the width, and nothing but the page scrolls.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, PointerEvent, WheelEvent};

use crate::ui::desk::Desk;
use crate::ui::icons::{Icon, Shape};
use crate::view::geometry::Point;
use crate::view::lens::Lens;

/// How far an arrow key moves the picture, in pixels.
const PAN: f64 = 60.0;
/// One press of a button, and one notch of a wheel.
const STEP: f64 = 1.25;
/// A pointer that moved less has clicked.
const SLACK: f64 = 4.0;

/// The lens over one stage, and the pointers that are on it.
#[derive(Clone, Copy)]
pub struct Zoom {
    lens: RwSignal<Lens>,
    room: NodeRef<html::Div>,
    pointers: StoredValue<Vec<(i32, Point)>>,
    /// The pointer that is down has moved far enough to drag.
    dragging: StoredValue<bool>,
}

impl Zoom {
    /// No zoom, over this element.
    pub fn new(room: NodeRef<html::Div>) -> Zoom {
        Zoom {
            lens: RwSignal::new(Lens::default()),
            room,
            pointers: StoredValue::new(Vec::new()),
            dragging: StoredValue::new(false),
        }
    }

    /// The drawing's `transform`.
    pub fn transform(self) -> String {
        let Lens { scale, x, y } = self.lens.get();
        if scale <= 1.0 { String::from("none") } else { format!("translate({x:.1}px, {y:.1}px) scale({scale:.3})") }
    }

    /// Whether anything is enlarged.
    pub fn is_on(self) -> bool {
        self.lens.with(|lens| lens.scale > 1.0)
    }

    fn size(self) -> Point {
        self.room
            .get_untracked()
            .map_or(Point::default(), |r| Point::at(f64::from(r.client_width()), f64::from(r.client_height())))
    }

    /// Where a pointer is, from the corner of the stage.
    fn place(self, x: i32, y: i32) -> Point {
        let rect = self.room.get_untracked().map(|room| room.get_bounding_client_rect());
        rect.map_or(Point::default(), |r| Point::at(f64::from(x) - r.left(), f64::from(y) - r.top()))
    }

    fn by(self, factor: f64, around: Option<Point>) {
        let size = self.size();
        let around = around.unwrap_or(Point::at(size.x / 2.0, size.y / 2.0));
        self.lens.update(|lens| *lens = lens.zoomed(factor, around, size));
    }

    fn pan(self, dx: f64, dy: f64) {
        let size = self.size();
        self.lens.update(|lens| *lens = lens.panned(dx, dy, size));
    }

    /// The whole drawing again.
    pub fn fit(self) {
        self.lens.set(Lens::default());
    }

    /// Ctrl and wheel, which a pinch on a touchpad is, too. The wheel alone scrolls the page.
    pub fn wheel(self, event: &WheelEvent) {
        if event.ctrl_key() {
            event.prevent_default();
            let factor = (-event.delta_y() / 400.0).clamp(-0.6, 0.6).exp();
            self.by(factor, Some(self.place(event.client_x(), event.client_y())));
        }
    }

    /// A pointer goes down: one may drag, two pinch. What can be pressed keeps its own meaning.
    pub fn down(self, event: &PointerEvent) {
        let on: Option<Element> = event.target().and_then(|t| t.dyn_into().ok());
        let is_control =
            on.is_some_and(|e| e.closest("button, a, input, select, [role=button]").ok().flatten().is_some());
        if !is_control && event.button() == 0 {
            let here = self.place(event.client_x(), event.client_y());
            self.pointers.update_value(|list| {
                list.retain(|(id, _)| *id != event.pointer_id());
                list.push((event.pointer_id(), here));
            });
            self.dragging.set_value(false);
        }
    }

    /// A pointer moves.
    pub fn moved(self, event: &PointerEvent) {
        let here = self.place(event.client_x(), event.client_y());
        let before = self.pointers.get_value();
        let Some(own) = before.iter().position(|(id, _)| *id == event.pointer_id()) else { return };
        let at = before[own].1;
        match before.as_slice() {
            [_] if !self.is_on() => {}
            [_] => {
                if !self.dragging.get_value() && (here.x - at.x).hypot(here.y - at.y) < SLACK {
                    return;
                }
                if !self.dragging.get_value() {
                    self.dragging.set_value(true);
                    // From here on the pointer is ours wherever it goes.
                    let room = self.room.get_untracked().map(|r| r.unchecked_into::<HtmlElement>());
                    let _ = room.map(|room| room.set_pointer_capture(event.pointer_id()));
                }
                self.pan(here.x - at.x, here.y - at.y);
            }
            [a, b, ..] => {
                let other = if own == 0 { b.1 } else { a.1 };
                let apart = |p: Point| (p.x - other.x).hypot(p.y - other.y).max(1.0);
                self.by(apart(here) / apart(at), Some(Point::at((here.x + other.x) / 2.0, (here.y + other.y) / 2.0)));
                event.prevent_default();
            }
            [] => {}
        }
        self.pointers.update_value(|list| list[own].1 = here);
    }

    /// A pointer is gone.
    pub fn up(self, event: &PointerEvent) {
        self.pointers.update_value(|list| list.retain(|(id, _)| *id != event.pointer_id()));
    }

    fn press(self, event: &KeyboardEvent) {
        match event.key().as_str() {
            "+" | "=" => self.by(STEP, None),
            "-" => self.by(1.0 / STEP, None),
            "0" => self.fit(),
            "ArrowLeft" if self.is_on() => self.pan(PAN, 0.0),
            "ArrowRight" if self.is_on() => self.pan(-PAN, 0.0),
            "ArrowUp" if self.is_on() => self.pan(0.0, PAN),
            "ArrowDown" if self.is_on() => self.pan(0.0, -PAN),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    }
}

/// The buttons; what they do, keys do while one of them has the focus.
#[component]
pub fn ZoomControl(
    /// The lens.
    zoom: Zoom,
) -> impl IntoView {
    let words = Desk::get().text().stage;
    let off = move || if zoom.is_on() { "false" } else { "true" };
    let percent = move || zoom.lens.with(|lens| format!("{:.0} %", lens.scale * 100.0));
    view! {
        <div class="zoom" role="group" aria-label=words.zoom on:keydown=move |event| zoom.press(&event)>
            <span class="zoom-share" class:visually-hidden=move || !zoom.is_on() role="status">{percent}</span>
            <button class="button square" type="button" aria-label=words.zoom_out aria-disabled=off on:click=move |_| zoom.by(1.0 / STEP, None)>
                <Icon shape=Shape::ZoomOut/>
            </button>
            <button class="button square" type="button" aria-label=words.fit aria-disabled=off on:click=move |_| zoom.fit()>
                <Icon shape=Shape::Fit/>
            </button>
            <button class="button square" type="button" aria-label=words.zoom_in on:click=move |_| zoom.by(STEP, None)>
                <Icon shape=Shape::ZoomIn/>
            </button>
        </div>
    }
}
