//! Branches: every future that a person has made of a run. Whoever goes back and does something else loses nothing: what
//! would have come stays listed, and can be returned to.

use std::sync::Arc;

use super::editor::About;
use super::link::{Lesson, Run};
use super::setup::Change;
use super::show::{Choice, Show};
use super::strip::Strip;
use crate::check::why::Remedy;
use crate::scenario::Scenario;
use crate::sim::{Action, Hand};
use crate::time::SimTime;

/// Branches kept at most; then the oldest that one is not on goes, but for the first.
pub const BRANCHES_MAX: usize = 100;

/// What made a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    /// The scenario was opened.
    Opened,
    /// Something was done by hand.
    Hand(Hand),
    /// The set-up was changed.
    Changed(Change),
    /// The scenario was edited.
    Edited(About),
    /// The run was mended.
    Mended(Vec<Remedy>),
    /// It came with a link, under this name.
    Named(String),
}

/// One of the futures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its number, for good.
    pub id: usize,
    /// The branch that it came from.
    pub parent: Option<usize>,
    /// What was done.
    pub done: Done,
    /// When, in virtual time.
    pub at: SimTime,
    /// Where one was on it when one left it.
    pub left_at: u64,
    scenario: Arc<Scenario>,
    choices: Vec<Choice>,
}

impl Branch {
    /// Its scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }
}

/// All of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branches {
    list: Vec<Branch>,
    current: usize,
    next: usize,
}

impl Branches {
    /// The branches of a scenario that was just opened: one.
    pub fn of(show: &Show) -> Branches {
        let mut branches = Branches::default();
        branches.add(None, Done::Opened, SimTime(0), show);
        branches
    }

    /// A new branch leaves the current one: `before` is the step that one was at, `show` what has become of the run.
    pub fn fork(&mut self, done: Done, at: SimTime, before: u64, show: &Show) {
        self.leave(before);
        self.add(Some(self.current), done, at, show);
    }

    fn add(&mut self, parent: Option<usize>, done: Done, at: SimTime, show: &Show) {
        let choices = show.history().choices().to_vec();
        // Most branches differ in what is done by hand only: they share the scenario, which may hold a long input.
        let same = self.list.iter().map(|b| &b.scenario).find(|s| ***s == *show.scenario());
        let scenario = same.map_or_else(|| Arc::new(show.scenario().clone()), Arc::clone);
        let branch = Branch { id: self.next, parent, done, at, left_at: show.history().step(), scenario, choices };
        self.list.push(branch);
        self.current = self.next;
        self.next += 1;
        if self.list.len() > BRANCHES_MAX
            && let Some(oldest) = self.list.iter().find(|b| b.parent.is_some() && b.id != self.current)
        {
            self.drop_branch(oldest.id);
        }
    }

    /// Notes where one is on the current branch.
    pub fn leave(&mut self, step: u64) {
        let current = self.current;
        if let Some(branch) = self.list.iter_mut().find(|b| b.id == current) {
            branch.left_at = step;
        }
    }

    /// Goes to a branch: the run that it is, where one was. None: there is no such branch.
    pub fn go_to(&mut self, id: usize) -> Option<Show> {
        let show = self.peek(id)?;
        self.current = id;
        Some(show)
    }

    /// Drops a branch that one is not on; what came from it comes from its parent now.
    pub fn drop_branch(&mut self, id: usize) {
        let Some(at) = self.list.iter().position(|b| b.id == id && id != self.current && b.parent.is_some()) else {
            return;
        };
        let gone = self.list.remove(at);
        for branch in self.list.iter_mut().filter(|b| b.parent == Some(id)) {
            branch.parent = gone.parent;
        }
    }

    /// The run that a branch is, where one left it, at rest; one stays on one's own. None: there is no such branch.
    pub fn peek(&self, id: usize) -> Option<Show> {
        let branch = self.list.iter().find(|b| b.id == id)?;
        let mut show = Show::replay((*branch.scenario).clone(), &branch.choices, branch.left_at);
        show.pause();
        Some(show)
    }

