//! A chapter: what it is about, its sections beside the stage, and Guide me.

use leptos::prelude::*;

use super::ask::ask;
use super::guide::guide;
use super::run::{Runs, runs, show_stage, title};
use super::{Notes, number_of, title_of, words};
use crate::learn::{Chapter, LESSONS, Prediction, Prose, Section, lesson, rule_sources};
use crate::ui::desk::{Desk, set};
use crate::ui::prose::{heading, inline, lines, prose};
use crate::view::show::{Show, Start};
use crate::view::verdict::verdict_at_work;

/// The chapter of this name.
pub(super) fn chapter(desk: Desk, notes: Notes, name: &str) -> AnyView {
    let page = words().page;
    let json = lesson(name).map_or("", |lesson| lesson.json);
    let chapter = match Chapter::open(json, (words().chapter)(name), &words().tongue) {
        Ok(chapter) => chapter,
        Err(fault) => {
            return view! { {top(name)}<p class="error">{(page.broken)(&fault.to_string())}</p> }.into_any();
        }
    };
    let of = runs(chapter.runs());
    if let Some(first) = chapter.sections.first() {
        desk.stand(of, &first.play.run, first.play.from);
    }
    let sources = sources(&chapter.rules());
    let unasked: Vec<String> = {
        let asks = |section: &&Section| !chapter.predictions.iter().any(|p| p.section == section.id);
        chapter.sections.iter().filter(asks).map(|section| section.id.clone()).collect()
    };
    let mut sections = Vec::new();
    for section in &chapter.sections {
        let asked: Vec<Prediction> = chapter.predictions.iter().filter(|p| p.section == section.id).cloned().collect();
        let dashboard = section.dashboard.then(|| dashboard(desk, &chapter, section)).flatten();
        sections.push(show_section(desk, notes, of, &chapter.name, section, asked, dashboard));
    }
    let plan = StoredValue::new(chapter.guide);
    let guiding = RwSignal::new(false);
    // Once it is there it stays where one is in it.
    let guided = RwSignal::new(false);
    let name = StoredValue::new(chapter.name);
    let walk = move || {
        let name = name.with_value(Clone::clone);
        guided.get().then(|| untrack(|| guide(desk, notes, of, name, plan, guiding)))
    };
    let begin = move |_| {
        set(guided, true);
        guiding.update(|on| *on = !*on);
    };
    let after = {
        let number = name.with_value(|name| number_of(name));
        number.and_then(|n| LESSONS.get(n)).map(|next| {
            let title = title_of(next.name);
            let press = move |_| {
                let name = name.with_value(Clone::clone);
                notes.note(|progress| unasked.iter().for_each(|section| progress.read(&name, section)));
            };
            view! { <a class="button main next" href=super::address(next.name) on:click=press>{(page.next)(&title)}</a> }
        })
    };
    view! {
        {top(&name.with_value(Clone::clone))}
        {heading(chapter.title)}
        <p class="intuition">{inline(&chapter.intuition)}</p>
        <p class="hook"><span class="cap">{page.hook}</span>{inline(&chapter.hook)}</p>
        <div class="actions">
            <button class="button" type="button" aria-pressed=move || guiding.get().to_string() on:click=begin>
                {page.guide.name}
            </button>
            <button class="button" type="button" on:click=move |_| desk.take_to_play()>{page.to_play}</button>
        </div>
        <p class="hint">{page.guide.about}</p>
        <div class="guide-place" hidden=move || !guiding.get()>{walk}</div>
        <div class="sections" hidden=move || guiding.get()>
            {sections}
            <div class="example"><h3 class="cap">{page.example}</h3>{prose(&chapter.example)}</div>
            {sources}
            {after}
        </div>
        {foot()}
    }
    .into_any()
}

/// The way back, and where one is.
pub(super) fn top(name: &str) -> AnyView {
    let page = words().page;
    view! {
        <p class="crumbs">
            <a href=format!("#{}", super::FRAGMENT)>{page.list}</a>
            {number_of(name).map(|n| view! { <span>{(page.number)(n)}</span> })}
        </p>
    }
    .into_any()
}

/// Over the stage, where it is below the text: back to where one read.
pub(super) fn foot() -> AnyView {
    let page = words().page;
    view! {
        <div class="to-text">
            <button class="button" type="button" on:click=|_| super::run::back_to_text()>{page.to_text}</button>
        </div>
    }
    .into_any()
}

/// What an operator's dashboard says at the end of a section.
fn dashboard(desk: Desk, chapter: &Chapter, section: &Section) -> Option<String> {
    let mut show = Show::open(chapter.run(&section.play.run)?.scenario.clone(), Start::Beginning);
    Some((desk.text().dashboard)(&verdict_at_work(&mut show, section.play.to)))
}

