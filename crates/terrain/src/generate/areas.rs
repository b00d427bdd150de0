//! Places area features: somewhere in their quarter, randomly turned and mirrored.

use musterfield_geometry::polygon::Axis;
use musterfield_geometry::{BW, Bounds, Disc, Point, Polygon};
use musterfield_rules::terrain::{Kind, QuarterCrossing};

use super::choose::PlannedFeature;
use super::place::{TableBuilder, over_the_middle};
use crate::layout::{Feature, Quarter, Shape};
use crate::outline::{self, Stamp, Turn};

/// The number of random places tried before all are searched.
const TRIES: usize = 40;
/// The step of turns when all places are searched, in degrees.
const TURN: u8 = 15;
/// The distance between the places searched.
const GRID: i64 = BW / 2;
/// Turning rounds the corners and the centre of a disc: this margin makes the disc certain to lie within.
const ROUNDING: i64 = 3;
/// The distance by which a Plough extends into the neighbouring quarter at least, so that everybody sees it.
const REACH: i64 = BW / 4;

/// A region in which an area may lie.
#[derive(Clone, Copy)]
struct SearchArea {
    bounds: Bounds,
    /// The line of the table that it must cross.
    over: Option<Axis>,
    /// Whether the larger part of a Plough may lie in the neighbouring quarter.
    beyond: bool,
}

/// The search for a place for a feature.
struct AreaSearch<'a> {
    chosen: &'a PlannedFeature,
    quarter: Quarter,
    stamp: &'a Stamp,
    /// A disc inside the stamp.
    disc: Option<Disc>,
    /// Discs inside the areas on the table.
    taken: Vec<Disc>,
}

/// A stamp turned around the origin.
struct Turned {
    turn: Turn,
    shape: Polygon,
    disc: Option<Disc>,
}

impl Turned {
    fn new(search: &AreaSearch<'_>, turn: Turn) -> Self {
        let origin = Point::new(0, 0);
        let disc = search.disc.and_then(|disc| {
            let middle = (outline::exact(disc.middle.x), outline::exact(disc.middle.y));
            let [middle] = turn.points(&[middle], origin)[..] else { return None };
            Some(Disc { middle, radius: disc.radius - ROUNDING })
        });
        Self { turn, shape: search.stamp.put(turn, origin), disc }
    }
}

/// A place for a stamp.
struct AreaPlacement {
    turn: Turn,
    at: Point,
    outline: Polygon,
}

