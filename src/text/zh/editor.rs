//! The words of the editor, in Chinese.

use super::editor_fields::field;
use super::{number, whole};
use crate::text::editor::EditorWords;
use crate::view::editor::{About, Card, Group, Look, Refusal, Unit};

pub(super) const EDITOR: EditorWords = EditorWords {
    form: "表单",
    json: "JSON",
    views: "视图",
    undo: "撤销",
    redo: "重做",
    from_nothing: "从空白开始",
    runs: "正在运行的就是这份。每次改动都会重新开始。",
    runs_by_hand: "正在运行的就是这份，外加手动操作。每次改动都会重新开始。",
    aside: "有错误的草稿已放到一边：撤销可以取回。",
    edited,
    waits: |n| format!("有 {n} 处错误待改。舞台上的运行保持原样。"),
    errors: "需要修改的地方",
    no_form: "文本不完整，因此还没有表单。请在 JSON 中修正，或撤销。",
    text: "场景（JSON）",
    whole: "整个场景",
    line: |n| format!("第 {} 行", whole(n as u64)),
    reset: |label| format!("{label}：恢复默认值"),
    default: |key, value, unit| {
        if value.is_null() {
            return none(key).into();
        }
        let shown = match value {
            serde_json::Value::String(text) if text.is_empty() => return "空".into(),
            serde_json::Value::String(text) => word(key, text),
            serde_json::Value::Bool(true) => "是".into(),
            serde_json::Value::Bool(false) => "否".into(),
            other => other.as_i64().map_or_else(|| other.to_string(), number),
        };
        match unit_word(unit) {
            "" => shown,
            unit => format!("{shown} {unit}"),
        }
    },
    required: "必填",
    unit: unit_word,
    remove: |name| format!("移除 {name}"),
    earlier: "上移",
    later: "下移",
    add: |key| match key {
        "sources" => "添加数据源",
        "operators" => "添加算子",
        "sinks" => "添加 Sink",
        "partitions" => "添加分区",
        "records" => "添加记录",
        "redeliver" => "再次发送一条",
        "edges" => "添加边",
        "checkpointing.at" => "添加位置",
        "faults" => "添加故障",
        _ => "添加",
    },
    head,
    card,
    word,
    choose: "请选择",
    no_upstream: "还没有可读取的内容：请先添加数据源。",
    cell: |label, index| format!("{label}（第 {} 行）", whole(index as u64 + 1)),
    item: |index| whole(index as u64 + 1),
    shown: |first, last, of| {
        format!("第 {} 至 {}，共 {}", whole(first as u64 + 1), whole(last as u64), whole(of as u64))
    },
    earlier_lines: "前面的",
    later_lines: "后面的",
    wrong: |n| format!("{n} 处错误"),
    refusal: |refusal| match refusal {
        Refusal::NameTaken(name) => format!("已有另一个节点名为“{name}”，需要一个独有的名称"),
    },
    field,
    source: |source| match source {
        "" => String::new(),
        // The name of a document.
        _ if source.contains(' ') && !source.contains(", ") => source.into(),
        _ if source.contains(", ") => format!("规则 {}", source.replace(", ", "、")),
        _ if source.is_ascii() => format!("规则 {source}"),
        _ => source.into(),
    },
};

fn unit_word(unit: Unit) -> &'static str {
    match unit {
        Unit::None => "",
        Unit::Ms => "ms",
        Unit::Bytes => "字节",
        Unit::BytesPerMs => "字节/ms",
        Unit::Records => "条记录",
        Unit::Tasks => "个任务",
    }
}

/// What "none" means where it is the default.
fn none(key: &str) -> &'static str {
    match key {
        "until_ms" => "直到全部读完",
        "checkpointing.every_ms" => "无周期",
        "storage.bytes_per_ms" | "restart.attempts" => "不限",
        "edge.capacity" | "edge.latency_ms" => "与其余相同",
        "operator.ttl" => "永久保留",
        _ => "无",
    }
}

/// A word of the format, where it does not matter which field it stands in.
fn plain(word: &str) -> &'static str {
    match word {
        "append" => "追加",
        "increment" => "累加",
        "set" => "覆盖",
        "upsert" => "按 id 更新（upsert）",
        "unique_insert" => "唯一插入",
        "two_phase" => "两阶段提交",
        "map" => "转发",
        "filter" => "过滤",
        "dedup" => "去重",
        "sum" => "求和",
        "count" => "计数",
        "join" => "连接",
        "checkpoint" | "checkpointed" => "检查点",
        "memory" => "内存",
        "local_disk" => "本地磁盘",
        "changelog" => "变更日志",
        "read_committed" => "只读已提交",
        "read_uncommitted" => "读所有行",
        "exactly_once" => "精确一次",
        "at_least_once" => "至少一次",
        "create_and_write" => "创建和写入",
        "read_and_write" => "读取和写入",
        "never_return_expired" => "从不返回已过期的",
        "return_if_not_cleaned_up" => "未清除时返回",
        "on_access" => "访问时",
        "full_snapshot" => "完整快照时",
        "incremental" => "增量",
        "compaction" => "压缩时",
        "fixed_delay" => "固定延迟",
        "exponential_delay" => "指数延迟",
        "failure_rate" => "失败率",
        "none" => "无",
        "key" => "键",
        "id" => "id",
        "triggered" => "已触发",
        "snapshotted" => "已做快照",
        "persisted" => "已持久化",
        "completed" => "已完成",
        "committed" => "已提交",
        _ => "",
    }
}

