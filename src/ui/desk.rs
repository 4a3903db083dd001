//! The desk: the show, the signals that the components read, and the one place where intents are carried out.

use leptos::prelude::*;

use super::course::Course;
use super::drill::Drill;
use super::editor::state::EditorState;
pub use super::intent::{Hold, Intent, Panel, Versus};
use super::later::Later;
use super::lesson::Lesson;
use super::looking::Looking;
use super::predict::Predict;
use super::stage::movers::Pool;
use super::tabs::Tab;
use crate::check::why::{Lit, Remedy};
use crate::scenario::{Preset, ScenarioError, opening, presets};
use crate::sim::Hand;
use crate::text::{ENGLISH, Text};
use crate::time::SimTime;
use crate::view::branches::{Branches, Done};
use crate::view::closing::{Cost, Price};
use crate::view::geometry::Point;
use crate::view::hands::{Grip, offers};
use crate::view::layout::{Stage, stage};
use crate::view::movers::record_at;
use crate::view::scene::Scene;
use crate::view::setup::{Setting, settings};
use crate::view::show::{Show, Start};
use crate::view::timeline::{Flag, Segment, flags, segments};
use crate::view::turning::{Caption, Mark, MarkKind};
use crate::view::verdict::{Verdict, verdict};
use crate::view::why::Inquiry;

/// The verdict is worked out anew at most this often while the run plays slowly enough to be followed.
const VERDICT_EVERY_MS: f64 = 40.0;
/// The same while more happens than an eye follows.
const VERDICT_IN_HASTE_EVERY_MS: f64 = 800.0;
/// The same for a run of many steps, where working it out takes longer.
const VERDICT_OF_LONG_EVERY_MS: f64 = 1000.0;
/// And when it has stood still for so long.
const VERDICT_AT_REST_MS: f64 = 250.0;
/// While more happens than an eye follows, the boxes are brought up to date this often; else in every frame.
const SCENE_EVERY_MS: f64 = 120.0;
/// And the rows of destinations this often.
const LEDGER_EVERY_MS: f64 = 800.0;
/// Steps that follow each other faster than this are haste too: each would have the boxes drawn anew.
const REST_MS: f64 = 50.0;
/// More steps than this in one frame are haste.
const HASTE_STEPS: u64 = 6;
/// More steps than this in a millisecond of page time rush by: each thing is on the stage for a frame or two.
const RUSH_STEPS_PER_MS: f64 = 0.4;
/// Steps from which on a run is long.
const LONG_STEPS: u64 = 10_000;
/// Below this share of real time the records' names can be read.
const READABLE_RATE: f64 = 0.55;

/// What stands still to be looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dwell {
    /// Nothing does.
    #[default]
    None,
    /// A crash: memory is being wiped.
    Crash,
    /// A restore: state is on its way from the shelf.
    Restore,
}

/// In haste the parts of the page are brought up to date one a frame.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// The channels.
    Pipes,
    /// The logs.
    Tapes,
    /// The shelf of checkpoints.
    Shelf,
    /// The destinations.
    Sinks,
    /// The clock and the position.
    Now,
    /// Now and then, the rows of the destinations.
    Ledger,
    /// Now and then, the verdict.
    Verdict,
    /// Nothing is left.
    Over,
}

impl Turn {
    const fn next(self) -> Turn {
        match self {
            Turn::Pipes => Turn::Tapes,
            Turn::Tapes => Turn::Shelf,
            Turn::Shelf => Turn::Sinks,
            Turn::Sinks => Turn::Now,
            Turn::Now => Turn::Ledger,
            Turn::Ledger => Turn::Verdict,
            Turn::Verdict | Turn::Over => Turn::Over,
        }
    }
}

/// Where the run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// The step.
    pub step: u64,
    /// Of how many.
    pub steps: u64,
    /// Virtual time.
    pub ms: u64,
}

/// How a run came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Closing {
    /// What it cost; none: nothing.
    pub cost: Option<Cost>,
    /// What it took.
    pub price: Price,
    /// What mends it: each one click, of one change or several.
    pub mends: Vec<Vec<Remedy>>,
}

