//! What moves in haste, painted on one canvas: an element for each thing costs the browser style, layout and paint in
//! every frame, and what rushes by is there for a frame or two. What is slow enough to be looked at is in the layer of
//! elements ([`super::movers`]), and looks the same.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, Document, HtmlCanvasElement, Path2d};

use super::movers::{LETTER, SHEET, TAB, TICKET, TICKET_RING, heat_width, seal};
use super::px;
use crate::ids::Key;
use crate::sim::RecordRef;
use crate::text::Text;
use crate::view::geometry::Rect;
use crate::view::key::{HUES, hue, letter};
use crate::view::layout::Stage as Drawing;
use crate::view::movers::{BINS, Body, HEATS, Lot, Mover};
use crate::view::reel::Say;

/// How far a sign reaches from its middle, before it is scaled with its lane.
const REACH: f64 = 18.0;
/// A barrier's flag stands above its bar.
const FLAG_UP: f64 = 22.0;
/// More pixels than this for one of the page would be painted and not seen.
const RATIO_MAX: f64 = 2.0;
/// Signs kept; with more keys than this they are drawn anew now and then.
const SIGNS_MAX: usize = 400;
/// How dense each degree is painted; as in the style sheet.
const DENSITY: [f64; HEATS as usize + 1] = [0.0, 0.15, 0.25, 0.36, 0.48, 0.6, 0.73, 0.82, 0.92];

/// The canvas and the signs that are stamped on it.
pub(super) struct Canvas {
    element: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    document: Document,
    /// The part of the drawing that it covers: what a canvas costs a frame goes with its size.
    area: Rect,
    /// Its pixels for one of the page.
    ratio: f64,
    scale: f64,
    colours: Colours,
    signs: BTreeMap<Sign, HtmlCanvasElement>,
    /// By pipe: the pieces of its density, and how wide they are.
    bins: BTreeMap<(u32, usize), (Vec<Path2d>, f64)>,
    /// Nothing is on it.
    clean: bool,
    /// Signs are those of the analogy.
    clerk: bool,
}

/// What is stamped: one picture for all that look alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sign {
    Record { hue: usize, letter: char, replayed: bool, redelivered: bool, lot: u8, again: bool },
    Rise(usize),
    Bar,
    Flag(u32),
    Snapshot(u32),
    Message(Say),
}

/// The colours of the page as it looks now.
#[derive(Default)]
struct Colours {
    theme: Option<String>,
    keys: [String; HUES],
    on_key: String,
    panel: String,
    barrier: String,
    barrier_soft: String,
    dup: String,
    dup_soft: String,
    soft: String,
    live: String,
    durable_ink: String,
    ok_soft: String,
}

impl Canvas {
    /// For the canvas element that lies over this drawing; none: the browser has no such thing.
    pub(super) fn over(element: HtmlCanvasElement, drawing: &Drawing, clerk: bool) -> Option<Canvas> {
        let document = element.owner_document()?;
        let ratio = window().device_pixel_ratio().clamp(1.0, RATIO_MAX);
        let area = drawing.reach();
        element.set_width((area.w * ratio).ceil() as u32);
        element.set_height((area.h * ratio).ceil() as u32);
        let style = web_sys::HtmlElement::style(&element);
        for (name, length) in [("left", area.x), ("top", area.y), ("width", area.w), ("height", area.h)] {
            let _ = style.set_property(name, &px(length));
        }
        let context = context(&element)?;
        let (colours, signs, bins) = Default::default();
        Some(Canvas {
            element,
            context,
            document,
            area,
            ratio,
            scale: drawing.scale,
            colours,
            signs,
            bins,
            clean: true,
            clerk,
        })
    }

    /// Takes everything off.
    pub(super) fn clear(&mut self) {
        if !self.clean {
            self.clean = true;
            let _ = self.context.reset_transform();
            let (width, height) = (f64::from(self.element.width()), f64::from(self.element.height()));
            self.context.clear_rect(0.0, 0.0, width, height);
        }
    }

