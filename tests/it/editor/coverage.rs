//! The table of fields against the reader: what the format has, the form has, with its words and its true default.

use std::collections::BTreeSet;
use std::fs;

use barrierscope::scenario::{ErrorCode, read};
use barrierscope::text::{CHINESE_WORKBENCH, ENGLISH_WORKBENCH};
use barrierscope::view::editor::{Field, Kind, ROOT, Way, default_of, field_at};
use serde_json::{Value, json};

/// A scenario with one thing of each sort, whatever it lacks.
fn base() -> Value {
    json!({
        "barrierscope": 1,
        "sources": [{ "name": "a", "partitions": [{ "records": [{ "id": 1 }], "redeliver": [{ "id": 1, "at": 1 }] }] }],
        "operators": [{ "name": "b", "kind": "sum", "inputs": ["a"], "ttl": { "ms": 5 } }],
        "sinks": [{ "name": "c", "kind": "append", "inputs": ["b"] }],
        "channels": { "edges": [{ "from": "a", "to": "b" }] },
        "checkpointing": { "at": [{ "source": "a", "partition": 0, "offset": 0 }] },
        "storage": {}, "restart": {},
        "faults": [{ "when": { "at_ms": 1 }, "do": { "crash": "process" } }]
    })
}

/// The same, with a partition that is generated where that is what a place is about.
fn base_for(path: &str) -> Value {
    let mut tree = base();
    if path.contains("/generate") {
        tree["sources"][0]["partitions"][0] = json!({ "generate": { "count": 3 } });
    }
    tree
}

/// The fields that the reader knows of the object at a place; none if it wants no object there.
fn known(path: &str) -> Option<BTreeSet<String>> {
    let mut tree = base_for(path);
    let probe = json!({ "zzzzzzzzzzzz": 1 });
    if path.is_empty() {
        tree["zzzzzzzzzzzz"] = 1.into();
    } else {
        // What leads there is made; a filter has all the fields of an operator.
        let mut at = &mut tree;
        for segment in path.split('/').skip(1) {
            at = match segment.parse::<usize>() {
                Ok(i) => &mut at[i],
                Err(_) => {
                    // One of several: without the others.
                    if !at.is_object()
                        || path.contains("/when/") && at.get("at_ms").is_some()
                        || at.get("crash").is_some()
                    {
                        *at = json!({});
                    }
                    &mut at[segment]
                }
            };
        }
        *at = probe;
    }
    let errors = read(&tree.to_string()).unwrap_err();
    let error = errors.iter().find(|e| e.path == format!("{path}/zzzzzzzzzzzz"))?;
    assert_eq!(error.code, ErrorCode::UnknownField);
    let list = error.message.strip_prefix("unknown field, expected one of ").unwrap();
    assert!(!list.contains('…'), "the reader's list is cut: {list}");
    Some(list.split(", ").map(|name| name.trim_matches('"').to_owned()).collect())
}