/// The show and its signals.
#[derive(Clone, Copy)]
pub struct Desk {
    /// The show itself, for the frame loop.
    pub show: StoredValue<Show, LocalStorage>,
    /// What moves on the stage, as painted; none before the stage is there.
    pub pool: StoredValue<Option<Pool>, LocalStorage>,
    /// What stands on the stage.
    pub scene: RwSignal<Scene>,
    /// The same for the channels, and so on: in haste some frames later, so that no frame draws everything anew.
    pub pipes: RwSignal<Scene>,
    /// For the logs.
    pub tapes: RwSignal<Scene>,
    /// For the shelf of checkpoints.
    pub shelf: RwSignal<Scene>,
    /// For the destinations.
    pub sinks: RwSignal<Scene>,
    /// Told when the rows of the destinations are put in: in haste no eye reads them, and they cost most.
    pub ledger: RwSignal<()>,
    /// The caption.
    pub caption: RwSignal<Option<Caption>>,
    /// The verdict.
    pub verdict: RwSignal<Verdict>,
    /// The step that the verdict was last worked out for.
    pub judged_at: RwSignal<u64>,
    /// How the run came out, at its end.
    pub closing: RwSignal<Option<Closing>>,
    /// Whether it plays.
    pub playing: RwSignal<bool>,
    /// The speed.
    pub speed: RwSignal<f64>,
    /// Where the run is, as often as the boxes are brought up to date.
    pub now: RwSignal<Now>,
    /// The same as a share of its page time, in every frame.
    pub share: RwSignal<f64>,
    /// Slow enough, or still, so that names can be read.
    pub readable: RwSignal<bool>,
    /// What stands still to be looked at.
    pub dwell: RwSignal<Dwell>,
    /// Counts up when another run is on the stage.
    pub run: RwSignal<u32>,
    /// Room for the stage.
    pub size: RwSignal<(f64, f64)>,
    /// The preset on the stage; none: a person's own scenario.
    pub preset: RwSignal<Option<String>>,
    /// Why a scenario could not be read.
    pub errors: RwSignal<Vec<ScenarioError>>,
    /// What is open.
    pub panel: RwSignal<Option<Panel>>,
    /// Nothing travels.
    pub still: RwSignal<bool>,
    /// Every future made so far.
    pub branches: RwSignal<Branches>,
    /// What is asked about.
    pub why: RwSignal<Option<Inquiry>>,
    /// What a moment of a chain names, while it is looked at.
    pub lit: RwSignal<Option<Lit>>,
    /// What was taken hold of.
    pub hold: RwSignal<Option<Hold>>,
    /// The kind of moments that is gone to; none: any.
    pub kind: RwSignal<Option<MarkKind>>,
    /// What the run is compared with.
    pub versus: RwSignal<Option<Versus>>,
    /// The desk of the run that is compared with.
    pub other: RwSignal<Option<Desk>>,
    /// Which nodes and which destinations hold something else than in the run beside it.
    pub unlike: RwSignal<(Vec<bool>, Vec<bool>)>,
    /// What is looked at besides the stage.
    pub looking: Looking,
    /// The editor.
    pub editor: EditorState,
    /// Branches, pins and links.
    pub lesson: Lesson,
    /// Predict.
    pub predict: Predict,
    /// The stage is shown as the analogy.
    pub lens: RwSignal<bool>,
    /// The part of the page that is open.
    pub tab: RwSignal<Tab>,
    /// The course.
    pub course: Course,
    /// The quiz and the cards.
    pub drill: Drill,
    /// The second module.
    pub later: Later,
    /// Page time since the verdict was last worked out, and the step that it was worked out for.
    verdict_age: StoredValue<f64>,
    /// Page time since the scene was last made, and whether it is behind the run.
    scene_age: StoredValue<f64>,
    /// Page time since the last step.
    quiet: StoredValue<f64>,
    ledger_age: StoredValue<f64>,
    ledger_behind: StoredValue<bool>,
    behind: StoredValue<bool>,
    /// The step of the frame before.
    seen: StoredValue<u64>,
    /// More happens than an eye follows.
    haste: StoredValue<bool>,
    /// What moves does so too fast to be looked at one by one.
    rushing: StoredValue<bool>,
    /// What of the scene has its turn in the next frame.
    turn: StoredValue<Turn>,
    judged: StoredValue<Option<u64>>,
}

impl Desk {
    /// A desk with the opening run, which plays.
    pub fn opening() -> Desk {
        let desk = Desk::with(opening_show(), Later::new());
        desk.preset.set(Some(presets()[0].name.to_owned()));
        desk
    }

