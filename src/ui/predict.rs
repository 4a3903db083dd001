//! Predict: the switch, and the card that asks before a turning point and tells after it.

use leptos::html;
use leptos::prelude::*;

use super::desk::{Desk, Intent, set};
use super::intent::Guess;
use crate::view::predict::{Question, Stop, next_question, stops};
use crate::view::show::Show;

/// What the card shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Card {
    /// A question.
    Ask(Question),
    /// What came of those that were answered, by the place of the answer.
    Told(Vec<(Question, usize)>),
}

/// The signals of Predict.
#[derive(Clone, Copy)]
pub struct Predict {
    /// It is switched on.
    pub on: RwSignal<bool>,
    /// What is asked or told now.
    pub card: RwSignal<Option<Card>>,
    /// Right answers, and all.
    pub score: RwSignal<(usize, usize)>,
    ahead: StoredValue<Ahead>,
}

/// What comes next.
#[derive(Clone, Debug, Default)]
struct Ahead {
    /// The places of the run, and how far one has come along them; none: to be found out.
    stops: Option<(Vec<Stop>, usize)>,
    /// The next question; none: to be found out, or there is none.
    next: Option<Question>,
    /// Answered, and not told yet.
    waiting: Vec<(Question, usize)>,
}

impl Default for Predict {
    fn default() -> Predict {
        Predict {
            on: RwSignal::new(false),
            card: RwSignal::new(None),
            score: RwSignal::default(),
            ahead: StoredValue::new(Ahead::default()),
        }
    }
}

impl Predict {
    /// One leaves the card alone; if one went elsewhere, nothing that was asked counts there.
    pub fn leave(self, elsewhere: bool) {
        if elsewhere {
            self.ahead.set_value(Ahead::default());
        }
        set(self.card, None);
    }
}

impl Desk {
    /// Stops the run where there is something to ask or to tell; called before time is shown to have passed, with the
    /// step that it was at, if it moves.
    pub(super) fn foresee(self, before: u64) {
        let predict = self.predict;
        let asks = predict.on.get_untracked() && self.versus.with_untracked(Option::is_none);
        if !asks || predict.card.with_untracked(Option::is_some) {
            return;
        }
        let mut card = None;
        predict.ahead.update_value(|ahead| {
            self.show.update_value(|show| card = ahead.meet(show, before));
        });
        if let Some(Card::Told(all)) = &card {
            let right = all.iter().filter(|(q, said)| q.answers[*said].belief.is_none()).count();
            predict.score.update(|(r, of)| (*r, *of) = (*r + right, *of + all.len()));
        }
        if card.is_some() {
            set(predict.card, card);
        }
    }

    /// Carries out what a person wants of Predict.
    pub(super) fn guess(self, want: Guess) {
        let predict = self.predict;
        match want {
            Guess::Switch(on) => {
                predict.leave(true);
                predict.score.set((0, 0));
                set(predict.on, on);
            }
            Guess::Answer(place) => {
                let Some(Card::Ask(question)) = predict.card.get_untracked() else { return };
                predict.ahead.update_value(|ahead| {
                    if let Some(place) = place.filter(|p| *p < question.answers.len()) {
                        ahead.waiting.push((question, place));
                    }
                });
                self.play_on();
            }
            Guess::GoOn => self.play_on(),
        }
    }

    fn play_on(self) {
        set(self.predict.card, None);
        self.show.update_value(|show| show.playback_mut().play());
    }
}

impl Ahead {
    /// The card that is due, with the run brought to where it belongs.
    fn meet(&mut self, show: &mut Show, before: u64) -> Option<Card> {
        if self.stops.is_none() {
            let all = stops(show);
            let first = all.partition_point(|s| s.stop < before);
            self.stops = Some((all, first));
        }
        let (all, place) = self.stops.as_mut()?;
        if self.next.is_none() && *place < all.len() {
            match next_question(show, all, *place) {
                Some((found, question)) => (*place, self.next) = (found + 1, Some(question)),
                None => *place = all.len(),
            }
        }
        let step = show.history().step();
        let told = self.waiting.iter().map(|(q, _)| q.shown).min().filter(|shown| *shown <= step);
        let asked = self.next.as_ref().map(|q| q.stop).filter(|stop| *stop <= step);
        let stop = match (told, asked) {
            (Some(shown), asked) if asked.is_none_or(|stop| shown <= stop) => shown,
            (_, Some(stop)) => stop,
            (_, None) => return None,
        };
        show.seek(stop);
        show.pause();
        if told == Some(stop) {
            let (due, waiting) = std::mem::take(&mut self.waiting).into_iter().partition(|(q, _)| q.shown == stop);
            self.waiting = waiting;
            return Some(Card::Told(due));
        }
        self.next.take().map(Card::Ask)
    }
}

/// The switch.
#[component]
pub fn PredictSwitch() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.text().doors;
    let on = desk.predict.on;
    view! {
        <button
            class="button" type="button" title=words.predict_hint aria-pressed=move || on.get().to_string()
            on:click=move |_| desk.send(Intent::Guess(Guess::Switch(!on.get_untracked())))
        >{words.predict}</button>
    }
}

/// The card, while there is something to ask or to tell.
#[component]
pub fn PredictCard() -> impl IntoView {
    let desk = Desk::get();
    move || desk.predict.card.get().map(|card| show_card(desk, card))
}

fn show_card(desk: Desk, card: Card) -> AnyView {
    let words = desk.words().predict;
    let heading = NodeRef::<html::H2>::new();
    heading.on_load(move |heading| {
        if desk.may_lead() {
            let _ = heading.focus();
        }
    });
    let (title, body) = match card {
        Card::Ask(question) => {
            let asked = desk.show.with_value(|show| (words.question)(&question.ask, show.world().plan()));
            let answers = question.answers.iter().enumerate().map(|(i, answer)| {
                view! {
                    <button class="button" type="button" on:click=move |_| desk.send(Intent::Guess(Guess::Answer(Some(i))))>
                        {(words.answer)(&question.ask, answer.value)}
                    </button>
                }
            });
            let body = view! {
                <p>{asked}</p>
                <div class="actions">
                    {answers.collect_view()}
                    <button class="button plain" type="button" on:click=move |_| desk.send(Intent::Guess(Guess::Answer(None)))>
                        {words.skip}
                    </button>
                </div>
            };
            (words.before, body.into_any())
        }
        Card::Told(all) => {
            let lines = all.iter().map(|(question, said)| {
                let asked = desk.show.with_value(|show| (words.question)(&question.ask, show.world().plan()));
                let (said, right) = (question.answers[*said], question.right().map_or(0, |a| a.value));
                let (class, line) = match said.belief {
                    None => ("told right", (words.right)(&question.ask, right)),
                    Some(belief) => ("told wrong", (words.wrong)(&question.ask, said.value, belief, right)),
                };
                view! { <p class="asked">{asked}</p><p class=class>{line}</p> }
            });
            let (right, of) = desk.predict.score.get_untracked();
            let body = view! {
                {lines.collect_view()}
                <div class="actions">
                    <button class="button main" type="button" on:click=move |_| desk.send(Intent::Guess(Guess::GoOn))>
                        {words.go_on}
                    </button>
                    <span class="score">{(words.score)(right, of)}</span>
                </div>
            };
            (words.after, body.into_any())
        }
    };
    view! {
        <section class="closing predict" aria-label=desk.text().doors.predict data-testid="predict">
            <div class="closing-head"><h2 tabindex="-1" node_ref=heading>{title}</h2></div>
            {body}
        </section>
    }
    .into_any()
}
