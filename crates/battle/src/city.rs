//! Cities, Forts and Civilians: who defends walls and camps, the sally, the passage, the sack, surrender and revolt
//! (DBA3-CITY-01 to 37).
//!
//! Civilians are elements beside the army: those of a side's camp, and those of the City. As long as a garrison is in the
//! City they are aside, and they defend it once the garrison has left. Each side has Civilians for the City, because
//! those of a City that has surrendered hold it for the enemy.

use musterfield_geometry::{BW, Base, Edge, Facing, Point, Segment};
use musterfield_rules::battle::{Clause, Distance, List, Price, Topic};
use musterfield_rules::combat::{Held, Per};
use smallvec::SmallVec;

use super::TOUCH;
use super::contact::is_contact;
use super::element::{Id, Members, Player};
use super::formation::Formation;
use super::legal::Offer;
use super::moving::Plan;
use super::order::Order;
use super::refusal::Refusal;
use super::report::{Event, Report};
use super::state::{Battle, Phase, Sack, Whereabouts};

impl Battle {
    /// The Civilians of a side for one of its features, wherever they are.
    pub(super) fn civilians(&self, player: Player, held: Held) -> Option<Id> {
        if !self.rules().plays(Topic::Cities) {
            return None;
        }
        self.army(player).find(|id| self.profile(*id).civilians == Some(held))
    }

    /// The element that sacks a City, or has sacked it and is no garrison.
    pub(crate) fn sacker(&self) -> Option<Id> {
        let city = self.state.stronghold.filter(|city| city.town.sack != Sack::None)?;
        self.holder(city.holder, self.walled()?)
    }

    /// Whether an element sacks a City, or has sacked it and is no garrison (DBA3-CITY-04).
    pub(super) fn is_sacking(&self, id: Id) -> bool {
        self.sacker() == Some(id)
    }

    /// Whether a feature of a side is an empty camp, and nobody defends an empty camp under these rules.
    pub(super) fn is_open_camp(&self, player: Player, held: Held) -> bool {
        self.setting().has_open_camps
            && held.is_camp()
            && self.camp_of(player, held).is_some()
            && self.holder(player, held).is_none()
    }

    /// Whether an element of a side may enter a feature: nobody is in it, or only the Civilians of a City, who make way for
    /// a garrison (DBA3-CITY-07, DBA3-CITY-30).
    pub(super) fn is_open_to(&self, player: Player, held: Held) -> bool {
        match self.holder(player, held) {
            None => true,
            Some(holder) => held.has_walls() && self.profile(holder).civilians.is_some(),
        }
    }

    /// Checks that Civilians go where they belong: into their own City, and never back into a camp (DBA3-CITY-10).
    pub(super) fn check_civilians_entry(&self, id: Id, held: Held) -> Result<(), Refusal> {
        match self.profile(id).civilians {
            Some(of) if of != held || held.is_camp() || self.holder(self.owner(id), held).is_some() => {
                Err(Refusal::CiviliansStay(self.profile(id).name))
            }
            _ => Ok(()),
        }
    }

    /// The Fort of the side that sets up if it is empty and somebody could hold it (DBA3-CITY-02).
    pub(super) fn owed_garrison(&self) -> Option<Held> {
        let player = self.state.player;
        let fort = self.walled().filter(|walls| *walls == Held::Fort)?;
        let is_own = self.state.stronghold.is_some_and(|stronghold| stronghold.owner == player);
        let could = |id: Id| {
            let profile = self.profile(id);
            profile.civilians.is_none()
                && profile.garrison.walls
                && !profile.ally
                && !self.reserved(player).has(id)
                && !self.is_deployed(id)
        };
        (is_own && self.holder(player, fort).is_none() && self.army(player).any(could)).then_some(fort)
    }

    /// Lets the Civilians of a City without a garrison defend it when the set-up is over (DBA3-CITY-03, 05).
    pub(super) fn man_the_walls(&mut self) {
        let Some(city) = self.state.stronghold else { return };
        if let Some(walls) = self.walled().filter(|walls| self.holder(city.owner, *walls).is_none())
            && let Some(civilians) = self.civilians(city.owner, walls)
        {
            self.put_inside(civilians, walls);
        }
    }

    fn put_inside(&mut self, id: Id, held: Held) {
        let base = self.base_inside(id, held);
        self.garrison(id, held, base);
    }

    /// Makes the Civilians in a City leave it to its new garrison.
    pub(super) fn make_way(&mut self, by: Members, held: Held) {
        let civilians = Player::ALL.into_iter().filter_map(|player| self.civilians(player, held));
        let inside: Vec<Id> =
            civilians.filter(|id| self.element(*id).place == Whereabouts::Holds(held) && !by.has(*id)).collect();
        for id in inside {
            self.element_mut(id).place = Whereabouts::Aside;
        }
    }

