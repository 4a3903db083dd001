//! Crashes, restarts and transactions, as moments of a chain.

use super::super::facts::{At, is_from};
use super::super::{After, End, Resumed, What};
use super::Chain;
use super::events::{ends, transaction_of};
use crate::check::Cause;
use crate::event::{Event, RecordRef, WriteEffect};
use crate::ids::{CheckpointId, NodeId, PartitionId, TransactionId};
use crate::scenario::StateHome;

impl<'e> Chain<'_, 'e> {
    /// A failure with what follows: what its checkpoint covers, and where the sources read on. Gives the checkpoint.
    pub(super) fn crash(
        &mut self,
        crash: Option<At<'e>>,
        record: &RecordRef,
        keeper: Option<NodeId>,
    ) -> Option<CheckpointId> {
        let crash = crash?;
        self.tell(Some(crash));
        let restart = self.facts.after(crash.0, |e| match (e, &crash.1.event) {
            (Event::Restarted { region, .. }, Event::Crashed { region: failed, .. }) => region == failed,
            _ => false,
        })?;
        let of = (record.origin.source, record.origin.partition);
        let what = self.restart(Some(restart), of, keeper, Some(record));
        self.add(Some(restart), |_| what);
        let Event::Restarted { checkpoint: Some(checkpoint), .. } = restart.1.event else { return None };
        self.covers(checkpoint, of);
        Some(checkpoint)
    }

    pub(super) fn covers(&mut self, checkpoint: CheckpointId, of: (NodeId, PartitionId)) {
        let complete = self.facts.first(|e| matches!(e, Event::Completed { checkpoint: c } if *c == checkpoint));
        let next = self.facts.covers.get(&(checkpoint, of.0, of.1)).map(|next| (of.0, of.1, *next));
        self.add(complete, |_| Some(What::Covers(checkpoint, next)));
    }

    pub(super) fn restart(
        &self,
        restart: Option<At<'e>>,
        of: (NodeId, PartitionId),
        keeper: Option<NodeId>,
        record: Option<&RecordRef>,
    ) -> Option<What> {
        let (place, stamped) = restart?;
        let Event::Restarted { attempt, checkpoint, .. } = stamped.event else { return None };
        let moved = self.facts.after(place, |e| match e {
            Event::Repositioned { source, partition, .. } => (*source, *partition) == of,
            _ => false,
        });
        let resumed = moved.filter(|m| m.1.step == stamped.step).and_then(|m| match m.1.event {
            Event::Repositioned { source, partition, before, next } => {
                let own = record.map(|r| r.origin.offset).filter(|own| *own < next);
                // Read again later on, after one more crash say: then nothing is skipped.
                let read_later = record.is_some_and(|r| {
                    self.facts.after(place, |e| matches!(e, Event::Read { .. }) && is_from(e, r.origin)).is_some()
                });
                let skips = own.filter(|_| !read_later);
                let saved = checkpoint.and_then(|c| self.facts.covers.get(&(c, source, partition)));
                let as_saved = saved.is_none_or(|saved| *saved == next);
                Some(Resumed { source, partition, before, next, as_saved, skips })
            }
            _ => None,
        });
        let machine = self
            .facts
            .before(place, |e| matches!(e, Event::Crashed { .. }))
            .is_some_and(|(_, s)| matches!(s.event, Event::Crashed { machine: true, .. }));
        let state = keeper.and_then(|node| {
            self.kind(node)?;
            Some(match self.home(node) {
                StateHome::Memory => After::Empty(node),
                StateHome::LocalDisk if machine => After::Empty(node),
                StateHome::LocalDisk | StateHome::Changelog => After::Kept(node),
                StateHome::Checkpointed if checkpoint.is_none() => After::Empty(node),
                StateHome::Checkpointed => After::AsSaved(node),
            })
        });
        Some(What::Restarted { attempt, checkpoint, resumed, state })
    }

    /// The transaction that took the row with it, or that is still open.
    pub(super) fn transaction(&mut self) {
        let (sink, id) = (self.finding.place, self.finding.id.clone());
        let timed_out = self.finding.cause == Cause::TransactionTimedOut;
        let is_fate = |t: TransactionId| {
            let void = self.facts.first(|e| matches!(e, Event::TransactionAborted { .. }) && ends(e, sink, t));
            match void.map(|(_, s)| &s.event) {
                Some(Event::TransactionAborted { timed_out: by_broker, .. }) => timed_out && *by_broker,
                _ => !timed_out,
            }
        };
        let write = self.facts.latest(|e| match e {
            Event::Written { sink: at, record, effect: WriteEffect::Pending(t), .. } => {
                *at == sink && record.id == id && is_fate(*t)
            }
            _ => false,
        });
        let Some(write) = write else { return };
        let Event::Written { effect: WriteEffect::Pending(t), record, .. } = &write.1.event else { return };
        let (t, record) = (*t, record.clone());
        let of = |e: &Event| transaction_of(e) == Some((sink, t));
        let opened = self.facts.first(|e| matches!(e, Event::TransactionOpened { .. }) && of(e));
        let closed = self.facts.first(|e| matches!(e, Event::PreCommitted { .. }) && of(e));
        self.tell(opened);
        self.tell(Some(write));
        self.tell(closed);
        if timed_out {
            let crash = self.facts.after(write.0, |e| self.hits(e, sink));
            let end = self.facts.first(|e| ends(e, sink, t));
            let refused = self.facts.first(|e| matches!(e, Event::CommitRefused { .. }) && of(e));
            let until = end.map_or(usize::MAX, |e| e.0);
            self.crash(crash.filter(|c| c.0 < until), &record, None);
            self.tell(end);
            self.tell(refused);
            if let Some(Event::PreCommitted { checkpoint, .. }) = closed.map(|(_, s)| &s.event) {
                self.covers(*checkpoint, (record.origin.source, record.origin.partition));
            }
        } else {
            let opens: Vec<(NodeId, TransactionId)> = self.transactions_without_end();
            // The reader sees no row behind the first open transaction.
            let blocking = opens.into_iter().find(|(at, _)| *at == sink).map_or(t, |(_, t)| t);
            let opened = self
                .facts
                .first(|e| matches!(e, Event::TransactionOpened { .. }) && transaction_of(e) == Some((sink, blocking)));
            self.tell(opened);
            let committed = self.facts.first(|e| matches!(e, Event::Committed { .. }) && of(e));
            self.tell(committed);
            self.end(End::Open(sink, blocking));
        }
    }

    pub(super) fn transactions_without_end(&self) -> Vec<(NodeId, TransactionId)> {
        let opened = self.facts.list.iter().filter_map(|(_, s)| match &s.event {
            Event::TransactionOpened { sink, transaction } => Some((*sink, *transaction)),
            _ => None,
        });
        opened.filter(|(sink, t)| self.facts.first(|e| ends(e, *sink, *t)).is_none()).collect()
    }

    /// A cause that speaks of a restart has one to tell of, if only the last.
    pub(super) fn with_restart(&mut self) {
        let is_told = self.picks.iter().any(|(_, what)| matches!(what, What::Restarted { .. }));
        let speaks = matches!(
            self.finding.cause,
            Cause::ReplayIntoNonIdempotentSink
                | Cause::StateLostAtRestart
                | Cause::StateAheadOfOffset
                | Cause::OffsetAheadOfState
                | Cause::SourceNotReplayed
                | Cause::AlignmentSkipped
        );
        if is_told || !speaks {
            return;
        }
        let restart = self.facts.latest(|e| matches!(e, Event::Restarted { .. }));
        let until = restart.map_or(usize::MAX, |r| r.0);
        let crash = self.facts.before(until, |e| matches!(e, Event::Crashed { .. }));
        self.tell(crash);
        // Sources come first among the nodes.
        let of = self.in_input().unwrap_or((NodeId(0), PartitionId(0)));
        let what = self.restart(restart, of, None, None);
        self.add(restart, |_| what);
    }
}
