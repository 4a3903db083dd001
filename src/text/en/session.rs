//! What a script is told, in English.

use super::share;
use super::whole;
use crate::scenario::{ErrorCode, ScenarioError};
use crate::view::session::SessionError;
use crate::view::show::RECORDS_MAX;

/// Why a session does not do what it is asked for: every reason, with its place.
pub const SESSION_ERRORS: fn(SessionError) -> Vec<ScenarioError> = errors;

fn errors(error: SessionError) -> Vec<ScenarioError> {
    let (path, code, message) = match error {
        SessionError::Scenario(errors) => return errors,
        SessionError::Link(error) => return share::errors(error),
        SessionError::Records(records) => (
            "/sources",
            ErrorCode::TooLarge,
            format!(
                "found {} records, expected at most {} in a run that one can go back in; `simulate` runs it in one go",
                whole(records),
                whole(RECORDS_MAX)
            ),
        ),
        SessionError::NoRun => (
            "link",
            ErrorCode::Syntax,
            "found no run, expected the fragment of a link: \"run=1.…\" or \"preset=…\"".into(),
        ),
        SessionError::UnknownAction(words) => (
            "action",
            ErrorCode::UnknownName,
            format!(
                "found \"{words}\", expected one of what `enabled` lists, or by hand \"crash\", \"checkpoint\" and so on"
            ),
        ),
        SessionError::NotEnabled(words) => {
            ("action", ErrorCode::Conflict, format!("\"{words}\" is not possible at this moment, see `enabled`"))
        }
        SessionError::NoSuchThing(words) => {
            ("action", ErrorCode::UnknownName, format!("\"{words}\" names something that is not in the job"))
        }
    };
    vec![ScenarioError { path: path.into(), code, message }]
}
