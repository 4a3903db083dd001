//! The embedded view: the page in a frame of another page. What the address asks for is done here, `host.rs` talks to the
//! page around, `size.rs` knows how high this one is. How it looks is in the style sheet, by attributes of the root.

mod host;
mod size;

use leptos::prelude::*;

use super::desk::{Desk, Intent, Panel, set};
use super::home::home;
use super::intent::{Guess, Lesson};
use super::learn::place_in_course;
use super::parts::drill_of;
use super::tabs::Tab;
use crate::scenario::ScenarioError;
use crate::view::embed::address::{Address, Part, read};
use crate::view::embed::{AddressError, Load, MessageError, Span, What, When};
use crate::view::inspector::Subject;
use crate::view::link::{preset_link, write};
use crate::view::show::Show;

/// On the root: the page is embedded, and has something to show or not yet.
const EMBED: &str = "data-embed";
/// It has.
const SHOWN: &str = "shown";
/// What it was to show could not be had: why stands in its place, and not another run.
const FAILED: &str = "failed";
/// The fragment of a view that shows nothing until the page around it says what.
const WAIT: &str = "wait";

impl Desk {
    /// Whether the page is an embedded view.
    pub(super) fn is_embedded(self) -> bool {
        self.embed.get_untracked() > 0
    }

    /// Whether what opens may take the focus and scroll to itself: in a frame only while a person is in it. Whoever reads the
    /// page around is left where they are.
    pub(super) fn may_lead(self) -> bool {
        // What the address opens has come before anything was touched: the page itself has the focus then.
        let is_in = || document().active_element().is_some_and(|e| e.tag_name() != "BODY");
        !self.is_embedded() || document().has_focus().unwrap_or(false) && is_in()
    }

    /// Opens what an address with parameters asks for.
    pub(super) fn open_address(self, search: &str, fragment: &str) {
        let (asked, mut wrong) = read(search);
        let what = fragment.strip_prefix('#').unwrap_or(fragment);
        let is_part = place_in_course(what).is_some() || drill_of(what).is_some();
        self.errors.set(Vec::new());
        if asked.embed {
            self.set_up(&asked);
        }
        let is_run = ["", WAIT].contains(&what) || what.starts_with("run=") || what.starts_with("preset=");
        if asked.embed && (is_part || !is_run) {
            wrong.push(AddressError::NoRun(what.chars().take(40).collect()));
        } else if !what.is_empty() || self.tab.get_untracked() != Tab::Play {
            self.send(Intent::Lesson(Lesson::Link(fragment.to_owned())));
        }
        let mut told = self.errors.get_untracked();
        let has_failed = asked.embed && (is_part || !is_run || !told.is_empty());
        // A run that could not be opened has no moments to go to, and a lesson has its own.
        if !has_failed && told.is_empty() && (asked.embed || !is_part) {
            let stands = asked.embed || asked.span != Span::default();
            wrong.extend(self.keep_to(asked.span, asked.autoplay.or(stands.then_some(false))));
        } else if asked.embed {
            self.change(Show::pause);
        }
        told.extend(wrong.iter().map(self.words().embed.address));
        set(self.errors, told);
        if has_failed {
            self.tells_why();
        } else if asked.embed {
            self.show_panels(&asked);
            self.is_there(what != WAIT);
        } else if !wrong.is_empty() {
            set(self.panel, Some(Panel::Open));
        }
    }

    /// Opens what the page around asks for.
    fn load(self, load: Load) {
        // What is wrong with the address is said together with the first run.
        let mut told = if is_shown() { Vec::new() } else { self.errors.get_untracked() };
        self.errors.set(Vec::new());
        match load.what {
            What::Preset(name) => self.send(Intent::Lesson(Lesson::Link(preset_link(&name)))),
            What::Run(fragment) => self.send(Intent::Lesson(Lesson::Link(fragment))),
            What::Scenario(text) => self.send(Intent::Open(text)),
        }
        let words = self.words().embed;
        let failed = self.errors.get_untracked();
        if failed.is_empty() {
            let wrong = self.keep_to(load.span, Some(load.autoplay));
            told.extend(load.wrong.iter().map(|name| (words.message)(&MessageError::Field(name))));
            told.extend(wrong.iter().map(words.address));
            set(self.errors, told);
            self.is_there(true);
        } else {
            told.extend(failed);
            set(self.errors, told);
            self.tells_why();
        }
    }

    /// What was to be shown first cannot be had. False: something is on the stage already, and stays.
    fn failed(self, error: &ScenarioError) -> bool {
        let is_first = !is_shown();
        if is_first {
            self.errors.update(|errors| errors.push(error.clone()));
            self.tells_why();
        }
        is_first
    }

