//! The nodes make a job: a graph without cycles in which every path ends in a sink.

use std::collections::BTreeSet;

use crate::scenario::error::ErrorCode;
use crate::scenario::errors::Errors;
use crate::scenario::json::quoted;
use crate::scenario::limits;
use crate::scenario::read::names::{Nodes, Sort};

/// Checks the links and gives the nodes (numbered in the order of the file) such that each
/// comes after its inputs; none if there is no such order or it cannot be known.
///
/// Where every input names a node and there is no cycle, every node is reached from a source,
/// because only sources have no inputs; that needs no check of its own.
pub(in crate::scenario) fn check(errors: &mut Errors, nodes: &Nodes<'_>) -> Option<Vec<usize>> {
    if nodes.list.len() > limits::NODES_MAX {
        errors.add(ErrorCode::TooLarge, "", || {
            format!(
                "the scenario has {} sources, operators and sinks, expected at most {}",
                nodes.list.len(),
                limits::NODES_MAX
            )
        });
        return None;
    }
    let before = errors.count();
    let readers = readers(errors, nodes);
    let all_known = nodes.complete() && errors.count() == before;
    let order = order(errors, nodes, &readers);
    if !all_known {
        return None;
    }
    for (node, readers) in nodes.list.iter().zip(&readers) {
        if node.sort != Sort::Sink && readers.is_empty() {
            errors.add(ErrorCode::Graph, node.path(), || {
                format!("nothing reads {}, expected every path to end in a sink", quoted(node.name))
            });
        }
    }
    order
}

/// Per node the nodes that read it, in the order of the file.
fn readers(errors: &mut Errors, nodes: &Nodes<'_>) -> Vec<Vec<usize>> {
    let mut readers = vec![Vec::new(); nodes.list.len()];
    for (reader, node) in nodes.list.iter().enumerate() {
        let mut seen = BTreeSet::new();
        for (i, input) in node.inputs.iter().enumerate().filter(|(_, input)| !input.is_empty()) {
            let at = format!("{}/inputs/{i}", node.path());
            if !seen.insert(input) {
                errors.add(ErrorCode::DuplicateName, at, || {
                    format!("the input {} stands twice, expected it once", quoted(input))
                });
            } else if let Some(upstream) = nodes.find(errors, input, at, Sort::UPSTREAM) {
                readers[upstream].push(reader);
            }
        }
    }
    readers
}

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    New,
    Open,
    Done,
}

/// Depth first along the flow of data. A reader that is still open closes a cycle.
fn order(errors: &mut Errors, nodes: &Nodes<'_>, readers: &[Vec<usize>]) -> Option<Vec<usize>> {
    let before = errors.count();
    let mut marks = vec![Mark::New; readers.len()];
    let mut done = Vec::with_capacity(readers.len());
    for start in 0..readers.len() {
        if marks[start] != Mark::New {
            continue;
        }
        // The path from `start`, each node with the number of its readers already followed.
        let mut path = vec![(start, 0)];
        marks[start] = Mark::Open;
        while let Some((node, followed)) = path.last_mut() {
            let node = *node;
            let Some(&next) = readers[node].get(*followed) else {
                marks[node] = Mark::Done;
                done.push(node);
                path.pop();
                continue;
            };
            *followed += 1;
            match marks[next] {
                Mark::Done => {}
                Mark::New => {
                    marks[next] = Mark::Open;
                    path.push((next, 0));
                }
                Mark::Open => {
                    let names = path.iter().map(|(n, _)| *n).skip_while(|n| *n != next);
                    let names: Vec<&str> = names.chain([next]).map(|n| nodes.list[n].name).collect();
                    errors.add(ErrorCode::Graph, "/operators", || {
                        format!("the graph has a cycle: {}", names.join(" → "))
                    });
                }
            }
        }
    }
    done.reverse();
    (errors.count() == before).then_some(done)
}
