//! The stage: where everything stands, for one job and one size of window.
//!
//! Above the line is memory, below it is what a crash cannot reach. The job runs from left to right where its layers fit
//! beside each other, and from top to bottom where they do not. The more there is, the smaller the boxes and the thinner
//! the lanes; what still does not fit makes the drawing higher, never wider. Nothing here knows what time it is.

use super::geometry::{Path, Point, Rect};
use super::graph::{Rows, Shape, rows};
use super::piping::{Duct, chutes, ducts, risers};

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
    /// A source's partitions.
    pub partitions: usize,
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
    /// Log, shelf and destinations side by side.
    Wide,
    /// Log above shelf, destinations beside them.
    Medium,
    /// Everything stacked.
    Narrow,
}

/// Which way the job runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// From left to right.
    Level,
    /// From top to bottom.
    Upright,
}

impl Flow {
    /// The point so far along the way that the job runs, and so far across it.
    pub(super) fn at(self, along: f64, across: f64) -> Point {
        match self {
            Flow::Level => Point::at(along, across),
            Flow::Upright => Point::at(across, along),
        }
    }

    /// How far along, and how far across a point is.
    pub(super) fn of(self, p: Point) -> (f64, f64) {
        match self {
            Flow::Level => (p.x, p.y),
            Flow::Upright => (p.y, p.x),
        }
    }

    /// An S that leaves and arrives along.
    pub(super) fn curve(self, a: Point, b: Point) -> Path {
        match self {
            Flow::Level => Path::level(a, b),
            Flow::Upright => Path::upright(a, b),
        }
    }
}

/// A node's box, and per subtask the lane that records cross it on.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeBox {
    /// The box.
    pub rect: Rect,
    /// One lane a subtask, from entry to exit.
    pub lanes: Vec<Path>,
    /// How wide a lane is.
    pub lane: f64,
}

/// Where layers and rows lie, for pipes that pass between the boxes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Grid {
    /// Of each layer: where its boxes begin and end, along.
    pub(super) layers: Vec<(f64, f64)>,
    /// Across: the middle of row 0, and from row to row.
    pub(super) row: (f64, f64),
    /// Rows of nodes and bends.
    pub(super) rows: Option<Rows>,
}

/// The finished drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// How much room there was.
    pub room: Room,
    /// Which way the job runs.
    pub flow: Flow,
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
    /// The boxes are small: a name and a value.
    pub small: bool,
    /// Records in lanes of this width are drawn at this scale.
    pub scale: f64,
    /// One pipe a channel, from the sender's exit to the receiver's entry.
    pub pipes: Vec<Path>,
    /// One an edge: which pipes it has, and how they are drawn.
    pub ducts: Vec<Duct>,
    /// One log a source.
    pub tapes: Vec<Rect>,
    /// From each log up to its source.
    pub risers: Vec<Path>,
    /// The whole shelf.
    pub shelf: Rect,
    /// The coordinator, in the heading of the shelf.
    pub coordinator: Rect,
    /// Two places on it: the checkpoint to restore from, and the one that comes after it.
    pub slots: [Rect; 2],
    /// One destination a sink.
    pub destinations: Vec<Rect>,
    /// From each sink down to its destination.
    pub chutes: Vec<Path>,
    pub(super) grid: Grid,
}

/// How far a thing that moves may be from the line that it goes along: a record that fades into a state rises, and what
/// falls out of memory sinks.
const BESIDE_LINES: f64 = 46.0;

impl Stage {
    /// The part of the drawing in which anything moves, as wide as the whole: what goes to the shelf ends at its upper edge.
    pub fn reach(&self) -> Rect {
        let lanes = self.nodes.iter().flat_map(|n| &n.lanes);
        let lines = self.pipes.iter().chain(&self.risers).chain(&self.chutes).chain(lanes);
        let shelf = self.slots.iter().chain([&self.coordinator]).map(|rect| rect.y);
        let ys = || lines.clone().flat_map(Path::points).map(|p| p.y).chain(shelf.clone());
        let top = (ys().fold(self.height, f64::min) - BESIDE_LINES).floor().max(0.0);
        let bottom = (ys().fold(top, f64::max) + BESIDE_LINES).ceil().min(self.height);
        Rect::new(0.0, top, self.width, (bottom - top).max(1.0))
    }
}

