//! The names of nodes, wherever a scenario says them: what a rename and a removal have to follow.

use serde_json::Value;

use super::blank::list;
use super::fields::{Field, Kind, ROOT, Way};

/// Calls `f` with every value of the scenario that names a node, but not with the names that nodes give themselves.
fn each_reference(scenario: &mut Value, f: &mut dyn FnMut(&mut Value)) {
    in_fields(ROOT, scenario, f);
}

fn in_fields(fields: &'static [Field], owner: &mut Value, f: &mut dyn FnMut(&mut Value)) {
    for field in fields {
        if let Kind::Either(fields) = &field.kind {
            in_fields(fields, owner, f);
        } else if let Some(value) = owner.get_mut(field.name) {
            in_field(field, value, f);
        }
    }
}

fn in_field(field: &'static Field, value: &mut Value, f: &mut dyn FnMut(&mut Value)) {
    match &field.kind {
        Kind::Node(_) => f(value),
        Kind::Inputs => value.as_array_mut().into_iter().flatten().for_each(f),
        Kind::Object(fields) | Kind::Optional(fields) => in_fields(fields, value, f),
        // Lists of records name nobody, and can be long.
        Kind::List { item, .. } if names_nodes(item) => {
            value.as_array_mut().into_iter().flatten().for_each(|item_value| in_fields(item, item_value, f));
        }
        Kind::OneOf(ways) => {
            for way in *ways {
                if let Way::Inside(field) = way
                    && let Some(value) = value.get_mut(field.name)
                {
                    in_field(field, value, f);
                }
            }
        }
        _ => {}
    }
}

fn names_nodes(fields: &'static [Field]) -> bool {
    fields.iter().any(|field| match &field.kind {
        Kind::Node(_) | Kind::Inputs => true,
        Kind::Object(fields) | Kind::Optional(fields) => names_nodes(fields),
        Kind::List { item, .. } => names_nodes(item),
        Kind::OneOf(ways) => {
            ways.iter().any(|way| matches!(way, Way::Inside(f) if names_nodes(std::slice::from_ref(f))))
        }
        _ => false,
    })
}

/// How many nodes have this name.
pub(super) fn nodes_named(scenario: &Value, name: &Value) -> usize {
    let lists = ["sources", "operators", "sinks"].into_iter();
    lists.flat_map(|l| list(scenario, l)).filter(|node| node.get("name") == Some(name)).count()
}

/// Whoever named `old` names `new`.
pub(super) fn renamed(scenario: &mut Value, old: &Value, new: &Value) {
    each_reference(scenario, &mut |value| {
        if value == old {
            *value = new.clone();
        }
    });
}

/// Whoever reads a node that goes away reads what that node read.
pub(super) fn bridged(scenario: &mut Value, gone: &Value, inputs: &[Value]) {
    for list in ["operators", "sinks"] {
        for node in scenario.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            let Some(own) = node.get_mut("inputs").and_then(Value::as_array_mut) else { continue };
            let Some(at) = own.iter().position(|input| input == gone) else { continue };
            own.remove(at);
            let missing: Vec<Value> = inputs.iter().filter(|input| !own.contains(input)).cloned().collect();
            own.splice(at..at, missing);
        }
    }
}
