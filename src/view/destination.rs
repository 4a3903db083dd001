//! A destination as the stage shows it: the last rows, what stands twice, balances, transactions.

use super::reel::{Reel, Write};
use crate::ids::{EventId, Key, NodeId, TransactionId};
use crate::scenario::{Reader, SinkKind};
use crate::sim::{World, WriteEffect};
use crate::sink::TxnPhase;

/// A destination.
#[derive(Clone, Debug, PartialEq)]
pub struct Destination {
    /// The sink.
    pub node: NodeId,
    /// Its name.
    pub name: String,
    /// What a write does.
    pub kind: SinkKind,
    /// Who looks at it.
    pub reader: Reader,
    /// Rows that stand (ids or keys for those that replace).
    pub rows: u64,
    /// Different ids written.
    pub distinct: u64,
    /// Rows that a reader sees.
    pub visible: u64,
    /// Visible rows or additions beyond the first of their id.
    pub again: u64,
    /// First and last id that stands twice.
    pub again_ids: Option<(EventId, EventId)>,
    /// The last rows, oldest first; before them the row that the last repeated one repeats.
    pub lines: Vec<Line>,
    /// Rows written before the last failure.
    pub before_crash: Option<u64>,
    /// Balances, by key.
    pub balances: Vec<Balance>,
    /// Transactions, oldest first, the last few.
    pub transactions: Vec<Txn>,
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Number of the write.
    pub row: u64,
    /// The id.
    pub id: EventId,
    /// The key.
    pub key: Key,
    /// The value.
    pub value: i64,
    /// The step that wrote it.
    pub step: u64,
    /// Where it was read, and by which attempt.
    pub offset: u64,
    /// The attempt.
    pub attempt: u32,
    /// The number of the row with the same id before it.
    pub repeats: Option<u64>,
    /// What the write did.
    pub effect: WriteEffect,
    /// The fate of its transaction.
    pub phase: Option<TxnPhase>,
    /// It stands here because a later line repeats it.
    pub is_first: bool,
}

/// A key's balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The key.
    pub key: Key,
    /// What stands.
    pub value: i64,
    /// The largest that stood there, when it is lower now.
    pub was: Option<i64>,
    /// How much was added more than once.
    pub surplus: i64,
}

/// A transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Txn {
    /// Its number.
    pub id: TransactionId,
    /// Where it stands.
    pub phase: TxnPhase,
    /// Rows in it.
    pub rows: u64,
}

/// Lines kept for a destination; the page shows as many as fit.
pub const LINES: usize = 24;

/// The destination of the sink with this index.
pub fn destination(world: &World, reel: &Reel, sink: usize) -> Destination {
    let plan = world.plan();
    let node = plan.sink_node(sink);
    let spec = &plan.scenario.sinks[sink];
    let there = &world.durable().destinations[sink];
    let writes = reel.written(node.index(), world.steps());
    let phase = |w: &Write| match w.effect {
        WriteEffect::Pending(t) => there.transaction(t).map(|t| t.phase),
        _ => None,
    };
    let sees_all = spec.reader == Reader::ReadUncommitted;
    let is_visible = |w: &Write| phase(w).is_none_or(|p| sees_all || p == TxnPhase::Committed);
    let stands = |w: &Write| phase(w) != Some(TxnPhase::Aborted) || sees_all;
    let repeats = |w: &Write| -> Option<u64> {
        let first = &writes[w.repeats?];
        let doubled = match w.effect {
            WriteEffect::Row | WriteEffect::Added => true,
            WriteEffect::Pending(_) => stands(w) && stands(first),
            WriteEffect::Replaced | WriteEffect::Refused => false,
        };
        doubled.then_some(first.row)
    };
    let again: Vec<&Write> = writes.iter().filter(|w| is_visible(w) && repeats(w).is_some()).collect();
    let mut ids: Vec<&EventId> = again.iter().map(|w| &w.record.id).collect();
    ids.sort();
    let line = |w: &Write, is_first: bool| Line {
        row: w.row,
        id: w.record.id.clone(),
        key: w.key.clone(),
        value: w.value,
        step: w.step,
        offset: w.record.origin.offset.0,
        attempt: w.record.attempt.0,
        repeats: repeats(w),
        effect: w.effect,
        phase: phase(w),
        is_first,
    };
    let mut lines: Vec<Line> = Vec::new();
    if let Some(last) = writes.iter().rev().take(LINES).find(|w| repeats(w).is_some())
        && let Some(first) = last.repeats.filter(|f| *f + LINES < writes.len())
    {
        lines.push(line(&writes[first], true));
    }
    lines.extend(writes[writes.len().saturating_sub(LINES)..].iter().map(|w| line(w, false)));
    let crash = reel.crashed(world.steps());
    let before_crash = crash.map(|c| writes.partition_point(|w| w.step <= c.step) as u64);
    let rows = match spec.kind {
        SinkKind::Append | SinkKind::TwoPhase => writes.iter().filter(|w| stands(w)).count() as u64,
        SinkKind::Upsert | SinkKind::UniqueInsert => there.by_id.len() as u64,
        SinkKind::Increment => there.writes,
        SinkKind::Set => there.balances.len() as u64,
    };
    Destination {
        node,
        name: spec.name.clone(),
        kind: spec.kind,
        reader: spec.reader,
        rows,
        distinct: writes.iter().filter(|w| w.repeats.is_none()).count() as u64,
        visible: match spec.kind {
            SinkKind::TwoPhase => writes.iter().filter(|w| is_visible(w)).count() as u64,
            _ => rows,
        },
        again: again.len() as u64,
        again_ids: ids.first().zip(ids.last()).map(|(a, b)| ((*a).clone(), (*b).clone())),
        lines,
        before_crash,
        balances: balances(there.balances.iter(), writes, spec.kind),
        transactions: {
            let skip = there.transactions.len().saturating_sub(4);
            let txn = |t: &crate::sink::Transaction| Txn { id: t.id, phase: t.phase, rows: t.rows };
            there.transactions[skip..].iter().map(txn).collect()
        },
    }
}

fn balances<'a>(all: impl Iterator<Item = (&'a Key, &'a i64)>, writes: &[Write], kind: SinkKind) -> Vec<Balance> {
    all.map(|(key, value)| {
        let ours = || writes.iter().filter(move |w| w.key == *key);
        let most = ours().map(|w| w.value).max();
        let doubled: i64 = ours().filter(|w| w.repeats.is_some()).map(|w| w.value).sum();
        Balance {
            key: key.clone(),
            value: *value,
            was: most.filter(|m| kind == SinkKind::Set && m > value),
            surplus: if kind == SinkKind::Increment { doubled } else { 0 },
        }
    })
    .collect()
}
