//! The names of nodes, and whatever in the scenario refers to them.

use std::collections::BTreeMap;

use crate::scenario::error::ErrorCode;
use crate::scenario::errors::Errors;
use crate::scenario::fields::Object;
use crate::scenario::json::{Json, quoted};
use crate::scenario::limits;
use crate::scenario::pointer::Pointer;
use crate::scenario::schema::{Operator, ReadPoint, Sink, Source};
use crate::scenario::suggest::nearest;
use crate::scenario::values::{listed, text, whole};

/// What kind of node a name belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::scenario) enum Sort {
    Source,
    Operator,
    Sink,
}

impl Sort {
    pub(in crate::scenario) const UPSTREAM: &'static [Sort] = &[Sort::Source, Sort::Operator];
    pub(in crate::scenario) const ANY: &'static [Sort] = &[Sort::Source, Sort::Operator, Sort::Sink];

    const fn with_article(self) -> &'static str {
        match self {
            Sort::Source => "a source",
            Sort::Operator => "an operator",
            Sort::Sink => "a sink",
        }
    }

    const fn list(self) -> &'static str {
        match self {
            Sort::Source => "sources",
            Sort::Operator => "operators",
            Sort::Sink => "sinks",
        }
    }
}

/// One node as the graph sees it.
pub(in crate::scenario) struct Node<'s> {
    /// Empty when it could not be read.
    pub(in crate::scenario) name: &'s str,
    pub(in crate::scenario) sort: Sort,
    /// Its place in the list of its sort.
    pub(in crate::scenario) place: usize,
    pub(in crate::scenario) inputs: &'s [String],
}

impl Node<'_> {
    /// Where it stands in the text.
    pub(in crate::scenario) fn path(&self) -> String {
        format!("/{}/{}", self.sort.list(), self.place)
    }
}

/// All nodes in the order of the file (sources, operators, sinks), and by name.
pub(in crate::scenario) struct Nodes<'s> {
    pub(in crate::scenario) list: Vec<Node<'s>>,
    by_name: BTreeMap<&'s str, usize>,
    sources: &'s [Source],
    /// The sources could be read without a mistake, so that their logs can be judged.
    sources_clean: bool,
    /// Every node could be read, so that a name that is not here is nowhere.
    complete: bool,
}

