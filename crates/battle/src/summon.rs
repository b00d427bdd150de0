//! Summoning, freeing and replacing elements, before the first move (D3H2-SUMM-01 to 35).

use musterfield_geometry::{BW, Base, Edge as Flank, Facing, Point};
use musterfield_rules::battle::policy::FreedPlace;
use musterfield_rules::battle::{Clause, Distance, List, PlaceList, Price};
use musterfield_rules::combat::Held;
use musterfield_terrain::layout::Edge;

use super::TOUCH;
use super::contact::{Spot, is_joined};
use super::element::{Id, Members, Player};
use super::force::Profile;
use super::formation::placed;
use super::order::Pose;
use super::refusal::Refusal;
use super::report::{Event, Report};
use super::state::{Battle, Phase, Whereabouts};

/// An eighth of a turn, in tenths of a degree.
const EIGHTH: i32 = 450;

impl Battle {
    /// The direction that leads from an edge into the table.
    #[must_use]
    pub fn inward(edge: Edge) -> Facing {
        match edge {
            Edge::North => Facing::SOUTH,
            Edge::East => Facing::WEST,
            Edge::South => Facing::NORTH,
            Edge::West => Facing::EAST,
        }
    }

    /// Whether a base has clear ground: on the table, overlapping no element and no camp or Stronghold, and where the
    /// element may stand; an Aerial may not be in woods.
    pub(super) fn has_clear_ground(&self, id: Id, base: &Base) -> bool {
        self.has_clear_ground_as(self.profile(id), id, base)
    }

    /// Whether a base has clear ground for an element that is to have another profile there.
    pub(super) fn has_clear_ground_as(&self, profile: &Profile, id: Id, base: &Base) -> bool {
        self.field().has(base)
            && self.is_clear(base, Members::one(id))
            && !self.meets_feature(base, Point::default())
            && self.may_stand_as(profile, base)
    }

    /// Whether an element may stand on the features under a base (D3H2-DEPL-14 to 16, D3H2-MOVE-08).
    pub(super) fn may_stand(&self, id: Id, base: &Base) -> bool {
        self.may_stand_as(self.profile(id), base)
    }

    fn may_stand_as(&self, profile: &Profile, base: &Base) -> bool {
        let under = self.field().under(base).without(self.ruins());
        self.field().each(under).all(|(at, ground)| {
            if !profile.is_ground() {
                return !self.rules().holds(PlaceList::NotLandedIn, ground.place);
            }
            if self.field().waters.has(at) {
                return profile.water;
            }
            match ground.going {
                Some(going) => {
                    let going = self.going_of(ground.kind, going);
                    profile.reach.in_going(going).is_some() || self.field().on_road(base).is_some()
                }
                None => true,
            }
        })
    }

    fn is_clear_of_enemies(&self, id: Id, base: &Base) -> bool {
        let clear = self.distance(Distance::ClearOfEnemies);
        self.enemies(self.owner(id)).all(|enemy| !base.within(self.base(enemy), clear))
    }

