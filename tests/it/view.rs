//! The page without a page: layout, pacing, and that the picture shows the run and nothing else.

use std::collections::BTreeMap;

use barrierscope::ids::{ChannelId, NodeId, Offset};
use barrierscope::scenario::{Scenario, SinkKind, preset, presets, read};
use barrierscope::sim::Hand;
use barrierscope::stream::StreamElement;
use barrierscope::time::SimTime;
use barrierscope::view::geometry::Rect;
use barrierscope::view::layout::{self, Part, stage};
use barrierscope::view::movers::{Body, Place, movers};
use barrierscope::view::pace::{BARRIER_MS, DWELL_MS, NOTHING_MAX_MS};
use barrierscope::view::reel::Cargo;
use barrierscope::view::show::{Show, Start};
use barrierscope::view::turning::first_again;
use proptest::prelude::*;

use crate::support::random::trying;
use crate::support::scenarios::{Mix, scenarios};

fn scenario(name: &str) -> Scenario {
    read(preset(name).unwrap_or_else(|| panic!("no preset {name}")).json()).expect("a preset can be read")
}

fn opening() -> Show {
    let first = &presets()[0];
    Show::open(scenario(first.name), Start::At(SimTime(first.start_ms)))
}

/// The presets that the engine and the page are to run by now.
const RUN: &[&str] = &[
    "21-one-crash-two-sinks",
    "01-append",
    "02-upsert",
    "03-two-phase",
    "04-two-phase-read-uncommitted",
    "05-increment",
    "07-dedup-checkpointed",
    "12-no-checkpoint",
    "16-crash-before-commit",
    "24-no-checkpoint-increment",
];

#[test]
fn the_opening_run_keeps_its_page_times() {
    let show = opening();
    let (pace, reel) = (show.pace(), show.reel());
    let start = show.playback().place();
    let after = |step: u64| pace.shown_at(step) - start;
    let barrier = reel.flights.iter().flatten().find(|f| matches!(f.cargo, Cargo::Barrier(_))).expect("a barrier");
    let crash = reel.crashes.first().expect("a crash");
    let (_, again) = first_again(show.world().plan(), reel).expect("a row that stands twice");
    let times = [after(barrier.sent), after(crash.step), after(again.step), pace.end() - start];
    // The barrier leaves, the crash, the first row that stands twice, the end.
    for (time, limit) in times.iter().zip([2_000.0, 9_000.0, 11_000.0, 16_000.0]) {
        assert!(*time > 0.0 && *time <= limit, "{times:?}");
    }
}

#[test]
fn every_barrier_takes_its_time_on_every_edge() {
    for name in RUN {
        let show = Show::open(scenario(name), Start::Beginning);
        let (pace, reel) = (show.pace(), show.reel());
        for flight in reel.flights.iter().flatten().filter(|f| matches!(f.cargo, Cargo::Barrier(_))) {
            let gone = flight.end.step().min(pace.steps());
            let time = pace.shown_at(gone) - pace.shown_at(flight.sent);
            let wiped = !matches!(flight.end, barrierscope::view::reel::End::Went(_));
            assert!(wiped || time >= BARRIER_MS - 1.0, "{name}: {time} ms for {flight:?}");
        }
    }
}

#[test]
fn the_picture_holds_what_the_channels_hold() {
    for name in RUN {
        let mut show = Show::open(scenario(name), Start::Beginning);
        let steps = show.pace().steps();
        for step in 0..=steps {
            show.seek(step);
            let reel = show.reel();
            let Some(job) = show.world().job() else {
                assert!((0..reel.flights.len()).all(|c| reel.in_channel(c, step).count() == 0), "{name} {step}");
                continue;
            };
            for (c, channel) in job.channels.iter().enumerate() {
                let seen: Vec<String> = reel.in_channel(c, step).map(|f| name_of(&f.cargo)).collect();
                let there: Vec<String> = channel.queue().iter().map(|e| element(&e.element)).collect();
                assert_eq!(seen, there, "{name}, step {step}, channel {}", ChannelId(c as u32));
            }
        }
    }
}

fn name_of(cargo: &Cargo) -> String {
    match cargo {
        Cargo::Record(r, ..) => format!("{} {}", r.id, r.attempt),
        Cargo::Barrier(id) => format!("barrier {id}"),
    }
}

