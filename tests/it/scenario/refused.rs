//! Every rule of reading: what is changed in a good scenario, where the mistake is reported,
//! and what is said about it.

use barrierscope::scenario::{ErrorCode, ScenarioError, read};
use serde_json::{Value, json};

/// A scenario with some of everything, which reads without a mistake.
fn good() -> Value {
    json!({
        "barrierscope": 1,
        "sources": [
            { "name": "orders", "partitions": [
                { "first_offset": 1, "generate": { "count": 100 } },
                { "records": [{ "id": "a" }, { "id": 5, "value": 7, "at": 10 }, { "id": "a" }] },
            ] },
            { "name": "payments", "partitions": [{ "generate": { "count": 50, "first_id": 1000 } }] },
        ],
        "operators": [
            { "name": "dedup", "kind": "dedup", "inputs": ["orders"] },
            { "name": "sum", "kind": "sum", "inputs": ["dedup"] },
            { "name": "match", "kind": "join", "inputs": ["sum", "payments"] },
        ],
        "sinks": [
            { "name": "out", "kind": "append", "inputs": ["match"] },
            { "name": "ledger", "kind": "two_phase", "inputs": ["sum"] },
        ],
        "checkpointing": { "every_ms": 1000 },
        "faults": [{ "when": { "at_ms": 5 }, "do": { "crash": "process" } }],
    })
}

/// In place of a value: the field is taken out.
fn gone() -> Value {
    json!("(gone)")
}

/// Sets the field or item at the pointer; `-` appends an item.
fn set(scenario: &mut Value, pointer: &str, value: Value) {
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer to a field");
    let parent = scenario.pointer_mut(parent).expect("the parent is there");
    match parent {
        Value::Object(fields) if value == gone() => {
            fields.shift_remove(name).expect("the field is there");
        }
        Value::Object(fields) => {
            fields.insert(name.to_owned(), value);
        }
        Value::Array(items) if name == "-" => items.push(value),
        Value::Array(items) => items[name.parse::<usize>().expect("an index")] = value,
        other => panic!("{other} has no fields"),
    }
}

fn changed(changes: &[(&str, Value)]) -> String {
    let mut scenario = good();
    for (pointer, value) in changes {
        set(&mut scenario, pointer, value.clone());
    }
    scenario.to_string()
}

fn mistakes(changes: &[(&str, Value)]) -> Vec<ScenarioError> {
    let text = changed(changes);
    read(&text).err().unwrap_or_else(|| panic!("it reads: {text}"))
}

/// Tables of rules: `"what is set" = value => Code at "where", "words", …;`. One change makes one
/// mistake, there (by default where the change is), with this code and these words.
macro_rules! rules {
    ($($pointer:literal = $value:tt => $code:ident $(at $path:literal)?, $($word:literal),+;)+) => {
        $(check($pointer, json!($value), ErrorCode::$code, &[$($path)?], &[$($word),+]);)+
    };
}

fn check(pointer: &str, value: Value, code: ErrorCode, path: &[&str], words: &[&str]) {
    let case = format!("{pointer} = {value}");
    let errors = mistakes(&[(pointer, value)]);
    assert_eq!(errors.len(), 1, "{case}: {errors:#?}");
    let path = path.first().copied().unwrap_or(pointer);
    assert_eq!((errors[0].path.as_str(), errors[0].code), (path, code), "{case}");
    for word in words {
        assert!(errors[0].message.contains(word), "{case}: no {word} in {}", errors[0]);
    }
}

#[test]
fn the_good_scenario_is_good() {
    assert!(read(&changed(&[])).is_ok());
}

