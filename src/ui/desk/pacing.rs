//! When what is told: every frame while an eye can follow, and in haste part by part, so that no frame draws all anew.

/// The verdict is worked out anew at most this often while the run plays slowly enough to be followed.
const VERDICT_EVERY_MS: f64 = 40.0;
/// The same while more happens than an eye follows.
const VERDICT_IN_HASTE_EVERY_MS: f64 = 800.0;
/// The same for a run of many steps, where working it out takes longer.
const VERDICT_OF_LONG_EVERY_MS: f64 = 1500.0;
/// And when it has stood still for so long.
const VERDICT_AT_REST_MS: f64 = 250.0;
/// While more happens than an eye follows, the boxes are brought up to date this often; else in every frame.
const SCENE_EVERY_MS: f64 = 120.0;
/// The same while things rush by: nobody reads numbers that change more often.
const SCENE_IN_RUSH_EVERY_MS: f64 = 400.0;
/// And the rows of destinations this often.
const LEDGER_EVERY_MS: f64 = 240.0;
/// The same while things rush by.
const LEDGER_IN_RUSH_EVERY_MS: f64 = 1600.0;
/// Steps that follow each other faster than this are haste too: each would have the boxes drawn anew.
const REST_MS: f64 = 50.0;
/// More steps than this in one frame are haste.
const HASTE_STEPS: u64 = 6;
/// More steps than this in a millisecond of page time rush by: each thing is on the stage for a frame or two.
const RUSH_STEPS_PER_MS: f64 = 0.4;
/// For so long after the last rush what moves and what stands go on taking turns, so that one slower frame does not change over.
const RUSH_MS: f64 = 500.0;
/// Whoever presses so soon after the end meant the run that was still playing.
const JUST_NOW_MS: f64 = 400.0;
/// Steps from which on a run is long.
const LONG_STEPS: u64 = 10_000;
/// In haste the parts of the page are brought up to date one a frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// The channels.
    Pipes,
    /// The logs.
    Tapes,
    /// The shelf of checkpoints.
    Shelf,
    /// The destinations.
    Sinks,
    /// The clock and the position.
    Now,
    /// Now and then, the rows of the destinations.
    Ledger,
    /// Now and then, the verdict.
    Verdict,
    /// Nothing is left.
    Over,
}

impl Turn {
    const fn next(self) -> Turn {
        match self {
            Turn::Pipes => Turn::Tapes,
            Turn::Tapes => Turn::Shelf,
            Turn::Shelf => Turn::Sinks,
            Turn::Sinks => Turn::Now,
            Turn::Now => Turn::Ledger,
            Turn::Ledger => Turn::Verdict,
            Turn::Verdict | Turn::Over => Turn::Over,
        }
    }
}

/// Page time since things were last told, and what is still to tell. Each desk has one.
#[derive(Clone, Copy)]
pub(super) struct Pacing {
    /// Page time since the verdict was last worked out.
    pub(super) verdict_age: f64,
    /// Page time since the scene was last made.
    pub(super) scene_age: f64,
    /// Page time since the last step.
    quiet: f64,
    /// Page time since the rows of the destinations were put in.
    ledger_age: f64,
    /// They are behind the scene.
    ledger_behind: bool,
    /// They were put in in this frame.
    took_rows: bool,
    /// What is told next is put in whole, in one frame, whatever the haste.
    whole: bool,
    /// Page time since the run came to its end.
    over_age: f64,
    /// The run has come here by a jump, and the verdict is still that of where it was.
    pub(super) jumped: bool,
    /// The scene is behind the run.
    pub(super) behind: bool,
    /// The step of the frame before.
    seen: u64,
    /// More happens than an eye follows.
    pub(super) haste: bool,
    /// What moves does so too fast to be looked at one by one.
    pub(super) rushing: bool,
    /// Page time since things last rushed by.
    calm: f64,
    /// What of the scene has its turn in this frame.
    turn: Turn,
    /// What moves is painted in this frame. While it rushes by, it has every other frame, and what stands has the rest:
    /// each is there for a frame or two, and no frame does the work of both.
    pub(super) moves: bool,
    /// Of the frames for what stands, this one is for the bar of the position alone. It has every other one.
    bar: bool,
}

/// What is told in a frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tell {
    /// The scene, and everything with it.
    All,
    /// Nothing of it has changed but the clock, and the rows where they are behind.
    Clock,
    /// The scene alone: its parts have the next frames.
    Scene,
    /// The part that has its turn.
    Part(Turn),
    /// Where the position is.
    Bar,
    /// Nothing: this frame is for what moves.
    Nothing,
}

impl Pacing {
    pub(super) const fn new() -> Pacing {
        Pacing {
            verdict_age: 0.0,
            scene_age: SCENE_EVERY_MS,
            quiet: REST_MS,
            ledger_age: 0.0,
            ledger_behind: true,
            took_rows: false,
            whole: true,
            over_age: f64::INFINITY,
            jumped: false,
            behind: true,
            seen: 0,
            haste: false,
            rushing: false,
            calm: RUSH_MS,
            turn: Turn::Over,
            moves: true,
            bar: false,
        }
    }

    /// A frame has passed, in which the run went on by so many steps.
    pub(super) fn pass(&mut self, elapsed: f64, steps: u64, stepped: bool) {
        self.rushing = steps as f64 > elapsed.max(8.0) * RUSH_STEPS_PER_MS;
        self.calm = if self.rushing { 0.0 } else { self.calm + elapsed };
        self.verdict_age += elapsed;
        self.scene_age += elapsed;
        self.ledger_age += elapsed;
        self.over_age += elapsed;
        self.quiet = if stepped { 0.0 } else { self.quiet + elapsed };
    }

