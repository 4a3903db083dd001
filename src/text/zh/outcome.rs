//! How a run comes out, in Chinese: the verdict, and what it cost.

use super::{number, seconds, whole};
use crate::check::Cause;
use crate::scenario::SinkKind;
use crate::view::closing::{Cost, Price};
use crate::view::verdict::Verdict;

pub(super) fn output(v: &Verdict) -> String {
    let at = v.sink.as_ref().map_or(String::new(), |s| format!("（{s}）"));
    let ids = match &v.ids {
        Some((a, b)) if a == b => format!("：{a}"),
        Some((a, b)) => format!("：{a} … {b}"),
        None => String::new(),
    };
    match (v.duplicates, v.missing) {
        (0, 0) => "输出：0 条重复，无缺失".into(),
        (n, 0) => format!("输出：{} 条重复{at}{ids}", whole(n)),
        (0, n) => format!("输出：0 条重复，{} 条缺失{at}", whole(n)),
        (twice, n) => format!("输出：{} 条重复，{} 条缺失{at}{ids}", whole(twice), whole(n)),
    }
}

/// States are those of Flink's page, where they are not translated either.
pub(super) fn dashboard(v: &Verdict) -> String {
    let state = match (v.running, v.gave_up, v.ended) {
        (false, true, _) => "FAILED",
        (false, false, _) => "RESTARTING",
        (true, _, true) => "FINISHED",
        (true, _, false) => "RUNNING",
    };
    // The exception is gone from the overview as soon as the job runs again: that silence is the lesson.
    let exceptions = if v.running { "0 个异常" } else { "1 个异常" };
    let checkpoint = match v.checkpoint {
        None => "尚无检查点",
        Some((_, true)) => "最近的检查点已完成",
        Some((_, false)) => "最近的检查点失败",
    };
    format!("{state} · {exceptions} · {checkpoint}")
}

/// Why it cost that: each cause in a sentence, most effects first.
pub(super) fn cost_why(c: &Cost) -> String {
    let several = c.causes.len() > 1;
    let sentence = |(cause, count): &(Cause, u64)| {
        let n = if several { format!("{} 条：", whole(*count)) } else { String::new() };
        let ids = match (&c.ids, several) {
            (Some((a, b)), false) if a != b => format!("{a} … {b}："),
            _ => String::new(),
        };
        let why: String = match cause {
            Cause::ReplayIntoNonIdempotentSink if c.kind == SinkKind::Increment => {
                "重启后又读取了一遍，而余额无从知道自己已经加过。".into()
            }
            Cause::ReplayIntoNonIdempotentSink => {
                format!("{ids}重启后又读取了一遍，而 {} 无从知道自己已有它们。", c.sink)
            }
            Cause::StateLostAtRestart => "记得它们的状态随进程一起消失了。".into(),
            Cause::StateAheadOfOffset => "状态幸存下来，数据源却退回到了它之前。".into(),
            Cause::OffsetAheadOfState => "偏移量的提交跑在了状态前面：两者之间的部分对状态来说就丢失了。".into(),
            Cause::TtlExpiredBeforeDuplicate => "在去重条目过期之后，生产者又发送了一次。".into(),
            Cause::RedeliveredWithoutDedup => "生产者又发送了一次，而没有任何环节去除重复。".into(),
            Cause::AlignmentSkipped => "快照里含有屏障之后的记录，而这些记录又被读取了一遍。".into(),
            Cause::TransactionTimedOut => "broker 已中止它们所在的事务：事务打开得太久。".into(),
            Cause::TransactionLeftOpen => "它们所在的事务仍未关闭。".into(),
            Cause::UncommittedRead => "读者读取了从未提交的行。".into(),
            Cause::SourceNotReplayed => "数据源重启后从日志末尾开始读取。".into(),
            Cause::StateExpired => "保存它们的状态已过期。".into(),
            Cause::JobDown => "它们还没通过，作业就彻底停机了。".into(),
            Cause::StillInFlight => "它们仍在途中。".into(),
        };
        format!("{n}{why}")
    };
    let mut all: Vec<String> = c.causes.iter().take(2).map(sentence).collect();
    if c.state_wrong {
        all.push("内部状态也不正确。".into());
    }
    all.concat()
}

pub(super) fn cost(c: &Cost) -> String {
    let twice = match c.kind {
        SinkKind::Increment => "被重复累加",
        SinkKind::TwoPhase => "被看到两次",
        _ => "被重复入账",
    };
    let mut parts = Vec::new();
    match c.of_ids.0 {
        _ if c.duplicates == 0 => {}
        ids if ids == c.duplicates => parts.push(format!("{} 条记录{twice}", whole(ids))),
        // Some more than twice: rows are counted, not what they are about.
        ids => {
            let rows = if c.kind == SinkKind::Increment { "次累加" } else { "行" };
            parts.push(format!("{} 条记录多出 {} {rows}", whole(ids), whole(c.duplicates)));
        }
    }
    match c.of_ids.1 {
        _ if c.missing == 0 => {}
        ids if ids == c.missing => parts.push(format!("缺少 {} 条记录", whole(ids))),
        ids => parts.push(format!("{} 条记录缺少 {} 行", whole(ids), whole(c.missing))),
    }
    match c.amount {
        Some(n) if n > 0 => parts.push(format!("多出 {}", number(n))),
        Some(n) if n < 0 => parts.push(format!("少了 {}", number(-n))),
        _ => {}
    }
    parts.join("，")
}

/// What it took, each only where it is worth a word.
pub(super) fn price(p: &Price) -> String {
    let mut parts = Vec::new();
    if p.visible_after_ms > 0 {
        parts.push(format!("行最多在 {} 后可见", seconds(p.visible_after_ms)));
    }
    if p.checkpoint_ms > 0 {
        parts.push(format!("最长检查点 {}", seconds(p.checkpoint_ms)));
    }
    if p.down_ms > 0 {
        parts.push(format!("停机 {}", seconds(p.down_ms)));
    }
    parts.join(" · ")
}
