//! The panel of branches and pins: every fork as a tree to go back to, to compare with or to drop; and the pinned moments.

use leptos::html;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::desk::{Desk, Intent, Versus};
use super::focus;
use super::icons::{Icon, Shape};
use super::intent::Lesson;
use crate::view::strip::{PINS_MAX, TEXT_CHARS_MAX};

/// The button that opens the panel, and closes it.
#[component]
pub fn BranchesButton() -> impl IntoView {
    let desk = Desk::get();
    let toggle = move |_| {
        // Beside two stages there is no room for it.
        desk.send(Intent::Versus(None));
        desk.send(Intent::Lesson(Lesson::Panel(!desk.lesson.open.get_untracked())));
    };
    view! {
        <button
            class="button branches-button" type="button" aria-expanded=move || desk.lesson.open.get().to_string() on:click=toggle
        >{desk.text().doors.branches}</button>
    }
}

/// The futures made so far; nothing while there is one only.
#[component]
pub fn BranchChoice() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.words().hands;
    let list = Memo::new(move |_| {
        desk.branches.with(|branches| {
            let name = |(depth, b): (usize, &crate::view::branches::Branch)| {
                // What came later stands under what it came from.
                (b.id, format!("{}{}", "\u{2007}".repeat(depth), desk.name_of(b)), b.id == branches.current())
            };
            branches.tree().into_iter().map(name).collect::<Vec<_>>()
        })
    });
    let options = move || {
        let option = |(id, name, current)| view! { <option value=id selected=current>{name}</option> };
        list.get().into_iter().map(option).collect_view()
    };
    let choose = move |event| {
        if let Ok(id) = event_target_value(&event).parse() {
            desk.send(Intent::Branch(id));
        }
    };
    let chosen = move || desk.branches.with(|b| b.current().to_string());
    move || {
        (list.with(Vec::len) > 1).then(|| {
            view! {
                <label class="choice branch">
                    <span class="choice-name">{words.branch}</span>
                    <select prop:value=chosen on:change=choose>{options}</select>
                </label>
            }
        })
    }
}

/// The panel, while it is open.
#[component]
pub fn BranchesPanel() -> impl IntoView {
    let desk = Desk::get();
    move || desk.lesson.open.get().then(|| panel(desk))
}

fn panel(desk: Desk) -> AnyView {
    let words = desk.words().branches;
    let heading = NodeRef::<html::H2>::new();
    let opener = focus::opener();
    heading.on_load(|heading| {
        let _ = heading.focus();
    });
    let close = move || {
        desk.send(Intent::Lesson(Lesson::Panel(false)));
        focus::give_back(opener);
    };
    let pressed = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            close();
        }
    };
    let to_heading = move || {
        if let Some(heading) = heading.get_untracked() {
            let _ = heading.focus();
        }
    };
    // The rows are made anew when there are others, not when one goes from one to another.
    let rows = Memo::new(move |_| {
        let row = |(depth, b): (usize, &crate::view::branches::Branch)| (b.id, depth, desk.branch_name(b.id));
        desk.branches.with(|branches| branches.tree().into_iter().map(row).collect::<Vec<_>>())
    });
    let pins = Memo::new(move |_| {
        desk.lesson.strips.track();
        // Names are of branches, which a pin's text does not change.
        desk.lesson.strip.with(|strip| strip.pins().iter().map(|p| (p.branch, p.step)).collect::<Vec<_>>())
    });
    let no_room = Memo::new(move |_| {
        let here = (desk.branches.with(|b| b.current()), desk.now.get().step);
        desk.lesson.strip.with(|s| !s.has_room() || s.pins().iter().any(|p| (p.branch, p.step) == here))
    });
    view! {
        <section class="why" aria-label=desk.text().doors.branches on:keydown=pressed data-testid="branches">
            <div class="why-inside">
                <div class="why-head">
                    <h2 tabindex="-1" node_ref=heading>{desk.text().doors.branches}</h2>
                    <button
                        class="button square plain" type="button" aria-label=desk.text().controls.close
                        on:click=move |_| close()
                    ><Icon shape=Shape::Close/></button>
                </div>
                <p class="hint">{words.hint}</p>
                {move || rows.with(|rows| tree(desk, rows, to_heading))}
                <h3>{words.pins}</h3>
                <p class="hint">{(words.pins_hint)(PINS_MAX)}</p>
                <button
                    class="button" type="button" aria-disabled=move || no_room.get().to_string()
                    title=move || no_room.get().then(|| (words.no_pin)(PINS_MAX))
                    on:click=move |_| desk.send(Intent::Lesson(Lesson::Pin))
                >{words.pin}</button>
                <ol class="pins">{move || {
                    desk.lesson.strips.track();
                    let count = pins.with(Vec::len);
                    pins.with(|all| {
                        all.iter().enumerate().map(|(i, (id, step))| pin(desk, i, count, *id, *step, to_heading)).collect_view()
                    })
                }}</ol>
            </div>
        </section>
    }
    .into_any()
}

/// One row: a branch's number, how deep it lies, its name.
type Row = (usize, usize, String);