    /// Paints a frame. `tagged`: which movers have their names beside them.
    pub(super) fn paint(&mut self, drawing: &Drawing, text: &Text, movers: &[Mover<'_>], tagged: &[bool]) {
        self.clear();
        self.clean = false;
        self.look_up_colours();
        for (mover, tagged) in movers.iter().zip(tagged) {
            if mover.opacity <= 0.0 {
                continue;
            }
            self.context.set_global_alpha(mover.opacity.min(1.0));
            match &mover.body {
                Body::Record { record, key, lot, .. } => {
                    self.stamp(record_sign(record, key, *lot, false), mover, 0.0);
                    if *tagged {
                        self.tag(mover, &(text.record_short)(record));
                    }
                }
                Body::Fall { record, key, again, .. } => {
                    self.stamp(record_sign(record, key, Lot::Plain, *again), mover, 0.0);
                }
                Body::Rise(_, key) => self.stamp(Sign::Rise(hue(key)), mover, 0.0),
                Body::Barrier { checkpoint, degrees, .. } => {
                    self.stamp(Sign::Bar, mover, degrees.to_radians());
                    self.stamp(Sign::Flag(checkpoint.0), mover, 0.0);
                }
                Body::Save(_, checkpoint) | Body::Restore(_, checkpoint) => {
                    self.stamp(Sign::Snapshot(checkpoint.0), mover, 0.0);
                }
                Body::Message(message) => self.stamp(Sign::Message(message.say), mover, 0.0),
                Body::Heat { pipe, levels, stored, .. } => {
                    let number = pipe.number();
                    let (pieces, width) = self.bins.entry(number).or_insert_with(|| {
                        let path = pipe.path(drawing);
                        let pieces =
                            (0..BINS).filter_map(|bin| Path2d::new_with_path_string(&path.bin(bin, BINS)).ok());
                        (pieces.collect(), heat_width(*pipe, drawing))
                    });
                    let context = &self.context;
                    let (dx, dy) = (-self.area.x * self.ratio, -self.area.y * self.ratio);
                    let _ = context.set_transform(self.ratio, 0.0, 0.0, self.ratio, dx, dy);
                    context.set_line_width(*width);
                    context.set_stroke_style_str(&self.colours.keys[0]);
                    for (bin, (piece, level)) in pieces.iter().zip(levels).enumerate() {
                        if *level == 0 {
                            continue;
                        }
                        context.set_global_alpha(DENSITY[usize::from((*level).min(HEATS))]);
                        let is_stored = stored >> bin & 1 == 1;
                        if is_stored {
                            dashes(context, &[3.0, 2.0]);
                            context.set_stroke_style_str(&self.colours.barrier);
                        }
                        context.stroke_with_path(piece);
                        if is_stored {
                            dashes(context, &[]);
                            context.set_stroke_style_str(&self.colours.keys[0]);
                        }
                    }
                }
            }
        }
        self.context.set_global_alpha(1.0);
    }

    /// A page that has changed its colours has its signs drawn anew.
    fn look_up_colours(&mut self) {
        let Some(root) = self.document.document_element() else { return };
        let theme = root.get_attribute("data-theme");
        if self.colours.theme == theme && !self.colours.panel.is_empty() {
            return;
        }
        self.signs.clear();
        let Ok(Some(style)) = window().get_computed_style(&root) else { return };
        let colour = |name: &str| style.get_property_value(name).unwrap_or_default().trim().to_owned();
        self.colours = Colours {
            theme,
            keys: std::array::from_fn(|i| colour(&format!("--k{i}"))),
            on_key: colour("--on-key"),
            panel: colour("--panel"),
            barrier: colour("--barrier"),
            barrier_soft: colour("--barrier-soft"),
            dup: colour("--dup"),
            dup_soft: colour("--dup-soft"),
            soft: colour("--soft"),
            live: colour("--live"),
            durable_ink: colour("--durable-ink"),
            ok_soft: colour("--ok-soft"),
        };
    }

    fn stamp(&mut self, sign: Sign, mover: &Mover<'_>, turned: f64) {
        if self.signs.len() > SIGNS_MAX {
            self.signs.clear();
        }
        if !self.signs.contains_key(&sign) {
            let Some(drawn) = self.draw(sign) else { return };
            self.signs.insert(sign, drawn);
        }
        let Some(drawn) = self.signs.get(&sign) else { return };
        let half = f64::from(drawn.width()) / 2.0;
        let up = if matches!(sign, Sign::Flag(_)) { FLAG_UP * self.scale * self.ratio } else { 0.0 };
        let x = ((mover.at.x - self.area.x) * self.ratio).round();
        let y = ((mover.at.y - self.area.y) * self.ratio - up).round();
        let context = &self.context;
        // The browser's own: with those of the library comes arithmetic for angles of any size.
        let (sin, cos) = (js_sys::Math::sin(turned), js_sys::Math::cos(turned));
        let _ = context.set_transform(cos, sin, -sin, cos, x, y);
        let _ = context.draw_image_with_html_canvas_element(drawn, -half, -half);
    }

    /// The short name of a record below it.
    fn tag(&self, mover: &Mover<'_>, name: &str) {
        let context = &self.context;
        let ratio = self.ratio;
        let below = mover.at.y - self.area.y + 11.0 * self.scale + 12.0;
        let _ = context.set_transform(ratio, 0.0, 0.0, ratio, (mover.at.x - self.area.x) * ratio, below * ratio);
        write(context, 11.0, "500");
        context.set_line_width(3.0);
        context.set_stroke_style_str(&self.colours.live);
        let _ = context.stroke_text(name, 0.0, 0.0);
        context.set_fill_style_str(&self.colours.soft);
        let _ = context.fill_text(name, 0.0, 0.0);
    }

    fn draw(&self, sign: Sign) -> Option<HtmlCanvasElement> {
        let element: HtmlCanvasElement = self.document.create_element("canvas").ok()?.unchecked_into();
        let zoom = self.scale * self.ratio;
        // An even number of pixels: its middle is one of them.
        let side = (REACH * zoom).ceil() * 2.0;
        element.set_width(side as u32);
        element.set_height(side as u32);
        let pen = context(&element)?;
        let _ = pen.set_transform(zoom, 0.0, 0.0, zoom, side / 2.0, side / 2.0);
        let c = &self.colours;
        match sign {
            Sign::Record { hue, letter, replayed, redelivered, lot, again } => {
                let key = &c.keys[hue];
                if lot == 2 {
                    boxed(&pen, (-11.5, -11.5, 23.0, 23.0), 4.0);
                    fill(&pen, &c.barrier_soft);
                    stroke(&pen, &c.barrier, 1.8);
                }
                if redelivered {
                    if self.clerk {
                        line(&pen, TICKET_RING, key, 1.6);
                    } else {
                        circle(&pen, 0.0, 11.5);
                        stroke(&pen, key, 1.6);
                    }
                }
                let (inside, edge, width, ink) = match (again, replayed) {
                    (true, true) => (&c.dup_soft, &c.dup, 2.4, &c.dup),
                    (true, false) => (&c.dup_soft, &c.dup, 1.2, &c.dup),
                    (false, true) => (&c.panel, key, 2.4, key),
                    (false, false) => (key, &c.panel, 1.2, &c.on_key),
                };
                if self.clerk {
                    area(&pen, TICKET, inside);
                    line(&pen, TICKET, edge, width);
                } else {
                    circle(&pen, 0.0, 8.5);
                    fill(&pen, inside);
                    stroke(&pen, edge, width);
                }
                write(&pen, 10.0, "700");
                pen.set_fill_style_str(ink);
                let _ = pen.fill_text(letter.encode_utf8(&mut [0; 4]), 0.0, 3.8);
                if lot == 1 {
                    line(&pen, "M-5 -11 L0 -15 L5 -11", &c.barrier, 2.4);
                }
            }
            Sign::Rise(hue) => {
                circle(&pen, 0.0, 5.0);
                fill(&pen, &c.keys[hue]);
            }
            Sign::Bar => {
                boxed(&pen, (-4.5, -17.0, 9.0, 34.0), 3.0);
                fill(&pen, &c.barrier);
                stroke(&pen, &c.panel, 1.0);
            }
            Sign::Flag(checkpoint) => {
                if self.clerk {
                    // Drawn about the middle of its picture, as the disc is.
                    let _ = pen.translate(0.0, FLAG_UP);
                    area(&pen, TAB, &c.barrier);
                    line(&pen, TAB, &c.panel, 1.0);
                    let _ = pen.translate(0.0, -FLAG_UP);
                } else {
                    circle(&pen, 0.0, 9.0);
                    fill(&pen, &c.barrier);
                    stroke(&pen, &c.panel, 1.0);
                }
                number(&pen, checkpoint, &c.panel);
            }
            Sign::Snapshot(checkpoint) => {
                if self.clerk {
                    area(&pen, SHEET, &c.barrier_soft);
                    line(&pen, SHEET, &c.barrier, 1.6);
                } else {
                    boxed(&pen, (-11.0, -8.0, 22.0, 16.0), 4.0);
                    fill(&pen, &c.barrier_soft);
                    stroke(&pen, &c.barrier, 1.6);
                }
                number(&pen, checkpoint, &c.barrier);
            }
            Sign::Message(say) => {
                area(&pen, LETTER, if say == Say::Acknowledge { &c.ok_soft } else { &c.panel });
                line(&pen, LETTER, &c.durable_ink, 1.4);
                line(&pen, seal(say), &c.durable_ink, 1.4);
            }
        }
        Some(element)
    }
}

fn record_sign(record: &RecordRef, key: &Key, lot: Lot, again: bool) -> Sign {
    let lot = match lot {
        Lot::Plain => 0,
        Lot::Overtaken => 1,
        Lot::Stored => 2,
    };
    let (hue, letter) = (hue(key), letter(key));
    Sign::Record { hue, letter, replayed: record.replayed, redelivered: record.redelivered, lot, again }
}

fn context(element: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    element.get_context("2d").ok()??.dyn_into().ok()
}

fn circle(pen: &CanvasRenderingContext2d, y: f64, radius: f64) {
    pen.begin_path();
    let _ = pen.arc(0.0, y, radius, 0.0, TAU);
}

fn boxed(pen: &CanvasRenderingContext2d, (x, y, width, height): (f64, f64, f64, f64), radius: f64) {
    pen.begin_path();
    let _ = pen.round_rect_with_f64(x, y, width, height, radius);
}

fn fill(pen: &CanvasRenderingContext2d, colour: &str) {
    pen.set_fill_style_str(colour);
    pen.fill();
}

fn stroke(pen: &CanvasRenderingContext2d, colour: &str, width: f64) {
    pen.set_stroke_style_str(colour);
    pen.set_line_width(width);
    pen.stroke();
}

fn line(pen: &CanvasRenderingContext2d, d: &str, colour: &str, width: f64) {
    if let Ok(path) = Path2d::new_with_path_string(d) {
        pen.set_stroke_style_str(colour);
        pen.set_line_width(width);
        pen.stroke_with_path(&path);
    }
}

fn area(pen: &CanvasRenderingContext2d, d: &str, colour: &str) {
    if let Ok(path) = Path2d::new_with_path_string(d) {
        pen.set_fill_style_str(colour);
        pen.fill_with_path_2d(&path);
    }
}

fn write(pen: &CanvasRenderingContext2d, size: f64, weight: &str) {
    pen.set_text_align("center");
    pen.set_font(&format!("{weight} {size}px system-ui, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif"));
}

fn number(pen: &CanvasRenderingContext2d, number: u32, colour: &str) {
    write(pen, 11.0, "700");
    pen.set_fill_style_str(colour);
    let _ = pen.fill_text(&number.to_string(), 0.0, 4.0);
}

fn dashes(context: &CanvasRenderingContext2d, lengths: &[f64]) {
    let list: js_sys::Array = lengths.iter().map(|l| wasm_bindgen::JsValue::from_f64(*l)).collect();
    let _ = context.set_line_dash(&list);
}
