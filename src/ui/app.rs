//! The page: head, verdict, stage, transport and timeline, one screen high.

use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, KeyboardEvent};

use super::closing::ClosingCard;
use super::desk::{Desk, Intent, Panel};
use super::gallery::Gallery;
use super::header::Header;
use super::help::Help;
use super::opener::Opener;
use super::raf::use_frames;
use super::stage::{Stage, paint};
use super::theme::media_matches;
use super::timeline::Timeline;
use super::transport::Transport;
use super::verdict::VerdictStrip;

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let desk = Desk::opening();
    provide_context(desk);
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("lang", desk.text().lang);
    }
    desk.still.set(media_matches("(prefers-reduced-motion: reduce)"));

    let room = NodeRef::<html::Div>::new();
    let measure = move || {
        // A frame may still come after the page is gone.
        if let Some(room) = room.try_get_untracked().flatten() {
            let size = (f64::from(room.client_width()), f64::from(room.client_height()));
            if size.0 > 0.0 && desk.size.get_untracked() != size {
                desk.size.set(size);
            }
        }
    };
    // Not only the window changes the room: a longer verdict does too.
    let changed = Closure::<dyn FnMut()>::new(move || request_animation_frame(measure));
    let observer = web_sys::ResizeObserver::new(changed.as_ref().unchecked_ref()).ok();
    let observer = StoredValue::new_local((observer, changed));
    room.on_load(move |room| {
        observer.with_value(|(observer, _)| {
            if let Some(observer) = observer {
                observer.observe(&room);
            }
        });
        request_animation_frame(measure);
    });
    on_cleanup(move || {
        observer.try_with_value(|(observer, _)| observer.as_ref().map(web_sys::ResizeObserver::disconnect));
    });

    use_frames(move |elapsed| {
        desk.tick(elapsed);
        paint(desk);
    });
    let keys = window_event_listener(ev::keydown, move |event| press(desk, &event));
    on_cleanup(move || keys.remove());

    view! {
        <a class="skip" href="#stage">{desk.text().controls.skip}</a>
        <Header/>
        <main class="page">
            <VerdictStrip/>
            <div class="stage-frame">
                <Stage room/>
                <ClosingCard/>
            </div>
            <div class="desk">
                <Transport/>
                <Timeline/>
            </div>
        </main>
        <Gallery/>
        <Opener/>
        <Help/>
    }
}

/// Keys that work wherever they do not already mean something: in a field, on a button, in a list they keep their own
/// meaning, and with a modifier they are the browser's.
fn press(desk: Desk, event: &KeyboardEvent) {
    if event.ctrl_key() || event.alt_key() || event.meta_key() || event.default_prevented() {
        return;
    }
    let focus: Option<Element> = event.target().and_then(|t| t.dyn_into().ok());
    let on = |selector: &str| focus.as_ref().is_some_and(|e| e.closest(selector).ok().flatten().is_some());
    if on("dialog, textarea, select, input:not(.position)") {
        return;
    }
    let on_line = on(".stage, .position");
    let intent = match event.key().as_str() {
        " " if !on("button, a, summary") => Intent::Toggle,
        "?" => Intent::Panel(Some(Panel::Help)),
        "Escape" if desk.closing.with_untracked(Option::is_some) => Intent::DismissCard,
        "ArrowRight" if on_line => Intent::Step,
        "ArrowLeft" if on_line => Intent::StepBack,
        "PageDown" if on_line => Intent::Mark(true),
        "PageUp" if on_line => Intent::Mark(false),
        "Home" if on_line => Intent::Seek(0),
        "End" if on_line => Intent::Seek(u64::MAX),
        _ => return,
    };
    event.prevent_default();
    desk.send(intent);
}