    /// Lets the Civilians of a City defend it after its garrison has left, unless it was one that sacked it
    /// (DBA3-CITY-05, DBA3-CITY-31).
    pub(super) fn leaves_walls(&mut self, id: Id, held: Held) {
        let Some(city) = &mut self.state.stronghold else { return };
        if !held.has_walls() || std::mem::take(&mut city.town.sack) != Sack::None {
            return;
        }
        let city = *city;
        let is_theirs = city.holder == city.owner || city.town.surrendered;
        if self.profile(id).civilians.is_none()
            && is_theirs
            && let Some(civilians) = self.civilians(city.holder, held)
            && self.element(civilians).place == Whereabouts::Aside
        {
            self.put_inside(civilians, held);
        }
    }

    /// Lets nobody take the place of a garrison that is lost (DBA3-CITY-06).
    pub(super) fn leaves_walls_to_nobody(&mut self, id: Id) {
        let Whereabouts::Holds(held) = self.element(id).place else { return };
        let Some(city) = self.state.stronghold.as_mut().filter(|_| held.has_walls()) else { return };
        city.town.sack = Sack::None;
        if let Some(civilians) = self.civilians(self.owner(id), held).filter(|civilians| *civilians != id)
            && self.element(civilians).place == Whereabouts::Aside
        {
            self.element_mut(civilians).place = Whereabouts::Destroyed;
        }
    }

    /// Checks that an element may leave the feature that it is in: not while it sacks a City (DBA3-CITY-25), and as
    /// Civilians of a City only to sally (DBA3-CITY-11, 12, 32).
    pub(super) fn check_leaving(&self, id: Id, held: Held) -> Result<(), Refusal> {
        let profile = self.profile(id);
        let Some(city) = self.state.stronghold.filter(|_| held.has_walls()) else { return Ok(()) };
        if city.town.sack == Sack::Busy {
            return Err(Refusal::StillSacking(profile.name));
        }
        if profile.civilians.is_none() {
            return Ok(());
        }
        if city.town.surrendered {
            return Err(Refusal::NoSally(profile.name, Clause::Puppets));
        }
        let near = self.distance(Distance::Sally);
        let is_near = |player: Player| {
            self.on_table(player).any(|id| {
                let outline = self.outline_of(city.owner, held);
                outline.is_some_and(|outline| outline.nearer(&self.base(id).outline(), near + 1))
            })
        };
        if !Player::ALL.into_iter().all(is_near) {
            return Err(Refusal::NoSally(profile.name, Clause::Sally));
        }
        Ok(())
    }

    /// Checks that Civilians of a City end a move near it (DBA3-CITY-13).
    pub(super) fn check_distance_from_city(&self, id: Id, base: &Base) -> Result<(), Refusal> {
        let profile = self.profile(id);
        let Some(held) = profile.civilians.filter(|held| held.has_walls()) else { return Ok(()) };
        let far = self.distance(Distance::Sallied);
        let is_near = self.outline_of(self.owner(id), held).is_none_or(|its| its.nearer(&base.outline(), far + 1));
        if is_near { Ok(()) } else { Err(Refusal::FarFromTheCity(profile.name)) }
    }

    /// Checks that no more elements assault a feature than may (DBA3-CITY-14).
    pub(super) fn check_assaulters(&self, who: Members, end: &Formation) -> Result<(), Refusal> {
        if !self.rules().plays(Topic::Cities) {
            return Ok(());
        }
        let enemy = self.player().other();
        let most = u32::from(self.setting().combat.most(Per::Assaulter)) + 1;
        for held in self.defended_features(enemy) {
            let come = end.bases().filter(|base| self.fronts_feature(base, enemy, held)).count();
            let there = self.assaulters(enemy, held).filter(|id| !who.has(*id)).count();
            if come > 0 && u32::try_from(come + there).is_ok_and(|count| count > most) {
                return Err(Refusal::EnoughAssaulters(most));
            }
        }
        Ok(())
    }

    /// Lets empty camps fall to enemies whose front edges touch them when their moves end.
    pub(super) fn take_open_camps(&mut self, report: &mut Report) {
        let (player, enemy) = (self.player(), self.player().other());
        let taken = |battle: &Self, camp: Held| {
            let may = |id: &Id| {
                let tower = battle.profile(*id).siege_tower;
                !battle.is(*id, List::NeverAssaulting)
                    && (tower || !battle.is(*id, List::Slow))
                    && battle.before(*id).is_none()
            };
            let mut takers = battle.on_table(player).filter(may);
            battle.is_open_camp(enemy, camp) && takers.any(|id| battle.fronts_feature(battle.base(id), enemy, camp))
        };
        for camp in self.features_of(enemy) {
            if taken(self, camp) {
                self.fall(enemy, camp, report);
            }
        }
    }