#[test]
fn unknown_and_missing_fields_are_named_with_a_suggestion() {
    rules! {
        "/fautls" = [] => UnknownField, "did you mean \"faults\"?";
        "/x" = 1 => UnknownField, "unknown field, expected one of", "\"until_ms\"";
        "/operators/1/tll" = 5 => UnknownField, "did you mean \"ttl\"?";
        "/operators/1/serviceMs" = 5 => UnknownField, "service_ms";
        "/operators/1/min_value" = 5 => UnknownField, "only a filter has this field, and this operator is a sum";
        "/sinks/0/a~b" = 5 => UnknownField at "/sinks/0/a~0b", "unknown field";
        "/sinks/0/a:b" = 5 => UnknownField, "unknown field";
        "/sources/0/partitions/1/records/0/att" = 5 => UnknownField, "did you mean \"at\"?";
        "/sources/0/partitions/0/generate/cuont" = 5 => UnknownField, "count";
        "/checkpointing/intervall" = 5 => UnknownField, "unknown";
        "/storage" = { "write": 3 } => UnknownField at "/storage/write", "unknown field";
        "/restart" = { "delay": 3 } => UnknownField at "/restart/delay", "unknown field";
        "/channels" = { "capaticy": 3 } => UnknownField at "/channels/capaticy", "capacity";
        "/faults/0/wen" = 5 => UnknownField, "did you mean \"when\"?";
        "/faults/0/when" = { "at": 5 } => UnknownField at "/faults/0/when/at", "at_ms";
        "/faults/0/do" = { "crsh": 5 } => UnknownField at "/faults/0/do/crsh", "crash";
        "/operators/0/ttl" = { "ms": 5, "cleenup": "on_access" } => UnknownField at "/operators/0/ttl/cleenup",
            "did you mean \"cleanup\"?";
        "/sources" = (gone()) => MissingField, "missing", "at least one source";
        "/sources/0/name" = (gone()) => MissingField, "missing, expected a name";
        "/sources/0/partitions" = (gone()) => MissingField, "missing";
        "/sources/0/partitions/0/generate" = (gone()) => MissingField at "/sources/0/partitions/0/records",
            "missing", "generate";
        "/sources/0/partitions/0/generate/count" = (gone()) => MissingField,
            "missing, expected a whole number from 0 to 1000000";
        "/sources/0/partitions/1/records/0/id" = (gone()) => MissingField, "missing";
        "/sources/0/partitions/0/redeliver" = [{ "id": 5 }] => MissingField at "/sources/0/partitions/0/redeliver/0/at",
            "missing";
        "/operators/1/kind" = (gone()) => MissingField, "\"dedup\", \"sum\"";
        "/operators/1/inputs" = (gone()) => MissingField, "at least one name";
        "/operators/1/kind" = "filter" => MissingField at "/operators/1/min_value", "missing";
        "/operators/1/ttl" = {} => MissingField at "/operators/1/ttl/ms", "missing";
        "/sinks/0/kind" = (gone()) => MissingField, "missing", "two_phase";
        "/faults/0/when" = (gone()) => MissingField, "missing";
        "/faults/0/do" = (gone()) => MissingField, "missing";
        "/faults/0/do" = { "slow": { "operator": "sum", "for_ms": 1 } } => MissingField at "/faults/0/do/slow/service_ms",
            "missing";
    }
    let text = r#"{"barrierscope": 1, "title": "a", "sources": [], "sinks": [], "title": "b"}"#;
    let errors = read(text).expect_err("the title stands twice");
    let twice = errors.iter().find(|error| error.code == ErrorCode::DuplicateField).expect("it is reported");
    assert_eq!(twice.path, "/title");
    assert!(twice.message.contains("stands twice"));
}

#[test]
fn only_version_1_is_understood() {
    rules! {
        "/barrierscope" = 2 => Version, "found 2", "expected 1", "only version";
        "/barrierscope" = "1" => Version, "found the string \"1\"", "expected 1";
        "/barrierscope" = 1.5 => Version, "found 1.5";
        "/barrierscope" = (gone()) => MissingField, "missing, expected 1", "version";
    }
}

