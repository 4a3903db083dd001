//! The page about the format and the reader say the same.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use barrierscope::scenario::{
    ErrorCode, Mode, Offsets, OperatorKind, PartitionBy, Reaches, Reader, SinkKind, StateHome, TtlCleanup, TtlUpdate,
    TtlVisibility, limits, read, write,
};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::Value;

use crate::support::scenarios::{Mix, scenarios};

fn page() -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/scenario-format.md");
    fs::read_to_string(path).expect("the page is there")
}

#[test]
fn the_example_on_the_page_can_be_read() {
    let page = page();
    let examples: Vec<&str> = page.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!examples.is_empty());
    for example in examples {
        let scenario = read(example).unwrap_or_else(|errors| panic!("{errors:#?}"));
        assert_eq!(
            write(&scenario),
            concat!(
                r#"{"barrierscope":1,"title":"Six orders, one crash","#,
                r#""sources":[{"name":"orders","partitions":[{"first_offset":1,"#,
                r#""generate":{"count":6,"every_ms":100,"value":"id"}}]}],"#,
                r#""operators":[{"name":"total","kind":"sum","inputs":["orders"]}],"#,
                r#""sinks":[{"name":"ledger","kind":"append","inputs":["total"]}],"#,
                r#""checkpointing":{"at":[{"source":"orders","partition":0,"offset":4}]},"#,
                r#""faults":[{"when":{"written":{"sink":"ledger","id":6}},"#,
                r#""do":{"crash":"process"}}]}"#,
            )
        );
    }
}

#[test]
fn every_word_code_and_limit_stands_on_the_page() {
    fn words<T>(list: &[(&'static str, T)]) -> Vec<String> {
        list.iter().map(|(word, _)| (*word).to_owned()).collect()
    }
    let mut expected = Vec::new();
    expected.extend(words(OperatorKind::WORDS));
    expected.extend(words(SinkKind::WORDS));
    expected.extend(words(StateHome::WORDS));
    expected.extend(words(PartitionBy::WORDS));
    expected.extend(words(TtlUpdate::WORDS));
    expected.extend(words(TtlVisibility::WORDS));
    expected.extend(words(TtlCleanup::WORDS));
    expected.extend(words(Reader::WORDS));
    expected.extend(words(Mode::WORDS));
    expected.extend(words(Reaches::WORDS));
    expected.extend(words(Offsets::WORDS));
    expected.extend(ErrorCode::ALL.iter().map(ToString::to_string));
    let limits: [u64; 24] = [
        limits::TEXT_BYTES_MAX as u64,
        limits::DEPTH_MAX as u64,
        limits::ERRORS_MAX as u64,
        limits::NODES_MAX as u64,
        limits::PARALLELISM_MAX,
        limits::TASKS_MAX,
        limits::CHANNELS_MAX,
        limits::PARTITIONS_MAX as u64,
        limits::RECORDS_MAX,
        limits::REDELIVER_MAX as u64,
        limits::EMITTED_MAX,
        limits::EFFECTS_MAX,
        limits::FAULTS_MAX as u64,
        limits::CHECKPOINT_AT_MAX as u64,
        limits::TICKS_MAX,
        limits::CAPACITY_MAX,
        limits::CONCURRENT_MAX,
        limits::RETAINED_MAX,
        limits::TIME_MS_MAX,
        limits::DELAY_MS_MAX,
        limits::BYTES_MAX,
        limits::NAME_CHARS_MAX as u64,
        limits::ID_CHARS_MAX as u64,
        limits::NOTE_CHARS_MAX as u64,
    ];
    expected.extend(limits.iter().map(ToString::to_string));
    let page = page();
    let on_page: Vec<&str> = page.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
    for word in expected {
        assert!(on_page.contains(&word.as_str()), "{word}");
    }
}

#[test]
fn every_field_that_is_written_stands_on_the_page() {
    fn collect(value: &Value, names: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) => {
                for (name, field) in fields {
                    names.insert(name.clone());
                    collect(field, names);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
            _ => {}
        }
    }
    let mut runner = TestRunner::deterministic();
    let strategy = scenarios(&Mix::wild());
    let mut names = BTreeSet::new();
    for _ in 0..500 {
        let drawn = strategy.new_tree(&mut runner).expect("nothing is filtered");
        let text = write(&drawn.current());
        collect(&serde_json::from_str(&text).expect("it is JSON"), &mut names);
    }
    // Fewer, and the random scenarios no longer use the whole format.
    assert_eq!(names.len(), 93, "{names:?}");
    let page = page();
    for name in &names {
        let quoted = [format!("`{name}`"), format!("\"{name}\"")];
        assert!(quoted.iter().any(|q| page.contains(q)), "{name}");
    }
}
