//! The shelf of checkpoints: the one that a restart restores, and the one that is on its way.

use leptos::prelude::*;

use super::{heading_top, px};
use crate::checkpoint::CheckpointStatus;
use crate::ids::Offset;
use crate::text::Text;
use crate::ui::desk::Desk;
use crate::ui::icons::{Icon, Shape};
use crate::view::geometry::Rect;
use crate::view::scene::Card;

/// The shelf.
#[component]
pub fn Shelf(
    /// The whole of it.
    area: Rect,
    /// Its two places.
    slots: [Rect; 2],
    /// The coordinator's place.
    coordinator: Rect,
) -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let words = text.stage;
    let restorable = Memo::new(move |_| desk.shelf.with(|s| s.restorable.clone()));
    let next = Memo::new(move |_| desk.shelf.with(|s| s.next.clone()));
    let has_restorable = Memo::new(move |_| restorable.with(Option::is_some));
    let has_next = Memo::new(move |_| next.with(Option::is_some));
    let empty = move || {
        let checkpointing = desk.shelf.with(|s| s.checkpointing);
        if checkpointing { words.none_yet } else { words.never_any }
    };
    let due = move || desk.shelf.with(|s| s.due).map_or(words.none_pending.to_owned(), |at| (text.next_due)(at.ms()));
    let doing = Memo::new(move |_| desk.shelf.with(text.coordinator));
    let [first, second] = slots;
    // Up to where the coordinator begins.
    let heading = if coordinator.x > area.x { coordinator.x - area.x - 2.0 } else { area.w };
    view! {
        <p
            class="coordinator" style:left=px(coordinator.x) style:top=px(coordinator.y)
            style:width=px(coordinator.w) style:height=px(coordinator.h)
        >
            <Icon shape=Shape::Coordinator/><span class="coordinator-name" title=words.coordinator>{words.coordinator}</span><b>{doing}</b>
        </p>
        <h3 class="heading" style:left=px(area.x) style:top=heading_top(area) style:width=px(heading)>
            <span class="cap" title=words.checkpoints>{words.checkpoints}</span>
        </h3>
        <div class="slot" style:left=px(first.x) style:top=px(first.y) style:width=px(first.w) style:height=px(first.h)>
            {move || if has_restorable.get() {
                view! { <CardBox card=restorable room=first/> }.into_any()
            } else {
                view! { <div class="card empty"><p>{empty}</p></div> }.into_any()
            }}
        </div>
        <div class="slot" style:left=px(second.x) style:top=px(second.y) style:width=px(second.w) style:height=px(second.h)>
            {move || if has_next.get() {
                view! { <CardBox card=next room=second/> }.into_any()
            } else {
                view! { <div class="card empty"><p>{due}</p></div> }.into_any()
            }}
        </div>
    }
}

/// One checkpoint.
#[component]
fn CardBox(
    /// What it holds.
    card: Memo<Option<Card>>,
    /// Where it stands.
    room: Rect,
) -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let said = move |of: fn(&Text, &Card) -> String| {
        move || card.with(|c| c.as_ref().map(|c| of(text, c)).unwrap_or_default())
    };
    let lines = Memo::new(move |_| card.with(|c| c.as_ref().map(|c| rows(text, c, room)).unwrap_or_default()));
    let count = Memo::new(move |_| lines.with(Vec::len));
    // Only the words change while a checkpoint is under way: its lines are made once.
    let line = move |i: usize| {
        let part = move |of: fn(&(String, String)) -> &String| {
            move || lines.with(|lines| lines.get(i).map(|line| of(line).clone()).unwrap_or_default())
        };
        let (name, value) = (part(|line| &line.0), part(|line| &line.1));
        view! { <div><dt title=name>{name}</dt><dd title=value>{value}</dd></div> }
    };
    let class = said(|_, card| {
        let class = match card.status {
            CheckpointStatus::Completed if card.restored => "card complete restored",
            CheckpointStatus::Completed => "card complete",
            CheckpointStatus::InProgress => "card pending",
            CheckpointStatus::Failed(_) => "card failed",
        };
        class.to_owned()
    });
    let share = said(|_, card| format!("{}%", card.acknowledged.0 * 100 / card.acknowledged.1.max(1)));
    let lit = move || {
        desk.is_lit(|lit| lit.checkpoint.is_some() && lit.checkpoint == card.with(|c| c.as_ref().map(|c| c.id)))
    };
    view! {
        <div class=class data-checkpoint=said(|_, card| card.id.to_string()) data-lit=lit>
            <p class="card-head">
                <b title=said(|text, card| (text.checkpoint)(card.id))>{said(|text, card| (text.checkpoint)(card.id))}</b><span>{said(|text, card| (text.status)(card))}</span>
            </p>
            <dl>{move || (0..count.get()).map(line).collect_view()}</dl>
            <div class="saved-bar"><div style:width=share></div></div>
        </div>
    }
}

/// Height of a row, and of what stands above the first and below the last, as in the style sheet; the status takes a
/// line of its own where there is little room.
const ROW: f64 = 19.5;
const HEAD: f64 = 42.0;
const STATUS: f64 = 18.0;
/// From this width on the status stands beside the number.
const ROOMY: f64 = 220.0;
/// Of a row: the width of a letter, and of what is no letter.
const LETTER: f64 = 6.9;
const SIDES: f64 = 40.0;

/// What a card says, as many lines as fit: partitions one by one or together, and what has no room is counted.
fn rows(text: &Text, card: &Card, room: Rect) -> Vec<(String, String)> {
    let words = text.stage;
    let head = HEAD + if room.w < ROOMY { STATUS } else { 0.0 };
    let fit = (((room.h - head) / ROW) as usize).max(2);
    let states = card.states.iter().map(|(name, kept)| (name.clone(), (text.kept)(kept)));
    let in_flight = Some(card.in_flight).filter(|(records, _)| *records > 0);
    let in_flight = in_flight.map(|(records, bytes)| (words.in_flight.to_owned(), (text.in_flight)(records, bytes)));
    let size = (card.bytes > 0).then(|| (words.state_bytes.to_owned(), (text.bytes)(card.bytes)));
    let took = card.took.map(|ms| (words.took.to_owned(), (text.milliseconds)(ms)));
    let rest: Vec<_> = in_flight.into_iter().chain(states).chain(size).chain(took).collect();
    let each = card.offsets.iter().map(|(_, next)| next.len()).sum::<usize>() + rest.len() <= fit;
    // Both of its offsets where there is room for them beside the name, else the next one alone.
    let position = |name: &str, next: Option<Offset>| {
        let long = (text.card_offset)(next);
        let fits = (name.len() + long.len()) as f64 * LETTER + SIDES <= room.w;
        if fits { long } else { (text.card_offset_short)(next) }
    };
    let mut rows = Vec::new();
    for (name, next) in &card.offsets {
        match next.as_slice() {
            [one] => rows.push((name.clone(), position(name, *one))),
            several if each => {
                rows.extend(several.iter().enumerate().map(|(p, one)| {
                    let name = format!("{name}/{p}");
                    let next = position(&name, *one);
                    (name, next)
                }));
            }
            several => rows.push((name.clone(), (text.offset_range)(several))),
        }
    }
    rows.extend(rest);
    if rows.len() > fit {
        let more = rows.len() - (fit - 1);
        rows.truncate(fit - 1);
        rows.push(((text.more)(more), String::new()));
    }
    rows
}
