//! A source's log: the offsets around the read head, and the whole log as one strip with the head on it.

use leptos::prelude::*;

use super::{heading_top, px};
use crate::ids::Offset;
use crate::ui::desk::Desk;
use crate::view::geometry::Rect;
use crate::view::layout::LOG_LINES;
use crate::view::scene::Head;

/// Width of one cell.
const CELL: f64 = 38.0;
/// Height of a log with its cells, and without.
const ROOMY: f64 = 140.0;
const COMPACT: f64 = 58.0;

/// A source's log.
#[component]
pub fn Tape(
    /// Its place among the sources.
    index: usize,
    /// Where it stands.
    rect: Rect,
) -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let tape = Memo::new(move |_| desk.tapes.with(|s| s.tapes.get(index).cloned()));
    let title = move || tape.with(|t| t.as_ref().map(|t| t.name.clone()));
    let parts = tape.with_untracked(|t| t.as_ref().map_or(0, |t| t.partitions.len()));
    let each = rect.h / parts.max(1) as f64;
    let lines = each < COMPACT;
    let shown = if lines && parts > LOG_LINES + 1 { LOG_LINES } else { parts };
    let heads = (0..shown).map(|p| {
        let head = Memo::new(move |_| tape.with(|t| t.as_ref().and_then(|t| t.partitions.get(p).copied())));
        if lines {
            view! { <LogLine head=head/> }.into_any()
        } else {
            let roomy = each >= ROOMY;
            view! { <Log head=head width=rect.w roomy/> }.into_any()
        }
    });
    // What has no line of its own is told in one.
    let more = (shown < parts).then(|| {
        let next = move || {
            let next: Vec<_> =
                tape.with(|t| t.iter().flat_map(|t| &t.partitions[shown..]).map(|h| Some(h.next)).collect());
            (text.more_logs)(parts - shown, &next)
        };
        view! { <p class="log-more">{next}</p> }
    });
    view! {
        <h3 class="heading" style:left=px(rect.x) style:top=heading_top(rect) style:width=px(rect.w)>
            <span class="cap">{text.stage.log}" · "{title}</span>
        </h3>
        <div class="tape" data-lit=move || desk.is_lit(|lit| lit.place.is_some_and(|p| p.source.index() == index)) style:left=px(rect.x) style:top=px(rect.y) style:width=px(rect.w) style:height=px(rect.h)>
            {heads.collect_view()}
            {more}
        </div>
    }
}

/// One partition of many, in a line: how far it is read, and where it goes on.
#[component]
fn LogLine(
    /// Its read head.
    head: Memo<Option<Head>>,
) -> impl IntoView {
    let text = Desk::get().text();
    let class = move || match head.get() {
        Some(Head { went_back: Some((_, back)), next, .. }) if next == back => "log-line rewinding",
        Some(Head { went_back: Some(_), .. }) => "log-line went",
        _ => "log-line",
    };
    view! {
        <div class=class>
            <Strip head/>
            <b>{move || head.get().map(|h| (text.card_offset_short)(Some(h.next)))}</b>
        </div>
    }
}

/// The whole log as a strip: what was read, what is read again, what is saved, and the head.
#[component]
fn Strip(
    /// Its read head.
    head: Memo<Option<Head>>,
) -> impl IntoView {
    let share = move |of: fn(Head) -> Offset| move || head.get().map_or(0.0, |h| share_of(h, of(h))).to_string();
    let percent =
        move |of: fn(Head) -> Offset| move || format!("{:.2}%", head.get().map_or(0.0, |h| share_of(h, of(h)) * 100.0));
    let saved = move || head.get().and_then(|h| h.saved.map(|s| format!("{:.2}%", share_of(h, s) * 100.0)));
    view! {
        <div class="strip">
            <div class="strip-reread" style:width=percent(|h| h.furthest)></div>
            <div class="strip-read" style:width=percent(|h| h.next)></div>
            {move || saved().map(|left| view! { <div class="strip-saved" style:left=left></div> })}
            <div class="strip-head" data-share=share(|h| h.next) style:left=percent(|h| h.next)></div>
        </div>
    }
}

