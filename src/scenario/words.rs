//! The words of the format, in one place for reading, writing and for lists to choose from.

use super::schema::{
    Mode, Offsets, OperatorKind, PartitionBy, Reaches, Reader, SinkKind, StateHome, TtlCleanup, TtlUpdate,
    TtlVisibility,
};

macro_rules! words {
    ($type:ty { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $type {
            /// Every choice and its word in the format; the default, where there is one, first.
            pub const WORDS: &'static [(&'static str, $type)] =
                &[$(($word, <$type>::$variant)),+];

            /// Its word in the format.
            pub const fn word(self) -> &'static str {
                match self {
                    $(<$type>::$variant => $word),+
                }
            }
        }
    };
}

words!(StateHome {
    Checkpointed = "checkpointed",
    Memory = "memory",
    LocalDisk = "local_disk",
    Changelog = "changelog",
});
words!(PartitionBy { Key = "key", Id = "id" });
words!(TtlUpdate { CreateAndWrite = "create_and_write", ReadAndWrite = "read_and_write" });
words!(TtlVisibility {
    NeverReturnExpired = "never_return_expired",
    ReturnIfNotCleanedUp = "return_if_not_cleaned_up",
});
words!(TtlCleanup {
    OnAccess = "on_access",
    FullSnapshot = "full_snapshot",
    Incremental = "incremental",
    Compaction = "compaction",
});
words!(SinkKind {
    Append = "append",
    Increment = "increment",
    Set = "set",
    Upsert = "upsert",
    UniqueInsert = "unique_insert",
    TwoPhase = "two_phase",
});
words!(Reader { ReadCommitted = "read_committed", ReadUncommitted = "read_uncommitted" });
words!(Mode { ExactlyOnce = "exactly_once", AtLeastOnce = "at_least_once" });
words!(Reaches {
    Triggered = "triggered",
    Snapshotted = "snapshotted",
    Persisted = "persisted",
    Completed = "completed",
    Committed = "committed",
});

impl OperatorKind {
    /// Every kind and its word in the format; `filter` stands with a stand-in for `min_value`.
    pub const WORDS: &'static [(&'static str, OperatorKind)] = &[
        ("map", OperatorKind::Map),
        ("filter", OperatorKind::Filter { min_value: 0 }),
        ("dedup", OperatorKind::Dedup),
        ("sum", OperatorKind::Sum),
        ("count", OperatorKind::Count),
        ("join", OperatorKind::Join),
    ];

    /// Its word in the format.
    pub const fn word(self) -> &'static str {
        match self {
            OperatorKind::Map => "map",
            OperatorKind::Filter { .. } => "filter",
            OperatorKind::Dedup => "dedup",
            OperatorKind::Sum => "sum",
            OperatorKind::Count => "count",
            OperatorKind::Join => "join",
        }
    }

    /// What its state is partitioned by when the scenario does not say.
    pub const fn default_partition_by(self) -> PartitionBy {
        match self {
            OperatorKind::Dedup => PartitionBy::Id,
            _ => PartitionBy::Key,
        }
    }
}

impl Offsets {
    /// The choices that are a plain word; `commit_every_ms` is an object.
    pub const WORDS: &'static [(&'static str, Offsets)] = &[
        ("checkpoint", Offsets::Checkpoint),
        ("commit_on_read", Offsets::CommitOnRead),
        ("earliest", Offsets::Earliest),
        ("latest", Offsets::Latest),
    ];
}