    /// A desk with a run of its own.
    pub fn with(show: Show, later: Later) -> Desk {
        let desk = Desk {
            scene: RwSignal::new(show.scene()),
            pipes: RwSignal::new(show.scene()),
            tapes: RwSignal::new(show.scene()),
            shelf: RwSignal::new(show.scene()),
            sinks: RwSignal::new(show.scene()),
            ledger: RwSignal::new(()),
            caption: RwSignal::new(show.caption().cloned()),
            verdict: RwSignal::new(verdict(&show)),
            judged_at: RwSignal::new(0),
            closing: RwSignal::new(None),
            playing: RwSignal::new(true),
            speed: RwSignal::new(1.0),
            now: RwSignal::new(Now::default()),
            share: RwSignal::new(0.0),
            readable: RwSignal::new(false),
            dwell: RwSignal::new(Dwell::None),
            run: RwSignal::new(0),
            size: RwSignal::new((1280.0, 500.0)),
            preset: RwSignal::new(None),
            errors: RwSignal::new(Vec::new()),
            panel: RwSignal::new(None),
            still: RwSignal::new(false),
            branches: RwSignal::new(Branches::of(&show)),
            why: RwSignal::new(None),
            lit: RwSignal::new(None),
            hold: RwSignal::new(None),
            kind: RwSignal::new(None),
            versus: RwSignal::new(None),
            other: RwSignal::new(None),
            unlike: RwSignal::default(),
            looking: Looking::new(),
            editor: EditorState::closed(),
            lesson: Lesson::default(),
            predict: Predict::default(),
            lens: RwSignal::new(false),
            tab: RwSignal::new(Tab::Play),
            course: Course::default(),
            drill: Drill::default(),
            later,
            verdict_age: StoredValue::new(0.0),
            scene_age: StoredValue::new(SCENE_EVERY_MS),
            quiet: StoredValue::new(REST_MS),
            ledger_age: StoredValue::new(0.0),
            ledger_behind: StoredValue::new(true),
            behind: StoredValue::new(true),
            seen: StoredValue::new(0),
            haste: StoredValue::new(false),
            rushing: StoredValue::new(false),
            turn: StoredValue::new(Turn::Over),
            judged: StoredValue::new(None),
            pool: StoredValue::new_local(None),
            show: StoredValue::new_local(show),
        };
        desk.publish_all();
        desk
    }

    /// The desk of the page.
    pub fn get() -> Desk {
        expect_context()
    }

