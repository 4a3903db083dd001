//! What moves, painted once a frame: a pool of SVG elements, one a thing. In most frames only their places change, and
//! those are set as numbers: no text is made and none is read. What rushes by goes on a canvas instead.

use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos::{html, svg};
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, SvgGraphicsElement, SvgTransform};

use super::canvas::Canvas;
use super::words::name;
use crate::ids::Key;
use crate::sim::RecordRef;
use crate::ui::desk::Desk;
use crate::view::key::{hue, letter};
use crate::view::layout::Stage as Drawing;
use crate::view::movers::{BINS, Body, Lot, Mover, Pipe, Place, movers};
use crate::view::reel::Say;
use crate::view::show::Show;
use crate::view::tags::tags;

const SVG: &str = "http://www.w3.org/2000/svg";

/// The layer of moving things and the elements in it: one a stage, and a page may have two.
pub struct Pool {
    layer: Element,
    drawing: Drawing,
    elements: BTreeMap<(u8, u32, u64), Painted>,
    /// Elements of records that are gone, to be used again: taking one out and putting it back costs less than a new one.
    spare: Vec<Painted>,
    /// For what rushes by; none: the browser has no canvas.
    canvas: Option<Canvas>,
    /// The frame up to which the canvas is used, so that one slower frame does not change over.
    swift_until: u64,
    frame: u64,
    /// Signs are those of the analogy.
    clerk: bool,
}

/// A ticket, in the place of a record's disc, and a larger one for its ring.
pub(super) const TICKET: &str = "M-11.5 -7.5h23v4.5a3 3 0 0 0 0 6v4.5h-23v-4.5a3 3 0 0 0 0-6z";
pub(super) const TICKET_RING: &str = "M-14.5 -10.5h29v7.5a3 3 0 0 0 0 6v7.5h-29v-7.5a3 3 0 0 0 0-6z";
/// The tab of a divider, in the place of a barrier's flag.
pub(super) const TAB: &str = "M-11 -13v-14a4 4 0 0 1 4-4h14a4 4 0 0 1 4 4v14z";
/// A photocopy, in the place of a snapshot's card.
pub(super) const SHEET: &str = "M-9 -11h12l6 6v16h-18zM3 -11v6h6";
/// A message: what kind it is shows in its seal.
pub(super) const LETTER: &str = "M-8 -5.5 h16 v11 h-16 z";

/// Frames from one picture of a dense pipe to the next.
const HEAT_EVERY: u64 = 3;
/// Things that move as elements of their own; more go on the canvas.
const ELEMENTS_MAX: usize = 60;
/// Frames for which the canvas is kept after the last that had need of it.
const SWIFT_FRAMES: u64 = 30;
/// Elements that are kept to be used again.
const SPARE_MAX: usize = 64;
/// Frames between two names of what is dense, while it moves.
const NAMED_EVERY: u64 = 20;

struct Painted {
    element: Element,
    /// It is in the layer.
    attached: bool,
    place: Option<SvgTransform>,
    /// What is turned with the pipe.
    turn: Option<(Element, i32)>,
    at: (i32, i32),
    opacity: u8,
    seen: u64,
    /// As it was last dressed and named, and in which frame.
    look: Look,
    named: u64,
    /// Of what is dense: what each bin shows, and whether it has records of a checkpoint.
    bins: [(u8, bool); BINS],
}

/// What an element shows, but for where it is.
#[derive(Clone, Copy, PartialEq)]
enum Look {
    Record { place: Place, lot: Lot, tagged: bool },
    Fall,
    Heat { records: usize, levels: [u8; BINS], stored: u16 },
    Other,
}

