//! Reading and writing scenarios: the cases of the public format and the way back to text.

mod documented;
mod hostile;
mod refused;
mod understood;

use std::fs;
use std::path::PathBuf;

use barrierscope::scenario::{presets, read, write, write_pretty};
use proptest::prelude::*;
use serde_json::Value;

use crate::support::random::trying;
use crate::support::scenarios::{Mix, scenarios};

fn cases() -> Vec<(String, Value)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut cases: Vec<(String, Value)> = fs::read_dir(folder)
        .expect("the folder of cases is there")
        .map(|entry| {
            let path = entry.expect("it can be listed").path();
            let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).expect("it can be read");
            (name, serde_json::from_str(&text).expect("a case is JSON"))
        })
        .collect();
    cases.sort_by(|a, b| a.0.cmp(&b.0));
    cases
}

#[test]
fn every_case_is_read_or_refused_as_it_expects() {
    let cases = cases();
    assert!(cases.len() >= 29);
    for (name, case) in &cases {
        let result = read(&case["scenario"].to_string());
        match case["expect"].get("error_mentions") {
            None => assert_eq!(result.map(|_| ()), Ok(()), "{name}"),
            Some(words) => {
                let errors = result.expect_err(name);
                let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
                for word in words.as_array().expect("a list of words") {
                    let word = word.as_str().expect("a word");
                    assert!(said.iter().any(|s| s.contains(word)), "{name}: {word} in {said:?}");
                }
            }
        }
    }
}

#[test]
fn every_case_that_can_be_read_is_a_preset_and_the_opening_run_is_the_first() {
    let names: Vec<&str> = presets().iter().map(|preset| preset.name).collect();
    assert_eq!(names[0], "21-one-crash-two-sinks");
    for (name, case) in cases().iter().filter(|(_, case)| case["expect"].get("error_mentions").is_none()) {
        assert!(names.contains(&name.as_str()), "{name} is no preset");
        assert!(case["why"].as_str().is_some_and(|why| !why.is_empty()), "{name}");
    }
}

#[test]
fn a_preset_is_the_scenario_of_its_file_without_white_space() {
    for preset in presets() {
        let folder = if preset.name.starts_with('a') { "stories" } else { "cases" };
        let file = fs::read_to_string(format!("{folder}/{}.json", preset.name)).expect("a preset has a file");
        let file: Value = serde_json::from_str(&file).expect("it is JSON");
        assert_eq!(file["scenario"].to_string(), preset.json());
    }
}

proptest! {
    #![proptest_config(trying(256))]

    #[test]
    fn what_is_written_reads_back_as_the_same_scenario(
        scenario in prop_oneof![
            scenarios(&Mix::everything()),
            scenarios(&Mix::exactly_once_state()),
            scenarios(&Mix::wild()),
        ]
    ) {
        let text = write(&scenario);
        prop_assert_eq!(read(&text), Ok(scenario.clone()), "{}", text);
        prop_assert_eq!(read(&write_pretty(&scenario)), Ok(scenario));
    }
}