    /// Whatever the haste was before: what is told next is put in whole, in one frame. The run is at this step.
    pub(super) fn come_to_rest(&mut self, step: u64) {
        *self = Pacing { quiet: REST_MS, whole: true, jumped: true, turn: Turn::Over, seen: step, ..*self };
    }

    /// Goes along with another run, whose scene is made in the same frames.
    pub(super) fn follow(&mut self, lead: &Pacing) {
        self.rushing = lead.rushing;
        (self.calm, self.moves) = (lead.calm, !lead.moves);
        // Rows are put in for both in one frame: else two runs that are alike would look different.
        self.ledger_age = if lead.took_rows { LEDGER_IN_RUSH_EVERY_MS } else { 0.0 };
        self.verdict_age = self.verdict_age.max(lead.verdict_age);
        self.scene_age = if lead.behind { 0.0 } else { SCENE_IN_RUSH_EVERY_MS };
    }

    /// Memory is wiped, or comes back: whatever the haste, all that stands is put in with it.
    pub(super) fn turn_over(&mut self) {
        (self.whole, self.behind, self.jumped, self.turn) = (true, true, true, Turn::Over);
    }

    /// A line says what has come to be: what stands is to say it too, as soon as it is its turn.
    pub(super) fn hurry(&mut self) {
        (self.behind, self.jumped, self.turn) = (true, true, Turn::Over);
        self.scene_age = SCENE_IN_RUSH_EVERY_MS;
        self.ledger_age = LEDGER_IN_RUSH_EVERY_MS;
    }

    /// The run has come to its end.
    pub(super) fn come_to_end(&mut self) {
        self.over_age = 0.0;
    }

    /// It did so just now.
    pub(super) fn has_just_ended(&self) -> bool {
        self.over_age < JUST_NOW_MS
    }

    /// The next verdict is not waited for.
    pub(super) fn want_verdict(&mut self) {
        self.verdict_age = VERDICT_OF_LONG_EVERY_MS;
    }

    /// What is told now, when the run has come to this step. `lead` is in haste or not, and this one goes along with it.
    pub(super) fn next(&mut self, step: u64, stepped: bool, moving: bool, lead: Option<bool>) -> Tell {
        // In haste what stands cannot be read anew in every frame, and need not be: only what moves is painted in each.
        let many = step.abs_diff(self.seen) > HASTE_STEPS;
        let again = self.haste || self.scene_age < REST_MS;
        self.haste = !self.whole && lead.unwrap_or(moving && (many || again && self.quiet < REST_MS));
        self.whole = false;
        self.seen = step;
        self.took_rows = false;
        let behind = stepped || self.behind;
        self.moves = !self.takes_turns() || !self.moves;
        if self.takes_turns() && self.moves {
            self.behind = behind;
            return Tell::Nothing;
        }
        self.bar = self.takes_turns() && !self.bar;
        if self.bar {
            self.behind = behind;
            return Tell::Bar;
        }
        let every = if self.takes_turns() { SCENE_IN_RUSH_EVERY_MS } else { SCENE_EVERY_MS };
        let due = behind && (!self.haste || self.turn == Turn::Over && self.scene_age >= every);
        self.behind = behind && !due;
        if due {
            self.scene_age = 0.0;
            self.ledger_behind = true;
        }
        if !self.haste {
            // What the haste has left is put in too.
            let all = due || self.turn != Turn::Over;
            self.turn = Turn::Over;
            return if all { Tell::All } else { Tell::Clock };
        }
        if due {
            self.turn = Turn::Pipes;
            return Tell::Scene;
        }
        let turn = self.turn;
        self.turn = turn.next();
        Tell::Part(turn)
    }

    /// What moves and what stands take turns to be brought up to date.
    pub(super) fn takes_turns(&self) -> bool {
        self.haste && self.calm < RUSH_MS
    }

    /// Whether the rows are to be put in now.
    pub(super) fn takes_rows(&mut self) -> bool {
        let every = if self.takes_turns() { LEDGER_IN_RUSH_EVERY_MS } else { LEDGER_EVERY_MS };
        let takes = self.ledger_behind && (!self.haste || self.ledger_age >= every);
        self.took_rows = takes;
        if takes {
            (self.ledger_age, self.ledger_behind) = (0.0, false);
        }
        takes
    }

    /// Whether the verdict is to be worked out now; in haste it has a frame for itself.
    pub(super) fn wants_verdict(&self, steps: u64, moving: bool) -> bool {
        let every = match (steps > LONG_STEPS, moving) {
            (false, true) if self.haste && !self.jumped => VERDICT_IN_HASTE_EVERY_MS,
            (false, true) => VERDICT_EVERY_MS,
            (false, false) => 0.0,
            (true, true) => VERDICT_OF_LONG_EVERY_MS,
            // Whoever scrubs a long run is told when they rest.
            (true, false) => VERDICT_AT_REST_MS,
        };
        self.is_free() && self.verdict_age >= every
    }

    /// Whether this frame has nothing else to do, or there is no haste.
    pub(super) fn is_free(&self) -> bool {
        !self.haste || self.turn == Turn::Over && !(self.takes_turns() && (self.moves || self.bar))
    }
}
