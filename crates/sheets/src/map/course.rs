//! A river or road in the drawing's coordinates, cut where it reaches an edge of the table.

use musterfield_terrain::layout::Board;

use super::canvas::Path;
use super::outline;
use super::spot::{DrawPoint, hundredths, spot};

/// A river or road nearer than this to an edge of the table is meant to reach it.
const AT_EDGE: f64 = 12.0;

/// A river or road.
#[derive(Clone, Debug)]
pub(super) struct DrawnCourse {
    /// Its true middle line.
    pub(super) points: Vec<DrawPoint>,
    /// The middle line without the ends that are cut along an edge.
    pub(super) drawn: Vec<DrawPoint>,
    pub(super) width: f64,
    /// The ends that are cut.
    pub(super) ends: Vec<End>,
}

/// The end of a river or road that meets an edge of the table obliquely: it is cut along the edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// The point where the rest of the line ends.
    from: DrawPoint,
    /// The direction in which it continues; a unit vector.
    along: DrawPoint,
    /// The unit vector straight off the table.
    off: DrawPoint,
    /// The distance of the edge from `from`.
    far: f64,
}

impl End {
    /// The corners of the part between the rest of the line and the edge, for this width.
    pub(super) fn corners(self, width: f64) -> [DrawPoint; 4] {
        let side = self.along.turned() * (width / 2.0);
        let at_edge = |from: DrawPoint| {
            let far = (self.far - (from - self.from).dot(self.off)).max(0.0);
            from + self.along * (far / self.along.dot(self.off))
        };
        // Overlaps the rest a little, so that no gap is visible.
        let back = self.along * -1.0;
        let (left, right) = (self.from - side + back, self.from + side + back);
        [left, at_edge(left), at_edge(right), right]
    }
}

impl DrawnCourse {
    /// A course whose ends are cut where they reach an edge.
    pub(super) fn new(points: Vec<DrawPoint>, width: f64, board: Board) -> Self {
        let mut drawn = points.clone();
        let mut ends = Vec::new();
        for _ in 0..2 {
            // The end first, then the beginning.
            if let Some(end) = cut(&mut drawn, width, board) {
                ends.push(end);
            }
            drawn.reverse();
        }
        Self { points, drawn, width, ends }
    }

    /// The middle line as a curve.
    pub(super) fn path(&self) -> Path {
        let mut path = Path::default();
        outline::curve(&self.drawn, &[], false, &mut path);
        path
    }
}

/// Takes the end off a line, if it reaches an edge.
fn cut(line: &mut Vec<DrawPoint>, width: f64, board: Board) -> Option<End> {
    /// The sine of the angle below which a line does not leave the table but runs along its edge.
    const STEEP: f64 = 0.25;
    let (across, down) = (hundredths(board.width), hundredths(board.depth));
    let last = *line.last()?;
    let towards = (last - *line.iter().rev().find(|point| **point != last)?).unit()?;
    let edges = [
        (spot(-1.0, 0.0), last.x),
        (spot(1.0, 0.0), across - last.x),
        (spot(0.0, -1.0), last.y),
        (spot(0.0, 1.0), down - last.y),
    ];
    let near = edges.into_iter().filter(|(off, far)| *far <= AT_EDGE && towards.dot(*off) > STEEP);
    let (off, far) = near.max_by(|a, b| towards.dot(a.0).total_cmp(&towards.dot(b.0)))?;
    // Cuts off enough that both banks end on the table.
    let slant = towards.cross(off).abs() / towards.dot(off);
    let whole = outline::length(line);
    let taken = (width / 2.0 * slant + 4.0 - far).max(4.0).min(whole * 0.3);
    let (from, _) = outline::along(line, whole - taken)?;
    let mut left = taken;
    while let [.., before, end] = line.as_slice() {
        let piece = (*end - *before).length();
        if piece > left {
            break;
        }
        left -= piece;
        line.pop();
    }
    line.pop();
    let before = *line.last()?;
    line.push(from);
    let along = (from - before).unit().filter(|along| along.dot(off) > STEEP).unwrap_or(towards);
    Some(End { from, along, off, far: far + (last - from).dot(off) })
}
