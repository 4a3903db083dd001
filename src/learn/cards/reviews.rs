//! What is known of each card, and when it is due: spaced repetition by FSRS.

use chrono::{DateTime, Utc};
use rs_fsrs::{FSRS, Parameters, Seed, State};

use super::deck::{CARDS, CardSpec};

/// How well a card was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    /// Not at all.
    Again,
    /// With effort.
    Hard,
    /// Well.
    Good,
    /// At once.
    Easy,
}

impl Rating {
    /// In the order of the buttons.
    pub const ALL: [Rating; 4] = [Rating::Again, Rating::Hard, Rating::Good, Rating::Easy];
}

/// How far a card has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Seen for the first time a moment ago.
    Learning,
    /// Known, and asked from time to time.
    Review,
    /// Was known, and has been forgotten.
    Relearning,
}

/// What is known of one card. All whole numbers, so that it comes back from a file as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// How far it has come.
    pub stage: Stage,
    /// When it is due: milliseconds since 1970.
    pub due_ms: u64,
    /// When it was last rated: milliseconds since 1970.
    pub last_ms: u64,
    /// The interval that was given last, in days.
    pub days: u32,
    /// FSRS's stability, in ten-thousandths of a day.
    pub stability: u64,
    /// FSRS's difficulty, in ten-thousandths, from 1 to 10.
    pub difficulty: u64,
    /// How often it was rated.
    pub reps: u32,
    /// How often it was forgotten.
    pub lapses: u32,
}

/// How many cards there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Never rated.
    pub new: usize,
    /// Due now.
    pub due: usize,
    /// Due later.
    pub later: usize,
}

/// A ten-thousandth: what whole numbers of FSRS's fractions count.
const PART: f64 = 10_000.0;
/// The end of the year 9999: the last moment that is reckoned with.
pub(super) const MS_MAX: u64 = 253_402_300_799_999;
/// The longest interval, in days: a hundred years.
pub(super) const DAYS_MAX: u32 = 36_500;
/// The largest stability, in ten-thousandths of a day.
pub(super) const STABILITY_MAX: u64 = 10_000 * 1_000_000;
/// The published default weights of FSRS-5, which this version of the library reckons with.
const WEIGHTS: [f64; 19] = [
    0.4072, 1.1829, 3.1262, 15.4722, 7.2102, 0.5316, 1.0651, 0.0234, 1.616, 0.1544, 1.0824, 1.9813, 0.0953, 0.2975,
    2.2042, 0.2407, 2.9466, 0.5034, 0.6567,
];

/// What is known of the cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reviews(pub(super) Vec<(String, Memory)>);

impl Reviews {
    /// What is known of a card; none: it is new.
    pub fn of(&self, id: &str) -> Option<&Memory> {
        self.0.iter().find(|(card, _)| card == id).map(|(_, memory)| memory)
    }

    /// How many cards of a chapter, or of the deck, are new, due, and due later.
    pub fn counts(&self, of: Option<&str>, now_ms: u64) -> Counts {
        let mut counts = Counts::default();
        for card in cards(of) {
            match self.of(card.id) {
                None => counts.new += 1,
                Some(memory) if memory.due_ms <= now_ms => counts.due += 1,
                Some(_) => counts.later += 1,
            }
        }
        counts
    }

