//! The show: one scenario being played, with its reel, its pace and its clock. Everything that the page can do, without a
//! page.

use super::layout::{Actor, Cast, Link, Part};
use super::movers::{crossings, set_ways};
use super::pace::Pace;
use super::playback::Playback;
use super::reel::Reel;
use super::scene::{Scene, scene};
use super::turning::{Caption, Cue, Mark, MarkKind, caption_at, cues, marks, moments};
use std::cell::RefCell;

use crate::check::{Judge, LINES_MAX, Limits, Report, steps_before, trial};
use crate::graph::{Plan, Role};
use crate::ids::CheckpointId;
use crate::scenario::{Scenario, SinkKind};
use crate::sim::{Action, Hand, History, Rejected, Stamped, World};
use crate::state::AppendLog;
use crate::time::SimTime;

/// Steps of a run that the page prepares; a longer run is shown this far.
pub const STEPS_MAX: u64 = 400_000;
/// What the page prepares of a run: so many steps, as many effects, and what a page computes in a few seconds.
pub const LIMITS: Limits = Limits { steps: STEPS_MAX, effects: STEPS_MAX, lines: LINES_MAX, effort: 2_000_000_000 };
/// Records that the page can show; a longer run is for the command line.
pub const RECORDS_MAX: u64 = 60_000;
/// How long before the crash a mended run starts, in virtual time.
const BEFORE_CRASH_MS: u64 = 1500;
/// From so many steps on a run is judged while it is opened.
const LONG_STEPS: u64 = 10_000;

/// What was done instead of what the clock would have done, and at which step.
pub type Choice = (u64, Action);

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

