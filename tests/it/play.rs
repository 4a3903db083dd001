//! What one can do on the Play page, without a page: set up, take hold, go back, compare.

use barrierscope::scenario::{Scenario, SinkKind, preset, presets, read};
use barrierscope::sim::Hand;
use barrierscope::view::branches::{BRANCHES_MAX, Branches, Done};
use barrierscope::view::compare::{Amount, Fact, differing, pairs};
use barrierscope::view::hands::{Grip, grips, offers};
use barrierscope::view::setup::{Change, Knob, Value, settings};
use barrierscope::view::show::{Show, Start};
use barrierscope::view::turning::MarkKind;

fn scenario(name: &str) -> Scenario {
    read(preset(name).unwrap_or_else(|| panic!("no preset {name}")).json()).expect("a preset can be read")
}

fn show(name: &str) -> Show {
    Show::open(scenario(name), Start::Beginning)
}

/// Presets that can be read, and are short enough to be played to and fro.
fn short() -> impl Iterator<Item = (&'static str, Scenario)> {
    presets().iter().filter_map(|p| {
        let scenario = read(p.json()).ok()?;
        let records: u64 = scenario.sources.iter().flat_map(|s| &s.partitions).map(|p| p.len()).sum();
        (records <= 500).then_some((p.name, scenario))
    })
}

fn end_digest(show: &Show) -> u64 {
    let mut end = Show::replay(show.scenario().clone(), show.history().choices(), 0);
    end.seek(u64::MAX);
    end.world().run_digest()
}

#[test]
fn every_setting_stands_at_one_of_its_options_and_takes_the_others() {
    for (name, scenario) in short() {
        let show = Show::open(scenario.clone(), Start::Beginning);
        for setting in settings(show.world().plan()) {
            assert!(setting.options.contains(&setting.now), "{name}: {setting:?}");
            let words: std::collections::BTreeSet<String> = setting.options.iter().map(|v| v.word()).collect();
            assert_eq!(words.len(), setting.options.len(), "{name}: every option of {setting:?} has a word of its own");
            for value in &setting.options {
                let changed = Change { knob: setting.knob, value: *value }.apply(&scenario);
                if *value == setting.now {
                    assert_eq!(changed, scenario, "{name}: setting what is set changes nothing");
                    continue;
                }
                // What the set-up bar makes is a scenario that the format allows.
                let text = barrierscope::scenario::write(&changed);
                assert_eq!(read(&text).as_ref(), Ok(&changed), "{name}: {:?}", setting.knob);
                let after = Show::open(changed, Start::Beginning);
                let now = settings(after.world().plan()).into_iter().find(|s| s.knob == setting.knob).map(|s| s.now);
                // Without checkpoints there are no barriers to set.
                assert!(now == Some(*value) || now.is_none(), "{name}: {:?} is {now:?}", setting.knob);
            }
        }
    }
}

#[test]
fn the_first_setting_is_the_sink_and_goes_by_that_name() {
    for (name, scenario) in short() {
        let show = Show::open(scenario, Start::Beginning);
        let all = settings(show.world().plan());
        assert!(matches!(all[0].knob, Knob::Sink(_)) && all[0].leads, "{name}");
        assert_eq!(all.iter().filter(|s| s.leads).count(), 1, "{name}");
    }
}

#[test]
fn everything_that_is_offered_can_be_done() {
    for (name, scenario) in short() {
        let show = Show::open(scenario, Start::Beginning);
        for quarter in 0..4 {
            let step = show.pace().steps() * quarter / 4;
            for grip in grips(show.world().plan()) {
                let mut at = Show::replay(show.scenario().clone(), &[], step);
                for hand in offers(&at, &grip) {
                    at.act(hand.clone()).unwrap_or_else(|e| panic!("{name} at {step}: {grip:?} offers {hand:?}: {e}"));
                    assert_eq!(at.history().step(), step + 1, "{name}: one step was made");
                    assert_eq!(at.history().choices().len(), 1, "{name}: it is a choice of the run");
                    at = Show::replay(show.scenario().clone(), &[], step);
                }
            }
        }
    }
}

#[test]
fn a_job_that_runs_can_be_crashed_everywhere_and_a_job_that_is_down_cannot() {
    let mut show = show("13-alignment-exactly-once");
    show.seek(show.pace().steps() / 2);
    let nodes: Vec<Grip> = grips(show.world().plan()).into_iter().filter(|g| matches!(g, Grip::Node(_))).collect();
    for node in &nodes {
        let hands = offers(&show, node);
        assert!(hands.iter().any(|h| matches!(h, Hand::CrashTask(_))), "{node:?}: {hands:?}");
        assert!(hands.iter().any(|h| matches!(h, Hand::Slow { .. })), "{node:?}: {hands:?}");
    }
    show.act(Hand::CrashProcess).expect("it runs");
    assert!(offers(&show, &Grip::Job).iter().all(|h| !matches!(h, Hand::CrashProcess | Hand::CrashMachine)));
}

