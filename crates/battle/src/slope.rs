//! The slope of a hill: it falls away on all sides from its crest, so what is nearer to the crest is higher.

use musterfield_geometry::base::whole_root;
use musterfield_geometry::{Base, Edge, Footprint, Point, Segment};
use musterfield_rules::battle::policy::Uphill;

use super::TOUCH;
use super::field::Ground;

/// The depth of a front edge in thousandths of a BW when it is compared with an area.
const EDGE: i64 = 1;

/// Whether a base that touches a hill is higher on it than another base.
pub(super) fn is_higher(hill: &Ground, base: &Base, other: &Base, policy: Uphill) -> bool {
    match policy {
        Uphill::MiddleAboveMiddle => distance_to(&hill.crest, base.middle()) < distance_to(&hill.crest, other.middle()),
        Uphill::PartAboveFrontEdge => {
            let front = Base::new(base.front_left(), base.facing(), base.width(), EDGE);
            let highest = if hill.crest.iter().any(|point| base.contains(*point)) {
                0
            } else {
                Edge::ALL.into_iter().map(|edge| between(&hill.crest, base.edge(edge))).min().unwrap_or(i64::MAX)
            };
            // Front edges in contact may lie as far apart as bases that touch.
            hill.meets(&Footprint::of(&front))
                && highest.saturating_add(TOUCH) < between(&hill.crest, other.edge(Edge::Front))
        }
    }
}

/// The distance of a point from a polyline in thousandths of a BW; a very large number if the polyline is empty.
pub(super) fn distance_to(path: &[Point], point: Point) -> i64 {
    let squares = pieces(path).map(|piece| (piece.nearest_to(point) - point).square());
    squares.min().map_or(i64::MAX, whole_root)
}

/// The distance of an edge from a polyline in thousandths of a BW; a very large number if the polyline is empty.
fn between(path: &[Point], edge: Segment) -> i64 {
    if pieces(path).any(|piece| piece.intersects(edge)) {
        return 0;
    }
    let from_edge = [edge.from, edge.to].into_iter().map(|end| distance_to(path, end));
    let from_path = path.iter().map(|point| whole_root((edge.nearest_to(*point) - *point).square()));
    from_edge.chain(from_path).min().unwrap_or(i64::MAX)
}

fn pieces(path: &[Point]) -> impl Iterator<Item = Segment> + '_ {
    path.iter().zip(path.iter().skip(1)).map(|(from, to)| Segment::new(*from, *to))
}
