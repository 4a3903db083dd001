//! The stage and the course: a lesson's run takes the stage, a span of it is played, and what stood there before comes
//! back when one leaves.

use leptos::prelude::*;

use super::fragment_of;
use crate::learn::{Play, Run};
use crate::scenario::Scenario;
use crate::ui::course::{Left, LeftRun, NOWHERE};
use crate::ui::desk::{Desk, Intent, set};
use crate::ui::focus;
use crate::ui::tabs::Tab;
use crate::ui::theme::media_matches;
use crate::view::branches::Branches;
use crate::view::geometry::Point;
use crate::view::layout::stage;
use crate::view::playback::SPEEDS;
use crate::view::pointing::part_at;
use crate::view::show::{Show, Start};

/// A span of a run is played in about so much page time, and not longer.
const SPAN_MS: f64 = 12_000.0;
/// The text and the stage stand beside each other.
const WIDE: &str = "(min-width: 1000px)";

/// A run that can take the stage.
#[derive(Clone)]
pub(super) struct Playable {
    /// Its name in the lesson.
    pub(super) name: String,
    /// What to open.
    pub(super) scenario: Scenario,
    /// The preset that it is, if it is one and unchanged.
    pub(super) preset: Option<&'static str>,
}

/// The runs of what is open.
pub(super) type Runs = StoredValue<Vec<Playable>>;

/// The runs, without what was worked out from them.
pub(super) fn runs(of: &[Run]) -> Runs {
    let of =
        of.iter().map(|run| Playable { name: run.name.clone(), scenario: run.scenario.clone(), preset: run.preset });
    StoredValue::new(of.collect())
}

/// What a run is called.
pub(super) fn title(desk: Desk, runs: Runs, name: &str) -> String {
    runs.with_value(|runs| {
        let run = runs.iter().find(|run| run.name == name);
        run.map_or_else(String::new, |run| match run.preset {
            Some(preset) => (desk.text().presets.name)(preset).to_owned(),
            None => run.scenario.title.clone(),
        })
    })
}

impl Desk {
    /// The course is open.
    pub fn is_learning(self) -> bool {
        self.tab.get_untracked() == Tab::Learn
    }

    /// The same, for what changes with it.
    pub(super) fn is_learning_now(self) -> bool {
        self.tab.get() == Tab::Learn
    }

    /// Opens the course, at a place or where one was.
    pub fn go_to_course(self, place: Option<Option<String>>) {
        // Whoever leaves a link that leads nowhere does not come back to it.
        let lost = self.course.place.with_untracked(|here| here.as_ref().is_some_and(|here| here.starts_with(NOWHERE)));
        let place = place.or_else(|| lost.then_some(None));
        let moves = place.is_some_and(|place| {
            let moves = self.course.place.with_untracked(|here| *here != place);
            set(self.course.place, place);
            moves
        });
        if !self.is_learning() {
            let left = self.left();
            let speed = left.speed;
            self.course.left.set_value(Some(left));
            self.change(Show::pause);
            set(self.why, None);
            set(self.looking.subject, None);
            set(self.lesson.open, false);
            set(self.versus, None);
            set(self.hold, None);
            set(self.tab, Tab::Learn);
            let lesson = self.course.lesson.with_value(Clone::clone);
            if let Some(lesson) = lesson.filter(|_| !moves) {
                let run = self.take_off();
                self.course.left.update_value(|left| {
                    if let Some(left) = left {
                        left.run = Some(run);
                    }
                });
                self.put_back(lesson, speed);
            }
        }
        self.course.lesson.set_value(None);
        let fragment = self.course.place.with_untracked(|place| fragment_of(place.as_deref()));
        let here = location().hash().unwrap_or_default();
        if super::place_in_course(here.trim_start_matches('#')) != Some(self.course.place.get_untracked()) {
            let _ = location().set_hash(&fragment);
        }
    }

    /// Leaves it for Play. `back`: what one left there comes back.
    pub fn leave_course(self, back: bool) {
        if !self.is_learning() {
            return;
        }
        self.course.until.set_value(None);
        let left = self.course.left.with_value(Clone::clone);
        self.course.left.set_value(None);
        self.change(Show::pause);
        set(self.tab, Tab::Play);
        let Some(left) = left else { return };
        if left.run.is_some() {
            self.course.lesson.set_value(Some(self.take_off()));
        }
        self.send(Intent::Speed(left.speed));
        if !back {
            return;
        }
        if let Some(run) = left.run {
            self.put_back(run, left.speed);
        }
        set(self.versus, left.versus);
        if left.playing {
            self.change(|show| show.playback_mut().play());
        }
    }

    /// How Play is left.
    pub(in crate::ui) fn left(self) -> Left {
        let (playing, speed) = self.show.with_value(|s| (s.playback().is_playing(), s.playback().speed()));
        Left { playing, speed, versus: self.versus.get_untracked(), run: None }
    }

    /// What stands on the stage, to be put back later.
    pub(in crate::ui) fn take_off(self) -> LeftRun {
        let here = self.show.with_value(|show| show.history().step());
        let mut branches = self.branches.get_untracked();
        branches.leave(here);
        LeftRun { branches, strip: self.lesson.strip.get_untracked(), preset: self.preset.get_untracked() }
    }

    /// What `take_off` gave, at this speed.
    pub(in crate::ui) fn put_back(self, mut run: LeftRun, speed: f64) {
        let Some(mut show) = run.branches.go_to(run.branches.current()) else { return };
        show.playback_mut().set_speed(speed);
        set(self.preset, run.preset);
        self.branches.set(run.branches);
        self.put_on(show);
        self.lesson.put(run.strip);
    }

