//! How large a scenario may be. Reaching a limit is an error with a reason, never silence.
//!
//! A scenario may come from a stranger's link, so each number is refused before anything is
//! allocated by it. The limits are far above what a person can look at and below what a browser
//! tab cannot carry: a run that is watched keeps some hundred bytes for every write and for every
//! checkpoint. What reading cannot foresee (restarts that repeat it all) is bounded by
//! `check::LIMITS`. They also bound every product that the engine computes, see the constant
//! assertions at the end.

/// Bytes of JSON text.
pub const TEXT_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Levels of objects and lists inside each other (the JSON parser's own limit).
pub const DEPTH_MAX: usize = 128;
/// Errors that are spelled out; the rest is counted.
pub const ERRORS_MAX: usize = 100;

/// Sources, operators and sinks together.
pub const NODES_MAX: usize = 64;
/// Subtasks of one node: one for each key group, as by default in Flink (semantics RE-1).
pub const PARALLELISM_MAX: u64 = 128;
/// Subtasks of all nodes together.
pub const TASKS_MAX: u64 = 1024;
/// Links between subtasks.
pub const CHANNELS_MAX: u64 = 65_536;
/// Partitions of all sources together.
pub const PARTITIONS_MAX: usize = 256;
/// Records in all logs together: listed, generated and sent again.
pub const RECORDS_MAX: u64 = 1_000_000;
/// Entries of the list `redeliver` of one partition.
pub const REDELIVER_MAX: usize = 10_000;
/// Records that one node can emit in a run without a restart: joins and diamonds multiply.
pub const EMITTED_MAX: u64 = 10_000_000;
/// Effects of a run without a restart: what takes effect in state, what joins put out, what sinks write. A run that has more
/// of them, because restarts repeat them, is cut there.
pub const EFFECTS_MAX: u64 = 4_000_000;
/// Faults.
pub const FAULTS_MAX: usize = 1000;
/// Places in a log after which a checkpoint is triggered.
pub const CHECKPOINT_AT_MAX: usize = 10_000;
/// Ticks of a periodic timer from 0 to the last moment that the scenario names.
pub const TICKS_MAX: u64 = 1_000_000;

/// Records that one channel holds.
pub const CAPACITY_MAX: u64 = 1_000_000;
/// A moment, and a span that is waited for at most once at a time (a period, a timeout, a TTL):
/// some 31,000 years.
pub const TIME_MS_MAX: u64 = 1_000_000_000_000_000;
/// A span that can add up, record by record or restart by restart: some 115 days.
pub const DELAY_MS_MAX: u64 = 10_000_000_000;
/// An offset in a log.
pub const OFFSET_MAX: u64 = 1_000_000_000_000_000;
/// Size of one record or one state entry.
pub const BYTES_MAX: u64 = 10_000_000_000;
/// Bytes a millisecond to or from storage.
pub const BANDWIDTH_MAX: u64 = 1_000_000_000_000_000;

/// Shortest checkpoint interval and checkpoint timeout (semantics CC-2).
pub const CHECKPOINT_MS_MIN: u64 = 10;
/// Checkpoints in progress at once.
pub const CONCURRENT_MAX: u64 = 1000;
/// Completed checkpoints kept.
pub const RETAINED_MAX: u64 = 10_000;
/// Largest growth of a restart delay: a hundredfold, in percent.
pub const MULTIPLIER_PERCENT_MAX: u64 = 10_000;

/// Characters of a node's name.
pub const NAME_CHARS_MAX: usize = 64;
/// Characters of an id or a key.
pub const ID_CHARS_MAX: usize = 256;
/// Characters of the title.
pub const TITLE_CHARS_MAX: usize = 256;
/// Characters of the note.
pub const NOTE_CHARS_MAX: usize = 10_000;

// Every record, one after the other, as slowly as allowed: still a moment that fits.
const _: () = assert!(EMITTED_MAX.checked_mul(DELAY_MS_MAX).is_some());
// State bytes fit, and so does the place of the last record.
const _: () = assert!(EMITTED_MAX.checked_mul(BYTES_MAX).is_some());
const _: () = assert!(OFFSET_MAX.checked_add(RECORDS_MAX).is_some());
// Task ids are 16 bits wide, channel ids 32.
const _: () = assert!(TASKS_MAX <= u16::MAX as u64 && CHANNELS_MAX <= u32::MAX as u64);
// Checkpoint ids are 32 bits wide.
const _: () = assert!(TICKS_MAX + (CHECKPOINT_AT_MAX as u64) < u32::MAX as u64);
