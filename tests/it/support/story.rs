//! A run told from its scenario: written as JSON, read by the reader, run to its end and judged.

use barrierscope::check::{CheckpointReport, Observer, Report};
use barrierscope::event::{Event, Events, Stamped};
use barrierscope::ids::{NodeId, TaskId};
use barrierscope::scenario::{self, Scenario};
use barrierscope::sim::{Defect, World};
use barrierscope::time::SimTime;
use serde_json::{Value, json};

/// Steps after which a run that has not ended is a failure of the test.
pub(crate) const STEPS_MAX: u64 = 400_000;

/// Reads a scenario; the version need not be written.
pub(crate) fn scenario(mut text: Value) -> Scenario {
    text["barrierscope"] = json!(1);
    scenario::read(&text.to_string()).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Runs a scenario to its end.
pub(crate) fn run(text: Value) -> Run {
    Run::of(World::new(&scenario(text)))
}

/// Runs a scenario to its end on an engine that is broken on purpose.
pub(crate) fn run_broken(text: Value, defect: Defect) -> Run {
    Run::of(World::with_defect(&scenario(text), defect))
}

/// A run that has ended, with everything that happened in it.
pub(crate) struct Run {
    pub(crate) world: World,
    pub(crate) seen: Observer,
    pub(crate) events: Vec<Stamped>,
    pub(crate) report: Report,
}

impl Run {
    pub(crate) fn of(mut world: World) -> Run {
        let mut events = Events::on();
        while world.advance(&mut events) {
            assert!(world.steps() < STEPS_MAX, "the run does not end");
        }
        Run::told(world, events.list)
    }

    /// A run that has ended, from its world and what happened in it.
    pub(crate) fn told(world: World, events: Vec<Stamped>) -> Run {
        let mut seen = Observer::new(world.plan());
        for event in &events {
            seen.observe(world.plan(), event);
        }
        let report = Report::of(&world, &seen);
        Run { world, seen, events, report }
    }

    /// The node of this name.
    pub(crate) fn node(&self, name: &str) -> NodeId {
        self.world.plan().node_named(name).unwrap_or_else(|| panic!("no node {name}")).id
    }

    /// The first task of the node of this name.
    pub(crate) fn task(&self, name: &str) -> TaskId {
        self.world.plan().nodes[self.node(name).index()].first_task
    }

    /// The line of a checkpoint, by its number.
    pub(crate) fn checkpoint(&self, id: u32) -> &CheckpointReport {
        self.report.checkpoints.iter().find(|c| c.id == id).unwrap_or_else(|| panic!("no checkpoint {id}"))
    }

    /// What became of each checkpoint, in order.
    pub(crate) fn statuses(&self) -> Vec<&'static str> {
        self.report.checkpoints.iter().map(|c| c.status).collect()
    }

    /// When each checkpoint was triggered.
    pub(crate) fn triggered(&self) -> Vec<u64> {
        self.report.checkpoints.iter().map(|c| c.triggered_ms).collect()
    }

    /// When events of a kind happened.
    pub(crate) fn times(&self, is: impl Fn(&Event) -> bool) -> Vec<u64> {
        self.events.iter().filter(|e| is(&e.event)).map(|e| e.at.ms()).collect()
    }

    /// The place of the first event of a kind in the order of the run.
    pub(crate) fn place(&self, is: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().position(|e| is(&e.event)).expect("it happens")
    }

    /// Ids that a task took from its channels, in order, from a moment on.
    pub(crate) fn taken(&self, name: &str, from: u64) -> Vec<String> {
        let task = self.task(name);
        let channels = &self.world.plan().channels;
        let of = |e: &Stamped| match &e.event {
            Event::Taken { channel, record } if channels[channel.index()].to == task && e.at >= SimTime(from) => {
                Some(record.id.to_string())
            }
            _ => None,
        };
        self.events.iter().filter_map(of).collect()
    }

    /// Ids that became channel state of a checkpoint, in order.
    pub(crate) fn stored(&self, id: u32) -> Vec<String> {
        let of = |e: &Stamped| match &e.event {
            Event::Stored { checkpoint, record, .. } if checkpoint.0 == id => Some(record.id.to_string()),
            _ => None,
        };
        self.events.iter().filter_map(of).collect()
    }

    /// The total of a key at an operator.
    pub(crate) fn value(&self, operator: &str, key: &str) -> i64 {
        self.report.operators[operator].values.get(key).copied().unwrap_or(0)
    }
}
