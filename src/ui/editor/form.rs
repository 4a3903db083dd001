//! The form: sections, cards, rows and tables, drawn as the view model has them. One listener hears every change.

use leptos::prelude::*;
use leptos::{ev, html};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};

use super::focus_on;
use super::row::{control, errors, row};
use super::state::{Editing, send};
use crate::text::editor::EditorWords;
use crate::ui::desk::Desk;
use crate::view::editor::{Edit, Group, Item, LINES_SHOWN_MAX, Line, Look, Table, form};

/// The form.
#[component]
pub fn EditorForm() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.words().editor;
    let state = desk.editor;
    let root = NodeRef::<html::Div>::new();
    let sections = move || {
        state.revision.track();
        let found = state.editor.with_value(|editor| {
            state
                .pages
                .with_value(|pages| Some((form(editor.tree()?, editor.errors(), pages), editor.errors().to_vec())))
        });
        let Some((mut form, all)) = found else {
            return view! { <p class="e-none">{words.no_form}</p> }.into_any();
        };
        if let Some((path, refusal)) = state.editor.with_value(|e| e.refused().cloned()) {
            let said = (words.refusal)(&refusal);
            form.sections.iter_mut().for_each(|section| refuse(section, &path, &said));
        }
        let links = all.iter().map(|error| {
            let place = form.shows(&error.path);
            let path = if error.path.is_empty() { words.whole.to_owned() } else { error.path.clone() };
            view! {
                <li>
                    <button class="e-link" type="button" data-do="go" data-path=place>
                        <code>{path}</code>" "<span>{error.message.clone()}</span>
                    </button>
                </li>
            }
            .into_any()
        });
        let list = (!all.is_empty()).then(|| {
            view! { <div class="e-wrong"><h3 class="cap">{words.errors}</h3><ul>{links.collect::<Vec<_>>()}</ul></div> }.into_any()
        });
        let sections: Vec<AnyView> = form.sections.iter().map(|section| group(desk, section)).collect();
        view! { <div class="e-all"><div>{list}</div>{sections}</div> }.into_any()
    };
    let toggled = move |event: Event| {
        let Some(details) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return };
        let (path, open) = (details.get_attribute("data-path"), details.has_attribute("open"));
        state.unfolded.update_value(|unfolded| _ = unfolded.insert(path.unwrap_or_default(), open));
    };
    view! {
        <div
            class="e-form" node_ref=root on:change=move |event| changed(desk, &event) on:click=move |event| clicked(desk, &event)
            on:toggle:capture=toggled
        >{sections}</div>
    }
}

/// What was not carried out is said where it was entered.
fn refuse(group: &mut Group, path: &str, said: &str) {
    for item in &mut group.items {
        match item {
            Item::Row(row) if row.path == path => row.errors.insert(0, said.to_owned()),
            Item::Group(inner) => refuse(inner, path, said),
            _ => {}
        }
    }
}

/// Something was entered or chosen.
fn changed(desk: Desk, event: &ev::Event) {
    let Some(target) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return };
    let Some(path) = target.get_attribute("data-path") else { return };
    if let Some(name) = target.get_attribute("data-name") {
        let on = target.unchecked_ref::<HtmlInputElement>().checked();
        return send(desk, Editing::Do(Edit::Input { reader: path, name, on }));
    }
    let value = if let Some(list) = target.dyn_ref::<HtmlSelectElement>() {
        list.value()
    } else if let Some(area) = target.dyn_ref::<HtmlTextAreaElement>() {
        area.value()
    } else {
        target.unchecked_ref::<HtmlInputElement>().value()
    };
    let is_way = target.has_attribute("data-ways");
    send(desk, Editing::Do(if is_way { Edit::Choose(path, value) } else { Edit::Enter(path, value) }));
}

