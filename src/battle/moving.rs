//! Tactical moves: whether one may be made, and making it (D3H2-MOVE-01 to 33, D3H2-CONT-01 to 18).

use super::TOUCH;
use super::command::Cost;
use super::element::{Id, Members};
use super::field::Features;
use super::force::Class;
use super::order::{Leg, Move, Refusal};
use super::state::{Battle, Phase, River, Whereabouts};
use super::touch::{Spot, is_contact, is_overlap};
use super::way::{Formation, moved};
use crate::geometry::{Base, Edge};
use crate::rules::battle::{Distance, List, PlaceList};
use crate::rules::combat::Held;
use crate::rules::terrain::Going;

/// A move that may be made: who ends where, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Everybody who moves, with his base at the end.
    pub ends: Vec<(Id, Base)>,
    /// What it costs.
    pub cost: Cost,
    /// How far it is, in thousandths of a BW.
    pub length: i64,
    /// All of it by road.
    pub by_road: bool,
    /// Aerials that come down to fight.
    pub down: Members,
}

/// Legs of one move at most; nobody needs more, and a record could hold any number.
pub(super) const MOST_LEGS: usize = 12;

impl Battle {
    /// Whether a tactical move may be made now.
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn plan(&self, of: &Move) -> Result<Plan, Refusal> {
        self.look_at_movers(of)?;
        let start = Formation::new(self, of.who)?;
        self.look_at_group(of, &start)?;
        let mut places = vec![start];
        let mut features = Features::default();
        let mut passed: Vec<Id> = Vec::new();
        for leg in &of.legs {
            let Some(from) = places.last() else { break };
            let to = match leg {
                Leg::Road(distance) => self.along_road(from, *distance)?,
                leg => from.after(*leg)?,
            };
            features = features.and(self.go(of.who, from, &to, &mut passed)?);
            places.push(to);
        }
        let (Some(start), Some(end)) = (places.first(), places.last()) else {
            return Err(Refusal::plain("Nobody is to move."));
        };
        let by_road = of.legs.iter().all(|leg| matches!(leg, Leg::Road(_)));
        self.look_at_place(of.who, start, end, &passed)?;
        let length = self.look_at_length(of, &places, features, by_road)?;
        self.heed_zones(self.player(), &places, &of.legs, &passed)?;
        let down = self.look_at_contact(of.who, start, end)?;
        self.look_at_further(of.who, start, &places, features, by_road)?;
        let cost = self.cost(of);
        if cost.pips > self.pips {
            let rule = cost.rules.last().map_or("D3H2-PIP-04", |rule| rule.id());
            let why = format!("It costs {} and {} are left.", told(cost.pips), told(self.pips));
            return Err(Refusal::by(rule, why));
        }
        Ok(Plan { ends: end.ranks.clone(), cost, length, by_road, down })
    }

    /// Makes a move that may be made.
    pub(super) fn make(&mut self, plan: &Plan) {
        self.phase = Phase::Moving;
        self.pips = self.pips.saturating_sub(plan.cost.pips);
        for (id, base) in &plan.ends {
            let stand = self.stand_mut(*id);
            stand.place = Whereabouts::Table;
            stand.base = *base;
            stand.moves = stand.moves.saturating_add(1);
            stand.longest = stand.longest.max(plan.length);
            stand.by_road &= plan.by_road;
            if plan.down.has(*id) {
                stand.down = true;
            }
        }
    }

    /// Who may move at all.
    fn look_at_movers(&self, of: &Move) -> Result<(), Refusal> {
        if !matches!(self.phase, Phase::Summoning | Phase::Moving) {
            return Err(Refusal::by("D3H2-SEQ-04", "Moves are made before shooting and close combat."));
        }
        if of.legs.is_empty() || of.legs.len() > MOST_LEGS {
            return Err(Refusal::plain(format!("A move has 1 to {MOST_LEGS} legs.")));
        }
        for id in of.who {
            let profile = self.profile(id);
            let name = profile.name;
            if self.owner(id) != self.player() {
                return Err(Refusal::by("D3H2-SEQ-04", format!("{name} belongs to the other player.")));
            }
            if !self.is_on_table(id) {
                return Err(Refusal::plain(format!("{name} is not on the table.")));
            }
            let stand = self.stand(id);
            if stand.arrived == self.bound && self.is(id, List::Lurkers) {
                return Err(Refusal::by("D3H2-SUMM-19", format!("{name} was summoned in this bound.")));
            }
            if stand.arrived == self.bound && self.is(id, List::Inexhaustible) {
                return Err(Refusal::by("D3H2-SUMM-27", format!("{name} was replaced in this bound.")));
            }
        }
        Ok(())
    }

