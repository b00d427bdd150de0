//! Threat zones: who is bound by one, and what he may then do (D3H2-TZ-01 to 11).

use std::borrow::Cow;

use musterfield_geometry::base::whole_root;
use musterfield_geometry::facing::rounded;
use musterfield_geometry::{Base, Bounds, Edge, Footprint, Point};
use musterfield_rules::battle::{Distance, List};
use musterfield_rules::combat::Held;

use super::TOUCH;
use super::element::{Id, Members, Player};
use super::order::{Leg, Refusal};
use super::state::Battle;
use super::touch::{is_contact, is_overlap};
use super::way::Formation;

/// Whose zone it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a handful at a time, nearly all of them of elements")]
enum Threat {
    /// An element's, before one of its edges: the ground that it covers, and the same deeper by a touch.
    Element(Id, Edge, [Base; 2]),
    /// A camp's or Stronghold's.
    Feature(Held),
}

/// A zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Zone {
    threat: Threat,
    /// The box around all of it.
    bounds: Bounds,
}

impl Battle {
    /// The edges before which an element has a zone (D3H2-TZ-01, 02).
    fn threatening_edges(&self, id: Id) -> &'static [Edge] {
        if self.is(id, List::AllRound) { &Edge::ALL } else { &[Edge::Front] }
    }

    /// The zones of a player's enemies, those of Aerials too (D3H2-TZ-11), into which somebody in a box may come.
    fn zones_against(&self, player: Player, around: Bounds) -> Vec<Zone> {
        let depth = self.distance(Distance::ThreatZone);
        let near = around.grown(depth + 2 * TOUCH);
        let enemies = self.stands.those_in(near).common(self.those_on_table(player.other()));
        let before = |id: Id, edge: Edge| {
            let ground = [0, TOUCH].map(|more| self.base(id).ground(edge, depth + more));
            Zone { threat: Threat::Element(id, edge, ground), bounds: ground[1].bounds() }
        };
        let edges = |id: Id| self.threatening_edges(id).iter().map(move |edge| before(id, *edge));
        let of_feature = |held: Held| {
            let its = self.box_of(player.other(), held)?;
            let bounds = its.grown(depth + 2 * TOUCH);
            its.intersects(near).then_some(Zone { threat: Threat::Feature(held), bounds })
        };
        enemies.into_iter().flat_map(edges).chain(self.features_of(player.other()).filter_map(of_feature)).collect()
    }

    /// Whether a base reaches into a zone on a straight way, or its front edge enters it or touches its far edge; touching
    /// only its side does not count (D3H2-TZ-03, 04).
    fn meets_zone(&self, player: Player, base: &Base, step: Point, zone: &Zone) -> bool {
        if !base.bounds().and(base.bounds().moved(step)).intersects(zone.bounds) {
            return false;
        }
        // Narrower by a hair, so that who touches a zone with a front corner only, going along it, is not in it; the zone is
        // deeper by one, so that who touches its far edge with the front edge is.
        let front = || {
            let corner = base.front_left() + base.facing().right().step(3 * TOUCH);
            Base::new(corner, base.facing(), base.width() - 6 * TOUCH, STRIP)
        };
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

    /// Whether somebody of a formation is in a zone where he stands, or on a straight way.
    fn are_in_zone(&self, player: Player, formation: &Formation, step: Point, zone: &Zone) -> bool {
        formation.bases().any(|base| self.meets_zone(player, base, step, zone))
    }

    /// The places of a move, with one more for each zone into which a straight leg leads on its way: where it is entered.
    fn with_entries<'p>(&self, player: Player, places: &'p [Formation], zones: &[Zone]) -> Vec<Cow<'p, Formation>> {
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
                    // As finely as places can be told apart.
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

    /// Whether a move by way of these places obeys the zones it starts in and comes into (D3H2-TZ-04 to 11).
    ///
    /// The first place is where the formation stands. From the first place in a zone on the move has to answer one of
    /// the enemies whose zone it is in: face him, come nearer with him ahead, pass through him, or (alone) go straight
    /// back all the way.
    pub(super) fn heed_zones(
        &self,
        player: Player,
        places: &[Formation],
        legs: &[Leg],
        passed: Members,
    ) -> Result<(), Refusal> {
        let Some(start) = places.first() else { return Ok(()) };
        let around = places.iter().flat_map(Formation::bases).map(Base::bounds).reduce(Bounds::and);
        let Some(around) = around else { return Ok(()) };
        let zones = self.zones_against(player, around);
        if zones.is_empty() {
            return Ok(());
        }
        let places = self.with_entries(player, places, &zones);
        let still = Point::default();
        let mut threats: Vec<&Zone> = Vec::new();
        let mut from = 0;
        for (at, place) in places.iter().enumerate() {
            threats = zones.iter().filter(|zone| self.are_in_zone(player, place, still, zone)).collect();
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
        let mut names: Vec<String> = threats
            .iter()
            .map(|zone| match zone.threat {
                Threat::Element(id, ..) => self.profile(id).name.to_string(),
                Threat::Feature(Held::Camp) => "the camp".to_owned(),
                Threat::Feature(_) => "the Stronghold".to_owned(),
            })
            .collect();
        names.dedup();
        Err(Refusal::by(
            "D3H2-TZ-04",
            format!(
                "In the threat zone of {} it may only face that enemy, come nearer to it, or (one alone) go straight back.",
                names.join(" and ")
            ),
        ))
    }

    /// Whether a move answers one enemy from a place on.
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
                // Passed through, and clear of it (D3H2-TZ-07).
                if passed.has(id) {
                    return true;
                }
                // Squared up, to the edge whose zone it is (D3H2-TZ-05).
                let squared = other.outward_facing(edge).opposite() == end.head().facing();
                let is_ahead = end.bases().any(|base| {
                    base.ground(Edge::Front, AHEAD).overlaps(other, TOUCH)
                        || base.against(Edge::Front, other, edge, TOUCH).is_some()
                });
                let beside = end.bases().any(|base| is_overlap(base, other));
                let stays = beside
                    || end.bases().any(|base| is_contact(base, other) && base.nearer(other, TOUCH + 1))
                    || self.are_in_zone(player, end, Point::default(), zone);
                stays && (squared || is_ahead || beside) && comes_nearer(places, from, other)
            }
            Threat::Feature(held) => end.bases().any(|base| {
                let ahead = base.ground(Edge::Front, self.distance(Distance::ThreatZone) + 3 * TOUCH);
                self.fronts_feature(base, player.other(), held) || self.is_in_feature(&ahead, player.other(), held)
            }),
        }
    }
}

/// How thin the strip behind a front edge is by which it is seen whether the edge enters a zone.
const STRIP: i64 = 2 * TOUCH;
/// How far ahead an enemy may stand to be ahead.
const AHEAD: i64 = 3000;

/// So far from an enemy a base may get by turning about one of its corners to face it.
const SWING: i64 = 100;

/// Whether a formation never goes away from a base, from a place on: the distance between its nearest middle and that
/// of the base does not grow, but for what turning needs.
fn comes_nearer(places: &[Cow<'_, Formation>], from: usize, other: &Base) -> bool {
    // Twice the middles, which need no rounding, so that it is the same on a mirrored table.
    let twice = |base: &Base| base.front_left() + base.rear_right();
    let distance = |formation: &Formation| {
        let squares = formation.bases().map(|base| (twice(base) - twice(other)).square());
        whole_root(squares.min().unwrap_or(0))
    };
    let way = places.get(from..).unwrap_or_default();
    let Some(mut nearest) = way.first().map(|place| distance(place)) else { return true };
    way.iter().skip(1).all(|place| {
        let here = distance(place);
        let is_so = here <= nearest + 2 * SWING;
        nearest = nearest.min(here);
        is_so
    })
}
