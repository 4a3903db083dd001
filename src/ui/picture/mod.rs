//! The moment as a picture: what the stage shows and what is said of it, as an SVG that needs neither the page nor its style;
//! and the same as a PNG, and on paper.

mod boxes;
mod ink;
pub mod paper;
mod shapes;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{CanvasRenderingContext2d, Document, Element, HtmlCanvasElement, HtmlImageElement};

use super::desk::{Desk, Intent};
use super::files::{save, save_blob};
use super::home::home;
use crate::view::link::write;
use boxes::Copyist;
use ink::{attribute, length, paint, plain};

pub use paper::Paper;

/// What is copied: the verdict and the stage, both of them where two runs are beside each other.
const SHOWN: &str = ".page .verdict, .page .stage-room";
/// How wide it is.
const HALVES: &str = ".page .half";
/// Around the picture.
const MARGIN: f64 = 20.0;
/// Above what is copied: the title, and the moment under it.
const HEAD: f64 = 58.0;
/// Below it: the link.
const FOOT: f64 = 34.0;
/// Pixels of the PNG for one of the page.
const DENSITY: f64 = 2.0;

/// The moment on the stage as an SVG; none: there is no stage to be seen.
pub(super) fn draw(desk: Desk) -> Option<String> {
    let window = window();
    let document = window.document()?;
    let shown = found(&document, SHOWN);
    let rects = |of: &[Element]| -> Vec<_> {
        of.iter().map(Element::get_bounding_client_rect).filter(|r| r.height() > 0.0).collect()
    };
    // The halves of the stage are as wide as the picture: what is around them are margins of the page.
    let (all, wide) = (rects(&shown), rects(&found(&document, HALVES)));
    let (left, right) = (least(&wide, |r| r.left())?, -least(&wide, |r| -r.right())?);
    let (top, bottom) = (least(&all, |r| r.top())?, -least(&all, |r| -r.bottom())?);
    let (width, height) = (right - left + 2.0 * MARGIN, bottom - top + HEAD + FOOT + MARGIN);
    // Whole pixels: a part of one would be half seen through.
    let (width, height) = (width.ceil(), height.ceil());
    let body = window.get_computed_style(&document.body()?.into()).ok()??;
    let of_body = |name: &str| body.get_property_value(name).unwrap_or_default();
    let mut copyist = Copyist::new(window.clone(), (left - MARGIN, top - HEAD), of_body("font-family"));
    for element in &shown {
        copyist.copy(element, 1.0);
    }
    let root = window.get_computed_style(&document.document_element()?).ok()??;
    let colour_of = |name: &str| hex(&root.get_property_value(name).unwrap_or_default());
    let said = said(desk);
    let mut out = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\"");
    length(&mut out, "width", width);
    length(&mut out, "height", height);
    attribute(&mut out, "viewBox", &format!("0 0 {} {}", ink::short(width), ink::short(height)));
    attribute(&mut out, "font-family", &of_body("font-family"));
    out.push_str(" role=\"img\"><title>");
    out.push_str(&plain(&format!("{} · {}", said.title, said.moment)));
    out.push_str("</title><desc>");
    // Some are sentences, some are not.
    let lines: Vec<&str> = said.lines.iter().map(|line| line.trim_end_matches('.')).collect();
    out.push_str(&plain(&lines.join(". ")));
    out.push_str("</desc><rect width=\"100%\" height=\"100%\"");
    paint(&mut out, "fill", &of_body("background-color"));
    out.push_str("/>");
    line(&mut out, 28.0, (17.0, "650"), &colour_of("--ink"), &said.title);
    line(&mut out, 47.0, (12.5, "400"), &colour_of("--soft"), &said.moment);
    out.push_str("<a");
    attribute(&mut out, "href", &said.address);
    out.push('>');
    let open = desk.words().share.open_moment;
    line(&mut out, height - MARGIN + 3.0, (12.5, "600"), &colour_of("--barrier"), open);
    out.push_str("</a>");
    out.push_str(&copyist.out);
    out.push_str("</svg>\n");
    Some(out)
}

