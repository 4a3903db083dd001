//! The shelf of checkpoints: the one that a restart restores, and the one that is on its way.

use leptos::prelude::*;

use super::{heading_top, px};
use crate::checkpoint::CheckpointStatus;
use crate::ui::desk::Desk;
use crate::view::geometry::Rect;
use crate::view::scene::Card;

/// The shelf.
#[component]
pub fn Shelf(
    /// The whole of it.
    area: Rect,
    /// Its two places.
    slots: [Rect; 2],
) -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let words = text.stage;
    let restorable = Memo::new(move |_| desk.scene.with(|s| s.restorable.clone()));
    let next = Memo::new(move |_| desk.scene.with(|s| s.next.clone()));
    let empty = move || {
        let checkpointing = desk.scene.with(|s| s.checkpointing);
        if checkpointing { words.none_yet } else { words.never_any }
    };
    let due = move || desk.scene.with(|s| s.due).map_or(words.none_pending.to_owned(), |at| (text.next_due)(at.ms()));
    let [first, second] = slots;
    view! {
        <h3 class="heading" style:left=px(area.x) style:top=heading_top(area) style:width=px(area.w)>
            <span class="cap">{words.checkpoints}</span>
        </h3>
        <div class="slot" style:left=px(first.x) style:top=px(first.y) style:width=px(first.w) style:height=px(first.h)>
            {move || match restorable.get() {
                Some(card) => view! { <CardBox card/> }.into_any(),
                None => view! { <div class="card empty"><p>{empty}</p></div> }.into_any(),
            }}
        </div>
        <div class="slot" style:left=px(second.x) style:top=px(second.y) style:width=px(second.w) style:height=px(second.h)>
            {move || match next.get() {
                Some(card) => view! { <CardBox card/> }.into_any(),
                None => view! { <div class="card empty"><p>{due}</p></div> }.into_any(),
            }}
        </div>
    }
}

/// One checkpoint.
#[component]
fn CardBox(
    /// What it holds.
    card: Card,
) -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let class = match card.status {
        CheckpointStatus::Completed if card.restored => "card complete restored",
        CheckpointStatus::Completed => "card complete",
        CheckpointStatus::InProgress => "card pending",
        CheckpointStatus::Failed(_) => "card failed",
    };
    let offsets = card.offsets.iter().map(|(name, offset)| (name.clone(), (text.card_offset)(*offset)));
    let states = card.states.iter().map(|(name, kept)| (name.clone(), (text.kept)(kept)));
    let size = (card.bytes > 0).then(|| (text.stage.state_bytes.to_owned(), (text.bytes)(card.bytes)));
    let rows = offsets
        .chain(states)
        .chain(size)
        .map(|(name, value)| view! { <div><dt>{name}</dt><dd>{value}</dd></div> })
        .collect_view();
    let share = format!("{:.0}%", card.acknowledged.0 as f64 * 100.0 / card.acknowledged.1.max(1) as f64);
    view! {
        <div class=class data-checkpoint=card.id.to_string() data-lit=move || desk.is_lit(|lit| lit.checkpoint == Some(card.id))>
            <p class="card-head"><b>{(text.checkpoint)(card.id)}</b><span>{(text.status)(&card)}</span></p>
            <dl>{rows}</dl>
            <div class="saved-bar"><div style:width=share></div></div>
        </div>
    }
}
