//! Edits: what a person does to a draft, carried out on its tree.
//!
//! A draft may be wrong in any way that JSON can be; an edit changes what it is about and leaves the rest as it stands.

use serde_json::{Map, Number, Value, json};

use super::blank::blank;
use super::defaults::default_of;
use super::fields::{Field, Kind, ROOT, Way, field_at, named};
use super::names;

/// Something that a person does to a draft. Places are JSON pointers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// This was entered for a field; nothing: what holds by default. The new name of a node is followed everywhere.
    Enter(String, String),
    /// A field is no longer said.
    Reset(String),
    /// One of several ways to say something, by its word; `on` and `off` for what can be absent.
    Choose(String, String),
    /// A node at a place reads another one, or no longer.
    Input {
        /// The node that reads.
        reader: String,
        /// The name of the node that is read.
        name: String,
        /// Whether it does.
        on: bool,
    },
    /// One more item of a list.
    Add(String),
    /// An item goes. Whoever read a node that goes reads what that node read.
    Remove(String),
    /// An item changes places with the one behind it, or before it.
    Move {
        /// The item.
        item: String,
        /// With the one behind.
        later: bool,
    },
    /// The whole text was written anew.
    Text(String),
    /// Everything goes: a scenario with nothing in it.
    Nothing,
}

/// Why an edit was not carried out. The draft is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Another node has this name: nobody could tell any more who is meant by it.
    NameTaken(String),
}

/// Chosen for something that may be absent.
pub const ON: &str = "on";
/// The same, and it is absent.
pub const OFF: &str = "off";

/// A scenario with nothing in it.
pub(super) fn nothing() -> Value {
    json!({ "barrierscope": 1, "sources": [], "sinks": [] })
}

/// Carries an edit out. What it is about may be gone by now; then nothing happens.
pub(super) fn apply(tree: &mut Value, edit: &Edit) -> Result<(), Refusal> {
    match edit {
        Edit::Enter(path, text) => return enter(tree, path, text),
        Edit::Reset(path) => unset(tree, path),
        Edit::Choose(path, word) => choose(tree, path, word),
        Edit::Input { reader, name, on } => input(tree, reader, name, *on),
        Edit::Add(path) => add(tree, path),
        Edit::Remove(path) => remove(tree, path),
        Edit::Move { item, later } => change_places(tree, item, *later),
        Edit::Nothing => *tree = nothing(),
        // The text is the draft's, not the tree's.
        Edit::Text(_) => {}
    }
    Ok(())
}

fn enter(tree: &mut Value, path: &str, text: &str) -> Result<(), Refusal> {
    let Some(field) = field_at(path) else {
        // The format has no such field: what stands there can still be changed, as JSON.
        put(tree, path, serde_json::from_str(text).unwrap_or_else(|_| text.into()));
        return Ok(());
    };
    let value = entered(&field.kind, text);
    if matches!(field.kind, Kind::Name) {
        let new = value.unwrap_or_else(|| "".into());
        let old = tree.pointer(path).cloned();
        if old.as_ref() == Some(&new) {
            return Ok(());
        }
        if names::nodes_named(tree, &new) > 0 {
            return Err(Refusal::NameTaken(text.to_owned()));
        }
        // Of two nodes with one name nobody knows which is meant.
        let old = old.filter(|old| old.is_string() && names::nodes_named(tree, old) == 1);
        put(tree, path, new.clone());
        if let Some(old) = old {
            names::renamed(tree, &old, &new);
        }
        return Ok(());
    }
    match value {
        Some(value) => say(tree, path, field, value),
        None => unset(tree, path),
    }
    Ok(())
}

/// What a person means who enters this; none: nothing is said.
fn entered(kind: &Kind, text: &str) -> Option<Value> {
    let as_text = || Value::from(text);
    let trimmed = text.trim();
    if text.is_empty() && !matches!(kind, Kind::Name) {
        return None;
    }
    Some(match kind {
        // A number that is none is kept as it was entered, and the reader says what is wrong with it.
        Kind::Whole { .. } | Kind::Signed => match (trimmed.parse::<u64>(), trimmed.parse::<i64>()) {
            (Ok(n), _) => n.into(),
            (_, Ok(n)) => n.into(),
            // One that would be written in another way (1e3 as 1000.0) is not: the field keeps what was typed.
            _ => trimmed.parse().ok().filter(|n: &Number| n.to_string() == text).map_or_else(as_text, Value::Number),
        },
        Kind::OneOf(ways) if ways.iter().any(|way| matches!(way, Way::Number(_))) => {
            trimmed.parse::<i64>().map_or_else(|_| as_text(), Value::from)
        }
        Kind::Factor => trimmed.parse::<Number>().map_or_else(|_| as_text(), Value::Number),
        // 5 and "5" are two ids: a string that looks like a number is entered in double quotes.
        Kind::Id => match (trimmed.parse::<u64>(), serde_json::from_str::<String>(trimmed)) {
            (Ok(n), _) => n.into(),
            (_, Ok(quoted)) => quoted.into(),
            _ => as_text(),
        },
        Kind::Flag => match text {
            "true" => true.into(),
            "false" => false.into(),
            _ => as_text(),
        },
        _ => as_text(),
    })
}

