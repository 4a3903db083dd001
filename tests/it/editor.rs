//! The editor: its form has every field of the format, its edits make any scenario, and everything can be taken back.

mod coverage;
mod named;
mod session;

use barrierscope::scenario::{Scenario, preset, presets, read};
use barrierscope::view::editor::{
    Control, Edit, Editor, Form, Group, Item, OFF, ON, Pages, Refusal, Row, form, remarks,
};

/// The form of a draft.
fn shown(editor: &Editor) -> Form {
    form(editor.tree().expect("it is JSON"), editor.errors(), &Pages::new())
}

/// Every row of a form, also those of tables.
fn rows(form: &Form) -> Vec<Row> {
    fn collect(group: &Group, all: &mut Vec<Row>) {
        for item in &group.items {
            match item {
                Item::Row(row) => all.push(row.clone()),
                Item::Group(group) => collect(group, all),
                Item::Table(table) => all.extend(table.lines.iter().flat_map(|l| l.cells.clone())),
            }
        }
    }
    let mut all = Vec::new();
    form.sections.iter().for_each(|s| collect(s, &mut all));
    all
}

fn row(editor: &Editor, path: &str) -> Row {
    rows(&shown(editor)).into_iter().find(|r| r.path == path).unwrap_or_else(|| panic!("no row {path}"))
}

fn opening() -> Editor {
    Editor::of(&read(presets()[0].json()).unwrap())
}

fn enter(editor: &mut Editor, path: &str, text: &str) {
    editor.edit(&Edit::Enter(path.into(), text.into()));
}

fn choose(editor: &mut Editor, path: &str, word: &str) {
    editor.edit(&Edit::Choose(path.into(), word.into()));
}

fn input(editor: &mut Editor, reader: &str, name: &str, on: bool) {
    editor.edit(&Edit::Input { reader: reader.into(), name: name.into(), on });
}

fn scenario(editor: &mut Editor) -> Scenario {
    editor.scenario().unwrap_or_else(|| panic!("{:#?}\n{}", editor.errors(), editor.text()))
}

#[test]
fn a_scenario_made_from_nothing_equals_the_same_written_by_hand() {
    let mut e = opening();
    e.edit(&Edit::Nothing);
    assert_eq!(e.scenario(), None);
    let paths: Vec<&str> = e.errors().iter().map(|error| error.path.as_str()).collect();
    assert_eq!(paths, ["/sources", "/sinks"], "what is missing is named");
    enter(&mut e, "/title", "Orders and payments");
    for (i, name) in ["orders", "payments"].into_iter().enumerate() {
        e.edit(&Edit::Add("/sources".into()));
        enter(&mut e, &format!("/sources/{i}/name"), name);
        enter(&mut e, &format!("/sources/{i}/partitions/0/generate/count"), "40");
        enter(&mut e, &format!("/sources/{i}/partitions/0/generate/first_id"), if i == 0 { "1" } else { "1000" });
        enter(&mut e, &format!("/sources/{i}/partitions/0/generate/keys"), "40");
        choose(&mut e, &format!("/sources/{i}/partitions/0/generate/value"), "id");
    }
    e.edit(&Edit::Add("/operators".into()));
    enter(&mut e, "/operators/0/name", "paid");
    enter(&mut e, "/operators/0/kind", "join");
    input(&mut e, "/operators/0", "payments", true);
    choose(&mut e, "/operators/0/ttl", ON);
    enter(&mut e, "/operators/0/ttl/ms", "30000");
    enter(&mut e, "/operators/0/ttl/update", "read_and_write");
    e.edit(&Edit::Add("/sinks".into()));
    enter(&mut e, "/sinks/0/name", "out");
    enter(&mut e, "/sinks/0/kind", "two_phase");
    choose(&mut e, "/checkpointing", ON);
    enter(&mut e, "/checkpointing/every_ms", "1000");
    e.edit(&Edit::Add("/faults".into()));
    enter(&mut e, "/faults/0/when/at_ms", "2500");
    let by_hand = r#"{ "barrierscope": 1, "title": "Orders and payments",
        "sources": [
          { "name": "orders", "partitions": [ { "generate": { "count": 40, "every_ms": 100, "keys": 40, "value": "id" } } ] },
          { "name": "payments", "partitions": [
              { "generate": { "count": 40, "first_id": 1000, "every_ms": 100, "keys": 40, "value": "id" } } ] } ],
        "operators": [ { "name": "paid", "kind": "join", "inputs": ["orders", "payments"],
                         "ttl": { "ms": 30000, "update": "read_and_write" } } ],
        "sinks": [ { "name": "out", "kind": "two_phase", "inputs": ["paid"] } ],
        "checkpointing": { "every_ms": 1000 },
        "faults": [ { "when": { "at_ms": 2500 }, "do": { "crash": "process" } } ] }"#;
    assert_eq!(scenario(&mut e), read(by_hand).unwrap());
}

