//! The scenarios that come with the program: the cases of the public format.
//!
//! A case file says why it is there, what runs and what must come out. The same files are the
//! tests of the engine, so a preset cannot show anything that is not checked.

use std::borrow::Cow;
use std::sync::OnceLock;

use serde::Deserialize;
use serde_json::value::RawValue;

/// A scenario that comes with the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its stable name, that of its file: `21-one-crash-two-sinks`.
    pub name: &'static str,
    /// What it shows, in a sentence or two.
    pub why: Cow<'static, str>,
    /// The scenario, as text for [`read`](super::read()).
    pub json: &'static str,
}

macro_rules! cases {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../cases/", $name, ".json")))),+]
    };
}

/// The opening run first, then by number.
const CASES: &[(&str, &str)] = cases![
    "21-one-crash-two-sinks",
    "01-append",
    "02-upsert",
    "03-two-phase",
    "04-two-phase-read-uncommitted",
    "05-increment",
    "06-dedup-in-memory",
    "07-dedup-checkpointed",
    "08-offset-ahead-of-state",
    "09-ttl-65s",
    "10-ttl-59s",
    "11-ttl-boundary",
    "12-no-checkpoint",
    "13-alignment-exactly-once",
    "14-alignment-skipped",
    "15-unaligned",
    "16-crash-before-commit",
    "17-transaction-timeout",
    "18-state-ahead-of-offset",
    "19-join-buffer",
    "20-join-buffer-lost",
    "22-three-partitions",
    "23-sum-in-memory",
    "24-no-checkpoint-increment",
    "25-ttl-backoff-create",
    "26-ttl-backoff-read",
];

#[derive(Deserialize)]
struct Case {
    #[serde(borrow)]
    why: Cow<'static, str>,
    #[serde(borrow)]
    scenario: &'static RawValue,
}

/// All presets; the first is the one that the page opens on.
pub fn presets() -> &'static [Preset] {
    static PRESETS: OnceLock<Vec<Preset>> = OnceLock::new();
    PRESETS.get_or_init(|| {
        CASES
            .iter()
            .map(|(name, text)| {
                // invariant: the files are part of the program and a test reads each of them.
                let case: Case = serde_json::from_str(text).expect("a case file is well formed");
                Preset { name, why: case.why, json: case.scenario.get() }
            })
            .collect()
    })
}

/// The preset of this name.
pub fn preset(name: &str) -> Option<&'static Preset> {
    presets().iter().find(|preset| preset.name == name)
}
