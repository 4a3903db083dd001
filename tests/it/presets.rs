//! What a preset promises is what its run gives: every number and every word that could be wrong.

use std::collections::BTreeSet;

use barrierscope::check::{Guarantee, Report};
use barrierscope::event::Event;
use barrierscope::scenario::{Group, Outcome, Preset, Scenario, opening, presets, read};
use barrierscope::sim::World;
use barrierscope::text::{ENGLISH, ENGLISH_WORKBENCH};
use barrierscope::time::SimTime;
use barrierscope::view::show::{STEPS_MAX, Show, Start};
use serde_json::{Value, json};

use crate::support::story::Run;

/// Where each number of a promise comes from, in order, as places in [`facts`]; and what the words say besides: a place
/// and the value that it has, or another place that has the same.
type Proof = (&'static str, &'static [&'static str], &'static [(&'static str, &'static str)]);

const PROOFS: &[Proof] = &[
    ("21-one-crash-two-sinks", &["/sinks/ledger/duplicates"], &[("/sinks/dashboard/duplicates", "0")]),
    ("01-append", &["/sinks/out/duplicates"], &[("/restarts/0/replayed", "/sinks/out/duplicates")]),
    ("02-upsert", &["/restarts/0/replayed"], &[("/sinks/out/duplicates", "0"), ("/sinks/out/missing", "0")]),
    ("05-increment", &["/sinks/out/balances/k0", "/sinks/out/expected_balances/k0"], &[]),
    ("12-no-checkpoint", &["/sinks/out/distinct"], &[("/sinks/out/duplicates", "/sinks/out/distinct")]),
    ("24-no-checkpoint-increment", &["/sinks/out/balances/k0", "/sinks/out/expected_balances/k0"], &[]),
    ("22-three-partitions", &["/sinks/out/duplicates"], &[("/restarts/0/resume/orders", "[101,98,77]")]),
    ("a01-append-crash-at-the-checkpoint", &["/sinks/topic/duplicates", "/sinks/topic/rows"], &[]),
    ("a01-append-crash-before-the-next", &["/sinks/topic/duplicates"], &[("/restarts/0/replayed", "99")]),
    ("a02-commit-every-minute", &["/sinks/index/duplicates"], &[("/restarts/1", "null")]),
    ("a02-upsert-by-id", &["/restarts/0/replayed"], &[("/sinks/index/duplicates", "0")]),
    ("17-transaction-timeout", &["/sinks/out/missing"], &[("/causes/transaction_timed_out", "600")]),
    ("a21-back-in-ten-minutes", &["/sinks/topic/visible"], &[("/sinks/topic/missing", "0")]),
    ("18-state-ahead-of-offset", &["/sinks/out/missing"], &[("/operators/dedup/dropped", "/sinks/out/missing")]),
    ("a62-store-ahead", &["/sinks/out/missing"], &[("/operators/dedup/dropped", "/sinks/out/missing")]),
    ("20-join-buffer-lost", &["/sinks/out/missing"], &[("/sinks/out/rows", "0")]),
    ("19-join-buffer", &["/sinks/out/rows"], &[("/sinks/out/missing", "0")]),
    ("06-dedup-in-memory", &["/causes/state_lost_at_restart"], &[]),
    (
        "07-dedup-checkpointed",
        &["/operators/dedup/dropped", "/sinks/out/duplicates"],
        &[("/restarts/0/replayed", "/sinks/out/duplicates"), ("/operators/sum/values", "/operators/sum/expected")],
    ),
    ("23-sum-in-memory", &["/operators/sum/values/k0", "/operators/sum/expected/k0"], &[]),
    ("08-offset-ahead-of-state", &["/operators/sum/values/k0", "/operators/sum/expected/k0"], &[]),
    ("a62-store-behind", &["/sinks/out/duplicates"], &[("/causes/offset_ahead_of_state", "/sinks/out/duplicates")]),
    ("09-ttl-65s", &["/sinks/out/duplicates", "/scenario/operators/0/ttl/ms"], &[]),
    ("10-ttl-59s", &["/operators/dedup/dropped", "/scenario/operators/0/ttl/ms"], &[]),
    (
        "11-ttl-boundary",
        &["/sinks/out/duplicates", "/scenario/operators/0/ttl/ms"],
        &[("/scenario/sources/0/partitions/0/records/1/at", "/scenario/operators/0/ttl/ms")],
    ),
    (
        "25-ttl-backoff-create",
        &["/operators/dedup/dropped", "/sinks/out/duplicates"],
        &[("/causes/ttl_expired_before_duplicate", "1")],
    ),
    ("26-ttl-backoff-read", &["/operators/dedup/dropped"], &[("/sinks/out/duplicates", "0")]),
    ("a57-5-s-first-sight", &["/sinks/out/duplicates", "/operators/dedup/dropped"], &[]),
    ("a57-127-001-ms-first-sight", &["/operators/dedup/dropped"], &[("/sinks/out/duplicates", "0")]),
    ("a60-first-sight", &["/sinks/out/duplicates", "/operators/dedup/dropped"], &[]),
    ("a60-every-sight", &["/sinks/out/duplicates", "/operators/dedup/dropped"], &[]),
    (
        "a65-down-for-two-hours",
        &["/sinks/out/duplicates"],
        &[("/causes/ttl_expired_before_duplicate", "/sinks/out/duplicates"), ("/operators/dedup/dropped", "0")],
    ),
    ("a65-down-for-ten-seconds", &["/operators/dedup/dropped"], &[("/sinks/out/duplicates", "0")]),
    (
        "13-alignment-exactly-once",
        &["/checkpoints/0/blocked_ms"],
        &[("/operators/count/values", "/operators/count/expected")],
    ),
    (
        "14-alignment-skipped",
        &["/causes/alignment_skipped"],
        &[("/checkpoints/0/blocked_ms", "0"), ("/checkpoints/0/in_flight_records", "0")],
    ),
    ("15-unaligned", &["/checkpoints/0/in_flight_records"], &[("/checkpoints/0/blocked_ms", "0")]),
    (
        "a32-one-input",
        &["/operators/count/values/k0"],
        &[("/operators/count/expected/k0", "/operators/count/values/k0"), ("/scenario/sources/1", "null")],
    ),
    ("03-two-phase", &["/sinks/out/uncommitted", "/sinks/out/visible"], &[("/sinks/out/duplicates", "0")]),
    (
        "04-two-phase-read-uncommitted",
        &["/sinks/out/duplicates"],
        &[("/sinks/out/uncommitted", "/sinks/out/duplicates")],
    ),
    ("a24-read-uncommitted", &["/sinks/topic/visible", "/sinks/topic/distinct"], &[]),
    ("16-crash-before-commit", &["/sinks/out/visible"], &[("/sinks/out/duplicates", "0")]),
    ("a30-commit-on-restore", &["/sinks/table/visible"], &[("/sinks/table/missing", "0")]),
    ("a21-last-moment", &["/restarts/0/at_ms", "/sinks/topic/visible"], &[("/sinks/topic/missing", "0")]),
    (
        "a21-one-millisecond-late",
        &["/restarts/0/at_ms", "/sinks/topic/missing"],
        &[("/causes/transaction_timed_out", "/sinks/topic/missing")],
    ),
    ("27-fast-waits-for-slow", &["/checkpoints/0/blocked_ms", "/took"], &[]),
    ("28-fast-does-not-wait", &["/took", "/checkpoints/0/in_flight_records"], &[("/checkpoints/0/blocked_ms", "0")]),
    ("a33-unaligned", &["/checkpoints/0/in_flight_bytes"], &[]),
    (
        "a36-no-pause",
        &["/checkpoint_counts/completed"],
        &[
            ("/checkpoints/1/triggered_ms", "/checkpoints/0/completed_ms"),
            ("/checkpoints/2/triggered_ms", "/checkpoints/1/completed_ms"),
            ("/checkpoints/3/triggered_ms", "/checkpoints/2/completed_ms"),
        ],
    ),
    ("a36-pause-of-30-s", &["/scenario/checkpointing/min_pause_ms"], &[("/checkpoints/1/triggered_ms", "165000")]),
    ("a52-a-minute-for-ever", &["/operators/dedup/bytes"], &[("/ended_at_ms", "59950")]),
    ("a52-a-minute-with-a-ttl", &["/operators/dedup/entries", "/operators/dedup/live"], &[]),
    ("a54-full-snapshot", &["/operators/dedup/entries", "/operators/dedup/live"], &[]),
    ("a54-incremental", &["/operators/dedup/entries", "/operators/dedup/live"], &[]),
];

fn scenario(preset: &Preset) -> Scenario {
    read(preset.json()).unwrap_or_else(|errors| panic!("{}: {errors:?}", preset.name))
}

/// The report with its causes by name, the scenario, and how long the first checkpoint took.
fn facts(preset: &Preset, report: &Report) -> Value {
    let mut facts = serde_json::to_value(report).unwrap();
    let mut causes = json!({});
    for cause in facts["causes"].as_array().unwrap() {
        causes[cause["cause"].as_str().unwrap()] = cause["count"].clone();
    }
    facts["causes"] = causes;
    facts["scenario"] = serde_json::from_str(preset.json()).unwrap();
    let first = report.checkpoints.first();
    facts["took"] = json!(first.and_then(|c| Some(c.completed_ms? - c.triggered_ms)));
    facts
}

#[test]
fn every_number_of_every_promise_comes_from_its_run() {
    let mut faults = Vec::new();
    for preset in presets() {
        let Some((_, places, besides)) = PROOFS.iter().find(|p| p.0 == preset.name) else {
            faults.push(format!("{} has no proof", preset.name));
            continue;
        };
        let report = barrierscope::check::run(&scenario(preset));
        let facts = facts(preset, &report);
        let numbers: Vec<Value> = places.iter().map(|p| facts.pointer(p).cloned().unwrap_or_default()).collect();
        if json!(preset.numbers) != json!(numbers) {
            faults.push(format!("{}: promises {:?}, gives {numbers:?}", preset.name, preset.numbers));
        }
        for (place, value) in *besides {
            let want = if value.starts_with('/') {
                facts.pointer(value).cloned().unwrap_or_default()
            } else {
                serde_json::from_str(value).unwrap()
            };
            let got = facts.pointer(place).cloned().unwrap_or_default();
            if got != want {
                faults.push(format!("{}: {place} is {got}, not {want}", preset.name));
            }
        }
        if let Some(fault) = outcome_fault(preset, &report) {
            faults.push(format!("{}: {fault}", preset.name));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn outcome_fault(preset: &Preset, report: &Report) -> Option<&'static str> {
    let exactly = Guarantee::ExactlyOnce;
    let right = report.guarantee.state == exactly && report.guarantee.output == exactly;
    let price = report.checkpoints.iter().any(|c| c.blocked_ms > 0 || c.in_flight_bytes > 0 || c.state_bytes > 3_000)
        || report.checkpoints.iter().any(|c| c.completed_ms.is_some_and(|at| at - c.triggered_ms > 60_000));
    let (holds, fault) = match preset.outcome {
        Outcome::Twice => (report.sinks.values().any(|s| s.duplicates > 0), "nothing stands twice"),
        Outcome::Lost => (report.sinks.values().any(|s| s.missing > 0), "nothing is missing"),
        Outcome::WrongState => (report.guarantee.state != exactly, "the state is right"),
        Outcome::Right => (right, "not everything is right"),
        Outcome::Costs => (right && price, "it is wrong, or costs nothing"),
    };
    (!holds).then_some(fault)
}

#[test]
fn the_opening_scenario_is_the_first_preset() {
    assert_eq!(read(presets()[0].json()).as_ref(), Ok(&opening()));
}

#[test]
fn no_number_stands_in_words_that_nobody_checks() {
    let (words, list) = (ENGLISH_WORKBENCH.presets, ENGLISH.presets);
    let mut names = BTreeSet::new();
    for preset in presets() {
        let name = (list.name)(preset.name);
        assert!(name != preset.name && names.insert(name.clone()), "{name} has no name of its own");
        assert!(!name.contains(|c: char| c.is_ascii_digit()), "{name}");
        let promise = (words.promise)(preset);
        assert!(!promise.is_empty() && promise.chars().count() <= 75, "{promise}");
        for n in preset.numbers {
            let whole_seconds = format!("{} s", n / 1000);
            let written = [(ENGLISH.number)(*n as i64), (ENGLISH.seconds)(*n), whole_seconds, (ENGLISH.bytes)(*n)];
            assert!(written.iter().any(|w| promise.contains(w)), "{promise} does not say {n}");
        }
        const NONE: [u64; 4] = [0; 4];
        let without = (words.promise)(&Preset { numbers: &NONE[..preset.numbers.len()], ..*preset });
        assert!(!without.contains(|c: char| ('1'..='9').contains(&c)), "{without}");
        let zeros = without.matches('0').count();
        assert!(zeros <= 2 * preset.numbers.len(), "{without} has more places than numbers");
    }
}

#[test]
fn there_are_enough_and_every_group_has_some_together() {
    assert!(presets().len() >= 24);
    let mut groups: Vec<Group> = presets().iter().map(|p| p.group).collect();
    groups.dedup();
    assert_eq!(groups, Group::ALL);
}

/// Page time until something turns, until the first crash is over, and until the run is.
const SOON_MS: f64 = 7_000.0;
const BACK_MS: f64 = 20_000.0;
const OVER_MS: f64 = 700_000.0;

#[test]
fn every_preset_ends_and_starts_shortly_before_something_happens() {
    let mut faults = Vec::new();
    for preset in presets() {
        let show = Show::open(scenario(preset), Start::At(SimTime(preset.start_ms)));
        let (pace, start) = (show.pace(), show.playback().place());
        let from_start = |step: u64| pace.shown_at(step) - start;
        let first = show.marks().iter().map(|(step, _)| from_start(*step)).find(|ms| *ms >= 0.0);
        let soon = first.is_some_and(|ms| ms <= SOON_MS);
        let back = show.reel().restores.first().map(|r| from_start(r.step));
        let back_soon = back.is_none_or(|ms| (0.0..=BACK_MS).contains(&ms));
        let over = pace.end() - start;
        if pace.steps() >= STEPS_MAX || !soon || !back_soon || over > OVER_MS {
            let steps = pace.steps();
            faults.push(format!("{}: {steps} steps, {first:?} ms, {back:?} ms, {over:.0} ms in all", preset.name));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_fast_one_waits_ten_times_as_long_and_the_other_checkpoint_is_larger_by_what_it_stores() {
    let run = |name: &str| {
        let preset = presets().iter().find(|p| p.name == name).unwrap();
        Run::of(World::new(&scenario(preset)))
    };
    let (aligned, unaligned) = (run("27-fast-waits-for-slow"), run("28-fast-does-not-wait"));
    let took = |run: &Run| run.checkpoint(1).completed_ms.unwrap() - run.checkpoint(1).triggered_ms;
    assert!(took(&aligned) >= 10 * took(&unaligned), "{} and {} ms", took(&aligned), took(&unaligned));
    assert!(took(&unaligned) > 0);
    // Who waits is the fast one, all the time that its checkpoint waits.
    let blocked = &aligned.report.checkpoints[0].blocked_ms_by_input;
    assert_eq!(blocked.iter().collect::<Vec<_>>(), [(&"clicks→count".to_owned(), &3_000)]);
    let size = |run: &Run| run.checkpoint(1).state_bytes + run.checkpoint(1).in_flight_bytes;
    let record_bytes = unaligned.world.plan().scenario.sources[0].record_bytes;
    let stored =
        unaligned.events.iter().filter(|e| matches!(&e.event, Event::Stored { checkpoint, .. } if checkpoint.0 == 1));
    assert_eq!(size(&unaligned) - size(&aligned), stored.count() as u64 * record_bytes);
    assert_eq!(unaligned.stored(1).len(), 31);
    for run in [&aligned, &unaligned] {
        assert_eq!((run.report.sinks["out"].duplicates, run.report.sinks["out"].missing), (0, 0));
    }
}

#[test]
fn the_page_of_presets_says_what_the_presets_say() {
    let (words, list) = (ENGLISH_WORKBENCH.presets, ENGLISH.presets);
    let page = std::fs::read_to_string("docs/presets.md").unwrap();
    let mut table = String::new();
    for group in Group::ALL {
        table += &format!("## {}\n\n| preset | promise | how it comes out |\n|---|---|---|\n", (list.group)(group));
        for p in presets().iter().filter(|p| p.group == group) {
            let folder = if p.name.starts_with('a') { "stories" } else { "cases" };
            let file = format!("[{}](../{folder}/{}.json)", (list.name)(p.name), p.name);
            table += &format!("| {file} | {} | {} |\n", (words.promise)(p), (words.outcome)(p.outcome));
        }
        table += "\n";
    }
    assert!(page.contains(&table), "docs/presets.md should hold\n{table}");
    for p in presets().iter().filter(|p| p.name.starts_with('a')) {
        let situation = p.name.split('-').next().unwrap();
        assert!(page.contains(&format!("| {situation} |")), "{situation} has no source");
    }
}
