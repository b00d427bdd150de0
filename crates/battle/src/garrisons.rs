//! Camps and Strongholds: their place, their holders and the elements that assault them.

use musterfield_rules::battle::policy::{EmptyWalls, Walls};
use musterfield_rules::battle::{Clause, List};
use std::borrow::Cow;

use musterfield_geometry::base::whole_root;
use musterfield_geometry::{Base, Bounds, Edge, Facing, Footprint, Point, Polygon, Segment};
use musterfield_rules::combat::{Held, Outcome};
use smallvec::SmallVec;

use super::TOUCH;
use super::conform::Contact;
use super::element::{Id, Members, Player};
use super::field::{Features, Ground};
use super::formation::{Formation, placed};
use super::mover::Mover;
use super::moving::Plan;
use super::order::{Leg, Move};
use super::refusal::Refusal;
use super::state::{Battle, Camp, Stronghold, Whereabouts};
use super::turn::Turn;

/// A wall whose inner side lies at more than this many tenths of a degree from straight ahead runs along the side of a
/// base, which then does not face it.
const BESIDE: i32 = 850;

impl Battle {
    /// The features that a side has now: its camp unless it has been sacked, and a Stronghold that it holds
    /// (D3H2-BUA-15).
    pub fn features_of(&self, player: Player) -> impl Iterator<Item = Held> + use<> {
        let camp = self.camp_of(player, Held::Camp).is_some();
        let is_holder = |stronghold: Stronghold| stronghold.holder == player;
        let walls = self.walled().filter(|_| self.standing_stronghold().is_some_and(is_holder));
        walls.into_iter().chain(camp.then_some(Held::Camp)).chain(self.allied_camps(player))
    }

    /// The feature with walls, if there is one: a Stronghold, a City or a Fort.
    #[must_use]
    pub fn walled(&self) -> Option<Held> {
        let placed = self.placed_walls().map(|_| Held::Stronghold);
        placed.or(self.field().walls.map(|(_, held)| held)).filter(|_| self.state.stronghold.is_some())
    }

    /// The Stronghold, unless there is none or it has been destroyed (D3H2-TRAD-34).
    pub(super) fn standing_stronghold(&self) -> Option<Stronghold> {
        self.state.stronghold.filter(|stronghold| stronghold.owner == stronghold.holder || !self.ruins_walls())
    }

    /// Whether a Stronghold that falls is destroyed, so that nobody can hold or retake it (D3H2-TRAD-34).
    fn ruins_walls(&self) -> bool {
        self.setting().combat.fallen_stronghold.as_ref().is_some_and(|fallen| fallen.value == Outcome::Destroyed)
    }

    /// The Stronghold among the features of the table if it has been destroyed: it is there no more (D3H2-TRAD-34).
    pub(super) fn ruins(&self) -> Features {
        match self.field().walls.filter(|_| self.state.stronghold.is_some() && self.standing_stronghold().is_none()) {
            Some((at, _)) => Features::default().with(at),
            None => Features::default(),
        }
    }

    /// The walls that do not defend themselves, if nobody holds them (DBA3-CITY-07).
    fn open_walls(&self) -> Option<Held> {
        match self.rules().policies.empty_walls {
            EmptyWalls::DefendThemselves => None,
            EmptyWalls::Open => {
                let stronghold = self.standing_stronghold()?;
                self.walled().filter(|walls| self.holder(stronghold.holder, *walls).is_none())
            }
        }
    }

    /// The features of a side that threaten enemies and fight those who assault them.
    pub fn defended_features(&self, player: Player) -> impl Iterator<Item = Held> + use<> {
        let is_open = |held: &Held| self.is_open_camp(player, *held);
        let (walls, camps) =
            (self.open_walls(), self.features_of(player).filter(is_open).collect::<SmallVec<[Held; 1]>>());
        self.features_of(player).filter(move |held| Some(*held) != walls && !camps.contains(held))
    }

