//! Engines that are broken on purpose. Only tests, and presets that are marked so, switch one on.

/// One rule that the engine breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Defect {
    /// An aligned barrier overtakes the record in front of it (against TH-1, TH-2).
    BarrierOvertakesRecord,
    /// A task forwards the barrier and copies its state only after one more record (against BH-7).
    SnapshotAfterForwardingRecords,
    /// A sink commits at the barrier, before the checkpoint is complete (against SK-3).
    CommitBeforeCompletion,
    /// The offset in the checkpoint is one too far (against SR-1).
    OffsetOneTooFar,
    /// Stamps start anew when state is restored (against TT-9).
    TtlRenewedOnRestore,
    /// A record that belongs to an unaligned checkpoint's channel state is put nowhere (against BH-11).
    InFlightRecordForgotten,
    /// Transactions that wait for their commit are not part of the checkpoint (against SK-2).
    PendingCommitsForgotten,
}

impl Defect {
    /// All of them.
    pub const ALL: [Defect; 7] = [
        Defect::BarrierOvertakesRecord,
        Defect::SnapshotAfterForwardingRecords,
        Defect::CommitBeforeCompletion,
        Defect::OffsetOneTooFar,
        Defect::TtlRenewedOnRestore,
        Defect::InFlightRecordForgotten,
        Defect::PendingCommitsForgotten,
    ];
}