impl<'s> Nodes<'s> {
    /// Collects the nodes; two of one name are a mistake.
    pub(in crate::scenario) fn of(
        errors: &mut Errors,
        sources: &'s [Source],
        operators: &'s [Operator],
        sinks: &'s [Sink],
        sources_clean: bool,
        complete: bool,
    ) -> Nodes<'s> {
        let mut list: Vec<Node<'s>> = Vec::new();
        let mut add = |sort, place, name: &'s str, inputs: &'s [String]| {
            list.push(Node { name, sort, place, inputs });
        };
        for (i, source) in sources.iter().enumerate() {
            add(Sort::Source, i, &source.name, &[]);
        }
        for (i, operator) in operators.iter().enumerate() {
            add(Sort::Operator, i, &operator.name, &operator.inputs);
        }
        for (i, sink) in sinks.iter().enumerate() {
            add(Sort::Sink, i, &sink.name, &sink.inputs);
        }
        let mut by_name = BTreeMap::new();
        let before = errors.count();
        for (i, node) in list.iter().enumerate().filter(|(_, node)| !node.name.is_empty()) {
            match by_name.get(node.name) {
                None => {
                    by_name.insert(node.name, i);
                }
                Some(&first) => {
                    let first: &Node<'_> = &list[first];
                    errors.add(ErrorCode::DuplicateName, format!("{}/name", node.path()), || {
                        format!(
                            "the name {} is taken by {}, expected a name of its own",
                            quoted(node.name),
                            first.path()
                        )
                    });
                }
            }
        }
        Nodes {
            list,
            by_name,
            sources,
            sources_clean,
            // Of two nodes with one name nobody knows which is meant.
            complete: complete && errors.count() == before,
        }
    }

    /// The number of the node of this name, if it is of one of these sorts.
    pub(in crate::scenario) fn find(
        &self,
        errors: &mut Errors,
        name: &str,
        at: impl std::fmt::Display,
        sorts: &[Sort],
    ) -> Option<usize> {
        match self.by_name.get(name) {
            Some(&i) if sorts.contains(&self.list[i].sort) => Some(i),
            Some(&i) => {
                let sort = self.list[i].sort.with_article();
                errors.add(ErrorCode::UnknownName, at, || {
                    let allowed: Vec<&str> = sorts.iter().map(|s| s.with_article()).collect();
                    format!("{} is {sort}, expected {}", quoted(name), allowed.join(" or "))
                });
                None
            }
            // It may be the name that could not be read.
            None if !self.complete => None,
            None => {
                errors.add(ErrorCode::UnknownName, at, || {
                    let candidates: Vec<&str> =
                        self.list.iter().filter(|node| sorts.contains(&node.sort)).map(|node| node.name).collect();
                    match nearest(name, candidates.iter().copied()) {
                        Some(near) => format!("no node is named {}, did you mean {}?", quoted(name), quoted(near)),
                        None if candidates.is_empty() => {
                            format!("no node is named {}, and there is none to name", quoted(name))
                        }
                        None => format!("no node is named {}, expected one of {}", quoted(name), listed(&candidates)),
                    }
                });
                None
            }
        }
    }

    /// The node that a required field names.
    pub(in crate::scenario) fn required(
        &self,
        errors: &mut Errors,
        fields: &Object<'_>,
        field: &str,
        sorts: &[Sort],
    ) -> Option<usize> {
        let allowed: Vec<&str> = sorts.iter().map(|s| s.with_article()).collect();
        let expected = format!("the name of {}", allowed.join(" or "));
        let json = fields.require(errors, field, &expected)?;
        self.reference(errors, json, fields.at().field(field), sorts)
    }

    /// The node that a string names.
    pub(in crate::scenario) fn reference(
        &self,
        errors: &mut Errors,
        json: &Json,
        at: Pointer<'_>,
        sorts: &[Sort],
    ) -> Option<usize> {
        let name = text(errors, json, at, limits::NAME_CHARS_MAX)?;
        self.find(errors, name, at, sorts)
    }

    /// The edge that the fields `from` and `to` name.
    pub(in crate::scenario) fn edge(&self, errors: &mut Errors, fields: &Object<'_>) -> Option<(String, String)> {
        let from = self.required(errors, fields, "from", Sort::ANY);
        let to = self.required(errors, fields, "to", Sort::ANY);
        let (from, to) = (&self.list[from?], &self.list[to?]);
        if !to.inputs.iter().any(|input| input == from.name) {
            // An input that could not be read may be the one.
            if self.complete {
                errors.add(ErrorCode::UnknownName, fields.at(), || {
                    format!(
                        "no edge leads from {} to {}, expected {} among the inputs of {}",
                        quoted(from.name),
                        quoted(to.name),
                        quoted(from.name),
                        quoted(to.name)
                    )
                });
            }
            return None;
        }
        Some((from.name.to_owned(), to.name.to_owned()))
    }

    /// The source and the partition that the fields `source` and `partition` name.
    pub(in crate::scenario) fn partition(&self, errors: &mut Errors, fields: &Object<'_>) -> Option<(&'s Source, u16)> {
        let source = self.required(errors, fields, "source", &[Sort::Source]);
        let partitions = 0..=limits::PARTITIONS_MAX as u64 - 1;
        let json = fields.require(errors, "partition", "the number of a partition, from 0")?;
        let at = fields.at().field("partition");
        let partition = whole(errors, json, at, partitions, "");
        let source = &self.sources[source?];
        let partition = partition?;
        let count = source.partitions.len() as u64;
        if partition >= count {
            if self.sources_clean {
                errors.add(ErrorCode::OutOfRange, at, || {
                    format!(
                        "found {partition}, expected at most {}: the source {} has {count} {}",
                        count - 1,
                        quoted(&source.name),
                        if count == 1 { "partition" } else { "partitions" },
                    )
                });
            }
            return None;
        }
        // invariant: less than PARTITIONS_MAX, which fits.
        Some((source, u16::try_from(partition).ok()?))
    }

    /// A place in a log; whether the offset is there is judged when all faults are known.
    pub(in crate::scenario) fn read_point(
        &self,
        errors: &mut Errors,
        json: &Json,
        at: Pointer<'_>,
        points: &mut Vec<(String, ReadPoint)>,
    ) -> Option<ReadPoint> {
        let fields = Object::open(errors, json, at, &["source", "partition", "offset"]);
        let partition = self.partition(errors, &fields);
        let offsets = 0..=limits::OFFSET_MAX + limits::RECORDS_MAX;
        let offset = fields.required_whole(errors, "offset", offsets);
        let (source, partition) = partition?;
        let point = ReadPoint { source: source.name.clone(), partition, offset: offset? };
        points.push((at.field("offset").to_string(), point.clone()));
        Some(point)
    }

    /// Whether every node could be read, so that the graph can be judged.
    pub(in crate::scenario) fn complete(&self) -> bool {
        self.complete
    }
}

