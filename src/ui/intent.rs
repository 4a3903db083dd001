//! What a person can want of the page: commands, sent to the desk and carried out there.

use crate::scenario::SinkKind;
use crate::view::closing::Mend;

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
    /// The whole job fails, now.
    Crash,
    /// To a step.
    Seek(u64),
    /// To a page time, as a share of the run.
    SeekShare(f64),
    /// To the next mark, or the one before.
    Mark(bool),
    /// Another speed.
    Speed(f64),
    /// A preset, by its name.
    Preset(String),
    /// A scenario as text.
    Open(String),
    /// Another kind for a sink.
    Sink(usize, SinkKind),
    /// A change that mends the run, played from before the crash.
    Mend(Mend),
    /// The closing card goes away.
    DismissCard,
    /// A panel opens, or none.
    Panel(Option<Panel>),
}

/// What can be open above the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Choose a preset.
    Gallery,
    /// Open a scenario.
    Open,
    /// Legend and keys.
    Help,
}
