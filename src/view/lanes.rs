//! Lanes: a run as a space-time diagram. One lane for each task and each store, time to the right; barriers as lines from
//! lane to lane; each checkpoint's cut drawn across the lanes, with what the check of the cut says.
//!
//! However long the run is, nothing is left out: events are counted in the columns of a grid, and every event of the run
//! is in one cell of it.

use super::inspector::record_of;
use super::reel::{Cargo, End};
use super::show::Show;
use crate::check::CutCheck;
use crate::event::{CheckpointFailure, Event};
use crate::graph::{Plan, Role};
use crate::ids::{CheckpointId, NodeId, TaskId};
use crate::order::sort_by_key;

/// Whose lane it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A source's log.
    Log(NodeId),
    /// A task.
    Task(TaskId),
    /// The coordinator, with checkpoint storage.
    Checkpoints,
    /// A sink's destination.
    Destination(NodeId),
}

/// How a cut came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Complete, and the cut is consistent.
    Consistent,
    /// Complete, and the cut is not consistent.
    Inconsistent,
    /// Not complete: there is nothing to check.
    Failed(CheckpointFailure),
    /// The run ends before it is complete.
    Unfinished,
}

/// A checkpoint's cut: the step of each task's snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The checkpoint.
    pub checkpoint: CheckpointId,
    /// The step that triggered it.
    pub triggered: u64,
    /// In the order of steps.
    pub snapshots: Vec<(TaskId, u64)>,
    /// In the order of steps: a task's part is in storage.
    pub stored: Vec<(TaskId, u64)>,
    /// The step that completed or ended it.
    pub ended: Option<u64>,
    /// What the check says.
    pub verdict: Verdict,
}

/// A time in which tasks are down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Down {
    /// From this step.
    pub from: u64,
    /// To this one; none: to the end of the run.
    pub to: Option<u64>,
    /// The checkpoint that is restored then.
    pub restored: Option<CheckpointId>,
    /// Which tasks; none: all.
    pub region: Option<Vec<TaskId>>,
}

/// What is drawn of a run, whatever part of it is looked at. Made once for a run.
#[derive(Clone, Debug, Default)]
pub struct Tracks {
    /// From top to bottom.
    pub lanes: Vec<Who>,
    /// By task: its lane.
    of_task: Vec<usize>,
    /// By node: the lane of its log or destination.
    of_store: Vec<usize>,
    /// Lane of the checkpoints.
    of_checkpoints: usize,
    /// In the order of triggering.
    pub cuts: Vec<Cut>,
    /// In order.
    pub downs: Vec<Down>,
}

impl Tracks {
    /// The tracks of a run.
    pub fn of(show: &Show) -> Tracks {
        let plan = show.world().plan();
        let mut tracks = Tracks::lanes_of(plan);
        let mut check = CutCheck::new(plan);
        for stamped in show.history().all_events().iter() {
            check.observe(plan, &stamped.event);
            tracks.hear(stamped.step, &stamped.event);
        }
        for cut in &mut tracks.cuts {
            match check.result(cut.checkpoint) {
                Some(true) => cut.verdict = Verdict::Consistent,
                Some(false) => cut.verdict = Verdict::Inconsistent,
                None => {}
            }
        }
        tracks
    }

    /// The lanes go the way of a record: logs, tasks by their distance from the source, destinations; then the
    /// checkpoints.
    fn lanes_of(plan: &Plan) -> Tracks {
        let mut tracks =
            Tracks { of_task: vec![0; plan.tasks.len()], of_store: vec![0; plan.nodes.len()], ..Tracks::default() };
        let mut nodes: Vec<&crate::graph::PlanNode> = plan.nodes.iter().collect();
        sort_by_key(&mut nodes, |n| (n.depth, n.id));
        for node in nodes.iter().filter(|n| matches!(n.role, Role::Source(_))) {
            tracks.of_store[node.id.index()] = tracks.lanes.len();
            tracks.lanes.push(Who::Log(node.id));
        }
        for task in nodes.iter().flat_map(|n| n.tasks()) {
            tracks.of_task[task.index()] = tracks.lanes.len();
            tracks.lanes.push(Who::Task(task));
        }
        for node in nodes.iter().filter(|n| matches!(n.role, Role::Sink(_))) {
            tracks.of_store[node.id.index()] = tracks.lanes.len();
            tracks.lanes.push(Who::Destination(node.id));
        }
        tracks.of_checkpoints = tracks.lanes.len();
        tracks.lanes.push(Who::Checkpoints);
        tracks
    }

