//! The set-up bar: the few choices that matter for a job, each with what it is now and what it could be.

use crate::graph::Plan;
use crate::scenario::{Checkpointing, Input, Mode, Offsets, OperatorKind, Reader, Scenario, SinkKind, StateHome, Ttl};

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knob {
    /// Where the operator with this index keeps its state.
    State(usize),
    /// How long the dedup with this index remembers.
    Ttl(usize),
    /// Where the sources read on after a restart.
    Offsets,
    /// How often a checkpoint is triggered.
    Interval,
    /// What a task with several inputs does with barriers.
    Barriers,
    /// What the sink with this index does with a second write.
    Sink(usize),
    /// What the reader of the sink with this index sees.
    Reader(usize),
}

/// What a knob can stand at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A home of state.
    State(StateHome),
    /// A TTL in milliseconds; none: for ever.
    Ttl(Option<u64>),
    /// Offsets.
    Offsets(Offsets),
    /// A period in milliseconds; none: no checkpoints.
    Interval(Option<u64>),
    /// Checkpoints at this many places that the scenario names.
    Places(usize),
    /// A way with barriers.
    Barriers(Barriers),
    /// A kind of sink.
    Sink(SinkKind),
    /// An isolation level.
    Reader(Reader),
}

/// What a task with several inputs does with barriers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barriers {
    /// It waits for the others.
    Aligned,
    /// They overtake; what they overtake is stored.
    Unaligned,
    /// Aligned at first, unaligned after this many milliseconds.
    AlignedFor(u64),
    /// It goes on with records from behind the barrier.
    AtLeastOnce,
}

/// A knob with its choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Which.
    pub knob: Knob,
    /// Whose, where there are several: the operator's or sink's name.
    pub of: Option<String>,
    /// The sink that is set first: it goes by the name of the control, and its options carry its own name.
    pub leads: bool,
    /// What it stands at.
    pub now: Value,
    /// What it can stand at, in a lasting order.
    pub options: Vec<Value>,
}

/// A choice made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which.
    pub knob: Knob,
    /// What it is set to.
    pub value: Value,
}

/// Operators whose state has a knob of its own; a job with more of them is set up in its text.
const STATES_MAX: usize = 2;

/// The kinds of sink on offer, the most telling first.
const SINKS: [SinkKind; 6] = [
    SinkKind::Append,
    SinkKind::Upsert,
    SinkKind::TwoPhase,
    SinkKind::Increment,
    SinkKind::Set,
    SinkKind::UniqueInsert,
];

/// The knobs that matter for this job.
pub fn settings(plan: &Plan) -> Vec<Setting> {
    let scenario = &plan.scenario;
    let mut all = Vec::new();
    sinks(scenario, &mut all);
    states(scenario, &mut all);
    if let Some(source) = scenario.sources.first() {
        let every = match source.offsets {
            Offsets::CommitEvery { ms } => ms,
            _ => 5000,
        };
        let options = [
            Offsets::Checkpoint,
            Offsets::CommitEvery { ms: every },
            Offsets::CommitOnRead,
            Offsets::Earliest,
            Offsets::Latest,
        ];
        all.push(Setting {
            knob: Knob::Offsets,
            of: None,
            leads: false,
            now: Value::Offsets(source.offsets),
            options: options.map(Value::Offsets).to_vec(),
        });
    }
    all.push(interval(scenario));
    let has_several_inputs = plan.tasks.iter().any(|t| t.inputs.len() > 1);
    if let Some(now) = scenario.checkpointing.as_ref().filter(|_| has_several_inputs).map(barriers) {
        let mut options = vec![Barriers::Aligned, Barriers::Unaligned, Barriers::AtLeastOnce];
        if let Barriers::AlignedFor(_) = now {
            options.insert(1, now);
        }
        all.push(Setting {
            knob: Knob::Barriers,
            of: None,
            leads: false,
            now: Value::Barriers(now),
            options: options.into_iter().map(Value::Barriers).collect(),
        });
    }
    all
}

