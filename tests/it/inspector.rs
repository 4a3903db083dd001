//! The inspector without a page: what it tells is what the report, the reel and the events tell.

use std::collections::BTreeSet;

use barrierscope::check::TaskReport;
use barrierscope::event::{Event, Stamped};
use barrierscope::graph::Plan;
use barrierscope::ids::{CheckpointId, EventId};
use barrierscope::operator::Operate;
use barrierscope::scenario::{Mode, Scenario, presets, read};
use barrierscope::sim::Body;
use barrierscope::text::ENGLISH_WORKBENCH;
use barrierscope::text::inspector::Block;
use barrierscope::view::hands::grips;
use barrierscope::view::inspector::{
    Item, Listing, Page, Reading, Subject, TaskPart, Tells, life, page, subjects, window,
};
use barrierscope::view::show::{Show, Start};
use serde_json::json;

fn preset(part: &str) -> Show {
    let found = presets().iter().find(|p| p.name.contains(part)).unwrap_or_else(|| panic!("no preset {part}"));
    open(&read(found.json()).unwrap())
}

fn open(scenario: &Scenario) -> Show {
    let mut show = Show::open(scenario.clone(), Start::Beginning);
    show.seek(u64::MAX);
    show
}

fn all() -> impl Iterator<Item = (&'static str, Show)> {
    presets().iter().map(|p| (p.name, open(&read(p.json()).unwrap())))
}

/// Steps all over a run.
fn moments(show: &Show) -> Vec<u64> {
    let steps = show.pace().steps();
    (0..=8).map(|i| steps * i / 8).collect()
}

/// All rows of a table, as its windows give them, and the cells of each.
fn rows(show: &Show, listing: &Listing, n: usize) -> Vec<Item> {
    let mut rows = Vec::new();
    loop {
        let span = window(show, listing, rows.len(), n);
        if rows.len() >= span.total {
            assert_eq!(rows.len(), span.total);
            return rows;
        }
        // The last window starts earlier, so that it is full.
        let known = rows.len() - span.from;
        assert!(span.items.len() > known, "{listing:?} goes on");
        rows.extend(span.items.into_iter().skip(known));
    }
}

