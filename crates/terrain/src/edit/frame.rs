//! The pose of a feature: its centre, the direction of its length, its size.

use musterfield_geometry::{Bounds, MinAreaRectangle, Point};

use crate::layout::{Feature, Shape};
use crate::outline::{exact, whole};

/// The pose of a feature, in the numbers that the editor shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pose {
    /// The centre of the least-area rectangle of an area, or of the box around any other feature.
    pub middle: Point,
    /// The direction of the length of an area, anticlockwise from the right, in thousandths of a degree below 180.
    pub turn: Option<i64>,
    /// Length and width of an area.
    pub size: Option<(i64, i64)>,
}

/// The pose of a feature.
#[must_use]
pub fn pose(feature: &Feature) -> Pose {
    let frame = Frame::of(feature);
    let middle = Point::new(whole(frame.middle.0), whole(frame.middle.1));
    let turn = frame.size.map(|_| frame.turn().rem_euclid(HALF_TURN));
    Pose { middle, turn, size: frame.size.map(|(long, short)| (whole(long), whole(short))) }
}

/// Half a turn, in thousandths of a degree.
const HALF_TURN: i64 = 180_000;

/// The rectangle around a feature, as floating-point numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) middle: (f64, f64),
    /// The unit vector along its length.
    pub(super) along: (f64, f64),
    /// Length and width of an area that has one.
    pub(super) size: Option<(f64, f64)>,
}

impl Frame {
    pub(super) fn of(feature: &Feature) -> Self {
        if let Some(rectangle) = feature.area().and_then(MinAreaRectangle::around) {
            return Self::from(&rectangle);
        }
        let points = match &feature.shape {
            Shape::Area(outline) | Shape::Water { outline, .. } => &outline.corners,
            Shape::Course(course) => &course.path,
        };
        let nowhere = Bounds { least: Point::new(0, 0), most: Point::new(0, 0) };
        let Bounds { least, most } = Bounds::of(points).unwrap_or(nowhere);
        let middle = (exact(least.x + most.x) / 2.0, exact(least.y + most.y) / 2.0);
        Self { middle, along: (1.0, 0.0), size: None }
    }

    /// The direction of its length in thousandths of a degree, anticlockwise from the right.
    pub(super) fn turn(&self) -> i64 {
        whole(libm::atan2(self.along.1, self.along.0).to_degrees() * 1000.0)
    }
}

impl From<&MinAreaRectangle> for Frame {
    fn from(rectangle: &MinAreaRectangle) -> Self {
        let direction = rectangle.direction();
        let (x, y) = (exact(direction.x), exact(direction.y));
        let length = (x * x + y * y).sqrt();
        Self { middle: rectangle.middle(), along: (x / length, y / length), size: Some(rectangle.size()) }
    }
}

/// The nearest point of the grid.
pub(super) fn rounded((x, y): (f64, f64)) -> Point {
    Point::new(whole(x), whole(y))
}