#[test]
fn the_new_name_of_a_node_is_followed_wherever_the_old_one_stood() {
    let before = r#"{ "barrierscope": 1,
        "sources": [ { "name": "a", "partitions": [ { "records": [ { "id": "a", "key": "a" } ] } ] } ],
        "operators": [ { "name": "b", "kind": "dedup", "inputs": ["a"] } ],
        "sinks": [ { "name": "c", "kind": "append", "inputs": ["b"] }, { "name": "d", "kind": "set", "inputs": ["a"] } ],
        "channels": { "edges": [ { "from": "a", "to": "b", "capacity": 3 } ] },
        "checkpointing": { "at": [ { "source": "a", "partition": 0, "offset": 0 } ] },
        "faults": [
          { "when": { "read": { "source": "a", "partition": 0, "offset": 0 } }, "do": { "crash": { "operator": "a" } } },
          { "when": { "processed": { "operator": "b", "id": "a" } }, "do": { "slow": { "operator": "a", "service_ms": 1, "for_ms": 1 } } },
          { "when": { "written": { "sink": "c", "id": "a" } }, "do": { "stall": { "from": "a", "to": "b", "for_ms": 1 } } },
          { "when": { "at_ms": 5 }, "do": { "redeliver": { "source": "a", "partition": 0, "id": "a" } } } ] }"#;
    let mut e = Editor::of(&read(before).unwrap());
    for (path, name) in [("/sources/0/name", "x"), ("/operators/0/name", "y"), ("/sinks/0/name", "z")] {
        enter(&mut e, path, name);
        scenario(&mut e);
    }
    // By hand: every name, but no id and no key.
    let names = [("a", "x"), ("b", "y"), ("c", "z")];
    let mut after = before.to_owned();
    for (old, new) in names {
        after = after.replace(&format!("\"{old}\""), &format!("\"{new}\""));
    }
    let after = after.replace(r#""id": "x""#, r#""id": "a""#).replace(r#""key": "x""#, r#""key": "a""#);
    assert_eq!(scenario(&mut e), read(&after).unwrap());
}

#[test]
fn a_name_that_is_taken_is_refused_and_nothing_changes() {
    let mut e = opening();
    let before = e.text().to_owned();
    enter(&mut e, "/operators/0/name", "ledger");
    assert_eq!(e.text(), before);
    assert_eq!(e.refused(), Some(&("/operators/0/name".to_owned(), Refusal::NameTaken("ledger".into()))));
    assert!(!e.can_undo());
    enter(&mut e, "/operators/0/name", "once");
    assert_eq!(e.refused(), None);
}

#[test]
fn who_read_a_node_that_goes_reads_what_it_read() {
    let mut e = opening();
    let dedup = scenario(&mut e).operators.iter().position(|o| o.name == "dedup").unwrap();
    e.edit(&Edit::Remove(format!("/operators/{dedup}")));
    let after = scenario(&mut e);
    assert!(after.operators.iter().all(|o| o.name != "dedup"));
    assert!(after.sinks.iter().chain([]).any(|s| s.inputs == ["orders"]));
}

