//! One field of the form: its name, what it is entered with, what it does, and what is wrong with it.

use leptos::prelude::*;

use crate::text::editor::EditorWords;
use crate::view::editor::{Control, Row};

/// The id of the element that a place is entered with.
pub(super) fn id_of(row: &Row) -> String {
    // Two controls can be about one place: how it is said, and what.
    let sort = if matches!(row.control, Control::Choice { ways: true, .. }) { "way" } else { "field" };
    format!("{sort}{}", row.path)
}

/// A field with everything that there is to say of it.
pub(super) fn row(words: EditorWords, row: &Row) -> AnyView {
    let field = (words.field)(row.key);
    let id = id_of(row);
    let is_unknown = row.key == "unknown";
    let name = row.path.rsplit('/').next().unwrap_or_default();
    let label = if is_unknown { format!("{}: {name}", field.label) } else { field.label.to_owned() };
    let about = format!("{id}-about");
    let wrong = format!("{id}-wrong");
    let described = if row.errors.is_empty() { about.clone() } else { format!("{wrong} {about}") };
    let default = match &row.default {
        _ if is_unknown => String::new(),
        Some(value) => format!("default: {}", (words.default)(row.key, value, row.unit)),
        None => words.required.to_owned(),
    };
    let reset = (row.said && row.default.is_some()).then(|| {
        let name = if is_unknown { (words.remove)(name) } else { (words.reset)(&label) };
        view! {
            <button class="button square plain" type="button" aria-label=name.clone() title=name data-do="reset" data-path=row.path.clone()>
                "↺"
            </button>
        }
        .into_any()
    });
    let errors = errors(&row.errors, wrong);
    let about = view! {
        <p class="e-about" id=about>
            {field.help}" "<span class="e-source">{[default, (words.source)(field.source)].join(" · ")}</span>
        </p>
    }
    .into_any();
    let class = if row.said { "e-row said" } else { "e-row" };
    if let Control::Checks(_) = row.control {
        return view! {
            <fieldset class=class id=id.clone() tabindex="-1" aria-describedby=described>
                <legend>{label}</legend>
                {control(words, row, String::new(), String::new(), None)}
                {errors}{about}
            </fieldset>
        }
        .into_any();
    }
    let unit = (words.unit)(row.unit);
    view! {
        <div class=class>
            <label class="e-label" for=id.clone()>{label}" "<span class="e-unit">{unit}</span></label>
            {control(words, row, id, described, None)}
            {reset}{errors}{about}
        </div>
    }
    .into_any()
}

/// What is wrong.
pub(super) fn errors(errors: &[String], id: String) -> AnyView {
    if errors.is_empty() {
        return ().into_any();
    }
    let lines = errors.iter().map(|error| view! { <li>{error.clone()}</li> }.into_any());
    view! { <ul class="e-errors" id=id>{lines.collect::<Vec<_>>()}</ul> }.into_any()
}

/// What a field is entered with. Where it goes, the form's one listener reads off it.
pub(super) fn control(words: EditorWords, row: &Row, id: String, described: String, name: Option<String>) -> AnyView {
    let path = row.path.clone();
    let described = (!described.is_empty()).then_some(described);
    let invalid = (!row.errors.is_empty()).then_some("true");
    match &row.control {
        Control::Line { text, lines: true, .. } => view! {
            <textarea
                id=id aria-label=name aria-describedby=described aria-invalid=invalid data-path=path rows="3" prop:value=text.clone()
            ></textarea>
        }
        .into_any(),
        Control::Line { text, digits, .. } => {
            // A cell has little room.
            let room = if name.is_some() { 8 } else { 40 };
            let placeholder = row.default.as_ref().map(|value| (words.default)(row.key, value, crate::view::editor::Unit::None));
            view! {
                <input
                    id=id type="text" inputmode=if *digits { "numeric" } else { "text" } autocomplete="off" spellcheck="false"
                    aria-label=name aria-describedby=described aria-invalid=invalid data-path=path
                    placeholder=placeholder.filter(|p| p.len() < room) prop:value=text.clone()
                />
            }
            .into_any()
        }
        Control::Choice { now, words: list, names, ways } => {
            let said = |word: &str| if *names { word.to_owned() } else { (words.word)(row.key, word) };
            let option = |word: &String| {
                view! { <option value=word.clone() prop:selected=word == now>{said(word)}</option> }.into_any()
            };
            let mut options = Vec::new();
            // What stands there and is none of the choices is shown, too.
            if !list.contains(now) {
                let shown = if now.is_empty() { words.choose.to_owned() } else { now.clone() };
                options.push(view! { <option value=now.clone() prop:selected=true>{shown}</option> }.into_any());
            }
            options.extend(list.iter().map(option));
            view! {
                <select
                    id=id aria-label=name aria-describedby=described aria-invalid=invalid data-path=path
                    data-ways=ways.then_some("true")
                >{options}</select>
            }
            .into_any()
        }
        Control::Checks(list) if list.is_empty() => view! { <p class="e-about">{words.no_upstream}</p> }.into_any(),
        Control::Checks(list) => {
            let reader = path.strip_suffix("/inputs").unwrap_or_default().to_owned();
            let several = list.iter().filter(|(_, at)| at.is_some()).count() > 1;
            let check = |(name, at): &(String, Option<usize>)| {
                let order = at.filter(|_| several).map(|at| (at + 1).to_string());
                view! {
                    <label class="e-check">
                        <input type="checkbox" data-path=reader.clone() data-name=name.clone() prop:checked=at.is_some()/>
                        <span>{name.clone()}</span>{order.map(|n| view! { <b>{n}</b> }.into_any())}
                    </label>
                }
                .into_any()
            };
            view! { <div class="e-checks">{list.iter().map(check).collect::<Vec<_>>()}</div> }.into_any()
        }
    }
}
