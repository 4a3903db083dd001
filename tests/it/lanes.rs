//! Lanes without a page: every event of a run is in one cell, every barrier is a line, every cut is drawn and checked.

use barrierscope::event::Event;
use barrierscope::scenario::{Mode, Scenario, presets, read};
use barrierscope::text::ENGLISH_WORKBENCH;
use barrierscope::view::lanes::{Grid, Layer, Part, TICK, Tracks, Verdict, Who, grid, picture, steps_in, ticks};
use barrierscope::view::reel::Cargo;
use barrierscope::view::show::{Show, Start};
use serde_json::json;

fn open(scenario: &Scenario) -> Show {
    Show::open(scenario.clone(), Start::Beginning)
}

fn all() -> impl Iterator<Item = (&'static str, Show)> {
    presets().iter().map(|p| (p.name, open(&read(p.json()).unwrap())))
}

fn total(grid: &Grid) -> usize {
    grid.counts.iter().map(|n| *n as usize).sum()
}

/// A run of more than 100,000 steps.
fn long() -> Show {
    let job = json!({
        "barrierscope": 1,
        "sources": [{ "name": "orders", "service_ms": 0,
                      "partitions": [{ "generate": { "count": 40_000, "every_ms": 10 } }] }],
        "operators": [{ "name": "dedup", "kind": "dedup", "inputs": ["orders"], "ttl": { "ms": 60_000 } }],
        "sinks": [{ "name": "out", "kind": "append", "inputs": ["dedup"] }],
        "checkpointing": { "every_ms": 10_000 },
        "faults": [{ "when": { "at_ms": 200_000 }, "do": { "crash": "process" } }]
    });
    open(&read(&job.to_string()).unwrap_or_else(|e| panic!("{e:?}")))
}

fn nothing_is_left_out(name: &str, show: &Show) {
    let tracks = Tracks::of(show);
    let events = show.history().all_events().len();
    for columns in [10, 120, 416] {
        let whole = grid(show, &tracks, Part::ALL, columns);
        assert_eq!(whole.counts.len(), columns * tracks.lanes.len());
        assert_eq!(total(&whole), events, "{name}: {columns} columns");
    }
    for parts in [2, 8, 64] {
        let share = |i: i32| f64::from(i) / f64::from(parts);
        let part = |i: i32| grid(show, &tracks, Part { from: share(i), to: share(i + 1) }, 100);
        assert_eq!((0..parts).map(|i| total(&part(i))).sum::<usize>(), events, "{name}: {parts} parts");
    }
}

#[test]
fn every_event_of_every_preset_is_in_one_cell() {
    for (name, show) in all() {
        nothing_is_left_out(name, &show);
    }
}

#[test]
fn a_run_of_a_hundred_thousand_steps_is_whole() {
    let show = long();
    assert!(show.pace().steps() >= 100_000, "{}", show.pace().steps());
    nothing_is_left_out("long", &show);
    let tracks = Tracks::of(&show);
    let drawing = picture(&grid(&show, &tracks, Part::ALL, 416), &tracks, 3, 18);
    // However long the run, the drawing stays small.
    let size: usize = drawing.paths.iter().map(|(_, path)| path.len()).sum();
    assert!(size < 200_000, "{size} bytes of paths");
    assert!(drawing.paths.len() <= 18);
}

#[test]
fn a_cell_leads_to_the_steps_that_are_counted_in_it() {
    let show = open(&read(presets()[0].json()).unwrap());
    let tracks = Tracks::of(&show);
    for part in [Part::ALL, Part { from: 0.25, to: 0.5 }] {
        let cells = grid(&show, &tracks, part, 200);
        for (i, count) in cells.counts.iter().enumerate() {
            let (lane, column) = (i / 200, i % 200);
            let steps = steps_in(&show, &tracks, part, 200, lane, column);
            let plan = show.world().plan();
            let events = steps.iter().flat_map(|s| show.history().events_at(*s));
            let here = events.filter(|e| tracks.lane_of(plan, &e.event) == lane).count();
            assert_eq!(here, *count as usize, "lane {lane}, column {column}");
        }
    }
}

#[test]
fn there_is_a_lane_for_each_task_and_each_store() {
    for (name, show) in all() {
        let plan = show.world().plan();
        let tracks = Tracks::of(&show);
        let count = |is: fn(&Who) -> bool| tracks.lanes.iter().filter(|w| is(w)).count();
        assert_eq!(count(|w| matches!(w, Who::Task(_))), plan.tasks.len(), "{name}");
        assert_eq!(count(|w| matches!(w, Who::Log(_))), plan.scenario.sources.len(), "{name}");
        assert_eq!(count(|w| matches!(w, Who::Destination(_))), plan.scenario.sinks.len(), "{name}");
        assert_eq!(count(|w| *w == Who::Checkpoints), 1, "{name}");
        let mut names: Vec<String> = tracks.lanes.iter().map(|w| (ENGLISH_WORKBENCH.lanes.lane)(plan, w)).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), tracks.lanes.len(), "{name}: each has a name of its own");
    }
}

