//! Contact: where a move that touches an enemy may end, where it may start, and who conforms to whom (D3H2-CONT-01 to
//! 09).

use musterfield_geometry::facing::UNIT;
use musterfield_geometry::{Base, Edge, Facing, Point};
use musterfield_rules::battle::policy::{Contacted, Towers};
use musterfield_rules::battle::{Distance, List};
use smallvec::SmallVec;

use super::TOUCH;
use super::contact::{Spot, are_flank_to_flank, is_contact, is_overlap};
use super::element::{Id, Members};
use super::force::Class;
use super::formation::Formation;
use super::mover::Mover;
use super::refusal::Refusal;
use super::state::Battle;

/// The consequences of a legal contact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Contact {
    /// Aerials that come down to fight.
    pub(super) down: Members,
    /// Enemies that conform, with the bases they conform to.
    pub(super) conforms: Vec<(Id, Base)>,
    /// Elements that touch an enemy at an angle, the enemy, and the edge of it that counts as touched (D3H2-CONT-05).
    pub(super) askew: Vec<(Id, Id, Edge)>,
    /// The same if those who may conform do not, where their owner has the choice (DBA3-CONT-25).
    pub(super) unconformed: Option<Vec<(Id, Id, Edge)>>,
}

/// Half a right angle, in tenths of a degree. An element never conforms by turning this much or more, because another
/// edge would then be nearer to line up with (D3H2-CONT-04).
pub(super) const HALF_RIGHT: i32 = 450;

impl Battle {
    /// Checks that the end of a move that touches an enemy is a legal contact, and finds the elements that come down or
    /// conform because of it.
    pub(super) fn check_contact(&self, mover: &Mover, start: &Formation, end: &Formation) -> Result<Contact, Refusal> {
        let who = mover.who;
        let enemies = mover.others.common(self.those_on_table(self.player().other()));
        let mut touched: SmallVec<[(Id, Id); 4]> = SmallVec::new();
        let mut is_lined_up = false;
        let mut down = Members::NONE;
        for ((id, base), (_, from)) in end.ranks.iter().zip(&start.ranks) {
            let profile = self.profile(*id);
            // An element that fights to its front overlaps nobody at its corners (D3H2-CC-02), only at its flanks (D3H2-CC-06).
            let (mut is_beside, mut fronts) = (false, false);
            for enemy in self.state.elements.those_among(enemies, base.bounds().grown(TOUCH + 1)) {
                let other = self.base(enemy);
                if !base.nearer(other, TOUCH + 1) {
                    continue;
                }
                let engages = profile.class == Class::Aerial || self.may_engage(*id, enemy);
                if !engages {
                    continue;
                }
                // An overlap is a contact too (D3H2-CONT-02, DBA3-CONT-22).
                if self.is(*id, List::Slow) && !from.nearer(other, TOUCH + 1) {
                    return Err(Refusal::NeverInContact(profile.name));
                }
                is_beside |= is_overlap(base, other, self.rules().policies.overlap_corners);
                is_lined_up |= are_flank_to_flank(base, other);
                if !is_contact(base, other) {
                    continue;
                }
                let spot = Spot::of(base, other);
                let was = Spot::of(from, other);
                let against =
                    Edge::ALL.into_iter().find(|edge| base.against(Edge::Front, other, *edge, TOUCH).is_some());
                fronts |= against.is_some();
                if self.is(*id, List::Slow) && was.is_none() {
                    return Err(Refusal::NeverInContact(profile.name));
                }
                if let Some(edge) = against.filter(|edge| !starts_beyond(from, other, *edge)) {
                    return Err(Refusal::NotBeyond(profile.name, self.profile(enemy).name, edge));
                }
                if spot.is_some() {
                    is_lined_up = true;
                    if profile.class == Class::Aerial {
                        down = down.with(*id);
                    }
                } else {
                    touched.push((*id, enemy));
                }
            }
            is_lined_up |= is_beside && !fronts;
            if mover.is_near_holdings {
                self.check_assault(*id, base)?;
            }
        }
        if mover.is_near_holdings {
            self.check_assaulters(who, end)?;
        }
        let mut conforms: Vec<(Id, Base)> = Vec::new();
        let is_group = !end.is_single();
        for (_, enemy) in &touched {
            let waits = conforms.iter().all(|(other, _)| other != enemy);
            let must = is_group && waits && self.is_alone(*enemy) && !self.is_hindered(*enemy);
            if let Some(base) = must.then(|| self.conforming(*enemy, who, end)).flatten() {
                conforms.push((*enemy, base));
            }
        }
        if is_lined_up || !conforms.is_empty() {
            return Ok(Contact { down, conforms, ..Contact::default() });
        }
        let Some((id, enemy)) = touched.first().copied() else { return Ok(Contact { down, ..Contact::default() }) };
        if !self.can_conform(who, end, enemy) {
            // It is now the enemy's turn to conform; an element that cannot either fights where it stands.
            let wheels = || touched.iter().any(|(id, enemy)| self.could_wheel(who, end, *id, *enemy));
            let alone = self.is_alone(enemy).then(|| self.conforming(enemy, who, end)).flatten();
            let conforms = match alone {
                Some(base) => Some(vec![(enemy, base)]),
                None => self.group_conforming(enemy, who, end).filter(|_| !wheels()),
            };
            let has_choice = match self.rules().policies.contacted {
                Contacted::IfItCan => false,
                Contacted::IfItLikes => true,
            };
            let askew = if conforms.is_none() || has_choice {
                self.standing_as_it_is((who, start, end), enemy, &touched, wheels)
            } else {
                None
            };
            match (conforms, askew) {
                (Some(conforms), unconformed) => {
                    return Ok(Contact { down, conforms, askew: Vec::new(), unconformed });
                }
                (None, Some(askew)) => {
                    let flies = |id: &Id| !self.profile(*id).is_ground();
                    let down = askew.iter().map(|(id, ..)| *id).filter(flies).fold(down, Members::with);
                    return Ok(Contact { down, conforms: Vec::new(), askew, unconformed: None });
                }
                (None, None) => {}
            }
        }
        Err(Refusal::NotLinedUp(self.profile(id).name, self.profile(enemy).name))
    }

