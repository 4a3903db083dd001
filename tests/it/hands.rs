//! What a person can do to a run: when it is taken, what it gives, that a refusal changes nothing, and that the run with
//! its choices is the run.

use barrierscope::event::CrashCause;
use barrierscope::ids::{EventId, NodeId, PartitionId, TaskId};
use barrierscope::scenario::Scenario;
use barrierscope::sim::{Event, Hand, History};
use barrierscope::sink::TxnPhase;
use serde_json::{Value, json};

use crate::support::story::{Run, scenario};

/// A record every 100 ms through a count into a two-phase sink; a restore takes 64 ms.
fn job() -> Value {
    json!({ "sources": [{ "name": "a", "partitions": [{ "generate": { "count": 30, "every_ms": 100, "keys": 2 } }] }],
            "operators": [{ "name": "count", "kind": "count", "inputs": ["a"] }],
            "sinks": [{ "name": "out", "kind": "two_phase", "inputs": ["count"] }],
            "checkpointing": { "every_ms": 1000 }, "storage": { "bytes_per_ms": 1 } })
}

const SOURCE: NodeId = NodeId(0);
const COUNT: NodeId = NodeId(1);
const SINK: NodeId = NodeId(2);

fn send_again(id: u64) -> Hand {
    Hand::Redeliver { source: SOURCE, partition: PartitionId(0), id: EventId::Int(id) }
}

/// The moments at which hands are tried.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Moment {
    Start,
    Running,
    Down,
    Restoring,
    GaveUp,
}

impl Moment {
    const ALL: [Moment; 5] = [Moment::Start, Moment::Running, Moment::Down, Moment::Restoring, Moment::GaveUp];

    /// A run that stands there.
    fn reach(self) -> (Scenario, History) {
        let mut text = job();
        if self == Moment::GaveUp {
            text["restart"] = json!({ "attempts": 0 });
        }
        let scenario = scenario(text);
        let mut h = History::new(&scenario);
        if self == Moment::Start {
            return (scenario, h);
        }
        while h.now().ms() < 1_500 {
            assert!(h.advance());
        }
        if self != Moment::Running {
            h.act(Hand::CrashProcess).unwrap();
        }
        if self == Moment::Restoring {
            while h.world().master().restoring.is_empty() {
                assert!(h.advance());
            }
        }
        (scenario, h)
    }
}

/// The name of an event.
fn name(event: &Event) -> String {
    format!("{event:?}").split([' ', '(']).next().unwrap_or_default().to_owned()
}