/// Sinks that keep what is written. A balance that is set anew each time has nothing to choose, unless it is all there is.
fn sinks(scenario: &Scenario, all: &mut Vec<Setting>) {
    let several = scenario.sinks.len() > 1;
    let keeps = |kind: SinkKind| kind != SinkKind::Set;
    let only_sets = !scenario.sinks.iter().any(|s| keeps(s.kind));
    for (i, sink) in scenario.sinks.iter().enumerate().filter(|(_, s)| only_sets || keeps(s.kind)) {
        let of = several.then(|| sink.name.clone());
        all.push(Setting {
            knob: Knob::Sink(i),
            of: of.clone(),
            leads: all.is_empty(),
            now: Value::Sink(sink.kind),
            options: SINKS.map(Value::Sink).to_vec(),
        });
        if sink.kind == SinkKind::TwoPhase {
            all.push(Setting {
                knob: Knob::Reader(i),
                of,
                leads: false,
                now: Value::Reader(sink.reader),
                options: [Reader::ReadCommitted, Reader::ReadUncommitted].map(Value::Reader).to_vec(),
            });
        }
    }
}

fn states(scenario: &Scenario, all: &mut Vec<Setting>) {
    let stateful = scenario.operators.iter().enumerate().filter(|(_, o)| o.kind.is_stateful());
    let several = stateful.clone().count() > 1;
    for (i, operator) in stateful.take(STATES_MAX) {
        let of = several.then(|| operator.name.clone());
        all.push(Setting {
            knob: Knob::State(i),
            of: of.clone(),
            leads: false,
            now: Value::State(operator.state),
            options: [StateHome::Checkpointed, StateHome::Memory, StateHome::LocalDisk].map(Value::State).to_vec(),
        });
        if operator.kind == OperatorKind::Dedup {
            let now = operator.ttl.map(|t| t.ms);
            let mut options: Vec<Value> =
                lengths(2 * span(scenario), now).into_iter().map(|ms| Value::Ttl(Some(ms))).collect();
            options.insert(0, Value::Ttl(None));
            all.push(Setting { knob: Knob::Ttl(i), of, leads: false, now: Value::Ttl(now), options });
        }
    }
}

fn interval(scenario: &Scenario) -> Setting {
    let checkpointing = scenario.checkpointing.as_ref();
    let every = checkpointing.and_then(|c| c.every_ms);
    let places = checkpointing.filter(|c| c.every_ms.is_none()).map(|c| Value::Places(c.at.len()));
    let mut options: Vec<Value> =
        lengths(span(scenario), every).into_iter().map(|ms| Value::Interval(Some(ms))).collect();
    options.insert(0, Value::Interval(None));
    options.extend(places);
    Setting { knob: Knob::Interval, of: None, leads: false, now: places.unwrap_or(Value::Interval(every)), options }
}

fn barriers(checkpointing: &Checkpointing) -> Barriers {
    match (checkpointing.mode, checkpointing.unaligned, checkpointing.aligned_timeout_ms) {
        (Mode::AtLeastOnce, ..) => Barriers::AtLeastOnce,
        (Mode::ExactlyOnce, false, _) => Barriers::Aligned,
        (Mode::ExactlyOnce, true, 0) => Barriers::Unaligned,
        (Mode::ExactlyOnce, true, ms) => Barriers::AlignedFor(ms),
    }
}

/// When the last record of the input can be read, in milliseconds.
pub fn span(scenario: &Scenario) -> u64 {
    let partitions = scenario.sources.iter().flat_map(|s| &s.partitions);
    let last = partitions.map(|p| {
        let written = match &p.input {
            Input::Records(records) => records.iter().map(|r| r.at_ms).max().unwrap_or(0),
            Input::Generate(g) => g.start_ms.saturating_add(g.every_ms.saturating_mul(g.count.saturating_sub(1))),
        };
        p.redeliver.iter().map(|r| r.at_ms).max().unwrap_or(0).max(written)
    });
    last.max().unwrap_or(0)
}