fn element(element: &StreamElement) -> String {
    match element {
        StreamElement::Record(r) => format!("{} {}", r.id, r.attempt),
        StreamElement::Barrier(b) => format!("barrier {}", b.checkpoint),
        StreamElement::Cancel(id) => format!("cancel {id}"),
    }
}

#[test]
fn at_least_three_records_are_under_way_and_none_overtakes() {
    let mut show = opening();
    let drawn = stage(show.cast(), 1280.0, 500.0);
    // The log runs dry a little before the crash.
    let crash = show.reel().crashes[0].step;
    let last = show.reel().reads.iter().rev().find(|r| r.step < crash).expect("something was read").step;
    let until = show.pace().shown_at(last);
    let mut least = usize::MAX;
    let mut seen: BTreeMap<(u8, u32, u64), Vec<f64>> = BTreeMap::new();
    while show.playback().place() < until {
        show.tick(1000.0 / 60.0);
        let all = movers(show.reel(), show.pace(), &drawn, show.playback().place(), false);
        let records = all.iter().filter(|m| matches!(m.body, Body::Record { .. } | Body::Fall { .. })).count();
        least = least.min(records);
        let mut last: BTreeMap<usize, f64> = BTreeMap::new();
        for mover in &all {
            if let Body::Record { place: Place::Channel(c), .. } | Body::Barrier { channel: c, .. } = &mover.body {
                // Oldest first: each stands behind the one before it.
                let before = last.insert(*c, mover.at.x).unwrap_or(f64::INFINITY);
                assert!(mover.at.x < before, "{mover:?} has passed the one before it");
            }
            seen.entry(mover.id).or_default().push(mover.at.x + mover.at.y);
        }
    }
    assert!(least >= 3, "only {least} records under way");
    // Those cut off by the beginning or the end of the watch do not count.
    let few = seen.iter().filter(|(id, places)| id.0 <= 1 && places.len() < 5).count();
    assert!(few <= 8, "{few} of {} elements are seen in fewer than five places", seen.len());
}

#[test]
fn going_back_a_step_gives_exactly_the_earlier_state() {
    let mut show = opening();
    for _ in 0..40 {
        show.tick(50.0);
    }
    let digest = show.world().state_digest();
    let step = show.history().step();
    show.seek(step + 1);
    assert_ne!(show.history().step(), step);
    show.step_back();
    assert_eq!((show.history().step(), show.world().state_digest()), (step, digest));
}

#[test]
fn a_crash_by_hand_is_part_of_the_run_and_of_the_changed_run() {
    let mut show = opening();
    show.act(Hand::CrashProcess).expect("a running job can crash");
    assert!(show.world().job().is_none());
    assert!(show.playback().is_playing());
    assert_eq!(show.reel().crashes[0].step, show.history().step());
    let mut upsert = show.scenario().clone();
    upsert.sinks[0].kind = SinkKind::Upsert;
    let other = show.changed(upsert, Start::BeforeCrash);
    assert_eq!(other.reel().crashes.len(), show.reel().crashes.len());
    assert!(
        other.reel().at[other.reel().crashes[0].step as usize] >= show.reel().at[show.reel().crashes[0].step as usize]
    );
}

#[test]
fn no_box_of_any_preset_overlaps_another_or_leaves_its_half() {
    for preset in presets() {
        let Ok(scenario) = read(preset.json()) else { continue };
        let plan = barrierscope::graph::Plan::new(&scenario);
        let cast = barrierscope::view::show::cast(&plan);
        for (width, height) in [(1280.0, 500.0), (1920.0, 860.0), (820.0, 960.0), (768.0, 800.0), (360.0, 500.0)] {
            let drawn = stage(&cast, width, height);
            let all: Vec<Rect> = drawn.nodes.iter().map(|n| n.rect).collect();
            let below: Vec<Rect> = drawn.tapes.iter().chain(&drawn.slots).chain(&drawn.destinations).copied().collect();
            for list in [&all, &below] {
                for (i, a) in list.iter().enumerate() {
                    for b in &list[i + 1..] {
                        assert!(!a.overlaps(*b), "{} at {width}: {a:?} and {b:?}", preset.name);
                    }
                }
            }
            for rect in &all {
                assert!(drawn.memory.contains(*rect), "{} at {width}: {rect:?} in {:?}", preset.name, drawn.memory);
            }
            for rect in &below {
                assert!(drawn.durable.contains(*rect), "{} at {width}: {rect:?} in {:?}", preset.name, drawn.durable);
            }
            assert_eq!(drawn.pipes.len(), plan.channels.len());
        }
    }
}

