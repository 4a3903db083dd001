//! Going from one part of the page to another: what stands beside Play, what the address says of it, and a run of the
//! quiz or of the cards on the stage of Play, with the way back.

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::cards::CardsPage;
use super::course::Left;
use super::desk::{Desk, Intent, set};
use super::drill::Watched;
use super::focus;
use super::learn::{Learn, place_in_course};
use super::quiz::QuizPage;
use super::study::{Study, last_begun};
use super::tabs::Tab;
use crate::learn::quiz::{next_seed, seed_of};
use crate::scenario::Scenario;
use crate::text::quiz::ENGLISH;
use crate::view::show::Show;

/// On what was pressed to watch a run.
const WATCHED: &str = "data-watched";

/// The parts beside Play. Each is made when it is first opened, and stays.
pub fn parts() -> AnyView {
    let desk = Desk::get();
    provide_context(Study::open());
    let once = move |tab: Tab, make: fn() -> AnyView| {
        let seen = Memo::new(move |seen: Option<&bool>| seen.is_some_and(|seen| *seen) || desk.tab.get() == tab);
        move || seen.get().then(make)
    };
    view! {
        {once(Tab::Learn, || view! { <Learn/> }.into_any())}
        {once(Tab::Quiz, || view! { <QuizPage/> }.into_any())}
        {once(Tab::Cards, || view! { <CardsPage/> }.into_any())}
    }
    .into_any()
}

/// The part that the fragment of an address asks for, if it is the quiz or the cards, and what it says of it: for the quiz a
/// seed.
pub fn drill_of(fragment: &str) -> Option<(Tab, Option<String>)> {
    match fragment.split_once('=') {
        Some(("quiz", seed)) => Some((Tab::Quiz, Some(seed.to_owned()))),
        Some(("cards", said)) => Some((Tab::Cards, Some(said.to_owned()))),
        None if fragment == "quiz" => Some((Tab::Quiz, None)),
        None if fragment == "cards" => Some((Tab::Cards, None)),
        _ => None,
    }
}

/// What stands in an address for a quiz.
pub(super) fn quiz_fragment(seed: &str) -> String {
    format!("quiz={seed}")
}

/// A seed from chance, whose quiz has no question of the one before.
fn another_seed(before: Option<&str>) -> u64 {
    // invariant: a random number is in [0, 1).
    let chance = (js_sys::Math::random() * 9e15) as u64;
    next_seed(before.and_then(seed_of).unwrap_or(chance / 7), chance)
}

/// The seed of the quiz to go on with; where the last one was taken to its end, another.
fn seed_to_go_on() -> u64 {
    match last_begun() {
        Some((seed, false)) => seed,
        Some((seed, true)) => another_seed(Some(&seed.to_string())),
        None => another_seed(None),
    }
}

/// Another quiz, with no question of this one.
pub(super) fn another_quiz(desk: Desk) {
    let next = desk.drill.seed.with_untracked(|seed| another_seed(seed.as_deref())).to_string();
    desk.go_to_drill(Tab::Quiz, Some(next));
}

impl Desk {
    /// Opens a part, where one was in it.
    pub(super) fn go_to_part(self, tab: Tab) {
        match tab {
            Tab::Play => self.leave_part(true),
            Tab::Learn => self.go_to_learn(None),
            Tab::Quiz | Tab::Cards => self.go_to_drill(tab, None),
        }
    }

    /// Opens the course, at a place or where one was.
    pub(super) fn go_to_learn(self, place: Option<Option<String>>) {
        self.end_visit();
        if let Some(left) = self.leave_drill()
            && left.playing
        {
            self.show.update_value(|show| show.playback_mut().play());
        }
        self.go_to_course(place);
    }

