//! The pipes of the stage: between the boxes, up from the logs, down to the destinations, around whatever is in the way.

use super::geometry::{Path, Point, Rect};
use super::layout::{Cast, FOOT, Flow, LANE, NodeBox, Part, Room, Stage};

/// How an edge is drawn: its channels one by one, or, where each sender is linked with each receiver, as one bundle.
#[derive(Clone, Debug, PartialEq)]
pub struct Duct {
    /// Its channels.
    pub channels: Vec<usize>,
    /// The outline of a bundle, as the `d` of a path; none: each channel is a pipe of its own.
    pub hull: Option<String>,
    /// Along its middle.
    pub middle: Path,
    /// The width of one pipe.
    pub width: f64,
    /// The width of the whole bundle; of a single pipe, its own.
    pub whole: f64,
    /// Where there is room for what it holds.
    pub label: Option<Label>,
}

/// A place beside a pipe for a few words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    /// Its middle.
    pub at: Point,
    /// There is room for "240/400"; else for "240".
    pub wide: bool,
}

/// Where an edge passes a layer that it skips: in and out, along, and how far across.
type Bend = (f64, f64, f64);

/// A pipe for every channel, and a duct for every edge.
pub(super) fn ducts(cast: &Cast, stage: &Stage) -> (Vec<Path>, Vec<Duct>) {
    let mut of_edge: Vec<Vec<usize>> = vec![Vec::new(); cast.edges.len()];
    for (c, link) in cast.channels.iter().enumerate() {
        of_edge[link.edge].push(c);
    }
    let mut pipes = vec![Path::default(); cast.channels.len()];
    let mut drawn = Vec::new();
    for (edge, channels) in of_edge.into_iter().enumerate() {
        let bends = bends(cast, stage, edge);
        let (from, to) = cast.edges[edge];
        let (a, b) = (&stage.nodes[from], &stage.nodes[to]);
        let most = a.lanes.len().max(b.lanes.len());
        let is_bundle = channels.len() > most || (most > 1 && a.lanes.len() != b.lanes.len());
        let (aside, width) = arrival(cast, stage, edge, is_bundle);
        for c in &channels {
            let link = cast.channels[*c];
            let start = a.lanes[link.from.1].end();
            let (along, across) = stage.flow.of(b.lanes[link.to.1].start());
            let off = (link.to.1 as f64 - (b.lanes.len() as f64 - 1.0) / 2.0) * a.lane.min(b.lane);
            pipes[*c] = route(stage.flow, start, stage.flow.at(along, across + aside), &bends, off);
        }
        let ends = |share: f64| {
            let start = block(stage.flow, a, share, true);
            let (along, across) = stage.flow.of(block(stage.flow, b, share, false));
            (start, stage.flow.at(along, across + aside))
        };
        let thick = (a.lane * a.lanes.len() as f64).min(b.lane * b.lanes.len() as f64);
        let side = |share: f64| {
            let (start, end) = ends(share);
            route(stage.flow, start, end, &bends, (share - 0.5) * thick)
        };
        let hull = is_bundle.then(|| side(0.0).around(&side(1.0)));
        let whole = if is_bundle { thick } else { width * channels.len().min(most) as f64 };
        drawn.push(Duct { middle: side(0.5), channels, hull, width, whole, label: None });
    }
    label(stage, &mut drawn);
    (pipes, drawn)
}

impl Label {
    /// The room it has.
    pub fn rect(self) -> Rect {
        let w = if self.wide { LABEL.1 } else { LABEL.2 };
        Rect::new(self.at.x - w / 2.0, self.at.y - LABEL.0 / 2.0, w, LABEL.0)
    }
}

/// Of a label: its height, and its width with and without the capacity.
const LABEL: (f64, f64, f64) = (13.0, 64.0, 28.0);

