//! A destination: its rows with what stands twice, its balances, its transactions.

use leptos::prelude::*;

use super::{heading_top, px};
use crate::ids::NodeId;
use crate::scenario::SinkKind;
use crate::sim::WriteEffect;
use crate::sink::TxnPhase;
use crate::text::Text;
use crate::ui::desk::{Desk, Intent};
use crate::ui::icons::{Icon, Shape};
use crate::view::geometry::Rect;
use crate::view::key::{hue, letter};
use crate::view::scene::{Balance, Destination as Data, Line, Txn};

/// Heights in pixels, as in the style sheet: the thread needs to know where a row stands.
const ROW: f64 = 20.0;
const ABOVE_ROWS: f64 = 40.0;
const BALANCE: f64 = 44.0;
const TXN: f64 = 22.0;
const GHOST: f64 = 34.0;

/// A destination.
#[component]
pub fn Destination(
    /// Its place among the sinks.
    index: usize,
    /// Where it stands.
    rect: Rect,
) -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let data = Memo::new(move |_| desk.below.with(|s| s.destinations.get(index).cloned()));
    let node = desk.show.with_value(|show| show.world().plan().sink_node(index));
    let name = move || data.with(|d| d.as_ref().map(|d| d.name.clone()));
    let habit = move || data.with(|d| d.as_ref().map(|d| (text.sink_habit)(d.kind, d.reader)));
    // As much as fits in the line; the whole of it to whoever points at it.
    let line = Memo::new(move |_| data.with(|d| d.as_ref().map(|d| line(text, d, rect.w))).unwrap_or_default());
    let whole = move || data.with(|d| d.as_ref().map(|d| format!("{} {}", (text.holds)(d), (text.stands_twice)(d))));
    let lost = move || {
        desk.verdict
            .with(|v| v.lost.iter().find(|l| l.sink == index).map(|l| view! { <p class="ghost">{(text.lost)(l)}</p> }))
    };
    let is_lossy = Memo::new(move |_| desk.verdict.with(|v| v.lost.iter().any(|l| l.sink == index)));
    let body = move || {
        // The line that says what is missing takes its room from the rows.
        let room = rect.h - ABOVE_ROWS - 6.0 - if is_lossy.get() { GHOST } else { 0.0 };
        data.get().map(|data| body(desk, &data, node, rect.w, room))
    };
    let class = move || {
        if data.with(|d| d.as_ref().is_some_and(|d| d.again > 0)) { "destination doubled" } else { "destination" }
    };
    view! {
        <h3 class="heading" style:left=px(rect.x) style:top=heading_top(rect) style:width=px(rect.w)>
            <span class="cap" title=name>{name}</span>{(rect.w >= ROOMY).then(|| view! { <span class="habit">{habit}</span> })}
        </h3>
        <div
            class=class data-destination=name
            data-lit=move || desk.is_lit(|lit| lit.nodes.contains(&node))
            style:left=px(rect.x) style:top=px(rect.y) style:width=px(rect.w) style:height=px(rect.h)
        >
            <p class="holds" title=whole><b>{move || line.get().0}</b><em>{move || line.get().1}</em></p>
            {body}
            {lost}
        </div>
    }
}

/// What a destination holds and what stands twice in it, as long as the width allows.
fn line(text: &Text, d: &Data, width: f64) -> (String, String) {
    let (long, short) = ((text.holds)(d), (text.holds_short)(d));
    let (twice, again) = ((text.stands_twice)(d), (text.again_short)(d));
    // Signs of several bytes are wide ones.
    let fits = |a: &str, b: &str| (a.len() + b.len()) as f64 * 7.1 + 34.0 <= width;
    match () {
        () if fits(&long, &twice) => (long, twice),
        () if fits(&long, &again) => (long, again),
        () if fits(&short, &again) => (short, again),
        () if again.is_empty() => (short, again),
        () => (String::new(), again),
    }
}

/// Below this width there is no room for values and long words.
const ROOMY: f64 = 250.0;

