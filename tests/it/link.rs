//! Run links: what goes in comes out, old ones stay readable, and nothing that a stranger can write does harm.

use std::time::{Duration, Instant};

use barrierscope::ids::{EventId, NodeId, PartitionId, TaskId};
use barrierscope::scenario::{Scenario, SinkKind, preset, presets, read as read_scenario, write as write_scenario};
use barrierscope::sim::{Action, Hand, World};
use barrierscope::view::branches::{Branches, Done};
use barrierscope::view::link::{
    CHOICES_MAX, LINK_CHARS_MAX, Lesson, Link, LinkError, RUNS_MAX, UNPACKED_BYTES_MAX, preset_link, read, write,
};
use barrierscope::view::setup::{Change, Knob, Value};
use barrierscope::view::show::{Show, Start};
use barrierscope::view::strip::Strip;

use crate::support::mutations::{Numbers, cases};

fn scenario(name: &str) -> Scenario {
    read_scenario(preset(name).unwrap_or_else(|| panic!("no preset {name}")).json()).expect("a preset can be read")
}

/// The opening run; a crash by hand; and on from there an upsert. A pin on each.
fn lesson() -> Lesson {
    let mut show = Show::open(scenario("21-one-crash-two-sinks"), Start::Beginning);
    let mut branches = Branches::of(&show);
    let mut strip = Strip::default();
    show.seek(40);
    strip.pin(0, 40);
    strip.say(0, "Nothing has gone wrong yet: \"look\" at the ledger.");
    let at = show.history().now();
    show.act(Hand::CrashProcess).expect("it runs");
    branches.fork(Done::Hand(Hand::CrashProcess), at, 40, &show);
    strip.pin(1, 41);
    strip.say(1, "Gone – all of it.");
    show.seek(60);
    let change = Change { knob: Knob::Sink(0), value: Value::Sink(SinkKind::Upsert) };
    let next = show.changed(change.apply(show.scenario()), Start::Beginning);
    branches.fork(Done::Changed(change), show.history().now(), 60, &next);
    strip.pin(2, 90);
    branches.lesson(100, &strip, |_| "ledger: upsert".into())
}

fn opened(link: &str) -> Lesson {
    match read(link) {
        Ok(Link::Run(lesson)) => lesson,
        other => panic!("{other:?}"),
    }
}

/// Letters and check for a text, as a stranger may make them.
fn sealed(text: &[u8]) -> String {
    let packed = miniz_oxide::deflate::compress_to_vec(text, 6);
    let sum = packed.iter().fold(0x811c_9dc5_u32, |s, b| (s ^ u32::from(*b)).wrapping_mul(0x0100_0193));
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let bytes: Vec<u8> = sum.to_le_bytes().into_iter().chain(packed).collect();
    let bits: Vec<u8> = bytes.iter().flat_map(|b| (0..8).rev().map(move |i| b >> i & 1)).collect();
    let letter = |six: &[u8]| letters[(0..6).fold(0, |n, i| n << 1 | usize::from(*six.get(i).unwrap_or(&0)))] as char;
    format!("run=1.{}", bits.chunks(6).map(letter).collect::<String>())
}

/// One line for each thing, with these lines in place of what follows the scenario.
fn told(lines: &str) -> Result<Link, LinkError> {
    let json = write_scenario(&scenario("21-one-crash-two-sinks"));
    read(&sealed(format!("{json}\n{lines}").as_bytes()))
}

