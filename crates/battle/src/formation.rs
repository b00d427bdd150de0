//! The movement of a formation: the base of every element of a group after each leg of its move.
//!
//! A group keeps its shape, because each element's place follows from the corners of its neighbour. A column turns
//! behind its head: each element goes where the one before it went.

use musterfield_geometry::facing::rounded;
use musterfield_geometry::{BW, Base, Facing, Point};

use smallvec::{SmallVec, smallvec};

use super::TOUCH;
use super::element::{Id, Members};
use super::order::{Leg, Pose};
use super::refusal::Refusal;
use super::state::Battle;

/// Elements with their bases. Most moves are those of one element, and need no memory of their own.
pub(super) type Bases = SmallVec<[(Id, Base); 1]>;

/// The elements of a moving group with their bases, the front rank before those behind.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Formation {
    /// Each element with its base.
    pub(super) ranks: Bases,
    /// For each element but the first, its position relative to an earlier one in the list.
    links: Vec<(usize, Link)>,
    /// Whether the formation is one element wide and more than one deep.
    pub(super) column: bool,
}

/// The position of an element relative to its neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Link {
    /// To its right, front corners together.
    Right,
    /// To its left, front corners together.
    Left,
    /// Directly behind it.
    Behind,
    /// Directly before it.
    Before,
}

impl Link {
    const ALL: [Self; 4] = [Self::Right, Self::Left, Self::Behind, Self::Before];

    /// The front left corner of an element of this depth in this position.
    fn corner(self, of: &Base, depth: i64) -> Point {
        match self {
            Self::Right => of.front_right(),
            Self::Left => of.front_left() - of.facing().right().step(of.width()),
            Self::Behind => of.rear_left(),
            Self::Before => of.front_left() + of.facing().step(depth),
        }
    }

    /// The base of an element of this depth in this position.
    fn base(self, of: &Base, depth: i64) -> Base {
        Base::new(self.corner(of, depth), of.facing(), of.width(), depth)
    }
}

impl Clone for Formation {
    /// Copies whole slices, which a derived clone would copy element by element.
    fn clone(&self) -> Self {
        Self { ranks: Bases::from_slice(&self.ranks), links: self.links.clone(), column: self.column }
    }
}

impl Formation {
    /// The formation of elements that stand on the table: a single one, or a group that faces one way and whose
    /// elements touch along edges and at corners (D3H2-MOVE-02).
    pub(super) fn new(battle: &Battle, who: Members) -> Result<Self, Refusal> {
        if let Some(id) = who.first().filter(|_| who.count() == 1) {
            return Ok(Self::alone(id, *battle.base(id)));
        }
        let mut left = who;
        // The element farthest ahead leads, so that the head of a column comes first; of several in line, the leftmost.
        let ahead = |id: Id| {
            let base = battle.base(id);
            (base.facing().along(base.front_left()), -base.facing().right().along(base.front_left()))
        };
        let lead = who.into_iter().max_by_key(|id| ahead(*id)).ok_or(Refusal::NobodyMoves)?;
        let mut formation = Self { ranks: smallvec![(lead, *battle.base(lead))], links: Vec::new(), column: false };
        left = left.without(lead);
        let mut at = 0;
        while let Some((_, base)) = formation.ranks.get(at).copied() {
            for link in Link::ALL {
                // Corners count as equal within the accuracy of bases placed by hand.
                let is_there = |id: &Id| {
                    let other = battle.base(*id);
                    other.facing() == base.facing()
                        && link.corner(&base, other.depth()).is_at(other.front_left(), TOUCH)
                };
                if let Some(next) = left.into_iter().find(is_there) {
                    left = left.without(next);
                    formation.ranks.push((next, *battle.base(next)));
                    formation.links.push((at, link));
                }
            }
            at += 1;
        }
        if !left.is_empty() {
            return Err(Refusal::NotOneGroup(left.into_iter().map(|id| battle.profile(id).name).collect()));
        }
        let in_file = formation.links.iter().all(|(_, link)| *link == Link::Behind);
        formation.column = formation.ranks.len() > 1 && in_file;
        Ok(formation)
    }

    /// A formation of a single element.
    pub(super) fn alone(id: Id, base: Base) -> Self {
        Self { ranks: smallvec![(id, base)], links: Vec::new(), column: false }
    }

    /// The link of an element to an earlier one in the list; `None` for the first.
    fn link(&self, at: usize) -> Option<(usize, Link)> {
        self.links.get(at.checked_sub(1)?).copied()
    }

    /// The bases of all elements.
    pub(super) fn bases(&self) -> impl Iterator<Item = &Base> {
        self.ranks.iter().map(|(_, base)| base)
    }