#[test]
fn a_value_of_another_type_is_shown_beside_what_was_expected() {
    rules! {
        "/title" = 5 => WrongType, "found 5, expected a string";
        "/seed" = "7" => WrongType, "found the string \"7\"", "18446744073709551615";
        "/sources" = {} => WrongType, "found an object, expected a list";
        "/sources/1" = null => WrongType, "found null, expected an object";
        "/sources/0/name" = ["a"] => WrongType, "a list of 1 item";
        "/sources/0/service_ms" = "10" => WrongType,
            "found the string \"10\", expected a whole number from 0 to";
        "/sources/0/service_ms" = 3.5 => WrongType, "found 3.5";
        "/sources/0/service_ms" = null => WrongType, "found null";
        "/sources/0/offsets" = 5 => WrongType, "found 5", "commit_every_ms";
        "/sources/0/partitions/1/records/1/value" = true => WrongType,
            "found true", "-9223372036854775808";
        "/sources/0/partitions/1/records/1/id" = 1.5 => WrongType, "found 1.5", "or a string";
        "/sources/0/partitions/1/records/1/key" = 1 => WrongType, "expected a string";
        "/sources/0/partitions/0/generate/value" = [] => WrongType, "an empty list", "\"id\"";
        "/operators" = "x" => WrongType, "expected a list";
        "/operators/0/inputs" = "orders" => WrongType, "expected a list";
        "/operators/0/inputs/0" = 7 => WrongType, "found 7";
        "/operators/0/ttl" = 60000 => WrongType, "an object with \"ms\"";
        "/checkpointing" = true => WrongType, "found true", "an object";
        "/checkpointing/every_ms" = "1s" => WrongType, "or null";
        "/checkpointing/unaligned" = "yes" => WrongType,
            "found the string \"yes\", expected true or false";
        "/checkpointing/mode" = 1 => WrongType, "\"exactly_once\"";
        "/storage" = null => WrongType, "found null";
        "/restart" = [] => WrongType, "found an empty list";
        "/restart" = { "strategy": "exponential_delay", "multiplier": "2" } => WrongType at "/restart/multiplier",
            "a number from 1 to 100 with at most two decimals";
        "/faults" = {} => WrongType, "found an object, expected a list";
        "/faults/0" = "crash" => WrongType, "\"when\", \"do\", \"times\"";
        "/faults/0/do/crash" = 1 => WrongType, "\"process\"", "operator";
        "/until_ms" = "never" => WrongType, "or null";
    }
}

#[test]
fn a_word_that_is_not_in_the_list_is_answered_with_the_list() {
    rules! {
        "/sinks/0/kind" = "apend" => UnknownWord,
            "found \"apend\"", "\"append\", \"increment\"", "did you mean \"append\"?";
        "/sinks/0/reader" = "read_comitted" => UnknownWord, "did you mean \"read_committed\"?";
        "/operators/0/kind" = "window" => UnknownWord, "\"join\"";
        "/operators/0/state" = "localdisk" => UnknownWord, "did you mean \"local_disk\"?";
        "/operators/0/partition_by" = "value" => UnknownWord, "one of \"key\", \"id\"";
        "/operators/0/ttl" = { "ms": 1, "update": "on_read" } => UnknownWord at "/operators/0/ttl/update",
            "read_and_write";
        "/operators/0/ttl" = { "ms": 1, "visibility": "x" } => UnknownWord at "/operators/0/ttl/visibility",
            "never_return_expired";
        "/operators/0/ttl" = { "ms": 1, "cleanup": "x" } => UnknownWord at "/operators/0/ttl/cleanup",
            "compaction";
        "/sources/0/offsets" = "latst" => UnknownWord, "did you mean \"latest\"?";
        "/sources/0/partitions/0/generate/value" = "ids" => UnknownWord,
            "expected \"id\" or a whole number";
        "/checkpointing/mode" = "exactly-once" => UnknownWord, "did you mean \"exactly_once\"?";
        "/restart" = { "strategy": "exponential" } => UnknownWord at "/restart/strategy",
            "exponential_delay";
        "/faults/0/do/crash" = "proces" => UnknownWord, "process";
        "/faults/0/when" = { "checkpoint": { "id": 1, "reaches": "complete" } } => UnknownWord at "/faults/0/when/checkpoint/reaches",
            "did you mean \"completed\"?";
        "/operators/0/state" = "changelog" => NotAvailable,
            "not available yet", "\"checkpointed\", \"memory\", \"local_disk\"";
    }
}

