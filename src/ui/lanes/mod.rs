//! The lanes, under the timeline: the run as a space-time diagram. It is drawn anew when another run or another part of
//! it is looked at; while the run plays only the line of the position moves.

mod board;

use leptos::html;
use leptos::prelude::*;
use web_sys::{KeyboardEvent, MouseEvent};

use super::desk::{Desk, Intent};
use super::focus;
use super::grid::Grid;
use super::icons::{Icon, Shape};
use super::room::use_room;
use crate::check::why::Lit;
use crate::view::inspector::Listing;
use crate::view::lanes::{Layer, Tick, Verdict, picture, ticks};
use board::{Board, CELL};

/// Room above the lanes for the signs of the cuts.
const SIGNS: i32 = 18;
/// Room below them for the times.
const TIMES: i32 = 18;

/// The button that opens and closes them.
#[component]
pub fn LanesButton() -> impl IntoView {
    let desk = Desk::get();
    let open = desk.looking.lanes;
    view! {
        <button
            class="button lanes-button" type="button" aria-expanded=move || open.get().to_string()
            on:click=move |_| desk.send(Intent::Lanes(!open.get_untracked()))
        >{desk.text().doors.lanes}</button>
    }
}

/// The lanes, while they are open.
#[component]
pub fn Lanes() -> impl IntoView {
    let desk = Desk::get();
    move || desk.looking.lanes.get().then(|| view! { <LanesPanel/> })
}

#[component]
fn LanesPanel() -> impl IntoView {
    let desk = Desk::get();
    let words = desk.words().lanes;
    let board = Board::new(desk);
    let signs = move || {
        let sign = |(sign, name): &(&str, &'static str)| {
            view! { <li><span class=format!("lane-sign sign-{sign}")></span>{*name}</li> }
        };
        desk.words_now().lanes.signs.iter().map(sign).collect_view()
    };
    let looked_at = move || {
        let part = board.part.get();
        let at = |share: f64| desk.show.with_value(|s| s.pace().clock_at(share * s.pace().end()) as u64);
        desk.run.track();
        (words.part)(board.times.get(), at(part.from), at(part.to))
    };
    let more = RwSignal::new(false);
    let panel = NodeRef::<html::Section>::new();
    // On a small page they open below what is seen.
    panel.on_load(move |panel| {
        request_animation_frame(move || come_into_sight(desk, &panel));
    });
    let opener = focus::opener();
    let pressed = move |event: KeyboardEvent| {
        if event.key() == "Escape" && !event.default_prevented() {
            event.prevent_default();
            desk.send(Intent::Lanes(false));
            focus::give_back(opener);
        }
    };
    view! {
        <section class="lanes" node_ref=panel aria-label=desk.text().doors.lanes data-testid="lanes" on:keydown=pressed>
            <div class="lanes-head">
                <ul class="lanes-signs" aria-hidden="true">{signs}<li>{words.stretched}</li></ul>
                <span class="lanes-part" role="status">{looked_at}</span>
                <button class="button square" type="button" aria-label=words.further title=words.further
                    disabled=move || board.times.get() == 1 on:click=move |_| board.zoom(false)
                ><Icon shape=Shape::ZoomOut/></button>
                <button class="button square" type="button" aria-label=words.closer title=words.closer
                    on:click=move |_| board.zoom(true)
                ><Icon shape=Shape::ZoomIn/></button>
                <button class="button" type="button" aria-pressed=move || more.get().to_string()
                    on:click=move |_| more.update(|m| *m = !*m)
                >{words.in_words}</button>
            </div>
            <p class="lanes-said" aria-live="polite">{move || board.said()}</p>
            {move || if more.get() {
                view! { <InWords board/> }.into_any()
            } else {
                view! { <div class="lanes-scroll" dir="ltr"><Names board/><Diagram board/></div> }.into_any()
            }}
        </section>
    }
}

