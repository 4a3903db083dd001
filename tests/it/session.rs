//! One run that a script drives, and its table of events.

use barrierscope::check::run;
use barrierscope::event::Events;
use barrierscope::graph::Plan;
use barrierscope::scenario::{presets, read};
use barrierscope::sim::World;
use barrierscope::text::SESSION_ERRORS;
use barrierscope::view::event_table::{COLUMNS, csv, run_json};
use barrierscope::view::session::{Session, SessionError};

fn preset(start: &str) -> &'static str {
    presets().iter().find(|p| p.name.starts_with(start)).unwrap().json()
}

#[test]
fn driven_to_its_end_it_reports_what_a_run_in_one_go_reports() {
    for name in ["01-", "03-", "14-", "17-"] {
        let mut session = Session::new(preset(name)).unwrap();
        let steps = session.seek(u64::MAX);
        assert!(session.ended());
        let whole = run(&read(preset(name)).unwrap());
        assert_eq!((session.report(), steps), (whole.clone(), whole.steps), "{name}");
    }
}

#[test]
fn forward_back_and_seek_count_their_steps_and_come_to_the_same_place() {
    let mut session = Session::new(preset("01-")).unwrap();
    assert_eq!((session.step(700), session.position()), (700, 700));
    let (report, events) = (session.report(), session.events(0, u64::MAX));
    assert_eq!((session.back(300), session.step(300)), (300, 300));
    assert_eq!((session.report(), session.events(0, u64::MAX)), (report, events));
    assert_eq!((session.back(10_000), session.position()), (700, 0));
    let all = session.seek(u64::MAX);
    assert_eq!((session.step(5), session.position()), (0, all));
    // Only what has happened is told, and only of the steps asked for.
    let some = session.events(10, 12);
    assert!(!some.is_empty() && some.iter().all(|line| line.step == 11 || line.step == 12));
    session.seek(3);
    assert!(session.events(3, 100).is_empty());
}

#[test]
fn what_is_enabled_can_be_done_and_the_link_leads_to_the_same_moment() {
    let mut session = Session::new(preset("13-")).unwrap();
    for turn in 0..200 {
        let enabled = session.enabled();
        // Not the clock's choice, as often as there is another.
        let Some(one) = enabled.get(turn % enabled.len().max(1)) else { break };
        session.apply(&one.action).unwrap();
    }
    session.apply("crash").unwrap();
    session.step(50);
    let mut again = Session::open(&session.link()).unwrap();
    assert_eq!(again.position(), session.position());
    assert_eq!(again.report(), session.report());
    assert_eq!(again.events(0, u64::MAX), session.events(0, u64::MAX));
    // Also with the address's sign, and a step that was gone back to.
    session.back(40);
    let mut again = Session::open(&format!("#{}", session.link())).unwrap();
    assert_eq!((again.position(), again.report()), (session.position(), session.report()));
    again.step(40);
    session.step(40);
    assert_eq!(again.report(), session.report());
}

#[test]
fn what_cannot_be_done_is_told_with_a_code_and_changes_nothing() {
    let code = |e: SessionError| {
        let code = e.code();
        let said = SESSION_ERRORS(e);
        assert!(said.iter().all(|s| !s.message.is_empty()) && !said.is_empty());
        code
    };
    assert_eq!(code(Session::new("{}").unwrap_err()), "scenario");
    assert_eq!(code(Session::open("run=1.AAAA").unwrap_err()), "link");
    assert_eq!(code(Session::open("preset=none").unwrap_err()), "link");
    assert_eq!(code(Session::open("learn").unwrap_err()), "link");
    let long = r#"{"barrierscope":1,"sources":[{"name":"s","partitions":[{"generate":{"count":100000}}]}],
                   "sinks":[{"name":"o","kind":"append","inputs":["s"]}]}"#;
    assert_eq!(code(Session::new(long).unwrap_err()), "records");
    let mut session = Session::new(preset("01-")).unwrap();
    session.step(100);
    let before = (session.position(), session.report());
    for (action, expected) in [
        ("fly", "unknown_action"),
        ("deliver", "unknown_action"),
        ("deliver 99999", "no_such_thing"),
        ("crash-task 77", "no_such_thing"),
        ("complete 9", "not_enabled"),
        ("", "unknown_action"),
    ] {
        let said = code(session.apply(action).unwrap_err());
        assert!(said == expected || expected == "no_such_thing" && said == "not_enabled", "{action}: {said}");
        assert_eq!((session.position(), session.report()), before);
    }
}

/// Reads comma-separated values back, as RFC 4180 has them.
fn cells(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut quoted, mut letters) = (false, text.chars().peekable());
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            other => cell.push(other),
        }
    }
    assert!(!quoted && row.is_empty() && cell.is_empty());
    rows
}

#[test]
fn the_table_has_a_line_for_each_event_whatever_its_names_and_ids() {
    let odd = r#"{"barrierscope":1,"sources":[{"name":"s, \"a\"","partitions":[{"records":[{"id":"x\r\ny"},{"id":"=1,2"},{"id":18446744073709551615}]}]}],
                  "operators":[{"name":"d","kind":"dedup","inputs":["s, \"a\""]}],
                  "sinks":[{"name":"o","kind":"append","inputs":["d"]}]}"#;
    let texts: Vec<&str> = presets().iter().map(|p| p.json()).chain([odd]).collect();
    let mut words = std::collections::BTreeSet::new();
    for text in texts {
        let scenario = read(text).unwrap();
        let (plan, mut world, mut events) = (Plan::new(&scenario), World::new(&scenario), Events::on());
        while events.list.len() < 40_000 && world.advance(&mut events) {}
        let rows = cells(&csv(&plan, events.list.iter()));
        assert_eq!(rows[0], COLUMNS);
        assert_eq!(rows.len(), events.list.len() + 1);
        for (row, stamped) in rows[1..].iter().zip(&events.list) {
            assert_eq!(row.len(), COLUMNS.len());
            assert_eq!((row[0].clone(), row[1].clone()), (stamped.step.to_string(), stamped.at.ms().to_string()));
            words.insert(row[2].clone());
        }
        if text == odd {
            for id in ["x\r\ny", "=1,2", "18446744073709551615"] {
                assert!(rows.iter().any(|row| row[5] == id), "{id:?}");
            }
            assert!(rows.iter().any(|row| row[3] == "s, \"a\".0"));
        }
    }
    // The presets show most of what can happen.
    assert!(words.len() > 30, "{words:?}");
}

#[test]
fn a_run_as_json_can_be_done_again_from_its_parts() {
    let mut session = Session::new(preset("01-")).unwrap();
    session.seek(400);
    session.apply("crash").unwrap();
    session.step(9);
    let scenario = read(preset("01-")).unwrap();
    let choices = [(400, barrierscope::view::link::from_words("crash").unwrap())];
    let text = run_json(&barrierscope::scenario::write_pretty(&scenario), &choices, session.position());
    let parsed: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(parsed["barrierscope_run"], 1);
    let mut again = Session::new(&parsed["scenario"].to_string()).unwrap();
    for choice in parsed["choices"].as_array().unwrap() {
        again.seek(choice["step"].as_u64().unwrap());
        again.apply(choice["do"].as_str().unwrap()).unwrap();
    }
    again.seek(parsed["step"].as_u64().unwrap());
    assert_eq!((again.position(), again.report()), (session.position(), session.report()));
    let untouched = run_json(&barrierscope::scenario::write_pretty(&scenario), &[], 0);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&untouched).unwrap()["choices"], serde_json::json!([]));
}