#[test]
fn numbers_outside_their_range_are_refused() {
    rules! {
        "/seed" = (-1) => OutOfRange, "found -1";
        "/sources/0/parallelism" = 0 => OutOfRange, "from 1 to 128";
        "/operators/0/parallelism" = 129 => TooLarge, "to 128";
        "/channels" = { "capacity": 0 } => OutOfRange at "/channels/capacity", "from 1";
        "/channels" = { "capacity": 1000001 } => TooLarge at "/channels/capacity", "1000000";
        "/channels" = { "edges": [{ "from": "orders", "to": "dedup", "capacity": 0 }] } => OutOfRange at "/channels/edges/0/capacity",
            "from 1";
        "/operators/0/ttl" = { "ms": 0 } => OutOfRange at "/operators/0/ttl/ms", "from 1";
        "/sources/0/offsets" = { "commit_every_ms": 0 } => OutOfRange at "/sources/0/offsets/commit_every_ms",
            "from 1";
        "/sources/0/partitions/0/generate/keys" = 0 => OutOfRange, "from 1";
        "/sources/0/partitions/0/first_offset" = (-3) => OutOfRange, "found -3";
        "/sources/0/partitions/1/records/0/at" = 1_000_000_000_000_001u64 => TooLarge,
            "1000000000000000";
        "/sources/0/partitions/1/records/0/id" = (-5) => OutOfRange,
            "from 0 to 18446744073709551615 or a string";
        "/sources/0/partitions/1/records/0/value" = 9_223_372_036_854_775_808u64 => OutOfRange,
            "9223372036854775807";
        "/sinks/0/transaction_timeout_ms" = 0 => OutOfRange, "from 1";
        // CC-2
        "/checkpointing/every_ms" = 9 => OutOfRange, "from 10";
        "/checkpointing/timeout_ms" = 9 => OutOfRange, "from 10";
        "/checkpointing/max_concurrent" = 0 => OutOfRange, "from 1";
        "/checkpointing/retained" = 0 => OutOfRange, "from 1";
        "/storage" = { "bytes_per_ms": 0 } => OutOfRange at "/storage/bytes_per_ms", "or null";
        "/restart" = { "strategy": "failure_rate", "max": 0 } => OutOfRange at "/restart/max",
            "from 1";
        "/restart" = { "strategy": "exponential_delay", "multiplier": 0.5 } => OutOfRange at "/restart/multiplier",
            "found 0.5, expected a number from 1 to 100";
        "/restart" = { "strategy": "exponential_delay", "multiplier": 1.555 } => OutOfRange at "/restart/multiplier",
            "found 1.555", "two decimals";
        "/faults/0/times" = 0 => OutOfRange, "from 1";
        "/faults/0/do" = { "storage_down_ms": 0 } => OutOfRange at "/faults/0/do/storage_down_ms",
            "from 1";
        "/faults/0/when" = { "checkpoint": { "id": 0, "reaches": "completed" } } => OutOfRange at "/faults/0/when/checkpoint/id",
            "from 1";
        "/sources" = [] => OutOfRange, "an empty list", "at least one source";
        "/sources/0/partitions" = [] => OutOfRange, "empty";
        "/operators/2/inputs" = [] => OutOfRange, "empty";
        "/sinks/0/inputs" = [] => OutOfRange, "at least one name";
        "/operators/2/name" = "" => OutOfRange, "empty name";
        "/operators/2/name" = "a\nb" => OutOfRange, "control";
        "/operators/2/name" = "match " => OutOfRange, "\"match \"", "neither begins nor ends with white space";
        "/operators/2/name" = "\u{a0}match" => OutOfRange, "white space";
        "/operators/2/name" = "mat\u{a0}ch" => OutOfRange, "U+00A0";
        "/operators/2/name" = "match\u{200b}" => OutOfRange, "\"match\" with the character U+200B";
        "/operators/2/name" = "\u{202e}match" => OutOfRange, "U+202E", "characters that show";
        "/sources/0/partitions/1/records/0/id" = "" => OutOfRange, "empty string";
        "/title" = ("x".repeat(257)) => TooLarge, "257 characters", "256";
        "/operators/2/name" = ("x".repeat(65)) => TooLarge, "at most 64";
    }
}