    /// Checks a summons without regard to its price.
    fn check_summons(&self, who: &[(Id, Pose)]) -> Result<(), Refusal> {
        let Some((first, _)) = who.first() else { return Err(Refusal::NobodySummoned) };
        let name = |id: Id| self.profile(id).name;
        for (at, (id, pose)) in who.iter().enumerate() {
            if self.owner(*id) != self.player() {
                return Err(Refusal::NotYours(name(*id), None));
            }
            if who.iter().take(at).any(|(other, _)| other == id) {
                return Err(Refusal::Twice(name(*id)));
            }
            let base = placed(*pose, self.profile(*id).depth);
            let overlaps = who
                .iter()
                .take(at)
                .any(|(other, pose)| placed(*pose, self.profile(*other).depth).overlaps(&base, TOUCH));
            if !self.has_clear_ground(*id, &base) || overlaps {
                return Err(Refusal::NoClearGround(name(*id), Clause::ClearGround));
            }
        }
        let off = |id: Id, places: &[Whereabouts]| places.contains(&self.element(id).place);
        if self.is(*first, List::Gods) {
            if who.len() > 1 {
                return Err(Refusal::OneGod);
            }
            self.check_arrival(who, &[Whereabouts::Aside, Whereabouts::Fled], Clause::ReturnOfTheSummoned)?;
            let (id, pose) = (*first, who.first().map(|(_, pose)| *pose));
            let base = pose.map(|pose| placed(pose, self.profile(id).depth));
            let own_half = base.is_some_and(|base| {
                let edge = self.side(self.player()).edge.unwrap_or(Edge::South);
                let board = self.field().board;
                base.corners().iter().all(|corner| 2 * board.from_edge(edge, *corner) <= board.across(edge))
            });
            if !own_half {
                return Err(Refusal::GodOffItsHalf);
            }
            return Ok(());
        }
        if self.is(*first, List::Dragons) {
            let ally = self.profile(*first).ally;
            if who.iter().any(|(id, _)| !self.is(*id, List::Dragons) || self.profile(*id).ally != ally) {
                return Err(Refusal::DragonsApart);
            }
            self.check_arrival(who, &[Whereabouts::Aside, Whereabouts::Fled], Clause::ReturnOfTheSummoned)?;
            self.check_rear_edge(who, Clause::DragonArrives, false)?;
            return Ok(());
        }
        if self.is(*first, List::Inexhaustible) {
            if who.iter().any(|(id, _)| !self.is(*id, List::Inexhaustible)) {
                return Err(Refusal::NoHorde);
            }
            if let Some((id, _)) = who.iter().find(|(id, _)| !off(*id, &[Whereabouts::Destroyed])) {
                return Err(Refusal::HordeNotDestroyed(name(*id)));
            }
            self.check_arrival(who, &[Whereabouts::Destroyed], Clause::HordesDestroyed)?;
            self.check_rear_edge(who, Clause::HordesArrive, true)?;
            return Ok(());
        }
        if self.is(*first, List::Lurkers) {
            return self.check_lurker(who);
        }
        Err(Refusal::NeverSummoned(name(*first)))
    }

    fn check_arrival(&self, who: &[(Id, Pose)], from: &[Whereabouts], by: Clause) -> Result<(), Refusal> {
        for (id, pose) in who {
            let name = self.profile(*id).name;
            if !from.contains(&self.element(*id).place) {
                return Err(Refusal::NotSummonable(name, by));
            }
            if !self.is_clear_of_enemies(*id, &placed(*pose, self.profile(*id).depth)) {
                return Err(Refusal::ArrivesNearEnemies(name));
            }
        }
        Ok(())
    }

    /// Checks that all elements arrive with their rear edges on their base edge. Hordes may also arrive at a friendly
    /// Stronghold, and those of one bound must form a group (D3H2-SUMM-05, 25, 26).
    fn check_rear_edge(&self, who: &[(Id, Pose)], by: Clause, hordes: bool) -> Result<(), Refusal> {
        let player = self.player();
        let edge = self.side(player).edge.unwrap_or(Edge::South);
        let board = self.field().board;
        let bases: Vec<(Id, Base)> =
            who.iter().map(|(id, pose)| (*id, placed(*pose, self.profile(*id).depth))).collect();
        for (id, base) in &bases {
            let on_edge = base.facing() == Self::inward(edge)
                && [base.rear_left(), base.rear_right()]
                    .iter()
                    .all(|corner| board.from_edge(edge, *corner).abs() <= TOUCH);
            let at_walls = hordes
                && self.standing_stronghold().is_some_and(|stronghold| stronghold.holder == player)
                && self.outline_of(player, Held::Stronghold).is_some_and(|outline| {
                    outline
                        .sides()
                        .any(|side| Flank::ALL.into_iter().any(|edge| side.nearer(base.edge(edge), TOUCH + 1)))
                });
            if !on_edge && !at_walls {
                return Err(Refusal::ArrivesOffTheEdge(self.profile(*id).name, by));
            }
        }
        if hordes {
            let earlier = self
                .on_table(player)
                .filter(|id| self.is(*id, List::Inexhaustible) && self.element(*id).arrived == self.state.bound);
            let mut placed: Vec<Base> = earlier.map(|id| *self.base(id)).collect();
            for (id, base) in &bases {
                if !placed.is_empty() && !placed.iter().any(|other| is_joined(base, other)) {
                    return Err(Refusal::HordeApart(self.profile(*id).name));
                }
                placed.push(*base);
            }
        }
        Ok(())
    }

