//! What the components are told, frame by frame.

use leptos::prelude::*;

use super::pacing::{Pacing, Tell, Turn};
use super::{Desk, Dwell, Now, set};
use crate::view::scene::Scene;
use crate::view::show::Show;
use crate::view::verdict::verdict;

/// Below this share of real time the records' names can be read.
const READABLE_RATE: f64 = 0.55;

impl Desk {
    /// Lets page time pass; called once a frame.
    pub fn tick(self, elapsed: f64) {
        let mut ticked = Default::default();
        let before = self.show.with_value(|show| show.playback().is_moving().then(|| show.history().step()));
        self.show.update_value(|show| ticked = show.tick(elapsed));
        let steps = before.map_or(0, |before| self.show.with_value(|show| show.history().step().abs_diff(before)));
        let watched = self.predict.on.get_untracked() || self.course.until.with_value(Option::is_some);
        if let (Some(before), true) = (before, watched) {
            self.later.whenever(move |bench| (bench.foresee)(self, before));
        }
        let crate::view::show::Ticked { stepped, ended } = ticked;
        self.pacing.update_value(|pacing| pacing.pass(elapsed, steps, stepped));
        self.looking.pass(elapsed);
        self.publish(stepped, None);
        if ended {
            self.pacing.update_value(Pacing::come_to_end);
        }
        if ended && self.predict.card.with_untracked(Option::is_none) {
            self.show.with_value(|show| self.judge(show));
            let at = (self.run.get_untracked(), self.show.with_value(|show| show.history().step()));
            self.later.whenever(move |bench| {
                // One may have gone elsewhere while it came.
                if at == (self.run.get_untracked(), self.show.with_value(|show| show.history().step())) {
                    (bench.close_run)(self);
                }
            });
        }
    }

    /// Tells the components everything, at once: the run has not come here by playing.
    pub(super) fn publish_all(self) {
        let step = self.show.with_value(|show| show.history().step());
        self.pacing.update_value(|pacing| pacing.come_to_rest(step));
        self.publish(true, None);
    }

    /// Tells the components what has changed.
    ///
    /// `lead`: the desk that this one goes along with.
    fn publish(self, stepped: bool, lead: Option<Desk>) {
        self.show.with_value(|show| {
            let place = show.playback().place();
            set(self.playing, show.playback().is_playing());
            let says_more = self.caption.with_untracked(|said| said.as_ref() != show.caption());
            set(self.caption, show.caption().cloned());
            let moving = show.playback().is_moving();
            set(self.readable, !moving || show.pace().rate_at(place) * show.playback().speed() < READABLE_RATE);
            let dwell = dwell(show);
            let turns = self.dwell.get_untracked() != dwell;
            set(self.dwell, dwell);
            let ms = show.pace().clock_at(place) as u64;
            // Tenths of a second are shown: finer changes are none.
            let now = Now { step: show.history().step(), steps: show.pace().steps(), ms: ms / 100 * 100 };
            // Both stages are brought up to date in the same frame.
            let lead = lead.map(|lead| lead.pacing.with_value(|pacing| pacing.haste));
            let mut pacing = self.pacing.get_value();
            if turns {
                pacing.turn_over();
            } else if says_more {
                pacing.hurry();
            }
            let tell = pacing.next(now.step, stepped, moving, lead);
            // While things rush by it has frames of its own: a browser that has the bar alone to move lays out its layers anew.
            if tell == Tell::Bar || !pacing.takes_turns() {
                set(self.share, (place / show.pace().end().max(1.0)).clamp(0.0, 1.0));
            }
            let put_in = |part: RwSignal<Scene>| part.set(self.scene.get_untracked());
            match tell {
                Tell::All => {
                    self.scene.set(show.scene());
                    for part in [self.pipes, self.tapes, self.shelf, self.sinks] {
                        put_in(part);
                    }
                    set(self.now, now);
                }
                Tell::Clock | Tell::Part(Turn::Now) => set(self.now, now),
                Tell::Scene => self.scene.set(show.scene()),
                Tell::Part(Turn::Pipes) => put_in(self.pipes),
                Tell::Part(Turn::Tapes) => put_in(self.tapes),
                Tell::Part(Turn::Shelf) => put_in(self.shelf),
                Tell::Part(Turn::Sinks) => put_in(self.sinks),
                Tell::Part(Turn::Ledger | Turn::Verdict | Turn::Over) | Tell::Bar | Tell::Nothing => {}
            }
            if matches!(tell, Tell::All | Tell::Clock | Tell::Part(Turn::Ledger)) && pacing.takes_rows() {
                self.ledger.set(());
            }
            let looked = self.looking.publish(stepped, moving, pacing.takes_turns(), pacing.is_free());
            // In haste each has a frame for itself.
            let wants = pacing.wants_verdict(now.steps, moving) && !(looked && pacing.haste);
            self.pacing.set_value(pacing);
            if wants {
                self.judge(show);
            }
            if let Some(other) = self.other.get_untracked() {
                other.go_along(self, show);
            }
        });
    }

    /// Shows the moment that another desk shows, moving as it moves.
    pub(super) fn go_along(self, lead: Desk, of: &Show) {
        let mut stepped = false;
        self.show.update_value(|show| stepped = show.go_along(of));
        let led = lead.pacing.get_value();
        self.pacing.update_value(|pacing| pacing.follow(&led));
        self.publish(stepped, Some(lead));
        set(self.readable, lead.readable.get_untracked());
    }

    /// Whether what moves does so too fast to be looked at one by one.
    pub fn is_rushing(self) -> bool {
        self.pacing.with_value(|pacing| pacing.rushing)
    }

    /// Whether this frame paints what moves.
    pub fn moves(self) -> bool {
        self.pacing.with_value(|pacing| pacing.moves)
    }

    /// Works the verdict out.
    fn judge(self, show: &Show) {
        let step = show.history().step();
        if self.judged.get_value() != Some(step) {
            self.judged.set_value(Some(step));
            self.pacing.update_value(|pacing| (pacing.verdict_age, pacing.jumped) = (0.0, false));
            set(self.verdict, verdict(show));
            set(self.judged_at, step);
        }
    }
}

fn dwell(show: &Show) -> Dwell {
    match show.pace().dwell_at(show.playback().place()) {
        Some((step, _)) if show.reel().crashes.iter().any(|c| c.step == step) => Dwell::Crash,
        // The last part shows what has arrived.
        Some((_, along)) if along < 0.65 => Dwell::Restore,
        _ => Dwell::None,
    }
}