    /// The run of the lesson stays on the stage, in Play.
    pub(super) fn take_to_play(self) {
        self.leave_part(false);
        focus::to_stage();
    }

    /// Puts a lesson's run on the stage, at rest. What stood there in Play is kept.
    fn put_on_lesson(self, run: &Playable) {
        let is_there = self.show.with_value(|s| *s.scenario() == run.scenario && s.history().choices().is_empty());
        if is_there && self.course.left.with_value(|left| left.as_ref().is_some_and(|l| l.run.is_some())) {
            return;
        }
        let before = self.take_off();
        self.course.left.update_value(|left| {
            if let Some(left) = left {
                left.run.get_or_insert(before);
            }
        });
        self.put_on_new(&run.scenario, run.preset);
    }

    /// Puts a run on the stage, at rest at its beginning, with nothing of the one before.
    pub(in crate::ui) fn put_on_new(self, scenario: &Scenario, preset: Option<&str>) {
        let mut show = Show::open(scenario.clone(), Start::Beginning);
        show.pause();
        set(self.preset, preset.map(str::to_owned));
        set(self.versus, None);
        self.errors.set(Vec::new());
        self.branches.set(Branches::of(&show));
        self.lesson.clear();
        self.put_on(show);
    }

    /// Shows a moment of a lesson's run, at rest.
    pub(super) fn stand(self, runs: Runs, name: &str, step: u64) {
        let Some(run) = find(runs, name) else { return };
        self.course.until.set_value(None);
        self.put_on_lesson(&run);
        self.change(|show| {
            show.pause();
            show.seek(step);
        });
    }

    /// Plays a span of a lesson's run, and stands still at its end. Without motion the end is shown at once.
    pub(super) fn watch(self, runs: Runs, name: &str, from: u64, to: u64) {
        if self.still.get_untracked() {
            self.stand(runs, name, to);
            return;
        }
        self.stand(runs, name, from);
        self.play_span(from, to);
    }

    /// Plays on from `from`, where the run stands, and stands still at `to`.
    pub(in crate::ui) fn play_span(self, from: u64, to: u64) {
        let length = self.show.with_value(|s| s.pace().shown_at(to) - s.pace().shown_at(from));
        let fast = SPEEDS.into_iter().find(|speed| *speed >= 1.0 && length <= SPAN_MS * speed);
        self.send(Intent::Speed(fast.unwrap_or(16.0)));
        self.course.until.set_value(Some(to));
        self.change(|show| show.playback_mut().play());
    }

    /// Plays what stands beside a span: the other run, at the same times.
    pub(super) fn watch_beside(self, runs: Runs, play: &Play, beside: &str) {
        let Some(run) = find(runs, &play.run) else { return };
        self.stand(runs, &run.name, play.from);
        let (from, to) = self.show.with_value(|s| (s.pace().time_of(play.from), s.pace().time_of(play.to)));
        let at_end = self.show.with_value(|s| play.to >= s.pace().steps());
        self.stand(runs, beside, 0);
        let (from, to) = self.show.with_value(|s| {
            let last = if at_end { s.pace().steps() } else { s.pace().last_step_of(to) };
            (s.pace().last_step_of(from).min(last), last)
        });
        self.watch(runs, beside, from, to);
    }

    /// Tells who asked for it what stands at a place of the window; false: nobody has asked.
    pub fn point_at(self, (x, y): (f64, f64)) -> bool {
        let Some(say) = self.course.point.get_value().filter(|_| self.is_learning()) else { return false };
        let Some(drawn) = document().query_selector("#stage .stage-drawing").ok().flatten() else { return true };
        let rect = drawn.get_bounding_client_rect();
        let (width, height) = self.size.get_untracked();
        let part = self.show.with_value(|show| {
            let drawing = stage(show.cast(), width, height);
            // It may be zoomed.
            let scale = drawing.width / rect.width().max(1.0);
            let at = Point::at((x - rect.left()) * scale, (y - rect.top()) * scale);
            self.scene.with_untracked(|scene| part_at(&drawing, show.world().plan(), scene, at))
        });
        if let Some(part) = part {
            say.run(part);
        }
        true
    }

    /// Stops the run where its span ends; called with the step that it was at, if it moves.
    pub fn stop_in_time(self, before: u64) {
        let Some(until) = self.course.until.get_value() else { return };
        if before >= until {
            // One has gone beyond it oneself.
            self.course.until.set_value(None);
        } else if self.show.with_value(|show| show.history().step()) >= until {
            self.course.until.set_value(None);
            self.show.update_value(|show| {
                show.seek(until);
                show.pause();
            });
        }
    }
}

fn find(runs: Runs, name: &str) -> Option<Playable> {
    runs.with_value(|runs| runs.iter().find(|run| run.name == name).cloned())
}

/// The text and the stage stand beside each other: what plays is seen.
pub(super) fn is_wide() -> bool {
    media_matches(WIDE)
}

/// On what was pressed when the stage came into sight.
const PRESSED: &str = "data-pressed";

/// Back to what was pressed.
pub(super) fn back_to_text() {
    focus::to_marked(PRESSED);
}

/// Where the stage is below the text, it comes into sight, with the focus.
pub(super) fn show_stage() {
    if is_wide() {
        return;
    }
    focus::mark(PRESSED);
    focus::to_stage();
    if let Some(stage) = document().query_selector(".learn .to-text").ok().flatten() {
        stage.scroll_into_view();
    }
}