    /// Checks that a Lurker answers an enemy that has entered bad going, never rough, since its owner's last bound
    /// (D3H2-SUMM-11 to 18, D3H2-SUMM-13). A land Lurker may not appear in a river or waterway (D3H2-SUMM-17). One that
    /// was set up at the start no longer counts as a Lurker (D3H2-SUMM-23).
    fn check_lurker(&self, who: &[(Id, Pose)]) -> Result<(), Refusal> {
        let [(id, pose)] = who else {
            return Err(Refusal::OneLurker);
        };
        let (profile, stand) = (self.profile(*id), self.element(*id));
        if stand.place != Whereabouts::Aside {
            return Err(Refusal::LurkerNotHeldOff(profile.name));
        }
        if self.price_of_summons(*id).is_none() {
            return Err(Refusal::LurkerSpent(profile.name));
        }
        let base = placed(*pose, profile.depth);
        let lair = self.field().around(&base);
        let suits = |place, going| {
            if profile.water {
                self.rules().holds(PlaceList::ForWaterLurkers, place)
            } else {
                going == Some(musterfield_rules::terrain::Going::Bad)
            }
        };
        let lairs: Vec<usize> = self
            .field()
            .each(lair)
            .filter(|(_, ground)| suits(ground.place, ground.going.map(|going| self.going_of(ground.kind, going))))
            .map(|(at, _)| at)
            .collect();
        if lairs.is_empty() {
            let by = if profile.water { Clause::WaterLurkerArrives } else { Clause::LurkerArrives };
            return Err(Refusal::LurkerPlace(profile.name, by));
        }
        let intruders = self.side(self.player()).intruders;
        let target = intruders.into_iter().find(|enemy| {
            let under = self.under(*enemy);
            self.is_on_table(*enemy)
                && Spot::of(&base, self.base(*enemy)).is_some()
                && lairs.iter().any(|at| under.has(*at))
        });
        match target {
            None => Err(Refusal::NobodyToAnswer),
            Some(enemy) if !self.profile(enemy).is_ground() && self.before(enemy).is_none() => {
                Err(Refusal::AerialNotFighting)
            }
            Some(_) => Ok(()),
        }
    }

    /// The bases of elements that may be summoned now, and the price in PIPs, which can be paid.
    pub(super) fn check_summoning(&self, who: &[(Id, Pose)]) -> Result<(Vec<(Id, Base)>, u8), Refusal> {
        self.in_summoning()?;
        self.check_summons(who)?;
        let Some((first, _)) = who.first() else { return Err(Refusal::NobodySummoned) };
        let each = self.price_of_summons(*first).unwrap_or(0);
        // Dragons are summoned together for one price.
        let count = if self.is(*first, List::Dragons) { 1 } else { who.len() };
        let price = each.saturating_mul(u8::try_from(count).unwrap_or(u8::MAX));
        self.can_pay(Members::one(*first), price, Clause::SummonedGod)?;
        let base = |(id, pose): &(Id, Pose)| (*id, placed(*pose, self.profile(*id).depth));
        Ok((who.iter().map(base).collect(), price))
    }

    /// The price in PIPs of summoning or replacing an element; `None` if it cannot be summoned at all, or not again.
    #[must_use]
    pub fn price_of_summons(&self, id: Id) -> Option<u8> {
        let lurks = |summons: u8| match summons {
            0 => Some(Price::FirstLurker),
            1 => Some(Price::SecondLurker),
            2 => Some(Price::ThirdLurker),
            _ => None,
        };
        let prices = [
            (List::Gods, Some(Price::God)),
            (List::Dragons, Some(Price::Dragons)),
            (List::Inexhaustible, Some(Price::Horde)),
            (List::Lurkers, lurks(self.element(id).summons)),
        ];
        let price = prices.into_iter().find_map(|(list, price)| self.is(id, list).then_some(price))?;
        price.map(|price| self.price(price))
    }

    /// Summons elements for PIPs.
    pub(super) fn summon(&mut self, who: &[(Id, Base)], price: u8, report: &mut Report) {
        self.spend(who.iter().map(|(id, _)| *id).collect(), price);
        for (id, base) in who {
            let lurks = self.is(*id, List::Lurkers);
            let lair = self.field().each(self.field().around(base)).map(|(at, _)| at).next();
            let bound = self.state.bound;
            let mut stand = self.element_mut(*id);
            stand.place = Whereabouts::Table;
            stand.base = *base;
            stand.arrived = bound;
            stand.summons = stand.summons.saturating_add(1);
            stand.lair = if lurks { lair.and_then(|at| u8::try_from(at).ok()) } else { None };
            report.push(Event::Arrived(*id, *base));
        }
        self.note_attacks(who.iter().map(|(id, _)| *id).collect());
    }

