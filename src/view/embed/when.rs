//! A moment of a run, as an address or a message names it.

use crate::time::SimTime;
use crate::view::show::Show;
use crate::view::turning::MarkKind;

/// A moment of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before anything happens.
    Start,
    /// When all has happened.
    End,
    /// After so many steps.
    Step(u64),
    /// When the virtual clock shows this: after all that happens until then.
    Time(SimTime),
    /// The moment of this kind, counted from 1.
    Nth(MarkKind, u32),
}

/// What a run does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMoment {
    /// So late a step: it has so many.
    Step(u64),
    /// So late a time: it ends here.
    Time(SimTime),
    /// So many moments of this kind: it has as many.
    Nth(MarkKind, usize),
}

/// The word for a kind. The words of a version stay.
pub const fn word(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Barrier => "barrier",
        MarkKind::Checkpoint => "checkpoint",
        MarkKind::Commit => "commit",
        MarkKind::Crash => "crash",
        MarkKind::Restore => "restore",
        MarkKind::Duplicate => "duplicate",
    }
}

impl When {
    /// Reads `start`, `end`, `812`, `10.5s`, `10500ms`, `crash`, `checkpoint-2`; none: it is none of these.
    pub fn read(text: &str) -> Option<When> {
        match text {
            "start" => return Some(When::Start),
            "end" => return Some(When::End),
            _ => {}
        }
        if let Some(ms) = text.strip_suffix("ms") {
            return whole(ms).map(|ms| When::Time(SimTime(ms)));
        }
        if let Some(seconds) = text.strip_suffix('s').filter(|s| s.starts_with(|c: char| c.is_ascii_digit())) {
            return thousandths(seconds).map(|ms| When::Time(SimTime(ms)));
        }
        if let Some(step) = whole(text) {
            return Some(When::Step(step));
        }
        let (name, nth) = match text.split_once('-') {
            Some((name, nth)) => (name, u32::try_from(whole(nth)?).ok().filter(|nth| *nth > 0)?),
            None => (text, 1),
        };
        MarkKind::ALL.into_iter().find(|kind| word(*kind) == name).map(|kind| When::Nth(kind, nth))
    }

    /// The step of a run that it is.
    ///
    /// # Errors
    /// The run has no such moment.
    pub fn step(self, show: &Show) -> Result<u64, NoMoment> {
        let last = show.pace().steps();
        match self {
            When::Start => Ok(0),
            When::End => Ok(last),
            When::Step(step) if step <= last => Ok(step),
            When::Step(_) => Err(NoMoment::Step(last)),
            When::Time(time) => {
                let end = show.pace().time_of(last);
                if time <= end { Ok(show.pace().last_step_of(time)) } else { Err(NoMoment::Time(end)) }
            }
            When::Nth(kind, nth) => show.nth(kind, nth as usize - 1).map_err(|count| NoMoment::Nth(kind, count)),
        }
    }
}

/// Digits alone, and not too many.
fn whole(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.len() <= 15 && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// A number with at most three places behind the point, as thousandths.
fn thousandths(text: &str) -> Option<u64> {
    let (before, behind) = text.split_once('.').unwrap_or((text, "0"));
    if before.len() > 12 || behind.len() > 3 {
        return None;
    }
    let padded = format!("{behind:0<3}");
    Some(whole(before)? * 1000 + whole(behind).and_then(|_| whole(&padded))?)
}
