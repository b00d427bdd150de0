//! Landings from the sea, where the players have agreed on them: elements that are reserved during the set-up, and are
//! placed as one group at the water when their side's first bound begins (D3H2-DEPL-18). By some rules they need no
//! agreement (DBA3-LAND-01).

use musterfield_army::{Catalogue, Draft};
use musterfield_dice::Roller;
use musterfield_geometry::Base;
use musterfield_rules::battle::policy::LandingsBy;
use musterfield_rules::battle::{BattleRules, Clause, Count, HomeList, List, OptionalRule, PlaceList, Topic};

use super::TOUCH;
use super::commands::Division;
use super::contact::{is_contact, is_joined};
use super::element::{Id, Members, Player};
use super::field::Lie;
use super::force::Profile;
use super::formation::placed;
use super::order::Pose;
use super::refusal::Refusal;
use super::report::Report;
use super::state::{Battle, Options, Phase, Whereabouts};

/// The elements of a side that may land if there is water: those of an army whose home terrain is by the sea, where the
/// players have agreed on it (D3H2-DEPL-18) or the rules need no agreement. Without one, the list of an allied
/// contingent, if it is known, decides about its elements (DBA3-LAND-01).
pub(super) fn landers(
    (draft, catalogue): (&Draft, &Catalogue),
    (rules, options): (&BattleRules, Options),
    army: Members,
    profiles: &[Profile],
    division: Option<&Division>,
) -> Members {
    let is_home = |home: &str| rules.is_home(HomeList::Landing, home);
    let own = draft.home_terrain.as_deref().is_some_and(is_home);
    let may_land = match rules.policies.landings {
        LandingsBy::Agreement => rules.is_chosen(OptionalRule::Landings, options.readings),
        LandingsBy::Right => rules.plays(Topic::Landings),
    };
    let lists = [catalogue.ally_of(draft), catalogue.second_ally_of(draft)];
    let of_contingent = lists.map(|list| match rules.policies.landings {
        LandingsBy::Agreement => own,
        LandingsBy::Right => list.map_or(own, |list| list.home_terrains.iter().any(|home| is_home(home))),
    });
    let comes_from_sea = |id: &Id| {
        let is_ally = profiles.get(id.index()).is_some_and(|profile| profile.ally);
        let mut contingents = division.into_iter().flat_map(|its| &its.commands).filter(|command| command.is_allied);
        let contingent = contingents.position(|command| command.members.has(*id)).unwrap_or(0);
        if is_ally { of_contingent.get(contingent).copied().unwrap_or(own) } else { own }
    };
    if may_land { army.into_iter().filter(comes_from_sea).collect() } else { Members::NONE }
}

impl Battle {
    /// The elements of a side that wait to land.
    #[must_use]
    pub fn reserved(&self, player: Player) -> Members {
        self.side(player).reserved
    }

    /// Whether any elements of a side may land, and there is water on the table.
    #[must_use]
    pub fn may_land(&self, player: Player) -> bool {
        !player.of(&self.setting().lands).is_empty()
            && self.field().grounds.iter().any(|ground| self.rules().holds(PlaceList::LandedFrom, ground.place))
    }

    /// Whether an element may be reserved to land, if its side lands. Those that are summoned arrive in no other way
    /// (D3H2-DEPL-17).
    pub(super) fn may_be_reserved(&self, id: Id) -> bool {
        self.element(id).place == Whereabouts::Aside
            && self.profile(id).summoned.is_none()
            && self.profile(id).civilians.is_none()
            && self.owner(id).of(&self.setting().lands).has(id)
            && !self.is(id, List::NeverLanding)
    }

    /// Checks that these elements may be reserved to land.
    pub(super) fn check_reserving(&self, who: Members) -> Result<(), Refusal> {
        if self.state.phase != Phase::Deployment {
            return Err(Refusal::NoSetUp);
        }
        let player = self.state.player;
        if !self.may_land(player) {
            return Err(Refusal::NoLandingsFor(player));
        }
        if self.state.commands.is_some() {
            return self.check_reserving_command(player, who);
        }
        let [least, most] = self.size_of_landing();
        if !(least..=most).contains(&who.count()) {
            return Err(Refusal::LandingSize(least, most));
        }
        for id in who {
            if self.owner(id) != player {
                return Err(Refusal::NotItsSetUp);
            }
            if !self.may_be_reserved(id) {
                return Err(Refusal::NeverLands(self.profile(id).name));
            }
        }
        Ok(())
    }

    /// Reserves the elements that are to land, instead of those reserved before.
    pub(super) fn reserve(&mut self, who: Members) {
        self.state.player.of_mut(&mut self.state.sides).reserved = who;
    }

    /// The least and the greatest number of elements that land.
    #[must_use]
    pub fn size_of_landing(&self) -> [u32; 2] {
        [self.rules().least(Count::Landing), self.rules().count(Count::Landing)].map(u32::from)
    }

