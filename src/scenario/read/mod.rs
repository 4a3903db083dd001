//! Reading a scenario: JSON text in, a whole scenario or every mistake out.
//!
//! Three passes over one text, all feeding the same list of mistakes: (1) the nodes and their
//! logs, (2) how the nodes hang together, (3) what names nodes: channels, checkpointing and
//! faults. What rests on a part that could not be read is not judged, so that every mistake
//! that is reported is a real one.

mod checkpointing;
mod fault;
pub(super) mod names;
mod operator;
mod partition;
mod restart;
mod sink;
mod source;

use super::error::{ErrorCode, ScenarioError};
use super::errors::Errors;
use super::fields::Object;
use super::json::{self, Json, described};
use super::limits;
use super::pointer::Pointer;
use super::schema::{Channels, EdgeOverride, Restart, Scenario, Storage};
use super::valid;
use super::values::list;
use names::Nodes;

const VERSION: i128 = 1;

const FIELDS: &[&str] = &[
    "barrierscope",
    "title",
    "note",
    "seed",
    "sources",
    "operators",
    "sinks",
    "channels",
    "checkpointing",
    "storage",
    "restart",
    "faults",
    "until_ms",
];

/// Reads a scenario and fills in every default. On error nothing is loaded, and the list holds
/// every mistake with its place (beyond [`limits::ERRORS_MAX`] they are only counted).
pub fn read(text: &str) -> Result<Scenario, Vec<ScenarioError>> {
    let json = json::parse(text).map_err(|error| vec![error])?;
    let mut errors = Errors::default();
    match scenario(&mut errors, &json) {
        Some(scenario) if errors.count() == 0 => Ok(scenario),
        _ => Err(errors.into_list()),
    }
}

fn scenario(errors: &mut Errors, json: &Json) -> Option<Scenario> {
    let root = Pointer::Root;
    if !matches!(json, Json::Object(_)) {
        errors.add(ErrorCode::WrongType, root, || format!("found {}, expected an object", described(json)));
        return None;
    }
    let fields = Object::open(errors, json, root, FIELDS);
    version(errors, &fields);
    let title = fields.text(errors, "title", limits::TITLE_CHARS_MAX).unwrap_or_default();
    let note = fields.text(errors, "note", limits::NOTE_CHARS_MAX).unwrap_or_default();
    let seed = fields.whole(errors, "seed", 0..=u64::MAX).unwrap_or(0);

    let before = errors.count();
    let found = fields.required_list(errors, "sources", limits::NODES_MAX, "source");
    let sources = each(errors, found, root.field("sources"), source::read);
    let sources_clean = errors.count() == before;
    let found = fields.list(errors, "operators", limits::NODES_MAX);
    let operators = each(errors, found, root.field("operators"), operator::read);
    let found = fields.required_list(errors, "sinks", limits::NODES_MAX, "sink");
    let sinks = each(errors, found, root.field("sinks"), sink::read);
    let complete = errors.count() == before;

    let nodes = Nodes::of(errors, &sources, &operators, &sinks, sources_clean, complete);
    let order = valid::graph::check(errors, &nodes);

    let mut points = Vec::new();
    let channels = match fields.get("channels") {
        Some(json) => channels(errors, json, root.field("channels"), &nodes),
        None => Channels::default(),
    };
    let checkpointing = fields
        .get_non_null("checkpointing")
        .map(|json| checkpointing::read(errors, json, root.field("checkpointing"), &nodes, &mut points));
    let storage = match fields.get("storage") {
        Some(json) => storage(errors, json, root.field("storage")),
        None => Storage::default(),
    };
    let restart = match fields.get("restart") {
        Some(json) => restart::read(errors, json, root.field("restart")),
        None => Restart::default(),
    };
    let found = fields.list(errors, "faults", limits::FAULTS_MAX);
    let faults = each(errors, found, root.field("faults"), |errors, json, at| {
        fault::read(errors, json, at, &nodes, &mut points)
    });
    let until_ms = fields.whole_or_null(errors, "until_ms", 0..=limits::TIME_MS_MAX);

    if sources_clean {
        valid::log::check(errors, &sources, &faults, &points);
    }
    let scenario = Scenario {
        title: title.to_owned(),
        note: note.to_owned(),
        seed,
        sources,
        operators,
        sinks,
        channels,
        checkpointing,
        storage,
        restart,
        faults,
        until_ms,
    };
    // What follows adds numbers up, so it needs all of them.
    if errors.count() == 0
        && let Some(order) = order
    {
        valid::size::check(errors, &scenario);
        valid::flow::check(errors, &scenario, &order);
        valid::ids::check(errors, &scenario, &order);
    }
    Some(scenario)
}

/// Reads each item of a list; one that is wrong leaves a stand-in, so that places stay.
fn each<T>(
    errors: &mut Errors,
    items: &[Json],
    at: Pointer<'_>,
    mut read: impl FnMut(&mut Errors, &Json, Pointer<'_>) -> T,
) -> Vec<T> {
    items.iter().enumerate().map(|(i, json)| read(errors, json, at.index(i))).collect()
}

fn version(errors: &mut Errors, fields: &Object<'_>) {
    let expected = "1, the only version of the format that is understood";
    let Some(json) = fields.require(errors, "barrierscope", expected) else {
        return;
    };
    if !matches!(json, Json::Whole(VERSION)) {
        errors.add(ErrorCode::Version, fields.at().field("barrierscope"), || {
            format!("found {}, expected {expected}", described(json))
        });
    }
}

fn channels(errors: &mut Errors, json: &Json, at: Pointer<'_>, nodes: &Nodes<'_>) -> Channels {
    let fields = Object::open(errors, json, at, &["capacity", "latency_ms", "edges"]);
    let mut channels = Channels::default();
    let capacities = 1..=limits::CAPACITY_MAX;
    let latencies = 0..=limits::DELAY_MS_MAX;
    if let Some(capacity) = fields.whole(errors, "capacity", capacities.clone()) {
        channels.capacity = capacity;
    }
    if let Some(latency_ms) = fields.whole(errors, "latency_ms", latencies.clone()) {
        channels.latency_ms = latency_ms;
    }
    let at = at.field("edges");
    let edges_max = limits::NODES_MAX * limits::NODES_MAX;
    let edges = fields.get("edges").map_or(&[][..], |json| list(errors, json, at, edges_max));
    for (i, json) in edges.iter().enumerate() {
        let at = at.index(i);
        let fields = Object::open(errors, json, at, &["from", "to", "capacity", "latency_ms"]);
        let edge = nodes.edge(errors, &fields);
        let capacity = fields.whole_or_null(errors, "capacity", capacities.clone());
        let latency_ms = fields.whole_or_null(errors, "latency_ms", latencies.clone());
        let Some((from, to)) = edge else { continue };
        if channels.edges.iter().any(|e: &EdgeOverride| e.from == from && e.to == to) {
            errors.add(ErrorCode::DuplicateName, at, || {
                format!("the edge from \"{from}\" to \"{to}\" stands twice, expected it once")
            });
        }
        channels.edges.push(EdgeOverride { from, to, capacity, latency_ms });
    }
    channels
}

fn storage(errors: &mut Errors, json: &Json, at: Pointer<'_>) -> Storage {
    let fields = Object::open(errors, json, at, &["write_ms", "bytes_per_ms"]);
    Storage {
        write_ms: fields.whole(errors, "write_ms", 0..=limits::DELAY_MS_MAX).unwrap_or(0),
        bytes_per_ms: fields.whole_or_null(errors, "bytes_per_ms", 1..=limits::BANDWIDTH_MAX),
    }
}
