//! The legend and the keys, one click away; and the dialogue that they and the opener stand in.

use leptos::html;
use leptos::prelude::*;

use super::desk::{Desk, Intent, Panel};
use super::icons::{Icon, Shape};
use crate::ids::Key;
use crate::view::key::letter;

/// A dialogue: modal, closed with Escape, returns the focus to where it was.
#[component]
pub fn Dialog(
    /// It is open while the desk says this.
    panel: Panel,
    /// Its heading.
    title: &'static str,
    /// What stands in it.
    children: Children,
) -> impl IntoView {
    let desk = Desk::get();
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let open = desk.panel.get() == Some(panel);
        if let Some(dialog) = dialog.get() {
            if open && !dialog.open() {
                let _ = dialog.show_modal();
            } else if !open && dialog.open() {
                dialog.close();
            }
        }
    });
    // It may have been opened anew before its closing is told.
    let closed = move |_| {
        let is_open = dialog.get_untracked().is_some_and(|dialog| dialog.open());
        if !is_open && desk.panel.get_untracked() == Some(panel) {
            desk.send(Intent::Panel(None));
        }
    };
    view! {
        <dialog node_ref=dialog aria-label=title on:close=closed>
            <div class="dialog-head">
                <h2>{title}</h2>
                <button
                    class="button square" type="button" aria-label=desk.text().controls.close
                    on:click=move |_| desk.send(Intent::Panel(None))
                ><Icon shape=Shape::Close/></button>
            </div>
            {children()}
        </dialog>
    }
}

/// The legend and the keys.
#[component]
pub fn Help() -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let legend = desk.words().legend;
    let keys =
        desk.words().keys.iter().map(|(key, does)| view! { <div><dt><kbd>{*key}</kbd></dt><dd>{*does}</dd></div> });
    view! {
        <Dialog panel=Panel::Help title=text.controls.help>
            <div class="help">
                <section>
                    <h3>{text.controls.legend}</h3>
                    <ul class="legend">
                        <li><Sign sign="record"/>{legend.record}</li>
                        <li><Sign sign="replayed"/>{legend.replayed}</li>
                        <li><Sign sign="redelivered"/>{legend.redelivered}</li>
                        <li><Sign sign="density"/>{legend.density}</li>
                        <li><Sign sign="full"/>{legend.full}</li>
                        <li><Sign sign="barrier"/>{legend.barrier}</li>
                        <li><Sign sign="blocked"/>{legend.blocked}</li>
                        <li><Sign sign="overtaken"/>{legend.overtaken}</li>
                        <li><Sign sign="stored"/>{legend.stored}</li>
                        <li><Sign sign="snapshot"/>{legend.snapshot}</li>
                        <li><Sign sign="message"/>{legend.message}</li>
                        <li><Icon shape=Shape::Open/>{legend.open}</li>
                        <li><Icon shape=Shape::PreCommitted/>{legend.pre_committed}</li>
                        <li><Icon shape=Shape::Committed/>{legend.committed}</li>
                        <li><Icon shape=Shape::Close/>{legend.aborted}</li>
                        <li><Icon shape=Shape::TimedOut/>{legend.timed_out}</li>
                        <li><Sign sign="duplicate"/>{legend.duplicate}</li>
                        <li><Sign sign="missing"/>{legend.missing}</li>
                        <li><Sign sign="line"/>{legend.line}</li>
                    </ul>
                </section>
                <section>
                    <h3>{text.controls.keys}</h3>
                    <dl class="keys">{keys.collect_view()}</dl>
                </section>
            </div>
        </Dialog>
    }
}

/// One sign of the legend, drawn as on the stage.
#[component]
fn Sign(
    /// Which.
    sign: &'static str,
) -> impl IntoView {
    let shape = match sign {
        "record" => view! {
            <g class="mover record hue-0"><circle class="disc" cx="22" cy="13" r="9"/></g>
            <text class="letter-of-key hue-0" x="22" y="17">{letter(&Key::Numbered(0)).to_string()}</text>
        }
        .into_any(),
        "replayed" => view! { <g class="mover record replayed hue-0"><circle class="disc" cx="22" cy="13" r="8"/></g> }.into_any(),
        "overtaken" => view! {
            <g class="mover record overtaken hue-0" transform="translate(22 16)">
                <circle class="disc" r="8"/><path class="overtaken-sign" d="M-5 -11 L0 -15 L5 -11"/>
            </g>
        }
        .into_any(),
        "stored" => view! {
            <g class="mover record stored hue-0" transform="translate(22 13)">
                <rect class="stored-frame" x="-11.5" y="-11.5" width="23" height="23" rx="4"/><circle class="disc" r="8"/>
            </g>
        }
        .into_any(),
        "density" => view! {
            <line class="pipe" x1="0" y1="13" x2="44" y2="13"/>
            <g class="heat">
                <path class="bin heat-2" stroke-width="11" d="M2 13h9"/><path class="bin heat-4" stroke-width="11" d="M12 13h9"/>
                <path class="bin heat-6" stroke-width="11" d="M22 13h9"/><path class="bin heat-8" stroke-width="11" d="M32 13h9"/>
            </g>
        }
        .into_any(),
        "full" => view! { <line class="pipe-full" x1="0" y1="13" x2="44" y2="13"/> }.into_any(),
        "message" => view! {
            <g class="mover message" transform="translate(22 13)">
                <path d="M-8 -5.5 h16 v11 h-16 z"/><path class="seal" d="M-8 -5.5 L0 1.5 L8 -5.5"/>
            </g>
        }
        .into_any(),
        "redelivered" => view! {
            <g class="mover record redelivered hue-0">
                <circle class="ring" cx="22" cy="13" r="11"/><circle class="disc" cx="22" cy="13" r="7"/>
            </g>
        }
        .into_any(),
        "barrier" => view! {
            <line class="pipe" x1="0" y1="13" x2="44" y2="13"/>
            <g class="mover barrier"><rect x="19" y="0" width="7" height="26" rx="3"/></g>
        }
        .into_any(),
        "blocked" => view! {
            <line class="pipe" x1="0" y1="13" x2="44" y2="13"/><line class="pipe-blocked" x1="0" y1="13" x2="44" y2="13"/>
        }
        .into_any(),
        "snapshot" => view! { <g class="mover save"><rect x="12" y="6" width="20" height="14" rx="3"/></g> }.into_any(),
        "duplicate" => view! {
            <rect class="sign-duplicate" x="14" y="4" width="30" height="18" rx="3"/>
            <path class="thread" d="M14 2 C 2 6 2 18 14 20"/>
        }
        .into_any(),
        "missing" => view! { <rect class="sign-missing" x="8" y="4" width="30" height="18" rx="3"/> }.into_any(),
        _ => view! { <line class="sign-line" x1="0" y1="13" x2="44" y2="13"/> }.into_any(),
    };
    view! { <svg class="sign" viewBox="0 0 44 26" aria-hidden="true" focusable="false">{shape}</svg> }
}
