//! The workbench: everything on the page that the first screen does without, behind one table of functions.
//!
//! In the build that ships this is a second module (see [`later`](super::later)). What is to stay out of the first one must be
//! reached from here alone: panels, their words ([`Workbench`](crate::text::Workbench) of `text`), and what works out what
//! they show.

use leptos::prelude::*;

use super::as_code::AsCode;
use super::branches::{BranchChoice, BranchesPanel};
use super::closing::ClosingCard;
use super::compare::Two;
use super::desk::{Closing, Desk, Intent, Panel, Versus, set, start_of};
use super::editor::EditorPanel;
use super::editor::state::carry_out as edit;
use super::embed::EmbedFoot;
use super::gallery::Gallery;
use super::hands::HandMenu;
use super::help::Help;
use super::inspector::Inspector;
use super::lanes::Lanes;
use super::language_choice::{choice, speak};
use super::lens::LensBar;
use super::opener::Opener;
use super::parts::{BackBar, parts};
use super::picture::Paper;
use super::predict::PredictCard;
use super::share::Share;
use super::strip::StripBar;
use super::why::Why;
use super::wreck::keep_run;
use crate::check::why::Remedy;
use crate::scenario::{self, ErrorCode, Partition, Scenario, ScenarioError, preset};
use crate::text;
use crate::text::language::{LANGUAGES, Language};
use crate::view::branches::{Branches, Done};
use crate::view::closing::{cost, price};
use crate::view::compare::telling;
use crate::view::show::{RECORDS_MAX, Show, Start};
use crate::view::why::{Inquiry, inquiry, mends};

/// What the second module has to give.
pub struct Workbench {
    /// Carries out what only it can.
    pub carry_out: fn(Desk, Intent),
    /// Stops the run where there is something to ask or to tell.
    pub foresee: fn(Desk, u64),
    /// The closing card of a run that has come to its end.
    pub close_run: fn(Desk),
    /// What a step did, in a sentence.
    pub sentence: fn(Desk, &Show, u64) -> String,
    /// What the scenario on the stage is called in the list, when it is no preset.
    pub own_scenario: fn(Desk) -> String,
    /// Opens what an address with parameters asks for: what stands behind its `?`, and its fragment.
    pub open_address: fn(Desk, &str, &str),
    /// Above the stage.
    pub above: fn() -> AnyView,
    /// Beside the stage, and over its foot.
    pub beside: fn() -> AnyView,
    /// Below the timeline.
    pub below: fn() -> AnyView,
    /// Two runs, in the place of the one stage.
    pub two: fn() -> AnyView,
    /// The list of branches, in the transport.
    pub branches: fn() -> AnyView,
    /// Above the whole page.
    pub over: fn() -> AnyView,
    /// What stands beside Play: the course, the quiz, the cards.
    pub learn: fn() -> AnyView,
    /// The words of the stage as the analogy.
    pub clerk: &'static text::Text,
    /// Every language.
    pub languages: &'static [Language],
    /// The switch between them, in the head.
    pub language_choice: fn() -> AnyView,
}

/// The one workbench.
pub static WORKBENCH: Workbench = Workbench {
    carry_out,
    foresee: |desk, before| {
        // A span that is watched has its own end.
        let watches = desk.is_learning() || desk.course.until.with_value(Option::is_some);
        if watches { desk.stop_in_time(before) } else { desk.foresee(before) }
    },
    close_run,
    sentence,
    own_scenario: |desk| desk.show.with_value(|show| (desk.words().own_scenario)(show.scenario())),
    open_address: Desk::open_address,
    above: || view! { <BackBar/><LensBar/><StripBar/> }.into_any(),
    beside: || view! { <ClosingCard/><PredictCard/><Why/><BranchesPanel/><Inspector/> }.into_any(),
    below: || view! { <EmbedFoot/><Lanes/> }.into_any(),
    two: || view! { <Two/> }.into_any(),
    branches: || view! { <BranchChoice/> }.into_any(),
    over: || {
        keep_run(Desk::get());
        view! { <EditorPanel/><Gallery/><Opener/><AsCode/><Share/><Help/><HandMenu/><Paper/> }.into_any()
    },
    learn: parts,
    clerk: &text::CLERK,
    languages: &LANGUAGES,
    language_choice: choice,
};

impl Desk {
    /// The words of the workbench. Never called from what the first screen needs: they would come with it.
    /// While the stage is shown as the analogy they are those of the analogy.
    pub fn words(self) -> &'static text::Workbench {
        // The analogy is told in English alone, and its switch is there in English alone.
        if self.lens.try_get_untracked().is_some_and(|lens| lens) {
            return &text::CLERK_WORKBENCH;
        }
        let place = self.language.try_get_untracked().unwrap_or_default();
        LANGUAGES[place as usize].words
    }

    /// The same; what is said with them is said anew when that changes.
    pub fn words_now(self) -> &'static text::Workbench {
        self.lens.track();
        self.words()
    }
}