/// A line of the picture's own, at this height: its size and weight, its colour, its words.
fn line(out: &mut String, y: f64, (size, weight): (f64, &str), colour: &str, words: &str) {
    out.push_str("<text");
    length(out, "x", MARGIN);
    length(out, "y", y);
    length(out, "font-size", size);
    attribute(out, "font-weight", weight);
    attribute(out, "fill", colour);
    out.push('>');
    out.push_str(&plain(words));
    out.push_str("</text>");
}

fn found(document: &Document, selector: &str) -> Vec<Element> {
    let Ok(found) = document.query_selector_all(selector) else { return Vec::new() };
    (0..found.length()).filter_map(|i| found.get(i)?.dyn_into().ok()).collect()
}

fn least(rects: &[web_sys::DomRect], of: fn(&web_sys::DomRect) -> f64) -> Option<f64> {
    rects.iter().map(of).reduce(f64::min)
}

/// What is said of the moment.
struct Said {
    title: String,
    moment: String,
    /// What stands on the stage, in words.
    lines: Vec<String>,
    address: String,
}

fn said(desk: Desk) -> Said {
    let text = desk.text();
    let address = format!("{}#{}", home(), write(&desk.carried()));
    desk.show.with_value(|show| {
        let title = match desk.preset_of(show.scenario()) {
            Some(preset) => (text.presets.name)(preset),
            None => (desk.words().own_scenario)(show.scenario()),
        };
        let ms = show.pace().clock_at(show.playback().place()) as u64;
        let moment = (text.position)(show.history().step(), show.pace().steps(), ms);
        Said { title, moment, lines: (text.moment)(&show.scene()), address }
    })
}

/// A colour of the style sheet for a file that has none.
fn hex(text: &str) -> String {
    let text = text.trim();
    match ink::colour(text) {
        Some(([red, green, blue], _)) => format!("#{red:02x}{green:02x}{blue:02x}"),
        None => text.to_owned(),
    }
}

/// Stands still, and saves the moment as an SVG.
pub(super) fn save_svg(desk: Desk) {
    at_rest(desk, move || {
        if let Some(svg) = draw(desk) {
            save(&name(desk, "svg"), "image/svg+xml", &js_sys::Array::of1(&svg.into()));
        }
    });
}

/// Stands still, and saves the moment as a PNG.
pub(super) fn save_png(desk: Desk) {
    at_rest(desk, move || {
        if let Some(svg) = draw(desk) {
            _ = rasterise(&svg, name(desk, "png"));
        }
    });
}

/// The name of a file of this moment.
fn name(desk: Desk, kind: &str) -> String {
    format!("barrierscope-{}.{kind}", desk.show.with_value(|show| show.history().step()))
}

/// What rushes by is on a canvas, and comes to be elements when it rests: that takes a frame.
fn at_rest(desk: Desk, then: impl FnOnce() + 'static) {
    if desk.playing.get_untracked() {
        desk.send(Intent::Toggle);
    }
    request_animation_frame(move || request_animation_frame(move || request_animation_frame(then)));
}

/// Has the browser draw it, and saves what it has drawn.
fn rasterise(svg: &str, name: String) -> Option<()> {
    let image = HtmlImageElement::new().ok()?;
    let drawn = image.clone();
    let loaded = Closure::once_into_js(move || {
        _ = || -> Option<()> {
            let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
            canvas.set_width((f64::from(drawn.natural_width()) * DENSITY) as u32);
            canvas.set_height((f64::from(drawn.natural_height()) * DENSITY) as u32);
            let pen: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
            pen.scale(DENSITY, DENSITY).ok()?;
            pen.draw_image_with_html_image_element(&drawn, 0.0, 0.0).ok()?;
            let done = Closure::once_into_js(move |blob: Option<web_sys::Blob>| {
                if let Some(blob) = blob {
                    save_blob(&name, &blob);
                }
            });
            canvas.to_blob(done.unchecked_ref()).ok()
        }();
    });
    image.set_onload(Some(loaded.unchecked_ref()));
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{}", String::from(js_sys::encode_uri_component(svg))));
    Some(())
}
