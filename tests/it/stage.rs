//! The stage for jobs of any size: the layout holds, what has no room is counted, and nothing is shown that is not so.

use barrierscope::graph::Plan;
use barrierscope::scenario::{Scenario, preset, presets, read};
use barrierscope::sim::{Event, WriteEffect};
use barrierscope::sink::TxnPhase;
use barrierscope::text::ENGLISH_WORKBENCH;
use barrierscope::view::geometry::{Point, Rect};
use barrierscope::view::layout::stage;
use barrierscope::view::lens::Lens;
use barrierscope::view::movers::{Body, Pipe, Place, movers};
use barrierscope::view::piping::Label;
use barrierscope::view::reel::Cargo;
use barrierscope::view::scene::destination;
use barrierscope::view::show::{Show, Start, cast};
use barrierscope::view::tags::tags;

fn scenario(name: &str) -> Scenario {
    read(preset(name).unwrap_or_else(|| panic!("no preset {name}")).json()).expect("a preset can be read")
}

/// Sixteen operators with four subtasks each in layers of up to five, two sources, three sinks.
fn large() -> Scenario {
    let source = |name: &str, first: u64| {
        let partitions: Vec<String> = (0..4)
            .map(|p| format!(r#"{{"generate":{{"count":30,"first_id":{},"every_ms":50,"keys":8}}}}"#, first + p * 30))
            .collect();
        format!(r#"{{"name":"{name}","parallelism":4,"partitions":[{}]}}"#, partitions.join(","))
    };
    let operator = |name: &str, kind: &str, inputs: &str| {
        format!(r#"{{"name":"{name}","kind":"{kind}","inputs":[{inputs}],"parallelism":4,"service_ms":20}}"#)
    };
    let operators = [
        operator("parse", "map", r#""orders""#),
        operator("dedup", "dedup", r#""parse""#),
        operator("enrich", "map", r#""dedup""#),
        operator("by customer", "sum", r#""enrich""#),
        operator("by product", "count", r#""enrich""#),
        operator("score", "map", r#""enrich""#),
        operator("suspicious", "map", r#""score""#),
        operator("clean", "map", r#""payments""#),
        operator("once", "dedup", r#""clean""#),
        operator("tidy", "map", r#""once""#),
        operator("union", "map", r#""enrich","tidy""#),
        operator("net", "sum", r#""union""#),
        operator("round", "map", r#""net""#),
        operator("alerts", "count", r#""suspicious","union""#),
        operator("format", "map", r#""by customer","by product""#),
        operator("audit", "map", r#""alerts","round""#),
    ];
    let text = format!(
        r#"{{"barrierscope":1,"sources":[{},{}],"operators":[{}],"sinks":[
            {{"name":"ledger","kind":"two_phase","inputs":["audit"]}},
            {{"name":"dashboard","kind":"set","inputs":["format"]}},
            {{"name":"archive","kind":"append","inputs":["round"]}}],
            "channels":{{"capacity":10,"latency_ms":60}},"checkpointing":{{"every_ms":500}}}}"#,
        source("orders", 1),
        source("payments", 1000),
        operators.join(","),
    );
    read(&text).expect("the large job can be read")
}

#[test]
fn a_large_job_fits_the_width_and_nothing_covers_anything() {
    let cast = cast(&Plan::new(&large()));
    for (width, height) in [(1280.0, 500.0), (1920.0, 800.0), (1024.0, 500.0), (768.0, 800.0), (360.0, 500.0)] {
        let drawn = stage(&cast, width, height);
        assert_eq!(drawn, stage(&cast, width, height), "the same job looks the same");
        let boxes: Vec<Rect> = drawn.nodes.iter().map(|n| n.rect).collect();
        let lower: Vec<Rect> = drawn.tapes.iter().chain(&drawn.slots).chain(&drawn.destinations).copied().collect();
        for list in [&boxes, &lower] {
            for (i, a) in list.iter().enumerate() {
                assert!(list[i + 1..].iter().all(|b| !a.overlaps(*b)), "at {width}: {a:?} lies on another");
            }
        }
        assert!(boxes.iter().all(|b| drawn.memory.contains(*b)), "at {width}");
        assert!(lower.iter().all(|b| drawn.durable.contains(*b)), "at {width}: {lower:?} in {:?}", drawn.durable);
        let bundles = drawn.ducts.iter().filter(|d| d.hull.is_some()).count();
        assert!(bundles >= 8, "keyed edges between four and four subtasks are bundles: {bundles}");
        for pipe in drawn.pipes.iter().chain(&drawn.risers).chain(&drawn.chutes) {
            for share in 0..=20 {
                let at = pipe.place(f64::from(share) / 20.0);
                assert!((0.0..=width).contains(&at.x) && (0.0..=drawn.height).contains(&at.y), "at {width}: {at:?}");
            }
        }
        let labels: Vec<Rect> = drawn.ducts.iter().filter_map(|d| d.label).map(Label::rect).collect();
        for (i, a) in labels.iter().enumerate() {
            assert!(labels[i + 1..].iter().chain(&boxes).all(|b| !a.overlaps(*b)), "at {width}: a label is covered");
        }
    }
}

#[test]
fn what_is_drawn_as_a_density_counts_what_the_channels_hold() {
    let text = r#"{"barrierscope":1,
        "sources":[{"name":"a","parallelism":4,"partitions":[
            {"generate":{"count":900,"every_ms":2}},{"generate":{"count":900,"first_id":1000,"every_ms":2}},
            {"generate":{"count":900,"first_id":2000,"every_ms":3}},{"generate":{"count":900,"first_id":3000,"every_ms":3}}]}],
        "operators":[{"name":"sum","kind":"sum","inputs":["a"],"parallelism":4}],
        "sinks":[{"name":"out","kind":"append","inputs":["sum"]}],
        "channels":{"capacity":5000,"latency_ms":900},"checkpointing":{"every_ms":700}}"#;
    let mut show = Show::open(read(text).expect("it can be read"), Start::Beginning);
    let drawn = stage(show.cast(), 1280.0, 500.0);
    let mut most = 0;
    for share in 1..20 {
        show.seek(show.pace().steps() * share / 20);
        let held: u64 = show.world().job().map_or(0, |job| job.channels.iter().map(|c| c.records()).sum());
        let all = movers(show.reel(), show.pace(), &drawn, show.playback().place(), false);
        let drawn_there: usize = all
            .iter()
            .map(|m| match m.body {
                Body::Record { place: Place::Channel(_), .. } => 1,
                Body::Heat { records, pipe: Pipe::Channel(_) | Pipe::Duct(_), .. } => records,
                _ => 0,
            })
            .sum();
        assert_eq!(drawn_there as u64, held, "at step {}", show.history().step());
        assert!(all.len() < 1500, "{} things move", all.len());
        most = most.max(held);
    }
    assert!(most > 1000, "{most} records were in flight at most");
}

#[test]
fn what_rushes_by_stays_on_its_canvas() {
    // A record's sign reaches 18 pixels from its middle, and no other further.
    const SIGN: f64 = 18.0;
    for preset in presets() {
        let mut show = Show::open(read(preset.json()).expect("a preset can be read"), Start::Beginning);
        for (width, height) in [(1280.0, 480.0), (360.0, 900.0)] {
            let drawn = stage(show.cast(), width, height);
            let reach = drawn.reach();
            for moment in 0..60 {
                show.seek_page(show.pace().end() * f64::from(moment) / 60.0);
                for mover in movers(show.reel(), show.pace(), &drawn, show.playback().place(), false) {
                    let (top, bottom) = (mover.at.y - SIGN * drawn.scale, mover.at.y + SIGN * drawn.scale);
                    let inside = (reach.y <= top.max(0.0)) && (bottom.min(drawn.height) <= reach.bottom());
                    assert!(inside, "{} at {width}: {:?} at {:?}", preset.name, mover.body, mover.at);
                }
            }
        }
    }
}

#[test]
fn records_that_a_checkpoint_stores_in_flight_are_marked_and_counted_on_its_card() {
    let mut show = Show::open(scenario("15-unaligned"), Start::Beginning);
    let completed = show.history().all_events().iter().find(|s| matches!(s.event, Event::Completed { .. }));
    let step = completed.expect("a checkpoint completes").step;
    let marked = show.reel().flights.iter().flatten().filter(|f| f.stored <= step).count() as u64;
    show.seek(step);
    let card = show.scene().restorable.expect("a checkpoint stands on the shelf");
    assert_eq!(card.in_flight.0, marked);
    assert_eq!(marked, 200);
    assert!(show.reel().flights.iter().flatten().all(|f| f.stored > step || matches!(f.cargo, Cargo::Record(..))));
}

#[test]
fn a_destination_counts_the_same_as_a_walk_over_all_its_rows() {
    for preset in presets() {
        let Ok(scenario) = read(preset.json()) else { continue };
        let mut show = Show::open(scenario, Start::Beginning);
        for share in 0..=10 {
            show.seek(show.pace().steps() * share / 10);
            let (world, reel) = (show.world(), show.reel());
            for (i, spec) in show.scenario().sinks.iter().enumerate() {
                let node = world.plan().sink_node(i);
                let there = &world.durable().destinations[i];
                let sees_all = spec.reader == barrierscope::scenario::Reader::ReadUncommitted;
                let mut seen = std::collections::BTreeMap::new();
                // What was aborted does not stand.
                let mut standing = std::collections::BTreeSet::new();
                for write in reel.written(node.index(), world.steps()) {
                    let visible = match write.effect {
                        WriteEffect::Row | WriteEffect::Added => true,
                        WriteEffect::Pending(t) => {
                            sees_all || there.transaction(t).is_some_and(|t| t.phase == TxnPhase::Committed)
                        }
                        WriteEffect::Replaced | WriteEffect::Refused => false,
                    };
                    let aborted = matches!(write.effect, WriteEffect::Pending(t) if !sees_all
                        && there.transaction(t).is_some_and(|t| t.phase == TxnPhase::Aborted));
                    if !aborted {
                        standing.insert(&write.record.id);
                    }
                    *seen.entry(&write.record.id).or_insert(0u64) += u64::from(visible);
                }
                let again: u64 = seen.values().map(|n| n.saturating_sub(1)).sum();
                let shown = destination(world, reel, i);
                assert_eq!(shown.distinct, standing.len() as u64, "{} at {share}", preset.name);
                // Where the first write of an id replaces, there is nothing that stands twice.
                if shown.again != 0 || again != 0 {
                    assert_eq!(shown.again, again, "{} at {share}", preset.name);
                    let twice = seen.iter().filter(|(_, n)| **n > 1).map(|(id, _)| (*id).clone());
                    let ids: Vec<_> = twice.collect();
                    assert_eq!(shown.again_ids, ids.first().cloned().zip(ids.last().cloned()), "{}", preset.name);
                }
            }
        }
    }
}

#[test]
fn every_step_of_every_preset_is_told_in_a_sentence() {
    for preset in presets() {
        let Ok(scenario) = read(preset.json()) else { continue };
        let show = Show::open(scenario, Start::Beginning);
        let plan = show.world().plan();
        for step in 1..=show.pace().steps().min(3000) {
            let events: Vec<_> = show.history().events_at(step).collect();
            let words = (ENGLISH_WORKBENCH.step.step)(plan, step, &events);
            assert!(words.starts_with("Step ") && words.ends_with('.') && words.len() > 12, "{}: {words}", preset.name);
        }
    }
    let show = Show::open(scenario("21-one-crash-two-sinks"), Start::Beginning);
    let crash = show.reel().crashes[0].step;
    let events: Vec<_> = show.history().events_at(crash).collect();
    let words = (ENGLISH_WORKBENCH.step.step)(show.world().plan(), crash, &events);
    assert!(words.contains("attempt 1 failed"), "{words}");
}

#[test]
fn the_coordinator_says_nothing_that_no_event_says() {
    let show = Show::open(scenario("22-three-partitions"), Start::Beginning);
    let sources = show.world().plan().nodes.iter().filter(|n| n.inputs.is_empty()).map(|n| usize::from(n.parallelism));
    let per_trigger: usize = sources.sum();
    let said = |event: &Event| match event {
        Event::Triggered { .. } => per_trigger,
        Event::Acknowledged { .. } | Event::Notified { .. } => 1,
        _ => 0,
    };
    let expected: usize = show.history().all_events().iter().map(|s| said(&s.event)).sum();
    assert_eq!(show.reel().messages.len(), expected);
    assert!(show.reel().messages.is_sorted_by_key(|m| m.step));
}

#[test]
fn no_message_is_on_its_way_for_good() {
    for preset in presets() {
        let mut show = Show::open(read(preset.json()).expect("a preset can be read"), Start::Beginning);
        let drawn = stage(show.cast(), 1280.0, 500.0);
        show.seek(u64::MAX);
        let all = movers(show.reel(), show.pace(), &drawn, show.playback().place(), false);
        let messages = all.iter().filter(|m| matches!(m.body, Body::Message(_))).count();
        assert_eq!(messages, 0, "{} is over", preset.name);
    }
}

#[test]
fn names_beside_records_cover_no_other_name_and_no_box() {
    let mut show = Show::open(scenario("21-one-crash-two-sinks"), Start::Beginning);
    let drawn = stage(show.cast(), 1280.0, 500.0);
    let mut named = 0;
    for step in (0..show.pace().steps()).step_by(23) {
        show.seek(step);
        let all = movers(show.reel(), show.pace(), &drawn, show.playback().place(), true);
        let tagged: Vec<Point> = all.iter().zip(tags(&all, &drawn)).filter(|(_, t)| *t).map(|(m, _)| m.at).collect();
        named += tagged.len();
        for (i, a) in tagged.iter().enumerate() {
            assert!(tagged[i + 1..].iter().all(|b| (a.x - b.x).abs() > 8.0 || (a.y - b.y).abs() > 8.0), "step {step}");
        }
    }
    assert!(named > 20);
}

#[test]
fn the_lens_keeps_what_is_under_the_pointer_and_shows_nothing_beyond_the_edges() {
    let size = Point::at(1000.0, 500.0);
    let at = Point::at(250.0, 100.0);
    let lens = Lens::default().zoomed(2.0, at, size);
    assert_eq!((lens.scale, lens.x, lens.y), (2.0, -250.0, -100.0));
    let far = lens.panned(10_000.0, -10_000.0, size);
    assert_eq!((far.x, far.y), (0.0, -500.0));
    assert_eq!(lens.zoomed(0.1, at, size), Lens::default());
}