    /// Whether there is only one element.
    pub(super) fn is_single(&self) -> bool {
        self.ranks.len() == 1
    }

    /// The base of the leading element.
    pub(super) fn head(&self) -> Base {
        self.ranks.first().map_or_else(|| Base::new(Point::default(), Facing::NORTH, BW, BW), |(_, base)| *base)
    }

    /// The step that takes every element from here to another position of the same formation; `None` if an element
    /// turns.
    pub(super) fn straight_to(&self, other: &Self) -> Option<Point> {
        let (_, first) = self.ranks.first()?;
        let (_, there) = other.ranks.first()?;
        let step = there.front_left() - first.front_left();
        let goes_along = |((_, from), (_, to)): (&(Id, Base), &(Id, Base))| from.moved(step) == *to;
        self.ranks.iter().zip(&other.ranks).all(goes_along).then_some(step)
    }

    /// Whether legs lead a single element straight back all the way, facing as before (D3H2-TZ-08).
    pub(super) fn goes_straight_back(&self, legs: &[Leg]) -> bool {
        let head = self.head();
        self.is_single()
            && legs.iter().all(|leg| match leg {
                Leg::Back(_) => true,
                Leg::Go(pose) => {
                    let (step, ahead) = (pose.at - head.front_left(), head.facing());
                    let unit = musterfield_geometry::facing::UNIT;
                    pose.facing == ahead && ahead.along(step) <= 0 && ahead.right().along(step).abs() <= TOUCH * unit
                }
                _ => false,
            })
    }

    /// The formation after a leg. Whether the move is legal is not checked.
    pub(super) fn after(&self, leg: Leg) -> Result<Self, Refusal> {
        let mut next = self.clone();
        match leg {
            Leg::Ahead(distance) if self.column => next.follow(self.head().ahead(distance)),
            Leg::Ahead(distance) => next.shift(self.head().facing().step(distance)),
            Leg::Back(distance) => next.shift(self.head().facing().step(-distance)),
            Leg::Slide(distance) => next.shift(self.head().facing().right().step(distance)),
            Leg::Wheel { left, by } => {
                let by = clockwise(left, by);
                if self.column {
                    next.follow(self.head().wheeled(left, by));
                } else {
                    next.wheel(left, by);
                }
            }
            Leg::Go(pose) => {
                let head = self.head();
                next.lead(Base::new(pose.at, pose.facing, head.width(), head.depth()));
            }
            Leg::Road(_) => return Err(Refusal::NoRoadHere),
        }
        Ok(next)
    }

    /// Moves every element by the same step.
    pub(super) fn shift(&mut self, step: Point) {
        for (_, base) in &mut self.ranks {
            *base = base.moved(step);
        }
    }

    /// Places the leading element, and all others relative to it.
    pub(super) fn lead(&mut self, head: Base) {
        if let Some((_, first)) = self.ranks.first_mut() {
            *first = head;
        }
        for (at, (of, link)) in self.links.iter().enumerate() {
            let Some((_, neighbour)) = self.ranks.get(*of).copied() else { continue };
            if let Some((_, base)) = self.ranks.get_mut(at + 1) {
                *base = link.base(&neighbour, base.depth());
            }
        }
    }

    /// Wheels the whole formation about the outermost front corner of its front rank on one side.
    fn wheel(&mut self, on_left: bool, by: i32) {
        if let Some((at, base)) = self.pivot(on_left) {
            self.anchor(at, base.wheeled(on_left, by));
        }
    }

    /// The element about whose front corner the formation wheels to one side, by its position, and its base.
    pub(super) fn pivot(&self, on_left: bool) -> Option<(usize, Base)> {
        let facing = self.head().facing();
        let hand = if on_left { facing.left() } else { facing.right() };
        let corner = |base: &Base| if on_left { base.front_left() } else { base.front_right() };
        let mut in_front = Vec::with_capacity(self.ranks.len());
        let mut pivot: Option<(i64, usize, Base)> = None;
        for (at, (_, base)) in self.ranks.iter().enumerate() {
            let is_front = match self.link(at) {
                None => true,
                Some((of, Link::Left | Link::Right)) => in_front.get(of).copied().unwrap_or(false),
                Some((_, Link::Behind | Link::Before)) => false,
            };
            in_front.push(is_front);
            let reach = hand.along(corner(base));
            if is_front && pivot.is_none_or(|(most, ..)| reach > most) {
                pivot = Some((reach, at, *base));
            }
        }
        pivot.map(|(_, at, base)| (at, base))
    }

