//! The strip: a handful of pinned moments, in order, with a line of text each. It is a lesson: whoever has it goes from one
//! to the next.

use super::branches::Branches;

/// Pins of one strip: what a person takes in.
pub const PINS_MAX: usize = 5;
/// Characters of a pin's text: one line on the stage, two where it is narrow.
pub const TEXT_CHARS_MAX: usize = 140;

/// A pinned moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pin {
    /// The branch.
    pub branch: usize,
    /// The step of its run.
    pub step: u64,
    /// What is said about it; may be empty.
    pub text: String,
}

/// The pins, and which of them one looks at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    pins: Vec<Pin>,
    at: Option<usize>,
}

impl Strip {
    /// A strip that came with a link. Nothing is looked at yet.
    pub fn of(pins: Vec<Pin>) -> Strip {
        Strip { pins: pins.into_iter().take(PINS_MAX).collect(), at: None }
    }

    /// In order.
    pub fn pins(&self) -> &[Pin] {
        &self.pins
    }

    /// The one that one looks at, by its place.
    pub fn at(&self) -> Option<usize> {
        self.at
    }

    /// There is room for one more.
    pub fn has_room(&self) -> bool {
        self.pins.len() < PINS_MAX
    }

    /// Pins a moment behind the others. Its place; none: there is no room, or this moment is pinned already.
    pub fn pin(&mut self, branch: usize, step: u64) -> Option<usize> {
        let is_new = !self.pins.iter().any(|p| p.branch == branch && p.step == step);
        (is_new && self.has_room()).then(|| {
            self.pins.push(Pin { branch, step, text: String::new() });
            self.at = Some(self.pins.len() - 1);
            self.pins.len() - 1
        })
    }

    /// Another text for a pin; line breaks become spaces, and what is too long is cut off.
    pub fn say(&mut self, place: usize, text: &str) {
        if let Some(pin) = self.pins.get_mut(place) {
            let plain = |c: char| if c.is_control() { ' ' } else { c };
            pin.text = text.chars().map(plain).take(TEXT_CHARS_MAX).collect();
        }
    }

    /// A pin changes places with its neighbour.
    pub fn shift(&mut self, place: usize, later: bool) {
        let other = if later { Some(place + 1) } else { place.checked_sub(1) };
        let Some(other) = other.filter(|o| (*o).max(place) < self.pins.len()) else { return };
        self.pins.swap(place, other);
        self.at = self.at.map(|at| match at {
            at if at == place => other,
            at if at == other => place,
            at => at,
        });
    }

    /// Takes a pin off.
    pub fn unpin(&mut self, place: usize) {
        if place < self.pins.len() {
            self.pins.remove(place);
            self.at = self.at.filter(|at| *at != place).map(|at| if at > place { at - 1 } else { at });
        }
    }

    /// The pin that one looks at now: this one, if there is one there.
    pub fn look_at(&mut self, place: Option<usize>) -> Option<&Pin> {
        self.at = place.filter(|p| *p < self.pins.len());
        self.at.map(|p| &self.pins[p])
    }

    /// The place of the next pin, or the one before; at first the first.
    pub fn neighbour(&self, forward: bool) -> Option<usize> {
        match self.at {
            None => (!self.pins.is_empty()).then_some(0),
            Some(at) if forward => Some(at + 1).filter(|p| *p < self.pins.len()),
            Some(at) => at.checked_sub(1),
        }
    }

    /// Takes off the pins of branches that are gone.
    pub fn keep_to(&mut self, branches: &Branches) {
        let is_gone = |pin: &Pin| !branches.list().iter().any(|b| b.id == pin.branch);
        while let Some(place) = self.pins.iter().position(is_gone) {
            self.unpin(place);
        }
    }
}