#[test]
fn a_wide_graph_keeps_its_boxes_apart() {
    let node = |part, depth| layout::Actor { part, depth, subtasks: 2, compact: false, partitions: 1 };
    let cast = layout::Cast {
        nodes: vec![
            node(Part::Source, 0),
            node(Part::Source, 0),
            node(Part::Operator, 1),
            node(Part::Operator, 1),
            node(Part::Operator, 2),
            node(Part::Sink, 3),
            node(Part::Sink, 2),
        ],
        edges: vec![(0, 2), (1, 3), (2, 4), (3, 4), (4, 5), (2, 6), (0, 5)],
        channels: Vec::new(),
    };
    let drawn = stage(&cast, 1280.0, 500.0);
    for (i, a) in drawn.nodes.iter().enumerate() {
        for b in &drawn.nodes[i + 1..] {
            assert!(!a.rect.overlaps(b.rect), "{a:?} {b:?}");
        }
    }
    assert_eq!(stage(&cast, 1280.0, 500.0), drawn, "the same job looks the same");
}

#[test]
fn the_scene_tells_where_it_resumed_and_what_stands_twice() {
    let mut show = opening();
    show.seek(u64::MAX);
    let scene = show.scene();
    assert_eq!(scene.tapes[0].partitions[0].went_back, Some((Offset(151), Offset(101))));
    let ledger = &scene.destinations[0];
    assert_eq!((ledger.rows, ledger.distinct, ledger.again), (200, 150, 50));
    let ids = ledger.again_ids.clone().expect("some stand twice");
    assert_eq!((ids.0.to_string(), ids.1.to_string()), ("101".into(), "150".into()));
    let dashboard = &scene.destinations[1];
    assert_eq!((dashboard.again, dashboard.balances[0].value), (0, 11325));
    assert_eq!(scene.nodes[0].id, NodeId(0));
}

#[test]
fn no_word_for_a_person_stands_in_the_components() {
    let keys = ["ArrowRight", "ArrowLeft", "PageDown", "PageUp", "Home", "End", "Escape", "Enter", "Tab"];
    let mut found = Vec::new();
    let mut folders = vec![std::path::PathBuf::from("src/ui")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a source file");
            for (n, line) in text.lines().enumerate().filter(|(_, l)| !l.trim_start().starts_with("//")) {
                for literal in line.split('"').skip(1).step_by(2) {
                    let word: String = literal.chars().take_while(|c| c.is_alphabetic()).collect();
                    let is_word = word.len() > 2
                        && word.starts_with(|c: char| c.is_uppercase())
                        && word.chars().skip(1).all(|c| c.is_lowercase());
                    if is_word && !keys.iter().any(|k| k.starts_with(&word)) {
                        found.push(format!("{}:{}: {literal}", path.display(), n + 1));
                    }
                }
            }
        }
    }
    assert!(found.is_empty(), "words belong into src/text: {found:?}");
}

#[test]
fn what_is_on_the_wire_arrives_when_the_channel_says() {
    // Wires of different lengths, one of them held up twice: while it is idle, and with records and a barrier on it.
    let text = r#"{ "barrierscope": 1,
        "sources": [{ "name": "a", "partitions": [{ "generate": { "count": 60, "every_ms": 10 } }] }],
        "operators": [{ "name": "m", "kind": "map", "inputs": ["a"] }, { "name": "s", "kind": "sum", "inputs": ["m"] }],
        "sinks": [{ "name": "o", "kind": "append", "inputs": ["s"] }],
        "channels": { "latency_ms": 25, "edges": [{ "from": "m", "to": "s", "latency_ms": 70 }] },
        "checkpointing": { "every_ms": 100, "unaligned": true },
        "faults": [{ "when": { "at_ms": 5 }, "do": { "stall": { "from": "m", "to": "s", "for_ms": 40 } } },
                   { "when": { "at_ms": 250 }, "do": { "stall": { "from": "m", "to": "s", "for_ms": 90 } } },
                   { "when": { "at_ms": 430 }, "do": { "crash": "process" } }],
        "restart": { "delay_ms": 50 } }"#;
    let mut show = Show::open(read(text).expect("it reads"), Start::Beginning);
    let mut arrivals = BTreeMap::new();
    for step in 0..=show.pace().steps() {
        show.seek(step);
        for (c, channel) in show.world().job().iter().flat_map(|j| j.channels.iter().enumerate()) {
            for e in channel.queue() {
                arrivals.insert((c, e.step, matches!(e.element, StreamElement::Barrier(_))), e.arrives_at);
            }
        }
    }
    let mut seen = 0;
    for (c, flight) in show.reel().flights.iter().enumerate().flat_map(|(c, f)| f.iter().map(move |f| (c, f))) {
        let is_barrier = matches!(flight.cargo, Cargo::Barrier(_));
        if let Some(arrives) = arrivals.get(&(c, flight.sent, is_barrier)) {
            assert_eq!(flight.arrives, *arrives, "channel {c}, {flight:?}");
            seen += 1;
        }
    }
    assert_eq!(seen, show.reel().flights.iter().flatten().count(), "every flight was looked at");
}

