//! `sum` and `count`: a running total per key.

use super::{Ctx, Operate};
use crate::event::Event;
use crate::ids::{EventId, Key};
use crate::scenario::{PartitionBy, Ttl};
use crate::state::{Entries, Looked};
use crate::stream::Record;
use crate::time::SimTime;

/// What is added per record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// The record's value.
    Sum,
    /// One.
    Count,
}

/// A running total per key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reduce {
    /// What is added.
    pub reduction: Reduction,
    /// What a total is kept for: each key, or each id.
    pub by: PartitionBy,
    /// The totals.
    pub totals: Entries<Key, i64>,
}

impl Reduce {
    /// No totals.
    pub fn new(reduction: Reduction, by: PartitionBy, ttl: Option<Ttl>) -> Reduce {
        Reduce { reduction, by, totals: Entries::new(ttl) }
    }
}

/// What keyed state of a record is kept under.
pub(super) fn state_key(by: PartitionBy, record: &Record) -> Key {
    match by {
        PartitionBy::Key => record.key.clone(),
        PartitionBy::Id => Key::named(&record.id.to_string()),
    }
}

/// How an entry of keyed state is called in an event.
pub(super) fn entry_name(key: &Key) -> EventId {
    EventId::Text(key.to_string().into())
}

impl Operate for Reduce {
    fn process(&mut self, mut record: Record, _input: u16, ctx: &mut Ctx<'_>) {
        let task = ctx.task;
        let events = &mut *ctx.events;
        let own = state_key(self.by, &record);
        let looked = self.totals.read(&own, ctx.now, &mut |key, stamp| {
            events.push(|| Event::StateExpired { task, entry: entry_name(key), stamp });
        });
        // An expired total that is still shown goes on being added to (semantics TT-8).
        let (before, restarted) = match looked {
            Looked::Live(total) | Looked::Stale(total) => (total, false),
            Looked::Absent => (0, false),
            Looked::Expired(_) => (0, true),
        };
        let add = match self.reduction {
            Reduction::Sum => record.value,
            Reduction::Count => 1,
        };
        // The reader of scenarios refuses input whose sum could overflow; replays over restored state stay in bounds
        // only up to that check, so the total saturates rather than wraps.
        let total = before.saturating_add(add);
        self.totals.write(own.clone(), total, ctx.now);
        events.push(|| Event::Applied { task, record: (&record).into(), key: own, value: total, restarted });
        record.value = total;
        ctx.emit(record);
    }

    fn snapshot(&self, now: SimTime) -> Reduce {
        Reduce { reduction: self.reduction, by: self.by, totals: self.totals.snapshot(now) }
    }

    fn entries(&self) -> usize {
        self.totals.len()
    }

    fn live(&self, now: SimTime) -> usize {
        self.totals.live(now)
    }

    fn compact(&mut self, ctx: &mut Ctx<'_>) {
        let (task, now) = (ctx.task, ctx.now);
        let events = &mut *ctx.events;
        self.totals.compact(now, &mut |key, stamp| {
            events.push(|| Event::StateExpired { task, entry: entry_name(key), stamp });
        });
    }
}