/// Rows of one depth with what hangs on them, as a list in a list.
fn tree(desk: Desk, rows: &[Row], to_heading: impl Fn() + Copy + Send + Sync + 'static) -> AnyView {
    let Some((_, depth, _)) = rows.first() else { return ().into_any() };
    let starts: Vec<usize> = (0..rows.len()).filter(|i| rows[*i].1 == *depth).collect();
    let ends = starts.iter().skip(1).copied().chain([rows.len()]);
    let items = starts.iter().zip(ends).map(|(start, end)| {
        view! { <li>{branch(desk, &rows[*start], to_heading)}{tree(desk, &rows[start + 1..end], to_heading)}</li> }
    });
    view! { <ul class="branches">{items.collect_view()}</ul> }.into_any()
}

fn branch(desk: Desk, (id, depth, name): &Row, to_heading: impl Fn() + Copy + Send + Sync + 'static) -> AnyView {
    let words = desk.words().branches;
    let (id, is_root) = (*id, *depth == 0);
    let is_here = Memo::new(move |_| desk.branches.with(|b| b.current() == id));
    let (compare, drop) = ((words.of_branch)(words.compare, name), (words.of_branch)(words.drop, name));
    let others = move || {
        if is_here.get() {
            return view! { <span class="branch-here">{words.here}</span> }.into_any();
        }
        let drop = drop.clone();
        let drop = (!is_root).then(|| {
            let go = move |_| {
                desk.send(Intent::Lesson(Lesson::Drop(id)));
                to_heading();
            };
            view! { <button class="button" type="button" aria-label=drop on:click=go>{words.drop}</button> }
        });
        view! {
            <button
                class="button" type="button" aria-label=compare.clone()
                on:click=move |_| desk.send(Intent::Versus(Some(Versus::Branch(id))))
            >{words.compare}</button>
            {drop}
        }
        .into_any()
    };
    view! {
        <div class="branch-row">
            <button
                class="branch-name" type="button" aria-current=move || is_here.get().then_some("true")
                on:click=move |_| desk.send(Intent::Branch(id))
            >{name.clone()}</button>
            {others}
        </div>
    }
    .into_any()
}

fn pin(
    desk: Desk,
    place: usize,
    count: usize,
    branch: usize,
    step: u64,
    to_heading: impl Fn() + Copy + Send + Sync + 'static,
) -> AnyView {
    let words = desk.words().branches;
    let text = desk.lesson.strip.with_untracked(|s| s.pins().get(place).map_or(String::new(), |p| p.text.clone()));
    let is_at = Memo::new(move |_| desk.lesson.strip.with(|s| s.at() == Some(place)));
    let act = move |want: Lesson| {
        desk.send(Intent::Lesson(want));
        to_heading();
    };
    view! {
        <li>
            <button
                class="branch-name" type="button" aria-current=move || is_at.get().then_some("step")
                on:click=move |_| desk.send(Intent::Lesson(Lesson::Look(Some(place))))
            >{(words.moment)(step, &desk.branch_name(branch))}</button>
            <button
                class="button square" type="button" aria-label=(words.earlier)(place) aria-disabled=(place == 0).to_string()
                on:click=move |_| act(Lesson::Shift(place, false))
            >"↑"</button>
            <button
                class="button square" type="button" aria-label=(words.later)(place)
                aria-disabled=(place + 1 == count).to_string() on:click=move |_| act(Lesson::Shift(place, true))
            >"↓"</button>
            <button
                class="button square" type="button" aria-label=(words.unpin)(place)
                on:click=move |_| act(Lesson::Unpin(place))
            ><Icon shape=Shape::Close/></button>
            <input
                class="pin-text" type="text" maxlength=TEXT_CHARS_MAX.to_string() aria-label=(words.text)(place)
                placeholder=words.text_hint prop:value=text
                on:input=move |event| desk.send(Intent::Lesson(Lesson::Say(place, event_target_value(&event))))
            />
        </li>
    }
    .into_any()
}

/// The other branches, to compare with; nothing while there is none.
#[component]
pub fn AgainstBranch() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.words().branches;
    let others = Memo::new(move |_| {
        let row = |b: &crate::view::branches::Branch| (b.id, desk.branch_name(b.id));
        desk.branches.with(|all| all.list().iter().filter(|b| b.id != all.current()).map(row).collect::<Vec<_>>())
    });
    let choose = move |event| {
        if let Ok(id) = event_target_value(&event).parse() {
            desk.send(Intent::Versus(Some(Versus::Branch(id))));
        }
    };
    let options = move || {
        let option = |(id, name)| {
            view! { <option value=id selected=move || desk.versus.get() == Some(Versus::Branch(id))>{name}</option> }
        };
        others.get().into_iter().map(option).collect_view()
    };
    let is_none = move || !matches!(desk.versus.get(), Some(Versus::Branch(_)));
    move || {
        (!others.with(Vec::is_empty)).then(|| {
            view! {
                <label class="choice">
                    <span class="visually-hidden">{words.other_branch}</span>
                    <select on:change=choose>
                        <option value="" selected=is_none>{words.other_branch}</option>
                        {options}
                    </select>
                </label>
            }
        })
    }
}
