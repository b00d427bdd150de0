//! Places walls along frontiers, and the hedges and walls of boundaries. No ruleset that is carried out prints limits
//! for them, so only what would look wrong is avoided.

use musterfield_geometry::{BW, Course, Point};
use musterfield_rules::terrain::Kind;

use super::lane::Lane;
use super::place::TableBuilder;
use crate::layout::{Feature, Quarter, Shape};
use crate::outline::{exact, smooth};

/// The number of lines tried before one is discarded.
const TRIES: usize = 40;
/// The width of a wall along a frontier.
const WALL: i64 = BW * 3 / 10;
/// The width of a hedge.
const HEDGE: i64 = BW / 5;
/// The least and the greatest distance between the ends of a hedge.
const REACH: (i64, i64) = (3 * BW, 6 * BW);
/// The distance of a hedge from the edges and from the lines between the quarters.
const CLEAR: i64 = BW / 2;
/// The number of points drawn between the ends of a hedge and its middle.
const PARTS: u16 = 5;

impl TableBuilder<'_> {
    /// Places a wall that runs through the quarter and a neighbouring one from edge to edge.
    pub(super) fn frontier_wall(&mut self, quarter: Quarter) -> Option<Feature> {
        for _ in 0..TRIES {
            let lane = *self.dice.pick(&Lane::of(self.settings.board, quarter))?;
            let course = self.through(lane, WALL).map(|path| Course { path, width: WALL });
            if let Some(course) = course.filter(|course| self.meets_no_wall(course)) {
                return Some(Feature::new(String::new(), Kind::FrontierWall, Shape::Course(course)));
            }
        }
        None
    }

    /// Places a hedge or wall that lies in the quarter.
    pub(super) fn boundary(&mut self, quarter: Quarter) -> Option<Feature> {
        let room = self.quarter_bounds(quarter).grown(-CLEAR);
        for _ in 0..TRIES {
            let begin =
                Point::new(self.dice.between(room.least.x, room.most.x), self.dice.between(room.least.y, room.most.y));
            let length = exact(self.dice.between(REACH.0, REACH.1));
            let angle = std::f64::consts::TAU * self.dice.share();
            let (sine, cosine) = libm::sincos(angle);
            let (from, to) = ((exact(begin.x), exact(begin.y)), (length * cosine, length * sine));
            let bend = (self.dice.share() - 0.5) * length / 4.0;
            let middle = (from.0 + to.0 / 2.0 - bend * sine, from.1 + to.1 / 2.0 + bend * cosine);
            let path = smooth(&[from, middle, (from.0 + to.0, from.1 + to.1)], PARTS);
            let course = Course { path, width: HEDGE };
            let fits = course.path.iter().all(|point| room.contains(*point))
                && course.self_crossing().is_none()
                && self.is_dry(&course)
                && self.meets_no_wall(&course)
                && self.walls_met(&course, None);
            if fits {
                return Some(Feature::new(String::new(), Kind::Boundary, Shape::Course(course)));
            }
        }
        None
    }

    /// Whether no other wall or hedge lies where it runs.
    fn meets_no_wall(&self, course: &Course) -> bool {
        let others = self.features.iter().filter(|other| matches!(other.kind, Kind::FrontierWall | Kind::Boundary));
        others.filter_map(Feature::course).all(|other| !course.intersects(other))
    }
}
