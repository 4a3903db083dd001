//! The form: a draft field by field, as a screen shows it. Every field of the format has its row, with what the draft
//! says, what holds by default, and the errors that are about it.

use std::cell::Cell;
use std::collections::BTreeMap;

use serde_json::Value;

use super::blank::{list, names};
use super::defaults::default_of;
use super::edit::{OFF, ON, is_said_so};
use super::fields::{Field, Kind, ROOT, UPSTREAM, Unit, Way, field_at, named};
use crate::scenario::ScenarioError;

/// Lines of a table that are shown at a time.
pub const LINES_SHOWN_MAX: usize = 20;

/// Which line of a table is the first that is shown, by the table's place; of those not listed it is the first of all.
pub type Pages = BTreeMap<String, usize>;

/// The whole form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    /// One after the other.
    pub sections: Vec<Group>,
    /// What is wrong with the draft as a whole.
    pub errors: Vec<String>,
}

/// How a group looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A part of the form, which can be folded.
    Section,
    /// One of several things of a kind, which can be folded.
    Card,
    /// What is folded away until it is wanted.
    More,
    /// What belongs to the row before it.
    Inner,
}

/// What stands together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its place: a JSON pointer; of what is folded away the owner's, and `…`.
    pub path: String,
    /// What its words go by.
    pub key: &'static str,
    /// How it looks.
    pub look: Look,
    /// The names of what is in it, for its head.
    pub names: Vec<String>,
    /// If it is one of several things: what it is, for its head.
    pub card: Option<Card>,
    /// What stands in it.
    pub items: Vec<Item>,
    /// More of its kind can be added.
    pub grows: bool,
    /// How many fields in it are said.
    pub said: usize,
    /// What is wrong with it as a whole.
    pub errors: Vec<String>,
    /// How many errors there are in it, those included.
    pub wrong: usize,
}

/// One of several things of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its place in the list.
    pub index: usize,
    /// Of how many.
    pub of: usize,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// What it does, as words of the format.
    pub habit: Vec<String>,
    /// What it reads.
    pub inputs: Vec<String>,
}

/// What can stand in a group.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A field.
    Row(Row),
    /// A group of its own.
    Group(Group),
    /// Many of a kind, a line each.
    Table(Table),
}

/// A field.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its place: a JSON pointer.
    pub path: String,
    /// What its words go by.
    pub key: &'static str,
    /// What it is entered with.
    pub control: Control,
    /// Its unit.
    pub unit: Unit,
    /// Whether the draft says it.
    pub said: bool,
    /// What holds when the draft does not; none: it has to.
    pub default: Option<Value>,
    /// What is wrong with it.
    pub errors: Vec<String>,
}

/// What a field is entered with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// A line of text; or several.
    Line {
        /// What stands in it.
        text: String,
        /// Several lines.
        lines: bool,
        /// It is a number.
        digits: bool,
    },
    /// One of these.
    Choice {
        /// Which; empty: none of them.
        now: String,
        /// The choices.
        words: Vec<String>,
        /// They are names of nodes, not words of the format.
        names: bool,
        /// Several ways to say it: chosen by `Edit::Choose`.
        ways: bool,
    },
    /// Any of these, in an order.
    Checks(Vec<(String, Option<usize>)>),
}

/// Many of a kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its place.
    pub path: String,
    /// What its words go by.
    pub key: &'static str,
    /// The fields of each.
    pub columns: Vec<&'static str>,
    /// Those that are shown.
    pub lines: Vec<Line>,
    /// The first of them.
    pub first: usize,
    /// How many there are.
    pub of: usize,
    /// What is wrong.
    pub errors: Vec<String>,
}

/// One of many.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its place.
    pub path: String,
    /// Its number, from 0.
    pub index: usize,
    /// Its fields.
    pub cells: Vec<Row>,
    /// What is wrong with it.
    pub errors: Vec<String>,
}

/// The form of a draft with these errors.
pub fn form(tree: &Value, errors: &[ScenarioError], pages: &Pages) -> Form {
    let form = Maker { tree, errors, placed: errors.iter().map(|_| Cell::new(false)).collect(), pages };
    let mut sections = vec![form.group("", "general", Look::Section)];
    for field in ROOT {
        let path = format!("/{}", field.name);
        let mut section = form.group(&path, field.key, Look::Section);
        match &field.kind {
            Kind::List { .. } => {
                form.field(&mut section, field, "", tree);
                // The list is the section.
                if let Some(Item::Group(list)) = section.items.pop() {
                    sections.push(Group { look: Look::Section, ..list });
                }
                continue;
            }
            Kind::Object(fields) => form.fields(&mut section, fields, &path, &tree[field.name]),
            Kind::Optional(_) => form.field(&mut section, field, "", tree),
            _ => {
                form.field(&mut sections[0], field, "", tree);
                continue;
            }
        }
        form.close(&mut section);
        sections.push(section);
    }
    if let Some(fields) = tree.as_object() {
        form.unknown(&mut sections[0], "", fields.keys(), ROOT, tree);
    }
    let general = &mut sections[0];
    general.wrong = general.items.iter().map(wrong).sum();
    Form { sections, errors: form.left("") }
}

