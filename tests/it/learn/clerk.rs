//! The lens: the stage in the words of the analogy says the same, with the same numbers, and in no word of the field.

use barrierscope::ids::EventId;
use barrierscope::scenario::{presets, read};
use barrierscope::text::inspector::Block;
use barrierscope::text::{CLERK, CLERK_WORKBENCH, ENGLISH, ENGLISH_WORKBENCH, Text, Workbench};
use barrierscope::view::closing::{cost, price};
use barrierscope::view::hands::{grips, offers};
use barrierscope::view::inspector::{Listing, Subject, page, subjects, window};
use barrierscope::view::lanes::Tracks;
use barrierscope::view::show::{Show, Start};
use barrierscope::view::verdict::verdict;
use barrierscope::view::why::{Subject as Asked, inquiry, moments, to_try};

/// Everything that the stage says at this moment.
fn said(text: &Text, show: &Show) -> Vec<String> {
    let scene = show.scene();
    let mut all = (text.moment)(&scene);
    all.push((text.memory)(&scene, 0));
    all.push((text.coordinator)(&scene));
    all.extend(show.caption().map(|caption| (text.caption)(caption)));
    for node in &scene.nodes {
        let (label, value) = (text.node_value)(node);
        all.extend([label, value, (text.node_note)(node, false), (text.node_sign)(node, false)]);
    }
    for card in scene.restorable.iter().chain(&scene.next) {
        all.extend([(text.checkpoint)(card.id), (text.status)(card)]);
        all.extend(card.states.iter().map(|(_, kept)| (text.kept)(kept)));
    }
    for d in &scene.destinations {
        all.extend([(text.holds)(d), (text.holds_short)(d), (text.again_short)(d), (text.stands_twice)(d)]);
    }
    let v = verdict(show);
    all.extend([(text.inside)(&v), (text.output)(&v)]);
    all.extend(grips(show.world().plan()).iter().map(|grip| (text.play.grip)(grip, show.world().plan())));
    all
}

/// Words of the field, as the start of a word.
const FIELD: &[&str] = &[
    "checkpoint",
    "barrier",
    "record",
    "offset",
    "snapshot",
    "coordinator",
    "transaction",
    "crash",
    "attempt",
    "memory",
    "restart",
    "log ",
    "rows",
    "commit",
];

/// A word of the field in this text, but for the names that the job has.
fn of_the_field(text: &str, names: &[String]) -> Option<&'static str> {
    let mut text = text.to_lowercase();
    for name in names {
        text = text.replace(&name.to_lowercase(), "");
    }
    let begins = |at: usize| !text[..at].ends_with(char::is_alphanumeric);
    FIELD.iter().copied().find(|word| text.match_indices(word).any(|(at, _)| begins(at)))
}

#[test]
fn the_clerk_says_the_same_without_a_word_of_the_field() {
    let mut faults = Vec::new();
    let digits =
        |all: &[String]| all.iter().map(|s| s.chars().filter(char::is_ascii_digit).collect()).collect::<Vec<String>>();
    for preset in presets() {
        let Ok(scenario) = read(preset.json()) else { continue };
        let mut show = Show::open(scenario, Start::Beginning);
        let names: Vec<String> = show.world().plan().nodes.iter().map(|n| n.name.clone()).collect();
        let steps = show.pace().steps();
        let marks: Vec<u64> = show.marks().iter().map(|(step, _)| *step).take(12).collect();
        if steps > 5000 {
            continue;
        }
        for step in marks.into_iter().chain([0, steps / 3, steps / 2, steps]) {
            show.seek(step);
            let clerk = said(&CLERK, &show);
            for line in &clerk {
                if let Some(word) = of_the_field(line, &names) {
                    faults.push(format!("{} at {step}: `{word}` in `{line}`", preset.name));
                }
            }
            let scene = show.scene();
            let (there, here) = ((ENGLISH.moment)(&scene), (CLERK.moment)(&scene));
            if digits(&there) != digits(&here) {
                faults.push(format!("{} at {step}: other numbers: {here:#?}", preset.name));
            }
        }
        for (_, mark) in show.marks() {
            faults.extend(
                of_the_field(&(CLERK.mark)(mark), &names).map(|word| format!("{}: {word} in a mark", preset.name)),
            );
        }
        let plan = show.world().plan();
        for step in 1..=steps.min(800) {
            let events: Vec<_> = show.history().events_at(step).collect();
            let words = (ENGLISH_WORKBENCH.step.in_analogy)(&(ENGLISH_WORKBENCH.step.step)(plan, step, &events));
            if let Some(word) = of_the_field(&words, &names) {
                faults.push(format!("{}: `{word}` in `{words}`", preset.name));
            }
        }
    }
    faults.sort();
    faults.dedup();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults[..faults.len().min(60)].join("\n"));
}

