//! A prediction: what is asked, the answer, and what is said to it. The run stands where it is asked, and goes on to where
//! it shows.

use leptos::html;
use leptos::prelude::*;

use super::prose::{inline, prose, terms};
use super::run::{Runs, is_wide, show_stage};
use super::words;
use crate::learn::{Answer, Kind, Prediction, Prose, Unit, Verdict};
use crate::order::sort_by_key;
use crate::ui::desk::Desk;

/// An answer as a button.
pub(super) struct OptionOf {
    /// What it says.
    pub(super) says: String,
    /// The terms that it explains.
    pub(super) terms: AnyView,
    /// Its id.
    pub(super) id: String,
}

/// In an order that says nothing about which is right, and is always the same.
pub(super) fn shuffled(mut options: Vec<OptionOf>) -> Vec<OptionOf> {
    let place = |id: &str| id.bytes().fold(7_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619));
    sort_by_key(&mut options, |option| place(&option.id));
    options
}

/// A question. `done` hears of every answer, and whether it is right.
pub(super) fn ask(desk: Desk, runs: Runs, prediction: Prediction, done: Callback<bool>) -> AnyView {
    let page = words().page;
    let title = prose(&prediction.ask);
    let kind = prediction.kind.clone();
    let points: Vec<String> = [prediction.right()]
        .into_iter()
        .chain(prediction.wrong().map(|(_, answer)| answer))
        .filter_map(|answer| if let Answer::Point(part) = answer { Some(part.clone()) } else { None })
        .collect();
    let asked = StoredValue::new(prediction);
    let told = RwSignal::new(None::<(bool, Prose)>);
    let see = move || asked.with_value(|asked| desk.watch(runs, &asked.run, asked.stop, asked.shown));
    let say = Callback::new(move |answer: Answer| {
        let (right, reply) = asked.with_value(|asked| match asked.check(&answer) {
            Verdict::Right(why) => (true, why.clone()),
            Verdict::Wrong(_, why) => (false, why.clone()),
        });
        told.set(Some((right, reply)));
        done.run(right);
        if is_wide() {
            see();
        }
    });
    let form = match kind {
        Kind::Number(unit) => number(unit, say),
        Kind::Choice(all) => {
            let all = all.iter().map(|c| OptionOf { says: c.says.plain(), terms: terms(&c.says), id: c.id.clone() });
            choose(shuffled(all.collect()), Callback::new(move |id| say.run(Answer::Choice(id))))
        }
        Kind::Point => {
            let part = |part: &String| OptionOf { says: (page.part)(part), terms: ().into_any(), id: part.clone() };
            choose(shuffled(points.iter().map(part).collect()), Callback::new(move |part| say.run(Answer::Point(part))))
        }
    };
    let reply = move || {
        told.get().map(|(right, reply)| {
            let (class, head) = if right { ("reply right", page.verdict[0]) } else { ("reply wrong", page.verdict[1]) };
            view! {
                <div class=class>
                    <p><b>{head}</b>" "{inline(&reply)}</p>
                    <button class="button" type="button" on:click=move |_| { see(); show_stage(); }>{page.see}</button>
                </div>
            }
            .into_any()
        })
    };
    view! {
        <div class="ask">
            <h4 class="cap">{page.predict}</h4>
            {title}
            {form}
            <div role="status">{reply}</div>
        </div>
    }
    .into_any()
}

/// Answers to choose from; what was chosen last is marked.
pub(super) fn choose(options: Vec<OptionOf>, say: Callback<String>) -> AnyView {
    let chosen = RwSignal::new(None::<String>);
    let (mut buttons, mut terms) = (Vec::new(), Vec::new());
    for option in options {
        terms.push(option.terms);
        let id = StoredValue::new(option.id);
        let is_it = move || id.with_value(|id| chosen.with(|chosen| chosen.as_ref() == Some(id)));
        let press = move |_| {
            let id = id.with_value(Clone::clone);
            chosen.set(Some(id.clone()));
            say.run(id);
        };
        buttons.push(
            view! {
                <button class="option" type="button" aria-pressed=move || is_it().to_string() on:click=press>
                    {option.says}
                </button>
            }
            .into_any(),
        );
    }
    view! { <div class="options">{buttons}</div>{terms} }.into_any()
}

/// A field for a number.
fn number(unit: Unit, say: Callback<Answer>) -> AnyView {
    let page = words().page;
    let field = NodeRef::<html::Input>::new();
    let odd = RwSignal::new(false);
    let check = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let Some(field) = field.get_untracked() else { return };
        // Thousands may be set apart.
        let apart = |c: &char| !c.is_whitespace() && !matches!(c, ',' | '’' | '\'');
        let typed: String = field.value().chars().filter(apart).collect();
        let value = typed.parse::<i64>().ok();
        odd.set(value.is_none());
        match value {
            Some(value) => say.run(Answer::Number(value)),
            None => _ = field.focus(),
        }
    };
    view! {
        <form class="number-form" on:submit=check>
            <label class="field">
                <span>{page.answer}</span>
                <span class="with-unit">
                    <input
                        type="text" inputmode="numeric" autocomplete="off" size="9" node_ref=field
                        aria-invalid=move || odd.get().to_string()
                    />
                    <span>{(page.unit)(unit)}</span>
                </span>
            </label>
            <button class="button main" type="submit">{page.check}</button>
            <p class="error" role="alert">{move || odd.get().then_some(page.no_number)}</p>
        </form>
    }
    .into_any()
}
