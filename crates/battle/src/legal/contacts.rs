//! Places where a move could end in contact: lined up with an enemy, beside one as an overlap, or at a feature.

use musterfield_geometry::facing::{UNIT, rounded};
use musterfield_geometry::{Base, Edge, Facing, Point};
use musterfield_rules::battle::{Distance, List};
use musterfield_rules::combat::Held;

use crate::TOUCH;
use crate::conform::starts_beyond;
use crate::contact::{Side, Spot};
use crate::element::{Id, Members};
use crate::formation::{Formation, moved_straight};
use crate::order::{Leg, Pose};
use crate::state::Battle;

/// The element or feature that a move comes into contact with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whom {
    /// An enemy, and the position at it.
    Enemy(Id, At),
    /// An enemy that it touches at an angle, if neither of the two can conform.
    Askew(Id),
    /// An enemy feature.
    Feature(Held),
}

/// The position of an element relative to an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum At {
    /// Lined up with one of its edges.
    Edge(Spot),
    /// Beside its front as an overlap, on this side of the enemy.
    Beside(Side),
}

impl At {
    const ALL: [Self; 6] = [
        Self::Edge(Spot::Front),
        Self::Edge(Spot::LeftFlank),
        Self::Edge(Spot::RightFlank),
        Self::Edge(Spot::Rear),
        Self::Beside(Side::Left),
        Self::Beside(Side::Right),
    ];

    /// Whether an element that begins its move at `from` may take this position.
    fn may_be_reached(self, from: &Base, other: &Base) -> bool {
        match self {
            Self::Edge(spot) => starts_beyond(from, other, spot.edge()),
            Self::Beside(_) => true,
        }
    }

    /// The direction in which an element faces in this position.
    fn facing(self, of: &Base) -> Facing {
        match self {
            Self::Edge(spot) => spot.facing(of),
            Self::Beside(_) => of.facing().opposite(),
        }
    }

    /// The step of one of its front corners from a base to this position.
    fn step(self, from: &Base, of: &Base) -> Point {
        match self {
            Self::Edge(Spot::Front) => of.front_right() - from.front_left(),
            Self::Edge(Spot::LeftFlank) | Self::Beside(Side::Left) => of.front_left() - from.front_left(),
            Self::Edge(Spot::RightFlank) | Self::Beside(Side::Right) => of.front_right() - from.front_right(),
            Self::Edge(Spot::Rear) => of.rear_left() - from.front_left(),
        }
    }

    /// The base of an element of the given depth in this position.
    #[must_use]
    pub fn base(self, of: &Base, depth: i64) -> Base {
        let across = of.facing().opposite();
        match self {
            Self::Edge(spot) => spot.base(of, depth),
            Self::Beside(Side::Left) => Base::new(of.front_left(), across, of.width(), depth),
            Self::Beside(Side::Right) => Base::by_front_right(of.front_right(), across, of.width(), depth),
        }
    }
}

/// A contact that a formation could make: the element, its enemy, and the legs that lead there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contact {
    pub(super) id: Id,
    pub(super) whom: Whom,
    pub(super) legs: Vec<Leg>,
}

impl Battle {
    /// Contacts that a formation could make from its present position, at the start of its move or later, in a fixed
    /// order. All are within reach, on the table and free of other elements; whether the move is legal is not checked.
    pub(super) fn contacts(&self, who: Members, formation: &Formation, is_start: bool, reach: i64) -> Vec<Contact> {
        let mut found = Vec::new();
        let (far, slide) = (reach + 2, self.distance(Distance::Slide));
        let farthest = far * far + slide * slide;
        // A group keeps its facing; a single element may turn.
        let may_reach = |at: At, base: &Base, other: &Base| {
            let turns = at.facing(other) != base.facing();
            (formation.is_single() || !turns) && at.step(base, other).square() <= farthest
        };
        for (id, base) in &formation.ranks {
            if self.is(*id, List::Slow) {
                continue;
            }
            let near = base.bounds().grown(reach + base.width());
            for enemy in self.enemies(self.owner(*id)) {
                let other = self.base(enemy);
                if !near.intersects(other.bounds()) || !self.may_engage(*id, enemy) {
                    continue;
                }
                if let Some(ahead) = self.ahead_askew(base, other, reach) {
                    found.push(Contact { id: *id, whom: Whom::Askew(enemy), legs: vec![Leg::Ahead(ahead)] });
                }
                for at in At::ALL {
                    if !may_reach(at, base, other) || (is_start && !at.may_be_reached(base, other)) {
                        continue;
                    }
                    let end = at.base(other, base.depth());
                    let ends = self.legs_to(who, formation, base, &end, reach);
                    found.extend(ends.map(|legs| Contact { id: *id, whom: Whom::Enemy(enemy, at), legs }));
                }
            }
            let enemy = self.owner(*id).other();
            for held in self.assailable_features(enemy) {
                if !self.box_of(enemy, held).is_some_and(|its| its.intersects(near)) {
                    continue;
                }
                for end in self.before_feature(base, held, *id) {
                    let ends = self.legs_to(who, formation, base, &end, reach);
                    found.extend(ends.map(|legs| Contact { id: *id, whom: Whom::Feature(held), legs }));
                }
            }
        }
        found
    }

