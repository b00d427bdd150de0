//! Moves a feature: it stays on the table and snaps to lines that players use, and rivers keep their edges.

use musterfield_geometry::point::FARTHEST;
use musterfield_geometry::{BW, Bounds, Course, Point, Polygon};

use super::frame::{Frame, rounded};
use super::{EditError, EditedFeature};
use crate::layout::{Board, Edge, Feature, Shape, TOUCH};
use crate::outline::whole;

/// An outline within this distance of a line snaps to it.
const CATCH: i64 = 150;
/// The centre of an outline snaps to multiples of this.
const STEP: i64 = BW / 2;
/// The end of a river or road within this distance of an edge of the table snaps to it.
pub(super) const END_CATCH: i64 = BW / 5;
/// The least distance of a shore from the edge along which the water lies.
const SHALLOWEST: i64 = 50;
/// The least distance of the centre of a moved river or road from the edges, so that a visible course is left.
const COURSE_MARGIN: i64 = BW;

impl EditedFeature<'_> {
    pub(super) fn moved(self, by: Point, snap: bool) -> Result<Feature, EditError> {
        let most = FARTHEST * BW;
        let by = Point::new(by.x.clamp(-most, most), by.y.clamp(-most, most));
        match &self.feature.shape {
            Shape::Area(outline) => self.moved_area(outline, by, snap),
            Shape::Course(course) => self.moved_course(course, by),
            Shape::Water { edge, outline, beach } => Ok(self.deepened(*edge, outline, beach.as_ref(), by)),
        }
    }

    /// The feature with its centre in a place.
    pub(super) fn put(self, at: Point) -> Result<Feature, EditError> {
        if at.x.abs().max(at.y.abs()) > FARTHEST * BW {
            return Err(EditError::LeavesTable(self.name()));
        }
        let by = at - rounded(Frame::of(self.feature).middle);
        let bounds = match &self.feature.shape {
            Shape::Area(outline) | Shape::Water { outline, .. } => outline.bounds(),
            Shape::Course(course) => course.bounds(),
        };
        let bounds = bounds.ok_or_else(|| EditError::LeavesTable(self.name()))?;
        let there = Bounds { least: bounds.least + by, most: bounds.most + by };
        let near = |bounds: Bounds| bounds.intersects(table(self.board()));
        // A feature that already lies off the table can return in steps.
        if near(there) || !near(bounds) { self.moved(by, false) } else { Err(EditError::LeavesTable(self.name())) }
    }

    fn moved_area(self, outline: &Polygon, by: Point, snap: bool) -> Result<Feature, EditError> {
        let bounds = outline.bounds().ok_or_else(|| EditError::LeavesTable(self.name()))?;
        let board = self.board();
        let mut by = by;
        let middle = Frame::of(self.feature).middle;
        let margin = self.layout.rules.edge_gap_of(self.feature.kind);
        // A movement to the left does not snap to a line farther up.
        if snap && by.x != 0 {
            by.x += snap_step(bounds.least.x + by.x, bounds.most.x + by.x, whole(middle.0) + by.x, board.width, margin);
        }
        if snap && by.y != 0 {
            by.y += snap_step(bounds.least.y + by.y, bounds.most.y + by.y, whole(middle.1) + by.y, board.depth, margin);
        }
        by.x = clamped_step(by.x, bounds.least.x, bounds.most.x, board.width);
        by.y = clamped_step(by.y, bounds.least.y, bounds.most.y, board.depth);
        Ok(self.with_points(|point| point + by))
    }

    /// Ends on an edge slide along it; the rest moves as requested.
    fn moved_course(self, course: &Course, by: Point) -> Result<Feature, EditError> {
        let board = self.board();
        let middle = halfway(&course.path).ok_or_else(|| EditError::LeavesTable(self.name()))?;
        let held = |step, at, side| clamped_step(step, at - COURSE_MARGIN, at + COURSE_MARGIN, side);
        let by = Point::new(held(by.x, middle.x, board.width), held(by.y, middle.y, board.depth));
        let last = course.path.len().saturating_sub(1);
        let path: Vec<Point> = course
            .path
            .iter()
            .enumerate()
            .map(|(at, point)| {
                let there = clamped(board, *point + by);
                if at != 0 && at != last {
                    return there;
                }
                match edge_at(board, *point, TOUCH) {
                    Some(edge) => nearest_on_edge(board, edge, there),
                    None => at_edge(board, there),
                }
            })
            .collect();
        self.with_path(course, path)
    }

    /// The feature with another path, if it has one.
    pub(super) fn with_path(self, course: &Course, mut path: Vec<Point>) -> Result<Feature, EditError> {
        path.dedup();
        if path.len() < 2 {
            return Err(EditError::LeavesTable(self.name()));
        }
        Ok(Feature { shape: Shape::Course(Course { path, width: course.width }), ..self.feature.clone() })
    }

    /// Moves the shore towards the middle of the table or away from it, until hardly any water is left or it reaches
    /// the other edge.
    fn deepened(self, edge: Edge, outline: &Polygon, beach: Option<&Polygon>, by: Point) -> Feature {
        let board = self.board();
        let inwards = match edge {
            Edge::North => -by.y,
            Edge::East => -by.x,
            Edge::South => by.y,
            Edge::West => by.x,
        };
        let depth = |points: &[Point]| points.iter().map(|point| board.from_edge(edge, *point)).max().unwrap_or(0);
        let deepest = depth(&outline.corners);
        let inwards = inwards.clamp((SHALLOWEST - deepest).min(0), (board.across(edge) - deepest).max(0));
        let moved = |polygon: &Polygon, keep_edge: bool| {
            let corners = polygon.corners.iter().map(|corner| {
                let depth = board.from_edge(edge, *corner);
                if depth <= 0 && keep_edge {
                    return *corner;
                }
                let to = (depth + inwards).clamp(SHALLOWEST, board.across(edge));
                into(board, edge, *corner, to)
            });
            Polygon::new(corners.collect())
        };
        let (outline, beach) = (moved(outline, true), beach.map(|beach| moved(beach, false)));
        Feature { shape: Shape::Water { edge, outline, beach }, ..self.feature.clone() }
    }
}

