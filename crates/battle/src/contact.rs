//! Contact between bases: lined up, at a flank, at the rear, or as an overlap (D3H2-CONT-02, D3H2-CC-02, 06).

use musterfield_geometry::{Base, Bounds, Edge, Facing, Point, Segment};
use musterfield_rules::battle::List;
use musterfield_rules::battle::policy::OverlapCorners;

use super::element::{Id, Player};
use super::state::{Battle, Whereabouts};
use super::{TOUCH, force::Class};

/// The place where an element's front edge is lined up with another's base, its front corners on that base's corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// Front to front.
    Front,
    /// On its left flank.
    LeftFlank,
    /// On its right flank.
    RightFlank,
    /// On its rear.
    Rear,
}

impl Spot {
    /// All four places.
    pub const ALL: [Self; 4] = [Self::Front, Self::LeftFlank, Self::RightFlank, Self::Rear];

    /// The edge of the other base.
    #[must_use]
    pub const fn edge(self) -> Edge {
        match self {
            Self::Front => Edge::Front,
            Self::LeftFlank => Edge::Left,
            Self::RightFlank => Edge::Right,
            Self::Rear => Edge::Rear,
        }
    }

    /// The direction in which an element that is lined up here with another faces.
    #[must_use]
    pub(super) fn facing(self, with: &Base) -> Facing {
        match self {
            Self::Front => with.facing().opposite(),
            Self::LeftFlank => with.facing().right(),
            Self::RightFlank => with.facing().left(),
            Self::Rear => with.facing(),
        }
    }

    /// The base of an element of this depth that is lined up here with another.
    #[must_use]
    pub fn base(self, of: &Base, depth: i64) -> Base {
        let (facing, width) = (self.facing(of), of.width());
        match self {
            Self::Front => Base::new(of.front_right(), facing, width, depth),
            Self::LeftFlank => Base::new(of.front_left(), facing, width, depth),
            Self::RightFlank => Base::by_front_right(of.front_right(), facing, width, depth),
            Self::Rear => Base::new(of.rear_left(), facing, width, depth),
        }
    }

    /// The base, of this depth, with which a given base is lined up here.
    #[must_use]
    pub(super) fn base_of_other(self, base: &Base, depth: i64) -> Base {
        let (facing, width) = (base.facing(), base.width());
        match self {
            Self::Front => Base::new(base.front_right(), facing.opposite(), width, depth),
            Self::LeftFlank => Base::new(base.front_left(), facing.left(), width, depth),
            Self::RightFlank => Base::by_front_right(base.front_right(), facing.right(), width, depth),
            Self::Rear => Base::by_rear_left(base.front_left(), facing, width, depth),
        }
    }

    /// The place where a base is lined up with another, if it is: square to it, its front corners no farther from the
    /// other's corners than bases that touch are apart.
    #[must_use]
    pub fn of(base: &Base, with: &Base) -> Option<Self> {
        // Each place has a facing of its own.
        let spot = Self::ALL.into_iter().find(|spot| spot.facing(with) == base.facing())?;
        is_in_place(base, &spot.base(with, base.depth())).then_some(spot)
    }
}

/// Whether a base is in a given place, as exactly as bases touch: it faces the same way, and its front corners are
/// there.
#[must_use]
pub(super) fn is_in_place(base: &Base, place: &Base) -> bool {
    base.facing() == place.facing() && base.front_left().is_at(place.front_left(), TOUCH)
}

/// Whether two bases face the same way and are in edge and corner contact (D3H2-MOVE-02).
#[must_use]
pub(super) fn is_joined(base: &Base, other: &Base) -> bool {
    let meet = |one: Point, other| one.is_at(other, TOUCH);
    base.facing() == other.facing()
        && (meet(base.front_right(), other.front_left())
            || meet(base.front_left(), other.front_right())
            || meet(base.rear_left(), other.front_left())
            || meet(base.front_left(), other.rear_left()))
}