/// Every place of the table: path, field, fields of the object there. Lists stand for their first item.
fn walk(path: &str, fields: &'static [Field], found: &mut dyn FnMut(&str, &'static Field)) {
    for field in fields {
        let at = format!("{path}/{}", field.name);
        found(&at, field);
        match &field.kind {
            Kind::Object(inner) | Kind::Optional(inner) => walk(&at, inner, found),
            Kind::List { item, .. } => walk(&format!("{at}/0"), item, found),
            Kind::Either(inner) => walk(path, inner, found),
            Kind::OneOf(ways) => {
                for way in *ways {
                    if let Way::Inside(field) = way {
                        walk(&at, std::slice::from_ref(field), found);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The names that the form has for the object that a field holds; none: it holds no object.
fn names_in(kind: &'static Kind) -> Option<BTreeSet<String>> {
    let of = |fields: &'static [Field]| {
        let mut names = BTreeSet::new();
        for field in fields {
            match &field.kind {
                Kind::Either(fields) => names.extend(fields.iter().map(|f| f.name.to_owned())),
                _ => _ = names.insert(field.name.to_owned()),
            }
        }
        names
    };
    match kind {
        Kind::Object(fields) | Kind::Optional(fields) => Some(of(fields)),
        Kind::OneOf(ways) => {
            let inside: BTreeSet<String> = ways
                .iter()
                .filter_map(|way| match way {
                    Way::Inside(field) => Some(field.name.to_owned()),
                    _ => None,
                })
                .collect();
            (!inside.is_empty()).then_some(inside)
        }
        _ => None,
    }
}

#[test]
fn every_field_that_the_reader_knows_has_a_row_and_no_other_has() {
    let root: BTreeSet<String> = ROOT.iter().map(|f| f.name.to_owned()).collect();
    assert_eq!(Some(root), known(""));
    let mut count = ROOT.len();
    walk("", ROOT, &mut |path, field| {
        if let Kind::List { item, .. } = &field.kind {
            let names = names_in(Box::leak(Box::new(Kind::Object(item)))).unwrap();
            count += names.len();
            assert_eq!(Some(names), known(&format!("{path}/0")), "the items of {path}");
        } else if !matches!(field.kind, Kind::Either(_)) {
            let names = names_in(&field.kind);
            count += names.as_ref().map_or(0, BTreeSet::len);
            assert_eq!(names, known(path), "{path}");
        }
    });
    // Fewer, and the walk no longer goes everywhere.
    assert!(count >= 95, "{count}");
}

#[test]
fn a_place_leads_to_its_field() {
    walk("", ROOT, &mut |path, field| {
        let found = field_at(path).unwrap_or_else(|| panic!("{path}"));
        assert_eq!(found.key, field.key, "{path}");
    });
    assert!(field_at("/sources/0").is_none() && field_at("/sources/0/nothing").is_none());
}

#[test]
fn every_word_that_the_reader_knows_can_be_chosen() {
    walk("", ROOT, &mut |path, field| {
        let offered: Vec<String> = match &field.kind {
            Kind::Word(words) => words.list().iter().map(|w| (*w).to_owned()).collect(),
            Kind::OneOf(ways) => {
                ways.iter().filter(|w| !matches!(w, Way::Number(_))).map(|w| w.word().to_owned()).collect()
            }
            _ => return,
        };
        if offered.is_empty() {
            return;
        }
        let mut tree = base_for(path);
        if path.starts_with("/faults/0/when/checkpoint") {
            tree["faults"][0]["when"] = json!({ "checkpoint": { "id": 1, "reaches": "" } });
        }
        // A word that no list has: the reader says those that it knows.
        let (of, name) = path.rsplit_once('/').unwrap();
        tree.pointer_mut(of).unwrap_or_else(|| panic!("{path}"))[name] = "zzzzzzzzzzzz".into();
        let errors = read(&tree.to_string()).unwrap_err();
        let Some(error) = errors.iter().find(|e| e.path == path) else { panic!("{path}: {errors:?}") };
        for word in error.message.split("expected").nth(1).unwrap_or_default().split('"').skip(1).step_by(2) {
            // It is in the format and not built yet.
            assert!(offered.iter().any(|o| o == word) || word == "changelog", "{path}: {word} not in {offered:?}");
        }
        for word in &offered {
            assert!(error.message.contains(word.as_str()), "{path}: {word}: {}", error.message);
        }
    });
}

#[test]
fn a_default_that_is_said_changes_nothing() {
    let mut tried = 0;
    walk("", ROOT, &mut |path, field| {
        let mut tree = base_for(path);
        if let Some(only) = field.only.as_ref().filter(|_| path.starts_with("/restart")) {
            tree["restart"]["strategy"] = only.words[0].into();
        }
        let (of, name) = path.rsplit_once('/').unwrap();
        let Some(owner) = tree.pointer(of).cloned() else { return };
        let Some(default) = default_of(field.key, &owner) else { return };
        let mut without = tree.clone();
        without.pointer_mut(of).unwrap().as_object_mut().unwrap().remove(name);
        tree.pointer_mut(of).unwrap()[name] = default.clone();
        let with = read(&tree.to_string()).unwrap_or_else(|e| panic!("{path} as {default}: {e:?}"));
        let without = read(&without.to_string()).unwrap_or_else(|e| panic!("without {path}: {e:?}"));
        assert_eq!(with, without, "{path} as {default}");
        tried += 1;
    });
    assert!(tried >= 45, "{tried}");
}

#[test]
fn a_field_without_a_default_has_to_be_said() {
    walk("", ROOT, &mut |path, field| {
        let mut tree = base();
        let (of, name) = path.rsplit_once('/').unwrap();
        let Some(owner) = tree.pointer_mut(of).and_then(Value::as_object_mut) else { return };
        if owner.remove(name).is_none() || default_of(field.key, &Value::Null).is_some() {
            return;
        }
        if matches!(field.kind, Kind::Object(_) | Kind::List { required: false, .. }) {
            return;
        }
        assert!(read(&tree.to_string()).is_err(), "{path} has a default that the form does not show");
    });
}

#[test]
fn every_field_has_its_words_and_every_rule_they_name_is_on_the_page() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/model-and-rules.md")).unwrap();
    let languages = [(ENGLISH_WORKBENCH.editor, '.', "scenario format"), (CHINESE_WORKBENCH.editor, '。', "场景格式")];
    let mut keys = vec!["general", "more", "unknown", "generate.value.number"];
    walk("", ROOT, &mut |_, field| keys.push(field.key));
    let all = keys.iter().flat_map(|key| languages.iter().map(move |language| (*key, language)));
    for (key, (words, stop, ours)) in all {
        let field = (words.field)(key);
        assert!(!field.label.is_empty(), "{key}");
        let is_plain =
            matches!(key, "general" | "more" | "point.source") || key.ends_with(".from") || key.ends_with(".to");
        assert!(is_plain || (field.help.ends_with(*stop) && !field.source.is_empty()), "{key}: {field:?}");
        for rule in field.source.split(", ").filter(|s| !s.is_empty() && *s != *ours && !s.starts_with("Flink")) {
            assert!(page.contains(&format!("| {rule} |")), "{key}: {rule}");
        }
    }
}
