//! Collecting mistakes while reading goes on.

use std::fmt::Display;

use super::error::{ErrorCode, ScenarioError};
use super::limits;

/// The mistakes so far. Beyond the limit they are only counted, so that a hostile text cannot
/// make more words than it has.
#[derive(Default)]
pub(super) struct Errors {
    list: Vec<ScenarioError>,
    count: usize,
}

impl Errors {
    /// Adds one; the message is made only when it will be shown.
    pub(super) fn add(&mut self, code: ErrorCode, path: impl Display, message: impl FnOnce() -> String) {
        self.count += 1;
        if self.list.len() < limits::ERRORS_MAX {
            self.list.push(ScenarioError { path: path.to_string(), message: message(), code });
        }
    }

    /// How many there were, shown or not.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// All of them, and how many are not shown.
    pub(super) fn into_list(mut self) -> Vec<ScenarioError> {
        if self.count > self.list.len() {
            self.list.push(ScenarioError {
                path: String::new(),
                message: format!("{} more errors, which are not spelled out", self.count - self.list.len()),
                code: ErrorCode::TooLarge,
            });
        }
        self.list
    }
}