/// Whether a base is where its element overlaps another, and on which side of it: left corner to left corner or right
/// to right, of those corners that count, or flank edge to flank edge (D3H2-CC-02, 06).
#[must_use]
pub fn is_beside(base: &Base, other: &Base, corners: OverlapCorners) -> Option<Side> {
    let left = |base: &Base| [base.front_left(), base.rear_left()];
    let right = |base: &Base| [base.front_right(), base.rear_right()];
    let meet = |mine: [Point; 2], theirs: [Point; 2]| match corners {
        OverlapCorners::FrontOrRear => mine.iter().any(|a| theirs.iter().any(|b| a.is_at(*b, TOUCH))),
        OverlapCorners::Front => {
            let ([mine, _], [theirs, _]) = (mine, theirs);
            mine.is_at(theirs, TOUCH)
        }
    };
    // When two bases face each other, an overlap on the right of one brings its right corner to the other's right
    // corner.
    let flank = |mine: Edge| {
        [Edge::Left, Edge::Right].into_iter().any(|theirs| base.against(mine, other, theirs, TOUCH).is_some())
    };
    if meet(right(base), right(other)) || flank(Edge::Right) {
        Some(Side::Right)
    } else if meet(left(base), left(other)) || flank(Edge::Left) {
        Some(Side::Left)
    } else {
        None
    }
}

/// Whether a base has moved up beside another to overlap it, as in [`is_beside`], with both facing each other or the
/// same way (D3H2-CONT-02).
#[must_use]
pub(super) fn is_overlap(base: &Base, other: &Base, corners: OverlapCorners) -> bool {
    let is_parallel = base.facing() == other.facing() || base.facing() == other.facing().opposite();
    is_parallel && is_beside(base, other, corners).is_some()
}

/// Whether flank edges of two bases that face each other or the same way lie against each other (D3H2-CC-06).
#[must_use]
pub(super) fn are_flank_to_flank(base: &Base, other: &Base) -> bool {
    let flanks = [Edge::Left, Edge::Right];
    flanks.into_iter().any(|mine| flanks.into_iter().any(|theirs| base.against(mine, other, theirs, TOUCH).is_some()))
}

/// Whether two bases meet as enemies in contact: the front edge of one touches the other with more than corner on
/// corner (D3H2-CONT-02).
#[must_use]
pub(super) fn is_contact(base: &Base, other: &Base) -> bool {
    if !base.bounds().grown(TOUCH + 1).intersects(other.bounds()) {
        return false;
    }
    let inner = |base: &Base, edge: Edge| {
        let (line, along) = (base.edge(edge), base.outward_facing(edge).right().step(2 * TOUCH));
        Segment::new(line.from + along, line.to - along)
    };
    let meets = |one: &Base, other: &Base| {
        let (front, inner_front) = (one.edge(Edge::Front), inner(one, Edge::Front));
        Edge::ALL
            .into_iter()
            .any(|edge| inner_front.nearer(other.edge(edge), TOUCH + 1) || front.nearer(inner(other, edge), TOUCH + 1))
    };
    meets(base, other) || meets(other, base)
}

/// One side of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Its left side.
    Left,
    /// Its right side.
    Right,
}

