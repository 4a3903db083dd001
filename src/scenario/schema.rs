//! What a scenario says, as plain data with every default filled in.
//!
//! `read.rs` makes one from JSON, with every error and its path; `write.rs` makes JSON from one. The meaning of each
//! field is in the public format; defaults are those of the real engine unless said otherwise.

use crate::ids::{CheckpointId, EventId, Key};

/// A job, its input and its faults. One value, one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Shown to a person, as text.
    pub title: String,
    /// Shown to a person, as text.
    pub note: String,
    /// For seeded choices only.
    pub seed: u64,
    /// At least one.
    pub sources: Vec<Source>,
    /// In the order of the file.
    pub operators: Vec<Operator>,
    /// At least one.
    pub sinks: Vec<Sink>,
    /// Capacity and latency of the links.
    pub channels: Channels,
    /// None: nothing durable is ever recorded.
    pub checkpointing: Option<Checkpointing>,
    /// Durable checkpoint storage.
    pub storage: Storage,
    /// What follows a failure.
    pub restart: Restart,
    /// What goes wrong, in the order of the file.
    pub faults: Vec<Fault>,
    /// Stop at this moment; none: until every log is used up and nothing is in flight, or the job is down for good.
    pub until_ms: Option<u64>,
}

/// A replayable log and the tasks that read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Unique in the scenario.
    pub name: String,
    /// At least one.
    pub partitions: Vec<Partition>,
    /// What a restart resumes from.
    pub offsets: Offsets,
    /// Subtasks; partition p belongs to subtask p mod parallelism.
    pub parallelism: u16,
    /// From read to emission.
    pub service_ms: u64,
    /// Size of one record on the wire, for in-flight data.
    pub record_bytes: u64,
}

/// One partition of a source's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// Offset of the first record.
    pub first_offset: u64,
    /// The records, listed or generated.
    pub input: Input,
    /// Records the producer sends a second time, at later offsets.
    pub redeliver: Vec<Redelivery>,
}

/// Where a partition's records come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Written out, in log order.
    Records(Vec<RecordSpec>),
    /// Made by rule.
    Generate(Generate),
}

/// One record as written in the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordSpec {
    /// Business identity.
    pub id: EventId,
    /// Default `k0`.
    pub key: Key,
    /// Default 1.
    pub value: i64,
    /// Readable once the clock has reached this. Default 0.
    pub at_ms: u64,
}

/// Record i (from 0) has id `first_id + i`, key `k{id mod keys}`, and stands at `start_ms + i * every_ms`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generate {
    /// How many.
    pub count: u64,
    /// Default 1.
    pub first_id: u64,
    /// Default 0.
    pub start_ms: u64,
    /// Default 0.
    pub every_ms: u64,
    /// Default 1.
    pub keys: u64,
    /// Default the constant 1.
    pub value: GenerateValue,
}

/// The value of a generated record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenerateValue {
    /// The same for all.
    Constant(i64),
    /// The record's id.
    Id,
}

/// The producer sends the record with this id again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redelivery {
    /// An id that stands in the same partition.
    pub id: EventId,
    /// When.
    pub at_ms: u64,
}

/// What a restart resumes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offsets {
    /// The offset inside the restored checkpoint; without one, the first offset (semantics SR-2).
    Checkpoint,
    /// The position committed to the broker as soon as a record is read, whatever the state did.
    CommitOnRead,
    /// The same, committed periodically (Kafka's auto-commit, semantics SR-5).
    CommitEvery {
        /// Period.
        ms: u64,
    },
    /// From the first offset, always.
    Earliest,
    /// From the end of the log as of the moment of the restart.
    Latest,
}

/// A step of the job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// Unique in the scenario.
    pub name: String,
    /// What it does.
    pub kind: OperatorKind,
    /// Names of the upstream nodes, in order.
    pub inputs: Vec<String>,
    /// Subtasks.
    pub parallelism: u16,
    /// From taking a record to putting its output into the channels.
    pub service_ms: u64,
    /// Where its state lives.
    pub state: StateHome,
    /// When its state entries expire.
    pub ttl: Option<Ttl>,
    /// What its state is partitioned by.
    pub partition_by: PartitionBy,
    /// Size of one state entry, for checkpoints.
    pub entry_bytes: u64,
}

