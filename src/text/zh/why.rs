//! "Why?" in Chinese.

use super::stage::last_and_next;
use super::{number, seconds, whole};
use crate::check::why::{After, End, Moment, Reading, Remedy, Resumed, What, WrongValue};
use crate::check::{Cause, Wrong};
use crate::event::{CheckpointFailure, CrashCause, Event, Passed, RecordRef, WriteEffect};
use crate::graph::{Plan, Role};
use crate::ids::{EventId, NodeId, Offset, PartitionId, TransactionId};
use crate::scenario::SinkKind;
use crate::text::why::WhyWords;
use crate::view::why::{Group, ranges};

/// Runs of ids that a line names.
const RUNS_MAX: usize = 4;

/// "Why?" in Chinese.
pub(super) const WHY: WhyWords = WhyWords {
    why_this: |id| format!("为什么？{id}"),
    wrong: "哪里不对",
    which: "哪一条",
    chain: "来龙去脉",
    prevent: "怎样可以避免",
    trying: "正在同一次运行上试验各种改动……",
    as_of: |step| format!("截至第 {} 步", whole(step)),
    group,
    value: |plan, v| (cause(plan, v.because.cause, v.because.place), value(plan, v)),
    place: |m| format!("第 {} 步 · {}", whole(m.step), seconds(m.at.ms())),
    moment,
    remedy,
    mend: |plan, changes| format!("修正：{}", remedy(plan, changes)),
    then: |offer| match offer.leaves.as_slice() {
        [] => "之后：精确一次".into(),
        [(_, count), rest @ ..] => {
            let all: u64 = count + rest.iter().map(|(_, n)| n).sum::<u64>();
            format!("消除这个原因；另有 {} 条因其他原因仍然不对", whole(all))
        }
    },
    none,
};

fn group(plan: &Plan, g: &Group) -> (String, String) {
    let ids: Vec<EventId> = g.findings.iter().map(|f| f.id.clone()).collect();
    let (runs, left_out) = ranges(&ids, RUNS_MAX);
    let run = |(a, b): &(EventId, EventId)| if a == b { a.to_string() } else { format!("{a}–{b}") };
    let mut list = runs.iter().map(run).collect::<Vec<_>>().join("、");
    if left_out > 0 {
        list += &format!(" 等，另有 {} 条", whole(left_out as u64));
    }
    let wrong = match g.wrong {
        Wrong::Surplus => "多出",
        Wrong::Missing => "缺少",
    };
    let place = name(plan, g.place);
    (cause(plan, g.cause, g.place), format!("{place} {wrong} {} 条：{list}", whole(g.count)))
}

fn value(plan: &Plan, v: &WrongValue) -> String {
    let place = name(plan, v.place);
    match v.have {
        Some(have) => format!("{place}：{} = {}，应为 {}", v.key, number(have), number(v.expected)),
        None => format!("{place}：没有 {}，应为 {}", v.key, number(v.expected)),
    }
}

fn name(plan: &Plan, node: NodeId) -> &str {
    &plan.nodes[node.index()].name
}

fn cause(plan: &Plan, cause: Cause, place: NodeId) -> String {
    match cause {
        Cause::ReplayIntoNonIdempotentSink => {
            let kind = match plan.nodes[place.index()].role {
                Role::Sink(i) => kind(plan.scenario.sinks[i].kind),
                Role::Source(_) | Role::Operator(_) => "",
            };
            return format!("重放写入{kind} Sink");
        }
        Cause::StateLostAtRestart => "状态在重启时丢失",
        Cause::StateAheadOfOffset => "状态超前于偏移量",
        Cause::OffsetAheadOfState => "偏移量超前于状态",
        Cause::TtlExpiredBeforeDuplicate => "重复记录到来之前 TTL 已到期",
        Cause::RedeliveredWithoutDedup => "再次发送，且没有去重",
        Cause::AlignmentSkipped => "跳过了对齐",
        Cause::TransactionTimedOut => "事务超时",
        Cause::TransactionLeftOpen => "事务未关闭",
        Cause::UncommittedRead => "读取了未提交的行",
        Cause::SourceNotReplayed => "数据源没有重放",
        Cause::StateExpired => "状态已过期",
        Cause::JobDown => "作业已停机",
        Cause::StillInFlight => "仍在途中",
    }
    .into()
}

