//! Keyed state with a stamp on every entry (semantics TT-1 to TT-15).

use std::hash::{Hash, Hasher};

use crate::hash::{Map, hash_unordered};
use crate::scenario::{Ttl, TtlCleanup, TtlUpdate, TtlVisibility};
use crate::time::SimTime;

/// Entries that incremental cleanup looks at on each access (Flink's default, semantics TT-14).
pub const CLEANUP_ENTRIES: usize = 5;

/// A value and when it was last renewed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry<V> {
    /// The value.
    pub value: V,
    /// When it was last renewed; the time to live counts from here.
    pub stamp: SimTime,
}

/// What a read found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Looked<V> {
    /// Nothing.
    Absent,
    /// A value.
    Live(V),
    /// An expired value, shown once and removed by this very read (`return_if_not_cleaned_up`, TT-4).
    Stale(V),
    /// An expired entry that this read removed without showing it (TT-5). Its stamp.
    Expired(SimTime),
}

/// Keyed state of one task.
#[derive(Clone, Debug)]
pub struct Entries<K, V> {
    map: Map<K, Entry<V>>,
    ttl: Option<Ttl>,
    cursor: usize,
}

impl<K: PartialEq + Eq + Hash, V: PartialEq> PartialEq for Entries<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.map == other.map && self.ttl == other.ttl
    }
}

impl<K: Eq + Hash, V: Eq> Eq for Entries<K, V> {}

impl<K: Hash, V: Hash> Hash for Entries<K, V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.map.len());
        state.write_u64(hash_unordered(self.map.iter()));
    }
}

/// An entry last renewed at `stamp` is gone at `stamp + ttl` and after (semantics TT-1: inclusive).
pub(crate) fn is_expired(ttl: Option<Ttl>, stamp: SimTime, now: SimTime) -> bool {
    ttl.is_some_and(|ttl| stamp + ttl.ms <= now)
}

/// An entry that has expired, and that no read shows any more (semantics TT-4).
pub(crate) fn is_hidden(ttl: Option<Ttl>, stamp: SimTime, now: SimTime) -> bool {
    is_expired(ttl, stamp, now) && ttl.is_some_and(|ttl| ttl.visibility == TtlVisibility::NeverReturnExpired)
}

impl<K: Eq + Hash + Clone, V: Clone> Entries<K, V> {
    /// No entries.
    pub fn new(ttl: Option<Ttl>) -> Self {
        Entries { map: Map::default(), ttl, cursor: 0 }
    }

    /// Entries held, expired ones too (semantics TT-13).
    pub fn len(&self) -> usize {
        self.map.len()
    }

    /// Nothing held?
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// Entries not expired.
    pub fn live(&self, now: SimTime) -> usize {
        match self.ttl {
            None => self.map.len(),
            Some(_) => self.map.values().filter(|e| !is_expired(self.ttl, e.stamp, now)).count(),
        }
    }

    /// The oldest stamp among the entries that have not expired.
    pub fn oldest(&self, now: SimTime) -> Option<SimTime> {
        self.map.values().map(|e| e.stamp).filter(|stamp| !is_expired(self.ttl, *stamp, now)).min()
    }

    /// Entries renewed at or after a moment: what an incremental checkpoint uploads (semantics SB-2, SB-6).
    pub fn changed_since(&self, since: SimTime) -> usize {
        self.map.values().filter(|e| e.stamp >= since).count()
    }

