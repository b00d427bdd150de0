//! Outlines and lines as drawn: smooth for natural features, and never far from the shape that counts in play.

use musterfield_geometry::Polygon;

use super::canvas::{Canvas, Path};
use super::palette::Paint;
use super::spot::{DrawPoint, Rect, spot};

/// The farthest that a control point is from its side, in hundredths of a BW. A curve extends at most three quarters as
/// far, so the drawing stays within 0.05 BW of the true outline.
const FARTHEST: f64 = 6.6;
/// The least distance from the outline for things scattered inside, so that they stay inside the curve as well.
pub(super) const SLACK: f64 = 5.0;

/// An outline on the drawing.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// Its corners, without repetition.
    pub(super) corners: Vec<DrawPoint>,
    /// The corners that stay sharp; others are rounded.
    sharp: Vec<bool>,
    /// The box around it.
    pub(super) room: Rect,
    /// Twice its area; positive if its corners run clockwise on the screen.
    twice_area: f64,
}

impl Outline {
    /// The outline of a polygon on a table of this depth; `straight` outlines keep all corners. `None` for fewer than
    /// three corners.
    pub(super) fn of(polygon: &Polygon, depth: i64, straight: bool) -> Option<Self> {
        let corners: Vec<DrawPoint> = polygon.corners.iter().map(|corner| DrawPoint::of(*corner, depth)).collect();
        Self::new(corners, |_| straight)
    }

    /// An outline with these corners, of which the `sharp` ones stay.
    pub(super) fn new(mut corners: Vec<DrawPoint>, sharp: impl Fn(DrawPoint) -> bool) -> Option<Self> {
        corners.dedup();
        if corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        if corners.len() < 3 {
            return None;
        }
        let room = Rect::of(&corners)?;
        let twice_area = pairs(&corners).map(|(from, to)| from.cross(to)).sum();
        let sharp = corners.iter().map(|corner| sharp(*corner)).collect();
        Some(Self { corners, sharp, room, twice_area })
    }

