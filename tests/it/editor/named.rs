//! What was edited is told: in the name of a branch, in the name of the scenario, and when a draft makes way for another.

use barrierscope::scenario::{Scenario, presets, read};
use barrierscope::sim::Hand;
use barrierscope::text::{ENGLISH, ENGLISH_WORKBENCH};
use barrierscope::view::branches::{Branches, Done};
use barrierscope::view::editor::{About, Edit};
use barrierscope::view::show::{Show, Start};

use super::{enter, opening, scenario};

#[test]
fn a_branch_is_named_by_what_was_edited() {
    let e = opening();
    let name = |edit: Edit| (ENGLISH_WORKBENCH.editor.edited)(&About::of(&edit, e.tree()));
    let at = |path: &str| path.to_owned();
    assert_eq!(name(Edit::Enter(at("/operators/0/name"), at("once"))), "dedup renamed once");
    assert_eq!(name(Edit::Enter(at("/sources/0/service_ms"), at("7"))), "orders · Service time: 7");
    assert_eq!(name(Edit::Reset(at("/sources/0/service_ms"))), "orders · Service time: default");
    assert_eq!(name(Edit::Choose(at("/sinks/0/kind"), at("two_phase"))), "ledger · Kind: two-phase commit");
    assert_eq!(name(Edit::Remove(at("/operators/0"))), "dedup removed");
    assert_eq!(name(Edit::Add(at("/sources"))), "Sources: one more");
    let input = Edit::Input { reader: at("/sinks/0"), name: at("orders"), on: true };
    assert_eq!(name(input), "ledger reads orders");
    assert_eq!(name(Edit::Text(at("{}"))), "JSON");
    let long = name(Edit::Enter(at("/title"), "W".repeat(256)));
    assert!(long.chars().count() < 40, "{long}");
}

#[test]
fn an_edited_preset_goes_by_its_name_in_the_gallery() {
    for preset in presets() {
        let scenario = Scenario { seed: 77, ..read(preset.json()).unwrap() };
        let name = (ENGLISH_WORKBENCH.own_scenario)(&scenario);
        assert_eq!(name, format!("{}, edited", (ENGLISH.presets.name)(preset.name)));
    }
    let own = Scenario { title: "Mine".into(), ..read(presets()[0].json()).unwrap() };
    assert_eq!((ENGLISH_WORKBENCH.own_scenario)(&own), "Mine");
}

#[test]
fn what_comes_from_an_edit_is_edited_and_what_does_not_is_not() {
    let show = Show::open(read(presets()[0].json()).unwrap(), Start::Beginning);
    let mut branches = Branches::of(&show);
    branches.fork(Done::Edited(About::Json), show.history().now(), 0, &show);
    branches.fork(Done::Hand(Hand::CrashProcess), show.history().now(), 0, &show);
    assert_eq!([0, 1, 2].map(|id| branches.is_edited(id)), [false, true, true]);
}

#[test]
fn a_draft_with_errors_that_makes_way_is_said_and_taken_back() {
    let mut e = opening();
    let before = scenario(&mut e);
    let other = Scenario { seed: 77, ..before.clone() };
    e.take(&other);
    assert!(!e.has_put_aside(), "nothing is lost with a draft that runs");
    enter(&mut e, "/sources/0/service_ms", "soon");
    let draft = e.text().to_owned();
    e.take(&before);
    assert!(e.has_put_aside() && e.errors().is_empty());
    e.undo();
    assert_eq!(e.text(), draft);
    assert!(!e.has_put_aside() && !e.errors().is_empty());
}
