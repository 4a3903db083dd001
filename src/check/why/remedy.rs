//! Changes to a scenario that can take a cause away. Whether one does is for a trial to say.

use super::least::{least_transaction_timeout, least_ttl};
use crate::check::{Cause, Finding};
use crate::event::Stamped;
use crate::graph::{Plan, Role};
use crate::ids::EventId;
use crate::scenario::{
    Checkpointing, Do, Mode, Offsets, Operator, OperatorKind, PartitionBy, Reader, RestartStrategy, Scenario, SinkKind,
    StateHome, TtlUpdate,
};
use crate::state::AppendLog;

/// The period of checkpoints that a remedy adds, in milliseconds.
pub const CHECKPOINTS_EVERY_MS: u64 = 1000;

/// One change to a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Remedy {
    /// The sink with this index gets another kind.
    Sink(usize, SinkKind),
    /// The reader of the sink with this index sees committed rows only.
    ReadCommitted(usize),
    /// The state of the operator with this index is part of the checkpoint.
    Checkpointed(usize),
    /// Every source reads on from the offset in the checkpoint.
    OffsetsWithState,
    /// A task waits for all its barriers.
    ExactlyOnceMode,
    /// The state of the operator with this index lives so many milliseconds.
    Ttl(usize, u64),
    /// Every sight of an entry of the operator with this index renews it.
    RenewAtEverySight(usize),
    /// The broker waits so many milliseconds for the transactions of the sink with this index.
    TransactionTimeout(usize, u64),
    /// A checkpoint every so many milliseconds.
    Checkpoints(u64),
    /// One last checkpoint when everything has been read.
    FinalCheckpoint,
    /// A dedup behind the source with this index.
    Dedup(usize),
    /// Restarts without limit.
    Restarts,
    /// Failed checkpoints do not fail the job.
    TolerateFailures,
    /// The run goes on until everything has come through.
    RunOn,
}

impl Remedy {
    /// Makes the change.
    pub fn apply(self, scenario: &mut Scenario) {
        match self {
            Remedy::Sink(sink, kind) => {
                if let Some(sink) = scenario.sinks.get_mut(sink) {
                    sink.kind = kind;
                    if kind == SinkKind::TwoPhase {
                        sink.reader = Reader::ReadCommitted;
                    }
                }
            }
            Remedy::ReadCommitted(sink) => {
                if let Some(sink) = scenario.sinks.get_mut(sink) {
                    sink.reader = Reader::ReadCommitted;
                }
            }
            Remedy::Checkpointed(operator) => {
                if let Some(operator) = scenario.operators.get_mut(operator) {
                    operator.state = StateHome::Checkpointed;
                }
            }
            Remedy::OffsetsWithState => scenario.sources.iter_mut().for_each(|s| s.offsets = Offsets::Checkpoint),
            Remedy::ExactlyOnceMode => {
                if let Some(c) = &mut scenario.checkpointing {
                    c.mode = Mode::ExactlyOnce;
                }
            }
            Remedy::Ttl(operator, ms) => {
                if let Some(ttl) = scenario.operators.get_mut(operator).and_then(|o| o.ttl.as_mut()) {
                    ttl.ms = ms;
                }
            }
            Remedy::RenewAtEverySight(operator) => {
                if let Some(ttl) = scenario.operators.get_mut(operator).and_then(|o| o.ttl.as_mut()) {
                    ttl.update = TtlUpdate::ReadAndWrite;
                }
            }
            Remedy::TransactionTimeout(sink, ms) => {
                if let Some(sink) = scenario.sinks.get_mut(sink) {
                    sink.transaction_timeout_ms = ms;
                }
            }
            Remedy::Checkpoints(ms) => {
                scenario.checkpointing.get_or_insert_default().every_ms = Some(ms);
            }
            Remedy::FinalCheckpoint => {
                if let Some(c) = &mut scenario.checkpointing {
                    c.final_checkpoint = true;
                }
            }
            Remedy::Dedup(source) => add_dedup(scenario, source),
            Remedy::Restarts => {
                scenario.restart.attempts = None;
                if matches!(scenario.restart.strategy, RestartStrategy::FailureRate { .. }) {
                    scenario.restart.strategy = RestartStrategy::FixedDelay;
                }
            }
            Remedy::TolerateFailures => {
                if let Some(c) = &mut scenario.checkpointing {
                    c.tolerable_failures = u32::MAX;
                }
            }
            Remedy::RunOn => scenario.until_ms = None,
        }
    }

    /// The scenario with the changes made.
    pub fn applied(scenario: &Scenario, changes: &[Remedy]) -> Scenario {
        let mut changed = scenario.clone();
        changes.iter().for_each(|remedy| remedy.apply(&mut changed));
        changed
    }
}

/// Puts a dedup between a source and everything that reads from it.
fn add_dedup(scenario: &mut Scenario, source: usize) {
    let Some(source) = scenario.sources.get(source).map(|s| s.name.clone()) else { return };
    let is_taken = |s: &Scenario, name: &str| {
        s.sources.iter().any(|n| n.name == name)
            || s.operators.iter().any(|n| n.name == name)
            || s.sinks.iter().any(|n| n.name == name)
    };
    let mut name = String::from("dedup");
    while is_taken(scenario, &name) {
        name.push('2');
    }
    let operators = scenario.operators.iter_mut().map(|o| &mut o.inputs);
    let inputs = operators.chain(scenario.sinks.iter_mut().map(|s| &mut s.inputs)).flatten();
    inputs.filter(|input| **input == source).for_each(|input| input.clone_from(&name));
    scenario.channels.edges.iter_mut().filter(|e| e.from == source).for_each(|e| e.from.clone_from(&name));
    for fault in &mut scenario.faults {
        if let Do::Stall { from, .. } = &mut fault.action
            && *from == source
        {
            from.clone_from(&name);
        }
    }
    scenario.operators.push(Operator {
        name,
        kind: OperatorKind::Dedup,
        inputs: vec![source],
        parallelism: 1,
        service_ms: 0,
        state: StateHome::Checkpointed,
        ttl: None,
        partition_by: PartitionBy::Id,
        entry_bytes: crate::scenario::defaults::ENTRY_BYTES,
    });
}