/// The layer of moving things, above everything on the stage.
#[component]
pub fn Movers(
    /// Where everything stands.
    drawing: Drawing,
) -> impl IntoView {
    let desk = Desk::get();
    let layer = NodeRef::<svg::G>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = format!("0 0 {:.1} {:.1}", drawing.width, drawing.height);
    Effect::new(move |_| {
        if let Some(layer) = layer.get() {
            let layer: Element = layer.unchecked_into();
            // The element may be an old one that is used again: what was painted for another drawing goes.
            layer.set_text_content(None);
            let drawing = drawing.clone();
            let clerk = desk.lens.get_untracked();
            let canvas = canvas.get_untracked().and_then(|canvas| Canvas::over(canvas, &drawing, clerk));
            let (elements, spare) = Default::default();
            let pool = Pool { layer, drawing, elements, spare, canvas, swift_until: 0, frame: 0, clerk };
            desk.pool.set_value(Some(pool));
        }
    });
    view! {
        <canvas class="layer" node_ref=canvas aria-hidden="true"></canvas>
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
        if !desk.moves() {
            return;
        }
        self.frame += 1;
        let still = desk.still.get_untracked();
        let readable = desk.readable.get_untracked();
        desk.show.with_value(|show| {
            // Another run may be on already while its drawing is still to come.
            if self.drawing.pipes.len() != show.cast().channels.len() {
                return;
            }
            let all = movers(show.reel(), show.pace(), &self.drawing, show.playback().place(), still);
            let tagged = if readable { tags(&all, &self.drawing) } else { vec![false; all.len()] };
            let moving = show.playback().is_moving() && !still;
            if moving && (desk.is_rushing() || all.len() > ELEMENTS_MAX) {
                self.swift_until = self.frame + SWIFT_FRAMES;
            }
            let mut is_swift = false;
            if let Some(canvas) = &mut self.canvas {
                is_swift = moving && self.frame < self.swift_until;
                if is_swift {
                    canvas.paint(&self.drawing, desk.text(), &all, &tagged);
                } else {
                    canvas.clear();
                }
            }
            if is_swift {
                return;
            }
            for mover in &all {
                if let Some(painted) = self.elements.get_mut(&mover.id) {
                    painted.seen = self.frame;
                }
            }
            // First what is gone, so that what comes takes its element where it is.
            self.free_unseen();
            for (mover, tagged) in all.iter().zip(tagged) {
                self.paint_one(&document, (desk, show), mover, look(mover, tagged));
            }
        });
        self.free_unseen();
        for painted in self.spare.iter_mut().filter(|p| p.attached) {
            painted.element.remove();
            painted.attached = false;
        }
    }

    fn free_unseen(&mut self) {
        let frame = self.frame;
        let gone: Vec<_> = self.elements.iter().filter(|(_, p)| p.seen != frame).map(|(id, _)| *id).collect();
        for painted in gone.iter().filter_map(|id| self.elements.remove(id)) {
            if self.spare.len() < SPARE_MAX && matches!(painted.look, Look::Record { .. } | Look::Fall) {
                self.spare.push(painted);
            } else {
                painted.element.remove();
            }
        }
    }

    fn paint_one(&mut self, document: &Document, (desk, show): (Desk, &Show), mover: &Mover<'_>, look: Look) {
        if !self.elements.contains_key(&mover.id) {
            let again =
                matches!(mover.body, Body::Record { .. } | Body::Fall { .. }).then(|| self.spare.pop()).flatten();
            let Some(mut painted) = again.or_else(|| self.make(document, mover)) else { return };
            if !painted.attached {
                let _ = self.layer.append_child(&painted.element);
                painted.attached = true;
            }
            dress(&painted.element, desk, show, mover, look);
            painted.look = look;
            painted.named = self.frame;
            self.elements.insert(mover.id, painted);
        }
        let Some(painted) = self.elements.get_mut(&mover.id) else { return };
        painted.seen = self.frame;
        // What is dense changes in every frame. While it moves, pipes take turns to be painted, and are named anew now
        // and then.
        let dense = matches!(look, Look::Heat { .. });
        let at_rest = !show.playback().is_moving();
        if let Look::Heat { levels, stored, .. } = look
            && (at_rest || (self.frame + u64::from(mover.id.1)).is_multiple_of(HEAT_EVERY))
        {
            painted.heat(levels, stored);
        }
        // A record that a sink has just written is the same record: the element goes on.
        let due = !dense || at_rest || self.frame >= painted.named + NAMED_EVERY;
        if painted.look != look && due {
            dress(&painted.element, desk, show, mover, look);
            painted.look = look;
            painted.named = self.frame;
        }
        painted.move_to(mover);
    }

    fn make(&self, document: &Document, mover: &Mover<'_>) -> Option<Painted> {
        let group = document.create_element_ns(Some(SVG), "g").ok()?;
        child(document, &group, "title", &[])?;
        // Small lanes, small signs.
        let scale = if matches!(mover.body, Body::Heat { .. }) { 1.0 } else { self.drawing.scale };
        let size = format!("scale({scale:.2})");
        let inner = child(document, &group, "g", &[("transform", &size)])?;
        let mut turn = None;
        match &mover.body {
            Body::Record { .. } | Body::Fall { .. } => {
                child(
                    document,
                    &inner,
                    "rect",
                    &[
                        ("class", "stored-frame"),
                        ("x", "-11.5"),
                        ("y", "-11.5"),
                        ("width", "23"),
                        ("height", "23"),
                        ("rx", "4"),
                    ],
                )?;
                for (class, radius, ticket) in [("ring", "11.5", TICKET_RING), ("disc", "8.5", TICKET)] {
                    if self.clerk {
                        child(document, &inner, "path", &[("d", ticket), ("class", class)])?;
                    } else {
                        child(document, &inner, "circle", &[("r", radius), ("class", class)])?;
                    }
                }
                child(document, &inner, "text", &[("class", "letter"), ("y", "3.8")])?;
                child(document, &inner, "path", &[("class", "overtaken-sign"), ("d", "M-5 -11 L0 -15 L5 -11")])?;
                // The name keeps its size.
                let below = format!("{:.0}", 11.0 * self.drawing.scale + 12.0);
                child(document, &group, "text", &[("class", "tag"), ("y", &below)])?;
            }
            Body::Barrier { checkpoint, .. } => {
                let bar = [("x", "-4.5"), ("y", "-17"), ("width", "9"), ("height", "34"), ("rx", "3")];
                turn = Some((child(document, &inner, "rect", &bar)?, i32::MAX));
                if self.clerk {
                    child(document, &inner, "path", &[("class", "flag-disc"), ("d", TAB)])?;
                } else {
                    child(document, &inner, "circle", &[("class", "flag-disc"), ("cy", "-22"), ("r", "9")])?;
                }
                child(document, &inner, "text", &[("class", "number"), ("y", "-18")])?
                    .set_text_content(Some(&checkpoint.to_string()));
            }
            Body::Heat { pipe, .. } => {
                let path = pipe.path(&self.drawing);
                let width = format!("{:.1}", heat_width(*pipe, &self.drawing));
                for bin in 0..BINS {
                    child(document, &inner, "path", &[("d", &path.bin(bin, BINS)), ("stroke-width", &width)])?;
                }
            }
            Body::Rise(..) => {
                child(document, &inner, "circle", &[("r", "5")])?;
            }
            Body::Save(_, checkpoint) | Body::Restore(_, checkpoint) => {
                if self.clerk {
                    child(document, &inner, "path", &[("d", SHEET)])?;
                } else {
                    let card = [("x", "-11"), ("y", "-8"), ("width", "22"), ("height", "16"), ("rx", "4")];
                    child(document, &inner, "rect", &card)?;
                }
                child(document, &inner, "text", &[("class", "number"), ("y", "4")])?
                    .set_text_content(Some(&checkpoint.to_string()));
            }
            Body::Message(message) => {
                child(document, &inner, "path", &[("d", LETTER)])?;
                child(document, &inner, "path", &[("d", seal(message.say)), ("class", "seal")])?;
            }
        }
        let place = group.dyn_ref::<SvgGraphicsElement>().and_then(first_transform);
        let painted = Painted {
            element: group,
            attached: false,
            place,
            turn,
            at: (i32::MIN, 0),
            opacity: 100,
            seen: 0,
            look: Look::Other,
            named: 0,
            bins: [(u8::MAX, false); BINS],
        };
        Some(painted)
    }
}