const fn kind(kind: SinkKind) -> &'static str {
    match kind {
        SinkKind::Append => "追加型",
        SinkKind::Increment => "累加型",
        SinkKind::Set => "覆盖型",
        SinkKind::Upsert => "更新型",
        SinkKind::UniqueInsert => "唯一插入型",
        SinkKind::TwoPhase => "两阶段提交",
    }
}

fn moment(plan: &Plan, m: &Moment) -> String {
    let name = |node: &NodeId| name(plan, *node);
    match &m.what {
        What::Read(r, reading) => read(plan, r, *reading),
        What::LastRead(r) => {
            format!("{} 是那里最后读取的位置：下一个 {}。", offset_of(plan, r), r.origin.offset.0 + 1)
        }
        What::CameBack(r) => format!("{} 从检查点回到它所在的通道。", r.id),
        What::Passed(node, id, Passed::New) => format!("{} 没有见过 id {id}：放行。", name(node)),
        What::Passed(node, id, Passed::Expired) => {
            format!("{} 已不认识 id {id}：它的条目到期，于是再次放行。", name(node))
        }
        What::Dropped(node, id) => format!("{} 见过 id {id}，把它拦下：它永远不会通过。", name(node)),
        What::Renewed(node, id) => format!("{} 拦下 id {id}；它的条目从此刻起延续。", name(node)),
        What::Applied { node, id, key, value, again } => {
            let again = if *again { "再次" } else { "" };
            format!("{} {again}计入 {id}：{key} = {}。", name(node), number(*value))
        }
        What::StartsOver(node, key, value) => {
            format!("{} 没有 {key} 的累计值，从头开始：{}。", name(node), number(*value))
        }
        What::Waits(node, id) => format!("{} 保留 {id}，直到与之配对的记录到来。", name(node)),
        What::Paired(node, id, false) => format!("{} 配成 {id}。", name(node)),
        What::Paired(node, id, true) => format!("{} 再次配成 {id}。", name(node)),
        What::UnderWay(node, id) => format!("{id} 前往 {}。", name(node)),
        What::Written { sink, id, row, effect } => written(name(sink), id, *row, *effect),
        What::Keeps { sink, kind, id, first, row } => match kind {
            SinkKind::Increment => format!("{} 再次累加 {id}：余额无法分辨。", name(sink)),
            SinkKind::TwoPhase => {
                format!("{} 再次写入 {id}，读者两条都能看到：第 {first} 行和第 {row} 行。", name(sink))
            }
            _ => format!("{} Sink {} 两条都保留：第 {first} 行和第 {row} 行。", self::kind(*kind), name(sink)),
        },
        What::Expired(node, entry, ttl) => {
            format!("{} 删除 {entry} 的条目：{} 的存活时间已到。", name(node), length(*ttl))
        }
        What::OffsetKept(source, next) => {
            let position = last_and_next(Offset(0), *next);
            format!("broker 为 {} 记下：{position}，不管状态里有什么。", name(source))
        }
        What::DidNotWait(node, checkpoint, channel) => {
            let from = plan.channels[channel.index()].from;
            let from = &plan.node_of(from).name;
            format!("屏障 {checkpoint} 从 {from} 到达 {}；{} 没有等待其他输入。", name(node), name(node))
        }
        What::SavedWithIt(node, checkpoint, id) => {
            format!("{} 为检查点 {checkpoint} 做快照：屏障之后的 {id} 也在其中。", name(node))
        }
        What::Covers(checkpoint, Some((source, partition, next))) => {
            format!("检查点 {checkpoint} 完成：{}。", position(plan, *source, *partition, *next))
        }
        What::Covers(checkpoint, None) => format!("检查点 {checkpoint} 完成。"),
        What::NotSaved(checkpoint, why) => {
            let why = match why {
                CheckpointFailure::Storage => "存储无法写入",
                CheckpointFailure::Expired => "耗时太长",
                CheckpointFailure::Subsumed => "更新的检查点先完成了",
                CheckpointFailure::JobFailed => "作业失败",
                CheckpointFailure::Declined => "更新的屏障先到了",
            };
            format!("检查点 {checkpoint} 被放弃：{why}。")
        }
        What::Crashed(why, restarts) => crashed(plan, &m.event, why, *restarts),
        What::Restarted { attempt, checkpoint, resumed, state } => {
            let apart = resumed.is_some_and(|r| !r.as_saved);
            let from = match checkpoint {
                None => "没有检查点可用".into(),
                Some(c) if apart => format!("使用检查点 {c} 的状态，但从别处读取"),
                Some(c) => format!("从检查点 {c} 恢复"),
            };
            let mut words = format!("第 {attempt} 次尝试开始，{from}");
            if let Some(r) = resumed {
                words += &format!("：{}", position(plan, r.source, r.partition, r.next));
            }
            words += "。";
            match state {
                Some(After::Empty(node)) => words += &format!("{} 从空状态开始。", name(node)),
                Some(After::AsSaved(node)) => words += &format!("{} 持有检查点中的内容。", name(node)),
                Some(After::Kept(node)) => words += &format!("{} 仍持有全部内容。", name(node)),
                None => {}
            }
            if let Some(Resumed { skips: Some(own), .. }) = resumed {
                words += &format!("偏移量 {own} 不会再被读取。");
            }
            words
        }
        What::SentAgain(source, id, offset) => {
            format!("{} 的生产者再次发送 id {id}：它也出现在偏移量 {offset}。", name(source))
        }
        What::Opened(sink, t) => format!("{} 打开{}。", name(sink), transaction(*t)),
        What::PreCommitted(sink, t, checkpoint) => {
            format!("{} 在屏障 {checkpoint} 处关闭{}；要等检查点完成才提交。", name(sink), transaction(*t))
        }
        What::Committed(_, t) => format!("{} 已提交。", transaction(*t)),
        What::Voided(_, t, true) => format!("broker 中止{}：它打开得太久，其中的行作废。", transaction(*t)),
        What::Voided(_, t, false) => {
            format!("重启中止{}：对等待提交的读者来说，其中的行作废。", transaction(*t))
        }
        What::Refused(_, t) => format!("{} 的提交来得太晚，被拒绝；作业继续运行，但没有这些行。", transaction(*t)),
        What::Stands(place, key, have, expected) => {
            format!(
                "这是 {} 中 {key} 的最后一次变化：结果是 {}，而不是 {}。",
                name(place),
                number(*have),
                number(*expected)
            )
        }
        What::End(end) => match end {
            End::Unread => "运行到此结束，它从未被读取。".into(),
            End::UnderWay => "运行到此结束，它还没有通过。".into(),
            End::Open(sink, t) => {
                format!("运行到此结束，{} 的{} 仍未关闭：从它开始的内容都看不到。", name(sink), transaction(*t))
            }
            End::Expired(node, entry, ttl) => {
                format!("运行到此结束。{} 中 {entry} 的条目已过期：{} 的存活时间已过。", name(node), length(*ttl))
            }
            End::Here => "运行到此结束。".into(),
        },
    }
}

