//! The going, features and roads that elements stand in or on.

use musterfield_geometry::facing::rounded;
use musterfield_geometry::{Base, Edge, Facing, Point, Segment};
use musterfield_rules::battle::policy::GoodForSome;
use musterfield_rules::combat::{Fact, FactSet, Place, SideFacts};
use musterfield_rules::terrain::{Going, Kind};

use super::element::Id;
use super::field::Lie;
use super::formation::Formation;
use super::refusal::Refusal;
use super::state::Battle;

impl Battle {
    /// The going of a feature. Ploughed fields are good going, or rough if the first die made them so (D3H2-FEAT-18), and
    /// then bad where nothing is rough (HOTT25-MOVE-01).
    #[must_use]
    pub(super) fn going_of(&self, kind: Kind, going: Going) -> Going {
        match kind {
            Kind::Plough if self.state.rough_plough => self.setting().combat.going(Going::Rough),
            Kind::Plough => Going::Good,
            _ => going,
        }
    }

    /// Whether going counts as good for an element in combat, because of its troop type (D3H2-FEAT-19, D3H2-MOVE-14).
    #[must_use]
    pub(super) fn combat_good(&self, id: Id, going: Going, place: Place) -> bool {
        let profile = self.profile(id);
        let seen = SideFacts {
            fighter: profile.fighter(),
            fast: profile.fast,
            facts: FactSet::of(Fact::Close),
            place: Some(place),
            held: None,
            beside: None,
            behind: None,
        };
        // Beasts ignore going in combat, but the data of their moves already say so.
        going != Going::Good && self.setting().combat.counts_as_good(&seen, going, Some(place), false)
    }

    /// Whether going is good for an element beyond how far it moves and how it fights (DBA3-FEAT-43).
    #[must_use]
    pub(super) fn is_good_for(&self, id: Id, going: Going, place: Place) -> bool {
        going == Going::Good
            || match self.rules().policies.good_for_some {
                GoodForSome::MovesAndCombat => false,
                GoodForSome::Everything => self.combat_good(id, going, place),
            }
    }

    /// The worst going in which an element stands, and the feature that causes it; standing partly in it counts
    /// (D3H2-FEAT-22). A road makes good going for movement only (D3H2-FEAT-14).
    #[must_use]
    pub fn standing(&self, id: Id) -> (Going, Option<Place>) {
        let under = self.under(id);
        let mut worst = (Going::Good, None);
        for (_, ground) in self.field().each(under) {
            let Some(going) = ground.going else { continue };
            let going = self.going_of(ground.kind, going);
            if ground.kind == Kind::River || ground.kind == Kind::Road {
                continue;
            }
            if worst.1.is_none() || going > worst.0 {
                worst = (going, Some(ground.place));
            }
        }
        worst
    }

    /// Whether a base touches only good going, and no river, on a straight step.
    #[must_use]
    pub fn is_good_on_way(&self, base: &Base, step: Point) -> bool {
        let met = self.field().on_way(base, step);
        self.field().each(met).all(|(at, ground)| {
            let going = ground.going.map(|going| self.going_of(ground.kind, going));
            going == Some(Going::Good) && !self.field().rivers.has(at)
        })
    }

    /// Whether the ground under a base would hinder an element that does not fly: it moves less far than in good going, not
    /// at all, or has to cross a river.
    #[must_use]
    pub fn is_slow_for(&self, id: Id, base: &Base) -> bool {
        let reach = &self.profile(id).reach;
        self.field().each(self.field().under(base)).any(|(at, ground)| {
            let there = match ground.going.map(|going| self.going_of(ground.kind, going)) {
                Some(Going::Good) => reach.good,
                Some(Going::Rough) => reach.rough,
                Some(Going::Bad) => reach.bad,
                Some(Going::Water) | None => None,
            };
            self.field().rivers.has(at) || there < reach.good
        })
    }

    /// Moves a single element or a column forward along the road on which it stands (D3H2-PIP-03).
    pub(super) fn along_road(&self, from: &Formation, distance: i64) -> Result<Formation, Refusal> {
        if !from.is_single() && !from.column {
            return Err(Refusal::NotInColumnByRoad);
        }
        let roads: Vec<Option<usize>> = from.bases().map(|base| self.field().on_road(base)).collect();
        let head = from.head();
        let Some(Some(at)) = roads.first().copied() else {
            return Err(Refusal::NotOnARoad);
        };
        if roads.iter().any(Option::is_none) {
            return Err(Refusal::NotAllOnARoad);
        }
        let Some(Lie::Band(course)) = self.field().grounds.get(at).map(|road| &road.shape) else {
            return Err(Refusal::NotOnARoad);
        };
        let front = head.edge(Edge::Front).middle();
        let forward = along(&course.path, front, head.facing());
        let (Some(to), Some(back)) =
            (walk(&forward, front, distance), walk(&forward, front, (distance - head.depth()).max(0)))
        else {
            return Err(Refusal::RoadEnds);
        };
        let facing =
            if distance >= head.depth() { Facing::from_step(to - back) } else { Facing::from_step(to - front) };
        let facing = facing.unwrap_or(head.facing());
        let facing = if facing.angle_to(head.facing()).abs() <= STRAIGHT { head.facing() } else { facing };
        let end = Base::new(to + facing.left().step(head.width() / 2), facing, head.width(), head.depth());
        let mut next = from.clone();
        if next.column {
            next.follow(end)
        } else {
            next.lead(end)
        }
        Ok(next)
    }
}

/// A change of direction of at most this many tenths of a degree does not count as a bend.
const STRAIGHT: i32 = 5;

/// The points of a road that lie ahead of an element standing on it.
fn along(path: &[Point], front: Point, facing: Facing) -> Vec<Point> {
    let nearest = path
        .iter()
        .zip(path.iter().skip(1))
        .enumerate()
        .min_by_key(|(_, (from, to))| (Segment::new(**from, **to).nearest_to(front) - front).square())
        .map_or(0, |(at, _)| at);
    let step = match (path.get(nearest), path.get(nearest + 1)) {
        (Some(from), Some(to)) => *to - *from,
        _ => return Vec::new(),
    };
    if facing.along(step) >= 0 {
        path.get(nearest + 1..).unwrap_or_default().to_vec()
    } else {
        path.get(..=nearest).unwrap_or_default().iter().rev().copied().collect()
    }
}

/// The point at a given distance along a path from a starting point; `None` if the path is shorter.
fn walk(path: &[Point], from: Point, distance: i64) -> Option<Point> {
    let (mut here, mut left) = (from, distance);
    if left <= 0 {
        return Some(from);
    }
    for next in path {
        let step = *next - here;
        let length = musterfield_geometry::base::whole_root(step.square());
        if length >= left && length > 0 {
            return Some(here + Point::new(rounded(step.x * left, length), rounded(step.y * left, length)));
        }
        left -= length;
        here = *next;
    }
    None
}
