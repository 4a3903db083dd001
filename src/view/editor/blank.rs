//! What stands in something new: the least that is worth looking at, with names and ids that are free and places that
//! exist.

use serde_json::{Value, json};

use super::fields::UPSTREAM;

/// The period of new checkpoints, and the moment of a new fault.
const SOON_MS: u64 = 1000;
/// Kafka's auto-commit (semantics SR-5).
const COMMIT_EVERY_MS: u64 = 5000;
/// A new TTL.
const TTL_MS: u64 = 60_000;
/// How long something new goes wrong.
const FOR_MS: u64 = 1000;

/// What a new item of a list says, or a new object; by its words' key. `owner` is the object that it stands in.
pub(super) fn blank(key: &str, scenario: &Value, owner: &Value) -> Value {
    match key {
        "sources" => json!({ "name": free_name(scenario, "source"), "partitions": [partition(scenario)] }),
        "operators" => json!({ "name": free_name(scenario, "operator"), "kind": "map", "inputs": unread(scenario) }),
        "sinks" => json!({ "name": free_name(scenario, "sink"), "kind": "append", "inputs": unread(scenario) }),
        "partitions" => partition(scenario),
        "generate" => partition(scenario)["generate"].take(),
        "records" => {
            let last = list(owner, "records").last();
            let mut record = json!({ "id": free_id(scenario) });
            if let Some(at) = last.and_then(|r| r.get("at")) {
                record["at"] = at.clone();
            }
            record
        }
        "redeliver" => {
            let (id, at) = first_record(owner);
            json!({ "id": id, "at": at })
        }
        "edges" => {
            let (from, to) = edge(scenario);
            json!({ "from": from, "to": to })
        }
        "checkpointing" => json!({ "every_ms": SOON_MS }),
        "checkpointing.at" | "when.read" => point(scenario),
        "operator.ttl" => json!({ "ms": TTL_MS }),
        "source.offsets.commit_every_ms" => COMMIT_EVERY_MS.into(),
        "faults" => json!({ "when": { "at_ms": SOON_MS }, "do": { "crash": "process" } }),
        "when.at_ms" => SOON_MS.into(),
        "when.processed" => json!({ "operator": first(scenario, &["operators"]), "id": first_id(scenario) }),
        "when.written" => json!({ "sink": first(scenario, &["sinks"]), "id": first_id(scenario) }),
        "when.checkpoint" => json!({ "id": 1, "reaches": "completed" }),
        "do.crash" => "process".into(),
        "crash.operator" => first(scenario, &["operators", "sources", "sinks"]),
        "do.storage_down_ms" => FOR_MS.into(),
        "do.slow" => {
            let node = first(scenario, &["operators", "sources", "sinks"]);
            json!({ "operator": node, "service_ms": 100, "for_ms": FOR_MS })
        }
        "do.stall" => {
            let (from, to) = edge(scenario);
            json!({ "from": from, "to": to, "for_ms": FOR_MS })
        }
        "do.redeliver" => {
            let id = first_id(scenario);
            json!({ "source": first(scenario, &["sources"]), "partition": 0, "id": id })
        }
        "generate.value" => 1.into(),
        "operator.min_value" => 0.into(),
        _ => Value::Null,
    }
}

/// The items of a list, none if it is no list.
pub(super) fn list<'v>(owner: &'v Value, name: &str) -> &'v [Value] {
    owner.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The nodes of these lists that have a name, in the order of the file.
pub(super) fn names<'v>(scenario: &'v Value, lists: &[&str]) -> Vec<&'v str> {
    lists.iter().flat_map(|l| list(scenario, l)).filter_map(|node| node["name"].as_str()).collect()
}

fn first(scenario: &Value, lists: &[&str]) -> Value {
    names(scenario, lists).first().map_or(Value::Null, |name| (*name).into())
}

/// "sum 2", where "sum" is taken.
fn free_name(scenario: &Value, stem: &str) -> String {
    let taken = names(scenario, &["sources", "operators", "sinks"]);
    let numbered = (1..).map(|n| if n == 1 { stem.to_owned() } else { format!("{stem} {n}") });
    // As many names as there are nodes can be taken, and no more.
    numbered.take(taken.len() + 1).find(|name| !taken.contains(&name.as_str())).unwrap_or_default()
}

/// The first node that nobody reads yet, as the inputs of one more; where all are read, the last.
fn unread(scenario: &Value) -> Value {
    let is_read = |name: &str| {
        let readers = list(scenario, "operators").iter().chain(list(scenario, "sinks"));
        readers.flat_map(|node| list(node, "inputs")).any(|input| input == name)
    };
    let upstream = names(scenario, UPSTREAM);
    let found = upstream.iter().find(|name| !is_read(name)).or(upstream.last());
    found.map_or_else(|| json!([]), |name| json!([name]))
}

/// The first edge.
fn edge(scenario: &Value) -> (Value, Value) {
    let readers = list(scenario, "operators").iter().chain(list(scenario, "sinks"));
    let edges = readers.filter_map(|node| Some((list(node, "inputs").first()?.clone(), node["name"].clone())));
    edges.into_iter().next().unwrap_or_default()
}

fn partition(scenario: &Value) -> Value {
    match free_id(scenario) {
        1 => json!({ "generate": { "count": 10, "every_ms": 100 } }),
        id => json!({ "generate": { "count": 10, "first_id": id, "every_ms": 100 } }),
    }
}

/// A place in the first log: its first record.
fn point(scenario: &Value) -> Value {
    let source = &scenario["sources"][0];
    let offset = source["partitions"][0]["first_offset"].as_u64().unwrap_or(0);
    json!({ "source": source["name"], "partition": 0, "offset": offset })
}

/// Id and time of the first record of a partition.
fn first_record(partition: &Value) -> (Value, Value) {
    let generate = &partition["generate"];
    if generate.is_object() {
        let id = generate["first_id"].as_u64().unwrap_or(1);
        return (id.into(), generate["start_ms"].as_u64().unwrap_or(0).into());
    }
    let first = &partition["records"][0];
    (first.get("id").cloned().unwrap_or_else(|| 1.into()), first["at"].as_u64().unwrap_or(0).into())
}

fn first_id(scenario: &Value) -> Value {
    first_record(&scenario["sources"][0]["partitions"][0]).0
}

/// The number after the largest id that is a number.
fn free_id(scenario: &Value) -> u64 {
    let mut next = 1;
    for partition in list(scenario, "sources").iter().flat_map(|source| list(source, "partitions")) {
        let generate = &partition["generate"];
        if let Some(count) = generate["count"].as_u64() {
            next = next.max(generate["first_id"].as_u64().unwrap_or(1).saturating_add(count));
        }
        let largest = list(partition, "records").iter().filter_map(|record| record["id"].as_u64()).max();
        next = next.max(largest.map_or(1, |id| id.saturating_add(1)));
    }
    next
}
