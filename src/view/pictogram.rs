//! The shape of a job as a very small drawing: where its nodes stand and what links them.

use super::layout::Part;
use super::show::cast;
use crate::graph::Plan;

/// Width of the drawing.
pub const WIDTH: f64 = 104.0;
/// Height of the drawing.
pub const HEIGHT: f64 = 40.0;
/// A node of one task is as wide as it is high.
pub const DOT: f64 = 10.0;
/// What each further task adds to the height.
const TASK: f64 = 5.0;

/// A node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// What it is.
    pub part: Part,
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
    /// Its height: more tasks, higher.
    pub height: f64,
}

/// The drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Pictogram {
    /// The nodes, in the order of the plan.
    pub dots: Vec<Dot>,
    /// The links, as one SVG path.
    pub lines: String,
}

/// Draws the job of a plan: its nodes in columns by depth, as on the stage.
pub fn pictogram(plan: &Plan) -> Pictogram {
    let cast = cast(plan);
    let deepest = cast.nodes.iter().map(|n| n.depth).max().unwrap_or(0);
    let column = |i: usize| cast.nodes[i].depth;
    let dot = |(i, node): (usize, &super::layout::Actor)| {
        let all: Vec<usize> = (0..cast.nodes.len()).filter(|j| column(*j) == column(i)).collect();
        let place = all.iter().position(|j| *j == i).unwrap_or(0);
        let room = HEIGHT / all.len() as f64;
        Dot {
            part: node.part,
            x: DOT / 2.0 + 1.0 + (WIDTH - DOT - 2.0) * column(i) as f64 / deepest.max(1) as f64,
            y: room * (place as f64 + 0.5),
            height: (DOT + TASK * (node.subtasks as f64 - 1.0)).min(room - 2.0),
        }
    };
    let dots: Vec<Dot> = cast.nodes.iter().enumerate().map(dot).collect();
    let line = |(from, to): &(usize, usize)| {
        let (a, b) = (dots[*from], dots[*to]);
        let middle = (a.x + b.x) / 2.0;
        format!("M{:.1} {:.1}C{middle:.1} {:.1} {middle:.1} {:.1} {:.1} {:.1}", a.x, a.y, a.y, b.y, b.x, b.y)
    };
    let lines = cast.edges.iter().map(line).collect();
    Pictogram { dots, lines }
}
