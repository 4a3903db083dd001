//! A lesson as lines of text, version 1. A line is a scenario as JSON, or a letter and what belongs to it:
//!
//! ```text
//! {"barrierscope":1,…}      a scenario; they are numbered from 0
//! r 0 - 812                 a run of scenario 0 that came from none, shown at step 812
//! r 0 0 640 "name"          a run of scenario 0 that came from run 0, by its name
//! c 512 crash               what was done in the run before at step 512
//! s 1                       run 1 is shown
//! p 1 640 "Look here"       a pin: run, step, text
//! ```

use std::sync::Arc;

use super::{CHOICES_MAX, Lesson, LinkError, RUNS_MAX, Run, actions};
use crate::scenario::{Scenario, read as read_scenario, write as write_scenario};
use crate::time::SimTime;
use crate::view::strip::{PINS_MAX, Pin, TEXT_CHARS_MAX};

/// A text in one line, so that it may hold anything.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// None: it is no quoted text.
pub(super) fn unquoted(text: &str) -> Option<String> {
    match serde_json::from_str(text).ok()? {
        serde_json::Value::String(text) => Some(text),
        _ => None,
    }
}

pub(super) fn write(lesson: &Lesson) -> String {
    let mut scenarios: Vec<&Arc<Scenario>> = Vec::new();
    let mut lines = Vec::new();
    for run in &lesson.runs {
        let place = scenarios.iter().position(|s| **s == run.scenario).unwrap_or_else(|| {
            lines.push(write_scenario(&run.scenario));
            scenarios.push(&run.scenario);
            scenarios.len() - 1
        });
        let parent = run.parent.map_or("-".to_owned(), |p| p.to_string());
        let name = if run.name.is_empty() { String::new() } else { format!(" {}", quoted(&run.name)) };
        lines.push(format!("r {place} {parent} {}{name}", run.step));
        lines.extend(run.choices.iter().map(|(step, action)| format!("c {step} {}", actions::write(action))));
    }
    lines.push(format!("s {}", lesson.shown));
    lines.extend(lesson.pins.iter().map(|p| format!("p {} {} {}", p.branch, p.step, quoted(&p.text))));
    lines.join("\n")
}

pub(super) fn read(text: &str) -> Result<Lesson, LinkError> {
    let mut scenarios: Vec<Arc<Scenario>> = Vec::new();
    let mut lesson = Lesson { runs: Vec::new(), shown: 0, pins: Vec::new() };
    let mut choices = 0;
    for (i, line) in text.split('\n').enumerate() {
        if line.starts_with('{') {
            if scenarios.len() == RUNS_MAX {
                return Err(LinkError::Line(i + 1));
            }
            scenarios.push(Arc::new(read_scenario(line).map_err(LinkError::Scenario)?));
            continue;
        }
        let known = take(line, &scenarios, &mut lesson, &mut choices);
        known.ok_or(LinkError::Line(i + 1))?;
    }
    if lesson.shown < lesson.runs.len() { Ok(lesson) } else { Err(LinkError::Line(text.lines().count())) }
}

/// None: the line is not understood.
fn take(line: &str, scenarios: &[Arc<Scenario>], lesson: &mut Lesson, choices: &mut usize) -> Option<()> {
    let (kind, rest) = line.split_once(' ')?;
    match kind {
        "r" => {
            let mut parts = rest.splitn(4, ' ');
            let scenario = Arc::clone(scenarios.get(parts.next()?.parse::<usize>().ok()?)?);
            let place = lesson.runs.len();
            let parent = match parts.next()? {
                "-" if place == 0 => None,
                number if place > 0 => Some(number.parse().ok().filter(|p| *p < place)?),
                _ => return None,
            };
            let step = parts.next()?.parse().ok()?;
            let name = match parts.next() {
                None => String::new(),
                Some(name) => text(name)?,
            };
            let run = Run { parent, name, scenario, choices: Vec::new(), step, at: SimTime::ZERO };
            (place < RUNS_MAX).then(|| lesson.runs.push(run))
        }
        "c" => {
            let (step, action) = rest.split_once(' ')?;
            let choice = (step.parse().ok()?, actions::read(action)?);
            let run = lesson.runs.last_mut()?;
            // In order, one at a step.
            let follows = run.choices.last().is_none_or(|(last, _)| *last < choice.0);
            *choices += 1;
            (follows && *choices <= CHOICES_MAX).then(|| run.choices.push(choice))
        }
        "s" => {
            lesson.shown = rest.parse().ok()?;
            Some(())
        }
        "p" => {
            let mut parts = rest.splitn(3, ' ');
            let branch = parts.next()?.parse().ok().filter(|b| *b < lesson.runs.len())?;
            let step = parts.next()?.parse().ok()?;
            let pin = Pin { branch, step, text: text(parts.next()?)? };
            (lesson.pins.len() < PINS_MAX).then(|| lesson.pins.push(pin))
        }
        _ => None,
    }
}

fn text(quoted: &str) -> Option<String> {
    unquoted(quoted).filter(|text| text.chars().count() <= TEXT_CHARS_MAX && !text.chars().any(char::is_control))
}
