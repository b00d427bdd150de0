//! Whether two areas share more than their borders.

use super::point::Point;
use super::polygon::Polygon;
use super::segment::Segment;

impl Polygon {
    /// Whether some point of one area lies inside the other and farther than `depth` from its outline, so that areas
    /// that only touch, or overlap by less than anyone can lay out precisely, do not count.
    #[must_use]
    pub fn overlaps(&self, other: &Self, depth: i64) -> bool {
        let (Some(mine), Some(theirs)) = (self.bounds(), other.bounds()) else { return false };
        mine.intersects(theirs) && (self.reaches_into(other, depth) || other.reaches_into(self, depth))
    }

    /// Whether a corner of this area, or the middle of a part of a side between two crossings, lies deep within the
    /// other.
    fn reaches_into(&self, other: &Self, depth: i64) -> bool {
        let deep = |point: Point| other.contains(point) && !other.outline_nearer_to_point(point, depth.max(1));
        self.corners.iter().any(|corner| deep(*corner))
            || self.sides().any(|side| middles(side, other).into_iter().any(deep))
    }
}

/// The middles of the parts into which the sides of an area cut a line.
fn middles(line: Segment, area: &Polygon) -> Vec<Point> {
    let mut cuts: Vec<f64> =
        area.sides().filter(|side| side.intersects(line)).filter_map(|side| share(line, side)).collect();
    cuts.extend([0.0, 1.0]);
    cuts.sort_by(f64::total_cmp);
    cuts.iter().zip(cuts.iter().skip(1)).map(|(from, to)| along(line, f64::midpoint(*from, *to))).collect()
}

/// Where another line cuts this one, as a share of its length; none for parallel lines.
#[expect(clippy::cast_precision_loss, clippy::as_conversions, reason = "a place to look at, not a decision")]
fn share(line: Segment, other: Segment) -> Option<f64> {
    let across = line.step().cross(other.step());
    (across != 0).then(|| (other.from - line.from).cross(other.step()) as f64 / across as f64)
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::as_conversions,
    reason = "stays between two coordinates"
)]
fn along(line: Segment, share: f64) -> Point {
    let step = line.step();
    line.from + Point::new((step.x as f64 * share).round() as i64, (step.y as f64 * share).round() as i64)
}