/// What an operator does with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OperatorKind {
    /// Passes it on.
    Map,
    /// Passes it on if value ≥ `min_value`.
    Filter {
        /// Smallest value that passes.
        min_value: i64,
    },
    /// Passes it on the first time its id is seen.
    Dedup,
    /// Emits the running sum of its key.
    Sum,
    /// Emits the running count of its key.
    Count,
    /// Emits one record per matching pair of its two inputs.
    Join,
}

impl OperatorKind {
    /// Whether it keeps keyed state, so that its inputs are keyed.
    pub const fn is_stateful(self) -> bool {
        !matches!(self, OperatorKind::Map | OperatorKind::Filter { .. })
    }
}

/// Where an operator's state lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateHome {
    /// Snapshotted at the barrier.
    Checkpointed,
    /// A field of the process: never snapshotted, empty after any restart.
    Memory,
    /// Written through at once; survives the process, not the machine, and is in no checkpoint.
    LocalDisk,
    /// Kafka Streams: rebuilt from a compacted log.
    Changelog,
}

/// What a keyed operator partitions by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartitionBy {
    /// The record's key.
    Key,
    /// The record's id.
    Id,
}

/// Time to live of state entries, in processing time (semantics TT-1, TT-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ttl {
    /// An entry last updated at t is expired at t + ms and after.
    pub ms: u64,
    /// What renews an entry.
    pub update: TtlUpdate,
    /// Whether an expired entry can still be seen.
    pub visibility: TtlVisibility,
    /// When an expired entry is removed.
    pub cleanup: TtlCleanup,
}

/// What renews an entry (semantics TT-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TtlUpdate {
    /// Writes.
    CreateAndWrite,
    /// Writes, and reads of unexpired entries.
    ReadAndWrite,
}

/// Whether an expired entry can still be seen (semantics TT-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TtlVisibility {
    /// Never.
    NeverReturnExpired,
    /// Once, by the read that removes it.
    ReturnIfNotCleanedUp,
}

/// When an expired entry is removed (semantics TT-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TtlCleanup {
    /// By the access that meets it.
    OnAccess,
    /// Left out of the snapshot that is written.
    FullSnapshot,
    /// A few entries at each access.
    Incremental,
    /// By compaction of files.
    Compaction,
}

/// A destination outside the job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sink {
    /// Unique in the scenario.
    pub name: String,
    /// What a write does.
    pub kind: SinkKind,
    /// Names of the upstream nodes, in order.
    pub inputs: Vec<String>,
    /// From taking a record to the write.
    pub service_ms: u64,
    /// Who looks at a `two_phase` destination.
    pub reader: Reader,
    /// The broker aborts a transaction this long after its first write (semantics KT-1).
    pub transaction_timeout_ms: u64,
    /// How long a commit takes.
    pub commit_ms: u64,
}

/// What a write to a destination does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SinkKind {
    /// Appends a row, always.
    Append,
    /// Adds the value to the balance of the key.
    Increment,
    /// Sets the balance of the key to the value.
    Set,
    /// Puts the row under the id, replacing what stood there.
    Upsert,
    /// Inserts under the id; a second insert fails and changes nothing.
    UniqueInsert,
    /// Appends to the open transaction; pre-commits at the barrier; commits when the checkpoint is complete.
    TwoPhase,
}

/// The isolation level of whoever reads the destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reader {
    /// Sees committed rows, up to the first open transaction (semantics KT-5).
    ReadCommitted,
    /// Sees everything, aborted rows too (semantics KT-6).
    ReadUncommitted,
}

/// Capacity and latency of the links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channels {
    /// Records that one channel holds, waiting and on the wire. Default 10.
    pub capacity: u64,
    /// Time on the wire. Default 0.
    pub latency_ms: u64,
    /// Edges that differ.
    pub edges: Vec<EdgeOverride>,
}

/// One edge that differs from the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeOverride {
    /// Name of the upstream node.
    pub from: String,
    /// Name of the downstream node.
    pub to: String,
    /// None: as the rest.
    pub capacity: Option<u64>,
    /// None: as the rest.
    pub latency_ms: Option<u64>,
}

