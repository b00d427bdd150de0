//! Outlines and lines as they are drawn: smooth where nature made them, and never far from what counts in play.

use super::canvas::Path;
use super::spot::{Room, Spot, spot};
use crate::geometry::Polygon;

/// Farthest that a control point stands off the side it belongs to, in hundredths of a BW. A curve reaches at most three
/// quarters as far, so what is drawn stays within 0.05 BW of the outline that counts.
const FARTHEST: f64 = 6.6;
/// Least distance from the outline of what is scattered inside, so that it stays inside the curve as well.
pub(super) const SLACK: f64 = 5.0;

/// An outline on the drawing.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// Its corners, without repetition.
    pub(super) corners: Vec<Spot>,
    /// Which corners stay corners; others are rounded.
    sharp: Vec<bool>,
    /// The box around it.
    pub(super) room: Room,
    /// Twice its area; positive if its corners go round clockwise as it is seen.
    twice_area: f64,
}

impl Outline {
    /// Of a polygon on a table of this depth; `straight` outlines keep all corners. None for fewer than three.
    pub(super) fn of(polygon: &Polygon, depth: i64, straight: bool) -> Option<Self> {
        let corners: Vec<Spot> = polygon.corners.iter().map(|corner| Spot::of(*corner, depth)).collect();
        Self::new(corners, |_| straight)
    }

    /// From corners, keeping those that are `sharp`.
    pub(super) fn new(mut corners: Vec<Spot>, sharp: impl Fn(Spot) -> bool) -> Option<Self> {
        corners.dedup();
        if corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        if corners.len() < 3 {
            return None;
        }
        let room = Room::of(&corners)?;
        let twice_area = pairs(&corners).map(|(from, to)| from.cross(to)).sum();
        let sharp = corners.iter().map(|corner| sharp(*corner)).collect();
        Some(Self { corners, sharp, room, twice_area })
    }