    /// The contacts at an angle in which a formation stands that can conform to none of the enemies it touches, and to
    /// which none conforms; none if a front edge lies flat against the first of them. `None` if they cannot fight so.
    fn standing_as_it_is(
        &self,
        (who, start, end): (Members, &Formation, &Formation),
        enemy: Id,
        touched: &[(Id, Id)],
        wheels: impl Fn() -> bool,
    ) -> Option<Vec<(Id, Id, Edge)>> {
        if touched.iter().any(|(_, enemy)| self.can_conform(who, end, *enemy)) {
            return None;
        }
        let is_flat = |base: &Base| {
            Edge::ALL.into_iter().any(|edge| base.against(Edge::Front, self.base(enemy), edge, TOUCH).is_some())
        };
        if end.bases().any(is_flat) {
            return Some(Vec::new());
        }
        self.contacts_askew(start, end, touched).filter(|_| !wheels())
    }

    /// Whether an element stands in no group and is in no close combat.
    fn is_alone(&self, id: Id) -> bool {
        let base = self.base(id);
        let meets = |at: &Point, other: &Base| other.corners().iter().any(|corner| corner.is_at(*at, TOUCH));
        let joins = |friend: Id| {
            let other = self.base(friend);
            other.facing() == base.facing() && base.corners().iter().filter(|at| meets(at, other)).count() >= 2
        };
        !self.is_in_close_combat(id) && !self.friends_close_to(id).any(joins)
    }

    /// Whether an element stands wholly in rough or bad going.
    fn is_hindered(&self, id: Id) -> bool {
        let around = self.around(id);
        let mut features = self.field().each(around);
        features.any(|(_, ground)| {
            ground.going.is_some_and(|going| !self.is_good_for(id, self.going_of(ground.kind, going), ground.place))
        })
    }

    /// The base of an enemy after it has conformed to one of the elements that touch it: lined up, by less than a base
    /// width, and where there is room.
    fn conforming(&self, enemy: Id, who: Members, end: &Formation) -> Option<Base> {
        let stands = self.base(enemy);
        let slide = self.distance(Distance::Slide);
        let has_room = |base: &Base| {
            self.field().has(base)
                && self.is_clear(base, who.with(enemy))
                && end.bases().all(|mover| !mover.overlaps(base, TOUCH))
                && !self.meets_feature(base, Point::default())
                && self.may_stand(enemy, base)
        };
        // It conforms to the nearest element, or to the one with the lower number if two are equally near.
        end.ranks
            .iter()
            .filter(|(_, mover)| mover.nearer(stands, TOUCH + 1) && is_contact(mover, stands))
            .flat_map(|(id, mover)| {
                self.spots_conformed_to().iter().map(move |spot| (*id, spot.base_of_other(mover, stands.depth())))
            })
            .filter(|(_, base)| base.facing().angle_to(stands.facing()).abs() < HALF_RIGHT)
            .map(|(id, base)| (stands.step_to(&base).square(), id, base))
            .filter(|(way, _, base)| *way < slide * slide && has_room(base))
            .min_by_key(|(way, id, _)| (*way, *id))
            .map(|(.., base)| base)
    }