    /// Who may move together, and how (D3H2-MOVE-01 to 04).
    fn look_at_group(&self, of: &Move, start: &Formation) -> Result<(), Refusal> {
        if start.is_single() {
            return Ok(());
        }
        if of.legs.iter().any(|leg| matches!(leg, Leg::Back(_) | Leg::Go(_))) {
            return Err(Refusal::by("D3H2-MOVE-01", "A group moves forward, wheels, or slides to line up."));
        }
        let mut members = of.who.into_iter();
        let Some(first) = members.next().map(|id| self.profile(id)) else { return Ok(()) };
        for id in members {
            let profile = self.profile(id);
            if profile.is_ground() != first.is_ground() {
                return Err(Refusal::by("D3H2-MOVE-01", "Aerials group only with Aerials."));
            }
            if profile.ally != first.ally {
                return Err(Refusal::by("D3H2-MOVE-01", "Allies group only with their own contingent."));
            }
        }
        if let Some(id) = of.who.into_iter().find(|id| self.is_in_close_combat(*id)) {
            let why = format!("{} is in close combat and cannot move in a group.", self.profile(id).name);
            return Err(Refusal::by("D3H2-MOVE-01", why));
        }
        Ok(())
    }

    /// Goes one leg: what it crosses, and whom it passes through. Refused where something is in the way.
    fn go(&self, who: Members, from: &Formation, to: &Formation, passed: &mut Vec<Id>) -> Result<Features, Refusal> {
        let mut features = Features::default();
        for ((id, start), (_, end)) in from.ranks.iter().zip(&to.ranks) {
            let profile = self.profile(*id);
            if !self.field().has(end) {
                return Err(Refusal::plain(format!("{} would leave the table.", profile.name)));
            }
            let step = end.middle() - start.middle();
            let turns = start.facing() != end.facing();
            // A turn is made where the way ends; on its way everybody faces as before.
            let way = if turns { start.moved(step) } else { *end };
            let step = if turns { step } else { end.front_left() - start.front_left() };
            features = features.and(self.field().on_way(start, step)).and(self.field().under(end));
            let other_way = |other: &Base| start.meets_on_way(step, other, TOUCH) || end.overlaps(other, TOUCH);
            let _ = way;
            for other in self.everybody() {
                if who.has(other) || !self.is_on_table(other) || !other_way(self.base(other)) {
                    continue;
                }
                if !self.may_pass(*id, other) {
                    let why = format!("{} cannot pass through {}.", profile.name, self.profile(other).name);
                    return Err(Refusal::by("D3H2-PASS-10", why));
                }
                if !passed.contains(&other) {
                    passed.push(other);
                }
            }
            for player in super::Player::ALL {
                for held in self.features_of(player) {
                    let flies_over = profile.class == Class::Aerial && !self.is_in_feature(end, player, held);
                    if flies_over {
                        continue;
                    }
                    let meets = match self.outline_of(player, held) {
                        Some(outline) => crate::geometry::Hull::swept(&start.shrunk(TOUCH), step).meets(&outline),
                        None => false,
                    };
                    if meets || self.is_in_feature(end, player, held) {
                        let what = if held == Held::Camp { "camp" } else { "Stronghold" };
                        let why = format!("{} cannot go through a {what}.", profile.name);
                        return Err(Refusal::by("D3H2-CAMP-08", why));
                    }
                }
            }
        }
        Ok(features)
    }