    pub(super) fn sides(&self) -> impl Iterator<Item = (DrawPoint, DrawPoint)> + Clone + '_ {
        pairs(&self.corners)
    }

    pub(super) fn area(&self) -> f64 {
        self.twice_area.abs() / 2.0
    }

    /// The centroid of its area; the centre of its box, if it has no area.
    pub(super) fn middle(&self) -> DrawPoint {
        if self.twice_area.abs() < 1.0 {
            return self.room.middle();
        }
        let sum = self.sides().fold(DrawPoint::default(), |sum, (from, to)| sum + (from + to) * from.cross(to));
        sum * (1.0 / (3.0 * self.twice_area))
    }

    pub(super) fn contains(&self, at: DrawPoint) -> bool {
        self.room.contains(at)
            && self.sides().fold(false, |inside, (from, to)| {
                let crosses = (from.y > at.y) != (to.y > at.y)
                    && at.x < from.x + (to.x - from.x) * (at.y - from.y) / (to.y - from.y);
                inside != crosses
            })
    }

    /// The distance of a place from the outline, inside or outside.
    pub(super) fn distance(&self, at: DrawPoint) -> f64 {
        distance(at, self.sides())
    }

    /// Whether a place lies inside, at least this far from the outline.
    pub(super) fn holds(&self, at: DrawPoint, margin: f64) -> bool {
        if !self.room.contains(at) {
            return false;
        }
        let mut inside = false;
        for (from, to) in self.sides() {
            // Most sides are far above or below, and matter neither for the inside nor for the distance.
            let (upper, lower) = if from.y < to.y { (from.y, to.y) } else { (to.y, from.y) };
            if at.y < upper - margin || at.y > lower + margin {
                continue;
            }
            let off = at - nearest_on(at, from, to);
            if off.dot(off) < margin * margin {
                return false;
            }
            if (from.y > at.y) != (to.y > at.y) && at.x < from.x + (to.x - from.x) * (at.y - from.y) / (to.y - from.y) {
                inside = !inside;
            }
        }
        inside
    }

    /// The unit vector from a side to the inside.
    pub(super) fn inwards(&self, from: DrawPoint, to: DrawPoint) -> Option<DrawPoint> {
        let inside = (to - from).unit()?.turned();
        Some(if self.twice_area > 0.0 { inside } else { inside * -1.0 })
    }

    /// Places at even distances along it, with the unit vector to the inside.
    pub(super) fn walk(&self, step: f64) -> Vec<(DrawPoint, DrawPoint)> {
        let mut places = Vec::new();
        let mut left = step / 2.0;
        for (from, to) in self.sides() {
            let (length, Some(inside)) = ((to - from).length(), self.inwards(from, to)) else { continue };
            while left < length {
                places.push((from.towards(to, left / length), inside));
                left += step;
            }
            left -= length;
        }
        places
    }

    /// The curve through its corners.
    pub(super) fn path(&self) -> Path {
        let mut path = Path::default();
        self.trace(&self.corners, &mut path);
        path
    }

    /// Draws a curve through other corners in place of its own, one for one.
    pub(super) fn trace(&self, corners: &[DrawPoint], path: &mut Path) {
        curve(corners, &self.sharp, true, path);
    }

    /// Its corners moved inwards by a distance; strongly bent outlines then cross themselves.
    pub(super) fn inset(&self, by: f64) -> Vec<DrawPoint> {
        let before = self.corners.iter().cycle().skip(self.corners.len().saturating_sub(1));
        let after = self.corners.iter().cycle().skip(1);
        let around = before.zip(&self.corners).zip(after);
        around
            .map(|((before, at), after)| {
                let (Some(one), Some(two)) = (self.inwards(*before, *at), self.inwards(*at, *after)) else {
                    return *at;
                };
                // Along the bisector; limited at a sharp corner.
                let sum = one + two;
                *at + sum * (by / (1.0 + one.dot(two)).max(0.4))
            })
            .collect()
    }

    /// The parts of a straight line through a place that lie inside.
    pub(super) fn spans(&self, through: DrawPoint, along: DrawPoint) -> Vec<(DrawPoint, DrawPoint)> {
        let across = along.turned();
        let mut cuts: Vec<f64> = self
            .sides()
            .filter_map(|(from, to)| {
                let (a, b) = ((from - through).dot(across), (to - through).dot(across));
                let crosses = (a > 0.0) != (b > 0.0);
                crosses.then(|| (from.towards(to, a / (a - b)) - through).dot(along))
            })
            .collect();
        cuts.sort_by(f64::total_cmp);
        cuts.chunks_exact(2)
            .filter_map(|cut| match cut {
                [from, to] => Some((through + along * *from, through + along * *to)),
                _ => None,
            })
            .collect()
    }

    /// The outline with its corners mapped.
    pub(super) fn moved(&self, to: impl Fn(DrawPoint) -> DrawPoint) -> Option<Self> {
        let corners: Vec<DrawPoint> = self.corners.iter().map(|corner| to(*corner)).collect();
        let mut sharp = self.sharp.iter().copied();
        let mut moved = Self::new(corners, |_| false)?;
        moved.sharp = moved.corners.iter().map(|_| sharp.next().unwrap_or_default()).collect();
        Some(moved)
    }

    /// The same outline around another centre, larger or smaller.
    pub(super) fn scaled(&self, about: DrawPoint, by: f64) -> Vec<DrawPoint> {
        self.corners.iter().map(|corner| about.towards(*corner, by)).collect()
    }
}

/// Corners in pairs, the last with the first.
fn pairs(corners: &[DrawPoint]) -> impl Iterator<Item = (DrawPoint, DrawPoint)> + Clone + '_ {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// The points of a line in pairs.
pub(super) fn pieces(line: &[DrawPoint]) -> impl Iterator<Item = (DrawPoint, DrawPoint)> + Clone + '_ {
    line.iter().copied().zip(line.iter().copied().skip(1))
}

/// The distance of a place from the nearest of several sides.
pub(super) fn distance(at: DrawPoint, sides: impl Iterator<Item = (DrawPoint, DrawPoint)>) -> f64 {
    let square = |step: DrawPoint| step.dot(step);
    let least = sides.map(|(from, to)| square(at - nearest_on(at, from, to))).fold(f64::INFINITY, f64::min);
    least.sqrt()
}