    /// The first branch, the one that is played and those with pins, as a link carries them; `here` is the step that one
    /// is at, `name` what a branch is called.
    pub fn lesson(&self, here: u64, strip: &Strip, name: impl Fn(&Branch) -> String) -> Lesson {
        let is_told =
            |b: &&Branch| b.parent.is_none() || b.id == self.current || strip.pins().iter().any(|p| p.branch == b.id);
        let told: Vec<&Branch> = self.list.iter().filter(is_told).collect();
        let place = |id: usize| told.iter().position(|b| b.id == id);
        let runs = told.iter().enumerate().map(|(i, branch)| {
            // What lies between is not told: the branch hangs on the nearest that is, or on the first.
            let nearest = self.ancestors(branch.id).find_map(place);
            let step = if branch.id == self.current { here } else { branch.left_at };
            let says_itself = match &branch.done {
                Done::Hand(hand) => branch.choices.last().is_some_and(|(_, a)| *a == Action::Hand(hand.clone())),
                _ => i == 0,
            };
            Run {
                parent: (i > 0).then(|| nearest.unwrap_or(0)),
                name: if says_itself { String::new() } else { name(branch) },
                scenario: Arc::clone(&branch.scenario),
                choices: branch.choices.clone(),
                step,
                at: branch.at,
            }
        });
        let pins =
            strip.pins().iter().filter_map(|p| Some(super::strip::Pin { branch: place(p.branch)?, ..p.clone() }));
        Lesson { runs: runs.collect(), shown: place(self.current).unwrap_or(0), pins: pins.collect() }
    }

    /// The branches that came with a link. The one that it shows is played.
    pub fn of_lesson(lesson: &Lesson) -> Branches {
        let branch = |(id, run): (usize, &Run)| Branch {
            id,
            parent: run.parent,
            done: match run.choices.last() {
                _ if id == 0 => Done::Opened,
                Some((_, Action::Hand(hand))) if run.name.is_empty() => Done::Hand(hand.clone()),
                _ => Done::Named(run.name.clone()),
            },
            at: run.at,
            left_at: run.step,
            scenario: Arc::clone(&run.scenario),
            choices: run.choices.clone(),
        };
        let list: Vec<Branch> = lesson.runs.iter().enumerate().map(branch).collect();
        Branches { next: list.len(), current: lesson.shown, list }
    }

    /// All, oldest first.
    pub fn list(&self) -> &[Branch] {
        &self.list
    }

    /// The one that is played.
    pub fn current(&self) -> usize {
        self.current
    }

    /// How many branches lie between this one and the first.
    pub fn depth(&self, id: usize) -> usize {
        self.ancestors(id).count()
    }

    /// Whether the scenario of a branch was edited, on it or on one that it came from.
    pub fn is_edited(&self, id: usize) -> bool {
        let edited = |id: usize| self.list.iter().any(|b| b.id == id && matches!(b.done, Done::Edited(_)));
        edited(id) || self.ancestors(id).any(edited)
    }

    /// What a branch came from, the nearest first.
    fn ancestors(&self, id: usize) -> impl Iterator<Item = usize> {
        let parent = |id: usize| self.list.iter().find(|b| b.id == id).and_then(|b| b.parent);
        std::iter::successors(parent(id), move |p| parent(*p))
    }

    /// All as a tree from the top down: each behind what it came from, with how deep it lies.
    pub fn tree(&self) -> Vec<(usize, &Branch)> {
        let mut rows = Vec::new();
        // A branch is younger than what it came from, so that is there already: it goes behind all that hangs on it.
        for branch in &self.list {
            let place = match branch.parent {
                None => rows.len(),
                Some(parent) => {
                    let at = rows.iter().position(|(_, b): &(usize, &Branch)| b.id == parent).unwrap_or(0);
                    let depth = rows.get(at).map_or(0, |(d, _)| *d);
                    let below = rows[(at + 1).min(rows.len())..].iter().take_while(|(d, _)| *d > depth).count();
                    at + 1 + below
                }
            };
            rows.insert(place.min(rows.len()), (self.depth(branch.id), branch));
        }
        rows
    }
}
