//! Dismounting: a Mounted element is exchanged for the Foot element that its army list names (D3H2-TYPE-16).

use musterfield_geometry::Base;
use musterfield_rules::battle::Clause;

use super::TOUCH;
use super::command::Cost;
use super::contact::is_beside;
use super::element::{Id, Members};
use super::force::Profile;
use super::formation::{Formation, placed};
use super::order::Pose;
use super::refusal::Refusal;
use super::report::{Event, Report};
use super::state::{Battle, Whereabouts};
use super::turn::Turn;

impl Battle {
    /// Exchanges a Mounted element for its Foot element, whose front edge stands where it stood. This is one whole
    /// tactical move of a single element, and it never mounts again (D3H2-TYPE-16).
    pub(super) fn dismount(&mut self, id: Id, base: Base, cost: &Cost, report: &mut Report) {
        let before = self.intruders(self.player());
        self.element_mut(id).dismounted = true;
        self.spend_move(id, base, cost.pips);
        for clause in &cost.clauses {
            report.used(*clause);
        }
        report.used(Clause::Dismounting);
        report.push(Event::Moved(id, base));
        self.note_intruders(self.player(), before);
    }

    /// Checks that an element may dismount now, and finds its base on foot and the price in PIPs.
    pub(super) fn check_dismounting(&self, id: Id) -> Result<(Base, Cost), Refusal> {
        self.check_mover(id, true)?;
        let name = self.profile(id).name;
        if self.element(id).dismounted {
            return Err(Refusal::OnFootAlready(name));
        }
        let Some(on_foot) = self.profile(id).on_foot.as_deref() else {
            return Err(Refusal::NoDismounting(name));
        };
        if let Some(enemy) = self.enemies_close_to(id).find(|enemy| self.is_in_any_contact(id, *enemy)) {
            return Err(Refusal::DismountsInContact(name, Some(self.profile(enemy).name)));
        }
        if self.is_in_close_combat(id) {
            return Err(Refusal::DismountsInContact(name, None));
        }
        if self.is_on_table(id) && self.is_in_threat_zone(id) {
            return Err(Refusal::DismountsInAThreatZone(name));
        }
        let stands = Formation::alone(id, *self.base(id));
        let stays = std::slice::from_ref(&stands);
        self.check_further(Members::one(id), stays, &[], Turn::LAST, self.under(id), false)?;
        let cost = self.within_means(Members::one(id), self.cost_off_road(Members::one(id), false))?;
        let base = placed(Pose::of(self.base(id)), on_foot.profile.depth);
        self.check_room_on_foot(id, &on_foot.profile, &base)?;
        Ok((base, cost))
    }

    /// Whether two enemies touch in any way that counts: by an edge, by a corner or as an overlap.
    fn is_in_any_contact(&self, id: Id, enemy: Id) -> bool {
        let (base, other) = (self.base(id), self.base(enemy));
        self.is_on_table(id)
            && base.nearer(other, TOUCH + 1)
            && (self.is_engaged(id, enemy) || is_beside(base, other, self.rules().policies.overlap_corners).is_some())
    }

    /// Checks that an element that is now on foot may stand where it is. A garrison must be one that may hold its
    /// feature (D3H2-BUA-07, D3H2-CAMP-04).
    fn check_room_on_foot(&self, id: Id, profile: &Profile, base: &Base) -> Result<(), Refusal> {
        if let Whereabouts::Holds(held) = self.element(id).place {
            let (may, rule) = match held {
                held if held.is_camp() => (profile.garrison.camp, Clause::CampGarrison),
                _ => (profile.garrison.walls, Clause::WallsGarrison),
            };
            return if may { Ok(()) } else { Err(Refusal::NoGarrisonOnFoot(profile.name, held, rule)) };
        }
        if self.has_clear_ground_as(profile, id, base) {
            return Ok(());
        }
        Err(Refusal::NoRoomOnFoot(profile.name))
    }
}
