//! The timeline: the whole run as one line with words on it; anywhere on it can be gone to.

use leptos::prelude::*;
use web_sys::PointerEvent;

use super::desk::{Desk, Intent};
use super::room::use_room;
use crate::view::timeline::Stretch;
use crate::view::turning::Mark;

/// The timeline.
#[component]
pub fn Timeline() -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let width = RwSignal::new((1248.0, 0.0));
    let track = use_room(width);
    let go = move |event: &PointerEvent| {
        if let Some(track) = track.get_untracked() {
            let rect = track.get_bounding_client_rect();
            let share = (f64::from(event.client_x()) - rect.left()) / rect.width().max(1.0);
            desk.send(Intent::SeekShare(share.clamp(0.0, 1.0)));
        }
    };
    let pressed = move |event: PointerEvent| {
        if let Some(track) = track.get_untracked() {
            let _ = track.set_pointer_capture(event.pointer_id());
        }
        go(&event);
    };
    let moved = move |event: PointerEvent| {
        if event.buttons() & 1 == 1 {
            go(&event);
        }
    };
    let position = move || {
        let now = desk.now.get();
        (text.position)(now.step, now.steps, now.ms)
    };
    view! {
        <section class="timeline" dir="ltr" aria-label=text.controls.timeline>
            <input
                class="position"
                type="range"
                min="0"
                step="1"
                aria-label=text.controls.position
                max=move || desk.now.get().steps.to_string()
                prop:value=move || desk.now.get().step.to_string()
                aria-valuetext=position
                on:input=move |event| {
                    if let Ok(step) = event_target_value(&event).parse() {
                        desk.send(Intent::Seek(step));
                    }
                }
            />
            <div class="track" node_ref=track on:pointerdown=pressed on:pointermove=moved>
                <Stretches/>
                // Moved as pictures: nothing is laid out anew for it.
                <div class="ahead" style:transform=move || format!("scaleX({:.4})", 1.0 - desk.share.get())></div>
                <div class="rail" style:transform=move || format!("translateX({:.3}%)", desk.share.get() * 100.0)>
                    <div class="thumb"></div>
                </div>
            </div>
            <Flags width/>
        </section>
    }
}

/// What the run does, as coloured stretches.
#[component]
fn Stretches() -> impl IntoView {
    let desk = Desk::get();
    move || {
        desk.run.get();
        desk.lens.track();
        let text = desk.text();
        desk.segments()
            .into_iter()
            .map(|s| {
                view! {
                    <div
                        class=stretch_class(s.stretch)
                        title=(text.stretch)(s.stretch)
                        style:left=format!("{:.3}%", s.from * 100.0)
                        style:width=format!("{:.3}%", (s.to - s.from) * 100.0)
                    ></div>
                }
            })
            .collect_view()
    }
}

/// The marks, each a button that goes there.
#[component]
fn Flags(
    /// How wide the line is.
    width: RwSignal<(f64, f64)>,
) -> impl IntoView {
    let desk = Desk::get();
    move || {
        desk.run.get();
        desk.lens.track();
        let text = desk.text();
        let width = width.get().0.max(100.0);
        let flags = desk.flags(width).into_iter().map(|flag| {
            let step = flag.step;
            let ms = desk.show.with_value(|show| show.pace().time_of(step).ms());
            let row = match flag.label_row {
                Some(0) => "flag row-0",
                Some(_) => "flag row-1",
                None => "flag bare",
            };
            let left = if flag.label_row.is_some() { flag.label_x } else { flag.share * width - 6.0 };
            let tick = format!("{:.3}%", flag.share * 100.0);
            view! {
                <div class=format!("tick {}", mark_class(&flag.mark)) style:left=tick></div>
                <button
                    type="button"
                    class=format!("{row} {}", mark_class(&flag.mark))
                    style:left=format!("{left:.1}px")
                    aria-label=(text.go_to_mark)(&flag.mark, ms)
                    title=(text.go_to_mark)(&flag.mark, ms)
                    on:click=move |_| desk.send(Intent::Seek(step))
                >
                    {flag.label_row.is_some().then(|| (text.mark)(&flag.mark))}
                </button>
            }
        });
        view! { <div class="flags">{flags.collect_view()}</div> }
    }
}

const fn stretch_class(stretch: Stretch) -> &'static str {
    match stretch {
        Stretch::Live => "stretch live",
        Stretch::Down => "stretch down",
        Stretch::Replay => "stretch replay",
    }
}

const fn mark_class(mark: &Mark) -> &'static str {
    match mark {
        Mark::Barrier(_) => "mark-barrier",
        Mark::Saved(_) => "mark-saved",
        Mark::NotSaved(_) => "mark-not-saved",
        Mark::Crash => "mark-crash",
        Mark::BackTo(_) => "mark-back",
        Mark::Committed(_) => "mark-saved",
        Mark::Again => "mark-again",
    }
}