    /// Says what is wrong in place of the run, where none was shown before.
    fn tells_why(self) {
        if !is_shown() {
            self.change(Show::pause);
            root_says(EMBED, FAILED);
        }
    }

    /// Keeps the run on the stage to a span, goes to its moment, and plays from there or stands; none: it goes on as it is.
    fn keep_to(self, span: Span, plays: Option<bool>) -> Vec<AddressError> {
        let mut wrong = Vec::new();
        let mut step = |name: &'static str, when: Option<When>| {
            let found =
                self.show.with_value(|show| when?.step(show).map_err(|no| AddressError::NoMoment(name, no)).into());
            match found {
                Some(Ok(step)) => Some(step),
                Some(Err(error)) => {
                    wrong.push(error);
                    None
                }
                None => None,
            }
        };
        let (from, to, at) = (step("from", span.from), step("to", span.to), step("at", span.at));
        if from.zip(to).is_some_and(|(from, to)| from >= to) {
            wrong.push(AddressError::Order);
        }
        // Without motion nothing begins to move by itself.
        let plays = plays.map(|plays| plays && !(self.still.get_untracked() && self.is_embedded()));
        if span == Span::default() && plays.is_none() {
            return wrong;
        }
        self.change(|show| {
            if from.is_some() || to.is_some() {
                show.keep_to(from.unwrap_or(0), to.unwrap_or(u64::MAX));
            }
            if let Some(step) = at.or(from) {
                show.seek(step);
            }
            match plays {
                Some(true) => show.playback_mut().play(),
                Some(false) => show.pause(),
                None => {}
            }
        });
        wrong
    }

    fn set_up(self, asked: &Address) {
        if !self.is_embedded() {
            self.embed.set(1);
        }
        let panels: Vec<&str> = asked.panels.iter().map(|part| part.word()).collect();
        for (name, value) in [("data-controls", asked.controls.word()), ("data-panels", &panels.join(" "))] {
            root_says(name, value);
        }
    }

    fn show_panels(self, asked: &Address) {
        for part in &asked.panels {
            match part {
                // These two are there or not as the style sheet says.
                Part::Verdict | Part::Setup => {}
                Part::Inspector => self.send(Intent::Inspect(Some(Subject::Checkpoints(None)))),
                Part::Lanes => self.send(Intent::Lanes(true)),
                Part::Predict => self.send(Intent::Guess(Guess::Switch(true))),
            }
        }
    }

    /// A run is there, to be shown or not.
    fn is_there(self, shown: bool) {
        if shown {
            root_says(EMBED, SHOWN);
        }
        self.embed.update(|runs| *runs += 1);
    }
}

/// Whether something was shown already.
fn is_shown() -> bool {
    root_is(SHOWN)
}

/// Whether it could not be.
fn has_failed() -> bool {
    root_is(FAILED)
}

fn root_is(what: &str) -> bool {
    document().document_element().and_then(|root| root.get_attribute(EMBED)).is_some_and(|now| now == what)
}

fn root_says(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute(name, value);
    }
}

/// Below the stage of an embedded view: what could not be done, and the way to the whole page.
#[component]
pub fn EmbedFoot() -> impl IntoView {
    let desk = Desk::get();
    let is_there = Memo::new(move |_| desk.embed.get() > 0);
    move || is_there.get().then(|| foot(desk))
}

fn foot(desk: Desk) -> AnyView {
    let words = desk.words().embed;
    host::listen(desk);
    size::report(desk);
    let target = RwSignal::new(whole_page(desk));
    // To the moment that is on the stage when it is followed; before that it is what the run was opened as.
    let renew = move || target.set(whole_page(desk));
    let errors = move || {
        let errors = desk.errors.get();
        (!errors.is_empty()).then(|| {
            let title = (words.errors)(errors.len());
            let list = errors.into_iter().map(|e| view! { <li><code>{e.path}</code><span>{e.message}</span></li> });
            view! {
                <div class="errors" role="alert">
                    <p><strong>{title.clone()}</strong></p>
                    <ul tabindex="0" aria-label=title>{list.collect_view()}</ul>
                </div>
            }
        })
    };
    view! {
        <a
            class="button embed-open" target="_blank" rel="noopener" aria-label=words.open title=words.open
            href=move || target.get() on:pointerdown=move |_| renew() on:click=move |_| renew()
        ><span>{words.open_short}</span><span aria-hidden="true">"↗"</span></a>
        <div class="embed-errors">{errors}</div>
    }
    .into_any()
}

/// The address of the whole page with the run and the moment on the stage.
fn whole_page(desk: Desk) -> String {
    format!("{}#{}", home(), write(&desk.carried()))
}
