//! Corners of outlines, shores and paths, gates, and the breadth of rivers and roads.

use musterfield_geometry::point::FARTHEST;
use musterfield_geometry::{BW, Course, Point, Polygon, Segment};

use super::place::{at_edge, clamped};
use super::{EditError, EditedFeature};
use crate::layout::{Edge, Feature, MOST_POINTS, Shape};
use crate::outline::{exact, whole};

/// The share of a corner's movement that its neighbours in a curved outline follow, in hundredths: the next one, and
/// the one after.
const FOLLOW: [i64; 2] = [60, 25];
/// The least and greatest breadth of a river or road.
const BREADTHS: std::ops::RangeInclusive<i64> = 10..=10 * BW;

/// The corners of a feature, and whether the last is followed by the first.
struct Line {
    corners: Vec<Point>,
    closed: bool,
}

impl Line {
    /// The smallest number of corners of such a line.
    fn least(&self) -> usize {
        if self.closed { 3 } else { 2 }
    }
}

impl EditedFeature<'_> {
    fn line(self) -> Line {
        match &self.feature.shape {
            Shape::Area(outline) | Shape::Water { outline, .. } => {
                Line { corners: outline.corners.clone(), closed: true }
            }
            Shape::Course(course) => Line { corners: course.path.clone(), closed: false },
        }
    }

    /// The feature with other corners; a beach follows the shore, gates follow the walls.
    fn with_line(self, corners: Vec<Point>) -> Result<Feature, EditError> {
        let mut feature = self.feature.clone();
        match &self.feature.shape {
            Shape::Course(course) => return self.with_path(course, corners),
            Shape::Area(_) => {
                let outline = Polygon::new(corners);
                for gate in &mut feature.gates {
                    *gate = nearest(&outline, *gate).unwrap_or(*gate);
                }
                // A crest that is no longer on its hill is removed, and determined again when the hill is drawn.
                if !feature.crest.iter().all(|point| outline.contains(*point)) {
                    feature.crest.clear();
                }
                feature.shape = Shape::Area(outline);
            }
            Shape::Water { edge, outline, beach } => {
                let beach = beach.as_ref().map(|beach| with_shore(beach, &outline.corners, &corners));
                feature.shape = Shape::Water { edge: *edge, outline: Polygon::new(corners), beach };
            }
        }
        Ok(feature)
    }

    fn is_curved(self) -> bool {
        self.layout.rules.feature(self.feature.kind).is_none_or(|kind| !kind.straight) && self.feature.bua.is_none()
    }

    pub(super) fn corner(self, at: usize, to: Point) -> Result<Feature, EditError> {
        if to.x.abs().max(to.y.abs()) > FARTHEST * BW {
            return Err(EditError::TooFar);
        }
        let Line { mut corners, closed } = self.line();
        let board = self.board();
        let count = corners.len();
        let old = *corners.get(at).ok_or_else(|| EditError::NoCorner(self.name()))?;
        let is_end = |index: usize| !closed && (index == 0 || index + 1 == count);
        let to = clamped(board, to);
        let to = if is_end(at) { at_edge(board, to) } else { to };
        let step = to - old;
        let on_shore_edge = |point: Point| match &self.feature.shape {
            Shape::Water { edge, .. } => board.from_edge(*edge, point) <= 0,
            Shape::Area(_) | Shape::Course(_) => false,
        };
        if self.is_curved() && !is_end(at) && count > 2 * FOLLOW.len() + 2 {
            for (beside, share) in (1..).zip(FOLLOW) {
                let before = if closed { Some((at + count - beside) % count) } else { at.checked_sub(beside) };
                let after = if closed { Some((at + beside) % count) } else { Some(at + beside) };
                for index in [before, after].into_iter().flatten().filter(|index| !is_end(*index)) {
                    if let Some(corner) = corners.get_mut(index).filter(|corner| !on_shore_edge(**corner)) {
                        let part = Point::new(step.x * share / 100, step.y * share / 100);
                        *corner = clamped(board, *corner + part);
                    }
                }
            }
        }
        if let Some(corner) = corners.get_mut(at) {
            *corner = to;
        }
        self.with_line(corners)
    }

    pub(super) fn add_corner(self, after: usize, to: Option<Point>) -> Result<Feature, EditError> {
        let Line { mut corners, closed } = self.line();
        if corners.len() >= MOST_POINTS {
            return Err(EditError::ManyCorners);
        }
        let mut next = corners.iter().chain(corners.first().filter(|_| closed)).skip(after);
        let (Some(one), Some(other)) = (next.next(), next.next()) else {
            return Err(EditError::NoCorner(self.name()));
        };
        let middle = Point::new(i64::midpoint(one.x, other.x), i64::midpoint(one.y, other.y));
        let to = to.unwrap_or(middle);
        if to.x.abs().max(to.y.abs()) > FARTHEST * BW {
            return Err(EditError::TooFar);
        }
        corners.insert(after + 1, clamped(self.board(), to));
        self.with_line(corners)
    }

    pub(super) fn corners(self, corners: &[Point]) -> Result<Feature, EditError> {
        if corners.iter().any(|corner| corner.x.abs().max(corner.y.abs()) > FARTHEST * BW) {
            return Err(EditError::TooFar);
        }
        if corners.len() > MOST_POINTS {
            return Err(EditError::ManyCorners);
        }
        let least = self.line().least();
        if corners.len() < least {
            return Err(EditError::FewCorners(self.name(), least));
        }
        self.with_line(corners.iter().map(|corner| clamped(self.board(), *corner)).collect())
    }

    pub(super) fn remove_corner(self, at: usize) -> Result<Feature, EditError> {
        let line = self.line();
        let least = line.least();
        let mut corners = line.corners;
        if at >= corners.len() {
            return Err(EditError::NoCorner(self.name()));
        }
        if corners.len() <= least {
            return Err(EditError::FewCorners(self.name(), least));
        }
        corners.remove(at);
        self.with_line(corners)
    }

    pub(super) fn gate(self, at: usize, to: Point) -> Result<Feature, EditError> {
        let outline = self.feature.area().filter(|_| self.feature.bua.is_some());
        let gates = self.feature.gates.len();
        let fits = at < gates || (at == 0 && gates == 0);
        let Some(outline) = outline.filter(|_| fits) else { return Err(EditError::NoGate(self.name())) };
        if to.x.abs().max(to.y.abs()) > FARTHEST * BW {
            return Err(EditError::TooFar);
        }
        let to = nearest(outline, to).ok_or_else(|| EditError::NoGate(self.name()))?;
        let mut feature = self.feature.clone();
        match feature.gates.get_mut(at) {
            Some(gate) => *gate = to,
            None => feature.gates.push(to),
        }
        Ok(feature)
    }

    pub(super) fn breadth(self, width: i64) -> Result<Feature, EditError> {
        let Some(course) = self.feature.course() else { return Err(EditError::NoWidth(self.name())) };
        if !BREADTHS.contains(&width) {
            return Err(EditError::Size);
        }
        let path = course.path.clone();
        Ok(Feature { shape: Shape::Course(Course { path, width }), ..self.feature.clone() })
    }
}