/// A button of the form was pressed.
fn clicked(desk: Desk, event: &ev::MouseEvent) {
    let target = event.target().and_then(|t| t.dyn_into::<Element>().ok());
    let Some(button) = target.and_then(|t| t.closest("[data-do]").ok().flatten()) else { return };
    let path = button.get_attribute("data-path").unwrap_or_default();
    let word = button.get_attribute("data-do").unwrap_or_default();
    let editing = match word.as_str() {
        "reset" => Editing::Do(Edit::Reset(path.clone())),
        "add" => Editing::Do(Edit::Add(path.clone())),
        "remove" => Editing::Do(Edit::Remove(path.clone())),
        "earlier" | "later" => Editing::Do(Edit::Move { item: path.clone(), later: word == "later" }),
        "page" => {
            Editing::Page(path.clone(), button.get_attribute("data-first").and_then(|n| n.parse().ok()).unwrap_or(0))
        }
        _ => Editing::Unfold(path.clone()),
    };
    send(desk, editing);
    // The focus goes where the work goes on.
    let place = match word.as_str() {
        "reset" | "go" => path,
        "add" => {
            let count = desk.editor.editor.with_value(|e| e.tree()?.pointer(&path)?.as_array().map(Vec::len));
            format!("{path}/{}", count.unwrap_or(1).saturating_sub(1))
        }
        "remove" => {
            let list = path.rsplit_once('/').map_or("", |(list, _)| list);
            return focus_on(&[&format!("[data-do='add'][data-path='{list}']")]);
        }
        "earlier" | "later" => {
            let other = path.rsplit_once('/').and_then(|(list, at)| {
                let at: usize = at.parse().ok()?;
                Some(format!("{list}/{}", if word == "later" { at + 1 } else { at.saturating_sub(1) }))
            });
            let other = other.unwrap_or(path);
            // At the end of the list only the other way is left.
            let exactly = format!("[data-do='{word}'][data-path='{other}']");
            return focus_on(&[&exactly, &format!("[data-do][data-path='{other}']")]);
        }
        _ => return,
    };
    // A place in a selector: names of fields and numbers; what the format does not know can have any name.
    let place = place.replace('\\', "\\\\").replace('\'', "\\'");
    let itself = format!("[id='field{place}'], [id='way{place}']");
    let inside = format!("[id^='field{place}/'], [id^='way{place}/']");
    let head = format!("[data-path='{place}'] > summary");
    let [then, at_last] = if word == "add" { [&inside, &head] } else { [&head, &inside] };
    // What was taken out is nowhere.
    focus_on(&[&itself, then, at_last, ".editor h2"]);
}

/// Whether what stands at a place is unfolded.
fn is_unfolded(desk: Desk, group: &Group) -> bool {
    let kept = desk.editor.unfolded.with_value(|all| all.get(&group.path).copied());
    kept.unwrap_or_else(|| match group.look {
        Look::Section => matches!(group.key, "sources" | "operators" | "sinks"),
        Look::More => group.said > 0 || group.wrong > 0,
        Look::Card => group.key == "partitions" && group.card.as_ref().is_some_and(|c| c.of == 1),
        Look::Inner => true,
    })
}

/// A group: what it says of itself, what stands in it, what can be done with it.
fn group(desk: Desk, group: &Group) -> AnyView {
    let words = desk.words().editor;
    let items: Vec<AnyView> = group.items.iter().map(|item| self::item(desk, item)).collect();
    let (name, note) = (words.head)(group);
    // Not among the items: as these come and go, the button, and the focus on it, stays.
    let add = group.grows.then(|| {
        let add = (words.add)(group.key);
        view! { <button class="button" type="button" data-do="add" data-path=group.path.clone()>{add}</button> }
            .into_any()
    });
    let actions =
        group.card.as_ref().map(|card| card_actions(words, group, &name, card.index > 0, card.index + 1 < card.of));
    let help = (words.field)(group.key).help;
    let about = (group.look == Look::Section || group.grows).then(|| {
        let source = (words.source)((words.field)(group.key).source);
        view! { <p class="e-about">{help}" "<span class="e-source">{source}</span></p> }.into_any()
    });
    let wrong = errors(&group.errors, format!("group{}-wrong", group.path));
    let body = view! { <div class="e-body">{about}{wrong}{items}{add}{actions}</div> }.into_any();
    let class = match group.look {
        Look::Section => "e-section",
        Look::Card => "e-card",
        Look::More => "e-more",
        Look::Inner => {
            let head = group.grows.then(|| view! { <h4>{name.clone()}</h4> }.into_any());
            return view! { <div class="e-inner" role="group" aria-label=name>{head}{body}</div> }.into_any();
        }
    };
    let badge =
        (group.wrong > 0).then(|| view! { <span class="e-badge">{(words.wrong)(group.wrong)}</span> }.into_any());
    view! {
        <details class=class data-path=group.path.clone() open=is_unfolded(desk, group)>
            <summary><b>{name}</b>" "<span class="e-note">{note}</span>{badge}</summary>
            {body}
        </details>
    }
    .into_any()
}