    /// The words; those of the analogy while the stage is shown so. What is drawn with them is drawn anew when that changes.
    pub fn text(self) -> &'static Text {
        let other = self.lens.try_get_untracked().is_some_and(|lens| lens);
        self.later.here_now().filter(|_| other).map_or(&ENGLISH, |bench| bench.clerk)
    }

    /// The drawing for the run on the stage and the room there is.
    pub fn drawing(self) -> Memo<Stage> {
        Memo::new(move |_| {
            self.run.get();
            let (width, height) = self.size.get();
            self.show.with_value(|show| stage(show.cast(), width, height))
        })
    }

    /// The height that the run on the stage needs at this width.
    pub fn least_height(self) -> Memo<f64> {
        Memo::new(move |_| {
            self.run.get();
            let (width, _) = self.size.get();
            self.show.with_value(|show| stage(show.cast(), width, 0.0).height)
        })
    }

    /// The choices that matter for the job on the stage.
    pub fn settings(self) -> Memo<Vec<Setting>> {
        Memo::new(move |_| {
            self.run.track();
            self.show.with_value(|show| settings(show.world().plan()))
        })
    }

    /// Whether the moment that is looked at names this.
    pub fn is_lit(self, names: impl Fn(&Lit) -> bool) -> Option<&'static str> {
        self.lit.with(|lit| lit.as_ref().is_some_and(names)).then_some("")
    }

    /// A place's name, and what can be done there now.
    pub fn offers(self, grip: &Grip) -> (String, Vec<Hand>) {
        let name = self.text().play.grip;
        self.show.with_value(|show| (name(grip, show.world().plan()), offers(show, grip)))
    }

    /// The record that is drawn at this place of the stage.
    pub fn record_at(self, drawing: &Stage, place: Point) -> Option<Grip> {
        let still = self.still.get_untracked();
        let found = self
            .show
            .with_value(|show| record_at(show.reel(), show.pace(), drawing, show.playback().place(), still, place))?;
        let source = found.origin.source;
        Some(Grip::Record { source, partition: found.origin.partition, id: found.id })
    }

    /// The marks on a timeline of this width.
    pub fn flags(self, width: f64) -> Vec<Flag> {
        let label = |mark: &Mark| (self.text().mark)(mark).chars().count() as f64 * 6.3 + 8.0;
        self.show.with_value(|show| flags(show.marks(), show.pace(), width, label))
    }

    /// The stretches of the timeline.
    pub fn segments(self) -> Vec<Segment> {
        self.show.with_value(|show| segments(show.reel(), show.pace()))
    }

    /// Lets page time pass; called once a frame.
    pub fn tick(self, elapsed: f64) {
        let mut ticked = Default::default();
        let before = self.show.with_value(|show| show.playback().is_moving().then(|| show.history().step()));
        self.show.update_value(|show| ticked = show.tick(elapsed));
        let steps = before.map_or(0, |before| self.show.with_value(|show| show.history().step().abs_diff(before)));
        self.rushing.set_value(steps as f64 > elapsed.max(8.0) * RUSH_STEPS_PER_MS);
        let watched = self.predict.on.get_untracked() || self.course.until.with_value(Option::is_some);
        if let (Some(before), true) = (before, watched) {
            self.later.whenever(move |bench| (bench.foresee)(self, before));
        }
        let crate::view::show::Ticked { stepped, ended } = ticked;
        self.verdict_age.update_value(|age| *age += elapsed);
        self.scene_age.update_value(|age| *age += elapsed);
        self.quiet.update_value(|quiet| *quiet = if stepped { 0.0 } else { *quiet + elapsed });
        self.ledger_age.update_value(|age| *age += elapsed);
        self.looking.pass(elapsed);
        self.publish(stepped, None);
        if ended && self.predict.card.with_untracked(Option::is_none) {
            self.show.with_value(|show| self.judge(show));
            let at = (self.run.get_untracked(), self.show.with_value(|show| show.history().step()));
            self.later.whenever(move |bench| {
                // One may have gone elsewhere while it came.
                if at == (self.run.get_untracked(), self.show.with_value(|show| show.history().step())) {
                    (bench.close_run)(self);
                }
            });
        }
    }

    /// Tells the components everything, at once: the run has not come here by playing.
    fn publish_all(self) {
        self.seen.set_value(self.show.with_value(|show| show.history().step()));
        self.come_to_rest();
        self.publish(true, None);
    }

    /// Whatever the haste was before: what is told next is put in whole, in one frame.
    fn come_to_rest(self) {
        self.scene_age.set_value(SCENE_EVERY_MS);
        self.quiet.set_value(REST_MS);
        self.haste.set_value(false);
        self.turn.set_value(Turn::Over);
    }

    /// Tells the components what has changed.
    ///
    /// `lead`: the desk that this one goes along with.
    fn publish(self, stepped: bool, lead: Option<Desk>) {
        self.show.with_value(|show| {
            let place = show.playback().place();
            set(self.playing, show.playback().is_playing());
            set(self.caption, show.caption().cloned());
            let moving = show.playback().is_moving();
            set(self.readable, !moving || show.pace().rate_at(place) * show.playback().speed() < READABLE_RATE);
            set(self.dwell, dwell(show));
            let ms = show.pace().clock_at(place) as u64;
            // Tenths of a second are shown: finer changes are none.
            let now = Now { step: show.history().step(), steps: show.pace().steps(), ms: ms / 100 * 100 };
            set(self.share, (place / show.pace().end().max(1.0)).clamp(0.0, 1.0));
            // In haste what stands cannot be read anew in every frame, and need not be: only what moves is painted in each.
            let haste = match lead {
                // Both stages are brought up to date in the same frame.
                Some(lead) => lead.haste.get_value(),
                None => {
                    let many = now.step.abs_diff(self.seen.get_value()) > HASTE_STEPS;
                    let again = self.haste.get_value() || self.scene_age.get_value() < REST_MS;
                    moving && (many || again && self.quiet.get_value() < REST_MS)
                }
            };
            self.seen.set_value(now.step);
            self.haste.set_value(haste);
            let behind = stepped || self.behind.get_value();
            let turn = self.turn.get_value();
            let due = behind && (!haste || turn == Turn::Over && self.scene_age.get_value() >= SCENE_EVERY_MS);
            if due {
                self.scene_age.set_value(0.0);
                self.scene.set(show.scene());
                self.ledger_behind.set_value(true);
            }
            let put_in = |part: RwSignal<Scene>| part.set(self.scene.get_untracked());
            let turn = if !haste {
                if due || turn != Turn::Over {
                    for part in [self.pipes, self.tapes, self.shelf, self.sinks] {
                        put_in(part);
                    }
                }
                if self.ledger_behind.get_value() {
                    self.put_in_rows();
                }
                set(self.now, now);
                Turn::Over
            } else if due {
                Turn::Pipes
            } else {
                match turn {
                    Turn::Pipes => put_in(self.pipes),
                    Turn::Tapes => put_in(self.tapes),
                    Turn::Shelf => put_in(self.shelf),
                    Turn::Sinks => put_in(self.sinks),
                    Turn::Now => set(self.now, now),
                    Turn::Ledger if self.ledger_age.get_value() >= LEDGER_EVERY_MS => self.put_in_rows(),
                    Turn::Ledger | Turn::Verdict | Turn::Over => {}
                }
                turn.next()
            };
            self.turn.set_value(turn);
            self.behind.set_value(behind && !due);
            // In haste it has a frame for itself.
            let may_judge = !haste || turn == Turn::Over;
            self.looking.publish(stepped, moving);
            let long = show.pace().steps() > LONG_STEPS;
            let every = match (long, moving) {
                (false, true) if haste => VERDICT_IN_HASTE_EVERY_MS,
                (false, true) => VERDICT_EVERY_MS,
                (false, false) => 0.0,
                (true, true) => VERDICT_OF_LONG_EVERY_MS,
                // Whoever scrubs a long run is told when they rest.
                (true, false) => VERDICT_AT_REST_MS,
            };
            if may_judge && self.verdict_age.get_value() >= every {
                self.judge(show);
            }
            if let Some(other) = self.other.get_untracked() {
                other.go_along(self, show);
            }
        });
    }

    fn put_in_rows(self) {
        self.ledger_age.set_value(0.0);
        self.ledger_behind.set_value(false);
        self.ledger.set(());
    }

    /// Shows the moment that another desk shows, moving as it moves.
    fn go_along(self, lead: Desk, of: &Show) {
        let mut stepped = false;
        self.show.update_value(|show| stepped = show.go_along(of));
        self.rushing.set_value(lead.rushing.get_value());
        self.verdict_age.set_value(lead.verdict_age.get_value().max(self.verdict_age.get_value()));
        self.scene_age.set_value(if lead.behind.get_value() { 0.0 } else { SCENE_EVERY_MS });
        self.publish(stepped, Some(lead));
        set(self.readable, lead.readable.get_untracked());
    }

    /// Puts on what the run of another desk is compared with.
    pub fn put_on_other(self, lead: Desk, versus: Versus) {
        if let Some(next) = lead.beside(versus) {
            self.put_on(next);
            lead.show.with_value(|show| self.go_along(lead, show));
        }
    }

    /// Whether what moves does so too fast to be looked at one by one.
    pub fn is_rushing(self) -> bool {
        self.rushing.get_value()
    }

    /// What the run is compared with; none: that branch is gone.
    pub fn beside(self, versus: Versus) -> Option<Show> {
        match versus {
            Versus::Change(change) => {
                Some(self.show.with_value(|show| show.changed(change.apply(show.scenario()), Start::Beginning)))
            }
            Versus::Branch(id) => self.branches.with_untracked(|branches| branches.peek(id)),
        }
    }

    fn judge(self, show: &Show) {
        let step = show.history().step();
        if self.judged.get_value() != Some(step) {
            self.judged.set_value(Some(step));
            self.verdict_age.set_value(0.0);
            set(self.verdict, verdict(show));
            set(self.judged_at, step);
        }
    }

    /// Carries out what a person wants.
    pub fn send(self, intent: Intent) {
        match intent {
            Intent::Toggle => self.change(|show| show.toggle()),
            Intent::Step => self.change(Show::step),
            Intent::StepBack => self.change(Show::step_back),
            Intent::Restart => self.change(Show::restart),
            Intent::Hand(hand) => self.act(&hand),
            Intent::Seek(step) => self.change(|show| show.seek(step)),
            Intent::SeekShare(share) => self.change(|show| {
                let page = show.pace().end() * share;
                show.seek_page(page);
            }),
            Intent::Mark(forward) => {
                let kind = self.kind.get_untracked();
                if let Some(step) = self.show.with_value(|show| show.neighbour(kind, forward)) {
                    self.change(|show| show.seek(step));
                }
            }
            Intent::Kind(kind) => set(self.kind, kind),
            Intent::Speed(speed) => {
                self.show.update_value(|show| show.playback_mut().set_speed(speed));
                set(self.speed, self.show.with_value(|show| show.playback().speed()));
            }
            Intent::Set(change) => {
                let next = self.show.with_value(|show| show.changed(change.apply(show.scenario()), start_again(show)));
                self.fork(Done::Changed(change), next);
            }
            Intent::Moment(step, lit) => {
                self.change(|show| {
                    show.pause();
                    show.seek(step);
                });
                self.lit.set(Some(lit));
            }
            Intent::WhyNot => {
                self.why.set(None);
                self.lit.set(None);
            }
            Intent::DismissCard => self.closing.set(None),
            // All else comes with the second module, and waits for it.
            Intent::Hold(_)
            | Intent::Branch(_)
            | Intent::Lesson(_)
            | Intent::Guess(_)
            | Intent::Preset(_)
            | Intent::Open(_)
            | Intent::Mend(_)
            | Intent::Why(_)
            | Intent::Versus(_)
            | Intent::Inspect(_)
            | Intent::Lanes(_)
            | Intent::Edit(_)
            | Intent::Tab(_)
            | Intent::Lens(_)
            | Intent::Panel(_) => self.later.ask(move |bench| (bench.carry_out)(self, intent)),
        }
    }

    /// Does something by hand. What is not possible now does nothing.
    fn act(self, hand: &Hand) {
        let mut done = false;
        let (before, at) = self.show.with_value(|show| (show.history().step(), show.history().now()));
        self.show.update_value(|show| done = show.act(hand.clone()).is_ok());
        if done {
            self.show.with_value(|show| {
                self.branches.update(|b| b.fork(Done::Hand(hand.clone()), at, before, show));
            });
            self.new_run();
            // What is asked of the coordinator shows with its next step.
            if *hand == Hand::TriggerCheckpoint && !self.playing.get_untracked() {
                self.change(Show::step);
            }
        }
    }

    /// Another run goes on from this one; this one stays listed.
    pub(super) fn fork(self, done: Done, next: Show) {
        let (before, at) = self.show.with_value(|show| (show.history().step(), show.history().now()));
        self.branches.update(|branches| branches.fork(done, at, before, &next));
        self.put_on(next);
    }

    pub(super) fn change(self, f: impl FnOnce(&mut Show)) {
        let step = |show: &Show| show.history().step();
        let before = self.show.with_value(step);
        self.show.update_value(f);
        self.predict.leave(before != self.show.with_value(step));
        self.come_to_rest();
        set(self.lit, None);
        self.closing.set(None);
        self.verdict_age.set_value(0.0);
        self.publish_all();
    }

    pub(super) fn put_on(self, show: Show) {
        self.show.set_value(show);
        self.new_run();
    }

    fn new_run(self) {
        // A span is one of the run before.
        self.course.until.set_value(None);
        self.predict.leave(true);
        // The oldest branch goes when there are too many.
        self.branches.with_untracked(|branches| self.lesson.keep_to(branches));
        self.closing.set(None);
        // What was asked was asked of the run before.
        set(self.why, None);
        set(self.lit, None);
        self.show.with_value(|show| self.looking.new_run(show.world().plan()));
        // Another run may be at the same step.
        self.judged.set_value(None);
        self.verdict_age.set_value(VERDICT_OF_LONG_EVERY_MS);
        // The scene first, and at once: the drawing that follows shows no node of the old run.
        self.come_to_rest();
        self.publish_all();
        self.run.update(|n| *n += 1);
    }
}

fn dwell(show: &Show) -> Dwell {
    match show.pace().dwell_at(show.playback().place()) {
        Some((step, _)) if show.reel().crashes.iter().any(|c| c.step == step) => Dwell::Crash,
        // The last part shows what has arrived.
        Some((_, along)) if along < 0.65 => Dwell::Restore,
        _ => Dwell::None,
    }
}

/// What had been played already is played again under a change, from where the first crash shows.
pub(super) fn start_again(show: &Show) -> Start {
    let crash = show.reel().crashes.first().map_or(u64::MAX, |c| c.step);
    let here = show.history();
    if here.step() >= crash { Start::BeforeCrash } else { Start::At(here.now()) }
}

pub(super) fn start_of(preset: &Preset) -> Start {
    Start::At(SimTime(preset.start_ms))
}

fn opening_show() -> Show {
    Show::open(opening(), start_of(&presets()[0]))
}

/// Sets a signal only when its value changes, so that nothing is drawn again for nothing.
pub(super) fn set<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|old| *old != value) {
        signal.set(value);
    }
}
