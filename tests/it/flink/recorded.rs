//! A recorded run, held field by field against a run of ours.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// Fields that are not compared, in whatever run they stand, and why.
const LEFT_OUT: &[(&str, &str)] = &[
    ("failure", "the words of an exception"),
    ("lastFailure", "the words of an exception"),
    ("unaligned", "says which mode ran, as `config` does"),
    (
        "2pcSinkV2.txns",
        "this sink of the recording keeps no writer state and leaves lingering transactions open; ours aborts them as \
         `2pcClassic` does, which is compared",
    ),
    ("2pcSinkV2.dangling", "counts those lingering transactions"),
    ("2pcSinkV2.committedMoreThanOnce", "a repeated commit changes nothing and leaves no trace in ours"),
    ("2pcClassic.committedMoreThanOnce", "a repeated commit changes nothing and leaves no trace in ours"),
];

/// Fields of one run that differ from ours, and why.
const DIFFERS: &[(&str, &str, &str)] = &[
    (
        "3-nockp-restart",
        "2pcSinkV2.visible.written",
        "a Sink V2 commits at the end of a bounded input even without checkpointing; ours commits only with a \
         checkpoint, as `2pcClassic` does, which is compared",
    ),
    ("3-nockp-restart", "2pcSinkV2.visible.missing", "as above"),
    (
        "3-nockp-restart",
        "2pcClassic.txns",
        "the last transaction is aborted when the job closes its sinks; ours leaves it open, as a producer that just \
         goes away. What is committed is compared",
    ),
    (
        "10-poison-record",
        "2pcClassic.txns",
        "a task that fails on an exception closes its sinks, which aborts their transaction; ours is the death of the \
         process: the transaction is aborted at the next start, and stays open when there is none. What is committed \
         is compared",
    ),
    ("8-ttl-boundary-map", "rawEntriesAtEnd", "the whole map counts as one entry there; ours counts what is in it"),
    (
        "11-rescale-1-3",
        "offsetsRestored",
        "a scenario has one parallelism: the job is run with 1 and with 3, and not restored from one to the other",
    ),
    ("11-rescale-1-3", "sum.restored", "as above"),
    ("11-rescale-1-3", "sum.keysPerSubtaskRestored", "keys are integers there and text here, which hash differently"),
];

/// Runs that no scenario can express, and why.
pub(super) const NOT_EXPRESSIBLE: &[(&str, &str)] = &[
    ("12-ttl-60-to-30", "a scenario is one job: it cannot be restored with another time to live"),
    ("12-2pc-savepoint", "there are no savepoints, and no stop with one"),
];

fn all() -> Vec<Value> {
    serde_json::from_str(include_str!("../../flink/results.json")).unwrap()
}

/// The ids of all recorded runs.
pub(super) fn ids() -> BTreeSet<String> {
    all().iter().map(|r| r["id"].as_str().unwrap().to_owned()).collect()
}

/// Ids that the table of differences names.
pub(super) fn ids_that_differ() -> BTreeSet<String> {
    DIFFERS.iter().map(|(id, ..)| (*id).to_owned()).collect()
}

/// One recorded run, and which of its fields have been compared.
pub(super) struct Recorded {
    id: &'static str,
    observed: Map<String, Value>,
    compared: BTreeSet<String>,
}

impl Recorded {
    pub(super) fn of(id: &'static str) -> Recorded {
        let run = all().into_iter().find(|r| r["id"] == id).unwrap_or_else(|| panic!("no run {id} was recorded"));
        Recorded { id, observed: run["observed"].as_object().unwrap().clone(), compared: BTreeSet::new() }
    }

    pub(super) fn has(&self, field: &str) -> bool {
        self.observed.contains_key(field)
    }

    /// What was observed; from now on it counts as compared.
    pub(super) fn take(&mut self, field: &str) -> Value {
        self.compared.insert(field.to_owned());
        self.observed.get(field).unwrap_or_else(|| panic!("{}: nothing was observed of {field}", self.id)).clone()
    }

    /// Ours is what was observed.
    pub(super) fn same(&mut self, field: &str, ours: impl Into<Value>) {
        let (recorded, ours) = (self.take(field), ours.into());
        assert_eq!(recorded, ours, "{}: {field}: recorded left, ours right", self.id);
    }

    /// As `same` for fields that only some of the runs have.
    pub(super) fn same_if_there(&mut self, field: &str, ours: impl Into<Value>) {
        if self.has(field) && !self.differs(field) {
            self.same(field, ours);
        }
    }

    /// As `same` for a list like `1..9,11`; without the field ours must be empty.
    pub(super) fn same_ids(&mut self, field: &str, ours: &[u64]) {
        let recorded = if self.has(field) { self.take(field) } else { Value::from("") };
        let mut ids: Vec<u64> = Vec::new();
        for range in recorded.as_str().unwrap().split(',').filter(|r| !r.is_empty()) {
            let (first, last) = range.split_once("..").unwrap_or((range, range));
            ids.extend(first.parse::<u64>().unwrap()..=last.parse().unwrap());
        }
        assert_eq!(ids, ours, "{}: {field}: recorded left, ours right", self.id);
    }

    /// As `same` for lists of transactions, without the calls that led to where they stand. Where a table says that they
    /// differ, they still hold the same records, and the same ones are committed.
    pub(super) fn same_transactions(&mut self, field: &str, ours: &[String]) {
        let differs = self.differs(field);
        let recorded = if differs { self.observed[field].clone() } else { self.take(field) };
        let without_calls = |t: &Value| t.as_str().unwrap().split(" calls=").next().unwrap().to_owned();
        let recorded: Vec<String> = recorded.as_array().unwrap().iter().map(without_calls).collect();
        let fate = |t: &String| {
            let (what, phase) = t.rsplit_once(", ").unwrap();
            (what.to_owned(), phase == "COMMITTED")
        };
        let fates = |all: &[String]| all.iter().map(fate).collect::<Vec<_>>();
        assert_eq!(fates(&recorded), fates(ours), "{}: {field}: recorded left, ours right", self.id);
        assert!(differs != (recorded == ours), "{}: {field}: recorded {recorded:?}, ours {ours:?}", self.id);
    }

    fn differs(&self, field: &str) -> bool {
        DIFFERS.iter().any(|(id, f, _)| *id == self.id && *f == field)
    }

    /// Every field has been compared, or stands in a table with the reason; and no reason is out of date.
    pub(super) fn nothing_is_left(&self) {
        let excused = |field: &str| LEFT_OUT.iter().any(|(f, _)| *f == field) || self.differs(field);
        for field in self.observed.keys() {
            assert!(
                self.compared.contains(field) != excused(field),
                "{}: {field} is {}",
                self.id,
                if excused(field) { "excused and compared" } else { "not compared" }
            );
        }
        for (id, field, _) in DIFFERS {
            assert!(*id != self.id || self.has(field), "{id}: nothing was observed of {field}");
        }
    }
}