fn word(key: &str, word: &str) -> String {
    match (key, word) {
        ("checkpointing", "on") => "做检查点",
        ("checkpointing", "off") => "不做",
        ("operator.ttl", "on") => "条目会过期",
        ("operator.ttl", "off") => "永久保留",
        ("partition.input", "generate") => "按规则生成",
        ("partition.input", "records") => "逐条写出",
        ("generate.value", "number") => "同一个数",
        ("generate.value", "id") => "各自的 id",
        ("source.offsets", "checkpoint") => "从检查点",
        ("source.offsets", "commit_on_read") => "读取即提交",
        ("source.offsets", "commit_every_ms") => "定时提交",
        ("source.offsets", "earliest") => "从最早的偏移量",
        ("source.offsets", "latest") => "从日志末尾",
        ("fault.when", "at_ms") => "在某一时刻",
        ("fault.when", "read") => "读取之后",
        ("fault.when", "processed") => "处理之后",
        ("fault.when", "written") => "写入之后",
        ("fault.when", "checkpoint") => "在某个检查点",
        ("fault.do", "crash") => "崩溃",
        ("fault.do", "storage_down_ms") => "存储不可用",
        ("fault.do", "slow") => "节点变慢",
        ("fault.do", "stall") => "边停滞",
        ("fault.do", "redeliver") => "再次发送一条记录",
        ("do.crash", "process") => "进程",
        ("do.crash", "machine") => "机器，连同它的磁盘",
        ("do.crash", "operator") => "一个任务",
        (_, "true") => "是",
        (_, "false") => "否",
        _ => match plain(word) {
            // A name that somebody gave.
            "" => return word.replace('_', " "),
            known => known,
        },
    }
    .into()
}

/// What an edit did.
fn edited(about: &About) -> String {
    // "ledger · 类型", "种子", "分区 0 · 数量".
    let place = |owner: &str, key: &str| {
        let label = field(key).label;
        let label = if label.is_empty() { key } else { label };
        if owner.is_empty() { label.to_owned() } else { format!("{owner} · {label}") }
    };
    let item = |owner: &str, key: &str, at: usize, name: &str| match name {
        "" => format!("{} {}", place(owner, key), whole(at as u64 + 1)),
        name => name.to_owned(),
    };
    match about {
        About::Set { owner, key, value } if value.is_empty() => format!("{}：默认值", place(owner, key)),
        About::Set { owner, key, value } => format!("{}：{}", place(owner, key), word(key, value)),
        About::Renamed { from, to } if from.is_empty() => format!("命名为 {to}"),
        About::Renamed { from, to } => format!("{from} 改名为 {to}"),
        About::Reads { reader, name, on: true } => format!("{reader} 读取 {name}"),
        About::Reads { reader, name, on: false } => format!("{reader} 不再读取 {name}"),
        About::Added { owner, key } => format!("{}：增加一个", place(owner, key)),
        About::Removed { owner, key, at, name } => format!("移除 {}", item(owner, key, *at, name)),
        About::Moved { owner, key, at, name } => format!("移动 {}", item(owner, key, *at, name)),
        About::Json => "JSON".into(),
        About::Nothing => "从空白开始".into(),
        About::Back => "撤销".into(),
        About::Again => "重做".into(),
    }
}

/// A thing of a list, in a word or two.
fn card(key: &str, card: &Card) -> String {
    if let Some(name) = &card.name {
        return name.clone();
    }
    match key {
        "sources" => "未命名的数据源".into(),
        "operators" => "未命名的算子".into(),
        "sinks" => "未命名的 Sink".into(),
        // Offsets and faults name partitions from 0.
        "partitions" => format!("分区 {}", card.index),
        _ => format!("故障 {}", card.index + 1),
    }
}

fn head(group: &Group) -> (String, String) {
    let label = field(group.key).label;
    let set = |n: usize| format!("已设置 {n} 项");
    match (&group.card, group.look) {
        (Some(one), _) => {
            let habit: Vec<String> = match group.key {
                "faults" => {
                    let keys = ["fault.when", "fault.do"];
                    one.habit.iter().zip(keys).map(|(w, key)| word(key, w)).collect()
                }
                _ => one.habit.iter().map(|w| word("sink.kind", w)).collect(),
            };
            let mut note = habit.join("：");
            if !one.inputs.is_empty() {
                note = format!("{note} ← {}", one.inputs.join("、"));
            }
            (card(group.key, one), note)
        }
        (None, Look::More) if group.said > 0 => (label.into(), set(group.said)),
        (None, Look::More) => (label.into(), "均为默认值".into()),
        (None, _) if !group.names.is_empty() => (label.into(), group.names.join("、")),
        (None, _) => {
            let note = match (group.key, group.grows) {
                ("general", _) => String::new(),
                ("faults", _) => format!("{} 个故障", group.items.len()),
                (_, true) => "无".into(),
                ("checkpointing", false) if group.said == 0 => "无".into(),
                (_, false) if group.said == 0 => "均为默认值".into(),
                (_, false) => set(group.said),
            };
            (label.into(), note)
        }
    }
}