/// What is drawn on a message of this kind.
pub(super) const fn seal(say: Say) -> &'static str {
    match say {
        Say::Trigger => "M-8 -5.5 L0 1.5 L8 -5.5",
        Say::Acknowledge => "M-4.5 0 L-1.5 3 L4.5 -3",
        Say::Complete => "M-4 -2 h8 M-4 2 h8",
    }
}

/// How wide a pipe's density is painted.
pub(super) fn heat_width(pipe: Pipe, drawing: &Drawing) -> f64 {
    let width = match pipe {
        Pipe::Channel(c) => drawing.ducts.iter().find(|d| d.channels.contains(&c)).map_or(16.0, |d| d.width),
        Pipe::Duct(i) => drawing.ducts[i].whole,
        Pipe::Riser(_) | Pipe::Chute(_) => 14.0,
    };
    (width * 0.6).max(3.0)
}

/// The translation of an element, as numbers.
fn first_transform(element: &SvgGraphicsElement) -> Option<SvgTransform> {
    let _ = element.set_attribute("transform", "translate(0 0)");
    element.transform().base_val().get_item(0).ok()
}

impl Painted {
    /// Paints those bins that have changed.
    fn heat(&mut self, levels: [u8; BINS], stored: u16) {
        let mut bins = None;
        for (i, level) in levels.into_iter().enumerate() {
            let now = (level, stored >> i & 1 == 1);
            if self.bins[i] == now {
                continue;
            }
            self.bins[i] = now;
            let all = bins.get_or_insert_with(|| self.element.children().item(1).map(|inner| inner.children()));
            if let Some(bin) = all.as_ref().and_then(|all| all.item(i as u32)) {
                let mark = if now.1 { " has-stored" } else { "" };
                let _ = bin.set_attribute("class", &format!("bin heat-{level}{mark}"));
            }
        }
    }