fn card_actions(words: EditorWords, group: &Group, name: &str, before: bool, after: bool) -> AnyView {
    let button = |does: &'static str, word: &'static str| {
        let name = format!("{word}: {name}");
        view! {
            <button class="button" type="button" aria-label=name data-do=does data-path=group.path.clone()>{word}</button>
        }
        .into_any()
    };
    let mut all = Vec::new();
    if before {
        all.push(button("earlier", words.earlier));
    }
    if after {
        all.push(button("later", words.later));
    }
    all.push(
        view! {
            <button class="button danger" type="button" data-do="remove" data-path=group.path.clone()>{(words.remove)(name)}</button>
        }
        .into_any(),
    );
    view! { <div class="actions">{all}</div> }.into_any()
}

fn item(desk: Desk, item: &Item) -> AnyView {
    match item {
        Item::Row(field) => row(desk.words().editor, field),
        Item::Group(inner) => group(desk, inner),
        Item::Table(many) => table(desk.words().editor, many),
    }
}

/// Many of a kind, a line each.
fn table(words: EditorWords, table: &Table) -> AnyView {
    let about = (words.field)(table.key);
    let columns: Vec<AnyView> = table
        .columns
        .iter()
        .map(|key| (words.field)(key))
        .filter(|field| !field.help.is_empty())
        .map(|field| {
            let source = (words.source)(field.source);
            view! {
                <li><b>{field.label}</b>" "{field.help}" "<span class="e-source">{source}</span></li>
            }
            .into_any()
        })
        .collect();
    let heads: Vec<AnyView> =
        table.columns.iter().map(|key| view! { <span>{(words.field)(key).label}</span> }.into_any()).collect();
    let width = table.columns.len().to_string();
    let is_empty = table.of == 0;
    let lines: Vec<AnyView> = table.lines.iter().map(|l| line(words, table, l, &width)).collect();
    let end = table.first + table.lines.len();
    let page = |name: &'static str, first: usize| {
        view! {
            <button class="button" type="button" data-do="page" data-path=table.path.clone() data-first=first.to_string()>{name}</button>
        }
        .into_any()
    };
    let pages = (table.of > LINES_SHOWN_MAX).then(|| {
        let mut all = vec![view! { <span>{(words.shown)(table.first, end, table.of)}</span> }.into_any()];
        if table.first > 0 {
            all.push(page(words.earlier_lines, table.first.saturating_sub(LINES_SHOWN_MAX)));
        }
        if end < table.of {
            all.push(page(words.later_lines, end));
        }
        view! { <div class="actions e-pages">{all}</div> }.into_any()
    });
    let head = (!is_empty).then(|| {
        view! {
            <ul class="e-about">{columns}</ul>
            <div class="e-line e-heads" data-width=width.clone() aria-hidden="true">{heads}</div>
        }
        .into_any()
    });
    view! {
        <div class="e-table" role="group" aria-label=about.label>
            <h4>{about.label}</h4>
            <p class="e-about">{about.help}" "<span class="e-source">{(words.source)(about.source)}</span></p>
            {errors(&table.errors, format!("table{}-wrong", table.path))}
            {head}{lines}{pages}
            <button class="button" type="button" data-do="add" data-path=table.path.clone()>{(words.add)(table.key)}</button>
        </div>
    }
    .into_any()
}

fn line(words: EditorWords, table: &Table, line: &Line, width: &str) -> AnyView {
    let mut wrong = line.errors.clone();
    let cells: Vec<AnyView> = line
        .cells
        .iter()
        .zip(&table.columns)
        .map(|(cell, key)| {
            let label = (words.field)(key).label;
            wrong.extend(cell.errors.iter().map(|error| format!("{label}: {error}")));
            let id = super::row::id_of(cell);
            control(words, cell, id, String::new(), Some((words.cell)(label, line.index)))
        })
        .collect();
    let remove = (words.remove)(&(words.item)(line.index));
    view! {
        <div class="e-line" data-width=width.to_owned()>
            {cells}
            <button
                class="button square plain" type="button" aria-label=remove.clone() title=remove data-do="remove" data-path=line.path.clone()
            >"×"</button>
            {errors(&wrong, format!("line{}-wrong", line.path))}
        </div>
    }
    .into_any()
}