    /// How far ahead a base meets another that is at an angle to it, in thousandths of a BW; `None` if it does not.
    fn ahead_askew(&self, base: &Base, other: &Base, reach: i64) -> Option<i64> {
        let meets = |by: i64| base.meets_on_way(base.facing().step(by), other, TOUCH);
        if base.faced(Edge::Front, other).is_some() || !meets(reach) {
            return None;
        }
        let (mut free, mut met) = (0, reach);
        while met - free > 1 {
            let between = i64::midpoint(free, met);
            if meets(between) { met = between } else { free = between }
        }
        Some(free).filter(|ahead| *ahead > 0)
    }

    /// The ways in which an element of a formation can come to stand on a base: straight ahead with a slide to line up
    /// or, for a single element, straight there.
    fn legs_to(
        &self,
        who: Members,
        formation: &Formation,
        base: &Base,
        end: &Base,
        reach: i64,
    ) -> impl Iterator<Item = Vec<Leg>> + use<> {
        let is_clear = |base: &Base| self.field().has(base) && self.is_clear(base, who);
        let step = end.front_left() - base.front_left();
        let far = reach + 2;
        let is_near = || moved_straight(base, end) <= far * far;
        let ahead = rounded(base.facing().along(step), UNIT);
        let aside = rounded(base.facing().right().along(step), UNIT);
        let slide = self.distance(Distance::Slide);
        let is_straight = base.facing() == end.facing() && (0..=reach).contains(&ahead) && aside.abs() < slide;
        let all_clear = || {
            let by = base.facing().step(ahead) + base.facing().right().step(aside);
            formation.bases().all(|base| is_clear(&base.moved(by)))
        };
        let straight = (is_straight && (ahead, aside) != (0, 0) && all_clear()).then(|| {
            let legs = [(ahead, Leg::Ahead(ahead)), (aside, Leg::Slide(aside))];
            legs.into_iter().filter(|(by, _)| *by != 0).map(|(_, leg)| leg).collect::<Vec<_>>()
        });
        let is_plain = straight.as_ref().is_some_and(|_| aside == 0);
        let is_open = || {
            let near = self.state.elements.those_in(base.bounds().and(end.bounds())).minus(who);
            who.first().is_some_and(|id| self.in_every_way(id, base, end, near).is_none())
        };
        let there = formation.is_single() && !is_plain && end != base && is_near() && is_clear(end) && is_open();
        let there = there.then(|| vec![Leg::Go(Pose::of(end))]);
        [straight, there].into_iter().flatten()
    }

    /// Bases on which an element could stand with its front edge against a feature: flat against each edge of a camp,
    /// at either end, or flat against the middle of each side of the walls.
    fn before_feature(&self, base: &Base, held: Held, id: Id) -> Vec<Base> {
        let enemy = self.owner(id).other();
        let (width, depth) = (base.width(), base.depth());
        if held.is_camp() {
            let Some(camp) = self.camp_of(enemy, held) else { return Vec::new() };
            let against = |edge: Edge| {
                let (line, facing) = (camp.base.edge(edge), camp.base.outward_facing(edge).opposite());
                [Base::new(line.to, facing, width, depth), Base::by_front_right(line.from, facing, width, depth)]
            };
            return Edge::ALL.into_iter().flat_map(against).collect();
        }
        self.places_at_walls(enemy, depth, TOUCH / 2)
    }
}
