//! Copies what the page shows, box by box: grounds, borders, rings, texts. Each is asked of the browser as it is drawn, so
//! that a picture can show nothing that the page does not.

use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, CssStyleDeclaration, DomRect, Element, HtmlElement, Node, Range, Window};

use super::ink::{attribute, colour, length, paint, pixels, plain, short};

/// What is on the stage for hands and not for eyes, or has no place in a picture that stands still.
const NOT_SHOWN: &str = ".grips, .zoom, .lens-switch, .verdict button, canvas, .visually-hidden";
/// The sides of a box, in the order of CSS.
const SIDES: [&str; 4] = ["top", "right", "bottom", "left"];
/// Boxes that are smaller than this say nothing of how much the stage is enlarged: their size is given in whole pixels.
const MEASURE_MIN: i32 = 60;

/// Draws what the page shows of some elements.
pub(super) struct Copyist {
    pub(super) window: Window,
    /// What is drawn.
    pub(super) out: String,
    /// The place of the page that is at 0, 0 in the picture.
    pub(super) origin: (f64, f64),
    /// To measure letters with.
    pen: Option<CanvasRenderingContext2d>,
    /// The letters that the picture is written in, unless a text has its own.
    family: String,
    clips: usize,
}

/// A place in the picture.
#[derive(Clone, Copy)]
struct Area {
    x: f64,
    y: f64,
    w: f64,
    h: f64,
}

/// The style of an element as it is, asked property by property.
struct Style(CssStyleDeclaration);

impl Style {
    fn get(&self, name: &str) -> String {
        self.0.get_property_value(name).unwrap_or_default()
    }

    fn pixels(&self, name: &str) -> f64 {
        pixels(&self.get(name))
    }
}

impl Copyist {
    /// Begins a picture whose corner is at this place of the page.
    pub(super) fn new(window: Window, origin: (f64, f64), family: String) -> Copyist {
        let canvas = window.document().and_then(|d| d.create_element("canvas").ok());
        let pen = canvas
            .and_then(|c| c.unchecked_into::<web_sys::HtmlCanvasElement>().get_context("2d").ok()?)
            .map(|context| context.unchecked_into());
        Copyist { window, out: String::new(), origin, pen, family, clips: 0 }
    }

    fn style(&self, element: &Element) -> Option<Style> {
        self.window.get_computed_style(element).ok().flatten().map(Style)
    }

    fn area(&self, element: &Element) -> Area {
        let rect = element.get_bounding_client_rect();
        Area { x: rect.x() - self.origin.0, y: rect.y() - self.origin.1, w: rect.width(), h: rect.height() }
    }

    /// Copies an element and what is in it. `zoom`: how many pixels of the page one of its own has.
    pub(super) fn copy(&mut self, element: &Element, zoom: f64) {
        let Some(style) = self.style(element) else { return };
        if style.get("display") == "none" || element.matches(NOT_SHOWN).unwrap_or(false) {
            return;
        }
        // What is there for screen readers only.
        if style.get("clip-path").starts_with("inset(50%") {
            return;
        }
        if element.tag_name().eq_ignore_ascii_case("svg") {
            self.shapes(element);
            return;
        }
        let area = self.area(element);
        let zoom = match element.dyn_ref::<HtmlElement>().map(HtmlElement::offset_width) {
            Some(width) if width >= MEASURE_MIN => area.w / f64::from(width),
            _ => zoom,
        };
        let opacity: f64 = style.get("opacity").parse().unwrap_or(1.0);
        if opacity <= 0.0 {
            return;
        }
        if opacity < 1.0 {
            self.out.push_str("<g");
            length(&mut self.out, "opacity", opacity);
            self.out.push('>');
        }
        let is_visible = style.get("visibility") == "visible";
        if is_visible {
            self.face(&style, area, zoom);
        }
        let is_cut = area.w > 0.0 && area.h > 0.0 && style.get("overflow-x") != "visible";
        if is_cut {
            self.cut(area, style.pixels("border-top-left-radius") * zoom);
        }
        if is_visible {
            self.extra(element, "::before", area, zoom);
        }
        let children = element.child_nodes();
        for i in 0..children.length() {
            let Some(child) = children.get(i) else { continue };
            match child.node_type() {
                Node::ELEMENT_NODE => self.copy(child.unchecked_ref(), zoom),
                Node::TEXT_NODE if is_visible => self.words(&child, &style),
                _ => {}
            }
        }
        if is_visible {
            self.extra(element, "::after", area, zoom);
        }
        if is_cut {
            self.out.push_str("</g>");
        }
        if opacity < 1.0 {
            self.out.push_str("</g>");
        }
    }