    /// Opens the quiz or the cards. `said`: what the address says of it; none: where one was.
    pub(super) fn go_to_drill(self, tab: Tab, said: Option<String>) {
        // Before the course is left: that one takes its own address off.
        let fragment = if tab == Tab::Quiz {
            // Whoever leaves a link that leads nowhere does not come back to it.
            let here = self.drill.seed.get_untracked().filter(|seed| seed_of(seed).is_some());
            let seed = said.or(here).unwrap_or_else(|| seed_to_go_on().to_string());
            set(self.drill.seed, Some(seed.clone()));
            quiz_fragment(&seed)
        } else {
            set(self.drill.nowhere, said.clone());
            said.map_or_else(|| "cards".to_owned(), |said| format!("cards={said}"))
        };
        let here = location().hash().unwrap_or_default();
        if here == "#quiz"
            && let Ok(history) = window().history()
        {
            // Whoever asks for any quiz has got this one.
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("#{fragment}")));
        } else if here.trim_start_matches('#') != fragment {
            let _ = location().set_hash(&fragment);
        }
        self.end_visit();
        self.leave_course(true);
        if self.drill.left.with_value(Option::is_none) {
            self.drill.left.set_value(Some(self.left()));
        }
        // What was closed comes back as it was; only a run that plays has to be stopped.
        if self.show.with_value(|show| show.playback().is_moving()) {
            self.change(Show::pause);
        }
        set(self.hold, None);
        set(self.panel, None);
        set(self.tab, tab);
    }

    /// Leaves what is open for Play. `back`: what one left there goes on.
    pub(super) fn leave_part(self, back: bool) {
        self.leave_course(back);
        if let Some(left) = self.leave_drill()
            && back
            && left.playing
        {
            self.change(|show| show.playback_mut().play());
        }
        self.clear_address(None);
    }

    /// The browser has gone to an address that names no part: Play, or a run that was watched there.
    pub(super) fn go_to_no_part(self) {
        let state = window().history().and_then(|history| history.state()).ok().and_then(|state| state.as_f64());
        let watched = state.and_then(|n| self.drill.watched.with_value(|all| all.get(n as usize).cloned()));
        let Some((n, watched)) = state.zip(watched) else {
            self.end_visit();
            self.leave_part(true);
            return;
        };
        // From where one was: what stands on Play then comes back afterwards.
        self.leave_course(true);
        self.end_visit();
        let left = self.leave_drill().unwrap_or_else(|| self.left());
        self.put_on_watched(&watched, n as usize, left);
        self.change(|show| show.seek(watched.step));
    }

    /// Another run was opened on Play: there is nothing to go back to.
    pub(super) fn forget_visit(self) {
        set(self.drill.from, Tab::Play);
        if self.tab.get_untracked() == Tab::Play {
            self.drill.left.set_value(None);
        }
    }

    /// Leaves the quiz or the cards; what one left in Play, unless one is there.
    fn leave_drill(self) -> Option<Left> {
        if !matches!(self.tab.get_untracked(), Tab::Quiz | Tab::Cards) {
            return None;
        }
        set(self.tab, Tab::Play);
        let left = self.drill.left.with_value(Clone::clone);
        self.drill.left.set_value(None);
        left
    }

    /// Takes the part off the address; the browser's way back leads to it. `watched`: which run is watched there.
    fn clear_address(self, watched: Option<usize>) {
        let is_part = |fragment: &str| drill_of(fragment).is_some() || place_in_course(fragment).is_some();
        if let (Ok(path), Ok(search), Ok(hash)) = (location().pathname(), location().search(), location().hash())
            && let Ok(history) = window().history()
            && is_part(hash.trim_start_matches('#'))
        {
            let state = watched.map_or(JsValue::NULL, |n| JsValue::from_f64(n as f64));
            let _ = history.push_state_with_url(&state, "", Some(&format!("{path}{search}")));
        }
    }

    /// Opens a run of the quiz or of the cards on Play, and plays this span of it; without motion its end is shown. What
    /// stood there comes back when one returns.
    pub(super) fn watch_on_play(self, scenario: &Scenario, preset: Option<&str>, from: u64, to: u64) {
        focus::mark(WATCHED);
        let part = self.tab.get_untracked();
        let Some(left) = self.leave_drill() else { return };
        let watched = Watched { scenario: scenario.clone(), preset: preset.map(str::to_owned), part, step: to };
        let n = self.drill.watched.with_value(Vec::len);
        self.drill.watched.update_value(|all| all.push(watched.clone()));
        self.clear_address(Some(n));
        self.put_on_watched(&watched, n, left);
        let still = self.still.get_untracked();
        self.change(|show| show.seek(if still { to } else { from }));
        if !still {
            self.play_span(from, to);
        }
        // The stage is there with the next frame.
        request_animation_frame(focus::to_stage);
    }

    /// Puts a run of the quiz or of the cards on the stage of Play, at its beginning. What stands there makes room.
    fn put_on_watched(self, watched: &Watched, n: usize, left: Left) {
        let run = self.take_off();
        self.drill.left.set_value(Some(Left { run: Some(run), ..left }));
        set(self.panel, None);
        set(self.looking.subject, None);
        set(self.lesson.open, false);
        self.put_on_new(&watched.scenario, watched.preset.as_deref());
        set(self.drill.from, watched.part);
        self.drill.watching.set_value(Some(n));
    }

    /// The run that was opened from the quiz or the cards goes; what stood there before comes back.
    fn end_visit(self) {
        if self.drill.from.get_untracked() == Tab::Play {
            return;
        }
        set(self.drill.from, Tab::Play);
        self.course.until.set_value(None);
        if let Some(n) = self.drill.watching.get_value() {
            let step = self.show.with_value(|show| show.history().step());
            self.drill.watched.update_value(|all| all.get_mut(n).into_iter().for_each(|watched| watched.step = step));
        }
        let left = self.drill.left.with_value(Clone::clone);
        let Some(Left { playing, speed, versus, run: Some(run) }) = left else { return };
        self.drill.left.set_value(None);
        self.put_back(run, speed);
        set(self.versus, versus);
        self.send(Intent::Speed(speed));
        self.change(|show| if playing { show.playback_mut().play() } else { show.pause() });
    }
}

/// Over the stage of Play: the way back to where a run was opened from.
#[component]
pub fn BackBar() -> impl IntoView {
    let desk = Desk::get();
    let bar = move |from: Tab| {
        let title = desk.show.with_value(|show| show.scenario().title.clone());
        let name = ENGLISH.back[usize::from(from == Tab::Cards)];
        let back = move |_| {
            desk.go_to_part(from);
            request_animation_frame(|| focus::to_marked(WATCHED));
        };
        view! {
            <div class="back-bar" lang="en">
                <span>{(ENGLISH.from)(&title)}</span>
                <button class="button" type="button" on:click=back>{name}</button>
            </div>
        }
        .into_any()
    };
    move || {
        let from = desk.drill.from.get();
        (from != Tab::Play).then(|| bar(from))
    }
}