#[test]
fn a_time_in_which_nothing_happens_is_shown_in_two_seconds_and_the_clock_goes_through_it() {
    // Down for two hours, and nothing else.
    let show = Show::open(scenario("a65-down-for-two-hours"), Start::BeforeCrash);
    let (crash, restart) = (&show.reel().crashes[0], &show.reel().restores[0]);
    let pace = show.pace();
    let (from, to) = (pace.shown_at(crash.step), pace.shown_at(restart.step));
    assert_eq!(pace.time_of(restart.step).since(pace.time_of(crash.step)), 7_200_000);
    assert!(to - from <= NOTHING_MAX_MS + 2.0 * DWELL_MS, "{} ms", to - from);
    let half = pace.clock_at((from + DWELL_MS + to) / 2.0) - pace.clock_at(from);
    assert!((half - 3_600_000.0).abs() < 10_000.0, "{half} ms of the clock at half the way");
}

#[test]
fn a_pictogram_stands_within_its_room_and_no_dot_lies_on_another() {
    use barrierscope::view::pictogram::{DOT, HEIGHT, WIDTH, pictogram};
    for preset in presets() {
        let plan = barrierscope::graph::Plan::new(&scenario(preset.name));
        let drawn = pictogram(&plan);
        let rects: Vec<Rect> =
            drawn.dots.iter().map(|d| Rect::new(d.x - DOT / 2.0, d.y - d.height / 2.0, DOT, d.height)).collect();
        assert_eq!((rects.len(), drawn.lines.matches('M').count()), (plan.nodes.len(), plan.edges.len()));
        for (i, rect) in rects.iter().enumerate() {
            assert!(Rect::new(0.0, 0.0, WIDTH, HEIGHT).contains(*rect), "{}: {rect:?}", preset.name);
            assert!(rects[i + 1..].iter().all(|other| !rect.overlaps(*other)), "{}: {rect:?}", preset.name);
        }
    }
}

/// Every preset, at its end and at a dozen moments on the way.
fn moments_of_every_preset(mut look: impl FnMut(&str, &Show)) {
    for preset in presets() {
        let mut show = Show::open(scenario(preset.name), Start::Beginning);
        let steps = show.pace().steps();
        for i in 1..=12 {
            show.seek(steps * i / 12);
            look(preset.name, &show);
        }
    }
}

#[test]
fn a_destination_shows_as_doubled_what_the_judge_calls_doubled() {
    let mut seen = 0;
    moments_of_every_preset(|name, show| {
        let report = show.report();
        for destination in &show.scene().destinations {
            let judged = &report.sinks[&destination.name];
            let step = show.history().step();
            assert_eq!(destination.again, judged.duplicates, "{name}, step {step}, {}", destination.name);
            seen += judged.duplicates;
        }
    });
    assert!(seen > 1000, "{seen}");
}

#[test]
fn an_id_that_is_due_by_two_paths_is_not_doubled_until_it_comes_a_third_time() {
    let job = |sink: &str, faults: &str| {
        read(&format!(
            r#"{{ "barrierscope": 1,
                "sources": [{{ "name": "in", "partitions": [{{ "generate": {{ "count": 20, "every_ms": 100 }} }}] }}],
                "operators": [{{ "name": "left", "kind": "map", "inputs": ["in"] }}, {{ "name": "right", "kind": "map", "inputs": ["in"] }}],
                "sinks": [{{ "name": "out", "kind": "{sink}", "inputs": ["left", "right"] }}],
                "checkpointing": {{ "every_ms": 700 }}, "faults": [{faults}] }}"#
        ))
        .expect("it can be read")
    };
    for sink in ["append", "two_phase", "increment"] {
        for faults in ["", r#"{ "when": { "at_ms": 1250 }, "do": { "crash": "process" } }"#] {
            let mut show = Show::open(job(sink, faults), Start::Beginning);
            show.seek(u64::MAX);
            let judged = show.report().sinks["out"].clone();
            let shown = show.scene().destinations[0].clone();
            assert_eq!(shown.again, judged.duplicates, "{sink} {faults}");
            assert_eq!(judged.duplicates > 0, sink != "two_phase" && !faults.is_empty(), "{sink} {faults}");
            let marked = shown.lines.iter().filter(|l| l.repeats.is_some()).count();
            assert!(judged.duplicates > 0 || marked == 0, "{sink}: {marked} rows are marked, and none is doubled");
        }
    }
}