/// The point of an outline that is nearest to a point.
fn nearest(outline: &Polygon, to: Point) -> Option<Point> {
    let on = |side: Segment| {
        let (step, way) = (side.step(), to - side.from);
        let square = step.square();
        let share = if square == 0 { 0.0 } else { (exact(step.dot(way)) / exact(square)).clamp(0.0, 1.0) };
        side.from + Point::new(whole(exact(step.x) * share), whole(exact(step.y) * share))
    };
    outline.sides().map(on).min_by_key(|point| (*point - to).square())
}

/// The beach beside a shore that has changed: where it followed the old shore it follows the new one.
fn with_shore(beach: &Polygon, old: &[Point], new: &[Point]) -> Polygon {
    let front = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let back = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let back = back.min(old.len().min(new.len()) - front);
    let gone = old.get(front..old.len() - back).unwrap_or_default();
    let come = new.get(front..new.len() - back).unwrap_or_default();
    let before = front.checked_sub(1).and_then(|at| old.get(at));
    let mut corners = Vec::with_capacity(beach.corners.len() + come.len());
    let mut done = false;
    // The shore may run along the beach in either direction; both are tried.
    let forth = beach.corners.windows(2).any(|pair| old.windows(2).any(|known| known == pair));
    let come: Vec<Point> = if forth { come.to_vec() } else { come.iter().rev().copied().collect() };
    let after = old.get(old.len() - back);
    let neighbour = if forth { before } else { after };
    for corner in &beach.corners {
        if gone.contains(corner) {
            if !done {
                corners.extend(come.iter().copied());
                done = true;
            }
            continue;
        }
        corners.push(*corner);
        if gone.is_empty() && !done && Some(corner) == neighbour {
            corners.extend(come.iter().copied());
            done = true;
        }
    }
    if corners.len() < 3 { beach.clone() } else { Polygon::new(corners) }
}

/// The place of the gate of a BUA that faces an edge: the middle of the longest side that does. `None` if no side does.
#[must_use]
pub fn gate_towards(feature: &Feature, edge: Edge) -> Option<Point> {
    let outline = feature.area()?;
    let left_round = outline.twice_area() >= 0;
    let looks = |side: &Segment| {
        let step = side.step();
        // The right-hand side of an anticlockwise outline is its outside.
        let out = if left_round { Point::new(step.y, -step.x) } else { Point::new(-step.y, step.x) };
        let (towards, aside) = match edge {
            Edge::North => (out.y, out.x),
            Edge::East => (out.x, out.y),
            Edge::South => (-out.y, out.x),
            Edge::West => (-out.x, out.y),
        };
        towards > 0 && towards >= aside.abs()
    };
    let side = outline.sides().filter(looks).max_by_key(|side| side.step().square())?;
    Some(Point::new(i64::midpoint(side.from.x, side.to.x), i64::midpoint(side.from.y, side.to.y)))
}

/// The edge that a gate faces.
#[must_use]
pub fn gate_edge(feature: &Feature) -> Option<Edge> {
    let (gate, outline) = (*feature.gates.first()?, feature.area()?);
    let near = |edge: &Edge| gate_towards(feature, *edge).map(|at| (at - gate).square());
    outline.corners.first()?;
    Edge::ALL
        .into_iter()
        .filter_map(|edge| Some((near(&edge)?, edge)))
        .min_by_key(|(far, _)| *far)
        .map(|(_, edge)| edge)
}
