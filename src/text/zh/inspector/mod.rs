//! The inspector in Chinese. Of checkpoints it speaks in the order of Flink's own checkpoint page.

mod checkpoints;
mod storage;
mod tables;

use super::step::STEP;
use super::{CHINESE, bytes, seconds, whole};
use crate::graph::{Plan, Role};
use crate::scenario::{StateHome, TtlCleanup, TtlUpdate, TtlVisibility};
use crate::text::en::step::task_name;
use crate::text::inspector::{Block, InspectorWords, Stop, Tone};
use crate::time::SimTime;
use crate::view::inspector::{
    Busy, ChannelPage, Home, Kind, Life, Listing, Page, SinkPage, StatePage, Subject, TaskPage, Tells,
};
use checkpoints::checkpoints;
use storage::storage;
use tables::{cells, heads, listing};

pub(super) const INSPECTOR: InspectorWords = InspectorWords {
    inspect: "查看详情",
    look_at: "查看",
    find_record: "查找记录，id 为",
    find: "查找",
    kind: |kind| match kind {
        Kind::Checkpoints => "检查点",
        Kind::Tasks => "任务",
        Kind::States => "状态",
        Kind::Sinks => "Sink",
        Kind::Channels => "通道",
        Kind::Records => "记录",
    },
    subject,
    page,
    listing,
    heads,
    cells,
    rows: |total, from, shown| match total {
        0 => String::new(),
        _ => format!("第 {} 至 {} 行，共 {} 行", count(from + 1), count(from + shown), count(total)),
    },
};

fn count(n: usize) -> String {
    whole(n as u64)
}

/// A length of virtual time, to the millisecond.
fn ms(ms: u64) -> String {
    match ms {
        0..10_000 => format!("{} ms", whole(ms)),
        _ => seconds(ms),
    }
}

fn at(time: SimTime) -> String {
    seconds(time.ms())
}

/// A moment to the millisecond, as on a page of measurements.
fn moment(time: SimTime) -> String {
    format!("{}.{:03} s", whole(time.ms() / 1000), time.ms() % 1000)
}

fn or_na(text: Option<String>) -> String {
    text.unwrap_or_else(|| "无".into())
}

fn subject(plan: &Plan, subject: &Subject) -> String {
    match subject {
        Subject::Task(task) => task_name(plan, *task),
        Subject::State(task) => format!("{} 的状态", task_name(plan, *task)),
        Subject::Channel(channel) => {
            let spec = &plan.channels[channel.index()];
            format!("{} → {}", task_name(plan, spec.from), task_name(plan, spec.to))
        }
        Subject::Record(id) => format!("记录 {id}"),
        Subject::Checkpoints(_) => "检查点".into(),
        Subject::Storage => "存储与配置".into(),
        Subject::Sink(node) => format!("{} 的行", plan.nodes[node.index()].name),
    }
}

fn link(plan: &Plan, to: Subject) -> (String, Subject) {
    (subject(plan, &to), to)
}

fn note(words: impl Into<String>) -> Block {
    Block::Note(words.into(), Tone::Plain)
}

fn page(plan: &Plan, page: &Page) -> Vec<Block> {
    match page {
        Page::Task(p) => task(plan, p),
        Page::State(p) => state(p),
        Page::Channel(p) => channel(plan, p),
        Page::Record(p) => record(plan, p),
        Page::Checkpoints(p) => checkpoints(plan, p),
        Page::Storage(p) => storage(plan, p),
        Page::Sink(p) => sink(p),
    }
}

