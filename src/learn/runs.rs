//! The runs of a chapter: a `preset`, a `scenario` of its own, or one `like` a run above; `set` changes it, by JSON pointer.

use std::cell::RefCell;

use serde_json::Value;

use super::fault::Fault;
use super::moment::step_of;
use super::value::fields;
use crate::check::{Judge, Report};
use crate::scenario::{Scenario, preset, read};
use crate::sim::History;

/// Steps that a run of a lesson may have: it is to be worked out while one waits.
const STEPS_MAX: u64 = 30_000;

/// A run of a chapter, worked out.
pub struct Run {
    /// Its name in the lesson.
    pub name: String,
    /// The preset that it is, if it is one and unchanged.
    pub preset: Option<&'static str>,
    /// What to open.
    pub scenario: Scenario,
    state: RefCell<(History, Judge)>,
}

impl Run {
    fn new(name: &str, preset: Option<&'static str>, scenario: Scenario) -> Result<Run, Fault> {
        let mut history = History::new(&scenario);
        if !history.run(STEPS_MAX) {
            return Err(Fault::new(name, format!("the run has more than {STEPS_MAX} steps")));
        }
        let judge = Judge::new(&history);
        Ok(Run { name: name.to_owned(), preset, scenario, state: RefCell::new((history, judge)) })
    }

    /// Steps of the whole run.
    pub fn steps(&self) -> u64 {
        self.state.borrow().0.len()
    }

    /// The step of a moment.
    ///
    /// # Errors
    /// The run has no such moment.
    pub fn step(&self, moment: &str, place: &str) -> Result<u64, Fault> {
        let found = step_of(moment, &self.state.borrow().0);
        found.ok_or_else(|| Fault::new(place, format!("the run `{}` has no moment `{moment}`", self.name)))
    }

    /// The report as of a step.
    pub fn report(&self, step: u64) -> Report {
        let (history, judge) = &mut *self.state.borrow_mut();
        history.seek(step);
        judge.report(history)
    }
}

/// The runs of a chapter.
pub struct Runs(Vec<Run>);

impl Runs {
    /// Works all of them out.
    pub(super) fn of(lesson: &Value) -> Result<Runs, Fault> {
        let mut runs = Vec::new();
        // What each run was made of, for those that are like one above.
        let mut bases: Vec<(&str, Value)> = Vec::new();
        for (name, spec) in fields(lesson, "runs", "runs")? {
            let place = format!("runs/{name}");
            let known = spec.get("preset").and_then(Value::as_str);
            let known = match known {
                Some(known) => Some(preset(known).ok_or_else(|| Fault::new(&place, format!("no preset `{known}`")))?),
                None => None,
            };
            let mut base = match known {
                Some(known) => super::value::parse(known.json())?,
                None => {
                    let like = spec.get("like").and_then(Value::as_str);
                    let like = like.and_then(|like| bases.iter().find(|(name, _)| *name == like)).map(|(_, base)| base);
                    let own = like.or_else(|| spec.get("scenario")).cloned();
                    own.ok_or_else(|| {
                        Fault::new(&place, "expected a `preset`, a `scenario`, or a run above that it is `like`")
                    })?
                }
            };
            let changes = spec.get("set").and_then(Value::as_object);
            for (path, value) in changes.into_iter().flatten() {
                set(&mut base, path, value).ok_or_else(|| Fault::new(&place, format!("nothing to set at {path}")))?;
            }
            let scenario = read(&base.to_string()).map_err(|errors| {
                let first = errors.first().map(|e| format!("{}: {}", e.path, e.message));
                Fault::new(&place, first.unwrap_or_default())
            })?;
            let unchanged = known.filter(|_| changes.is_none()).map(|known| known.name);
            runs.push(Run::new(name, unchanged, scenario)?);
            bases.push((name, base));
        }
        Ok(Runs(runs))
    }

    /// All of them.
    pub fn all(&self) -> &[Run] {
        &self.0
    }

    /// The run of this name.
    ///
    /// # Errors
    /// There is none.
    pub fn get(&self, name: &str, place: &str) -> Result<&Run, Fault> {
        self.0.iter().find(|run| run.name == name).ok_or_else(|| Fault::new(place, format!("no run `{name}`")))
    }
}

/// Puts a value at a JSON pointer; `null` takes the field away. None: there is no such place.
fn set(base: &mut Value, path: &str, value: &Value) -> Option<()> {
    let (parent, last) = path.rsplit_once('/')?;
    match base.pointer_mut(parent)? {
        Value::Object(map) if value.is_null() => {
            map.remove(last);
        }
        Value::Object(map) => {
            map.insert(last.to_owned(), value.clone());
        }
        Value::Array(list) if last == "-" => list.push(value.clone()),
        Value::Array(list) => *list.get_mut(last.parse::<usize>().ok()?)? = value.clone(),
        _ => return None,
    }
    Some(())
}
