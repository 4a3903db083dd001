//! A quiz that is being taken: which question is shown, and what is done about it.

use leptos::prelude::*;

use super::{COURSE, WORDS, link, question::question, summary::summary};
use crate::learn::quiz::{Quiz, Sat};
use crate::ui::copy::CopyButton;
use crate::ui::desk::Desk;
use crate::ui::parts::another_quiz;
use crate::ui::prose::heading;
use crate::ui::study::Study;

/// A quiz that is being taken.
#[derive(Clone, Copy)]
pub(super) struct Sitting {
    pub(super) desk: Desk,
    /// The questions and the answers so far.
    pub(super) quiz: RwSignal<Quiz>,
    /// The question that is shown; behind the last one: the result.
    pub(super) at: RwSignal<usize>,
    /// What is kept of it.
    pub(super) study: Study,
    /// Counts up to begin again.
    pub(super) round: RwSignal<u32>,
}

impl Sitting {
    /// Goes on where one was in it.
    pub(super) fn of(desk: Desk, study: Study, mut quiz: Quiz, round: RwSignal<u32>) -> Sitting {
        let at = study.begun.value.with_untracked(|begun| begun.resume(&mut quiz));
        Sitting { desk, quiz: RwSignal::new(quiz), at: RwSignal::new(at), study, round }
    }

    /// The same quiz from its first question.
    pub(super) fn begin_again(self) {
        let seed = self.quiz.with_untracked(|quiz| quiz.seed);
        if self.study.begun.value.with_untracked(|begun| begun.has(seed)) {
            self.study.begun.note(|begun| begun.forget(seed));
        }
        self.round.update(|n| *n += 1);
    }

    /// Keeps how far one is.
    fn keep(self, at: usize) {
        self.quiz.with_untracked(|quiz| self.study.begun.note(|begun| begun.note(quiz, at)));
    }

    /// How many questions there are.
    pub(super) fn count(self) -> usize {
        self.quiz.with_untracked(|quiz| quiz.questions.len())
    }

    /// Answers the question that is shown, once; false: there is nothing to answer.
    pub(super) fn answer(self, option: usize) -> bool {
        let at = self.at.get_untracked();
        let open = self.quiz.with_untracked(|quiz| {
            quiz.chosen(at).is_none() && quiz.questions.get(at).is_some_and(|q| option < q.options.len())
        });
        if open {
            self.quiz.update(|quiz| _ = quiz.answer(at, option));
            self.keep(at);
            if let Some(sat) = self.quiz.with_untracked(|quiz| {
                let sat = Sat { seed: quiz.seed, right: quiz.score(), of: quiz.questions.len() };
                quiz.current().is_none().then_some(sat)
            }) {
                self.study.results.note(|results| results.add(sat));
            }
        }
        open
    }

    /// To the next question, or to the result; false: this one has no answer yet.
    pub(super) fn go_on(self) -> bool {
        let at = self.at.get_untracked();
        let answered = self.quiz.with_untracked(|quiz| quiz.chosen(at).is_some());
        if answered {
            self.at.set(at + 1);
            self.keep(at + 1);
        }
        answered
    }
}

/// A quiz, from its first question to the result.
pub(super) fn sitting(of: Sitting) -> AnyView {
    let seed = of.quiz.with_untracked(|quiz| quiz.seed);
    let count = of.count();
    let steps = move || {
        let at = of.at.get();
        of.quiz.with(|quiz| (0..count).map(|n| step(n, n == at, quiz.was_right(n))).collect_view())
    };
    // Keyed: nothing of the question before may stay.
    let shown = move |at: usize| untrack(|| if at < count { question(of, at) } else { summary(of) });
    view! {
        <div class="quiz-head">
            {heading((WORDS.number)(seed))}
            <div class="actions">
                <CopyButton names=[WORDS.copy, WORDS.copied, WORDS.not_copied] hint=WORDS.copy_hint text=move || link(seed)/>
                <button
                    class="button" type="button" hidden=move || of.at.get() == count on:click=move |_| another_quiz(of.desk)
                >{WORDS.another}</button>
            </div>
        </div>
        <p class="hint" hidden=move || { of.at.get() > 0 }>{WORDS.intro}</p>
        <ol class="quiz-steps" aria-label=WORDS.steps>{steps}</ol>
        <For each=move || [of.at.get()] key=|at| *at children=shown/>
        {move || (of.at.get() < count).then(|| foot(of))}
    }
    .into_any()
}

/// At its result it stands open, with the results so far.
fn foot(of: Sitting) -> AnyView {
    view! {
        <details class="own-progress"><summary>{COURSE.page.progress.name}</summary>{of.study.foot()}</details>
    }
    .into_any()
}

fn step(n: usize, is_here: bool, right: Option<bool>) -> AnyView {
    let (class, sign) = match right {
        Some(true) => ("step right", "✓"),
        Some(false) => ("step wrong", "✗"),
        None => ("step", ""),
    };
    let name = (WORDS.step)(n + 1, right);
    view! {
        <li class=class aria-current=is_here.then_some("step")>
            <span class="visually-hidden">{name}</span><span aria-hidden="true">{n + 1}" "{sign}</span>
        </li>
    }
    .into_any()
}
