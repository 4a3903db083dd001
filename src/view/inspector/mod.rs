//! The inspector: everything there is to know of one thing of a run, as of the position. Plain data; the words are
//! `text`'s.

mod checkpoints;
mod life;
mod listing;
mod state;
mod stores;
mod task;

pub use checkpoints::{CheckpointLine, CheckpointsPage, Detail, PhaseBar, TaskPart};
pub use life::{Life, LifeLine, Reading, Tells, life};
pub use listing::{Item, Listing, Opens, Span, window};
pub use state::{EntryRow, Home, StatePage};
pub use stores::{Held, SinkPage, StoragePage, Upload};
pub use task::{Busy, ChannelPage, Content, Position, TaskPage};

use super::hands::Grip;
use super::show::Show;
use crate::graph::{Plan, Role};
use crate::ids::{ChannelId, CheckpointId, EventId, NodeId, TaskId};

/// What is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A task.
    Task(TaskId),
    /// The keyed state of a task.
    State(TaskId),
    /// A channel.
    Channel(ChannelId),
    /// A record, by its business identity: all of its readings.
    Record(EventId),
    /// The history of checkpoints, and one of them in full; none: the latest.
    Checkpoints(Option<CheckpointId>),
    /// Checkpoint storage, and how it is used.
    Storage,
    /// The rows of a sink.
    Sink(NodeId),
}

/// The kinds of subjects, in the order in which they are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Checkpoints and their storage.
    Checkpoints,
    /// Tasks.
    Tasks,
    /// Keyed state.
    States,
    /// Rows of sinks.
    Sinks,
    /// Channels.
    Channels,
    /// The record that is looked at.
    Records,
}

impl Subject {
    /// Its kind.
    pub const fn kind(&self) -> Kind {
        match self {
            Subject::Task(_) => Kind::Tasks,
            Subject::State(_) => Kind::States,
            Subject::Channel(_) => Kind::Channels,
            Subject::Record(_) => Kind::Records,
            Subject::Checkpoints(_) | Subject::Storage => Kind::Checkpoints,
            Subject::Sink(_) => Kind::Sinks,
        }
    }

    /// What a place of the stage is looked at as; none: it is nothing by itself.
    pub fn of(grip: &Grip, plan: &Plan) -> Option<Subject> {
        match grip {
            Grip::Job => None,
            Grip::Node(node) => plan.nodes.get(node.index()).map(|n| Subject::Task(n.first_task)),
            Grip::Edge(edge) => {
                let first = plan.channels.iter().position(|c| c.edge == usize::from(*edge))?;
                Some(Subject::Channel(ChannelId(first as u32)))
            }
            Grip::Shelf => Some(Subject::Checkpoints(None)),
            Grip::Record { id, .. } => Some(Subject::Record(id.clone())),
        }
    }

    /// Whether a job has it.
    pub fn is_in(&self, plan: &Plan) -> bool {
        match self {
            Subject::Task(task) => task.index() < plan.tasks.len(),
            Subject::State(task) => task.index() < plan.tasks.len() && has_state(plan, *task),
            Subject::Channel(channel) => channel.index() < plan.channels.len(),
            Subject::Sink(node) => plan.nodes.get(node.index()).is_some_and(|n| matches!(n.role, Role::Sink(_))),
            Subject::Record(_) | Subject::Checkpoints(_) | Subject::Storage => true,
        }
    }
}

fn has_state(plan: &Plan, task: TaskId) -> bool {
    plan.operator_of(task).is_some_and(|(_, o)| o.kind.is_stateful())
}

/// Everything of a job that can be looked at, kind by kind; records are picked where they stand.
pub fn subjects(plan: &Plan) -> Vec<Subject> {
    let tasks = || (0..plan.tasks.len() as u16).map(TaskId);
    let sinks = plan.nodes.iter().filter(|n| matches!(n.role, Role::Sink(_))).map(|n| Subject::Sink(n.id));
    [Subject::Checkpoints(None), Subject::Storage]
        .into_iter()
        .chain(tasks().map(Subject::Task))
        .chain(tasks().filter(|t| has_state(plan, *t)).map(Subject::State))
        .chain(sinks)
        .chain((0..plan.channels.len() as u32).map(|c| Subject::Channel(ChannelId(c))))
        .collect()
}

/// What there is to know of a subject.
#[derive(Clone, Debug, PartialEq)]
pub enum Page {
    /// Of a task.
    Task(TaskPage),
    /// Of a task's keyed state.
    State(StatePage),
    /// Of a channel.
    Channel(ChannelPage),
    /// Of a record.
    Record(Life),
    /// Of the checkpoints.
    Checkpoints(CheckpointsPage),
    /// Of their storage.
    Storage(StoragePage),
    /// Of a sink.
    Sink(SinkPage),
}

/// A subject as of the position. A record's life is that of the whole run.
pub fn page(show: &Show, subject: &Subject) -> Page {
    match subject {
        Subject::Task(task) => Page::Task(task::task(show, *task)),
        Subject::State(task) => Page::State(state::state(show.world(), *task)),
        Subject::Channel(channel) => Page::Channel(task::channel(show.world(), *channel)),
        Subject::Record(id) => Page::Record(life(show, id)),
        Subject::Checkpoints(id) => Page::Checkpoints(checkpoints::checkpoints(show, *id)),
        Subject::Storage => Page::Storage(stores::storage(show.world())),
        Subject::Sink(node) => Page::Sink(stores::sink(show, *node)),
    }
}
