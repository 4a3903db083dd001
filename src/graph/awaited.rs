//! What the scenario waits for, by what it waits for, so that a record costs one look-up and not a walk over all faults.

use crate::hash::Map;
use crate::ids::{CheckpointId, EventId, NodeId, Offset, PartitionId};
use crate::scenario::{Reaches, ReadPoint, Scenario, When};

/// Something that a fault or a checkpoint can wait for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// This offset has been read.
    Read(NodeId, PartitionId, Offset),
    /// An operator has processed this record.
    Processed(NodeId, EventId),
    /// This record has been written to a sink.
    Written(NodeId, EventId),
    /// A checkpoint has come so far.
    Reached(CheckpointId, Reaches),
}

/// Who waits for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    /// Faults, in the order of the file.
    pub faults: Vec<u16>,
    /// Checkpoints of `checkpointing.at`: how many.
    pub checkpoints: u32,
}

/// Everything that is waited for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Awaited {
    by_moment: Map<Moment, Waiting>,
    /// Faults with a moment in time: when, and which; in the order of time, then of the file.
    pub timed: Vec<(u64, u16)>,
}

impl Awaited {
    pub(super) fn of(scenario: &Scenario, node: impl Fn(&str) -> Option<NodeId>) -> Awaited {
        let mut all = Awaited::default();
        let read = |p: &ReadPoint| Some(Moment::Read(node(&p.source)?, PartitionId(p.partition), Offset(p.offset)));
        for (i, fault) in scenario.faults.iter().enumerate() {
            let moment = match &fault.when {
                When::AtMs(ms) => {
                    all.timed.push((*ms, i as u16));
                    None
                }
                When::Read(point) => read(point),
                When::Processed { operator, id } => node(operator).map(|n| Moment::Processed(n, id.clone())),
                When::Written { sink, id } => node(sink).map(|n| Moment::Written(n, id.clone())),
                When::Checkpoint { id, reaches } => Some(Moment::Reached(*id, *reaches)),
            };
            if let Some(moment) = moment {
                all.by_moment.entry(moment).or_default().faults.push(i as u16);
            }
        }
        all.timed.sort_unstable();
        for moment in scenario.checkpointing.iter().flat_map(|c| &c.at).filter_map(read) {
            all.by_moment.entry(moment).or_default().checkpoints += 1;
        }
        all
    }

    /// Who waits for this.
    pub fn get(&self, moment: &Moment) -> Option<&Waiting> {
        self.by_moment.get(moment)
    }
}
