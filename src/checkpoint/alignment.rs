//! What a task does with the barriers of its inputs: facts in, decision out (semantics BH-1 to BH-14).

use crate::ids::CheckpointId;
use crate::time::SimTime;

/// Where a task stands with the barriers of its inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Alignment {
    /// The checkpoint that it collects barriers for (exactly-once).
    pub collecting: Option<Collecting>,
    /// The checkpoints that it counts barriers for, oldest first (at-least-once, BH-9).
    pub counting: Vec<Counting>,
    /// It takes no snapshot with this number or a smaller one any more (BH-5, BH-8).
    pub done: CheckpointId,
}

/// A checkpoint of which some barriers are in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Collecting {
    /// Which.
    pub checkpoint: CheckpointId,
    /// When it was triggered.
    pub triggered_at: SimTime,
    /// Barriers that are in.
    pub arrived: u32,
    /// Channels are recorded, not blocked; the snapshot has been taken (BH-10).
    pub unaligned: bool,
}

/// A checkpoint whose barriers are only counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counting {
    /// Which.
    pub checkpoint: CheckpointId,
    /// Barriers that are in.
    pub arrived: u32,
}

/// What the arrival of a barrier asks for, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// It is of a checkpoint that is over: nothing else.
    pub ignored: bool,
    /// This older checkpoint is given up, and its channels go on (BH-4).
    pub declines: Option<CheckpointId>,
    /// It is the first of its checkpoint.
    pub first: bool,
    /// It is unaligned and those before it were not: blocked channels go on (BH-21).
    pub switches: bool,
    /// The channel that it came through waits.
    pub blocks: bool,
    /// The snapshot is taken now.
    pub snapshots: bool,
    /// All barriers are in: blocked channels go on, recording ends.
    pub completes: bool,
}

impl Alignment {
    /// No barrier is awaited.
    pub fn is_idle(&self) -> bool {
        self.collecting.is_none() && self.counting.is_empty()
    }

    /// A barrier of `checkpoint` has come in through one of `inputs` channels, in exactly-once mode.
    pub fn arrive(&mut self, checkpoint: CheckpointId, triggered_at: SimTime, unaligned: bool, inputs: u32) -> Arrival {
        let mut arrival = Arrival::default();
        let current = self.collecting.as_ref().map(|c| c.checkpoint);
        if checkpoint <= self.done && current != Some(checkpoint) || current.is_some_and(|c| checkpoint < c) {
            arrival.ignored = true;
            return arrival;
        }
        if let Some(older) = current.filter(|c| *c < checkpoint) {
            arrival.declines = Some(older);
            self.done = self.done.max(older);
            self.collecting = None;
        }
        let c = self.collecting.get_or_insert(Collecting { checkpoint, triggered_at, arrived: 0, unaligned });
        c.arrived += 1;
        arrival.first = c.arrived == 1;
        arrival.completes = c.arrived >= inputs;
        arrival.switches = unaligned && !c.unaligned;
        c.unaligned |= unaligned;
        arrival.snapshots = if c.unaligned { arrival.first || arrival.switches } else { arrival.completes };
        arrival.blocks = !c.unaligned && !arrival.completes;
        if arrival.snapshots {
            self.done = checkpoint;
        }
        if arrival.completes {
            self.collecting = None;
        }
        arrival
    }

    /// The same in at-least-once mode: barriers are counted, nothing waits; the last one makes the snapshot, and older
    /// checkpoints are dropped (BH-9).
    pub fn count(&mut self, checkpoint: CheckpointId, inputs: u32) -> Arrival {
        let mut arrival = Arrival::default();
        if checkpoint <= self.done {
            arrival.ignored = true;
            return arrival;
        }
        let at = match self.counting.iter().position(|c| c.checkpoint == checkpoint) {
            Some(at) => at,
            None => {
                arrival.first = true;
                self.counting.push(Counting { checkpoint, arrived: 0 });
                self.counting.len() - 1
            }
        };
        self.counting[at].arrived += 1;
        if self.counting[at].arrived >= inputs {
            arrival.snapshots = true;
            arrival.completes = true;
            self.done = checkpoint;
            self.counting.retain(|c| c.checkpoint > checkpoint);
        }
        arrival
    }