    /// From here on nothing is drawn beyond this box; the caller ends the group.
    fn cut(&mut self, area: Area, radius: f64) {
        self.clips += 1;
        let name = format!("c{}", self.clips);
        self.out.push_str("<clipPath");
        attribute(&mut self.out, "id", &name);
        self.out.push('>');
        self.rect(area, radius);
        self.out.push_str("/></clipPath><g");
        attribute(&mut self.out, "clip-path", &format!("url(#{name})"));
        self.out.push('>');
    }

    /// Begins a rectangle; how it is painted, and its end, are the caller's.
    fn rect(&mut self, area: Area, radius: f64) {
        self.out.push_str("<rect");
        for (name, value) in [("x", area.x), ("y", area.y), ("width", area.w), ("height", area.h)] {
            length(&mut self.out, name, value);
        }
        let radius = radius.min(area.w / 2.0).min(area.h / 2.0);
        if radius > 0.0 {
            length(&mut self.out, "rx", radius);
        }
    }

    /// The ground, the border and the rings of a box.
    fn face(&mut self, style: &Style, area: Area, zoom: f64) {
        let radius = style.pixels("border-top-left-radius") * zoom;
        // Half of the box where the style says it as a share.
        let radius = if style.get("border-top-left-radius").ends_with('%') { area.w / 2.0 } else { radius };
        let image = style.get("background-image");
        let ground = match (style.get("background-color"), image.find("rgb")) {
            // Stripes: a lighter ground of their colour.
            (none, Some(at)) if colour(&none).is_none() => Some((image[at..].to_owned(), 0.5)),
            (ground, _) => colour(&ground).map(|_| (ground, 1.0)),
        };
        if area.w > 0.0 && area.h > 0.0 {
            if let Some((ground, density)) = ground {
                self.rect(area, radius);
                paint(&mut self.out, "fill", &ground);
                if density < 1.0 {
                    length(&mut self.out, "opacity", density);
                }
                self.out.push_str("/>");
            }
            self.ring(&style.get("box-shadow"), area, radius, zoom);
        }
        self.border(style, area, radius, zoom);
    }

    /// A shadow without blur is a ring around the box, or within it.
    fn ring(&mut self, shadow: &str, area: Area, radius: f64, zoom: f64) {
        let Some(end) = shadow.find(')') else { return };
        let (ink, lengths) = shadow.split_at(end + 1);
        let numbers: Vec<f64> = lengths.split_whitespace().take(4).map(pixels).collect();
        let [0.0, 0.0, 0.0, width] = numbers[..] else { return };
        let width = width * zoom;
        let out = if shadow.contains("inset") { -width / 2.0 } else { width / 2.0 };
        let around = Area { x: area.x - out, y: area.y - out, w: area.w + 2.0 * out, h: area.h + 2.0 * out };
        if width > 0.0 {
            self.rect(around, (radius + out).max(0.0));
            attribute(&mut self.out, "fill", "none");
            paint(&mut self.out, "stroke", ink);
            length(&mut self.out, "stroke-width", width);
            self.out.push_str("/>");
        }
    }