#[test]
fn every_number_stays_exact() {
    let mut e = opening();
    for n in ["18446744073709551615", "9007199254740993"] {
        enter(&mut e, "/seed", n);
        assert_eq!(scenario(&mut e).seed.to_string(), n);
        assert_eq!(row(&e, "/seed").control, Control::Line { text: n.into(), lines: false, digits: true });
        // What is beside it changes, and it does not.
        enter(&mut e, "/title", n);
        assert_eq!(scenario(&mut e).seed.to_string(), n);
    }
}

#[test]
fn a_number_and_a_string_that_looks_like_one_are_two_ids() {
    let mut e = opening();
    choose(&mut e, "/sources/0/partitions/0/input", "records");
    let id = "/sources/0/partitions/0/records/0/id";
    for (entered, json) in [("5", "5"), ("\"5\"", "\"5\""), ("e5", "\"e5\""), ("1⋈2", "\"1⋈2\"")] {
        enter(&mut e, id, entered);
        assert_eq!(e.tree().unwrap().pointer(id).unwrap().to_string(), json);
        let Control::Line { text, .. } = row(&e, id).control else { panic!() };
        assert_eq!(text, entered, "and it is shown as it is entered");
    }
}

#[test]
fn what_is_entered_wrong_is_kept_and_said() {
    let mut e = opening();
    let path = "/sources/0/partitions/0/generate/count";
    for wrong in ["many", "-3", "1.5", "1e3", "99999999999999999999"] {
        enter(&mut e, path, wrong);
        assert_eq!(e.scenario(), None, "{wrong}");
        let row = row(&e, path);
        assert_eq!(row.errors.len(), 1, "{wrong}: {row:?}");
        assert!(row.errors[0].contains("expected a whole number from 0 to 1000000"), "{row:?}");
        assert!(row.errors[0].contains(wrong), "it quotes what was typed: {row:?}");
        assert!(matches!(&row.control, Control::Line { text, .. } if text == wrong), "and the field keeps it: {row:?}");
    }
    // Nothing: it is no longer said, and the format wants it.
    enter(&mut e, path, "");
    assert!(row(&e, path).errors[0].contains("missing"));
    enter(&mut e, path, "150");
    scenario(&mut e);
}

#[test]
fn a_kind_brings_the_fields_it_needs_and_takes_those_it_refuses() {
    let mut e = opening();
    choose(&mut e, "/operators/0/ttl", ON);
    enter(&mut e, "/operators/0/state", "memory");
    scenario(&mut e);
    enter(&mut e, "/operators/0/kind", "filter");
    scenario(&mut e);
    assert!(row(&e, "/operators/0/min_value").said);
    enter(&mut e, "/operators/0/kind", "map");
    scenario(&mut e);
    assert!(rows(&shown(&e)).iter().all(|r| r.path != "/operators/0/min_value" && r.path != "/operators/0/ttl"));
    for strategy in ["exponential_delay", "failure_rate", "fixed_delay"] {
        enter(&mut e, "/restart/strategy", strategy);
        for (field, text) in
            [("delay_ms", "7"), ("initial_ms", "9"), ("multiplier", "1.25"), ("max", "4"), ("attempts", "5")]
        {
            let path = format!("/restart/{field}");
            if rows(&shown(&e)).iter().any(|r| r.path == path) {
                enter(&mut e, &path, text);
            }
        }
        scenario(&mut e);
    }
    let both = scenario(&mut e).restart;
    assert_eq!((both.delay_ms, both.attempts), (7, Some(5)));
}

