//! The state of the editor on the page, and what becomes of what a person does in it.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use leptos::prelude::*;

use crate::scenario::Scenario;
use crate::ui::desk::{Desk, Intent, set, start_again};
use crate::view::branches::Done;
use crate::view::editor::{About, Edit, Editor, Pages, page_of};
use crate::view::show::{Show, Start};

/// What a person does in the editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Editing {
    /// It opens with the scenario on the stage.
    Open,
    /// It goes. The draft stays for the next time.
    Close,
    /// The draft is changed.
    Do(Edit),
    /// A step back.
    Undo,
    /// And on again.
    Redo,
    /// As JSON, or as a form.
    Json(bool),
    /// Another part of a long list.
    Page(String, usize),
    /// To a place, which is unfolded.
    Unfold(String),
    /// The text has been left.
    Settle,
    /// Another run is on the stage.
    Follow,
}

/// The editor's state.
#[derive(Clone, Copy)]
pub struct EditorState {
    /// Whether it is open.
    pub open: RwSignal<bool>,
    /// As JSON, not as a form.
    pub json: RwSignal<bool>,
    /// Counts up when what is shown has changed.
    pub revision: RwSignal<u32>,
    /// How many errors the draft has.
    pub wrong: RwSignal<usize>,
    /// The draft.
    pub editor: StoredValue<Editor, LocalStorage>,
    /// Which parts of long lists are shown.
    pub pages: StoredValue<Pages, LocalStorage>,
    /// What was folded and unfolded, by place.
    pub unfolded: StoredValue<BTreeMap<String, bool>, LocalStorage>,
    /// The scenario on the stage that the draft follows; none: not opened yet.
    followed: StoredValue<Option<Scenario>, LocalStorage>,
}

impl EditorState {
    /// Closed, with nothing in it.
    pub fn closed() -> EditorState {
        EditorState {
            open: RwSignal::new(false),
            json: RwSignal::new(false),
            revision: RwSignal::new(0),
            wrong: RwSignal::new(0),
            editor: StoredValue::new_local(Editor::default()),
            pages: StoredValue::new_local(Pages::new()),
            unfolded: StoredValue::new_local(BTreeMap::new()),
            followed: StoredValue::new_local(None),
        }
    }
}

/// Carries out what a person does in the editor.
pub fn carry_out(desk: Desk, editing: Editing) {
    let state = desk.editor;
    let mut changed = false;
    let mut about = About::Json;
    match editing {
        Editing::Open => {
            let _ = follow(desk);
            state.open.set(true);
        }
        Editing::Close => state.open.set(false),
        Editing::Follow => {
            if !follow(desk) {
                return;
            }
        }
        Editing::Settle => return state.editor.update_value(Editor::settle),
        Editing::Do(edit) => {
            state.editor.update_value(|editor| {
                about = About::of(&edit, editor.tree());
                changed = editor.edit(&edit);
            });
            match &edit {
                Edit::Add(list) => unfold_last(state, list),
                Edit::Remove(item) if changed => renumber(state, item, &|at, gone| match at.cmp(&gone) {
                    Ordering::Less => Some(at),
                    Ordering::Equal => None,
                    Ordering::Greater => Some(at - 1),
                }),
                Edit::Move { item, later } if changed => renumber(state, item, &|at, moved| {
                    let other = if *later { moved + 1 } else { moved - 1 };
                    Some(if at == moved {
                        other
                    } else if at == other {
                        moved
                    } else {
                        at
                    })
                }),
                _ => {}
            }
        }
        Editing::Undo => {
            about = About::Back;
            state.editor.update_value(|editor| changed = editor.undo());
        }
        Editing::Redo => {
            about = About::Again;
            state.editor.update_value(|editor| changed = editor.redo());
        }
        Editing::Json(json) => {
            state.editor.update_value(Editor::settle);
            state.json.set(json);
        }
        Editing::Page(list, first) => state.pages.update_value(|pages| _ = pages.insert(list, first)),
        Editing::Unfold(path) => unfold(state, &path),
    }
    if changed {
        run(desk, about);
    }
    set(state.wrong, state.editor.with_value(|editor| editor.errors().len()));
    state.revision.update(|n| *n += 1);
}

