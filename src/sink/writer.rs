//! The part of a sink that lives in the job.

use crate::ids::{CheckpointId, TransactionId};

/// A sink task: the transaction it writes to, and those that wait for their checkpoint to complete.
///
/// What waits is part of the checkpoint (Flink: committables, semantics SK-2), so that a restart can commit it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SinkTask {
    /// The open transaction; none before the first write of an epoch (semantics SK-1: no empty transactions).
    pub open: Option<TransactionId>,
    /// Pre-committed and not yet committed, in order.
    pub pending: Vec<(CheckpointId, TransactionId)>,
}

impl SinkTask {
    /// What to commit when `checkpoint` is complete: everything of this epoch and of earlier ones, in order (SK-3).
    pub fn due(&self, checkpoint: CheckpointId) -> Vec<TransactionId> {
        self.pending.iter().filter(|(c, _)| *c <= checkpoint).map(|(_, t)| *t).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sk_3_a_missed_checkpoint_is_caught_up_by_the_next() {
        let of = |c, t| (CheckpointId(c), TransactionId(t));
        let sink = SinkTask { open: None, pending: vec![of(3, 7), of(4, 8), of(5, 9)] };
        assert_eq!(sink.due(CheckpointId(4)), [TransactionId(7), TransactionId(8)]);
    }
}