#[test]
fn every_hand_is_taken_when_it_can_be_and_else_changes_nothing() {
    use Moment::{Down, Restoring, Running, Start};
    // Without an event of its own, a request for a checkpoint is seen by what the coordinator does next.
    let table: [(Hand, &[Moment], &str); 16] = [
        (Hand::CrashProcess, &[Start, Running, Restoring], "Crashed"),
        (Hand::CrashMachine, &[Start, Running, Restoring], "Crashed"),
        (Hand::CrashTask(TaskId(1)), &[Start, Running, Restoring], "Crashed"),
        (Hand::CrashTask(TaskId(9)), &[], ""),
        (Hand::TriggerCheckpoint, &[Start, Running], "Triggered"),
        (Hand::StorageDown(50), &Moment::ALL, "StorageDown"),
        (Hand::Slow { node: COUNT, service_ms: 7, for_ms: 50 }, &Moment::ALL, "Slowed"),
        (Hand::Slow { node: NodeId(9), service_ms: 7, for_ms: 50 }, &[], ""),
        (Hand::Stall { edge: 1, for_ms: 50 }, &Moment::ALL, "Stalled"),
        (Hand::Stall { edge: 2, for_ms: 50 }, &[], ""),
        (send_again(3), &Moment::ALL, "Redelivered"),
        (send_again(31), &[], ""),
        (Hand::Redeliver { source: COUNT, partition: PartitionId(0), id: EventId::Int(3) }, &[], ""),
        (Hand::Redeliver { source: SOURCE, partition: PartitionId(1), id: EventId::Int(3) }, &[], ""),
        // At the start, and when a restart has committed everything, there is nothing to commit.
        (Hand::FailCommit(SINK), &[Running, Down], "CommitsBroken"),
        (Hand::FailCommit(COUNT), &[], ""),
    ];
    for (hand, taken_at, gives) in table {
        for moment in Moment::ALL {
            let (scenario, mut h) = moment.reach();
            let before = (h.world().state_digest(), h.world().run_digest(), h.len(), h.choices().to_vec());
            let taken = h.act(hand.clone()).is_ok();
            assert_eq!(taken, taken_at.contains(&moment), "{hand:?} at {moment:?}");
            if !taken {
                let after = (h.world().state_digest(), h.world().run_digest(), h.len(), h.choices().to_vec());
                assert_eq!(after, before, "{hand:?} at {moment:?}");
                continue;
            }
            if hand == Hand::TriggerCheckpoint {
                h.advance();
            }
            let first = h.events_at(h.step()).next().map(|e| name(&e.event));
            assert_eq!(first.as_deref(), Some(gives), "{hand:?} at {moment:?}");
            h.run(u64::MAX);
            let mut again = History::new(&scenario);
            for (step, action) in h.choices() {
                again.seek(*step);
                again.choose(action.clone()).unwrap();
            }
            again.run(u64::MAX);
            let digests = |h: &History| (h.len(), h.world().run_digest(), h.world().state_digest());
            assert_eq!(digests(&again), digests(&h), "{hand:?} at {moment:?}");
        }
    }
}

#[test]
fn a_second_crash_while_state_is_being_loaded_starts_the_restart_over() {
    let (_, mut h) = Moment::Restoring.reach();
    h.act(Hand::CrashProcess).unwrap();
    h.run(u64::MAX);
    let running: Vec<_> = h.world().restarts().iter().map(|r| r.running_at.map(|at| at - r.failed_at)).collect();
    assert_eq!(running, [None, Some(1_064)]);
}

#[test]
fn a_region_that_fails_while_all_state_is_being_loaded_stays_down_until_its_own_restart() {
    let part = |name: &str, first: u64| json!({ "name": name, "partitions": [{ "generate": { "count": 30, "every_ms": 100, "first_id": first } }] });
    let scenario = scenario(json!({
        "sources": [part("a", 1), part("b", 101)],
        "operators": [{ "name": "x", "kind": "count", "inputs": ["a"] }, { "name": "y", "kind": "count", "inputs": ["b"] }],
        "sinks": [{ "name": "o", "kind": "append", "inputs": ["x"] }, { "name": "p", "kind": "append", "inputs": ["y"] }],
        "checkpointing": { "every_ms": 1000 }, "storage": { "bytes_per_ms": 1 } }));
    let mut h = History::new(&scenario);
    while h.now().ms() < 1_500 {
        h.advance();
    }
    h.act(Hand::CrashProcess).unwrap();
    while h.world().master().restoring.is_empty() {
        h.advance();
    }
    let x = h.world().plan().node_named("x").unwrap().first_task;
    let y = h.world().plan().node_named("y").unwrap().first_task;
    h.act(Hand::CrashTask(x)).unwrap();
    assert!(h.act(Hand::CrashTask(x)).is_err(), "it is down already");
    while !h.events_at(h.step()).any(|e| matches!(e.event, Event::Resumed)) {
        h.advance();
    }
    let runs = |h: &History, task: TaskId| h.world().job().unwrap().tasks[task.index()].running;
    assert!(runs(&h, y) && !runs(&h, x));
    h.run(u64::MAX);
    assert!(runs(&h, y) && runs(&h, x));
}

