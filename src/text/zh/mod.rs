//! Simplified Chinese.
//!
//! Terms are those of Flink's Chinese documentation; `docs/translating.md` lists them. A space stands between Chinese and
//! digits or Latin letters, punctuation is full-width, and units are their signs (s, ms, KB). Names of a job's parts, `id` and what
//! products call themselves stay as they are.
//!
//! It comes with the second module: nothing of the first may name it.

mod branches;
mod config;
mod editor;
mod editor_fields;
mod embed;
mod inspector;
mod lanes;
mod outcome;
mod play;
mod predict;
mod presets;
mod share;
mod stage;
mod step;
mod turning;
mod why;

use super::en::amounts::{bytes, in_a_row, number, seconds, whole};
use super::{Controls, Doors, LaterWords, Legend, StageWords, Tabs, Text, Workbench};
use crate::checkpoint::CheckpointStatus;
use crate::ids::Offset;
use crate::scenario::{OperatorKind, SinkKind};
use crate::view::reel::Say;
use crate::view::scene::{Kept, Up};
use crate::view::timeline::Stretch;
use crate::view::verdict::Guarantee;
use outcome::{cost, cost_why, dashboard, output, price};
use stage::{
    holds, last_and_next, moment, node_note, node_value, offset_range, phase_word, record, row_mark, sink_habit, status,
};
use turning::{caption, mark};

