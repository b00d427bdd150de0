//! The ground of a battle: a layout prepared for questions about the features a base stands in or crosses.

pub(crate) mod features;

pub use features::{Features, Ground, Lie};

use musterfield_geometry::{Base, Bounds, Edge as Flank, Footprint, Point};
use musterfield_rules::combat::Held;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::layout::{Board, Feature, Layout};
use musterfield_terrain::setup;

use super::TOUCH;
use super::grid::Grid;

/// The ground of a battle.
#[derive(Clone, Debug)]
pub struct Field {
    /// The table.
    pub board: Board,
    /// The features that lie on it.
    pub grounds: Vec<Ground>,
    /// The feature with walls, a Stronghold, a City or a Fort, and its index among the features, if there is one.
    pub walls: Option<(usize, Held)>,
    /// The choice that the layout leaves to the invader, by home edge.
    pub edges: setup::BaseEdges,
    /// The rivers, roads and ploughed fields.
    pub rivers: Features,
    /// The roads.
    pub roads: Features,
    /// Water, which no element on the ground may enter.
    pub waters: Features,
    grid: Grid,
}

impl Field {
    /// Prepares a layout.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        let mut walls = None;
        let mut grounds = Vec::new();
        let home = setup::stronghold(layout);
        for feature in &layout.features {
            let Some(ground) = Ground::of(layout.rules, feature) else { continue };
            if let Some(held) = walled(feature, home.map(|(home, _)| home)) {
                walls = walls.or(Some((grounds.len(), held)));
            }
            grounds.push(ground);
        }
        let of_kind = |kind: Kind| {
            let all = grounds.iter().enumerate().filter(|(_, ground)| ground.kind == kind);
            all.fold(Features::default(), |set, (at, _)| set.with(at))
        };
        Self {
            board: layout.board,
            walls,
            edges: setup::base_edges(layout),
            rivers: of_kind(Kind::River),
            roads: of_kind(Kind::Road),
            waters: of_kind(Kind::Waterway),
            grid: Grid::new(layout.board, &grounds),
            grounds,
        }
    }

    /// The features that a base overlaps.
    #[must_use]
    pub fn under(&self, base: &Base) -> Features {
        self.on_way(base, Point::default())
    }

    /// The features that a base overlaps anywhere on a straight step.
    #[must_use]
    pub fn on_way(&self, base: &Base, step: Point) -> Features {
        let near = self.near(base.bounds().and(base.moved(step).bounds()));
        if near.is_empty() { near } else { self.met(near, &Footprint::swept(&base.shrunk(TOUCH), step)) }
    }

    /// The features that may reach into a box: all that do, and few others.
    #[must_use]
    pub fn near(&self, bounds: Bounds) -> Features {
        self.grid.near(bounds)
    }

    /// The features of a set that a footprint overlaps.
    pub(super) fn met(&self, among: Features, hull: &Footprint) -> Features {
        let met = self.each(among).filter(|(_, ground)| ground.meets(hull));
        met.fold(Features::default(), |set, (at, _)| set.with(at))
    }

    /// The features that a base lies wholly within.
    #[must_use]
    pub fn around(&self, base: &Base) -> Features {
        let near = self.near(base.bounds());
        if near.is_empty() {
            return near;
        }
        let hull = Footprint::of(&base.shrunk(TOUCH));
        let around = self.each(near).filter(|(_, ground)| ground.holds(&hull));
        around.fold(Features::default(), |set, (at, _)| set.with(at))
    }

    /// The features of a set, with their indices.
    pub fn each(&self, features: Features) -> impl Iterator<Item = (usize, &Ground)> {
        self.grounds.iter().enumerate().filter(move |(at, _)| features.has(*at))
    }

    /// Whether a base stands wholly on the table.
    #[must_use]
    pub fn has(&self, base: &Base) -> bool {
        base.corners().iter().all(|corner| self.on_board(*corner))
    }

    /// Whether a point lies on the table. A point slightly beyond the edge counts as on it, because corners are
    /// rounded.
    #[must_use]
    pub fn on_board(&self, point: Point) -> bool {
        (-TOUCH..=self.board.width + TOUCH).contains(&point.x) && (-TOUCH..=self.board.depth + TOUCH).contains(&point.y)
    }

    /// The road a base stands on, if the middles of both its front and its rear edge are on it.
    #[must_use]
    pub fn on_road(&self, base: &Base) -> Option<usize> {
        let (front, rear) = (base.edge(Flank::Front).middle(), base.edge(Flank::Rear).middle());
        let mut roads = self.each(self.roads);
        roads.find_map(|(at, road)| match &road.shape {
            Lie::Band(course) => {
                (course.nearer_to_point(front, TOUCH) && course.nearer_to_point(rear, TOUCH)).then_some(at)
            }
            Lie::Area(_) => None,
        })
    }
}

/// The walls that a feature is. A Stronghold is one only where it has a side of its own.
fn walled(feature: &Feature, stronghold: Option<&Feature>) -> Option<Held> {
    match feature.bua? {
        Bua::Stronghold => stronghold.filter(|home| home.id == feature.id).map(|_| Held::Stronghold),
        Bua::City => Some(Held::City),
        Bua::Fort => Some(Held::Fort),
        Bua::Hamlet | Bua::Edifice | Bua::Settlement | Bua::Fortifiable => None,
    }
}
