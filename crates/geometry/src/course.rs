//! Rivers and roads: a line with a width.

use super::point::{BW, Bounds, Point};
use super::polygon::Polygon;
use super::segment::Segment;

/// A line with a width. Its band is every point at most half the width away from the line.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Course {
    /// The centre line.
    pub path: Vec<Point>,
    /// The distance from bank to bank, in thousandths of a BW.
    pub width: i64,
}

impl Course {
    /// The segments of the centre line.
    pub fn pieces(&self) -> impl Iterator<Item = Segment> + Clone + '_ {
        self.path.iter().zip(self.path.iter().skip(1)).map(|(from, to)| Segment::new(*from, *to))
    }

    /// The box around the centre line; none if there are no points.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        Bounds::of(&self.path)
    }

    /// Whether the distance from the band to a point is less than `distance`.
    #[must_use]
    pub fn nearer_to_point(&self, point: Point, distance: i64) -> bool {
        // All lengths are doubled, so that half of an odd width is a whole number.
        let reach = 2 * distance + self.width;
        self.pieces().any(|piece| doubled(piece).nearer_to_point(twice(point), reach))
    }

    /// Whether the band shares a point with a line.
    #[must_use]
    pub fn meets_segment(&self, line: Segment) -> bool {
        self.pieces().any(|piece| self.is_met_at(piece, line))
    }

    /// Whether the band along one segment of the centre line shares a point with a line.
    #[must_use]
    pub fn is_met_at(&self, piece: Segment, line: Segment) -> bool {
        doubled(piece).nearer(doubled(line), self.width + 1)
    }

    /// Whether the band and an area overlap; false if they only touch.
    #[must_use]
    pub fn overlaps(&self, area: &Polygon) -> bool {
        let near = |side: Segment| self.pieces().any(|piece| doubled(piece).nearer(doubled(side), self.width));
        area.sides().any(near) || self.path.first().is_some_and(|point| area.contains(*point))
    }

    /// Whether the centre lines share a point.
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.pieces().any(|piece| other.pieces().any(|another| piece.intersects(another)))
    }

    /// The numbers of the first two segments of the centre line that cross, if the line crosses itself or doubles
    /// back over itself.
    #[must_use]
    pub fn self_crossing(&self) -> Option<(usize, usize)> {
        let pieces: Vec<Segment> = self.pieces().collect();
        for (at, piece) in pieces.iter().enumerate() {
            if piece.from == piece.to {
                return Some((at, at));
            }
            for (other_at, other) in pieces.iter().enumerate().skip(at + 1) {
                let back = piece.side(other.to) == 0 && piece.step().dot(other.step()) < 0;
                if if other_at == at + 1 { back } else { piece.intersects(*other) } {
                    return Some((at, other_at));
                }
            }
        }
        None
    }

    /// Whether the course bends more sharply than a river or road does: by more than 60° at one corner, or by more
    /// than a right angle within a stretch of this length.
    #[must_use]
    pub fn bends_sharply(&self, within: f64) -> bool {
        let pieces: Vec<Segment> = self.pieces().collect();
        let corner = |before: Point, after: Point| {
            let dot = i128::from(before.dot(after));
            dot <= 0 || 4 * dot * dot < i128::from(before.square()) * i128::from(after.square())
        };
        pieces.iter().enumerate().any(|(at, piece)| {
            let mut way = 0.0;
            pieces.iter().skip(at + 1).enumerate().any(|(further, other)| {
                let turned = if further == 0 {
                    corner(piece.step(), other.step())
                } else {
                    way <= within && piece.step().dot(other.step()) < 0
                };
                way += other.length();
                turned
            })
        })
    }

    /// The stretches of this course within the band of another: the length of the longest, in thousandths of a BW, and
    /// whether every one crosses the other's centre line. `None` if the two keep apart.
    #[must_use]
    pub fn stretch_inside(&self, other: &Self) -> Option<Stretch> {
        let mut found: Option<Stretch> = None;
        let mut stretch: Vec<Point> = Vec::new();
        let near: Vec<(Bounds, Segment)> = other
            .pieces()
            .map(|piece| (piece.bounds().grown(other.width / 2 + self.width / 2 + 1), doubled(piece)))
            .collect();
        let reach = 2 * (self.width / 2) + other.width;
        let mut end = |stretch: &mut Vec<Point>| {
            if stretch.is_empty() {
                return;
            }
            let part = Self { path: std::mem::take(stretch), width: self.width };
            let (longest, crosses) = (part.length(), part.intersects(other));
            found = Some(found.map_or(Stretch { longest, crosses }, |known| Stretch {
                longest: known.longest.max(longest),
                crosses: known.crosses && crosses,
            }));
        };
        for point in self.fine_points() {
            if near.iter().any(|(bounds, piece)| bounds.contains(point) && piece.nearer_to_point(twice(point), reach)) {
                stretch.push(point);
            } else {
                end(&mut stretch);
            }
        }
        end(&mut stretch);
        found
    }

    /// Points along the centre line, an eighth of a BW apart or less. On a line longer than any table is wide they
    /// are farther apart, and there are about two thousand.
    fn fine_points(&self) -> impl Iterator<Item = Point> + '_ {
        const MOST: i64 = 2000;
        let extent = |piece: Segment| piece.step().x.abs().max(piece.step().y.abs());
        let apart = (self.pieces().map(extent).sum::<i64>() / MOST).max(BW / 8);
        let between = self.pieces().flat_map(move |piece| {
            let step = piece.step();
            let parts = (extent(piece) / apart).max(1);
            (0..parts).map(move |part| piece.from + Point::new(step.x * part / parts, step.y * part / parts))
        });
        between.chain(self.path.last().copied())
    }

    /// The length of the centre line in thousandths of a BW.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.pieces().map(Segment::length).sum()
    }
}

