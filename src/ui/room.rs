//! The room that an element has, kept in a signal.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// A reference for an element whose inner size, in CSS pixels, is to stand in `size` from now on.
pub fn use_room(size: RwSignal<(f64, f64)>) -> NodeRef<html::Div> {
    let room = NodeRef::<html::Div>::new();
    let measure = move || {
        // A frame may still come after the element is gone.
        if let Some(room) = room.try_get_untracked().flatten() {
            let now = (f64::from(room.client_width()), f64::from(room.client_height()));
            if now.0 > 0.0 && size.try_get_untracked().is_some_and(|old| old != now) {
                size.set(now);
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
    room
}
