//! Threat zones: the elements they bind, and the moves these may still make (D3H2-TZ-01 to 11).

use std::borrow::Cow;

use musterfield_geometry::base::whole_root;
use musterfield_geometry::facing::rounded;
use musterfield_geometry::{Base, Bounds, Edge, Footprint, Point};
use musterfield_rules::battle::{Distance, List};
use musterfield_rules::combat::Held;
use smallvec::SmallVec;

use super::TOUCH;
use super::contact::{is_contact, is_overlap};
use super::element::{Id, Members, Player};
use super::formation::Formation;
use super::order::Leg;
use super::refusal::{Refusal, ZoneOf};
use super::state::Battle;
use super::turn::Turn;

/// The source of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Threat {
    /// An element, with a zone before one of its edges: the ground that the zone covers, and the same ground deeper by
    /// a touch.
    Element(Id, Edge, [Base; 2]),
    /// A camp or Stronghold.
    Feature(Held),
}

/// A threat zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Zone {
    threat: Threat,
    /// The bounding box of the element or feature whose zone it is.
    source: Bounds,
    /// The bounding box of the zone.
    bounds: Bounds,
}

impl Battle {
    /// The edges before which an element has a zone (D3H2-TZ-01, 02).
    fn threatening_edges(&self, id: Id) -> &'static [Edge] {
        if self.is(id, List::AllRound) { &Edge::ALL } else { &[Edge::Front] }
    }

    /// The zones of a player's enemies, including Aerials (D3H2-TZ-11), that reach into a box.
    pub(super) fn zones_against(&self, player: Player, around: Bounds) -> Vec<Zone> {
        let depth = self.distance(Distance::ThreatZone);
        let near = around.grown(depth + 2 * TOUCH);
        let enemies = self.state.elements.those_in(near).common(self.those_on_table(player.other()));
        let before = |id: Id, edge: Edge| {
            let ground = [0, TOUCH].map(|more| self.base(id).ground(edge, depth + more));
            Zone {
                threat: Threat::Element(id, edge, ground),
                source: self.base(id).bounds(),
                bounds: ground[1].bounds(),
            }
        };
        let mut zones = Vec::new();
        for id in enemies {
            zones.extend(self.threatening_edges(id).iter().map(|edge| before(id, *edge)));
        }
        for held in self.threatening_features(player.other()) {
            if let Some(source) = self.box_of(player.other(), held).filter(|its| its.intersects(near)) {
                let bounds = source.grown(depth + 2 * TOUCH);
                zones.push(Zone { threat: Threat::Feature(held), source, bounds });
            }
        }
        zones
    }

    /// Whether a base enters a zone on a straight step with any part, or its front edge enters it or touches its far
    /// edge. Touching only its side does not count (D3H2-TZ-03, 04).
    fn meets_zone(&self, player: Player, base: &Base, step: Point, zone: &Zone) -> bool {
        if !base.bounds().and(base.bounds().moved(step)).intersects(zone.bounds) {
            return false;
        }
        // The front edge is made slightly narrower, so that a front corner that runs along the side of a zone is not in
        // it. The zone is made slightly deeper, so that a front edge that touches its far edge is in it.
        let front = || base.front_strip(3 * TOUCH, STRIP);
        match &zone.threat {
            Threat::Element(_, _, [ground, deeper]) => {
                base.meets_on_way(step, ground, TOUCH) || front().meets_on_way(step, deeper, 1)
            }
            Threat::Feature(held) => {
                let depth = self.distance(Distance::ThreatZone);
                let Some(outline) = self.outline_of(player.other(), *held) else { return false };
                let near = |base: &Base, distance: i64| {
                    let hull = Footprint::swept(base, step);
                    hull.intersects(&outline)
                        || outline.sides().any(|side| hull.sides().any(|mine| mine.nearer(side, distance)))
                };
                near(base, depth - TOUCH) || near(&front(), depth + TOUCH / 2)
            }
        }
    }

    /// Whether an element stands in the threat zone of an enemy (D3H2-TZ-04).
    pub(super) fn is_in_threat_zone(&self, id: Id) -> bool {
        let (player, base) = (self.owner(id), self.base(id));
        let zones = self.zones_against(player, base.bounds());
        zones.iter().any(|zone| self.meets_zone(player, base, Point::default(), zone))
    }

    /// Whether an element of a formation is in a zone where it stands, or enters it on a straight step.
    pub(super) fn are_in_zone(&self, player: Player, formation: &Formation, step: Point, zone: &Zone) -> bool {
        formation.bases().any(|base| self.meets_zone(player, base, step, zone))
    }

    /// The places of a move, with an extra one wherever a straight leg enters a zone on its way.
    fn with_entries<'p>(&self, player: Player, places: &'p [Formation], zones: &[&Zone]) -> Vec<Cow<'p, Formation>> {
        let mut all = Vec::with_capacity(places.len());
        for (at, place) in places.iter().enumerate() {
            let from = at.checked_sub(1).and_then(|before| places.get(before));
            if let Some((from, step)) = from.and_then(|from| Some((from, from.straight_to(place)?))) {
                let mut entries: Vec<(i64, Formation)> = Vec::new();
                for zone in zones {
                    let is_new = !self.are_in_zone(player, from, Point::default(), zone);
                    if !is_new || !self.are_in_zone(player, from, step, zone) {
                        continue;
                    }
                    // The finest division at which places differ.
                    let parts = step.x.unsigned_abs().max(step.y.unsigned_abs()).next_power_of_two().cast_signed();
                    let part = |part: i64| Point::new(rounded(step.x * part, parts), rounded(step.y * part, parts));
                    let (mut before, mut within) = (0, parts);
                    while within - before > 1 {
                        let between = i64::midpoint(before, within);
                        let is_in = self.are_in_zone(player, from, part(between), zone);
                        if is_in { within = between } else { before = between }
                    }
                    let mut entry = from.clone();
                    entry.shift(part(within));
                    entries.push((within, entry));
                }
                entries.sort_by_key(|(part, _)| *part);
                all.extend(entries.into_iter().map(|(_, entry)| Cow::Owned(entry)));
            }
            all.push(Cow::Borrowed(place));
        }
        all
    }

    /// Checks that a move by way of these places obeys the zones it starts in or enters (D3H2-TZ-04 to 11).
    ///
    /// The first place is where the formation starts. From the first place in a zone on, the move has to answer one of
    /// the enemies whose zone it is in: face it, come nearer with it ahead, pass through it, or (for a single element)
    /// go straight back all the way.
    pub(super) fn heed_zones(
        &self,
        player: Player,
        zones: &[Zone],
        places: &[Formation],
        legs: &[Leg],
        turn: Turn,
        passed: Members,
    ) -> Result<(), Refusal> {
        if zones.is_empty() {
            return Ok(());
        }
        let turning = with_turns(places, legs, turn);
        let places = turning.as_deref().unwrap_or(places);
        let around = places.iter().flat_map(Formation::bases).map(Base::bounds).reduce(Bounds::and);
        let Some(around) = around else { return Ok(()) };
        let near = around.grown(self.distance(Distance::ThreatZone) + 2 * TOUCH);
        let zones: SmallVec<[&Zone; 8]> = zones.iter().filter(|zone| zone.source.intersects(near)).collect();
        if zones.is_empty() {
            return Ok(());
        }
        self.heed_zones_on(player, places, legs, passed, &zones)
    }

    /// Checks that a move by way of these places, straight from each to the next, obeys these zones.
    fn heed_zones_on(
        &self,
        player: Player,
        places: &[Formation],
        legs: &[Leg],
        passed: Members,
        zones: &[&Zone],
    ) -> Result<(), Refusal> {
        let Some(start) = places.first() else { return Ok(()) };
        let places = self.with_entries(player, places, zones);
        let still = Point::default();
        let mut threats: Vec<&Zone> = Vec::new();
        let mut from = 0;
        for (at, place) in places.iter().enumerate() {
            threats = zones.iter().copied().filter(|zone| self.are_in_zone(player, place, still, zone)).collect();
            if !threats.is_empty() {
                from = at;
                break;
            }
        }
        if threats.is_empty() || start.goes_straight_back(legs) {
            return Ok(());
        }
        if threats.iter().any(|zone| self.answers(player, &places, from, zone, passed)) {
            return Ok(());
        }
        let mut zones: Vec<ZoneOf> = threats.iter().map(|zone| self.zone_of(zone)).collect();
        zones.dedup();
        Err(Refusal::BoundByZones(zones.into()))
    }

    /// The source of a zone, by its name.
    pub(super) fn zone_of(&self, zone: &Zone) -> ZoneOf {
        match zone.threat {
            Threat::Element(id, ..) => ZoneOf::Element(self.profile(id).name),
            Threat::Feature(held) => ZoneOf::Feature(held),
        }
    }

    /// Whether a move, from one of its places on, answers an enemy.
    fn answers(
        &self,
        player: Player,
        places: &[Cow<'_, Formation>],
        from: usize,
        zone: &Zone,
        passed: Members,
    ) -> bool {
        let Some(end) = places.last() else { return true };
        match zone.threat {
            Threat::Element(id, edge, _) => {
                let other = self.base(id);
                // The element has passed through the enemy and is clear of it (D3H2-TZ-07).
                if passed.has(id) {
                    return true;
                }
                // The element faces the edge before which the zone lies (D3H2-TZ-05).
                let squared = other.outward_facing(edge).opposite() == end.head().facing();
                let is_ahead = end.bases().any(|base| {
                    base.ground(Edge::Front, AHEAD).overlaps(other, TOUCH)
                        || base.against(Edge::Front, other, edge, TOUCH).is_some()
                });
                let corners = self.rules().policies.overlap_corners;
                // A base whose rear lies on the enemy's front has corners on its corners too, and is not beside it.
                let turns_its_back = |base: &Base| base.against(Edge::Rear, other, Edge::Front, TOUCH).is_some();
                let beside = end.bases().any(|base| is_overlap(base, other, corners) && !turns_its_back(base));
                let meets = beside || end.bases().any(|base| is_contact(base, other) && base.nearer(other, TOUCH + 1));
                let stays = meets || self.are_in_zone(player, end, Point::default(), zone);
                // An element that faces the enemy already does not square up by moving aside (D3H2-TZ-05).
                let turns = places.get(from).is_some_and(|place| place.head().facing() != end.head().facing());
                let squares_up = squared && (turns || meets);
                stays && (squared || is_ahead || beside) && comes_nearer(places, from, other, squares_up)
            }
            Threat::Feature(held) => end.bases().any(|base| {
                let ahead = base.ground(Edge::Front, self.distance(Distance::ThreatZone) + 3 * TOUCH);
                self.fronts_feature(base, player.other(), held) || self.is_in_feature(&ahead, player.other(), held)
            }),
        }
    }
}