/// Simplified Chinese.
pub static CHINESE: Text = Text {
    lang: "zh-Hans",
    name: "Barrierscope",
    controls: Controls {
        play: "播放",
        pause: "暂停",
        step: "前进一步",
        step_back: "后退一步",
        restart_run: "从头运行",
        crash: "崩溃",
        speed: "速度",
        scenario: "场景",
        sink: "Sink",
        position: "位置",
        transport: "播放控制",
        setup: "设置",
        stage: "舞台",
        timeline: "时间线",
        verdict: "判定",
        open_scenario: "打开场景",
        open_file: "从文件打开",
        open_paste: "或粘贴 JSON",
        open_hint: "场景描述作业、它的输入和故障。内容只留在本页，不会发送到任何地方。",
        open_run: "运行",
        open_keep: "舞台上的运行保持不变。",
        close: "关闭",
        legend: "图例",
        keys: "按键",
        help: "图例与按键",
        language: "语言",
        theme_dark: "深色主题",
        theme_light: "浅色主题",
        skip: "跳到舞台",
        dashboard: "你的监控面板",
        whole_document: "全文",
        unreadable_file: "无法把该文件作为文本读取",
    },
    stage: StageWords {
        wiped_by_a_crash: "一次崩溃会清空这里的一切",
        out_of_reach: "崩溃触及不到的部分",
        log: "日志",
        checkpoints: "检查点",
        none_yet: "还没有完成的检查点：现在崩溃就要从头开始",
        never_any: "此作业不做检查点：崩溃后从头开始",
        none_pending: "没有进行中的检查点",
        row: "行",
        id: "id",
        value: "值",
        note: "备注",
        key: "键",
        balance: "余额",
        nothing_written: "尚未写入任何内容",
        crash_here: "崩溃",
        in_words: "用文字描述舞台",
        under_way: "在途",
        nothing_under_way: "没有任何内容在途",
        gone: "已丢失",
        state_bytes: "状态",
        in_flight: "在途",
        took: "耗时",
        coordinator: "协调器",
        zoom_in: "放大",
        zoom_out: "缩小",
        fit: "适合窗口",
        zoom: "舞台缩放",
        lots: ["", "，被屏障越过", "，随检查点保存"],
    },
    play: play::PLAY,
    tabs: Tabs { all: "页面的各部分", names: ["演示", "学习", "测验", "卡片"] },
    presets: presets::NAMES,
    doors: Doors {
        gallery: "案例库",
        edit: "编辑",
        draft: |n| format!("⚠ 草稿：{n} 处错误"),
        lanes: "泳道",
        branches: "分支",
        inspector: "详情",
        share: "分享",
        as_code: "配置代码",
        predict: "预测",
        predict_hint: "在每个转折点之前停下，问一问接下来会发生什么",
        why: "为什么？",
        // The analogy is in English alone, with the course.
        lens: "",
        lens_hint: "",
    },
    later: LaterWords {
        coming: "正在获取页面的其余部分……",
        failed: "无法获取页面的这一部分。请检查网络连接后重试；若仍不行，请重新加载页面。",
        again: "重试",
    },
    number,
    seconds,
    milliseconds: |ms| if ms < 1000 { format!("{ms} ms") } else { seconds(ms) },
    bytes,
    speed: |factor| format!("{factor}×"),
    position: |step, steps, ms| format!("第 {} 步，共 {} 步，{}", whole(step), whole(steps), seconds(ms)),
    sink_kind: |kind| match kind {
        SinkKind::Append => "追加",
        SinkKind::Increment => "累加",
        SinkKind::Set => "覆盖",
        SinkKind::Upsert => "按 id 更新（upsert）",
        SinkKind::UniqueInsert => "唯一插入",
        SinkKind::TwoPhase => "两阶段提交",
    },
    sink_option: |name, kind| format!("{name}：{kind}"),
    sink_habit,
    operator_habit: |kind| match kind {
        OperatorKind::Map => "原样转发记录".into(),
        OperatorKind::Filter { min_value } => format!("值 ≥ {}", number(min_value)),
        OperatorKind::Dedup => "每个 id 只过一次".into(),
        OperatorKind::Sum => "按键求和".into(),
        OperatorKind::Count => "按键计数".into(),
        OperatorKind::Join => "按键配对".into(),
    },
    last_and_next,
    node_value,
    node_note,
    node_sign: |node, down| match (down, node.aligning, node.saved) {
        (true, ..) => "丢失".into(),
        (_, Some((_, come, of)), _) => format!("{come}/{of}"),
        (_, _, Some(id)) => format!("✓{id}"),
        _ => String::new(),
    },
    key_value: |key, value| format!("{key} = {}", number(value)),
    memory: |scene, now| match scene.up {
        Up::Running => format!("内存 · 第 {} 次尝试", scene.attempt),
        Up::Down(None) => "彻底停机：不再重启".into(),
        Up::Down(Some(at)) => format!("内存已丢失 · {} 后重启", seconds(at.since(crate::time::SimTime(now)))),
    },
    tape_note: |head| last_and_next(head.first, head.next),
    went_back: |before, next| format!("回退：下一个 {before} → 下一个 {next}"),
    checkpoint: |id| format!("检查点 {id}"),
    status,
    card_offset: |offset| match offset {
        None => "尚不知道".into(),
        Some(next) => last_and_next(Offset(0), next),
    },
    card_offset_short: |offset| offset.map_or("尚无".into(), |next| format!("下一个 {next}")),
    offset_range,
    in_flight: |records, size| format!("{} 条记录 · {}", whole(records), bytes(size)),
    more: |n| format!("另有 {}", whole(n as u64)),
    more_logs: |n, next| format!("另有 {} 个，{}", whole(n as u64), offset_range(next)),
    coordinator: |scene| {
        let down = matches!(scene.up, Up::Down(_));
        match &scene.next {
            _ if down => "等待重启".into(),
            Some(card) if card.status == CheckpointStatus::InProgress => {
                format!("{}：{} / {} 个任务完成", card.id, card.acknowledged.0, card.acknowledged.1)
            }
            _ => match (scene.checkpointing, scene.due) {
                (false, _) => "不做检查点".into(),
                (true, Some(at)) => format!("下一次 {}", seconds(at.ms())),
                (true, None) => "空闲".into(),
            },
        }
    },
    kept: |kept| match kept {
        Kept::Ids(n) => format!("{} 个 id", whole(*n as u64)),
        Kept::Totals((None, _)) => "空".into(),
        Kept::Totals((Some((key, value)), 1)) => format!("{key} = {}", number(*value)),
        Kept::Totals((Some((key, value)), n)) => format!("{key} = {}，另 {} 个", number(*value), n - 1),
        Kept::Waiting(n) => format!("{} 条等待", whole(*n as u64)),
        Kept::Transactions(n) => format!("{} 个事务待提交", whole(*n as u64)),
    },
    next_due: |ms| format!("下一次在 {}", seconds(ms)),
    holds,
    holds_short: |d| match d.kind {
        SinkKind::TwoPhase => format!("{} 行可见", whole(d.visible)),
        SinkKind::Set => format!("{} 个余额", whole(d.rows)),
        SinkKind::Increment => whole(d.rows),
        SinkKind::Append | SinkKind::Upsert | SinkKind::UniqueInsert => format!("{} 行", whole(d.rows)),
    },
    again_short: |d| if d.again == 0 { String::new() } else { format!("{} 重复", whole(d.again)) },
    stands_twice: |d| match &d.again_ids {
        None => String::new(),
        Some((a, b)) if a == b => format!("{a} 出现两次"),
        Some((a, b)) if in_a_row(a, b, d.again) => format!("{a} … {b} 出现两次"),
        Some((a, b)) => format!("{} 条重复，从 {a} 到 {b}", whole(d.again)),
    },
    lost: |lost| match &lost.ids {
        (a, b) if a == b => format!("缺少 {a}"),
        (a, b) => format!("缺少 {} 条：{a} … {b}", whole(lost.count)),
    },
    row_mark,
    row: |l| {
        let twice = match l.repeats {
            Some(first) if first == l.row => "，这里本不该有它".into(),
            Some(first) => format!("，已经在第 {first} 行"),
            None => String::new(),
        };
        format!(
            "第 {} 行：id {}，由第 {} 次尝试从偏移量 {} 读取，在第 {} 步写入{twice}",
            l.row,
            l.id,
            l.attempt,
            l.offset,
            whole(l.step)
        )
    },
    balance_note: |surplus, was| match (surplus, was) {
        (0, None) => String::new(),
        (0, Some(was)) => format!("曾为 {}，正在回升", number(was)),
        (surplus, _) => format!("多出 {}", number(surplus)),
    },
    transaction: |t, short| {
        let (id, state) = (t.id.0 + 1, if t.timed_out { "已超时" } else { phase_word(t.phase) });
        if short {
            format!("T{id} {state} · {}", whole(t.rows))
        } else {
            format!("事务 {id} · {state} · {} 行", whole(t.rows))
        }
    },
    record,
    on_its_way: |thing, task| format!("{thing}，正前往 {task}"),
    at_work: |record, task| format!("{record}，正由 {task} 处理"),
    record_short: |r| if r.replayed { format!("{} 重读", r.id) } else { r.id.to_string() },
    falling: |r, sink, again, step| {
        let again = if again { "再次写入" } else { "写入" };
        format!("{} 在第 {} 步{again} {sink}，由第 {} 次尝试读取", r.id, whole(step), r.attempt)
    },
    rising: |r, source, step| format!("{} 在第 {} 步从 {source} 的偏移量 {} 读取", r.id, whole(step), r.origin.offset),
    dense: |records, node| format!("{} 条记录正前往 {node}", whole(records as u64)),
    fill: |records, capacity| format!("{}/{}", whole(records), whole(capacity)),
    message: |m, task| match m.say {
        Say::Trigger => format!("协调器致 {task}：发出屏障 {}", m.checkpoint),
        Say::Acknowledge => format!("{task} 致协调器：检查点 {} 中我的部分已保存", m.checkpoint),
        Say::Complete => format!("协调器致 {task}：检查点 {} 已完成", m.checkpoint),
    },
    barrier: |id, step| format!("检查点 {id} 的屏障，在第 {} 步发出", whole(step)),
    saving: |task, id, step| format!("{task} 为检查点 {id} 做的快照，在第 {} 步生成", whole(step)),
    restoring: |task, id, step| format!("检查点 {id} 中 {task} 的状态，在第 {} 步恢复", whole(step)),
    caption,
    mark,
    go_to_mark: |m, ms| format!("转到：{}，{}", mark(m), seconds(ms)),
    stretch: |stretch| match stretch {
        Stretch::Live => "正常读取",
        Stretch::Down => "停机",
        Stretch::Replay => "重新读取",
    },
    inside: |v| match (v.has_state, v.inside) {
        (false, _) => "内部：没有状态".into(),
        (true, Guarantee::ExactlyOnce) => "内部：结果正确".into(),
        (true, Guarantee::AtLeastOnce) => "内部：有重复计算".into(),
        (true, Guarantee::AtMostOnce) => "内部：有遗漏".into(),
        (true, Guarantee::Broken) => "内部：既有重复也有遗漏".into(),
    },
    output,
    guarantee: |g| match g {
        Guarantee::ExactlyOnce => "精确一次",
        Guarantee::AtLeastOnce => "至少一次",
        Guarantee::AtMostOnce => "至多一次",
        Guarantee::Broken => "均不满足",
    },
    dashboard,
    moment,
};

