//! The presets, in Chinese.

use super::{bytes, seconds, whole};
use crate::scenario::{Group, Outcome};
use crate::text::presets::{PresetNames, PresetWords};

pub(super) const NAMES: PresetNames = PresetNames {
    name: |name| words(name).1.into(),
    group: |group| match group {
        Group::Twice => "Sink 处重复",
        Group::Lost => "没有报错的丢失",
        Group::Forgets => "会遗忘的状态",
        Group::Ttl => "存活时间（TTL）",
        Group::Barriers => "屏障与对齐",
        Group::Transactions => "事务与读者",
        Group::Costs => "代价",
    },
};

pub(super) const WORDS: PresetWords = PresetWords {
    filter: "筛选",
    shown: |shown, all| match shown {
        0 => "没有包含这些词的情形。".into(),
        _ if shown == all => format!("{all} 种情形"),
        _ => format!("{all} 种情形中的 {shown} 种"),
    },
    promise: |preset| promise(words(preset.name).2, preset.numbers),
    outcome: |outcome| match outcome {
        Outcome::Twice => "重复",
        Outcome::Lost => "丢失",
        Outcome::WrongState => "状态错误",
        Outcome::Right => "正确",
        Outcome::Costs => "有代价",
    },
};

/// A preset's stable name, its name, and its promise. The numbers of a promise come in the order of the preset; where Chinese
/// names them in another order, the place says which one it is, from 0: `{n1}`.
#[rustfmt::skip]
const PRESETS: &[(&str, &str, &str)] = &[
    ("21-one-crash-two-sinks", "一次崩溃，两个 Sink", "看板始终正确；账本把 {n} 个订单记了两次"),
    ("01-append", "追加：两条都留下", "{n} 行被写入第二遍"),
    ("02-upsert", "按 id 更新：写两次，留一行", "{n} 行再次写入，每个 id 只留一行"),
    ("05-increment", "加 X：余额涨得太多", "余额最终是 {n}，而不是 {n}"),
    ("12-no-checkpoint", "没有检查点：全部重来", "全部 {n} 行都出现两次"),
    ("24-no-checkpoint-increment", "没有检查点，又是加 X：翻倍", "余额最终是 {n}，而不是 {n}"),
    ("22-three-partitions", "三个分区，三个偏移量", "各自回到自己的偏移量；{n} 行出现两次"),
    ("a01-append-crash-at-the-checkpoint", "最幸运的崩溃时刻", "{n} 行出现两次，{n} 行出现一次"),
    ("a01-append-crash-before-the-next", "最倒霉的崩溃时刻", "{n} 行出现两次，全是上个检查点之后的"),
    ("a02-commit-every-minute", "定时提交偏移量", "一次重启后，{n} 个事件被索引两次"),
    ("a02-upsert-by-id", "同样的定时器，按 id 写入", "{n} 个事件再次到来，没有一个出现两次"),

    ("17-transaction-timeout", "事务超时", "丢失 {n} 行，没有任何报错"),
    ("a21-back-in-ten-minutes", "赶在事务超时之前恢复", "同样停过机，而全部 {n} 行都在"),
    ("18-state-ahead-of-offset", "状态超前于偏移量", "去重自己把 {n} 个订单当成了重复"),
    ("a62-store-ahead", "去重存储超前于偏移量", "{n} 个订单还没输出就算作见过"),
    ("20-join-buffer-lost", "丢失的连接缓冲", "{n} 笔付款永远找不到对应的订单"),
    ("19-join-buffer", "连接缓冲在检查点中", "全部 {n} 笔付款都找到对应的订单"),

    ("06-dedup-in-memory", "内存中的去重会遗忘", "再次发送的 {n} 个订单看起来是新的"),
    ("07-dedup-checkpointed", "检查点中的去重记得住", "拦下再次发送的全部 {n} 个；重放仍把 {n} 个写了两次"),
    ("23-sum-in-memory", "内存中的求和从头再来", "总和最终是 {n}，而不是 {n}"),
    ("08-offset-ahead-of-state", "偏移量超前于状态", "总和最终是 {n}，而不是 {n}"),
    ("a62-store-behind", "去重存储落后于偏移量", "{n} 个已输出的订单被遗忘，又输出一遍"),

    ("09-ttl-65s", "TTL 稍短了一点", "{n} 次重试在 {s} 的 TTL 之后到来，被计算两次"),
    ("10-ttl-59s", "TTL 刚好够长", "{n} 次重试在 {s} 的 TTL 之内到来，被拦下"),
    ("11-ttl-boundary", "精确到毫秒的 TTL", "{n} 次重试正好在 {s} 的 TTL 到期时到来：太晚了"),
    ("25-ttl-backoff-create", "退避重试，TTL 从初次见到算起", "拦下 {n} 次重试，放过最后 {n} 次"),
    ("26-ttl-backoff-read", "退避重试，TTL 从最近见到算起", "全部 {n} 次重试都被拦下"),
    ("a57-5-s-first-sight", "过短的去重窗口", "放过 {n} 次重试，拦下 {n} 次"),
    ("a57-127-001-ms-first-sight", "比整串重试更长的窗口", "全部 {n} 次重试都被拦下"),
    ("a60-first-sight", "重复不会续期条目", "{n} 次重复通过，{n} 次被拦下"),
    ("a60-every-sight", "重复会续期条目", "{n} 次重复通过，{n} 次被拦下"),
    ("a65-down-for-two-hours", "停机比 TTL 更久", "{n} 次重复通过：其间所有条目都已过期"),
    ("a65-down-for-ten-seconds", "只停机片刻", "全部 {n} 次重复都被拦下"),

    ("13-alignment-exactly-once", "对齐：一路输入等待", "一路输入停住 {s}，计数正确"),
    ("14-alignment-skipped", "跳过对齐", "什么都不等，{n} 条记录被计算两次"),
    ("15-unaligned", "非对齐屏障会超车", "什么都不等，并保存 {n} 条在途记录"),
    ("a32-one-input", "至少一次，只有一路输入", "没有什么要等：全部 {n} 条都只计一次"),

    ("03-two-phase", "两阶段提交：先作废，后正确", "{n} 行作废，而读者看到全部 {n} 行各一次"),
    ("04-two-phase-read-uncommitted", "两阶段提交，读者却偷看", "有 {n} 行从未提交，却被看到两次"),
    ("a24-read-uncommitted", "消费者的默认设置", "读到 {n} 行，而主题里只有 {n} 行"),
    ("16-crash-before-commit", "在完成与提交之间崩溃", "由重启来提交：全部 {n} 行，各一次"),
    ("a30-commit-on-restore", "重启补上一次提交", "全部 {n} 行都在，尽管有一次提交没有发出"),
    ("a21-last-moment", "在最后一毫秒恢复", "在 {n} ms 重新启动，全部 {n} 行都在"),
    ("a21-one-millisecond-late", "恢复晚了一毫秒", "在 {n} ms 重新启动，{n} 行不见了"),

    ("27-fast-waits-for-slow", "快的等慢的", "{s1} 的检查点里停住了 {s0}"),
    ("28-fast-does-not-wait", "快的不再等待", "耗时 {n} ms，并保存 {n} 条在途记录"),
    ("a33-unaligned", "不等待的代价", "一个含有 {b} 在途记录的检查点"),
    ("a36-no-pause", "比间隔更长的检查点", "连续 {n} 个，中间没有片刻喘息"),
    ("a36-pause-of-30-s", "检查点之间的停顿", "每次之后留出 {s} 做正事"),
    ("a52-a-minute-for-ever", "永远记住", "一分钟后 {b}，而且绝不减少"),
    ("a52-a-minute-with-a-ttl", "只记一阵子", "持有 {n} 个 id，其中 {n} 个有效"),
    ("a54-full-snapshot", "检查点小，内存满", "持有 {n} 个条目，其中 {n} 个有效"),
    ("a54-incremental", "每次访问清理几个", "持有 {n} 个条目，其中 {n} 个有效"),
];

fn words(name: &str) -> (&str, &str, &'static str) {
    PRESETS.iter().find(|words| words.0 == name).copied().unwrap_or((name, name, ""))
}

fn promise(words: &str, numbers: &[u64]) -> String {
    let mut pieces = words.split('{');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for (next, piece) in pieces.enumerate() {
        let (place, rest) = piece.split_once('}').unwrap_or((piece, ""));
        let which = place.get(1..).and_then(|digits| digits.parse().ok()).unwrap_or(next);
        let n = numbers.get(which).copied().unwrap_or_default();
        out += &match place.as_bytes().first() {
            Some(b's') if n.is_multiple_of(1000) => format!("{} s", whole(n / 1000)),
            Some(b's') => seconds(n),
            Some(b'b') => bytes(n),
            _ => whole(n),
        };
        out += rest;
    }
    out
}
