//! A part of the lanes on a grid of columns: how many events are in each cell, and the lines between lanes.

use super::Tracks;
use crate::event::Event;
use crate::ids::TaskId;
use crate::order::sort_by_key;
use crate::view::reel::{Cargo, End};
use crate::view::show::Show;

/// Which part of a run is looked at, as shares of its page time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// From.
    pub from: f64,
    /// To.
    pub to: f64,
}

impl Part {
    /// All of it.
    pub const ALL: Part = Part { from: 0.0, to: 1.0 };

    /// A part `times` as short as the run, with `share` in its middle where there is room.
    pub fn around(share: f64, times: f64) -> Part {
        let length = 1.0 / times.max(1.0);
        let from = (share - length / 2.0).clamp(0.0, 1.0 - length);
        Part { from, to: from + length }
    }

    /// The part to look at next: the same while it is as short and `share` is in sight, so that nothing moves away under
    /// a pointer; else one with `share` about its middle.
    pub fn follow(before: Option<Part>, share: f64, times: f64) -> Part {
        let same = |p: &Part| {
            let within = p.within(share);
            ((p.to - p.from) * times - 1.0).abs() < 1e-6 && (-1e-9..=1.0 + 1e-9).contains(&within)
        };
        // Half a part at a time: what was looked at is found again.
        before.filter(same).unwrap_or_else(|| Part::around((share * times * 2.0).round() / (times * 2.0), times))
    }

    /// Where in it a share of the run is; 0 to 1 inside.
    pub fn within(self, share: f64) -> f64 {
        (share - self.from) / (self.to - self.from)
    }

    /// The share of the run at this place of it.
    pub fn share(self, within: f64) -> f64 {
        self.from + within * (self.to - self.from)
    }
}

/// What is in a cell besides its number of events.
pub mod sort {
    /// Records, read for the first time.
    pub const LIVE: u8 = 1;
    /// Records, read again.
    pub const REPLAYED: u8 = 2;
    /// Snapshots, barriers, acknowledgements.
    pub const CHECKPOINT: u8 = 4;
    /// Held back, refused, void.
    pub const STOPPED: u8 = 8;
}

/// A line from one lane to another; places in columns.
pub type Stroke = (i32, usize, i32, usize);

/// The diagram of a part of a run, on a grid of columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// Columns of each lane.
    pub columns: usize,
    /// Events by cell, lane by lane.
    pub counts: Vec<u32>,
    /// What they are, by cell: bits of [`sort`].
    pub sorts: Vec<u8>,
    /// The largest number of events in a cell.
    pub most: u32,
    /// Barriers on their way; where a crash wiped them, they end.
    pub barriers: Vec<Stroke>,
    /// Records on their way, live and read again; empty where there are too many to be told apart.
    pub records: [Vec<Stroke>; 2],
    /// Parts of checkpoints on their way into storage.
    pub saves: Vec<Stroke>,
    /// Cuts: the place in `Tracks::cuts`, and from lane to lane where it runs, in the order of lanes.
    pub cuts: Vec<(usize, Vec<(i32, usize)>)>,
    /// Downtimes: from and to which column, on which lanes.
    pub downs: Vec<(i32, i32, Vec<usize>)>,
    /// Restores from a checkpoint: at which column, onto which lanes.
    pub restores: Vec<(i32, Vec<usize>)>,
}

/// Records are drawn one by one where no more of them are on their way than this.
const RECORDS_MAX: usize = 400;

