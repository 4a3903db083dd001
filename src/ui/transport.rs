//! The transport: play, step, speed, and the button that breaks things.

use leptos::prelude::*;

use super::branches::BranchesButton;
use super::desk::{Desk, Intent};
use super::hands::MoreButton;
use super::icons::{Icon, Shape};
use super::inspector::InspectorButton;
use super::lanes::LanesButton;
use super::pieces::{Piece, of_bench};
use crate::sim::Hand;
use crate::view::playback::SPEEDS;
use crate::view::scene::Up;
use crate::view::turning::MarkKind;

/// The transport.
#[component]
pub fn Transport() -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let words = text.controls;
    let speeds = SPEEDS.into_iter().map(|speed| {
        view! {
            <option value=speed.to_string() selected=move || desk.speed.get() == speed>{(text.speed)(speed)}</option>
        }
    });
    let is_up = Memo::new(move |_| desk.scene.with(|s| s.up == Up::Running));
    view! {
        <div class="transport" dir="ltr" role="group" aria-label=words.transport>
            <button
                class="button square" type="button" aria-label=words.restart_run title=words.restart_run
                on:click=move |_| desk.send(Intent::Restart)
            ><Icon shape=Shape::Restart/></button>
            <button
                class="button square" type="button" aria-label=words.step_back title=words.step_back
                on:click=move |_| desk.send(Intent::StepBack)
            ><Icon shape=Shape::StepBack/></button>
            <button class="button main" type="button" on:click=move |_| desk.press_toggle()>
                {move || if desk.playing.get() {
                    view! { <Icon shape=Shape::Pause/><span>{words.pause}</span> }.into_any()
                } else {
                    view! { <Icon shape=Shape::Play/><span>{words.play}</span> }.into_any()
                }}
            </button>
            <button
                class="button square" type="button" aria-label=words.step title=words.step
                on:click=move |_| desk.send(Intent::Step)
            ><Icon shape=Shape::Step/></button>
            <label class="choice speed">
                <span class="choice-name">{words.speed}</span>
                <select
                    prop:value=move || desk.speed.get().to_string()
                    on:change=move |event| {
                        // Found, not read: reading numbers with fractions takes more room than the whole transport.
                        let chosen = event_target_value(&event);
                        if let Some(speed) = SPEEDS.into_iter().find(|speed| speed.to_string() == chosen) {
                            desk.send(Intent::Speed(speed));
                        }
                    }
                >
                    {speeds.collect_view()}
                </select>
            </label>
            <button
                class="button danger" type="button"
                aria-disabled=move || (!is_up.get()).to_string()
                on:click=move |_| desk.send(Intent::Hand(Hand::CrashProcess))
            ><Icon shape=Shape::Crash/><span>{words.crash}</span></button>
            <MoreButton/>
            {of_bench(Piece::Branches, |bench| (bench.branches)())}
            <BranchesButton/>
            <Moments/>
            <p class="clock"><span class="clock-text">
                {move || { let now = desk.now.get(); (text.position)(now.step, now.steps, now.ms) }}
            </span></p>
            <LanesButton/>
            <InspectorButton/>
        </div>
    }
}

/// From one moment of a kind to the next.
#[component]
fn Moments() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.text().play;
    let kinds = Memo::new(move |_| {
        desk.run.track();
        desk.show.with_value(crate::view::show::Show::kinds)
    });
    let options = move || {
        let option = |kind: MarkKind| {
            let chosen = move || desk.kind.get() == Some(kind);
            view! { <option value=kind as u8 selected=chosen>{(words.kind)(kind)}</option> }
        };
        kinds.get().into_iter().map(option).collect_view()
    };
    let choose = move |event| {
        let value = event_target_value(&event);
        let kind = MarkKind::ALL.into_iter().find(|k| (*k as u8).to_string() == value);
        desk.send(Intent::Kind(kind));
    };
    view! {
        <div class="moments" role="group" aria-label=words.moments>
            <button
                class="button square" type="button" aria-label=words.last_moment title=words.last_moment
                on:click=move |_| desk.send(Intent::Mark(false))
            ><Icon shape=Shape::Before/></button>
            <label class="choice">
                <span class="choice-name">{words.moments}</span>
                <select on:change=choose>
                    <option value="" selected=move || desk.kind.get().is_none()>{words.any_moment}</option>
                    {options}
                </select>
            </label>
            <button
                class="button square" type="button" aria-label=words.next_moment title=words.next_moment
                on:click=move |_| desk.send(Intent::Mark(true))
            ><Icon shape=Shape::After/></button>
        </div>
    }
}
