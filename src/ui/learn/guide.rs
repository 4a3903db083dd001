//! Guide me: one question at a time, the path so far, a step aside after a wrong answer, and a summary.

use leptos::html;
use leptos::prelude::*;

use super::ask::{OptionOf, choose, shuffled};
use super::run::{Runs, is_wide, show_stage};
use super::{Notes, words};
use crate::learn::{Guide, GuidePlan, StopKind, Trail, UNSURE};
use crate::ui::desk::Desk;
use crate::ui::prose::{lines, prose, terms};

/// The answer where nothing is asked.
const ON: &str = "on";

/// A walk through the questions of a chapter.
pub(super) fn guide(
    desk: Desk,
    notes: Notes,
    runs: Runs,
    chapter: String,
    plan: StoredValue<GuidePlan>,
    guiding: RwSignal<bool>,
) -> AnyView {
    let words = words().page.guide;
    let walk = RwSignal::new(Guide::start());
    let say = Callback::new(move |answer: String| {
        let mut over = false;
        walk.update(|walk| {
            plan.with_value(|plan| walk.answer(plan, &answer));
            over = walk.is_over();
        });
        if over {
            notes.note(|progress| progress.guided(&chapter));
        }
    });
    let leave = move |_| guiding.set(false);
    let again = move |_| walk.set(Guide::start());
    // Keyed by how far one is: every question is made anew.
    let at = move || [Some(walk.with(|walk| walk.path().len()).to_string())];
    let stop = move |_: Option<String>| {
        walk.with_untracked(|walk| plan.with_value(|plan| show_stop(desk, runs, walk, plan, say)))
    };
    let path = move || {
        walk.with(|walk| {
            plan.with_value(|plan| {
                let steps: Vec<AnyView> = walk.path().iter().map(|step| show_step(step, plan)).collect();
                (!steps.is_empty())
                    .then(|| view! { <h4 class="cap">{words.path}</h4><ol class="path">{steps}</ol> }.into_any())
            })
        })
    };
    view! {
        <section class="guide" aria-label=words.name data-testid="guide">
            <For each=at key=Clone::clone children=stop/>
            {path}
            <div class="actions">
                <button class="button" type="button" on:click=leave>{words.leave}</button>
                <button class="button" type="button" hidden=move || walk.with(|w| w.path().is_empty()) on:click=again>
                    {words.again}
                </button>
            </div>
        </section>
    }
    .into_any()
}

fn show_stop(desk: Desk, runs: Runs, walk: &Guide, plan: &GuidePlan, say: Callback<String>) -> AnyView {
    let page = words().page;
    let words = page.guide;
    let stop = walk.stop(plan);
    let (at, of) = walk.progress(plan);
    let place = match stop.kind {
        StopKind::Question => (words.place)(at + 1, of),
        StopKind::End => (words.summary)(of, walk.path().iter().filter(|step| step.aside.is_some()).count()),
        StopKind::Smaller | StopKind::Show | StopKind::Reason => words.aside.to_owned(),
    };
    let heading = NodeRef::<html::H3>::new();
    // The first one comes with the press that opens it: there it is where it should be, too.
    heading.on_load(|heading| _ = heading.focus());
    let lead = stop.lead.map(|lead| view! { <div class="reply">{prose(lead)}</div> });
    let text = if stop.kind == StopKind::Reason && stop.text.0.len() > 1 {
        view! { <ol class="steps">{lines(stop.text)}</ol> }.into_any()
    } else {
        prose(stop.text)
    };
    let watch = stop.play.cloned().map(|play| {
        if is_wide() {
            desk.watch(runs, &play.run, play.from, play.to);
        }
        let press = move |_| {
            desk.watch(runs, &play.run, play.from, play.to);
            show_stage();
        };
        view! { <div class="actions"><button class="button" type="button" on:click=press>{page.watch}</button></div> }
    });
    let asks = stop.asks.map(|asks| view! { <div class="asked">{prose(asks)}</div> });
    let mut options: Vec<OptionOf> = Vec::new();
    for choice in &stop.choices {
        options.push(OptionOf { says: choice.says.plain(), terms: terms(&choice.says), id: choice.id.clone() });
    }
    let mut options = shuffled(options);
    if stop.may_be_unsure {
        options.push(OptionOf { says: words.unsure.to_owned(), terms: ().into_any(), id: UNSURE.to_owned() });
    }
    let reads = stop.choices.is_empty() && matches!(stop.kind, StopKind::Show | StopKind::Reason);
    let on = reads.then(|| {
        let press = move |_| say.run(ON.to_owned());
        view! { <div class="actions"><button class="button main" type="button" on:click=press>{words.on}</button></div> }
    });
    view! {
        <h3 class="cap place" tabindex="-1" node_ref=heading>{place}</h3>
        {lead}
        <div class="asked">{text}</div>
        {watch}
        {asks}
        {choose(options, RwSignal::new(None), say)}
        {on}
    }
    .into_any()
}

/// A step of the path, in a line.
fn show_step(step: &Trail, plan: &GuidePlan) -> AnyView {
    let words = words().page.guide;
    let question = plan.questions.iter().find(|question| question.id == step.question);
    let choices = match (&step.aside, question) {
        (None, Some(question)) => question.choices.as_slice(),
        (Some(aside), Some(question)) => match question.detours.iter().find(|(id, _)| id == aside) {
            Some((_, detour)) => detour.asks().map_or(&[][..], |smaller| smaller.choices.as_slice()),
            None => &[],
        },
        (_, None) => &[],
    };
    let says = match choices.iter().find(|choice| choice.id == step.answer) {
        Some(choice) => (words.said)(&choice.says.plain(), choice.right),
        // That is no wrong answer.
        None if step.answer == UNSURE => words.unsure.to_owned(),
        None => words.seen.to_owned(),
    };
    let class = if step.aside.is_some() { "aside" } else { "" };
    let asked = question.filter(|_| step.aside.is_none()).map(|question| question.ask.plain());
    view! { <li class=class>{asked.map(|asked| view! { <span class="path-asked">{asked}</span> })}<b>{says}</b></li> }
        .into_any()
}
