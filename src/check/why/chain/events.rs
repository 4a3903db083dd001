//! What an event is as a moment of a chain.

use super::super::{Reading, What, sink_of};
use crate::event::Event;
use crate::graph::Plan;
use crate::ids::{NodeId, TaskId, TransactionId};

pub(super) fn row_of(event: &Event) -> u64 {
    match event {
        Event::Written { row, .. } => *row,
        _ => 0,
    }
}

pub(super) fn transaction_of(event: &Event) -> Option<(NodeId, TransactionId)> {
    match event {
        Event::TransactionOpened { sink, transaction }
        | Event::PreCommitted { sink, transaction, .. }
        | Event::Committed { sink, transaction }
        | Event::CommitRefused { sink, transaction }
        | Event::TransactionAborted { sink, transaction, .. } => Some((*sink, *transaction)),
        _ => None,
    }
}

/// Whether the event ends this transaction.
pub(super) fn ends(event: &Event, sink: NodeId, t: TransactionId) -> bool {
    matches!(event, Event::Committed { .. } | Event::TransactionAborted { .. })
        && transaction_of(event) == Some((sink, t))
}

/// The second effect of the same id.
pub(super) fn once_more(plan: &Plan, event: &Event, first: u64) -> Option<What> {
    match event {
        Event::Written { sink, record, row, .. } => {
            let kind = plan.scenario.sinks[sink_of(plan, *sink)?].kind;
            Some(What::Keeps { sink: *sink, kind, id: record.id.clone(), first, row: *row })
        }
        Event::Applied { task, record, key, value, .. } => Some(What::Applied {
            node: plan.tasks[task.index()].node,
            id: record.id.clone(),
            key: key.clone(),
            value: *value,
            again: true,
        }),
        Event::Joined { task, id, .. } => Some(What::Paired(plan.tasks[task.index()].node, id.clone(), true)),
        _ => None,
    }
}

/// An event as what it is.
pub(super) fn told(plan: &Plan, event: &Event) -> Option<What> {
    let node = |task: &TaskId| plan.tasks[task.index()].node;
    Some(match event {
        Event::Read { record, .. } => {
            let reading = match (record.replayed, record.redelivered) {
                (true, _) => Reading::Again,
                (false, true) => Reading::SentAgain,
                (false, false) => Reading::First,
            };
            What::Read(record.clone(), reading)
        }
        Event::RestoredInFlight { record, .. } => What::CameBack(record.clone()),
        Event::Sent { channel, record, .. } => {
            What::UnderWay(plan.tasks[plan.channels[channel.index()].to.index()].node, record.id.clone())
        }
        Event::Taken { channel, record } => {
            What::UnderWay(plan.tasks[plan.channels[channel.index()].to.index()].node, record.id.clone())
        }
        Event::DedupPassed { task, record, why } => What::Passed(node(task), record.id.clone(), *why),
        Event::DedupDropped { task, record } => What::Dropped(node(task), record.id.clone()),
        Event::Applied { task, record, key, value, .. } => {
            What::Applied { node: node(task), id: record.id.clone(), key: key.clone(), value: *value, again: false }
        }
        Event::Buffered { task, record, .. } => What::Waits(node(task), record.id.clone()),
        Event::Joined { task, id, .. } => What::Paired(node(task), id.clone(), false),
        Event::Written { sink, record, row, effect, .. } => {
            What::Written { sink: *sink, id: record.id.clone(), row: *row, effect: *effect }
        }
        Event::Completed { checkpoint } => What::Covers(*checkpoint, None),
        Event::CheckpointFailed { checkpoint, why } => What::NotSaved(*checkpoint, *why),
        Event::Crashed { cause, restart_at, .. } => What::Crashed(cause.clone(), restart_at.is_some()),
        Event::OffsetsCommitted { source, next, .. } => What::OffsetKept(*source, *next),
        Event::Redelivered { source, id, offset, .. } => What::SentAgain(*source, id.clone(), *offset),
        Event::TransactionOpened { sink, transaction } => What::Opened(*sink, *transaction),
        Event::PreCommitted { sink, transaction, checkpoint } => What::PreCommitted(*sink, *transaction, *checkpoint),
        Event::Committed { sink, transaction } => What::Committed(*sink, *transaction),
        Event::CommitRefused { sink, transaction } => What::Refused(*sink, *transaction),
        Event::TransactionAborted { sink, transaction, timed_out } => What::Voided(*sink, *transaction, *timed_out),
        _ => return None,
    })
}
