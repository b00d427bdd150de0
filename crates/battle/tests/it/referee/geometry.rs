//! Plane geometry of the referee, in floating-point BW: points, bases as rectangles, polygons.

use std::ops::{Add, Mul, Sub};

/// Distances below this are none: the engine lets bases touch with gaps of up to 4 thousandths.
pub(super) const TOUCH: f64 = 0.006;

/// The widest gap across which bases touch beyond doubt.
pub(super) const GAP: f64 = 0.0041;

/// A point or a step, in BW; x grows to the right and y away from the defender.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct P {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Add for P {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        p(self.x + other.x, self.y + other.y)
    }
}

impl Sub for P {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        p(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for P {
    type Output = Self;
    fn mul(self, by: f64) -> Self {
        p(self.x * by, self.y * by)
    }
}

pub(super) const fn p(x: f64, y: f64) -> P {
    P { x, y }
}

impl P {
    pub(super) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub(super) fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    pub(super) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    pub(super) fn is_at(self, other: Self) -> bool {
        (self - other).length() <= TOUCH
    }

    /// The point turned clockwise around another by degrees.
    pub(super) fn turned(self, around: Self, degrees: f64) -> Self {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let d = self - around;
        around + p(d.x * cos + d.y * sin, d.y * cos - d.x * sin)
    }
}

pub(super) type Segment = (P, P);

/// The direction of an angle clockwise from away.
pub(super) fn direction(degrees: f64) -> P {
    let (sin, cos) = degrees.to_radians().sin_cos();
    p(sin, cos)
}

/// How far apart two directions are, in degrees from 0 to 180.
pub(super) fn between(a: f64, b: f64) -> f64 {
    let d = (a - b).rem_euclid(360.0);
    d.min(360.0 - d)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Front,
    Right,
    Rear,
    Left,
}

pub(super) const EDGES: [Edge; 4] = [Edge::Front, Edge::Right, Edge::Rear, Edge::Left];

/// A rectangle that faces a direction: the base of an element, or a camp.
#[derive(Clone, Copy, Debug)]
pub(super) struct Base {
    /// The front left corner.
    pub(super) fl: P,
    pub(super) facing: f64,
    pub(super) width: f64,
    pub(super) depth: f64,
}

impl Base {
    pub(super) fn forward(&self) -> P {
        direction(self.facing)
    }

    pub(super) fn rightward(&self) -> P {
        direction(self.facing + 90.0)
    }

    pub(super) fn fr(&self) -> P {
        self.fl + self.rightward() * self.width
    }

    pub(super) fn rl(&self) -> P {
        self.fl - self.forward() * self.depth
    }

    pub(super) fn rr(&self) -> P {
        self.fr() - self.forward() * self.depth
    }

    /// The corners clockwise from the front left one.
    pub(super) fn corners(&self) -> [P; 4] {
        [self.fl, self.fr(), self.rr(), self.rl()]
    }

    pub(super) fn middle(&self) -> P {
        (self.fl + self.rr()) * 0.5
    }

    pub(super) fn front_middle(&self) -> P {
        (self.fl + self.fr()) * 0.5
    }

    /// An edge from its left end to its right end as seen from inside.
    pub(super) fn edge(&self, edge: Edge) -> Segment {
        match edge {
            Edge::Front => (self.fl, self.fr()),
            Edge::Right => (self.fr(), self.rr()),
            Edge::Rear => (self.rr(), self.rl()),
            Edge::Left => (self.rl(), self.fl),
        }
    }

    pub(super) fn shifted(&self, by: P) -> Self {
        Self { fl: self.fl + by, ..*self }
    }

    pub(super) fn turned(&self, around: P, degrees: f64) -> Self {
        Self { fl: self.fl.turned(around, degrees), facing: self.facing + degrees, ..*self }
    }

    /// The base with each edge moved outwards, or inwards if `by` is negative.
    pub(super) fn grown(&self, by: f64) -> Self {
        let fl = self.fl + self.forward() * by - self.rightward() * by;
        Self { fl, width: self.width + 2.0 * by, depth: self.depth + 2.0 * by, ..*self }
    }

    /// The area directly in front, so deep.
    pub(super) fn ahead(&self, deep: f64) -> Self {
        Self { fl: self.fl + self.forward() * deep, depth: deep, ..*self }
    }

    pub(super) fn faces_as(&self, other: &Self) -> bool {
        between(self.facing, other.facing) < 0.5
    }

    pub(super) fn faces_against(&self, other: &Self) -> bool {
        between(self.facing, other.facing) > 179.5
    }
}

/// The lines of a polygon, the last one back to the first corner.
pub(super) fn sides(of: &[P]) -> impl Iterator<Item = Segment> + '_ {
    of.iter().copied().zip(of.iter().copied().cycle().skip(1))
}

/// How deep two convex polygons overlap; negative if they are apart.
pub(super) fn depth_of_overlap(a: &[P], b: &[P]) -> f64 {
    let mut least = f64::MAX;
    for (from, to) in sides(a).chain(sides(b)) {
        let along = to - from;
        let length = along.length();
        if length < 1e-9 {
            continue;
        }
        let axis = p(along.y / length, -along.x / length);
        let span = |of: &[P]| {
            of.iter().map(|q| q.dot(axis)).fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)))
        };
        let ((a0, a1), (b0, b1)) = (span(a), span(b));
        least = least.min((a1 - b0).min(b1 - a0));
    }
    least
}

