//! Checkpoint storage, and how checkpoints are configured.

use super::{at, count, moment, ms, note};
use crate::graph::Plan;
use crate::scenario::{Checkpointing, Mode};
use crate::text::en::bytes;
use crate::text::en::step::task_name;
use crate::text::inspector::{Block, Tone};
use crate::view::inspector::StoragePage;

pub(super) fn storage(plan: &Plan, p: &StoragePage) -> Vec<Block> {
    let mut blocks = Vec::new();
    match p.down_until {
        Some(until) => {
            blocks.push(Block::Note(format!("Storage cannot be written until {}.", at(until)), Tone::Bad));
        }
        None => blocks.push(Block::Note("Storage can be written.".into(), Tone::Good)),
    }
    let speed = p.speed.1.map_or_else(|| "without limit".into(), |n| format!("{} a millisecond", bytes(n)));
    blocks.push(Block::Facts(vec![("A write takes", ms(p.speed.0)), ("Bandwidth", speed)]));
    let held = p.held.iter().map(|h| vec![h.id.to_string(), moment(h.completed), bytes(h.bytes)]).collect();
    blocks.push(Block::Table(
        "Complete checkpoints, the one that is restored first".into(),
        vec!["ID", "Completed", "Size"],
        held,
    ));
    if !p.uploads.is_empty() {
        let upload = |u: &crate::view::inspector::Upload| {
            vec![task_name(plan, u.task), u.checkpoint.to_string(), moment(u.until)]
        };
        let rows = p.uploads.iter().map(upload).collect();
        blocks.push(Block::Table("On their way into storage".into(), vec!["Task", "Checkpoint", "There at"], rows));
    }
    if !p.disks.is_empty() {
        let disk = |(task, entries, size): &(crate::ids::TaskId, usize, u64)| {
            vec![task_name(plan, *task), count(*entries), bytes(*size)]
        };
        let rows = p.disks.iter().map(disk).collect();
        blocks.push(Block::Table("State outside of checkpoints".into(), vec!["Task", "Entries", "Size"], rows));
    }
    if !p.committed.is_empty() {
        let offset = |(node, partition, next): &(crate::ids::NodeId, usize, crate::ids::Offset)| {
            vec![plan.nodes[node.index()].name.clone(), partition.to_string(), format!("next {next}")]
        };
        let rows = p.committed.iter().map(offset).collect();
        blocks.push(Block::Table(
            "Offsets committed at the broker".into(),
            vec!["Source", "Partition", "Offset"],
            rows,
        ));
    }
    blocks.push(Block::Head("Configuration".into()));
    match &p.config {
        Some(config) => blocks.push(Block::Facts(configuration(config, p.failures))),
        None => blocks.push(note("This job takes no checkpoints.")),
    }
    blocks
}

fn configuration(c: &Checkpointing, failures: u32) -> Vec<(&'static str, String)> {
    let yes = |on: bool| if on { "Enabled" } else { "Disabled" }.to_string();
    vec![
        (
            "Checkpointing Mode",
            match c.mode {
                Mode::ExactlyOnce => "Exactly Once".into(),
                Mode::AtLeastOnce => "At Least Once".into(),
            },
        ),
        ("Interval", c.every_ms.map_or_else(|| "none".into(), ms)),
        ("Triggered at places of the input", if c.at.is_empty() { "none".into() } else { count(c.at.len()) }),
        ("Timeout", ms(c.timeout_ms)),
        ("Minimum Pause Between Checkpoints", ms(c.min_pause_ms)),
        ("Maximum Concurrent Checkpoints", c.max_concurrent.to_string()),
        ("Unaligned Checkpoints", yes(c.unaligned)),
        ("Aligned checkpoint timeout", ms(c.aligned_timeout_ms)),
        ("Tolerable Failed Checkpoints", format!("{}, {failures} in a row so far", c.tolerable_failures)),
        ("Incremental", yes(c.incremental)),
        ("Retained", c.retained.to_string()),
        ("Checkpoints With Finished Tasks", yes(c.final_checkpoint)),
    ]
}
