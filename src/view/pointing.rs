//! What stands at a place of the stage, by the names that the lessons have for its parts: `node sum`, `edge a count`,
//! `log orders`, `checkpoint 1`.

use super::geometry::{Point, Rect};
use super::layout::Stage;
use super::scene::Scene;
use crate::graph::{Plan, Role};

/// Half the height that a slim channel has to be pointed at.
const NEAR: f64 = 14.0;
/// Places along a channel that are looked at.
const STEPS: u32 = 24;

/// The part of the stage at a place; none: nothing stands there.
pub fn part_at(stage: &Stage, plan: &Plan, scene: &Scene, at: Point) -> Option<String> {
    let inside = |rect: &Rect| rect.contains(Rect::new(at.x, at.y, 0.0, 0.0));
    let node = |i: usize| plan.nodes.get(i).map(|node| format!("node {}", node.name));
    if let Some(i) = stage.nodes.iter().position(|node| inside(&node.rect)) {
        return node(i);
    }
    if let Some(i) = stage.tapes.iter().position(inside) {
        return plan.scenario.sources.get(i).map(|source| format!("log {}", source.name));
    }
    if let Some(i) = stage.destinations.iter().position(inside) {
        return node(plan.nodes.iter().position(|node| node.role == Role::Sink(i))?);
    }
    if let Some(i) = stage.slots.iter().position(inside) {
        let card = if i == 0 { &scene.restorable } else { &scene.next };
        return card.as_ref().map(|card| format!("checkpoint {}", card.id));
    }
    let near = |i: &usize| {
        let duct = &stage.ducts[*i];
        let reach = (duct.whole / 2.0).max(NEAR);
        (0..=STEPS).any(|step| {
            let place = duct.middle.place(f64::from(step) / f64::from(STEPS));
            (place.x - at.x).hypot(place.y - at.y) <= reach
        })
    };
    let edge = plan.edges.get((0..stage.ducts.len()).find(near)?)?;
    Some(format!("edge {} {}", plan.nodes[edge.from.index()].name, plan.nodes[edge.to.index()].name))
}