/// One scenario being played.
#[derive(Debug)]
pub struct Show {
    scenario: Scenario,
    history: History,
    reel: Reel,
    pace: Pace,
    playback: Playback,
    cast: Cast,
    cues: Vec<Cue>,
    marks: Vec<(u64, Mark)>,
    moments: Vec<(u64, MarkKind)>,
    span: Option<(u64, u64)>,
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
        let history = History::new(&scenario);
        Show::of_known(scenario, history, start)
    }

    /// The same of a run that is known for some way already: see [`Show::goes_on`].
    pub fn of_known(scenario: Scenario, history: History, start: Start) -> Show {
        Show::of(scenario, history, |show| show.step_of(start))
    }

    /// Makes a step of a run; false: it is over, or has come to its limits.
    pub fn goes_on(history: &mut History) -> bool {
        LIMITS.reached(history.world()).is_none() && history.advance()
    }

    /// The run that these choices make of a scenario, at one of its steps, playing.
    ///
    /// A choice that is not possible at its step is left out.
    pub fn replay(scenario: Scenario, choices: &[Choice], step: u64) -> Show {
        let mut history = History::new(&scenario);
        for (at, action) in choices {
            history.seek(*at);
            let _ = history.choose(action.clone());
        }
        Show::of(scenario, history, |_| step)
    }

    /// What was done by hand, done on a changed scenario at the same times, and within them at the same places; played from `start` at the same speed.
    ///
    /// A choice that the changed run has no place for is left out.
    pub fn changed(&self, scenario: Scenario, start: Start) -> Show {
        let mut history = History::new(&scenario);
        for made in self.history.made() {
            let goes_on = |h: &History| LIMITS.reached(h.world()).is_none();
            while goes_on(&history) && history.next().is_some_and(|(due, _)| due < made.at) && history.advance() {}
            for _ in 0..steps_before(&made, history.world(), &LIMITS) {
                history.advance();
            }
            let _ = history.choose(made.action);
        }
        let mut show = Show::of(scenario, history, |show| show.step_of(start));
        show.playback.set_speed(self.playback.speed());
        show
    }

    fn of(scenario: Scenario, history: History, step: impl FnOnce(&Show) -> u64) -> Show {
        let cast = cast(history.world().plan());
        let judge = RefCell::new(Judge::new(&history));
        let mut show = Show {
            judge,
            scenario,
            history,
            reel: Reel::default(),
            pace: Pace::default(),
            playback: Playback::playing_from(0.0),
            cast,
            cues: Vec::new(),
            marks: Vec::new(),
            moments: Vec::new(),
            span: None,
        };
        show.wind();
        if show.pace.steps() > LONG_STEPS {
            // No moment needs more memory to be judged than the end: taken once while the run is opened, it does not grow
            // while the run plays. Gone to as it will be then: from the last copy.
            show.history.seek(0);
            show.history.seek(show.pace.steps());
            let _ = show.report();
        }
        let step = step(&show).min(show.pace.steps());
        show.history.seek(step);
        show.playback = Playback::playing_from(show.pace.shown_at(step));
        show
    }

    /// Runs to the end and indexes the run; afterwards the history is at its end.
    fn wind(&mut self) {
        if LIMITS.reached(self.history.world()).is_some() {
            // The limits may have been reached before.
            self.history.seek(0);
        }
        while Show::goes_on(&mut self.history) {}
        let at = self.history.times().to_vec();
        let plan = self.history.world().plan();
        self.reel = Reel::new(plan, at.clone(), self.history.events());
        let mut dwells: Vec<u64> = self.reel.crashes.iter().map(|c| c.step).collect();
        dwells.extend(self.reel.restores.iter().map(|r| r.step));
        dwells.sort_unstable();
        dwells.dedup();
        self.pace = Pace::new(at, &crossings(&self.reel), dwells);
        set_ways(&mut self.reel, &self.pace);
        self.cues = cues(plan, &self.reel, &self.pace);
        self.marks = marks(plan, &self.reel);
        self.moments = moments(plan, &self.reel);
    }

    fn step_of(&self, start: Start) -> u64 {
        let at = |time: SimTime| self.pace.last_step_of(time);
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
        let stop = self.stop().filter(|stop| self.playback.place() < *stop);
        let stopped = self.playback.tick(elapsed, stop.unwrap_or(self.pace.end()));
        Ticked { stepped: self.follow(), ended: stopped && self.at_end() }
    }

    /// What is played of the run: it starts over at the first of these steps, and stands still at the second. What is done by
    /// hand makes another run, with a span of its own: all of it.
    pub fn keep_to(&mut self, from: u64, to: u64) {
        let last = self.pace.steps();
        self.span = Some((from.min(last), to.min(last))).filter(|(from, to)| from < to);
    }

    /// Where it stands still, in page time; none: at its end.
    fn stop(&self) -> Option<f64> {
        self.span.filter(|(_, to)| *to < self.pace.steps()).map(|(_, to)| self.pace.shown_at(to))
    }

    /// Where it starts over.
    fn first(&self) -> u64 {
        self.span.map_or(0, |(from, _)| from)
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

    /// Plays, or stands still; at the end, of the run or of its span, it plays from the beginning.
    pub fn toggle(&mut self) {
        if self.playback.is_playing() {
            self.playback.pause();
        } else {
            if self.at_end() || self.stop() == Some(self.playback.place()) {
                self.seek(self.first());
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
        let last = self.pace.steps();
        let step = step.min(last);
        // After the last step the run is over: whatever is on its way then has come.
        let is_over = step == last && last > 0;
        self.playback.jump(if is_over { self.pace.end() } else { self.pace.shown_at(step) });
        self.history.seek(step);
    }

    /// To a page time.
    pub fn seek_page(&mut self, page: f64) {
        self.playback.jump(page.clamp(0.0, self.pace.end()));
        self.follow();
    }

    /// Goes along with another run: to where the virtual clock shows what it shows there. True: the step is another.
    pub fn go_along(&mut self, lead: &Show) -> bool {
        let page = lead.playback.place();
        let mut place = self.pace.along(&lead.pace, page);
        if lead.history.next().is_none() && !lead.playback.is_moving() {
            // The run there is over: what is longer here comes to its end too.
            place = self.pace.end();
        }
        self.playback.pause();
        self.playback.jump(place.clamp(0.0, self.pace.end()));
        self.follow()
    }

    /// To the beginning, and plays.
    pub fn restart(&mut self) {
        self.seek(self.first());
        self.playback.play();
    }

    /// Does something by hand, now: the future becomes another one. The clock goes on as before.
    ///
    /// # Errors
    /// It is not possible now; the run stays as it was.
    pub fn act(&mut self, hand: Hand) -> Result<(), Rejected> {
        let step = self.history.step();
        self.history.act(hand)?;
        self.span = None;
        let was_playing = self.playback.is_playing();
        self.wind();
        self.history.seek(step + 1);
        self.playback.jump(self.pace.shown_at(step + 1));
        if was_playing {
            self.playback.play();
        }
        Ok(())
    }

    /// How the same choices on a changed scenario would end, and what would happen; nothing is shown of it.
    pub fn trial(&self, scenario: &Scenario) -> (Report, AppendLog<Stamped>) {
        trial(scenario, &self.history.made(), &LIMITS)
    }

    /// What stands on the stage.
    pub fn scene(&self) -> Scene {
        scene(self.history.world(), &self.reel)
    }

    /// The report as of now.
    pub fn report(&self) -> Report {
        self.judge.borrow_mut().report(&self.history)
    }

    /// Whether the cut of a checkpoint that is complete by now is consistent; none: it is not complete.
    pub fn cut_of(&self, id: CheckpointId) -> Option<bool> {
        self.judge.borrow_mut().seen(&self.history).cut().result(id)
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

    /// The kinds of moments that this run has.
    pub fn kinds(&self) -> Vec<MarkKind> {
        let has = |kind: &MarkKind| self.moments.iter().any(|(_, k)| k == kind);
        MarkKind::ALL.into_iter().filter(has).collect()
    }

    /// The step of a moment of a kind, the first being 0.
    ///
    /// # Errors
    /// There are fewer: so many.
    pub fn nth(&self, kind: MarkKind, nth: usize) -> Result<u64, usize> {
        let of_kind = self.moments.iter().filter(|(_, k)| *k == kind);
        of_kind.clone().nth(nth).map(|(step, _)| *step).ok_or_else(|| of_kind.count())
    }

    /// The step of the next moment of a kind, or of the last one before here; of any kind, where none is given.
    pub fn neighbour(&self, kind: Option<MarkKind>, forward: bool) -> Option<u64> {
        let here = self.history.step();
        let mut of_kind =
            self.moments.iter().filter(|(_, k)| kind.is_none_or(|kind| kind == *k)).map(|(step, _)| *step);
        if forward { of_kind.find(|step| *step > here) } else { of_kind.take_while(|step| *step < here).last() }
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
        partitions: match n.role {
            Role::Source(i) => plan.scenario.sources[i].partitions.len(),
            Role::Operator(_) | Role::Sink(_) => 0,
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