/// Width of a lane where there is room; also the width of a pipe.
pub const LANE: f64 = 22.0;
/// And of all lanes of a box together, where there is little room.
const LANES_SMALL: f64 = 44.0;
const EDGE: f64 = 16.0;
/// Above the boxes: one row for the title and the caption, or one each where there is less room.
const HEADING: f64 = 44.0;
const HEADING_NARROW: f64 = 82.0;
const LINE_GAP: f64 = 28.0;
const TEXT_HEIGHT: f64 = 56.0;
const TEXT_SMALL: f64 = 42.0;
const DURABLE_MIN: f64 = 218.0;
const TITLE: f64 = 30.0;
const GAP: f64 = 20.0;
/// Boxes: as wide as this where there is room, and from here on small.
const BOX_MAX: f64 = 198.0;
const BOX_SMALL: f64 = 136.0;
const BOX_MIN: f64 = 76.0;
/// Room for a box's words beside its lanes, from which on it is not small.
const WORDS: f64 = 100.0;
/// Between two layers, at least.
const LAYER_GAP: f64 = 30.0;
/// A partition's line where a log has many, and how many lines it has at most.
pub const LOG_LINE: f64 = 20.0;
/// Partitions that get a line of their own; the rest share the last one.
pub const LOG_LINES: usize = 8;
/// How far pipes reach into the lower half: its headings stay free.
pub(super) const FOOT: f64 = 4.0;

