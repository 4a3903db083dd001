//! The words of the embedded view, in Chinese.

use super::{seconds, whole};
use crate::scenario::{ErrorCode, ScenarioError};
use crate::text::embed::EmbedWords;
use crate::view::embed::address::{CHARS_MAX, Controls, NAMES, Part};
use crate::view::embed::when::word;
use crate::view::embed::{AddressError, MessageError, NoMoment, message};

pub(super) const EMBED: EmbedWords = EmbedWords {
    open: "在 Barrierscope 中打开",
    open_short: "打开",
    errors: |n| match n {
        1 => "此视图没有按要求设置：".into(),
        n => format!("此视图没有按要求设置，原因有 {n} 个："),
    },
    address,
    message,
    problem: |why| ScenarioError {
        path: "scenario".into(),
        message: format!("外层页面无法取得它：{why}"),
        code: ErrorCode::Syntax,
    },
    element: "用于你自己网页的元素",
    element_hint: "它随内容增高，滚动到时才加载，并与你的网页通信（docs/embedding.md）。下面的框架不需要脚本。",
};

/// What a moment may look like.
const MOMENTS: &str = "步数（812）、时间（10.5s）、start、end，或运行中的时刻（crash、checkpoint-2）";

fn address(error: &AddressError) -> ScenarioError {
    let (name, code, message) = match error {
        AddressError::TooLong => {
            ("", ErrorCode::TooLarge, format!("? 之后的内容超过 {} 个字符：全部不计", whole(CHARS_MAX as u64)))
        }
        AddressError::Unknown(name, like) => {
            let hint = match like {
                Some(like) => format!("你是否想写“{like}”？"),
                None => format!("可用的有 {}", NAMES.join("、")),
            };
            (name.as_str(), ErrorCode::UnknownField, format!("未知参数，{hint}"))
        }
        AddressError::Twice(name) => (*name, ErrorCode::DuplicateField, "出现了两次：以第一次为准".into()),
        AddressError::Value(name, found) => {
            (*name, ErrorCode::UnknownWord, format!("“{found}”不可用，应为：{}", expected(name)))
        }
        AddressError::NoMoment(name, no) => (*name, ErrorCode::OutOfRange, no_moment(*no)),
        AddressError::Order => ("to", ErrorCode::Conflict, "不在“from”之后：改为播放整个运行".into()),
        AddressError::NoRun(what) => (
            "embed",
            ErrorCode::Conflict,
            format!("用于显示运行，而地址以 #{what} 结尾：请去掉“embed”，或以 #preset= 或 #run= 结尾"),
        ),
    };
    ScenarioError { path: if name.is_empty() { "address".into() } else { format!("address?{name}") }, message, code }
}

fn expected(name: &str) -> String {
    match name {
        "from" | "to" | "at" => MOMENTS.into(),
        "controls" => Controls::ALL.map(Controls::word).join("、"),
        "panels" => format!("none，或用逗号分隔的若干个：{}", Part::ALL.map(Part::word).join("、")),
        "theme" => "light、dark 或 auto".into(),
        "lang" => "一种语言，例如 en 或 zh-CN".into(),
        _ => "1 或 0".into(),
    }
}

fn no_moment(no: NoMoment) -> String {
    match no {
        NoMoment::Step(last) => format!("这次运行有 {} 步", whole(last)),
        NoMoment::Time(end) => format!("这次运行在 {} 结束", seconds(end.ms())),
        NoMoment::Nth(kind, 0) => format!("这次运行没有“{}”", word(kind)),
        NoMoment::Nth(kind, count) => format!("这次运行只有 {} 个“{}”", whole(count as u64), word(kind)),
    }
}

fn message(error: &MessageError) -> ScenarioError {
    let (field, code, message) = match error {
        MessageError::Version(found) => {
            ("barrierscope", ErrorCode::Version, format!("消息的版本是 {found}，本页支持的是 {}", message::VERSION))
        }
        MessageError::Type(found, Some(like)) => {
            ("type", ErrorCode::UnknownWord, format!("未知的词“{found}”，你是否想写“{like}”？"))
        }
        MessageError::Type(found, None) => {
            ("type", ErrorCode::UnknownWord, format!("未知的词“{found}”，应为 play、pause、seek 或 load"))
        }
        MessageError::Field(name) => {
            let expected = match *name {
                "autoplay" => "true 或 false",
                "scenario" => "预设的名称，或一个场景",
                "run" => "一个链接，或其中“run=”之后的部分",
                _ => MOMENTS,
            };
            (*name, ErrorCode::WrongType, format!("应为：{expected}"))
        }
        MessageError::ScenarioOrRun => ("", ErrorCode::MissingField, "应有“scenario”或“run”之一".into()),
        MessageError::TooLong => ("", ErrorCode::TooLarge, format!("超过 {} 个字符", whole(message::CHARS_MAX as u64))),
    };
    ScenarioError { path: if field.is_empty() { "message".into() } else { format!("message/{field}") }, message, code }
}
