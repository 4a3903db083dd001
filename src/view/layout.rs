//! The stage: where everything stands, for one job and one size of window.
//!
//! Above the line is memory, below it is what a crash cannot reach. Wide windows run the job from left to right, narrow
//! ones from top to bottom, with the two halves stacked. Nothing here knows what time it is.

use super::geometry::{Path, Point, Rect};
use super::graph::{Shape, rows};
use super::piping::{chutes, pipes, risers};

/// What a node is to the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Reads a log.
    Source,
    /// Works in memory.
    Operator,
    /// Writes to a destination.
    Sink,
}

/// A node of the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Actor {
    /// What it is.
    pub part: Part,
    /// Its layer.
    pub depth: usize,
    /// Parallel instances.
    pub subtasks: usize,
    /// A sink whose destination holds balances: it needs less room than rows do.
    pub compact: bool,
}

/// One channel: from and to as node and subtask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The edge that it belongs to.
    pub edge: usize,
    /// Node and subtask that send.
    pub from: (usize, usize),
    /// Node and subtask that receive.
    pub to: (usize, usize),
}

/// Who is on the stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cast {
    /// In the order of the plan.
    pub nodes: Vec<Actor>,
    /// From and to.
    pub edges: Vec<(usize, usize)>,
    /// In the order of the plan.
    pub channels: Vec<Link>,
}

/// How much room there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Left to right; log, shelf and destinations side by side.
    Wide,
    /// Left to right; log above shelf, destinations beside them.
    Medium,
    /// Top to bottom, everything stacked.
    Narrow,
}

/// A node's box, and per subtask the lane that records cross it on.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeBox {
    /// The box.
    pub rect: Rect,
    /// One lane a subtask, from entry to exit.
    pub lanes: Vec<Path>,
}

/// The finished drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// How much room there was.
    pub room: Room,
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// What a crash wipes.
    pub memory: Rect,
    /// What it cannot reach.
    pub durable: Rect,
    /// The dashed line between the two.
    pub line_y: f64,
    /// In the order of the cast.
    pub nodes: Vec<NodeBox>,
    /// One pipe a channel, from the sender's exit to the receiver's entry.
    pub pipes: Vec<Path>,
    /// One log a source.
    pub tapes: Vec<Rect>,
    /// From each log up to its source.
    pub risers: Vec<Path>,
    /// The whole shelf.
    pub shelf: Rect,
    /// Two places on it: the checkpoint to restore from, and the one that comes after it.
    pub slots: [Rect; 2],
    /// One destination a sink.
    pub destinations: Vec<Rect>,
    /// From each sink down to its destination.
    pub chutes: Vec<Path>,
}

/// Height of a lane across a box; also the width of a pipe.
pub const LANE: f64 = 22.0;
const EDGE: f64 = 16.0;
/// Above the boxes: one row for the title and the caption, or one each where there is less room.
const HEADING: f64 = 44.0;
const HEADING_NARROW: f64 = 82.0;
const LINE_GAP: f64 = 28.0;
const TEXT_HEIGHT: f64 = 56.0;
const DURABLE_MIN: f64 = 218.0;
const TITLE: f64 = 30.0;
const GAP: f64 = 20.0;
/// How far pipes reach into the lower half: its headings stay free.
pub(super) const FOOT: f64 = 4.0;

/// Draws the stage for a window that leaves this much room; it may come out higher where the job needs it.
pub fn stage(cast: &Cast, width: f64, height: f64) -> Stage {
    let room = match width {
        w if w < 600.0 => Room::Narrow,
        w if w < 960.0 => Room::Medium,
        _ => Room::Wide,
    };
    let mut stage = Stage {
        room,
        width,
        height,
        memory: Rect::default(),
        durable: Rect::default(),
        line_y: 0.0,
        nodes: Vec::new(),
        pipes: Vec::new(),
        tapes: Vec::new(),
        risers: Vec::new(),
        shelf: Rect::default(),
        slots: [Rect::default(); 2],
        destinations: Vec::new(),
        chutes: Vec::new(),
    };
    if room == Room::Narrow {
        upright(&mut stage, cast)
    } else {
        level(&mut stage, cast)
    }
    stage.slots = slots(stage.shelf, room);
    stage.pipes = pipes(cast, &stage.nodes, room);
    stage.risers = risers(cast, &stage);
    stage.chutes = chutes(cast, &stage);
    stage
}