/// When and how checkpoints are taken. Defaults are Flink's (semantics section 14).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpointing {
    /// Period, counted from 0.
    pub every_ms: Option<u64>,
    /// Just after these offsets are read for the first time.
    pub at: Vec<ReadPoint>,
    /// Whether barriers are aligned.
    pub mode: Mode,
    /// Barriers overtake what waits in queues.
    pub unaligned: bool,
    /// Aligned first, unaligned after this long; 0: unaligned from the start. Only with `unaligned`.
    pub aligned_timeout_ms: u64,
    /// A checkpoint not complete after this long has failed.
    pub timeout_ms: u64,
    /// Least time between a completion and the next trigger.
    pub min_pause_ms: u64,
    /// Checkpoints in progress at once.
    pub max_concurrent: u32,
    /// Consecutive failures beyond this fail the job.
    pub tolerable_failures: u32,
    /// How long the synchronous part stops a task.
    pub sync_ms: u64,
    /// Upload only what changed.
    pub incremental: bool,
    /// Completed checkpoints kept.
    pub retained: u32,
    /// One last checkpoint when all sources have ended.
    pub final_checkpoint: bool,
}

/// What a multi-input task does with the first barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// It waits for the others (or records the channels, when unaligned).
    ExactlyOnce,
    /// It counts barriers and never blocks (semantics BH-9).
    AtLeastOnce,
}

/// A place in a log, by names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadPoint {
    /// Name of the source.
    pub source: String,
    /// Partition index.
    pub partition: u16,
    /// The offset that is read.
    pub offset: u64,
}

/// Durable checkpoint storage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Storage {
    /// Fixed cost of the asynchronous part of one task.
    pub write_ms: u64,
    /// Bandwidth, of writing and of restoring; none: unlimited.
    pub bytes_per_ms: Option<u64>,
}

/// What follows a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restart {
    /// How the delay is chosen.
    pub strategy: RestartStrategy,
    /// From the failure to the restart (for `fixed_delay` and `failure_rate`).
    pub delay_ms: u64,
    /// Restarts allowed (for `fixed_delay` and `exponential_delay`); none: without limit.
    pub attempts: Option<u32>,
}

/// How the restart delay is chosen (semantics RS-2 to RS-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestartStrategy {
    /// Always `delay_ms`.
    FixedDelay,
    /// Grows from `initial_ms` by `multiplier_percent` up to `max_ms`; without jitter.
    ExponentialDelay {
        /// First delay.
        initial_ms: u64,
        /// Largest delay.
        max_ms: u64,
        /// 150 is ×1.5.
        multiplier_percent: u64,
        /// This long without a failure starts over.
        reset_ms: u64,
    },
    /// At most this many failures in a window.
    FailureRate {
        /// Failures allowed.
        max: u32,
        /// Window.
        interval_ms: u64,
    },
}

/// Something that goes wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its condition.
    pub when: When,
    /// What happens.
    pub action: Do,
    /// How many times.
    pub times: u64,
}

/// The condition of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// At a moment, after the deliveries and before the reads of that moment.
    AtMs(u64),
    /// Just after a read.
    Read(ReadPoint),
    /// Just after an operator has put its output into its channels.
    Processed {
        /// Name of the operator.
        operator: String,
        /// Id of the record.
        id: EventId,
    },
    /// Just after a write.
    Written {
        /// Name of the sink.
        sink: String,
        /// Id of the record.
        id: EventId,
    },
    /// When a checkpoint gets so far.
    Checkpoint {
        /// Which.
        id: CheckpointId,
        /// How far.
        reaches: Reaches,
    },
}

/// How far a checkpoint has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reaches {
    /// All sources have injected the barrier.
    Triggered,
    /// Every task has taken its snapshot.
    Snapshotted,
    /// The asynchronous part of every task is in storage.
    Persisted,
    /// The coordinator has recorded it as complete, before any sink has been told.
    Completed,
    /// Every sink has committed.
    Committed,
}

/// What a fault does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Do {
    /// The job, or one task of it, fails.
    Crash(CrashTarget),
    /// Writes to checkpoint storage fail for that long.
    StorageDown {
        /// How long.
        ms: u64,
    },
    /// An operator (or sink) takes `service_ms` a record for that long.
    Slow {
        /// Name of the operator or sink.
        operator: String,
        /// Service time meanwhile.
        service_ms: u64,
        /// How long.
        for_ms: u64,
    },
    /// Nothing crosses that edge for that long.
    Stall {
        /// Name of the upstream node.
        from: String,
        /// Name of the downstream node.
        to: String,
        /// How long.
        for_ms: u64,
    },
    /// The producer sends a record again, now.
    Redeliver {
        /// Name of the source.
        source: String,
        /// Partition index.
        partition: u16,
        /// Id of a record of that partition.
        id: EventId,
    },
}

/// What crashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CrashTarget {
    /// The whole job; everything in memory is gone.
    Process,
    /// The local disk too.
    Machine,
    /// One operator's task; its failover region restarts (semantics RS-5).
    Operator(String),
}
