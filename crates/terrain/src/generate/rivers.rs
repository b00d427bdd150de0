//! Places rivers: through two quarters, from an edge or the waterway to another.

use musterfield_geometry::{BW, Course, Point, Polygon};
use musterfield_rules::terrain::Kind;

use super::lane::Lane;
use super::place::TableBuilder;
use crate::layout::{Crossing, Edge, Feature, Quarter, Shape};
use crate::outline::{exact, smooth};

/// The number of courses tried before a river is discarded.
const TRIES: usize = 60;
/// The number of points drawn between two bends.
const PARTS: u16 = 5;
/// The approximate distance between bends.
const REACH: i64 = 4 * BW;
/// The farthest that a river moves to a side between bends.
const SWING: i64 = 5 * BW / 2;
/// Within a stretch of this length it turns by no more than a right angle.
const WINDING: f64 = 2000.0;
/// The distance beyond the shore at which it ends, in thousandths of a BW.
const MOUTH: f64 = 250.0;
/// The margin to every limit, so that rounding never matters.
const MARGIN: i64 = BW / 50;
/// Crossings nearer to each other than this are one.
const ONE_CROSSING: i64 = BW;

impl TableBuilder<'_> {
    /// Places a river (D3H2-FEAT-04, D3H2-FEAT-11): in the quarter and one neighbour, away from the edges to which it
    /// does not flow, and not over hills, dunes and BUAs.
    pub(super) fn river(&mut self, quarter: Quarter) -> Option<Feature> {
        let most = self.settings.rules.river.width;
        // Even, so that half of it is a whole number.
        let width = self.dice.between(most / 20, most * 9 / 100) * 10;
        for _ in 0..TRIES {
            let lanes = Lane::of(self.settings.board, quarter);
            let lane = *self.dice.pick(&lanes)?;
            let path = if self.dice.below(3) == 0 { self.bent(lane, width) } else { self.straight(lane, width) };
            let Some(path) = path.map(|path| self.up_to_the_water(lane, path)) else { continue };
            let course = Course { path, width };
            if self.may_flow(lane, &course) {
                return Some(Feature::new(String::new(), Kind::River, Shape::Course(course)));
            }
        }
        None
    }

    /// A course from one end of the lane to the other.
    fn straight(&mut self, lane: Lane, width: i64) -> Option<Vec<Point>> {
        let from_edges = self.settings.rules.river.from_edges;
        let (least, most) = (lane.least(width), lane.depth() - from_edges - width / 2 - MARGIN);
        if least > most {
            return None;
        }
        let bends = (lane.length() / REACH + self.dice.between(-1, 1)).max(3);
        let mut through = Vec::new();
        // A curve swings out beyond the points through which it is drawn.
        let room = (most - least) / 8;
        let (low, high) = (least + room, most - room);
        let mut v = self.dice.between(low, high);
        for bend in 0..=bends {
            let u = lane.length() * bend / bends;
            let shift = if bend == 0 || bend == bends { 0 } else { self.dice.between(-BW / 2, BW / 2) };
            through.push((u + shift, v));
            v = turned_back(v + self.dice.between(-SWING, SWING), low, high);
        }
        Some(drawn(lane, &through, |(u, v)| (u, v.clamp(least, most))))
    }

    /// A course from one end of the lane to the edge along it.
    fn bent(&mut self, lane: Lane, width: i64) -> Option<Vec<Point>> {
        let from_edges = self.settings.rules.river.from_edges;
        let (length, depth) = (lane.length(), lane.depth());
        let (least_u, most_u) = (length / 2 + width / 2 + BW / 2, length - from_edges - width / 2 - MARGIN);
        let (least_v, most_v) = (lane.least(width), depth / 2);
        if least_u > most_u || least_v > most_v {
            return None;
        }
        let mouth = self.dice.between(least_u, most_u);
        let through = [
            (0, self.dice.between(least_v, most_v)),
            (mouth / 3, self.dice.between(least_v, most_v)),
            (2 * mouth / 3, self.dice.between(least_v, most_v)),
            (mouth - mouth / 12, depth / 2 + self.dice.between(0, depth / 6)),
            (mouth, depth),
        ];
        let backwards = self.dice.below(2) == 1;
        let turned = |(u, v): (i64, i64)| (if backwards { length - u } else { u }, v);
        let mut path = drawn(lane, &through, |(u, v)| turned((u.min(most_u), v.max(least_v))));
        if backwards {
            path.reverse();
        }
        Some(path)
    }

    /// Ends a river where it reaches the water.
    fn up_to_the_water(&self, lane: Lane, mut path: Vec<Point>) -> Vec<Point> {
        let [first, last] = lane.ends();
        for edge in [first, last, lane.outer()] {
            let Some(water) = self.water_on(edge) else { continue };
            let wet = |point: &Point| water.contains(*point);
            // Only its ends can be wet: it keeps away from the edges to which it does not flow.
            while let [.., before, end] = path.as_slice() {
                if !(wet(before) && wet(end)) {
                    break;
                }
                path.pop();
            }
            let dry = path.iter().position(|point| !wet(point)).unwrap_or(0);
            path.drain(..dry.saturating_sub(1));
            if let [.., before, end] = path.as_mut_slice() {
                *end = mouth(water, *before, *end);
            }
            if let [start, after, ..] = path.as_mut_slice() {
                *start = mouth(water, *after, *start);
            }
        }
        path
    }

    /// Whether it meets the waterway only at its ends.
    fn is_dry_between(&self, path: &[Point]) -> bool {
        let between = path.get(1..path.len().saturating_sub(1)).unwrap_or_default();
        self.features.iter().all(|feature| match &feature.shape {
            Shape::Water { outline, .. } => !between.iter().any(|point| outline.contains(*point)),
            Shape::Area(_) | Shape::Course(_) => true,
        })
    }

    fn may_flow(&self, lane: Lane, course: &Course) -> bool {
        let rules = self.settings.rules;
        let barred = |feature: &&Feature| {
            rules.feature(feature.kind).and_then(|kind| kind.river.as_ref()).is_some_and(|river| !river.value)
        };
        course.path.len() > 3
            && lane.holds(course)
            && course.self_crossing().is_none()
            && !course.bends_sharply(WINDING)
            && self.is_dry_between(&course.path)
            && self.is_clear_of_edges(course)
            && self.roads().all(|road| cross_cleanly(road, course))
            && !self.features.iter().filter(barred).filter_map(Feature::area).any(|area| course.overlaps(area))
    }

    /// Whether its banks are far enough from every edge to which it does not flow.
    fn is_clear_of_edges(&self, course: &Course) -> bool {
        let board = self.settings.board;
        let reach = self.settings.rules.river.from_edges + course.width / 2;
        let ends = [course.path.first(), course.path.last()];
        let flows_to = |edge: Edge| {
            ends.into_iter().flatten().any(|end| {
                board.from_edge(edge, *end) == 0 || self.water_on(edge).is_some_and(|water| water.contains(*end))
            })
        };
        Edge::ALL
            .into_iter()
            .filter(|edge| !flows_to(*edge))
            .all(|edge| course.path.iter().all(|point| board.from_edge(edge, *point) > reach))
    }

    /// The water along an edge.
    pub(super) fn water_on(&self, edge: Edge) -> Option<&Polygon> {
        self.features.iter().find_map(|feature| match &feature.shape {
            Shape::Water { edge: along, outline, .. } if *along == edge => Some(outline),
            _ => None,
        })
    }

    /// The roads already on the table.
    fn roads(&self) -> impl Iterator<Item = &Course> {
        self.features.iter().filter(|feature| feature.kind.is_road()).filter_map(Feature::course)
    }

    /// Puts fords and bridges where roads cross rivers (D3H2-FEAT-13).
    pub(super) fn bridge_rivers(&mut self) {
        find_crossings(&mut self.features);
    }
}

