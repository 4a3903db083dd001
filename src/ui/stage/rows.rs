//! What a destination holds: rows with what stands twice, transactions, or balances.
//!
//! Its elements are made anew when another number of rows, another transaction or another sign is there; else only the
//! words that have changed are put in.

use leptos::prelude::*;

use crate::ids::{EventId, NodeId};
use crate::scenario::SinkKind;
use crate::sim::WriteEffect;
use crate::sink::TxnPhase;
use crate::text::Text;
use crate::ui::desk::{Desk, Intent};
use crate::ui::icons::{Icon, Shape};
use crate::view::key::{hue, letter};
use crate::view::scene::{Balance, Destination as Data, Line, Txn};

/// Heights in pixels, as in the style sheet: the thread needs to know where a row stands.
pub(super) const ABOVE_ROWS: f64 = 40.0;
const ROW: f64 = 20.0;
const BALANCE: f64 = 44.0;
const TXN: f64 = 22.0;
/// Below this width there is no room for values and long words.
const ROOMY: f64 = 250.0;

/// The body of a destination.
#[derive(Clone, Copy)]
pub(super) struct Body {
    desk: Desk,
    sink: NodeId,
    is_roomy: bool,
    held: Memo<Held>,
}

/// What there is to show.
#[derive(Clone, Default, PartialEq)]
struct Held {
    frame: Frame,
    /// Rows or balances, from the top down.
    looks: Vec<Look>,
    /// What the transactions' headings say.
    headings: Vec<String>,
    /// From the last row that stands twice up to the first with the same id: where both are.
    thread: Option<(f64, f64)>,
    /// Shares of the rows that stand once, and again, in hundredths of a per cent.
    bar: (u64, u64),
}

/// What the elements are.
#[derive(Clone, PartialEq)]
enum Frame {
    /// So many.
    Balances(usize),
    /// Rows that are part of no transaction shown, and those of each: by row whether it says why at a press.
    Rows(Vec<bool>, Vec<(Phase, Vec<bool>)>),
}

