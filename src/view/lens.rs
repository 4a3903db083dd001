//! The lens over the stage: how much it enlarges, and where it looks.

use super::geometry::Point;

/// The most that it enlarges.
pub const SCALE_MAX: f64 = 6.0;

/// Enlarges, then moves. At 1 it shows everything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lens {
    /// How much it enlarges.
    pub scale: f64,
    /// Where the drawing's left edge is, in pixels from that of the stage: 0 or less.
    pub x: f64,
    /// The same for its upper edge.
    pub y: f64,
}

impl Default for Lens {
    fn default() -> Lens {
        Lens { scale: 1.0, x: 0.0, y: 0.0 }
    }
}

impl Lens {
    /// Enlarges by a factor; what lies under `around` stays there. `size` is that of the stage.
    pub fn zoomed(self, factor: f64, around: Point, size: Point) -> Lens {
        let scale = (self.scale * factor).clamp(1.0, SCALE_MAX);
        let keep = |edge: f64, at: f64| at - (at - edge) * scale / self.scale;
        Lens { scale, x: keep(self.x, around.x), y: keep(self.y, around.y) }.within(size)
    }

    /// Moves the picture.
    pub fn panned(self, dx: f64, dy: f64, size: Point) -> Lens {
        Lens { x: self.x + dx, y: self.y + dy, ..self }.within(size)
    }

    /// Beyond the edges there is nothing to see.
    fn within(self, size: Point) -> Lens {
        if self.scale < 1.001 {
            return Lens::default();
        }
        let keep = |edge: f64, length: f64| edge.clamp(length * (1.0 - self.scale), 0.0);
        Lens { x: keep(self.x, size.x), y: keep(self.y, size.y), ..self }
    }
}
