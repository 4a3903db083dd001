//! A run that can be gone back in: exact, and cheap to keep.
//!
//! What is kept is the scenario, the choices that differ from the clock's, a copy of the world every so many steps, and
//! what happened. A step is found again from the nearest copy by doing the same things once more.

use super::action::{Action, Hand, Rejected};
use super::world::World;
use crate::event::{Events, Stamped};
use crate::scenario::Scenario;
use crate::state::AppendLog;
use crate::time::SimTime;

/// Copies of the world kept at most. When there are more, every other one is dropped and the distance doubles.
const COPIES_MAX: usize = 32;
/// State entries in all copies together, at most (some 50 bytes each): thinned out in the same way.
const COPIED_ENTRIES_MAX: usize = 400_000;

/// A choice as another run can be told it: that run has other steps, so the step alone says nothing there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The moment.
    pub at: SimTime,
    /// What was done in that moment before it, since the choice before.
    pub before: Vec<Action>,
    /// What was done.
    pub action: Action,
}

/// A run, with the position that one looks at.
#[derive(Clone, Debug)]
pub struct History {
    world: World,
    /// What happened in all steps known so far, also those behind the position.
    events: AppendLog<Stamped>,
    /// By step (from 0): how many events there were after it.
    event_counts: Vec<u32>,
    /// Steps at which something else than the clock's choice was done, in order.
    choices: Vec<(u64, Action)>,
    /// In the order of steps; the first is step 0.
    copies: Vec<World>,
    /// Steps between copies.
    distance: u64,
    /// Times of all known steps.
    times: Vec<SimTime>,
    /// Grows whenever something that was known is dropped.
    revision: u64,
}

impl History {
    /// A run that has not started.
    pub fn new(scenario: &Scenario) -> History {
        History::of(World::new(scenario))
    }

    /// A run from a given world on.
    pub fn of(world: World) -> History {
        History {
            events: AppendLog::default(),
            event_counts: vec![0],
            choices: Vec::new(),
            copies: vec![world.clone()],
            distance: 256,
            times: vec![world.now()],
            revision: 0,
            world,
        }
    }

    /// The world at the position.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The position: steps done.
    pub fn step(&self) -> u64 {
        self.world.steps()
    }

    /// Virtual time at the position.
    pub fn now(&self) -> SimTime {
        self.world.now()
    }

    /// Steps known so far; the position can be any of 0 to this.
    pub fn len(&self) -> u64 {
        self.times.len() as u64 - 1
    }

    /// Nothing has been done yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Virtual time after a known step.
    pub fn time_of(&self, step: u64) -> Option<SimTime> {
        self.times.get(usize::try_from(step).ok()?).copied()
    }

    /// When the steps up to the position were done, the beginning first.
    pub fn times(&self) -> &[SimTime] {
        &self.times[..=self.step() as usize]
    }

    /// The last known step that is done by this time.
    pub fn step_at(&self, time: SimTime) -> u64 {
        self.times.partition_point(|t| *t <= time).saturating_sub(1) as u64
    }

    /// What comes next at the position, and when it is due. None: the run has ended.
    pub fn next(&self) -> Option<(SimTime, Action)> {
        match self.choice_at(self.step()) {
            Some(action) => Some((self.world.now(), action.clone())),
            None => self.world.next(),
        }
    }

    fn choice_at(&self, step: u64) -> Option<&Action> {
        let at = self.choices.partition_point(|(s, _)| *s < step);
        self.choices.get(at).filter(|(s, _)| *s == step).map(|(_, a)| a)
    }

    /// One step forward. False: the run has ended.
    pub fn advance(&mut self) -> bool {
        // Known already: what happened stands in the list.
        let known = self.step() < self.len();
        let mut events = if known { Events::off() } else { Events::on() };
        let went_on = match self.choice_at(self.step()).cloned() {
            Some(action) => self.world.apply_to(action, &mut events).is_ok(),
            None => self.world.advance(&mut events),
        };
        if went_on && !known {
            self.keep(events);
        } else if went_on && let Ok(copy) = self.copies.binary_search_by_key(&self.step(), World::steps) {
            // The same world. What the copies share with each other this one shares too: else a run that is played would lie in
            // memory twice.
            self.world = self.copies[copy].clone();
        }
        went_on
    }

