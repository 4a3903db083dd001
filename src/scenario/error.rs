//! What is wrong with a scenario, said so that its author can mend it.
//!
//! An error says where (a JSON pointer), what was found and what was expected. `read` reports
//! all of them together; the code is for programs, the message for people.

use std::fmt;

/// One thing that is wrong with a scenario. Nothing was loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", Place(.path))]
pub struct ScenarioError {
    /// JSON pointer to the place (RFC 6901); empty for the text as a whole.
    pub path: String,
    /// What was found and what was expected: lower case, no full stop.
    pub message: String,
    /// The kind of mistake, for programs.
    pub code: ErrorCode,
}

/// The path, or what stands for the text as a whole: its pointer is empty, which says nothing to a person.
struct Place<'a>(&'a str);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "the scenario" } else { self.0 })
    }
}

/// The kind of a mistake. The words of [`ErrorCode::as_str`] never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// Not JSON.
    Syntax,
    /// Another version of the format, or none named.
    Version,
    /// A field that the format does not know.
    UnknownField,
    /// The same field twice in one object.
    DuplicateField,
    /// A required field is not there.
    MissingField,
    /// A value of another type than expected.
    WrongType,
    /// A value of the right type that is not allowed.
    OutOfRange,
    /// A word that is not in the list of those allowed.
    UnknownWord,
    /// A name that no node has, or a node of the wrong sort.
    UnknownName,
    /// Two nodes of one name, or one thing named twice.
    DuplicateName,
    /// The nodes do not make a job: a cycle, a dead end, a wrong number of inputs.
    Graph,
    /// An offset or an id that is not in the log.
    NotInLog,
    /// Values that are each allowed, but not together.
    Conflict,
    /// Larger than the limits in `limits.rs`.
    TooLarge,
    /// A number would not fit where the run needs it.
    Overflow,
    /// In the format, but not built yet.
    NotAvailable,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: &'static [ErrorCode] = &[
        ErrorCode::Syntax,
        ErrorCode::Version,
        ErrorCode::UnknownField,
        ErrorCode::DuplicateField,
        ErrorCode::MissingField,
        ErrorCode::WrongType,
        ErrorCode::OutOfRange,
        ErrorCode::UnknownWord,
        ErrorCode::UnknownName,
        ErrorCode::DuplicateName,
        ErrorCode::Graph,
        ErrorCode::NotInLog,
        ErrorCode::Conflict,
        ErrorCode::TooLarge,
        ErrorCode::Overflow,
        ErrorCode::NotAvailable,
    ];

    /// The stable word for programs.
    pub const fn as_str(self) -> &'static str {
        match self {
            ErrorCode::Syntax => "syntax",
            ErrorCode::Version => "version",
            ErrorCode::UnknownField => "unknown_field",
            ErrorCode::DuplicateField => "duplicate_field",
            ErrorCode::MissingField => "missing_field",
            ErrorCode::WrongType => "wrong_type",
            ErrorCode::OutOfRange => "out_of_range",
            ErrorCode::UnknownWord => "unknown_word",
            ErrorCode::UnknownName => "unknown_name",
            ErrorCode::DuplicateName => "duplicate_name",
            ErrorCode::Graph => "graph",
            ErrorCode::NotInLog => "not_in_log",
            ErrorCode::Conflict => "conflict",
            ErrorCode::TooLarge => "too_large",
            ErrorCode::Overflow => "overflow",
            ErrorCode::NotAvailable => "not_available",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
