//! The end of a quiz: the score, and what was wrong and why.

use leptos::prelude::*;

use super::WORDS;
use super::question::watch;
use super::sitting::Sitting;
use crate::learn::quiz::Miss;
use crate::ui::learn::{address, number_of, title_of};
use crate::ui::parts::another_quiz;
use crate::ui::prose::{inline, place, prose};

/// The result.
pub(super) fn summary(of: Sitting) -> AnyView {
    let so_far = move || {
        of.study.results.value.with(|results| {
            results.best().map_or_else(String::new, |best| (WORDS.so_far)(results.all().len(), best.right, best.of))
        })
    };
    of.quiz.with_untracked(|quiz| {
        let (right, count) = (quiz.score(), quiz.questions.len());
        let misses: Vec<AnyView> = quiz.misses().iter().map(|miss| show(of, miss)).collect();
        let misses = (!misses.is_empty()).then(|| {
            view! { <h3 class="quiz-why">{WORDS.misses}</h3><ol class="misses">{misses}</ol> }.into_any()
        });
        view! {
            <section class="quiz-end" data-testid="result">
                {place((WORDS.score)(right, count))}
                <p class="hint">{(WORDS.after)(right, count)}</p>
                <div class="actions">
                    <button class="button main" type="button" on:click=move |_| another_quiz(of.desk)>{WORDS.another}</button>
                    <button class="button" type="button" on:click=move |_| of.begin_again()>
                        {WORDS.again}
                    </button>
                </div>
                {misses}
                <p class="so-far">{so_far}</p>
                {of.study.foot()}
            </section>
        }
        .into_any()
    })
}

/// A question that was answered wrong.
fn show(of: Sitting, miss: &Miss<'_>) -> AnyView {
    let chapter = miss.question.generator.chapter;
    let read = number_of(chapter).map(|n| {
        view! { <a class="button" href=address(chapter)>{(WORDS.read)(n, &title_of(chapter))}</a> }
    });
    view! {
        <li class="miss">
            <h4>{(WORDS.miss)(miss.number + 1, &miss.question.title)}</h4>
            <div class="asked">{prose(&miss.question.ask)}</div>
            <p class="reply wrong"><span><b>{WORDS.said}": "{miss.chosen.says.plain()}</b>{inline(&miss.chosen.reply)}</span></p>
            <p class="reply right"><span><b>{WORDS.right}": "{miss.right.says.plain()}</b>{inline(&miss.right.reply)}</span></p>
            <div class="actions">{watch(of, miss.number)}{read}</div>
        </li>
    }
    .into_any()
}