/// The name of a node; empty when there is none that can be used.
pub(super) fn node_name(errors: &mut Errors, fields: &Object<'_>) -> String {
    let Some(json) = fields.require(errors, "name", "a name") else {
        return String::new();
    };
    let at = fields.at().field("name");
    let Some(name) = text(errors, json, at, limits::NAME_CHARS_MAX) else {
        return String::new();
    };
    if name.trim().is_empty() {
        errors.add(ErrorCode::OutOfRange, at, || "found an empty name, expected at least one character".to_owned());
        return String::new();
    }
    if name.chars().any(char::is_control) {
        errors.add(ErrorCode::OutOfRange, at, || {
            format!("found {}, expected a name without control characters", quoted(name))
        });
        return String::new();
    }
    if name.trim() != name {
        errors.add(ErrorCode::OutOfRange, at, || {
            format!("found {}, expected a name that neither begins nor ends with white space", quoted(name))
        });
        return String::new();
    }
    if let Some(unseen) = name.chars().find(|c| is_unseen(*c)) {
        errors.add(ErrorCode::OutOfRange, at, || {
            let seen: String = name.chars().filter(|c| !is_unseen(*c)).collect();
            let code = u32::from(unseen);
            format!("found {} with the character U+{code:04X}, expected a name of characters that show", quoted(&seen))
        });
        return String::new();
    }
    name.to_owned()
}

/// Whether a character shows nothing of its own: format characters, fillers, and white space that looks like a
/// space. Two names that look alike would be two nodes, and one can turn the text around it.
fn is_unseen(c: char) -> bool {
    (c.is_whitespace() && c != ' ')
        || matches!(u32::from(c),
            0xAD | 0x34F | 0x61C | 0x70F | 0x890 | 0x891 | 0x8E2 | 0x2800 | 0x3164 | 0xFEFF | 0xFFA0 | 0x110BD | 0x110CD
            | 0x600..=0x605 | 0x6DD | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F | 0x200B..=0x200F
            | 0x202A..=0x202E | 0x2060..=0x206F | 0xFE00..=0xFE0F | 0xFFF0..=0xFFFB | 0x13430..=0x1345F
            | 0x1BCA0..=0x1BCA3 | 0x1D173..=0x1D17A | 0xE0000..=0xE0FFF)
}

/// The names of the upstream nodes; an empty string stands in for one that is no string.
pub(super) fn inputs(errors: &mut Errors, fields: &Object<'_>) -> Vec<String> {
    let at = fields.at().field("inputs");
    fields
        .required_list(errors, "inputs", limits::NODES_MAX, "name")
        .iter()
        .enumerate()
        .map(|(i, json)| {
            let name = text(errors, json, at.index(i), limits::NAME_CHARS_MAX);
            if name == Some("") {
                errors.add(ErrorCode::UnknownName, at.index(i), || {
                    "no node is named \"\", expected the name of a source or an operator".to_owned()
                });
            }
            name.unwrap_or_default().to_owned()
        })
        .collect()
}