    /// Places one element, and all others relative to it.
    pub(super) fn anchor(&mut self, at: usize, base: Base) {
        // Follow the links back to the first element, whose place then settles all others.
        let (mut here, mut stands) = (at, base);
        while let Some((of, link)) = self.link(here) {
            let depth = self.ranks.get(of).map_or(stands.depth(), |(_, base)| base.depth());
            let back = match link {
                Link::Right => Link::Left,
                Link::Left => Link::Right,
                Link::Behind => Link::Before,
                Link::Before => Link::Behind,
            };
            stands = back.base(&stands, depth);
            here = of;
        }
        self.lead(stands);
    }

    /// Moves the head of a column to a new place; the other elements follow its track.
    pub(super) fn follow(&mut self, head: Base) {
        // The track consists of the middles of the rear edges, from the head's new one back to the last element's.
        let mut track = vec![twice_middle(head.rear_left(), head.rear_right())];
        track.extend(self.ranks.iter().map(|(_, base)| twice_middle(base.rear_left(), base.rear_right())));
        let mut before = head;
        for (at, (_, base)) in self.ranks.iter_mut().enumerate() {
            if at == 0 {
                *base = head;
                continue;
            }
            *base = behind(&before, base.depth(), &track);
            before = *base;
        }
    }
}

/// The clockwise angle of a wheel, in tenths of a degree.
pub(super) fn clockwise(left: bool, by: u16) -> i32 {
    if left { -i32::from(by) } else { i32::from(by) }
}

/// Twice the midpoint of two points, which is a whole number.
fn twice_middle(one: Point, other: Point) -> Point {
    one + other
}

/// The base that follows another on a track. Its direction is the one in which the middle of its front edge is at the
/// middle of the other's rear edge and the middle of its rear edge lies on the track. Where it bends, it touches the
/// other at the corner on the inside of the bend, as bases do on a table, so that the two do not overlap. All
/// coordinates of the track are doubled.
fn behind(before: &Base, depth: i64, track: &[Point]) -> Base {
    let straight = Base::new(before.rear_left(), before.facing(), before.width(), depth);
    let front = twice_middle(before.rear_left(), before.rear_right());
    let deep = 2 * depth;
    // The last point at which the track leaves a circle with the base's depth as its radius, around the middle of its
    // front edge.
    let reached = track.iter().zip(track.iter().skip(1)).rev().find_map(|(from, to)| {
        let (near, far) = ((*from - front).square() < deep * deep, (*to - front).square() >= deep * deep);
        (near && far).then(|| along(*from, *to, front, deep))
    });
    let Some(rear) = reached else { return straight };
    let Some(facing) = Facing::from_step(front - rear) else { return straight };
    // A base that has come round the bend stands exactly behind the one before it.
    if facing.angle_to(before.facing()).abs() <= STRAIGHT {
        return straight;
    }
    if before.facing().angle_to(facing) > 0 {
        Base::new(before.rear_left(), facing, before.width(), depth)
    } else {
        Base::by_front_right(before.rear_right(), facing, before.width(), depth)
    }
}

/// A change of direction of at most this many tenths of a degree does not count as a bend.
const STRAIGHT: i32 = 5;

/// The point on a segment that is at a distance from a centre; one end is nearer than that, the other is not.
fn along(from: Point, to: Point, middle: Point, distance: i64) -> Point {
    const PARTS: i64 = 1 << 20;
    let at = |part: i64| {
        let step = to - from;
        from + Point::new(rounded(step.x * part, PARTS), rounded(step.y * part, PARTS))
    };
    let (mut near, mut far) = (0, PARTS);
    while far - near > 1 {
        let between = i64::midpoint(near, far);
        if (at(between) - middle).square() < distance * distance { near = between } else { far = between }
    }
    at(far)
}

/// The distance that a base has moved, squared, in thousandths of a BW: the largest distance between the positions of a
/// front corner at the start or end and anywhere on its way (D3H2-MOVE-05).
pub(super) fn moved<'b>(places: impl DoubleEndedIterator<Item = &'b Base> + Clone) -> i64 {
    let (Some(start), Some(end)) = (places.clone().next(), places.clone().next_back()) else { return 0 };
    let farthest = |from: Point, to: Point, at: Point| (at - from).square().max((at - to).square());
    let far = places.map(|base| {
        let left = farthest(start.front_left(), end.front_left(), base.front_left());
        left.max(farthest(start.front_right(), end.front_right(), base.front_right()))
    });
    far.max().unwrap_or(0)
}

/// The distance that a base has moved straight to another, squared: the greater of those of its front corners.
pub(super) fn moved_straight(from: &Base, to: &Base) -> i64 {
    let left = (to.front_left() - from.front_left()).square();
    left.max((to.front_right() - from.front_right()).square())
}

/// The base with a pose and a depth.
pub(super) fn placed(pose: Pose, depth: i64) -> Base {
    Base::new(pose.at, pose.facing, BW, depth)
}
