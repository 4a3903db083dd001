//! The frame loop: once a frame, with the page time since the last one, until its owner is gone.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// The closure that asks to be called again, so that it can name itself.
type Again = Rc<RefCell<Option<Closure<dyn FnMut(f64)>>>>;

/// Calls `frame` once a frame with the milliseconds since the last one.
pub fn use_frames(mut frame: impl FnMut(f64) + 'static) {
    let Some(window) = web_sys::window() else { return };
    let handle = Rc::new(Cell::new(0));
    let alive = Rc::new(Cell::new(true));
    let again: Again = Rc::default();
    let mut last: Option<f64> = None;
    let tick = {
        let (again, handle, alive, window) = (Rc::clone(&again), Rc::clone(&handle), Rc::clone(&alive), window.clone());
        move |now: f64| {
            if !alive.get() {
                return;
            }
            // First, so that the browser knows of the next frame while this one is worked on.
            if let Some(tick) = again.borrow().as_ref()
                && let Ok(next) = window.request_animation_frame(tick.as_ref().unchecked_ref())
            {
                handle.set(next);
            }
            frame(last.map_or(0.0, |last| now - last));
            last = Some(now);
        }
    };
    *again.borrow_mut() = Some(Closure::new(tick));
    if let Some(tick) = again.borrow().as_ref()
        && let Ok(first) = window.request_animation_frame(tick.as_ref().unchecked_ref())
    {
        handle.set(first);
    }
    // The clean-up must be able to go between threads as far as the type system knows; there is only one.
    let owned = StoredValue::new_local((handle, alive, again, window));
    on_cleanup(move || {
        owned.try_with_value(|(handle, alive, _, window)| {
            alive.set(false);
            let _ = window.cancel_animation_frame(handle.get());
        });
    });
}