    fn border(&mut self, style: &Style, area: Area, radius: f64, zoom: f64) {
        let of = |what: &str| SIDES.map(|side| style.get(&format!("border-{side}-{what}")));
        let (kinds, inks) = (of("style"), of("color"));
        let mut widths = of("width").map(|w| pixels(&w) * zoom);
        for (width, kind) in widths.iter_mut().zip(&kinds) {
            if kind == "none" || kind == "hidden" {
                *width = 0.0;
            }
        }
        let [top, right, bottom, left] = widths;
        if widths.iter().all(|w| *w <= 0.0) {
            return;
        }
        let is_alike = |all: &[String; 4]| all.iter().all(|one| *one == all[0]);
        if is_alike(&kinds) && is_alike(&inks) && widths.iter().all(|w| (w - top).abs() < 0.01) {
            if colour(&inks[0]).is_none() {
                return;
            }
            let half = top / 2.0;
            let within = Area { x: area.x + half, y: area.y + half, w: area.w - top, h: area.h - top };
            self.rect(within, (radius - half).max(0.0));
            attribute(&mut self.out, "fill", "none");
            paint(&mut self.out, "stroke", &inks[0]);
            length(&mut self.out, "stroke-width", top);
            if kinds[0] == "dashed" {
                attribute(&mut self.out, "stroke-dasharray", &dashes(top));
            }
            self.out.push_str("/>");
            return;
        }
        // Each side has its own: four pieces that meet at the corners. A box of nothing but borders is a triangle.
        let (x, y, x2, y2) = (area.x, area.y, area.x + area.w, area.y + area.h);
        let (a, b, c, d) =
            ((x + left, y + top), (x2 - right, y + top), (x2 - right, y2 - bottom), (x + left, y2 - bottom));
        let pieces =
            [[(x, y), (x2, y), b, a], [(x2, y), (x2, y2), c, b], [(x2, y2), (x, y2), d, c], [(x, y2), (x, y), a, d]];
        for (((piece, ink), width), kind) in pieces.iter().zip(&inks).zip(widths).zip(&kinds) {
            if width <= 0.0 || colour(ink).is_none() {
                continue;
            }
            let corners: Vec<String> = piece.iter().map(|(x, y)| format!("{},{}", short(*x), short(*y))).collect();
            if kind == "dashed" {
                let middle = |i: usize, j: usize| ((piece[i].0 + piece[j].0) / 2.0, (piece[i].1 + piece[j].1) / 2.0);
                let ((x1, y1), (x2, y2)) = (middle(0, 3), middle(1, 2));
                self.out.push_str("<line");
                for (name, value) in [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2), ("stroke-width", width)] {
                    length(&mut self.out, name, value);
                }
                paint(&mut self.out, "stroke", ink);
                attribute(&mut self.out, "stroke-dasharray", &dashes(width));
                self.out.push_str("/>");
                continue;
            }
            self.out.push_str("<polygon");
            attribute(&mut self.out, "points", &corners.join(" "));
            paint(&mut self.out, "fill", ink);
            self.out.push_str("/>");
        }
    }

    /// What the style sheet puts before or after what is in a box: a bar, a tip.
    fn extra(&mut self, element: &Element, which: &str, within: Area, zoom: f64) {
        let style = self.window.get_computed_style_with_pseudo_elt(element, which).ok().flatten().map(Style);
        let Some(style) = style else { return };
        let is_drawn = !["none", "normal", ""].contains(&style.get("content").as_str());
        // One that is moved is one that moves: it is seen for as long as that takes.
        if !is_drawn || style.get("position") != "absolute" || style.get("transform") != "none" {
            return;
        }
        let of = |element: &Style, side: &str| element.pixels(&format!("border-{side}-width")) * zoom;
        let (x, y) = self.style(element).map_or((0.0, 0.0), |own| (of(&own, "left"), of(&own, "top")));
        let is_whole = style.get("box-sizing") == "border-box";
        let more = |one, two| if is_whole { 0.0 } else { of(&style, one) + of(&style, two) };
        let area = Area {
            x: within.x + x + style.pixels("left") * zoom,
            y: within.y + y + style.pixels("top") * zoom,
            w: style.pixels("width") * zoom + more("left", "right"),
            h: style.pixels("height") * zoom + more("top", "bottom"),
        };
        self.face(&style, area, zoom);
    }

    /// A text, line by line as it is broken on the page.
    fn words(&mut self, node: &Node, style: &Style) {
        let text = node.text_content().unwrap_or_default();
        let Some(range) = self.window.document().and_then(|d| d.create_range().ok()) else { return };
        if text.trim().is_empty() {
            return;
        }
        // Letter by letter, in the units of the page, where each begins.
        let mut places = Vec::new();
        let mut at = 0_u32;
        for c in text.chars() {
            places.push((at, c));
            at += c.len_utf16() as u32;
        }
        places.push((at, ' '));
        let over = |range: &Range, from: usize, to: usize| {
            let _ = range.set_start(node, places[from].0).and_then(|()| range.set_end(node, places[to].0));
            range.get_bounding_client_rect()
        };
        let _ = range.select_node_contents(node);
        let lines = range.get_client_rects().map_or(0, |rects| rects.length());
        // Where the next letter stands lower, a new line has begun.
        let mut starts = vec![0];
        if lines > 1 {
            let mut top = None::<f64>;
            for i in 0..places.len() - 1 {
                let rect = over(&range, i, i + 1);
                if rect.width() > 0.0 {
                    if top.is_some_and(|top| rect.top() > top + rect.height() / 2.0) {
                        starts.push(i);
                    }
                    top = Some(rect.top());
                }
            }
        }
        starts.push(places.len() - 1);
        for pair in starts.windows(2) {
            let (mut from, mut to) = (pair[0], pair[1]);
            // A space at an end takes room that no letter has.
            while from < to && places[from].1.is_whitespace() {
                from += 1;
            }
            while from < to && places[to - 1].1.is_whitespace() {
                to -= 1;
            }
            let mut rect = over(&range, from, to);
            // What has no room on the page ends as it ends there.
            let end = node.parent_element().filter(|_| style.get("text-overflow") == "ellipsis");
            let end = end.map(|e| e.get_bounding_client_rect().right()).filter(|end| rect.right() > end + 0.5);
            if let Some(end) = end {
                while from < to && rect.right() > end - style.pixels("font-size") * 0.9 {
                    to -= 1;
                    rect = over(&range, from, to);
                }
            }
            let letters: String = places[from..to].iter().map(|(_, c)| *c).chain(end.map(|_| '…')).collect();
            self.line(&rect, &letters, end.is_some(), style);
        }
    }

    fn line(&mut self, rect: &DomRect, text: &str, is_cut: bool, style: &Style) {
        if text.is_empty() || rect.width() <= 0.0 {
            return;
        }
        let text = if style.get("text-transform") == "uppercase" { text.to_uppercase() } else { text.to_owned() };
        let (size, weight, family) = (style.pixels("font-size"), style.get("font-weight"), style.get("font-family"));
        let (up, down) = self.reach(&format!("{weight} {size}px {family}"), size);
        // A line is as high as its letters reach: what it is more is by how much the stage is enlarged.
        let zoom = rect.height() / (up + down);
        self.out.push_str("<text");
        length(&mut self.out, "x", rect.x() - self.origin.0);
        length(&mut self.out, "y", rect.y() - self.origin.1 + up * zoom);
        length(&mut self.out, "font-size", size * zoom);
        if !is_cut {
            // Where the letters are others, they take the same room.
            length(&mut self.out, "textLength", rect.width());
            attribute(&mut self.out, "lengthAdjust", "spacingAndGlyphs");
        }
        if weight != "400" {
            attribute(&mut self.out, "font-weight", &weight);
        }
        if family != self.family {
            attribute(&mut self.out, "font-family", &family);
        }
        paint(&mut self.out, "fill", &style.get("color"));
        self.out.push('>');
        self.out.push_str(&plain(&text));
        self.out.push_str("</text>");
    }

    /// How far letters reach above and below their line.
    fn reach(&self, font: &str, size: f64) -> (f64, f64) {
        let measured = self.pen.as_ref().and_then(|pen| {
            pen.set_font(font);
            pen.measure_text("x").ok()
        });
        let reach = measured.map(|m| (m.font_bounding_box_ascent(), m.font_bounding_box_descent()));
        reach.filter(|(up, down)| up + down > 0.0).unwrap_or((size * 0.93, size * 0.24))
    }
}

/// The dashes of a border this wide.
fn dashes(width: f64) -> String {
    format!("{} {}", short(width * 3.0), short(width * 2.0))
}
