//! Run links: a run, the moment shown and the pins of a lesson as the fragment of an address.
//!
//! `run=1.` and the rest in letters that an address takes as they are (base64url): four bytes that check the others, then
//! the lesson as lines of text (`lines.rs`), deflated. The number is the version; a version that was ever given out stays
//! readable. A link comes from a stranger: everything is checked, each length has a limit, nothing panics.
//!
//! `preset=NAME` is the short link to a preset.

mod actions;
mod deflate;
mod lines;

use std::sync::Arc;

use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::show::{Choice, LIMITS, RECORDS_MAX, STEPS_MAX};
use super::strip::Pin;
use crate::event::Events;
use crate::scenario::{Partition, Preset, Scenario, ScenarioError, preset};
use crate::sim::{Action, World};
use crate::time::SimTime;

/// The version that is written.
const VERSION: &str = "1";
/// What stands before a run.
const RUN: &str = "run=";
/// What stands before a preset's name.
const PRESET: &str = "preset=";
/// Characters of a link.
pub const LINK_CHARS_MAX: usize = 1_000_000;
/// Bytes that a link may unpack to.
pub const UNPACKED_BYTES_MAX: usize = 2 * 1024 * 1024;
/// Runs in one link: the first, that on the stage, and one for each pin.
pub const RUNS_MAX: usize = super::strip::PINS_MAX + 2;
/// Choices in all runs of a link.
pub const CHOICES_MAX: usize = 1000;
/// Things that happen until the last choice or pin of all its runs.
const EVENTS_MAX: usize = 3_000_000;

/// One run in a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The run that it came from, by its place in the list; none: the first.
    pub parent: Option<usize>,
    /// What made it, where its last choice does not say it; may be empty.
    pub name: String,
    /// Its scenario.
    pub scenario: Arc<Scenario>,
    /// What was done instead of what the clock would have done.
    pub choices: Vec<Choice>,
    /// The step that is shown.
    pub step: u64,
    /// When its last choice was made, in virtual time. A link does not carry it: reading works it out.
    pub at: SimTime,
}

/// What a link carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// At least one; parents first.
    pub runs: Vec<Run>,
    /// The one that is shown.
    pub shown: usize,
    /// Its pins, whose branch is the place of a run in the list.
    pub pins: Vec<Pin>,
}

/// What the fragment of an address asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// Nothing that concerns runs: a place on the page, or nothing.
    Nothing,
    /// A preset.
    Preset(&'static Preset),
    /// A run.
    Run(Lesson),
}

/// Why a link cannot be opened. Nothing is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// No preset goes by this name.
    UnknownPreset(String),
    /// A version that this program does not know; none: it names none.
    Version(Option<u32>),
    /// Cut off, or changed on the way: it does not fit its own check.
    Damaged,
    /// Longer than a link may be, or unpacks to more.
    TooLong,
    /// The text in it is not what a link holds, from this line on.
    Line(usize),
    /// A scenario in it is wrong.
    Scenario(Vec<ScenarioError>),
    /// A scenario in it has more records than the page can show.
    Records(u64),
    /// The run takes too long to be brought to its moment.
    TooMuch,
    /// What was done at this step cannot be done there: the run has no such step, or no such thing.
    Choice {
        /// The step.
        step: u64,
        /// What was to be done.
        action: Action,
    },
    /// A moment that is shown or pinned is behind the end of its run.
    Moment {
        /// The step.
        step: u64,
        /// How many the run has.
        steps: u64,
    },
}

/// An action in the words of a link: `crash`, `stall 2 5000`.
pub fn in_words(action: &Action) -> String {
    actions::write(action)
}

/// The action that such words stand for; none: there is no such action.
pub fn from_words(words: &str) -> Option<Action> {
    actions::read(words)
}

/// The fragment for a preset, without the `#`.
pub fn preset_link(name: &str) -> String {
    format!("{PRESET}{name}")
}

/// The fragment for a lesson, without the `#`.
pub fn write(lesson: &Lesson) -> String {
    let packed = deflate::deflate(lines::write(lesson).as_bytes());
    let mut bytes = check(&packed).to_vec();
    bytes.extend(packed);
    format!("{RUN}{VERSION}.{}", to_text(&bytes))
}

