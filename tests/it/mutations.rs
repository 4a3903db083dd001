//! Scenarios that are damaged at random, very many of them: each is refused with reasons that name a place, or it runs; none
//! panics, and none takes a second. Links are in `link.rs`. `BARRIERSCOPE_MUTATIONS` is how many (`cargo xtask soak mutations`).

use std::time::{Duration, Instant};

use barrierscope::event::Events;
use barrierscope::scenario::{Scenario, presets, read, write};
use barrierscope::sim::World;

use crate::support::mutations::{Numbers, cases};

/// As far as a run is followed that nobody has thought of.
const STEPS: u64 = 150;
const LIMIT: Duration = Duration::from_secs(1);
/// The machine may be busy with something else: what took longer is tried again.
const TRIES: usize = 3;

/// What a stranger may put in the place of a number: mostly what can be read.
const NUMBERS: &str = "1 2 3 7 20 100 150 500 4000 0 -1 999999999999 18446744073709551615 0.5";
/// What one may put anywhere.
const OTHERS: &str = "0 1e9 null true [] {} \"append\" \"two_phase\" \"dedup\" \"upsert\"";

#[test]
fn a_hundred_thousand_damaged_scenarios_are_refused_with_reasons_or_run() {
    let texts: Vec<String> =
        presets().iter().map(|preset| write(&read(preset.json()).expect("a preset can be read"))).collect();
    let mut numbers = Numbers(5);
    let (mut ran, mut refused) = (0_u64, 0_u64);
    for n in 0..cases() {
        let text = &texts[numbers.below(texts.len())];
        let bad = if n % 3 == 0 { damaged(text, &mut numbers) } else { bent(text, &mut numbers) };
        let mut took = Duration::MAX;
        for _ in 0..TRIES {
            let started = Instant::now();
            let found = read(&bad);
            match &found {
                Ok(scenario) => follow(scenario),
                Err(errors) => {
                    assert!(!errors.is_empty() && errors.iter().all(|e| !e.message.is_empty()), "{bad}");
                }
            }
            took = took.min(started.elapsed());
            if took < LIMIT {
                *(if found.is_ok() { &mut ran } else { &mut refused }) += 1;
                break;
            }
        }
        assert!(took < LIMIT, "{took:?}: {bad}");
    }
    assert!(ran * 10 > cases() as u64 && refused * 10 > cases() as u64, "{ran} ran, {refused} were refused");
}

/// Runs it for a while.
fn follow(scenario: &Scenario) {
    let mut world = World::new(scenario);
    let mut events = Events::on();
    while world.steps() < STEPS && world.advance(&mut events) {
        events.list.clear();
    }
}

/// Letters are others, are gone, are more, or end.
fn damaged(text: &str, numbers: &mut Numbers) -> String {
    let mut bad = text.as_bytes().to_vec();
    for _ in 0..1 + numbers.below(3) {
        let at = numbers.below(bad.len());
        let letter = b"0123456789\"{}[]:,-ae\\ \n"[numbers.below(23)];
        match numbers.below(8) {
            0 => bad.truncate(at),
            1 | 2 => bad.insert(at, letter),
            3 | 4 => drop(bad.drain(at..(at + 1 + numbers.below(6)).min(bad.len()))),
            _ => bad[at] = letter,
        }
        if bad.is_empty() {
            bad.push(b'{');
        }
    }
    String::from_utf8_lossy(&bad).into_owned()
}

/// A number is another one; now and then two, or something else.
fn bent(text: &str, numbers: &mut Numbers) -> String {
    let mut bad = text.to_owned();
    for _ in 0..1 + numbers.below(4) / 3 {
        let is_number = numbers.below(4) > 0;
        let mut places = values(&bad);
        if is_number {
            places.retain(|(from, _)| bad[*from..].starts_with(|c: char| c == '-' || c.is_ascii_digit()));
        }
        let others: Vec<&str> = (if is_number { NUMBERS } else { OTHERS }).split(' ').collect();
        if let Some((from, to)) = places.get(numbers.below(places.len())) {
            bad.replace_range(*from..*to, others[numbers.below(others.len())]);
        }
    }
    bad
}

/// Where the numbers, the words and the texts of a JSON stand: what is neither a name of a field nor a sign.
fn values(json: &str) -> Vec<(usize, usize)> {
    let bytes = json.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let from = at;
        if bytes[at] == b'"' {
            at += 1;
            while at < bytes.len() && bytes[at] != b'"' {
                at += if bytes[at] == b'\\' { 2 } else { 1 };
            }
            at = (at + 1).min(bytes.len());
            if bytes.get(at) != Some(&b':') && json.is_char_boundary(at) {
                found.push((from, at));
            }
        } else if bytes[at].is_ascii_alphanumeric() || bytes[at] == b'-' {
            while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || b".+-".contains(&bytes[at])) {
                at += 1;
            }
            found.push((from, at));
        } else {
            at += 1;
        }
    }
    found
}

#[test]
fn an_input_without_a_name_is_refused() {
    // The smallest of what ten million damaged scenarios have found.
    let text = r#"{"barrierscope":1,"sources":[{"name":"in","partitions":[{"generate":{"count":3}}]}],
        "operators":[{"name":"o","kind":"map","inputs":["in",""]}],"sinks":[{"name":"s","kind":"append","inputs":["o"]}]}"#;
    let errors = read(text).expect_err("it names no node");
    assert_eq!(errors[0].path, "/operators/0/inputs/1");
    assert!(errors[0].message.contains("no node is named"), "{}", errors[0].message);
}