#[test]
fn a_caption_of_the_clerk_is_as_short_as_any() {
    for preset in presets() {
        let Ok(scenario) = read(preset.json()) else { continue };
        let mut show = Show::open(scenario, Start::Beginning);
        let marks: Vec<u64> = show.marks().iter().map(|(step, _)| *step).collect();
        for step in marks.into_iter().take(40) {
            show.seek(step);
            if let Some(caption) = show.caption() {
                let said = (CLERK.caption)(caption);
                assert!(said.split_whitespace().count() <= 12, "{}: {said}", preset.name);
            }
        }
    }
}

/// The presets that are soon played, each at its beginning.
fn shows() -> Vec<(&'static str, Show)> {
    let open = |json: &str| read(json).ok().map(|scenario| Show::open(scenario, Start::Beginning));
    let all = presets().iter().filter_map(|preset| Some((preset.name, open(preset.json())?)));
    all.filter(|(_, show)| show.pace().steps() <= 5000).collect()
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Everything that "Why?" and the closing card say at the end of this run.
fn why_said(words: &Workbench, show: &Show) -> Vec<String> {
    let plan = show.world().plan();
    let v = verdict(show);
    let mut all = vec![(words.price)(&price(show))];
    if v.ended {
        all.push((words.ended_well)(&v));
    }
    all.extend(cost(show).iter().flat_map(|cost| [(words.cost)(cost), (words.cost_why)(cost)]));
    let Some(found) = inquiry(show) else { return all };
    let mut asked = Vec::new();
    for group in &found.groups {
        let (head, line) = (words.why.group)(plan, group);
        all.extend([head, line, (words.why.none)(group.cause).to_owned()]);
        all.extend(to_try(show, &found, group.cause).iter().map(|changes| (words.why.mend)(plan, changes)));
        asked.extend(group.findings.iter().take(2).cloned().map(Asked::Effect));
    }
    for value in &found.values {
        let (head, line) = (words.why.value)(plan, value);
        all.extend([head, line]);
        asked.push(Asked::Value(value.clone()));
    }
    all.extend(asked.iter().flat_map(|asked| moments(show, asked)).map(|m| (words.why.moment)(plan, &m)));
    all
}

#[test]
fn the_clerk_says_why_with_the_same_numbers_and_no_word_of_the_field() {
    let (mut faults, mut said) = (Vec::new(), 0);
    for (preset, mut show) in shows() {
        let names: Vec<String> = show.world().plan().nodes.iter().map(|n| n.name.clone()).collect();
        show.seek(show.pace().steps());
        let (field, clerk) = (why_said(&ENGLISH_WORKBENCH, &show), why_said(&CLERK_WORKBENCH, &show));
        assert_eq!(field.len(), clerk.len());
        said += clerk.len();
        for (field, clerk) in field.iter().zip(&clerk) {
            if let Some(word) = of_the_field(clerk, &names) {
                faults.push(format!("{preset}: `{word}` in `{clerk}`"));
            }
            // A first reading says its number in any case.
            if digits(field) != digits(clerk) {
                faults.push(format!("{preset}: `{clerk}` for `{field}`"));
            }
            if field.split_whitespace().count() + 8 < clerk.split_whitespace().count() {
                faults.push(format!("{preset}: `{clerk}` is much longer than `{field}`"));
            }
        }
    }
    faults.sort();
    faults.dedup();
    assert!(said > 500, "{said}");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults[..faults.len().min(60)].join("\n"));
}