/// Scrolls the page at once, and only as far as it takes.
fn come_into_sight(desk: Desk, panel: &web_sys::HtmlElement) {
    let room = window().inner_height().ok().and_then(|h| h.as_f64()).unwrap_or_default();
    let rect = panel.get_bounding_client_rect();
    // The inspector may cover the foot of the page: the style sheet keeps that much away.
    let is_outside = rect.bottom() > room || rect.top() < 0.0 || desk.looking.subject.with_untracked(Option::is_some);
    if is_outside && desk.may_lead() {
        panel.scroll_into_view_with_bool(rect.height() > room);
    }
}

/// The names of the lanes.
#[component]
fn Names(
    /// Of what.
    board: Board,
) -> impl IntoView {
    let desk = board.desk;
    let names = move || {
        let words = desk.words_now().lanes;
        // Another job may have the same lanes under other names.
        desk.run.track();
        let height = format!("{}px", board.lane_height.get());
        board.tracks.with(|tracks| {
            desk.show.with_value(|show| {
                let name = |who| {
                    let name = (words.lane)(show.world().plan(), who);
                    view! { <li title=name.clone() style:height=height.clone() style:line-height=height.clone()>{name.clone()}</li> }
                };
                tracks.lanes.iter().map(name).collect_view()
            })
        })
    };
    view! { <ul class="lane-names">{names}</ul> }
}

/// The picture.
#[component]
fn Diagram(
    /// Of what.
    board: Board,
) -> impl IntoView {
    let desk = board.desk;
    let words = move || desk.words_now().lanes;
    let room = use_room(board.room);
    let drawing = Memo::new(move |_| {
        board.tracks.with(|tracks| board.cells.with(|cells| picture(cells, tracks, CELL, board.lane_height.get())))
    });
    let paths = move || {
        drawing.with(|d| {
            d.paths.iter().map(|(layer, d)| view! { <path class=class_of(*layer) d=d.clone()/> }).collect_view()
        })
    };
    let signs = move || {
        let words = words();
        drawing.with(|d| {
            let sign = |sign: &crate::view::lanes::CutSign| {
                board.tracks.with(|tracks| {
                    let cut = &tracks.cuts[sign.cut];
                    let class = format!("cut-sign {}", verdict_class(cut.verdict));
                    let step = cut.ended.unwrap_or(cut.triggered);
                    view! {
                        <button
                            type="button" tabindex="-1" class=class title=(words.cut)(cut) style:left=format!("{}px", sign.x)
                            on:click=move |event: MouseEvent| {
                                event.stop_propagation();
                                desk.send(Intent::Moment(step, Lit::default()));
                            }
                        >{(words.cut_sign)(cut)}</button>
                    }
                })
            };
            d.signs.iter().map(sign).collect_view()
        })
    };
    let times = move || {
        let (part, width) = (board.part.get(), board.room.get().0 as i32);
        let words = desk.words().lanes;
        desk.run.track();
        let tick = |tick: &Tick| {
            view! { <span class="lane-time" style:left=format!("{}px", tick.x)>{(words.tick)(tick.at.ms())}</span> }
        };
        desk.show.with_value(|show| ticks(show, part, width).iter().map(tick).collect_view())
    };
    let rules = move || {
        let (n, height) = (board.tracks.with(|t| t.lanes.len()), board.lane_height.get());
        (1..=n).map(|i| format!("M0 {}H4000", i as i32 * height)).collect::<String>()
    };
    let here = move || {
        let within = board.part.get().within(desk.share.get());
        format!("translateX({:.2}%)", within.clamp(-0.01, 1.01) * 100.0)
    };
    let cell = move || {
        board.cursor.get().map(|(lane, x)| {
            let height = board.lane_height.get();
            let (left, top) = (format!("{}px", x as i32 * CELL - 2), format!("{}px", SIGNS + lane as i32 * height));
            view! { <div class="lane-cursor" style:left=left style:top=top style:height=format!("{height}px")></div> }
        })
    };
    let clicked = move |event: MouseEvent| {
        let Some(room) = room.get_untracked() else { return };
        let rect = room.get_bounding_client_rect();
        let x = f64::from(event.client_x()) - rect.left();
        let y = f64::from(event.client_y()) - rect.top() - f64::from(SIGNS);
        let lane = (y / f64::from(board.lane_height.get_untracked())).max(0.0) as usize;
        let column = (x / f64::from(CELL)).max(0.0) as usize;
        let lanes = board.tracks.with_untracked(|t| t.lanes.len());
        let columns = board.cells.with_untracked(|c| c.columns);
        board.go(lane.min(lanes.saturating_sub(1)), column.min(columns.saturating_sub(1)));
    };
    let pressed = move |event: KeyboardEvent| {
        if !event.ctrl_key() && !event.alt_key() && !event.meta_key() && board.press(&event.key()) {
            event.prevent_default();
        }
    };
    view! {
        <div
            class="lanes-picture" role="application" tabindex="0" aria-label=move || words().picture aria-roledescription=desk.words().lanes.kind
            node_ref=room on:click=clicked on:keydown=pressed
            style:height=move || format!("{}px", SIGNS + board.height() + TIMES)
        >
            <svg class="lanes-drawing" aria-hidden="true" focusable="false" height=move || board.height().to_string()>
                <path class="lane-rules" d=rules/>
                {paths}
            </svg>
            {signs}
            <div aria-hidden="true">{times}</div>
            {cell}
            // Moved as a picture: nothing is laid out or painted anew for it.
            <div class="lanes-here" style:transform=here></div>
        </div>
    }
}