#[test]
fn every_error_of_a_draft_stands_somewhere_in_the_form() {
    let mut seen = 0;
    for broken in [
        r#"{"barrierscope":1,"sources":[],"sinks":[]}"#,
        r#"{"barrierscope":2,"colour":3,"sources":[{"name":"a","partitions":5}],"sinks":[{"kind":"append","inputs":["b",4]}]}"#,
        r#"{"barrierscope":1,"sources":{},"operators":[{"name":"o","kind":"map","inputs":["o"],"tll":5,"ttl":{"ms":0}}],
            "sinks":[{"name":"s","kind":"sett","inputs":["o"]}],"channels":{"edges":[{"from":"o","to":"o"}]},
            "faults":[{"when":{"at_ms":1,"read":{}},"do":{}},{"do":{"crash":{"operator":"x"}}}, 5],"restart":{"max":3},"storage":7}"#,
    ] {
        let mut e = opening();
        e.edit(&Edit::Text(broken.into()));
        assert_eq!(e.scenario(), None);
        let form = shown(&e);
        let in_sections: usize = form.sections.iter().map(|s| s.wrong).sum();
        assert_eq!(in_sections + form.errors.len(), e.errors().len(), "{:#?}", e.errors());
        for error in e.errors() {
            assert!(!error.path.is_empty() && !form.shows(&error.path).is_empty(), "{error}");
        }
        seen += e.errors().len();
    }
    assert!(seen > 15, "{seen}");
}

#[test]
fn each_error_stands_beside_its_line() {
    let text = "{\n  \"barrierscope\": 1,\n  \"sources\": [\n    { \"name\": \"a\",\n      \"partitions\": [ { \"generate\": {} } ] }\n  ],\n  \"sinks\": [ { \"name\": \"a\\\"}]\", \"kind\": \"x\", \"inputs\": [\n    \"a\",\n    \"b\" ] } ],\n  \"tll\": 5\n}";
    let errors = read(text).unwrap_err();
    let lines: Vec<(usize, &str)> = remarks(text, &errors)
        .iter()
        .map(|r| (r.line, errors.iter().find(|e| e.path == r.path).unwrap().path.as_str()))
        .collect();
    for expected in [(5, "/sources/0/partitions/0/generate/count"), (7, "/sinks/0/kind"), (10, "/tll")] {
        assert!(lines.contains(&expected), "{expected:?} in {lines:?}");
    }
    let broken = "{\n  \"barrierscope\": 1,\n  \"sources\": [}\n";
    assert_eq!(remarks(broken, &read(broken).unwrap_err())[0].line, 3);
    let twice = "{ \"barrierscope\": 1,\n \"title\": \"a\",\n \"title\": \"b\" }";
    let errors = read(twice).unwrap_err();
    let at = errors.iter().position(|e| e.path == "/title").unwrap();
    assert_eq!(remarks(twice, &errors)[at].line, 3);
}

#[test]
fn a_text_that_is_not_whole_is_kept_has_no_form_and_can_be_taken_back() {
    let mut e = opening();
    let before = e.text().to_owned();
    for broken in ["{", "[]", "", "{\"title\": \"a\", \"title\": \"b\"}"] {
        e.edit(&Edit::Text(broken.into()));
        assert_eq!((e.text(), e.tree()), (broken, None), "{broken}");
        assert!(!e.errors().is_empty());
        assert!(!e.edit(&Edit::Add("/sources".into())), "nothing can be lost by the form");
    }
    // Written without a pause, it was one step.
    assert!(e.undo());
    assert_eq!(e.text(), before);
    assert!(!e.can_undo());
    e.edit(&Edit::Text("1".into()));
    e.settle();
    e.edit(&Edit::Text("12".into()));
    assert!(e.undo());
    assert_eq!(e.text(), "1");
}