pub(super) fn is_inside(q: P, of: &[P]) -> bool {
    let mut inside = false;
    for (a, b) in sides(of) {
        if (a.y > q.y) != (b.y > q.y) && q.x < (b.x - a.x) * (q.y - a.y) / (b.y - a.y) + a.x {
            inside = !inside;
        }
    }
    inside
}

/// The part of any polygon inside a convex one whose corners go clockwise.
pub(super) fn clipped(subject: &[P], by: &[P]) -> Vec<P> {
    let mut left = subject.to_vec();
    for (a, b) in sides(by) {
        let outside = |q: P| (b - a).cross(q - a);
        let input = std::mem::take(&mut left);
        for (from, to) in sides(&input) {
            let (f, t) = (outside(from), outside(to));
            if f <= 0.0 {
                left.push(from);
            }
            if (f < 0.0 && t > 0.0) || (f > 0.0 && t < 0.0) {
                left.push(from + (to - from) * (f / (f - t)));
            }
        }
    }
    left
}

pub(super) fn area(of: &[P]) -> f64 {
    (sides(of).map(|(a, b)| a.cross(b)).sum::<f64>() / 2.0).abs()
}

pub(super) fn point_to_segment(q: P, (a, b): Segment) -> f64 {
    let d = b - a;
    let t = if d.dot(d) < 1e-12 { 0.0 } else { ((q - a).dot(d) / d.dot(d)).clamp(0.0, 1.0) };
    (q - a - d * t).length()
}

/// Whether two segments cross each other properly, not merely touch.
pub(super) fn cross((a, b): Segment, (c, d): Segment) -> bool {
    let side = |s: P, t: P, q: P| (t - s).cross(q - s);
    side(a, b, c) * side(a, b, d) < -1e-12 && side(c, d, a) * side(c, d, b) < -1e-12
}

pub(super) fn segments_apart(s: Segment, t: Segment) -> f64 {
    if cross(s, t) {
        return 0.0;
    }
    [point_to_segment(s.0, t), point_to_segment(s.1, t), point_to_segment(t.0, s), point_to_segment(t.1, s)]
        .into_iter()
        .fold(f64::MAX, f64::min)
}

/// The distance between two polygons; 0 if they overlap.
pub(super) fn apart(a: &[P], b: &[P]) -> f64 {
    if is_inside(a[0], b) || is_inside(b[0], a) {
        return 0.0;
    }
    sides(a).map(|s| sides(b).map(|t| segments_apart(s, t)).fold(f64::MAX, f64::min)).fold(f64::MAX, f64::min)
}

pub(super) fn polygon_to_segment(a: &[P], segment: Segment) -> f64 {
    if is_inside(segment.0, a) {
        return 0.0;
    }
    sides(a).map(|s| segments_apart(s, segment)).fold(f64::MAX, f64::min)
}

/// How much of a segment lies inside a polygon.
pub(super) fn length_inside((a, b): Segment, of: &[P]) -> f64 {
    let d = b - a;
    let mut cuts = vec![0.0, 1.0];
    for (c, e) in sides(of) {
        let side = e - c;
        let across = d.cross(side);
        if across.abs() > 1e-12 {
            let t = (c - a).cross(side) / across;
            let u = (c - a).cross(d) / across;
            if (0.0..=1.0).contains(&t) && (-1e-9..=1.0 + 1e-9).contains(&u) {
                cuts.push(t);
            }
        }
    }
    cuts.sort_by(f64::total_cmp);
    let inside = cuts.windows(2).filter(|pair| is_inside(a + d * ((pair[0] + pair[1]) / 2.0), of));
    inside.map(|pair| (pair[1] - pair[0]) * d.length()).sum()
}

/// The corners of a line of some width, one rectangle for each of its parts.
pub(super) fn bands(path: &[P], width: f64) -> Vec<Vec<P>> {
    let band = |pair: &[P]| {
        let along = pair[1] - pair[0];
        let aside = p(-along.y, along.x) * (width / 2.0 / along.length());
        vec![pair[0] + aside, pair[1] + aside, pair[1] - aside, pair[0] - aside]
    };
    path.windows(2).filter(|pair| (pair[1] - pair[0]).length() > 1e-6).map(band).collect()
}