/// Simplified Chinese, of the workbench.
pub static CHINESE_WORKBENCH: Workbench = Workbench {
    legend: Legend {
        record: "一条记录；色相和字母是它的键",
        replayed: "重启后重新读取",
        redelivered: "由生产者再次发送",
        density: "记录多得画不下：颜色越深，数量越多",
        full: "通道已满：发送方必须等待",
        barrier: "屏障，附检查点编号",
        blocked: "正在等待其他屏障的通道",
        overtaken: "被屏障越过",
        stored: "在途，并随检查点保存",
        snapshot: "快照，正前往检查点架或从那里返回",
        message: "发给协调器或来自协调器的消息",
        open: "事务：打开",
        pre_committed: "已预提交：由它的检查点决定",
        committed: "已提交：读者可见",
        aborted: "已中止：其中的行作废",
        timed_out: "在 broker 上超时",
        duplicate: "出现两次；细线指向第一次",
        missing: "应该在这里，却没有",
        line: "线上方是内存，线下方是崩溃触及不到的部分",
    },
    config: config::CONFIG,
    editor: editor::EDITOR,
    step: step::STEP,
    keys: &[
        ("空格", "播放或暂停"),
        ("→", "前进一步"),
        ("←", "后退一步"),
        ("Page Down、Page Up", "下一个或上一个标记"),
        ("Home、End", "开头或结尾"),
        ("+、−、0", "焦点在缩放按钮上时缩放；方向键移动画面"),
        ("Ctrl + 滚轮", "缩放；拖动空白处移动画面"),
        ("Tab、↑ ↓", "在舞台的各处之间移动"),
        ("Enter", "列出在那里能做的事"),
        ("I、L", "焦点在舞台上时：详情、泳道"),
        ("?", "本帮助"),
        ("Esc", "关闭已打开的内容"),
    ],
    why: why::WHY,
    inspector: inspector::INSPECTOR,
    lanes: lanes::LANES,
    branches: branches::BRANCHES,
    share: share::SHARE,
    embed: embed::EMBED,
    predict: predict::PREDICT,
    own_scenario: |s| match crate::scenario::preset_titled(&s.title) {
        Some(preset) => format!("{}（已编辑）", (presets::NAMES.name)(preset.name)),
        None if s.title.is_empty() => "你的场景".into(),
        None => s.title.clone(),
    },
    cost,
    cost_why,
    ended_well: |v| match v.restarts {
        _ if !v.ended => "这次运行超出了本页能容纳的长度；命令行可以继续运行。".into(),
        _ if v.inside != Guarantee::ExactlyOnce => "运行结束。目的端的内容符合预期；内部状态则不然。".into(),
        0 => "运行结束，每条记录都恰好出现一次。".into(),
        _ => "运行结束：发生过崩溃，而每条记录仍然恰好出现一次。".into(),
    },
    price,
    errors: |n| format!("无法读取此场景：{n} 处错误。"),
    too_long: |records, most| format!("有 {} 条记录，本页最多支持 {} 条；请用命令行运行", whole(records), whole(most)),
    presets: presets::WORDS,
    hands: play::HANDS,
    compare: play::COMPARE,
    only_english: "课程、测验和卡片目前只有英文，中文版以后提供。舞台和其余部分是中文。",
};
