//! Which records get their names beside them: those whose name covers no other one and no box.

use super::geometry::Rect;
use super::layout::Stage;
use super::movers::{Body, Mover, Place};
use super::piping::Label;
use crate::ids::EventId;

/// Of a letter, at most.
const LETTER: f64 = 6.6;
const HEIGHT: f64 = 14.0;
/// More names than this are not read.
const TAGS_MAX: usize = 120;

/// For each mover whether its name has room, the earlier ones first.
pub fn tags(movers: &[Mover<'_>], stage: &Stage) -> Vec<bool> {
    let mut taken: Vec<Rect> = stage.nodes.iter().map(|n| n.rect).collect();
    taken.extend(stage.ducts.iter().filter_map(|d| d.label).map(Label::rect));
    let boxes = taken.len();
    // Barriers carry their number above, and a queue's signs stand close.
    let tag = |mover: &Mover<'_>| {
        let Body::Record { record, place: Place::Channel(_), .. } = mover.body else { return false };
        if taken.len() - boxes >= TAGS_MAX {
            return false;
        }
        let letters = length(&record.id) + if record.replayed { 6 } else { 0 };
        let width = letters as f64 * LETTER + 4.0;
        let top = mover.at.y + 11.0 * stage.scale + 2.0;
        let rect = Rect::new(mover.at.x - width / 2.0, top, width, HEIGHT);
        let free = stage.memory.contains(rect) && taken.iter().all(|other| !other.overlaps(rect));
        if free {
            taken.push(rect);
        }
        free
    };
    movers.iter().map(tag).collect()
}

fn length(id: &EventId) -> usize {
    match id {
        EventId::Int(n) => n.checked_ilog10().map_or(1, |digits| digits as usize + 1),
        EventId::Text(text) => text.chars().count(),
    }
}