#[test]
fn every_checkpoint_has_its_cut_with_what_the_check_says() {
    let (mut failed, mut inconsistent) = (0, 0);
    for (name, show) in all() {
        let tracks = Tracks::of(&show);
        let events = || show.history().all_events().iter().map(|s| &s.event);
        let triggered = events().filter(|e| matches!(e, Event::Triggered { .. })).count();
        assert_eq!(tracks.cuts.len(), triggered, "{name}");
        let cells = grid(&show, &tracks, Part::ALL, 400);
        assert_eq!(cells.cuts.len(), tracks.cuts.len(), "{name}: every cut is drawn");
        for cut in &tracks.cuts {
            let completed =
                events().any(|e| matches!(e, Event::Completed { checkpoint } if *checkpoint == cut.checkpoint));
            match cut.verdict {
                Verdict::Consistent => {
                    assert!(completed, "{name}");
                    assert_eq!(cut.snapshots.len(), show.world().plan().tasks.len(), "{name}: a snapshot of each task");
                }
                // Where alignment is skipped, records from behind the barrier are in the state.
                Verdict::Inconsistent => {
                    let mode = show.scenario().checkpointing.as_ref().map(|c| c.mode);
                    assert_eq!(mode, Some(Mode::AtLeastOnce), "{name}: {cut:?}");
                    inconsistent += 1;
                }
                Verdict::Failed(_) | Verdict::Unfinished => {
                    assert!(!completed, "{name}");
                    failed += 1;
                }
            }
        }
    }
    assert!(failed > 0 && inconsistent > 0, "{failed} failed, {inconsistent} not consistent");
}

#[test]
fn barriers_are_lines_from_lane_to_lane() {
    for (name, show) in all() {
        let tracks = Tracks::of(&show);
        let barriers = show.reel().flights.iter().flatten().filter(|f| matches!(f.cargo, Cargo::Barrier(_))).count();
        let cells = grid(&show, &tracks, Part::ALL, 20_000);
        // On so many columns only barriers of one moment on one edge could fall together.
        assert!(cells.barriers.len() <= barriers, "{name}");
        assert_eq!(cells.barriers.is_empty(), barriers == 0, "{name}");
        assert!(cells.barriers.iter().all(|(a, from, b, to)| a <= b && from < to), "{name}: {:?}", cells.barriers);
        let drawing = picture(&cells, &tracks, 1, 18);
        let drawn = drawing.paths.iter().any(|(layer, _)| *layer == Layer::Barrier);
        assert_eq!(drawn, barriers > 0, "{name}");
    }
}

#[test]
fn a_part_stays_while_the_position_is_in_sight() {
    let first = Part::follow(None, 0.5, 8.0);
    assert!((0.0..=1.0).contains(&first.within(0.5)));
    for within in [0.01, 0.3, 0.99] {
        assert_eq!(Part::follow(Some(first), first.share(within), 8.0), first, "at {within}");
    }
    // Out of sight, or looked at more closely: another part, with the position in it.
    for (share, times) in [(first.share(1.01), 8.0), (first.share(-0.01), 8.0), (0.5, 16.0), (0.5, 1.0)] {
        let next = Part::follow(Some(first), share, times);
        assert_ne!(next, first);
        assert!((0.0..=1.0).contains(&next.within(share)), "{share}: {next:?}");
    }
}

#[test]
fn a_short_part_is_told_in_milliseconds() {
    let part = ENGLISH_WORKBENCH.lanes.part;
    assert_eq!(part(1, 0, 24_953), "the whole run");
    assert_eq!(part(2, 12_000, 24_953), "12.0 s to 24.9 s");
    assert_eq!(part(64, 24_903, 24_953), "24.903 s to 24.953 s");
}

#[test]
fn times_along_the_lanes_are_where_the_clock_shows_them_and_do_not_overlap() {
    for (name, show) in all() {
        let pace = show.pace();
        for width in [240, 680, 1200] {
            for part in [Part::ALL, Part { from: 0.25, to: 0.5 }, Part { from: 0.5, to: 0.5 + 1.0 / 256.0 }] {
                let found = ticks(&show, part, width);
                assert!(part != Part::ALL || found.len() >= 2, "{name}, {width}: {found:?}");
                assert!(found.windows(2).all(|w| w[1].x - w[0].x >= TICK && w[0].at < w[1].at), "{name}: {found:?}");
                for tick in &found {
                    assert!((0..=width - TICK).contains(&tick.x), "{name}: {tick:?}");
                    let page = part.share(f64::from(tick.x) / f64::from(width)) * pace.end();
                    let pixel = (part.to - part.from) * pace.end() / f64::from(width);
                    let at = tick.at.ms() as f64;
                    let (from, to) = (pace.clock_at(page - pixel), pace.clock_at(page + pixel));
                    assert!(from <= at && at <= to, "{name}: {at} is not in {from} to {to}");
                }
            }
        }
    }
    let names = [0, 500, 24_953, 30_000, 1_200_000].map(ENGLISH_WORKBENCH.lanes.tick);
    assert_eq!(names, ["0 s", "0.5 s", "24.953 s", "30 s", "1,200 s"]);
}
