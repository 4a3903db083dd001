//! Long tables, of which only a part is ever on the page.

use super::Subject;
use super::checkpoints::{CheckpointLine, history};
use super::state::{EntryRow, entries};
use super::task::{Content, contents};
use crate::graph::Role;
use crate::ids::{ChannelId, EventId, Key, NodeId, TaskId};
use crate::scenario::SinkKind;
use crate::sink::Row;
use crate::time::SimTime;
use crate::view::destination::{Line, lines};
use crate::view::show::Show;

/// A long table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Listing {
    /// The history of checkpoints, the latest first.
    Checkpoints,
    /// The rows of a sink, in the order of writing; those that replace: by id or key.
    Sink(NodeId),
    /// Entries of a task's state that are not expired.
    Live(TaskId),
    /// Entries of a task's state that have expired and are still held.
    Expired(TaskId),
    /// What is in a channel, the next to be taken first.
    Channel(ChannelId),
    /// Every step of the run.
    Steps,
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A checkpoint.
    Checkpoint(CheckpointLine),
    /// A row that stands as it was written.
    Written(Line),
    /// A row that stands under its id.
    Stands(Row),
    /// What stands under a key.
    Balance(Key, i64),
    /// An entry of state.
    Entry(EntryRow),
    /// In a channel.
    Content(Content),
    /// A step, and when it happens.
    Step(u64, SimTime),
}

impl Listing {
    /// The row of the position; none: the rows are no steps.
    pub fn row_of(&self, step: u64) -> Option<usize> {
        (*self == Listing::Steps).then_some(step as usize)
    }
}

/// Where a row leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opens {
    /// To another subject.
    Subject(Subject),
    /// To a step.
    Step(u64),
}

impl Item {
    /// Where it leads; none: nowhere.
    pub fn opens(&self) -> Option<Opens> {
        let record = |id: &EventId| Some(Opens::Subject(Subject::Record(id.clone())));
        match self {
            Item::Checkpoint(line) => Some(Opens::Subject(Subject::Checkpoints(Some(line.id)))),
            Item::Written(line) => record(&line.id),
            Item::Stands(row) => record(&row.id),
            Item::Balance(..) => None,
            Item::Entry(row) => row.record.as_ref().and_then(record),
            Item::Content(content) => content.id().and_then(record),
            Item::Step(step, _) => Some(Opens::Step(*step)),
        }
    }
}

/// A part of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// Rows of the whole table.
    pub total: usize,
    /// The first row of this part.
    pub from: usize,
    /// The part.
    pub items: Vec<Item>,
}

/// The rows of a table from one place on, as of the position. Near the end it starts earlier, so that a part of a table
/// that has become shorter is not empty.
pub fn window(show: &Show, listing: &Listing, from: usize, n: usize) -> Span {
    let span = part(show, listing, from, n);
    if span.items.len() >= n.min(span.total) {
        return span;
    }
    part(show, listing, span.total.saturating_sub(n), n)
}

fn part(show: &Show, listing: &Listing, from: usize, n: usize) -> Span {
    let world = show.world();
    let (total, items) = match listing {
        Listing::Checkpoints => wrap(history(show, from, n), Item::Checkpoint),
        Listing::Sink(node) => sink(show, *node, from, n),
        Listing::Live(task) => wrap(entries(world, *task, false, from, n), Item::Entry),
        Listing::Expired(task) => wrap(entries(world, *task, true, from, n), Item::Entry),
        Listing::Channel(channel) => wrap(contents(world, *channel, from, n), Item::Content),
        Listing::Steps => {
            let total = show.pace().steps() as usize + 1;
            let item = |step: usize| Item::Step(step as u64, show.pace().time_of(step as u64));
            (total, (from..total.min(from.saturating_add(n))).map(item).collect())
        }
    };
    Span { total, from, items }
}

fn wrap<T>((total, part): (usize, Vec<T>), item: fn(T) -> Item) -> (usize, Vec<Item>) {
    (total, part.into_iter().map(item).collect())
}

fn sink(show: &Show, node: NodeId, from: usize, n: usize) -> (usize, Vec<Item>) {
    let world = show.world();
    let Role::Sink(i) = world.plan().nodes[node.index()].role else { return (0, Vec::new()) };
    let there = &world.durable().destinations[i];
    match there.kind {
        SinkKind::Append | SinkKind::TwoPhase => wrap(lines(world, show.reel(), i, from, n), Item::Written),
        SinkKind::Upsert | SinkKind::UniqueInsert => {
            let rows = (from..from.saturating_add(n)).map_while(|i| there.by_id.get_index(i));
            (there.by_id.len(), rows.map(|(_, row)| Item::Stands(row.clone())).collect())
        }
        SinkKind::Increment | SinkKind::Set => {
            let rows = there.balances.iter().skip(from).take(n);
            (there.balances.len(), rows.map(|(k, v)| Item::Balance(k.clone(), *v)).collect())
        }
    }
}
