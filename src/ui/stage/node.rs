//! A node's box: its name, what it holds, and the lanes that records cross it on.

use leptos::prelude::*;

use super::px;
use crate::ui::desk::Desk;
use crate::view::layout::{Flow, NodeBox};
use crate::view::measure::letters;
use crate::view::scene::Up;

/// A node's box.
#[component]
pub fn Node(
    /// Its place in the plan.
    index: usize,
    /// Where it stands.
    node: NodeBox,
    /// Which way the job runs.
    flow: Flow,
    /// There is room for a name and a value, and no more.
    small: bool,
) -> impl IntoView {
    let desk = Desk::get();
    let text = desk.text();
    let scene = Memo::new(move |_| desk.scene.with(|s| s.nodes.get(index).cloned().map(|n| (n, s.up == Up::Running))));
    let name = move || scene.with(|s| s.as_ref().map(|(n, _)| n.name.clone()));
    let value = move || scene.with(|s| s.as_ref().filter(|(_, up)| *up).map(|(n, _)| (text.node_value)(n).1));
    let upright = flow == Flow::Upright;
    let thick = node.lane;
    let room = thick * node.lanes.len() as f64;
    let width = node.rect.w - if upright { room } else { 0.0 };
    // The label goes where there is no room for it beside name and value.
    let label = move || {
        scene.with(|s| {
            let (node, _) = s.as_ref().filter(|(_, up)| *up && !small)?;
            let (label, value) = (text.node_value)(node);
            let need = letters(&node.name) * 8.6 + letters(&label) * 6.6 + letters(&value) * 12.5 + 40.0;
            (need <= width).then_some(label)
        })
    };
    let note = move || {
        scene
            .with(|s| {
                s.as_ref().map(|(n, up)| match (text.node_note)(n, !up) {
                    _ if small => sign(desk, n, *up, width),
                    note if note.is_empty() => habit(desk, index, n.id.index()),
                    note => note,
                })
            })
            // What does not fit goes from the end.
            .map(|note| fitting(note, width))
    };
    let class = move || {
        scene.with(|s| match s {
            Some((_, false)) => "node gone",
            Some((n, true)) if n.aligning.is_some() => "node waiting",
            Some((n, true)) if n.saved.is_some() => "node saved",
            _ => "node",
        })
    };
    let class = move || if small { format!("{} small", class()) } else { class().to_owned() };
    let lanes = (0..node.lanes.len()).map(|i| {
        let offset = px(thick * i as f64);
        let from_bottom = px(thick * (node.lanes.len() - 1 - i) as f64);
        // Both places are always said: the same element serves when the window turns from narrow to wide.
        let (class, left, bottom) =
            if upright { ("lane upright", offset, px(0.0)) } else { ("lane", px(0.0), from_bottom) };
        let (width, height) = if upright { (px(thick), String::new()) } else { (String::new(), px(thick)) };
        view! { <div class=class style:left=left style:bottom=bottom style:width=width style:height=height></div> }
    });
    let (left, bottom) = if upright { (room, 0.0) } else { (0.0, room) };
    view! {
        <div
            class=class
            data-node=name
            data-lit=move || desk.is_lit(|lit| lit.nodes.iter().any(|n| n.index() == index))
            style:left=px(node.rect.x) style:top=px(node.rect.y)
            style:width=px(node.rect.w) style:height=px(node.rect.h)
        >
            <div class="node-text" style:left=px(left) style:bottom=px(bottom)>
                <b class="node-name" title=name>{name}</b>
                <span class="node-label">{label}</span>
                <b class="node-value">{value}</b>
                <span class="node-note" title=note>{note}</span>
            </div>
            {lanes.collect_view()}
        </div>
    }
}

/// Parts of a note are set apart by this.
const APART: &str = " · ";

/// As many parts of a note as fit beside each other; the first one always.
fn fitting(note: String, width: f64) -> String {
    let mut note = note;
    while letters(&note) * 6.4 + 24.0 > width {
        match note.rfind(APART) {
            Some(end) => note.truncate(end),
            None => break,
        }
    }
    note
}

/// The sign of a small node, if it has room beside its value.
fn sign(desk: Desk, node: &crate::view::scene::Node, up: bool, width: f64) -> String {
    let sign = (desk.text().node_sign)(node, !up);
    let value = if up { letters(&(desk.text().node_value)(node).1) } else { 0.0 };
    let need = letters(&sign) * 7.0 + value * 9.2 + 24.0;
    if need <= width { sign } else { String::new() }
}

/// What a node of its kind does.
fn habit(desk: Desk, index: usize, node: usize) -> String {
    let text = desk.text();
    desk.show.with_value(|show| {
        let scenario = show.scenario();
        let sources = scenario.sources.len();
        let operators = scenario.operators.len();
        if node < sources {
            return String::new();
        }
        match scenario.operators.get(index - sources) {
            Some(operator) => (text.operator_habit)(operator.kind),
            None => scenario
                .sinks
                .get(index - sources - operators)
                .map_or(String::new(), |sink| (text.sink_habit)(sink.kind, sink.reader).to_owned()),
        }
    })
}