/// Gives every edge a place for its label that covers no box, no pipe and no other label; if there is one.
fn label(stage: &Stage, ducts: &mut [Duct]) {
    let samples = |d: &Duct| (0..=24).map(|i| d.middle.place(f64::from(i) / 24.0)).collect::<Vec<_>>();
    let lines: Vec<(Vec<Point>, f64)> = ducts.iter().map(|d| (samples(d), d.whole / 2.0)).collect();
    let mut taken: Vec<Rect> = stage.nodes.iter().map(|n| n.rect).collect();
    let near = |rect: Rect, p: &Point, half: f64| {
        rect.x - half < p.x && p.x < rect.right() + half && rect.y - half < p.y && p.y < rect.bottom() + half
    };
    for duct in ducts {
        let places = [true, false].into_iter().flat_map(|wide| {
            let w = if wide { LABEL.1 } else { LABEL.2 };
            [0.5, 0.38, 0.62, 0.25, 0.75].into_iter().flat_map(move |t| [-1.0, 1.0].map(|side| (wide, w, t, side)))
        });
        duct.label = places.into_iter().find_map(|(wide, w, t, side)| {
            let middle = duct.middle.place(t);
            let (cos, sin) = duct.middle.direction(t);
            let away = side * (duct.whole / 2.0 + 2.0 + sin.abs() * w / 2.0 + cos.abs() * LABEL.0 / 2.0);
            let at = Point::at(middle.x - sin * away, middle.y + cos * away);
            let rect = Label { at, wide }.rect();
            let free = stage.memory.contains(rect)
                && taken.iter().all(|other| !other.overlaps(rect))
                && lines.iter().all(|(line, half)| line.iter().all(|p| !near(rect, p, *half)));
            free.then(|| {
                taken.push(rect);
                Label { at, wide }
            })
        });
    }
}

/// A place on the side of a box where its lanes end or begin: 0 the first edge of the first lane, 1 the last of the last.
fn block(flow: Flow, node: &NodeBox, share: f64, exit: bool) -> Point {
    let end = |path: &Path| if exit { path.end() } else { path.start() };
    let (Some(first), Some(last)) = (node.lanes.first(), node.lanes.last()) else { return node.rect.center() };
    let (along, low) = flow.of(end(first));
    let (_, high) = flow.of(end(last));
    flow.at(along, low - node.lane / 2.0 + (high - low + node.lane) * share)
}

/// How far beside the receiver's lane an edge arrives, and how wide its pipes are: several edges into one box arrive
/// beside each other, so that a blocked one can be told from the rest.
fn arrival(cast: &Cast, stage: &Stage, edge: usize, is_bundle: bool) -> (f64, f64) {
    let (from, to) = cast.edges[edge];
    let (a, b) = (&stage.nodes[from], &stage.nodes[to]);
    let thin = a.lane.min(b.lane);
    let rivals: Vec<usize> = (0..cast.edges.len()).filter(|e| cast.edges[*e].1 == to).collect();
    let place = rivals.iter().position(|e| *e == edge).unwrap_or(0) as f64;
    let n = rivals.len() as f64;
    if n < 2.0 {
        return (0.0, thin);
    }
    if b.lanes.len() > 1 {
        let share = if is_bundle { b.lane * 0.5 } else { b.lane / n };
        return ((place - (n - 1.0) / 2.0) * share, if is_bundle { thin } else { share });
    }
    let (room, end) = match stage.flow {
        Flow::Level => (b.rect.h, b.rect.bottom()),
        Flow::Upright => (b.rect.w, b.rect.x),
    };
    let pitch = (LANE - 2.0).min((room - 6.0) / n);
    let (_, lane) = stage.flow.of(b.lanes[0].start());
    // The outermost stays within the box.
    let reach = (n - 1.0) / 2.0 * pitch + pitch.min(thin) / 2.0 + 1.0;
    let shift = match stage.flow {
        Flow::Level => (end - reach - lane).min(0.0),
        Flow::Upright => (end + reach - lane).max(0.0),
    };
    (shift + (place - (n - 1.0) / 2.0) * pitch, thin.min(pitch))
}

fn bends(cast: &Cast, stage: &Stage, edge: usize) -> Vec<Bend> {
    let Some(rows) = &stage.grid.rows else { return Vec::new() };
    let first = cast.nodes[cast.edges[edge].0].depth + 1;
    let (start, pitch) = stage.grid.row;
    let bend = |(i, row): (usize, &f64)| {
        let (enter, leave) = stage.grid.layers[first + i];
        (enter, leave, start + row * pitch)
    };
    rows.bends[edge].iter().enumerate().map(bend).collect()
}

