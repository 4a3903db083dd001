//! An action as words and numbers in a link. The words of a version never change.

use crate::ids::{ChannelId, CheckpointId, EventId, NodeId, PartitionId, TaskId, TransactionId};
use crate::scenario::limits::DELAY_MS_MAX;
use crate::sim::{Action, Hand};

/// The action in a line: a word, its numbers, and for a record its id as JSON.
pub(super) fn write(action: &Action) -> String {
    let node = |n: &NodeId| u64::from(n.0);
    let task = |t: &TaskId| u64::from(t.0);
    let number = |n: u32| u64::from(n);
    let (word, numbers): (&str, [Option<u64>; 3]) = match action {
        Action::Fault(i) => ("fault", [Some(u64::from(*i)), None, None]),
        Action::Trigger => ("trigger", [None; 3]),
        Action::TriggerFinal => ("trigger-final", [None; 3]),
        Action::Inject(t) => ("inject", [Some(task(t)), None, None]),
        Action::Restart => ("restart", [None; 3]),
        Action::Resume => ("resume", [None; 3]),
        Action::EndOutage => ("end-outage", [None; 3]),
        Action::EndStall(e) => ("end-stall", [Some(u64::from(*e)), None, None]),
        Action::EndSlow(n) => ("end-slow", [Some(node(n)), None, None]),
        Action::Persist(t, c) => ("persist", [Some(task(t)), Some(number(c.0)), None]),
        Action::Complete(c) => ("complete", [Some(number(c.0)), None, None]),
        Action::Notify(t, c) => ("notify", [Some(task(t)), Some(number(c.0)), None]),
        Action::Commit(n, t) => ("commit", [Some(node(n)), Some(number(t.0)), None]),
        Action::CommitOffsets(n) => ("commit-offsets", [Some(node(n)), None, None]),
        Action::Unalign(t) => ("unalign", [Some(task(t)), None, None]),
        Action::ExpireCheckpoint(c) => ("expire-checkpoint", [Some(number(c.0)), None, None]),
        Action::ExpireTransaction(n, t) => ("expire-transaction", [Some(node(n)), Some(number(t.0)), None]),
        Action::Deliver(c) => ("deliver", [Some(number(c.0)), None, None]),
        Action::Finish(t) => ("finish", [Some(task(t)), None, None]),
        Action::Read(t, p) => ("read", [Some(task(t)), Some(u64::from(p.0)), None]),
        Action::Hand(Hand::CrashProcess) => ("crash", [None; 3]),
        Action::Hand(Hand::CrashMachine) => ("crash-machine", [None; 3]),
        Action::Hand(Hand::CrashTask(t)) => ("crash-task", [Some(task(t)), None, None]),
        Action::Hand(Hand::TriggerCheckpoint) => ("checkpoint", [None; 3]),
        Action::Hand(Hand::StorageDown(ms)) => ("storage-down", [Some(*ms), None, None]),
        Action::Hand(Hand::Slow { node: n, service_ms, for_ms }) => {
            ("slow", [Some(node(n)), Some(*service_ms), Some(*for_ms)])
        }
        Action::Hand(Hand::Stall { edge, for_ms }) => ("stall", [Some(u64::from(*edge)), Some(*for_ms), None]),
        Action::Hand(Hand::Redeliver { source, partition, .. }) => {
            ("again", [Some(node(source)), Some(u64::from(partition.0)), None])
        }
        Action::Hand(Hand::FailCommit(n)) => ("fail-commit", [Some(node(n)), None, None]),
    };
    let mut line = word.to_owned();
    for number in numbers.into_iter().flatten() {
        line.push(' ');
        line.push_str(&number.to_string());
    }
    if let Action::Hand(Hand::Redeliver { id, .. }) = action {
        line.push(' ');
        match id {
            EventId::Int(n) => line.push_str(&n.to_string()),
            EventId::Text(text) => line.push_str(&super::lines::quoted(text)),
        }
    }
    line
}