/// How a transaction's state looks: a class and a sign.
type Phase = (&'static str, Shape);

impl Default for Frame {
    fn default() -> Frame {
        Frame::Balances(0)
    }
}

/// A row or a balance.
#[derive(Clone, Default, PartialEq)]
struct Look {
    class: String,
    title: String,
    number: u64,
    hue: usize,
    letter: char,
    name: String,
    value: String,
    mark: String,
    /// The id that is asked about at a press.
    about: Option<EventId>,
}

impl Body {
    /// Of what `data` holds. `room`: height for it, in pixels.
    pub(super) fn of(desk: Desk, data: Memo<Option<Data>>, sink: NodeId, width: f64, room: Signal<f64>) -> Body {
        let is_roomy = width >= ROOMY;
        let held = Memo::new(move |_| {
            desk.ledger.track();
            let room = room.get();
            data.with_untracked(|data| data.as_ref().map(|data| held(desk.text(), data, is_roomy, room)))
                .unwrap_or_default()
        });
        Body { desk, sink, is_roomy, held }
    }

    pub(super) fn view(self) -> impl Fn() -> AnyView + Clone {
        let frame = Memo::new(move |_| self.held.with(|held| held.frame.clone()));
        move || match frame.get() {
            Frame::Balances(n) => {
                let balances = (0..n).map(|i| self.balance(i)).collect_view();
                view! { <div class="balances">{balances}</div> }.into_any()
            }
            Frame::Rows(loose, groups) => self.table(&loose, groups),
        }
    }

    fn table(self, loose: &[bool], groups: Vec<(Phase, Vec<bool>)>) -> AnyView {
        let words = self.desk.text().stage;
        let is_empty = loose.is_empty() && groups.iter().all(|(_, rows)| rows.is_empty());
        let none = is_empty.then(|| view! { <p class="nothing">{words.nothing_written}</p> });
        let mut next = 0;
        let mut rows = |list: &[bool]| {
            next += list.len();
            let first = next - list.len();
            list.iter().enumerate().map(|(i, asks)| self.row(first + i, *asks)).collect_view()
        };
        let loose = rows(loose);
        let groups = groups.into_iter().enumerate().map(|(i, ((class, shape), list))| {
            let words = move || self.held.with(|held| held.headings.get(i).cloned().unwrap_or_default());
            let rows = rows(&list);
            view! {
                <tbody class=class>
                    <tr class="transaction"><th colspan="4" scope="rowgroup" title=words><Icon shape/>{words}</th></tr>
                    {rows}
                </tbody>
            }
        });
        let groups = groups.collect_view();
        let share = move |of: fn((u64, u64)) -> u64| {
            move || {
                let share = self.held.with(|held| of(held.bar));
                format!("{}.{:02}%", share / 100, share % 100)
            }
        };
        let thread = Memo::new(move |_| self.held.with(|held| held.thread));
        view! {
            <div class="bar" aria-hidden="true">
                <div class="bar-once" style:width=share(|b| b.0)></div>
                <div class="bar-again" style:width=share(|b| b.1)></div>
            </div>
            {none}
            <table class=if self.is_roomy { "rows" } else { "rows tight" }>
                <thead class="visually-hidden">
                    <tr>
                        <th scope="col">{words.row}</th><th scope="col">{words.id}</th>
                        <th scope="col">{words.value}</th><th scope="col">{words.note}</th>
                    </tr>
                </thead>
                <tbody>{loose}</tbody>
                {groups}
            </table>
            {move || thread.get().map(thread_between)}
        }
        .into_any()
    }

    /// A part of the row or balance with this index.
    fn part(self, i: usize, of: fn(&Look) -> String) -> impl Fn() -> String + Clone + Send + Sync + 'static {
        move || self.held.with(|held| held.looks.get(i).map(of).unwrap_or_default())
    }

    fn badge(self, i: usize) -> AnyView {
        let class = self.part(i, |l| format!("badge hue-{}", l.hue));
        view! { <span class=class>{self.part(i, |l| l.letter.to_string())}</span> }.into_any()
    }

    fn row(self, i: usize, asks: bool) -> AnyView {
        let Body { desk, sink, held, .. } = self;
        let text = desk.text();
        let mark = self.part(i, |l| l.mark.clone());
        // What stands twice says why at a press; with the keyboard it is asked for in the panel.
        let mark = if asks {
            let ask = move |_| {
                let about = held.with_untracked(|held| held.looks.get(i).and_then(|l| l.about.clone()));
                if let Some(id) = about {
                    desk.send(Intent::Why(Some((sink, id))));
                }
            };
            view! { <button class="row-why" type="button" tabindex="-1" title=text.doors.why on:click=ask>{mark}</button> }
                .into_any()
        } else {
            mark.into_any()
        };
        let lit = move || {
            let row = held.with(|held| held.looks.get(i).map(|l| l.number));
            desk.is_lit(|lit| lit.nodes.contains(&sink) && row.is_some_and(|row| lit.rows.contains(&row)))
        };
        view! {
            <tr class=self.part(i, |l| l.class.clone()) title=self.part(i, |l| l.title.clone()) data-lit=lit>
                <td class="row-number">{self.part(i, |l| l.number.to_string())}</td>
                <td><span class="id-cell">{self.badge(i)}<span>{self.part(i, |l| l.name.clone())}</span></span></td>
                <td class="row-value">{self.part(i, |l| l.value.clone())}</td>
                <td class="row-mark">{mark}</td>
            </tr>
        }
        .into_any()
    }

    fn balance(self, i: usize) -> AnyView {
        view! {
            <p class=self.part(i, |l| l.class.clone())>
                {self.badge(i)}
                <span>{self.part(i, |l| l.name.clone())}</span><b>{self.part(i, |l| l.value.clone())}</b>
                <em>{self.part(i, |l| l.mark.clone())}</em>
            </p>
        }
        .into_any()
    }
}