    /// The places of movers to which an enemy may conform. An element that turns to face them when the moves end does not
    /// conform before (DBA3-CONT-15).
    pub(super) fn spots_conformed_to(&self) -> &'static [Spot] {
        match self.rules().policies.contacted {
            Contacted::IfItCan => &Spot::ALL,
            Contacted::IfItLikes => &[Spot::Front],
        }
    }

    /// Whether the moving elements could end lined up with an enemy, by sliding or (for a single element) by turning.
    fn can_conform(&self, who: Members, end: &Formation, enemy: Id) -> bool {
        let other = *self.base(enemy);
        let slide = self.distance(Distance::Slide);
        let is_free = |base: &Base| {
            self.field().has(base) && self.is_clear(base, who) && !self.meets_feature(base, Point::default())
        };
        let spots = |base: &Base| {
            // An element lines up with one of the four edges, or beside the front on either hand.
            let across = other.facing().opposite();
            let beside = [
                Base::new(other.front_left(), across, base.width(), base.depth()),
                Base::by_front_right(other.front_right(), across, base.width(), base.depth()),
            ];
            Spot::ALL.into_iter().map(|spot| spot.base(&other, base.depth())).chain(beside).collect::<Vec<_>>()
        };
        end.bases().any(|base| {
            spots(base).into_iter().any(|spot| {
                let step = spot.front_left() - base.front_left();
                let turns = spot.facing() != base.facing();
                let near = base.step_to(&spot).square() < slide * slide
                    && spot.facing().angle_to(base.facing()).abs() <= HALF_RIGHT;
                near && (!turns || end.is_single())
                    && if turns { is_free(&spot) } else { end.bases().all(|base| is_free(&base.moved(step))) }
            })
        })
    }

    /// Checks whether an element may assault the feature it touches, and where: any part of the walls, or only the gate
    /// (D3H2-MOVE-18, D3H2-CONT-09, D3H2-CC-10, 12, D3H2-BUA-11).
    fn check_assault(&self, id: Id, base: &Base) -> Result<(), Refusal> {
        let enemy = self.owner(id).other();
        let towers_take_camps = match self.rules().policies.towers {
            Towers::AgainstWalls => false,
            Towers::AgainstWallsAndCamps => true,
        };
        for held in self.assailable_features(enemy) {
            if !self.fronts_feature(base, enemy, held) {
                continue;
            }
            let name = self.profile(id).name;
            if self.is(id, List::NeverAssaulting) {
                return Err(Refusal::NeverAssaults(name));
            }
            let is_tower = self.profile(id).siege_tower && (held.has_walls() || towers_take_camps);
            if self.is(id, List::Slow) && !is_tower {
                return Err(Refusal::NeverInContact(name));
            }
            if !held.is_camp() && self.is(id, List::ByTheGate) && !self.is_at_gate(base) {
                return Err(Refusal::GateOnly(name));
            }
        }
        Ok(())
    }

    /// Whether a front edge stands at a gate of the Stronghold.
    pub(super) fn is_at_gate(&self, base: &Base) -> bool {
        let ground = self.field().walls.and_then(|(at, _)| self.field().grounds.get(at));
        ground.is_some_and(|ground| {
            ground.gates.iter().any(|gate| base.edge(Edge::Front).nearer_to_point(*gate, base.width() / 2))
        })
    }
}

/// Whether an edge of another element is contacted from a permitted starting position. A flank may be contacted from
/// wholly beyond its line, from partly beyond both its line and the rear's, or by an element that stood against it
/// before (D3H2-CONT-06). A rear may be contacted from wholly behind its line (D3H2-CONT-07).
pub(super) fn starts_beyond(from: &Base, other: &Base, edge: Edge) -> bool {
    let (touch, back) = (TOUCH * UNIT, other.outward_facing(Edge::Rear));
    let beyond = |facing: Facing, line: Point, corner: &Point| facing.along(*corner - line);
    match edge {
        Edge::Front => true,
        Edge::Rear => from.corners().iter().all(|corner| beyond(back, other.rear_left(), corner) >= -touch),
        Edge::Left | Edge::Right => {
            let (out, line) = (other.outward_facing(edge), other.edge(edge).from);
            let partly = |facing, line| from.corners().iter().any(|corner| beyond(facing, line, corner) > touch);
            from.corners().iter().all(|corner| beyond(out, line, corner) >= -touch)
                || (partly(out, line) && partly(back, other.rear_left()))
                || from.against(Edge::Front, other, edge, TOUCH).is_some()
        }
    }
}