    /// The checkpoint is over for this task: aborted, or cancelled upstream (BH-5). True: channels may be waiting for it.
    pub fn cancel(&mut self, checkpoint: CheckpointId) -> bool {
        self.done = self.done.max(checkpoint);
        self.counting.retain(|c| c.checkpoint > checkpoint);
        let held = self.collecting.as_ref().is_some_and(|c| c.checkpoint <= checkpoint);
        if held {
            self.collecting = None;
        }
        held
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const T: SimTime = SimTime(0);
    const FIVE: CheckpointId = CheckpointId(5);
    const SIX: CheckpointId = CheckpointId(6);

    #[test]
    fn bh_1_channels_wait_until_the_last_barrier() {
        let mut a = Alignment::default();
        let first = a.arrive(FIVE, T, false, 2);
        assert!(first.blocks && !first.snapshots && !first.completes);
        let last = a.arrive(FIVE, T, false, 2);
        assert!(!last.blocks && last.snapshots && last.completes);
    }

    #[test]
    fn bh_3_one_input_never_waits() {
        let only = Alignment::default().arrive(FIVE, T, false, 1);
        assert!(only.snapshots && only.completes && !only.blocks);
    }

    #[test]
    fn bh_4_a_newer_barrier_gives_the_older_checkpoint_up() {
        let mut a = Alignment::default();
        a.arrive(FIVE, T, false, 2);
        let newer = a.arrive(SIX, T, false, 2);
        assert_eq!(newer.declines, Some(FIVE));
        assert!(newer.first && newer.blocks);
        assert!(a.arrive(FIVE, T, false, 2).ignored, "a later barrier 5 is ignored");
        assert!(a.arrive(SIX, T, false, 2).snapshots);
    }

    #[test]
    fn bh_5_a_cancel_marker_makes_the_id_unstartable() {
        let mut a = Alignment::default();
        a.arrive(FIVE, T, false, 3);
        assert!(a.cancel(FIVE));
        assert!(a.arrive(FIVE, T, false, 3).ignored);
    }

    #[test]
    fn bh_8_a_task_never_goes_back_to_an_older_snapshot() {
        let mut a = Alignment::default();
        assert!(a.arrive(SIX, T, false, 1).snapshots);
        assert!(a.arrive(FIVE, T, false, 1).ignored);
    }

    #[test]
    fn bh_9_at_least_once_counts_and_drops_older_ones() {
        let mut a = Alignment::default();
        assert!(!a.count(FIVE, 2).blocks);
        assert!(!a.count(SIX, 2).snapshots);
        assert!(a.count(SIX, 2).snapshots);
        assert!(a.count(FIVE, 2).ignored, "finishing 6 drops 5");
    }

    #[test]
    fn bh_10_the_first_unaligned_barrier_makes_the_snapshot() {
        let mut a = Alignment::default();
        let first = a.arrive(FIVE, T, true, 2);
        assert!(first.snapshots && !first.blocks && !first.completes);
        let last = a.arrive(FIVE, T, true, 2);
        assert!(!last.snapshots && last.completes);
    }

    #[test]
    fn bh_21_an_unaligned_barrier_turns_an_aligned_wait_unaligned() {
        let mut a = Alignment::default();
        assert!(a.arrive(FIVE, T, false, 3).blocks);
        let second = a.arrive(FIVE, T, true, 3);
        assert!(second.switches && second.snapshots && !second.blocks && !second.completes);
        let last = a.arrive(FIVE, T, false, 3);
        assert!(!last.switches && !last.snapshots && !last.blocks && last.completes);
    }
}
