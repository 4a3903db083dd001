//! The report of a run: what the page shows, the command line prints, and the JS API returns.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::causes::{Cause, Causes};
use super::effects::{hidden_from, state_of};
use super::judgement::{Judgement, Tally, judge_sink, judge_state};
use super::limits::{LIMITS, Limits};
use super::observer::Observer;
use super::pairs::Pairs;
use super::places::{Places, StillToCome};
use super::truth::Truth;
use crate::checkpoint::{CheckpointRecord, CheckpointStatus, TaskPhases};
use crate::event::CheckpointFailure;
use crate::ids::{EventId, NodeId};
use crate::operator::{Operate, Operator};
use crate::order::map_of;
use crate::sim::{RESTARTS_MAX, World};
use crate::time::SimTime;

/// The report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Version of the format.
    pub barrierscope: u32,
    /// Virtual time at the end.
    pub ended_at_ms: u64,
    /// Actions applied.
    pub steps: u64,
    /// Set when a limit ended the run: `restarts`, more of them than one run may have; `steps`, `effects` or `effort`, too
    /// much to be watched.
    pub stopped: Option<&'static str>,
    /// 16 hex digits over the whole run; equal natively and in a browser.
    pub digest: String,
    /// In order.
    pub restarts: Vec<RestartReport>,
    /// In the order of ids.
    pub checkpoints: Vec<CheckpointReport>,
    /// The coordinator's counters.
    pub checkpoint_counts: CheckpointCounts,
    /// By name.
    pub operators: BTreeMap<String, OperatorReport>,
    /// One per restart.
    pub recovery: Vec<RecoveryReport>,
    /// By name.
    pub sinks: BTreeMap<String, SinkReport>,
    /// What held.
    pub guarantee: Guarantees,
    /// Every duplicate and every missing effect has one.
    pub causes: Vec<CauseReport>,
    /// The same, place by place: what there is to ask "why" about.
    #[serde(skip)]
    pub findings: Vec<Finding>,
}

/// One restart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RestartReport {
    /// When.
    pub at_ms: u64,
    /// The checkpoint that was restored.
    pub from_checkpoint: Option<u32>,
    /// By source: the next offset of each partition.
    pub resume: BTreeMap<String, Vec<u64>>,
    /// Records read again that had been read before.
    pub replayed: u64,
}

/// One checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckpointReport {
    /// Its number.
    pub id: u32,
    /// `completed`, `failed`, `expired`, `subsumed`, `aborted`, `in_progress`.
    pub status: &'static str,
    /// Why it did not complete.
    pub reason: Option<&'static str>,
    /// When it was triggered.
    pub triggered_ms: u64,
    /// When it was complete.
    pub completed_ms: Option<u64>,
    /// By source: the next offset of each partition.
    pub offsets: BTreeMap<String, Vec<Option<u64>>>,
    /// Bytes of state.
    pub state_bytes: u64,
    /// Bytes of state that were uploaded: all of it, or (`incremental`) what changed since the last complete one.
    pub uploaded_bytes: u64,
    /// Records of channel state.
    pub in_flight_records: u64,
    /// Bytes of channel state.
    pub in_flight_bytes: u64,
    /// The largest over the tasks: last minus first barrier.
    pub alignment_ms: u64,
    /// The largest over the tasks: how long the synchronous part stopped it.
    pub sync_ms: u64,
    /// Summed over all channels: how long they stood blocked.
    pub blocked_ms: u64,
    /// By edge (`a→count`), where not zero: how long its channels stood blocked, summed. Of the most recent
    /// checkpoints only, as `tasks`.
    pub blocked_ms_by_input: BTreeMap<String, u64>,
    /// The four phases of each task's part.
    pub tasks: Vec<TaskReport>,
}

/// One task's part of a checkpoint: the four phases, in the words and order of Flink's checkpoint page (BH-23).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TaskReport {
    /// The node.
    pub node: String,
    /// Which of its tasks.
    pub subtask: u16,
    /// From the trigger to the first barrier; none: it never came.
    pub start_delay_ms: Option<u64>,
    /// From the first to the last barrier.
    pub alignment_ms: u64,
    /// How long the synchronous part stopped the task.
    pub sync_ms: u64,
    /// From the end of the synchronous part until the task's part was in storage; none: it never was.
    pub async_ms: Option<u64>,
    /// Bytes of state.
    pub state_bytes: u64,
    /// Records of channel state.
    pub in_flight_records: u64,
    /// Bytes of channel state.
    pub in_flight_bytes: u64,
}