/// Says something; a word that holds by default anyhow is not said. Neighbours that it rules out go, those that it needs
/// come.
fn say(tree: &mut Value, path: &str, field: &'static Field, value: Value) {
    let owner = path.rsplit_once('/').and_then(|(owner, _)| tree.pointer(owner)).unwrap_or(&Value::Null);
    let is_choice = matches!(field.kind, Kind::Word(_) | Kind::Flag | Kind::OneOf(_));
    let by_default = default_of(field.key, owner).filter(|default| is_choice && *default == value).is_some();
    let word = value.as_str().unwrap_or_default().to_owned();
    if by_default {
        unset(tree, path);
    } else {
        put(tree, path, value);
    }
    if !is_choice {
        return;
    }
    let Some(owner) = path.rsplit_once('/').map(|(owner, _)| owner) else { return };
    let Some((_, fields, _)) = place(tree, path) else { return };
    for other in fields {
        let Some(only) = other.only.as_ref().filter(|only| only.field == field.name) else { continue };
        let path = format!("{owner}/{}", other.name);
        let allowed = only.words.contains(&word.as_str());
        if !allowed && only.refused {
            unset(tree, &path);
        } else if allowed && default_of(other.key, &Value::Null).is_none() && tree.pointer(&path).is_none() {
            let value = blank(other.key, tree, &Value::Null);
            put(tree, &path, value);
        }
    }
}

fn choose(tree: &mut Value, path: &str, word: &str) {
    let Some(field) = field_at(path) else { return };
    match &field.kind {
        Kind::Optional(_) if word != ON => unset(tree, path),
        Kind::Optional(_) if tree.pointer(path).is_some_and(Value::is_object) => {}
        Kind::Optional(_) => {
            let value = blank(field.key, tree, &Value::Null);
            put(tree, path, value);
        }
        Kind::OneOf(ways) => {
            let Some(way) = ways.iter().find(|way| way.word() == word) else { return };
            if tree.pointer(path).is_some_and(|now| is_said_so(way, now)) {
                return;
            }
            let value = match way {
                Way::Word(word) => (*word).into(),
                Way::Number(_) => blank(field.key, tree, &Value::Null),
                Way::Inside(inner) => json!({ inner.name: blank(inner.key, tree, &Value::Null) }),
            };
            say(tree, path, field, value);
        }
        Kind::Either(fields) => {
            let Some(chosen) = fields.iter().find(|f| f.name == word) else { return };
            let Some((owner, _)) = path.rsplit_once('/') else { return };
            let at = |name: &str| format!("{owner}/{name}");
            if tree.pointer(&at(word)).is_none() {
                let value = match chosen.kind {
                    Kind::List { .. } => json!([blank(chosen.key, tree, &Value::Null)]),
                    _ => blank(chosen.key, tree, &Value::Null),
                };
                put(tree, &at(word), value);
            }
            for other in fields.iter().filter(|f| f.name != word) {
                unset(tree, &at(other.name));
            }
        }
        _ => {}
    }
}

/// Whether a value is said this way.
pub(super) fn is_said_so(way: &Way, value: &Value) -> bool {
    match way {
        Way::Word(word) => value == *word,
        Way::Number(_) => value.is_number(),
        Way::Inside(field) => value.get(field.name).is_some(),
    }
}

fn input(tree: &mut Value, reader: &str, name: &str, on: bool) {
    let path = format!("{reader}/inputs");
    if !tree.pointer(&path).is_some_and(Value::is_array) {
        put(tree, &path, json!([]));
    }
    let Some(inputs) = tree.pointer_mut(&path).and_then(Value::as_array_mut) else { return };
    inputs.retain(|input| input != name);
    if on {
        inputs.push(name.into());
    }
}

fn add(tree: &mut Value, path: &str) {
    let Some(field) = field_at(path) else { return };
    let owner = path.rsplit_once('/').and_then(|(owner, _)| tree.pointer(owner)).unwrap_or(&Value::Null);
    let item = blank(field.key, tree, owner);
    if !tree.pointer(path).is_some_and(Value::is_array) {
        put(tree, path, json!([]));
    }
    if let Some(list) = tree.pointer_mut(path).and_then(Value::as_array_mut) {
        list.push(item);
    }
}