    /// The features of a side that threaten enemies: walls that are held, and not by those who sack them, and camps
    /// (DBA3-TZ-03).
    pub(super) fn threatening_features(&self, player: Player) -> impl Iterator<Item = Held> + use<> {
        let (open, sacked) = (self.open_walls(), self.sacker().and_then(|_| self.walled()));
        self.features_of(player).filter(move |held| Some(*held) != open && Some(*held) != sacked)
    }

    /// The features of a side that enemies assault by touching them: those that are defended, and camps.
    pub(super) fn assailable_features(&self, player: Player) -> impl Iterator<Item = Held> + use<> {
        let open = self.open_walls();
        self.features_of(player).filter(move |held| Some(*held) != open)
    }

    /// The features that an element of a side may enter if nobody holds them.
    pub fn enterable_features(&self, player: Player) -> impl Iterator<Item = Held> + use<> {
        let taken = self.open_walls().filter(|walls| self.features_of(player).all(|own| own != *walls));
        self.features_of(player).chain(taken)
    }

    /// A camp of a side, unless it has been sacked. The Stronghold that a defender has placed is none.
    pub(super) fn camp_of(&self, player: Player, held: Held) -> Option<&Camp> {
        let camp = match (self.rules().policies.walls, held.command()) {
            (Walls::OfTheDefender, _) => None,
            (Walls::OnTheTable, None) => self.side(player).camp.as_ref(),
            (Walls::OnTheTable, Some(number)) => self.camp_of_command(player, number),
        };
        camp.filter(|camp| !camp.sacked)
    }

    /// The camps of a side that have not been sacked.
    pub fn camps_of(&self, player: Player) -> impl Iterator<Item = &Camp> {
        let camps = self.features_of(player).filter(|held| held.is_camp());
        camps.filter_map(move |held| self.camp_of(player, held))
    }

    /// Whether an element belongs to those who may hold a feature of their side: an ally only the camp of its own command,
    /// which nobody else may (DBA3-BB-19).
    pub(super) fn may_be_of_garrison(&self, id: Id, held: Held) -> bool {
        match held.command() {
            None => !self.profile(id).ally,
            Some(number) => self.command_of(id).is_some_and(|(command, _)| command.number == number),
        }
    }

