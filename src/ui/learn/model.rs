//! Model and sources: what the model simplifies, what was read, and every rule with its documents and tests.

use leptos::prelude::*;

use super::chapter::top;
use super::{MODEL, words};
use crate::learn::{Model, Rule, RulePart, Treated};
use crate::ui::desk::set;
use crate::ui::prose::{heading, inline, lines, prose};

/// The page.
pub(super) fn model() -> AnyView {
    let page = words().page;
    let said = page.model;
    let of = match Model::open(words().rules, &words().tongue) {
        Ok(of) => of,
        Err(fault) => {
            return view! { {top(MODEL)}<p class="error">{(page.broken)(&fault.to_string())}</p> }.into_any();
        }
    };
    let mut doors: Vec<RwSignal<bool>> = Vec::new();
    let mut parts: Vec<AnyView> = Vec::new();
    for one in &of.parts {
        let open = RwSignal::new(false);
        doors.push(open);
        parts.push(part(one, open));
    }
    let doors = StoredValue::new(doors);
    let all = move |open: bool| {
        let press = move |_| doors.with_value(|doors| doors.iter().for_each(|door| set(*door, open)));
        view! { <button class="button" type="button" on:click=press>{said.all[usize::from(!open)]}</button> }
    };
    view! {
        {top(MODEL)}
        {heading(of.title)}
        <div class="intuition">{prose(&of.intro)}</div>
        <h3>{said.simpler}</h3>
        <ul class="limits">{lines(&of.simpler)}</ul>
        <h3>{said.versions}</h3>
        <ul class="limits">{lines(&of.versions)}</ul>
        <h3>{said.rules}</h3>
        <div class="actions">{all(true)}{all(false)}</div>
        <div class="rule-parts">{parts}</div>
    }
    .into_any()
}

/// The rules of a subject, behind its name.
fn part(part: &RulePart, open: RwSignal<bool>) -> AnyView {
    let said = words().page.model;
    let counts: Vec<String> = [Treated::Modelled, Treated::Simplified, Treated::LeftOut]
        .into_iter()
        .map(|treated| (said.count)(part.count(treated), treated))
        .filter(|count| !count.is_empty())
        .collect();
    let id = format!("rules-{}", part.name);
    let rules: Vec<AnyView> = part.rules.iter().map(rule).collect();
    view! {
        <section class="rule-part">
            <h4>
                <button
                    class="rule-door" type="button" aria-controls=id.clone()
                    aria-expanded=move || open.get().to_string() on:click=move |_| open.update(|open| *open = !*open)
                >
                    <b>{part.title.clone()}</b><span>{counts.join(" · ")}</span>
                </button>
            </h4>
            <ul class="rules" id=id hidden=move || !open.get()>{rules}</ul>
        </section>
    }
    .into_any()
}

fn rule(rule: &Rule) -> AnyView {
    let page = words().page;
    let said = page.model;
    let class = match rule.treated {
        Treated::Modelled => "treated modelled",
        Treated::Simplified => "treated simplified",
        Treated::LeftOut => "treated left-out",
    };
    let here = rule.here.as_ref().map(|here| view! { <dt>{said.here}</dt><dd>{inline(here)}</dd> });
    let read = if rule.sources.is_empty() {
        view! { <dd>{said.inferred}</dd> }.into_any()
    } else {
        let link = |title: &'static str, address: &'static str| {
            let label = (page.source)(rule.name, title);
            view! { <a href=address target="_blank" rel="noopener noreferrer" aria-label=label>{title}</a> }.into_any()
        };
        let links: Vec<AnyView> = rule.sources.iter().map(|source| link(source.title, source.address)).collect();
        view! { <dd class="rule-links">{links}</dd> }.into_any()
    };
    let tests = (!rule.tests.is_empty()).then(|| {
        let tests: Vec<AnyView> = rule.tests.iter().map(|test| view! { <code>{*test}</code> }.into_any()).collect();
        view! { <dt>{said.tests}</dt><dd class="rule-links">{tests}</dd> }
    });
    view! {
        <li class="rule">
            <p class="rule-head"><b>{rule.name}</b><span class=class>{(said.treated)(rule.treated)}</span></p>
            <p>{inline(&rule.says)}</p>
            <dl>{here}<dt>{said.read}</dt>{read}{tests}</dl>
        </li>
    }
    .into_any()
}