#[test]
fn every_subject_of_every_preset_has_a_page_all_over_the_run() {
    for (name, mut show) in all() {
        for step in moments(&show) {
            show.seek(step);
            let plan = show.world().plan();
            for subject in subjects(plan) {
                assert!(subject.is_in(plan));
                let blocks = (ENGLISH_WORKBENCH.inspector.page)(plan, &page(&show, &subject));
                assert!(!blocks.is_empty(), "{name}: {subject:?}");
                for block in blocks {
                    match block {
                        Block::Listing(listing) => {
                            let heads = (ENGLISH_WORKBENCH.inspector.heads)(plan, &listing).len();
                            for item in window(&show, &listing, 0, 20).items {
                                let (cells, _) = (ENGLISH_WORKBENCH.inspector.cells)(plan, &item, &[]);
                                assert_eq!(cells.len(), heads, "{name}: {listing:?}");
                            }
                        }
                        Block::Table(table, heads, rows) => {
                            assert!(rows.iter().all(|r| r.len() == heads.len()), "{name}: {table}");
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}

#[test]
fn every_place_of_the_stage_but_the_whole_job_can_be_looked_at() {
    let show = preset("two-sinks");
    let plan = show.world().plan();
    let found: Vec<bool> = grips(plan).iter().map(|g| Subject::of(g, plan).is_some_and(|s| s.is_in(plan))).collect();
    assert!(!found[0]);
    assert!(found[1..].iter().all(|is| *is));
}

#[test]
fn checkpoints_stand_in_the_words_and_the_order_of_flinks_page() {
    let show = preset("two-sinks");
    let plan = show.world().plan();
    let heads = (ENGLISH_WORKBENCH.inspector.heads)(plan, &Listing::Checkpoints);
    let real = [
        "ID",
        "Status",
        "Acknowledged",
        "Trigger Time",
        "Latest Acknowledgement",
        "End to End Duration",
        "Checkpointed Data Size",
        "Full Checkpoint Data Size",
        "Processed (persisted) in-flight data",
    ];
    assert_eq!(heads, real);
    let blocks = (ENGLISH_WORKBENCH.inspector.page)(plan, &page(&show, &Subject::Checkpoints(None)));
    let bars = blocks.iter().find_map(|b| if let Block::Bars(names, ..) = b { Some(*names) } else { None });
    assert_eq!(bars, Some(["Start Delay", "Alignment Duration", "Sync Duration", "Async Duration"]));
    let counts = "Triggered: 2 · In Progress: 0 · Completed: 2 · Failed: 0 · Restored: 1";
    assert!(blocks.iter().any(|b| matches!(b, Block::Note(words, _) if words == counts)), "{blocks:?}");
}

fn agrees(part: &TaskPart, report: &TaskReport) {
    let length = |i: usize| part.bars[i].map(|(from, to)| to - from);
    assert_eq!(length(0), report.start_delay_ms);
    assert_eq!(length(1).unwrap_or(0), report.alignment_ms);
    assert_eq!(length(2).unwrap_or(0), report.sync_ms);
    assert_eq!(length(3), report.async_ms);
    assert_eq!((part.full, part.persisted.0), (report.state_bytes, report.in_flight_bytes));
}

#[test]
fn a_checkpoint_says_what_the_report_says() {
    let mut seen = 0;
    for (name, show) in all() {
        let report = show.report();
        let lines = rows(&show, &Listing::Checkpoints, 7);
        assert_eq!(lines.len(), report.checkpoints.len(), "{name}");
        for (line, c) in lines.iter().rev().zip(&report.checkpoints) {
            let Item::Checkpoint(line) = line else { panic!("{name}: {line:?}") };
            assert_eq!((line.id.0, line.triggered.ms()), (c.id, c.triggered_ms), "{name}");
            if c.status == "completed" {
                let sizes = (line.checkpointed, line.full, line.persisted);
                assert_eq!(sizes, (c.uploaded_bytes, c.state_bytes, c.in_flight_bytes), "{name}: {}", c.id);
                assert_eq!(line.latest.map(|at| at.ms()), c.completed_ms, "{name}: {}", c.id);
                assert_eq!(line.acknowledged.0, line.acknowledged.1);
                // Where alignment is skipped, records from behind the barrier are in the state.
                let is_exact = show.scenario().checkpointing.as_ref().is_some_and(|c| c.mode == Mode::ExactlyOnce);
                assert!(show.cut_of(line.id).is_some_and(|good| good || !is_exact), "{name}: {}", c.id);
            } else {
                assert_eq!(show.cut_of(line.id), None, "{name}: {}", c.id);
            }
            let Page::Checkpoints(page) = page(&show, &Subject::Checkpoints(Some(line.id))) else { panic!() };
            let detail = page.detail.unwrap();
            // The report has no phases of one in progress; here they are those so far.
            assert!(c.status == "in_progress" || detail.parts.len() == c.tasks.len(), "{name}: {}", c.id);
            detail.parts.iter().zip(&c.tasks).for_each(|(part, report)| agrees(part, report));
            assert!(detail.parts.iter().flat_map(|p| p.bars).flatten().all(|(_, to)| to <= detail.length));
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen}");
}

/// Two sources, one slow on the way: the fast channel's records go on while the barrier of the slow one is awaited, or
/// they wait.
fn skewed(mode: &str, unaligned: bool) -> Show {
    let source = |name: &str, first: u64| {
        json!({ "name": name, "record_bytes": 100,
                "partitions": [{ "generate": { "count": 100, "first_id": first, "every_ms": 10 } }] })
    };
    let job = json!({
        "barrierscope": 1,
        "sources": [source("a", 1), source("b", 1001)],
        "operators": [{ "name": "count", "kind": "count", "inputs": ["a", "b"], "parallelism": 1 }],
        "sinks": [{ "name": "out", "kind": "append", "inputs": ["count"] }],
        "channels": { "capacity": 1000, "edges": [{ "from": "b", "to": "count", "latency_ms": 100 }] },
        "checkpointing": { "at": [{ "source": "a", "partition": 0, "offset": 50 }], "mode": mode,
                           "unaligned": unaligned, "final": false }
    });
    open(&read(&job.to_string()).unwrap_or_else(|e| panic!("{e:?}")))
}

#[test]
fn bh_23_in_flight_data_is_processed_or_persisted_according_to_the_mode() {
    let of = |show: &Show| {
        let Page::Checkpoints(page) = page(show, &Subject::Checkpoints(Some(CheckpointId(1)))) else { panic!() };
        let detail = page.detail.unwrap();
        let count = detail.parts.iter().find(|p| show.world().plan().node_of(p.task).name == "count").unwrap().clone();
        (detail.line.processed, detail.line.persisted, count)
    };
    // Aligned: a's channel waits, b's records of 100 ms on the wire are still worked on.
    let (processed, persisted, count) = of(&skewed("exactly_once", false));
    assert_eq!((processed, persisted), (Some(count.processed), 0));
    assert_eq!(count.bars[1].map(|(from, to)| to - from), Some(100));
    let aligned = count.processed / 100;
    assert!((8..=11).contains(&aligned), "{aligned} records in 100 ms of one source");
    // At least once: a's records are worked on, too.
    let (_, persisted, count) = of(&skewed("at_least_once", false));
    assert_eq!(persisted, 0);
    assert!((17..=22).contains(&(count.processed / 100)), "{}", count.processed);
    // Unaligned: what b had sent before its barrier is stored.
    let (_, persisted, count) = of(&skewed("exactly_once", true));
    assert!(persisted > 0 && count.unaligned);
}

fn ids(show: &Show) -> BTreeSet<EventId> {
    show.reel().reads.iter().map(|r| r.record.id.clone()).collect()
}

#[test]
fn the_opening_runs_record_is_read_twice_and_its_life_says_so() {
    let show = preset("two-sinks");
    let plan = show.world().plan();
    let life = life(&show, &EventId::Int(101));
    let attempts: Vec<(u32, bool)> = life.readings.iter().map(|r| (r.attempt.0, r.replayed)).collect();
    assert_eq!(attempts, [(1, false), (2, true)]);
    for reading in &life.readings {
        let words: Vec<String> = reading
            .lines
            .iter()
            .map(|l| match &l.tells {
                Tells::Happened(event) => (ENGLISH_WORKBENCH.step.event)(plan, event),
                other => format!("{other:?}"),
            })
            .collect();
        assert!(words[0].starts_with("orders read 101"), "{words:?}");
        let has = |what: &str| words.iter().any(|w| w.contains(what));
        assert!(has("dedup took 101") && has("ledger wrote 101") && has("dashboard wrote 101"), "{words:?}");
    }
    assert!(Show::open(show.scenario().clone(), Start::Beginning).history().step() == 0);
    assert!(barrierscope::view::inspector::life(&show, &EventId::Int(999_999)).readings.is_empty());
}

#[test]
fn a_life_leaves_out_nothing_that_happened_to_the_record_and_adds_nothing() {
    let mut lost = 0;
    for (name, show) in all() {
        let events: Vec<&Stamped> = show.history().all_events().iter().collect();
        for id in ids(&show).iter().step_by(17) {
            let life = life(&show, id);
            let told = |reading: &Reading| {
                assert!(reading.lines.is_sorted_by_key(|l| l.step), "{name}: {id}");
                reading.lines.iter().filter(|l| matches!(l.tells, Tells::Happened(Event::Taken { .. }))).count()
            };
            let taken: usize = life.readings.iter().map(told).sum();
            let happened =
                events.iter().filter(|e| matches!(&e.event, Event::Taken { record, .. } if record.id == *id)).count();
            assert_eq!(taken, happened, "{name}: {id}");
            let reads = show.reel().reads.iter().filter(|r| r.record.id == *id).count();
            let begun = life
                .readings
                .iter()
                .filter(|r| matches!(r.lines.first().map(|l| &l.tells), Some(Tells::Happened(Event::Read { .. }))));
            assert_eq!(begun.count(), reads, "{name}: {id}");
            // What was taken or sent and never left is lost with the memory, or the run ends before.
            for line in life.readings.iter().flat_map(|r| &r.lines) {
                let at_step = || show.history().events_at(line.step);
                match &line.tells {
                    Tells::Happened(event) => assert!(at_step().any(|s| s.event == *event), "{name}: {id}"),
                    Tells::LostAtTask(_) | Tells::LostInChannel(_) => {
                        assert!(at_step().any(|s| matches!(s.event, Event::Crashed { .. })), "{name}: {id}");
                        lost += 1;
                    }
                }
            }
        }
    }
    assert!(lost > 0, "no record was lost with the memory");
}

#[test]
fn the_windows_of_a_table_make_up_the_table() {
    for (name, mut show) in all() {
        for step in moments(&show) {
            show.seek(step);
            let world = show.world();
            for (i, node) in world.plan().nodes.iter().enumerate().skip(world.plan().scenario.sources.len()) {
                if let Some(sink) = i.checked_sub(world.plan().nodes.len() - world.plan().scenario.sinks.len()) {
                    let whole = window(&show, &Listing::Sink(node.id), 0, usize::MAX);
                    assert_eq!(rows(&show, &Listing::Sink(node.id), 97), whole.items, "{name}");
                    let there = &world.durable().destinations[sink];
                    let stands = there.rows.len() + there.by_id.len() + there.balances.len();
                    assert_eq!(whole.total, stands, "{name}: {}", node.name);
                }
            }
        }
    }
}

/// State entries that an operator holds, of which so many are live.
fn held(show: &Show, task: usize) -> Option<(usize, usize)> {
    let body = &show.world().job()?.tasks[task].body;
    let now = show.world().now();
    match (&show.world().durable().disks[task], body) {
        (Some(o), _) | (None, Body::Operator(o)) => Some((o.entries(), o.live(now))),
        _ => None,
    }
}

fn has_state(plan: &Plan, task: usize) -> bool {
    plan.operator_of(barrierscope::ids::TaskId(task as u16)).is_some_and(|(_, o)| o.kind.is_stateful())
}

#[test]
fn live_and_still_held_entries_stand_apart_with_the_time_that_they_have() {
    let (mut live_seen, mut expired_seen) = (0, 0);
    for (name, mut show) in all() {
        for step in moments(&show) {
            show.seek(step);
            let plan = show.world().plan();
            for task in (0..plan.tasks.len()).filter(|t| has_state(plan, *t)) {
                let Some((entries, live)) = held(&show, task) else { continue };
                let id = barrierscope::ids::TaskId(task as u16);
                let (now, ttl) = (show.world().now(), plan.operator_of(id).and_then(|(_, o)| o.ttl));
                let mut expires = Vec::new();
                for (listing, is_live) in [(Listing::Live(id), true), (Listing::Expired(id), false)] {
                    let all = rows(&show, &listing, 13);
                    assert_eq!(all.len(), if is_live { live } else { entries - live }, "{name}");
                    for item in all {
                        let Item::Entry(row) = item else { panic!("{item:?}") };
                        let Some(ttl) = ttl else {
                            assert_eq!(row.left, None);
                            continue;
                        };
                        let left = (row.stamp.ms() + ttl.ms) as i64 - now.ms() as i64;
                        match row.left {
                            Some(Ok(ms)) => assert_eq!((is_live, ms as i64), (true, left), "{name}"),
                            Some(Err(ms)) => assert_eq!((is_live, -(ms as i64)), (false, left), "{name}"),
                            None => panic!("{name}: no countdown"),
                        }
                        if is_live {
                            expires.push(left);
                            live_seen += 1;
                        } else {
                            expired_seen += 1;
                        }
                    }
                }
                assert!(expires.is_sorted(), "{name}: what expires first stands first");
            }
        }
    }
    assert!(live_seen > 0 && expired_seen > 0, "{live_seen} live, {expired_seen} expired");
}

fn detail(show: &Show) -> barrierscope::view::inspector::Detail {
    match page(show, &Subject::Checkpoints(None)) {
        Page::Checkpoints(page) => page.detail.expect("there is one"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn bh_21_every_task_of_an_unaligned_checkpoint_is_unaligned_even_with_one_input() {
    let show = preset("15-unaligned");
    assert!(detail(&show).parts.iter().all(|part| part.unaligned));
    let show = preset("13-alignment-exactly-once");
    assert!(detail(&show).parts.iter().all(|part| !part.unaligned));
}

#[test]
fn an_alignment_under_way_grows_until_its_last_barrier_is_in() {
    let mut show = preset("13-alignment-exactly-once");
    let (mut seen, mut last) = (0, 0);
    for step in 0..show.pace().steps() {
        show.seek(step);
        let Page::Checkpoints(found) = page(&show, &Subject::Checkpoints(None)) else { continue };
        let Some(detail) = found.detail.filter(|d| d.line.id == CheckpointId(1) && d.cut.is_none()) else { continue };
        let aligning = detail.parts.iter().filter(|p| p.acknowledged.is_none()).filter_map(|p| p.bars[1]);
        let longest = aligning.map(|(from, to)| to - from).max().unwrap_or(0);
        if longest > 0 && longest >= last {
            seen += 1;
            last = longest;
        }
    }
    assert!(seen > 100 && last > 3_000, "{seen} steps, up to {last} ms");
}

#[test]
fn a_two_phase_destination_names_no_more_ids_than_stand() {
    let show = preset("17-transaction-timeout");
    let (shown, judged) = (show.scene().destinations[0].clone(), show.report().sinks["out"].clone());
    assert_eq!((shown.rows, shown.distinct), (judged.visible, judged.distinct));
}

#[test]
fn every_step_has_its_row_and_no_other_table_has_one() {
    let (name, show) = all().next().unwrap();
    for step in moments(&show) {
        let row = Listing::Steps.row_of(step).unwrap();
        let span = window(&show, &Listing::Steps, row, 1);
        assert!(matches!(span.items[..], [Item::Step(s, _)] if s == step), "{name}: {span:?}");
        assert_eq!(Listing::Checkpoints.row_of(step), None);
    }
}

#[test]
fn a_checkpoint_that_came_with_the_end_of_the_input_says_so() {
    let said = |show: &Show, id: u32| {
        let page = page(show, &Subject::Checkpoints(Some(CheckpointId(id))));
        let blocks = (ENGLISH_WORKBENCH.inspector.page)(show.world().plan(), &page);
        blocks.iter().any(|b| matches!(b, Block::Note(words, _) if words.contains("the input had ended")))
    };
    let show = preset("21-one-crash");
    assert!(!said(&show, 1), "the timer triggered it");
    assert!(said(&show, 2), "nothing else did");
}