struct Maker<'d> {
    tree: &'d Value,
    errors: &'d [ScenarioError],
    placed: Vec<Cell<bool>>,
    pages: &'d Pages,
}

impl Maker<'_> {
    fn group(&self, path: &str, key: &'static str, look: Look) -> Group {
        Group {
            path: path.to_owned(),
            key,
            look,
            names: Vec::new(),
            card: None,
            items: Vec::new(),
            grows: false,
            said: 0,
            errors: Vec::new(),
            wrong: 0,
        }
    }

    /// The errors about a place and what is in it that stand nowhere yet.
    fn left(&self, path: &str) -> Vec<String> {
        let is_in = |e: &ScenarioError| e.path.strip_prefix(path).is_some_and(|r| r.is_empty() || r.starts_with('/'));
        let found = self.errors.iter().zip(&self.placed).filter(|(e, placed)| is_in(e) && !placed.replace(true));
        found.map(|(e, _)| if e.path == path { e.message.clone() } else { e.to_string() }).collect()
    }

    /// A group is whole: what is left of the errors about it stands at its head.
    fn close(&self, group: &mut Group) {
        group.errors = self.left(&group.path);
        group.wrong = group.errors.len() + group.items.iter().map(wrong).sum::<usize>();
        group.said += group.items.iter().map(said).sum::<usize>();
    }

    /// All fields of an object: those that lead, then the others, folded.
    fn fields(&self, group: &mut Group, fields: &'static [Field], path: &str, owner: &Value) {
        let mut more = self.group(&format!("{path}/…"), "more", Look::More);
        for field in fields {
            if field.only.as_ref().is_some_and(|only| {
                let word = owner[only.field].as_str().unwrap_or(only.unsaid);
                !only.words.contains(&word) && owner.get(field.name).is_none()
            }) {
                continue;
            }
            self.field(if field.leads { &mut *group } else { &mut more }, field, path, owner);
        }
        if !more.items.is_empty() {
            self.close(&mut more);
            group.items.push(Item::Group(more));
        }
        if let Some(said) = owner.as_object() {
            self.unknown(group, path, said.keys(), fields, owner);
        }
    }

    /// What the format does not know still stands in the draft, and can be taken out.
    fn unknown<'k>(
        &self,
        group: &mut Group,
        path: &str,
        names: impl Iterator<Item = &'k String>,
        fields: &'static [Field],
        owner: &Value,
    ) {
        for name in names.filter(|name| named(fields, name).is_none()) {
            let path = format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"));
            let text = owner[name.as_str()].to_string();
            let control = Control::Line { text, lines: false, digits: false };
            let errors = self.left(&path);
            let default = Some(Value::Null);
            group.items.push(Item::Row(Row {
                path,
                key: "unknown",
                control,
                unit: Unit::None,
                said: true,
                default,
                errors,
            }));
        }
    }

    /// A field, with what belongs to it.
    fn field(&self, group: &mut Group, field: &'static Field, owner_path: &str, owner: &Value) {
        let path = format!("{owner_path}/{}", field.name);
        let value = owner.get(field.name).filter(|value| !value.is_null());
        match &field.kind {
            Kind::List { item, table: true, .. } => {
                group.items.push(Item::Table(self.table(field, item, path, value.unwrap_or(&Value::Null))));
            }
            Kind::List { item, .. } => {
                let mut inner = self.group(&path, field.key, Look::Inner);
                inner.grows = true;
                let all = list(owner, field.name);
                inner.names = all.iter().filter_map(|item| item["name"].as_str()).map(str::to_owned).collect();
                for (index, value) in all.iter().enumerate() {
                    let path = format!("{path}/{index}");
                    let mut one = self.group(&path, field.key, Look::Card);
                    one.card = Some(card(value, index, all.len()));
                    self.fields(&mut one, item, &path, value);
                    self.close(&mut one);
                    inner.items.push(Item::Group(one));
                }
                self.close(&mut inner);
                group.items.push(Item::Group(inner));
            }
            Kind::Object(fields) => {
                let mut inner = self.group(&path, field.key, Look::Inner);
                self.fields(&mut inner, fields, &path, value.unwrap_or(&Value::Null));
                self.close(&mut inner);
                group.items.push(Item::Group(inner));
            }
            Kind::Optional(fields) => {
                let mut inner = self.group(&path, field.key, Look::Inner);
                if let Some(value) = value {
                    self.fields(&mut inner, fields, &path, value);
                    self.close(&mut inner);
                }
                let now = if value.is_some() { ON } else { OFF };
                let row = self.choice(field, path, now.into(), vec![OFF.into(), ON.into()], value.is_some(), owner);
                group.items.push(Item::Row(row));
                if !inner.items.is_empty() {
                    group.items.push(Item::Group(inner));
                }
            }
            Kind::OneOf(ways) => self.one_of(group, field, ways, path, value, owner),
            Kind::Either(fields) => {
                let chosen = fields.iter().find(|f| owner.get(f.name).is_some());
                let words = fields.iter().map(|f| f.name.to_owned()).collect();
                let now = chosen.map_or("", |f| f.name);
                let row = self.choice(field, path, now.into(), words, chosen.is_some(), owner);
                group.items.push(Item::Row(Row { default: None, ..row }));
                for chosen in fields.iter().filter(|f| owner.get(f.name).is_some()) {
                    self.field(group, chosen, owner_path, owner);
                }
            }
            _ => group.items.push(Item::Row(self.row(field, path, value, owner))),
        }
    }

    fn one_of(
        &self,
        group: &mut Group,
        field: &'static Field,
        ways: &'static [Way],
        path: String,
        value: Option<&Value>,
        owner: &Value,
    ) {
        let default = default_of(field.key, owner);
        let shown = value.or(default.as_ref());
        let way = shown.and_then(|value| ways.iter().find(|way| is_said_so(way, value)));
        let words: Vec<String> = ways.iter().map(|way| way.word().to_owned()).collect();
        let mut inner = self.group(&path, field.key, Look::Inner);
        match (way, value) {
            (Some(Way::Inside(inside)), Some(value)) => match &inside.kind {
                Kind::Object(fields) => {
                    let path = format!("{path}/{}", inside.name);
                    self.fields(&mut inner, fields, &path, &value[inside.name]);
                }
                _ => self.field(&mut inner, inside, &path, value),
            },
            (Some(Way::Number(_)), _) => {
                let mut row = self.row(field, path.clone(), value, owner);
                row.key = "generate.value.number";
                inner.items.push(Item::Row(row));
            }
            _ => {}
        }
        let now = way.map_or_else(|| value.map(Value::to_string).unwrap_or_default(), |way| way.word().to_owned());
        if !inner.items.is_empty() {
            self.close(&mut inner);
        }
        // What stands inside has had its errors; the rest is about the choice.
        group.items.push(Item::Row(self.choice(field, path, now, words, value.is_some(), owner)));
        if !inner.items.is_empty() {
            group.items.push(Item::Group(inner));
        }
    }

    fn choice(
        &self,
        field: &'static Field,
        path: String,
        now: String,
        words: Vec<String>,
        said: bool,
        owner: &Value,
    ) -> Row {
        let errors = self.left(&path);
        let control = Control::Choice { now, words, names: false, ways: true };
        Row { path, key: field.key, control, unit: Unit::None, said, default: default_of(field.key, owner), errors }
    }

    fn row(&self, field: &'static Field, path: String, value: Option<&Value>, owner: &Value) -> Row {
        let default = default_of(field.key, owner);
        let shown = value.or(default.as_ref()).map(as_entered);
        let choice = |words: Vec<String>, names| Control::Choice {
            now: shown.clone().unwrap_or_default(),
            words,
            names,
            ways: false,
        };
        let line = |lines, digits| Control::Line {
            text: value
                .map(|v| if matches!(field.kind, Kind::Id) { id_as_entered(v) } else { as_entered(v) })
                .unwrap_or_default(),
            lines,
            digits,
        };
        let mut unit = Unit::None;
        let control = match &field.kind {
            Kind::Word(words) => choice(words.list().iter().map(|w| (*w).to_owned()).collect(), false),
            Kind::Flag => choice(vec!["true".into(), "false".into()], false),
            Kind::Node(lists) => choice(names(self.tree, lists).iter().map(|n| (*n).to_owned()).collect(), true),
            Kind::Inputs => Control::Checks(self.inputs(owner)),
            Kind::Text { lines } => line(*lines, false),
            Kind::Whole { unit: of, .. } => {
                unit = *of;
                line(false, true)
            }
            Kind::Signed | Kind::OneOf(_) => line(false, true),
            _ => line(false, false),
        };
        let errors = self.left(&path);
        Row { path, key: field.key, control, unit, said: value.is_some(), default, errors }
    }

    /// Who can be read, those first that are, in the order in which they are read.
    fn inputs(&self, owner: &Value) -> Vec<(String, Option<usize>)> {
        let now = list(owner, "inputs");
        let own = owner["name"].as_str();
        let upstream = names(self.tree, UPSTREAM).into_iter().filter(|name| Some(*name) != own);
        let mut all: Vec<(String, Option<usize>)> =
            upstream.map(|name| (name.to_owned(), now.iter().position(|input| input == name))).collect();
        // What is named and is not there: it can be taken out, too.
        for (i, input) in now.iter().enumerate() {
            let name = as_entered(input);
            if !all.iter().any(|(known, _)| *known == name) {
                all.push((name, Some(i)));
            }
        }
        all
    }

    fn table(&self, field: &'static Field, item: &'static [Field], path: String, value: &Value) -> Table {
        let all = value.as_array().map_or(&[][..], Vec::as_slice);
        let last = all.len().saturating_sub(1) / LINES_SHOWN_MAX * LINES_SHOWN_MAX;
        let first = self.pages.get(&path).copied().unwrap_or(0).min(last);
        let line = |(index, value): (usize, &Value)| {
            let path = format!("{path}/{index}");
            let cell = |field: &'static Field| {
                let value_of = value.get(field.name).filter(|value| !value.is_null());
                self.row(field, format!("{path}/{}", field.name), value_of, value)
            };
            let cells = item.iter().map(cell).collect();
            Line { index, cells, errors: self.left(&path), path }
        };
        let lines = all.iter().enumerate().skip(first).take(LINES_SHOWN_MAX).map(line).collect();
        let columns = item.iter().map(|field| field.key).collect();
        let errors = self.left(&path);
        Table { key: field.key, columns, lines, first, of: all.len(), errors, path }
    }
}