    pub(super) fn sides(&self) -> impl Iterator<Item = (Spot, Spot)> + Clone + '_ {
        pairs(&self.corners)
    }

    pub(super) fn area(&self) -> f64 {
        self.twice_area.abs() / 2.0
    }

    /// The middle of its area; of its box, if it has none.
    pub(super) fn middle(&self) -> Spot {
        if self.twice_area.abs() < 1.0 {
            return self.room.middle();
        }
        let sum = self.sides().fold(Spot::default(), |sum, (from, to)| sum + (from + to) * from.cross(to));
        sum * (1.0 / (3.0 * self.twice_area))
    }

    pub(super) fn contains(&self, at: Spot) -> bool {
        self.room.contains(at)
            && self.sides().fold(false, |inside, (from, to)| {
                let crosses = (from.y > at.y) != (to.y > at.y)
                    && at.x < from.x + (to.x - from.x) * (at.y - from.y) / (to.y - from.y);
                inside != crosses
            })
    }

    /// How far a place lies from the outline, inside or outside.
    pub(super) fn distance(&self, at: Spot) -> f64 {
        distance(at, self.sides())
    }

    /// Whether a place lies inside, at least so far from the outline.
    pub(super) fn holds(&self, at: Spot, margin: f64) -> bool {
        if !self.room.contains(at) {
            return false;
        }
        let mut inside = false;
        for (from, to) in self.sides() {
            // Most sides are far above or below: they neither count nor are near.
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

    /// The step of length 1 that leads inside from a side.
    pub(super) fn inwards(&self, from: Spot, to: Spot) -> Option<Spot> {
        let inside = (to - from).unit()?.turned();
        Some(if self.twice_area > 0.0 { inside } else { inside * -1.0 })
    }

    /// Places at even distances along it, with the step of length 1 that leads inside.
    pub(super) fn walk(&self, step: f64) -> Vec<(Spot, Spot)> {
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

    /// A curve through other corners that stand for its own, one for one.
    pub(super) fn trace(&self, corners: &[Spot], path: &mut Path) {
        curve(corners, &self.sharp, true, path);
    }

    /// Its corners moved inside by a distance; outlines that are much bent in cross themselves.
    pub(super) fn inset(&self, by: f64) -> Vec<Spot> {
        let before = self.corners.iter().cycle().skip(self.corners.len().saturating_sub(1));
        let after = self.corners.iter().cycle().skip(1);
        let around = before.zip(&self.corners).zip(after);
        around
            .map(|((before, at), after)| {
                let (Some(one), Some(two)) = (self.inwards(*before, *at), self.inwards(*at, *after)) else {
                    return *at;
                };
                // Along the bisector; at a sharp corner not without end.
                let sum = one + two;
                *at + sum * (by / (1.0 + one.dot(two)).max(0.4))
            })
            .collect()
    }

    /// The parts inside of a straight line through a place.
    pub(super) fn spans(&self, through: Spot, along: Spot) -> Vec<(Spot, Spot)> {
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

    /// With every corner somewhere else.
    pub(super) fn moved(&self, to: impl Fn(Spot) -> Spot) -> Option<Self> {
        let corners: Vec<Spot> = self.corners.iter().map(|corner| to(*corner)).collect();
        let mut sharp = self.sharp.iter().copied();
        let mut moved = Self::new(corners, |_| false)?;
        moved.sharp = moved.corners.iter().map(|_| sharp.next().unwrap_or_default()).collect();
        Some(moved)
    }

    /// The same outline about another middle, larger or smaller.
    pub(super) fn scaled(&self, about: Spot, by: f64) -> Vec<Spot> {
        self.corners.iter().map(|corner| about.towards(*corner, by)).collect()
    }
}

/// Corners two by two, the last with the first.
fn pairs(corners: &[Spot]) -> impl Iterator<Item = (Spot, Spot)> + Clone + '_ {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// The points of a line two by two.
pub(super) fn pieces(line: &[Spot]) -> impl Iterator<Item = (Spot, Spot)> + Clone + '_ {
    line.iter().copied().zip(line.iter().copied().skip(1))
}

/// How far a place lies from the nearest of some sides.
pub(super) fn distance(at: Spot, sides: impl Iterator<Item = (Spot, Spot)>) -> f64 {
    let square = |step: Spot| step.dot(step);
    let least = sides.map(|(from, to)| square(at - nearest_on(at, from, to))).fold(f64::INFINITY, f64::min);
    least.sqrt()
}

/// The place of a side that is nearest to another place.
pub(super) fn nearest_on(at: Spot, from: Spot, to: Spot) -> Spot {
    let step = to - from;
    let square = step.dot(step);
    if square <= 0.0 { from } else { from + step * ((at - from).dot(step) / square).clamp(0.0, 1.0) }
}

/// Draws a smooth line through points. Its control points stand in the direction from the point before to the point
/// after (Catmull and Rom), a third of the way to the next, but never far from the straight line.
pub(super) fn curve(points: &[Spot], sharp: &[bool], closed: bool, path: &mut Path) {
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

/// A line beside another, to its right if the distance is positive.
pub(super) fn beside(line: &[Spot], by: f64) -> Vec<Spot> {
    let count = line.len();
    let at = |index: usize| line.get(index).copied().unwrap_or_default();
    (0..count)
        .map(|index| {
            let (before, after) = (at(index.saturating_sub(1)), at((index + 1).min(count - 1)));
            (after - before).unit().map_or(at(index), |along| at(index) + along.turned() * by)
        })
        .collect()
}

/// The place so far along a line, with the step of length 1 in which it goes on there.
pub(super) fn along(line: &[Spot], mut far: f64) -> Option<(Spot, Spot)> {
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

/// How long a line is.
pub(super) fn length(line: &[Spot]) -> f64 {
    pieces(line).map(|(from, to)| (to - from).length()).sum()
}

/// A round outline of a size, for pictures of a kind.
pub(super) fn blob(middle: Spot, width: f64, height: f64) -> Vec<Spot> {
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
