//! A long table: only the rows in its window are on the page. It is a grid with one stop in the order of focus; arrows,
//! page keys, Home and End go from row to row, Enter opens a row.

use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::desk::{Desk, Intent};
use super::room::use_room;
use crate::check::why::Lit;
use crate::text::inspector::Tone;
use crate::view::inspector::{Item, Listing, Opens, window};

/// Height of a row, and of the head, as in the style sheet.
const ROW: usize = 32;
/// Rows above and below the window that are there already when one scrolls.
const SPARE: usize = 4;
/// Rows in a window whose height is not known yet.
const FIRST: usize = 12;

/// What is on the page of a table.
#[derive(Clone, Debug, Default, PartialEq)]
struct Rows {
    total: usize,
    from: usize,
    rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq)]
struct Row {
    cells: Vec<String>,
    tone: Tone,
    opens: Option<Opens>,
}

/// A long table.
#[component]
pub fn Grid(
    /// Of what.
    listing: Listing,
) -> impl IntoView {
    let desk = Desk::get();
    let words = desk.words().inspector;
    let (name, nothing) = (words.listing)(&listing);
    let heads = desk.show.with_value(|show| (words.heads)(show.world().plan(), &listing));
    let columns = heads.len();
    let prefix = prefix(&listing);
    let fixed = listing == Listing::Steps;
    let top = RwSignal::new(0usize);
    let shown = RwSignal::new(FIRST);
    let active = RwSignal::new(None::<usize>);
    let of_position = listing.clone();
    // None where the rows are no steps.
    let here = Memo::new(move |_| of_position.row_of(desk.now.with(|now| now.step)).unwrap_or(usize::MAX));
    let rows = Memo::new(move |_| {
        desk.run.track();
        // The steps of a run are the same at every position of it.
        if !fixed {
            desk.looking.turn.track();
        }
        let (from, n) = (top.get().saturating_sub(SPARE), shown.get() + 2 * SPARE);
        desk.show.with_value(|show| {
            let span = window(show, &listing, from, n);
            let row = |item: &Item| {
                let events: Vec<_> = match item {
                    Item::Step(step, _) => show.history().events_at(*step).collect(),
                    _ => Vec::new(),
                };
                let (cells, tone) = (words.cells)(show.world().plan(), item, &events);
                Row { cells, tone, opens: item.opens() }
            };
            Rows { total: span.total, from: span.from, rows: span.items.iter().map(row).collect() }
        })
    });
    let total = Memo::new(move |_| rows.with(|r| r.total));
    let size = RwSignal::new((0.0, 0.0));
    let scroller = use_room(size);
    let scrolled = move || {
        if let Some(scroller) = scroller.get_untracked() {
            let first = (scroller.scroll_top().max(0) as usize) / ROW;
            let room = (scroller.client_height().max(0) as usize) / ROW + 1;
            if first != top.get_untracked() {
                top.set(first);
            }
            if room > 1 && room != shown.get_untracked() {
                shown.set(room);
            }
        }
    };
    // The row of the position comes into the window, in its middle: when the table opens, and when one goes somewhere.
    let come_here = move || {
        let i = here.get_untracked();
        if let Some(scroller) = scroller.try_get_untracked().flatten().filter(|_| i != usize::MAX) {
            let room = (scroller.client_height().max(0) as usize).saturating_sub(ROW);
            let now = scroller.scroll_top().max(0) as usize;
            if i * ROW < now || (i + 1) * ROW > now + room {
                // The body is as high as the whole table, however few of its rows are on the page.
                scroller.set_scroll_top((i * ROW).saturating_sub(room / 2) as i32);
            }
        }
    };
    scroller.on_load(move |_| {
        request_animation_frame(move || {
            if scroller.try_get_untracked().flatten().is_some() {
                come_here();
                scrolled();
            }
        });
    });
    Effect::new(move |_| {
        here.track();
        // While it plays nobody reads along, and who looks around in the table is left alone.
        if !desk.playing.get() {
            come_here();
            scrolled();
        }
    });
    // A table grows with its rows, until it is as high as it may be.
    Effect::new(move |_| {
        size.track();
        scrolled();
    });
    let open = move |i: usize| {
        let found = rows.with_untracked(|r| r.rows.get(i.checked_sub(r.from)?)?.opens.clone());
        match found {
            Some(Opens::Subject(subject)) => super::inspector::go_to(desk, subject),
            Some(Opens::Step(step)) => desk.send(Intent::Moment(step, Lit::default())),
            None => {}
        }
    };
    // Brings a row into the window, below the head that stays.
    let reach = move |i: usize| {
        active.set(Some(i));
        if let Some(scroller) = scroller.get_untracked() {
            let room = (scroller.client_height().max(0) as usize).saturating_sub(ROW);
            let now = scroller.scroll_top().max(0) as usize;
            let to = now.min(i * ROW).max(((i + 1) * ROW).saturating_sub(room));
            if to != now {
                scroller.set_scroll_top(to as i32);
                scrolled();
            }
        }
    };
    let pressed = move |event: KeyboardEvent| {
        let last = total.get_untracked().saturating_sub(1);
        let here = active.get_untracked();
        let page = shown.get_untracked().saturating_sub(2).max(1);
        let to = match (event.key().as_str(), here) {
            ("Enter", Some(i)) => {
                event.prevent_default();
                return open(i);
            }
            ("ArrowDown", None) => top.get_untracked(),
            ("ArrowDown", Some(i)) => i + 1,
            ("ArrowUp", i) => i.unwrap_or(0).saturating_sub(1),
            ("PageDown", i) => i.unwrap_or(0) + page,
            ("PageUp", i) => i.unwrap_or(0).saturating_sub(page),
            ("Home", _) => 0,
            ("End", _) => last,
            _ => return,
        };
        event.prevent_default();
        reach(to.min(last));
    };
    let head = heads.into_iter().map(|h| view! { <th scope="col">{h}</th> }).collect_view();
    // Rows stay, and only the words that change are put in: to make them anew costs a frame several times as much.
    let window = Memo::new(move |_| rows.with(|r| (r.from, r.rows.len())));
    let line = move |n: usize| {
        let row = Memo::new(move |_| rows.with(|r| r.rows.get(n).cloned()));
        let i = move || window.get().0 + n;
        let class = move || row.with(|row| row.as_ref().map(class_of));
        let cells = move || {
            let cells = row.with(|row| row.as_ref().map(|row| row.cells.clone())).unwrap_or_default();
            cells.into_iter().map(|c| view! { <td>{c}</td> }).collect_view()
        };
        let press = move |_| {
            let i = window.get_untracked().0 + n;
            active.set(Some(i));
            open(i);
        };
        view! {
            <tr
                id=move || format!("{prefix}-{}", i()) class=class aria-rowindex=move || (i() + 2).to_string()
                aria-current=move || (here.get() == i()).then_some("step")
                aria-selected=move || (active.get() == Some(i())).to_string() on:click=press
            >{cells}</tr>
        }
    };
    let count = Memo::new(move |_| window.get().1);
    let above = move || format!("{}px", window.get().0 * ROW);
    let below = move || {
        let (from, n) = window.get();
        format!("{}px", total.get().saturating_sub(from + n) * ROW)
    };

    // What is not on the page cannot be pointed at.
    let pointed = move || {
        let i = active.get()?;
        rows.with(|r| (i >= r.from && i < r.from + r.rows.len()).then(|| format!("{prefix}-{i}")))
    };
    let counted = move || {
        let room = shown.get().saturating_sub(2).max(1);
        rows.with(|r| {
            let from = top.get().min(r.total.saturating_sub(1));
            (words.rows)(r.total, from, room.min(r.total - from.min(r.total)))
        })
    };
    let is_empty = Memo::new(move |_| total.get() == 0);
    view! {
        <div class="listing">
            <div class="listing-head"><h4>{name}</h4><span>{counted}</span></div>
            {move || is_empty.get().then(|| view! { <p class="look-note">{nothing}</p> })}
            <div class="listing-rows" class:is-empty=move || is_empty.get() node_ref=scroller on:scroll=move |_| scrolled()>
                <table
                    role="grid" tabindex="0" aria-label=name aria-rowcount=move || (total.get() + 1).to_string()
                    aria-activedescendant=pointed on:keydown=pressed
                >
                    <thead><tr aria-rowindex="1">{head}</tr></thead>
                    <tbody>
                        <tr class="pad" aria-hidden="true" style:height=above><td colspan=columns.to_string()></td></tr>
                        <For each=move || 0..count.get() key=|n| *n children=line/>
                        <tr class="pad" aria-hidden="true" style:height=below><td colspan=columns.to_string()></td></tr>
                    </tbody>
                </table>
            </div>
        </div>
    }
}

/// Names of rows begin with this; one table of each kind is on the page at most.
const fn prefix(listing: &Listing) -> &'static str {
    match listing {
        Listing::Checkpoints => "history",
        Listing::Sink(_) => "sink-row",
        Listing::Live(_) => "live",
        Listing::Expired(_) => "expired",
        Listing::Channel(_) => "queue",
        Listing::Steps => "step",
    }
}

fn class_of(row: &Row) -> String {
    let tone = tone(row.tone);
    if row.opens.is_some() { format!("{tone} opens") } else { tone.to_owned() }
}

/// How something is to be taken, as a class.
pub const fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "plain-tone",
        Tone::Good => "good",
        Tone::Bad => "bad",
        Tone::Faint => "faint",
    }
}
