//! How long a partition's log is and what stands in it, without writing it out.

use super::schema::{Generate, GenerateValue, Input, Partition, RecordSpec, Scenario};
use crate::ids::{EventId, Key};

impl Scenario {
    /// The same with so many records in every generated log, also more than reading lets through: for measuring runs
    /// that are not watched.
    #[must_use]
    pub fn with_records(mut self, count: u64) -> Scenario {
        for partition in self.sources.iter_mut().flat_map(|s| &mut s.partitions) {
            if let Input::Generate(generate) = &mut partition.input {
                generate.count = count;
            }
        }
        self
    }
}

impl Partition {
    /// Records in the log at the start of the run, those sent again by `redeliver` among them.
    pub fn len(&self) -> u64 {
        self.input.len().saturating_add(self.redeliver.len() as u64)
    }

    /// Whether nothing stands in it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first record with this id, as listed or generated.
    pub fn find(&self, id: &EventId) -> Option<RecordSpec> {
        match &self.input {
            Input::Records(records) => records.iter().find(|record| record.id == *id).cloned(),
            Input::Generate(generate) => match id {
                EventId::Int(n) => generate.record(n.checked_sub(generate.first_id)?),
                EventId::Text(_) => None,
            },
        }
    }
}

impl Input {
    /// Records that are listed or generated.
    pub fn len(&self) -> u64 {
        match self {
            Input::Records(records) => records.len() as u64,
            Input::Generate(generate) => generate.count,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Generate {
    /// Record `index`, counted from 0; none beyond the last, or where a number does not fit.
    pub fn record(&self, index: u64) -> Option<RecordSpec> {
        if index >= self.count {
            return None;
        }
        let id = self.first_id.checked_add(index)?;
        Some(RecordSpec {
            id: EventId::Int(id),
            key: Key::Numbered(id.checked_rem(self.keys)?),
            value: match self.value {
                GenerateValue::Constant(value) => value,
                GenerateValue::Id => i64::try_from(id).ok()?,
            },
            at_ms: self.start_ms.checked_add(self.every_ms.checked_mul(index)?)?,
        })
    }
}