    fn move_to(&mut self, mover: &Mover<'_>) {
        let tenths = |length: f64| (length * 10.0).round() as i32;
        // What is dense lies along its pipe: it is drawn where it is.
        let at =
            if matches!(mover.body, Body::Heat { .. }) { (0, 0) } else { (tenths(mover.at.x), tenths(mover.at.y)) };
        if at != self.at {
            self.at = at;
            if let Some(place) = &self.place {
                let _ = place.set_translate(at.0 as f32 / 10.0, at.1 as f32 / 10.0);
            }
        }
        if let (Body::Barrier { degrees, .. }, Some((bar, turned))) = (&mover.body, &mut self.turn) {
            let degrees = degrees.round() as i32;
            if *turned != degrees {
                *turned = degrees;
                let _ = bar.set_attribute("transform", &format!("rotate({degrees})"));
            }
        }
        let opacity = (mover.opacity * 100.0).round().clamp(0.0, 100.0) as u8;
        if opacity != self.opacity {
            self.opacity = opacity;
            let _ = self.element.set_attribute("opacity", &format!("{:.2}", f64::from(opacity) / 100.0));
        }
    }
}

fn look(mover: &Mover<'_>, tagged: bool) -> Look {
    match mover.body {
        Body::Record { place, lot, .. } => Look::Record { place, lot, tagged },
        Body::Fall { .. } => Look::Fall,
        Body::Heat { records, levels, stored, .. } => Look::Heat { records, levels, stored },
        Body::Barrier { .. } | Body::Rise(..) | Body::Save(..) | Body::Restore(..) | Body::Message(_) => Look::Other,
    }
}

/// Gives an element its class, its name, its letters, and the marks that say what it is.
fn dress(group: &Element, desk: Desk, show: &Show, mover: &Mover<'_>, look: Look) {
    let mut class = String::from("mover ");
    let (kind, id) = match &mover.body {
        Body::Record { record, key, place, lot } => {
            record_class(&mut class, record, key);
            class.push_str(match lot {
                Lot::Plain => "",
                Lot::Overtaken => " overtaken",
                Lot::Stored => " stored",
            });
            if matches!(place, Place::Task(_)) {
                class.push_str(" at-work");
            }
            if matches!(look, Look::Record { tagged: true, .. }) {
                class.push_str(" tagged");
            }
            letters(group, desk, record, key);
            ("record", record.id.to_string())
        }
        Body::Fall { record, key, again, .. } => {
            record_class(&mut class, record, key);
            class.push_str(if *again { " fall again" } else { " fall" });
            letters(group, desk, record, key);
            ("write", record.id.to_string())
        }
        Body::Rise(record, key) => {
            class.push_str(&format!("rise hue-{}", hue(key)));
            ("read", record.id.to_string())
        }
        Body::Barrier { checkpoint, .. } => {
            class.push_str("barrier");
            ("barrier", checkpoint.to_string())
        }
        Body::Heat { records, .. } => {
            class.push_str("heat");
            ("heat", records.to_string())
        }
        Body::Save(_, checkpoint) => {
            class.push_str("save");
            ("snapshot", checkpoint.to_string())
        }
        Body::Restore(_, checkpoint) => {
            class.push_str("save restore");
            ("restore", checkpoint.to_string())
        }
        Body::Message(message) => {
            class.push_str(match message.say {
                Say::Trigger => "message trigger",
                Say::Acknowledge => "message acknowledge",
                Say::Complete => "message complete",
            });
            ("message", message.checkpoint.to_string())
        }
    };
    let step = mover.step.to_string();
    let name = name(desk, show, mover);
    for (attribute, value) in
        [("class", class.as_str()), ("data-kind", kind), ("data-id", &id), ("data-step", &step), ("data-event", &name)]
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
        title.set_text_content(Some(&name));
    }
}

fn record_class(class: &mut String, record: &RecordRef, key: &Key) {
    class.push_str(&format!("record hue-{}", hue(key)));
    if record.replayed {
        class.push_str(" replayed");
    }
    if record.redelivered {
        class.push_str(" redelivered");
    }
}

/// The key's letter and the record's short name.
fn letters(group: &Element, desk: Desk, record: &RecordRef, key: &Key) {
    let letter_at = group.children().item(1).and_then(|inner| inner.children().item(3));
    if let (Some(sign), Some(tag)) = (letter_at, group.last_element_child()) {
        sign.set_text_content(Some(&letter(key).to_string()));
        tag.set_text_content(Some(&(desk.text().record_short)(record)));
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