fn body(desk: Desk, data: &Data, sink: NodeId, width: f64, room: f64) -> AnyView {
    if matches!(data.kind, SinkKind::Increment | SinkKind::Set) {
        let fit = (room / BALANCE).floor().max(1.0) as usize;
        let balances = data.balances.iter().take(fit).map(|b| balance(desk, b)).collect_view();
        return view! { <div class="balances">{balances}</div> }.into_any();
    }
    let shown = data.transactions.len().saturating_sub(if room > 160.0 { 4 } else { 2 });
    let transactions = &data.transactions[shown..];
    let fit = ((room - TXN * transactions.len() as f64) / ROW).floor().max(2.0) as usize;
    let lines = fitting(&data.lines, fit);
    let words = desk.text().stage;
    let none = data.lines.is_empty().then(|| view! { <p class="nothing">{words.nothing_written}</p> });
    // Rows stand under the transaction that they are part of, if it has room.
    let of = |line: &Line| match line.effect {
        WriteEffect::Pending(t) => transactions.iter().position(|txn| txn.id == t),
        _ => None,
    };
    let mut y = ABOVE_ROWS;
    let mut middles = Vec::new();
    let mut group = |head: f64, which: Option<usize>| {
        y += head;
        let ours = lines.iter().filter(|l| of(l) == which);
        let rows = ours.map(|line| {
            middles.push((line.row, y + ROW / 2.0));
            y += ROW;
            row(desk, sink, line, data.before_crash)
        });
        rows.collect_view()
    };
    let loose = group(0.0, None);
    let groups = transactions.iter().enumerate().map(|(i, txn)| {
        let rows = group(TXN, Some(i));
        view! { <tbody class=phase(txn).0>{transaction(desk, txn, width)}{rows}</tbody> }
    });
    let groups = groups.collect_view();
    let thread = thread(&lines, &middles);
    let class = if width < ROOMY { "rows tight" } else { "rows" };
    view! {
        {bar(data)}
        {none}
        <table class=class>
            <thead class="visually-hidden">
                <tr>
                    <th scope="col">{words.row}</th><th scope="col">{words.id}</th>
                    <th scope="col">{words.value}</th><th scope="col">{words.note}</th>
                </tr>
            </thead>
            <tbody>{loose}</tbody>
            {groups}
        </table>
        {thread}
    }
    .into_any()
}

/// The last lines that fit, and before them the one that the last repeated line repeats.
fn fitting(lines: &[Line], fit: usize) -> Vec<Line> {
    let tail = &lines[lines.len().saturating_sub(fit)..];
    let Some(first) = tail.iter().rev().find_map(|l| l.repeats) else { return tail.to_vec() };
    if tail.iter().any(|l| l.row == first) {
        return tail.to_vec();
    }
    let mut list: Vec<Line> = lines.iter().filter(|l| l.row == first).cloned().collect();
    list.extend(lines[lines.len().saturating_sub(fit.saturating_sub(list.len()))..].iter().cloned());
    for line in &mut list {
        line.is_first = line.row == first;
    }
    list
}

