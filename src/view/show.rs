//! The show: one scenario being played, with its reel, its pace and its clock. Everything that the page can do, without a
//! page.

use super::layout::{Actor, Cast, Link, Part};
use super::movers::crossings;
use super::pace::Pace;
use super::playback::Playback;
use super::reel::Reel;
use super::scene::{Scene, scene};
use super::turning::{Caption, Cue, Mark, caption_at, cues, marks};
use std::cell::RefCell;

use crate::check::{Judge, Report};
use crate::graph::{Plan, Role};
use crate::scenario::{Scenario, SinkKind};
use crate::sim::{Hand, History, Rejected, World};
use crate::time::SimTime;

/// Steps of a run that the page prepares; a longer run is shown this far.
pub const STEPS_MAX: u64 = 400_000;
/// How long before the crash a mended run starts, in virtual time.
const BEFORE_CRASH_MS: u64 = 1500;

/// Where a run starts to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// At its beginning.
    Beginning,
    /// A little before the first crash.
    BeforeCrash,
    /// At this virtual time.
    At(SimTime),
}

/// A choice made by hand, with its time, so that it can be made again on a changed run.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chosen {
    at: SimTime,
    hand: Hand,
}

/// One scenario being played.
#[derive(Debug)]
pub struct Show {
    scenario: Scenario,
    history: History,
    reel: Reel,
    pace: Pace,
    playback: Playback,
    chosen: Vec<Chosen>,
    cast: Cast,
    cues: Vec<Cue>,
    marks: Vec<(u64, Mark)>,
    judge: RefCell<Judge>,
}

/// What a tick has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ticked {
    /// The world is at another step.
    pub stepped: bool,
    /// The run has come to its end just now.
    pub ended: bool,
}

impl Show {
    /// Opens a scenario and plays it from `start`.
    pub fn open(scenario: Scenario, start: Start) -> Show {
        Show::with_choices(scenario, start, Vec::new())
    }

    fn with_choices(scenario: Scenario, start: Start, chosen: Vec<Chosen>) -> Show {
        let mut history = History::new(&scenario);
        for choice in &chosen {
            // A choice that the changed run has no place for is left out.
            while history.next().is_some_and(|(due, _)| due <= choice.at) && history.advance() {}
            let _ = history.act(choice.hand.clone());
        }
        let cast = cast(history.world().plan());
        let judge = RefCell::new(Judge::new(&history));
        let mut show = Show {
            judge,
            scenario,
            history,
            reel: Reel::default(),
            pace: Pace::default(),
            playback: Playback::playing_from(0.0),
            chosen,
            cast,
            cues: Vec::new(),
            marks: Vec::new(),
        };
        show.wind();
        let step = show.step_of(start);
        show.history.seek(step);
        show.playback = Playback::playing_from(show.pace.shown_at(step));
        show
    }

    /// Runs to the end and indexes the run; afterwards the history is at its end.
    fn wind(&mut self) {
        self.history.seek(0);
        let mut at = vec![self.history.now()];
        while self.history.step() < STEPS_MAX && self.history.advance() {
            at.push(self.history.now());
        }
        let plan = self.history.world().plan();
        self.reel = Reel::new(plan, at.clone(), self.history.events());
        let mut dwells: Vec<u64> = self.reel.crashes.iter().map(|c| c.step).collect();
        dwells.extend(self.reel.restores.iter().map(|r| r.step));
        dwells.sort_unstable();
        dwells.dedup();
        self.pace = Pace::new(at, &crossings(&self.reel), dwells);
        self.cues = cues(plan, &self.reel, &self.pace);
        self.marks = marks(plan, &self.reel);
    }

    fn step_of(&self, start: Start) -> u64 {
        let at = |time: SimTime| (self.reel.at.partition_point(|t| *t <= time) as u64).saturating_sub(1);
        match start {
            Start::Beginning => 0,
            Start::BeforeCrash => self.reel.crashes.first().map_or(0, |c| {
                let crash = self.pace.time_of(c.step).ms();
                at(SimTime(crash.saturating_sub(BEFORE_CRASH_MS)))
            }),
            Start::At(time) => at(time),
        }
    }

    /// Lets page time pass.
    pub fn tick(&mut self, elapsed: f64) -> Ticked {
        let ended = self.playback.tick(elapsed, self.pace.end());
        Ticked { stepped: self.follow(), ended }
    }

    /// Brings the history to where the clock is.
    fn follow(&mut self) -> bool {
        let step = self.pace.step_at(self.playback.place());
        if step == self.history.step() {
            return false;
        }
        if step < self.history.step() || step - self.history.step() > 400 {
            self.history.seek(step);
        } else {
            while self.history.step() < step && self.history.advance() {}
        }
        true
    }

