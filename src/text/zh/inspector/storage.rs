//! Checkpoint storage, and how checkpoints are configured.

use super::{at, count, moment, ms, note};
use crate::graph::Plan;
use crate::scenario::{Checkpointing, Mode};
use crate::text::en::step::task_name;
use crate::text::inspector::{Block, Tone};
use crate::text::zh::bytes;
use crate::view::inspector::StoragePage;

pub(super) fn storage(plan: &Plan, p: &StoragePage) -> Vec<Block> {
    let mut blocks = Vec::new();
    match p.down_until {
        Some(until) => blocks.push(Block::Note(format!("存储无法写入，直到 {}。", at(until)), Tone::Bad)),
        None => blocks.push(Block::Note("存储可以写入。".into(), Tone::Good)),
    }
    let speed = p.speed.1.map_or_else(|| "不限".into(), |n| format!("每毫秒 {}", bytes(n)));
    blocks.push(Block::Facts(vec![("每次写入用时", ms(p.speed.0)), ("带宽", speed)]));
    let held = p.held.iter().map(|h| vec![h.id.to_string(), moment(h.completed), bytes(h.bytes)]).collect();
    blocks.push(Block::Table("已完成的检查点，将用于恢复的排在最前".into(), vec!["ID", "完成于", "大小"], held));
    if !p.uploads.is_empty() {
        let upload = |u: &crate::view::inspector::Upload| {
            vec![task_name(plan, u.task), u.checkpoint.to_string(), moment(u.until)]
        };
        let rows = p.uploads.iter().map(upload).collect();
        blocks.push(Block::Table("正在存入".into(), vec!["任务", "检查点", "到达时间"], rows));
    }
    if !p.disks.is_empty() {
        let disk = |(task, entries, size): &(crate::ids::TaskId, usize, u64)| {
            vec![task_name(plan, *task), count(*entries), bytes(*size)]
        };
        let rows = p.disks.iter().map(disk).collect();
        blocks.push(Block::Table("检查点之外的状态".into(), vec!["任务", "条目", "大小"], rows));
    }
    if !p.committed.is_empty() {
        let offset = |(node, partition, next): &(crate::ids::NodeId, usize, crate::ids::Offset)| {
            vec![plan.nodes[node.index()].name.clone(), partition.to_string(), format!("下一个 {next}")]
        };
        let rows = p.committed.iter().map(offset).collect();
        blocks.push(Block::Table("提交到 broker 的偏移量".into(), vec!["数据源", "分区", "偏移量"], rows));
    }
    blocks.push(Block::Head("配置".into()));
    match &p.config {
        Some(config) => blocks.push(Block::Facts(configuration(config, p.failures))),
        None => blocks.push(note("此作业不做检查点。")),
    }
    blocks
}

fn configuration(c: &Checkpointing, failures: u32) -> Vec<(&'static str, String)> {
    let yes = |on: bool| if on { "启用" } else { "禁用" }.to_string();
    vec![
        (
            "检查点模式",
            match c.mode {
                Mode::ExactlyOnce => "精确一次".into(),
                Mode::AtLeastOnce => "至少一次".into(),
            },
        ),
        ("间隔", c.every_ms.map_or_else(|| "无".into(), ms)),
        ("在输入的指定位置触发", if c.at.is_empty() { "无".into() } else { count(c.at.len()) }),
        ("超时", ms(c.timeout_ms)),
        ("检查点之间的最小间隔", ms(c.min_pause_ms)),
        ("最大并发检查点数", c.max_concurrent.to_string()),
        ("非对齐检查点", yes(c.unaligned)),
        ("对齐检查点超时", ms(c.aligned_timeout_ms)),
        ("可容忍的失败检查点数", format!("{}，目前连续 {failures} 个", c.tolerable_failures)),
        ("增量", yes(c.incremental)),
        ("保留个数", c.retained.to_string()),
        ("任务结束后的检查点", yes(c.final_checkpoint)),
    ]
}
