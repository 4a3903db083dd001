//! The words of the panel of branches and pins, in English.

use super::whole;
use crate::text::branches::BranchWords;

pub(super) const BRANCHES: BranchWords = BranchWords {
    hint: "Go back and do something else: the run forks, and what would have come stays here.",
    here: "on the stage",
    compare: "Compare",
    drop: "Drop",
    of_branch: |button, branch| format!("{button}: {branch}"),
    other_branch: "another branch",
    pins: "Pins",
    pins_hint: |most| {
        format!("Up to {most} moments with a line of text each. A link carries them: a lesson to step through.")
    },
    pin: "Pin this moment",
    no_pin: |most| format!("This moment is pinned already, or there are {most} pins."),
    moment: |step, branch| format!("Step {} · {branch}", whole(step)),
    text: |place| format!("Text of pin {}", place + 1),
    text_hint: "What is to be seen here?",
    earlier: |place| format!("Put pin {} earlier", place + 1),
    later: |place| format!("Put pin {} later", place + 1),
    unpin: |place| format!("Remove pin {}", place + 1),
    strip: "Lesson",
    last_pin: "Previous pin",
    next_pin: "Next pin",
    place: |at, of| match at {
        Some(at) => format!("{} of {of}", at + 1),
        None => format!("{of} pinned"),
    },
    no_text: |step| format!("Step {}", whole(step)),
    begin: "Moments to look at, one after the other.",
};