/// One partition.
#[component]
fn Log(
    /// Its read head.
    head: Memo<Option<Head>>,
    /// Room for it.
    width: f64,
    /// Whether there is room for cells.
    roomy: bool,
) -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let window = Memo::new(move |_| head.get().map(|h| (window(h, (width / CELL) as u64), h)));
    let row = move || {
        roomy.then(|| {
            window.get().map(|(cells, head)| {
                let cells = cells.into_iter().map(|cell| match cell {
                    None => view! { <span class="cell gap">"…"</span> }.into_any(),
                    Some(offset) => {
                        view! { <span class=cell_class(offset, &head)>{offset.to_string()}</span> }.into_any()
                    }
                });
                view! { <div class="cells" aria-hidden="true">{cells.collect_view()}</div> }
            })
        })
    };
    // Made once for a rewind: it is seen being drawn.
    let ends = Memo::new(move |_| {
        let head = head.get()?;
        head.went_back.map(|(before, next)| (share_of(head, before), share_of(head, next)))
    });
    let arc = move || {
        ends.get().map(|(a, b)| {
            let (x1, x2) = (a * width, b * width);
            let d = format!("M{x1:.1} 3 C{x1:.1} 22 {x2:.1} 22 {x2:.1} 8");
            let tip = format!("M{:.1} 9 L{x2:.1} 1 L{:.1} 9 z", x2 - 4.0, x2 + 4.0);
            view! {
                <svg class="went-back" viewBox=format!("0 0 {width:.0} 24") width=format!("{width:.0}") height="24" aria-hidden="true">
                    <path class="restore-line" d=d/><path class="restore-tip" d=tip/>
                </svg>
            }
        })
    };
    let back = move || head.get().and_then(|h| h.went_back).map(|(before, next)| (text.went_back)(before, next));
    // Just put back: the head is seen going there.
    let class = move || match head.get() {
        Some(Head { went_back: Some((_, back)), next, .. }) if next == back && roomy => "log rewinding",
        Some(Head { went_back: Some((_, back)), next, .. }) if next == back => "log compact rewinding",
        _ if roomy => "log",
        _ => "log compact",
    };
    view! {
        <div class=class>
            {row}
            <Strip head/>
            {arc}
            <p class="tape-note"><b>{move || head.get().map(|h| (text.tape_note)(&h))}</b></p>
            <p class="tape-back">{back}</p>
        </div>
    }
}

fn share_of(head: Head, offset: Offset) -> f64 {
    let all = head.end.0.saturating_sub(head.first.0).max(1) as f64;
    offset.0.saturating_sub(head.first.0) as f64 / all
}

const fn cell_class(offset: Offset, head: &Head) -> &'static str {
    let saved = matches!(head.saved, Some(s) if s.0 == offset.0);
    match (offset.0 == head.next.0, offset.0 < head.next.0, offset.0 < head.furthest.0, saved) {
        (true, _, _, true) => "cell next saved",
        (true, _, _, false) => "cell next",
        (_, true, _, true) => "cell read saved",
        (_, true, _, false) => "cell read",
        (_, _, true, true) => "cell again saved",
        (_, _, true, false) => "cell again",
        (_, _, _, true) => "cell saved",
        (_, _, _, false) => "cell",
    }
}

/// The offsets to show: pages that the head walks over, and in front of them the place that a restart would go back to.
fn window(head: Head, cells: u64) -> Vec<Option<Offset>> {
    let cells = cells.max(4);
    let total = head.end.0 - head.first.0;
    let page_of = |width: u64| {
        let into = head.next.0.saturating_sub(head.first.0).min(total.saturating_sub(1));
        let start = head.first.0 + into / (width - 1).max(1) * (width - 1).max(1);
        start.min((head.end.0).saturating_sub(width).max(head.first.0))
    };
    let start = page_of(cells);
    let saved = head.saved.filter(|s| s.0 < start && s.0 > head.first.0);
    let mut list = Vec::new();
    let (start, width) = match saved {
        Some(saved) if cells >= 6 => {
            list.extend([Some(Offset(saved.0 - 1)), Some(saved), None]);
            let width = cells - 3;
            (page_of(width).max(saved.0 + 1), width)
        }
        _ => (start, cells),
    };
    list.extend((start..(start + width).min(head.end.0)).map(|o| Some(Offset(o))));
    list
}