    /// All that is held.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &Entry<V>)> + ExactSizeIterator {
        self.map.iter()
    }

    /// What is held at a place of the order in which `iter` goes.
    pub fn at(&self, place: usize) -> Option<(&K, &Entry<V>)> {
        self.map.get_index(place)
    }

    /// What is held under a key, expired or not, without touching it.
    pub fn peek(&self, key: &K) -> Option<&Entry<V>> {
        self.map.get(key)
    }

    /// The rule that its entries expire by.
    pub fn ttl(&self) -> Option<Ttl> {
        self.ttl
    }

    /// Reads, with everything that a read does to TTL state: cleans up a little first (TT-15), hides and removes an
    /// expired entry or shows it once (TT-4, TT-5), renews a live one under `read_and_write` (TT-3).
    pub fn read(&mut self, key: &K, now: SimTime, removed: &mut impl FnMut(&K, SimTime)) -> Looked<V> {
        self.clean_a_little(now, removed);
        let Some((at, _, entry)) = self.map.get_full_mut(key) else {
            return Looked::Absent;
        };
        let Some(ttl) = self.ttl else {
            return Looked::Live(entry.value.clone());
        };
        if !is_expired(self.ttl, entry.stamp, now) {
            if ttl.update == TtlUpdate::ReadAndWrite {
                entry.stamp = now;
            }
            return Looked::Live(entry.value.clone());
        }
        let stamp = entry.stamp;
        let value = self.map.swap_remove_index(at).map(|(_, e)| e.value);
        match (ttl.visibility, value) {
            // Whoever asked has the value now: it is not lost yet, so nobody is told.
            (TtlVisibility::ReturnIfNotCleanedUp, Some(value)) => Looked::Stale(value),
            _ => {
                removed(key, stamp);
                Looked::Expired(stamp)
            }
        }
    }

    /// Writes and stamps.
    pub fn write(&mut self, key: K, value: V, now: SimTime) {
        self.map.insert(key, Entry { value, stamp: now });
    }

    /// Looks at a few entries and removes those that have expired (`incremental`).
    ///
    /// Simplification: a walk over the whole table in turn; Flink's goes from one part of the table to the next and is
    /// slower still (semantics TT-14).
    fn clean_a_little(&mut self, now: SimTime, removed: &mut impl FnMut(&K, SimTime)) {
        if self.ttl.is_none_or(|ttl| ttl.cleanup != TtlCleanup::Incremental) {
            return;
        }
        for _ in 0..CLEANUP_ENTRIES.min(self.map.len()) {
            if self.cursor >= self.map.len() {
                self.cursor = 0;
            }
            let expired = self.map.get_index(self.cursor).is_some_and(|(_, e)| is_expired(self.ttl, e.stamp, now));
            if !expired {
                self.cursor += 1;
            } else if let Some((key, entry)) = self.map.swap_remove_index(self.cursor) {
                removed(&key, entry.stamp);
            }
        }
    }

    /// Removes every expired entry (compaction).
    pub fn compact(&mut self, now: SimTime, removed: &mut impl FnMut(&K, SimTime)) {
        let ttl = self.ttl;
        self.map.retain(|key, e| {
            let gone = is_expired(ttl, e.stamp, now);
            if gone {
                removed(key, e.stamp);
            }
            !gone
        });
        self.cursor = 0;
    }

    /// Stamps every entry anew, for broken engines.
    pub(crate) fn renew(&mut self, now: SimTime) {
        self.map.values_mut().for_each(|e| e.stamp = now);
    }

    /// What a snapshot holds: a copy, without the expired entries under `full_snapshot` (TT-14a; the local state keeps
    /// them).
    pub fn snapshot(&self, now: SimTime) -> Self {
        let mut copy = self.clone();
        if self.ttl.is_some_and(|ttl| ttl.cleanup == TtlCleanup::FullSnapshot) {
            copy.compact(now, &mut |_, _| {});
            // A checkpoint may be kept for long: the room of what it leaves out is not kept with it.
            copy.map.shrink_to_fit();
        }
        copy
    }
}

impl<K: Eq + Hash + Clone> Entries<K, ()> {
    /// Whether the key is in the set, as `read`; puts it in when it is not. One look-up, for the hot path of a dedup.
    pub fn see(&mut self, key: &K, now: SimTime, removed: &mut impl FnMut(&K, SimTime)) -> Looked<()> {
        self.clean_a_little(now, removed);
        match self.map.entry(key.clone()) {
            indexmap::map::Entry::Vacant(gap) => {
                gap.insert(Entry { value: (), stamp: now });
                Looked::Absent
            }
            indexmap::map::Entry::Occupied(mut found) => {
                let Some(ttl) = self.ttl else {
                    return Looked::Live(());
                };
                let stamp = found.get().stamp;
                if !is_expired(self.ttl, stamp, now) {
                    if ttl.update == TtlUpdate::ReadAndWrite {
                        found.get_mut().stamp = now;
                    }
                    return Looked::Live(());
                }
                removed(key, stamp);
                match ttl.visibility {
                    // Shown once, removed by that read, and not put in again: the dedup saw a hit.
                    TtlVisibility::ReturnIfNotCleanedUp => {
                        found.swap_remove();
                        Looked::Stale(())
                    }
                    TtlVisibility::NeverReturnExpired => {
                        found.get_mut().stamp = now;
                        Looked::Expired(stamp)
                    }
                }
            }
        }
    }
}
