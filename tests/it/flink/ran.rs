//! A run of ours, asked for what the recording counted.

use std::collections::BTreeSet;

use barrierscope::check::{Observer, Report};
use barrierscope::event::{Event, Events, RecordRef, Stamped};
use barrierscope::ids::{EventId, TaskId};
use barrierscope::operator::Operate;
use barrierscope::scenario;
use barrierscope::sim::{Body, World};
use barrierscope::sink::TxnPhase;
use serde_json::Value;

pub(super) struct Ran {
    pub(super) report: Value,
    pub(super) world: World,
    pub(super) events: Vec<Stamped>,
}

pub(super) fn run(scenario: &Value) -> Ran {
    let scenario = scenario::read(&scenario.to_string()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let mut world = World::new(&scenario);
    let mut seen = Observer::new(world.plan());
    let mut events = Events::on();
    let mut observed = 0;
    while world.advance(&mut events) {
        for event in &events.list[observed..] {
            seen.observe(world.plan(), event);
        }
        observed = events.list.len();
    }
    let report = serde_json::to_value(Report::of(&world, &seen)).unwrap();
    Ran { report, world, events: events.list }
}

impl Ran {
    /// A value of the report.
    pub(super) fn at(&self, pointer: &str) -> Value {
        self.report.pointer(pointer).unwrap_or_else(|| panic!("the report has no {pointer}")).clone()
    }

    /// A number of the report; 0 where a total has no key yet.
    pub(super) fn number(&self, pointer: &str) -> i64 {
        self.report.pointer(pointer).map_or(0, |v| v.as_i64().unwrap_or_else(|| panic!("{pointer}: {v}")))
    }

    pub(super) fn ids(&self, pointer: &str) -> Vec<u64> {
        self.at(pointer).as_array().unwrap().iter().map(|id| id.as_u64().unwrap()).collect()
    }

    pub(super) fn restarts(&self) -> usize {
        self.world.restarts().len()
    }

    /// `RUNNING`, or `FAILED` for good. A job whose input has an end and that takes no checkpoints just finishes.
    pub(super) fn status(&self) -> &'static str {
        match (self.world.master().gave_up, &self.world.plan().scenario.checkpointing) {
            (true, _) => "FAILED",
            (false, Some(_)) => "RUNNING",
            (false, None) => "FINISHED",
        }
    }

    pub(super) fn task(&self, node: &str) -> TaskId {
        self.world.plan().node_named(node).unwrap().first_task
    }

    fn index_of_sink(&self, sink: &str) -> usize {
        self.world.plan().scenario.sinks.iter().position(|s| s.name == sink).unwrap()
    }

    fn count(&self, wanted: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|e| wanted(&e.event)).count()
    }

    /// Records that an attempt read, from 0.
    pub(super) fn read_by(&self, attempt: u32) -> usize {
        self.count(|e| matches!(e, Event::Read { record, .. } if record.attempt.0 == attempt + 1))
    }

    /// Records that the dedup held back in an attempt, from 0.
    pub(super) fn dropped_by(&self, attempt: u32) -> usize {
        self.count(|e| matches!(e, Event::DedupDropped { record, .. } if record.attempt.0 == attempt + 1))
    }

    /// The place of the first event of a sort; the end if there is none.
    pub(super) fn first(&self, wanted: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().position(|e| wanted(&e.event)).unwrap_or(self.events.len())
    }

    /// Records that took effect at `sum` among some of the events.
    pub(super) fn summed(&self, among: std::ops::Range<usize>, wanted: impl Fn(&RecordRef) -> bool) -> usize {
        let sum = self.task("sum");
        let applied =
            |e: &&Stamped| matches!(&e.event, Event::Applied { task, record, .. } if *task == sum && wanted(record));
        self.events[among].iter().filter(applied).count()
    }

    /// Writes at a sink, also those that replaced a row.
    pub(super) fn writes(&self, sink: &str) -> u64 {
        self.world.durable().destinations[self.index_of_sink(sink)].writes
    }

    pub(super) fn writes_of(&self, sink: &str, id: u64) -> usize {
        let rows = &self.world.durable().destinations[self.index_of_sink(sink)].rows;
        rows.iter().filter(|r| r.id == EventId::Int(id)).count()
    }

    /// Transactions at a sink in the words of the recording.
    pub(super) fn transactions(&self, sink: &str) -> Vec<String> {
        let destination = &self.world.durable().destinations[self.index_of_sink(sink)];
        let say = |t: &barrierscope::sink::Transaction| {
            let ids: Vec<String> =
                destination.rows.iter().filter(|r| r.transaction == Some(t.id)).map(|r| r.id.to_string()).collect();
            let phase = match t.phase {
                TxnPhase::Open => "OPEN",
                TxnPhase::PreCommitted => "PRECOMMITTED",
                TxnPhase::Committed => "COMMITTED",
                TxnPhase::Aborted => "ABORTED",
            };
            let (first, last) = (&ids[0], &ids[ids.len() - 1]);
            format!("attempt {}: first id {first}, last id {last}, n={}, {phase}", t.attempt.0 - 1, ids.len())
        };
        destination.transactions.iter().map(say).collect()
    }

    /// Transactions that were neither committed nor aborted.
    pub(super) fn dangling(&self, sink: &str) -> usize {
        self.world.durable().destinations[self.index_of_sink(sink)].open_transactions().count()
    }

    /// What the dedup did with each record, in the words of the recording.
    pub(super) fn decisions(&self) -> Vec<String> {
        let say = |e: &Stamped| match &e.event {
            Event::DedupPassed { record, .. } => Some(format!("id {} @{} passed", record.id, e.at.ms())),
            Event::DedupDropped { record, .. } => Some(format!("id {} @{} caught", record.id, e.at.ms())),
            _ => None,
        };
        self.events.iter().filter_map(say).collect()
    }

    /// State entries of each subtask.
    pub(super) fn entries_by_subtask(&self, operator: &str) -> Vec<usize> {
        let job = self.world.job().unwrap();
        let entries = |task: TaskId| match &job.tasks[task.index()].body {
            Body::Operator(o) => o.entries(),
            Body::Source(_) | Body::Sink(_) => 0,
        };
        self.world.plan().node_named(operator).unwrap().tasks().map(entries).collect()
    }

    /// Why checkpoints did not complete, in the words of the recording.
    pub(super) fn reasons_of_failed_checkpoints(&self) -> Vec<&'static str> {
        let say = |c: &Value| match c["reason"].as_str()? {
            "crash" => Some("Checkpoint Coordinator is suspending."),
            "storage" => Some("Asynchronous task checkpoint failed."),
            "timeout" => Some("Checkpoint expired before completing."),
            other => panic!("the recording has no words for {other}"),
        };
        let reasons: BTreeSet<_> = self.at("/checkpoints").as_array().unwrap().iter().filter_map(say).collect();
        reasons.into_iter().collect()
    }

    pub(super) fn failed_checkpoints(&self) -> usize {
        self.at("/checkpoints").as_array().unwrap().iter().filter(|c| c["status"] != "completed").count()
    }
}