/// The stretches of a course within the band of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// The longest stretch, in thousandths of a BW.
    pub longest: f64,
    /// Whether every stretch crosses the other's centre line.
    pub crosses: bool,
}

fn twice(point: Point) -> Point {
    point + point
}

fn doubled(segment: Segment) -> Segment {
    Segment::new(twice(segment.from), twice(segment.to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(path: &[(i64, i64)]) -> Course {
        Course { path: path.iter().map(|(x, y)| Point::new(x * BW, y * BW)).collect(), width: BW / 2 }
    }

    #[test]
    fn a_sharp_corner_and_a_hook_are_no_bends() {
        assert!(!course(&[(0, 0), (4, 0), (8, 2), (12, 2)]).bends_sharply(2000.0));
        assert!(course(&[(0, 0), (4, 0), (4, 4)]).bends_sharply(2000.0), "a right angle");
        assert!(course(&[(0, 0), (4, 0), (0, 1)]).bends_sharply(2000.0), "back");
        // Three bends of 45°: too much within a short distance, and acceptable over a long one.
        let hook = |far: i64| course(&[(0, 0), (4 * far, 0), (5 * far, far), (5 * far, 2 * far), (4 * far, 3 * far)]);
        assert!(hook(1).bends_sharply(4000.0));
        assert!(!hook(4).bends_sharply(4000.0));
    }

    #[test]
    fn a_course_that_crosses_another_is_told_from_one_that_goes_along_in_it() {
        let river = course(&[(0, 5), (20, 5)]);
        assert_eq!(course(&[(3, 0), (3, 4)]).stretch_inside(&river), None);
        let across = course(&[(3, 0), (3, 10)]).stretch_inside(&river).unwrap();
        assert!(across.crosses && across.longest < 1000.0, "{across:?}");
        let along = course(&[(3, 0), (4, 5), (12, 5), (14, 10)]).stretch_inside(&river).unwrap();
        assert!(along.longest > 8000.0, "{along:?}");
        let beside = Course { width: BW / 2, path: vec![Point::new(0, 4600), Point::new(9 * BW, 4600)] };
        assert!(!beside.stretch_inside(&river).unwrap().crosses);
    }
}