/// The diagram in words: cuts and crashes, and every step.
#[component]
fn InWords(
    /// Of what.
    board: Board,
) -> impl IntoView {
    let desk = board.desk;
    let list = Memo::new(move |_| {
        desk.run.track();
        let words = desk.words_now().lanes;
        board.tracks.with(|tracks| {
            desk.show.with_value(|show| {
                let plan = show.world().plan();
                let cuts = tracks.cuts.iter().map(|c| (c.ended.unwrap_or(c.triggered), (words.cut)(c)));
                let mut all: Vec<(u64, String)> = cuts.collect();
                all.extend(tracks.downs.iter().map(|d| (d.from, (words.down)(plan, d))));
                crate::order::sort_by_key(&mut all, |m| m.0);
                all
            })
        })
    });
    let items = move || {
        let item = |(step, name): (u64, String)| {
            let at = desk.show.with_value(|show| show.pace().time_of(step).ms());
            let place = (desk.text().seconds)(at);
            view! {
                <li>
                    <button class="moment" type="button" on:click=move |_| desk.send(Intent::Moment(step, Lit::default()))>
                        <span class="moment-place">{place}</span><span>{name}</span>
                    </button>
                </li>
            }
        };
        list.get().into_iter().map(item).collect_view()
    };
    view! {
        <div class="lanes-words">
            <ol class="chain">{items}</ol>
            {move || {
                desk.lens.track();
                view! { <Grid listing=Listing::Steps/> }
            }}
        </div>
    }
}

fn class_of(layer: Layer) -> &'static str {
    match layer {
        Layer::Down => "lane-down",
        Layer::Live(0) => "lane-live level-0",
        Layer::Live(1) => "lane-live level-1",
        Layer::Live(_) => "lane-live level-2",
        Layer::Replayed(0) => "lane-again level-0",
        Layer::Replayed(1) => "lane-again level-1",
        Layer::Replayed(_) => "lane-again level-2",
        Layer::Other => "lane-other",
        Layer::Record => "lane-record",
        Layer::RecordAgain => "lane-record again",
        Layer::Checkpoint => "lane-checkpoint",
        Layer::Stopped => "lane-stopped",
        Layer::Save => "lane-save",
        Layer::Restore => "lane-restore",
        Layer::Barrier => "lane-barrier",
        Layer::Cut(0) => "lane-cut good",
        Layer::Cut(1) => "lane-cut bad",
        Layer::Cut(_) => "lane-cut off",
    }
}

const fn verdict_class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Consistent => "good",
        Verdict::Inconsistent => "bad",
        Verdict::Failed(_) | Verdict::Unfinished => "off",
    }
}
