//! Keyed state: entries with stamps, their time to live, and append-only logs that are cheap to copy.

mod append_log;
mod entries;

pub use append_log::AppendLog;
pub use entries::{CLEANUP_ENTRIES, Entries, Entry, Looked};
pub(crate) use entries::{is_expired, is_hidden};