    /// Whether everybody has a place at the end: on nobody's base, and in nothing that he cannot stand in.
    fn look_at_place(&self, who: Members, start: &Formation, end: &Formation, passed: &[Id]) -> Result<(), Refusal> {
        for ((id, base), (_, from)) in end.ranks.iter().zip(&start.ranks) {
            let profile = self.profile(*id);
            let in_way = self
                .everybody()
                .find(|other| !who.has(*other) && self.is_on_table(*other) && self.base(*other).overlaps(base, TOUCH));
            if let Some(other) = in_way {
                let why = format!("{} has no room: {} stands there.", profile.name, self.profile(other).name);
                return Err(Refusal::by("D3H2-PASS-10", why));
            }
            for other in passed {
                let crossed = self.base(*other);
                if from.overlaps(crossed, -1) || !self.passes_straight(*id, from, base, *other) {
                    let is_theirs = from.meets_on_way(base.middle() - from.middle(), crossed, TOUCH);
                    if is_theirs {
                        let why = format!(
                            "{} passes {} only straight, to stand lined up beyond it.",
                            profile.name,
                            self.profile(*other).name
                        );
                        return Err(Refusal::by("D3H2-PASS-11", why));
                    }
                }
            }
            let under = self.field().under(base);
            for (_, ground) in self.field().each(under) {
                if profile.class == Class::Aerial {
                    if self.rules().holds(PlaceList::NotLandedIn, ground.place) {
                        return Err(Refusal::by("D3H2-MOVE-08", format!("{} cannot land there.", profile.name)));
                    }
                } else if ground.going.is_none()
                    && !profile.water
                    && self.field().waters.common(under) != Features::default()
                {
                    return Err(Refusal::plain(format!("{} cannot go into the water.", profile.name)));
                }
            }
        }
        // Nobody of the group may stand on another, which can happen where a column bends.
        let bases: Vec<&Base> = end.bases().collect();
        for (at, base) in bases.iter().enumerate() {
            if !end.column && bases.iter().skip(at + 1).any(|other| base.overlaps(other, TOUCH)) {
                return Err(Refusal::by("D3H2-MOVE-02", "The group would stand on itself."));
            }
        }
        Ok(())
    }

