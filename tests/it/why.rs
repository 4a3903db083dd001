//! "Why?": every wrong effect and value of every preset and story has a chain that says what the judge says, each moment
//! of which can be gone to, and changes that were tried.

use std::collections::BTreeMap;

use barrierscope::check::why::{End, Moment, Remedy, What};
use barrierscope::check::{Cause, Finding, Wrong};
use barrierscope::event::Event;
use barrierscope::ids::EventId;
use barrierscope::scenario::{self, Scenario};
use barrierscope::text::ENGLISH;
use barrierscope::view::show::{Show, Start};
use barrierscope::view::why::{Inquiry, Offer, Subject, inquiry, moments, offer, ranges, to_try};
use serde_json::Value;

/// Every case and every story that the reader takes, by name.
fn all() -> BTreeMap<String, Scenario> {
    let files = ["cases", "stories"].into_iter().flat_map(|f| std::fs::read_dir(f).unwrap()).map(|f| f.unwrap().path());
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().trim_end_matches(".json").to_owned();
        let story: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        Some((name, scenario::read(&story["scenario"].to_string()).ok()?))
    };
    files.filter_map(read).collect()
}

fn show(scenario: &Scenario) -> Show {
    let mut show = Show::open(scenario.clone(), Start::Beginning);
    show.seek(u64::MAX);
    show
}

fn subjects(inquiry: &Inquiry) -> Vec<Subject> {
    let effects = inquiry.groups.iter().flat_map(|g| &g.findings).cloned().map(Subject::Effect);
    effects.chain(inquiry.values.iter().cloned().map(Subject::Value)).collect()
}

#[test]
#[ignore = "prints"]
#[expect(clippy::print_stdout, reason = "that is what it is for")]
fn print_chains() {
    for (name, scenario) in all() {
        let show = show(&scenario);
        let Some(inquiry) = inquiry(&show) else { continue };
        let plan = show.world().plan();
        println!("\n=== {name}");
        for g in &inquiry.groups {
            let (head, line) = (ENGLISH.why.group)(plan, g);
            println!("--- {head} · {line}");
            for m in moments(&show, &Subject::Effect(g.findings[g.findings.len() / 2].clone())) {
                println!("  {}: {}", (ENGLISH.why.place)(&m), (ENGLISH.why.moment)(plan, &m));
            }
        }
        for v in &inquiry.values {
            let (head, line) = (ENGLISH.why.value)(plan, v);
            println!("--- {head} · {line}");
            for m in moments(&show, &Subject::Value(v.clone())).iter().rev().take(1) {
                println!("  {}: {}", (ENGLISH.why.place)(m), (ENGLISH.why.moment)(plan, m));
            }
        }
        let mut causes: Vec<Cause> = inquiry.groups.iter().map(|g| g.cause).collect();
        causes.dedup();
        for cause in causes {
            for changes in to_try(&show, &inquiry, cause) {
                let words = (ENGLISH.why.remedy)(plan, &changes);
                match offer(&show, cause, changes) {
                    Some(o) => println!("+ {cause:?}: {} → {}", (ENGLISH.why.remedy)(plan, &o.changes), (ENGLISH.why.then)(&o)),
                    None => println!("- {cause:?}: {words}"),
                }
            }
        }
    }
}