/// Reflects a place beyond a limit to the inside, so that a river winds away from its limits and does not run along
/// them.
fn turned_back(v: i64, least: i64, most: i64) -> i64 {
    let inside = match v {
        _ if v < least => 2 * least - v,
        _ if v > most => 2 * most - v,
        _ => v,
    };
    inside.clamp(least, most)
}

/// Whether a road keeps out of a river except where it goes straight across.
pub(super) fn cross_cleanly(road: &Course, river: &Course) -> bool {
    let limit = 2.5 * exact(road.width + river.width);
    road.stretch_inside(river).is_none_or(|stretch| stretch.crosses && stretch.longest <= limit)
}

/// A point shortly beyond the shore on the way from a dry point to a wet one; the end itself if that is not wet, or is
/// nearer to the shore.
fn mouth(water: &Polygon, dry: Point, end: Point) -> Point {
    if !water.contains(end) || water.contains(dry) {
        return end;
    }
    let step = end - dry;
    let (mut least, mut most) = (0.0, 1.0);
    for _ in 0..12 {
        let middle = f64::midpoint(least, most);
        if water.contains(dry + along(step, middle)) {
            most = middle;
        } else {
            least = middle;
        }
    }
    let beyond = MOUTH / musterfield_geometry::Segment::new(dry, end).length().max(1.0);
    dry + along(step, (most + beyond).min(1.0))
}

/// Puts fords and bridges where roads cross rivers (D3H2-FEAT-13), and nowhere else.
pub fn find_crossings(features: &mut [Feature]) {
    let roads = features.iter().filter(|feature| feature.kind.is_road()).filter_map(Feature::course);
    let roads: Vec<Course> = roads.cloned().collect();
    for river in features.iter_mut().filter(|feature| feature.kind == Kind::River) {
        let Shape::Course(course) = &river.shape else { continue };
        let mut crossings: Vec<Crossing> = Vec::new();
        for at in roads.iter().flat_map(|road| meetings(course, road)) {
            if crossings.iter().all(|known| (known.at - at).square() >= ONE_CROSSING * ONE_CROSSING) {
                // Broad rivers have bridges, others fords.
                crossings.push(Crossing { at, bridge: 2 * course.width > BW });
            }
        }
        river.crossings = crossings;
    }
}

/// The points where two courses cross.
fn meetings(river: &Course, road: &Course) -> Vec<Point> {
    let mut found = Vec::new();
    for water in river.pieces() {
        for way in road.pieces().filter(|way| way.intersects(water)) {
            let across = water.step().cross(way.step());
            if across != 0 {
                let share = exact((way.from - water.from).cross(way.step())) / exact(across);
                let step = water.step();
                found.push(water.from + along(step, share));
            }
        }
    }
    found
}

fn along(step: Point, share: f64) -> Point {
    let part = |length: i64| crate::outline::whole(exact(length) * share);
    Point::new(part(step.x), part(step.y))
}

/// A smooth line through points of a lane, each moved to where it must lie.
pub(super) fn drawn(lane: Lane, through: &[(i64, i64)], keep: impl Fn((i64, i64)) -> (i64, i64)) -> Vec<Point> {
    let through: Vec<(f64, f64)> = through.iter().map(|(u, v)| (exact(*u), exact(*v))).collect();
    smooth(&through, PARTS)
        .into_iter()
        .map(|place| {
            let (u, v) = keep((place.x.clamp(0, lane.length()), place.y.clamp(0, lane.depth())));
            lane.point(u, v)
        })
        .collect()
}
