//! The words of Predict, in Chinese.

use super::number;
use crate::graph::Plan;
use crate::ids::NodeId;
use crate::text::predict::PredictWords;
use crate::view::predict::{Ask, Belief};

pub(super) const PREDICT: PredictWords = PredictWords {
    before: "接下来会发生什么？",
    after: "发生了什么",
    skip: "跳过",
    go_on: "继续",
    question,
    answer,
    right: |ask, value| format!("正确：{}。", answer(ask, value)),
    wrong: |ask, said, belief, right| {
        format!("你答的是 {}，实际是 {}。{}", answer(ask, said), answer(ask, right), why_not(belief))
    },
    score: |right, of| format!("{of} 题答对 {right} 题"),
};

fn question(ask: &Ask, plan: &Plan) -> String {
    let name = |node: &NodeId| plan.nodes.get(node.index()).map_or("", |n| n.name.as_str());
    let log = |source: &NodeId, partition: usize| {
        let several = plan.scenario.sources.get(source.index()).is_some_and(|s| s.partitions.len() > 1);
        if several { format!("{} 分区 {partition}", name(source)) } else { name(source).to_owned() }
    };
    match ask {
        Ask::Saves(id, source, partition) => {
            format!(
                "检查点 {id} 的屏障即将离开数据源。检查点会把 {} 的哪个偏移量保存为下一个？",
                log(source, partition.index())
            )
        }
        Ask::ReadsNext(source, partition) => {
            format!("作业即将失败。恢复后它会先读取 {} 的哪个偏移量？", log(source, partition.index()))
        }
        Ask::Holds(node, Some(key)) => format!("作业即将重新启动。{} 中 {key} 的值会是多少？", name(node)),
        Ask::Holds(node, None) => format!("作业即将重新启动。{} 会有多少个条目？", name(node)),
        Ask::Rows(sink) => format!("之前读过的内容再次通过。结束之后 {} 会有多少行？", name(sink)),
        Ask::Balance(sink, key) => {
            format!("之前读过的内容再次通过。结束之后 {} 中 {key} 会是多少？", name(sink))
        }
        Ask::Committed(sink) => format!("{} 的一个事务即将提交。之后它的读者会看到多少行？", name(sink)),
        Ask::Voided(sink) => format!("{} 的一个事务即将中止。之后它的读者会看到多少行？", name(sink)),
        Ask::RowsOf(sink, id) => format!("{id} 被再次发送，即将被读取。{} 中会有它的多少行？", name(sink)),
    }
}

fn answer(ask: &Ask, value: i64) -> String {
    match ask {
        Ask::Saves(..) | Ask::ReadsNext(..) => format!("偏移量 {value}"),
        Ask::Holds(_, Some(_)) | Ask::Balance(..) => number(value),
        Ask::Holds(_, None) => format!("{} 个条目", number(value)),
        Ask::Rows(_) | Ask::Committed(_) | Ask::Voided(_) | Ask::RowsOf(..) => format!("{} 行", number(value)),
    }
}

fn why_not(belief: Belief) -> &'static str {
    match belief {
        Belief::OneEarly => "位置指的是下一条要读的记录，而不是最后读过的那条：它之前的都不会重复。",
        Belief::OneLate => "位置指的是下一条要读的记录：它还没有被读取，也不会被跳过。",
        Belief::ReadsOn => "读到了哪里只存在内存里。重启时只知道保存下来的位置。",
        Belief::FromStart => "重启回到保存下来的位置，而不是开头。",
        Belief::InCheckpoint => "这个数据源的位置来自别处，而不是检查点。",
        Belief::AsOfNow => "检查点里是屏障经过时的内容。之后到来的不在其中。",
        Belief::MemorySurvives => "内存在崩溃中无法幸存。重启只有保存下来的内容。",
        Belief::StartsEmpty => "它并不是从零开始：保存下来的内容会被放回去。",
        Belief::AddsUp => "保存下来的内容取代内存中的内容，两者不会相加。",
        Belief::AllIsSaved => "这份状态不在检查点里：状态存放在哪里，决定了重启能找到什么。",
        Belief::EachOnce => "检查点修复的是状态。它既不撤销已写到外部的内容，也不会发现又写了一遍。",
        Belief::Beside => "这个 Sink 按 id 写入：第二次写入覆盖第一次。",
        Belief::AllAgain => "只有保存位置之后的内容会重新读取，而不是全部输入。",
        Belief::OneMore => "保存的位置就是下一条记录：它前面那条不会再次写入。",
        Belief::NotYet => "正是提交让这类读者看到这些行。",
        Belief::AllWritten => "一个事务包含到它的屏障为止写入的内容。之后的要等下一个事务。",
        Belief::OnlyThese => "之前已经算数的，继续算数。",
        Belief::CommitAdds => "这个读者在写入时就能看到行：提交不会增加任何行。",
        Belief::CountAnyway => "被中止的事务中的行永远不算数，尽管它们写入过。",
        Belief::AllVoid => "只有这一个事务作废。之前提交的仍然保留。",
        Belief::KnownForEver => "去重已不再认识这个 id，或者根本没有去重：第二次发送通过了。",
        Belief::AlwaysNew => "第二次发送没有产生第二行：它的 id 已经见过，或者被覆盖写入。",
        Belief::TakesAway => "再次发送不会减少任何内容。",
    }
}