fn read(plan: &Plan, r: &RecordRef, reading: Reading) -> String {
    let offset = offset_of(plan, r);
    let id = if r.id == EventId::Int(r.origin.offset.0) { String::new() } else { format!("：id {}", r.id) };
    match reading {
        Reading::First => format!("第 {} 次尝试读取{offset}{id}。", r.attempt),
        Reading::Again => format!("第 {} 次尝试重新读取{offset}{id}。", r.attempt),
        Reading::SentAgain => format!("第 {} 次尝试读取{offset}：id {}，由生产者再次发送。", r.attempt, r.id),
    }
}

fn offset_of(plan: &Plan, r: &RecordRef) -> String {
    match whose(plan, r.origin.source, r.origin.partition).trim_end() {
        "" => format!("偏移量 {}", r.origin.offset),
        log => format!(" {log} 的偏移量 {}", r.origin.offset),
    }
}

fn position(plan: &Plan, source: NodeId, partition: PartitionId, next: Offset) -> String {
    let first = match plan.nodes[source.index()].role {
        Role::Source(s) => plan.scenario.sources[s].partitions[partition.index()].first_offset,
        Role::Operator(_) | Role::Sink(_) => 0,
    };
    format!("{}{}", whose(plan, source, partition), last_and_next(Offset(first), next))
}

/// Of which log, where there are several.
fn whose(plan: &Plan, source: NodeId, partition: PartitionId) -> String {
    let sources = &plan.scenario.sources;
    let mut of = String::new();
    if sources.len() > 1 {
        of += name(plan, source);
        of.push(' ');
    }
    if matches!(plan.nodes[source.index()].role, Role::Source(s) if sources[s].partitions.len() > 1) {
        of += &format!("分区 {partition} ");
    }
    of
}