    /// How far an element goes at most through these features (D3H2-MOVE-06 to 25); the rule if not at all.
    pub(super) fn allowance(&self, id: Id, features: Features, by_road: bool) -> Result<i64, Refusal> {
        let profile = self.profile(id);
        let none = || {
            let rule = if self.is(id, List::Slow) { "D3H2-MOVE-16" } else { "D3H2-MOVE-25" };
            Refusal::by(rule, format!("{} cannot go there.", profile.name))
        };
        let mut reach = profile.reach.good.ok_or_else(none)?;
        if by_road || !profile.is_ground() {
            return Ok(reach);
        }
        for (at, ground) in self.field().each(features) {
            if self.field().rivers.has(at) {
                let is_paltry = self.river(at) == River::Paltry;
                if !is_paltry && !profile.water && profile.is_ground() {
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

    /// The state of a river.
    pub(super) fn river(&self, at: usize) -> River {
        let place = self.field().each(self.field().rivers).position(|(river, _)| river == at);
        place.and_then(|place| self.rivers.get(place)).copied().unwrap_or(River::Unknown)
    }

    fn look_at_length(
        &self,
        of: &Move,
        places: &[Formation],
        features: Features,
        by_road: bool,
    ) -> Result<i64, Refusal> {
        let mut allowed = i64::MAX;
        for id in of.who {
            allowed = allowed.min(self.allowance(id, features, by_road)?);
        }
        let in_column = places.iter().all(|place| place.column || place.is_single());
        if !in_column && self.needs_column(of.who, features) {
            let why = "Through rough or bad going and along a road a group goes in column.";
            return Err(Refusal::by("D3H2-MOVE-03", why));
        }
        // A slide of less than so much, into contact, is free (D3H2-CONT-04).
        let mut counted: Vec<&Formation> = places.iter().collect();
        if let (Some(Leg::Slide(by)), Some(end)) = (of.legs.last(), places.last()) {
            let is_short = by.abs() < self.distance(Distance::Slide);
            if !is_short || !self.fronts_enemy(of.who, end) {
                let why = "A slide is shorter than a base width and ends lined up with an enemy before the front.";
                return Err(Refusal::by("D3H2-CONT-04", why));
            }
            counted.pop();
        }
        if of.legs.iter().rev().skip(1).any(|leg| matches!(leg, Leg::Slide(_))) {
            return Err(Refusal::by("D3H2-CONT-04", "A slide ends a move."));
        }
        let ranks = places.first().map_or(0, |place| place.ranks.len());
        let mut farthest = 0;
        for at in 0..ranks {
            let way: Vec<Base> =
                counted.iter().filter_map(|place| place.ranks.get(at)).map(|(_, base)| *base).collect();
            farthest = farthest.max(moved(&way));
        }
        let limit = allowed + ROUNDING;
        if farthest > limit * limit {
            let why = format!("That is {}, and {} are allowed.", bw(whole(farthest)), bw(allowed));
            return Err(Refusal::by("D3H2-MOVE-05", why));
        }
        Ok(whole(farthest))
    }

    /// Whether a group has to be a column there (D3H2-MOVE-03).
    fn needs_column(&self, who: Members, features: Features) -> bool {
        let is_loose = who.into_iter().all(|id| self.is(id, List::Loose));
        let flies = who.into_iter().all(|id| self.profile(id).class == Class::Aerial);
        let is_rough = self.field().each(features).any(|(at, ground)| {
            let deep = self.field().rivers.has(at) && self.river(at) == River::Deep;
            let going = ground.going.map(|going| self.going_of(ground.kind, going));
            deep || (!self.field().rivers.has(at) && matches!(going, Some(Going::Rough | Going::Bad)))
        });
        !is_loose && !flies && is_rough
    }

    /// Whether somebody of a formation stands with his front lined up before an enemy's.
    fn fronts_enemy(&self, who: Members, end: &Formation) -> bool {
        end.ranks.iter().any(|(id, base)| {
            who.has(*id) && self.enemies(self.owner(*id)).any(|enemy| Spot::of(base, self.base(enemy)).is_some())
        })
    }

    /// Whether the end of a move that touches an enemy is a contact that may be made; the Aerials that come down by it.
    fn look_at_contact(&self, who: Members, start: &Formation, end: &Formation) -> Result<Members, Refusal> {
        let mut touched: Option<(Id, Id)> = None;
        let mut is_lined_up = false;
        let mut down = Members::NONE;
        for ((id, base), (_, from)) in end.ranks.iter().zip(&start.ranks) {
            let profile = self.profile(*id);
            for enemy in self.enemies(self.owner(*id)) {
                let other = self.base(enemy);
                if !base.nearer(other, TOUCH + 1) {
                    continue;
                }
                let engages = profile.class == Class::Aerial || self.may_engage(*id, enemy);
                if !engages {
                    continue;
                }
                is_lined_up |= is_overlap(base, other);
                if !is_contact(base, other) {
                    continue;
                }
                let spot = Spot::of(base, other);
                let was = Spot::of(from, other);
                let against =
                    Edge::ALL.into_iter().find(|edge| base.against(Edge::Front, other, *edge, TOUCH).is_some());
                if self.is(*id, List::Slow) && was.is_none() {
                    let why = format!("{} never moves into contact with enemies.", profile.name);
                    return Err(Refusal::by("D3H2-MOVE-18", why));
                }
                match against {
                    Some(Edge::Left) => flank(from, other, Edge::Left, self, *id, enemy)?,
                    Some(Edge::Right) => flank(from, other, Edge::Right, self, *id, enemy)?,
                    Some(Edge::Rear) => rear(from, other, self, *id, enemy)?,
                    Some(Edge::Front) | None => {}
                }
                if spot.is_some() {
                    is_lined_up = true;
                    if profile.class == Class::Aerial {
                        down = down.with(*id);
                    }
                } else {
                    touched = Some((*id, enemy));
                }
            }
            self.look_at_assault(*id, base)?;
        }
        if let (Some((id, enemy)), false) = (touched, is_lined_up) {
            let why = format!(
                "{} would touch {} without being lined up with it, on its front, a flank, its rear, or as an overlap.",
                self.profile(id).name,
                self.profile(enemy).name
            );
            return Err(Refusal::by("D3H2-CONT-02", why));
        }
        let _ = who;
        Ok(down)
    }

    /// Who may assault what (D3H2-MOVE-18, D3H2-CONT-09, D3H2-CC-10, 12).
    fn look_at_assault(&self, id: Id, base: &Base) -> Result<(), Refusal> {
        let enemy = self.owner(id).other();
        for held in self.features_of(enemy) {
            if !self.fronts_feature(base, enemy, held) {
                continue;
            }
            let name = self.profile(id).name;
            if self.is(id, List::NeverAssaulting) {
                return Err(Refusal::by("D3H2-CONT-09", format!("{name} never assaults.")));
            }
            let is_tower = self.profile(id).siege_tower && held == Held::Stronghold;
            if self.is(id, List::Slow) && !is_tower {
                return Err(Refusal::by("D3H2-MOVE-18", format!("{name} never moves into contact.")));
            }
            if held != Held::Camp && self.is(id, List::ByTheGate) && !self.is_at_gate(base) {
                return Err(Refusal::by("D3H2-CC-12", format!("{name} assaults the gate only.")));
            }
        }
        Ok(())
    }

    /// Whether a front edge stands at the gate of the Stronghold.
    fn is_at_gate(&self, base: &Base) -> bool {
        let ground = self.field().stronghold.and_then(|(at, _)| self.field().grounds.get(at));
        ground.is_some_and(|ground| {
            ground.gates.iter().any(|gate| base.edge(Edge::Front).nearer_to_point(*gate, base.width() / 2))
        })
    }

    /// Second and later moves of a bound (D3H2-MOVE-26 to 30).
    fn look_at_further(
        &self,
        who: Members,
        start: &Formation,
        places: &[Formation],
        features: Features,
        by_road: bool,
    ) -> Result<(), Refusal> {
        let made = who.into_iter().map(|id| self.stand(id).moves).max().unwrap_or(0);
        if made == 0 || (by_road && who.into_iter().all(|id| self.stand(id).by_road)) {
            return Ok(());
        }
        let rough = self
            .field()
            .each(features)
            .any(|(_, ground)| ground.going.is_some_and(|going| self.going_of(ground.kind, going) != Going::Good));
        let crosses = !features.common(self.field().rivers).is_empty();
        let may = |id: Id| {
            let gallops = self.is(id, List::Galloping) || self.profile(id).rides;
            if gallops {
                return made <= 2 && !rough && !crosses;
            }
            let starts_good = start.bases().all(|base| {
                let under = self.field().under(base);
                self.field().each(under).all(|(_, ground)| {
                    ground.going.is_none_or(|going| self.going_of(ground.kind, going) == Going::Good)
                })
            });
            let ends_rough = places.last().is_some_and(|end| {
                end.bases().any(|base| {
                    let under = self.field().under(base);
                    self.field().each(under).any(|(_, ground)| {
                        ground.going.is_some_and(|going| self.going_of(ground.kind, going) != Going::Good)
                    })
                })
            });
            self.is(id, List::Scouting)
                && made == 1
                && (self.side(self.player()).bounds <= 1 || (starts_good && ends_rough))
        };
        if let Some(id) = who.into_iter().find(|id| !may(*id)) {
            let why = format!("{} has moved in this bound.", self.profile(id).name);
            return Err(Refusal::by("D3H2-MOVE-30", why));
        }
        let near = self.distance(Distance::FurtherMoves);
        let mut stops = places.iter().flat_map(Formation::bases);
        if stops.any(|base| self.enemies(self.player()).any(|enemy| base.within(self.base(enemy), near))) {
            let why = "A further move keeps farther from enemies than a base width.";
            return Err(Refusal::by("D3H2-MOVE-26", why));
        }
        Ok(())
    }
}

/// Corners are rounded to thousandths, so that a move may be longer than it is by as much.
const ROUNDING: i64 = 2;

fn whole(square: i64) -> i64 {
    crate::geometry::base::whole_root(square)
}

fn told(pips: u8) -> String {
    if pips == 1 { "1 PIP".to_owned() } else { format!("{pips} PIPs") }
}

fn bw(length: i64) -> String {
    format!("{:.2} BW", crate::geometry::point::bw(length))
}

/// Whether a flank is contacted from where it may be: wholly beyond its line, or partly beyond it and the rear's
/// (D3H2-CONT-06).
fn flank(from: &Base, other: &Base, edge: Edge, battle: &Battle, id: Id, enemy: Id) -> Result<(), Refusal> {
    let out = other.over(edge);
    let line = other.edge(edge).from;
    let wholly =
        from.corners().iter().all(|corner| out.along(*corner - line) >= -TOUCH * crate::geometry::facing::UNIT);
    let partly = |facing: crate::geometry::Facing, line| {
        from.corners().iter().any(|corner| facing.along(*corner - line) > TOUCH * crate::geometry::facing::UNIT)
    };
    let back = other.over(Edge::Rear);
    if wholly
        || (partly(out, line) && partly(back, other.rear_left()))
        || from.against(Edge::Front, other, edge, TOUCH).is_some()
    {
        return Ok(());
    }
    let why = format!(
        "{} does not start beyond the line of that flank of {}.",
        battle.profile(id).name,
        battle.profile(enemy).name
    );
    Err(Refusal::by("D3H2-CONT-06", why))
}

/// Whether a rear is contacted from wholly behind its line (D3H2-CONT-07).
fn rear(from: &Base, other: &Base, battle: &Battle, id: Id, enemy: Id) -> Result<(), Refusal> {
    let back = other.over(Edge::Rear);
    let unit = crate::geometry::facing::UNIT;
    if from.corners().iter().all(|corner| back.along(*corner - other.rear_left()) >= -TOUCH * unit) {
        return Ok(());
    }
    let why = format!("{} does not start wholly behind {}.", battle.profile(id).name, battle.profile(enemy).name);
    Err(Refusal::by("D3H2-CONT-07", why))
}