    /// The card of a chapter, or of the deck, to ask now: of those that are due the one that has waited longest; then the
    /// first that is new. None: all is done for now.
    pub fn next(&self, of: Option<&str>, now_ms: u64) -> Option<&'static CardSpec> {
        let due = |card: &&CardSpec| self.of(card.id).map(|m| m.due_ms).filter(|due| *due <= now_ms);
        let waiting = cards(of).filter(|card| due(card).is_some()).min_by_key(due);
        waiting.or_else(|| cards(of).find(|card| self.of(card.id).is_none()))
    }

    /// When the next card of a chapter, or of the deck, is due that is not due yet, in milliseconds since 1970.
    pub fn next_due(&self, of: Option<&str>, now_ms: u64) -> Option<u64> {
        cards(of).filter_map(|card| self.of(card.id)).map(|m| m.due_ms).filter(|due| *due > now_ms).min()
    }

    /// How long until the card comes again, for each of [`Rating::ALL`], in milliseconds.
    pub fn intervals(&self, id: &str, now_ms: u64) -> [u64; 4] {
        Rating::ALL.map(|rating| {
            let memory = rated(self.of(id), rating, now_ms);
            memory.due_ms.saturating_sub(memory.last_ms)
        })
    }

    /// A card was rated. None: the deck has no such card.
    pub fn rate(&mut self, id: &str, rating: Rating, now_ms: u64) -> Option<&Memory> {
        let card = super::card_spec(id)?;
        let memory = rated(self.of(id), rating, now_ms);
        let at = self.0.iter().position(|(known, _)| known == card.id).unwrap_or_else(|| {
            self.0.push((card.id.to_owned(), memory));
            self.0.len() - 1
        });
        self.0[at].1 = memory;
        Some(&self.0[at].1)
    }
}

/// The cards of a chapter; without one, all.
fn cards(of: Option<&str>) -> impl Iterator<Item = &'static CardSpec> {
    CARDS.iter().filter(move |card| of.is_none_or(|chapter| card.chapter == chapter))
}

/// What is known of a card after a rating.
fn rated(known: Option<&Memory>, rating: Rating, now_ms: u64) -> Memory {
    // A clock that was turned back would make the time since the last rating less than nothing.
    let now = now_ms.max(known.map_or(0, |m| m.last_ms)).min(MS_MAX);
    let scheduler = FSRS::new(Parameters {
        request_retention: 0.9,
        maximum_interval: DAYS_MAX as i32,
        w: WEIGHTS,
        decay: Parameters::DECAY,
        factor: Parameters::FACTOR,
        enable_short_term: true,
        // Chance has no place here: the same ratings at the same times give the same intervals. And the default seed
        // would ask a clock.
        enable_fuzz: false,
        seed: Seed::String(String::new()),
    });
    let rating = match rating {
        Rating::Again => rs_fsrs::Rating::Again,
        Rating::Hard => rs_fsrs::Rating::Hard,
        Rating::Good => rs_fsrs::Rating::Good,
        Rating::Easy => rs_fsrs::Rating::Easy,
    };
    let card = known.map_or_else(rs_fsrs::Card::default, |m| rs_fsrs::Card {
        due: time(m.due_ms),
        stability: m.stability as f64 / PART,
        difficulty: m.difficulty as f64 / PART,
        elapsed_days: 0,
        scheduled_days: m.days.into(),
        reps: i32::try_from(m.reps).unwrap_or(i32::MAX - 1),
        lapses: i32::try_from(m.lapses).unwrap_or(i32::MAX - 1),
        state: match m.stage {
            Stage::Learning => State::Learning,
            Stage::Review => State::Review,
            Stage::Relearning => State::Relearning,
        },
        last_review: time(m.last_ms),
    });
    let next = scheduler.next(card, time(now), rating).card;
    let part = |value: f64, most: u64| ((value * PART).round() as u64).clamp(1, most);
    Memory {
        stage: match next.state {
            State::New | State::Learning => Stage::Learning,
            State::Review => Stage::Review,
            State::Relearning => Stage::Relearning,
        },
        due_ms: u64::try_from(next.due.timestamp_millis()).unwrap_or(0).min(MS_MAX),
        last_ms: now,
        days: u32::try_from(next.scheduled_days).unwrap_or(0).min(DAYS_MAX),
        stability: part(next.stability, STABILITY_MAX),
        difficulty: part(next.difficulty, 10 * PART as u64),
        reps: u32::try_from(next.reps).unwrap_or(0),
        lapses: u32::try_from(next.lapses).unwrap_or(0),
    }
}

fn time(ms: u64) -> DateTime<Utc> {
    i64::try_from(ms.min(MS_MAX)).ok().and_then(DateTime::from_timestamp_millis).unwrap_or_default()
}