/// Found by chance: while the run went on, the copy stood for something that had not happened yet.
#[test]
fn what_is_sent_again_before_it_is_sent_waits_for_its_turn() {
    let offsets = ["checkpoint", "latest", "earliest"];
    for offsets in offsets {
        let job = read(&format!(
            r#"{{ "barrierscope": 1,
                "sources": [{{ "name": "in", "partitions": [{{ "records": [{{ "id": 1, "at": 0 }}, {{ "id": 2, "at": 0 }}] }}] }},
                    {{ "name": "late", "offsets": "{offsets}", "partitions": [{{ "generate": {{ "count": 2, "first_id": 10,
                        "start_ms": 1000000, "every_ms": 0 }} }}] }}],
                "operators": [{{ "name": "total", "kind": "sum", "inputs": ["in", "late"] }}],
                "sinks": [{{ "name": "out", "kind": "append", "inputs": ["total"] }}], "restart": {{ "delay_ms": 100 }},
                "faults": [{{ "when": {{ "at_ms": 0 }}, "do": {{ "redeliver": {{ "source": "late", "partition": 0, "id": 10 }} }} }},
                    {{ "when": {{ "processed": {{ "operator": "total", "id": 1 }} }}, "do": {{ "crash": "process" }} }}] }}"#
        ))
        .expect("it can be read");
        let mut show = Show::open(job, Start::Beginning);
        let steps = show.pace().steps();
        let mut most = 0;
        for step in 0..=steps {
            show.seek(step);
            let (shown, judged) = (show.scene().destinations[0].again, show.report().sinks["out"].duplicates);
            assert_eq!(shown, judged, "{offsets}, step {step}");
            let before = show.history().now() < SimTime(1_000_000);
            assert!(
                !before || show.report().sinks["out"].rows <= 4,
                "{offsets}, step {step}: nothing of `late` is there yet"
            );
            most = judged.max(most);
        }
        assert!(most > 0, "{offsets}: the copy is a duplicate once its original is there");
    }
}

#[test]
fn the_closing_card_counts_what_it_names_and_explains_its_own_headline() {
    use barrierscope::view::closing::cost;
    let (mut doubled, mut several) = (0, 0);
    for preset in presets() {
        let mut show = Show::open(scenario(preset.name), Start::Beginning);
        show.seek(u64::MAX);
        let Some(cost) = cost(&show) else { continue };
        doubled += 1;
        several += u64::from(cost.of_ids.0 < cost.duplicates);
        assert!(cost.of_ids.0 <= cost.duplicates && cost.of_ids.1 <= cost.missing, "{}: {cost:?}", preset.name);
        let explained: u64 = cost.causes.iter().map(|(_, n)| n).sum();
        assert_eq!(explained, cost.duplicates + cost.missing, "{}: {cost:?}", preset.name);
        let said = (barrierscope::text::ENGLISH_WORKBENCH.cost)(&cost);
        assert!(!said.contains("twice") || cost.of_ids.0 == cost.duplicates, "{}: {said}", preset.name);
    }
    assert!(doubled > 15 && several > 0, "{doubled} {several}");
}

proptest! {
    #![proptest_config(trying(200))]

    /// Whatever the graph: the stage says of a destination what the judge says of it, at any moment.
    #[test]
    fn the_stage_and_the_judge_agree_on_what_stands_twice(scenario in scenarios(&Mix::wild()), share in 0.3f64..=1.0) {
        let mut show = Show::open(scenario, Start::Beginning);
        let steps = show.pace().steps();
        show.seek((steps as f64 * share) as u64);
        let report = show.report();
        for destination in &show.scene().destinations {
            let judged = report.sinks[&destination.name].duplicates;
            prop_assert_eq!(destination.again, judged, "{} at step {}", destination.name, show.history().step());
        }
    }
}
