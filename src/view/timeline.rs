//! The timeline: the run as one line, in page time, with marks that carry words where there is room for them.

use super::pace::Pace;
use super::reel::Reel;
use super::turning::Mark;

/// What the run does over a stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stretch {
    /// Reads what it had not read.
    Live,
    /// The job is down.
    Down,
    /// Reads again what it had read.
    Replay,
}

/// A stretch of the line, as shares of its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// What it does.
    pub stretch: Stretch,
    /// From.
    pub from: f64,
    /// To.
    pub to: f64,
}

/// A mark with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Flag {
    /// What it marks.
    pub mark: Mark,
    /// Its step.
    pub step: u64,
    /// Its place as a share of the line.
    pub share: f64,
    /// The row of its label, or none where there is no room for it.
    pub label_row: Option<u8>,
    /// Where the label starts, in pixels.
    pub label_x: f64,
}

/// What the run does, stretch by stretch.
pub fn segments(reel: &Reel, pace: &Pace) -> Vec<Segment> {
    let end = pace.end().max(1.0);
    let share = |page: f64| (page / end).clamp(0.0, 1.0);
    let mut list = Vec::new();
    let mut from = 0.0;
    for (i, crash) in reel.crashes.iter().enumerate() {
        let down = share(pace.shown_at(crash.step));
        close(&mut list, reel, pace, from, down);
        let next = reel.restores.iter().find(|r| r.step > crash.step);
        let later = reel.crashes.get(i + 1).map_or(u64::MAX, |c| c.step);
        let up = next.filter(|r| r.step < later).map_or(1.0, |r| share(pace.shown_at(r.step)));
        list.push(Segment { stretch: Stretch::Down, from: down, to: up });
        from = up;
    }
    close(&mut list, reel, pace, from, 1.0);
    list
}

/// A stretch of running: the part that reads again, then the part that reads on.
fn close(list: &mut Vec<Segment>, reel: &Reel, pace: &Pace, from: f64, to: f64) {
    let end = pace.end().max(1.0);
    let within = |r: &&super::reel::ReadMark| {
        let at = pace.shown_at(r.step) / end;
        r.record.replayed && at >= from && at < to
    };
    let last = reel.reads.iter().rfind(within).map(|r| pace.shown_at(r.step) / end);
    let turn = last.unwrap_or(from);
    if turn > from {
        list.push(Segment { stretch: Stretch::Replay, from, to: turn });
    }
    if to > turn {
        list.push(Segment { stretch: Stretch::Live, from: turn, to });
    }
}

/// Rows of labels under the line.
const LABEL_ROWS: u8 = 2;
const LABEL_GAP: f64 = 10.0;

/// Places the marks on a line of this width; `label_width` tells how wide a mark's words are.
pub fn flags(marks: &[(u64, Mark)], pace: &Pace, width: f64, label_width: impl Fn(&Mark) -> f64) -> Vec<Flag> {
    let end = pace.end().max(1.0);
    let mut free = [f64::NEG_INFINITY; LABEL_ROWS as usize];
    let place = |(step, mark): &(u64, Mark)| {
        let share = (pace.shown_at(*step) / end).clamp(0.0, 1.0);
        let wide = label_width(mark);
        let x = (share * width - wide / 2.0).clamp(0.0, (width - wide).max(0.0));
        let row = (0..LABEL_ROWS).find(|r| free[usize::from(*r)] + LABEL_GAP <= x);
        if let Some(row) = row {
            free[usize::from(row)] = x + wide;
        }
        Flag { mark: mark.clone(), step: *step, share, label_row: row, label_x: x }
    };
    marks.iter().map(place).collect()
}
