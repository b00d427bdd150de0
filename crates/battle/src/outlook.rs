//! What an order leads to, for players who think before they give it: where elements stand on the way, whose threat
//! zones a move enters, the odds of a fight to come.

use musterfield_combat::Odds;
use musterfield_geometry::{Base, Point};

use super::element::Id;
use super::formation::{Bases, Formation};
use super::order::{Foe, Leg, Move};
use super::refusal::{Refusal, ZoneOf};
use super::state::Battle;

/// The threat zones that a move meets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ZonesMet {
    /// Those in which it begins, or that it enters on its way, but does not end in.
    pub crossed: Vec<ZoneOf>,
    /// Those in which it ends.
    pub at_end: Vec<ZoneOf>,
}

/// The parts of a leg that does not go straight; zones are looked for after each.
const PARTS: i64 = 8;

impl Battle {
    /// The elements of a move with their bases after the legs chosen so far, those in front first; `None` if they cannot
    /// move together, or not by these legs. Whether the move is legal is not checked.
    #[must_use]
    pub fn bases_after(&self, so_far: &Move) -> Option<Bases> {
        self.after_legs(so_far).map(|formation| formation.ranks)
    }

    /// The corner about which a group wheels that keeps its shape; `None` for a column, which bends.
    #[must_use]
    pub fn wheel_corner(&self, so_far: &Move, left: bool) -> Option<Point> {
        let formation = self.after_legs(so_far).filter(|formation| !formation.column)?;
        let (_, base) = formation.pivot(left)?;
        Some(if left { base.front_left() } else { base.front_right() })
    }

    /// The threat zones of the enemy that a move meets (D3H2-TZ-03, 04). A zone that a wheel or a bend only grazes may be
    /// missed.
    #[must_use]
    pub fn zones_met(&self, of: &Move) -> ZonesMet {
        let places = self.places_on_way(of);
        let Some((end, player)) = places.last().zip(of.who.first().map(|id| self.owner(id))) else {
            return ZonesMet::default();
        };
        let Some(around) = places.iter().flat_map(Formation::bases).map(Base::bounds).reduce(|a, b| a.and(b)) else {
            return ZonesMet::default();
        };
        let mut met = ZonesMet::default();
        for zone in self.zones_against(player, around) {
            let of = self.zone_of(&zone);
            let is_in = |place: &Formation, step| self.are_in_zone(player, place, step, &zone);
            let crosses = || {
                places.iter().zip(places.iter().skip(1)).any(|(from, to)| {
                    let step = from.straight_to(to).unwrap_or_else(|| from.head().step_to(&to.head()));
                    is_in(from, step)
                })
            };
            if is_in(end, Point::default()) {
                met.at_end.push(of);
            } else if crosses() {
                met.crossed.push(of);
            }
        }
        met.at_end.dedup();
        met.crossed.dedup();
        let ZonesMet { crossed, at_end } = &mut met;
        crossed.retain(|zone| !at_end.contains(zone));
        met
    }

    /// Where a formation stands at the start of a move, and after each leg and each part of one that does not go straight.
    fn places_on_way(&self, of: &Move) -> Vec<Formation> {
        let Ok(start) = Formation::new(self, of.who) else { return Vec::new() };
        let mut places = vec![start];
        for leg in &of.legs {
            let Some(from) = places.last().cloned() else { break };
            let bends = from.column || matches!(leg, Leg::Wheel { .. } | Leg::Road(_));
            let parts = if bends { PARTS } else { 1 };
            for part in 1..=parts {
                let next = match part_of(*leg, part, parts) {
                    Leg::Road(by) => self.along_road(&from, by),
                    leg => from.after(leg),
                };
                let Ok(next) = next else { return places };
                places.push(next);
            }
        }
        places
    }

    /// The odds of a fight between an element and an opponent as they stand; the element is the first side.
    ///
    /// # Errors
    /// When the combat tables do not cover the two.
    pub fn odds(&self, id: Id, foe: Foe) -> Result<Odds<'static>, Refusal> {
        self.case(id, foe).map(|case| musterfield_combat::odds(&case))
    }
}

/// The beginning of a leg: so many of its parts.
fn part_of(leg: Leg, part: i64, parts: i64) -> Leg {
    let share = |by: i64| by * part / parts;
    match leg {
        Leg::Ahead(by) => Leg::Ahead(share(by)),
        Leg::Back(by) => Leg::Back(share(by)),
        Leg::Slide(by) => Leg::Slide(share(by)),
        Leg::Road(by) => Leg::Road(share(by)),
        Leg::Wheel { left, by } => Leg::Wheel { left, by: u16::try_from(share(i64::from(by))).unwrap_or(by) },
        Leg::Go(pose) => Leg::Go(pose),
    }
}
