//! `dedup`: passes a record on the first time its id is seen.

use super::{Ctx, Operate};
use crate::event::{Event, Passed};
use crate::ids::EventId;
use crate::scenario::Ttl;
use crate::state::{Entries, Looked};
use crate::stream::Record;
use crate::time::SimTime;

/// The set of ids seen, with the time of the last update.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dedup {
    /// The set.
    pub seen: Entries<EventId, ()>,
}

impl Dedup {
    /// An empty set.
    pub fn new(ttl: Option<Ttl>) -> Dedup {
        Dedup { seen: Entries::new(ttl) }
    }
}

impl Operate for Dedup {
    fn process(&mut self, record: Record, _input: u16, ctx: &mut Ctx<'_>) {
        let task = ctx.task;
        let events = &mut *ctx.events;
        // A hit is a read, not a write: it renews the entry only under `read_and_write` (semantics TT-3).
        let looked = self.seen.see(&record.id, ctx.now, &mut |id, stamp| {
            events.push(|| Event::StateExpired { task, entry: id.clone(), stamp });
        });
        let why = match looked {
            Looked::Absent => Passed::New,
            Looked::Expired(_) => Passed::Expired,
            Looked::Live(()) | Looked::Stale(()) => {
                events.push(|| Event::DedupDropped { task, record: (&record).into() });
                return;
            }
        };
        events.push(|| Event::DedupPassed { task, record: (&record).into(), why });
        ctx.emit(record);
    }

    fn snapshot(&self, now: SimTime) -> Dedup {
        Dedup { seen: self.seen.snapshot(now) }
    }

    fn entries(&self) -> usize {
        self.seen.len()
    }

    fn live(&self, now: SimTime) -> usize {
        self.seen.live(now)
    }

    fn compact(&mut self, ctx: &mut Ctx<'_>) {
        let (task, now) = (ctx.task, ctx.now);
        let events = &mut *ctx.events;
        self.seen.compact(now, &mut |id, stamp| {
            events.push(|| Event::StateExpired { task, entry: id.clone(), stamp });
        });
    }
}
