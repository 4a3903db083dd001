//! What several test modules share.

pub(crate) mod scenarios;
pub(crate) mod story;
