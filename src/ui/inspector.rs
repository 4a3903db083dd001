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
use crate::text::inspector::{BarLine, Block, Kind, Stop};
use crate::view::hands::Grip;
use crate::view::inspector::{Life, Listing, Page, PhaseBar, Subject, life, page, subjects};

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
    // Each block keeps its place and its elements while others come and go around it. It is known by its kind, and by how many
    // of its kind stand before it; a long table by what it lists and its columns.
    let places = Memo::new(move |_| {
        desk.run.track();
        let words = desk.words_now().inspector;
        let mut before: Vec<Kind> = Vec::new();
        let mut place = |b: &Block| {
            let kind = b.kind();
            let n = before.iter().filter(|k| **k == kind).count();
            before.push(kind);
            let listing = match b {
                Block::Listing(listing) => {
                    let mut heads = desk.show.with_value(|show| (words.heads)(show.world().plan(), listing));
                    heads.push((words.listing)(listing).0);
                    Some((listing.clone(), heads))
                }
                _ => None,
            };
            Place { kind, n, listing }
        };
        blocks.with(|all| all.iter().map(&mut place).collect::<Vec<Place>>())
    });
    let content = move |place: Place| match place.listing {
        Some((listing, _)) => view! { <Grid listing/> }.into_any(),
        None => {
            let own = Memo::new(move |_| {
                blocks.with(|all| all.iter().filter(|b| b.kind() == place.kind).nth(place.n).cloned())
            });
            block_view(desk, lead, place.kind, own)
        }
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
                <For each=move || places.get() key=Place::clone children=content/>
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

/// Where a block stands.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    kind: Kind,
    n: usize,
    listing: Option<(Listing, Vec<&'static str>)>,
}

/// A block, as it is now. None: it is on its way out.
type Own = Memo<Option<Block>>;

/// A block of one kind. To make an element anew, or only to go over its attributes, costs a frame more than to change
/// its words: what can change is put in by itself.
fn block_view(desk: Desk, lead: Option<Desk>, kind: Kind, own: Own) -> AnyView {
    match kind {
        Kind::Head => {
            let words = own_part(own, |b| if let Block::Head(words) = b { Some(words.clone()) } else { None });
            view! { <h4 class="look-head">{move || words.get()}</h4> }.into_any()
        }
        Kind::Note => {
            let note = own_part(own, |b| if let Block::Note(words, t) = b { Some((words.clone(), *t)) } else { None });
            let class = move || note.with(|(_, t)| format!("look-note {}", tone(*t)));
            view! { <p class=class>{move || note.with(|(words, _)| words.clone())}</p> }.into_any()
        }
        Kind::Facts => {
            let facts = own_part(own, |b| if let Block::Facts(facts) = b { Some(facts.clone()) } else { None });
            let fact = |(name, value): (&'static str, String)| view! { <div><dt>{name}</dt><dd>{value}</dd></div> };
            view! { <dl class="look-facts">{move || facts.get().into_iter().map(fact).collect_view()}</dl> }.into_any()
        }
        Kind::Links => {
            let links = own_part(own, |b| if let Block::Links(links) = b { Some(links.clone()) } else { None });
            let link = move |(name, subject): (String, Subject)| {
                let go = move |_| go_to(desk, subject.clone());
                view! { <button class="button" type="button" on:click=go>{name}</button> }
            };
            view! { <div class="look-links">{move || links.get().into_iter().map(link).collect_view()}</div> }
                .into_any()
        }
        Kind::Stops => {
            let stops = own_part(own, |b| if let Block::Stops(stops) = b { Some(stops.clone()) } else { None });
            let stops = move || stops.with(|stops| stops.iter().map(|s| stop_view(desk, lead, s)).collect_view());
            view! { <ol class="chain life">{stops}</ol> }.into_any()
        }
        Kind::Bars => bars(desk, own),
        Kind::Table => table(own),
        Kind::Listing => ().into_any(),
        Kind::Finder => finder(desk),
    }
}

/// What a block of one kind holds; nothing, once it is on its way out.
fn own_part<T: Clone + Default + PartialEq + Send + Sync + 'static>(
    own: Own,
    part: fn(&Block) -> Option<T>,
) -> Memo<T> {
    Memo::new(move |_| own.with(|block| block.as_ref().and_then(part)).unwrap_or_default())
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
fn bars(desk: Desk, own: Own) -> AnyView {
    let at = desk.text().milliseconds;
    let names = own_part(own, |b| if let Block::Bars(names, ..) = b { Some(names.to_vec()) } else { None });
    let length = own_part(own, |b| if let Block::Bars(_, length, _) = b { Some(*length) } else { None });
    let lines = own_part(own, |b| if let Block::Bars(.., lines) = b { Some(lines.clone()) } else { None });
    let legend = move || {
        let name = |(i, name)| view! { <li><span class=format!("phase phase-{i}")></span>{name}</li> };
        names.get().into_iter().enumerate().map(name).collect_view()
    };
    let line = move |i: usize| {
        let line = Memo::new(move |_| lines.with(|lines| lines.get(i).cloned()));
        let part = move |of: fn(&BarLine) -> &str| {
            move || line.with(|l| l.as_ref().map(|l| of(l).to_owned()).unwrap_or_default())
        };
        let words = part(|l| &l.words);
        let phases = move || {
            let bars = line.with(|l| l.as_ref().map(|l| l.bars));
            let phase = |(n, bar)| phase(n, bar, length.get());
            bars.into_iter().flatten().enumerate().filter_map(phase).collect_view()
        };
        view! {
            <li>
                <span class="phases-name">{part(|l| &l.name)}</span>
                <span class="phases-track" role="img" aria-label=words title=words>{phases}</span>
            </li>
        }
    };
    view! {
        <ul class="phases-legend" aria-hidden="true">{legend}</ul>
        <ul class="phases"><For each=move || 0..lines.with(Vec::len) key=|i| *i children=line/></ul>
        <p class="phases-scale" aria-hidden="true">
            <span>{at(0)}</span><span>{move || at(length.get() / 2)}</span><span>{move || at(length.get())}</span>
        </p>
    }
    .into_any()
}

/// A bar as a share of the whole length. What took no time is no bar.
fn phase(n: usize, bar: PhaseBar, length: u64) -> Option<AnyView> {
    let (from, to) = bar.filter(|(from, to)| from < to)?;
    let share = |ms: u64| ms as f64 * 100.0 / length as f64;
    let (left, width) = (format!("{:.2}%", share(from)), format!("{:.2}%", share(to - from)));
    Some(view! { <span class=format!("phase phase-{n}") style:left=left style:width=width></span> }.into_any())
}

fn table(own: Own) -> AnyView {
    let name = own_part(own, |b| if let Block::Table(name, ..) = b { Some(name.clone()) } else { None });
    let heads = own_part(own, |b| if let Block::Table(_, heads, _) = b { Some(heads.clone()) } else { None });
    let rows = own_part(own, |b| if let Block::Table(.., rows) = b { Some(rows.clone()) } else { None });
    let head = move || heads.get().into_iter().map(|h| view! { <th scope="col">{h}</th> }).collect_view();
    let row = move |i: usize| {
        let cells = Memo::new(move |_| rows.with(|rows| rows.get(i).cloned().unwrap_or_default()));
        view! { <tr>{move || cells.get().into_iter().map(|c| view! { <td>{c}</td> }).collect_view()}</tr> }
    };
    view! {
        <div class="listing-rows" tabindex="0" role="group" aria-label=move || name.get()>
            <table>
                <caption>{move || name.get()}</caption>
                <thead><tr>{head}</tr></thead>
                <tbody><For each=move || 0..rows.with(Vec::len) key=|i| *i children=row/></tbody>
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
