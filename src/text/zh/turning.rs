//! Turning points: captions and the marks of the timeline, in Chinese.

use super::seconds;
use crate::view::turning::{Caption, Mark};

pub(super) fn caption(caption: &Caption) -> String {
    match caption {
        Caption::BarrierLeaves(id, Some(offset)) => {
            format!("屏障 {id} 紧跟在偏移量 {offset} 之后：它之前的一切都会被保存。")
        }
        Caption::BarrierLeaves(id, None) => format!("屏障 {id} 从每个被读取的日志出发。"),
        Caption::Saved(id, Some(next)) => format!("已保存：检查点 {id} 包含偏移量 {next} 之前的一切。"),
        Caption::Saved(id, None) => format!("已保存：检查点 {id} 完成。"),
        Caption::NotSaved(id) => format!("检查点 {id} 不会完成。"),
        Caption::Crash => "崩溃：线上方的一切都被清空。".into(),
        Caption::MemoryGone { restarts: true } => "内存已丢失。日志、检查点和已写入的行仍在。".into(),
        Caption::MemoryGone { restarts: false } => "内存已丢失，也不再重启。".into(),
        Caption::BackTo { next: Some(next), checkpoint: Some(id) } => {
            format!("回到 {next}：状态和读取位置来自检查点 {id}。")
        }
        Caption::BackTo { next: None, checkpoint: Some(id) } => {
            format!("恢复：状态和所有读取位置来自检查点 {id}。")
        }
        Caption::BackTo { next: Some(next), checkpoint: None } => {
            format!("回到 {next}，一无所有：没有完成的检查点。")
        }
        Caption::BackTo { next: None, checkpoint: None } => "从零开始：没有完成的检查点。".into(),
        Caption::WrittenAgain(sink) => format!("再次写入：{sink} 无从知道自己已有这些行。"),
        Caption::AddedAgain(sink) => format!("再次累加：{sink} 无从知道自己已加过这些。"),
        Caption::WrittenOver(sink) => format!("以相同的 id 再次写入 {sink}：只保留一行。"),
        Caption::Voided(sink) => format!("{sink} 中未提交的行作废：没有人看到过。"),
        Caption::Committed(sink) => format!("已提交：{sink} 的读者现在看到这些行。"),
        Caption::Refused(sink) => format!("提交被拒绝：broker 已放弃 {sink} 的这个事务。"),
        Caption::CommitsBroken(sink) => format!("{sink} 的下一次提交将在 broker 上失败。"),
        Caption::CommitFailed(sink) => format!("{sink} 的提交失败，作业随之失败。"),
        Caption::StorageDown(until) => format!("在 {} 之前无法写入检查点存储。", seconds(until.ms())),
        Caption::Slowed(node, until) => format!("{node} 变慢，直到 {}。", seconds(until.ms())),
        Caption::Stalled(from, to, until) => {
            format!("从 {from} 到 {to} 停滞，直到 {}。", seconds(until.ms()))
        }
        Caption::SentAgain(id) => format!("再次发送：生产者把 {id} 又一次写进日志。"),
    }
}

pub(super) fn mark(mark: &Mark) -> String {
    match mark {
        Mark::Barrier(id) => format!("屏障 {id}"),
        Mark::Saved(id) => format!("已保存 {id}"),
        Mark::NotSaved(id) => format!("未保存 {id}"),
        Mark::Crash => "崩溃".into(),
        Mark::BackTo(Some(next)) => format!("回到 {next}"),
        Mark::BackTo(None) => "重启".into(),
        Mark::Committed(sink) => format!("{sink} 已提交"),
        Mark::Again => "首个重复行".into(),
    }
}
