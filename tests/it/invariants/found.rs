//! What random runs have found, each with the scenario that it shrank to.

use barrierscope::check::{Observer, Report};
use barrierscope::event::{Event, Events};
use barrierscope::scenario;
use barrierscope::sim::{Action, World};

use super::watch::Watched;
use super::{cuts_are_consistent, exactly_once};

/// Runs it with everything that must hold.
fn holds(scenario: &str) {
    let scenario = scenario::read(scenario).expect("it can be read");
    let watched = Watched::run(World::new(&scenario)).expect("every law holds");
    cuts_are_consistent(&watched).expect("cuts are consistent");
    exactly_once(&scenario, &watched).expect("exactly once");
}

#[test]
fn a_barrier_that_has_become_unaligned_is_not_made_so_again() {
    // The clock chose the same thing for ever.
    holds(
        r#"{"barrierscope":1,"sources":[{"name":"a","partitions":[{"records":[]}]}],
            "operators":[{"name":"dedup","kind":"dedup","inputs":["a"]}],
            "sinks":[{"name":"out","kind":"append","inputs":["dedup"]}],"channels":{"latency_ms":1},
            "checkpointing":{"every_ms":10,"unaligned":true,"aligned_timeout_ms":1}}"#,
    );
}

#[test]
fn a_checkpoint_that_takes_longer_than_the_period_does_not_keep_the_run_alive() {
    holds(
        r#"{"barrierscope":1,"sources":[{"name":"a","partitions":[{"records":[{"id":1}]}]}],
            "sinks":[{"name":"out","kind":"append","inputs":["a"]}],
            "checkpointing":{"every_ms":80},"storage":{"write_ms":94}}"#,
    );
}

#[test]
fn bh_21_no_record_is_lost_when_an_unaligned_barrier_meets_aligned_ones() {
    // a's barrier comes in time; b's has become unaligned upstream and overtakes records that wait; c's is last.
    let scenario = scenario::read(
        r#"{"barrierscope":1,
            "sources":[{"name":"a","partitions":[{"generate":{"count":150,"every_ms":10}}]},
                       {"name":"b","partitions":[{"generate":{"count":150,"every_ms":10,"first_id":1001}}]},
                       {"name":"c","partitions":[{"generate":{"count":150,"every_ms":10,"first_id":2001}}]}],
            "operators":[{"name":"slow","kind":"count","inputs":["b"],"service_ms":80},
                         {"name":"all","kind":"count","inputs":["a","c","slow"],"service_ms":40}],
            "sinks":[{"name":"out","kind":"upsert","inputs":["all"]}],
            "channels":{"edges":[{"from":"c","to":"all","latency_ms":3000}]},
            "checkpointing":{"every_ms":1000,"unaligned":true,"aligned_timeout_ms":500},
            "faults":[{"when":{"checkpoint":{"id":1,"reaches":"completed"}},"do":{"crash":"process"}}]}"#,
    )
    .expect("it can be read");
    let mut world = World::new(&scenario);
    let all = world.plan().node_named("all").expect("it is there").first_task;
    let mut seen = Observer::new(world.plan());
    let mut events = Events::on();
    // The clock would let `all` give up waiting by itself first; here it hears of it through b's barrier.
    while world.next().is_some() {
        let now = world.now();
        let mut possible = world.enabled();
        possible.retain(|(_, action)| *action != Action::Unalign(all));
        let first = possible.iter().map(|(due, _)| (*due).max(now)).min();
        let Some((_, action)) = possible.into_iter().find(|(due, _)| Some((*due).max(now)) == first) else { break };
        world.apply_to(action, &mut events).expect("it is possible");
    }
    events.list.iter().for_each(|e| seen.observe(world.plan(), e));
    let stored = events.list.iter().filter(|e| matches!(e.event, Event::Stored { .. })).count();
    assert!(stored > 10, "{stored}");
    assert_eq!(seen.cut().violations, []);
    assert_eq!(Report::of(&world, &seen).operators["all"].values["k0"], 450);
}

#[test]
fn a_barrier_that_was_overtaken_does_not_start_the_recording_again() {
    holds(
        r#"{"barrierscope":1,"sources":[
            {"name":"source0","partitions":[{"records":[{"id":1,"value":-300},{"id":2,"value":-300},{"id":3,"value":-300},
             {"id":4,"value":-300}]}],"parallelism":2,"record_bytes":0},
            {"name":"source1","partitions":[{"records":[{"id":100001,"value":-300},{"id":100002,"value":-300}]},
             {"records":[{"id":101001,"value":-300},{"id":101002,"value":-300}]},
             {"records":[{"id":102001,"value":-300},{"id":102002,"value":-300},{"id":102003,"value":-300},
              {"id":102004,"value":-300}],"redeliver":[{"id":102001,"at":0}]}],"record_bytes":0}],
            "operators":[{"name":"operator0","kind":"map","inputs":["source1","source0"],"service_ms":15}],
            "sinks":[{"name":"sink0","kind":"append","inputs":["source1","operator0"]}],
            "channels":{"capacity":1,"edges":[{"from":"source0","to":"operator0","capacity":3,"latency_ms":1}]},
            "checkpointing":{"every_ms":13,"unaligned":true,"aligned_timeout_ms":1,"tolerable_failures":5},
            "storage":{"write_ms":8},"restart":{"delay_ms":22},
            "faults":[{"when":{"at_ms":127},"do":{"storage_down_ms":113}},{"when":{"at_ms":69},"do":{"crash":"process"}},
             {"when":{"checkpoint":{"id":2,"reaches":"snapshotted"}},"do":{"crash":"process"}}]}"#,
    );
}

#[test]
fn a_task_in_the_synchronous_part_of_a_failed_checkpoint_is_not_forgotten() {
    holds(
        r#"{"barrierscope":1,"sources":[{"name":"source0","partitions":[{"records":[{"id":1,"value":-300,"at":51}]},
             {"records":[{"id":1001,"value":-300,"at":50}]},
             {"records":[{"id":2001},{"id":2002},{"id":2003},{"id":2004,"at":50}]}],"service_ms":6}],
            "operators":[{"name":"operator0","kind":"map","inputs":["source0"],"service_ms":15},
             {"name":"operator1","kind":"map","inputs":["operator0"],"service_ms":15},
             {"name":"operator2","kind":"map","inputs":["operator1"]}],
            "sinks":[{"name":"sink0","kind":"append","inputs":["operator2"]}],
            "channels":{"capacity":2,"latency_ms":24},
            "checkpointing":{"every_ms":102,"at":[{"source":"source0","partition":2,"offset":0},
             {"source":"source0","partition":0,"offset":0}],"mode":"at_least_once","timeout_ms":56,
             "tolerable_failures":1000000,"sync_ms":2},
            "restart":{"delay_ms":0},"faults":[{"when":{"at_ms":0},"do":{"crash":"process"}}]}"#,
    );
}