/// Whether there are checkpoints to commit at: without, two-phase commit commits nothing.
pub fn has_checkpoints(scenario: &Scenario) -> bool {
    scenario.checkpointing.as_ref().is_some_and(|c| c.every_ms.is_some() || c.final_checkpoint)
}

/// The changes that may take a cause away, the likeliest first. `findings` are those of the run, and `events` what
/// happened in it.
pub fn candidates(plan: &Plan, events: &AppendLog<Stamped>, findings: &[Finding], cause: Cause) -> Vec<Remedy> {
    let s = &plan.scenario;
    let here: Vec<&Finding> = findings.iter().filter(|f| f.cause == cause).collect();
    let sinks: Vec<usize> = (0..s.sinks.len()).filter(|i| here.iter().any(|f| f.place == plan.sink_node(*i))).collect();
    let in_state = here.iter().any(|f| matches!(plan.nodes[f.place.index()].role, Role::Operator(_)));
    let with_ttl: Vec<usize> = (0..s.operators.len()).filter(|i| s.operators[*i].ttl.is_some()).collect();
    let config = s.checkpointing.as_ref();
    let mut list: Vec<Remedy> = Vec::new();
    let states = || {
        let is_apart =
            |i: &usize| s.operators[*i].kind.is_stateful() && s.operators[*i].state != StateHome::Checkpointed;
        (0..s.operators.len()).filter(is_apart).map(Remedy::Checkpointed)
    };
    let offsets = || s.sources.iter().any(|o| o.offsets != Offsets::Checkpoint).then_some(Remedy::OffsetsWithState);
    let checkpoints = || match config {
        None => Some(Remedy::Checkpoints(CHECKPOINTS_EVERY_MS)),
        Some(Checkpointing { every_ms: None, .. }) => Some(Remedy::Checkpoints(CHECKPOINTS_EVERY_MS)),
        Some(_) => None,
    };
    let mode = || config.filter(|c| c.mode == Mode::AtLeastOnce).map(|_| Remedy::ExactlyOnceMode);
    match cause {
        Cause::UncommittedRead => list.extend(sinks.iter().map(|i| Remedy::ReadCommitted(*i))),
        Cause::StateLostAtRestart | Cause::StateAheadOfOffset => {
            list.extend(states());
            list.extend(offsets());
            list.extend(mode());
        }
        Cause::OffsetAheadOfState | Cause::SourceNotReplayed => list.extend(offsets()),
        Cause::TtlExpiredBeforeDuplicate | Cause::StateExpired => {
            let ids: Vec<EventId> = here.iter().map(|f| f.id.clone()).collect();
            let ttl = |i: &usize| {
                Some(Remedy::Ttl(*i, least_ttl(plan, events, *i, &ids))).filter(|r| !matches!(r, Remedy::Ttl(_, 0)))
            };
            list.extend(with_ttl.iter().filter_map(ttl));
            let renews = |i: &&usize| s.operators[**i].ttl.is_some_and(|t| t.update != TtlUpdate::ReadAndWrite);
            list.extend(with_ttl.iter().filter(renews).map(|i| Remedy::RenewAtEverySight(*i)));
        }
        Cause::RedeliveredWithoutDedup => list.extend((0..s.sources.len()).map(Remedy::Dedup)),
        Cause::AlignmentSkipped => list.extend(mode()),
        Cause::TransactionTimedOut => {
            let timeout = |i: &usize| {
                let ms = least_transaction_timeout(plan, events, *i);
                (ms > 0).then_some(Remedy::TransactionTimeout(*i, ms))
            };
            list.extend(sinks.iter().filter_map(timeout));
        }
        Cause::TransactionLeftOpen => {
            list.extend(config.filter(|c| !c.final_checkpoint).map(|_| Remedy::FinalCheckpoint));
            list.extend(checkpoints());
            list.extend(s.until_ms.map(|_| Remedy::RunOn));
        }
        Cause::JobDown => {
            list.push(Remedy::Restarts);
            list.extend(config.map(|_| Remedy::TolerateFailures));
            list.extend(s.until_ms.map(|_| Remedy::RunOn));
        }
        Cause::StillInFlight => list.extend(s.until_ms.map(|_| Remedy::RunOn)),
        Cause::ReplayIntoNonIdempotentSink => {}
    }
    // What cannot count twice at the destination does not, whatever came twice to it: unless it is wrong inside too.
    let at_sinks = !matches!(cause, Cause::JobDown | Cause::StillInFlight) && !in_state;
    for i in sinks.iter().filter(|_| at_sinks) {
        let kinds = [SinkKind::Upsert, SinkKind::TwoPhase]
            .into_iter()
            .filter(|kind| *kind != s.sinks[*i].kind && (*kind != SinkKind::TwoPhase || has_checkpoints(s)));
        list.extend(kinds.map(|kind| Remedy::Sink(*i, kind)));
    }
    list
}
