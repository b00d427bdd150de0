//! Turning to face an attacker on a flank or the rear, after all moves (D3H2-CONT-10 to 12).

use musterfield_geometry::{Base, Edge, Point};
use musterfield_rules::battle::List;

use super::TOUCH;
use super::contact::Spot;
use super::element::{Id, Members, Player};
use super::state::Battle;

impl Battle {
    /// Turns elements that are contacted on a flank or the rear to face the first such attacker, unless an element or
    /// walls are before their front or they support another element (D3H2-CONT-10, 12). The element behind one that
    /// turns, if the same attacker touches it, turns too and ends behind it again; any other element in the way is
    /// pushed back (D3H2-CONT-11).
    pub(super) fn turn_to_face(&mut self) {
        for player in Player::ALL {
            // Elements with which an attacker is lined up come first, because others turn with them.
            for lined_up in [true, false] {
                for id in self.on_table(player).collect::<Vec<_>>() {
                    let Some(attacker) = self.to_face(id) else { continue };
                    let is_lined_up = |with: Id| Spot::of(self.base(attacker), self.base(with)).is_some();
                    // An attacker that is lined up with another element is faced by that one or, if it cannot turn, by
                    // none.
                    if lined_up == is_lined_up(id) && (lined_up || !self.on_table(player).any(is_lined_up)) {
                        self.turn(id, attacker);
                    }
                }
            }
        }
        self.forget_attackers();
        let cornered = self.everybody().filter(|id| self.is_on_table(*id) && self.to_face(*id).is_some()).collect();
        self.state.cornered = cornered;
    }

    /// The attacker that an element has to turn to, if any.
    fn to_face(&self, id: Id) -> Option<Id> {
        self.enemies_close_to(id).next()?;
        // An element that has moved against an enemy's front with its own flank was not attacked there.
        if self.has_come(id) {
            return None;
        }
        // An enemy that has come to lie along a part of the front with its flank does not keep the element from turning.
        let is_full = |(enemy, edge): (Id, Edge)| {
            edge == Edge::Front || !self.has_come(enemy) || Spot::of(self.base(id), self.base(enemy)).is_some()
        };
        let faces_others = self.before(id).is_some_and(is_full) || self.assaulted(id).is_some();
        if faces_others || self.is(id, List::AllRound) || self.gives_support(id) {
            return None;
        }
        let attackers = self.attackers(id);
        self.element(id).attacker.filter(|first| attackers.has(*first)).or(attackers.first())
    }

    /// Whether an element of the side whose bound it is has moved in it.
    fn has_come(&self, id: Id) -> bool {
        self.owner(id) == self.player() && self.element(id).moves > 0
    }

    /// The enemies whose front edges stand on an element's flanks or rear.
    fn attackers(&self, id: Id) -> Members {
        let edges = [Edge::Left, Edge::Right, Edge::Rear];
        edges.into_iter().flat_map(|edge| self.at_edge(id, edge)).collect()
    }

    /// Remembers for each enemy on whose flank or rear elements have just come who stood there before them.
    pub(super) fn note_attacks(&mut self, by: Members) {
        for attacker in by {
            for enemy in self.enemies_close_to(attacker) {
                let attackers = self.attackers(enemy);
                let is_known = self.element(enemy).attacker.is_some_and(|first| attackers.has(first));
                let first = attackers.minus(by).first().filter(|first| *first > attacker && !is_known);
                if first.is_some() && attackers.has(attacker) {
                    self.element_mut(enemy).attacker = first;
                }
            }
        }
    }

    /// Forgets attackers that stand on no flank or rear any more.
    pub(super) fn forget_attackers(&mut self) {
        for id in self.everybody() {
            if self.element(id).attacker.is_some_and(|first| !self.attackers(id).has(first)) {
                self.element_mut(id).attacker = None;
            }
        }
    }

    /// Turns an element to its attacker, and the one behind it too, if there is room or room can be made. Other
    /// attackers move with it to the edges that it then shows them (D3H2-CONT-11).
    fn turn(&mut self, id: Id, attacker: Id) {
        let turned = Spot::Front.base(self.base(attacker), self.base(id).depth());
        let mut ends = vec![(id, turned)];
        let sides = [Edge::Left, Edge::Right, Edge::Rear];
        for other in sides.into_iter().flat_map(|edge| self.at_edge(id, edge)).filter(|other| *other != attacker) {
            let base = self.base(other);
            let spots = [Spot::LeftFlank, Spot::RightFlank, Spot::Rear].map(|spot| spot.base(&turned, base.depth()));
            let follows = spots.into_iter().find(|spot| spot.facing() == base.facing());
            let goes = |end: &Base| self.is_clear(end, Members::one(id).with(other)) && self.field().has(end);
            ends.extend(follows.filter(goes).map(|end| (other, end)));
        }
        if self.is_met(id, &ends).is_some() {
            let touches = |other: &Id| {
                let front = self.base(attacker);
                [Edge::Left, Edge::Right, Edge::Rear]
                    .into_iter()
                    .any(|edge| front.against(Edge::Front, self.base(*other), edge, TOUCH).is_some())
            };
            // A gap between the two, into which the first does not fit, changes nothing.
            let in_line = |other: &Id| {
                self.owner(*other) == self.owner(id) && self.base(*other).facing() == self.base(id).facing()
            };
            let behind = self.file_behind(id).first().copied().or_else(|| self.is_met(id, &ends).filter(in_line));
            if let Some(next) = behind.filter(touches) {
                let depth = self.base(next).depth();
                ends.push((next, Base::new(turned.rear_left(), turned.facing(), turned.width(), depth)));
            }
        }
        // A third element is pushed straight back, just far enough.
        while let Some(other) = self.is_met(id, &ends) {
            let base = *self.base(other);
            // Existing contacts are kept, so an element that fights to its front is not pushed out of its fight.
            let pushable = self.owner(other) == self.owner(id)
                && ends.iter().all(|(moved, _)| *moved != other)
                && self.before(other).is_none();
            let push = |way: i64| base.ahead(-way);
            let is_clear = |way: i64| ends.iter().all(|(_, end)| !end.overlaps(&push(way), 0));
            let Some(way) = (1..=base.width()).find(|way| is_clear(*way)).filter(|_| pushable) else { return };
            ends.push((other, push(way)));
        }
        // Nobody turns onto ground where it may not stand: an Aerial into woods (D3H2-MOVE-08), any other into water, or
        // a type into going that is closed to it (D3H2-MOVE-16). An element that a result has left on such ground may turn there.
        let may_stand = |id: Id, end: &Base| self.may_stand(id, end) || !self.may_stand(id, self.base(id));
        let is_free = ends.iter().all(|(id, end)| {
            self.field().has(end) && !self.meets_feature(end, Point::default()) && may_stand(*id, end)
        });
        if is_free {
            for (id, end) in ends {
                self.element_mut(id).base = end;
            }
        }
    }

    /// The first element that the turned ones would overlap; elements that turn along do not count.
    fn is_met(&self, id: Id, ends: &[(Id, Base)]) -> Option<Id> {
        let turn = ends.iter().fold(Members::one(id), |turn, (moved, _)| turn.with(*moved));
        ends.iter().flat_map(|(_, end)| self.met_by(end, Point::default(), turn)).min()
    }
}
