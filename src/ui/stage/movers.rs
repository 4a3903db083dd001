//! What moves, painted once a frame: a pool of SVG elements, one a thing, moved by their `transform` and by nothing else.

use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos::svg;
use wasm_bindgen::JsCast;
use web_sys::{Document, Element};

use super::words::name;
use crate::ids::Key;
use crate::sim::RecordRef;
use crate::ui::desk::Desk;
use crate::view::key::{hue, letter};
use crate::view::layout::Stage as Drawing;
use crate::view::movers::{Body, Mover, Place, movers};

const SVG: &str = "http://www.w3.org/2000/svg";

/// The layer of moving things and the elements in it: one a stage, and a page may have two.
pub struct Pool {
    layer: Element,
    drawing: Drawing,
    elements: BTreeMap<(u8, u32, u64), Painted>,
    frame: u64,
}

struct Painted {
    element: Element,
    seen: u64,
    what: String,
}

/// The layer of moving things, above everything on the stage.
#[component]
pub fn Movers(
    /// Where everything stands.
    drawing: Drawing,
) -> impl IntoView {
    let desk = Desk::get();
    let layer = NodeRef::<svg::G>::new();
    let size = format!("0 0 {:.1} {:.1}", drawing.width, drawing.height);
    Effect::new(move |_| {
        if let Some(layer) = layer.get() {
            let layer: Element = layer.unchecked_into();
            // The element may be an old one that is used again: what was painted for another drawing goes.
            layer.set_text_content(None);
            let drawing = drawing.clone();
            desk.pool.set_value(Some(Pool { layer, drawing, elements: BTreeMap::new(), frame: 0 }));
        }
    });
    view! {
        <svg class="layer movers" viewBox=size aria-hidden="true" focusable="false">
            <g node_ref=layer></g>
        </svg>
    }
}

/// Paints one frame.
pub fn paint(desk: Desk) {
    desk.pool.update_value(|pool| {
        if let Some(pool) = pool.as_mut() {
            pool.paint(desk);
        }
    });
}

impl Pool {
    fn paint(&mut self, desk: Desk) {
        let Some(document) = self.layer.owner_document() else { return };
        self.frame += 1;
        let still = desk.still.get_untracked();
        desk.show.with_value(|show| {
            // Another run may be on already while its drawing is still to come.
            if self.drawing.pipes.len() != show.cast().channels.len() {
                return;
            }
            let all = movers(show.reel(), show.pace(), &self.drawing, show.playback().place(), still);
            for mover in &all {
                let class = kind(mover);
                let what = format!("{class} {}", place(mover));
                match self.elements.get_mut(&mover.id) {
                    Some(painted) if painted.what == what => {}
                    // A record that a sink has just written is the same record: the element goes on.
                    Some(painted) => {
                        call(&painted.element, &name(desk, show, mover), &class, mover);
                        painted.what = what;
                    }
                    None => {
                        let name = name(desk, show, mover);
                        if let Some(element) = make(&document, desk, mover, &name, &class) {
                            let _ = self.layer.append_child(&element);
                            self.elements.insert(mover.id, Painted { element, seen: 0, what });
                        }
                    }
                }
                if let Some(painted) = self.elements.get_mut(&mover.id) {
                    painted.seen = self.frame;
                    move_to(&painted.element, mover);
                }
            }
        });
        let frame = self.frame;
        self.elements.retain(|_, painted| {
            if painted.seen != frame {
                painted.element.remove();
            }
            painted.seen == frame
        });
    }
}

fn move_to(element: &Element, mover: &Mover) {
    let _ = element.set_attribute("transform", &format!("translate({:.1} {:.1})", mover.at.x, mover.at.y));
    if let Body::Barrier { degrees, .. } = mover.body
        && let Some(bar) = element.first_element_child().and_then(|title| title.next_element_sibling())
    {
        let _ = bar.set_attribute("transform", &format!("rotate({degrees:.1})"));
    }
    let fading = mover.opacity < 1.0;
    if fading || element.has_attribute("opacity") {
        let _ = element.set_attribute("opacity", &format!("{:.2}", mover.opacity));
    }
}

/// Where a mover is, as far as its name tells.
fn place(mover: &Mover) -> String {
    match &mover.body {
        Body::Record { place: Place::Channel(channel), .. } | Body::Barrier { channel, .. } => {
            format!("channel {channel}")
        }
        Body::Record { place: Place::Task(task), .. } => format!("task {task}"),
        Body::Rise(..) | Body::Fall { .. } | Body::Save(..) | Body::Restore(..) => String::new(),
    }
}