#[test]
fn what_goes_in_comes_out() {
    let lesson = lesson();
    let link = write(&lesson);
    assert!(link.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.=".contains(&b)), "an address takes it as it is");
    let back = opened(&format!("#{link}"));
    assert_eq!((&back.pins, back.shown), (&lesson.pins, 2));
    for (a, b) in lesson.runs.iter().zip(&back.runs) {
        assert_eq!((&a.scenario, &a.choices, a.parent, a.step), (&b.scenario, &b.choices, b.parent, b.step));
    }
    assert_eq!(write(&back), link, "and gives the same link again");
    // The same branches with the same names, and the same run.
    let branches = Branches::of_lesson(&back);
    let done: Vec<&Done> = branches.list().iter().map(|b| &b.done).collect();
    assert_eq!(done, [&Done::Opened, &Done::Hand(Hand::CrashProcess), &Done::Named("ledger: upsert".into())]);
    assert_eq!(branches.current(), 2);
    let digest = |runs: &Branches, id| {
        let mut show = runs.peek(id).expect("it is there");
        show.seek(u64::MAX);
        show.world().run_digest()
    };
    let again = Branches::of_lesson(&opened(&link));
    for id in 0..3 {
        assert_eq!(digest(&branches, id), digest(&again, id));
    }
    assert_ne!(digest(&branches, 0), digest(&branches, 1));
}

#[test]
fn every_preset_gives_a_link_that_opens_and_is_short() {
    for preset in presets() {
        let Ok(scenario) = read_scenario(preset.json()) else { panic!("{}", preset.name) };
        let records: u64 = scenario.sources.iter().flat_map(|s| &s.partitions).map(|p| p.len()).sum();
        let show = Show::open(scenario.clone(), Start::Beginning);
        let link = write(&Branches::of(&show).lesson(7, &Strip::default(), |_| String::new()));
        let back = opened(&link);
        assert_eq!(*back.runs[0].scenario, scenario, "{}", preset.name);
        assert_eq!(back.runs[0].step, 7);
        if records < 1000 {
            assert!(link.len() < 2000, "{}: {} characters", preset.name, link.len());
        }
        assert_eq!(read(&preset_link(preset.name)), Ok(Link::Preset(preset)));
    }
}

#[test]
fn long_and_odd_texts_come_out_as_they_went_in() {
    let mut numbers = Numbers(3);
    let mut base = lesson();
    base.runs.truncate(1);
    (base.shown, base.pins) = (0, Vec::new());
    let letters: Vec<char> = "abcdefghij \"\\ äö⋈\u{1f980}\n\t".chars().collect();
    for i in 0..60 {
        let variety = 1 + numbers.below(letters.len());
        let length = [0, 1, 2, 3, 257, 258, 259, 300, 5000, 9999][i % 10];
        let mut scenario = (*base.runs[0].scenario).clone();
        scenario.note = (0..length).map(|_| letters[numbers.below(variety)]).collect();
        // What stands far back is found again, or is too far.
        scenario.title = scenario.note.chars().take(200).collect();
        base.runs[0].scenario = std::sync::Arc::new(scenario.clone());
        assert_eq!(*opened(&write(&base)).runs[0].scenario, scenario, "{length} of {variety} letters");
    }
    // Longer than a match reaches back.
    let ids = (0..3000).map(|i| format!("{{\"id\":\"order-{}-{i}\"}}", numbers.below(1_000_000)));
    let records = ids.collect::<Vec<_>>().join(",");
    let json = format!(
        r#"{{"barrierscope":1,"sources":[{{"name":"s","partitions":[{{"records":[{records}]}}]}}],"sinks":[{{"name":"o","kind":"append","inputs":["s"]}}]}}"#
    );
    let scenario = read_scenario(&json).expect("it can be read");
    base.runs[0].scenario = std::sync::Arc::new(scenario.clone());
    let link = write(&base);
    assert!(link.len() < json.len(), "{} letters for {}", link.len(), json.len());
    assert_eq!(*opened(&link).runs[0].scenario, scenario);
}

#[test]
fn everything_that_can_be_chosen_has_its_words() {
    // Every action that any moment of these runs allows, and every hand.
    let mut seen = std::collections::BTreeSet::new();
    for name in
        ["21-one-crash-two-sinks", "03-two-phase", "15-unaligned", "17-transaction-timeout", "27-fast-waits-for-slow"]
    {
        let mut world = World::new(&scenario(name));
        let mut events = barrierscope::event::Events::off();
        for _ in 0..3000 {
            seen.extend(world.enabled().into_iter().map(|(_, action)| action));
            if !world.advance(&mut events) {
                break;
            }
        }
    }
    seen.extend(
        [
            Hand::CrashMachine,
            Hand::CrashProcess,
            Hand::CrashTask(TaskId(3)),
            Hand::TriggerCheckpoint,
            Hand::StorageDown(10_000),
            Hand::Slow { node: NodeId(1), service_ms: 5, for_ms: 700 },
            Hand::Stall { edge: 2, for_ms: 9 },
            Hand::Redeliver { source: NodeId(0), partition: PartitionId(1), id: EventId::Int(12) },
            Hand::Redeliver { source: NodeId(0), partition: PartitionId(1), id: EventId::Text("a \"b\"\n⋈".into()) },
            Hand::FailCommit(NodeId(4)),
        ]
        .map(Action::Hand),
    );
    seen.extend([Action::EndStall(1), Action::EndSlow(NodeId(1)), Action::EndOutage, Action::Unalign(TaskId(1))]);
    let base = lesson();
    for action in seen {
        let mut one = base.clone();
        one.runs.truncate(1);
        (one.shown, one.pins) = (0, Vec::new());
        one.runs[0].choices = vec![(1, action.clone())];
        let found = match read(&write(&one)) {
            Ok(Link::Run(back)) => back.runs[0].choices[0].1.clone(),
            // It was understood, and cannot be done there.
            Err(LinkError::Choice { action, .. }) => action,
            other => panic!("{action:?}: {other:?}"),
        };
        assert_eq!(found, action);
    }
}

/// A link of version 1 that was given out. It never changes, and neither does what it opens.
const GOLDEN: &str = "run=1.60ObbO1SQW7cMAy87ysIndeF7CZFux_orR9ogkCxaVtYrShI9C6ChYH-oT_sS0rJm8bb9pxLAl1EkTMih3NWjyZGizG1FFDt6q1iy05uqqkr8li10aSx4hNVyfp9UluVaIotJrX7flbeHHItxU4oJBdMFLwlv6R7GxM_UN8n5EI-oMdoWDBn1dLk8-ut3io8Ynx6OAiq1hIejZsyr-3UPN_LlxiPtsVScKvzi3QrPBSv2uiwm4J0sbe-W4XWh4lz4XOffzE2et7-4WBi41440nS4Ylg4_yXIL0WfVTsOuwHjC5cJAeXyH7rV_53I_UgmdqseRLw1aGnxPv_ZjsZ7dCnr6URX3y4qfpaRJIntPpD1bP2QK65U1rkkiYRmKOs4RcvLOB9LqjeT42We04j-uYSXax52PaJsKm9yFmBHZbvZN1IRIolZUt7jvImgoYIbXS4aPulNKxGU2s353Yuv58UpCIjfthfrfLSGC3IHF1GyKZuLKRM0myBWFZeqb8SjdA-jSTCIH-EUScIn5B3cKUe0v1NgGHhEWCg_KAHXcFOD-poBv378BOMcUA-WS7KBL8KsfgM";

#[test]
fn a_link_of_version_1_stays_readable() {
    let Ok(Link::Run(back)) = read(GOLDEN) else { panic!("today it would be {}", write(&lesson())) };
    assert_eq!(back.runs.len(), 3);
    assert_eq!(back.pins.len(), 3);
    assert_eq!(back.pins[1].text, "Gone – all of it.");
    assert_eq!(back.runs[1].choices, [(40, Action::Hand(Hand::CrashProcess))]);
    assert_eq!((back.shown, back.runs[2].step), (2, 100));
    assert_eq!(back.runs[2].scenario.sinks[0].kind, SinkKind::Upsert);
}

#[test]
fn what_is_wrong_is_said() {
    let link = write(&lesson());
    assert_eq!(read(""), Ok(Link::Nothing));
    assert_eq!(read("#stage"), Ok(Link::Nothing));
    assert_eq!(read("#preset=no-such"), Err(LinkError::UnknownPreset("no-such".into())));
    assert_eq!(read("#run=2.AAAA"), Err(LinkError::Version(Some(2))));
    assert_eq!(read("#run=AAAA"), Err(LinkError::Version(None)));
    assert_eq!(read("#run="), Err(LinkError::Version(None)));
    assert_eq!(read("#run=1."), Err(LinkError::Damaged));
    assert_eq!(read(&link[..link.len() - 1]), Err(LinkError::Damaged));
    assert_eq!(read(&format!("{link}A")), Err(LinkError::Damaged));
    assert_eq!(read(&format!("run=1.{}", "A".repeat(LINK_CHARS_MAX))), Err(LinkError::TooLong));
    assert_eq!(read(&sealed(&[0xff, 0xfe])), Err(LinkError::Damaged));
    assert!(told("r 0 - 10\ns 0").is_ok());
    for (lines, error) in [
        ("", LinkError::Line(2)),
        ("r 1 - 10\ns 0", LinkError::Line(2)),
        ("r 0 0 10\ns 0", LinkError::Line(2)),
        ("r 0 - 10\nr 0 1 10\ns 0", LinkError::Line(3)),
        ("c 1 crash", LinkError::Line(2)),
        ("r 0 - 10\nc 5 explode\ns 0", LinkError::Line(3)),
        ("r 0 - 10\nc 5 crash\nc 5 crash\ns 0", LinkError::Line(4)),
        ("r 0 - 10\nc 5 stall 0 10000000001\ns 0", LinkError::Line(3)),
        ("r 0 - 10\ns 1", LinkError::Line(3)),
        ("r 0 - 10\np 0 5 hello", LinkError::Line(3)),
        ("r 0 - 10\np 0 5 \"a\\nb\"", LinkError::Line(3)),
        ("r 0 - 99999\ns 0", LinkError::Moment { step: 99999, steps: 0 }),
        ("r 0 - 10\nc 5 stall 60 10\ns 0", LinkError::Choice { step: 5, action: Action::Trigger }),
        ("r 0 - 10\nc 99999 crash\ns 0", LinkError::Choice { step: 99999, action: Action::Trigger }),
    ] {
        match (told(lines), error) {
            (Err(LinkError::Choice { step, .. }), LinkError::Choice { step: expected, .. }) => {
                assert_eq!(step, expected)
            }
            (Err(LinkError::Moment { step, steps }), LinkError::Moment { step: expected, .. }) => {
                assert!(step == expected && steps > 100, "{lines:?}");
            }
            (found, error) => assert_eq!(found, Err(error), "{lines:?}"),
        }
    }
    assert!(matches!(read(&sealed(b"{\"barrierscope\":1}\nr 0 - 1\ns 0")), Err(LinkError::Scenario(_))));
    let runs = (0..=RUNS_MAX).map(|i| if i == 0 { "r 0 - 1\n" } else { "r 0 0 1\n" }).collect::<String>();
    assert_eq!(told(&format!("{runs}s 0")), Err(LinkError::Line(RUNS_MAX + 2)));
    let choices = (0..=CHOICES_MAX).map(|i| format!("c {i} storage-down 1\n")).collect::<String>();
    assert_eq!(told(&format!("r 0 - 1\n{choices}s 0")), Err(LinkError::Line(CHOICES_MAX + 3)));
}

#[test]
fn a_link_that_unpacks_to_too_much_is_refused_before_it_does() {
    let started = Instant::now();
    let bomb = sealed(&vec![b'x'; 64 * UNPACKED_BYTES_MAX]);
    assert!(bomb.len() < LINK_CHARS_MAX, "it is short enough to be tried: {}", bomb.len());
    let packed = started.elapsed();
    assert_eq!(read(&bomb), Err(LinkError::TooLong));
    assert!(started.elapsed() - packed < Duration::from_secs(1));
    // Many records, many steps.
    let long = r#"{"barrierscope":1,"sources":[{"name":"s","partitions":[{"generate":{"count":1000000}}]}],"sinks":[{"name":"o","kind":"append","inputs":["s"]}]}"#;
    assert_eq!(read(&sealed(format!("{long}\nr 0 - 1\ns 0").as_bytes())), Err(LinkError::Records(1_000_000)));
}

#[test]
fn a_hundred_thousand_damaged_links_do_no_harm() {
    let link = write(&lesson()).into_bytes();
    let mut numbers = Numbers(7);
    let (mut opened, mut slowest) = (0, Duration::ZERO);
    for _ in 0..cases() {
        let mut bad = link.clone();
        for _ in 0..1 + numbers.below(3) {
            let at = numbers.below(bad.len());
            match numbers.below(5) {
                0 => bad.truncate(at),
                1 => bad.insert(at, numbers.below(128) as u8),
                2 => drop(bad.remove(at.min(bad.len().saturating_sub(1)))),
                _ => bad[at] = b"AZaz09-_.=#%"[numbers.below(12)],
            }
            if bad.is_empty() {
                bad.push(b'r');
            }
        }
        let started = Instant::now();
        let found = read(std::str::from_utf8(&bad).expect("ASCII"));
        slowest = slowest.max(started.elapsed());
        // A mark in front belongs to an address.
        let is_whole = bad.strip_prefix(b"#").unwrap_or(&bad) == link;
        opened += usize::from(!is_whole && matches!(found, Ok(Link::Run(_))));
    }
    assert_eq!(opened, 0, "a damaged link is noticed");
    assert!(slowest < Duration::from_secs(1), "{slowest:?}");
}

#[test]
fn what_a_stranger_writes_in_a_whole_link_does_no_harm() {
    // The check is right; what is inside is not.
    let base = "r 0 - 40\nc 20 crash\nr 0 0 90 \"x\"\nc 30 slow 1 5 100\nc 60 again 0 0 4\nc 70 crash-task 2\ns 1\np 0 30 \"hi\"";
    let json = write_scenario(&scenario("01-append"));
    let text = format!("{json}\n{base}").into_bytes();
    let mut numbers = Numbers(11);
    let mut slowest = Duration::ZERO;
    let mut good = 0;
    // Most have to be read to the end, and some are played.
    for _ in 0..(cases() / 60).max(1_500) {
        let mut bad = text.clone();
        for _ in 0..1 + numbers.below(3) {
            // Mostly behind the scenario, which has tests of its own.
            let from = if numbers.below(4) == 0 { 0 } else { json.len() };
            let at = from + numbers.below(bad.len() - from);
            match numbers.below(4) {
                0 => bad.insert(at, b"0123456789 \n-\"{"[numbers.below(15)]),
                1 => drop(bad.remove(at)),
                _ => bad[at] = b"0123456789 \n-\"rcsp"[numbers.below(18)],
            }
        }
        let link = sealed(&bad);
        let started = Instant::now();
        let found = read(&link);
        slowest = slowest.max(started.elapsed());
        if let Ok(Link::Run(lesson)) = found {
            good += 1;
            if good % 16 == 0 {
                // What opens can be shown.
                let branches = Branches::of_lesson(&lesson);
                for branch in branches.list() {
                    assert!(branches.peek(branch.id).is_some());
                }
            }
        }
    }
    assert!(good > 10, "some are only different: {good}");
    assert!(slowest < Duration::from_secs(1), "{slowest:?}");
}
