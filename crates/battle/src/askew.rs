//! Contact at an angle, where neither the mover nor the enemy it contacts can conform: they fight as though fully in
//! contact, and the enemy as though overlapped (D3H2-CONT-05).

use musterfield_geometry::{Base, Edge, Point};
use musterfield_rules::battle::Distance;

use super::TOUCH;
use super::conform::{HALF_RIGHT, starts_beyond};
use super::contact::Spot;
use super::element::{Id, Members};
use super::formation::Formation;
use super::state::Battle;

impl Battle {
    /// The enemy that the front edge of an element touches at an angle, and the edge of it that counts as touched;
    /// `None` once the two are apart or square to each other.
    pub(super) fn askew(&self, who: Id) -> Option<(Id, Edge)> {
        let (enemy, edge) = self.element(who).askew?;
        let (base, other) = (self.base(who), self.base(enemy));
        let still = self.is_on_table(who)
            && self.is_on_table(enemy)
            && base.faced(Edge::Front, other).is_none()
            && base.nearer(other, TOUCH + 1)
            && self.is_engaged(who, enemy);
        still.then_some((enemy, edge))
    }

    /// The enemy that an element faces at an angle: the one whose edge its front edge touches, or the one that touches
    /// its front edge; and the enemy's edge.
    pub(super) fn before_askew(&self, who: Id) -> Option<(Id, Edge)> {
        let touches = |enemy: &Id| self.askew(*enemy) == Some((who, Edge::Front));
        self.askew(who).or_else(|| self.enemies_close_to(who).find(touches).map(|enemy| (enemy, Edge::Front)))
    }

    /// Whether the front edge of an enemy touches an edge of an element at an angle.
    pub(super) fn is_at_edge_askew(&self, enemy: Id, who: Id, edge: Edge) -> bool {
        self.askew(enemy) == Some((who, edge)) || (edge == Edge::Front && self.askew(who) == Some((enemy, Edge::Front)))
    }

    /// Forgets contacts at an angle that are no more.
    pub(super) fn part_askew(&mut self) {
        for id in self.everybody() {
            if self.element(id).askew.is_some() && self.askew(id).is_none() {
                self.element_mut(id).askew = None;
            }
        }
    }

    /// The contacts at an angle in which elements of a formation end: each element, the enemy, and the edge of it that
    /// counts as touched. An enemy to which an element is square is not contacted at an angle. `None` if there is no such
    /// contact, or if one of them is not made by a front edge or begins where it must not (D3H2-CONT-06, 07).
    pub(super) fn contacts_askew(
        &self,
        start: &Formation,
        end: &Formation,
        touched: &[(Id, Id)],
    ) -> Option<Vec<(Id, Id, Edge)>> {
        let mut found: Vec<(Id, Id, Edge)> = Vec::new();
        for (id, enemy) in touched {
            let other = self.base(*enemy);
            let at = |formation: &Formation| formation.ranks.iter().find(|(rank, _)| rank == id).map(|(_, base)| *base);
            let (from, base) = (at(start)?, at(end)?);
            if base.faced(Edge::Front, other).is_some() {
                continue;
            }
            let edge = touched_edge(&base, other).filter(|edge| starts_beyond(&from, other, *edge))?;
            if found.iter().all(|(known, ..)| known != id) {
                found.push((*id, *enemy, edge));
            }
        }
        (!found.is_empty()).then_some(found)
    }

    /// Whether a group could conform as a whole, by turning so that one of its elements is lined up with an enemy.
    pub(super) fn could_wheel(&self, who: Members, end: &Formation, id: Id, enemy: Id) -> bool {
        let others = |base: &Base| self.is_clear(base, who);
        let places = |depth| Spot::ALL.map(|spot| spot.base(self.base(enemy), depth)).into();
        !end.is_single() && self.conformed(end, id, places, others).is_some()
    }

    /// Where an enemy and the group in which it stands conform to an element that touches it: lined up, each by less
    /// than a base width, and where all have room. `None` if one of them is in close combat.
    pub(super) fn group_conforming(&self, enemy: Id, who: Members, end: &Formation) -> Option<Vec<(Id, Base)>> {
        let friends: Members = self.on_table(self.owner(enemy)).collect();
        let group = self.joined(friends).into_iter().find(|group| group.has(enemy))?;
        if group.into_iter().any(|id| self.is_in_close_combat(id)) {
            return None;
        }
        let stands = Formation::new(self, group).ok()?;
        let is_clear =
            |base: &Base| self.is_clear(base, who.and(group)) && end.bases().all(|mover| !mover.overlaps(base, TOUCH));
        let near = end.ranks.iter().filter(|(_, mover)| mover.nearer(self.base(enemy), TOUCH + 1));
        let spots = self.spots_conformed_to();
        let places = |mover: &Base, depth| spots.iter().map(|spot| spot.base_of_other(mover, depth)).collect();
        let conformed = |mover| self.conformed(&stands, enemy, |depth| places(mover, depth), is_clear);
        let all = near.filter_map(|(_, mover)| conformed(mover));
        all.min_by_key(|conformed| way(&stands, conformed)).map(|conformed| conformed.ranks.into_vec())
    }

    /// A formation moved as a whole so that one of its elements takes one of the places for its depth, by the shortest way:
    /// no element goes a base width or turns by half a right angle, and all have room.
    fn conformed(
        &self,
        stands: &Formation,
        id: Id,
        places: impl Fn(i64) -> Vec<Base>,
        is_clear: impl Fn(&Base) -> bool,
    ) -> Option<Formation> {
        let (place, (_, own)) = stands.ranks.iter().enumerate().find(|(_, (rank, _))| *rank == id)?;
        let slide = self.distance(Distance::Slide);
        let ends =
            places(own.depth()).into_iter().filter(|base| base.facing().angle_to(own.facing()).abs() < HALF_RIGHT);
        let moved = ends.map(|base| {
            let mut formation = stands.clone();
            formation.anchor(place, base);
            formation
        });
        let has_room = |formation: &Formation| {
            way(stands, formation) < slide * slide
                && formation.ranks.iter().all(|(id, base)| {
                    self.field().has(base)
                        && is_clear(base)
                        && !self.meets_feature(base, Point::default())
                        && self.may_stand(*id, base)
                })
        };
        moved.filter(has_room).min_by_key(|formation| way(stands, formation))
    }
}

/// The farthest that an element of a formation has gone to its place in another, squared, in thousandths of a BW.
fn way(from: &Formation, to: &Formation) -> i64 {
    from.bases().zip(to.bases()).map(|(from, to)| from.step_to(to).square()).max().unwrap_or(0)
}

/// The edge of another base that a front edge touches at an angle: of several the one that faces it most, then the
/// front or the rear rather than a flank. `None` if the front edge touches none.
fn touched_edge(base: &Base, other: &Base) -> Option<Edge> {
    let front = base.edge(Edge::Front);
    let is_flank = |edge: Edge| matches!(edge, Edge::Left | Edge::Right);
    let angle = |edge: Edge| base.facing().opposite().angle_to(other.outward_facing(edge)).abs();
    let touched = Edge::ALL.into_iter().filter(|edge| front.nearer(other.edge(*edge), TOUCH + 1));
    touched.min_by_key(|edge| (angle(*edge), is_flank(*edge)))
}