#[test]
fn cc_6_ticks_while_state_is_being_loaded_are_lost() {
    let mut text = job();
    text["checkpointing"]["every_ms"] = json!(100);
    text["sources"][0]["partitions"][0]["generate"]["count"] = json!(60);
    // Two entries take 640 ms to write and to load, and the next checkpoint waits for the slot.
    text["storage"] = json!({ "write_ms": 0, "bytes_per_ms": 64 });
    text["operators"][0]["entry_bytes"] = json!(20_480);
    text["faults"] = json!([{ "when": { "at_ms": 1_650 }, "do": { "crash": "process" } }]);
    let mut h = History::new(&scenario(text));
    h.run(u64::MAX);
    let restart = h.world().restarts()[0].clone();
    let running = restart.running_at.unwrap();
    assert_eq!((restart.at.ms(), running.ms()), (2_650, 3_290));
    let first = h.events().find(|e| e.at >= restart.at && matches!(e.event, Event::Triggered { .. })).unwrap();
    assert_eq!(first.at.ms(), 3_300, "none of the seven ticks from 2700 to 3200 is made up for");
}

/// Fails the next commit at 1500 ms: that of the checkpoint at 2000 ms.
fn failed_commit(change: impl FnOnce(&mut Value)) -> Run {
    let mut text = job();
    change(&mut text);
    let mut h = History::new(&scenario(text));
    while h.now().ms() < 1_500 {
        h.advance();
    }
    h.act(Hand::FailCommit(SINK)).unwrap();
    assert!(h.act(Hand::FailCommit(SINK)).is_err(), "the next commit fails already");
    h.run(u64::MAX);
    Run::told(h.world().clone(), h.events().cloned().collect())
}

#[test]
fn sk_6_a_commit_that_fails_for_good_fails_the_job_and_the_restart_commits_it() {
    for commit_ms in [0, 40] {
        let r = failed_commit(|text| text["sinks"][0]["commit_ms"] = json!(commit_ms));
        // Complete at 2064 (64 bytes at one a ms); the commit fails, the job is down for a second.
        let failed = 2_064 + commit_ms;
        assert_eq!(r.times(|e| matches!(e, Event::CommitFailed { .. })), [failed]);
        let cause = |e: &Event| matches!(e, Event::Crashed { cause: CrashCause::CommitFailed(SINK), .. });
        assert_eq!(r.times(cause), [failed]);
        let restart = &r.report.restarts[0];
        assert_eq!((restart.at_ms, restart.from_checkpoint), (failed + 1_000, Some(2)));
        let committed = r.times(|e| matches!(e, Event::Committed { .. }));
        assert_eq!(committed[1], failed + 1_000 + commit_ms, "SK-4: the restart commits what the checkpoint holds");
        let out = &r.report.sinks["out"];
        assert_eq!((out.visible, out.duplicates, out.missing), (30, 0, 0));
    }
}

#[test]
fn a_commit_that_fails_on_restore_fails_the_job_before_it_runs() {
    let mut text = job();
    text["faults"] =
        json!([{ "when": { "checkpoint": { "id": 1, "reaches": "completed" } }, "do": { "crash": "process" } }]);
    let mut h = History::new(&scenario(text));
    while h.world().job().is_some() {
        h.advance();
    }
    h.act(Hand::FailCommit(SINK)).unwrap();
    h.run(u64::MAX);
    let r = Run::told(h.world().clone(), h.events().cloned().collect());
    assert_eq!(r.report.restarts.iter().map(|r| r.at_ms).collect::<Vec<_>>(), [2_064, 3_064]);
    assert_eq!(r.report.recovery.iter().map(|r| r.down_ms).collect::<Vec<_>>(), [None, Some(1_064)]);
    let out = &r.report.sinks["out"];
    assert_eq!((out.visible, out.duplicates, out.missing), (30, 0, 0));
    assert_eq!(r.world.durable().destinations[0].transactions[0].phase, TxnPhase::Committed);
}

#[test]
fn a_checkpoint_asked_for_at_the_end_of_the_run_is_taken() {
    let mut h = History::new(&scenario(job()));
    h.run(u64::MAX);
    let last = h.world().durable().checkpoints.last_id;
    h.act(Hand::TriggerCheckpoint).unwrap();
    h.run(u64::MAX);
    assert_eq!(h.world().durable().checkpoints.latest().map(|c| c.id.0), Some(last.0 + 1));
}