    fn hear(&mut self, step: u64, event: &Event) {
        let cut = |cuts: &mut Vec<Cut>, id: &CheckpointId| cuts.iter().rposition(|c| c.checkpoint == *id);
        match event {
            Event::Triggered { checkpoint } => self.cuts.push(Cut {
                checkpoint: *checkpoint,
                triggered: step,
                snapshots: Vec::new(),
                stored: Vec::new(),
                ended: None,
                verdict: Verdict::Unfinished,
            }),
            Event::Snapshotted { task, checkpoint, .. } => {
                if let Some(i) = cut(&mut self.cuts, checkpoint) {
                    self.cuts[i].snapshots.push((*task, step));
                }
            }
            Event::Acknowledged { task, checkpoint, accepted: true } => {
                if let Some(i) = cut(&mut self.cuts, checkpoint) {
                    self.cuts[i].stored.push((*task, step));
                }
            }
            Event::Completed { checkpoint } => {
                if let Some(i) = cut(&mut self.cuts, checkpoint) {
                    self.cuts[i].ended = Some(step);
                }
            }
            Event::CheckpointFailed { checkpoint, why } => {
                if let Some(i) = cut(&mut self.cuts, checkpoint) {
                    self.cuts[i].ended = Some(step);
                    self.cuts[i].verdict = Verdict::Failed(*why);
                }
            }
            Event::Crashed { region, .. } => {
                self.downs.push(Down { from: step, to: None, restored: None, region: region.clone() });
            }
            Event::Restarted { checkpoint, region, .. } => {
                let open = |d: &&mut Down| d.to.is_none() && (region.is_none() || d.region == *region);
                for down in self.downs.iter_mut().filter(|d| open(d)) {
                    down.to = Some(step);
                    down.restored = *checkpoint;
                }
            }
            _ => {}
        }
    }

    /// The lane that an event is counted on.
    pub fn lane_of(&self, plan: &Plan, event: &Event) -> usize {
        let task = |t: &TaskId| self.of_task[t.index()];
        let node = |n: &NodeId| self.of_task[plan.nodes[n.index()].first_task.index()];
        let channel = |c: &crate::ids::ChannelId| &plan.channels[c.index()];
        match event {
            Event::Read { task: t, .. }
            | Event::Processed { task: t, .. }
            | Event::DedupPassed { task: t, .. }
            | Event::DedupDropped { task: t, .. }
            | Event::Filtered { task: t, .. }
            | Event::Applied { task: t, .. }
            | Event::Buffered { task: t, .. }
            | Event::Joined { task: t, .. }
            | Event::StateExpired { task: t, .. }
            | Event::Injected { task: t, .. }
            | Event::Unaligned { task: t, .. }
            | Event::Snapshotted { task: t, .. }
            | Event::Notified { task: t, .. } => task(t),
            Event::Sent { channel: c, .. } | Event::BarrierSent { channel: c, .. } => task(&channel(c).from),
            Event::Taken { channel: c, .. }
            | Event::BarrierArrived { channel: c, .. }
            | Event::Blocked { channel: c, .. }
            | Event::Unblocked { channel: c, .. }
            | Event::Stored { channel: c, .. }
            | Event::RestoredInFlight { channel: c, .. } => task(&channel(c).to),
            Event::OffsetsCommitted { source, .. }
            | Event::Redelivered { source, .. }
            | Event::Repositioned { source, .. } => self.of_store[source.index()],
            Event::Written { sink, .. }
            | Event::TransactionOpened { sink, .. }
            | Event::PreCommitted { sink, .. }
            | Event::Committed { sink, .. }
            | Event::CommitRefused { sink, .. }
            | Event::CommitsBroken { sink }
            | Event::CommitFailed { sink, .. }
            | Event::TransactionAborted { sink, .. } => self.of_store[sink.index()],
            Event::Slowed { node: n, .. } | Event::SlowOver { node: n } => node(n),
            Event::Stalled { edge, .. } | Event::StallOver { edge } => node(&plan.edges[usize::from(*edge)].from),
            Event::Triggered { .. }
            | Event::Acknowledged { .. }
            | Event::Completed { .. }
            | Event::CheckpointFailed { .. }
            | Event::Crashed { .. }
            | Event::Restarted { .. }
            | Event::Resumed
            | Event::StorageDown { .. }
            | Event::StorageUp => self.of_checkpoints,
        }
    }
}

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
#[derive(Clone, Debug, Default)]
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
        other => match record_of(other) {
            Some(record) if record.replayed => sort::REPLAYED,
            Some(_) => sort::LIVE,
            None => 0,
        },
    }
}