fn show_section(
    desk: Desk,
    notes: Notes,
    of: Runs,
    chapter: &str,
    section: &Section,
    asked: Vec<Prediction>,
    dashboard: Option<String>,
) -> AnyView {
    let page = words().page;
    let count = asked.len();
    // So many of its questions are answered, or passed over.
    let answered = RwSignal::new(0_usize);
    let is_open = move || answered.get() >= count;
    let ids = StoredValue::new((chapter.to_owned(), section.id.clone()));
    let read = move || ids.with_value(|(chapter, section)| notes.note(|progress| progress.read(chapter, section)));
    let play = StoredValue::new(section.play.clone());
    // It stops where something is asked that is not answered.
    let stops: Vec<u64> = asked.iter().filter(|p| p.run == section.play.run).map(|p| p.stop).collect();
    let watch = move |_| {
        let open = answered.get_untracked();
        let stop = stops.get(open).copied();
        play.with_value(|play| {
            let to = stop.filter(|stop| *stop > play.from).unwrap_or(play.to);
            desk.watch(of, &play.run, play.from, to);
        });
        show_stage();
        if open >= count {
            read();
        }
    };
    let beside = section.play.beside.clone().map(|beside| {
        let name = (page.watch_beside)(&title(desk, of, &beside));
        let press = move |_| {
            play.with_value(|play| desk.watch_beside(of, play, &beside));
            show_stage();
        };
        view! { <button class="button" type="button" on:click=press>{name}</button> }
    });
    let questions = asked.into_iter().enumerate().map(|(i, prediction)| {
        let id = prediction.id.clone();
        let done = Callback::new(move |right| {
            ids.with_value(|(chapter, _)| notes.note(|progress| progress.answered(chapter, &id, right)));
            if answered.get_untracked() <= i {
                answered.set(i + 1);
            }
            if answered.get_untracked() >= count {
                read();
            }
        });
        let asks = ask(desk, of, prediction, done);
        view! { <div class="in-turn" hidden=move || answered.get() < i>{asks}</div> }.into_any()
    });
    let questions: Vec<AnyView> = questions.collect();
    let held = (count > 0).then(|| {
        let skip = move |_| {
            answered.set(count);
            read();
        };
        view! {
            <p class="hint held" hidden=is_open>
                {page.held}" "<button class="link" type="button" on:click=skip>{page.skip}</button>
            </p>
        }
    });
    let rows = (!section.rows.0.is_empty()).then(|| {
        view! { <h4 class="cap">{page.rows}</h4><ol class="trace">{lines(&section.rows)}</ol> }
    });
    let dashboard = dashboard.map(|says| {
        view! { <p class="dashboard-line"><span>{page.dashboard}</span>" "<b>{says}</b></p> }
    });
    let name = section.title.plain();
    let of_section = name.clone();
    let (run_name, label) = (title(desk, of, &section.play.run), (page.watch_what)(&name));
    view! {
        <section class="part" aria-label=of_section>
            <h3>{name}</h3>
            {prose(&section.lead)}
            <div class="actions">
                <button class="button watch" type="button" aria-label=label on:click=watch>{page.watch}</button>
                {beside}
                <span class="hint run-name">{run_name}</span>
            </div>
            {questions}
            {held}
            <div class="outcome-text" hidden=move || !is_open()>{prose(&section.text)}{table(&section.table)}{rows}{dashboard}</div>
        </section>
    }
    .into_any()
}

/// Numbers side by side.
fn table(rows: &[Prose]) -> AnyView {
    let Some((head, rest)) = rows.split_first() else { return ().into_any() };
    let cells = |row: &Prose| row.0.iter().map(|cell| inline(&Prose(vec![cell.clone()]))).collect::<Vec<_>>();
    let heads: Vec<AnyView> =
        cells(head).into_iter().map(|cell| view! { <th scope="col">{cell}</th> }.into_any()).collect();
    let row = |row: &Prose| {
        let mut cells = cells(row).into_iter();
        let name = cells.next();
        let numbers: Vec<AnyView> = cells.map(|cell| view! { <td>{cell}</td> }.into_any()).collect();
        view! { <tr><th scope="row">{name}</th>{numbers}</tr> }.into_any()
    };
    let rows: Vec<AnyView> = rest.iter().map(row).collect();
    view! { <table class="numbers"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table> }.into_any()
}

/// Where the chapter's statements can be read.
fn sources(rules: &[&str]) -> AnyView {
    let page = words().page;
    let mut seen: Vec<&str> = Vec::new();
    let mut list = Vec::new();
    for rule in rules {
        for source in rule_sources(rule) {
            if !seen.contains(&source.name) {
                seen.push(source.name);
                list.push(
                    view! {
                        <li>
                            <a
                                href=source.address target="_blank" rel="noopener noreferrer"
                                aria-label=(page.source)(rule, source.title)
                            ><b>{(*rule).to_owned()}</b>": "{source.title}</a>
                        </li>
                    }
                    .into_any(),
                );
            }
        }
    }
    if list.is_empty() {
        return ().into_any();
    }
    let all = super::list::model_name();
    view! {
        <div class="sources">
            <h3 class="cap">{page.sources}</h3>
            <ul>{list}</ul>
            <p><a href=super::address(super::MODEL)>{all}</a></p>
        </div>
    }
    .into_any()
}