/// Draws a part of a run on so many columns.
pub fn grid(show: &Show, tracks: &Tracks, part: Part, columns: usize) -> Grid {
    let pace = show.pace();
    let end = pace.end().max(1.0);
    let wide = columns as f64;
    // Beyond the part things are drawn a little further, so that lines keep their slope.
    let column = |step: u64| {
        let share = pace.shown_at(step.min(pace.steps())) / end;
        (part.within(share) * wide).clamp(-wide, 2.0 * wide) as i32
    };
    let in_part = |a: i32, b: i32| b >= 0 && a <= columns as i32;
    let mut grid = Grid {
        columns,
        counts: vec![0; columns * tracks.lanes.len()],
        sorts: vec![0; columns * tracks.lanes.len()],
        ..Grid::default()
    };
    let plan = show.world().plan();
    let (first, last) = steps_of(show, part);
    for step in first..=last {
        let x = (column(step).max(0) as usize).min(columns.saturating_sub(1));
        for stamped in show.history().events_at(step) {
            let cell = tracks.lane_of(plan, &stamped.event) * columns + x;
            grid.counts[cell] += 1;
            grid.sorts[cell] |= sort_of(&stamped.event);
        }
    }
    grid.most = grid.counts.iter().copied().max().unwrap_or(0);
    let lane = |task: TaskId| tracks.of_task[task.index()];
    let over = |end: End| match end {
        End::Went(step) | End::Wiped(step) => step,
        End::Never => pace.steps(),
    };
    let mut records = [Vec::new(), Vec::new()];
    for (channel, flights) in plan.channels.iter().zip(&show.reel().flights) {
        let (from, to) = (lane(channel.from), lane(channel.to));
        for flight in flights {
            let (a, b) = (column(flight.sent), column(over(flight.end)));
            if !in_part(a, b) {
                continue;
            }
            match &flight.cargo {
                Cargo::Barrier(_) => grid.barriers.push((a, from, b, to)),
                Cargo::Record(record, ..) => records[usize::from(record.replayed)].push((a, from, b, to)),
            }
        }
    }
    if records.iter().map(Vec::len).sum::<usize>() <= RECORDS_MAX {
        grid.records = records;
    }
    once(&mut grid.barriers);
    let lanes_in = |region: &Option<Vec<TaskId>>| -> Vec<usize> {
        match region {
            Some(tasks) => tasks.iter().map(|t| lane(*t)).collect(),
            None => tracks.of_task.clone(),
        }
    };
    for down in &tracks.downs {
        let (a, b) = (column(down.from), column(down.to.unwrap_or(u64::MAX)));
        if in_part(a, b) {
            grid.downs.push((a, b, lanes_in(&down.region)));
        }
        if down.to.is_some() && down.restored.is_some() && in_part(b, b) {
            grid.restores.push((b, lanes_in(&down.region)));
        }
    }
    for (i, cut) in tracks.cuts.iter().enumerate() {
        let ends = (column(cut.triggered), column(cut.ended.unwrap_or(pace.steps())));
        if !in_part(ends.0, ends.1) {
            continue;
        }
        let mut places: Vec<(i32, usize)> = cut.snapshots.iter().map(|(t, step)| (column(*step), lane(*t))).collect();
        sort_by_key(&mut places, |p| p.1);
        grid.cuts.push((i, places));
        let taken = |task: TaskId| cut.snapshots.iter().find(|(t, _)| *t == task).map(|(_, step)| column(*step));
        for (task, step) in &cut.stored {
            if let Some(x) = taken(*task) {
                grid.saves.push((x, lane(*task), column(*step), tracks.of_checkpoints));
            }
        }
    }
    once(&mut grid.saves);
    grid
}

/// Lines that would be drawn on each other are drawn once.
fn once(strokes: &mut Vec<Stroke>) {
    sort_by_key(strokes, |s| *s);
    strokes.dedup();
}

/// The first and the last step that a part shows.
fn steps_of(show: &Show, part: Part) -> (u64, u64) {
    let (pace, end) = (show.pace(), show.pace().end().max(1.0));
    let before = |share: f64| pace.step_at(share * end - 1e-6);
    let first = if part.from <= 0.0 { 0 } else { before(part.from) + 1 };
    (first, if part.to >= 1.0 { pace.steps() } else { before(part.to) })
}

/// The steps of a cell that have an event on its lane.
pub fn steps_in(show: &Show, tracks: &Tracks, part: Part, columns: usize, lane: usize, column: usize) -> Vec<u64> {
    let plan = show.world().plan();
    let (pace, end) = (show.pace(), show.pace().end().max(1.0));
    let wide = columns as f64;
    let (first, last) = steps_of(show, part);
    let share = |column: f64| part.share(column / wide) * end;
    let from = pace.step_at(share(column as f64) - 1.0).max(first);
    let to = pace.step_at(share(column as f64 + 1.0) + 1.0).min(last);
    let is_here = |step: &u64| {
        let within = part.within(pace.shown_at(*step) / end) * wide;
        ((within as i32).max(0) as usize).min(columns.saturating_sub(1)) == column
            && show.history().events_at(*step).any(|s| tracks.lane_of(plan, &s.event) == lane)
    };
    (from..=to).filter(is_here).collect()
}

fn sort_of(event: &Event) -> u8 {
    match event {
        Event::DedupDropped { .. } | Event::Filtered { .. } | Event::CommitRefused { .. } => sort::STOPPED,
        Event::TransactionAborted { .. } | Event::CommitFailed { .. } | Event::CheckpointFailed { .. } => sort::STOPPED,
        Event::Triggered { .. }
        | Event::Injected { .. }
        | Event::BarrierSent { .. }
        | Event::BarrierArrived { .. }
        | Event::Blocked { .. }
        | Event::Unblocked { .. }
        | Event::Unaligned { .. }
        | Event::Snapshotted { .. }
        | Event::Stored { .. }
        | Event::Acknowledged { .. }
        | Event::Completed { .. }
        | Event::Notified { .. } => sort::CHECKPOINT,
        other => match other.record() {
            Some(record) if record.replayed => sort::REPLAYED,
            Some(_) => sort::LIVE,
            None => 0,
        },
    }
}
