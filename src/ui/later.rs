//! What the first screen does not need comes later: the other half of the program is a second WebAssembly module, fetched
//! when it is first asked for, or when the page has a moment to spare.
//!
//! There is one way into it, the [`Workbench`]: a table of functions. Whatever is reached only through that table ends up
//! in the second module; the build finds out by itself. Without the feature `split` the table is simply there.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::desk::Desk;
use super::focus;
use super::icons::{Icon, Shape};
use super::workbench::Workbench;

/// Once the first screen is whole the page is left alone for so long before the rest is fetched.
const AFTER: Duration = Duration::from_millis(250);

/// How far the second module is.
#[derive(Clone, Copy)]
enum State {
    /// Not fetched.
    Away,
    /// On its way; and whether a person waits for it.
    Coming(bool),
    /// It could not be fetched, and a person waits for it.
    Failed,
    /// It is there.
    Here(&'static Workbench),
}

/// What waits for it.
type Waiting = Vec<Box<dyn FnOnce(&'static Workbench)>>;

/// The second module, as the page sees it.
#[derive(Clone, Copy)]
pub struct Later {
    state: RwSignal<State>,
    waiting: StoredValue<Waiting, LocalStorage>,
}

impl Later {
    /// Not there yet, unless it is part of this one.
    pub fn new() -> Later {
        #[cfg(feature = "split")]
        let state = State::Away;
        #[cfg(not(feature = "split"))]
        let state = State::Here(&super::workbench::WORKBENCH);
        Later { state: RwSignal::new(state), waiting: StoredValue::new_local(Vec::new()) }
    }

    /// The workbench, once it is there.
    pub fn here(self) -> Option<&'static Workbench> {
        match self.state.get() {
            State::Here(bench) => Some(bench),
            _ => None,
        }
    }

    /// The same, for what does not wait for it.
    pub fn here_now(self) -> Option<&'static Workbench> {
        match self.state.get_untracked() {
            State::Here(bench) => Some(bench),
            _ => None,
        }
    }

    /// Does something with the workbench: at once if it is there, else as soon as it is. A person waits for it, and is told
    /// so; and if it cannot be fetched, what to do.
    pub fn ask(self, task: impl FnOnce(&'static Workbench) + 'static) {
        self.wait(Box::new(task), true);
    }

    /// The same, and nobody waits: if it cannot be fetched now, it is done when it is there for another reason.
    pub fn whenever(self, task: impl FnOnce(&'static Workbench) + 'static) {
        self.wait(Box::new(task), false);
    }

    fn wait(self, task: Box<dyn FnOnce(&'static Workbench)>, asked: bool) {
        match self.here_now() {
            Some(bench) => task(bench),
            None => {
                self.waiting.update_value(|waiting| waiting.push(task));
                self.fetch(asked);
            }
        }
    }

    /// Fetches it, unless it is there or on its way.
    fn fetch(self, asked: bool) {
        match self.state.get_untracked() {
            State::Here(_) | State::Coming(true) => {}
            State::Coming(false) => {
                if asked {
                    self.state.set(State::Coming(true));
                }
            }
            // Whoever is told what to do is not to lose it to something that nobody asked for.
            State::Failed if !asked => {}
            State::Away | State::Failed => {
                self.state.set(State::Coming(asked));
                spawn_local(async move {
                    let found = workbench().await;
                    // The page may be gone by now.
                    let Some(state) = self.state.try_get_untracked() else { return };
                    match (found, state) {
                        (Ok(bench), _) => {
                            self.state.set(State::Here(bench));
                            let mut waiting = Waiting::new();
                            self.waiting.update_value(|all| waiting = std::mem::take(all));
                            waiting.into_iter().for_each(|task| task(bench));
                        }
                        (Err(Missing), State::Coming(true)) => self.state.set(State::Failed),
                        (Err(Missing), _) => self.state.set(State::Away),
                    }
                });
            }
        }
    }

    /// Nobody waits any more.
    fn give_up(self) {
        self.waiting.update_value(Vec::clear);
        self.state.set(State::Away);
        focus::to_stage();
    }

    /// Fetches it when the first screen has been there for a moment: then a press is answered at once, and the page goes on without a
    /// connection.
    pub fn fetch_soon(self) {
        let soon = move || {
            // The page may be gone by then.
            if self.state.try_get_untracked().is_some() {
                self.whenever(|_| {});
            }
        };
        set_timeout(soon, AFTER);
    }
}

impl Default for Later {
    fn default() -> Later {
        Later::new()
    }
}

/// What is said while a person waits for the second module, and when it cannot be fetched.
#[component]
pub fn Wait() -> impl IntoView {
    let desk = Desk::get();
    let later = desk.later;
    move || {
        match later.state.get() {
        State::Coming(true) => view! { <p class="later" role="status">{desk.text().later.coming}</p> }.into_any(),
        State::Failed => view! {
            <div class="later failed" role="alert" data-testid="later">
                <p>{desk.text().later.failed}</p>
                <div class="actions">
                    <button class="button main" type="button" on:click=move |_| later.fetch(true)>{desk.text().later.again}</button>
                    <button
                        class="button square plain" type="button" aria-label=desk.text().controls.close
                        on:click=move |_| later.give_up()
                    ><Icon shape=Shape::Close/></button>
                </div>
            </div>
        }
        .into_any(),
        State::Away | State::Coming(false) | State::Here(_) => ().into_any(),
    }
    }
}

/// The second module could not be fetched; the console has the browser's reason.
#[derive(Debug)]
struct Missing;

#[cfg(feature = "split")]
impl From<leptos::wasm_split::SplitLoaderError> for Missing {
    fn from(_: leptos::wasm_split::SplitLoaderError) -> Missing {
        Missing
    }
}

/// Where the program is cut in two.
#[cfg(feature = "split")]
#[leptos::wasm_split::wasm_split(workbench, wasm_split_path = leptos::wasm_split, fallible)]
fn workbench() -> Result<&'static Workbench, Missing> {
    Ok(&super::workbench::WORKBENCH)
}

#[cfg(not(feature = "split"))]
async fn workbench() -> Result<&'static Workbench, Missing> {
    Ok(&super::workbench::WORKBENCH)
}
