//! Rivers and roads: a line with a width.

use super::point::{Bounds, Point};
use super::polygon::Polygon;
use super::segment::Segment;

/// A line with a width. Its band is every point at most half the width away from the line.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Course {
    /// The middle line.
    pub path: Vec<Point>,
    /// From bank to bank, in thousandths of a BW.
    pub width: i64,
}

impl Course {
    /// The pieces of the middle line.
    pub fn pieces(&self) -> impl Iterator<Item = Segment> + Clone + '_ {
        self.path.iter().zip(self.path.iter().skip(1)).map(|(from, to)| Segment::new(*from, *to))
    }

    /// The box around the middle line; none for no points.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        Bounds::of(&self.path)
    }

    /// Whether the band is nearer to a point than `distance`.
    #[must_use]
    pub fn nearer_to_point(&self, point: Point, distance: i64) -> bool {
        // Twice everything, so that half an odd width is whole.
        let reach = 2 * distance + self.width;
        self.pieces().any(|piece| doubled(piece).nearer_to_point(twice(point), reach))
    }

    /// Whether the band and an area overlap; not if they only touch.
    #[must_use]
    pub fn overlaps(&self, area: &Polygon) -> bool {
        let near = |side: Segment| self.pieces().any(|piece| doubled(piece).nearer(doubled(side), self.width));
        area.sides().any(near) || self.path.first().is_some_and(|point| area.contains(*point))
    }

    /// Whether the middle lines have a point in common.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.pieces().any(|piece| other.pieces().any(|another| piece.meets(another)))
    }

    /// The two middle pieces that cross first, as their numbers, if the line crosses itself or goes back over itself.
    #[must_use]
    pub fn self_crossing(&self) -> Option<(usize, usize)> {
        let pieces: Vec<Segment> = self.pieces().collect();
        for (at, piece) in pieces.iter().enumerate() {
            if piece.from == piece.to {
                return Some((at, at));
            }
            for (other_at, other) in pieces.iter().enumerate().skip(at + 1) {
                let back = piece.side(other.to) == 0 && piece.step().dot(other.step()) < 0;
                if if other_at == at + 1 { back } else { piece.meets(*other) } {
                    return Some((at, other_at));
                }
            }
        }
        None
    }

    /// The length of the middle line in thousandths of a BW.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.pieces().map(Segment::length).sum()
    }
}

fn twice(point: Point) -> Point {
    point + point
}

fn doubled(segment: Segment) -> Segment {
    Segment::new(twice(segment.from), twice(segment.to))
}