    /// The outline of a feature of a side.
    #[must_use]
    pub fn outline_of(&self, player: Player, held: Held) -> Option<Cow<'_, Polygon>> {
        match held {
            held if held.is_camp() => self.camp_of(player, held).map(|camp| Cow::Owned(camp.base.outline())),
            _ => match self.placed_walls() {
                Some(base) => Some(Cow::Owned(base.outline())),
                None => {
                    let (at, _) = self.field().walls.filter(|_| self.state.stronghold.is_some())?;
                    self.field().grounds.get(at)?.outline().map(Cow::Borrowed)
                }
            },
        }
    }

    /// The bounding box of a feature of a side.
    #[must_use]
    pub fn box_of(&self, player: Player, held: Held) -> Option<Bounds> {
        match held {
            held if held.is_camp() => self.camp_of(player, held).map(|camp| camp.base.bounds()),
            _ => match self.placed_walls() {
                Some(base) => Some(base.bounds()),
                None => {
                    let (at, _) = self.field().walls.filter(|_| self.state.stronghold.is_some())?;
                    self.field().grounds.get(at).map(Ground::bounds)
                }
            },
        }
    }

    /// The element that holds a feature of a side, if there is one.
    #[must_use]
    pub fn holder(&self, player: Player, held: Held) -> Option<Id> {
        let inside = self.state.elements.inside().common(*player.of(&self.setting.armies));
        inside.into_iter().find(|id| self.element(*id).place == Whereabouts::Holds(held))
    }

    /// Whether a base overlaps a feature of a side.
    #[must_use]
    pub(super) fn is_in_feature(&self, base: &Base, player: Player, held: Held) -> bool {
        match held {
            held if held.is_camp() => self.camp_of(player, held).is_some_and(|camp| camp.base.overlaps(base, TOUCH)),
            _ if !self.is_near_feature(base, player, held) => false,
            _ => {
                let outline = self.outline_of(player, held);
                outline.is_some_and(|outline| Footprint::of(&base.shrunk(TOUCH)).intersects(&outline))
            }
        }
    }

    /// Whether a base is close enough to a feature of a side that they may touch.
    fn is_near_feature(&self, base: &Base, player: Player, held: Held) -> bool {
        self.box_of(player, held).is_some_and(|its| its.intersects(base.bounds().grown(TOUCH + 1)))
    }

    /// Whether an element's front edge touches a feature of a side.
    #[must_use]
    pub(super) fn fronts_feature(&self, base: &Base, player: Player, held: Held) -> bool {
        if !self.is_near_feature(base, player, held) {
            return false;
        }
        let front = base.edge(Edge::Front);
        match held {
            held if held.is_camp() => self.camp_of(player, held).is_some_and(|camp| {
                Edge::ALL.into_iter().any(|edge| base.against(Edge::Front, &camp.base, edge, TOUCH).is_some())
            }),
            _ => {
                // A wall may run at any angle, so touching it with the middle or a corner of the front edge is enough,
                // unless the wall runs along the side of the base.
                let outline = self.outline_of(player, held);
                outline.is_some_and(|outline| {
                    let turn = outline.twice_area().signum();
                    let is_ahead = |side: Segment| {
                        let along = Facing::from_step(side.step());
                        let inward = along.map(|along| if turn > 0 { along.left() } else { along.right() });
                        inward.is_some_and(|inward| base.facing().angle_to(inward).abs() <= BESIDE)
                    };
                    outline.sides().any(|side| side.nearer(front, TOUCH + 1) && is_ahead(side))
                })
            }
        }
    }

    /// The enemy feature that an element assaults: its front edge touches the feature, at the gate if the element may
    /// assault nothing else of a Stronghold (D3H2-CC-12), and no enemy element is before it.
    #[must_use]
    pub fn assaulted(&self, who: Id) -> Option<Held> {
        if self.element(who).place != Whereabouts::Table {
            return None;
        }
        let enemy = self.owner(who).other();
        let base = self.base(who);
        let may_assault = |held: Held| held.is_camp() || !self.is(who, List::ByTheGate) || self.is_at_gate(base);
        let found =
            self.defended_features(enemy).find(|held| self.fronts_feature(base, enemy, *held) && may_assault(*held))?;
        self.before(who).is_none().then_some(found)
    }

    /// The enemies that assault a feature of a side.
    pub fn assaulters(&self, player: Player, held: Held) -> impl Iterator<Item = Id> + '_ {
        let close = |its: Bounds| self.state.elements.those_in(its.grown(TOUCH + 1));
        let near = self.box_of(player, held).map_or(Members::NONE, close);
        let enemies = near.common(*player.other().of(&self.setting.armies));
        enemies.into_iter().filter(move |enemy| self.assaulted(*enemy) == Some(held))
    }

    /// The plan of a move out of or into a feature that an element may hold; `None` for any other move (D3H2-BUA-10, 11,
    /// D3H2-CAMP-04).
    pub(super) fn plan_garrison(&self, of: &Move) -> Option<Result<Plan, Refusal>> {
        let id = of.who.first().filter(|_| of.who.count() == 1)?;
        if let Whereabouts::Holds(held) = self.element(id).place {
            return Some(self.check_leaving(id, held).and_then(|()| self.plan_sortie(of, id, held)));
        }
        let [Leg::Go(pose)] = of.legs.as_slice() else { return None };
        let end = placed(*pose, self.profile(id).depth);
        let player = self.owner(id);
        let held = self.enterable_features(player).find(|held| self.is_in_feature(&end, player, *held))?;
        Some(self.plan_entry(of, id, held, end))
    }

    /// The point at which an element passes between a feature and the point `from`: the nearest gate of a Stronghold,
    /// or the nearest point of a camp.
    fn door(&self, player: Player, held: Held, from: Point) -> Option<Point> {
        let nearest = |points: Vec<Point>| points.into_iter().min_by_key(|point| (*point - from).square());
        if !held.is_camp() {
            let gates = self.field().walls.and_then(|(at, _)| self.field().grounds.get(at)).map(|it| &it.gates);
            if let Some(gate) = gates.and_then(|gates| nearest(gates.clone())) {
                return Some(gate);
            }
        }
        let outline = self.outline_of(player, held)?;
        nearest(outline.sides().map(|side| side.nearest_to(from)).collect())
    }

    /// Plans a move of a garrison out of its feature, as if its front edge had stood with its middle at the gate of a
    /// Stronghold or at the nearest point of a camp.
    fn plan_sortie(&self, of: &Move, id: Id, held: Held) -> Result<Plan, Refusal> {
        let name = self.profile(id).name;
        let [Leg::Go(pose)] = of.legs.as_slice() else {
            return Err(Refusal::SortieWhere(name));
        };
        let player = self.owner(id);
        let end = placed(*pose, self.profile(id).depth);
        if !self.has_clear_ground(id, &end) {
            return Err(Refusal::NoClearGround(name, Clause::Sortie));
        }
        let front = end.edge(Edge::Front).middle();
        let Some(door) = self.door(player, held, front) else {
            return Err(Refusal::NoWayOut(name));
        };
        let step = front - door;
        let length = self.check_walk(id, &end.moved(door - front), step, held)?;
        let (from, to) = (Formation::alone(id, *self.base(id)), Formation::alone(id, end));
        let mover = Mover::of(self, of);
        self.heed_zones(player, &mover.zones, std::slice::from_ref(&to), &of.legs, Turn::LAST, Members::NONE)?;
        let Contact { down, conforms, askew, unconformed } = self.check_contact(&mover, &from, &to)?;
        self.check_distance_from_city(id, &end)?;
        let cost = self.affordable(of, &to.ranks)?;
        Ok(Plan { down, conforms, askew, unconformed, ..Plan::of_one(id, end, length, cost) })
    }

    /// Plans a move into a feature by an element that may hold it: through the gate of a Stronghold,
    /// or into a camp from anywhere, and only if the feature is empty.
    fn plan_entry(&self, of: &Move, id: Id, held: Held, end: Base) -> Result<Plan, Refusal> {
        let profile = self.profile(id);
        let name = profile.name;
        let player = self.owner(id);
        let (may, rule) = match held {
            held if held.is_camp() => (profile.garrison.camp, Clause::CampGarrison),
            _ => (profile.garrison.walls, Clause::WallsGarrison),
        };
        if !may || !self.may_be_of_garrison(id, held) {
            return Err(self.no_garrison(name, rule));
        }
        self.check_civilians_entry(id, held)?;
        if !self.is_open_to(player, held) {
            return Err(Refusal::HeldAlready(rule));
        }
        if self.element(id).moves > 0 {
            return Err(Refusal::MovedBefore(name));
        }
        let start = *self.base(id);
        let front = start.edge(Edge::Front).middle();
        let Some(door) = self.door(player, held, front) else {
            return Err(Refusal::NoWayIn(name));
        };
        let step = door - front;
        let length = self.check_walk(id, &start, step, held)?;
        let places = [Formation::alone(id, start), Formation::alone(id, start.moved(step))];
        let zones = Mover::of(self, of).zones;
        self.heed_zones(player, &zones, &places, &of.legs, Turn::LAST, Members::NONE)?;
        let cost = self.affordable(of, &[])?;
        Ok(Plan { into: Some(held), ..Plan::of_one(id, end, length, cost) })
    }

    /// The length of a straight way between a feature and the open. Fails if the way is blocked or too long.
    fn check_walk(&self, id: Id, base: &Base, step: Point, held: Held) -> Result<i64, Refusal> {
        let name = self.profile(id).name;
        let mut in_way = self.met_by(base, step, Members::one(id));
        if let Some(other) = in_way.find(|other| !self.may_pass(id, base.facing(), *other)) {
            return Err(Refusal::NoPassage(name, self.profile(other).name));
        }
        // The ground under the walls does not count as going.
        let own = self.field().walls.filter(|_| !held.is_camp()).map(|(at, _)| Features::default().with(at));
        let features = self.field().on_way(base, step).without(own.unwrap_or_default());
        let allowed = self.allowance(id, features, false)?;
        let length = whole_root(step.square());
        if length > allowed + TOUCH {
            return Err(Refusal::TooFar { length, allowed });
        }
        Ok(length)
    }
}