fn card(value: &Value, index: usize, of: usize) -> Card {
    let word = |field: &str| match &value[field] {
        Value::String(word) => Some(word.clone()),
        Value::Object(fields) => fields.keys().next().cloned(),
        _ => None,
    };
    Card {
        index,
        of,
        name: value["name"].as_str().filter(|name| !name.is_empty()).map(str::to_owned),
        habit: ["kind", "when", "do"].into_iter().filter_map(word).collect(),
        inputs: list(value, "inputs").iter().map(as_entered).collect(),
    }
}

/// A value as a person enters it.
fn as_entered(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A string that would be taken for a number, or for something in quotes, stands in quotes.
fn id_as_entered(value: &Value) -> String {
    match value {
        Value::String(text) if text.parse::<u64>().is_ok() || text.starts_with('"') => value.to_string(),
        other => as_entered(other),
    }
}

fn wrong(item: &Item) -> usize {
    match item {
        Item::Row(row) => row.errors.len(),
        Item::Group(group) => group.wrong,
        Item::Table(table) => {
            let of_line = |line: &Line| line.errors.len() + line.cells.iter().map(|c| c.errors.len()).sum::<usize>();
            table.errors.len() + table.lines.iter().map(of_line).sum::<usize>()
        }
    }
}

fn said(item: &Item) -> usize {
    match item {
        Item::Row(row) => usize::from(row.said),
        Item::Group(group) => group.said,
        Item::Table(table) => table.of,
    }
}

impl Form {
    /// The place in the form that shows what stands at a place in the draft: its own, or the nearest around it.
    pub fn shows(&self, path: &str) -> String {
        let mut path = path;
        loop {
            if path.is_empty() || self.sections.iter().any(|s| s.path == path || has(s, path)) {
                return path.to_owned();
            }
            path = path.rsplit_once('/').map_or("", |(of, _)| of);
        }
    }
}

fn has(group: &Group, path: &str) -> bool {
    group.items.iter().any(|item| match item {
        Item::Row(row) => row.path == path,
        Item::Group(inner) => inner.path == path || has(inner, path),
        Item::Table(table) => {
            table.path == path || table.lines.iter().any(|l| l.path == path || l.cells.iter().any(|c| c.path == path))
        }
    })
}

/// The page of a table that a place is on, if it is in one.
pub fn page_of(path: &str) -> Option<(String, usize)> {
    let mut list = path;
    while let Some((of, last)) = list.rsplit_once('/') {
        if let Ok(index) = last.parse::<usize>()
            && matches!(field_at(of), Some(Field { kind: Kind::List { table: true, .. }, .. }))
        {
            return Some((of.to_owned(), index / LINES_SHOWN_MAX * LINES_SHOWN_MAX));
        }
        list = of;
    }
    None
}