impl Battle {
    /// The enemies of a player that stand on the table.
    pub(super) fn enemies(&self, of: Player) -> impl Iterator<Item = Id> + '_ {
        self.on_table(of.other())
    }

    /// The enemies that are so close to an element that they may touch it.
    pub(super) fn enemies_close_to(&self, who: Id) -> impl Iterator<Item = Id> + use<> {
        self.state.elements.close_to(who).common(self.those_on_table(self.owner(who).other())).into_iter()
    }

    /// The enemies of an element whose bases may overlap a box.
    pub fn enemies_around(&self, who: Id, around: Bounds) -> impl Iterator<Item = Id> + use<> {
        self.state.elements.those_in(around).common(self.those_on_table(self.owner(who).other())).into_iter()
    }

    /// The friends that are so close to an element that they may touch it.
    pub(super) fn friends_close_to(&self, who: Id) -> impl Iterator<Item = Id> + use<> {
        self.state.elements.close_to(who).common(self.those_on_table(self.owner(who))).into_iter()
    }

    /// Whether touching the enemy counts as contact for the first element (D3H2-CONT-13 to 18). Ground elements other
    /// than Heroes and Paladins cannot engage an Aerial that has not come down.
    #[must_use]
    pub fn may_engage(&self, who: Id, enemy: Id) -> bool {
        self.profile(enemy).class != Class::Aerial
            || self.profile(who).class == Class::Aerial
            || self.element(enemy).down
            || self.is(who, List::Challengers)
    }

    /// Whether two enemies whose bases touch are in contact: one of them may engage the other, and an Aerial that has
    /// not come down has engaged nobody (D3H2-CONT-15, D3H2-CONT-18).
    #[must_use]
    pub(super) fn is_engaged(&self, one: Id, other: Id) -> bool {
        let engages = |who: Id, enemy: Id| {
            let flies = self.profile(who).class == Class::Aerial;
            (!flies || self.element(who).down) && self.may_engage(who, enemy)
        };
        engages(one, other) || engages(other, one)
    }

    /// The enemy that an element's front edge stands against, and the enemy's edge. If there are several, it is the one
    /// with which the element is lined up, or else the one with the longest shared edge.
    #[must_use]
    pub fn before(&self, who: Id) -> Option<(Id, Edge)> {
        let base = self.base(who);
        let mut best: Option<((bool, i64), Id, Edge)> = None;
        for enemy in self.enemies_close_to(who).filter(|enemy| self.is_engaged(who, *enemy)) {
            let other = self.base(enemy);
            if let Some(edge) = base.faced(Edge::Front, other)
                && let Some(shared) = base.against(Edge::Front, other, edge, TOUCH)
            {
                let claim = (Spot::of(base, other).is_some(), shared);
                if best.is_none_or(|(most, ..)| claim > most) {
                    best = Some((claim, enemy, edge));
                }
            }
        }
        best.map(|(_, enemy, edge)| (enemy, edge)).or_else(|| self.before_askew(who))
    }

    /// The enemies whose front edges stand against an edge of an element.
    pub(super) fn at_edge(&self, who: Id, edge: Edge) -> impl Iterator<Item = Id> + '_ {
        let base = self.base(who);
        self.enemies_close_to(who).filter(move |enemy| {
            let is_flat = self.base(*enemy).against(Edge::Front, base, edge, TOUCH).is_some();
            (is_flat && self.is_engaged(who, *enemy) && !self.faces_by_another_edge(*enemy))
                || self.is_at_edge_askew(*enemy, who, edge)
        })
    }

    /// Whether another edge than its own front counts as the front of an element that never turns, because an enemy
    /// stands against that one (D3H2-CONT-12, DBA3-CONT-32).
    pub(super) fn faces_by_another_edge(&self, id: Id) -> bool {
        let base = self.base(id);
        let meets = |edge: Edge| {
            self.enemies_close_to(id).any(|enemy| self.base(enemy).against(Edge::Front, base, edge, TOUCH).is_some())
        };
        self.is(id, List::AllRound)
            && [Edge::Left, Edge::Right, Edge::Rear].into_iter().any(meets)
            && !meets(Edge::Front)
    }

    /// Whether an element is in close combat: its front edge stands against an enemy or an enemy's against it, or it
    /// assaults a feature, or holds one that is being assaulted.
    #[must_use]
    pub fn is_in_close_combat(&self, who: Id) -> bool {
        match self.element(who).place {
            Whereabouts::Table => {
                self.before(who).is_some()
                    || Edge::ALL.into_iter().any(|edge| self.at_edge(who, edge).next().is_some())
                    || self.assaulted(who).is_some()
            }
            Whereabouts::Holds(held) => self.assaulters(self.owner(who), held).next().is_some(),
            _ => false,
        }
    }
}
