//! The transport: play, step, speed, and the button that breaks things.

use leptos::prelude::*;

use super::desk::{Desk, Intent};
use super::icons::{Icon, Shape};
use crate::view::playback::SPEEDS;
use crate::view::scene::Up;

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
        <div class="transport" role="group" aria-label=words.transport>
            <button
                class="button square" type="button" aria-label=words.restart_run title=words.restart_run
                on:click=move |_| desk.send(Intent::Restart)
            ><Icon shape=Shape::Restart/></button>
            <button
                class="button square" type="button" aria-label=words.step_back title=words.step_back
                on:click=move |_| desk.send(Intent::StepBack)
            ><Icon shape=Shape::StepBack/></button>
            <button class="button main" type="button" on:click=move |_| desk.send(Intent::Toggle)>
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
                        if let Ok(speed) = event_target_value(&event).parse() {
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
                on:click=move |_| desk.send(Intent::Crash)
            ><Icon shape=Shape::Crash/><span>{words.crash}</span></button>
            <p class="clock"><span class="clock-text">
                {move || { let now = desk.now.get(); (text.position)(now.step, now.steps, now.ms) }}
            </span></p>
        </div>
    }
}