impl Desk {
    /// False: it could not be read; the run on the stage stays as it was.
    fn open(self, text: &str, start: Start) -> bool {
        match scenario::read(text).and_then(|scenario| self.short_enough(scenario)) {
            Ok(scenario) => {
                let mut show = Show::open(scenario, start);
                show.playback_mut().set_speed(self.speed.get_untracked());
                self.errors.set(Vec::new());
                self.branches.set(Branches::of(&show));
                // Who compares goes on comparing, under a change that the new job has.
                let telling =
                    self.versus.get_untracked().and_then(|_| telling(show.world().plan())).map(Versus::Change);
                self.versus.set(None);
                self.lesson.clear();
                self.forget_visit();
                self.put_on(show);
                self.versus.set(telling);
                true
            }
            Err(errors) => {
                self.errors.set(errors);
                false
            }
        }
    }

    /// The page prepares the whole run before it shows it: what is too long for that is refused, with a reason.
    pub(super) fn short_enough(self, scenario: Scenario) -> Result<Scenario, Vec<ScenarioError>> {
        let records = scenario.sources.iter().flat_map(|s| &s.partitions).map(Partition::len).sum();
        if records <= RECORDS_MAX {
            return Ok(scenario);
        }
        let message = (self.words().too_long)(records, RECORDS_MAX);
        Err(vec![ScenarioError { path: "/sources".into(), message, code: ErrorCode::TooLarge }])
    }
}

/// Carries out what the desk leaves to the workbench.
fn carry_out(desk: Desk, intent: Intent) {
    match intent {
        // Who is asked to point at something points with it.
        Intent::Hold(Some(hold)) if desk.point_at(hold.at) => {}
        Intent::Hold(hold) => set(desk.hold, hold),
        Intent::Branch(id) => desk.go_to_branch(id, None),
        Intent::Lesson(want) => desk.teach(want),
        Intent::Guess(want) => desk.guess(want),
        Intent::Tab(tab) => desk.go_to_part(tab),
        Intent::Preset(name) => {
            if let Some(found) = preset(&name)
                && desk.open(found.json(), start_of(found))
            {
                set(desk.preset, Some(name));
                set(desk.panel, None);
            }
        }
        Intent::Open(text) => {
            let is_open = desk.open(&text, Start::Beginning);
            if is_open {
                set(desk.preset, None);
                set(desk.panel, None);
            }
        }
        Intent::Mend(changes) => {
            let change = |show: &Show| show.changed(Remedy::applied(show.scenario(), &changes), Start::BeforeCrash);
            let next = desk.show.with_value(change);
            desk.fork(Done::Mended(changes), next);
        }
        Intent::Why(about) => {
            let found = desk.show.with_value(inquiry).map(|found| Inquiry { about, ..found });
            desk.closing.set(None);
            set(desk.looking.subject, None);
            set(desk.lesson.open, false);
            desk.why.set(found);
        }
        Intent::Lens(on) => set(desk.lens, on),
        Intent::Language(place) => speak(desk, place),
        Intent::Versus(change) => {
            set(desk.versus, change);
            desk.closing.set(None);
        }
        Intent::Inspect(subject) => {
            if subject.is_some() {
                // It shows the run that it was asked of.
                set(desk.looking.there, desk.looking.is_beside);
                // There is room for one of them beside the stage.
                set(desk.why, None);
                set(desk.lesson.open, false);
                desk.closing.set(None);
            }
            set(desk.looking.subject, subject);
        }
        Intent::Lanes(open) => set(desk.looking.lanes, open),
        Intent::Edit(editing) => edit(desk, editing),
        Intent::Panel(panel) => {
            if panel == Some(Panel::Open) {
                desk.errors.set(Vec::new());
            }
            // What is shared is the moment at which it was asked for: the pictures too.
            if panel == Some(Panel::Share) && desk.playing.get_untracked() {
                desk.change(Show::pause);
            }
            desk.panel.set(panel);
        }
        // The desk does the rest itself.
        _ => {}
    }
}

fn sentence(desk: Desk, show: &Show, step: u64) -> String {
    let events: Vec<_> = show.history().events_at(step).collect();
    let words = desk.words().step;
    let said = (words.step)(show.world().plan(), step, &events);
    if desk.lens.get_untracked() { (words.in_analogy)(&said) } else { said }
}

fn close_run(desk: Desk) {
    // A lesson has its own words for how it ended.
    if desk.is_learning() {
        return;
    }
    desk.show.with_value(|show| {
        let cost = cost(show);
        let mends = if cost.is_some() { mends(show) } else { Vec::new() };
        desk.closing.set(Some(Closing { cost, price: price(show), mends }));
    });
}
