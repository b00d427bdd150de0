//! Places Strongholds, Cities and Forts: near two edges, some of them on an edge or by the water.

use musterfield_geometry::{BW, Bounds, Point, Polygon};

use super::choose::PlannedFeature;
use super::place::TableBuilder;
use crate::layout::{Edge, Feature, Quarter, Shape, TOUCH};
use crate::outline::{self, Stamp, Turn};

/// The distance between the places searched.
const GRID: i64 = BW / 4;
/// The distance from a second edge that makes it clear on which one it stands.
const CLEAR: i64 = BW / 4;
/// Nearer to the water than this it stands at the shore.
const SHORE: i64 = 5;

impl TableBuilder<'_> {
    /// A place for a walled BUA (D3H2-BUA-03): all of it near to both edges of its quarter, and touching one of them,
    /// or the water, if required.
    pub(super) fn stronghold(&mut self, chosen: &PlannedFeature, quarter: Quarter) -> Option<Feature> {
        let rules = self.settings.rules;
        let kind = rules.bua(chosen.bua?)?;
        let near = kind.near_edges.as_ref()?.value;
        let stamp = outline::draw(chosen.kind, chosen.bua, chosen.size?, &mut self.dice);
        let corner = self.corner(quarter, near);
        let horizontal = if quarter.is_far() { Edge::North } else { Edge::South };
        let vertical = if quarter.is_right() { Edge::East } else { Edge::West };
        let mut edges = [horizontal, vertical];
        if self.dice.below(2) == 1 {
            edges.reverse();
        }
        let mut places = Vec::new();
        // First the places where it is clear on which edge it stands; then all places, including the corner of the
        // table.
        for (grid, clear) in [(GRID, CLEAR), (GRID / 5, 0)] {
            for edge in edges {
                for turn in self.turns(edge, quarter) {
                    let search = StrongholdSearch { turn, edge, corner, touches: kind.touches.is_some(), grid, clear };
                    self.places_on(&stamp, search, &mut places);
                }
                if let Some(place) = self.choose_place(chosen, quarter, &mut places) {
                    return Some(self.finish(chosen, &stamp, place));
                }
            }
        }
        None
    }

    fn finish(&self, chosen: &PlannedFeature, stamp: &Stamp, place: StrongholdPlacement) -> Feature {
        let mut feature = Feature::new(String::new(), chosen.kind, Shape::Area(place.outline));
        feature.gates = place.turn.points(&stamp.gates, place.at);
        feature.base_edge = place.base_edge;
        feature
    }

    /// The part of a quarter within this distance of both of its edges.
    fn corner(&self, quarter: Quarter, near: i64) -> Bounds {
        let board = self.settings.board;
        let quarter_bounds = self.quarter_bounds(quarter);
        let range = |second: bool, side: i64| if second { (side - near, side) } else { (0, near) };
        let ((left, right), (low, high)) =
            (range(quarter.is_right(), board.width), range(quarter.is_far(), board.depth));
        Bounds {
            least: Point::new(left.max(quarter_bounds.least.x), low.max(quarter_bounds.least.y)),
            most: Point::new(right.min(quarter_bounds.most.x), high.min(quarter_bounds.most.y)),
        }
    }

    /// The turns: with its whole side on the edge and the gate facing the table, or with a short side on the edge and
    /// the gate facing along it, away from the corner.
    fn turns(&mut self, edge: Edge, quarter: Quarter) -> [Turn; 2] {
        let square = match edge {
            Edge::South => 0.0,
            Edge::East => 90.0,
            Edge::North => 180.0,
            Edge::West => 270.0,
        };
        // Turned by a right angle the gate faces left as seen from the edge, mirrored it faces right.
        let to_the_right = match edge {
            Edge::South => !quarter.is_right(),
            Edge::North => quarter.is_right(),
            Edge::East => !quarter.is_far(),
            Edge::West => quarter.is_far(),
        };
        let along = Turn::degrees(square, false);
        let across = Turn::degrees(if square >= 270.0 { 0.0 } else { square + 90.0 }, to_the_right);
        if self.dice.below(3) == 0 { [across, along] } else { [along, across] }
    }

    /// Every free place of a stamp on an edge, or by the water that lies along that edge.
    fn places_on(&self, stamp: &Stamp, search: StrongholdSearch, places: &mut Vec<StrongholdPlacement>) {
        let StrongholdSearch { turn, edge, corner, touches, grid, clear } = search;
        let Some(extent) = stamp.put(turn, Point::new(0, 0)).bounds() else { return };
        let (least, most) = (corner.least - extent.least, corner.most - extent.most);
        if least.x > most.x || least.y > most.y {
            return;
        }
        let water = self.water_on(edge);
        let along =
            |range: (i64, i64)| (0..).map(move |step| range.0 + step * grid).take_while(move |at| *at <= range.1);
        let (range, inward) = match edge {
            Edge::North | Edge::South => ((least.x, most.x), (least.y, most.y)),
            Edge::East | Edge::West => ((least.y, most.y), (least.x, most.x)),
        };
        let point = |place: i64, depth: i64| match edge {
            Edge::South => Point::new(place, inward.0 + depth),
            Edge::North => Point::new(place, inward.1 - depth),
            Edge::West => Point::new(inward.0 + depth, place),
            Edge::East => Point::new(inward.1 - depth, place),
        };
        for place in along(range) {
            let depths: Vec<i64> = match (touches, water) {
                (true, Some(water)) => {
                    let depth = self.shore(stamp, turn, water, inward.1 - inward.0, |depth| point(place, depth));
                    depth.into_iter().collect()
                }
                (true, None) => vec![0],
                (false, _) => along((0, inward.1 - inward.0)).collect(),
            };
            for depth in depths {
                let at = point(place, depth);
                let outline = stamp.put(turn, at);
                if self.is_clear(&outline, edge, touches, clear) && self.is_free_of_water_and_others(&outline) {
                    let base_edge = self.named_edge(&outline, edge).filter(|_| touches);
                    places.push(StrongholdPlacement { turn, at, outline, base_edge });
                }
            }
        }
    }

    /// The base edge that must be named where the table does not show it: one of two edges that it touches, or the edge
    /// behind the water if it touches none (D3H2-BUA-03).
    fn named_edge(&self, outline: &Polygon, edge: Edge) -> Option<Edge> {
        let from = |edge| outline.corners.iter().map(|corner| self.settings.board.from_edge(edge, *corner)).min();
        let touched: Vec<Edge> =
            Edge::ALL.into_iter().filter(|edge| from(*edge).is_some_and(|distance| distance <= TOUCH)).collect();
        match touched.as_slice() {
            [] => Some(edge),
            [_] => None,
            [first, ..] => Some(if touched.contains(&edge) { edge } else { *first }),
        }
    }

    /// The distance from the edge at which it touches the shore without standing in the water; `None` if there is none.
    fn shore(&self, stamp: &Stamp, turn: Turn, water: &Polygon, most: i64, at: impl Fn(i64) -> Point) -> Option<i64> {
        let touches = |depth: i64| stamp.put(turn, at(depth)).nearer(water, SHORE);
        if !touches(0) || touches(most) {
            return None;
        }
        let (mut wet, mut dry) = (0, most);
        while dry - wet > 1 {
            let middle = i64::midpoint(wet, dry);
            if touches(middle) {
                wet = middle;
            } else {
                dry = middle;
            }
        }
        // The last depth that touches is at the very border of the shore.
        Some(wet)
    }

    /// Whether it is clear of every edge except the one it must touch.
    fn is_clear(&self, outline: &Polygon, edge: Edge, touches: bool, clear: i64) -> bool {
        let board = self.settings.board;
        let others = Edge::ALL.into_iter().filter(|other| *other != edge || !touches);
        !touches
            || others
                .flat_map(|other| outline.corners.iter().map(move |corner| board.from_edge(other, *corner)))
                .all(|distance| distance >= clear)
    }

    fn is_free_of_water_and_others(&self, outline: &Polygon) -> bool {
        let rules = self.settings.rules;
        self.features.iter().all(|other| match &other.shape {
            Shape::Area(area) => !outline.nearer(area, rules.gap.value),
            // It stands at the water, and an overlap of a few thousandths is allowed.
            Shape::Water { outline: water, .. } => !outline.overlaps(water, SHORE),
            Shape::Course(course) => !course.overlaps(outline),
        })
    }

    fn choose_place(
        &mut self,
        chosen: &PlannedFeature,
        quarter: Quarter,
        places: &mut Vec<StrongholdPlacement>,
    ) -> Option<StrongholdPlacement> {
        if places.is_empty() {
            return None;
        }
        if self.places_compared(chosen) > 1 {
            let best = places
                .iter()
                .enumerate()
                .min_by_key(|(_, place)| self.placement_cost(chosen, quarter, place.at))
                .map(|(at, _)| at)?;
            return Some(places.swap_remove(best));
        }
        let end = u32::try_from(places.len()).ok()?;
        let at = usize::try_from(self.dice.below(end)).ok()?;
        Some(places.swap_remove(at))
    }
}

/// The parameters of the search for places.
#[derive(Clone, Copy)]
struct StrongholdSearch {
    turn: Turn,
    edge: Edge,
    /// The part of the quarter near to both of its edges.
    corner: Bounds,
    /// Whether it must stand on the edge, or at the water.
    touches: bool,
    /// The distance between the places searched.
    grid: i64,
    /// The least distance from the edges on which it does not stand.
    clear: i64,
}

struct StrongholdPlacement {
    turn: Turn,
    at: Point,
    outline: Polygon,
    base_edge: Option<Edge>,
}
