//! What a person can want of the page: commands, sent to the desk and carried out there.

use crate::check::why::{Lit, Remedy};
use crate::ids::{EventId, NodeId};
use crate::sim::Hand;
use crate::ui::editor::state::Editing;
use crate::ui::tabs::Tab;
use crate::view::hands::Grip;
use crate::view::inspector::Subject;
use crate::view::setup::Change;
use crate::view::turning::MarkKind;

/// What a person wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// Play, or stand still.
    Toggle,
    /// One step on.
    Step,
    /// One step back.
    StepBack,
    /// From the beginning.
    Restart,
    /// Something is done by hand, now.
    Hand(Hand),
    /// What can be done at a place is shown, or no longer.
    Hold(Option<Hold>),
    /// To another branch.
    Branch(usize),
    /// To a step.
    Seek(u64),
    /// To a page time, as a share of the run.
    SeekShare(f64),
    /// To the next moment of the kind that is chosen, or the one before.
    Mark(bool),
    /// Moments of one kind are gone to; none: of any.
    Kind(Option<MarkKind>),
    /// Another speed.
    Speed(f64),
    /// A preset, by its name.
    Preset(String),
    /// A scenario as text.
    Open(String),
    /// The set-up is changed.
    Set(Change),
    /// The run is compared with itself under a change, or with another branch; none: no longer.
    Versus(Option<Versus>),
    /// Changes that mend the run, played from before the crash.
    Mend(Vec<Remedy>),
    /// Why? Of all that is wrong now, or of one id at one place.
    Why(Option<(NodeId, EventId)>),
    /// Nothing is asked any more.
    WhyNot,
    /// To a moment of a chain, to look at what it names.
    Moment(u64, Lit),
    /// The inspector shows this; none: it closes.
    Inspect(Option<Subject>),
    /// The lanes open or close.
    Lanes(bool),
    /// Something is done in the editor.
    Edit(Editing),
    /// The closing card goes away.
    DismissCard,
    /// A panel opens, or none.
    Panel(Option<Panel>),
    /// Branches, pins and links.
    Lesson(Lesson),
    /// Predict.
    Guess(Guess),
    /// Another part of the page.
    Tab(Tab),
    /// The stage is shown as the analogy, or as ever.
    Lens(bool),
    /// Another language, by its place.
    Language(usize),
}

/// What a person wants of branches, pins and links.
#[derive(Clone, Debug, PartialEq)]
pub enum Lesson {
    /// The panel of branches opens, or closes.
    Panel(bool),
    /// A branch is dropped.
    Drop(usize),
    /// This moment is pinned.
    Pin,
    /// A pin is taken off.
    Unpin(usize),
    /// A pin gets another text.
    Say(usize, String),
    /// A pin goes earlier (false) or later in the strip.
    Shift(usize, bool),
    /// To a pin, by its place.
    Look(Option<usize>),
    /// What the fragment of an address asks for.
    Link(String),
}

/// What a person wants of Predict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// It is switched on, or off.
    Switch(bool),
    /// The answer at this place; none: no answer.
    Answer(Option<usize>),
    /// It has been read: the run goes on.
    GoOn,
}

/// What a run is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Versus {
    /// Itself under a change.
    Change(Change),
    /// Another branch.
    Branch(usize),
}

/// What was taken hold of, and where on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Hold {
    /// The places of the stage, what lies on top first.
    pub grips: Vec<Grip>,
    /// In pixels from the top left of the window.
    pub at: (f64, f64),
}

/// What can be open above the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Choose a preset.
    Gallery,
    /// Open a scenario.
    Open,
    /// Settings as code.
    AsCode,
    /// Links, and the scenario as text.
    Share,
    /// Legend and keys.
    Help,
}
