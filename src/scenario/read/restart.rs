//! What follows a failure.

use super::checkpointing::small;
use crate::scenario::defaults;
use crate::scenario::error::ErrorCode;
use crate::scenario::errors::Errors;
use crate::scenario::fields::Object;
use crate::scenario::json::{Json, described};
use crate::scenario::limits;
use crate::scenario::pointer::Pointer;
use crate::scenario::schema::{Restart, RestartStrategy};

#[derive(Clone, Copy, PartialEq)]
enum Strategy {
    FixedDelay,
    ExponentialDelay,
    FailureRate,
}

const STRATEGIES: &[(&str, Strategy)] = &[
    ("fixed_delay", Strategy::FixedDelay),
    ("exponential_delay", Strategy::ExponentialDelay),
    ("failure_rate", Strategy::FailureRate),
];

/// Every field but `strategy`, and the strategies that have it.
const FIELDS: &[(&str, &[Strategy])] = &[
    ("delay_ms", &[Strategy::FixedDelay, Strategy::FailureRate]),
    ("attempts", &[Strategy::FixedDelay, Strategy::ExponentialDelay]),
    ("initial_ms", &[Strategy::ExponentialDelay]),
    ("max_ms", &[Strategy::ExponentialDelay]),
    ("multiplier", &[Strategy::ExponentialDelay]),
    ("reset_ms", &[Strategy::ExponentialDelay]),
    ("max", &[Strategy::FailureRate]),
    ("interval_ms", &[Strategy::FailureRate]),
];

pub(super) fn read(errors: &mut Errors, json: &Json, at: Pointer<'_>) -> Restart {
    let mut known = vec!["strategy"];
    known.extend(FIELDS.iter().map(|(name, _)| *name));
    let fields = Object::open(errors, json, at, &known);
    let default = Restart::default();
    let strategy = match fields.get("strategy") {
        Some(_) => fields.word(errors, "strategy", STRATEGIES),
        None => Some(Strategy::FixedDelay),
    };
    if let Some(strategy) = strategy {
        only_its_own_fields(errors, &fields, strategy);
    }
    let delays = 0..=limits::DELAY_MS_MAX;
    let delay_ms = fields.whole(errors, "delay_ms", delays.clone()).unwrap_or(default.delay_ms);
    let attempts = fields.whole_or_null(errors, "attempts", 0..=u32::MAX.into()).and_then(|n| u32::try_from(n).ok());
    let exponential = exponential(errors, &fields);
    let failure_rate = RestartStrategy::FailureRate {
        max: small(errors, &fields, "max", 1..=u32::MAX.into()).unwrap_or(defaults::FAILURE_RATE_MAX),
        interval_ms: fields
            .whole(errors, "interval_ms", 1..=limits::TIME_MS_MAX)
            .unwrap_or(defaults::FAILURE_RATE_INTERVAL_MS),
    };
    let strategy = match strategy {
        None | Some(Strategy::FixedDelay) => RestartStrategy::FixedDelay,
        Some(Strategy::ExponentialDelay) => exponential,
        Some(Strategy::FailureRate) => failure_rate,
    };
    Restart { strategy, delay_ms, attempts }
}

fn only_its_own_fields(errors: &mut Errors, fields: &Object<'_>, strategy: Strategy) {
    for (name, strategies) in FIELDS {
        if fields.has(name) && !strategies.contains(&strategy) {
            errors.add(ErrorCode::Conflict, fields.at().field(name), || {
                let word = |s: Strategy| STRATEGIES.iter().find(|(_, t)| *t == s).map_or("", |(word, _)| *word);
                let allowed: Vec<String> = strategies.iter().map(|s| format!("\"{}\"", word(*s))).collect();
                format!(
                    "not a field of the strategy \"{}\", expected only with {}",
                    word(strategy),
                    allowed.join(" or ")
                )
            });
        }
    }
}

fn exponential(errors: &mut Errors, fields: &Object<'_>) -> RestartStrategy {
    let delays = 1..=limits::DELAY_MS_MAX;
    let initial_ms = fields.whole(errors, "initial_ms", delays.clone());
    let max_ms = fields.whole(errors, "max_ms", delays);
    let initial = initial_ms.unwrap_or(defaults::EXPONENTIAL_INITIAL_MS);
    let max = max_ms.unwrap_or(defaults::EXPONENTIAL_MAX_MS);
    // A field that is there but could not be read has had its mistake.
    let both_known = fields.has("initial_ms") == initial_ms.is_some() && fields.has("max_ms") == max_ms.is_some();
    if both_known && initial > max {
        errors.add(ErrorCode::Conflict, fields.at().field("initial_ms"), || {
            format!("found {initial}, expected at most \"max_ms\", which is {max}")
        });
    }
    RestartStrategy::ExponentialDelay {
        initial_ms: initial,
        max_ms: max,
        multiplier_percent: fields
            .get("multiplier")
            .and_then(|json| multiplier(errors, json, fields.at().field("multiplier")))
            .unwrap_or(defaults::EXPONENTIAL_MULTIPLIER_PERCENT),
        reset_ms: fields.whole(errors, "reset_ms", 1..=limits::TIME_MS_MAX).unwrap_or(defaults::EXPONENTIAL_RESET_MS),
    }
}

/// A factor with at most two decimals, as whole percent. The digits are read off the shortest
/// decimal that means the same number, so nothing is rounded.
fn multiplier(errors: &mut Errors, json: &Json, at: Pointer<'_>) -> Option<u64> {
    let percent = match json {
        Json::Whole(whole) => u64::try_from(*whole).ok().and_then(|n| n.checked_mul(100)),
        Json::Other(number, _) => percent_of(&number.to_string()),
        _ => None,
    };
    let allowed = 100..=limits::MULTIPLIER_PERCENT_MAX;
    let percent = percent.filter(|percent| allowed.contains(percent));
    if percent.is_none() {
        let code = match json {
            Json::Whole(_) | Json::Other(..) => ErrorCode::OutOfRange,
            _ => ErrorCode::WrongType,
        };
        errors.add(code, at, || {
            format!(
                "found {}, expected a number from 1 to {} with at most two decimals",
                described(json),
                limits::MULTIPLIER_PERCENT_MAX / 100
            )
        });
    }
    percent
}

fn percent_of(decimal: &str) -> Option<u64> {
    let (whole, decimals) = decimal.split_once('.').unwrap_or((decimal, ""));
    let hundredths: u64 = match decimals.len() {
        0 => 0,
        1 => decimals.parse::<u64>().ok()?.checked_mul(10)?,
        2 => decimals.parse().ok()?,
        _ => return None,
    };
    whole.parse::<u64>().ok()?.checked_mul(100)?.checked_add(hundredths)
}
