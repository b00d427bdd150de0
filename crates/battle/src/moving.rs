//! Tactical moves: checking them and carrying them out (D3H2-MOVE-01 to 33, D3H2-CONT-01 to 18).

use musterfield_geometry::{Base, Edge};
use musterfield_rules::battle::policy::{Abreast, Rivers, ShotAfterMove, SlideGround};
use musterfield_rules::battle::{Clause, Distance, List, PlaceList};
use musterfield_rules::combat::Held;
use musterfield_rules::terrain::Going;
use smallvec::{SmallVec, smallvec};

use super::TOUCH;
use super::aftermath::Touched;
use super::command::Cost;
use super::conform::Contact;
use super::contact::Spot;
use super::crossing::Crossed;
use super::element::{Id, Members};
use super::field::Features;
use super::force::Class;
use super::formation::{Bases, Formation, moved, placed};
use super::mover::Mover;
use super::order::{Leg, Move};
use super::refusal::Refusal;
use super::report::Report;
use super::state::{Battle, Phase, River, Whereabouts};
use super::turn::Turn;

/// How far elements move, in their order, in thousandths of a BW.
pub(super) type Ways = SmallVec<[i64; 1]>;

/// A legal move: where each element ends, and what the move costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The moving elements, each with its base at the end.
    pub ends: SmallVec<[(Id, Base); 1]>,
    /// How far each of them moves, in their order, in thousandths of a BW (D3H2-SHOOT-23).
    pub ways: SmallVec<[i64; 1]>,
    /// Its cost in PIPs.
    pub cost: Cost,
    /// Its length, in thousandths of a BW.
    pub length: i64,
    /// Whether all of it is by road.
    pub by_road: bool,
    /// Aerials that come down to fight.
    pub down: Members,
    /// Enemies that conform to the moving elements, with the bases they conform to (D3H2-CONT-04, 05).
    pub conforms: Vec<(Id, Base)>,
    /// Elements that touch an enemy at an angle, the enemy, and the edge of it that counts as touched (D3H2-CONT-05).
    pub askew: Vec<(Id, Id, Edge)>,
    /// The same if the enemies that may conform do not, where their owner has the choice (DBA3-CONT-25).
    pub unconformed: Option<Vec<(Id, Id, Edge)>>,
    /// The feature that the element enters in order to hold it.
    pub into: Option<Held>,
    /// The features it enters off the roads.
    pub(super) enters: Features,
}

impl Plan {
    /// A move of one element off the roads that contacts nobody.
    pub(super) fn of_one(id: Id, end: Base, length: i64, cost: Cost) -> Self {
        Self {
            ends: smallvec![(id, end)],
            ways: smallvec![length],
            cost,
            length,
            by_road: false,
            down: Members::NONE,
            conforms: Vec::new(),
            askew: Vec::new(),
            unconformed: None,
            into: None,
            enters: Features::default(),
        }
    }
}

/// The largest permitted wheel, a right angle, in tenths of a degree.
const MOST_WHEEL: u16 = 900;
/// The largest permitted number of legs in one move. No real move needs more, but a record could hold any number.
pub const MOST_LEGS: usize = 12;

impl Battle {
    /// Checks a tactical move and works out its consequences.
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn plan(&self, of: &Move) -> Result<Plan, Refusal> {
        self.check_movers(of)?;
        if let Some(plan) = self.plan_garrison(of) {
            return plan;
        }
        self.plan_for(&Mover::of(self, of), of, |ends| self.affordable(of, ends))
    }

    /// Checks a tactical move of elements of which everything near may be known. The first rule that forbids it need
    /// not be the one that [`Battle::plan`] names.
    pub(super) fn plan_near(&self, mover: &Mover, of: &Move) -> Result<Plan, Refusal> {
        if !mover.knows(self, of) {
            return self.plan(of);
        }
        self.check_movers(of)?;
        let by_road = of.legs.iter().any(|leg| matches!(leg, Leg::Road(_)));
        let cost = match &mover.cost {
            Some(cost) if !by_road => Some(self.within_means(of.who, cost.clone())?),
            _ => None,
        };
        match self.plan_garrison(of) {
            Some(plan) => plan,
            None => self.plan_for(mover, of, |ends| cost.map_or_else(|| self.affordable(of, ends), Ok)),
        }
    }