#[test]
fn names_that_nobody_has_are_answered_with_the_nearest() {
    let fault = |when: Value| json!({ "when": when, "do": { "crash": "process" } });
    let then = |action: Value| json!({ "when": { "at_ms": 1 }, "do": action });
    rules! {
        "/sinks/0/inputs/0" = "macth" => UnknownName,
            "no node is named \"macth\", did you mean \"match\"?";
        "/sinks/0/inputs/0" = "zzzzzz" => UnknownName,
            "no node is named \"zzzzzz\", expected one of \"orders\", \"payments\"";
        "/operators/1/inputs/0" = "out" => UnknownName,
            "\"out\" is a sink, expected a source or an operator";
        "/operators/1/inputs/-" = "dedup" => DuplicateName at "/operators/1/inputs/1",
            "\"dedup\" stands twice";
        "/operators/1/name" = "orders" => DuplicateName, "\"orders\" is taken by /sources/0";
        "/channels" = { "edges": [{ "from": "dedup", "to": "out" }] } => UnknownName at "/channels/edges/0",
            "no edge leads from \"dedup\" to \"out\"";
        "/channels" = { "edges": [{ "from": "dedup", "to": "sun" }] } => UnknownName at "/channels/edges/0/to",
            "did you mean \"sum\"?";
        "/channels" = { "edges": [{ "from": "dedup", "to": "sum" }, { "from": "dedup", "to": "sum" }] } => DuplicateName at "/channels/edges/1",
            "stands twice";
        "/checkpointing/at" = [{ "source": "order", "partition": 0, "offset": 1 }] => UnknownName at "/checkpointing/at/0/source",
            "did you mean \"orders\"?";
        "/checkpointing/at" = [{ "source": "payments", "partition": 1, "offset": 1 }] => OutOfRange at "/checkpointing/at/0/partition",
            "found 1, expected at most 0", "1 partition";
        "/faults/0" = (fault(json!({ "processed": { "operator": "summ", "id": 1 } }))) => UnknownName at "/faults/0/when/processed/operator",
            "did you mean \"sum\"?";
        "/faults/0" = (fault(json!({ "processed": { "operator": "out", "id": 1 } }))) => UnknownName at "/faults/0/when/processed/operator",
            "\"out\" is a sink, expected an operator";
        "/faults/0" = (fault(json!({ "written": { "sink": "sum", "id": 1 } }))) => UnknownName at "/faults/0/when/written/sink",
            "\"sum\" is an operator, expected a sink";
        "/faults/0" = (fault(json!({ "read": { "source": "x", "partition": 0, "offset": 1 } }))) => UnknownName at "/faults/0/when/read/source",
            "no node is named \"x\"";
        "/faults/0" = (then(json!({ "crash": { "operator": "dedupp" } }))) => UnknownName at "/faults/0/do/crash/operator",
            "did you mean \"dedup\"?";
        "/faults/0" = (then(json!({ "slow": { "operator": "ledgr", "service_ms": 1, "for_ms": 1 } }))) => UnknownName at "/faults/0/do/slow/operator",
            "did you mean \"ledger\"?";
        "/faults/0" = (then(json!({ "stall": { "from": "orders", "to": "sum", "for_ms": 1 } }))) => UnknownName at "/faults/0/do/stall",
            "no edge leads from \"orders\" to \"sum\"";
        "/faults/0" = (then(json!({ "redeliver": { "source": "orders", "partition": 2, "id": 5 } }))) => OutOfRange at "/faults/0/do/redeliver/partition",
            "expected at most 1", "2 partitions";
    }
}

