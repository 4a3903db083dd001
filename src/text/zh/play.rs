//! The words of what one can do on the Play page, in Chinese.

use super::{CHINESE, CHINESE_WORKBENCH, bytes, number, seconds, whole};
use crate::graph::Plan;
use crate::ids::NodeId;
use crate::scenario::{Offsets, Reader, StateHome};
use crate::sim::Hand;
use crate::text::play::{CompareWords, HandWords, PlayWords};
use crate::view::branches::{Branch, Done};
use crate::view::compare::{Amount, Fact};
use crate::view::hands::Grip;
use crate::view::setup::{Barriers, Knob, Setting, Value};
use crate::view::turning::MarkKind;

pub(super) const PLAY: PlayWords = PlayWords {
    break_it: "更多",
    moments: "时刻",
    any_moment: "任意",
    next_moment: "下一个时刻",
    last_moment: "上一个时刻",
    compare: "对比",
    differs: "不同",
    more_settings: "设置",
    grip,
    grip_menu: |place| format!("{place}：可做的操作"),
    setting,
    value,
    kind: |kind| match kind {
        MarkKind::Barrier => "屏障",
        MarkKind::Checkpoint => "检查点",
        MarkKind::Crash => "崩溃",
        MarkKind::Restore => "恢复",
        MarkKind::Commit => "提交",
        MarkKind::Duplicate => "重复",
    },
};

pub(super) const HANDS: HandWords =
    HandWords { nothing_to_do: "作业停机时这里无法操作。", hand, branch: "运行", branch_name };

pub(super) const COMPARE: CompareWords = CompareWords {
    stop_comparing: "停止对比",
    against: "对比对象",
    other_setting: "其他设置",
    verdict_there: "另一次运行的判定",
    stage_there: "另一次运行的舞台",
    fact_head: "项目",
    here: "本次运行",
    there: "另一次",
    looked_at: "查看两次运行中的哪一次",
    fact: |fact| match fact {
        Fact::State => "状态".into(),
        Fact::Output => "输出".into(),
        Fact::Visible(sink) => format!("{sink}：有效行"),
        Fact::Duplicates(sink) => format!("{sink}：重复"),
        Fact::Missing(sink) => format!("{sink}：缺失"),
        Fact::Delay(sink) => format!("{sink}：可见前的最长等待"),
        Fact::Entries(operator) => format!("{operator}：状态条目"),
        Fact::Total(operator, key) => format!("{operator}：{key}"),
        Fact::Completed => "完成的检查点".into(),
        Fact::Duration => "最长的检查点".into(),
        Fact::Blocked => "通道阻塞时间".into(),
        Fact::InFlight => "保存的在途记录".into(),
        Fact::Written => "写入检查点存储".into(),
        Fact::Replayed => "重新读取的记录".into(),
    },
    amount,
    exact: |amount| match amount {
        Amount::Ms(ms) => format!("{} ms", whole(*ms)),
        Amount::Bytes(n) => format!("{} B", whole(*n)),
        other => self::amount(other),
    },
    differences: |n| match n {
        0 => "目前没有差异".into(),
        n => format!("{n} 处差异"),
    },
};

fn amount(amount: &Amount) -> String {
    match amount {
        Amount::Guarantee(guarantee) => (CHINESE.guarantee)(*guarantee).into(),
        Amount::Count(n) => whole(*n),
        Amount::Number(n) => number(*n),
        Amount::Ms(ms @ 0..1000) => format!("{ms} ms"),
        Amount::Ms(ms) => seconds(*ms),
        Amount::Bytes(n) => bytes(*n),
    }
}

fn name(plan: &Plan, node: NodeId) -> &str {
    plan.nodes.get(node.index()).map_or("", |n| &n.name)
}

fn edge(plan: &Plan, edge: u16) -> String {
    let ends = plan.edges.get(usize::from(edge)).map(|e| (name(plan, e.from), name(plan, e.to)));
    ends.map_or(String::new(), |(from, to)| format!("{from} → {to}"))
}

fn grip(grip: &Grip, plan: &Plan) -> String {
    match grip {
        Grip::Job => "作业".into(),
        Grip::Node(node) => name(plan, *node).into(),
        Grip::Edge(e) => edge(plan, *e),
        Grip::Shelf => "检查点存储".into(),
        Grip::Record { source, id, .. } => format!("{} 的记录 {id}", name(plan, *source)),
    }
}