    /// The world has taken a step that was not known: what happened is kept.
    fn keep(&mut self, events: Events) {
        for event in events.list {
            self.events.push(event);
        }
        self.event_counts.push(self.events.len() as u32);
        self.times.push(self.world.now());
        if self.copies.last().is_none_or(|c| self.world.steps() >= c.steps() + self.distance) {
            self.copies.push(self.world.clone());
            let entries = |c: &[World]| c.iter().map(World::copied_entries).sum::<usize>();
            if self.copies.len() > COPIES_MAX || self.copies.len() > 2 && entries(&self.copies) > COPIED_ENTRIES_MAX {
                let mut i = 0;
                self.copies.retain(|_| {
                    i += 1;
                    i % 2 == 1
                });
                self.distance *= 2;
            }
        }
    }

    /// Runs to the end, or for so many steps. True: the end was reached.
    pub fn run(&mut self, steps: u64) -> bool {
        for _ in 0..steps {
            if !self.advance() {
                return true;
            }
        }
        self.next().is_none()
    }

    /// Goes to a step; beyond what is known it runs on. Stops at the end of the run.
    pub fn seek(&mut self, step: u64) {
        if step < self.step() || step > self.step() + self.distance {
            let copy = self.copies.iter().rev().find(|c| c.steps() <= step);
            if let Some(copy) = copy.filter(|c| step < self.step() || c.steps() > self.step()) {
                self.world = copy.clone();
            }
        }
        while self.step() < step && self.advance() {}
    }

    /// Does something else than the clock would, at the position. What was known of the time after it is dropped.
    ///
    /// # Errors
    /// The action is not possible now; the run stays as it was.
    pub fn choose(&mut self, action: Action) -> Result<(), Rejected> {
        let step = self.step();
        let mut probe = self.world.clone();
        probe.apply_to(action.clone(), &mut Events::off())?;
        let known = step as usize;
        self.revision += 1;
        self.times.truncate(known + 1);
        self.event_counts.truncate(known + 1);
        self.events.truncate(self.event_counts[known] as usize);
        self.copies.retain(|c| c.steps() <= step);
        self.choices.retain(|(s, _)| *s < step);
        self.choices.push((step, action.clone()));
        let mut events = Events::on();
        self.world.apply_to(action, &mut events)?;
        self.keep(events);
        Ok(())
    }

    /// Does something by hand, at the position.
    ///
    /// # Errors
    /// As `choose`.
    pub fn act(&mut self, hand: Hand) -> Result<(), Rejected> {
        self.choose(Action::Hand(hand))
    }

    /// Grows whenever something that was known is dropped: what was derived from the events behind it is void.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The choices that differ from the clock's: with the scenario, they are the run.
    pub fn choices(&self) -> &[(u64, Action)] {
        &self.choices
    }

    /// The same, each with its place within its moment.
    pub fn made(&self) -> Vec<Made> {
        let mut since = 0;
        let made = self.choices.iter().map(|(step, action)| {
            let at = self.times[*step as usize];
            let moment = self.times.partition_point(|t| *t < at) as u64;
            let mut world = self.world_at(moment.saturating_sub(1).max(since));
            let mut before = Vec::new();
            while world.steps() < *step
                && let Some(done) = self.advance_known(&mut world)
            {
                before.push(done);
            }
            since = step + 1;
            Made { at, before, action: action.clone() }
        });
        made.collect()
    }

    /// The world after a known step.
    fn world_at(&self, step: u64) -> World {
        let copy = self.copies.iter().rev().find(|c| c.steps() <= step);
        let mut world = copy.unwrap_or(&self.copies[0]).clone();
        while world.steps() < step && self.advance_known(&mut world).is_some() {}
        world
    }

    /// Takes a world of this run one known step on, and says what that was.
    fn advance_known(&self, world: &mut World) -> Option<Action> {
        let action = self.choice_at(world.steps()).cloned().or_else(|| world.next().map(|(_, action)| action))?;
        let events = &mut Events::off();
        match self.choice_at(world.steps()) {
            Some(choice) => world.apply_to(choice.clone(), events).ok()?,
            None => world.advance(events).then_some(())?,
        }
        Some(action)
    }

    /// What happened up to the position, oldest first.
    pub fn events(&self) -> impl Iterator<Item = &Stamped> {
        self.events.iter().take(self.event_count())
    }

    /// How many events there were up to the position.
    pub fn event_count(&self) -> usize {
        self.event_counts[self.step() as usize] as usize
    }

    /// What happened in all known steps, oldest first.
    pub fn all_events(&self) -> &AppendLog<Stamped> {
        &self.events
    }

    /// What happened in one step.
    pub fn events_at(&self, step: u64) -> impl Iterator<Item = &Stamped> {
        let step = step as usize;
        let end = self.event_counts.get(step).copied().unwrap_or(0) as usize;
        let start = step.checked_sub(1).and_then(|s| self.event_counts.get(s)).copied().unwrap_or(0) as usize;
        self.events.iter_from(start.min(end)).take(end - start.min(end))
    }
}
