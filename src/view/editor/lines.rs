//! A draft as lines of text: written so that a person can read it, and each error beside its line.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

use crate::scenario::{ErrorCode, ScenarioError};

/// An object or list that holds no other and is not longer stays on one line.
const SHORT_CHARS_MAX: usize = 72;

/// The tree as text: two spaces a level, short parts on one line.
pub fn pretty(tree: &Value) -> String {
    let mut text = String::new();
    write_value(&mut text, tree, 0);
    text
}

fn write_value(text: &mut String, value: &Value, level: usize) {
    let is_empty = match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => true,
    };
    if is_empty || level > 0 && is_short(value) {
        write_flat(text, value);
        return;
    }
    let indent = |text: &mut String, level: usize| {
        text.push('\n');
        text.extend(std::iter::repeat_n("  ", level));
    };
    match value {
        Value::Array(items) => {
            text.push('[');
            for (i, item) in items.iter().enumerate() {
                text.push_str(if i > 0 { "," } else { "" });
                indent(text, level + 1);
                write_value(text, item, level + 1);
            }
            indent(text, level);
            text.push(']');
        }
        Value::Object(fields) => {
            text.push('{');
            for (i, (name, field)) in fields.iter().enumerate() {
                text.push_str(if i > 0 { "," } else { "" });
                indent(text, level + 1);
                let _ = write!(text, "{}: ", Value::from(name.as_str()));
                write_value(text, field, level + 1);
            }
            indent(text, level);
            text.push('}');
        }
        _ => {}
    }
}

/// Whether it goes on one line: at most one level inside, and not long.
fn is_short(value: &Value) -> bool {
    fn size(value: &Value, levels: usize) -> Option<usize> {
        let sum = |sum: usize, own: usize, value: &Value| {
            let sum = sum + own + size(value, levels.checked_sub(1)?)?;
            (sum <= SHORT_CHARS_MAX).then_some(sum)
        };
        match value {
            Value::Array(items) => items.iter().try_fold(4, |so_far, item| sum(so_far, 2, item)),
            Value::Object(fields) => {
                fields.iter().try_fold(4, |so_far, (name, field)| sum(so_far, name.len() + 6, field))
            }
            Value::String(text) => Some(text.len() + 2),
            Value::Number(number) => Some(number.to_string().len()),
            Value::Bool(_) | Value::Null => Some(5),
        }
    }
    size(value, 2).is_some()
}

fn write_flat(text: &mut String, value: &Value) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for (i, item) in items.iter().enumerate() {
                text.push_str(if i > 0 { ", " } else { "" });
                write_flat(text, item);
            }
            text.push(']');
        }
        Value::Object(fields) if !fields.is_empty() => {
            text.push_str("{ ");
            for (i, (name, field)) in fields.iter().enumerate() {
                let _ = write!(text, "{}{}: ", if i > 0 { ", " } else { "" }, Value::from(name.as_str()));
                write_flat(text, field);
            }
            text.push_str(" }");
        }
        other => {
            let _ = write!(text, "{other}");
        }
    }
}

/// Columns that a text is laid out in at most: a browser takes seconds over one line of a million characters.
pub const COLUMNS_MAX: usize = 2_000;

/// An error beside a line of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The line, counted from 1.
    pub line: usize,
    /// The characters of that line, at most [`COLUMNS_MAX`].
    pub chars: usize,
    /// Where in the scenario; empty: the text as a whole.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

/// The errors, each with the line that it is about: that of the value, or of what it would stand in.
pub fn remarks(text: &str, errors: &[ScenarioError]) -> Vec<Remark> {
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).chain([text.len()]).collect();
    let places = places(text.as_bytes(), errors.iter().map(|e| e.path.as_str()));
    let remark = |(error, place): (&ScenarioError, usize)| {
        let line = match error.code {
            ErrorCode::Syntax => said_line(&error.message).unwrap_or(1).min(ends.len()),
            _ => 1 + ends.partition_point(|end| *end < place),
        };
        let begin = if line > 1 { ends[line - 2] + 1 } else { 0 };
        let chars = text.get(begin..ends[line - 1]).map_or(0, |l| l.chars().take(COLUMNS_MAX).count());
        Remark { line, chars, path: error.path.clone(), message: error.message.clone() }
    };
    errors.iter().zip(places).map(remark).collect()
}

/// "… at line 12, column 3 …": the parser has said it.
fn said_line(message: &str) -> Option<usize> {
    let after = message.split("at line ").nth(1)?;
    after.split(',').next()?.parse().ok()
}

/// Where in a JSON text the values at these pointers stand: of what is not there, the nearest thing that it would be in.
///
/// The text is JSON: it has been parsed before. It is gone through once for all of them, since there can be many errors in a
/// long text.
fn places<'a>(text: &[u8], pointers: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let begin = skip_space(text, 0);
    let wanted: Vec<Wanted<'a>> = pointers.map(|p| p.strip_prefix('/')).enumerate().collect();
    let mut found = vec![begin; wanted.len()];
    locate(text, begin, &wanted, &mut found);
    found
}

/// One of the pointers, and what of it leads on from here.
type Wanted<'a> = (usize, Option<&'a str>);

/// Goes through the children of a container and notes where those begin that lead to something wanted: the item with this
/// number, or the field with this name. Of a field that stands twice the last is meant.
fn locate(text: &[u8], container: usize, wanted: &[Wanted<'_>], found: &mut [usize]) {
    let is_list = text.get(container) == Some(&b'[');
    if !is_list && text.get(container) != Some(&b'{') {
        return;
    }
    let mut by_child: BTreeMap<String, Vec<Wanted<'_>>> = BTreeMap::new();
    for (i, path) in wanted.iter().filter_map(|(i, path)| Some((*i, (*path)?))) {
        let (child, rest) = path.split_once('/').map_or((path, None), |(child, rest)| (child, Some(rest)));
        by_child.entry(child.replace("~1", "/").replace("~0", "~")).or_default().push((i, rest));
    }
    if by_child.is_empty() {
        return;
    }
    let mut at = skip_space(text, container + 1);
    let mut index = 0usize;
    while at < text.len() && !matches!(text[at], b']' | b'}') {
        let (name, value) = if is_list {
            (index.to_string(), at)
        } else {
            let end = skip_value(text, at);
            let name = text.get(at..end).and_then(|name| serde_json::from_slice(name).ok());
            // Past the colon.
            (name.unwrap_or_default(), skip_space(text, skip_space(text, end) + 1))
        };
        if let Some(inside) = by_child.get(&name) {
            inside.iter().for_each(|(i, _)| found[*i] = value);
            locate(text, value, inside, found);
        }
        at = skip_space(text, skip_value(text, value));
        if text.get(at) == Some(&b',') {
            at = skip_space(text, at + 1);
        }
        index += 1;
    }
}

fn skip_space(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(|b| b.is_ascii_whitespace()) {
        at += 1;
    }
    at
}

/// Behind the value that begins here.
fn skip_value(text: &[u8], begin: usize) -> usize {
    let (mut at, mut depth, mut in_string) = (begin, 0usize, false);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' if in_string => at += 1,
            b'"' => {
                in_string = !in_string;
                if !in_string && depth == 0 {
                    return at + 1;
                }
            }
            _ if in_string => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => {
                if depth <= 1 {
                    return if depth == 1 { at + 1 } else { at };
                }
                depth -= 1;
            }
            b',' if depth == 0 => return at,
            b':' | b' ' | b'\n' | b'\t' | b'\r' if depth == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    text.len()
}
