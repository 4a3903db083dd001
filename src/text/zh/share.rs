//! The words around links, in Chinese.

use super::whole;
use crate::scenario::{ErrorCode, ScenarioError};
use crate::text::share::{Nowhere, ShareWords};
use crate::view::link::{LINK_CHARS_MAX, LinkError, in_words};
use crate::view::show::RECORDS_MAX;

pub(super) const SHARE: ShareWords = ShareWords {
    hint: "链接就是运行本身：场景、手动操作、舞台上的时刻和图钉。打开它的人看到同样的内容。不会发送到任何地方。",
    link: "指向此刻的链接",
    preset_link: "指向预设开头的链接",
    one_file: "本页是单个文件。只有文件放在同一位置时链接才能打开；在别处，请把 # 之后的部分接到你那份文件的地址后面。",
    long: "这个链接很长，因为它的输入是逐条列出的。有些邮件和课程系统会截断长链接：请改用文件传递场景。",
    scenario: "场景",
    scenario_hint: "作业、它的输入和故障。手动操作只在链接里。",
    download: "下载",
    frame: "嵌入你自己网页的代码行",
    frame_title: |scenario| match scenario {
        "" => "Barrierscope：一次流处理作业的运行".into(),
        scenario => format!("Barrierscope：{scenario}"),
    },
    picture: "此刻的图片",
    picture_as: ["图片（SVG）", "图片（PNG）"],
    picture_hint: "舞台和判定所显示的内容，附时刻和链接。SVG 放大后依然清晰。打印本页会得到同样的内容和数值。",
    open_moment: "在 Barrierscope 中打开此刻",
    run: "这次运行",
    run_json: "运行（JSON）",
    events_csv: "事件（CSV）",
    run_hint: "JSON 用于借助 JS API 重新运行（docs/js-api.md）：场景、手动操作和当前步。结果在表格里：到目前为止每个事件一行。",
    not_opened: "无法打开这个链接。",
    errors,
    nowhere: [
        Nowhere { head: "这个链接没有指向任何章节", why: no_chapter, instead: "所有章节" },
        Nowhere { head: "这个链接没有指向任何测验", why: no_quiz, instead: "新测验" },
        Nowhere { head: "这个链接没有指向任何卡片", why: no_card, instead: "所有卡片" },
    ],
};

fn no_chapter(found: &str) -> String {
    const LIKE: &str = "章节链接以编号结尾，例如：#learn=02";
    if found.is_empty() {
        return format!("链接在章节编号之前就结束了。{LIKE}");
    }
    format!("没有章节“{found}”。{LIKE}。请重新索取链接，或从章节列表中选择。")
}

fn no_quiz(found: &str) -> String {
    if found.is_empty() {
        return "链接在编号之前就结束了。测验链接这样结尾：#quiz=4711".into();
    }
    let what = if found.bytes().all(|b| b.is_ascii_digit()) {
        format!("“{found}”太大，测验编号最大为 {}。", u64::MAX)
    } else {
        format!("“{found}”不是测验编号。")
    };
    format!("{what}测验链接以纯数字结尾，例如：#quiz=4711。请重新索取链接，或自己开始一次测验。")
}

fn no_card(found: &str) -> String {
    let what = if found.is_empty() { String::new() } else { format!("“{found}”不是其中之一。") };
    format!("卡片和卡片的章节没有各自的链接。{what}所有卡片的链接是 #cards；章节在那里选择。")
}

pub(super) fn errors(error: LinkError) -> Vec<ScenarioError> {
    let (code, message) = match error {
        LinkError::Scenario(errors) => {
            let within = |e: ScenarioError| ScenarioError { path: format!("link{}", e.path), ..e };
            return errors.into_iter().map(within).collect();
        }
        LinkError::UnknownPreset(name) => {
            (ErrorCode::UnknownName, format!("没有预设“{name}”：请在案例库中选择，或检查链接的结尾"))
        }
        LinkError::Version(None) => {
            (ErrorCode::Version, "链接在“run=”之后没有版本，应为“run=1.”：请重新复制完整链接".into())
        }
        LinkError::Version(Some(found)) => {
            (ErrorCode::Version, format!("链接的版本是 {found}，本页只能打开版本 1：请在生成它的页面打开"))
        }
        LinkError::Damaged => (ErrorCode::Syntax, "链接已损坏：有字符缺失、多余或被改动。请重新复制完整链接".into()),
        LinkError::TooLong => (
            ErrorCode::TooLarge,
            format!("链接太长，或解压后超出链接的容量（最多 {} 个字符）", whole(LINK_CHARS_MAX as u64)),
        ),
        LinkError::Line(line) => {
            (ErrorCode::Syntax, format!("链接解压后从第 {line} 行起不是一次运行：它不是由本页生成的"))
        }
        LinkError::Records(records) => (
            ErrorCode::TooLarge,
            format!(
                "它的输入有 {} 条记录，本页最多显示 {} 条：请用命令行运行它的场景",
                whole(records),
                whole(RECORDS_MAX)
            ),
        ),
        LinkError::TooMuch => (ErrorCode::TooLarge, "它的时刻在运行中太靠后，无法在页面中显示".into()),
        LinkError::Choice { step, action } => {
            (ErrorCode::Conflict, format!("第 {} 步的操作在那里无法执行：{}", whole(step), in_words(&action)))
        }
        LinkError::Moment { step, steps } => {
            (ErrorCode::OutOfRange, format!("它指向第 {} 步，而这次运行只有 {} 步", whole(step), whole(steps)))
        }
    };
    vec![ScenarioError { path: "link".into(), message, code }]
}
