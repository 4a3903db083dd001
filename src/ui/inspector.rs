//! The inspector: everything there is to know of one thing, beside the stage, or at the foot of a narrow page.

use leptos::context::Provider;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent, SubmitEvent};

use super::desk::{Desk, Intent};
use super::focus;
use super::grid::{Grid, tone};
use super::icons::{Icon, Shape};
use crate::check::why::Lit;
use crate::graph::Plan;
use crate::ids::EventId;
use crate::text::inspector::{BarLine, Block, Stop};
use crate::view::hands::Grip;
use crate::view::inspector::{Life, Listing, Page, Subject, life, page, subjects};

/// The button that opens and closes it.
#[component]
pub fn InspectorButton() -> impl IntoView {
    let desk = Desk::get();
    let is_open = Memo::new(move |_| desk.looking.subject.with(Option::is_some));
    let toggle = move |_| desk.send(Intent::Inspect((!is_open.get_untracked()).then_some(Subject::Checkpoints(None))));
    view! {
        <button class="button inspector-button" type="button" aria-expanded=move || is_open.get().to_string() on:click=toggle>
            {desk.text().doors.inspector}
        </button>
    }
}

/// The item of a place's menu that looks at it.
pub fn menu_item(desk: Desk, grip: &Grip, close: impl Fn() + Copy + 'static) -> Option<AnyView> {
    let subject = desk.show.with_value(|show| Subject::of(grip, show.world().plan()));
    let subject = subject?;
    let go = move |_| {
        close();
        go_to(desk, subject.clone());
    };
    let item = view! {
        <button type="button" role="menuitem" tabindex="-1" class="menu-item" on:click=go>
            {desk.words().inspector.inspect}
        </button>
    };
    Some(item.into_any())
}

/// To another subject, and the focus to its heading: what it was on may be gone.
pub fn go_to(desk: Desk, subject: Subject) {
    desk.send(Intent::Inspect(Some(subject)));
    request_animation_frame(|| {
        if let Some(head) = document().get_element_by_id("subject").and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
            let _ = head.focus();
        }
    });
}

/// The panel, while something is looked at.
#[component]
pub fn Inspector() -> impl IntoView {
    let desk = Desk::get();
    let is_open = Memo::new(move |_| desk.looking.subject.with(Option::is_some));
    move || is_open.get().then(|| panel(desk, None))
}

/// The panel for one of two runs that are compared: the one that it was opened from, until the other is chosen.
pub fn of_two(desk: Desk, other: Desk) -> impl IntoView {
    let is_open = Memo::new(move |_| desk.looking.subject.with(Option::is_some));
    let there = desk.looking.there;
    // Who stops comparing looks at the run that stays.
    on_cleanup(move || there.set(false));
    move || {
        is_open.get().then(|| match there.get() {
            true => view! { <Provider value=other>{panel(other, Some(desk))}</Provider> }.into_any(),
            false => panel(desk, Some(desk)),
        })
    }
}

/// Which of the two is looked at. What the other does not have cannot be looked at there.
fn sides(desk: Desk, lead: Desk) -> AnyView {
    let words = desk.words().compare;
    let there = desk.looking.there;
    let side = |name: &'static str, beside: bool| {
        let choose = move |_| {
            let plan_has = |desk: Desk, s: &Subject| desk.show.with_value(|show| s.is_in(show.world().plan()));
            let to = if beside { lead.other.get_untracked() } else { Some(lead) };
            let has = |to| lead.looking.subject.with_untracked(|s| s.as_ref().is_none_or(|s| plan_has(to, s)));
            if to.is_some_and(|to| !has(to)) {
                lead.looking.subject.set(Some(Subject::Checkpoints(None)));
            }
            there.set(beside);
        };
        view! {
            <button class="button" type="button" aria-pressed=(there.get_untracked() == beside).to_string() on:click=choose>{name}</button>
        }
    };
    view! { <div class="look-sides" role="group" aria-label=words.looked_at>{side(words.here, false)}{side(words.there, true)}</div> }
        .into_any()
}