pub(super) fn shape(cast: &Cast) -> Shape {
    Shape { depth: cast.nodes.iter().map(|n| n.depth).collect(), edges: cast.edges.clone() }
}

fn count(cast: &Cast, part: Part) -> usize {
    cast.nodes.iter().filter(|n| n.part == part).count()
}

/// Left to right.
fn level(stage: &mut Stage, cast: &Cast) {
    let rows = rows(&shape(cast));
    let subtasks = cast.nodes.iter().map(|n| n.subtasks).max().unwrap_or(1);
    let lanes = LANE * subtasks as f64;
    let wide = stage.room == Room::Wide;
    let side = if wide { EDGE } else { 10.0 };
    let row_height = TEXT_HEIGHT + lanes + 10.0;
    let heading = if wide { HEADING } else { HEADING_NARROW };
    let need = heading + row_height * (rows.last + 1.0) + 6.0;
    let durable_need = if wide { DURABLE_MIN } else { 330.0 };
    let spare = (stage.height - LINE_GAP - 16.0 - need - durable_need).max(0.0);
    let memory = need + spare * if wide { 0.45 } else { 0.3 };
    stage.height = stage.height.max(need + durable_need + LINE_GAP + 16.0);
    stage.memory = Rect::new(side, 8.0, stage.width - 2.0 * side, memory);
    stage.line_y = stage.memory.bottom() + LINE_GAP / 2.0;
    let top = stage.memory.bottom() + LINE_GAP;
    stage.durable = Rect::new(side, top, stage.width - 2.0 * side, stage.height - 8.0 - top);

    // A margin for the pipes that pass a lower box on their way down or up.
    let outer = if count(cast, Part::Source) > 1 || count(cast, Part::Sink) > 1 { 34.0 } else { 20.0 };
    let inner = stage.memory.w - 2.0 * outer;
    let columns = rows.layers.max(1) as f64;
    let gap_min = if wide { 64.0 } else { 46.0 };
    let width = ((inner - gap_min * (columns - 1.0)) / columns).clamp(84.0, 198.0);
    let step = if columns > 1.0 { (inner - width) / (columns - 1.0) } else { 0.0 };
    let pitch = (stage.memory.h - heading - 6.0) / (rows.last + 1.0);
    for (i, node) in cast.nodes.iter().enumerate() {
        let height = TEXT_HEIGHT + LANE * node.subtasks as f64;
        let middle = stage.memory.y + heading + (rows.node[i] + 0.5) * pitch - 3.0;
        let x = stage.memory.x + outer + step * node.depth as f64;
        let rect = Rect::new(x, middle - height / 2.0, width, height);
        let lanes = (0..node.subtasks)
            .map(|s| {
                let y = rect.bottom() - LANE * (node.subtasks - s) as f64 + LANE / 2.0;
                Path::through(&[Point::at(rect.x, y), Point::at(rect.right(), y)])
            })
            .collect();
        stage.nodes.push(NodeBox { rect, lanes });
    }

    let inside = Rect::new(stage.durable.x + EDGE, stage.durable.y + TITLE, stage.durable.w - 2.0 * EDGE, 0.0);
    let height = stage.durable.h - TITLE - 14.0;
    let sinks = count(cast, Part::Sink).max(1) as f64;
    if wide {
        let log = (inside.w * 0.24).clamp(220.0, 330.0);
        let share = (inside.w * 0.42 / sinks).min(400.0);
        let right = share * sinks - GAP;
        stage.tapes = stack(Rect::new(inside.x, inside.y, log, height), count(cast, Part::Source), GAP);
        let shelf_x = inside.x + log + GAP;
        stage.shelf = Rect::new(shelf_x, inside.y, inside.right() - right - GAP - shelf_x, height);
        destinations(stage, cast, Rect::new(inside.right() - right, inside.y, right, height));
    } else {
        let left = inside.w * 0.47;
        let log = (height * 0.45).min(170.0 * count(cast, Part::Source) as f64);
        stage.tapes = stack(Rect::new(inside.x, inside.y, left, log), count(cast, Part::Source), GAP);
        let below = inside.y + log + TITLE + 6.0;
        let shelf_height = (inside.y + height - below).min(210.0);
        stage.shelf = Rect::new(inside.x, below, left, shelf_height);
        let x = inside.x + left + GAP;
        destinations(stage, cast, Rect::new(x, inside.y, inside.right() - x, height));
    }
}