impl TableBuilder<'_> {
    pub(super) fn area(&mut self, chosen: &PlannedFeature, quarter: Quarter) -> Option<Feature> {
        let stamp = outline::draw(chosen.kind, chosen.bua, chosen.size?, &mut self.dice);
        let rooms = self.rooms(chosen, quarter);
        let disc = Disc::inscribed_in(&stamp.put(Turn::degrees(0.0, false), Point::new(0, 0)));
        let taken = self.features.iter().filter_map(Feature::area).filter_map(Disc::inscribed_in).collect();
        let search = AreaSearch { chosen, quarter, stamp: &stamp, disc, taken };
        let place = rooms
            .iter()
            .find_map(|room| self.by_chance(&search, *room))
            .or_else(|| rooms.iter().find_map(|room| self.anywhere(&search, *room)))
            .or_else(|| {
                let beyond = |room: &SearchArea| SearchArea { beyond: true, ..*room };
                let rooms = rooms.iter().filter(|_| chosen.kind == Kind::Plough).map(beyond);
                rooms.into_iter().find_map(|room| self.anywhere(&search, room))
            })?;
        let mut feature = Feature::new(String::new(), chosen.kind, Shape::Area(place.outline));
        feature.crest = place.turn.points(&stamp.crest, place.at);
        feature.gates = place.turn.points(&stamp.gates, place.at);
        Some(feature)
    }

    /// The regions in which it may lie, the preferred one first: its quarter, or its quarter and a neighbour
    /// (D3H2-FEAT-03).
    fn rooms(&mut self, chosen: &PlannedFeature, quarter: Quarter) -> Vec<SearchArea> {
        let rules = self.settings.rules;
        let inner = self.inner_bounds(rules.edge_gap_of(chosen.kind));
        let common = |bounds: Bounds| Bounds {
            least: Point::new(bounds.least.x.max(inner.least.x), bounds.least.y.max(inner.least.y)),
            most: Point::new(bounds.most.x.min(inner.most.x), bounds.most.y.min(inner.most.y)),
        };
        let own = self.quarter_bounds(quarter);
        let inside = SearchArea { bounds: common(own), over: None, beyond: false };
        let with = |axis: Axis| {
            let neighbour = self.quarter_bounds(match axis {
                Axis::X => Quarter::at(!quarter.is_right(), quarter.is_far()),
                Axis::Y => Quarter::at(quarter.is_right(), !quarter.is_far()),
            });
            let both = Bounds {
                least: Point::new(own.least.x.min(neighbour.least.x), own.least.y.min(neighbour.least.y)),
                most: Point::new(own.most.x.max(neighbour.most.x), own.most.y.max(neighbour.most.y)),
            };
            SearchArea { bounds: common(both), over: Some(axis), beyond: false }
        };
        let mut across = [with(Axis::X), with(Axis::Y)];
        if self.dice.below(2) == 1 {
            across.reverse();
        }
        let [first, second] = across;
        let kind = rules.feature(chosen.kind).filter(|_| chosen.bua.is_none());
        match kind.map_or(QuarterCrossing::Never, |kind| kind.across) {
            QuarterCrossing::Never => vec![inside],
            QuarterCrossing::Must => vec![first, second],
            // Mostly inside, since most hills lie that way.
            QuarterCrossing::SmallerPart if self.dice.below(3) == 0 => vec![first, inside, second],
            QuarterCrossing::SmallerPart => vec![inside, first, second],
        }
    }

    fn by_chance(&mut self, search: &AreaSearch<'_>, room: SearchArea) -> Option<AreaPlacement> {
        let compared = self.places_compared(search.chosen);
        let mut found: Vec<AreaPlacement> = Vec::with_capacity(compared);
        for _ in 0..TRIES {
            let turn = Turn::degrees(360.0 * self.dice.share(), self.dice.below(2) == 1);
            let turned = Turned::new(search, turn);
            let Some(free) = free_middles(&turned.shape, room.bounds) else { continue };
            let at =
                Point::new(self.dice.between(free.least.x, free.most.x), self.dice.between(free.least.y, free.most.y));
            found.extend(self.fitting(search, &turned, at, room));
            if found.len() >= compared {
                break;
            }
        }
        found.into_iter().min_by_key(|place| self.placement_cost(search.chosen, search.quarter, place.at))
    }

    /// Searches all places in small steps, so that a feature is discarded only if there is no room for it.
    fn anywhere(&mut self, search: &AreaSearch<'_>, room: SearchArea) -> Option<AreaPlacement> {
        for mirrored in [false, true] {
            for degrees in (0..180).step_by(usize::from(TURN)) {
                let turned = Turned::new(search, Turn::degrees(f64::from(degrees), mirrored));
                let Some(free) = free_middles(&turned.shape, room.bounds) else { continue };
                // The last step of each direction ends at the border.
                for x in steps(free.least.x, free.most.x) {
                    for y in steps(free.least.y, free.most.y) {
                        let place = self.fitting(search, &turned, Point::new(x, y), room);
                        if place.is_some() {
                            return place;
                        }
                    }
                }
            }
        }
        None
    }

    /// A turned stamp in a place, if it may lie there.
    fn fitting(&self, search: &AreaSearch<'_>, turned: &Turned, at: Point, room: SearchArea) -> Option<AreaPlacement> {
        let AreaSearch { chosen, quarter, taken, .. } = search;
        let gap = self.settings.rules.gap.value;
        // The discs alone rule out most places.
        if turned.disc.is_some_and(|disc| taken.iter().any(|other| disc.moved(at).nearer(*other, gap))) {
            return None;
        }
        let outline = turned.shape.moved(at);
        let fits = self.is_in(chosen.kind, *quarter, &outline, room) && self.is_free(chosen.kind, &outline);
        fits.then_some(AreaPlacement { turn: turned.turn, at, outline })
    }

    fn is_in(&self, kind: Kind, quarter: Quarter, outline: &Polygon, room: SearchArea) -> bool {
        let Some(bounds) = outline.bounds() else { return false };
        if !room.bounds.contains(bounds.least) || !room.bounds.contains(bounds.most) {
            return false;
        }
        let Some(axis) = room.over else { return true };
        let board = self.settings.board;
        let (side, second) = match axis {
            Axis::X => (board.width, quarter.is_right()),
            Axis::Y => (board.depth, quarter.is_far()),
        };
        if over_the_middle(bounds, axis, side) < REACH {
            return false;
        }
        if room.beyond {
            return true;
        }
        // The part in the neighbouring quarter is the smaller one: required for hills, and for Ploughs what players
        // expect of "its quarter", as long as there is room.
        let below = outline.twice_area_below(axis, side / 2);
        let whole = outline::exact(outline.twice_area().abs());
        let own = if second { whole - below } else { below };
        own > whole * if kind == Kind::Plough { 0.5 } else { 0.52 }
    }
}

/// The places for the centre of a turned shape at which all of it is within bounds; `None` if it is too large.
fn free_middles(shape: &Polygon, bounds: Bounds) -> Option<Bounds> {
    let extent = shape.bounds()?;
    let free = Bounds { least: bounds.least - extent.least, most: bounds.most - extent.most };
    (free.least.x <= free.most.x && free.least.y <= free.most.y).then_some(free)
}

/// The numbers from one to another in steps, including the last.
fn steps(least: i64, most: i64) -> impl Iterator<Item = i64> {
    (0..).map(move |step| least + step * GRID).take_while(move |at| *at < most).chain([most])
}