    /// Checks a tactical move of elements of which everything near is known.
    fn plan_for(
        &self,
        mover: &Mover,
        of: &Move,
        cost: impl FnOnce(&[(Id, Base)]) -> Result<Cost, Refusal>,
    ) -> Result<Plan, Refusal> {
        let start = mover.start.clone()?;
        self.check_group(of, &start)?;
        let mut refused: Option<Refusal> = None;
        for turn in Turn::ALL {
            let refusal = match self.plan_turning(mover, of, &start, turn) {
                Ok(plan) => return Ok(Plan { cost: cost(&plan.ends)?, ..plan }),
                Err(refusal) => refusal,
            };
            if !turns_on_way(of, &start) || !self.depends_on_turn(mover, of, &refusal) {
                return Err(refusal);
            }
            // Where some ways are closed, the reason against the open ones says more.
            if refused.as_ref().is_none_or(|before| matches!(before, Refusal::NoPassage(..))) {
                refused = Some(refusal);
            }
        }
        Err(refused.unwrap_or(Refusal::NobodyMoves))
    }

    /// Checks a tactical move in which a single element turns at this part of its way wherever it turns. The cost is
    /// not worked out.
    fn plan_turning(&self, mover: &Mover, of: &Move, start: &Formation, turn: Turn) -> Result<Plan, Refusal> {
        let mut places: SmallVec<[Formation; 3]> = smallvec![start.clone()];
        // The legs by which the places after the first are reached.
        let mut legs: SmallVec<[Leg; 3]> = SmallVec::new();
        let mut crossed = Crossed::default();
        let mut enters = Features::default();
        let mut passed = Members::NONE;
        for (at, leg) in of.legs.iter().enumerate() {
            let is_last = at + 1 == of.legs.len();
            let began = places.len() - 1;
            for leg in stretches(*leg) {
                let Some(from) = places.last() else { break };
                let to = match (leg, places.get(began)) {
                    (Leg::Road(distance), Some(began)) => self.along_road(began, distance)?,
                    (leg, _) => from.after(leg)?,
                };
                if matches!(leg, Leg::Go(_)) && from.head() == to.head() {
                    return Err(Refusal::NoLeg);
                }
                let on_leg = self.go(mover, (from, &to), leg, turn, &mut passed)?;
                self.check_river(of.who, from, &to, leg, on_leg, is_last)?;
                let is_free = match self.rules().policies.slide_ground {
                    SlideGround::Counts => false,
                    SlideGround::Free => matches!(leg, Leg::Slide(_)) && self.meets_front(of.who, &to),
                };
                if !is_free {
                    crossed = crossed.and(on_leg);
                }
                if !matches!(leg, Leg::Road(_)) {
                    enters = enters.and(on_leg.all);
                }
                places.push(to);
                legs.push(leg);
            }
        }
        let (Some(start), Some(end)) = (places.first(), places.last()) else {
            return Err(Refusal::NobodyMoves);
        };
        let by_road = of.legs.iter().all(|leg| matches!(leg, Leg::Road(_)));
        self.check_place(mover, start, end, passed)?;
        let slowing = crossed.slowing(self.field().rivers, self.rules().policies.rivers);
        let features = crossed.all;
        let ways = self.check_length(of, &places, slowing, by_road)?;
        let length = ways.iter().copied().max().unwrap_or(0);
        self.heed_zones(self.player(), &mover.zones, &places, &legs, turn, passed)?;
        let contact = self.check_contact(mover, start, end)?;
        self.check_further(of.who, &places, &legs, turn, features, by_road)?;
        let Contact { down, conforms, askew, unconformed } = contact;
        Ok(Plan {
            ends: Bases::from_slice(&end.ranks),
            ways,
            cost: Cost::default(),
            length,
            by_road,
            down,
            conforms,
            askew,
            unconformed,
            into: None,
            enters,
        })
    }

