//! The pipes of the stage: between the boxes, up from the logs, down to the destinations, around whatever is in the way.

use super::geometry::{Path, Point};
use super::graph::rows;
use super::layout::{Cast, FOOT, LANE, NodeBox, Part, Room, Stage, shape};

pub(super) fn pipes(cast: &Cast, nodes: &[NodeBox], room: Room) -> Vec<Path> {
    let narrow = room == Room::Narrow;
    let mut arriving = vec![0usize; cast.nodes.len() * 64];
    let slot = |to: (usize, usize)| to.0 * 64 + to.1.min(63);
    let mut total = arriving.clone();
    for link in &cast.channels {
        total[slot(link.to)] += 1;
    }
    let shape_rows = rows(&shape(cast));
    cast.channels
        .iter()
        .map(|link| {
            let a = nodes[link.from.0].lanes[link.from.1].end();
            let mut b = nodes[link.to.0].lanes[link.to.1].start();
            let n = total[slot(link.to)];
            let i = arriving[slot(link.to)];
            arriving[slot(link.to)] += 1;
            // Several pipes into one lane arrive beside each other, so that a blocked one can be told from the rest.
            let off = (i as f64 - (n as f64 - 1.0) / 2.0) * (LANE - 2.0);
            if narrow {
                b.x += off
            } else {
                b.y += off
            }
            let bends = &shape_rows.bends[link.edge];
            let curve = |a, b| if narrow { Path::upright(a, b) } else { Path::level(a, b) };
            if bends.is_empty() {
                return curve(a, b);
            }
            // An edge that skips layers keeps to its own row between the two curves.
            let (from_row, first) = (shape_rows.node[link.from.0], bends[0]);
            let (from_rect, to_rect) = (nodes[link.from.0].rect, nodes[link.to.0].rect);
            let share = 1.0 / (bends.len() as f64 + 1.0);
            let pass = |along: f64| {
                if narrow {
                    let row_width = (to_rect.center().x - from_rect.center().x)
                        / (shape_rows.node[link.to.0] - from_row).abs().max(1.0);
                    Point::at(a.x + (first - from_row) * row_width.abs().max(80.0), a.y + (b.y - a.y) * along)
                } else {
                    let row_height = from_rect.h + 10.0;
                    Point::at(a.x + (b.x - a.x) * along, a.y + (first - from_row) * row_height)
                }
            };
            let (p, q) = (pass(share * 0.8), pass(1.0 - share * 0.8));
            curve(a, p).then(&curve(p, q)).then(&curve(q, b))
        })
        .collect()
}

/// Whether another box stands in the way of an upright line from this box to the line between the halves.
fn in_the_way(stage: &Stage, node: usize, x: f64) -> bool {
    let own = stage.nodes[node].rect;
    stage
        .nodes
        .iter()
        .enumerate()
        .any(|(i, other)| i != node && other.rect.y > own.y && other.rect.x - LANE < x && x < other.rect.right() + LANE)
}

pub(super) fn risers(cast: &Cast, stage: &Stage) -> Vec<Path> {
    let sources = cast.nodes.iter().enumerate().filter(|(_, n)| n.part == Part::Source);
    sources
        .zip(&stage.tapes)
        .map(|((i, _), _)| {
            let own = &stage.nodes[i];
            let entry = own.lanes[0].start();
            if stage.room == Room::Narrow {
                let x = stage.memory.x + 13.0;
                let corner = Point::at(x, own.rect.y - 12.0);
                let turn = Point::at(entry.x, own.rect.y - 12.0);
                return Path::through(&[Point::at(x, stage.durable.y + FOOT), corner, turn, entry]);
            }
            let foot = stage.durable.y + FOOT;
            let inside = own.rect.x + LANE;
            if in_the_way(stage, i, inside) {
                let x = own.rect.x - 18.0;
                return Path::through(&[Point::at(x, foot), Point::at(x, entry.y), entry]);
            }
            Path::through(&[Point::at(inside, foot), Point::at(inside, own.rect.bottom() - LANE / 2.0)])
        })
        .collect()
}

pub(super) fn chutes(cast: &Cast, stage: &Stage) -> Vec<Path> {
    let sinks = cast.nodes.iter().enumerate().filter(|(_, n)| n.part == Part::Sink);
    sinks
        .zip(&stage.destinations)
        .map(|((i, _), destination)| {
            let own = &stage.nodes[i];
            let exit = own.lanes[0].end();
            if stage.room == Room::Narrow {
                let foot = stage.durable.y + FOOT;
                if !in_the_way(stage, i, exit.x) {
                    return Path::through(&[exit, Point::at(exit.x, foot)]);
                }
                let x = stage.memory.right() - 13.0;
                let y = exit.y + 10.0;
                return Path::through(&[exit, Point::at(exit.x, y), Point::at(x, y), Point::at(x, foot)]);
            }
            let foot = stage.durable.y + FOOT;
            let low = stage.memory.bottom();
            let inside = own.rect.center().x;
            let start = if in_the_way(stage, i, inside) {
                let x = own.rect.right() + 18.0;
                Path::through(&[exit, Point::at(x, exit.y), Point::at(x, low)])
            } else {
                Path::through(&[Point::at(inside, exit.y), Point::at(inside, low)])
            };
            let x = start.end().x;
            let aim = x.clamp(destination.x + LANE, destination.right() - LANE);
            start.then(&Path::upright(Point::at(x, low), Point::at(aim, foot)))
        })
        .collect()
}