#[test]
fn who_goes_back_and_does_something_else_keeps_the_old_future() {
    let mut show = show("01-append");
    let mut branches = Branches::of(&show);
    let first = end_digest(&show);
    for (share, hand) in [(2, Hand::CrashProcess), (3, Hand::TriggerCheckpoint), (4, Hand::CrashMachine)] {
        show.seek(show.pace().steps() / share);
        let (before, at) = (show.history().step(), show.history().now());
        show.act(hand.clone()).expect("it is possible");
        branches.fork(Done::Hand(hand), at, before, &show);
    }
    let last = end_digest(&show);
    assert_ne!(first, last);
    assert_eq!(branches.list().len(), 4);
    assert_eq!(branches.depth(branches.current()), 3);
    let there = show.history().step();
    branches.leave(there);
    // To the first future, and back to the last one: both are what they were, and one is where one was.
    let old = branches.go_to(0).expect("it is listed");
    assert_eq!(end_digest(&old), first);
    let back = branches.go_to(3).expect("it is listed");
    assert_eq!(end_digest(&back), last);
    assert_eq!(back.history().step(), there);
    assert_eq!(back.world().state_digest(), show.world().state_digest());
    // One that is dropped is gone, and the rest hangs together.
    branches.drop_branch(1);
    assert!(branches.go_to(1).is_none());
    assert_eq!(branches.depth(3), 2);
}

#[test]
fn branches_are_bounded_and_the_current_one_stays() {
    let mut show = show("02-upsert");
    let mut branches = Branches::of(&show);
    for i in 0..2 * BRANCHES_MAX as u64 {
        show.seek(10 + i);
        let (before, at) = (show.history().step(), show.history().now());
        show.act(Hand::TriggerCheckpoint).expect("it is possible");
        branches.fork(Done::Hand(Hand::TriggerCheckpoint), at, before, &show);
        assert!(branches.list().len() <= BRANCHES_MAX);
        let current = branches.current();
        assert!(branches.list().iter().any(|b| b.id == current));
        assert!(branches.list().iter().all(|b| b.parent.is_none_or(|p| branches.list().iter().any(|b| b.id == p))));
    }
}

#[test]
fn moments_of_every_kind_are_found_forwards_and_backwards() {
    let mut show = show("21-one-crash-two-sinks");
    assert!(show.kinds().contains(&MarkKind::Duplicate) && show.kinds().contains(&MarkKind::Crash));
    for kind in show.kinds().into_iter().map(Some).chain([None]) {
        let mut forwards = Vec::new();
        show.seek(0);
        while let Some(step) = show.neighbour(kind, true) {
            forwards.push(step);
            show.seek(step);
        }
        let mut backwards = Vec::new();
        show.seek(u64::MAX);
        while let Some(step) = show.neighbour(kind, false) {
            backwards.push(step);
            show.seek(step);
        }
        backwards.reverse();
        // The last step may be a moment itself: from there it is not before one.
        forwards.retain(|step| *step < show.pace().steps());
        assert_eq!(forwards, backwards, "{kind:?}");
        assert!(!forwards.is_empty(), "{kind:?}");
    }
    // Every duplicate, not only the first: 50 rows stand twice.
    show.seek(0);
    let mut twice = 0;
    while let Some(step) = show.neighbour(Some(MarkKind::Duplicate), true) {
        show.seek(step);
        twice += 1;
    }
    assert_eq!(twice, 50);
}

#[test]
fn append_beside_upsert_differs_by_the_duplicates() {
    let left = show("01-append");
    let change = Change { knob: Knob::Sink(0), value: Value::Sink(SinkKind::Upsert) };
    let right = left.changed(change.apply(left.scenario()), Start::Beginning);
    let (mut a, mut b) = (left, right);
    a.pause();
    a.seek(u64::MAX);
    b.go_along(&a);
    let all = pairs(&a.report(), &b.report());
    let of = |fact: &dyn Fn(&Fact) -> bool| all.iter().find(|p| fact(&p.fact)).expect("it is listed");
    let duplicates = of(&|f| matches!(f, Fact::Duplicates(_)));
    assert_eq!((duplicates.left, duplicates.right), (Amount::Count(50), Amount::Count(0)));
    assert!(of(&|f| *f == Fact::Output).differs());
    assert!(!of(&|f| *f == Fact::Replayed).differs(), "the same crash, the same replay");
    let (_, destinations) = differing(&a.scene(), &b.scene());
    assert_eq!(destinations, [true]);
}