/// From exit to entry; an edge that skips layers passes each in a row of its own, `off` beside its middle.
fn route(flow: Flow, from: Point, to: Point, bends: &[Bend], off: f64) -> Path {
    let mut path: Option<Path> = None;
    let mut here = from;
    let go = |path: &mut Option<Path>, piece: Path| {
        *path = Some(match path.take() {
            Some(path) => path.then(&piece),
            None => piece,
        });
    };
    for (enter, leave, across) in bends {
        let (a, b) = (flow.at(*enter, across + off), flow.at(*leave, across + off));
        go(&mut path, flow.curve(here, a));
        go(&mut path, Path::through(&[a, b]));
        here = b;
    }
    go(&mut path, flow.curve(here, to));
    path.unwrap_or_default()
}

/// Whether another box stands in the way of an upright line from this box to the line between the halves.
fn in_the_way(stage: &Stage, node: usize, x: f64) -> bool {
    let own = stage.nodes[node].rect;
    let others = stage.nodes.iter().enumerate();
    others.filter(|(i, _)| *i != node).any(|(_, other)| {
        other.rect.y > own.y && other.rect.x - LANE / 2.0 - 1.0 < x && x < other.rect.right() + LANE / 2.0 + 1.0
    })
}

pub(super) fn risers(cast: &Cast, stage: &Stage) -> Vec<Path> {
    let sources = cast.nodes.iter().enumerate().filter(|(_, n)| n.part == Part::Source);
    let mut aside = 0.0;
    sources
        .zip(&stage.tapes)
        .map(|((i, _), _)| {
            let own = &stage.nodes[i];
            let entry = own.lanes[0].start();
            let foot = stage.durable.y + FOOT;
            if stage.flow == Flow::Upright {
                let x = stage.memory.x + 11.0 + aside;
                aside += 10.0;
                let corner = Point::at(x, own.rect.y - 12.0);
                let turn = Point::at(entry.x, own.rect.y - 12.0);
                return Path::through(&[Point::at(x, foot), corner, turn, entry]);
            }
            let inside = own.rect.x + LANE;
            if in_the_way(stage, i, inside) {
                // Beside the lower boxes; of several, the upper ones further out.
                let x = own.rect.x - 16.0 - aside;
                aside += 10.0;
                return Path::through(&[Point::at(x, foot), Point::at(x, entry.y), entry]);
            }
            Path::through(&[Point::at(inside, foot), Point::at(inside, own.rect.bottom() - LANE / 2.0)])
        })
        .collect()
}

pub(super) fn chutes(cast: &Cast, stage: &Stage) -> Vec<Path> {
    let sinks = cast.nodes.iter().enumerate().filter(|(_, n)| n.part == Part::Sink);
    let mut aside = 0.0;
    let foot = stage.durable.y + FOOT;
    let low = stage.memory.bottom();
    sinks
        .zip(&stage.destinations)
        .map(|((i, _), destination)| {
            let own = &stage.nodes[i];
            let exit = own.lanes[0].end();
            // A destination in a lower band: its pipe ends at the upper edge of the half all the same.
            let aim = |x: f64| x.clamp(destination.x + LANE, destination.right() - LANE);
            if stage.flow == Flow::Upright {
                let path = if in_the_way(stage, i, exit.x) {
                    let x = stage.memory.right() - 11.0 - aside;
                    aside += 10.0;
                    let y = exit.y + 10.0;
                    Path::through(&[exit, Point::at(exit.x, y), Point::at(x, y), Point::at(x, low)])
                } else {
                    Path::through(&[exit, Point::at(exit.x, low)])
                };
                let x = path.end().x;
                let x = if stage.room == Room::Narrow { x } else { aim(x) };
                return path.clone().then(&Path::upright(path.end(), Point::at(x, foot)));
            }
            let inside = own.rect.center().x;
            let start = if in_the_way(stage, i, inside) {
                let x = own.rect.right() + 16.0 + aside;
                aside += if own.rect.right() + 60.0 > stage.memory.right() { 10.0 } else { 0.0 };
                Path::through(&[exit, Point::at(x, exit.y), Point::at(x, low)])
            } else {
                Path::through(&[Point::at(inside, exit.y), Point::at(inside, low)])
            };
            let x = start.end().x;
            start.then(&Path::upright(Point::at(x, low), Point::at(aim(x), foot)))
        })
        .collect()
}