    /// Whether a move of a single element that was refused for this reason might be legal if the element turned elsewhere
    /// on its way.
    fn depends_on_turn(&self, mover: &Mover, of: &Move, refusal: &Refusal) -> bool {
        match refusal {
            Refusal::NoPassage(..) => match (of.who.first(), of.legs.as_slice()) {
                (Some(id), [Leg::Go(pose)]) => {
                    let end = placed(*pose, self.profile(id).depth);
                    self.in_every_way(id, self.base(id), &end, mover.others).is_none()
                }
                _ => true,
            },
            Refusal::NotStraightThrough(..) | Refusal::BoundByZones(_) | Refusal::FurtherMoveNearEnemies => true,
            Refusal::ThroughAFeature(..) => mover.is_near_holdings,
            Refusal::NoGoing(..) | Refusal::TooFar { .. } | Refusal::TurnsInARiver | Refusal::MovedBefore(_) => {
                !mover.grounds.is_empty()
            }
            _ => false,
        }
    }

    /// The cost of a move with these ends, provided there are enough PIPs.
    pub(super) fn affordable(&self, of: &Move, ends: &[(Id, Base)]) -> Result<Cost, Refusal> {
        self.within_means(of.who, self.cost(of, ends))
    }

    /// A cost for these elements, provided there are enough PIPs for it.
    pub(super) fn within_means(&self, who: Members, cost: Cost) -> Result<Cost, Refusal> {
        let left = self.pips_for(who);
        if cost.pips > left {
            let by = cost.clauses.last().copied().unwrap_or(Clause::Move);
            return Err(Refusal::TooFewPips { price: cost.pips, left, by });
        }
        Ok(cost)
    }

    /// Counts one whole move of an element that stays where it is, on a base of another depth.
    pub(super) fn spend_move(&mut self, id: Id, base: Base, pips: u8) {
        self.state.phase = Phase::Moving;
        self.spend(Members::one(id), pips);
        let mut stand = self.element_mut(id);
        stand.base = base;
        stand.moves = stand.moves.saturating_add(1);
        stand.by_road = false;
    }

    /// Puts the elements of a move where it was planned, and spends its PIPs.
    pub(super) fn put_where_planned(&mut self, plan: &Plan) {
        self.state.phase = Phase::Moving;
        self.spend(plan.ends.iter().map(|(id, _)| *id).collect(), plan.cost.pips);
        let adds_up = match self.rules().policies.shot_after_move {
            ShotAfterMove::ShortTogether => true,
            ShotAfterMove::Short | ShotAfterMove::Any => false,
        };
        for (at, (id, base)) in plan.ends.iter().enumerate() {
            let way = plan.ways.get(at).copied().unwrap_or(plan.length);
            let was = self.element(*id).place;
            let mut stand = self.element_mut(*id);
            stand.place = plan.into.map_or(Whereabouts::Table, Whereabouts::Holds);
            stand.base = *base;
            stand.moves = stand.moves.saturating_add(1);
            let way = u32::try_from(way).unwrap_or(u32::MAX);
            stand.longest = if adds_up { stand.longest.saturating_add(way) } else { stand.longest.max(way) };
            stand.by_road &= plan.by_road;
            stand.askew = plan.askew.iter().find(|(who, ..)| who == id).map(|(_, enemy, edge)| (*enemy, *edge));
            if plan.down.has(*id) {
                stand.down = true;
            }
            drop(stand);
            if let Whereabouts::Holds(held) = was {
                self.leaves_walls(*id, held);
            }
        }
        if let (Some(held), Some(stronghold)) = (plan.into, &mut self.state.stronghold)
            && held.has_walls()
        {
            stronghold.holder = self.state.player;
            stronghold.town.surrendered &= stronghold.owner != stronghold.holder;
            self.make_way(plan.ends.iter().map(|(id, _)| *id).collect(), held);
        }
        let who: Members = plan.ends.iter().map(|(id, _)| *id).collect();
        if let (Some(askew), Some((first, _))) = (&plan.unconformed, plan.conforms.first()) {
            let touched = Touched { by: who, conforms: plan.conforms.clone(), askew: askew.clone() };
            self.state.aftermath.touched = Some(Box::new(touched));
            self.state.phase = Phase::Conforming(*first);
            return;
        }
        for (id, base) in &plan.conforms {
            self.element_mut(*id).base = *base;
        }
        self.note_attacks(who);
    }

    /// Ends the choice whether elements conform to movers that have come into contact with them (DBA3-CONT-25).
    pub(super) fn choose_conforming(&mut self, conforms: bool, report: &mut Report) {
        self.state.phase = Phase::Moving;
        let Some(touched) = self.state.aftermath.touched.take() else { return };
        if conforms {
            report.used(Clause::Conforming);
            for (id, base) in touched.conforms {
                self.put(id, base, report);
            }
        } else {
            report.used(Clause::Unconformed);
            for (id, enemy, edge) in touched.askew {
                self.element_mut(id).askew = Some((enemy, edge));
            }
        }
        self.note_attacks(touched.by);
    }

