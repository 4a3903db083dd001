//! The words of the panel of branches and pins, in Chinese.

use super::whole;
use crate::text::branches::BranchWords;

pub(super) const BRANCHES: BranchWords = BranchWords {
    hint: "退回去做点别的：运行就会分叉，原本会发生的部分留在这里。",
    here: "舞台上",
    compare: "对比",
    drop: "删除",
    of_branch: |button, branch| format!("{button}：{branch}"),
    other_branch: "另一个分支",
    pins: "图钉",
    pins_hint: |most| format!("最多 {most} 个时刻，各配一行文字。链接会带上它们：一份可以逐步讲解的课程。"),
    pin: "钉住此刻",
    no_pin: |most| format!("此刻已经钉住，或已有 {most} 个图钉。"),
    moment: |step, branch| format!("第 {} 步 · {branch}", whole(step)),
    text: |place| format!("图钉 {} 的文字", place + 1),
    text_hint: "这里要看什么？",
    earlier: |place| format!("把图钉 {} 前移", place + 1),
    later: |place| format!("把图钉 {} 后移", place + 1),
    unpin: |place| format!("移除图钉 {}", place + 1),
    strip: "讲解",
    last_pin: "上一个图钉",
    next_pin: "下一个图钉",
    place: |at, of| match at {
        Some(at) => format!("第 {} 个，共 {of} 个", at + 1),
        None => format!("已钉住 {of} 个"),
    },
    no_text: |step| format!("第 {} 步", whole(step)),
    begin: "依次查看的几个时刻。",
};