/// The coordinator's counters, as on Flink's checkpoint page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckpointCounts {
    /// Numbers given out.
    pub triggered: u64,
    /// Complete.
    pub completed: u64,
    /// Will not complete.
    pub failed: u64,
    /// Not complete yet.
    pub in_progress: u64,
    /// Restarts from a checkpoint.
    pub restored: u64,
}

/// One operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OperatorReport {
    /// State entries held.
    pub entries: u64,
    /// State entries not expired.
    pub live: u64,
    /// Their size.
    pub bytes: u64,
    /// Totals by key (`sum`, `count`).
    pub values: BTreeMap<String, i64>,
    /// What they should be.
    pub expected: BTreeMap<String, i64>,
    /// What a dedup held back, over all attempts.
    pub dropped: u64,
}

/// What one restart took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecoveryReport {
    /// From the failure until tasks ran again; none: they failed again before they did.
    pub down_ms: Option<u64>,
    /// From then until nothing readable was unread; none: not yet.
    pub catch_up_ms: Option<u64>,
}

/// One sink.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SinkReport {
    /// Rows that stand at the destination, committed or not; for `set` and `increment` the keys.
    pub rows: u64,
    /// Effects that the reader sees.
    pub visible: u64,
    /// Distinct ids among them.
    pub distinct: u64,
    /// Visible effects beyond the expected ones.
    pub duplicates: u64,
    /// Expected effects that are not visible.
    pub missing: u64,
    /// Rows whose transaction is not committed.
    pub uncommitted: u64,
    /// Ids with surplus effects, ascending.
    pub duplicated_ids: Vec<EventId>,
    /// Ids with missing effects, ascending.
    pub missing_ids: Vec<EventId>,
    /// By key (`increment`, `set`).
    pub balances: BTreeMap<String, i64>,
    /// What they should be.
    pub expected_balances: BTreeMap<String, i64>,
    /// Visible rows whose value no schedule without faults could have given; none: it cannot be told.
    pub wrong_values: Option<u64>,
    /// From being readable in the log to being visible to the reader.
    pub delay_ms: DelayReport,
}

/// A distribution of delays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DelayReport {
    /// Median (nearest rank).
    pub p50: u64,
    /// Largest.
    pub max: u64,
}

/// What held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Guarantees {
    /// Of `sum`, `count` and `join`.
    pub state: Guarantee,
    /// Of ids at the sinks.
    pub output: Guarantee,
}

/// What held of effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Guarantee {
    /// Nothing twice, nothing missing.
    ExactlyOnce,
    /// Something twice, nothing missing.
    AtLeastOnce,
    /// Something missing, nothing twice.
    AtMostOnce,
    /// Both.
    Broken,
}

impl Guarantee {
    pub(super) fn of(duplicates: u64, missing: u64) -> Guarantee {
        match (duplicates > 0, missing > 0) {
            (false, false) => Guarantee::ExactlyOnce,
            (true, false) => Guarantee::AtLeastOnce,
            (false, true) => Guarantee::AtMostOnce,
            (true, true) => Guarantee::Broken,
        }
    }

    /// The guarantee that is left when both hold for different parts.
    pub(super) fn and(self, other: Guarantee) -> Guarantee {
        use Guarantee::{AtLeastOnce, AtMostOnce, Broken};
        match (self, other) {
            (AtLeastOnce, AtMostOnce) | (AtMostOnce, AtLeastOnce) => Broken,
            (a, b) => a.max(b),
        }
    }
}

/// One cause with what it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CauseReport {
    /// Which.
    pub cause: Cause,
    /// Effects.
    pub count: u64,
    /// Ids, ascending.
    pub ids: Vec<EventId>,
}

/// How an effect is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wrong {
    /// It is there once more than it should be.
    Surplus,
    /// It is not there.
    Missing,
}

/// An id whose effect is wrong at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The operator whose state it is wrong in, or the sink.
    pub place: NodeId,
    /// Why.
    pub cause: Cause,
    /// How.
    pub wrong: Wrong,
    /// Of which id.
    pub id: EventId,
    /// How many effects too many, or too few.
    pub count: u64,
}

