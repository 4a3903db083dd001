//! The pipes between the boxes, down to the destinations and up from the logs; a blocked one is hatched.

use leptos::prelude::*;

use crate::ui::desk::Desk;
use crate::view::layout::Stage as Drawing;

/// The pipes, under everything else.
#[component]
pub fn Pipes(
    /// Where everything stands.
    drawing: Drawing,
) -> impl IntoView {
    let desk = Desk::get();
    let slim = drawing.risers.iter().chain(&drawing.chutes).map(|p| p.d.clone()).collect::<Vec<_>>();
    let pipes: Vec<String> = drawing.pipes.iter().map(|p| p.d.clone()).collect();
    let outline = pipes.iter().map(|d| view! { <path class="pipe-outline" d=d.clone()/> }).collect_view();
    let inside = pipes.iter().map(|d| view! { <path class="pipe" d=d.clone()/> }).collect_view();
    let slim_outline = slim.iter().map(|d| view! { <path class="pipe-outline slim" d=d.clone()/> }).collect_view();
    let slim_inside = slim.iter().map(|d| view! { <path class="pipe slim" d=d.clone()/> }).collect_view();
    let states = drawing.pipes.iter().enumerate().map(|(i, pipe)| {
        let state = Memo::new(move |_| desk.scene.with(|s| s.channels.get(i).copied().unwrap_or_default()));
        let d = pipe.d.clone();
        let end = pipe.place(0.97);
        let degrees = pipe.degrees(0.97);
        move || {
            let state = state.get();
            state
                .blocked
                .map(|checkpoint| {
                    let place = format!("translate({:.1} {:.1})", end.x, end.y);
                    let turn = format!("rotate({degrees:.1})");
                    view! {
                        <path class="pipe-blocked" d=d.clone()/>
                        <g class="mover barrier parked" transform=place>
                            <rect x="-4" y="-15" width="8" height="30" rx="3" transform=turn/>
                            <text y="-19">{checkpoint.to_string()}</text>
                        </g>
                    }
                    .into_any()
                })
                .or_else(|| state.full.then(|| view! { <path class="pipe-full" d=d.clone()/> }.into_any()))
        }
    });
    let size = format!("0 0 {:.1} {:.1}", drawing.width, drawing.height);
    view! {
        <svg class="layer pipes" viewBox=size aria-hidden="true" focusable="false">
            {slim_outline}{slim_inside}{outline}{inside}{states.collect_view()}
        </svg>
    }
}