    /// Lets the victor over a City's defenders sack it or, if it cannot, another element that touches the walls
    /// (DBA3-CITY-23, 24). Nobody sacks a City of its own side.
    pub(super) fn sack(&mut self, id: Id, report: &mut Report) {
        let (player, walls) = (self.owner(id), self.walled());
        let Some((city, held)) = self.state.stronghold.zip(walls).filter(|(city, _)| city.owner != player) else {
            return;
        };
        let may = |id: Id| {
            let profile = self.profile(id);
            profile.garrison.sacks && !profile.siege_tower && profile.civilians.is_none()
        };
        let beside = |other: Id| self.fronts_feature(self.base(other), city.owner, held);
        let others = self.on_table(player).filter(|other| *other != id && beside(*other));
        let Some(sacker) = std::iter::once(id).chain(others).find(|id| may(*id)) else { return };
        report.used(Clause::Sacking);
        self.put_inside(sacker, held);
        if let Some(city) = &mut self.state.stronghold {
            city.town.sack = Sack::Busy;
        }
    }

    /// Ends the sack of a City by the side whose bound begins: the element is a garrison if it may be one, and otherwise
    /// free to go (DBA3-CITY-25).
    pub(super) fn end_sacking(&mut self, report: &mut Report) {
        let Some(sacker) = self.sacker().filter(|id| self.owner(*id) == self.player()) else { return };
        let profile = self.profile(sacker);
        let sack = if profile.garrison.walls && !profile.ally { Sack::None } else { Sack::Done };
        if let Some(city) = self.state.stronghold.as_mut().filter(|city| city.town.sack == Sack::Busy) {
            report.used(Clause::SackEnds);
            city.town.sack = sack;
        }
    }

    /// Lets a City surrender with its Civilians: others hold it for the enemy (DBA3-CITY-29, 31).
    pub(super) fn surrender(&mut self, id: Id, report: &mut Report) {
        report.used(Clause::Surrender);
        let Whereabouts::Holds(held) = self.element(id).place else { return self.destroy(id, report) };
        self.destroy(id, report);
        report.push(Event::Fell(held));
        let enemy = self.owner(id).other();
        if let Some(city) = &mut self.state.stronghold {
            (city.holder, city.town.surrendered) = (enemy, enemy != city.owner);
        }
        if let Some(puppets) = self.civilians(enemy, held) {
            self.put_inside(puppets, held);
        }
    }

    /// Checks that the Civilians of a City may rise for their side: it has surrendered and has no enemy garrison, the
    /// bound begins, and the PIPs suffice (DBA3-CITY-33, 34).
    pub(super) fn check_revolt(&self) -> Result<(), Refusal> {
        let player = self.player();
        let is_lost = |city: &super::state::Stronghold| city.owner == player && city.holder != player;
        let city = self.state.stronghold.filter(|city| is_lost(city) && city.town.surrendered);
        let Some((city, held)) = city.zip(self.walled()).filter(|_| self.phase() == Phase::Summoning) else {
            return Err(Refusal::NoRevolt);
        };
        if !self.is_open_to(city.holder, held) {
            return Err(Refusal::NoRevolt);
        }
        let (price, left) = (self.price(Price::Revolt), self.pips_for(self.payers(player)));
        if price > left { Err(Refusal::TooFewPips { price, left, by: Clause::Revolt }) } else { Ok(()) }
    }

    /// The command whose PIPs pay for orders that none of its elements carries out: the commander-in-chief's.
    fn payers(&self, player: Player) -> Members {
        self.general(player).map_or(Members::NONE, Members::one)
    }

    /// Gives a City back to its first side.
    pub(super) fn revolt(&mut self, report: &mut Report) {
        report.used(Clause::Revolt);
        let (player, walls) = (self.player(), self.walled());
        self.spend(self.payers(player), self.price(Price::Revolt));
        let Some((city, held)) = self.state.stronghold.as_mut().zip(walls) else { return };
        (city.holder, city.town.surrendered) = (player, false);
        self.make_way(Members::NONE, held);
        if let Some(civilians) = self.civilians(player, held) {
            self.put_inside(civilians, held);
        }
    }

    /// The gate before a base, and the gate farthest from it.
    fn gates_for(&self, base: &Base) -> Option<(Point, Point)> {
        let (at, _) = self.field().walls.filter(|(_, held)| *held == Held::City)?;
        let gates = &self.field().grounds.get(at)?.gates;
        let front = base.edge(Edge::Front);
        let near = gates.iter().find(|gate| front.nearer_to_point(**gate, BW / 2))?;
        let far = gates.iter().max_by_key(|gate| (**gate - *near).square()).filter(|far| *far != near)?;
        Some((*near, *far))
    }