impl Serialize for EventId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            EventId::Int(n) => serializer.serialize_u64(*n),
            EventId::Text(s) => serializer.serialize_str(s),
        }
    }
}

impl Report {
    /// The report of a run as it stands. When the run has ended, everything due counts; before that, what can still
    /// come is not called missing.
    pub fn of(world: &World, seen: &Observer) -> Report {
        Report::within(world, seen, &LIMITS)
    }

    /// As `of`, for a run that was watched within other limits.
    pub fn within(world: &World, seen: &Observer, limits: &Limits) -> Report {
        let ended = world.next().is_none();
        let judgement = if ended { Judgement::Final } else { Judgement::SoFar };
        let scenario = &world.plan().scenario;
        let horizon = match (scenario.until_ms, judgement) {
            (Some(until), _) => Some(until),
            (None, Judgement::Final) => None,
            (None, Judgement::SoFar) => Some(world.now().ms()),
        };
        let truth = Truth::of(scenario, horizon);
        let hidden_rows_from = (0..scenario.sinks.len()).map(|i| hidden_from(world, seen, i)).collect();
        let to_come = StillToCome::of(world);
        let writes = scenario.sinks.iter().map(|_| std::cell::OnceCell::new()).collect();
        let (places, pairs) = (Places::of(world), Pairs::of(scenario));
        let causes = Causes { world, seen, places, pairs, to_come, hidden_rows_from, writes };
        let mut tally = Tally::default();
        let state = judge_state(&causes, &truth, judgement, &mut tally);
        let mut output = Guarantee::ExactlyOnce;
        let mut sinks = BTreeMap::new();
        for (i, spec) in scenario.sinks.iter().enumerate() {
            let report = judge_sink(&causes, &truth, i, (judgement, state), &mut tally);
            output = output.and(Guarantee::of(report.duplicates, report.missing));
            sinks.insert(spec.name.clone(), report);
        }
        let (by_cause, findings) = tally.into_reports();
        Report {
            barrierscope: 1,
            ended_at_ms: world.ended_at().ms(),
            steps: world.steps(),
            stopped: if world.restarts().len() >= RESTARTS_MAX && world.master().gave_up {
                Some("restarts")
            } else {
                limits.reached(world).filter(|_| !ended)
            },
            digest: format!("{:016x}", world.run_digest()),
            restarts: restarts(world),
            checkpoints: checkpoints(world),
            checkpoint_counts: counts(world),
            operators: operators(world, seen, &truth),
            recovery: recovery(world),
            sinks,
            guarantee: Guarantees { state, output },
            causes: by_cause,
            findings,
        }
    }
}

fn restarts(world: &World) -> Vec<RestartReport> {
    let names = &world.plan().scenario.sources;
    let resume = |all: &Vec<Vec<crate::ids::Offset>>| {
        map_of(names.iter().zip(all).map(|(s, o)| (s.name.clone(), o.iter().map(|o| o.0).collect())))
    };
    let report = |r: &crate::sim::RestartRecord| RestartReport {
        at_ms: r.at.ms(),
        from_checkpoint: r.checkpoint.map(|c| c.0),
        resume: resume(&r.resume),
        replayed: r.replayed,
    };
    world.restarts().iter().map(report).collect()
}

fn recovery(world: &World) -> Vec<RecoveryReport> {
    let report = |r: &crate::sim::RestartRecord| RecoveryReport {
        down_ms: r.running_at.map(|at| at - r.failed_at),
        catch_up_ms: r.caught_up_at.zip(r.running_at).map(|(at, from)| at - from),
    };
    world.restarts().iter().map(report).collect()
}

