//! Pursuit of beaten enemies, and the entry into a feature that has fallen (D3H2-PURS-01 to 08).

use musterfield_geometry::{Base, Point};
use musterfield_rules::battle::policy::{AfterCombats, PursuitStart};
use musterfield_rules::battle::{Clause, Distance, List, PlaceList};
use musterfield_rules::combat::{Held, PursuitDistance};
use musterfield_rules::terrain::Going;

use super::conform::HALF_RIGHT;
use super::contact::{Spot, is_contact};
use super::element::{Id, Members};
use super::report::Report;
use super::state::{Battle, Whereabouts};
use super::{TOUCH, force::Class};

impl Battle {
    /// Moves an element after a beaten enemy, together with the file behind it up to the first that would enter bad going
    /// (D3H2-PURS-01 to 08).
    pub(super) fn pursue(&mut self, id: Id, distance: PursuitDistance, report: &mut Report) {
        let distance = distance.with_depth(self.profile(id).depth);
        if matches!(self.element(id).place, Whereabouts::Holds(_)) {
            return;
        }
        let file = self.file_behind(id);
        let base = *self.base(id);
        let facing = base.facing();
        let blocked = |base: &Base, way: i64| {
            let step = facing.step(way);
            let end = base.moved(step);
            if !self.field().has(&end) || self.meets_feature(base, step) {
                return true;
            }
            if self.met_by(base, step, Members::one(id)).next().is_some() {
                return true;
            }
            self.is_bad_for(id, base, step)
        };
        // It does not pursue at all if it would leave the table or enter bad going (D3H2-PURS-06).
        if !self.field().has(&base.ahead(distance)) || self.is_bad_for(id, &base, facing.step(distance)) {
            report.used(Clause::NoPursuit);
            return;
        }
        let way = self.free_way(&base, distance, blocked);
        let mut end = base.ahead(way);
        let meets = |enemy: Id| is_contact(&end, self.base(enemy)) && end.nearer(self.base(enemy), TOUCH + 1);
        if self.enemies(self.owner(id)).any(meets) {
            report.used(Clause::PursuitIntoAnEnemy);
            end = self.lined_up(id, &end).filter(|end| self.may_end(id, end)).unwrap_or(end);
            // The two fight in the next bound.
            self.element_mut(id).fought = true;
        }
        // An Aerial stays where it is rather than end where it cannot land (D3H2-MOVE-08).
        if !self.may_end(id, &end) {
            return;
        }
        report.used(Clause::Pursuit);
        self.put(id, end, report);
        let mut before = end;
        for friend in file {
            let next = Base::new(before.rear_left(), before.facing(), before.width(), self.base(friend).depth());
            let was = self.base(friend);
            let is_barred = self.is_bad_for(friend, was, next.front_left() - was.front_left());
            if is_barred || !self.is_clear(&next, Members::one(friend)) || !self.may_end(friend, &next) {
                break;
            }
            report.used(Clause::PursuitInColumn);
            self.put(friend, next, report);
            before = next;
        }
    }

    /// Whether an outcome move of an element may end on a base: an Aerial ends no move in woods or a BUA (D3H2-MOVE-08).
    pub(super) fn may_end(&self, id: Id, base: &Base) -> bool {
        self.profile(id).is_ground() || self.may_stand(id, base)
    }

    /// Whether a straight step leads into going that is bad for an element and stops its pursuit; Marsh and Gully do
    /// not. By some rules, going in which it already stands stops it too (DBA3-PURS-05).
    fn is_bad_for(&self, id: Id, base: &Base, step: Point) -> bool {
        if self.profile(id).class == Class::Aerial {
            return false;
        }
        let met = self.field().on_way(base, step);
        let entered = match self.rules().policies.pursuit_start {
            PursuitStart::AnyGoing => met.without(self.field().under(base)),
            PursuitStart::NotInBadGoing => met,
        };
        self.field().each(entered).any(|(_, ground)| {
            let Some(going) = ground.going else { return ground.kind == musterfield_rules::terrain::Kind::Waterway };
            let going = self.going_of(ground.kind, going);
            going == Going::Bad
                && !self.rules().holds(PlaceList::PursuedInto, ground.place)
                && !self.combat_good(id, going, ground.place)
        })
    }

    /// The base at which an element that has run into an enemy is lined up with it; `None` unless it gets there by less
    /// than a base width and by turning less than half a right angle, and there is room (D3H2-PURS-08, D3H2-FLEE-05,
    /// D3H2-CONT-08).
    pub(super) fn lined_up(&self, id: Id, base: &Base) -> Option<Base> {
        let slide = self.distance(Distance::Slide);
        let others = |enemy: Id, end: &Base| self.is_clear(end, Members::one(id).with(enemy));
        self.enemies(self.owner(id))
            .filter(|enemy| base.nearer(self.base(*enemy), 2 * TOUCH))
            .flat_map(|enemy| Spot::ALL.into_iter().map(move |spot| (enemy, spot)))
            .filter_map(|(enemy, spot)| {
                let end = spot.base(self.base(enemy), base.depth());
                let way = base.step_to(&end).square();
                let near = end.facing().angle_to(base.facing()).abs() < HALF_RIGHT && way < slide * slide;
                let room =
                    near && self.field().has(&end) && others(enemy, &end) && !end.overlaps(self.base(enemy), TOUCH);
                // An element does not line up in water that it may not enter (D3H2-FEAT-10).
                let stands = || self.may_stand(id, &end) || !self.may_stand(id, base);
                (room && stands()).then_some((way, end))
            })
            .min_by_key(|(way, _)| *way)
            .map(|(_, end)| end)
    }

    /// Lines up those whose front edges touch an enemy askew or aside when the combats are over, the moving side first,
    /// where there is room. An element that never moves into contact waits for the other (DBA3-CONT-16).
    pub(super) fn line_up_after_combats(&mut self, report: &mut Report) {
        match self.rules().policies.after_combats {
            AfterCombats::Stay => return,
            AfterCombats::LineUp => {}
        }
        for player in [self.player(), self.player().other()] {
            for id in self.on_table(player).collect::<Vec<_>>() {
                let base = *self.base(id);
                let is_aside = self.before(id).is_some_and(|(enemy, _)| Spot::of(&base, self.base(enemy)).is_none());
                if !is_aside || self.is(id, List::Slow) {
                    continue;
                }
                let may_stand = |end: &Base| self.may_stand(id, end) && !self.meets_feature(end, Point::default());
                if let Some(end) = self.lined_up(id, &base).filter(may_stand) {
                    report.used(Clause::Conforming);
                    self.put(id, end, report);
                }
            }
        }
    }

    /// Moves the victor over a feature's defenders into it (D3H2-PURS-03). Where a camp was sacked or a Stronghold
    /// destroyed (D3H2-TRAD-34), the victor advances as in a pursuit. A standing Stronghold is entered only by an
    /// element that may hold one (D3H2-BUA-15).
    pub(super) fn storm(&mut self, id: Id, held: Held, distance: PursuitDistance, report: &mut Report) {
        if !self.is_on_table(id) {
            return;
        }
        report.used(Clause::Storming);
        let is_gone = self.features_of(self.owner(id)).all(|own| own != held);
        if held.is_camp() || is_gone {
            self.pursue(id, distance, report);
        } else if held == Held::City {
            self.sack(id, report);
        } else if held == Held::Fort {
            // It is empty now, and open to whoever moves in (DBA3-CITY-07, DBA3-CITY-23).
        } else if self.profile(id).garrison.walls && !self.profile(id).ally {
            self.element_mut(id).place = Whereabouts::Holds(held);
        }
    }
}