    /// Checks that an ensorcelled element may be freed for PIPs, and finds its base (D3H2-SUMM-29 to 33).
    pub(super) fn check_freeing(&self, id: Id, pose: Option<Pose>) -> Result<Base, Refusal> {
        self.in_summoning()?;
        let name = self.profile(id).name;
        if self.owner(id) != self.player() || !matches!(self.element(id).place, Whereabouts::Ensorcelled(_)) {
            return Err(Refusal::NotEnsorcelled(name));
        }
        let base = self.return_base(id, pose)?;
        self.can_pay(Members::one(id), self.price(Price::Desorcel), Clause::Freed)?;
        Ok(base)
    }

    /// Puts an element on the table.
    pub(super) fn arrive(&mut self, id: Id, base: Base, report: &mut Report) {
        let mut stand = self.element_mut(id);
        stand.place = Whereabouts::Table;
        stand.base = base;
        report.push(Event::Arrived(id, base));
    }

    /// The base on which a freed element comes back. A Mage returns where its marker lies. A Hero returns with its
    /// front edge on the enemy Stronghold or, if there is none, with its rear edge on the enemy base edge (D3H2-SUMM-30
    /// to 33). A Hero at the walls then assaults them and fights in this bound (D3H2-SUMM-31).
    fn return_base(&self, id: Id, pose: Option<Pose>) -> Result<Base, Refusal> {
        let name = self.profile(id).name;
        match self.rules().policies.freed_place {
            FreedPlace::ByType => {}
            FreedPlace::WhereItWas => return self.near_marker(id, pose),
        }
        if self.is(id, List::BackAtMarker) {
            let marker = *self.base(id);
            if pose.is_some() {
                return Err(Refusal::MarkerOnly(name));
            }
            if !self.is_clear(&marker, Members::one(id)) {
                return Err(Refusal::MarkerCovered(name));
            }
            return Ok(marker);
        }
        let Some(pose) = pose else {
            return Err(Refusal::ReturnWhere(name));
        };
        let base = placed(pose, self.profile(id).depth);
        let enemy = self.owner(id).other();
        let walls = self.features_of(enemy).any(|held| held == Held::Stronghold);
        if !self.has_clear_ground(id, &base) {
            return Err(Refusal::NoClearGround(name, Clause::HeroReturns));
        }
        if walls {
            let fronts = self.fronts_feature(&base, enemy, Held::Stronghold);
            return fronts.then_some(base).ok_or(Refusal::ReturnAtTheStronghold(name));
        }
        match self.middle_of_enemy_edge(id) {
            Some(best) if best == base => Ok(base),
            _ => Err(Refusal::ReturnAtTheEdge(name)),
        }
    }

    /// Whether a freed element comes back at its marker without its owner naming a place: where its marker lies, by its
    /// type or, if nobody stands there, by the rules for all (HOTT25-MAGIC-06).
    pub fn returns_to_marker(&self, id: Id) -> bool {
        match self.rules().policies.freed_place {
            FreedPlace::ByType => self.is(id, List::BackAtMarker),
            FreedPlace::WhereItWas => self.has_clear_ground(id, self.base(id)),
        }
    }

    /// The base on which a freed element comes back where it was ensorcelled or, if that is no clear ground, at one of
    /// the nearest clear places, of which its owner names one (HOTT25-MAGIC-06).
    fn near_marker(&self, id: Id, pose: Option<Pose>) -> Result<Base, Refusal> {
        let name = self.profile(id).name;
        match pose {
            None if self.returns_to_marker(id) => Ok(*self.base(id)),
            None => Err(Refusal::ReturnByTheMarker(name)),
            Some(pose) => {
                let base = placed(pose, self.profile(id).depth);
                self.places_by_marker(id).contains(&base).then_some(base).ok_or(Refusal::ReturnByTheMarker(name))
            }
        }
    }

