//! Threat zones: who is bound by one, and what he may then do (D3H2-TZ-01 to 11).

use super::TOUCH;
use super::element::{Id, Player};
use super::order::{Leg, Refusal};
use super::state::Battle;
use super::way::Formation;
use crate::geometry::base::whole_root;
use crate::geometry::{Base, Edge, Hull};
use crate::rules::battle::{Distance, List};
use crate::rules::combat::Held;

/// Whose zone it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threat {
    /// An element's.
    Element(Id),
    /// A camp's or Stronghold's.
    Feature(Held),
}

impl Battle {
    /// The edges before which an element has a zone (D3H2-TZ-01, 02).
    fn threatening_edges(&self, id: Id) -> &'static [Edge] {
        if self.is(id, List::AllRound) { &Edge::ALL } else { &[Edge::Front] }
    }

    /// Whether a base reaches into a zone of an enemy element (D3H2-TZ-04).
    fn is_in_zone_of(&self, base: &Base, enemy: Id) -> bool {
        let depth = self.distance(Distance::ThreatZone);
        let other = self.base(enemy);
        base.bounds().grown(depth + TOUCH).meets(other.bounds())
            && self.threatening_edges(enemy).iter().any(|edge| other.ground(*edge, depth).overlaps(base, TOUCH))
    }

    /// Whether a base reaches into the zone of a feature: anything nearer than its depth (D3H2-TZ-03).
    fn is_in_zone_of_feature(&self, base: &Base, player: Player, held: Held) -> bool {
        let depth = self.distance(Distance::ThreatZone) - TOUCH;
        match held {
            Held::Camp => self.side(player).camp.is_some_and(|camp| camp.base.nearer(base, depth)),
            _ => {
                let outline = self.outline_of(player, held);
                outline.is_some_and(|outline| {
                    let hull = Hull::of(base);
                    hull.meets(&outline)
                        || outline.sides().any(|side| hull.sides().any(|mine| mine.nearer(side, depth)))
                })
            }
        }
    }

    /// Whether a front edge enters a zone or touches its far edge; touching only its side does not count (D3H2-TZ-04).
    fn enters(&self, base: &Base, enemy: Id) -> bool {
        let depth = self.distance(Distance::ThreatZone);
        // Deeper by a hair, so that who touches the far edge is in it, and narrower by one, so that who touches a side
        // is not.
        let strip = Base::new(base.front_left(), base.facing(), base.width(), STRIP);
        let other = self.base(enemy);
        strip.bounds().grown(depth + 2 * TOUCH).meets(other.bounds())
            && self
                .threatening_edges(enemy)
                .iter()
                .any(|edge| other.ground(*edge, depth + TOUCH).overlaps(&strip, TOUCH / 2))
    }

    /// The zones in which somebody of a formation stands.
    pub(super) fn zones_over(&self, player: Player, formation: &Formation) -> Vec<Threat> {
        let enemy = player.other();
        let elements = self
            .enemies(player)
            .filter(|id| formation.bases().any(|base| self.is_in_zone_of(base, *id)))
            .map(Threat::Element);
        let features = self
            .features_of(enemy)
            .filter(|held| formation.bases().any(|base| self.is_in_zone_of_feature(base, enemy, *held)))
            .map(Threat::Feature);
        elements.chain(features).collect()
    }

    /// Whether somebody of a formation is in a zone, or his front edge enters one.
    fn meets_zone(&self, player: Player, formation: &Formation, threat: Threat) -> bool {
        match threat {
            Threat::Element(id) => formation.bases().any(|base| self.is_in_zone_of(base, id) || self.enters(base, id)),
            Threat::Feature(held) => {
                formation.bases().any(|base| self.is_in_zone_of_feature(base, player.other(), held))
            }
        }
    }

    /// Whether a move by way of these places obeys the zones it starts in and comes into.
    ///
    /// The first place is where the formation stands. From the first place in a zone on the move has to answer one of
    /// the enemies whose zone it is in: face him, come nearer with him ahead, pass through him, or (alone) go straight
    /// back all the way.
    pub(super) fn heed_zones(
        &self,
        player: Player,
        places: &[Formation],
        legs: &[Leg],
        passed: &[Id],
    ) -> Result<(), Refusal> {
        let Some(start) = places.first() else { return Ok(()) };
        let mut threats = self.zones_over(player, start);
        let mut from = 0;
        if threats.is_empty() {
            let all = || {
                let elements = self.enemies(player).map(Threat::Element);
                elements.chain(self.features_of(player.other()).map(Threat::Feature))
            };
            for (at, place) in places.iter().enumerate().skip(1) {
                threats = all().filter(|threat| self.meets_zone(player, place, *threat)).collect();
                if !threats.is_empty() {
                    from = at;
                    break;
                }
            }
        }
        if threats.is_empty() {
            return Ok(());
        }
        // Straight back all the way, by one alone (D3H2-TZ-08).
        if start.is_single() && legs.iter().all(|leg| matches!(leg, Leg::Back(_))) {
            return Ok(());
        }
        let answers = |threat: &Threat| self.answers(player, places, from, *threat, passed);
        if threats.iter().any(answers) {
            return Ok(());
        }
        let names: Vec<String> = threats
            .iter()
            .map(|threat| match threat {
                Threat::Element(id) => self.profile(*id).name.to_string(),
                Threat::Feature(Held::Camp) => "the camp".to_owned(),
                Threat::Feature(_) => "the Stronghold".to_owned(),
            })
            .collect();
        Err(Refusal::by(
            "D3H2-TZ-04",
            format!(
                "In the threat zone of {} it may only face that enemy, come nearer to it, or (one alone) go straight back.",
                names.join(" and ")
            ),
        ))
    }

    /// Whether a move answers one enemy from a place on.
    fn answers(&self, player: Player, places: &[Formation], from: usize, threat: Threat, passed: &[Id]) -> bool {
        let Some(end) = places.last() else { return true };
        match threat {
            Threat::Element(id) => {
                let other = self.base(id);
                // Passed through, and clear of it (D3H2-TZ-07).
                if passed.contains(&id) {
                    return true;
                }
                let edges = self.threatening_edges(id);
                // Squared up, to the edge whose zone it is (D3H2-TZ-05).
                let squared = edges.iter().any(|edge| other.over(*edge).opposite() == end.head().facing());
                let is_ahead = end.bases().any(|base| {
                    base.ground(Edge::Front, AHEAD).overlaps(other, TOUCH)
                        || base.against(Edge::Front, other, Edge::Front, TOUCH).is_some()
                });
                let beside = end.bases().any(|base| super::touch::is_beside(base, other).is_some());
                (squared || is_ahead || beside) && comes_nearer(places, from, other)
            }
            Threat::Feature(held) => {
                let enemy = player.other();
                let ahead = end.bases().any(|base| {
                    self.fronts_feature(base, enemy, held)
                        || self.is_in_feature(
                            &base.ground(Edge::Front, self.distance(Distance::ThreatZone)),
                            enemy,
                            held,
                        )
                });
                ahead
            }
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
fn comes_nearer(places: &[Formation], from: usize, other: &Base) -> bool {
    let middle = other.middle();
    let distance = |formation: &Formation| {
        let squares = formation.bases().map(|base| (base.middle() - middle).square());
        whole_root(squares.min().unwrap_or(0))
    };
    let way = places.get(from..).unwrap_or_default();
    let Some(mut nearest) = way.first().map(distance) else { return true };
    way.iter().skip(1).all(|place| {
        let here = distance(place);
        let is_so = here <= nearest + SWING;
        nearest = nearest.min(here);
        is_so
    })
}
