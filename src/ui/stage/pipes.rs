//! The pipes between the boxes, down to the destinations and up from the logs; a blocked one is hatched, a full one is
//! dark, and what an edge holds stands beside it.

use leptos::prelude::*;

use crate::ids::CheckpointId;
use crate::ui::desk::Desk;
use crate::view::layout::Stage as Drawing;
use crate::view::piping::Duct;

/// From so many records on an edge tells its number while it moves, too fast to be counted.
const MANY: u64 = 4;

/// What an edge shows besides its movers.
#[derive(Clone, Copy, Default, PartialEq)]
struct EdgeState {
    records: u64,
    capacity: u64,
    full: usize,
    blocked: usize,
    by: Option<CheckpointId>,
}

/// The pipes, under everything else.
#[component]
pub fn Pipes(
    /// Where everything stands.
    drawing: Drawing,
) -> impl IntoView {
    let slim = drawing.risers.iter().chain(&drawing.chutes).map(|p| p.d.clone()).collect::<Vec<_>>();
    let slim_outline = slim.iter().map(|d| view! { <path class="pipe-outline slim" d=d.clone()/> }).collect_view();
    let slim_inside = slim.iter().map(|d| view! { <path class="pipe slim" d=d.clone()/> }).collect_view();
    let single: Vec<(String, f64)> = drawing
        .ducts
        .iter()
        .filter(|duct| duct.hull.is_none())
        .flat_map(|duct| duct.channels.iter().map(|c| (drawing.pipes[*c].d.clone(), duct.width)))
        .collect();
    let bundles = drawing.ducts.iter().filter_map(|d| d.hull.clone());
    let bundles = bundles.map(|d| view! { <path class="bundle" d=d/> }).collect_view();
    let outline = single
        .iter()
        .map(|(d, w)| view! { <path class="pipe-outline" d=d.clone() stroke-width=format!("{w:.1}")/> })
        .collect_view();
    let inside = single
        .iter()
        .map(|(d, w)| view! { <path class="pipe" d=d.clone() stroke-width=format!("{:.1}", (w - 2.0).max(1.5))/> })
        .collect_view();
    let channels = drawing.ducts.iter().flat_map(|duct| {
        let width = format!("{:.1}", (duct.width - 2.0).max(1.5));
        let drawing = &drawing;
        duct.channels.iter().map(move |c| channel(*c, drawing.pipes[*c].d.clone(), width.clone()))
    });
    let channels = channels.collect_view();
    let edges = drawing.ducts.iter().map(|duct| edge(duct, &drawing)).collect_view();
    let size = format!("0 0 {:.1} {:.1}", drawing.width, drawing.height);
    let desk = Desk::get();
    let lit: Vec<String> = drawing.pipes.iter().map(|pipe| pipe.d.clone()).collect();
    let lit = move || {
        let channel = desk.lit.with(|lit| lit.as_ref().and_then(|lit| lit.channel))?;
        lit.get(channel.index()).map(|d| view! { <path class="pipe-lit" d=d.clone()/> })
    };
    view! {
        <svg class="layer pipes" viewBox=size aria-hidden="true" focusable="false">
            {slim_outline}{slim_inside}{bundles}{outline}{inside}{channels}{lit}{edges}
        </svg>
    }
}

/// One channel that is blocked, or full.
fn channel(index: usize, d: String, width: String) -> AnyView {
    let desk = Desk::get();
    let class = Memo::new(move |_| {
        desk.pipes.with(|s| match s.channels.get(index) {
            Some(state) if state.blocked.is_some() => Some("pipe-blocked"),
            Some(state) if state.full => Some("pipe-full"),
            _ => None,
        })
    });
    (move || class.get().map(|class| view! { <path class=class d=d.clone() stroke-width=width.clone()/> })).into_any()
}

/// The barrier that an edge's blocked channels wait with, and what it holds.
fn edge(duct: &Duct, drawing: &Drawing) -> AnyView {
    let desk = Desk::get();
    let text = desk.text();
    let channels = duct.channels.clone();
    let state = Memo::new(move |_| {
        desk.pipes.with(|s| {
            channels.iter().filter_map(|c| s.channels.get(*c)).fold(EdgeState::default(), |sum, c| EdgeState {
                records: sum.records + c.records,
                capacity: sum.capacity + c.capacity,
                full: sum.full + usize::from(c.full),
                blocked: sum.blocked + usize::from(c.blocked.is_some()),
                by: sum.by.max(c.blocked),
            })
        })
    });
    let of = duct.channels.len();
    let path = if of == 1 { &drawing.pipes[duct.channels[0]] } else { &duct.middle };
    let (end, degrees) = (path.place(0.97), path.degrees(0.97));
    let scale = drawing.scale;
    let half = duct.whole / scale / 2.0 + 4.0;
    let parked = move || {
        let EdgeState { by, blocked, .. } = state.get();
        by.map(|checkpoint| {
            let place = format!("translate({:.1} {:.1}) scale({scale:.2})", end.x, end.y);
            let turn = format!("rotate({degrees:.1})");
            let name = if of == 1 { checkpoint.to_string() } else { format!("{checkpoint} · {blocked}/{of}") };
            view! {
                <g class="mover barrier parked" transform=place>
                    <rect x="-4" y=-half width="8" height=half * 2.0 rx="3" transform=turn/>
                    <text y=-half - 4.0>{name}</text>
                </g>
            }
        })
    };
    let fill = duct.label.map(|label| {
        let shown = Memo::new(move |_| {
            let EdgeState { records, full, .. } = state.get();
            records > 0 && (full > 0 || records >= MANY || desk.readable.get())
        });
        let class = move || if state.get().full > 0 { "fill is-full" } else { "fill" };
        let words = move || {
            let EdgeState { records, capacity, .. } = state.get();
            if label.wide { (text.fill)(records, capacity) } else { (text.number)(records as i64) }
        };
        move || {
            shown.get().then(|| {
                view! { <text class=class x=label.at.x y=label.at.y + 4.0 text-anchor="middle">{words}</text> }
            })
        }
    });
    view! { {parked}{fill} }.into_any()
}
