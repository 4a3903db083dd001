//! Long sessions: hundreds of changes at random, of every kind that the form offers, and all the way back.

use barrierscope::scenario::{Scenario, presets, read, write};
use barrierscope::view::editor::{Control, Edit, Editor, Form, Group, Item, Row};

use super::{rows, shown};

const CHANGES: usize = 200;

/// A small generator: the same numbers on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        let at = self.below(of.len());
        of.get(at)
    }
}

/// Places of lists, and of their items.
fn places(form: &Form) -> (Vec<String>, Vec<String>) {
    fn collect(group: &Group, lists: &mut Vec<String>, items: &mut Vec<String>) {
        if group.grows {
            lists.push(group.path.clone());
        }
        if group.card.is_some() {
            items.push(group.path.clone());
        }
        for item in &group.items {
            match item {
                Item::Row(_) => {}
                Item::Group(group) => collect(group, lists, items),
                Item::Table(table) => {
                    lists.push(table.path.clone());
                    items.extend(table.lines.iter().map(|l| l.path.clone()));
                }
            }
        }
    }
    let (mut lists, mut items) = Default::default();
    form.sections.iter().for_each(|s| collect(s, &mut lists, &mut items));
    (lists, items)
}

fn in_row(dice: &mut Dice, row: &Row) -> Edit {
    const TEXTS: [&str; 12] =
        ["1", "5", "0", "250", "", "orders", "k1", "-7", "1.5", "18446744073709551615", "\"5\"", "nonsense ~/\" é"];
    let path = row.path.clone();
    match &row.control {
        _ if dice.below(5) == 0 => Edit::Reset(path),
        Control::Line { .. } => Edit::Enter(path, TEXTS[dice.below(TEXTS.len())].to_owned()),
        Control::Choice { words, ways: true, .. } => Edit::Choose(path, dice.one(words).cloned().unwrap_or_default()),
        Control::Choice { words, .. } => Edit::Enter(path, dice.one(words).cloned().unwrap_or_default()),
        Control::Checks(names) => {
            let Some((name, at)) = dice.one(names).cloned() else { return Edit::Reset(path) };
            let reader = path.strip_suffix("/inputs").unwrap().to_owned();
            Edit::Input { reader, name, on: at.is_none() }
        }
    }
}

fn change(dice: &mut Dice, editor: &Editor) -> Edit {
    // What is broken in many places is seldom mended by chance.
    let is_lost = editor.errors().len() > 2 && dice.below(4) == 0;
    if editor.tree().is_none() || is_lost || dice.below(40) == 0 {
        let preset = &presets()[dice.below(presets().len())];
        return Edit::Text(if dice.below(3) == 0 {
            "{ \"barrierscope\": 1, ".into()
        } else {
            preset.json().to_owned()
        });
    }
    let form = shown(editor);
    let (lists, items) = places(&form);
    match dice.below(10) {
        0 | 1 => Edit::Add(dice.one(&lists).cloned().unwrap_or_default()),
        2 => Edit::Remove(dice.one(&items).cloned().unwrap_or_default()),
        3 => Edit::Move { item: dice.one(&items).cloned().unwrap_or_default(), later: dice.below(2) == 0 },
        4 if dice.below(10) == 0 => Edit::Nothing,
        _ => {
            let rows = rows(&form);
            dice.one(&rows).map_or(Edit::Nothing, |row| in_row(dice, &row.clone()))
        }
    }
}

fn session(seed: u64, first: &Scenario) -> (usize, usize) {
    let mut dice = Dice(seed);
    let mut editor = Editor::of(first);
    let start = editor.text().to_owned();
    let mut texts = vec![start.clone()];
    let mut readable = 0;
    while texts.len() <= CHANGES {
        let edit = change(&mut dice, &editor);
        let before = editor.text().to_owned();
        if editor.edit(&edit) {
            texts.push(editor.text().to_owned());
        } else {
            assert_eq!(editor.text(), before, "{edit:?} says that it changed nothing");
        }
        // Texts one after the other would be one step.
        editor.settle();
        if let Some(scenario) = editor.scenario() {
            readable += 1;
            assert_eq!(read(&write(&scenario)).as_ref(), Ok(&scenario));
        } else {
            assert!(!editor.errors().is_empty());
        }
    }
    let last = editor.text().to_owned();
    for text in texts.iter().rev().skip(1) {
        assert!(editor.undo());
        assert_eq!(editor.text(), text);
    }
    assert!(!editor.can_undo());
    assert_eq!(editor.text(), start, "seed {seed}");
    assert_eq!(editor.scenario().as_ref(), Some(first), "seed {seed}");
    while editor.redo() {}
    assert_eq!(editor.text(), last, "seed {seed}");
    (texts.len() - 1, readable)
}

#[test]
fn two_hundred_changes_taken_back_give_the_first_scenario_exactly() {
    let mut readable = 0;
    for (i, preset) in presets().iter().enumerate() {
        let first = read(preset.json()).unwrap();
        let (changes, whole) = session(i as u64 + 1, &first);
        assert_eq!(changes, CHANGES);
        readable += whole;
    }
    // Most changes at random break something; enough of them must not.
    assert!(readable > 20 * presets().len(), "{readable}");
}

/// Everything that could be a scenario is one that the engine runs, whatever way it came about.
#[test]
fn what_an_edited_draft_makes_can_be_played() {
    use barrierscope::view::show::{Show, Start};
    let mut dice = Dice(77);
    let mut played = 0;
    let mut editor = Editor::of(&read(presets()[0].json()).unwrap());
    for _ in 0..400 {
        let edit = change(&mut dice, &editor);
        let changed = editor.edit(&edit);
        editor.settle();
        if changed && let Some(scenario) = editor.scenario() {
            let records: u64 = scenario.sources.iter().flat_map(|s| &s.partitions).map(|p| p.len()).sum();
            if records < 1_000 && scenario.until_ms.is_none_or(|ms| ms < 100_000) {
                Show::open(scenario, Start::Beginning);
                played += 1;
            }
        }
        if editor.errors().len() > 4 {
            while editor.undo() {}
        }
    }
    assert!(played > 30, "{played}");
}