fn hand(hand: &Hand, plan: &Plan) -> String {
    match hand {
        Hand::CrashProcess => "让进程崩溃".into(),
        Hand::CrashMachine => "让机器崩溃，连同本地磁盘".into(),
        Hand::CrashTask(task) => {
            let node = plan.node_of(*task);
            if node.parallelism > 1 {
                format!("让 {} 的任务 {} 崩溃", node.name, plan.tasks[task.index()].subtask + 1)
            } else {
                format!("让 {} 崩溃", node.name)
            }
        }
        Hand::TriggerCheckpoint => "触发一次检查点".into(),
        Hand::StorageDown(ms) => format!("让存储中断 {}", length(*ms)),
        Hand::Slow { node, service_ms, for_ms } => {
            format!("让 {} 每条记录用 {}，持续 {}", name(plan, *node), length(*service_ms), length(*for_ms))
        }
        Hand::Stall { edge: e, for_ms } => format!("让 {} 停滞 {}", edge(plan, *e), length(*for_ms)),
        Hand::FailCommit(sink) => format!("让 {} 的下一次提交失败", name(plan, *sink)),
        Hand::Redeliver { id, .. } => format!("再次发送 {id}"),
    }
}

/// A length of time in round units: "10 s", "5 min", "100 ms".
fn length(ms: u64) -> String {
    match ms {
        _ if ms >= 3_600_000 && ms.is_multiple_of(3_600_000) => format!("{} h", ms / 3_600_000),
        _ if ms >= 120_000 && ms.is_multiple_of(60_000) => format!("{} min", ms / 60_000),
        _ if ms >= 1000 && ms.is_multiple_of(1000) => format!("{} s", whole(ms / 1000)),
        _ if ms >= 10_000 => seconds(ms),
        _ => format!("{} ms", whole(ms)),
    }
}

fn setting(setting: &Setting) -> String {
    let of = |word: &str| setting.of.as_ref().map_or(word.to_owned(), |name| format!("{name} {word}"));
    match setting.knob {
        Knob::Sink(_) if setting.leads => "Sink".into(),
        Knob::Sink(_) => setting.of.clone().unwrap_or_else(|| "Sink".into()),
        Knob::Reader(_) => of("读者"),
        Knob::State(_) => of("状态"),
        Knob::Ttl(_) => of("TTL"),
        Knob::Offsets => "偏移量".into(),
        Knob::Interval => "检查点".into(),
        Knob::Barriers => "屏障".into(),
    }
}

fn value(value: &Value) -> String {
    match value {
        Value::State(StateHome::Checkpointed) => "在检查点中".into(),
        Value::State(StateHome::Memory) => "在内存中".into(),
        Value::State(StateHome::LocalDisk) => "在本地磁盘".into(),
        Value::State(StateHome::Changelog) => "在变更日志中".into(),
        Value::Ttl(None) => "无".into(),
        Value::Ttl(Some(ms)) => length(*ms),
        Value::Offsets(Offsets::Checkpoint) => "与状态一起".into(),
        Value::Offsets(Offsets::CommitOnRead) => "读取时提交".into(),
        Value::Offsets(Offsets::CommitEvery { ms }) => format!("每 {} 提交", length(*ms)),
        Value::Offsets(Offsets::Earliest) => "从最早处".into(),
        Value::Offsets(Offsets::Latest) => "从最新处".into(),
        Value::Interval(None) => "无".into(),
        Value::Interval(Some(ms)) => format!("每 {}", length(*ms)),
        Value::Places(0) => "手动".into(),
        Value::Places(n) => format!("在 {n} 个偏移量"),
        Value::Barriers(Barriers::Aligned) => "对齐".into(),
        Value::Barriers(Barriers::Unaligned) => "非对齐".into(),
        Value::Barriers(Barriers::AlignedFor(ms)) => format!("对齐 {} 后转非对齐", length(*ms)),
        Value::Barriers(Barriers::AtLeastOnce) => "至少一次".into(),
        Value::Sink(kind) => (CHINESE.sink_kind)(*kind).into(),
        Value::Reader(Reader::ReadCommitted) => "只读已提交".into(),
        Value::Reader(Reader::ReadUncommitted) => "读所有行".into(),
    }
}

fn branch_name(branch: &Branch, plan: &Plan) -> String {
    let when = seconds(branch.at.ms());
    match &branch.done {
        Done::Opened => "打开时的样子".into(),
        Done::Hand(what) => format!("{when}：{}", hand(what, plan)),
        Done::Changed(change) => {
            let setting = Setting { knob: change.knob, of: None, leads: false, now: change.value, options: Vec::new() };
            format!("{}：{}", self::setting(&setting), value(&change.value))
        }
        Done::Edited(about) => (CHINESE_WORKBENCH.editor.edited)(about),
        Done::Mended(changes) => (CHINESE_WORKBENCH.why.mend)(plan, changes),
        Done::Named(name) => name.clone(),
    }
}