#[test]
fn rows_beside_balances_are_no_difference_by_themselves() {
    let left = show("05-increment");
    let change = Change { knob: Knob::Sink(0), value: Value::Sink(SinkKind::Append) };
    let mut right = left.changed(change.apply(left.scenario()), Start::Beginning);
    let mut left = left;
    left.pause();
    left.seek(50);
    right.go_along(&left);
    let (nodes, destinations) = differing(&left.scene(), &right.scene());
    assert!(!nodes.contains(&true) && !destinations.contains(&true), "{nodes:?} {destinations:?}");
}

#[test]
fn the_run_beside_is_always_at_the_same_moment() {
    for (name, change) in [
        ("01-append", Change { knob: Knob::Sink(0), value: Value::Sink(SinkKind::TwoPhase) }),
        (
            "13-alignment-exactly-once",
            Change { knob: Knob::Barriers, value: Value::Barriers(barrierscope::view::setup::Barriers::Unaligned) },
        ),
    ] {
        let mut lead = show(name);
        let mut along = lead.changed(change.apply(lead.scenario()), Start::Beginning);
        let steps = lead.pace().steps();
        for step in (0..steps).step_by(7) {
            lead.seek(step);
            along.go_along(&lead);
            assert!(along.history().now() <= lead.history().now(), "{name} at step {step}: it is ahead");
            // Where the moment is over here it is over there, and nothing of a later one has happened.
            if lead.history().next().is_some_and(|(due, _)| due > lead.history().now()) {
                let due = along.history().next().map(|(due, _)| due);
                assert!(due.is_none_or(|due| due > lead.history().now()), "{name} at step {step}: it is behind");
            }
        }
        lead.pause();
        lead.seek(u64::MAX);
        along.go_along(&lead);
        assert!(along.history().next().is_none(), "{name}: both have come to their end");
    }
}

#[test]
fn the_run_beside_moves_as_smoothly_as_the_one_that_leads() {
    let lead = show("01-append");
    let change = Change { knob: Knob::Sink(0), value: Value::Sink(SinkKind::TwoPhase) };
    let other = lead.changed(change.apply(lead.scenario()), Start::Beginning);
    let end = lead.pace().shown_at(lead.pace().steps());
    let mut before = 0.0;
    for page in (0..end as u64).step_by(5).map(|page| page as f64) {
        // Beside the same run it is at the same place, within a moment and while a crash stands still too.
        let same = lead.pace().along(lead.pace(), page);
        assert!((same - page).abs() < 1e-6, "{same} and not {page}");
        let here = other.pace().along(lead.pace(), page);
        assert!(here >= before - 1e-6, "at {page} it goes back from {before} to {here}");
        before = here;
    }
}

#[test]
fn what_is_done_by_hand_is_done_at_the_same_place_within_its_moment() {
    // Without latency the whole of a checkpoint falls into one moment: before it or after it is another crash.
    for (name, kind) in [("05-increment", SinkKind::Append), ("01-append", SinkKind::Upsert)] {
        let mut show = show(name);
        show.seek(0);
        let barrier = show.neighbour(Some(MarkKind::Barrier), true).expect("it has a checkpoint");
        for step in barrier - 2..barrier + 12 {
            let mut crashed = self::show(name);
            crashed.seek(step);
            crashed.act(Hand::CrashProcess).expect("it runs");
            let change = Change { knob: Knob::Sink(0), value: Value::Sink(kind) };
            let scenario = change.apply(crashed.scenario());
            let (tried, _) = crashed.trial(&scenario);
            let mut changed = crashed.changed(scenario, Start::Beginning);
            crashed.seek(u64::MAX);
            changed.seek(u64::MAX);
            let (here, there) = (crashed.report(), changed.report());
            assert_eq!(here.restarts, there.restarts, "{name}, crashed at step {step}");
            assert_eq!(here.checkpoint_counts, there.checkpoint_counts, "{name}, crashed at step {step}");
            assert_eq!(there, tried, "{name}, crashed at step {step}: what is tried out is what is then run");
        }
    }
}

#[test]
fn hands_stay_when_the_set_up_changes() {
    let mut show = show("12-no-checkpoint");
    show.seek(show.pace().steps() / 3);
    show.act(Hand::CrashProcess).expect("it runs");
    let change = Change { knob: Knob::Sink(0), value: Value::Sink(SinkKind::Upsert) };
    let changed = show.changed(change.apply(show.scenario()), Start::Beginning);
    assert_eq!(changed.history().choices().len(), 1);
    assert_eq!(changed.reel().crashes.len(), show.reel().crashes.len());
}
