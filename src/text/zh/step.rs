//! What a step did, in Chinese: one sentence for its weightiest event.

use super::{number, seconds, whole};
use crate::graph::Plan;
use crate::ids::{NodeId, TaskId};
use crate::sim::{Event, Passed, RecordRef, Stamped, WriteEffect};
use crate::text::en::step::{task_name, weight};
use crate::text::step::StepWords;

/// The analogy is in English alone, and not shown in another language.
pub(super) const STEP: StepWords = StepWords { step, did, event, in_analogy: str::to_owned };

fn step(plan: &Plan, step: u64, events: &[&Stamped]) -> String {
    format!("第 {} 步：{}。", whole(step), did(plan, step, events))
}

fn did(plan: &Plan, step: u64, events: &[&Stamped]) -> String {
    // Of equal weight the last one is what the others led to.
    match events.iter().max_by_key(|s| weight(&s.event)) {
        Some(main) => event(plan, &main.event),
        None if step == 0 => "作业已启动".into(),
        None => "没有可见的变化".into(),
    }
}

fn event(plan: &Plan, event: &Event) -> String {
    let node = |id: &NodeId| plan.nodes[id.index()].name.as_str();
    let task = |id: &TaskId| task_name(plan, *id);
    let to = |c: &crate::ids::ChannelId| task_name(plan, plan.channels[c.index()].to);
    let from = |c: &crate::ids::ChannelId| task_name(plan, plan.channels[c.index()].from);
    match event {
        Event::Read { task: t, record: r, .. } => {
            let again = if r.replayed { "重新" } else { "" };
            format!("{} 从偏移量 {} {again}读取 {}", task(t), r.origin.offset, r.id)
        }
        Event::Sent { channel, record, .. } => format!("{} 把 {} 发往 {}", from(channel), record.id, to(channel)),
        Event::Taken { channel, record } => format!("{} 取出 {}", to(channel), name(record)),
        Event::Processed { task: t, record } => format!("{} 处理完 {}", task(t), name(record)),
        Event::DedupPassed { task: t, record, why: Passed::New } => format!("{} 放行 {}", task(t), name(record)),
        Event::DedupPassed { task: t, record, why: Passed::Expired } => {
            format!("{} 放行 {}：它的条目已过期", task(t), name(record))
        }
        Event::DedupDropped { task: t, record } => format!("{} 丢弃 {}：已经见过", task(t), name(record)),
        Event::Filtered { task: t, record } => format!("{} 拦下 {}", task(t), name(record)),
        Event::Applied { task: t, record, key, value, restarted } => {
            let anew = if *restarted { "，从零开始：条目已过期" } else { "" };
            format!("{} 计入 {}：{key} = {}{anew}", task(t), name(record), number(*value))
        }
        Event::Buffered { task: t, record, .. } => format!("{} 保留 {}，等待与之配对的记录", task(t), name(record)),
        Event::Joined { task: t, id, .. } => format!("{} 配成 {id}", task(t)),
        Event::StateExpired { task: t, entry, .. } => format!("{} 忘记 {entry}：存活时间已到", task(t)),
        Event::Triggered { checkpoint } => format!("协调器触发检查点 {checkpoint}"),
        Event::Injected { task: t, checkpoint } => format!("{} 发出屏障 {checkpoint}", task(t)),
        Event::BarrierSent { channel, checkpoint, .. } => {
            format!("{} 把屏障 {checkpoint} 发往 {}", from(channel), to(channel))
        }
        Event::BarrierArrived { channel, checkpoint, overtook: 0 } => {
            format!("来自 {} 的屏障 {checkpoint} 到达 {}", from(channel), to(channel))
        }
        Event::BarrierArrived { channel, checkpoint, overtook } => format!(
            "来自 {} 的屏障 {checkpoint} 到达 {}，越过 {} 条等待中的记录",
            from(channel),
            to(channel),
            number(i64::from(*overtook))
        ),
        Event::Blocked { channel, checkpoint } => {
            format!("{} 阻塞来自 {} 的输入，直到所有屏障 {checkpoint} 到齐", to(channel), from(channel))
        }
        Event::Unblocked { channel, .. } => format!("{} 继续处理来自 {} 的输入", to(channel), from(channel)),
        Event::Unaligned { task: t, checkpoint } => format!("{} 不再等待屏障 {checkpoint}", task(t)),
        Event::Snapshotted { task: t, checkpoint, .. } => format!("{} 做快照 {checkpoint}", task(t)),
        Event::Stored { channel, checkpoint, record } => {
            format!("正前往 {} 的 {} 成为检查点 {checkpoint} 的一部分", to(channel), record.id)
        }
        Event::Acknowledged { task: t, checkpoint, accepted: true } => {
            format!("{} 在检查点 {checkpoint} 中的部分已保存", task(t))
        }
        Event::Acknowledged { task: t, checkpoint, accepted: false } => {
            format!("{} 在检查点 {checkpoint} 中的部分来得太晚", task(t))
        }
        Event::Completed { checkpoint } => format!("检查点 {checkpoint} 完成"),
        Event::CheckpointFailed { checkpoint, .. } => format!("检查点 {checkpoint} 失败"),
        Event::Notified { task: t, checkpoint } => format!("{} 得知检查点 {checkpoint} 已完成", task(t)),
        Event::Written { sink, record, row, effect, .. } => {
            let again = if record.replayed { "再次" } else { "" };
            let how = match effect {
                WriteEffect::Row => format!("成为第 {row} 行"),
                WriteEffect::Added => "累加到余额".into(),
                WriteEffect::Replaced => "覆盖原有内容".into(),
                WriteEffect::Refused => "被拒绝：已经存在".into(),
                WriteEffect::Pending(t) => format!("进入事务 {}", t.0 + 1),
            };
            format!("{} {again}写入 {}，{how}", node(sink), record.id)
        }
        Event::TransactionOpened { sink, transaction: t } => format!("{} 打开事务 {}", node(sink), t.0 + 1),
        Event::PreCommitted { sink, transaction: t, .. } => format!("{} 预提交事务 {}", node(sink), t.0 + 1),
        Event::Committed { sink, transaction: t } => format!("{} 提交事务 {}", node(sink), t.0 + 1),
        Event::CommitRefused { sink, transaction: t } => format!("{} 的事务 {} 提交被拒绝", node(sink), t.0 + 1),
        Event::CommitsBroken { sink } => format!("{} 的 broker 将使下一次提交失败", node(sink)),
        Event::CommitFailed { sink, transaction: t } => {
            format!("事务 {} 在 {} 的 broker 上提交失败", t.0 + 1, node(sink))
        }
        Event::TransactionAborted { sink, transaction: t, timed_out } => {
            let why = if *timed_out { "超时" } else { "作废" };
            format!("{} 的事务 {} {why}", node(sink), t.0 + 1)
        }
        Event::OffsetsCommitted { source, next, .. } => format!("{} 提交偏移量 {next}", node(source)),
        Event::Redelivered { source, id, .. } => format!("生产者把 {id} 再次发送到 {}", node(source)),
        Event::Crashed { attempt, .. } => format!("第 {attempt} 次尝试失败，它的内存已丢失"),
        Event::Restarted { attempt, checkpoint: Some(id), .. } => format!("第 {attempt} 次尝试从检查点 {id} 开始"),
        Event::Restarted { attempt, checkpoint: None, .. } => format!("第 {attempt} 次尝试从零开始"),
        Event::Repositioned { source, next, .. } => format!("{} 从 {next} 继续读取", node(source)),
        Event::RestoredInFlight { channel, record } => format!("{} 重新回到前往 {} 的途中", record.id, to(channel)),
        Event::Resumed => "作业重新运行".into(),
        Event::StorageDown { until } => format!("检查点存储不可用，直到 {}", seconds(until.ms())),
        Event::StorageUp => "检查点存储恢复可用".into(),
        Event::Slowed { node: n, service_ms, .. } => format!("{} 现在处理每条记录需要 {service_ms} ms", node(n)),
        Event::SlowOver { node: n } => format!("{} 恢复原来的速度", node(n)),
        Event::Stalled { edge, .. } => format!("{} 不再传送任何内容", edge_name(plan, *edge)),
        Event::StallOver { edge } => format!("{} 恢复传送记录", edge_name(plan, *edge)),
    }
}

fn edge_name(plan: &Plan, edge: u16) -> String {
    let edge = &plan.edges[usize::from(edge)];
    format!("从 {} 到 {}", plan.nodes[edge.from.index()].name, plan.nodes[edge.to.index()].name)
}

fn name(record: &RecordRef) -> String {
    if record.replayed { format!("{}（重读）", record.id) } else { record.id.to_string() }
}
