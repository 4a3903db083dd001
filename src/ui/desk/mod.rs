//! The desk: the show, the signals that the components read, and the one place where intents are carried out.

mod pacing;
mod publish;

use leptos::prelude::*;

use self::pacing::Pacing;
use super::course::Course;
use super::drill::Drill;
use super::editor::state::EditorState;
pub use super::intent::{Hold, Intent, Panel, Versus};
use super::later::Later;
use super::lesson::Lesson;
use super::looking::Looking;
use super::pieces::{Opened, Pieces};
use super::predict::Predict;
use super::stage::movers::Pool;
use super::tabs::Tab;
use super::workbench::Workbench;
use crate::check::why::{Lit, Remedy};
use crate::scenario::{Preset, ScenarioError, opening, presets};
use crate::sim::{Hand, History};
use crate::text::language::Language;
use crate::text::{ENGLISH, Text};
use crate::time::SimTime;
use crate::view::branches::{Branches, Done};
use crate::view::closing::{Cost, Price};
use crate::view::geometry::Point;
use crate::view::hands::{Grip, offers};
use crate::view::layout::{Stage, stage};
use crate::view::measure::letters;
use crate::view::movers::record_at;
use crate::view::scene::Scene;
use crate::view::setup::{Setting, settings};
use crate::view::show::{Show, Start};
use crate::view::timeline::{Flag, Segment, flags, segments};
use crate::view::turning::{Caption, Mark, MarkKind};
use crate::view::verdict::{Verdict, verdict};
use crate::view::why::Inquiry;

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
    /// The place of the language that is spoken.
    pub language: RwSignal<u32>,
    /// The part of the page that is open.
    pub tab: RwSignal<Tab>,
    /// The course.
    pub course: Course,
    /// The quiz and the cards.
    pub drill: Drill,
    /// Runs that an embedded view has put on, and one; 0: this is the whole page.
    pub embed: RwSignal<u32>,
    /// The second module.
    pub later: Later,
    /// What there is of the first screen.
    pub pieces: Pieces,
    /// When what is told.
    pacing: StoredValue<Pacing>,
    /// The step that the verdict was last worked out for.
    judged: StoredValue<Option<u64>>,
}

impl Desk {
    /// A desk with the opening run, which plays. `opened`: that run, where the page is put together piece by piece.
    pub fn opening(opened: Option<Opened>) -> Desk {
        let pieces = Pieces::new(opened.is_none());
        let desk = Desk::with(opened.unwrap_or_else(|| judged(opening_show())), pieces, Later::new());
        desk.preset.set(Some(presets()[0].name.to_owned()));
        desk
    }

    /// A desk beside this one, with a run of its own.
    pub fn second(self, show: Show) -> Desk {
        Desk::with(judged(show), Pieces::new(true), self.later)
    }

    fn with((show, verdict): Opened, pieces: Pieces, later: Later) -> Desk {
        let (scene, step) = (show.scene(), show.history().step());
        let desk = Desk {
            scene: RwSignal::new(scene.clone()),
            pipes: RwSignal::new(scene.clone()),
            tapes: RwSignal::new(scene.clone()),
            shelf: RwSignal::new(scene.clone()),
            sinks: RwSignal::new(scene),
            ledger: RwSignal::new(()),
            caption: RwSignal::new(show.caption().cloned()),
            verdict: RwSignal::new(verdict),
            judged_at: RwSignal::new(step),
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
            language: RwSignal::new(0),
            tab: RwSignal::new(Tab::Play),
            course: Course::default(),
            drill: Drill::default(),
            embed: RwSignal::new(0),
            later,
            pieces,
            pacing: StoredValue::new(Pacing::new()),
            judged: StoredValue::new(Some(step)),
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
        let Some(bench) = self.later.here_now() else { return &ENGLISH };
        let other = self.lens.try_get_untracked().is_some_and(|lens| lens);
        if other { bench.clerk } else { self.spoken(bench).text }
    }

    fn spoken(self, bench: &'static Workbench) -> &'static Language {
        // invariant: the place of a language there is.
        &bench.languages[self.language.try_get_untracked().unwrap_or_default() as usize]
    }

    /// The language that is spoken, and which way it is written, as attributes say it. Tracked.
    pub fn tongue(self) -> (&'static str, &'static str) {
        self.language.track();
        self.later.here_now().map_or((ENGLISH.lang, "ltr"), |bench| {
            let spoken = self.spoken(bench);
            (spoken.text.lang, spoken.dir)
        })
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
        let label = |mark: &Mark| letters(&(self.text().mark)(mark)) * 6.3 + 8.0;
        self.show.with_value(|show| flags(show.marks(), show.pace(), width, label))
    }

    /// The stretches of the timeline.
    pub fn segments(self) -> Vec<Segment> {
        self.show.with_value(|show| segments(show.reel(), show.pace()))
    }

    /// Puts on what the run of another desk is compared with.
    pub fn put_on_other(self, lead: Desk, versus: Versus) {
        if let Some(next) = lead.beside(versus) {
            self.put_on(next);
            // Where the other stands it is put on whole too, and beside all of the other.
            lead.publish_all();
            self.pacing.update_value(|pacing| pacing.come_to_rest(0));
            lead.show.with_value(|show| self.go_along(lead, show));
        }
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
            | Intent::Language(_)
            | Intent::Panel(_) => self.later.ask(move |bench| (bench.carry_out)(self, intent)),
        }
    }

    /// Plays or stands still, as a person presses. Whoever presses just as the run ends meant to have it stand still, and does not
    /// want it from the beginning.
    pub fn press_toggle(self) {
        if !(self.show.with_value(Show::at_end) && self.pacing.with_value(Pacing::has_just_ended)) {
            self.send(Intent::Toggle);
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
        set(self.lit, None);
        self.closing.set(None);
        self.pacing.update_value(|pacing| pacing.verdict_age = 0.0);
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
        self.pacing.update_value(Pacing::want_verdict);
        // The scene first, and at once: the drawing that follows shows no node of the old run.
        self.publish_all();
        self.run.update(|n| *n += 1);
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
    opened(History::new(&opening()))
}

/// The opening run, known for some way.
pub(super) fn opened(history: History) -> Show {
    Show::of_known(opening(), history, start_of(&presets()[0]))
}

fn judged(show: Show) -> Opened {
    let verdict = verdict(&show);
    (show, verdict)
}

/// Sets a signal only when its value changes, so that nothing is drawn again for nothing.
pub(super) fn set<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|old| *old != value) {
        signal.set(value);
    }
}