fn row(desk: Desk, sink: NodeId, line: &Line, before_crash: Option<u64>) -> AnyView {
    let text = desk.text();
    let mut class = match line.phase {
        Some(TxnPhase::Aborted) => String::from("void"),
        Some(TxnPhase::Open | TxnPhase::PreCommitted) => String::from("pending"),
        Some(TxnPhase::Committed) | None => String::new(),
    };
    if line.repeats.is_some() {
        class.push_str(" again");
    }
    if line.is_first {
        class.push_str(" first");
    }
    let last_before = before_crash == Some(line.row);
    if last_before {
        class.push_str(" last-before");
    }
    let mark = match (text.row_mark)(line) {
        // Its transaction's heading says it already.
        _ if line.phase.is_some() && line.repeats.is_none() && !line.is_first => String::new(),
        mark if mark.is_empty() && last_before => text.stage.crash_here.to_owned(),
        mark => mark,
    };
    // What stands twice says why at a press; with the keyboard it is asked for in the panel.
    let mark = match line.repeats {
        Some(_) if !mark.is_empty() => {
            let about = Some((sink, line.id.clone()));
            view! {
                <button
                    class="row-why" type="button" tabindex="-1" title=text.why.why
                    on:click=move |_| desk.send(Intent::Why(about.clone()))
                >{mark}</button>
            }
            .into_any()
        }
        _ => mark.into_any(),
    };
    let number = line.row;
    let lit = move || desk.is_lit(|lit| lit.nodes.contains(&sink) && lit.rows.contains(&number));
    view! {
        <tr class=class title=(text.row)(line) data-lit=lit>
            <td class="row-number">{line.row}</td>
            <td><span class="id-cell">
                <span class=format!("badge hue-{}", hue(&line.key))>{letter(&line.key).to_string()}</span>
                <span>{line.id.to_string()}</span>
            </span></td>
            <td class="row-value">{(text.number)(line.value)}</td>
            <td class="row-mark">{mark}</td>
        </tr>
    }
    .into_any()
}

/// From the last row that stands twice to the first with the same id.
fn thread(lines: &[Line], middles: &[(u64, f64)]) -> Option<AnyView> {
    let last = lines.iter().rfind(|l| l.repeats.is_some())?;
    let middle = |row: u64| middles.iter().find(|(r, _)| *r == row).map(|(_, y)| *y);
    let (a, b) = (middle(last.repeats?)?, middle(last.row)?);
    let d = format!("M13 {a:.1} C1 {a:.1} 1 {b:.1} 13 {b:.1}");
    Some(
        view! {
            <svg class="thread-layer" width="16" height=format!("{:.0}", b + 12.0) aria-hidden="true" focusable="false">
                <path class="thread" d=d/>
                <circle class="thread-end" cx="13" cy=a r="2.6"/>
                <circle class="thread-end" cx="13" cy=b r="2.6"/>
            </svg>
        }
        .into_any(),
    )
}

/// All rows as one bar: those that stand once, and those that stand again.
fn bar(data: &Data) -> AnyView {
    let all = data.rows.max(1) as f64;
    let again = if data.kind == SinkKind::Append { data.again as f64 } else { 0.0 };
    let once = format!("{:.2}%", (data.rows as f64 - again) / all * 100.0 * f64::from(u8::from(data.rows > 0)));
    let twice = format!("{:.2}%", again / all * 100.0);
    view! { <div class="bar" aria-hidden="true"><div class="bar-once" style:width=once></div><div class="bar-again" style:width=twice></div></div> }
        .into_any()
}

fn balance(desk: Desk, b: &Balance) -> AnyView {
    let text = desk.text();
    let note = (text.balance_note)(b.surplus, b.was);
    let class = if b.surplus == 0 { "balance" } else { "balance again" };
    view! {
        <p class=class>
            <span class=format!("badge hue-{}", hue(&b.key))>{letter(&b.key).to_string()}</span>
            <span>{b.key.to_string()}</span><b>{(text.number)(b.value)}</b><em>{note}</em>
        </p>
    }
    .into_any()
}

/// How a transaction's state looks: a class and a sign.
const fn phase(t: &Txn) -> (&'static str, Shape) {
    match t.phase {
        TxnPhase::Open => ("group open", Shape::Open),
        TxnPhase::PreCommitted => ("group pre-committed", Shape::PreCommitted),
        TxnPhase::Committed => ("group committed", Shape::Committed),
        TxnPhase::Aborted if t.timed_out => ("group aborted", Shape::TimedOut),
        TxnPhase::Aborted => ("group aborted", Shape::Close),
    }
}

fn transaction(desk: Desk, t: &Txn, width: f64) -> AnyView {
    let words = (desk.text().transaction)(t, width < ROOMY);
    view! { <tr class="transaction"><th colspan="4" scope="rowgroup"><Icon shape=phase(t).1/>{words}</th></tr> }
        .into_any()
}
