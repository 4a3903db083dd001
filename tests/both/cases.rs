//! The cases, held against the engine: the same code natively and in the browser.

use serde_json::Value;

/// Every case: its name and its text.
pub(crate) const CASES: &[(&str, &str)] = &include!("cases.list");

/// The digest of every case's run, one a line: name, digest.
const DIGESTS: &str = include_str!("../golden/digests.txt");

/// Runs a case and says what differs from what it expects and from the digest that it always gave.
pub(crate) fn check(name: &str, text: &str) -> Result<String, Vec<String>> {
    let digest = hold(text)?;
    let golden = DIGESTS.lines().filter_map(|l| l.split_once(' ')).find(|(n, _)| *n == name).map(|(_, d)| d);
    // What is refused has no digest.
    if golden.unwrap_or_default() == digest {
        Ok(digest)
    } else {
        Err(vec![format!("digest {digest}, golden {golden:?}")])
    }
}

/// Runs what a case or a story describes and says what differs from what it expects; else the digest of the run.
pub(crate) fn hold(text: &str) -> Result<String, Vec<String>> {
    let case: Value = serde_json::from_str(text).map_err(|e| vec![e.to_string()])?;
    let expect = &case["expect"];
    let scenario = barrierscope::scenario::read(&case["scenario"].to_string());
    if let Some(words) = expect.get("error_mentions") {
        return match scenario {
            Ok(_) => Err(vec!["should have been refused".into()]),
            Err(errors) => {
                let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
                let said = said.join("\n");
                let unsaid = |w: &&Value| !said.contains(w.as_str().unwrap_or("?"));
                let unsaid: Vec<String> = words
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter(unsaid)
                    .map(|w| format!("does not say {w}"))
                    .collect();
                if unsaid.is_empty() { Ok(String::new()) } else { Err(unsaid) }
            }
        };
    }
    let scenario = scenario.map_err(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    let report = barrierscope::check::run(&scenario);
    let report = serde_json::to_value(report).map_err(|e| vec![e.to_string()])?;
    let mut faults = Vec::new();
    differ(expect, &report, "", &mut faults);
    if faults.is_empty() { Ok(report["digest"].as_str().unwrap_or_default().to_owned()) } else { Err(faults) }
}

/// Every field named must be there and equal; a list of objects must begin with the ones named, `causes` must contain
/// each one named; an empty list must be empty; other lists must be equal.
fn differ(want: &Value, got: &Value, at: &str, faults: &mut Vec<String>) {
    match (want, got) {
        (Value::Object(want), Value::Object(got)) => {
            for (name, value) in want {
                let at = format!("{at}/{name}");
                match got.get(name) {
                    Some(found) => differ(value, found, &at, faults),
                    None => faults.push(format!("{at}: missing")),
                }
            }
        }
        (Value::Array(want), Value::Array(got)) if want.first().is_some_and(Value::is_object) => {
            for (i, value) in want.iter().enumerate() {
                let mut here = Vec::new();
                if at.ends_with("/causes") {
                    let fits = |g: &Value| {
                        let mut faults = Vec::new();
                        differ(value, g, "", &mut faults);
                        faults.is_empty()
                    };
                    if !got.iter().any(fits) {
                        here.push(format!("{at}: none fits {value}"));
                    }
                } else {
                    differ(value, got.get(i).unwrap_or(&Value::Null), &format!("{at}/{i}"), &mut here);
                }
                faults.append(&mut here);
            }
        }
        _ if want == got => {}
        _ => faults.push(format!("{at}: wanted {want}, got {got}")),
    }
}