/// The list that an item stands in, its place, and the list's path.
fn item<'t, 'p>(tree: &'t mut Value, path: &'p str) -> Option<(&'t mut Vec<Value>, usize, &'p str)> {
    let (of, at) = path.rsplit_once('/')?;
    let list = tree.pointer_mut(of)?.as_array_mut()?;
    let at = at.parse().ok().filter(|at| *at < list.len())?;
    Some((list, at, of))
}

fn remove(tree: &mut Value, path: &str) {
    let Some((list, at, of)) = item(tree, path) else { return };
    let gone = list.remove(at);
    let is_empty = list.is_empty();
    if is_empty && matches!(field_at(of), Some(Field { kind: Kind::List { required: false, .. }, .. })) {
        unset(tree, of);
    }
    if matches!(of, "/sources" | "/operators")
        && let Some(name) = gone.get("name")
        && names::nodes_named(tree, name) == 0
    {
        names::bridged(tree, name, super::blank::list(&gone, "inputs"));
    }
}

fn change_places(tree: &mut Value, path: &str, later: bool) {
    let Some((list, at, _)) = item(tree, path) else { return };
    let other = if later { at + 1 } else { at.wrapping_sub(1) };
    if other < list.len() {
        list.swap(at, other);
    }
}

/// The object that a field stands in (made, where it is not there yet), its fields, and the field's name.
fn place<'t, 'p>(
    tree: &'t mut Value,
    path: &'p str,
) -> Option<(&'t mut Map<String, Value>, &'static [Field], &'p str)> {
    let (of, last) = path.rsplit_once('/')?;
    let (mut value, mut fields) = (tree, ROOT);
    let mut field: Option<&'static Field> = None;
    for name in of.split('/').skip(1) {
        if let Some(Field { kind: Kind::List { item, .. }, .. }) = field {
            value = value.get_mut(name.parse::<usize>().ok()?)?;
            (fields, field) = (item, None);
            continue;
        }
        fields = field.map_or(Some(fields), |f| inner(f, name))?;
        field = Some(named(fields, name)?);
        let object = object(value);
        if object.get(name).is_none_or(Value::is_null) {
            insert(object, fields, name, json!({}));
        }
        value = object.get_mut(name)?;
    }
    let fields = field.map_or(Some(fields), |f| inner(f, last))?;
    Some((object(value), fields, last))
}

/// The fields of the object that a field holds.
fn inner(field: &'static Field, name: &str) -> Option<&'static [Field]> {
    match &field.kind {
        Kind::Object(fields) | Kind::Optional(fields) => Some(fields),
        Kind::OneOf(ways) => ways.iter().find_map(|way| match way {
            Way::Inside(field) if field.name == name => Some(std::slice::from_ref(field)),
            _ => None,
        }),
        _ => None,
    }
}

/// A value as an object; one that is none becomes an empty one.
fn object(value: &mut Value) -> &mut Map<String, Value> {
    if !value.is_object() {
        *value = json!({});
    }
    // invariant: it is one now.
    value.as_object_mut().unwrap_or_else(|| unreachable!())
}

fn put(tree: &mut Value, path: &str, value: Value) {
    if let Some((owner, fields, name)) = place(tree, path) {
        insert(owner, fields, name, value);
    }
}

/// Puts a field where the format has it: the text of a scenario does not depend on the order of edits.
fn insert(owner: &mut Map<String, Value>, fields: &'static [Field], name: &str, value: Value) {
    if let Some(old) = owner.get_mut(name) {
        *old = value;
        return;
    }
    let rank = |name: &str| {
        let names = fields.iter().position(|f| named(std::slice::from_ref(f), name).is_some());
        names.unwrap_or(usize::MAX)
    };
    let own = rank(name);
    let at = owner.keys().position(|other| rank(other) > own).unwrap_or(owner.len());
    owner.shift_insert(at, name.to_owned(), value);
}

fn unset(tree: &mut Value, path: &str) {
    let Some((of, name)) = path.rsplit_once('/') else { return };
    let Some(owner) = tree.pointer_mut(of).and_then(Value::as_object_mut) else { return };
    owner.shift_remove(name);
    // An object of nothing but defaults is not said either. (`checkpointing` and `ttl` are: with them there is one.)
    let is_empty = owner.is_empty();
    if is_empty && ROOT.iter().any(|f| of.strip_prefix('/') == Some(f.name) && matches!(f.kind, Kind::Object(_))) {
        unset(tree, of);
    }
}