/// The action of a line; none: there is no such action.
pub(super) fn read(line: &str) -> Option<Action> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    if word == "again" {
        let mut parts = rest.splitn(3, ' ');
        let (source, partition, id) = (parts.next()?, parts.next()?, parts.next()?);
        let id = match super::lines::unquoted(id) {
            Some(text) => EventId::Text(text.into()),
            None => EventId::Int(id.parse().ok()?),
        };
        let (source, partition) = (NodeId(source.parse().ok()?), PartitionId(partition.parse().ok()?));
        return Some(Action::Hand(Hand::Redeliver { source, partition, id }));
    }
    let numbers: Vec<u64> =
        rest.split(' ').filter(|_| !rest.is_empty()).map(|n| n.parse().ok()).collect::<Option<_>>()?;
    let short = |n: u64| u16::try_from(n).ok();
    let long = |n: u64| u32::try_from(n).ok();
    let node = |n: u64| short(n).map(NodeId);
    let task = |n: u64| short(n).map(TaskId);
    let checkpoint = |n: u64| long(n).map(CheckpointId);
    let transaction = |n: u64| long(n).map(TransactionId);
    // As long as a scenario may make it.
    let span = |ms: u64| (ms <= DELAY_MS_MAX).then_some(ms);
    let hand = |hand: Hand| Some(Action::Hand(hand));
    match (word, numbers.as_slice()) {
        ("fault", [i]) => Some(Action::Fault(short(*i)?)),
        ("trigger", []) => Some(Action::Trigger),
        ("trigger-final", []) => Some(Action::TriggerFinal),
        ("inject", [t]) => Some(Action::Inject(task(*t)?)),
        ("restart", []) => Some(Action::Restart),
        ("resume", []) => Some(Action::Resume),
        ("end-outage", []) => Some(Action::EndOutage),
        ("end-stall", [e]) => Some(Action::EndStall(short(*e)?)),
        ("end-slow", [n]) => Some(Action::EndSlow(node(*n)?)),
        ("persist", [t, c]) => Some(Action::Persist(task(*t)?, checkpoint(*c)?)),
        ("complete", [c]) => Some(Action::Complete(checkpoint(*c)?)),
        ("notify", [t, c]) => Some(Action::Notify(task(*t)?, checkpoint(*c)?)),
        ("commit", [n, t]) => Some(Action::Commit(node(*n)?, transaction(*t)?)),
        ("commit-offsets", [n]) => Some(Action::CommitOffsets(node(*n)?)),
        ("unalign", [t]) => Some(Action::Unalign(task(*t)?)),
        ("expire-checkpoint", [c]) => Some(Action::ExpireCheckpoint(checkpoint(*c)?)),
        ("expire-transaction", [n, t]) => Some(Action::ExpireTransaction(node(*n)?, transaction(*t)?)),
        ("deliver", [c]) => Some(Action::Deliver(ChannelId(long(*c)?))),
        ("finish", [t]) => Some(Action::Finish(task(*t)?)),
        ("read", [t, p]) => Some(Action::Read(task(*t)?, PartitionId(short(*p)?))),
        ("crash", []) => hand(Hand::CrashProcess),
        ("crash-machine", []) => hand(Hand::CrashMachine),
        ("crash-task", [t]) => hand(Hand::CrashTask(task(*t)?)),
        ("checkpoint", []) => hand(Hand::TriggerCheckpoint),
        ("storage-down", [ms]) => hand(Hand::StorageDown(span(*ms)?)),
        ("slow", [n, service_ms, for_ms]) => {
            hand(Hand::Slow { node: node(*n)?, service_ms: span(*service_ms)?, for_ms: span(*for_ms)? })
        }
        ("stall", [e, ms]) => hand(Hand::Stall { edge: short(*e)?, for_ms: span(*ms)? }),
        ("fail-commit", [n]) => hand(Hand::FailCommit(node(*n)?)),
        _ => None,
    }
}
