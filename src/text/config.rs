//! The words around settings as code.

use crate::view::config::{Place, Unsaid};

/// Words of the panel.
#[derive(Clone, Copy)]
pub struct ConfigWords {
    /// What it is.
    pub hint: &'static str,
    /// The button that copies a block.
    pub copy: &'static str,
    /// It has been copied.
    pub copied: &'static str,
    /// The browser would not.
    pub not_copied: &'static str,
    /// Head of what cannot be said.
    pub unsaid_head: &'static str,
    /// Where a block goes.
    pub place: fn(Place) -> &'static str,
    /// What cannot be said there.
    pub unsaid: fn(&Unsaid) -> String,
}
