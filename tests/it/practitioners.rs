//! What people who run such jobs were bitten by, retold as scenarios: each gives the counts of its story.

use std::collections::{BTreeMap, BTreeSet};

use barrierscope::event::{Event, Events};
use barrierscope::ids::ChannelId;
use barrierscope::operator::Operate;
use barrierscope::scenario::{self, Scenario};
use barrierscope::sim::{Body, Defect, World};
use serde_json::Value;

use crate::both::cases::hold;

/// Every story with its text, by name.
fn stories() -> BTreeMap<String, String> {
    let files = std::fs::read_dir("stories").unwrap().map(|f| f.unwrap().path());
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().trim_end_matches(".json").to_owned();
        (name, std::fs::read_to_string(&path).unwrap())
    };
    files.map(read).collect()
}

/// The variants of one situation.
fn variants(situation: &str) -> Vec<(String, String)> {
    stories().into_iter().filter(|(name, _)| name.starts_with(&format!("{situation}-"))).collect()
}

fn every_variant_gives_what_it_expects(situation: &str) {
    let variants = variants(situation);
    assert!(!variants.is_empty(), "{situation} has no file");
    let faults: Vec<String> =
        variants.iter().filter_map(|(name, text)| Some(format!("{name}: {}", hold(text).err()?.join("; ")))).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

macro_rules! situations {
    ($($name:ident: $prefix:literal,)+) => {
        const SITUATIONS: &[&str] = &[$($prefix),+];

        $(
            #[test]
            fn $name() {
                every_variant_gives_what_it_expects($prefix);
            }
        )+
    };
}

situations! {
    a01_the_tail_since_the_last_checkpoint_is_written_twice: "a01",
    a02_offsets_committed_by_a_timer: "a02",
    a21_a_transaction_times_out_while_the_job_is_down: "a21",
    a24_a_reader_at_the_default_isolation_level: "a24",
    a30_a_crash_between_checkpoint_and_commit: "a30",
    a32_at_least_once_mode_counts_twice: "a32",
    a33_the_same_picture_at_three_prices: "a33",
    a36_a_checkpoint_longer_than_its_interval: "a36",
    a52_a_dedup_that_remembers_for_ever: "a52",
    a54_cleanup_only_for_keys_that_come_back: "a54",
    a57_a_dedup_window_of_five_seconds: "a57",
    a60_does_a_suppressed_duplicate_renew_the_entry: "a60",
    a62_a_dedup_store_that_is_not_in_the_checkpoint: "a62",
    a65_everything_expired_when_the_job_came_back: "a65",
}

#[test]
fn every_story_can_be_shown() {
    let mut titles = BTreeSet::new();
    for (name, text) in stories() {
        let story: Value = serde_json::from_str(&text).unwrap();
        assert!(SITUATIONS.iter().any(|s| name.starts_with(&format!("{s}-"))), "{name} belongs to no situation");
        for (what, said) in [("why", &story["why"]), ("note", &story["scenario"]["note"])] {
            assert!(said.as_str().is_some_and(|s| s.ends_with('.')), "{name}: {what} is no sentence");
        }
        let title = story["scenario"]["title"].as_str().unwrap_or_default().to_owned();
        assert!(!title.is_empty() && titles.insert(title.clone()), "{name}: the title {title:?} is empty or taken");
    }
}

fn scenario_of(name: &str) -> Scenario {
    let story: Value = serde_json::from_str(&stories()[name]).unwrap();
    scenario::read(&story["scenario"].to_string()).unwrap()
}

#[test]
fn a30_commits_that_the_checkpoint_does_not_keep_lose_a_thousand_rows() {
    // The other half of the story needs an engine that is broken so: the sound one always keeps them.
    let mut world = World::with_defect(&scenario_of("a30-commit-on-restore"), Defect::PendingCommitsForgotten);
    let seen = barrierscope::check::watch(&mut world, &barrierscope::check::LIMITS);
    let report = barrierscope::check::Report::of(&world, &seen);
    let table = &report.sinks["table"];
    assert_eq!((table.visible, table.missing, table.duplicates), (7_000, 1_000, 0));
    assert_eq!(table.missing_ids, (6_000..7_000).map(barrierscope::ids::EventId::Int).collect::<Vec<_>>());
    assert_eq!(report.restarts[0].resume["orders"], [7_000], "the source has moved on");
}

#[test]
fn a54_a_cleanup_every_so_often_holds_what_is_alive_and_what_one_period_brought() {
    // The format has no cleanup by the clock. What is periodic is `compaction`: at every fourth checkpoint, here every
    // twenty seconds. A hundred new keys a second, alive for ten.
    let mut world = World::new(&scenario_of("a54-compaction"));
    let mut events = Events::off();
    let (alive, period) = (1_000, 2_000);
    let mut most = 0;
    while world.advance(&mut events) {
        let held = world.job().map_or(0, |job| match &job.tasks[1].body {
            Body::Operator(dedup) => dedup.entries(),
            Body::Source(_) | Body::Sink(_) => 0,
        });
        most = most.max(held);
    }
    assert!(most > period && most <= alive + period + 1, "{most} held at most");
}

/// Records that wait in the channel from `a` when the count goes on with it, and how long it had stood.
fn waiting_at_the_end_of_alignment(name: &str) -> Option<(usize, u64)> {
    let mut world = World::new(&scenario_of(name));
    let mut events = Events::on();
    while world.advance(&mut events) {
        for e in events.list.drain(..) {
            if let Event::Unblocked { channel, blocked_ms, .. } = e.event {
                assert_eq!(channel, ChannelId(0), "only the channel from `a` ever waits");
                return Some((world.job()?.channels[0].queue().len(), blocked_ms));
            }
        }
    }
    None
}

#[test]
fn a33_two_hundred_records_wait_only_when_barriers_are_aligned() {
    assert_eq!(waiting_at_the_end_of_alignment("a33-aligned"), Some((200, 4_000)));
    assert_eq!(waiting_at_the_end_of_alignment("a33-unaligned"), None);
    assert_eq!(waiting_at_the_end_of_alignment("a33-at-least-once"), None);
}