    /// Checks that the elements may move at all. Of elements summoned in this bound, Gods and Dragons may; Lurkers and
    /// replaced Hordes may not (D3H2-SUMM-07, 19, 27).
    fn check_movers(&self, of: &Move) -> Result<(), Refusal> {
        self.check_phase()?;
        if !of.is_on_earth() {
            return Err(Refusal::FarAway);
        }
        if of.legs.is_empty() || of.legs.len() > MOST_LEGS {
            return Err(Refusal::LegCount(MOST_LEGS));
        }
        let leads = |leg: &Leg| match *leg {
            Leg::Ahead(way) | Leg::Back(way) | Leg::Road(way) => way > 0,
            Leg::Slide(way) => way != 0,
            Leg::Wheel { by, .. } => (1..=MOST_WHEEL).contains(&by),
            Leg::Go(_) => true,
        };
        if !of.legs.iter().all(leads) {
            return Err(Refusal::NoLeg);
        }
        of.who.into_iter().try_for_each(|id| self.check_mover(id, of.who.count() == 1))
    }

    fn check_phase(&self) -> Result<(), Refusal> {
        if matches!(self.state.phase, Phase::Summoning | Phase::Moving) {
            return Ok(());
        }
        Err(Refusal::NotTimeToMove)
    }

    /// Checks that an element may make a tactical move now, alone or in a group, wherever it leads.
    pub(super) fn check_mover(&self, id: Id, is_alone: bool) -> Result<(), Refusal> {
        self.check_phase()?;
        let name = self.profile(id).name;
        if self.owner(id) != self.player() {
            return Err(Refusal::NotYours(name, Some(Clause::TimeToMove)));
        }
        let stand = self.element(id);
        let is_there = match stand.place {
            Whereabouts::Table => true,
            Whereabouts::Holds(_) => is_alone,
            _ => false,
        };
        if !is_there {
            return Err(Refusal::OffTheTable(name));
        }
        if self.is_demoralised(id) {
            return Err(Refusal::Demoralised(name));
        }
        if stand.arrived == self.state.bound && self.is(id, List::Lurkers) {
            return Err(Refusal::LurkerWaits(name));
        }
        if stand.arrived == self.state.bound && self.is(id, List::Inexhaustible) {
            return Err(Refusal::HordeWaits(name));
        }
        Ok(())
    }

    /// Checks that the elements may move as a group and in this way. A single element may go where it likes
    /// (D3H2-MOVE-01 to 03, D3H2-MOVE-04).
    fn check_group(&self, of: &Move, start: &Formation) -> Result<(), Refusal> {
        if start.is_single() {
            return Ok(());
        }
        if of.legs.iter().any(|leg| matches!(leg, Leg::Back(_) | Leg::Go(_))) {
            return Err(Refusal::NotAsAGroup);
        }
        let mut members = of.who.into_iter();
        let Some(lead) = members.next() else { return Ok(()) };
        let first = self.profile(lead);
        for id in members {
            if !self.are_under_one_command(lead, id) {
                return Err(Refusal::MixedCommands);
            }
            let profile = self.profile(id);
            if profile.is_ground() != first.is_ground() {
                return Err(Refusal::MixedWithAerials);
            }
            if profile.ally != first.ally {
                return Err(Refusal::MixedWithAllies);
            }
        }
        if let Some(id) = of.who.into_iter().find(|id| self.is_in_close_combat(*id)) {
            return Err(Refusal::FightsInAGroup(self.profile(id).name));
        }
        Ok(())
    }

