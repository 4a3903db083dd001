//! What an edit did, as a branch is named by it.

use serde_json::Value;

use super::edit::Edit;
use super::fields::field_at;

/// Characters of a value that a name has room for.
const VALUE_CHARS_MAX: usize = 24;

/// What an edit did. An owner is the node that a field belongs to, by its name; empty: it belongs to no node. A key is
/// what the words of a field go by; of what the format does not know it is the field's name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the owner, the key and the number of an item (from 0) are what stands above")]
pub enum About {
    /// A field was set to this; empty: it is no longer said.
    Set { owner: String, key: String, value: String },
    /// A node has another name.
    Renamed { from: String, to: String },
    /// A node reads another one, or no longer.
    Reads { reader: String, name: String, on: bool },
    /// A list has one more.
    Added { owner: String, key: String },
    /// An item of a list went; by its name, where it has one.
    Removed { owner: String, key: String, at: usize, name: String },
    /// An item of a list has another place.
    Moved { owner: String, key: String, at: usize, name: String },
    /// The text was written.
    Json,
    /// Everything went.
    Nothing,
    /// A step was taken back.
    Back,
    /// A step was taken again.
    Again,
}

impl About {
    /// What this edit does to a draft; `before` is the draft as it was.
    pub fn of(edit: &Edit, before: Option<&Value>) -> About {
        let text = |path: &str| before.and_then(|t| t.pointer(path)).and_then(Value::as_str).unwrap_or("").to_owned();
        // "/operators/0/ttl/ms" belongs to the node that "/operators/0" is.
        let owner = |path: &str| {
            let node = path.match_indices('/').nth(2).map_or("", |(at, _)| &path[..at]);
            if node.is_empty() { String::new() } else { text(&format!("{node}/name")) }
        };
        let key = |path: &str| match field_at(path) {
            Some(field) => field.key.to_owned(),
            None => path.rsplit('/').next().unwrap_or_default().to_owned(),
        };
        let set = |path: &str, value: &str| {
            let mut value: String = value.trim().to_owned();
            if let Some((at, _)) = value.char_indices().nth(VALUE_CHARS_MAX) {
                value.truncate(at);
                value.push('…');
            }
            About::Set { owner: owner(path), key: key(path), value }
        };
        let item = |path: &str| {
            let (list, at) = path.rsplit_once('/').unwrap_or(("", path));
            (owner(list), key(list), at.parse().unwrap_or(0), text(&format!("{path}/name")))
        };
        match edit {
            Edit::Enter(path, to) if key(path).ends_with(".name") => {
                About::Renamed { from: text(path), to: to.clone() }
            }
            Edit::Enter(path, value) | Edit::Choose(path, value) => set(path, value),
            Edit::Reset(path) => set(path, ""),
            Edit::Input { reader, name, on } => {
                About::Reads { reader: text(&format!("{reader}/name")), name: name.clone(), on: *on }
            }
            Edit::Add(path) => About::Added { owner: owner(path), key: key(path) },
            Edit::Remove(path) => {
                let (owner, key, at, name) = item(path);
                About::Removed { owner, key, at, name }
            }
            Edit::Move { item: path, .. } => {
                let (owner, key, at, name) = item(path);
                About::Moved { owner, key, at, name }
            }
            Edit::Text(_) => About::Json,
            Edit::Nothing => About::Nothing,
        }
    }
}