fn task(plan: &Plan, p: &TaskPage) -> Vec<Block> {
    let kind = match p.role {
        Role::Source(_) => "数据源".into(),
        Role::Operator(i) => (CHINESE.operator_habit)(plan.scenario.operators[i].kind),
        Role::Sink(i) => {
            let sink = &plan.scenario.sinks[i];
            format!("Sink，{}", (CHINESE.sink_habit)(sink.kind, sink.reader))
        }
    };
    let busy = match &p.busy {
        Busy::Down(Some(until)) => format!("停机，直到 {}", at(*until)),
        Busy::Down(None) => "彻底停机".into(),
        Busy::Restoring(until) => format!("正在加载状态，直到 {}", at(*until)),
        Busy::Idle => "等待".into(),
        Busy::Record(r, since, until) => {
            let again = if r.replayed { "重新" } else { "" };
            format!("正在{again}处理 {}，从 {} 到 {}", r.id, moment(*since), moment(*until))
        }
        Busy::Sync(c, until) => format!("正在为检查点 {c} 复制状态，直到 {}", moment(*until)),
    };
    let mut facts = vec![
        ("类型", kind),
        ("尝试", format!("第 {} 次", p.attempt)),
        ("现在", busy),
        (
            "每条记录用时",
            match p.slow_until {
                Some(until) => format!("{}，变慢直到 {}", ms(p.service_ms), at(until)),
                None => ms(p.service_ms),
            },
        ),
        ("已处理记录", whole(p.worked.0)),
    ];
    if p.worked.1 > 0 {
        facts.push(("已拦下", whole(p.worked.1)));
    }
    if let Some((checkpoint, arrived, inputs)) = p.aligning {
        facts.push(("屏障", format!("检查点 {checkpoint}：{inputs} 个中到了 {arrived} 个")));
    }
    for position in &p.positions {
        let words = (CHINESE.last_and_next)(position.first, position.next);
        facts.push((
            "位置",
            match p.positions.len() {
                1 => words,
                _ => format!("分区 {}：{words}", position.partition),
            },
        ));
    }
    if let Some(entries) = p.entries {
        facts.push(("状态条目", count(entries)));
    }
    let mut blocks = vec![Block::Facts(facts)];
    let mut links = Vec::new();
    match p.role {
        Role::Operator(i) if plan.scenario.operators[i].kind.is_stateful() => {
            links.push(link(plan, Subject::State(p.task)));
        }
        Role::Sink(_) => links.push(link(plan, Subject::Sink(p.node))),
        Role::Operator(_) | Role::Source(_) => {}
    }
    links.push(link(plan, Subject::Checkpoints(None)));
    links.extend(p.inputs.iter().chain(&p.outputs).map(|c| link(plan, Subject::Channel(*c))));
    blocks.push(Block::Head("另见".into()));
    blocks.push(Block::Links(links));
    blocks
}

fn state(p: &StatePage) -> Vec<Block> {
    let kept = match p.kept {
        StateHome::Checkpointed => "在内存中，随每个检查点保存",
        StateHome::Memory => "只在内存中",
        StateHome::LocalDisk => "在本地磁盘上",
        StateHome::Changelog => "在变更日志中",
    };
    let mut facts = vec![("保存在", kept.to_string())];
    facts.push(("条目", format!("{} 个有效，{} 个已过期但仍保留", count(p.live), count(p.held))));
    facts.push(("大小", bytes(p.bytes)));
    match p.ttl {
        None => facts.push(("存活时间", "无：条目一直保留".into())),
        Some(ttl) => {
            let update = match ttl.update {
                TtlUpdate::CreateAndWrite => "自创建或写入起",
                TtlUpdate::ReadAndWrite => "自读取或写入起",
            };
            let visibility = match ttl.visibility {
                TtlVisibility::NeverReturnExpired => "从不返回",
                TtlVisibility::ReturnIfNotCleanedUp => "若仍保留则返回一次",
            };
            let cleanup = match ttl.cleanup {
                TtlCleanup::OnAccess => "读取时",
                TtlCleanup::FullSnapshot => "读取时，且不写入快照",
                TtlCleanup::Incremental => "每次访问清理几个",
                TtlCleanup::Compaction => "压缩文件时",
            };
            facts.push(("存活时间", format!("{update} {}", ms(ttl.ms))));
            facts.push(("已过期的条目", visibility.into()));
            facts.push(("清除", cleanup.into()));
            if let Some(next) = p.next_ms {
                facts.push(("距下一个过期", ms(next)));
            }
        }
    }
    let mut blocks = Vec::new();
    match p.home {
        Some(Home::Memory | Home::Durable) => {}
        Some(Home::Checkpoint(id)) => {
            blocks.push(note(format!("任务已停机。重启会从检查点 {id} 恢复这些内容。")));
        }
        None => blocks.push(Block::Note("任务已停机，它的状态已荡然无存。".into(), Tone::Bad)),
    }
    blocks.push(Block::Facts(facts));
    blocks.push(Block::Listing(Listing::Live(p.task)));
    if p.ttl.is_some() {
        blocks.push(Block::Listing(Listing::Expired(p.task)));
    }
    blocks
}