    /// Plays, or stands still; at the end it plays from the beginning.
    pub fn toggle(&mut self) {
        if self.playback.is_playing() {
            self.playback.pause();
        } else {
            if self.at_end() {
                self.seek(0);
            }
            self.playback.play();
        }
    }

    /// Stands still.
    pub fn pause(&mut self) {
        self.playback.pause();
    }

    /// One step on, in a short movement, then still.
    pub fn step(&mut self) {
        let next = (self.history.step() + 1).min(self.pace.steps());
        let to = self.pace.shown_at(next);
        self.playback.glide(to);
    }

    /// One step back: exactly the earlier state.
    pub fn step_back(&mut self) {
        self.playback.pause();
        self.seek(self.history.step().saturating_sub(1));
    }

    /// To a step, exactly.
    pub fn seek(&mut self, step: u64) {
        let step = step.min(self.pace.steps());
        self.playback.jump(self.pace.shown_at(step));
        self.history.seek(step);
    }

    /// To a page time.
    pub fn seek_page(&mut self, page: f64) {
        self.playback.jump(page.clamp(0.0, self.pace.end()));
        self.follow();
    }

    /// To the beginning, and plays.
    pub fn restart(&mut self) {
        self.seek(0);
        self.playback.play();
    }

    /// Does something by hand, now: the future becomes another one. The clock goes on as before.
    pub fn act(&mut self, hand: Hand) -> Result<(), Rejected> {
        let now = self.history.now();
        let step = self.history.step();
        self.history.act(hand.clone())?;
        self.chosen.retain(|c| c.at <= now);
        self.chosen.push(Chosen { at: now, hand });
        let was_playing = self.playback.is_playing();
        self.wind();
        self.history.seek(step + 1);
        self.playback.jump(self.pace.shown_at(step + 1));
        if was_playing {
            self.playback.play();
        }
        Ok(())
    }

    /// The same run with a sink of another kind, from the same moment of virtual time, or from before the crash.
    pub fn with_sink(&self, sink: usize, kind: SinkKind, start: Start) -> Option<Show> {
        let mut scenario = self.scenario.clone();
        scenario.sinks.get_mut(sink)?.kind = kind;
        Some(self.changed(scenario, start))
    }

    /// The same choices on a changed scenario.
    pub fn changed(&self, scenario: Scenario, start: Start) -> Show {
        let mut show = Show::with_choices(scenario, start, self.chosen.clone());
        show.playback.set_speed(self.playback.speed());
        show
    }

    /// What stands on the stage.
    pub fn scene(&self) -> Scene {
        scene(self.history.world(), &self.reel)
    }

    /// The report as of now.
    pub fn report(&self) -> Report {
        self.judge.borrow_mut().report(&self.history)
    }

    /// The caption that stands.
    pub fn caption(&self) -> Option<&Caption> {
        caption_at(&self.cues, self.playback.place())
    }

    /// Whether the run is over.
    pub fn at_end(&self) -> bool {
        self.playback.place() >= self.pace.end() - 1e-6
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The history.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The world as of now.
    pub fn world(&self) -> &World {
        self.history.world()
    }

    /// The indexed run.
    pub fn reel(&self) -> &Reel {
        &self.reel
    }

    /// Its pace.
    pub fn pace(&self) -> &Pace {
        &self.pace
    }

    /// Its clock.
    pub fn playback(&self) -> &Playback {
        &self.playback
    }

    /// Its clock, to set the speed.
    pub fn playback_mut(&mut self) -> &mut Playback {
        &mut self.playback
    }

    /// Who is on the stage.
    pub fn cast(&self) -> &Cast {
        &self.cast
    }

    /// The marks of the timeline.
    pub fn marks(&self) -> &[(u64, Mark)] {
        &self.marks
    }
}

/// Who is on the stage of a plan.
pub fn cast(plan: &Plan) -> Cast {
    let actor = |n: &crate::graph::PlanNode| Actor {
        part: match n.role {
            Role::Source(_) => Part::Source,
            Role::Operator(_) => Part::Operator,
            Role::Sink(_) => Part::Sink,
        },
        depth: usize::from(n.depth),
        subtasks: usize::from(n.parallelism),
        compact: match n.role {
            Role::Sink(i) => matches!(plan.scenario.sinks[i].kind, SinkKind::Increment | SinkKind::Set),
            Role::Source(_) | Role::Operator(_) => false,
        },
    };
    let end = |task: crate::ids::TaskId| {
        let spec = &plan.tasks[task.index()];
        (spec.node.index(), usize::from(spec.subtask))
    };
    Cast {
        nodes: plan.nodes.iter().map(actor).collect(),
        edges: plan.edges.iter().map(|e| (e.from.index(), e.to.index())).collect(),
        channels: plan.channels.iter().map(|c| Link { edge: c.edge, from: end(c.from), to: end(c.to) }).collect(),
    }
}
