//! The set-up bar: one list for each choice that matters for the job on the stage.

use leptos::prelude::*;

use super::as_code::AsCodeButton;
use super::desk::{Desk, Intent};
use super::editor::EditButton;
use crate::view::setup::{Change, Setting};

/// As many settings stand beside each other; of more, some are behind the button (`.many` in the style sheet).
const SHOWN: usize = 6;

/// The set-up bar.
#[component]
pub fn SetupBar() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.text().play;
    let settings = desk.settings();
    // Which controls there are changes only with the job; what they stand at changes without a new control.
    let count = Memo::new(move |_| settings.with(Vec::len));
    // Where there is little room the first is always there, and a button shows the rest.
    let open = RwSignal::new(false);
    let choice = move |i: usize| view! { <Choice at=Memo::new(move |_| settings.with(|s| s.get(i).cloned()))/> };
    view! {
        <div
            class="setup-bar" class:open=move || open.get() class:many=move || { count.get() > SHOWN }
            role="group" aria-label=desk.text().controls.setup
        >
            {move || (0..count.get()).map(choice).collect_view()}
            <EditButton/>
            <AsCodeButton/>
            <button
                class="button more-settings" type="button" aria-expanded=move || open.get().to_string()
                on:click=move |_| open.update(|open| *open = !*open)
            >{words.more_settings}</button>
        </div>
    }
}

/// One setting.
#[component]
fn Choice(
    /// What it is, and could be.
    at: Memo<Option<Setting>>,
) -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let name = move || at.with(|s| s.as_ref().map(|s| (text.play.setting)(s)));
    let options = move || {
        let setting = at.get()?;
        let list = setting.options.iter().map(|value| {
            let word = (text.play.value)(value);
            let label = match &setting.of {
                Some(of) if setting.leads => (text.sink_option)(of, &word),
                _ => word,
            };
            view! { <option value=value.word() selected=*value == setting.now>{label}</option> }
        });
        Some(list.collect_view())
    };
    let chosen = move || at.with(|s| s.as_ref().map(|s| s.now.word()));
    let choose = move |event| {
        let word = event_target_value(&event);
        let change = at.with_untracked(|s| {
            let s = s.as_ref()?;
            Some(Change { knob: s.knob, value: *s.options.iter().find(|v| v.word() == word)? })
        });
        if let Some(change) = change {
            desk.send(Intent::Set(change));
        }
    };
    view! {
        <label class="choice">
            <span class="choice-name">{name}</span>
            <select prop:value=chosen on:change=choose>{options}</select>
        </label>
    }
}