fn held(text: &Text, data: &Data, is_roomy: bool, room: f64) -> Held {
    if matches!(data.kind, SinkKind::Increment | SinkKind::Set) {
        let fit = (room / BALANCE).floor().max(1.0) as usize;
        let looks: Vec<Look> = data.balances.iter().take(fit).map(|b| balance(text, b)).collect();
        return Held { frame: Frame::Balances(looks.len()), looks, ..Held::default() };
    }
    // As many as leave room for a row.
    let most = ((room - ROW) / TXN).floor().clamp(1.0, if room > 160.0 { 4.0 } else { 2.0 });
    let shown = data.transactions.len().saturating_sub(most as usize);
    let transactions = &data.transactions[shown..];
    let fit = ((room - TXN * transactions.len() as f64) / ROW).floor().max(1.0) as usize;
    let lines = fitting(&data.lines, fit);
    // Rows stand under the transaction that they are part of, if it has room.
    let of = |line: &Line| match line.effect {
        WriteEffect::Pending(t) => transactions.iter().position(|txn| txn.id == t),
        _ => None,
    };
    let mut y = ABOVE_ROWS;
    let mut looks = Vec::new();
    let mut middles = Vec::new();
    let mut group = |head: f64, which: Option<usize>| {
        y += head;
        let ours = lines.iter().filter(|l| of(l) == which);
        let asks = ours.map(|line| {
            middles.push((line.row, y + ROW / 2.0));
            y += ROW;
            let look = row(text, line, data.before_crash);
            let asks = look.about.is_some();
            looks.push(look);
            asks
        });
        asks.collect::<Vec<bool>>()
    };
    let loose = group(0.0, None);
    let groups = transactions.iter().enumerate().map(|(i, txn)| (phase(txn), group(TXN, Some(i)))).collect();
    let headings = transactions.iter().map(|txn| (text.transaction)(txn, !is_roomy)).collect();
    let thread = ends(&lines, &middles);
    Held { frame: Frame::Rows(loose, groups), looks, headings, thread, bar: bar(data) }
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

fn row(text: &Text, line: &Line, before_crash: Option<u64>) -> Look {
    let last_before = before_crash == Some(line.row);
    let mark = match (text.row_mark)(line) {
        // Its transaction's heading says it already.
        _ if line.phase.is_some() && line.repeats.is_none() && !line.is_first => String::new(),
        mark if mark.is_empty() && last_before => text.stage.crash_here.to_owned(),
        mark => mark,
    };
    Look {
        class: row_class(line, last_before),
        title: (text.row)(line),
        number: line.row,
        hue: hue(&line.key),
        letter: letter(&line.key),
        name: line.id.to_string(),
        value: (text.number)(line.value),
        about: line.repeats.filter(|_| !mark.is_empty()).map(|_| line.id.clone()),
        mark,
    }
}

fn row_class(line: &Line, last_before: bool) -> String {
    let mut class = String::from(match line.phase {
        Some(TxnPhase::Aborted) => "void",
        Some(TxnPhase::Open | TxnPhase::PreCommitted) => "pending",
        Some(TxnPhase::Committed) | None => "",
    });
    for (holds, name) in [(line.repeats.is_some(), " again"), (line.is_first, " first"), (last_before, " last-before")]
    {
        if holds {
            class.push_str(name);
        }
    }
    class
}

/// Where the ends of the thread are: the first row with the id of the last row that stands twice, and that row.
fn ends(lines: &[Line], middles: &[(u64, f64)]) -> Option<(f64, f64)> {
    let last = lines.iter().rfind(|l| l.repeats.is_some())?;
    let middle = |row: u64| middles.iter().find(|(r, _)| *r == row).map(|(_, y)| *y);
    Some((middle(last.repeats?)?, middle(last.row)?))
}

fn thread_between((a, b): (f64, f64)) -> AnyView {
    let d = format!("M13 {a:.1} C1 {a:.1} 1 {b:.1} 13 {b:.1}");
    view! {
        <svg class="thread-layer" width="16" height=format!("{:.0}", b + 12.0) aria-hidden="true" focusable="false">
            <path class="thread" d=d/>
            <circle class="thread-end" cx="13" cy=a r="2.6"/>
            <circle class="thread-end" cx="13" cy=b r="2.6"/>
        </svg>
    }
    .into_any()
}

/// All rows as one bar: those that stand once, and those that stand again.
fn bar(data: &Data) -> (u64, u64) {
    if data.rows == 0 {
        return (0, 0);
    }
    let again = if data.kind == SinkKind::Append { data.again.min(data.rows) } else { 0 };
    let again = again.saturating_mul(10_000) / data.rows;
    (10_000 - again, again)
}

fn balance(text: &Text, b: &Balance) -> Look {
    Look {
        class: if b.surplus == 0 { "balance" } else { "balance again" }.to_owned(),
        hue: hue(&b.key),
        letter: letter(&b.key),
        name: b.key.to_string(),
        value: (text.number)(b.value),
        mark: (text.balance_note)(b.surplus, b.was),
        ..Look::default()
    }
}

const fn phase(t: &Txn) -> Phase {
    match t.phase {
        TxnPhase::Open => ("group open", Shape::Open),
        TxnPhase::PreCommitted => ("group pre-committed", Shape::PreCommitted),
        TxnPhase::Committed => ("group committed", Shape::Committed),
        TxnPhase::Aborted if t.timed_out => ("group aborted", Shape::TimedOut),
        TxnPhase::Aborted => ("group aborted", Shape::Close),
    }
}