#[test]
fn what_can_be_done_and_the_lanes_have_no_word_of_the_field() {
    let mut faults = Vec::new();
    for (preset, mut show) in shows() {
        let names: Vec<String> = show.world().plan().nodes.iter().map(|n| n.name.clone()).collect();
        let steps = show.pace().steps();
        let tracks = Tracks::of(&show);
        for step in [steps / 4, steps / 2, steps * 3 / 4] {
            show.seek(step);
            let plan = show.world().plan();
            let mut all = vec![CLERK_WORKBENCH.hands.nothing_to_do.to_owned()];
            for grip in grips(plan) {
                for hand in offers(&show, &grip) {
                    let said = (CLERK_WORKBENCH.hands.hand)(&hand, plan);
                    let field = (ENGLISH_WORKBENCH.hands.hand)(&hand, plan);
                    if digits(&said) != digits(&field) {
                        faults.push(format!("{preset}: `{said}` for `{field}`"));
                    }
                    all.push(said);
                }
            }
            let lanes = &CLERK_WORKBENCH.lanes;
            all.extend(lanes.signs.iter().map(|(_, name)| (*name).to_owned()));
            all.extend(tracks.lanes.iter().map(|who| (lanes.lane)(plan, who)));
            all.extend(tracks.cuts.iter().map(|cut| (lanes.cut)(cut)));
            all.extend(tracks.downs.iter().map(|down| (lanes.down)(plan, down)));
            let events: Vec<_> = show.history().events_at(step).collect();
            all.push((lanes.cell)(plan, &tracks.lanes[0], 0, 1, step, &events));
            for said in &all {
                faults.extend(of_the_field(said, &names).map(|word| format!("{preset}: `{word}` in `{said}`")));
            }
        }
    }
    faults.sort();
    faults.dedup();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults[..faults.len().min(60)].join("\n"));
}

#[test]
fn the_inspector_says_what_the_clerk_has_there_and_flinks_tables_stay_flinks() {
    let words = &CLERK_WORKBENCH.inspector;
    let mut faults = Vec::new();
    for (preset, mut show) in shows() {
        let names: Vec<String> = show.world().plan().nodes.iter().map(|n| n.name.clone()).collect();
        let steps = show.pace().steps();
        for step in [0, steps / 3, steps * 2 / 3, steps] {
            show.seek(step);
            let plan = show.world().plan();
            let mut all = subjects(plan);
            all.extend([1, 101].map(|id| Subject::Record(EventId::Int(id))));
            for subject in &all {
                let flink = matches!(subject, Subject::Checkpoints(_) | Subject::Storage);
                let seen = page(&show, subject);
                let (field, blocks) = ((ENGLISH_WORKBENCH.inspector.page)(plan, &seen), (words.page)(plan, &seen));
                assert_eq!(field.len(), blocks.len(), "{preset}: {subject:?}");
                let mut said = vec![(words.subject)(plan, subject), (words.kind)(subject.kind()).to_owned()];
                for (field, block) in field.iter().zip(&blocks) {
                    match block {
                        // In Flink's words they can be found again there.
                        Block::Facts(_) if flink => assert_eq!(field, block),
                        Block::Table(name, heads, rows) => {
                            assert!(matches!(field, Block::Table(_, h, r) if h == heads && r == rows));
                            said.push(name.clone());
                        }
                        Block::Facts(facts) => {
                            said.extend(facts.iter().map(|(name, value)| format!("{name}: {value}")));
                            let Block::Facts(before) = field else { panic!("{field:?}") };
                            let numbers = |f: &[(&str, String)]| f.iter().map(|(_, v)| digits(v)).collect::<Vec<_>>();
                            assert_eq!(numbers(facts), numbers(before), "{preset}: {subject:?}");
                        }
                        Block::Head(words) | Block::Note(words, _) => said.push(words.clone()),
                        Block::Links(links) => said.extend(links.iter().map(|(name, _)| name.clone())),
                        Block::Stops(stops) => said.extend(stops.iter().map(|stop| stop.words.clone())),
                        Block::Listing(listing) => {
                            let (name, nothing) = (words.listing)(listing);
                            said.extend([name.to_owned(), nothing.to_owned()]);
                            if *listing == Listing::Checkpoints {
                                continue;
                            }
                            said.extend((words.heads)(plan, listing).iter().map(|head| (*head).to_owned()));
                            let rows = window(&show, listing, 0, 6);
                            said.extend(rows.items.iter().flat_map(|item| (words.cells)(plan, item, &[]).0));
                        }
                        Block::Bars(..) | Block::Finder => {}
                    }
                }
                for said in &said {
                    faults.extend(of_the_field(said, &names).map(|word| format!("{preset}: `{word}` in `{said}`")));
                }
            }
        }
    }
    faults.sort();
    faults.dedup();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults[..faults.len().min(60)].join("\n"));
}
