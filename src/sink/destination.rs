//! What a sink writes to. It is outside the job: a crash does not touch it, and a checkpoint does not repair it.

use std::collections::BTreeMap;

use crate::event::WriteEffect;
use crate::hash::{Map, hash_unordered, stable_hash};
use crate::ids::{Attempt, CheckpointId, EventId, Key, TransactionId};
use crate::scenario::SinkKind;
use crate::state::AppendLog;
use crate::stream::{Origin, Record};
use crate::time::SimTime;

/// One row at a destination.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// Number of the write, from 1.
    pub number: u64,
    /// Business identity of the record.
    pub id: EventId,
    /// Its key.
    pub key: Key,
    /// What was written.
    pub value: i64,
    /// Where the record was read.
    pub origin: Origin,
    /// The attempt that wrote it.
    pub attempt: Attempt,
    /// The transaction that it is part of.
    pub transaction: Option<TransactionId>,
    /// When.
    pub at: SimTime,
    /// The step of the run that wrote it.
    pub step: u64,
}

/// Where a transaction stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TxnPhase {
    /// Being written to.
    Open,
    /// Closed at a barrier; its fate hangs on the checkpoint. For the broker it is still open (semantics KT-2).
    PreCommitted,
    /// Final.
    Committed,
    /// Void.
    Aborted,
}

/// A transaction at the broker.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Transaction {
    /// Its number.
    pub id: TransactionId,
    /// Where it stands.
    pub phase: TxnPhase,
    /// The attempt that opened it.
    pub attempt: Attempt,
    /// Its first write; the timeout counts from here and is not refreshed (semantics KT-1).
    pub opened_at: SimTime,
    /// When it was committed or aborted.
    pub ended_at: Option<SimTime>,
    /// The checkpoint at whose barrier it was closed.
    pub checkpoint: Option<CheckpointId>,
    /// The broker aborted it because it was open too long.
    pub timed_out: bool,
    /// Rows in it.
    pub rows: u64,
}

/// What became of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommitOutcome {
    /// Its rows are final now.
    Committed,
    /// They already were: a commit is idempotent (semantics SK-4).
    Already,
    /// The broker had aborted it; the rows are gone (semantics SK-7).
    Refused,
}

/// A destination with what has been written to it.
#[derive(Clone, Debug)]
pub struct Destination {
    /// What a write does.
    pub kind: SinkKind,
    /// Whether rows are kept or only counted.
    pub keeps_rows: bool,
    /// Writes so far, refused ones too.
    pub writes: u64,
    /// Rows of `append` and `two_phase`, in the order of writing.
    pub rows: AppendLog<Row>,
    /// Rows of `upsert` and `unique_insert`, by id.
    pub by_id: Map<EventId, Row>,
    /// Balances of `increment` and `set`.
    pub balances: BTreeMap<Key, i64>,
    /// Transactions of `two_phase`, in the order of their numbers.
    pub transactions: Vec<Transaction>,
    /// Transactions before the first of the list: ended, and named by nothing that is left.
    forgotten: usize,
    /// Transactions of the list before this one have ended, so that looking for open ones stays short.
    first_open: usize,
}

impl Destination {
    /// Nothing written yet.
    pub fn new(kind: SinkKind, keeps_rows: bool) -> Destination {
        Destination {
            kind,
            keeps_rows,
            writes: 0,
            rows: AppendLog::default(),
            by_id: Map::default(),
            balances: BTreeMap::new(),
            transactions: Vec::new(),
            forgotten: 0,
            first_open: 0,
        }
    }

    /// Writes a record; `transaction` is the open one of a `two_phase` sink.
    pub fn write(
        &mut self,
        record: &Record,
        transaction: Option<TransactionId>,
        attempt: Attempt,
        now: SimTime,
        step: u64,
    ) -> WriteEffect {
        self.writes += 1;
        let row = |number| Row {
            number,
            id: record.id.clone(),
            key: record.key.clone(),
            value: record.value,
            origin: record.origin,
            attempt,
            transaction,
            at: now,
            step,
        };
        match self.kind {
            SinkKind::Append => {
                if self.keeps_rows {
                    self.rows.push(row(self.writes));
                }
                WriteEffect::Row
            }
            SinkKind::TwoPhase => {
                if self.keeps_rows {
                    self.rows.push(row(self.writes));
                }
                match transaction {
                    Some(id) => {
                        if let Some(t) = self.listed(id) {
                            t.rows += 1;
                        }
                        WriteEffect::Pending(id)
                    }
                    None => WriteEffect::Row,
                }
            }
            SinkKind::Increment => {
                let balance = self.balances.entry(record.key.clone()).or_default();
                *balance = balance.saturating_add(record.value);
                WriteEffect::Added
            }
            SinkKind::Set => {
                self.balances.insert(record.key.clone(), record.value);
                WriteEffect::Replaced
            }
            SinkKind::Upsert | SinkKind::UniqueInsert if !self.keeps_rows => WriteEffect::Row,
            SinkKind::Upsert => match self.by_id.insert(record.id.clone(), row(self.writes)) {
                None => WriteEffect::Row,
                Some(_) => WriteEffect::Replaced,
            },
            SinkKind::UniqueInsert => match self.by_id.entry(record.id.clone()) {
                indexmap::map::Entry::Vacant(gap) => {
                    gap.insert(row(self.writes));
                    WriteEffect::Row
                }
                indexmap::map::Entry::Occupied(_) => WriteEffect::Refused,
            },
        }
    }