/// Round lengths of time that make a difference to a run of this span, and the one that is set, ascending.
fn lengths(span: u64, now: Option<u64>) -> Vec<u64> {
    const ROUND: [u64; 14] =
        [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000, 3_600_000];
    let mut all: Vec<u64> =
        ROUND.into_iter().filter(|ms| *ms >= span / 100 && *ms <= span.max(1000)).chain(now).collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl Value {
    /// Its word in a list: the format's own where there is one, so that it means the same in every language.
    pub fn word(self) -> String {
        match self {
            Value::State(home) => home.word().into(),
            Value::Sink(kind) => kind.word().into(),
            Value::Reader(reader) => reader.word().into(),
            Value::Offsets(Offsets::Checkpoint) => "checkpoint".into(),
            Value::Offsets(Offsets::CommitOnRead) => "commit_on_read".into(),
            Value::Offsets(Offsets::CommitEvery { .. }) => "commit_every_ms".into(),
            Value::Offsets(Offsets::Earliest) => "earliest".into(),
            Value::Offsets(Offsets::Latest) => "latest".into(),
            Value::Barriers(Barriers::Aligned) => "aligned".into(),
            Value::Barriers(Barriers::Unaligned) => "unaligned".into(),
            Value::Barriers(Barriers::AlignedFor(_)) => "aligned_timeout_ms".into(),
            Value::Barriers(Barriers::AtLeastOnce) => "at_least_once".into(),
            Value::Ttl(None) | Value::Interval(None) => "none".into(),
            Value::Ttl(Some(ms)) | Value::Interval(Some(ms)) => ms.to_string(),
            Value::Places(_) => "at".into(),
        }
    }
}

impl Change {
    /// The scenario with the change made.
    pub fn apply(self, scenario: &Scenario) -> Scenario {
        let mut changed = scenario.clone();
        match (self.knob, self.value) {
            (Knob::State(i), Value::State(home)) => {
                if let Some(operator) = changed.operators.get_mut(i) {
                    operator.state = home;
                }
            }
            (Knob::Ttl(i), Value::Ttl(ms)) => {
                if let Some(operator) = changed.operators.get_mut(i) {
                    operator.ttl = ms.map(|ms| Ttl { ms, ..operator.ttl.unwrap_or(Ttl::of_ms(ms)) });
                }
            }
            (Knob::Offsets, Value::Offsets(offsets)) => {
                for source in &mut changed.sources {
                    source.offsets = offsets;
                }
            }
            (Knob::Interval, Value::Interval(None)) => changed.checkpointing = None,
            (Knob::Interval, Value::Interval(every)) => {
                let checkpointing = changed.checkpointing.get_or_insert_default();
                checkpointing.every_ms = every;
                checkpointing.at.clear();
            }
            (Knob::Barriers, Value::Barriers(way)) => {
                if let Some(checkpointing) = &mut changed.checkpointing {
                    checkpointing.mode =
                        if way == Barriers::AtLeastOnce { Mode::AtLeastOnce } else { Mode::ExactlyOnce };
                    checkpointing.unaligned = matches!(way, Barriers::Unaligned | Barriers::AlignedFor(_));
                    checkpointing.aligned_timeout_ms = if let Barriers::AlignedFor(ms) = way { ms } else { 0 };
                }
            }
            (Knob::Sink(i), Value::Sink(kind)) => {
                if let Some(sink) = changed.sinks.get_mut(i) {
                    sink.kind = kind;
                }
            }
            (Knob::Reader(i), Value::Reader(reader)) => {
                if let Some(sink) = changed.sinks.get_mut(i) {
                    sink.reader = reader;
                }
            }
            // A value that is not the knob's, or that only names what is there, changes nothing.
            _ => {}
        }
        changed
    }
}