    /// Checks that every element has a place at the end: on nobody's base, and in no feature where it may not stand.
    fn check_place(&self, mover: &Mover, start: &Formation, end: &Formation, passed: Members) -> Result<(), Refusal> {
        for ((id, base), (_, from)) in end.ranks.iter().zip(&start.ranks) {
            let profile = self.profile(*id);
            // An element that is met at the end was met on the last leg.
            let in_way = passed.into_iter().find(|other| self.base(*other).overlaps(base, TOUCH));
            if let Some(other) = in_way {
                return Err(Refusal::NoRoom(profile.name, self.profile(other).name));
            }
            for other in passed {
                let crossed = self.base(other);
                if from.overlaps(crossed, -1) || !self.passes_straight(*id, from, base, other) {
                    let is_theirs = from.meets_on_way(from.step_to(base), crossed, TOUCH);
                    if is_theirs {
                        return Err(Refusal::NotStraightThrough(profile.name, self.profile(other).name));
                    }
                }
            }
            let under = if mover.grounds.is_empty() { mover.grounds } else { self.field().under(base) };
            self.check_distance_from_city(*id, base)?;
            if let Some(lair) = self.element(*id).lair.map(usize::from).filter(|lair| !under.has(*lair)) {
                let kind = self.field().grounds.get(lair).map(|ground| ground.kind);
                return Err(Refusal::LeavesItsLair(profile.name, kind));
            }
            for (_, ground) in self.field().each(under.without(self.ruins())) {
                if profile.class == Class::Aerial {
                    if self.rules().holds(PlaceList::NotLandedIn, ground.place) {
                        return Err(Refusal::NoLanding(profile.name));
                    }
                } else if ground.going.is_none()
                    && !profile.water
                    && self.field().waters.common(under) != Features::default()
                {
                    return Err(Refusal::IntoTheWater(profile.name));
                }
            }
        }
        // No two elements of the group may overlap, which can happen where a column bends.
        for (at, base) in end.bases().enumerate() {
            if end.bases().skip(at + 1).any(|other| base.overlaps(other, TOUCH)) {
                return Err(Refusal::GroupOnItself);
            }
        }
        Ok(())
    }

    /// The greatest distance, in thousandths of a BW, that an element may move through these features (D3H2-MOVE-06 to
    /// 25). A water element moves at its full rate in water (D3H2-MOVE-23). Fails with the rule if it may not move
    /// through them at all.
    pub(super) fn allowance(&self, id: Id, features: Features, by_road: bool) -> Result<i64, Refusal> {
        let profile = self.profile(id);
        let none = || {
            let by = if self.is(id, List::Slow) { Clause::SlowGoing } else { Clause::ForbiddenGoing };
            Refusal::NoGoing(profile.name, by)
        };
        if by_road {
            return profile.reach.road.ok_or_else(none);
        }
        let mut reach = profile.reach.good.ok_or_else(none)?;
        if !profile.is_ground() {
            return Ok(reach);
        }
        for (at, ground) in self.field().each(features) {
            if self.field().rivers.has(at) {
                // A river that nobody has tried yet is taken to be paltry; if it is not, the move is cut short.
                let slows = match self.rules().policies.rivers {
                    Rivers::Tried => matches!(self.river(at), River::Shallow | River::Deep),
                    Rivers::Waded => true,
                };
                if slows && !profile.water && profile.is_ground() {
                    reach = reach.min(profile.reach.river.unwrap_or(self.distance(Distance::InTheRiver)));
                }
                continue;
            }
            let Some(going) = ground.going else { continue };
            let going = self.going_of(ground.kind, going);
            let counts_as_good = self.combat_good(id, going, ground.place);
            let going = if counts_as_good { Going::Good } else { going };
            reach = reach.min(profile.reach.in_going(going).ok_or_else(none)?);
        }
        Ok(reach)
    }

