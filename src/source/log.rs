//! A partition's log. It is the world's, not the job's: a crash does not touch it.

use crate::hash::Map;
use crate::ids::{EventId, Key, Offset};
use crate::scenario::{Generate, GenerateValue, Input, Partition};
use crate::time::SimTime;

/// One record of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRecord {
    /// Business identity.
    pub id: EventId,
    /// Key.
    pub key: Key,
    /// Value.
    pub value: i64,
    /// When it becomes readable.
    pub at: SimTime,
    /// This id stands at an earlier offset of this partition too.
    pub redelivered: bool,
}

/// A record that the producer sent again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Inserted {
    /// Its place in the log, from 0.
    place: u64,
    /// The place of its original among the scenario's records.
    original: u64,
    at: SimTime,
}

/// A partition's log: the scenario's records (made on demand) and those the producer sent again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionLog {
    first: u64,
    base: Base,
    /// In the order of places.
    inserted: Vec<Inserted>,
    /// Their moments, in order.
    inserted_at: Vec<SimTime>,
    /// How far any attempt has read. Bookkeeping for whoever watches: no task sees it.
    pub read_up_to: Offset,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Base {
    /// Listed, with a mark on those whose id stood earlier.
    Listed(std::sync::Arc<Listed>),
    Generated(Generate),
}

/// Records as they are listed.
#[derive(Debug, PartialEq, Eq)]
struct Listed {
    records: Vec<LogRecord>,
    /// By id: the place of the first.
    places: Map<EventId, u64>,
    /// By place: the latest moment up to there. It never falls, so that a moment is found by halving.
    latest: Vec<SimTime>,
}

impl Base {
    fn len(&self) -> u64 {
        match self {
            Base::Listed(list) => list.records.len() as u64,
            Base::Generated(g) => g.count,
        }
    }

    fn get(&self, i: u64) -> Option<LogRecord> {
        match self {
            Base::Listed(list) => list.records.get(usize::try_from(i).ok()?).cloned(),
            Base::Generated(g) if i < g.count => {
                let id = g.first_id + i;
                let value = match g.value {
                    GenerateValue::Constant(v) => v,
                    GenerateValue::Id => id as i64,
                };
                Some(LogRecord {
                    id: EventId::Int(id),
                    key: Key::Numbered(id % g.keys),
                    value,
                    at: SimTime(g.start_ms + i * g.every_ms),
                    redelivered: false,
                })
            }
            Base::Generated(_) => None,
        }
    }

    fn at(&self, i: u64) -> SimTime {
        match self {
            Base::Listed(list) => {
                usize::try_from(i).ok().and_then(|i| list.records.get(i)).map_or(SimTime::NEVER, |r| r.at)
            }
            Base::Generated(g) if i < g.count => SimTime(g.start_ms + i * g.every_ms),
            Base::Generated(_) => SimTime::NEVER,
        }
    }

    /// The place of the first record with this id.
    fn place_of(&self, id: &EventId) -> Option<u64> {
        match (self, id) {
            (Base::Listed(list), _) => list.places.get(id).copied(),
            (Base::Generated(g), EventId::Int(n)) => n.checked_sub(g.first_id).filter(|i| *i < g.count),
            (Base::Generated(_), EventId::Text(_)) => None,
        }
    }

    /// How many records in front of the first that stands later than `at`.
    fn until(&self, at: SimTime) -> u64 {
        match self {
            Base::Listed(list) => list.latest.partition_point(|latest| *latest <= at) as u64,
            Base::Generated(g) if SimTime(g.start_ms) > at => 0,
            Base::Generated(g) if g.every_ms == 0 => g.count,
            Base::Generated(g) => ((at.0 - g.start_ms) / g.every_ms + 1).min(g.count),
        }
    }
}

impl PartitionLog {
    /// The log that the scenario describes.
    pub fn new(spec: &Partition) -> PartitionLog {
        let base = match &spec.input {
            Input::Generate(g) => Base::Generated(g.clone()),
            Input::Records(list) => {
                let mut listed = Listed { records: Vec::new(), places: Map::default(), latest: Vec::new() };
                let mut latest = SimTime::ZERO;
                for (place, r) in list.iter().enumerate() {
                    let (id, at) = (r.id.clone(), SimTime(r.at_ms));
                    let redelivered = *listed.places.entry(id.clone()).or_insert(place as u64) < place as u64;
                    listed.records.push(LogRecord { id, key: r.key.clone(), value: r.value, at, redelivered });
                    latest = latest.max(at);
                    listed.latest.push(latest);
                }
                Base::Listed(std::sync::Arc::new(listed))
            }
        };
        let mut log = PartitionLog {
            first: spec.first_offset,
            base,
            inserted: Vec::new(),
            inserted_at: Vec::new(),
            read_up_to: Offset(spec.first_offset),
        };
        let mut again: Vec<_> = spec.redeliver.iter().collect();
        crate::order::sort_by_key(&mut again, |r| r.at_ms);
        for r in again {
            log.insert(&r.id, SimTime(r.at_ms));
        }
        log
    }

