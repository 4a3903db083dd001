//! One run that a script drives: forward, back, by hand; what happened, the report and the link of any moment.

use std::sync::Arc;

use super::event_table::{Line, line};
use super::link::{self, Lesson, Link, LinkError, Run};
use super::show::{LIMITS, RECORDS_MAX, STEPS_MAX};
use crate::check::{Judge, Report};
use crate::scenario::{self, Partition, Scenario, ScenarioError};
use crate::sim::{Action, History, Rejected};
use crate::time::SimTime;

/// Why a session does not do what it is asked for. It stays as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// The scenario is wrong: every mistake.
    Scenario(Vec<ScenarioError>),
    /// It has more records than a run that one can go back in may have.
    Records(u64),
    /// The link cannot be opened.
    Link(LinkError),
    /// The link names no run.
    NoRun,
    /// Nothing is called so.
    UnknownAction(String),
    /// Not possible at this moment.
    NotEnabled(String),
    /// The job has no such thing.
    NoSuchThing(String),
}

impl SessionError {
    /// What a script can go by. The codes of a version stay.
    pub fn code(&self) -> &'static str {
        match self {
            SessionError::Scenario(_) => "scenario",
            SessionError::Records(_) => "records",
            SessionError::Link(_) | SessionError::NoRun => "link",
            SessionError::UnknownAction(_) => "unknown_action",
            SessionError::NotEnabled(_) => "not_enabled",
            SessionError::NoSuchThing(_) => "no_such_thing",
        }
    }
}

/// What can happen next.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Enabled {
    /// When it is due, in milliseconds of virtual time.
    pub due_ms: u64,
    /// The action, in the words of a link: `deliver 3`.
    pub action: String,
}

/// A run and its position.
#[derive(Clone, Debug)]
pub struct Session {
    scenario: Arc<Scenario>,
    history: History,
    judge: Judge,
}

impl Session {
    /// A run from its beginning.
    ///
    /// # Errors
    /// What is wrong with the scenario; or it has too many records.
    pub fn new(text: &str) -> Result<Session, SessionError> {
        Session::of(Arc::new(scenario::read(text).map_err(SessionError::Scenario)?))
    }

    fn of(scenario: Arc<Scenario>) -> Result<Session, SessionError> {
        let records = scenario.sources.iter().flat_map(|s| &s.partitions).map(Partition::len).sum();
        if records > RECORDS_MAX {
            return Err(SessionError::Records(records));
        }
        let history = History::new(&scenario);
        Ok(Session { judge: Judge::new(&history), history, scenario })
    }

    /// The run of a link, at its moment: the fragment of an address, with or without its `#`. Of several runs that which
    /// the link shows.
    ///
    /// # Errors
    /// The link cannot be opened, or names no run.
    pub fn open(fragment: &str) -> Result<Session, SessionError> {
        let lesson = match link::read(fragment).map_err(SessionError::Link)? {
            Link::Run(lesson) => lesson,
            Link::Preset(preset) => return Session::new(preset.json()),
            Link::Nothing => return Err(SessionError::NoRun),
        };
        let run = &lesson.runs[lesson.shown];
        let mut session = Session::of(run.scenario.clone())?;
        for (step, action) in &run.choices {
            session.seek(*step);
            session.choose(action)?;
        }
        session.seek(run.step);
        Ok(session)
    }

    /// Steps done.
    pub fn position(&self) -> u64 {
        self.history.step()
    }

    /// Virtual time, in milliseconds.
    pub fn now_ms(&self) -> u64 {
        self.history.now().ms()
    }

    /// Nothing more happens: the run has ended, or has come to what a session can hold.
    pub fn ended(&self) -> bool {
        self.history.next().is_none() || self.is_full()
    }

    fn is_full(&self) -> bool {
        self.history.step() == self.history.len() && LIMITS.reached(self.history.world()).is_some()
    }

    /// So many steps forward; gives how many were done. Fewer: the run has ended.
    pub fn step(&mut self, steps: u64) -> u64 {
        let before = self.position();
        self.seek(before.saturating_add(steps));
        self.position() - before
    }

    /// So many steps back; gives how many were taken back. Fewer: the beginning is reached.
    pub fn back(&mut self, steps: u64) -> u64 {
        let before = self.position();
        self.seek(before.saturating_sub(steps));
        before - self.position()
    }

    /// Goes to a step, or to the end of the run where it has fewer; gives the step it is at then.
    pub fn seek(&mut self, step: u64) -> u64 {
        let step = step.min(STEPS_MAX);
        self.history.seek(step.min(self.history.len()));
        while self.position() < step && !self.is_full() && self.history.advance() {}
        self.position()
    }

    /// What can happen next, in the order in which the clock prefers it; the clock takes what is due first.
    pub fn enabled(&self) -> Vec<Enabled> {
        let enabled = |(due, action): (SimTime, Action)| Enabled { due_ms: due.ms(), action: link::in_words(&action) };
        self.history.world().enabled().into_iter().map(enabled).collect()
    }

    /// Does one thing, in the words of a link, instead of what the clock would do: one of `enabled`, or by hand: `crash`,
    /// `crash-machine`, `crash-task 3`, `checkpoint`, `storage-down MS`, `fail-commit NODE`. What was known of the time
    /// after it is dropped: the run goes on from here.
    ///
    /// # Errors
    /// There is no such action, or it is not possible now.
    pub fn apply(&mut self, words: &str) -> Result<(), SessionError> {
        let short = || words.chars().take(80).collect();
        let action = link::from_words(words).ok_or_else(|| SessionError::UnknownAction(short()))?;
        self.choose(&action)
    }

    fn choose(&mut self, action: &Action) -> Result<(), SessionError> {
        self.history.choose(action.clone()).map_err(|e| match e {
            Rejected::NotEnabled(action) => SessionError::NotEnabled(link::in_words(&action)),
            Rejected::Unknown(action) => SessionError::NoSuchThing(link::in_words(&action)),
        })
    }

    /// What happened in the steps behind `from` and up to `to`, oldest first. Of steps that have not been done yet there is
    /// nothing.
    pub fn events(&self, from: u64, to: u64) -> Vec<Line> {
        let to = to.min(self.position());
        let plan = self.history.world().plan();
        let within = self.history.events().skip_while(|e| e.step <= from).take_while(|e| e.step <= to);
        within.map(|e| line(plan, e)).collect()
    }

    /// What the judge says at the position.
    pub fn report(&mut self) -> Report {
        self.judge.report(&self.history)
    }

    /// The link to this moment of this run, as the fragment of an address, without its `#`.
    pub fn link(&self) -> String {
        let choices = self.history.choices().iter().filter(|(step, _)| *step < self.position());
        let run = Run {
            parent: None,
            name: String::new(),
            scenario: self.scenario.clone(),
            choices: choices.cloned().collect(),
            step: self.position(),
            at: SimTime::ZERO,
        };
        link::write(&Lesson { runs: vec![run], shown: 0, pins: Vec::new() })
    }
}
