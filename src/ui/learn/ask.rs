//! A prediction: what is asked, the answer, and what is said to it. The run stands where it is asked, and goes on to where
//! it shows.

use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::run::{Runs, back_to_text, is_wide, show_stage};
use super::words;
use crate::learn::{Answer, Kind, Prediction, Prose, Unit, Verdict};
use crate::order::sort_by_key;
use crate::ui::desk::{Desk, set};
use crate::ui::prose::{inline, prose, terms};

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
    let chosen = RwSignal::new(None::<String>);
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
            choose(shuffled(all.collect()), chosen, Callback::new(move |id| say.run(Answer::Choice(id))))
        }
        Kind::Point => {
            let part = |part: &String| OptionOf { says: (page.part)(part), terms: ().into_any(), id: part.clone() };
            let say = Callback::new(move |part: String| {
                set(chosen, Some(part.clone()));
                say.run(Answer::Point(part));
            });
            let stand = Callback::new(move |()| asked.with_value(|asked| desk.stand(runs, &asked.run, asked.stop)));
            let options = choose(shuffled(points.iter().map(part).collect()), chosen, say);
            view! { {point(desk, stand, say)}{options} }.into_any()
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
pub(super) fn choose(options: Vec<OptionOf>, chosen: RwSignal<Option<String>>, say: Callback<String>) -> AnyView {
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

/// Lets one point at the answer: the run stands where it is asked, and what is pressed on the stage is the answer.
fn point(desk: Desk, stand: Callback<()>, say: Callback<String>) -> AnyView {
    let page = words().page;
    let on = RwSignal::new(false);
    let mark = |on: bool| {
        if let Some(root) = document().document_element() {
            let _ = root.toggle_attribute_with_force("data-pointing", on);
        }
    };
    let stop = move || {
        set(on, false);
        mark(false);
        desk.course.point.set_value(None);
    };
    let press = move |_| {
        if on.get_untracked() {
            return stop();
        }
        stand.run(());
        set(on, true);
        mark(true);
        desk.course.point.set_value(Some(Callback::new(move |part| {
            stop();
            say.run(part);
            if !is_wide() {
                back_to_text();
            }
        })));
        show_stage();
    };
    // What cannot be taken hold of can be pointed at as well: logs, rows, checkpoints.
    let presses = window_event_listener(ev::click, move |event| {
        let target = event.target().and_then(|t| t.dyn_into::<web_sys::Element>().ok());
        let on_stage = target.is_some_and(|t| t.closest("#stage .stage-drawing").ok().flatten().is_some());
        if on_stage && on.try_get_untracked() == Some(true) {
            desk.point_at((f64::from(event.client_x()), f64::from(event.client_y())));
        }
    });
    on_cleanup(move || {
        presses.remove();
        mark(false);
        desk.course.point.set_value(None);
    });
    view! {
        <div class="actions">
            <button
                class="button point" type="button" aria-pressed=move || on.get().to_string() on:click=press
            >{page.point}</button>
            <span class="hint" role="status">{move || on.get().then_some(page.pointing)}</span>
        </div>
    }
    .into_any()
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
