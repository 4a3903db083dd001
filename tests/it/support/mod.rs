//! What several test modules share.

pub(crate) mod mutations;
pub(crate) mod random;
pub(crate) mod scenarios;
pub(crate) mod story;
