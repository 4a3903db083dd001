//! The words of the embedded view.

use crate::scenario::ScenarioError;
use crate::view::embed::{AddressError, MessageError};

/// Words of the embedded view, and of what cannot be read in its address or in a message.
#[derive(Clone, Copy)]
pub struct EmbedWords {
    /// The link to the whole page.
    pub open: &'static str,
    /// The same, where there is little room.
    pub open_short: &'static str,
    /// Not everything could be done: so many errors.
    pub errors: fn(usize) -> String,
    /// What is wrong in the address.
    pub address: fn(&AddressError) -> ScenarioError,
    /// What is wrong with a message.
    pub message: fn(&MessageError) -> ScenarioError,
    /// The page around has no scenario to show, for this reason.
    pub problem: fn(&str) -> ScenarioError,
    /// Heads of the lines for a page of one's own: the element, and the frame.
    pub element: &'static str,
    /// What the element needs.
    pub element_hint: &'static str,
}