fn checkpoints(world: &World) -> Vec<CheckpointReport> {
    let names = &world.plan().scenario.sources;
    let report = |c: &CheckpointRecord| {
        let (status, reason) = match c.status {
            CheckpointStatus::InProgress => ("in_progress", None),
            CheckpointStatus::Completed => ("completed", None),
            CheckpointStatus::Failed(why) => match why {
                CheckpointFailure::Storage => ("failed", Some("storage")),
                CheckpointFailure::Expired => ("expired", Some("timeout")),
                CheckpointFailure::Subsumed => ("subsumed", Some("newer_completed")),
                CheckpointFailure::JobFailed => ("aborted", Some("crash")),
                CheckpointFailure::Declined => ("aborted", Some("newer_barrier")),
            },
        };
        let offsets =
            names.iter().zip(&c.offsets).map(|(s, o)| (s.name.clone(), o.iter().map(|o| o.map(|o| o.0)).collect()));
        let completed = c.status == CheckpointStatus::Completed;
        CheckpointReport {
            id: c.id.0,
            status,
            reason,
            triggered_ms: c.triggered_at.ms(),
            completed_ms: c.ended_at.filter(|_| completed).map(SimTime::ms),
            offsets: map_of(offsets),
            state_bytes: c.state_bytes,
            uploaded_bytes: c.uploaded_bytes,
            in_flight_records: c.in_flight_records,
            in_flight_bytes: c.in_flight_bytes,
            alignment_ms: c.alignment_ms,
            sync_ms: c.sync_ms,
            blocked_ms: c.blocked_ms,
            blocked_ms_by_input: blocked_by_input(world, c),
            tasks: tasks(world, c),
        }
    };
    world.durable().checkpoints.history.iter().map(report).collect()
}

fn counts(world: &World) -> CheckpointCounts {
    let store = &world.durable().checkpoints;
    let triggered = u64::from(store.last_id.0);
    CheckpointCounts {
        triggered,
        completed: store.completions,
        failed: store.failures,
        in_progress: triggered - store.completions - store.failures,
        restored: world.restarts().iter().filter(|r| r.checkpoint.is_some()).count() as u64,
    }
}

fn blocked_by_input(world: &World, c: &CheckpointRecord) -> BTreeMap<String, u64> {
    let plan = world.plan();
    let name =
        |e: &crate::graph::PlanEdge| format!("{}→{}", plan.nodes[e.from.index()].name, plan.nodes[e.to.index()].name);
    let all = plan.edges.iter().zip(&c.blocked_by_edge);
    map_of(all.filter(|(_, ms)| **ms > 0).map(|(e, ms)| (name(e), *ms)))
}

fn tasks(world: &World, c: &CheckpointRecord) -> Vec<TaskReport> {
    let plan = world.plan();
    let report = |(i, p): (usize, &TaskPhases)| {
        let task = crate::ids::TaskId(i as u16);
        TaskReport {
            node: plan.node_of(task).name.clone(),
            subtask: plan.tasks[i].subtask,
            start_delay_ms: p.first_barrier.map(|at| at - c.triggered_at),
            alignment_ms: p.alignment_ms(),
            sync_ms: p.sync_ms(),
            async_ms: p.async_done.zip(p.sync_done).map(|(done, from)| done - from),
            state_bytes: p.state_bytes,
            in_flight_records: p.in_flight_records,
            in_flight_bytes: p.in_flight_bytes,
        }
    };
    c.phases.iter().enumerate().map(report).collect()
}

fn operators(world: &World, seen: &Observer, truth: &Truth) -> BTreeMap<String, OperatorReport> {
    let scenario = &world.plan().scenario;
    let now = world.ended_at();
    let mut all = BTreeMap::new();
    for (i, spec) in scenario.operators.iter().enumerate() {
        let Some(node) = world.plan().node_named(&spec.name) else {
            continue;
        };
        let states: Vec<&Operator> = node.tasks().filter_map(|task| state_of(world, task)).collect();
        let mut values = BTreeMap::new();
        for state in &states {
            if let Operator::Reduce(r) = state {
                let held = r.totals.iter().filter(|(_, e)| !crate::state::is_hidden(spec.ttl, e.stamp, now));
                values.extend(held.map(|(k, e)| (k.to_string(), e.value)));
            }
        }
        let entries = states.iter().map(|s| s.entries() as u64).sum();
        let expected = map_of(truth.totals[i].iter().map(|(k, v)| (k.to_string(), *v)));
        all.insert(
            spec.name.clone(),
            OperatorReport {
                entries,
                live: states.iter().map(|s| s.live(now) as u64).sum(),
                bytes: entries * spec.entry_bytes,
                values,
                expected,
                dropped: seen.dropped[i],
            },
        );
    }
    all
}
