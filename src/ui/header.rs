//! The head of the page: what is played, into which sink, and the few things that are always at hand.

use leptos::prelude::*;

use super::as_code::AsCodeButton;
use super::compare::CompareButton;
use super::desk::{Desk, Intent, Panel};
use super::icons::{Icon, Shape};
use super::pieces::{Piece, from, of_bench};
use super::predict::PredictSwitch;
use super::share::ShareButton;
use super::tabs::Tabs;
use super::theme::Theme;
use crate::scenario::{Group, presets};

/// The head of the page.
#[component]
pub fn Header() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.text().controls;
    view! {
        <header class="head">
            <h1 class="logo"><Logo/><span>{desk.text().name}</span></h1>
            <Tabs/>
            <div class="head-choice">
                {from(Piece::Scenarios, || view! { <ScenarioChoice/> }.into_any())}
                <button class="button" type="button" on:click=move |_| desk.send(Intent::Panel(Some(Panel::Gallery)))>
                    {desk.text().doors.gallery}
                </button>
                <button class="button" type="button" on:click=move |_| desk.send(Intent::Panel(Some(Panel::Open)))>
                    {words.open_scenario}
                </button>
            </div>
            <div class="head-end">
                <PredictSwitch/>
                <CompareButton/>
                <ShareButton/>
                <AsCodeButton/>
                <button class="button" type="button" on:click=move |_| desk.send(Intent::Panel(Some(Panel::Help)))>
                    {words.legend}
                </button>
                <ThemeButton/>
            </div>
            <div class="language">{of_bench(Piece::Language, |bench| (bench.language_choice)())}</div>
        </header>
    }
}

#[component]
fn Logo() -> impl IntoView {
    view! {
        <svg class="logo-sign" viewBox="0 0 22 22" aria-hidden="true" focusable="false">
            <circle class="logo-before" cx="4.5" cy="11" r="3"/>
            <rect class="logo-barrier" x="9.7" y="2" width="2.6" height="18" rx="1.3"/>
            <circle class="logo-after" cx="17.5" cy="11" r="2.8"/>
        </svg>
    }
}

/// Which scenario is on the stage.
#[component]
fn ScenarioChoice() -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let own = move || {
        desk.run.get();
        desk.later.here().filter(|_| desk.preset.get().is_none()).map(|bench| (bench.own_scenario)(desk))
    };
    let option = |name: &'static str| {
        let selected = move || desk.preset.get().as_deref() == Some(name);
        view! { <option value=name selected=selected>{(text.presets.name)(name)}</option> }
    };
    let groups = Group::ALL.map(|group| {
        let options = presets().iter().filter(|p| p.group == group).map(|p| option(p.name)).collect_view();
        view! { <optgroup label=(text.presets.group)(group)>{options}</optgroup> }
    });
    view! {
        <label class="choice">
            <span class="choice-name">{text.controls.scenario}</span>
            <select
                prop:value=move || desk.preset.get().unwrap_or_default()
                on:change=move |event| desk.send(Intent::Preset(event_target_value(&event)))
            >
                {groups.collect_view()}
                {move || own().map(|title| view! { <option value="" selected=true>{title}</option> })}
            </select>
        </label>
    }
}

/// Light or dark.
#[component]
fn ThemeButton() -> impl IntoView {
    let words = Desk::get().text().controls;
    let asked = Theme::asked();
    let theme = RwSignal::new(asked.unwrap_or_else(Theme::of_system));
    Effect::new(move |_| theme.get().put_on());
    if asked.is_none() {
        super::theme::on_system_change(move |system| theme.set(system));
    }
    view! {
        <button
            class="button square"
            type="button"
            aria-label=move || if theme.get() == Theme::Dark { words.theme_light } else { words.theme_dark }
            on:click=move |_| theme.update(|t| *t = t.other())
        >
            <Icon shape=Shape::Theme/>
        </button>
    }
}
