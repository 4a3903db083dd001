//! Names for things, as newtypes: an offset is not a count and a task is not a channel.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

macro_rules! index_id {
    ($(#[$doc:meta])* $name:ident($int:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $int);
        impl $name {
            /// As an index into the list that this numbers.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    };
}

index_id! {
    /// A source, operator or sink: its place in the file (sources, then operators, then sinks).
    NodeId(u16)
}
index_id! {
    /// One parallel instance of a node (Flink: subtask), numbered over the whole job.
    TaskId(u16)
}
index_id! {
    /// One FIFO link between two tasks.
    ChannelId(u32)
}
index_id! {
    /// A partition of one source's log.
    PartitionId(u16)
}
index_id! {
    /// A checkpoint, numbered from 1 and never reused (semantics CC-8).
    CheckpointId(u32)
}
index_id! {
    /// One execution of the job: 1 at first, one more after each restart (Flink: execution attempt).
    Attempt(u32)
}
index_id! {
    /// A transaction at the broker, numbered in the order of opening.
    TransactionId(u32)
}

/// A place in a partition's log. In a checkpoint or a report: the next one to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Offset(pub u64);

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A text that is shared and never changed. One pointer wide, so that the ids and keys in every record stay small.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Arc<String>);

impl Deref for Name {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name(Arc::new(text.to_owned()))
    }
}

impl From<String> for Name {
    fn from(text: String) -> Name {
        Name(Arc::new(text))
    }
}

/// What identifies an event to the business, across all sources and however often it was sent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventId {
    /// An integer in the scenario.
    Int(u64),
    /// A string in the scenario, or the pair `left⋈right` that a join made.
    Text(Name),
}

impl EventId {
    /// What stands between the ids of a joined pair.
    pub const JOINED: char = '⋈';

    /// The id of a joined pair.
    pub fn pair(left: &EventId, right: &EventId) -> EventId {
        EventId::Text(format!("{left}{}{right}", EventId::JOINED).into())
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventId::Int(n) => write!(f, "{n}"),
            EventId::Text(s) => f.write_str(s),
        }
    }
}

/// What keyed state is partitioned by. `k7` is kept as the number 7, so that generated keys cost nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// `k0`, `k1`, …
    Numbered(u64),
    /// Any other key.
    Text(Name),
}

impl Key {
    /// The key of this name; equal names give equal keys.
    pub fn named(name: &str) -> Key {
        let number = name.strip_prefix('k').filter(|d| !d.is_empty() && (d.len() == 1 || !d.starts_with('0')));
        match number.filter(|d| d.bytes().all(|b| b.is_ascii_digit())).and_then(|d| d.parse().ok()) {
            Some(n) => Key::Numbered(n),
            None => Key::Text(name.into()),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Numbered(n) => write!(f, "k{n}"),
            Key::Text(s) => f.write_str(s),
        }
    }
}