/// The places of a move with those before and after each turn on the way; `None` if the element turns nowhere.
fn with_turns(places: &[Formation], legs: &[Leg], turn: Turn) -> Option<Vec<Formation>> {
    let mut route: Vec<Formation> = Vec::with_capacity(places.len() + 2);
    let mut found = false;
    // The first place is where the move starts; every other is the end of a leg.
    let reached_by = std::iter::once(None).chain(legs.iter().map(Some));
    for (place, leg) in places.iter().zip(reached_by) {
        if let (Some(from), [(id, end)], Some(Leg::Go(_))) = (route.last(), place.ranks.as_slice(), leg)
            && let [(_, start)] = from.ranks.as_slice()
            && start.facing() != end.facing()
        {
            found = true;
            let turned = turn.bases(start, end).map(|base| Formation::alone(*id, base));
            route.extend(turned);
        }
        route.push(place.clone());
    }
    found.then_some(route)
}

/// The depth of the strip behind a front edge, in thousandths of a BW, that is used to test whether the edge enters a
/// zone.
const STRIP: i64 = 2 * TOUCH;
/// The greatest distance, in thousandths of a BW, at which an enemy counts as ahead.
const AHEAD: i64 = 3000;

/// The distance, in thousandths of a BW, by which a base may move away from an enemy when it turns about a corner: on its
/// way, or to square up to that enemy.
const SWING: i64 = 100;

