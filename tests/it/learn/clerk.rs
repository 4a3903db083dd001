//! The lens: the stage in the words of the analogy says the same, with the same numbers, and in no word of the field.

use barrierscope::scenario::{presets, read};
use barrierscope::text::{CLERK, ENGLISH, ENGLISH_WORKBENCH, Text};
use barrierscope::view::hands::grips;
use barrierscope::view::show::{Show, Start};
use barrierscope::view::verdict::verdict;

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
    FIELD.iter().copied().find(|word| text.contains(word))
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
