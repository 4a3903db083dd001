//! What a person can want of the page: commands, sent to the desk and carried out there.

use crate::check::why::{Lit, Remedy};
use crate::ids::{EventId, NodeId};
use crate::sim::Hand;
use crate::ui::editor::state::Editing;
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
    /// The run is compared with itself under a change; none: no longer.
    Versus(Option<Change>),
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
    /// Legend and keys.
    Help,
}