/// Reads the fragment of an address, with or without its `#`.
///
/// # Errors
/// What is wrong with it.
pub fn read(fragment: &str) -> Result<Link, LinkError> {
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    if let Some(name) = fragment.strip_prefix(PRESET) {
        let found = preset(name).map(Link::Preset);
        return found.ok_or_else(|| LinkError::UnknownPreset(name.chars().take(80).collect()));
    }
    let Some(rest) = fragment.strip_prefix(RUN) else {
        return Ok(Link::Nothing);
    };
    if rest.len() > LINK_CHARS_MAX {
        return Err(LinkError::TooLong);
    }
    let (version, text) = rest.split_once('.').ok_or(LinkError::Version(None))?;
    if version != VERSION {
        return Err(LinkError::Version(version.parse().ok().filter(|_| !version.starts_with(['+', '0']))));
    }
    let bytes = from_text(text).ok_or(LinkError::Damaged)?;
    let (sum, packed) = bytes.split_first_chunk::<4>().ok_or(LinkError::Damaged)?;
    if *sum != check(packed) {
        return Err(LinkError::Damaged);
    }
    let text = decompress_to_vec_with_limit(packed, UNPACKED_BYTES_MAX).map_err(|_| LinkError::TooLong)?;
    let text = String::from_utf8(text).map_err(|_| LinkError::Damaged)?;
    let mut lesson = lines::read(&text)?;
    try_out(&mut lesson)?;
    Ok(Link::Run(lesson))
}

/// Every choice is made once, and every moment looked for: what does not fit is found before anything is shown.
fn try_out(lesson: &mut Lesson) -> Result<(), LinkError> {
    let (mut steps, mut happened) = (0, 0);
    for (i, run) in lesson.runs.iter_mut().enumerate() {
        let records = run.scenario.sources.iter().flat_map(|s| &s.partitions).map(Partition::len).sum();
        if records > RECORDS_MAX {
            return Err(LinkError::Records(records));
        }
        let pinned = lesson.pins.iter().filter(|p| p.branch == i).map(|p| p.step);
        let last = pinned.fold(run.step, u64::max);
        let mut world = World::new(&run.scenario);
        let mut choices = run.choices.iter().peekable();
        let mut events = Events::on();
        loop {
            let step = world.steps();
            let choice = choices.next_if(|(at, _)| *at <= step);
            match choice {
                None if step >= last && choices.peek().is_none() => break,
                None if LIMITS.reached(&world).is_some() => return Err(LinkError::TooMuch),
                // The run has ended before what is still to come.
                None if !world.advance(&mut events) => match choices.next() {
                    Some((step, action)) => return Err(LinkError::Choice { step: *step, action: action.clone() }),
                    None => return Err(LinkError::Moment { step: last, steps: step }),
                },
                None => {}
                Some((at, action)) => {
                    let made = *at == step && world.apply_to(action.clone(), &mut events).is_ok();
                    if !made {
                        return Err(LinkError::Choice { step: *at, action: action.clone() });
                    }
                    run.at = world.now();
                }
            }
            steps += 1;
            happened += events.list.len();
            events.list.clear();
            if steps > STEPS_MAX || happened > EVENTS_MAX {
                return Err(LinkError::TooMuch);
            }
        }
    }
    Ok(())
}

/// Four bytes that every change to the others changes, but for one in four thousand million: FNV-1a.
fn check(bytes: &[u8]) -> [u8; 4] {
    let fold = |sum: u32, byte: &u8| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    bytes.iter().fold(0x811c_9dc5, fold).to_le_bytes()
}

/// The letters of base64url (RFC 4648, 5), which an address takes as they are.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn to_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for letter in 0..=chunk.len() {
            text.push(LETTERS[(bits >> (18 - 6 * letter) & 63) as usize] as char);
        }
    }
    text
}

/// None: another letter, a length that no bytes have, or bits that stand for nothing.
fn from_text(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut bits, mut count) = (0u32, 0);
    for letter in text.bytes() {
        let value = LETTERS.iter().position(|l| *l == letter)?;
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    (count < 6 && bits == 0).then_some(bytes)
}
