//! A bounded FIFO channel between two tasks, with time on the wire.

use std::collections::VecDeque;

use crate::ids::CheckpointId;
use crate::stream::{InFlight, Record, StreamElement};
use crate::time::SimTime;

/// One channel: what is on the wire and what waits at the receiver's end, in order.
///
/// Simplification: waiting data stands at the receiver; in Flink what is behind a blocked barrier queues at the sender
/// (semantics BH-2). The bound per channel is the same, FC-4.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Channel {
    queue: VecDeque<InFlight>,
    /// Records among the elements; barriers need no room.
    records: u64,
    /// Unaligned barriers among the elements.
    priority: u32,
    /// Set while an aligned barrier of this checkpoint has been taken and others are awaited, since then.
    pub blocked: Option<(CheckpointId, SimTime)>,
    /// The last checkpoint whose barrier the receiver has taken from here.
    pub last_barrier: CheckpointId,
    /// Nothing arrives before this (a stall of the edge).
    pub stalled_until: SimTime,
}

impl Channel {
    /// Elements in order, the next one to be taken first.
    pub fn queue(&self) -> &VecDeque<InFlight> {
        &self.queue
    }

    /// Records in it, waiting and on the wire.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Puts an element in at the sender's end.
    /// Gives the moment at which it is at the receiver's end.
    #[inline]
    pub fn push(&mut self, element: StreamElement, now: SimTime, latency_ms: u64, step: u64) -> SimTime {
        match &element {
            StreamElement::Record(_) => self.records += 1,
            StreamElement::Barrier(b) if b.overtakes() => self.priority += 1,
            StreamElement::Barrier(_) | StreamElement::Cancel(_) => {}
        }
        let arrives_at = (now + latency_ms).max(self.stalled_until);
        self.queue.push_back(InFlight { element, sent_at: now, arrives_at, step });
        arrives_at
    }

    /// Lets the last element change places with the one in front of it: a channel that is not FIFO, for broken engines.
    pub fn overtake_one(&mut self) {
        let last = self.queue.len().saturating_sub(1);
        if last > 0 {
            let times = (self.queue[last - 1].arrives_at, self.queue[last].arrives_at);
            self.queue.swap(last - 1, last);
            (self.queue[last - 1].arrives_at, self.queue[last].arrives_at) = times;
        }
    }

    /// Puts a record back that a restored checkpoint holds; it has arrived.
    pub fn push_restored(&mut self, record: Record, now: SimTime, step: u64) {
        self.records += 1;
        self.queue.push_back(InFlight { element: StreamElement::Record(record), sent_at: now, arrives_at: now, step });
    }

    /// Which element the receiver would take, and from when on. None: nothing to take, or blocked.
    ///
    /// An unaligned barrier that has arrived goes first: it overtakes what waits in the queue (semantics BH-10).
    #[inline]
    pub fn next(&self, now: SimTime) -> Option<(usize, SimTime)> {
        if self.priority > 0
            && let Some(i) = self.overtaking(now)
        {
            return Some((i, self.queue[i].arrives_at));
        }
        if self.blocked.is_some() {
            return None;
        }
        let head = self.queue.front()?;
        Some((0, head.arrives_at))
    }

    /// The first unaligned barrier that has arrived.
    fn overtaking(&self, now: SimTime) -> Option<usize> {
        self.queue
            .iter()
            .take_while(|e| e.arrives_at <= now)
            .position(|e| matches!(&e.element, StreamElement::Barrier(b) if b.overtakes()))
    }

    /// When the next unaligned barrier arrives, if one is on its way; blocked or not.
    pub fn priority_due(&self) -> Option<SimTime> {
        if self.priority == 0 {
            return None;
        }
        self.queue
            .iter()
            .find(|e| matches!(&e.element, StreamElement::Barrier(b) if b.overtakes()))
            .map(|e| e.arrives_at)
    }

    /// The effort of finding an unaligned barrier in it, see `sim::Spent`.
    pub(crate) fn searched(&self) -> u64 {
        if self.priority == 0 { 0 } else { 8 * self.queue.len() as u64 }
    }

    /// Takes the element at this place of the queue.
    #[inline]
    pub fn take(&mut self, index: usize) -> Option<InFlight> {
        let taken = if index == 0 { self.queue.pop_front() } else { self.queue.remove(index) }?;
        match &taken.element {
            StreamElement::Record(_) => self.records -= 1,
            StreamElement::Barrier(b) if b.overtakes() => self.priority -= 1,
            StreamElement::Barrier(_) | StreamElement::Cancel(_) => {}
        }
        Some(taken)
    }

    /// The records that stand before this checkpoint's barrier; all of them when it is not in the channel.
    pub fn records_before(&self, checkpoint: CheckpointId) -> impl Iterator<Item = &Record> {
        self.queue
            .iter()
            .take_while(move |e| !matches!(&e.element, StreamElement::Barrier(b) if b.checkpoint >= checkpoint))
            .filter_map(|e| match &e.element {
                StreamElement::Record(r) => Some(r),
                StreamElement::Barrier(_) | StreamElement::Cancel(_) => None,
            })
    }

    /// Turns a barrier of this checkpoint that is in the channel into an unaligned one.
    pub fn make_unaligned(&mut self, checkpoint: CheckpointId) {
        for e in &mut self.queue {
            if let StreamElement::Barrier(b) = &mut e.element
                && b.checkpoint == checkpoint
                && !b.unaligned
            {
                b.unaligned = true;
                if b.overtakes() {
                    self.priority += 1;
                }
            }
        }
    }

    /// When the barrier of this checkpoint arrives, if it is in the channel and keeps its place there.
    pub fn aligned_barrier_of(&self, checkpoint: CheckpointId) -> Option<SimTime> {
        self.queue
            .iter()
            .find(|e| matches!(&e.element, StreamElement::Barrier(b) if b.checkpoint == checkpoint && !b.unaligned))
            .map(|e| e.arrives_at)
    }

    /// Nothing arrives before `until`.
    pub fn stall(&mut self, now: SimTime, until: SimTime) {
        self.stalled_until = self.stalled_until.max(until);
        for e in &mut self.queue {
            if e.arrives_at > now {
                e.arrives_at = e.arrives_at.max(until);
            }
        }
    }
}
