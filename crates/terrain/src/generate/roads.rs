//! Places roads: from an edge to the opposite edge, to a BUA, or to the first road.

use musterfield_geometry::{BW, Course, Point, Polygon};
use musterfield_rules::terrain::Kind;

use super::lane::Lane;
use super::place::TableBuilder;
use super::rivers::{cross_cleanly, drawn};
use crate::layout::{Edge, Feature, Quarter, Shape};
use crate::outline::{exact, smooth};

/// The number of ways tried before a road is discarded.
const TRIES: usize = 60;
/// The distance of a road from the edge along which it runs.
const VERGE: i64 = BW / 2;
/// The distance from a gate at which it turns towards it.
const APPROACH: i64 = 3 * BW / 4;
/// Within a stretch of this length it turns by no more than a right angle.
const WINDING: f64 = 2500.0;
/// The number of points drawn between two bends of a way to a gate or a junction.
const PARTS: u16 = 6;

impl TableBuilder<'_> {
    /// Places a road of this kind (D3H2-FEAT-04, D3H2-FEAT-13).
    pub(super) fn road(&mut self, kind: Kind, quarter: Quarter) -> Option<Feature> {
        let most = self.settings.rules.road.width;
        let width = self.dice.between(most * 6 / 100, most / 10) * 10;
        let first = self.features.iter().find(|feature| feature.kind.is_road()).and_then(Feature::course).cloned();
        for _ in 0..TRIES {
            let path = match &first {
                None => self.first_way(quarter, width),
                Some(first) => self.second_way(quarter, width, first),
            };
            if let Some(path) = path {
                return Some(Feature::new(String::new(), kind, Shape::Course(Course { path, width })));
            }
        }
        None
    }

    fn first_way(&mut self, quarter: Quarter, width: i64) -> Option<Vec<Point>> {
        let lanes = Lane::of(self.settings.board, quarter);
        let lane = *self.dice.pick(&lanes)?;
        if self.dice.below(2) == 0
            && let Some(path) = self.way_to_a_gate(lane, width)
        {
            return Some(path);
        }
        self.through(lane, width)
    }

    /// A way from edge to edge through a lane, if no water is in the way.
    pub(super) fn through(&mut self, lane: Lane, width: i64) -> Option<Vec<Point>> {
        if lane.ends().into_iter().any(|edge| self.water_on(edge).is_some()) {
            return None;
        }
        let (least, most) = (lane.least(width), lane.depth() - VERGE);
        // The smallest boards have no room for it.
        if least > most {
            return None;
        }
        let middle = self.dice.between(least, most);
        let mut through = Vec::new();
        for bend in 0..=3 {
            let v = middle + self.dice.between(-BW, BW);
            through.push((lane.length() * bend / 3, v.clamp(least, most)));
        }
        let path = drawn(lane, &through, |(u, v)| (u, v.clamp(least, most)));
        let course = Course { path, width };
        (lane.holds(&course) && self.is_dry(&course) && self.is_plausible(&course) && self.walls_met(&course, None))
            .then_some(course.path)
    }

    /// A way from the edge beyond the next quarter to the gate of a BUA in the lane.
    fn way_to_a_gate(&mut self, lane: Lane, width: i64) -> Option<Vec<Point>> {
        let bua = self.features.iter().find(|feature| feature.kind == Kind::Bua)?;
        let (outline, gate) = (bua.area()?.clone(), *bua.gates.first()?);
        let middle = musterfield_geometry::MinAreaRectangle::around(&outline)?.middle();
        let out = (exact(gate.x) - middle.0, exact(gate.y) - middle.1);
        let length = (out.0 * out.0 + out.1 * out.1).sqrt();
        if length < 1.0 {
            return None;
        }
        let reach = exact(APPROACH) / length;
        let before = (exact(gate.x) + out.0 * reach, exact(gate.y) + out.1 * reach);
        let (u, v) = lane.inside(gate);
        if v < lane.least(width) {
            return None;
        }
        let (least, most) = (lane.least(width), lane.depth() - VERGE);
        let [first, last] = lane.ends();
        // It begins on the far side of the other dividing line.
        let (edge, start) = if 2 * u > lane.length() { (first, 0) } else { (last, lane.length()) };
        if self.water_on(edge).is_some() {
            return None;
        }
        let begin = lane.point(start, self.dice.between(least, most));
        let halfway = lane.point(i64::midpoint(start, u), self.dice.between(least, most));
        let through = [to_floats(begin), to_floats(halfway), before, to_floats(gate)];
        let course = Course { path: smooth(&through, PARTS), width };
        let fits = lane.holds(&course)
            && self.on_the_table(&course)
            && course.self_crossing().is_none()
            && self.is_plausible(&course)
            && self.is_dry(&course)
            && reaches_gate(&course, &outline)
            && self.walls_met(&course, Some(&outline));
        fits.then_some(course.path)
    }

    /// A second road, which crosses the first or ends at it.
    fn second_way(&mut self, quarter: Quarter, width: i64, first: &Course) -> Option<Vec<Point>> {
        let lanes = Lane::of(self.settings.board, quarter);
        let lane = *self.dice.pick(&lanes)?;
        if self.dice.below(2) == 0
            && let Some(path) = self.through(lane, width)
        {
            let course = Course { path, width };
            if course.intersects(first) {
                return Some(course.path);
            }
        }
        self.way_to_the_first(quarter, lane, width, first)
    }

    /// A way from an edge of its quarter to the first road.
    fn way_to_the_first(&mut self, quarter: Quarter, lane: Lane, width: i64, first: &Course) -> Option<Vec<Point>> {
        let board = self.settings.board;
        let edges = if quarter.is_right() { [Edge::East, lane_end(quarter)] } else { [Edge::West, lane_end(quarter)] };
        let edge = *self.dice.pick(&edges)?;
        if self.water_on(edge).is_some() {
            return None;
        }
        let own = self.quarter_bounds(quarter).grown(-(width + BW / 2));
        let begin = match edge {
            Edge::West => Point::new(0, self.dice.between(own.least.y, own.most.y)),
            Edge::East => Point::new(board.width, self.dice.between(own.least.y, own.most.y)),
            Edge::South => Point::new(self.dice.between(own.least.x, own.most.x), 0),
            Edge::North => Point::new(self.dice.between(own.least.x, own.most.x), board.depth),
        };
        // The first and last points of the road lack a neighbour on one side.
        let junction = *self.dice.pick(first.path.get(1..first.path.len().saturating_sub(1))?)?;
        let bend = Point::new(i64::midpoint(begin.x, junction.x), i64::midpoint(begin.y, junction.y))
            + Point::new(self.dice.between(-BW / 2, BW / 2), self.dice.between(-BW / 2, BW / 2));
        let course = Course { path: smooth(&[to_floats(begin), to_floats(bend), to_floats(junction)], PARTS), width };
        let last = course.path.len().saturating_sub(1);
        let before = Course { path: course.path.get(..last)?.to_vec(), width };
        let in_one = own_quarter_only(&course, self.quarter_bounds(quarter));
        let fits = (in_one || lane.holds(&course))
            && self.on_the_table(&course)
            && course.self_crossing().is_none()
            && self.is_plausible(&course)
            && !before.intersects(first)
            && self.is_dry(&course)
            && self.walls_met(&course, None);
        fits.then_some(course.path)
    }

    /// Whether it is a plausible way: no hooks, and straight across a river.
    fn is_plausible(&self, course: &Course) -> bool {
        let mut rivers = self.features.iter().filter(|feature| feature.kind == Kind::River).filter_map(Feature::course);
        !course.bends_sharply(WINDING) && rivers.all(|river| cross_cleanly(course, river))
    }

    /// Whether it never leads into water or a lake.
    pub(super) fn is_dry(&self, course: &Course) -> bool {
        self.features.iter().all(|feature| match &feature.shape {
            Shape::Water { outline, .. } => !course.overlaps(outline),
            Shape::Area(outline) => feature.kind != Kind::Lake || !course.overlaps(outline),
            Shape::Course(_) => true,
        })
    }

    /// Whether it leads through no BUA except, at its end, to the gate of this one.
    pub(super) fn walls_met(&self, course: &Course, ends_at: Option<&Polygon>) -> bool {
        self.features
            .iter()
            .filter(|feature| !self.is_open_to_roads(feature.kind))
            .filter_map(Feature::area)
            .all(|area| Some(area) == ends_at || !course.overlaps(area))
    }

    fn on_the_table(&self, course: &Course) -> bool {
        let table = self.inner_bounds(0);
        course.path.iter().all(|point| table.contains(*point))
    }
}