    /// Takes an element out of those that wait to land; fewer than can land together do not land at all.
    pub(super) fn give_back(&mut self, id: Id) {
        let rest = self.reserved(self.state.player).without(id);
        let [least, _] = self.size_of_landing();
        let is_whole = self.state.commands.is_none() && rest.count() >= least;
        let reserved = if is_whole { rest } else { Members::NONE };
        self.state.player.of_mut(&mut self.state.sides).reserved = reserved;
    }

    /// Checks that an element is not reserved to land.
    pub(super) fn check_reserve(&self, id: Id) -> Result<(), Refusal> {
        if self.reserved(self.state.player).has(id) {
            return Err(Refusal::WaitsToLand(self.profile(id).name));
        }
        Ok(())
    }

    /// Whether a side's bound begins with a landing.
    pub(super) fn is_to_land(&self, player: Player) -> bool {
        self.side(player).bounds == 1 && !self.reserved(player).is_empty()
    }

    /// Puts all who wait to land on the table; the PIPs of the bound are rolled afterwards.
    pub(super) fn land(
        &mut self,
        bases: &[(Id, Base)],
        dice: &mut dyn Roller,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        report.used(Clause::Landing);
        let (player, before) = (self.state.player, self.intruders(self.state.player));
        for (id, base) in bases {
            self.arrive(*id, *base, report);
        }
        player.of_mut(&mut self.state.sides).reserved = Members::NONE;
        self.note_intruders(player, before);
        self.roll_for_pips(dice, report)
    }

    /// Lets the bound begin without a landing, if no place for it is to be found. Those who could not land stay away,
    /// which is no loss.
    pub(super) fn end_landing(&mut self, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        self.state.player.of_mut(&mut self.state.sides).reserved = Members::NONE;
        self.roll_for_pips(dice, report)
    }

    /// Checks a landing and finds the bases: all who wait, on clear ground, in one group of which one element at least
    /// touches the water, and none touches an enemy.
    pub(super) fn check_landing(&self, who: &[(Id, Pose)]) -> Result<Vec<(Id, Base)>, Refusal> {
        if self.state.phase != Phase::Landing {
            return Err(Refusal::NotTimeToLand);
        }
        let named: Members = who.iter().map(|(id, _)| *id).collect();
        let is_each_once = u32::try_from(who.len()).is_ok_and(|count| count == named.count());
        if named != self.reserved(self.state.player) || !is_each_once {
            return Err(Refusal::AllLand);
        }
        let bases: Vec<(Id, Base)> =
            who.iter().map(|(id, pose)| (*id, placed(*pose, self.profile(*id).depth))).collect();
        for (at, (id, base)) in bases.iter().enumerate() {
            let name = self.profile(*id).name;
            self.check_ground(*id, base)?;
            if bases.iter().take(at).any(|(_, other)| other.overlaps(base, TOUCH)) {
                return Err(Refusal::PlaceTaken(name));
            }
            let mut enemies = self.enemies_around(*id, base.bounds().grown(TOUCH + 1));
            if enemies.any(|enemy| base.nearer(self.base(enemy), TOUCH + 1) && is_contact(base, self.base(enemy))) {
                return Err(Refusal::LandsInContact(name));
            }
        }
        if self.state.commands.is_some() {
            self.check_landing_command(&bases)?;
            return Ok(bases);
        }
        if !self.is_one_group(&bases) {
            return Err(Refusal::LandsApart);
        }
        if !bases.iter().any(|(_, base)| self.is_at_water(base)) {
            return Err(Refusal::LandsOffTheWater);
        }
        Ok(bases)
    }

    /// Whether elements on these bases form one group (D3H2-MOVE-01, D3H2-MOVE-02).
    fn is_one_group(&self, bases: &[(Id, Base)]) -> bool {
        let Some((first, _)) = bases.first() else { return false };
        let kind = |id: Id| (self.profile(id).is_ground(), self.profile(id).ally);
        let mut joined = Members::one(*first);
        for _ in bases {
            for (id, base) in bases {
                let is_beside = |(other, its): &(Id, Base)| joined.has(*other) && is_joined(base, its);
                if bases.iter().any(is_beside) {
                    joined = joined.with(*id);
                }
            }
        }
        bases.iter().all(|(id, _)| joined.has(*id) && kind(*id) == kind(*first))
    }

    /// Whether a base touches water from which elements land, with a corner at least.
    fn is_at_water(&self, base: &Base) -> bool {
        self.is_near_water(base, TOUCH + 1)
    }

    /// Whether a base is nearer than this distance, in thousandths of a BW, to water from which elements land.
    pub(super) fn is_near_water(&self, base: &Base, distance: i64) -> bool {
        self.field().grounds.iter().any(|ground| {
            self.rules().holds(PlaceList::LandedFrom, ground.place)
                && match &ground.shape {
                    Lie::Area(outline) => outline.nearer(&base.outline(), distance),
                    Lie::Band(course) => base.corners().iter().any(|at| course.nearer_to_point(*at, distance)),
                }
        })
    }
}