/// The draft becomes the scenario on the stage, if that is another one than the draft came from. False: it
/// is the same.
fn follow(desk: Desk) -> bool {
    let state = desk.editor;
    let now = desk.show.with_value(|show| {
        let is_new = state.followed.with_value(|old| old.as_ref() != Some(show.scenario()));
        is_new.then(|| show.scenario().clone())
    });
    let Some(now) = now else { return false };
    state.editor.update_value(|editor| {
        if editor.text().is_empty() {
            *editor = Editor::of(&now);
        } else if editor.scenario().as_ref() != Some(&now) {
            editor.take(&now);
        }
    });
    state.followed.set_value(Some(now));
    true
}

/// What the draft says is played, if it can be.
fn run(desk: Desk, about: About) {
    let state = desk.editor;
    let mut found = None;
    state.editor.update_value(|editor| {
        found = editor.scenario();
        if let Some(scenario) = found.take() {
            match desk.short_enough(scenario) {
                Ok(scenario) => found = Some(scenario),
                Err(errors) => editor.refuse(errors),
            }
        }
    });
    let Some(scenario) = found else { return };
    state.followed.set_value(Some(scenario.clone()));
    let next = desk.show.with_value(|show| {
        if *show.scenario() == scenario {
            return None;
        }
        // What was done by hand was done to nodes by their number: with other nodes it means nothing.
        if nodes(show.scenario()) == nodes(&scenario) {
            let start = start_again(show);
            return Some(show.changed(scenario, start));
        }
        let mut next = Show::open(scenario, Start::Beginning);
        next.playback_mut().set_speed(show.playback().speed());
        Some(next)
    });
    if let Some(next) = next {
        let preset = desk.preset_of(next.scenario()).map(str::to_owned);
        desk.fork(Done::Edited(about), next);
        desk.preset.set(preset);
    }
}

/// Every node by name, with its tasks and what it reads.
fn nodes(scenario: &Scenario) -> Vec<(&str, u16, &[String])> {
    let sources = scenario.sources.iter().map(|s| (s.name.as_str(), s.parallelism, &[][..]));
    let operators = scenario.operators.iter().map(|o| (o.name.as_str(), o.parallelism, &o.inputs[..]));
    let sinks = scenario.sinks.iter().map(|s| (s.name.as_str(), 1, &s.inputs[..]));
    sources.chain(operators).chain(sinks).collect()
}

/// What is new is shown.
fn unfold_last(state: EditorState, list: &str) {
    let count = state.editor.with_value(|e| e.tree()?.pointer(list)?.as_array().map(Vec::len));
    if let Some(last) = count.and_then(|n| n.checked_sub(1)) {
        unfold(state, &format!("{list}/{last}"));
    }
}

/// What was unfolded stays so when items get other numbers: `to` has the new one of an item, from its own and that of the
/// item that the change is about.
fn renumber(state: EditorState, item: &str, to: &dyn Fn(usize, usize) -> Option<usize>) {
    let Some((list, about)) = item.rsplit_once('/').and_then(|(list, at)| Some((list, at.parse().ok()?))) else {
        return;
    };
    let new_place = |place: String| {
        let Some(rest) = place.strip_prefix(list).and_then(|rest| rest.strip_prefix('/')) else { return Some(place) };
        let (at, inside) = rest.split_once('/').map_or((rest, String::new()), |(at, rest)| (at, format!("/{rest}")));
        match at.parse() {
            Ok(at) => to(at, about).map(|at| format!("{list}/{at}{inside}")),
            Err(_) => Some(place),
        }
    };
    state.unfolded.update_value(|all| {
        let old = std::mem::take(all);
        all.extend(old.into_iter().filter_map(|(place, open)| Some((new_place(place)?, open))));
    });
}

/// Whatever a place is folded into is unfolded; a long list is turned to it.
fn unfold(state: EditorState, path: &str) {
    if let Some((list, first)) = page_of(path) {
        state.pages.update_value(|pages| _ = pages.insert(list, first));
    }
    state.unfolded.update_value(|unfolded| {
        let mut of = path;
        loop {
            unfolded.insert(of.to_owned(), true);
            // What does not lead is folded away in its owner.
            unfolded.insert(format!("{of}/…"), true);
            match of.rsplit_once('/') {
                Some((owner, _)) => of = owner,
                None => break,
            }
        }
    });
}

/// Sends what a person does in the editor.
pub fn send(desk: Desk, editing: Editing) {
    desk.send(Intent::Edit(editing));
}
