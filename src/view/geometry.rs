//! Points, boxes and paths: the only place where the page computes with fractions.

use std::fmt::Write as _;

/// A place on the stage, in CSS pixels from its top left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Point {
    /// The point at `x`, `y`.
    pub const fn at(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The point a share `t` of the way from here to `other`.
    pub fn towards(self, other: Point, t: f64) -> Point {
        Point { x: self.x + (other.x - self.x) * t, y: self.y + (other.y - self.y) * t }
    }

    fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// A box on the stage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// The box with this corner and size.
    pub const fn new(x: f64, y: f64, w: f64, h: f64) -> Rect {
        Rect { x, y, w, h }
    }

    /// Right edge.
    pub fn right(self) -> f64 {
        self.x + self.w
    }

    /// Bottom edge.
    pub fn bottom(self) -> f64 {
        self.y + self.h
    }

    /// The middle.
    pub fn center(self) -> Point {
        Point::at(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// Whether the two boxes share an area.
    pub fn overlaps(self, other: Rect) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    /// Whether the other box lies inside this one.
    pub fn contains(self, other: Rect) -> bool {
        self.x <= other.x && self.y <= other.y && self.right() >= other.right() && self.bottom() >= other.bottom()
    }
}

/// A line that things move along at an even pace, whatever its curves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    points: Vec<Point>,
    /// Length from the start to each point.
    lengths: Vec<f64>,
    /// The same line as the `d` of an SVG path.
    pub d: String,
}

/// Straight pieces that stand for one curve.
const CURVE_PIECES: usize = 24;

impl Path {
    /// A path of straight pieces.
    pub fn through(points: &[Point]) -> Path {
        let mut path = Path::default();
        for (i, p) in points.iter().enumerate() {
            let _ = write!(path.d, "{}{:.1} {:.1}", if i == 0 { "M" } else { " L" }, p.x, p.y);
            path.push(*p);
        }
        path
    }

    /// An S from `a` to `b` that leaves and arrives level.
    pub fn level(a: Point, b: Point) -> Path {
        let bend = (b.x - a.x) * 0.5;
        Path::cubic(a, Point::at(a.x + bend, a.y), Point::at(b.x - bend, b.y), b)
    }

    /// An S from `a` to `b` that leaves and arrives upright.
    pub fn upright(a: Point, b: Point) -> Path {
        let bend = (b.y - a.y) * 0.5;
        Path::cubic(a, Point::at(a.x, a.y + bend), Point::at(b.x, b.y - bend), b)
    }

    /// The cubic curve with these control points.
    pub fn cubic(a: Point, c1: Point, c2: Point, b: Point) -> Path {
        let mut path = Path {
            d: format!("M{:.1} {:.1} C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", a.x, a.y, c1.x, c1.y, c2.x, c2.y, b.x, b.y),
            ..Path::default()
        };
        for i in 0..=CURVE_PIECES {
            let t = i as f64 / CURVE_PIECES as f64;
            let u = 1.0 - t;
            let along = |p: fn(Point) -> f64| {
                u * u * u * p(a) + 3.0 * u * u * t * p(c1) + 3.0 * u * t * t * p(c2) + t * t * t * p(b)
            };
            path.push(Point::at(along(|p| p.x), along(|p| p.y)));
        }
        path
    }

    /// This path, and then the other.
    pub fn then(mut self, other: &Path) -> Path {
        let next = other.d.strip_prefix('M').unwrap_or(&other.d);
        let _ = write!(self.d, " L{next}");
        for p in &other.points {
            self.push(*p);
        }
        self
    }

    /// The outline between this path and another one that runs beside it, as the `d` of an SVG path.
    pub fn around(&self, other: &Path) -> String {
        let mut d = self.d.clone();
        for p in other.points.iter().rev() {
            let _ = write!(d, " L{:.1} {:.1}", p.x, p.y);
        }
        d.push('Z');
        d
    }

    /// The piece from the share `from` of its length to the share `to`, as the `d` of an SVG path.
    pub fn piece(&self, from: f64, to: f64) -> String {
        let (a, b) = (self.length() * from, self.length() * to);
        let between = self.points.iter().zip(&self.lengths).filter(|(_, l)| **l > a && **l < b).map(|(p, _)| *p);
        let mut d = String::new();
        for p in std::iter::once(self.place(from)).chain(between).chain(std::iter::once(self.place(to))) {
            let _ = write!(d, "{}{:.1} {:.1}", if d.is_empty() { "M" } else { " L" }, p.x, p.y);
        }
        d
    }

    /// The points that it goes through.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        self.points.iter().copied()
    }

    /// One of so many pieces of it, with a gap to the next.
    pub fn bin(&self, bin: usize, of: usize) -> String {
        let share = |i: usize| i as f64 / of as f64;
        self.piece(share(bin), share(bin + 1) - 0.012)
    }

    fn push(&mut self, p: Point) {
        let so_far = match (self.points.last(), self.lengths.last()) {
            (Some(last), Some(length)) => length + last.distance(p),
            _ => 0.0,
        };
        self.points.push(p);
        self.lengths.push(so_far);
    }

    /// Its length in pixels.
    pub fn length(&self) -> f64 {
        self.lengths.last().copied().unwrap_or(0.0)
    }

    /// Where it starts.
    pub fn start(&self) -> Point {
        self.points.first().copied().unwrap_or_default()
    }

    /// Where it ends.
    pub fn end(&self) -> Point {
        self.points.last().copied().unwrap_or_default()
    }

    /// The place after the share `t` of its length; before the start or after the end it is that end.
    pub fn place(&self, t: f64) -> Point {
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else { return Point::default() };
        let wanted = self.length() * t;
        if wanted <= 0.0 {
            return *first;
        }
        let i = self.lengths.partition_point(|l| *l < wanted);
        if i >= self.points.len() {
            return *last;
        }
        let piece = self.lengths[i] - self.lengths[i - 1];
        self.points[i - 1].towards(self.points[i], (wanted - self.lengths[i - 1]) / piece)
    }

    /// Its direction at the share `t`, in degrees, 0 to the right.
    pub fn degrees(&self, t: f64) -> f64 {
        let (x, y) = self.direction(t);
        y.atan2(x).to_degrees()
    }

    /// Its direction at the share `t`, to the right and down, of length 1; without a direction it goes to the right.
    pub fn direction(&self, t: f64) -> (f64, f64) {
        let (a, b) = (self.place(t - 0.02), self.place(t + 0.02));
        let length = a.distance(b);
        if length > 0.0 { ((b.x - a.x) / length, (b.y - a.y) / length) } else { (1.0, 0.0) }
    }
}
