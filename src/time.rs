//! Virtual time: whole milliseconds since the start of the run.
//!
//! Nothing in the core reads a wall clock; the schedule moves this one.

use std::fmt;
use std::ops::{Add, Sub};

/// A moment of virtual time, in milliseconds since the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SimTime(pub u64);

impl SimTime {
    /// The start of the run.
    pub const ZERO: SimTime = SimTime(0);
    /// Later than anything that can happen.
    pub const NEVER: SimTime = SimTime(u64::MAX);

    /// Milliseconds since the start.
    pub const fn ms(self) -> u64 {
        self.0
    }

    /// Milliseconds from `earlier` to here; zero when `earlier` is later.
    pub const fn since(self, earlier: SimTime) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<u64> for SimTime {
    type Output = SimTime;
    fn add(self, ms: u64) -> SimTime {
        SimTime(self.0.saturating_add(ms))
    }
}

impl Sub for SimTime {
    type Output = u64;
    fn sub(self, earlier: SimTime) -> u64 {
        self.since(earlier)
    }
}

impl fmt::Display for SimTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0)
    }
}