    /// Checks that elements may pass through a City of their side: a single one or a column with its head before a gate,
    /// none of which has moved, once in a bound; there has to be room beyond the far gate, away from enemies
    /// (DBA3-CITY-08, 09).
    pub(super) fn check_passage(&self, who: Members) -> Result<Plan, Refusal> {
        who.into_iter().try_for_each(|id| self.check_mover(id, who.count() == 1))?;
        if let Some(id) = who.into_iter().find(|id| self.element(*id).moves > 0) {
            return Err(Refusal::MovedBefore(self.profile(id).name));
        }
        let formation = Formation::new(self, who)?;
        let is_friendly = self.state.stronghold.is_some_and(|city| city.holder == self.player() && !city.town.passed);
        if !is_friendly || !who.into_iter().all(|id| self.is_on_table(id) && !self.is_in_close_combat(id)) {
            return Err(Refusal::NoPassageHere);
        }
        if !formation.is_single() && !formation.column {
            return Err(Refusal::NotInColumn);
        }
        let gates = self.gates_for(&formation.head());
        let Some((far, facing)) = gates.and_then(|(_, far)| Some((far, self.out_of(far)?))) else {
            return Err(Refusal::NoPassageHere);
        };
        let mut rear = far + facing.step(TOUCH / 2);
        let mut ends: SmallVec<[(Id, Base); 1]> = SmallVec::new();
        // The head has come out first and stands farthest ahead.
        for (id, base) in formation.ranks.iter().rev() {
            let front_left = rear + facing.step(base.depth()) + facing.left().step(BW / 2);
            let end = Base::new(front_left, facing, BW, base.depth());
            let meets = |enemy: Id| end.nearer(self.base(enemy), TOUCH + 1) && is_contact(&end, self.base(enemy));
            let is_clear = self.field().has(&end) && self.is_clear(&end, who) && self.may_stand(*id, &end);
            if !is_clear || self.enemies(self.player()).any(meets) {
                return Err(Refusal::NoClearGround(self.profile(*id).name, Clause::Passage));
            }
            rear = rear + facing.step(base.depth());
            ends.push((*id, end));
        }
        ends.sort_by_key(|(id, _)| *id);
        let mut cost = self.cost_off_road(who, false);
        let count = u8::try_from(who.count()).unwrap_or(u8::MAX);
        let more = self.price(Price::PassCity).saturating_mul(count).saturating_sub(self.price(Price::Move));
        cost.pips = cost.pips.saturating_add(more);
        cost.clauses.push(Clause::Passage);
        let cost = self.within_means(who, cost)?;
        // A passage is a long move, after which nobody shoots who has to stand.
        let way = self.distance(Distance::MoveAndShoot) + BW;
        let first = ends.first().copied().ok_or(Refusal::NobodyMoves)?;
        let ways = ends.iter().map(|_| way).collect();
        Ok(Plan { ends, ways, ..Plan::of_one(first.0, first.1, way, cost) })
    }

    /// The direction that leads out of the walls at a gate.
    fn out_of(&self, gate: Point) -> Option<Facing> {
        let (at, _) = self.field().walls?;
        let outline = self.field().grounds.get(at)?.outline()?;
        let side = outline.sides().min_by_key(|side| (side.nearest_to(gate) - gate).square())?;
        let side = if outline.twice_area() > 0 { side } else { Segment::new(side.to, side.from) };
        Some(Facing::from_step(side.step())?.right())
    }

    /// Carries elements through a City.
    pub(super) fn pass_through(&mut self, plan: &Plan, report: &mut Report) {
        for clause in &plan.cost.clauses {
            report.used(*clause);
        }
        self.put_where_planned(plan);
        for (id, base) in &plan.ends {
            report.push(Event::Moved(*id, *base));
        }
        if let Some(city) = &mut self.state.stronghold {
            city.town.passed = true;
        }
    }

    /// Adds the passages through a City that are open.
    pub(super) fn offer_passages(&self, offers: &mut Vec<Offer>) {
        if self.walled() != Some(Held::City) {
            return;
        }
        let who = self.who_may_move();
        let alone = who.into_iter().map(Members::one);
        for who in self.groups().into_iter().chain(alone) {
            let orders = self.columns_of(who).into_iter().map(Order::Pass);
            offers.extend(orders.filter(|order| self.allows(order)).map(Offer::Only));
        }
    }

    /// The columns that can be made of the first elements of a group, in file from its head.
    fn columns_of(&self, group: Members) -> Vec<Members> {
        let heads = group.into_iter().filter(|id| self.gates_for(self.base(*id)).is_some());
        let columns = heads.flat_map(|head| {
            let file = self.file_behind(head).into_iter().filter(|id| group.has(*id));
            file.scan(Members::one(head), |so_far, id| {
                *so_far = so_far.with(id);
                Some(*so_far)
            })
            .chain(std::iter::once(Members::one(head)))
            .collect::<Vec<_>>()
        });
        columns.collect()
    }
}
