//! `join`: pairs every record of one input with every record of the other that has the same key.

use std::hash::{Hash, Hasher};

use super::reduce::state_key;
use super::{Ctx, Operate};
use crate::event::Event;
use crate::hash::{Map, hash_unordered};
use crate::ids::{EventId, Key};
use crate::scenario::{PartitionBy, Ttl, TtlCleanup, TtlUpdate, TtlVisibility};
use crate::state::Entry;
use crate::stream::Record;
use crate::time::SimTime;

/// A record that waits in the buffer of its side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Waiting {
    /// Its id.
    pub id: EventId,
    /// Its value.
    pub value: i64,
}

type Side = Vec<Entry<Waiting>>;

/// What looking at an entry of the buffers in a clean-up counts for, see `sim::Spent`.
const OF_CLEANUP: u64 = 10;

/// Per key, the records buffered on each side: list state with a stamp on each element (semantics TT-7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Join {
    buffers: Map<Key, [Side; 2]>,
    by: PartitionBy,
    ttl: Option<Ttl>,
}

impl Hash for Join {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(hash_unordered(self.buffers.iter()));
    }
}

impl Join {
    /// Empty buffers.
    pub fn new(by: PartitionBy, ttl: Option<Ttl>) -> Join {
        Join { buffers: Map::default(), by, ttl }
    }

    /// What is buffered.
    pub fn buffers(&self) -> impl Iterator<Item = (&Key, &[Side; 2])> {
        self.buffers.iter()
    }

    pub(super) fn renew(&mut self, now: SimTime) {
        self.buffers.values_mut().flatten().flatten().for_each(|w| w.stamp = now);
    }

    pub(super) fn oldest(&self, now: SimTime) -> Option<SimTime> {
        let stamps = self.buffers.values().flatten().flatten().map(|w| w.stamp);
        stamps.filter(|stamp| !self.expired(*stamp, now)).min()
    }

    fn expired(&self, stamp: SimTime, now: SimTime) -> bool {
        crate::state::is_expired(self.ttl, stamp, now)
    }

    fn remove_expired(&mut self, ctx: &mut Ctx<'_>) {
        let (ttl, now, task) = (self.ttl, ctx.now, ctx.task);
        for sides in self.buffers.values_mut() {
            for side in sides {
                ctx.looked_at += OF_CLEANUP * (1 + side.len() as u64);
                side.retain(|w| keep(w, ttl, now, task, ctx));
            }
        }
        self.buffers.retain(|_, sides| sides.iter().any(|s| !s.is_empty()));
    }
}

fn keep(w: &Entry<Waiting>, ttl: Option<Ttl>, now: SimTime, task: crate::ids::TaskId, ctx: &mut Ctx<'_>) -> bool {
    let gone = crate::state::is_expired(ttl, w.stamp, now);
    if gone {
        ctx.events.push(|| Event::StateExpired { task, entry: w.value.id.clone(), stamp: w.stamp });
    }
    !gone
}

impl Operate for Join {
    fn process(&mut self, record: Record, input: u16, ctx: &mut Ctx<'_>) {
        let (task, now, ttl) = (ctx.task, ctx.now, self.ttl);
        // Simplification: the incremental walk over a join's buffer looks at all of it.
        if ttl.is_some_and(|t| t.cleanup == TtlCleanup::Incremental) {
            self.remove_expired(ctx);
        }
        let own = usize::from(input.min(1));
        let sides = self.buffers.entry(state_key(self.by, &record)).or_default();
        let other = &mut sides[1 - own];
        // Reading the other side's list: expired elements are left out but stay, until all of them have expired or
        // the read rewrites the list (semantics TT-7).
        let shows_expired = ttl.is_some_and(|t| t.visibility == TtlVisibility::ReturnIfNotCleanedUp);
        let rewrites = ttl.is_some_and(|t| t.update == TtlUpdate::ReadAndWrite);
        ctx.looked_at += 2 * other.len() as u64;
        let found: Vec<Waiting> = other
            .iter()
            .filter(|w| shows_expired || !crate::state::is_expired(ttl, w.stamp, now))
            .map(|w| w.value.clone())
            .collect();
        let all_expired = other.iter().all(|w| crate::state::is_expired(ttl, w.stamp, now));
        if rewrites || all_expired {
            other.retain(|w| keep(w, ttl, now, task, ctx));
        }
        if rewrites {
            other.iter_mut().for_each(|w| w.stamp = now);
        }
        sides[own].push(Entry { value: Waiting { id: record.id.clone(), value: record.value }, stamp: now });
        ctx.events.push(|| Event::Buffered {
            task,
            record: (&record).into(),
            key: record.key.clone(),
            side: own as u8,
        });
        for waiting in found {
            let (left, right) = if own == 0 { (&record.id, &waiting.id) } else { (&waiting.id, &record.id) };
            let id = EventId::pair(left, right);
            ctx.events.push(|| Event::Joined {
                task,
                id: id.clone(),
                record: (&record).into(),
                waited: waiting.id.clone(),
            });
            ctx.emit(Record { id, value: record.value.saturating_add(waiting.value), ..record.clone() });
        }
    }

    fn snapshot(&self, now: SimTime) -> Join {
        let mut copy = self.clone();
        if self.ttl.is_some_and(|ttl| ttl.cleanup == TtlCleanup::FullSnapshot) {
            for sides in copy.buffers.values_mut() {
                for side in sides {
                    side.retain(|w| !self.expired(w.stamp, now));
                    // A checkpoint may be kept for long: the room of what it leaves out is not kept with it.
                    side.shrink_to_fit();
                }
            }
            copy.buffers.retain(|_, sides| sides.iter().any(|s| !s.is_empty()));
            copy.buffers.shrink_to_fit();
        }
        copy
    }

    fn entries(&self) -> usize {
        self.buffers.values().map(|[l, r]| l.len() + r.len()).sum()
    }

    fn live(&self, now: SimTime) -> usize {
        self.buffers.values().flatten().flatten().filter(|w| !self.expired(w.stamp, now)).count()
    }

    fn compact(&mut self, ctx: &mut Ctx<'_>) {
        self.remove_expired(ctx);
    }
}
