//! Runs that are watched: to the end in one go, or along a history.

use super::limits::{LIMITS, Limits};
use super::observer::Observer;
use super::report::Report;
use crate::event::{Events, Stamped};
use crate::scenario::Scenario;
use crate::sim::{History, Made, World};
use crate::state::AppendLog;

/// Runs a scenario to its end and gives the report.
pub fn run(scenario: &Scenario) -> Report {
    run_within(scenario, &LIMITS)
}

/// As `run`, with limits of one's own.
pub fn run_within(scenario: &Scenario, limits: &Limits) -> Report {
    let mut world = World::new(scenario);
    let seen = watch(&mut world, limits);
    Report::within(&world, &seen, limits)
}

/// Runs a world to its end or to a limit, watching.
pub fn watch(world: &mut World, limits: &Limits) -> Observer {
    let mut seen = Observer::new(world.plan());
    let mut events = Events::on();
    while limits.reached(world).is_none() && world.advance(&mut events) {
        for event in events.list.drain(..) {
            seen.observe(world.plan(), &event);
        }
    }
    seen
}

/// Runs a changed scenario to its end, or to a limit, with the same choices at the same moments, and
/// gives the report and what happened. A choice that the run has no place for is left out.
pub fn trial(scenario: &Scenario, choices: &[Made], limits: &Limits) -> (Report, AppendLog<Stamped>) {
    let mut world = World::new(scenario);
    let mut seen = Observer::new(world.plan());
    let mut happened = AppendLog::default();
    let mut events = Events::on();
    let mut note = |world: &World, events: &mut Events| {
        for event in events.list.drain(..) {
            seen.observe(world.plan(), &event);
            happened.push(event);
        }
    };
    for made in choices {
        while world.next().is_some_and(|(due, _)| due < made.at)
            && limits.reached(&world).is_none()
            && world.advance(&mut events)
        {
            note(&world, &mut events);
        }
        for _ in 0..steps_before(made, &world, limits) {
            world.advance(&mut events);
            note(&world, &mut events);
        }
        // A choice may be refused: the run goes on without it.
        let _ = world.apply_to(made.action.clone(), &mut events);
        note(&world, &mut events);
    }
    while limits.reached(&world).is_none() && world.advance(&mut events) {
        note(&world, &mut events);
    }
    (Report::within(&world, &seen, limits), happened)
}

/// How many steps of its moment a run does before a choice that was made in another: all that was done before it there,
/// as far as it is done here. Where nothing of it is done here, the choice comes when the moment is over.
///
/// `world`: all that is due before the moment has been done.
pub fn steps_before(made: &Made, world: &World, limits: &Limits) -> u64 {
    let mut ahead = world.clone();
    let mut left = made.before.clone();
    let (mut steps, mut last) = (0, None);
    while !left.is_empty()
        && limits.reached(&ahead).is_none()
        && let Some((_, action)) = ahead.next().filter(|(due, _)| *due <= made.at)
        && ahead.advance(&mut Events::off())
    {
        steps += 1;
        if let Some(found) = left.iter().position(|known| *known == action) {
            left.swap_remove(found);
            last = Some(steps);
        }
    }
    last.unwrap_or(steps)
}

/// Watches along a history, so that there is a report at every position.
#[derive(Clone, Debug)]
pub struct Judge {
    seen: Observer,
    /// Events taken note of.
    events: usize,
    /// The revision of the history that they belong to.
    revision: u64,
}

impl Judge {
    /// Nothing seen yet.
    pub fn new(history: &History) -> Judge {
        Judge { seen: Observer::new(history.world().plan()), events: 0, revision: history.revision() }
    }

    /// What has been seen up to the position.
    pub fn seen(&mut self, history: &History) -> &Observer {
        let upto = history.event_count();
        if upto < self.events || self.revision != history.revision() {
            *self = Judge::new(history);
        }
        for event in history.all_events().iter_from(self.events).take(upto - self.events) {
            self.seen.observe(history.world().plan(), event);
        }
        self.events = upto;
        &self.seen
    }

    /// The report as of the position.
    pub fn report(&mut self, history: &History) -> Report {
        self.seen(history);
        Report::of(history.world(), &self.seen)
    }
}
