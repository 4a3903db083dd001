//! The analogy: what each thing of the stage is in it, where it fails, the run in its words to copy, and one question.

use leptos::prelude::*;

use super::ask::ask;
use super::chapter::{foot, top};
use super::run::{runs, show_stage};
use super::{ANALOGY, Notes, words};
use crate::learn::Analogy;
use crate::ui::as_code::Block;
use crate::ui::desk::{Desk, Intent};
use crate::ui::prose::{heading, inline, lines, prose};

/// The page of the analogy.
pub(super) fn analogy(desk: Desk, notes: Notes) -> AnyView {
    let page = words().page;
    let of = match Analogy::open(crate::learn::ANALOGY, words().analogy, &words().tongue) {
        Ok(of) => of,
        Err(fault) => {
            return view! { {top(ANALOGY)}<p class="error">{(page.broken)(&fault.to_string())}</p> }.into_any();
        }
    };
    let all = runs(of.runs());
    desk.stand(all, &of.question.run, of.question.stop);
    let rows: Vec<AnyView> = of
        .likenesses
        .iter()
        .map(|like| {
            view! {
                <tr>
                    <th scope="row">{(page.analogy.thing)(like.thing)}</th>
                    <td><b>{like.label.clone()}</b></td>
                    <td>{inline(&like.line)}</td>
                </tr>
            }
            .into_any()
        })
        .collect();
    let heads = page.analogy.heads.map(|head| view! { <th scope="col">{head}</th> }).collect_view();
    let id = of.question.id.clone();
    // Where the stage has words for it.
    let see = move || {
        desk.language.track();
        let button = || {
            view! {
                <button
                    class="button" type="button" on:click=move |_| {
                        desk.send(Intent::Lens(!desk.lens.get_untracked()));
                        show_stage();
                    }
                >{move || page.analogy.see[usize::from(desk.lens.get())]}</button>
            }
        };
        (!desk.text().doors.lens.is_empty()).then(button)
    };
    let done = Callback::new(move |right| notes.note(|progress| progress.answered(ANALOGY, &id, right)));
    view! {
        {top(ANALOGY)}
        {heading(of.title)}
        <div class="intuition">{prose(&of.intro)}</div>
        <div class="actions">{see}</div>
        <section class="part" aria-label=page.analogy.question>
            <h3>{page.analogy.question}</h3>
            {ask(desk, all, of.question, done)}
        </section>
        <div class="picture"><Block title=page.analogy.picture lines=of.picture.plain()/></div>
        <h3>{page.analogy.table}</h3>
        <table class="likenesses"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>
        <h3>{page.analogy.limits}</h3>
        <ul class="limits">{lines(&of.limits)}</ul>
        <p>{page.analogy.field}</p>
        {foot()}
    }
    .into_any()
}