    /// The nearest clear places around the marker of an ensorcelled element, facing as it does: straight or aslant from
    /// it, a twentieth of a BW apart. None if the marker itself lies on clear ground.
    pub(crate) fn places_by_marker(&self, id: Id) -> Vec<Base> {
        const STEP: i64 = BW / 20;
        const MOST: i64 = 12 * BW;
        let marker = *self.base(id);
        if self.has_clear_ground(id, &marker) {
            return Vec::new();
        }
        let aslant = (0..8).map(|eighth| marker.facing().turned(eighth * EIGHTH)).collect::<Vec<_>>();
        let around = |way: i64| -> Vec<Base> {
            let bases = aslant.iter().map(|facing| marker.moved(facing.step(way)));
            bases.filter(|base| self.has_clear_ground(id, base)).collect()
        };
        (1..=MOST / STEP).map(|step| around(step * STEP)).find(|bases| !bases.is_empty()).unwrap_or_default()
    }

    /// The clear place nearest to the middle of the enemy base edge, with the rear edge on it (D3H2-SUMM-30).
    #[must_use]
    pub fn middle_of_enemy_edge(&self, id: Id) -> Option<Base> {
        let edge = self.side(self.owner(id).other()).edge?;
        let board = self.field().board;
        let depth = self.profile(id).depth;
        let middle = (board.length(edge) - BW) / 2;
        let at = |offset: i64| {
            let facing = Self::inward(edge);
            let start = match edge {
                Edge::South => Point::new(middle + offset, 0),
                Edge::North => Point::new(middle + offset + BW, board.depth),
                Edge::West => Point::new(0, middle + offset + BW),
                Edge::East => Point::new(board.width, middle + offset),
            };
            Base::by_rear_left(start, facing, BW, depth)
        };
        const STEP: i64 = 50;
        (0..=middle / STEP)
            .flat_map(|step| [at(step * STEP), at(-step * STEP)])
            .find(|base| self.has_clear_ground(id, base))
    }

    /// Brings back an element that was freed by the fate of its bespeller, if there is only one place for it. False if
    /// its owner has to choose the place (D3H2-SUMM-34, 35).
    pub(super) fn come_back(&mut self, id: Id, report: &mut Report) -> bool {
        report.used(Clause::FreedByFate);
        if self.is(id, List::BackAtMarker) {
            match self.return_base(id, None) {
                Ok(base) => self.arrive(id, base, report),
                Err(_) => {
                    report.used(Clause::MarkerCoveredByFate);
                    self.element_mut(id).place = Whereabouts::Destroyed;
                }
            }
            return true;
        }
        let enemy = self.owner(id).other();
        if self.features_of(enemy).any(|held| held == Held::Stronghold) {
            return false;
        }
        match self.middle_of_enemy_edge(id) {
            Some(base) => self.arrive(id, base, report),
            // There is no room, so it stays away until PIPs are paid for it.
            None => self.element_mut(id).place = Whereabouts::Ensorcelled(None),
        }
        true
    }

    /// Checks the place at which a freed element comes back.
    pub(super) fn check_return(&self, pose: Pose) -> Result<(Id, Base), Refusal> {
        if !matches!(self.state.phase, Phase::Returning(_)) {
            return Err(Refusal::NobodyReturns);
        }
        let Some(id) = self.state.aftermath.freed.first().copied() else {
            return Err(Refusal::NobodyReturns);
        };
        Ok((id, self.return_base(id, Some(pose))?))
    }

    /// Brings back a freed element at the place its owner has chosen.
    pub(super) fn choose_return(&mut self, id: Id, base: Base, report: &mut Report) {
        self.arrive(id, base, report);
        self.state.aftermath.freed.remove(0);
        self.settle(report);
    }

    fn in_summoning(&self) -> Result<(), Refusal> {
        if self.state.phase == Phase::Summoning { Ok(()) } else { Err(Refusal::NotTimeToSummon) }
    }

    fn can_pay(&self, who: Members, price: u8, by: Clause) -> Result<(), Refusal> {
        let left = self.pips_for(who);
        if price > left {
            return Err(Refusal::TooFewPips { price, left, by });
        }
        Ok(())
    }

    /// Removes Lurkers that have no enemy near until they are summoned again; this is not a loss (D3H2-SUMM-22).
    pub(super) fn lose_sight(&mut self, report: &mut Report) {
        for player in Player::ALL {
            for id in self.on_table(player).filter(|id| self.element(*id).lair.is_some()).collect::<Vec<_>>() {
                let near = self.distance(Distance::LurkerNear);
                if !self.enemies(player).any(|enemy| self.base(id).within(self.base(enemy), near)) {
                    report.used(Clause::LoseSight);
                    self.element_mut(id).lair = None;
                    self.take_off_table(id, Whereabouts::Aside, report);
                }
            }
        }
    }
}
