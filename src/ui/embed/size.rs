//! How high the embedded view is, told to the page around whenever that changes.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::has_failed;
use super::host::say;
use crate::ui::desk::Desk;
use crate::view::embed::message;

/// Below what says why nothing can be shown.
const BELOW_WHY: f64 = 16.0;

/// Tells the height that the page needs, now and whenever it is another one.
///
/// The stage takes what room is left, so the page is as high as its frame, or higher. What it needs is that with the stage
/// at its least height: it depends on the width alone, and a frame that follows it comes to rest.
pub(super) fn report(desk: Desk) {
    let least = desk.least_height();
    let told = StoredValue::new(0);
    let measure = move || {
        // A frame may still come after the page is gone.
        let Some(least) = least.try_get_untracked() else { return };
        let tell = move |height: u64| {
            if told.get_value() != height {
                told.set_value(height);
                say(&message::size(height));
            }
        };
        let found = |selector: &str| document().query_selector(selector).ok().flatten();
        // What cannot be shown needs room for why.
        if let Some(why) = has_failed().then(|| found(".embed-errors")).flatten() {
            return tell((why.get_bounding_client_rect().bottom() + BELOW_WHY).ceil() as u64);
        }
        let (Some(body), Some(room)) = (document().body(), found("#stage .stage-room")) else { return };
        let spare = (f64::from(room.client_height()) - least).max(0.0);
        let height = (body.get_bounding_client_rect().height() - spare).ceil() as u64;
        // While nothing is laid out, as in a part of the page around that is not shown, there is no height.
        if room.client_height() > 0 {
            tell(height);
        }
    };
    let changed = Closure::<dyn FnMut()>::new(move || request_animation_frame(measure));
    let observer = web_sys::ResizeObserver::new(changed.as_ref().unchecked_ref()).ok();
    if let (Some(observer), Some(body)) = (&observer, document().body()) {
        observer.observe(&body);
    }
    let observer = StoredValue::new_local((observer, changed));
    on_cleanup(move || {
        observer.try_with_value(|(observer, _)| observer.as_ref().map(web_sys::ResizeObserver::disconnect));
    });
    Effect::new(move |_| {
        // What is beside the stage changes its room; another run may need more of it, and is told its height again.
        desk.size.track();
        least.track();
        desk.errors.track();
        if desk.embed.get() > 1 || has_failed() {
            request_animation_frame(measure);
        }
    });
    Effect::new(move |_| {
        desk.embed.track();
        told.set_value(0);
    });
}