/// Draws the stage for a window that leaves this much room; it may come out higher where the job needs it.
pub fn stage(cast: &Cast, width: f64, height: f64) -> Stage {
    let room = match width {
        w if w < 600.0 => Room::Narrow,
        w if w < 960.0 => Room::Medium,
        _ => Room::Wide,
    };
    let rows = rows(&shape(cast));
    let outer = outer(cast);
    let columns = rows.layers.max(1) as f64;
    let column = (width - 2.0 * (EDGE + outer) - LAYER_GAP * (columns - 1.0)) / columns;
    let flow = if room == Room::Narrow || column < BOX_MIN { Flow::Upright } else { Flow::Level };
    let mut stage = Stage {
        room,
        flow,
        width,
        height,
        memory: Rect::default(),
        durable: Rect::default(),
        line_y: 0.0,
        nodes: Vec::new(),
        small: false,
        scale: 1.0,
        pipes: Vec::new(),
        ducts: Vec::new(),
        tapes: Vec::new(),
        risers: Vec::new(),
        shelf: Rect::default(),
        coordinator: Rect::default(),
        slots: [Rect::default(); 2],
        destinations: Vec::new(),
        chutes: Vec::new(),
        grid: Grid::default(),
    };
    let (lower, least) = lower(cast, room);
    match flow {
        Flow::Level => level(&mut stage, cast, &rows, least),
        Flow::Upright => upright(&mut stage, cast, &rows),
    }
    stage.grid.rows = Some(rows);
    stage.line_y = stage.memory.bottom() + LINE_GAP / 2.0;
    let top = stage.memory.bottom() + LINE_GAP;
    let spare = stage.height - 8.0 - top;
    stage.durable = Rect::new(stage.memory.x, top, stage.memory.w, if lower { spare.max(least) } else { 0.0 });
    match room {
        Room::Wide => beside(&mut stage, cast),
        Room::Medium => half_stacked(&mut stage, cast),
        Room::Narrow => stacked(&mut stage, cast),
    }
    stage.height = stage.durable.bottom() + 8.0;
    stage.slots = slots(stage.shelf, room);
    let words = (stage.shelf.w - 110.0).clamp(60.0, 230.0);
    stage.coordinator = Rect::new(stage.shelf.right() - words, stage.shelf.y - 25.0, words, 20.0);
    let (pipes, ducts) = ducts(cast, &stage);
    stage.pipes = pipes;
    stage.ducts = ducts;
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

/// A margin for the pipes that pass a lower box on their way down or up.
fn outer(cast: &Cast) -> f64 {
    let most = count(cast, Part::Source).max(count(cast, Part::Sink));
    if most > 1 { (14.0 + 10.0 * most as f64).clamp(34.0, 64.0) } else { 20.0 }
}

/// Whether the lower half takes what height is left, and how high it is at least.
fn lower(cast: &Cast, room: Room) -> (bool, f64) {
    let logs = log_heights(cast).iter().sum::<f64>() + (TITLE + 4.0) * count(cast, Part::Source) as f64;
    match room {
        Room::Wide => {
            let bands = count(cast, Part::Sink).div_ceil(SINKS_ABREAST);
            (true, DURABLE_MIN.max(logs + 14.0).max(14.0 + (TITLE + 170.0) * bands as f64))
        }
        Room::Medium => {
            let sinks = count(cast, Part::Sink) as f64;
            (true, 310.0_f64.max(logs + TITLE + 190.0).max(14.0 + (TITLE + 118.0) * sinks))
        }
        Room::Narrow => (false, 0.0),
    }
}

/// Destinations side by side.
const SINKS_ABREAST: usize = 3;

/// What each log needs, without its title.
fn log_heights(cast: &Cast) -> Vec<f64> {
    let lines = |n: usize| if n <= 2 { 60.0 * n as f64 } else { LOG_LINE * n.min(LOG_LINES + 1) as f64 + 6.0 };
    cast.nodes.iter().filter(|n| n.part == Part::Source).map(|n| lines(n.partitions.max(1))).collect()
}

/// Left to right.
fn level(stage: &mut Stage, cast: &Cast, rows: &Rows, durable_need: f64) {
    let wide = stage.room == Room::Wide;
    let side = if wide { EDGE } else { 10.0 };
    let heading = if wide { HEADING } else { HEADING_NARROW };
    let outer = outer(cast);
    let inner = stage.width - 2.0 * (side + outer);
    let columns = rows.layers.max(1) as f64;
    let roomy = if wide { 64.0 } else { 46.0 };
    let width_at = |gap: f64| (inner - gap * (columns - 1.0)) / columns;
    let width = width_at(roomy).max(width_at(LAYER_GAP).min(BOX_SMALL - 20.0)).clamp(BOX_MIN, BOX_MAX);
    stage.small = width < BOX_SMALL;
    let text = if stage.small { TEXT_SMALL } else { TEXT_HEIGHT };
    let step = if columns > 1.0 { (inner - width) / (columns - 1.0) } else { 0.0 };

    // Lanes are as wide as the height allows.
    let subtasks = cast.nodes.iter().map(|n| n.subtasks).max().unwrap_or(1).max(1) as f64;
    let lines = rows.last + 1.0;
    let spare = stage.height - LINE_GAP - 16.0 - durable_need - heading - 6.0;
    let fits = (spare / lines - text - 10.0) / subtasks;
    let least = (LANES_SMALL / subtasks).min(LANE);
    let lane = fits.clamp(least, LANE);
    let need = heading + (text + lane * subtasks + 10.0) * lines + 6.0;
    let spare = (stage.height - LINE_GAP - 16.0 - need - durable_need).max(0.0);
    let memory = need + spare * if wide { 0.45 } else { 0.3 };
    stage.memory = Rect::new(side, 8.0, stage.width - 2.0 * side, memory);
    stage.scale = scale(cast, lane);

    let pitch = (stage.memory.h - heading - 6.0) / lines;
    let first = stage.memory.y + heading + 0.5 * pitch - 3.0;
    let x = |layer: usize| stage.memory.x + outer + step * layer as f64;
    stage.grid.layers = (0..rows.layers).map(|l| (x(l), x(l) + width)).collect();
    stage.grid.row = (first, pitch);
    for (i, node) in cast.nodes.iter().enumerate() {
        let lane = if node.subtasks == 1 { LANE } else { lane };
        let height = text + lane * node.subtasks as f64;
        let middle = first + rows.node[i] * pitch;
        let rect = Rect::new(x(node.depth), middle - height / 2.0, width, height);
        let lanes = (0..node.subtasks)
            .map(|s| {
                let y = rect.bottom() - lane * (node.subtasks - s) as f64 + lane / 2.0;
                Path::through(&[Point::at(rect.x, y), Point::at(rect.right(), y)])
            })
            .collect();
        stage.nodes.push(NodeBox { rect, lanes, lane });
    }
}

/// Records are as large as the thinnest lane allows.
fn scale(cast: &Cast, lane: f64) -> f64 {
    if cast.nodes.iter().any(|n| n.subtasks > 1) { (lane / LANE).max(0.42) } else { 1.0 }
}

/// Log, shelf and destinations side by side.
fn beside(stage: &mut Stage, cast: &Cast) {
    let inside = Rect::new(stage.durable.x + EDGE, stage.durable.y + TITLE, stage.durable.w - 2.0 * EDGE, 0.0);
    let height = stage.durable.h - TITLE - 14.0;
    let sinks = count(cast, Part::Sink).clamp(1, SINKS_ABREAST) as f64;
    let log = (inside.w * 0.24).clamp(220.0, 330.0);
    let most = inside.w - log - 2.0 * GAP - if sinks > 2.0 { 330.0 } else { 0.0 };
    let share = if sinks > 2.0 { most / sinks } else { (inside.w * 0.42 / sinks).min(400.0) };
    let right = share * sinks - GAP;
    stage.tapes = stack(Rect::new(inside.x, inside.y, log, height), cast);
    let shelf_x = inside.x + log + GAP;
    stage.shelf = Rect::new(shelf_x, inside.y, inside.right() - right - GAP - shelf_x, height);
    destinations(stage, cast, Rect::new(inside.right() - right, inside.y, right, height), SINKS_ABREAST);
}

/// Log above shelf, destinations beside them.
fn half_stacked(stage: &mut Stage, cast: &Cast) {
    let inside = Rect::new(stage.durable.x + EDGE, stage.durable.y + TITLE, stage.durable.w - 2.0 * EDGE, 0.0);
    let height = stage.durable.h - TITLE - 14.0;
    let left = inside.w * 0.47;
    let sources = count(cast, Part::Source) as f64;
    let need = log_heights(cast).iter().sum::<f64>() + (TITLE + 4.0) * (sources - 1.0);
    // Where there is little room the log is the first to do with less: a checkpoint's lines need theirs.
    let log = need.max((height * 0.45).min(170.0 * sources).min(height - TITLE - 6.0 - 140.0));
    stage.tapes = stack(Rect::new(inside.x, inside.y, left, log), cast);
    let below = inside.y + log + TITLE + 6.0;
    let shelf_height = (inside.y + height - below).min(210.0);
    stage.shelf = Rect::new(inside.x, below, left, shelf_height);
    let x = inside.x + left + GAP;
    let area = Rect::new(x, inside.y, inside.right() - x, height);
    // Rows want width: from two on, destinations stand under each other.
    destinations(stage, cast, area, 1);
}

/// Side by side, in the order of their sinks from left to right (an upper sink's pipe passes outside a lower one); more
/// than `abreast` stand in several bands.
fn destinations(stage: &mut Stage, cast: &Cast, area: Rect, abreast: usize) {
    let sinks: Vec<usize> = (0..cast.nodes.len()).filter(|i| cast.nodes[*i].part == Part::Sink).collect();
    let mut by_place = sinks.clone();
    crate::order::sort_by(&mut by_place, |a, b| {
        let (ra, rb) = (stage.nodes[*a].rect, stage.nodes[*b].rect);
        ra.x.total_cmp(&rb.x).then(rb.y.total_cmp(&ra.y)).then(a.cmp(b))
    });
    let weight = |sink: &usize| if cast.nodes[*sink].compact { 0.8 } else { 1.0 };
    let bands = by_place.chunks(abreast.max(1));
    let n = bands.len().max(1) as f64;
    let height = (area.h - (TITLE + 4.0) * (n - 1.0)) / n;
    let mut places = vec![Rect::default(); cast.nodes.len()];
    for (row, band) in bands.enumerate() {
        let share = (area.w + GAP) / band.iter().map(weight).sum::<f64>();
        let mut x = area.x;
        for sink in band {
            let width = share * weight(sink);
            places[*sink] = Rect::new(x, area.y + (height + TITLE + 4.0) * row as f64, width - GAP, height);
            x += width;
        }
    }
    stage.destinations = sinks.iter().map(|sink| places[*sink]).collect();
}

/// Logs under each other, each with room for its title above it but for the first, by what each needs.
fn stack(area: Rect, cast: &Cast) -> Vec<Rect> {
    let needs = log_heights(cast);
    let spare = area.h - needs.iter().sum::<f64>() - (TITLE + 4.0) * (needs.len() as f64 - 1.0);
    let mut y = area.y;
    let place = |need: &f64| {
        let height = need + spare.max(0.0) / needs.len() as f64;
        let rect = Rect::new(area.x, y, area.w, height);
        y += height + TITLE + 4.0;
        rect
    };
    needs.iter().map(place).collect()
}

/// Top to bottom.
fn upright(stage: &mut Stage, cast: &Cast, rows: &Rows) {
    let side = if stage.room == Room::Wide { EDGE } else { 8.0 };
    let gap = 30.0;
    let height = 58.0;
    let heading = if stage.room == Room::Wide { HEADING } else { HEADING_NARROW };
    let top = 8.0 + heading;
    let layers = rows.layers.max(1) as f64;
    let memory = heading + layers * height + (layers - 1.0) * gap + 14.0;
    stage.memory = Rect::new(side, 8.0, stage.width - 2.0 * side, memory);
    let outer = outer(cast).max(24.0);
    let inner = stage.memory.w - 2.0 * outer;
    let share = inner / (rows.last + 1.0);
    let width = (share - 8.0).min(if stage.room == Room::Narrow { 176.0 } else { BOX_MAX });
    let subtasks = cast.nodes.iter().map(|n| n.subtasks).max().unwrap_or(1).max(1) as f64;
    let lane = (width * 0.4 / subtasks).min(LANE);
    // The lanes lie beside the words here.
    stage.small = width - lane * subtasks < WORDS;
    stage.scale = scale(cast, lane);
    let y = |layer: usize| top + (height + gap) * layer as f64;
    stage.grid.layers = (0..rows.layers).map(|l| (y(l), y(l) + height)).collect();
    let first = stage.memory.x + outer + share * 0.5;
    stage.grid.row = (first, share);
    for (i, node) in cast.nodes.iter().enumerate() {
        let lane = if node.subtasks == 1 { LANE.min(width * 0.4) } else { lane };
        let rect = Rect::new(first + share * rows.node[i] - width / 2.0, y(node.depth), width, height);
        let lanes = (0..node.subtasks)
            .map(|s| {
                let x = rect.x + lane * s as f64 + lane / 2.0;
                Path::through(&[Point::at(x, rect.y), Point::at(x, rect.bottom())])
            })
            .collect();
        stage.nodes.push(NodeBox { rect, lanes, lane });
    }
}

/// Everything under each other; the lower half is as high as it needs to be.
fn stacked(stage: &mut Stage, cast: &Cast) {
    let mut y = stage.durable.y;
    let x = stage.durable.x + 12.0;
    let w = stage.width - 2.0 * x;
    for height in log_heights(cast) {
        let height = height.max(if count(cast, Part::Source) == 1 { 148.0 } else { 76.0 });
        stage.tapes.push(Rect::new(x, y + TITLE, w, height));
        y += TITLE + height + 4.0;
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
    stage.durable.h = y + 6.0 - stage.durable.y;
}

fn slots(shelf: Rect, room: Room) -> [Rect; 2] {
    let first = if room == Room::Wide { (shelf.w * 0.58).min(260.0) } else { shelf.w * 0.6 };
    let gap = 12.0;
    let second = (shelf.w - first - gap).min(200.0);
    [Rect::new(shelf.x, shelf.y, first, shelf.h), Rect::new(shelf.x + first + gap, shelf.y, second, shelf.h)]
}
