//! A destination as the stage shows it: the last rows, what stands twice, balances, transactions.

use std::collections::BTreeMap;

use super::reel::{Family, Reel, Tally, Write};
use super::winder::repeated;
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
    /// Different ids that stand; where rows replace each other, that were written.
    pub distinct: u64,
    /// Rows that a reader sees.
    pub visible: u64,
    /// Visible rows or additions beyond what is due of their id.
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
    /// Beyond what is due of its id: the number of the row that it repeats.
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
    /// The broker aborted it because it was open too long.
    pub timed_out: bool,
}

/// Lines kept for a destination; the page shows as many as fit.
pub const LINES: usize = 24;
/// Balances kept for it, in the order of keys.
const BALANCES: usize = 24;
/// Transactions kept for it.
const TRANSACTIONS: usize = 4;

/// The destination of the sink with this index. It takes no longer for many rows than for few, but for those that stand
/// twice in transactions.
pub fn destination(world: &World, reel: &Reel, sink: usize) -> Destination {
    let plan = world.plan();
    let node = plan.sink_node(sink);
    let spec = &plan.scenario.sinks[sink];
    let there = &world.durable().destinations[sink];
    let writes = reel.written(node.index(), world.steps());
    let families = &reel.families[node.index()];
    let tally = writes.last().map_or(Tally::default(), |w| w.tally);
    let sees_all = spec.reader == Reader::ReadUncommitted;
    let book = Book::of(world, reel, sink);
    let is_visible = |w: &Write| sees_all || book.phase(w).is_none_or(|p| p == TxnPhase::Committed);
    let start = writes.len().saturating_sub(LINES);
    let first = (start..writes.len()).rev().find_map(|i| book.repeats(i)).filter(|first| *first < start);
    let rest = (start..writes.len()).map(|i| book.line(i, false));
    let lines = first.map(|first| book.line(first, true)).into_iter().chain(rest);
    let crash = reel.crashed(world.steps());
    let before_crash = crash.map(|c| writes.partition_point(|w| w.step <= c.step) as u64);
    let in_transactions = |counts: &dyn Fn(TxnPhase) -> bool| -> u64 {
        there.transactions.iter().filter(|t| counts(t.phase)).map(|t| t.rows).sum()
    };
    let rows = match spec.kind {
        SinkKind::Append => writes.len() as u64,
        SinkKind::TwoPhase => in_transactions(&|phase| sees_all || phase != TxnPhase::Aborted),
        SinkKind::Upsert | SinkKind::UniqueInsert => there.by_id.len() as u64,
        SinkKind::Increment => there.writes,
        SinkKind::Set => there.balances.len() as u64,
    };
    let (again, extremes) = match spec.kind {
        SinkKind::Append | SinkKind::Increment => (u64::from(tally.again), tally.extremes),
        SinkKind::TwoPhase => doubled(writes, families, is_visible),
        SinkKind::Upsert | SinkKind::UniqueInsert | SinkKind::Set => (0, None),
    };
    let id = |i: u32| writes[i as usize].record.id.clone();
    let skip = there.transactions.len().saturating_sub(TRANSACTIONS);
    let txn = |t: &crate::sink::Transaction| Txn { id: t.id, phase: t.phase, rows: t.rows, timed_out: t.timed_out };
    Destination {
        node,
        name: spec.name.clone(),
        kind: spec.kind,
        reader: spec.reader,
        rows,
        distinct: match spec.kind {
            // What was aborted does not stand.
            SinkKind::TwoPhase => rows - surplus(writes, families, |w| book.stands(w)),
            _ => u64::from(tally.distinct),
        },
        visible: match spec.kind {
            SinkKind::TwoPhase => in_transactions(&|phase| sees_all || phase == TxnPhase::Committed),
            _ => rows,
        },
        again,
        again_ids: extremes.map(|(low, high)| (id(low), id(high))),
        lines: lines.collect(),
        before_crash,
        balances: balances(there.balances.iter().take(BALANCES), writes, &reel.by_key[node.index()], spec.kind),
        transactions: there.transactions[skip..].iter().map(txn).collect(),
    }
}

/// Some of the rows of a sink as they were written, from one place on, and how many there are.
pub fn lines(world: &World, reel: &Reel, sink: usize, from: usize, n: usize) -> (usize, Vec<Line>) {
    let book = Book::of(world, reel, sink);
    let total = book.writes.len();
    (total, (from..total.min(from.saturating_add(n))).map(|i| book.line(i, false)).collect())
}

