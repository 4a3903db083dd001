//! What is looked at of the lanes, and what the keys do.

use leptos::prelude::*;

use crate::check::why::Lit;
use crate::ui::desk::{Desk, Intent};
use crate::view::lanes::{Grid as Cells, Part, Tracks, grid, steps_in};

/// Width of a cell, in pixels.
pub(super) const CELL: i32 = 3;
/// Height of a lane: with few lanes there is room.
const LANE: i32 = 18;
const LANE_OF_MANY: i32 = 14;
const MANY: usize = 14;
/// The run is looked at this closely at most.
const CLOSEST: u32 = 4096;

/// What the parts of the panel share.
#[derive(Clone, Copy)]
pub(super) struct Board {
    pub(super) desk: Desk,
    pub(super) tracks: Memo<Tracks>,
    /// The run is looked at so many times as closely as whole.
    pub(super) times: RwSignal<u32>,
    pub(super) part: Memo<Part>,
    /// Room for the picture.
    pub(super) room: RwSignal<(f64, f64)>,
    pub(super) cells: Memo<Cells>,
    pub(super) lane_height: Memo<i32>,
    /// The cell that is pointed at: its lane and column.
    pub(super) cursor: RwSignal<Option<(usize, usize)>>,
}

impl Board {
    pub(super) fn new(desk: Desk) -> Board {
        let tracks = Memo::new(move |_| {
            desk.run.track();
            desk.show.with_value(Tracks::of)
        });
        let times = RwSignal::new(1u32);
        let part = Memo::new(move |before: Option<&Part>| {
            Part::follow(before.copied(), desk.share.get(), f64::from(times.get()))
        });
        let room = RwSignal::new((600.0, 0.0));
        let cells = Memo::new(move |_| {
            let (width, part) = (room.get().0, part.get());
            let columns = (width as usize / CELL as usize).max(10);
            tracks.with(|tracks| desk.show.with_value(|show| grid(show, tracks, part, columns)))
        });
        let lane_height = Memo::new(move |_| tracks.with(|t| if t.lanes.len() > MANY { LANE_OF_MANY } else { LANE }));
        Board { desk, tracks, times, part, room, cells, lane_height, cursor: RwSignal::new(None) }
    }

    pub(super) fn height(self) -> i32 {
        self.tracks.with(|t| t.lanes.len() as i32) * self.lane_height.get()
    }

    /// Looks closer or further.
    pub(super) fn zoom(self, closer: bool) {
        self.times.update(|n| *n = if closer { (*n * 2).min(CLOSEST) } else { (*n / 2).max(1) });
        self.cursor.set(None);
    }

    /// Goes to the first thing that happens in a cell; where nothing does, to the place itself.
    pub(super) fn go(self, lane: usize, column: usize) {
        let (columns, part) = (self.cells.with_untracked(|c| c.columns), self.part.get_untracked());
        let steps = self.steps(lane, column);
        match steps.first() {
            Some(step) => self.desk.send(Intent::Moment(*step, Lit::default())),
            None => self.desk.send(Intent::SeekShare(part.share(column as f64 / columns as f64))),
        }
        // At the edge the part may have moved along.
        self.cursor.set(Some((lane, self.column_of_now())));
    }

    fn steps(self, lane: usize, column: usize) -> Vec<u64> {
        let (columns, part) = (self.cells.with_untracked(|c| c.columns), self.part.get_untracked());
        self.tracks.with_untracked(|t| self.desk.show.with_value(|s| steps_in(s, t, part, columns, lane, column)))
    }

    /// The cell that is pointed at, in words.
    pub(super) fn said(self) -> Option<String> {
        self.desk.run.track();
        let (lane, column) = self.cursor.get()?;
        let words = self.desk.words_now().lanes;
        let steps = self.steps(lane, column);
        let who = self.tracks.with_untracked(|t| t.lanes.get(lane).copied())?;
        self.desk.show.with_value(|show| {
            let plan = show.world().plan();
            let Some(first) = steps.first() else { return Some((words.nothing)(plan, &who)) };
            // What happened on this lane, of all that the step did.
            let on_lane = |e: &&crate::sim::Stamped| self.tracks.with_untracked(|t| t.lane_of(plan, &e.event) == lane);
            let events: Vec<_> = show.history().events_at(*first).filter(on_lane).collect();
            Some((words.cell)(plan, &who, show.pace().time_of(*first).ms(), steps.len(), *first, &events))
        })
    }

    pub(super) fn press(self, key: &str) -> bool {
        let (columns, lanes) =
            (self.cells.with_untracked(|c| c.columns), self.tracks.with_untracked(|t| t.lanes.len()));
        let has = |lane: usize, x: usize| self.cells.with_untracked(|c| c.counts[lane * columns + x] > 0);
        let here = self.cursor.get_untracked().filter(|(lane, x)| *lane < lanes && *x < columns);
        let (lane, x) = here.unwrap_or_else(|| (0, self.column_of_now()));
        let to = match key {
            "ArrowRight" => (x + 1..columns).find(|x| has(lane, *x)).map(|x| (lane, x)),
            "ArrowLeft" => (0..x).rev().find(|x| has(lane, *x)).map(|x| (lane, x)),
            "ArrowDown" => Some(((lane + 1).min(lanes.saturating_sub(1)), x)),
            "ArrowUp" => Some((lane.saturating_sub(1), x)),
            "Home" => (0..columns).find(|x| has(lane, *x)).map(|x| (lane, x)),
            "End" => (0..columns).rev().find(|x| has(lane, *x)).map(|x| (lane, x)),
            "Enter" => {
                self.go(lane, x);
                return true;
            }
            "+" | "=" => {
                self.zoom(true);
                return true;
            }
            "-" => {
                self.zoom(false);
                return true;
            }
            _ => return false,
        };
        self.cursor.set(Some(to.unwrap_or((lane, x))));
        true
    }

    fn column_of_now(self) -> usize {
        let columns = self.cells.with_untracked(|c| c.columns);
        ((self.place().clamp(0.0, 1.0) * columns as f64) as usize).min(columns.saturating_sub(1))
    }

    /// Where in the part the position is; 0 to 1 inside.
    fn place(self) -> f64 {
        self.part.get_untracked().within(self.desk.share.get_untracked())
    }
}