/// The classes of a mover.
fn kind(mover: &Mover) -> String {
    match &mover.body {
        Body::Record { record, key, place } => {
            let mut class = format!("mover record hue-{}", hue(key));
            if record.replayed {
                class.push_str(" replayed");
            }
            if record.redelivered {
                class.push_str(" redelivered");
            }
            if mover.crowded {
                class.push_str(" crowded");
            }
            if let Place::Task(_) = place {
                class.push_str(" at-work");
            }
            class
        }
        Body::Barrier { .. } => "mover barrier".into(),
        Body::Rise(_, key) => format!("mover rise hue-{}", hue(key)),
        Body::Fall { record, key, again, .. } => {
            let mut class = format!("mover record fall hue-{}", hue(key));
            if record.replayed {
                class.push_str(" replayed");
            }
            if *again {
                class.push_str(" again");
            }
            class
        }
        Body::Save(..) => "mover save".into(),
        Body::Restore(..) => "mover save restore".into(),
    }
}

fn make(document: &Document, desk: Desk, mover: &Mover, name: &str, class: &str) -> Option<Element> {
    let group = document.create_element_ns(Some(SVG), "g").ok()?;
    child(document, &group, "title", &[])?;
    match &mover.body {
        Body::Record { record, key, .. } | Body::Fall { record, key, .. } => {
            circle_of(document, desk, &group, record, key)?;
        }
        Body::Barrier { checkpoint, .. } => {
            let bar = [("x", "-4.5"), ("y", "-17"), ("width", "9"), ("height", "34"), ("rx", "3")];
            child(document, &group, "rect", &bar)?;
            child(document, &group, "circle", &[("class", "flag-disc"), ("cy", "-22"), ("r", "9")])?;
            child(document, &group, "text", &[("class", "number"), ("y", "-18")])?
                .set_text_content(Some(&checkpoint.to_string()));
        }
        Body::Rise(..) => {
            child(document, &group, "circle", &[("r", "5")])?;
        }
        Body::Save(_, checkpoint) | Body::Restore(_, checkpoint) => {
            let card = [("x", "-11"), ("y", "-8"), ("width", "22"), ("height", "16"), ("rx", "4")];
            child(document, &group, "rect", &card)?;
            child(document, &group, "text", &[("class", "number"), ("y", "4")])?
                .set_text_content(Some(&checkpoint.to_string()));
        }
    }
    call(&group, name, class, mover);
    Some(group)
}

fn circle_of(document: &Document, desk: Desk, group: &Element, record: &RecordRef, key: &Key) -> Option<()> {
    if record.redelivered {
        child(document, group, "circle", &[("r", "11.5"), ("class", "ring")])?;
    }
    child(document, group, "circle", &[("r", "8.5")])?;
    child(document, group, "text", &[("class", "letter"), ("y", "3.8")])?
        .set_text_content(Some(&letter(key).to_string()));
    child(document, group, "text", &[("class", "tag"), ("y", "23")])?.set_text_content(Some(&(desk
        .text()
        .record_short)(
        record
    )));
    Some(())
}

/// Gives an element its class, its name and the marks that say what it is.
fn call(group: &Element, name: &str, class: &str, mover: &Mover) {
    let (kind, id) = match &mover.body {
        Body::Record { record, .. } => ("record", record.id.to_string()),
        Body::Fall { record, .. } => ("write", record.id.to_string()),
        Body::Rise(record, _) => ("read", record.id.to_string()),
        Body::Barrier { checkpoint, .. } => ("barrier", checkpoint.to_string()),
        Body::Save(_, checkpoint) => ("snapshot", checkpoint.to_string()),
        Body::Restore(_, checkpoint) => ("restore", checkpoint.to_string()),
    };
    let step = mover.step.to_string();
    for (attribute, value) in
        [("class", class), ("data-kind", kind), ("data-id", &id), ("data-step", &step), ("data-event", name)]
    {
        let _ = group.set_attribute(attribute, value);
    }
    let channel = match &mover.body {
        Body::Record { place: Place::Channel(channel), .. } | Body::Barrier { channel, .. } => Some(channel),
        _ => None,
    };
    let _ = match channel {
        Some(channel) => group.set_attribute("data-channel", &channel.to_string()),
        None => group.remove_attribute("data-channel"),
    };
    if let Some(title) = group.first_element_child() {
        title.set_text_content(Some(name));
    }
}

fn child(document: &Document, parent: &Element, tag: &str, attributes: &[(&str, &str)]) -> Option<Element> {
    let element = document.create_element_ns(Some(SVG), tag).ok()?;
    for (attribute, value) in attributes {
        let _ = element.set_attribute(attribute, value);
    }
    parent.append_child(&element).ok()?;
    Some(element)
}
