//! For the worst case: the run on the stage is kept where `boot.js` finds it when the program itself has failed. Nothing of the
//! program can be relied on then; the script says what happened, with this run as a link, and begins again with it.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use super::desk::Desk;
use crate::view::link::write;

/// The property of the window, which `boot.js` reads.
const RUN: &str = "barrierscopeRun";
/// In an editor a run is put on with every letter; the last one counts.
const AFTER: Duration = Duration::from_millis(200);

/// Keeps the run, whenever another one is on the stage or something else was done in it.
pub(super) fn keep_run(desk: Desk) {
    let due = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        desk.run.track();
        desk.branches.track();
        if let Some(due) = due.get_value() {
            due.clear();
        }
        let keep = move || {
            if desk.run.try_get_untracked().is_some() {
                let _ = js_sys::Reflect::set(&window(), &RUN.into(), &write(&desk.carried()).into());
            }
        };
        due.set_value(set_timeout_with_handle(keep, AFTER).ok());
    });
}