fn channel(plan: &Plan, p: &ChannelPage) -> Vec<Block> {
    let mut facts =
        vec![("其中的记录", format!("{} / {}", whole(p.records), whole(p.capacity))), ("传输时间", ms(p.latency_ms))];
    if let Some((checkpoint, since)) = p.blocked {
        facts.push(("已阻塞", format!("为检查点 {checkpoint}，自 {}", moment(since))));
    }
    if let Some(until) = p.stalled_until {
        facts.push(("停滞", format!("直到 {}", at(until))));
    }
    if let Some(checkpoint) = p.last_barrier {
        facts.push(("最近经过的屏障", checkpoint.to_string()));
    }
    let mut blocks = Vec::new();
    if p.is_down {
        blocks.push(Block::Note("接收方已停机：其中的内容已丢失。".into(), Tone::Bad));
    }
    blocks.push(Block::Facts(facts));
    blocks.push(Block::Listing(Listing::Channel(p.channel)));
    blocks.push(Block::Head("另见".into()));
    blocks.push(Block::Links([p.from, p.to].into_iter().map(|t| link(plan, Subject::Task(t))).collect()));
    blocks
}

fn record(plan: &Plan, p: &Life) -> Vec<Block> {
    let mut blocks = vec![Block::Finder];
    if p.readings.is_empty() {
        let words = format!("这次运行没有读取 id 为 {} 的记录。", p.id);
        blocks.push(Block::Note(words, Tone::Faint));
        return blocks;
    }
    blocks.push(note(format!("读取 {} 次。尚未发生的部分颜色较淡。", count(p.readings.len()))));
    for reading in &p.readings {
        let source = &plan.nodes[reading.origin.source.index()].name;
        let again = match (reading.replayed, reading.redelivered) {
            (true, _) => "，重新读取",
            (false, true) => "，由生产者再次发送",
            (false, false) => "",
        };
        let (attempt, offset) = (reading.attempt, reading.origin.offset);
        blocks.push(Block::Head(format!("第 {attempt} 次尝试 · {source} 偏移量 {offset}{again}")));
        let stop = |line: &crate::view::inspector::LifeLine| Stop {
            step: line.step,
            place: format!("第 {} 步 · {}", whole(line.step), moment(line.at)),
            words: match &line.tells {
                Tells::Happened(event) => (STEP.event)(plan, event),
                Tells::LostAtTask(task) => format!("随 {} 的内存一起丢失", task_name(plan, *task)),
                Tells::LostInChannel(channel) => {
                    format!("在前往 {} 的途中丢失", task_name(plan, plan.channels[channel.index()].to))
                }
            },
            later: line.step > p.step,
            here: line.step == p.step,
        };
        blocks.push(Block::Stops(reading.lines.iter().map(stop).collect()));
    }
    blocks
}

fn sink(p: &SinkPage) -> Vec<Block> {
    let d = &p.destination;
    let mut facts = vec![
        ("类型", (CHINESE.sink_habit)(d.kind, d.reader).to_string()),
        ("写入次数", whole(p.writes)),
        ("现有的行", whole(d.rows)),
        ("读者可见", whole(d.visible)),
        ("不同的 id", whole(d.distinct)),
    ];
    if p.transactions > 0 {
        facts.push(("事务", count(p.transactions)));
    }
    let again = (CHINESE.stands_twice)(d);
    let mut blocks = vec![Block::Facts(facts)];
    if !again.is_empty() {
        blocks.push(Block::Note(again, Tone::Bad));
    }
    blocks.push(Block::Listing(Listing::Sink(d.node)));
    blocks
}