fn written(sink: &str, id: &EventId, row: u64, effect: WriteEffect) -> String {
    match effect {
        WriteEffect::Row => format!("{id} 写入 {sink}：第 {row} 行。"),
        WriteEffect::Added => format!("{sink} 把 {id} 累加到余额。"),
        WriteEffect::Replaced => format!("{id} 替换 {sink} 中原有的内容。"),
        WriteEffect::Refused => format!("{sink} 拒绝 {id}：已经存在。"),
        WriteEffect::Pending(t) => format!("{id} 写入 {sink}：第 {row} 行，属于{}。", transaction(t)),
    }
}

fn crashed(plan: &Plan, event: &Event, why: &CrashCause, restarts: bool) -> String {
    let mut words: String = match (why, event) {
        (CrashCause::CheckpointFailures, _) => "作业失败：连续失败的检查点太多".into(),
        (CrashCause::Fenced(sink), _) => format!("作业失败：broker 已中止 {} 打开的事务", name(plan, *sink)),
        (_, Event::Crashed { machine: true, .. }) => "机器崩溃：内存和本地磁盘都已丢失".into(),
        (_, Event::Crashed { region: Some(tasks), .. }) => {
            let mut nodes: Vec<&str> = tasks.iter().map(|t| plan.node_of(*t).name.as_str()).collect();
            nodes.dedup();
            format!("一个任务崩溃，{} 随之停止", nodes.join("、"))
        }
        _ => "进程崩溃：内存中的一切都已丢失".into(),
    };
    words += if restarts { "。" } else { "；不再重启。" };
    words
}

/// As on the stage.
fn transaction(t: TransactionId) -> String {
    format!("事务 {}", t.0 + 1)
}

/// A length of time, exact.
fn length(ms: u64) -> String {
    match ms {
        0..1000 => format!("{ms} ms"),
        _ if ms.is_multiple_of(1000) => format!("{} s", whole(ms / 1000)),
        _ => format!("{} ms", whole(ms)),
    }
}

fn remedy(plan: &Plan, changes: &[Remedy]) -> String {
    // Another branch may lack what a change has added.
    let operator = |i: usize| plan.scenario.operators.get(i).map_or("", |o| o.name.as_str());
    let sink = |i: usize| plan.scenario.sinks.get(i).map_or("", |s| s.name.as_str());
    let source = |i: usize| plan.scenario.sources.get(i).map_or("", |s| s.name.as_str());
    let one = |remedy: &Remedy| match *remedy {
        Remedy::Sink(i, SinkKind::Upsert) => format!("{} 改为按 id 更新（upsert）", sink(i)),
        Remedy::Sink(i, SinkKind::TwoPhase) => format!("{} 改为两阶段提交", sink(i)),
        Remedy::Sink(i, other) => format!("{} 改为{}", sink(i), kind(other)),
        Remedy::ReadCommitted(i) => format!("{} 的读者只看已提交的行", sink(i)),
        Remedy::Checkpointed(i) => format!("{} 的状态放进检查点", operator(i)),
        Remedy::OffsetsWithState => "偏移量与状态一起放进检查点".into(),
        Remedy::ExactlyOnceMode => "精确一次模式：等待所有屏障".into(),
        Remedy::Ttl(i, ms) => format!("{} 的 TTL 至少 {}", operator(i), length(ms)),
        Remedy::RenewAtEverySight(i) => format!("{} 每次见到都续期 TTL", operator(i)),
        Remedy::TransactionTimeout(i, ms) => format!("{} 的事务超时至少 {}", sink(i), length(ms)),
        Remedy::Checkpoints(ms) => format!("每 {} 做一次检查点", length(ms)),
        Remedy::FinalCheckpoint => "结束时做最后一次检查点".into(),
        Remedy::Dedup(i) => format!("在 {} 之后去重", source(i)),
        Remedy::Restarts => "不限次数重启".into(),
        Remedy::TolerateFailures => "容忍检查点失败".into(),
        Remedy::RunOn => "让运行继续到结束".into(),
    };
    changes.iter().map(one).collect::<Vec<_>>().join(" + ")
}

const fn none(cause: Cause) -> &'static str {
    match cause {
        Cause::JobDown => {
            "没有任何设置能挽回：必须有人从最近的检查点重新启动作业。如果允许更多次重启，或者没有这个故障，它本可以通过。"
        }
        Cause::StillInFlight => "它目前没有问题：只是这次运行的时间不够。",
        _ => "试过的改动都不能消除这个原因。能消除的是：更少的崩溃，或者换一个作业。",
    }
}