    /// The producer sends a record again: it stands behind everything with `at` up to now. What has not been sent yet is
    /// sent again as soon as it has been: behind its original, and never readable before it.
    /// None: no record has this id.
    pub fn insert(&mut self, id: &EventId, now: SimTime) -> Option<Offset> {
        let original = self.base.place_of(id)?;
        let at = now.max(self.base.at(original));
        let base_before = self.base.until(at).max(original + 1);
        // Those inserted before and not later than this one stand in front of it.
        let before = self.inserted_at.partition_point(|earlier| *earlier <= at);
        self.inserted_at.insert(before, at);
        let place = base_before + before as u64;
        let position = self.inserted.partition_point(|i| i.place < place);
        for later in &mut self.inserted[position..] {
            later.place += 1;
        }
        self.inserted.insert(position, Inserted { place, original, at });
        Some(Offset(self.first + place))
    }

    /// How many that the producer will send again later: they move when one is put in front of them.
    pub(crate) fn later_than(&self, at: SimTime) -> usize {
        self.inserted_at.len() - self.inserted_at.partition_point(|earlier| *earlier <= at)
    }

    /// Whether a record has this id.
    pub fn holds(&self, id: &EventId) -> bool {
        self.base.place_of(id).is_some()
    }

    /// The first offset.
    pub fn first(&self) -> Offset {
        Offset(self.first)
    }

    /// The offset behind the last record.
    pub fn end(&self) -> Offset {
        Offset(self.first + self.base.len() + self.inserted.len() as u64)
    }

    /// The offset behind the last record that stood before `at`: the end of the log as of that moment.
    pub fn end_before(&self, at: SimTime) -> Offset {
        let mut offset = self.first;
        // Logs are in the order of `at` where that matters; a linear walk only where a listed one was added to.
        if matches!(self.base, Base::Generated(_)) || self.inserted.is_empty() {
            let base = if at == SimTime::ZERO { 0 } else { self.base.until(SimTime(at.0 - 1)) };
            let again = self.inserted.iter().filter(|i| i.at < at).count() as u64;
            return Offset(self.first + base + again);
        }
        while self.readable_at(Offset(offset)) < at {
            offset += 1;
        }
        Offset(offset)
    }

    /// The record at an offset.
    #[inline]
    pub fn get(&self, offset: Offset) -> Option<LogRecord> {
        let place = offset.0.checked_sub(self.first)?;
        if self.inserted.is_empty() {
            return self.base.get(place);
        }
        let before = self.inserted.partition_point(|i| i.place < place);
        match self.inserted.get(before).filter(|i| i.place == place) {
            Some(again) => {
                let original = self.base.get(again.original)?;
                Some(LogRecord { at: again.at, redelivered: true, ..original })
            }
            None => self.base.get(place - before as u64),
        }
    }

    /// When the record at an offset becomes readable; `NEVER` behind the end.
    #[inline]
    pub fn readable_at(&self, offset: Offset) -> SimTime {
        let Some(place) = offset.0.checked_sub(self.first) else {
            return SimTime::NEVER;
        };
        if self.inserted.is_empty() {
            return self.base.at(place);
        }
        self.get(offset).map_or(SimTime::NEVER, |r| r.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Redelivery;

    fn generated(count: u64, again: &[(u64, u64)]) -> PartitionLog {
        PartitionLog::new(&Partition {
            first_offset: 1,
            input: Input::Generate(Generate {
                count,
                first_id: 1,
                start_ms: 0,
                every_ms: 100,
                keys: 1,
                value: GenerateValue::Id,
            }),
            redeliver: again.iter().map(|(id, at_ms)| Redelivery { id: EventId::Int(*id), at_ms: *at_ms }).collect(),
        })
    }

    fn ids(log: &PartitionLog) -> Vec<u64> {
        (log.first().0..log.end().0)
            .filter_map(|o| match log.get(Offset(o))?.id {
                EventId::Int(n) => Some(n),
                EventId::Text(_) => None,
            })
            .collect()
    }

    #[test]
    fn a_redelivery_stands_behind_what_was_sent_up_to_then() {
        let log = generated(5, &[(2, 250), (1, 300), (3, 9000)]);
        assert_eq!(ids(&log), [1, 2, 3, 2, 4, 1, 5, 3]);
        assert_eq!(log.readable_at(Offset(4)), SimTime(250));
        assert_eq!(log.end_before(SimTime(300)), Offset(5));
        assert_eq!(log.end_before(SimTime(301)), Offset(7));
    }

    #[test]
    fn a_redelivery_never_stands_before_its_original() {
        let log = generated(3, &[(3, 0)]);
        assert_eq!(ids(&log), [1, 2, 3, 3]);
        assert_eq!(log.readable_at(Offset(4)), SimTime(200), "nor is it readable before it");
        assert_eq!(log.end_before(SimTime(100)), Offset(2), "a source that starts at the end skips nothing for it");
    }

    #[test]
    fn a_redelivery_by_hand_moves_only_what_is_not_readable_yet() {
        let mut log = generated(4, &[(1, 350)]);
        assert_eq!(log.insert(&EventId::Int(2), SimTime(150)), Some(Offset(3)));
        assert_eq!(ids(&log), [1, 2, 2, 3, 4, 1]);
        assert_eq!(log.insert(&EventId::Int(9), SimTime(150)), None);
    }
}