/// Whether a formation moves towards a base, from one of its places on: the distance between its nearest centre and that
/// of the base does not grow by more than turning requires, and is no greater at the end than it was, unless the
/// formation has squared up to the base.
fn comes_nearer(places: &[Cow<'_, Formation>], from: usize, other: &Base, squares_up: bool) -> bool {
    // Twice the centre needs no rounding, so a mirrored table gives the same answer.
    let twice = |base: &Base| base.front_left() + base.rear_right();
    let distance = |formation: &Formation| {
        let squares = formation.bases().map(|base| (twice(base) - twice(other)).square());
        whole_root(squares.min().unwrap_or(0))
    };
    // A zone into which an element wheels is entered somewhere on the way from the place before.
    let is_wheeled_into = |before: &usize| matches!((places.get(*before), places.get(from)), (Some(before), Some(at)) if before.straight_to(at).is_none());
    let from = from.checked_sub(1).filter(is_wheeled_into).unwrap_or(from);
    let way = places.get(from..).unwrap_or_default();
    let Some(start) = way.first().map(|place| distance(place)) else { return true };
    let mut nearest = start;
    let stays_near = way.iter().skip(1).all(|place| {
        let here = distance(place);
        let is_so = here <= nearest + 2 * SWING;
        nearest = nearest.min(here);
        is_so
    });
    let is_no_farther = || way.last().is_none_or(|end| distance(end) <= start + 2 * TOUCH);
    stays_near && (squares_up || is_no_farther())
}
