//! How far a run is watched. What reading cannot foresee ends here: restarts that repeat it all, joins that multiply what
//! is repeated, checkpoints that copy a large state again and again.

use crate::scenario::limits::EFFECTS_MAX;
use crate::sim::World;

/// Steps of a run that is watched to its end; a longer one is cut there, and its report says so.
pub const STEPS_MAX: u64 = 30_000_000;
/// Lines of a report about checkpoints and restarts: some 60 MB of JSON. Very short periods make very many checkpoints.
pub const LINES_MAX: u64 = 400_000;
/// Effort of a run, see `sim::Spent`: some ten seconds.
pub const EFFORT_MAX: u64 = 10_000_000_000;

/// How far a run is watched; it is cut at whatever it reaches first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps.
    pub steps: u64,
    /// Effects, see `sim::Spent`: they bound the memory.
    pub effects: u64,
    /// Lines, see `sim::Spent`: they bound the report.
    pub lines: u64,
    /// Effort, see `sim::Spent`: it bounds the time, where steps take long.
    pub effort: u64,
}

/// Of a run outside of the page. One without a restart that reading lets through has at most so many effects.
pub const LIMITS: Limits = Limits { steps: STEPS_MAX, effects: EFFECTS_MAX, lines: LINES_MAX, effort: EFFORT_MAX };

impl Limits {
    /// The usual ones with another number of steps.
    pub const fn of_steps(steps: u64) -> Limits {
        Limits { steps, ..LIMITS }
    }

    /// Which one a run has reached, as the report calls it.
    pub fn reached(&self, world: &World) -> Option<&'static str> {
        let spent = world.spent();
        if world.steps() >= self.steps {
            Some("steps")
        } else if spent.effects > self.effects {
            Some("effects")
        } else if spent.lines > self.lines {
            Some("lines")
        } else {
            (spent.effort >= self.effort).then_some("effort")
        }
    }
}
