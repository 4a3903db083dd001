//! Sources: the replayable log (durable) and the reading position of a task (volatile).

mod log;

pub use log::{LogRecord, PartitionLog};

use crate::ids::Offset;
use crate::ids::PartitionId;
use crate::time::SimTime;

/// Where a source task stands in one of its partitions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Which partition.
    pub partition: PartitionId,
    /// The next offset to read (semantics SR-1: last read + 1).
    pub next: Offset,
    /// When that record becomes readable; `NEVER` at the end of the log.
    pub readable_at: SimTime,
}

/// A source task: its positions in the partitions that belong to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SourceTask {
    /// In the order of partitions.
    pub positions: Vec<Position>,
}