#[test]
fn offsets_and_ids_that_are_not_in_the_log_are_refused() {
    let at = |partition: u64, offset: u64| json!([{ "source": "orders", "partition": partition, "offset": offset }]);
    let again = |id: Value| {
        json!({ "when": { "at_ms": 1 },
            "do": { "redeliver": { "source": "orders", "partition": 1, "id": id } } })
    };
    rules! {
        "/checkpointing/at" = (at(0, 0)) => NotInLog at "/checkpointing/at/0/offset",
            "found 0, expected an offset of partition 0 of \"orders\", from 1 to 100";
        "/checkpointing/at" = (at(0, 101)) => NotInLog at "/checkpointing/at/0/offset", "found 101";
        "/checkpointing/at" = (at(1, 3)) => NotInLog at "/checkpointing/at/0/offset", "from 0 to 2";
        "/faults/0/when" = { "read": { "source": "payments", "partition": 0, "offset": 50 } } => NotInLog at "/faults/0/when/read/offset",
            "from 0 to 49";
        "/sources/0/partitions/0/redeliver" = [{ "id": 101, "at": 9 }] => NotInLog at "/sources/0/partitions/0/redeliver/0/id",
            "has the id 101";
        // The string and the number are different ids.
        "/sources/0/partitions/1/redeliver" = [{ "id": 5, "at": 10 }, { "id": "5", "at": 10 }] => NotInLog at "/sources/0/partitions/1/redeliver/1/id",
            "has the id \"5\"";
        "/sources/0/partitions/1/redeliver" = [{ "id": 5, "at": 9 }] => OutOfRange at "/sources/0/partitions/1/redeliver/0/at",
            "found 9, expected at least 10";
        "/faults/0" = (again(json!("b"))) => NotInLog at "/faults/0/do/redeliver/id", "the id \"b\"";
        // Some node of another branch has it, or it is one half of a pair.
        "/faults/0/when" = { "processed": { "operator": "sum", "id": 1000 } } => NotInLog at "/faults/0/when/processed/id",
            "no record with the id 1000 can reach \"sum\"";
        "/faults/0/when" = { "processed": { "operator": "sum", "id": "1⋈1000" } } => NotInLog at "/faults/0/when/processed/id", "1⋈1000";
        "/faults/0/when" = { "written": { "sink": "ledger", "id": "b" } } => NotInLog at "/faults/0/when/written/id", "the id \"b\"";
        "/faults/0/when" = { "written": { "sink": "out", "id": 5 } } => NotInLog at "/faults/0/when/written/id", "the id 5";
    }
    for can_come in [
        json!({ "processed": { "operator": "match", "id": 1000 } }),
        json!({ "processed": { "operator": "match", "id": 100 } }),
        json!({ "processed": { "operator": "dedup", "id": "a" } }),
        json!({ "written": { "sink": "out", "id": "5⋈1000" } }),
        json!({ "written": { "sink": "ledger", "id": 5 } }),
    ] {
        assert!(read(&changed(&[("/faults/0/when", can_come.clone())])).is_ok(), "{can_come}");
    }
    // What a fault sends again can be waited for.
    let changes = [("/checkpointing/at", at(1, 3)), ("/faults/-", again(json!("a")))];
    assert!(read(&changed(&changes)).is_ok());
}