    /// Opens a transaction with its first write.
    pub fn open(&mut self, attempt: Attempt, now: SimTime) -> TransactionId {
        let id = TransactionId((self.forgotten + self.transactions.len()) as u32);
        self.transactions.push(Transaction {
            id,
            phase: TxnPhase::Open,
            attempt,
            opened_at: now,
            ended_at: None,
            checkpoint: None,
            timed_out: false,
            rows: 0,
        });
        id
    }

    /// The transaction of this number.
    pub fn transaction(&self, id: TransactionId) -> Option<&Transaction> {
        self.transactions.get(id.index().checked_sub(self.forgotten)?)
    }

    fn listed(&mut self, id: TransactionId) -> Option<&mut Transaction> {
        self.transactions.get_mut(id.index().checked_sub(self.forgotten)?)
    }

    /// Where rows are not kept: drops the transactions before this one that have ended; none: all that have ended.
    pub(crate) fn forget_before(&mut self, first_named: Option<TransactionId>) {
        if self.keeps_rows {
            return;
        }
        let unnamed = first_named.map_or(usize::MAX, |t| t.index().saturating_sub(self.forgotten));
        let gone = self.first_open.min(unnamed);
        self.transactions.drain(..gone);
        self.forgotten += gone;
        self.first_open -= gone;
    }

    /// Closes a transaction at a barrier. An aborted one stays aborted: the sink does not hear of it until it commits.
    pub fn pre_commit(&mut self, id: TransactionId, checkpoint: CheckpointId) {
        if let Some(t) = self.listed(id) {
            t.checkpoint = Some(checkpoint);
            if t.phase == TxnPhase::Open {
                t.phase = TxnPhase::PreCommitted;
            }
        }
    }

    /// Commits a transaction, once.
    pub fn commit(&mut self, id: TransactionId, now: SimTime) -> CommitOutcome {
        let Some(t) = self.listed(id) else {
            return CommitOutcome::Refused;
        };
        match t.phase {
            TxnPhase::Open | TxnPhase::PreCommitted => {
                t.phase = TxnPhase::Committed;
                t.ended_at = Some(now);
                self.advance_first_open();
                CommitOutcome::Committed
            }
            TxnPhase::Committed => CommitOutcome::Already,
            TxnPhase::Aborted => CommitOutcome::Refused,
        }
    }

    /// Makes a transaction's rows void. False: it had ended already.
    pub fn abort(&mut self, id: TransactionId, timed_out: bool, now: SimTime) -> bool {
        let Some(t) = self.listed(id) else {
            return false;
        };
        if !matches!(t.phase, TxnPhase::Open | TxnPhase::PreCommitted) {
            return false;
        }
        t.phase = TxnPhase::Aborted;
        t.timed_out = timed_out;
        t.ended_at = Some(now);
        self.advance_first_open();
        true
    }

    fn advance_first_open(&mut self) {
        while self.transactions.get(self.first_open).is_some_and(|t| t.ended_at.is_some()) {
            self.first_open += 1;
        }
    }

    /// Transactions that the broker still holds open, oldest first; pre-committed ones too.
    pub fn open_transactions(&self) -> impl Iterator<Item = &Transaction> {
        self.transactions[self.first_open..].iter().filter(|t| t.ended_at.is_none())
    }

    /// A number for everything in it, equal for equal contents.
    pub fn fingerprint(&self) -> u64 {
        let rows = self.rows.iter().fold(0u64, |h, r| stable_hash(&(h, r)));
        stable_hash(&(self.writes, rows, hash_unordered(self.by_id.values()), &self.balances, &self.transactions))
    }
}