/// The point halfway along a path, by its corners.
fn halfway(path: &[Point]) -> Option<Point> {
    let (before, after) = (path.get(path.len().checked_sub(1)? / 2)?, path.get(path.len() / 2)?);
    Some(Point::new(i64::midpoint(before.x, after.x), i64::midpoint(before.y, after.y)))
}

/// The table as a box.
pub(super) fn table(board: Board) -> Bounds {
    Bounds { least: Point::new(0, 0), most: Point::new(board.width, board.depth) }
}

/// A step along one axis, limited so that what lies between two numbers stays on the table, or gets no farther off it.
fn clamped_step(step: i64, least: i64, most: i64, side: i64) -> i64 {
    let (back, forth) = ((-least).min(0), (side - most).max(0));
    step.clamp(back, forth)
}

/// The extra distance that an outline between two numbers must move along an axis to lie along a line within snapping
/// distance.
fn snap_step(least: i64, most: i64, middle: i64, side: i64, margin: i64) -> i64 {
    let lines = [side / 2 - most, (side + 1) / 2 - least, margin - least, side - margin - most];
    let nearest = |steps: &[i64]| steps.iter().copied().filter(|step| step.abs() < CATCH).min_by_key(|step| step.abs());
    let half = (2 * middle + STEP).div_euclid(2 * STEP) * STEP - middle;
    nearest(&lines).or_else(|| nearest(&[half])).unwrap_or(0)
}

/// The nearest point on the table.
pub(super) fn clamped(board: Board, point: Point) -> Point {
    Point::new(point.x.clamp(0, board.width), point.y.clamp(0, board.depth))
}

/// The edge nearest to a point, if it is within this distance.
pub(super) fn edge_at(board: Board, point: Point, near: i64) -> Option<Edge> {
    let distance = |edge: &Edge| board.from_edge(*edge, point).abs();
    Edge::ALL.into_iter().filter(|edge| distance(edge) <= near).min_by_key(distance)
}

/// Whether the end of a course lies on an edge.
pub(super) fn is_on_edge(board: Board, point: Point) -> bool {
    edge_at(board, point, TOUCH).is_some()
}

/// The end of a course, moved onto an edge within snapping distance.
pub(super) fn at_edge(board: Board, point: Point) -> Point {
    edge_at(board, point, END_CATCH - 1).map_or(point, |edge| nearest_on_edge(board, edge, point))
}

/// The point on an edge that is nearest to a point.
fn nearest_on_edge(board: Board, edge: Edge, point: Point) -> Point {
    into(board, edge, clamped(board, point), 0)
}

/// The point at this depth into the table from an edge.
fn into(board: Board, edge: Edge, point: Point, depth: i64) -> Point {
    match edge {
        Edge::North => Point::new(point.x, board.depth - depth),
        Edge::East => Point::new(board.width - depth, point.y),
        Edge::South => Point::new(point.x, depth),
        Edge::West => Point::new(depth, point.y),
    }
}
