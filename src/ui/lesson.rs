//! Branches, pins and links at the desk: the signals, and what is done about them.

use leptos::prelude::*;

use super::desk::{Desk, Panel, Versus, set};
use super::intent::{Intent, Lesson as Want};
use super::learn::place_in_course;
use super::parts::drill_of;
use crate::graph::Plan;
use crate::scenario::{Scenario, presets, read as read_scenario};
use crate::view::branches::{Branch, Branches};
use crate::view::link::{self, Lesson as Carried, Link};
use crate::view::show::Show;
use crate::view::strip::Strip;

/// The signals of branches, pins and links.
#[derive(Clone, Copy)]
pub struct Lesson {
    /// The strip of pins.
    pub strip: RwSignal<Strip>,
    /// The panel of branches is open.
    pub open: RwSignal<bool>,
    /// Counts up when another strip is there: its fields are made anew.
    pub strips: RwSignal<u32>,
}

impl Default for Lesson {
    fn default() -> Lesson {
        Lesson { strip: RwSignal::default(), open: RwSignal::new(false), strips: RwSignal::new(0) }
    }
}

impl Lesson {
    /// Another run was opened: its pins are none.
    pub fn clear(self) {
        self.put(Strip::default());
    }

    /// There may be fewer branches: pins of those that are gone go with them.
    pub fn keep_to(self, branches: &Branches) {
        let mut strip = self.strip.get_untracked();
        strip.keep_to(branches);
        set(self.strip, strip);
    }

    /// Another strip: that of a run that comes with its pins.
    pub fn put(self, strip: Strip) {
        set(self.strip, strip);
        self.strips.update(|n| *n += 1);
    }
}

impl Desk {
    /// Carries out what a person wants of branches, pins and links.
    pub(super) fn teach(self, want: Want) {
        let strip = self.lesson.strip;
        match want {
            Want::Panel(open) => {
                if open {
                    set(self.why, None);
                    set(self.looking.subject, None);
                    self.closing.set(None);
                }
                set(self.lesson.open, open);
            }
            Want::Drop(id) => {
                if self.versus.get_untracked() == Some(Versus::Branch(id)) {
                    set(self.versus, None);
                }
                self.branches.update(|branches| branches.drop_branch(id));
                self.branches.with_untracked(|branches| self.lesson.keep_to(branches));
            }
            Want::Pin => {
                let branch = self.branches.with_untracked(Branches::current);
                let step = self.show.with_value(|show| show.history().step());
                self.change(Show::pause);
                strip.update(|strip| {
                    strip.pin(branch, step);
                });
            }
            Want::Unpin(place) => strip.update(|strip| strip.unpin(place)),
            Want::Say(place, text) => strip.update(|strip| strip.say(place, &text)),
            Want::Shift(place, later) => strip.update(|strip| strip.shift(place, later)),
            Want::Look(place) => {
                let pin = strip.try_update(|strip| strip.look_at(place).cloned()).flatten();
                let Some(pin) = pin else { return };
                if self.branches.with_untracked(Branches::current) == pin.branch {
                    self.change(|show| {
                        show.pause();
                        show.seek(pin.step);
                    });
                } else {
                    self.go_to_branch(pin.branch, Some(pin.step));
                }
            }
            Want::Link(fragment) => self.open_link(&fragment),
        }
    }

    /// Puts on another branch, at a step or where one was.
    pub(super) fn go_to_branch(self, id: usize, step: Option<u64>) {
        let here = self.show.with_value(|show| show.history().step());
        let before = self.branches.with_untracked(Branches::current);
        let mut found = None;
        self.branches.update(|branches| {
            branches.leave(here);
            found = branches.go_to(id);
        });
        if let Some(mut show) = found {
            show.playback_mut().set_speed(self.speed.get_untracked());
            if let Some(step) = step {
                show.seek(step);
            }
            // What stood beside the run is on the stage now: the two change places.
            if id != before && self.versus.get_untracked() == Some(Versus::Branch(id)) {
                set(self.versus, Some(Versus::Branch(before)));
            }
            // A branch from before the edits goes by the name that it was opened under.
            let edited = self.branches.with_untracked(|b| b.is_edited(id));
            let was_edited = self.branches.with_untracked(|b| b.is_edited(before));
            if edited != was_edited {
                let root = self.branches.with_untracked(|b| b.list().first().map(|b| b.scenario().clone()));
                let preset = root.filter(|_| !edited).and_then(|root| self.preset_of(&root));
                set(self.preset, preset.map(str::to_owned));
            }
            self.put_on(show);
        }
    }

    /// A branch by its name; empty if it is gone.
    pub fn branch_name(self, id: usize) -> String {
        self.branches.with_untracked(|branches| {
            let branch = branches.list().iter().find(|b| b.id == id);
            branch.map_or_else(String::new, |b| self.name_of(b))
        })
    }

    /// What a branch is called.
    pub fn name_of(self, branch: &Branch) -> String {
        let name = self.words().hands.branch_name;
        self.show.with_value(|show| {
            // What was done there was done to its own nodes; the job on the stage may have others.
            if branch.scenario() == show.scenario() {
                name(branch, show.world().plan())
            } else {
                name(branch, &Plan::new(branch.scenario()))
            }
        })
    }

    /// What a link carries now.
    pub fn carried(self) -> Carried {
        let step = self.show.with_value(|show| show.history().step());
        self.branches.with_untracked(|branches| {
            self.lesson.strip.with_untracked(|strip| branches.lesson(step, strip, |b| self.name_of(b)))
        })
    }

    /// The name of the preset that this scenario is.
    pub fn preset_of(self, scenario: &Scenario) -> Option<&'static str> {
        let is_it = |json: &str| json.contains(&scenario.title) && read_scenario(json).is_ok_and(|s| s == *scenario);
        presets().iter().find(|preset| is_it(preset.json())).map(|preset| preset.name)
    }

    fn open_link(self, fragment: &str) {
        let asked = fragment.strip_prefix('#').unwrap_or(fragment);
        if let Some(place) = place_in_course(asked) {
            self.go_to_learn(Some(place));
            return;
        }
        if let Some((tab, seed)) = drill_of(asked) {
            self.go_to_drill(tab, seed);
            return;
        }
        match link::read(fragment) {
            // The browser went back to the page as it opened.
            Ok(Link::Nothing) if asked.is_empty() => self.go_to_no_part(),
            Ok(Link::Nothing) => {}
            Ok(Link::Preset(preset)) => {
                self.leave_part(false);
                self.send(Intent::Preset(preset.name.to_owned()));
            }
            Ok(Link::Run(lesson)) => {
                self.leave_part(false);
                self.forget_visit();
                let mut branches = Branches::of_lesson(&lesson);
                let Some(mut show) = branches.go_to(lesson.shown) else { return };
                show.playback_mut().set_speed(self.speed.get_untracked());
                let first = &lesson.runs[0];
                set(self.preset, self.preset_of(&first.scenario).map(str::to_owned));
                set(self.versus, None);
                set(self.lesson.open, false);
                set(self.panel, None);
                self.errors.set(Vec::new());
                self.branches.set(branches);
                self.lesson.put(Strip::of(lesson.pins));
                self.put_on(show);
            }
            Err(error) => {
                self.leave_part(true);
                self.errors.set((self.words().share.errors)(error));
                // Told even if it says so already: its dialog may be closing just now. An embedded view has its own place.
                if !self.is_embedded() {
                    self.panel.set(Some(Panel::Open));
                }
            }
        }
    }
}