#[test]
fn what_does_not_go_together_is_refused_with_the_rule() {
    rules! {
        "/sources/0/partitions/0/records" = [] => Conflict at "/sources/0/partitions/0",
            "\"records\" and \"generate\", expected one of them";
        "/checkpointing" = { "unaligned": true, "mode": "at_least_once" } => Conflict at "/checkpointing/unaligned",
            "BH-17", "exactly_once";
        "/checkpointing" = { "unaligned": true, "max_concurrent": 2 } => Conflict at "/checkpointing/max_concurrent",
            "found 2, expected 1", "BH-17";
        "/checkpointing" = { "aligned_timeout_ms": 5 } => Conflict at "/checkpointing/aligned_timeout_ms",
            "unless \"unaligned\" is true";
        "/restart" = { "initial_ms": 5 } => Conflict at "/restart/initial_ms",
            "\"fixed_delay\"", "only with \"exponential_delay\"";
        "/restart" = { "strategy": "exponential_delay", "delay_ms": 5 } => Conflict at "/restart/delay_ms",
            "only with \"fixed_delay\" or \"failure_rate\"";
        "/restart" = { "strategy": "failure_rate", "attempts": 5 } => Conflict at "/restart/attempts",
            "\"failure_rate\"";
        "/restart" = { "strategy": "exponential_delay", "initial_ms": 70000 } => Conflict at "/restart/initial_ms",
            "found 70000", "\"max_ms\", which is 60000";
        "/faults/0/when" = {} => Conflict,
            "found no field, expected exactly one of \"at_ms\", \"read\"";
        "/faults/0/do" = { "crash": "process", "storage_down_ms": 5 } => Conflict,
            "found \"crash\", \"storage_down_ms\", expected exactly one";
        "/operators/0" = { "name": "dedup", "kind": "map", "inputs": ["orders"], "state": "memory" } => Conflict at "/operators/0/state",
            "a map keeps none";
        "/operators/0" = { "name": "dedup", "kind": "map", "inputs": ["orders"], "ttl": { "ms": 5 } } => Conflict at "/operators/0/ttl",
            "a map keeps no state";
        "/operators/2/inputs/-" = "dedup" => Graph at "/operators/2/inputs",
            "found 3 inputs, expected exactly 2 for a join";
        "/operators/1/kind" = "join" => Graph at "/operators/1/inputs",
            "found 1 input, expected exactly 2";
    }
}

#[test]
fn the_graph_must_lead_from_sources_to_sinks_without_a_cycle() {
    rules! {
        "/operators/0/inputs/-" = "sum" => Graph at "/operators",
            "the graph has a cycle: dedup → sum → dedup";
        "/operators/0/inputs/-" = "dedup" => Graph at "/operators",
            "the graph has a cycle: dedup → dedup";
        "/sinks/0/inputs/0" = "sum" => Graph at "/operators/2",
            "nothing reads \"match\", expected every path to end in a sink";
        "/operators/2/inputs/1" = "dedup" => Graph at "/sources/1", "nothing reads \"payments\"";
    }
}

#[test]
fn numbers_that_would_overflow_in_the_run_are_refused() {
    let max = i64::MAX;
    let record = |value: i64| json!({ "records": [{ "id": 1, "value": value }, { "id": 2 }] });
    rules! {
        "/sources/0/partitions/0/generate/first_id" = (u64::MAX - 98) => Overflow,
            "the last id would be 18446744073709551616";
        "/sources/0/partitions/0/generate" = { "count": 2, "first_id": max, "value": "id" } => Overflow at "/sources/0/partitions/0/generate/value",
            "the last value would be";
        "/sources/0/partitions/0/generate/every_ms" = 100_000_000_000_000u64 => Overflow,
            "would stand at 9900000000000000 ms";
        "/sources/0/partitions/0" = (record(max)) => Overflow at "/operators/1",
            "the running sum of one key could reach";
        "/sources/1/partitions/0" = (record(max - 10)) => Overflow at "/operators/2",
            "the value of a joined pair could reach";
    }
    // Many keys share a large total, each with a sum that fits.
    let many = json!({ "generate": { "count": 1000, "keys": 1000, "value": max / 1000 } });
    let changes = [
        ("/sources/0/partitions/0", many),
        ("/sinks/-", json!({ "name": "total", "kind": "increment", "inputs": ["dedup"] })),
    ];
    assert!(read(&changed(&changes)).is_ok());
    let errors = mistakes(&[
        ("/sources/1/partitions/0", record(max)),
        ("/operators/2", json!({ "name": "match", "kind": "map", "inputs": ["payments"] })),
        ("/sinks/-", json!({ "name": "total", "kind": "increment", "inputs": ["payments"] })),
    ]);
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].path, "/sinks/2");
    assert!(errors[0].message.contains("the balance of one key could reach"));
}

