//! Checkpoints, in the order of Flink's page.

use super::{at, count, moment, ms, note, or_na};
use crate::checkpoint::CheckpointStatus;
use crate::event::CheckpointFailure;
use crate::graph::Plan;
use crate::text::en::step::task_name;
use crate::text::inspector::{BarLine, Block, Stop, Tone};
use crate::text::zh::{bytes, whole};
use crate::view::inspector::{CheckpointLine, CheckpointsPage, Detail, Listing, TaskPart};

pub(super) fn status(status: CheckpointStatus) -> (String, Tone) {
    match status {
        CheckpointStatus::InProgress => ("进行中".into(), Tone::Faint),
        CheckpointStatus::Completed => ("已完成".into(), Tone::Good),
        CheckpointStatus::Failed(_) => ("失败".into(), Tone::Bad),
    }
}

fn why_failed(why: CheckpointFailure) -> &'static str {
    match why {
        CheckpointFailure::Storage => "存储无法写入",
        CheckpointFailure::Expired => "完成之前已超时",
        CheckpointFailure::Subsumed => "更新的检查点先完成了",
        CheckpointFailure::JobFailed => "其间有任务失败",
        CheckpointFailure::Declined => "有任务先收到更新的屏障",
    }
}

/// Processed (persisted) in-flight data.
fn in_flight(processed: Option<u64>, persisted: u64) -> String {
    format!("{}（{}）", or_na(processed.map(bytes)), bytes(persisted))
}

fn end_to_end(line: &CheckpointLine) -> String {
    or_na(line.latest.map(|latest| ms(latest.since(line.triggered))))
}

pub(super) const HISTORY: [&str; 9] = [
    "ID",
    "状态",
    "已确认",
    "触发时间",
    "最近确认",
    "端到端时长",
    "检查点数据大小",
    "完整检查点数据大小",
    "已处理（持久化）的在途数据",
];

pub(super) fn history(line: &CheckpointLine) -> Vec<String> {
    vec![
        line.id.to_string(),
        status(line.status).0,
        format!("{}/{}", count(line.acknowledged.0), count(line.acknowledged.1)),
        moment(line.triggered),
        or_na(line.latest.map(moment)),
        end_to_end(line),
        bytes(line.checkpointed),
        bytes(line.full),
        in_flight(line.processed, line.persisted),
    ]
}

pub(super) fn checkpoints(plan: &Plan, p: &CheckpointsPage) -> Vec<Block> {
    let mut blocks = Vec::new();
    if !p.takes_any {
        blocks.push(note("此作业不做检查点：重启从零开始。"));
    }
    let counts = [
        ("已触发", p.counts.triggered),
        ("进行中", p.counts.in_progress),
        ("已完成", p.counts.completed),
        ("失败", p.counts.failed),
        ("已恢复", p.counts.restored),
    ];
    let counts: Vec<String> = counts.iter().map(|(name, n)| format!("{name}：{}", whole(*n))).collect();
    blocks.push(note(counts.join(" · ")));
    if let Some(tick) = p.next_tick {
        blocks.push(note(format!("协调器下一次在 {} 触发，或在输入结束之后。", at(tick))));
    }
    blocks.push(Block::Listing(Listing::Checkpoints));
    if let Some(d) = &p.detail {
        detail(plan, d, &mut blocks);
    }
    blocks
}

fn detail(plan: &Plan, d: &Detail, blocks: &mut Vec<Block>) {
    blocks.push(Block::Head(format!("检查点 {}", d.line.id)));
    if let CheckpointStatus::Failed(why) = d.line.status {
        blocks.push(Block::Note(format!("失败：{}。", why_failed(why)), Tone::Bad));
    }
    if d.is_final {
        blocks.push(note("最后一个：它因输入结束而触发，不是按间隔触发。"));
    }
    match d.cut {
        Some(true) => blocks.push(Block::Note(
            "它的切面一致：其中没有未曾发送的内容，已发送而未被取走的也保存了下来。".into(),
            Tone::Good,
        )),
        Some(false) => {
            blocks.push(Block::Note("它的切面不一致：已发送的与已取走的对不上。".into(), Tone::Bad));
        }
        None => {}
    }
    if !d.parts.is_empty() {
        blocks.push(Block::Head("各任务的阶段".into()));
        blocks.push(phases(plan, d));
    }
    blocks.push(Block::Head("明细".into()));
    let mut facts: Vec<(&'static str, String)> = HISTORY.into_iter().zip(history(&d.line)).skip(1).collect();
    facts.push(("在途记录", whole(d.in_flight)));
    facts.push(("通道阻塞时间", ms(d.blocked_ms)));
    blocks.push(Block::Facts(facts));
    let offset = |(name, list): &(String, Vec<Option<crate::ids::Offset>>)| {
        list.iter()
            .enumerate()
            .map(|(p, next)| {
                let name = if list.len() > 1 { format!("{name}，分区 {p}") } else { name.clone() };
                vec![name, or_na(next.map(|n| format!("下一个 {n}")))]
            })
            .collect::<Vec<_>>()
    };
    let offsets = d.offsets.iter().flat_map(offset).collect();
    blocks.push(Block::Table("数据源从哪里继续读取".into(), vec!["数据源", "偏移量"], offsets));
    let stop = |step: u64, words: &str| Stop {
        step,
        place: format!("第 {} 步", whole(step)),
        words: words.into(),
        later: false,
        here: false,
    };
    let ended = match d.line.status {
        CheckpointStatus::Completed => "完成",
        CheckpointStatus::Failed(_) | CheckpointStatus::InProgress => "失败",
    };
    let stops = [d.steps.0.map(|s| stop(s, "触发")), d.steps.1.map(|s| stop(s, ended))];
    blocks.push(Block::Stops(stops.into_iter().flatten().collect()));
    if d.parts.is_empty() {
        blocks.push(Block::Note("它的任务阶段已不再保留。".into(), Tone::Faint));
        return;
    }
    let heads = vec![
        "任务",
        "已确认",
        "端到端时长",
        "检查点数据大小",
        "完整检查点数据大小",
        "同步时长",
        "异步时长",
        "已处理（持久化）的数据",
        "对齐时长",
        "启动延迟",
        "非对齐检查点",
    ];
    blocks.push(Block::Table("子任务".into(), heads, d.parts.iter().map(|p| part(plan, d, p)).collect()));
}

/// The four phases of each task, in the order in which they come.
fn phases(plan: &Plan, d: &Detail) -> Block {
    let names = ["启动延迟", "对齐时长", "同步时长", "异步时长"];
    let bar = |part: &TaskPart| {
        let length = |i: usize| or_na(part.bars[i].map(|(from, to)| ms(to - from)));
        let words = names.iter().enumerate().map(|(i, name)| format!("{name} {}", length(i)));
        BarLine { name: task_name(plan, part.task), words: words.collect::<Vec<_>>().join("，"), bars: part.bars }
    };
    Block::Bars(names, d.length, d.parts.iter().map(bar).collect())
}

fn part(plan: &Plan, d: &Detail, p: &TaskPart) -> Vec<String> {
    let length = |i: usize| or_na(p.bars[i].map(|(from, to)| ms(to - from)));
    vec![
        task_name(plan, p.task),
        or_na(p.acknowledged.map(moment)),
        or_na(p.acknowledged.map(|at| ms(at.since(d.line.triggered)))),
        bytes(p.checkpointed),
        bytes(p.full),
        length(2),
        length(3),
        in_flight(Some(p.processed), p.persisted.0),
        length(1),
        length(0),
        if p.unaligned { "是" } else { "否" }.into(),
    ]
}