/// The panel of a run; `lead`: two are compared, and this is the one that both go along with.
fn panel(desk: Desk, lead: Option<Desk>) -> AnyView {
    // A life is that of the whole run: it is worked out once, not at every position.
    let known = StoredValue::new_local(None::<(u32, Life)>);
    let blocks = Memo::new(move |_| {
        desk.looking.turn.track();
        let run = desk.run.get();
        desk.looking.subject.with(|subject| {
            let Some(subject) = subject else { return Vec::new() };
            desk.show.with_value(|show| {
                // For a moment another job may be on the stage.
                if !subject.is_in(show.world().plan()) {
                    return Vec::new();
                }
                let page = match subject {
                    Subject::Record(id) => {
                        known.update_value(|known| {
                            if known.as_ref().is_none_or(|(of, life)| *of != run || life.id != *id) {
                                *known = Some((run, life(show, id)));
                            }
                        });
                        let found = known.with_value(|k| k.as_ref().map(|(_, life)| life.clone()));
                        let found = found.unwrap_or_else(|| life(show, id));
                        Page::Record(Life { step: show.history().step(), ..found })
                    }
                    other => page(show, other),
                };
                (desk.words_now().inspector.page)(show.world().plan(), &page)
            })
        })
    });
    // Tables keep their place while what stands around them changes, as long as their columns are the same.
    let shape = Memo::new(move |_| {
        desk.run.track();
        let words = desk.words_now().inspector;
        let listing = |b: &Block| match b {
            Block::Listing(listing) => {
                let mut heads = desk.show.with_value(|show| (words.heads)(show.world().plan(), listing));
                heads.push((words.listing)(listing).0);
                Some((listing.clone(), heads))
            }
            _ => None,
        };
        blocks.with(|all| all.iter().map(listing).collect::<Vec<Option<(Listing, Vec<&'static str>)>>>())
    });
    let content = move || {
        let part = |(i, listing): (usize, Option<(Listing, Vec<&'static str>)>)| match listing {
            Some((listing, _)) => view! { <Grid listing/> }.into_any(),
            None => {
                let own = Memo::new(move |_| blocks.with(|all| all.get(i).cloned()));
                (move || own.with(|block| block.as_ref().map(|b| block_view(desk, lead, b)))).into_any()
            }
        };
        shape.get().into_iter().enumerate().map(part).collect_view()
    };

    let heading = NodeRef::<html::H2>::new();
    let opener = focus::opener();
    heading.on_load(move |heading| {
        if desk.may_lead() {
            let _ = heading.focus();
        }
    });
    let close = move || {
        desk.send(Intent::Inspect(None));
        focus::give_back(opener);
    };
    let pressed = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            close();
        }
    };
    let named = move |plan: &Plan, s: &Subject| s.is_in(plan).then(|| (desk.words_now().inspector.subject)(plan, s));
    let title = move || {
        desk.run.track();
        desk.looking.subject.with(|s| s.as_ref().map(|s| desk.show.with_value(|show| named(show.world().plan(), s))))
    };
    view! {
        <section class="look" aria-label=desk.text().doors.inspector on:keydown=pressed data-testid="inspector">
            <div class="look-inside">
                <div class="why-head">
                    <h2 tabindex="-1" node_ref=heading>{desk.text().doors.inspector}</h2>
                    <SubjectChoice/>
                    <button class="button square plain" type="button" aria-label=desk.text().controls.close on:click=move |_| close()>
                        <Icon shape=Shape::Close/>
                    </button>
                </div>
                {lead.map(|lead| sides(desk, lead))}
                <h3 class="subject" id="subject" tabindex="-1">{title}</h3>
                {content}
            </div>
        </section>
    }
    .into_any()
}

/// Which subject: all of the job's, kind by kind.
#[component]
fn SubjectChoice() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.words().inspector;
    let list = Memo::new(move |_| {
        desk.run.track();
        let chosen = desk.looking.subject.get();
        // The record that is looked at is among them: it cannot be chosen elsewhere.
        let record = chosen.filter(|s| matches!(s, Subject::Record(_)));
        let mut all = desk.show.with_value(|show| subjects(show.world().plan()));
        all.extend(record);
        all
    });
    let options = move || {
        // Another job may have the same things under other names.
        desk.run.track();
        let all = list.get();
        let words = desk.words_now().inspector;
        let chosen = desk.looking.subject.get();
        let is_chosen = |s: &Subject| match (s, &chosen) {
            (Subject::Checkpoints(_), Some(Subject::Checkpoints(_))) => true,
            (s, chosen) => chosen.as_ref() == Some(s),
        };
        let mut kinds: Vec<_> = all.iter().map(Subject::kind).collect();
        kinds.dedup();
        let group = |kind| {
            let members = all.iter().enumerate().filter(|(_, s)| s.kind() == kind).map(|(i, s)| {
                let name = desk.show.with_value(|show| (words.subject)(show.world().plan(), s));
                view! { <option value=i.to_string() selected=is_chosen(s)>{name}</option> }
            });
            view! { <optgroup label=(words.kind)(kind)>{members.collect_view()}</optgroup> }
        };
        kinds.into_iter().map(group).collect_view()
    };
    let choose = move |event| {
        let found = event_target_value(&event).parse::<usize>().ok();
        if let Some(subject) = found.and_then(|i| list.with_untracked(|all| all.get(i).cloned())) {
            desk.send(Intent::Inspect(Some(subject)));
        }
    };
    view! {
        <label class="choice">
            <span class="visually-hidden">{words.look_at}</span>
            <select on:change=choose>{options}</select>
        </label>
    }
}

