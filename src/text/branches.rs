//! The words of the panel of branches and pins.

/// Words of the panel, and of the strip.
#[derive(Clone, Copy)]
pub struct BranchWords {
    /// What the panel is for.
    pub hint: &'static str,
    /// The branch that is played.
    pub here: &'static str,
    /// The button that compares with a branch; where there is room, with the name behind it.
    pub compare: &'static str,
    /// The button that drops a branch.
    pub drop: &'static str,
    /// A button of a branch, for those who do not see which one it belongs to.
    pub of_branch: fn(button: &str, branch: &str) -> String,
    /// The list of other branches to compare with.
    pub other_branch: &'static str,
    /// Head of the pins.
    pub pins: &'static str,
    /// What pins are for.
    pub pins_hint: fn(most: usize) -> String,
    /// The button that pins this moment.
    pub pin: &'static str,
    /// There is no room for another pin, or this moment has one.
    pub no_pin: fn(most: usize) -> String,
    /// A pin's moment: step, time and branch.
    pub moment: fn(step: u64, branch: &str) -> String,
    /// The field of a pin's text.
    pub text: fn(place: usize) -> String,
    /// What stands in an empty field.
    pub text_hint: &'static str,
    /// The button that puts a pin earlier in the strip.
    pub earlier: fn(place: usize) -> String,
    /// And later.
    pub later: fn(place: usize) -> String,
    /// And off it.
    pub unpin: fn(place: usize) -> String,
    /// The strip, as a region.
    pub strip: &'static str,
    /// To the pin before.
    pub last_pin: &'static str,
    /// To the next pin.
    pub next_pin: &'static str,
    /// Which pin, of how many; none: not begun.
    pub place: fn(at: Option<usize>, of: usize) -> String,
    /// In place of a text that is empty.
    pub no_text: fn(step: u64) -> String,
    /// What the strip says before its first pin.
    pub begin: &'static str,
}
