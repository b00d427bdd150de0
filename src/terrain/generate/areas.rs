//! Area features: somewhere in their quarter, turned and mirrored as it comes.

use super::choose::Chosen;
use super::place::{Table, over_the_middle};
use crate::geometry::polygon::Axis;
use crate::geometry::{BW, Bounds, Disc, Point, Polygon};
use crate::rules::terrain::{Across, Kind};
use crate::terrain::layout::{Feature, Quarter, Shape};
use crate::terrain::outline::{self, Stamp, Turn};

/// Places tried by chance before all are gone through.
const TRIES: usize = 40;
/// Steps of a turn when all places are gone through, in degrees.
const TURN: u8 = 15;
/// Distance of the places gone through.
const GRID: i64 = BW / 2;
/// Corners and the middle of a disc are rounded when they are turned: so much smaller the disc is sure to be.
const ROUNDING: i64 = 3;
/// A plough reaches at least so far into the neighbouring quarter, so that everybody sees it.
const REACH: i64 = BW / 4;

/// Where an area may lie.
#[derive(Clone, Copy)]
struct Room {
    bounds: Bounds,
    /// It reaches over this line of the table.
    over: Option<Axis>,
    /// A plough may have its greater part in the neighbouring quarter.
    beyond: bool,
}

/// A feature that is to be placed.
struct Search<'a> {
    chosen: &'a Chosen,
    quarter: Quarter,
    stamp: &'a Stamp,
    /// A disc within the stamp.
    disc: Option<Disc>,
    /// Discs within the areas on the table.
    taken: Vec<Disc>,
}

/// A stamp that was turned around the origin.
struct Turned {
    turn: Turn,
    shape: Polygon,
    disc: Option<Disc>,
}

impl Turned {
    fn new(search: &Search<'_>, turn: Turn) -> Self {
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
struct Place {
    turn: Turn,
    at: Point,
    outline: Polygon,
}

impl Table<'_> {
    pub(super) fn area(&mut self, chosen: &Chosen, quarter: Quarter) -> Option<Feature> {
        let stamp = outline::draw(chosen.kind, chosen.bua, chosen.size?, &mut self.dice);
        let rooms = self.rooms(chosen, quarter);
        let disc = Disc::within(&stamp.put(Turn::degrees(0.0, false), Point::new(0, 0)));
        let taken = self.features.iter().filter_map(Feature::area).filter_map(Disc::within).collect();
        let search = Search { chosen, quarter, stamp: &stamp, disc, taken };
        let place = rooms
            .iter()
            .find_map(|room| self.by_chance(&search, *room))
            .or_else(|| rooms.iter().find_map(|room| self.anywhere(&search, *room)))
            .or_else(|| {
                let beyond = |room: &Room| Room { beyond: true, ..*room };
                let rooms = rooms.iter().filter(|_| chosen.kind == Kind::Plough).map(beyond);
                rooms.into_iter().find_map(|room| self.anywhere(&search, room))
            })?;
        let mut feature = Feature::new(String::new(), chosen.kind, Shape::Area(place.outline));
        feature.crest = place.turn.points(&stamp.crest, place.at);
        feature.gates = place.turn.points(&stamp.gates, place.at);
        Some(feature)
    }

    /// The rooms in which it may lie, the one to be tried first before the others: its quarter, or its quarter and a
    /// neighbour (D3H2-FEAT-03).
    fn rooms(&mut self, chosen: &Chosen, quarter: Quarter) -> Vec<Room> {
        let rules = self.settings.rules;
        let inner = self.inner_bounds(rules.edge_gap_of(chosen.kind));
        let common = |bounds: Bounds| Bounds {
            least: Point::new(bounds.least.x.max(inner.least.x), bounds.least.y.max(inner.least.y)),
            most: Point::new(bounds.most.x.min(inner.most.x), bounds.most.y.min(inner.most.y)),
        };
        let own = self.quarter_bounds(quarter);
        let inside = Room { bounds: common(own), over: None, beyond: false };
        let with = |axis: Axis| {
            let neighbour = self.quarter_bounds(match axis {
                Axis::X => Quarter::at(!quarter.is_right(), quarter.is_far()),
                Axis::Y => Quarter::at(quarter.is_right(), !quarter.is_far()),
            });
            let both = Bounds {
                least: Point::new(own.least.x.min(neighbour.least.x), own.least.y.min(neighbour.least.y)),
                most: Point::new(own.most.x.max(neighbour.most.x), own.most.y.max(neighbour.most.y)),
            };
            Room { bounds: common(both), over: Some(axis), beyond: false }
        };
        let mut across = [with(Axis::X), with(Axis::Y)];
        if self.dice.below(2) == 1 {
            across.reverse();
        }
        let [first, second] = across;
        let kind = rules.feature(chosen.kind).filter(|_| chosen.bua.is_none());
        match kind.map_or(Across::Never, |kind| kind.across) {
            Across::Never => vec![inside],
            Across::Must => vec![first, second],
            // Mostly inside, since that is how most hills lie.
            Across::SmallerPart if self.dice.below(3) == 0 => vec![first, inside, second],
            Across::SmallerPart => vec![inside, first, second],
        }
    }

    fn by_chance(&mut self, search: &Search<'_>, room: Room) -> Option<Place> {
        let compared = self.places_compared(search.chosen);
        let mut found: Vec<Place> = Vec::with_capacity(compared);
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
        found.into_iter().min_by_key(|place| self.badness(search.chosen, search.quarter, place.at))
    }

    /// Goes through all places in small steps, so that a feature is only discarded if there is no room for it.
    fn anywhere(&mut self, search: &Search<'_>, room: Room) -> Option<Place> {
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

    /// A turned stamp, put down at a place if it may lie there.
    fn fitting(&self, search: &Search<'_>, turned: &Turned, at: Point, room: Room) -> Option<Place> {
        let Search { chosen, quarter, taken, .. } = search;
        let gap = self.settings.rules.gap.is;
        // Most places that will not do are told by a glance at the discs.
        if turned.disc.is_some_and(|disc| taken.iter().any(|other| disc.moved(at).nearer(*other, gap))) {
            return None;
        }
        let outline = turned.shape.moved(at);
        let fits = self.is_in(chosen.kind, *quarter, &outline, room) && self.is_free(chosen.kind, &outline);
        fits.then_some(Place { turn: turned.turn, at, outline })
    }

    fn is_in(&self, kind: Kind, quarter: Quarter, outline: &Polygon, room: Room) -> bool {
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
        // The part of it in the neighbouring quarter is the smaller one: a must for hills, and for ploughs what players
        // expect of "its quarter", as long as there is room.
        let below = outline.twice_area_below(axis, side / 2);
        let whole = outline::exact(outline.twice_area().abs());
        let own = if second { whole - below } else { below };
        own > whole * if kind == Kind::Plough { 0.5 } else { 0.52 }
    }
}

/// Where the middle of a turned shape may lie so that all of it is within bounds; none if it is too large.
fn free_middles(shape: &Polygon, bounds: Bounds) -> Option<Bounds> {
    let extent = shape.bounds()?;
    let free = Bounds { least: bounds.least - extent.least, most: bounds.most - extent.most };
    (free.least.x <= free.most.x && free.least.y <= free.most.y).then_some(free)
}

/// From one number to another in steps, and the last itself.
fn steps(least: i64, most: i64) -> impl Iterator<Item = i64> {
    (0..).map(move |step| least + step * GRID).take_while(move |at| *at < most).chain([most])
}