/// The near or far edge of a quarter.
fn lane_end(quarter: Quarter) -> Edge {
    if quarter.is_far() { Edge::North } else { Edge::South }
}

/// Whether a course with its banks lies in one quarter.
fn own_quarter_only(course: &Course, quarter: musterfield_geometry::Bounds) -> bool {
    let half = course.width / 2 + 1;
    let board_side = |outer: bool, value: i64, limit: i64, sign: i64| outer || sign * (limit - value) >= half;
    course.path.iter().all(|point| {
        board_side(quarter.least.x == 0, point.x, quarter.least.x, -1)
            && board_side(quarter.least.x != 0, point.x, quarter.most.x, 1)
            && board_side(quarter.least.y == 0, point.y, quarter.least.y, -1)
            && board_side(quarter.least.y != 0, point.y, quarter.most.y, 1)
    })
}

/// Whether a course reaches an outline from outside and ends on it.
fn reaches_gate(course: &Course, outline: &Polygon) -> bool {
    let last = course.path.len().saturating_sub(1);
    let pieces = course.pieces().take(last.saturating_sub(1));
    let mut sides = outline.sides();
    let clear = pieces.into_iter().all(|piece| sides.clone().all(|side| !side.intersects(piece)));
    let touches = course.path.last().is_some_and(|end| sides.any(|side| side.nearer_to_point(*end, 5)));
    let middle = course
        .pieces()
        .last()
        .map(|piece| Point::new(i64::midpoint(piece.from.x, piece.to.x), i64::midpoint(piece.from.y, piece.to.y)));
    clear && touches && middle.is_some_and(|middle| !outline.contains(middle))
}

fn to_floats(point: Point) -> (f64, f64) {
    (exact(point.x), exact(point.y))
}