/// The point of a side that is nearest to a place.
pub(super) fn nearest_on(at: DrawPoint, from: DrawPoint, to: DrawPoint) -> DrawPoint {
    let step = to - from;
    let square = step.dot(step);
    if square <= 0.0 { from } else { from + step * ((at - from).dot(step) / square).clamp(0.0, 1.0) }
}

/// Draws a smooth line through points. Its control points lie in the direction from the previous point to the next one
/// (Catmull-Rom), a third of the way to the neighbour, but never far from the straight line.
pub(super) fn curve(points: &[DrawPoint], sharp: &[bool], closed: bool, path: &mut Path) {
    let Some(first) = points.first() else { return };
    path.start(*first);
    let count = points.len();
    let at = |index: usize| points.get(index % count).copied().unwrap_or(*first);
    let is_sharp = |index: usize| sharp.get(index % count).copied().unwrap_or_default();
    let direction = |index: usize| {
        let (before, after) = if closed {
            (at(index + count - 1), at(index + 1))
        } else {
            (at(index.saturating_sub(1)), at((index + 1).min(count - 1)))
        };
        (after - before).unit()
    };
    let sides = if closed { count } else { count - 1 };
    for index in 0..sides {
        let (from, to) = (at(index), at(index + 1));
        let next = if closed { (index + 1) % count } else { index + 1 };
        if is_sharp(index) && is_sharp(next) {
            path.line(to);
            continue;
        }
        let side = to - from;
        let handle = |end: usize| {
            let straight = side * (1.0 / 3.0);
            let Some(direction) = direction(end).filter(|_| !is_sharp(end)) else { return straight };
            let handle = direction * (side.length() / 3.0);
            let off = side.unit().map_or(0.0, |side| side.cross(handle).abs());
            if off > FARTHEST { handle * (FARTHEST / off) } else { handle }
        };
        path.bend(from + handle(index), to - handle(next), to);
    }
    if closed {
        path.close();
    }
}

/// A line parallel to another, to its right if the distance is positive.
pub(super) fn parallel(line: &[DrawPoint], by: f64) -> Vec<DrawPoint> {
    let count = line.len();
    let at = |index: usize| line.get(index).copied().unwrap_or_default();
    (0..count)
        .map(|index| {
            let (before, after) = (at(index.saturating_sub(1)), at((index + 1).min(count - 1)));
            (after - before).unit().map_or(at(index), |along| at(index) + along.turned() * by)
        })
        .collect()
}

/// The place at this distance along a line, with the unit vector of its direction there.
pub(super) fn along(line: &[DrawPoint], mut far: f64) -> Option<(DrawPoint, DrawPoint)> {
    let mut last = None;
    for (from, to) in pieces(line) {
        let length = (to - from).length();
        let Some(step) = (to - from).unit() else { continue };
        if far <= length {
            return Some((from + step * far, step));
        }
        far -= length;
        last = Some((to, step));
    }
    last
}

/// The length of a line.
pub(super) fn length(line: &[DrawPoint]) -> f64 {
    pieces(line).map(|(from, to)| (to - from).length()).sum()
}

/// A round outline of this size, for pictures of a kind.
pub(super) fn blob(middle: DrawPoint, width: f64, height: f64) -> Vec<DrawPoint> {
    const ROUND: [(f64, f64); 12] = [
        (0.5, 0.02),
        (0.44, 0.26),
        (0.24, 0.46),
        (-0.02, 0.49),
        (-0.27, 0.44),
        (-0.45, 0.28),
        (-0.5, 0.0),
        (-0.42, -0.29),
        (-0.22, -0.45),
        (0.04, -0.5),
        (0.28, -0.44),
        (0.46, -0.24),
    ];
    ROUND.map(|(x, y)| middle + spot(x * width, y * height)).to_vec()
}

/// Draws an outline with what lies below everything else.
pub(super) fn base(canvas: &mut Canvas<'_>, outline: &Outline, paint: Paint, attributes: &str) {
    let Paint { ground, line, .. } = paint;
    canvas.path(
        &outline.path(),
        format_args!("class=\"outline\" fill=\"{ground}\" stroke=\"{line}\" stroke-linejoin=\"round\" {attributes}"),
    );
}
