//! The ground that players measure while they think: threat zones, where an element can shoot, how far a general
//! commands, and who sees whom.

use musterfield_geometry::base::whole_root;
use musterfield_geometry::facing::Facing;
use musterfield_geometry::{Edge, Point};
use musterfield_rules::battle::{Distance, List};

use super::element::{Id, Members, Player};
use super::shooting::Bow;
use super::state::{Battle, Whereabouts};

/// Ground on the table: everything within a distance of an outline, and the outline itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The player whose it is.
    pub owner: Player,
    /// The element to which it belongs; `None` if it is a feature's.
    pub of: Option<Id>,
    /// The corners of the outline, in order.
    pub corners: Vec<Point>,
    /// The distance around the outline, in thousandths of a BW.
    pub around: i64,
}

/// A line from an element to another that it might see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The element that is looked at.
    pub target: Id,
    /// The middle of the one.
    pub from: Point,
    /// The middle of the other.
    pub to: Point,
    /// Whether nothing is in the way.
    pub is_clear: bool,
}

impl Battle {
    /// The threat zones of both sides (D3H2-TZ-01, 02).
    #[must_use]
    pub fn threat_areas(&self) -> Vec<Area> {
        let depth = self.distance(Distance::ThreatZone);
        let mut found = Vec::new();
        for owner in Player::ALL {
            for id in self.on_table(owner) {
                let edges: &[Edge] = if self.is(id, List::AllRound) { &Edge::ALL } else { &[Edge::Front] };
                found.extend(edges.iter().map(|edge| Area {
                    owner,
                    of: Some(id),
                    corners: self.base(id).ground(*edge, depth).corners().into(),
                    around: 0,
                }));
            }
            let outlines = self.defended_features(owner).filter_map(|held| self.outline_of(owner, held));
            found.extend(outlines.map(|outline| Area {
                owner,
                of: None,
                corners: outline.sides().map(|side| side.from).collect(),
                around: depth,
            }));
        }
        found
    }

    /// The ground within the range and the arc of an element that shoots, for each of its edges (D3H2-SHOOT-05 to 10),
    /// or within the reach of its spells; none for others. Obstacles on the way do not matter.
    #[must_use]
    pub fn ranges_of(&self, id: Id) -> Vec<Area> {
        let owner = self.owner(id);
        if !matches!(self.element(id).place, Whereabouts::Table | Whereabouts::Holds(_)) {
            return Vec::new();
        }
        let arc = self.distance(Distance::Arc);
        let shots =
            self.profile(id).range.map(|range| self.bows(id).into_iter().map(move |bow| reach_of(&bow, range, arc)));
        let shots = shots.into_iter().flatten().map(|corners| Area { owner, of: Some(id), corners, around: 0 });
        let spell = self.profile(id).spell.map(|reach| Area {
            owner,
            of: Some(id),
            corners: self.manned(id).sides().map(|side| side.from).collect(),
            around: reach,
        });
        shots.chain(spell).collect()
    }

    /// How far the generals on the table command: their whole command distance, and that over elements that they cannot
    /// see (D3H2-PIP-08 to 16).
    #[must_use]
    pub fn command_areas(&self) -> Vec<Area> {
        let generals = Player::ALL.into_iter().flat_map(|owner| self.generals(owner).map(move |id| (owner, id)));
        let there = generals.filter(|(_, id)| self.is_on_table(*id));
        there
            .flat_map(|(owner, id)| {
                let around = [Distance::Command, Distance::HiddenCommand].map(|distance| self.distance(distance));
                around.map(|around| Area { owner, of: Some(id), corners: self.base(id).corners().into(), around })
            })
            .collect()
    }

    /// The lines of sight of an element: from one that shoots to the enemies within its range (D3H2-SHOOT-08 to 14), and
    /// from a general to its own elements (D3H2-PIP-16).
    #[must_use]
    pub fn sights(&self, id: Id) -> Vec<Sight> {
        if !self.is_on_table(id) {
            return Vec::new();
        }
        let (owner, base) = (self.owner(id), self.base(id));
        let sight =
            |target: Id, is_clear| Sight { target, from: base.middle(), to: self.base(target).middle(), is_clear };
        let range = self.profile(id).range;
        let near = self
            .on_table(owner.other())
            .filter(|enemy| range.is_some_and(|range| base.within(self.base(*enemy), range)));
        let mut found: Vec<Sight> = near.map(|enemy| sight(enemy, self.line(id, enemy).is_some())).collect();
        if self.generals(owner).any(|general| general == id) {
            let own = self.on_table(owner).filter(|other| *other != id && self.general_of(*other) == Some(id));
            found.extend(own.map(|other| sight(other, !self.is_hidden(id, Members::one(other)))));
        }
        found
    }
}

/// The corners of the ground within the range of a shooting edge and within its arc, clockwise from the left end; the
/// round parts are drawn as short straight lines.
fn reach_of(bow: &Bow, range: i64, arc: i64) -> Vec<Point> {
    const PARTS: i64 = 6;
    let (ahead, right): (Facing, Facing) = (bow.facing, bow.facing.right());
    // How far ahead of the line of the edge it reaches at this distance beyond an end.
    let height = |beyond: i64| whole_root((range * range - beyond * beyond).max(0));
    let beyond = |part: i64| arc * part / PARTS;
    let mut corners = vec![bow.edge.from - right.step(arc)];
    corners.extend(
        (0..=PARTS).rev().map(|part| bow.edge.from - right.step(beyond(part)) + ahead.step(height(beyond(part)))),
    );
    corners.extend((0..=PARTS).map(|part| bow.edge.to + right.step(beyond(part)) + ahead.step(height(beyond(part)))));
    corners.push(bow.edge.to + right.step(arc));
    corners
}