    /// Checks that no element moves too far, and returns how far each moves, in thousandths of a BW.
    fn check_length(
        &self,
        of: &Move,
        places: &[Formation],
        features: Features,
        by_road: bool,
    ) -> Result<Ways, Refusal> {
        let mut allowed = i64::MAX;
        for id in of.who {
            allowed = allowed.min(self.allowance(id, features, by_road)?);
        }
        let in_column = places.iter().all(|place| place.column || place.is_single());
        if !in_column && self.needs_column(of.who, features) {
            return Err(Refusal::NotInColumn);
        }
        // A slide of less than this distance into contact is free if front edge meets front edge (D3H2-CONT-04,
        // DBA3-CONT-12); onto a flank or rear, it counts like the rest of the move.
        let mut counted = places;
        if let (Some(Leg::Slide(by)), Some(end)) = (of.legs.last(), places.last()) {
            let is_short = by.abs() < self.distance(Distance::Slide);
            if !is_short || !self.fronts_enemy(of.who, end) {
                return Err(Refusal::LongSlide);
            }
            if self.meets_front(of.who, end) {
                counted = counted.split_last().map_or(counted, |(_, before)| before);
            }
        }
        if of.legs.iter().rev().skip(1).any(|leg| matches!(leg, Leg::Slide(_))) {
            return Err(Refusal::SlideBeforeTheEnd);
        }
        let ranks = places.first().map_or(0, |place| place.ranks.len());
        let square_of = |at: usize| {
            let way = counted.iter().filter_map(|place| place.ranks.get(at)).map(|(_, base)| base);
            // Elements that follow the head of a column give way for a moment where it bends; the way they have to go is
            // that of the head.
            let follows = at > 0 && counted.iter().all(|place| place.column);
            match (way.clone().next(), way.clone().next_back()) {
                (Some(first), Some(last)) if follows => moved([first, last].into_iter()),
                _ => moved(way),
            }
        };
        let squares: Ways = (0..ranks).map(square_of).collect();
        let farthest = squares.iter().copied().max().unwrap_or(0);
        let limit = allowed + ROUNDING;
        if farthest > limit * limit {
            return Err(Refusal::TooFar { length: whole(farthest), allowed });
        }
        Ok(squares.into_iter().map(whole).collect())
    }

    /// Whether a group must be a column in these features (D3H2-MOVE-03, DBA3-MOVE-27).
    fn needs_column(&self, who: Members, features: Features) -> bool {
        let is_loose = who.into_iter().all(|id| self.is(id, List::Loose));
        let flies = who.into_iter().all(|id| self.profile(id).class == Class::Aerial);
        let is_rough = self.field().each(features).any(|(at, ground)| {
            let deep = self.field().rivers.has(at) && self.river(at) == River::Deep;
            let is_narrow = |going: Going| match self.rules().policies.abreast {
                Abreast::InGoodGoing => matches!(going, Going::Rough | Going::Bad),
                Abreast::InGoodAndRoughGoing => going == Going::Bad,
            };
            let hinders =
                |going: Going| is_narrow(going) && who.into_iter().any(|id| !self.is_good_for(id, going, ground.place));
            let going = ground.going.map(|going| self.going_of(ground.kind, going));
            deep || (!self.field().rivers.has(at) && going.is_some_and(hinders))
        });
        !is_loose && !flies && is_rough
    }

    /// Whether an element of a formation ends with its front lined up against an enemy's edge.
    pub(super) fn fronts_enemy(&self, who: Members, end: &Formation) -> bool {
        self.is_lined_up(who, end, |_| true)
    }

    /// Whether an element of a formation ends with its front lined up against an enemy's front.
    fn meets_front(&self, who: Members, end: &Formation) -> bool {
        self.is_lined_up(who, end, |spot| spot == Spot::Front)
    }

    /// Whether an element of a formation ends lined up with an enemy in such a place.
    fn is_lined_up(&self, who: Members, end: &Formation, where_to: impl Fn(Spot) -> bool) -> bool {
        end.ranks.iter().any(|(id, base)| {
            let mut enemies = self.enemies_around(*id, base.bounds().grown(TOUCH));
            who.has(*id) && enemies.any(|enemy| Spot::of(base, self.base(enemy)).is_some_and(&where_to))
        })
    }
}

/// Whether a move has a leg on which a single element may choose where it turns.
fn turns_on_way(of: &Move, start: &Formation) -> bool {
    let facing = start.head().facing();
    let turns = |leg: &Leg| matches!(leg, Leg::Go(pose) if pose.facing != facing || of.legs.len() > 1);
    start.is_single() && of.legs.iter().any(turns)
}

/// The parts of a leg that are checked one by one, each from the start of the leg: a road bends, and is followed a quarter
/// of a BW at a time.
fn stretches(leg: Leg) -> impl Iterator<Item = Leg> {
    const PART: i64 = 250;
    let (parts, by) = match leg {
        Leg::Road(by) => ((by + PART - 1) / PART, by),
        _ => (1, 0),
    };
    (1..=parts).map(move |part| if by > 0 { Leg::Road((part * PART).min(by)) } else { leg })
}

/// Corners are rounded to thousandths of a BW, so a measured move may be too long by this much.
pub(super) const ROUNDING: i64 = 2;

fn whole(square: i64) -> i64 {
    musterfield_geometry::base::whole_root(square)
}
