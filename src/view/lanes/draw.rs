//! The lanes as a drawing: a path for each layer, in whole pixels, and signs for the cuts.

use std::fmt::Write as _;

use super::grid::{Grid, sort};
use super::{Tracks, Verdict};

/// What a path of the drawing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Tasks are down.
    Down,
    /// Events of records, of the first, second or third density.
    Live(usize),
    /// The same of records read again.
    Replayed(usize),
    /// Other events.
    Other,
    /// Records on their way.
    Record,
    /// Records read again, on their way.
    RecordAgain,
    /// Events of checkpoints.
    Checkpoint,
    /// Something was held back, refused or void.
    Stopped,
    /// Parts of checkpoints on their way into storage.
    Save,
    /// State on its way back from storage.
    Restore,
    /// Barriers on their way.
    Barrier,
    /// Cuts that are consistent, that are not, and of checkpoints that did not complete.
    Cut(usize),
}

/// A cut's sign above the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutSign {
    /// Its place in `Tracks::cuts`.
    pub cut: usize,
    /// Its middle, in pixels.
    pub x: i32,
}

/// The drawing of a part of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The paths, from the back to the front; empty ones are left out.
    pub paths: Vec<(Layer, String)>,
    /// Where there is room for them.
    pub signs: Vec<CutSign>,
}

/// Density of events has so many levels.
const LEVELS: usize = 3;
/// Room that a sign takes, in pixels.
const SIGN: i32 = 34;

/// Draws a grid whose cells have this width and height, in pixels.
pub fn picture(grid: &Grid, tracks: &Tracks, cell: i32, lane: i32) -> Picture {
    let lanes = tracks.lanes.len();
    let middle = |i: usize| i as i32 * lane + lane / 2;
    let mut live: [String; LEVELS] = Default::default();
    let mut again: [String; LEVELS] = Default::default();
    let (mut other, mut checkpoint, mut stopped) = (String::new(), String::new(), String::new());
    for l in 0..lanes {
        let (counts, sorts) = (row(&grid.counts, grid, l), row(&grid.sorts, grid, l));
        let style = |x: usize| match (counts[x], sorts[x]) {
            (0, _) => None,
            (n, s) if s & sort::LIVE > 0 => Some((0, level(n, grid.most))),
            (n, s) if s & sort::REPLAYED > 0 => Some((1, level(n, grid.most))),
            (_, s) if s & (sort::CHECKPOINT | sort::STOPPED) > 0 => None,
            _ => Some((2, 0)),
        };
        let mut x = 0;
        while x < grid.columns {
            let own = style(x);
            let from = x;
            while x < grid.columns && style(x) == own {
                x += 1;
            }
            let Some((kind, level)) = own else { continue };
            let path = match kind {
                0 => &mut live[level],
                1 => &mut again[level],
                _ => &mut other,
            };
            let _ = write!(path, "M{} {}H{}", from as i32 * cell, middle(l), x as i32 * cell);
        }
        for (x, s) in sorts.iter().enumerate() {
            let (at, top) = (x as i32 * cell + cell / 2, l as i32 * lane);
            if s & sort::CHECKPOINT > 0 {
                let _ = write!(checkpoint, "M{at} {}V{}", top + 3, top + lane - 3);
            }
            if s & sort::STOPPED > 0 {
                let _ = write!(stopped, "M{at} {}V{}", top + lane - 5, top + lane - 1);
            }
        }
    }
    let strokes = |list: &[super::Stroke]| {
        let mut path = String::new();
        for (a, from, b, to) in list {
            let _ = write!(path, "M{} {}L{} {}", a * cell, middle(*from), b * cell, middle(*to));
        }
        path
    };
    let mut down = String::new();
    for (a, b, on) in &grid.downs {
        for l in on {
            let _ = write!(down, "M{} {}H{}", a * cell, middle(*l), b * cell);
        }
    }
    let mut restore = String::new();
    for (x, onto) in &grid.restores {
        if let Some(top) = onto.iter().min() {
            let _ = write!(restore, "M{} {}V{}", x * cell, middle(lanes - 1), middle(*top));
        }
    }
    let mut cuts: [String; 3] = Default::default();
    let mut signs = Vec::new();
    let mut free = 0;
    for (i, places) in &grid.cuts {
        let Some((first, top)) = places.first() else { continue };
        let path = &mut cuts[match tracks.cuts[*i].verdict {
            Verdict::Consistent => 0,
            Verdict::Inconsistent => 1,
            Verdict::Failed(_) | Verdict::Unfinished => 2,
        }];
        let _ = write!(path, "M{} {}", first * cell, *top as i32 * lane);
        for (x, l) in places {
            let _ = write!(path, "L{} {}", x * cell, middle(*l));
        }
        let x = first * cell;
        let width = grid.columns as i32 * cell;
        if x >= free && (0..=width).contains(&x) {
            let at = x.clamp(SIGN / 2, (width - SIGN / 2).max(SIGN / 2));
            signs.push(CutSign { cut: *i, x: at });
            free = at + SIGN;
        }
    }
    let [live_1, live_2, live_3] = live;
    let [again_1, again_2, again_3] = again;
    let [good, bad, off] = cuts;
    let mut paths = vec![
        (Layer::Down, down),
        (Layer::Live(0), live_1),
        (Layer::Live(1), live_2),
        (Layer::Live(2), live_3),
        (Layer::Replayed(0), again_1),
        (Layer::Replayed(1), again_2),
        (Layer::Replayed(2), again_3),
        (Layer::Other, other),
        (Layer::Record, strokes(&grid.records[0])),
        (Layer::RecordAgain, strokes(&grid.records[1])),
        (Layer::Checkpoint, checkpoint),
        (Layer::Stopped, stopped),
        (Layer::Save, strokes(&grid.saves)),
        (Layer::Restore, restore),
        (Layer::Barrier, strokes(&grid.barriers)),
        (Layer::Cut(2), off),
        (Layer::Cut(0), good),
        (Layer::Cut(1), bad),
    ];
    paths.retain(|(_, path)| !path.is_empty());
    Picture { paths, signs }
}

fn row<'a, T>(all: &'a [T], grid: &Grid, lane: usize) -> &'a [T] {
    &all[lane * grid.columns..(lane + 1) * grid.columns]
}

/// The level of a density, by its number of digits in base two: a few events show beside many.
fn level(n: u32, most: u32) -> usize {
    let digits = |n: u32| (u32::BITS - n.leading_zeros()) as usize;
    ((digits(n) - 1) * LEVELS / digits(most).max(1)).min(LEVELS - 1)
}
