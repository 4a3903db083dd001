//! The lanes in Chinese.

use super::step::STEP;
use super::{number, seconds, whole};
use crate::event::CheckpointFailure;
use crate::graph::Plan;
use crate::text::en::step::task_name;
use crate::text::lanes::LanesWords;
use crate::view::lanes::{Down, Verdict, Who};

pub(super) const LANES: LanesWords = LanesWords {
    picture: "以泳道表示的运行：每个任务和每处存储一条，时间向右，在事件附近拉长，与页面播放时一致。上下键在泳道间移动，左右键从一件事移到下一件，Enter 跳到那里，加号和减号放大或缩小。",
    kind: "时空图",
    closer: "放大",
    further: "缩小",
    part: |times, from, to| match times {
        0 | 1 => "整个运行".into(),
        // Close up, tenths of a second would be the same.
        _ if to.saturating_sub(from) < 1000 => format!("{} 至 {}", millis(from), millis(to)),
        _ => format!("{} 至 {}", seconds(from), seconds(to)),
    },
    in_words: "用文字表示",
    signs: [
        ("live", "记录"),
        ("replayed", "重新读取"),
        ("barrier", "屏障"),
        ("cut", "切面"),
        ("save", "存入存储"),
        ("down", "停机"),
    ],
    stretched: "时间在事件附近拉长，与播放时一致",
    tick: |ms| {
        let whole = millis(ms);
        format!("{} s", whole.trim_end_matches(" s").trim_end_matches('0').trim_end_matches('.'))
    },
    lane,
    cell: |plan, who, at, steps, step, events| {
        let did = (STEP.did)(plan, step, events);
        let more = match steps {
            0 | 1 => String::new(),
            n => format!("此处另有 {} 步。", number(n as i64 - 1)),
        };
        format!("{}，{}，第 {} 步：{did}。{more}", lane(plan, who), seconds(at), whole(step))
    },
    nothing: |plan, who| format!("{}：这里没有发生任何事", lane(plan, who)),
    cut: |cut| format!("检查点 {}：{}", cut.checkpoint, verdict(cut.verdict)),
    cut_sign: |cut| {
        let sign = match cut.verdict {
            Verdict::Consistent => "✓",
            Verdict::Inconsistent => "✗",
            Verdict::Failed(_) => "–",
            Verdict::Unfinished => "…",
        };
        format!("{} {sign}", cut.checkpoint)
    },
    verdict,
    down,
};

/// To the millisecond.
fn millis(ms: u64) -> String {
    format!("{}.{:03} s", whole(ms / 1000), ms % 1000)
}

fn lane(plan: &Plan, who: &Who) -> String {
    match who {
        Who::Log(node) => format!("{} 日志", plan.nodes[node.index()].name),
        Who::Task(task) => task_name(plan, *task),
        Who::Checkpoints => "检查点".into(),
        Who::Destination(node) => format!("{} 的行", plan.nodes[node.index()].name),
    }
}

fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Consistent => "切面一致".into(),
        Verdict::Inconsistent => "切面不一致".into(),
        Verdict::Unfinished => "运行结束时尚未完成".into(),
        Verdict::Failed(why) => {
            let why = match why {
                CheckpointFailure::Storage => "存储无法写入",
                CheckpointFailure::Expired => "已超时",
                CheckpointFailure::Subsumed => "更新的检查点先完成了",
                CheckpointFailure::JobFailed => "其间有任务失败",
                CheckpointFailure::Declined => "更新的屏障先到了",
            };
            format!("未完成：{why}")
        }
    }
}

fn down(plan: &Plan, down: &Down) -> String {
    let who = match &down.region {
        None => "作业崩溃".into(),
        Some(tasks) => {
            let names: Vec<String> = tasks.iter().map(|t| task_name(plan, *t)).collect();
            format!("{} 崩溃", names.join("、"))
        }
    };
    match (down.to, down.restored) {
        (None, _) => format!("{who}；之后不再重启"),
        (Some(_), Some(id)) => format!("{who}；从检查点 {id} 恢复"),
        (Some(_), None) => format!("{who}；从零重启"),
    }
}
