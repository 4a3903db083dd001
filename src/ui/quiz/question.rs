//! One question: its options, and what is said to the answer.

use leptos::html;
use leptos::prelude::*;

use super::WORDS;
use super::sitting::Sitting;
use crate::learn::quiz::{Question, Quiz};
use crate::ui::prose::{inline, place, prose, terms};

/// A question. It is answered once.
pub(super) fn question(of: Sitting, at: usize) -> AnyView {
    of.quiz.with_untracked(|quiz| show(of, at, quiz, &quiz.questions[at]))
}

fn show(of: Sitting, at: usize, quiz: &Quiz, question: &Question) -> AnyView {
    let count = quiz.questions.len();
    let (mut options, mut explained) = (Vec::new(), Vec::new());
    for (i, offer) in question.options.iter().enumerate() {
        explained.push(terms(&offer.says));
        options.push(option(of, at, i, offer.says.plain(), offer.misconception.is_none()));
    }
    let keys = (WORDS.keys)(question.options.len());
    let reply = move || of.quiz.with(|quiz| quiz.chosen(at).map(|chosen| reply(&quiz.questions[at], chosen)));
    let after = move || of.quiz.with(|quiz| quiz.chosen(at).is_some()).then(|| after(of, at, at + 1 == count));
    view! {
        <section class="ask quiz-question" data-testid="question">
            {place((WORDS.place)(at + 1, count, question.generator.level))}
            <div class="asked">{prose(&question.ask)}</div>
            <div class="options" role="group" aria-label=WORDS.options>{options}</div>
            {explained}
            <p class="hint keys" hidden=move || of.quiz.with(|quiz| quiz.chosen(at).is_some())>{keys}</p>
            <div role="status">{reply}</div>
            {after}
        </section>
    }
    .into_any()
}

fn option(of: Sitting, at: usize, i: usize, says: String, is_right: bool) -> AnyView {
    let chosen = move || of.quiz.with(|quiz| quiz.chosen(at));
    let class = move || match chosen() {
        None => "option",
        Some(_) if is_right => "option right",
        Some(chosen) if chosen == i => "option wrong",
        Some(_) => "option other",
    };
    let mark = move || {
        let chosen = chosen()?;
        let (sign, says) = match (is_right, chosen == i) {
            (true, _) => ("✓ ", WORDS.marks[0]),
            (false, true) => ("✗ ", WORDS.marks[1]),
            (false, false) => return None,
        };
        Some(view! { <span class="option-mark"><span aria-hidden="true">{sign}</span>{says}</span> }.into_any())
    };
    view! {
        <button
            class=class type="button" aria-disabled=move || chosen().is_some().to_string()
            aria-keyshortcuts=(i + 1).to_string() on:click=move |_| _ = of.answer(i)
        >
            <kbd aria-hidden="true">{i + 1}</kbd><span>{says}</span>{mark}
        </button>
    }
    .into_any()
}

/// What is said to an answer: to a wrong one why it is wrong, and what is right.
fn reply(question: &Question, chosen: usize) -> AnyView {
    let (said, right) = (&question.options[chosen], &question.options[question.right()]);
    let is_right = said.misconception.is_none();
    let class = if is_right { "reply right" } else { "reply wrong" };
    let rest = (!is_right)
        .then(|| view! { <p><b>{(WORDS.right_is)(&right.says.plain())}</b>" "{inline(&right.reply)}</p> }.into_any());
    view! {
        <div class=class>
            <p><b>{WORDS.verdict[usize::from(!is_right)]}</b>" "{inline(&said.reply)}</p>
            {rest}
        </div>
    }
    .into_any()
}

/// On, and the run. The focus goes there, so that Enter goes on.
fn after(of: Sitting, at: usize, is_last: bool) -> AnyView {
    let on = NodeRef::<html::Button>::new();
    on.on_load(|on| _ = on.focus());
    view! {
        <div class="actions">
            <button class="button main" type="button" node_ref=on on:click=move |_| _ = of.go_on()>
                {if is_last { WORDS.finish } else { WORDS.next }}
            </button>
            {watch(of, at)}
        </div>
    }
    .into_any()
}

/// The button that opens the run of a question on Play.
pub(super) fn watch(of: Sitting, at: usize) -> AnyView {
    let label = of.quiz.with_untracked(|quiz| (WORDS.watch_what)(&quiz.questions[at].title));
    let press = move |_| {
        let watch = of.quiz.with_untracked(|quiz| quiz.questions[at].watch.clone());
        of.desk.watch_on_play(&watch.scenario, None, watch.from, watch.to);
    };
    view! { <button class="button watch" type="button" aria-label=label on:click=press>{WORDS.watch}</button> }
        .into_any()
}
