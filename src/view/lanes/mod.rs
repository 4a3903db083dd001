//! Lanes: a run as a space-time diagram. One lane for each task and each store, time to the right; barriers as lines from
//! lane to lane; each checkpoint's cut drawn across the lanes, with what the check of the cut says.
//!
//! However long the run is, nothing is left out: events are counted in the columns of a grid, and every event of the run
//! is in one cell of it.

mod axis;
mod draw;
mod grid;

pub use axis::{TICK, Tick, ticks};
pub use draw::{CutSign, Layer, Picture, picture};
pub use grid::{Grid, Part, Stroke, grid, sort, steps_in};

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
#[derive(Clone, Debug, Default, PartialEq)]
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
            Event::Processed { task: t, .. }
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
            // A log only ever has its records taken: a read is what happens there.
            Event::Read { record, .. } => self.of_store[record.origin.source.index()],
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