/// The writes of a sink up to the position, with the fate of their transactions.
struct Book<'a> {
    writes: &'a [Write],
    families: &'a [Family],
    there: &'a crate::sink::Destination,
    sees_all: bool,
}

impl<'a> Book<'a> {
    fn of(world: &'a World, reel: &'a Reel, sink: usize) -> Book<'a> {
        let node = world.plan().sink_node(sink).index();
        Book {
            writes: reel.written(node, world.steps()),
            families: &reel.families[node],
            there: &world.durable().destinations[sink],
            sees_all: world.plan().scenario.sinks[sink].reader == Reader::ReadUncommitted,
        }
    }

    fn phase(&self, write: &Write) -> Option<TxnPhase> {
        match write.effect {
            WriteEffect::Pending(t) => self.there.transaction(t).map(|t| t.phase),
            _ => None,
        }
    }

    fn stands(&self, write: &Write) -> bool {
        self.sees_all || self.phase(write) != Some(TxnPhase::Aborted)
    }

    /// What a write repeats among those of its id that stand: none, while no more of them stand than are due.
    fn earlier(&self, place: usize) -> Option<usize> {
        let Family { due, places } = &self.families[self.writes[place].family?];
        let before = places.iter().map(|i| *i as usize).take_while(|i| *i < place);
        let mut all: Vec<usize> = before.filter(|i| self.stands(&self.writes[*i])).collect();
        all.push(place);
        repeated(*due, all.into_iter())
    }

    fn repeats(&self, place: usize) -> Option<usize> {
        match self.writes[place].effect {
            WriteEffect::Row | WriteEffect::Added => self.writes[place].repeats,
            WriteEffect::Pending(_) => self.earlier(place).filter(|_| self.stands(&self.writes[place])),
            WriteEffect::Replaced | WriteEffect::Refused => None,
        }
    }

    fn line(&self, place: usize, is_first: bool) -> Line {
        let w = &self.writes[place];
        Line {
            row: w.row,
            id: w.record.id.clone(),
            key: w.key.clone(),
            value: w.value,
            step: w.step,
            offset: w.record.origin.offset.0,
            attempt: w.record.attempt.0,
            repeats: self.repeats(place).map(|first| self.writes[first].row),
            effect: w.effect,
            phase: self.phase(w),
            is_first,
        }
    }
}

/// Rows that stand beyond the first of their id that does.
fn surplus(writes: &[Write], families: &[Family], stands: impl Fn(&Write) -> bool) -> u64 {
    let of_id = |family: &Family| {
        let standing = family.places.iter().filter(|i| writes.get(**i as usize).is_some_and(&stands)).count();
        standing.saturating_sub(1) as u64
    };
    families.iter().map(of_id).sum()
}

/// Visible rows beyond those that are due, and those with the smallest and the largest id.
fn doubled(writes: &[Write], families: &[Family], sees: impl Fn(&Write) -> bool) -> (u64, Option<(u32, u32)>) {
    let mut again = 0;
    let mut extremes: Option<(u32, u32)> = None;
    let id = |i: u32| &writes[i as usize].record.id;
    for Family { due, places } in families {
        let seen = places.iter().filter(|i| writes.get(**i as usize).is_some_and(&sees)).count();
        if seen > *due {
            again += (seen - due) as u64;
            let place = places[0];
            extremes = Some(extremes.map_or((place, place), |(low, high)| {
                (if id(place) < id(low) { place } else { low }, if id(place) > id(high) { place } else { high })
            }));
        }
    }
    (again, extremes)
}

fn balances<'a>(
    all: impl Iterator<Item = (&'a Key, &'a i64)>,
    writes: &[Write],
    by_key: &BTreeMap<Key, Vec<u32>>,
    kind: SinkKind,
) -> Vec<Balance> {
    all.map(|(key, value)| {
        let ours = by_key.get(key).map_or(&[] as &[u32], Vec::as_slice);
        let last = ours.partition_point(|i| (*i as usize) < writes.len()).checked_sub(1);
        let tally = last.map_or(Tally::default(), |i| writes[ours[i] as usize].tally);
        Balance {
            key: key.clone(),
            value: *value,
            was: (kind == SinkKind::Set && tally.most > *value).then_some(tally.most),
            surplus: if kind == SinkKind::Increment { tally.doubled } else { 0 },
        }
    })
    .collect()
}
