//! The times along the lanes. Page time is stretched near events, so that equal times are not equally wide: each stretch
//! of the picture gets the roundest time that is in it.

use super::Part;
use crate::time::SimTime;
use crate::view::show::Show;

/// A time along the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tick {
    /// Its place, in pixels.
    pub x: i32,
    /// The virtual time.
    pub at: SimTime,
}

/// Room that a time takes, in pixels.
pub const TICK: i32 = 64;

/// The times along a part that is so many pixels wide: no two nearer than [`TICK`], none nearer than that to the right
/// end, each once.
pub fn ticks(show: &Show, part: Part, width: i32) -> Vec<Tick> {
    let pace = show.pace();
    let end = pace.end().max(1.0);
    let clock = |x: i32| pace.clock_at(part.share(f64::from(x) / f64::from(width.max(1))) * end);
    let mut ticks: Vec<Tick> = Vec::new();
    let mut from = 0;
    while from + TICK <= width {
        // Half of the room is for choosing a round time, the rest keeps it apart from the next.
        let to = (from + TICK / 2).min(width - TICK);
        let at = roundest(clock(from).ceil() as u64, clock(to).floor() as u64);
        // Where the clock gets there; where time stands still, that is where it begins to.
        let tick = at.and_then(|at| {
            let x = (from..=to).find(|x| clock(*x) >= at as f64)?;
            Some(Tick { x, at: SimTime(at) })
        });
        if let Some(tick) = tick.filter(|t| ticks.last().is_none_or(|last| last.at < t.at)) {
            ticks.push(tick);
            from = tick.x + TICK * 3 / 2;
        } else {
            from = to + 1;
        }
    }
    ticks
}

/// The time with the largest round unit from one to another, both included; none: there is no whole millisecond.
fn roundest(from: u64, to: u64) -> Option<u64> {
    let mut unit = 1_000_000;
    while unit > 0 {
        for unit in [unit, unit / 2, unit / 5] {
            let at = from.div_ceil(unit.max(1)) * unit.max(1);
            if at <= to {
                return Some(at);
            }
        }
        unit /= 10;
    }
    None
}