/// Side by side, in the order of their sinks from left to right (an upper sink's pipe passes outside a lower one).
fn destinations(stage: &mut Stage, cast: &Cast, area: Rect) {
    let sinks: Vec<usize> = (0..cast.nodes.len()).filter(|i| cast.nodes[*i].part == Part::Sink).collect();
    let mut by_place = sinks.clone();
    by_place.sort_by(|a, b| {
        let (ra, rb) = (stage.nodes[*a].rect, stage.nodes[*b].rect);
        ra.x.total_cmp(&rb.x).then(rb.y.total_cmp(&ra.y)).then(a.cmp(b))
    });
    let weight = |sink: &usize| if cast.nodes[*sink].compact { 0.8 } else { 1.0 };
    let all: f64 = sinks.iter().map(weight).sum();
    stage.destinations = sinks
        .iter()
        .map(|sink| {
            let before: f64 = by_place.iter().take_while(|s| *s != sink).map(weight).sum();
            let share = (area.w + GAP) / all;
            Rect::new(area.x + share * before, area.y, share * weight(sink) - GAP, area.h)
        })
        .collect();
}

/// Boxes under each other, each with room for its title above it but for the first.
fn stack(area: Rect, n: usize, gap: f64) -> Vec<Rect> {
    let n_f = n.max(1) as f64;
    let each = (area.h - gap * (n_f - 1.0)) / n_f;
    (0..n).map(|i| Rect::new(area.x, area.y + (each + gap) * i as f64, area.w, each)).collect()
}

/// Top to bottom.
fn upright(stage: &mut Stage, cast: &Cast) {
    let rows = rows(&shape(cast));
    let side = 8.0;
    let gap = 30.0;
    let height = 58.0;
    let top = 8.0 + HEADING_NARROW;
    let layers = rows.layers.max(1) as f64;
    stage.memory =
        Rect::new(side, 8.0, stage.width - 2.0 * side, HEADING_NARROW + layers * height + (layers - 1.0) * gap + 14.0);
    let outer = 24.0;
    let inner = stage.memory.w - 2.0 * outer;
    let share = inner / (rows.last + 1.0);
    let width = (share - 8.0).min(176.0);
    for (i, node) in cast.nodes.iter().enumerate() {
        let x = stage.memory.x + outer + share * (rows.node[i] + 0.5) - width / 2.0;
        let rect = Rect::new(x, top + (height + gap) * node.depth as f64, width, height);
        let lanes = (0..node.subtasks)
            .map(|s| {
                let x = rect.x + LANE * s as f64 + LANE / 2.0;
                Path::through(&[Point::at(x, rect.y), Point::at(x, rect.bottom())])
            })
            .collect();
        stage.nodes.push(NodeBox { rect, lanes });
    }
    stage.line_y = stage.memory.bottom() + LINE_GAP / 2.0;
    let mut y = stage.memory.bottom() + LINE_GAP;
    let durable_top = y;
    let x = side + 12.0;
    let w = stage.width - 2.0 * x;
    for node in &cast.nodes {
        if node.part == Part::Source {
            stage.tapes.push(Rect::new(x, y + TITLE, w, 148.0));
            y += TITLE + 148.0 + 4.0;
        }
    }
    stage.shelf = Rect::new(x, y + TITLE, w, 150.0);
    y += TITLE + 150.0 + 10.0;
    for node in &cast.nodes {
        if node.part == Part::Sink {
            let height = if node.compact { 92.0 } else { 176.0 };
            stage.destinations.push(Rect::new(x, y + TITLE, w, height));
            y += TITLE + height + 8.0;
        }
    }
    stage.durable = Rect::new(side, durable_top, stage.width - 2.0 * side, y + 6.0 - durable_top);
    stage.height = stage.durable.bottom() + 8.0;
}

fn slots(shelf: Rect, room: Room) -> [Rect; 2] {
    let first = if room == Room::Wide { (shelf.w * 0.58).min(260.0) } else { shelf.w * 0.6 };
    let gap = 12.0;
    let second = (shelf.w - first - gap).min(200.0);
    [Rect::new(shelf.x, shelf.y, first, shelf.h), Rect::new(shelf.x + first + gap, shelf.y, second, shelf.h)]
}