#[test]
fn all_mistakes_are_reported_together_and_none_that_only_follows_from_another() {
    let errors = mistakes(&[
        ("/barrierscope", json!(2)),
        ("/sources/0/name", gone()),
        ("/operators/1/parallelism", json!(0)),
        ("/sinks/0/kind", json!("apend")),
        ("/channels", json!({ "capacity": "10" })),
        ("/checkpointing/every_ms", json!(1)),
        ("/faults/0/do", json!({ "crash": "machin" })),
        ("/until_ms", json!(-1)),
    ]);
    let paths: Vec<&str> = errors.iter().map(|error| error.path.as_str()).collect();
    // "orders" is not said to be unknown: it may be the name that is missing.
    assert_eq!(
        paths,
        [
            "/barrierscope",
            "/sources/0/name",
            "/operators/1/parallelism",
            "/sinks/0/kind",
            "/channels/capacity",
            "/checkpointing/every_ms",
            "/faults/0/do/crash",
            "/until_ms",
        ]
    );
}

#[test]
fn text_that_is_no_json_is_answered_with_line_column_and_expectation() {
    let cases = [
        ("", "line 1, column 0", "an object"),
        ("{\n  \"barrierscope\": 1,\n}", "line 3, column 1", "no comma"),
        ("{\"a\" 1}", "line 1, column 6", "expected `:`"),
        ("{\"é\": tru}", "line 1, column 10", "true, false or null"),
        ("{\"a\": [1, 2", "line 1, column 11", "`,` or `]`"),
        ("{a: 1}", "line 1, column 2", "a field name in double quotes"),
        ("{} x", "line 1, column 4", "nothing there"),
        ("{\"a\": 'x'}", "line 1, column 7", "a string in double quotes"),
        ("{\"a\": \"x", "line 1, column 8", "closing double quote"),
    ];
    for (text, place, expected) in cases {
        let errors = read(text).expect_err(text);
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert_eq!((errors[0].path.as_str(), errors[0].code), ("", ErrorCode::Syntax));
        let said = errors[0].to_string();
        assert!(said.contains(place) && said.contains(expected), "{text}: {said}");
    }
    let said = read("{\"a\" 1}").expect_err("no JSON")[0].to_string();
    assert!(said.starts_with("the scenario: not JSON at line 1"), "{said}");
    let errors = read("[1]").expect_err("a list is no scenario");
    assert_eq!(errors[0].to_string(), "the scenario: found a list of 1 item, expected an object");
}

#[test]
fn a_number_is_told_as_it_was_typed() {
    let long = "9".repeat(100_000);
    let cut = format!("{}…", "9".repeat(48));
    let cases = [
        ("-0", "-0"),
        ("-0.0", "-0.0"),
        ("18446744073709551616", "18446744073709551616"),
        ("-9223372036854775809", "-9223372036854775809"),
        ("1e3", "1e3"),
        ("5.50", "5.50"),
        ("1E+2", "1E+2"),
        ("-7", "-7"),
    ];
    for (typed, told) in cases.into_iter().chain([(&long[..300], &cut[..])]) {
        // Text with numbers and quotes in it, and whole numbers, stand in front.
        let text = format!(
            r#"{{"barrierscope": 1, "title": "a \"1.5\" -0", "note": "2.5\\", "until_ms": 3, "seed": {typed}}}"#
        );
        let errors = read(&text).expect_err(typed);
        let said =
            errors.iter().find(|e| e.path == "/seed").unwrap_or_else(|| panic!("{typed}: {errors:?}")).to_string();
        assert!(said.starts_with(&format!("/seed: found {told}, expected")), "{said}");
    }
}