fn block_view(desk: Desk, lead: Option<Desk>, block: &Block) -> AnyView {
    match block {
        Block::Head(words) => view! { <h4 class="look-head">{words.clone()}</h4> }.into_any(),
        Block::Note(words, t) => view! { <p class=format!("look-note {}", tone(*t))>{words.clone()}</p> }.into_any(),
        Block::Facts(facts) => {
            let facts = facts.iter().map(|(name, value)| view! { <div><dt>{*name}</dt><dd>{value.clone()}</dd></div> });
            view! { <dl class="look-facts">{facts.collect_view()}</dl> }.into_any()
        }
        Block::Links(links) => {
            let links = links.iter().cloned().map(|(name, subject)| {
                let go = move |_| go_to(desk, subject.clone());
                view! { <button class="button" type="button" on:click=go>{name}</button> }
            });
            view! { <div class="look-links">{links.collect_view()}</div> }.into_any()
        }
        Block::Stops(stops) => {
            view! { <ol class="chain life">{stops.iter().map(|s| stop_view(desk, lead, s)).collect_view()}</ol> }
                .into_any()
        }
        Block::Bars(names, length, lines) => bars(desk, names, *length, lines),
        Block::Table(name, heads, rows) => table(name, heads, rows),
        Block::Finder => finder(desk),
        Block::Listing(_) => ().into_any(),
    }
}

fn stop_view(desk: Desk, lead: Option<Desk>, stop: &Stop) -> AnyView {
    let step = stop.step;
    let go = move |_| match lead.filter(|_| desk.looking.is_beside) {
        // Both go there, each by its own steps: they have the same clock.
        Some(lead) => {
            if let Some(time) = desk.show.with_value(|show| show.history().time_of(step)) {
                let there = lead.show.with_value(|show| show.history().step_at(time));
                lead.send(Intent::Moment(there, Lit::default()));
            }
        }
        None => desk.send(Intent::Moment(step, Lit::default())),
    };
    let class = if stop.later { "moment to-come" } else { "moment" };
    view! {
        <li>
            <button
                class=class type="button" aria-current=stop.here.then_some("step") data-step=step.to_string()
                on:click=go
            >
                <span class="moment-place">{stop.place.clone()}</span><span>{stop.words.clone()}</span>
            </button>
        </li>
    }
    .into_any()
}

/// The four phases of each task, one under the other, so that they show where they overlap.
fn bars(desk: Desk, names: &[&'static str; 4], length: u64, lines: &[BarLine]) -> AnyView {
    let at = desk.text().milliseconds;
    let legend = names.iter().enumerate().map(|(i, name)| {
        view! { <li><span class=format!("phase phase-{i}")></span>{*name}</li> }
    });
    let line = |line: &BarLine| {
        let share = |n: u64| n as f64 * 100.0 / length as f64;
        let bars = line.bars.iter().enumerate().filter_map(|(i, bar)| {
            // What took no time is no bar.
            let (from, to) = (*bar).filter(|(from, to)| from < to)?;
            let (left, width) = (format!("{:.2}%", share(from)), format!("{:.2}%", share(to - from)));
            Some(view! { <span class=format!("phase phase-{i}") style:left=left style:width=width></span> })
        });
        view! {
            <li>
                <span class="phases-name">{line.name.clone()}</span>
                <span class="phases-track" role="img" aria-label=line.words.clone() title=line.words.clone()>{bars.collect_view()}</span>
            </li>
        }
    };
    view! {
        <ul class="phases-legend" aria-hidden="true">{legend.collect_view()}</ul>
        <ul class="phases">{lines.iter().map(line).collect_view()}</ul>
        <p class="phases-scale" aria-hidden="true"><span>{at(0)}</span><span>{at(length / 2)}</span><span>{at(length)}</span></p>
    }
    .into_any()
}

fn table(name: &str, heads: &[&'static str], rows: &[Vec<String>]) -> AnyView {
    let head = heads.iter().map(|h| view! { <th scope="col">{*h}</th> });
    let row = |cells: &Vec<String>| {
        let cells = cells.iter().map(|c| view! { <td>{c.clone()}</td> });
        view! { <tr>{cells.collect_view()}</tr> }
    };
    view! {
        <div class="listing-rows" tabindex="0" role="group" aria-label=name.to_owned()>
            <table>
                <caption>{name.to_owned()}</caption>
                <thead><tr>{head.collect_view()}</tr></thead>
                <tbody>{rows.iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// Finds a record by its id.
fn finder(desk: Desk) -> AnyView {
    let words = desk.words().inspector;
    let field = NodeRef::<html::Input>::new();
    let find = move |event: SubmitEvent| {
        event.prevent_default();
        let wanted = field.get_untracked().map(|f| f.value()).unwrap_or_default();
        let wanted = wanted.trim();
        if !wanted.is_empty() {
            let id = wanted.parse().map_or_else(|_| EventId::Text(wanted.into()), EventId::Int);
            desk.send(Intent::Inspect(Some(Subject::Record(id))));
        }
    };
    view! {
        <form class="finder" on:submit=find>
            <label class="choice">
                <span class="choice-name">{move || desk.words_now().inspector.find_record}</span>
                <input node_ref=field type="text" autocomplete="off" spellcheck="false"/>
            </label>
            <button class="button" type="submit">{words.find}</button>
        </form>
    }
    .into_any()
}