#[test]
fn the_text_of_the_draft_reads_back_as_the_scenario_and_says_defaults_nowhere() {
    for preset in presets() {
        let first = read(preset.json()).unwrap();
        let mut e = Editor::of(&first);
        assert_eq!(scenario(&mut e), first, "{}", preset.name);
    }
    let mut e = opening();
    let before = e.text().to_owned();
    // There and back again by hand leaves no trace.
    for (path, there, back) in [
        ("/sources/0/offsets", "latest", "checkpoint"),
        ("/checkpointing/mode", "at_least_once", "exactly_once"),
        ("/checkpointing/final", "false", "true"),
    ] {
        enter(&mut e, path, there);
        assert_ne!(e.text(), before);
        enter(&mut e, path, back);
        assert_eq!(e.text(), before, "{path}");
    }
    enter(&mut e, "/channels/capacity", "3");
    e.edit(&Edit::Reset("/channels/capacity".into()));
    assert_eq!(e.text(), before);
    choose(&mut e, "/checkpointing", OFF);
    assert_eq!(scenario(&mut e).checkpointing, None);
}

#[test]
fn long_lists_are_shown_a_page_at_a_time() {
    let records: Vec<String> = (0..150).map(|i| format!(r#"{{"id":{i}}}"#)).collect();
    let text = format!(
        r#"{{"barrierscope":1,"sources":[{{"name":"a","partitions":[{{"records":[{}]}}]}}],
            "sinks":[{{"name":"s","kind":"append","inputs":["a"]}}]}}"#,
        records.join(",")
    );
    let e = Editor::of(&read(&text).unwrap());
    let at = "/sources/0/partitions/0/records";
    let page = barrierscope::view::editor::page_of(&format!("{at}/149/id")).unwrap();
    assert_eq!(page, (at.to_owned(), 140));
    let form = form(e.tree().unwrap(), &[], &Pages::from([page]));
    let ids: Vec<String> = rows(&form).into_iter().filter(|r| r.path.starts_with(at)).map(|r| r.path).collect();
    assert_eq!(ids.len(), 40);
    assert!(ids.contains(&format!("{at}/149/id")));
}

#[test]
fn an_item_moves_and_its_text_with_it() {
    let mut e = Editor::of(&read(preset("21-one-crash-two-sinks").unwrap().json()).unwrap());
    let before = scenario(&mut e);
    e.edit(&Edit::Move { item: "/sinks/0".into(), later: true });
    let after = scenario(&mut e);
    assert_eq!(after.sinks[0], before.sinks[1]);
    assert_eq!(after.sinks[1], before.sinks[0]);
    assert!(!e.edit(&Edit::Move { item: "/sinks/0".into(), later: false }), "there is none before the first");
    assert!(!e.edit(&Edit::Remove("/sinks/7".into())), "what is not there cannot go");
}

#[test]
fn a_long_line_with_many_errors_is_gone_through_once() {
    // 900 KB on one line, 100 errors spelled out, the last ones far behind.
    let good: Vec<String> = (0..30_000).map(|i| format!(r#"{{"id":{i},"at":{i}}}"#)).collect();
    let bad: Vec<String> = (0..15_000).map(|i| format!(r#"{{"id":{i},"off":1}}"#)).collect();
    let text = format!(
        r#"{{"barrierscope":1,"sources":[{{"name":"a","partitions":[{{"records":[{},{}]}}]}}],"sinks":[{{"name":"o","kind":"append","inputs":["a"]}}]}}"#,
        good.join(","),
        bad.join(",")
    );
    let errors = read(&text).unwrap_err();
    assert_eq!(errors.len(), 101);
    let clock = std::time::Instant::now();
    let found = remarks(&text, &errors);
    let took = clock.elapsed();
    assert!(found.iter().all(|r| r.line == 1 && r.chars == barrierscope::view::editor::COLUMNS_MAX));
    // A walk for each error takes a hundred times as long as one for all.
    assert!(took < std::time::Duration::from_secs(1), "{took:?}");
    // Each finds its line: the same text, a record a line.
    let lines = text.replace("},{", "},\n{");
    let errors = read(&lines).unwrap_err();
    let found = remarks(&lines, &errors);
    assert_eq!((found[0].line, found[99].line), (30_001, 30_100));
}
