//! The ground of a battle: a layout prepared for questions about the features a base stands in or crosses.

use musterfield_geometry::{Base, Bounds, Course, Edge as Flank, Footprint, Point, Polygon, Segment};
use musterfield_rules::TerrainRules;
use musterfield_rules::combat::Place;
use musterfield_rules::terrain::{Bua, Going, Kind};
use musterfield_terrain::layout::{Board, Edge, Feature, Layout, Shape};
use musterfield_terrain::setup;

use super::TOUCH;
use super::squares::Squares;

/// A set of features of a battlefield, by their indices in the field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features(u64);

impl Features {
    /// Whether the set contains a feature.
    #[must_use]
    pub const fn has(self, at: usize) -> bool {
        self.0 >> (at & 63) & 1 == 1
    }

    /// The set with one more feature.
    #[must_use]
    pub const fn with(self, at: usize) -> Self {
        Self(self.0 | 1 << (at & 63))
    }

    /// The union of two sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The intersection of two sets.
    #[must_use]
    pub const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The features of the first set that are not in the second.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A feature prepared for a battle.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Its id in the layout.
    pub id: Box<str>,
    /// The kind of feature.
    pub kind: Kind,
    /// The same kind, as the combat tables name it.
    pub place: Place,
    /// The kind of BUA, if it is one.
    pub bua: Option<Bua>,
    /// Its going; `None` for water and for the walls of a BUA.
    pub going: Option<Going>,
    /// The shape of the ground it covers.
    pub shape: Lie,
    /// The line along the top of a hill.
    pub crest: Vec<Point>,
    /// Its gates, if it has any.
    pub gates: Vec<Point>,
    bounds: Bounds,
}

/// The shape of the ground that a feature covers.
#[derive(Clone, Debug)]
pub enum Lie {
    /// The inside of an outline.
    Area(Polygon),
    /// A line with a width.
    Band(Course),
}

impl Ground {
    fn of(rules: &TerrainRules, feature: &Feature) -> Option<Self> {
        let shape = match &feature.shape {
            Shape::Area(outline) | Shape::Water { outline, .. } => Lie::Area(outline.clone()),
            Shape::Course(course) => Lie::Band(course.clone()),
        };
        let bounds = match &shape {
            Lie::Area(outline) => outline.bounds()?,
            Lie::Band(course) => course.bounds()?.grown(course.width),
        };
        let place = feature.bua.map_or(Place::Kind(feature.kind), Place::Bua);
        let is_walked = !matches!(feature.kind, Kind::Waterway) && feature.bua != Some(Bua::Stronghold);
        Some(Self {
            id: feature.id.as_str().into(),
            kind: feature.kind,
            place,
            bua: feature.bua,
            going: rules.going(feature.kind, feature.bua).filter(|_| is_walked),
            shape,
            crest: feature.crest.clone(),
            gates: feature.gates.clone(),
            bounds,
        })
    }

    /// Whether a footprint overlaps the feature.
    #[must_use]
    pub fn meets(&self, hull: &Footprint) -> bool {
        self.bounds.intersects(hull.bounds())
            && match &self.shape {
                Lie::Area(outline) => hull.intersects(outline),
                Lie::Band(course) => hull.meets_band(course),
            }
    }

    /// Whether a footprint lies wholly within the feature.
    #[must_use]
    pub fn holds(&self, hull: &Footprint) -> bool {
        match &self.shape {
            Lie::Area(outline) => self.bounds.intersects(hull.bounds()) && hull.lies_in(outline),
            Lie::Band(course) => hull.corners().iter().all(|corner| course.nearer_to_point(*corner, 0)),
        }
    }

    /// Whether a line crosses the feature.
    #[must_use]
    pub fn lies_on(&self, line: Segment) -> bool {
        self.bounds.intersects(line.bounds())
            && match &self.shape {
                Lie::Area(outline) => outline.contains(line.from) || outline.sides().any(|side| side.intersects(line)),
                Lie::Band(course) => course.meets_segment(line),
            }
    }

    /// The bounding box of the feature.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The outline of the feature, if it is an area.
    #[must_use]
    pub fn outline(&self) -> Option<&Polygon> {
        match &self.shape {
            Lie::Area(outline) => Some(outline),
            Lie::Band(_) => None,
        }
    }
}

/// The ground of a battle.
#[derive(Clone, Debug)]
pub struct Field {
    /// The table.
    pub board: Board,
    /// The features that lie on it.
    pub grounds: Vec<Ground>,
    /// The index of the Stronghold among the features and the edge that it makes its owner's base edge, if there is
    /// one.
    pub stronghold: Option<(usize, Edge)>,
    /// The choice that the layout leaves to the invader, by home edge.
    pub edges: setup::BaseEdges,
    /// The rivers, roads and ploughed fields.
    pub rivers: Features,
    /// The roads.
    pub roads: Features,
    /// Water, which no element on the ground may enter.
    pub waters: Features,
    squares: Squares,
}

impl Field {
    /// Prepares a layout.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        let mut stronghold = None;
        let mut grounds = Vec::new();
        let home = setup::stronghold(layout);
        for feature in &layout.features {
            let Some(ground) = Ground::of(layout.rules, feature) else { continue };
            if let Some((_, edge)) = home.filter(|(home, _)| home.id == feature.id) {
                stronghold = Some((grounds.len(), edge));
            }
            grounds.push(ground);
        }
        let of_kind = |kind: Kind| {
            let all = grounds.iter().enumerate().filter(|(_, ground)| ground.kind == kind);
            all.fold(Features::default(), |set, (at, _)| set.with(at))
        };
        Self {
            board: layout.board,
            stronghold,
            edges: setup::base_edges(layout),
            rivers: of_kind(Kind::River),
            roads: of_kind(Kind::Road),
            waters: of_kind(Kind::Waterway),
            squares: Squares::new(layout.board, &grounds),
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
        self.squares.near(bounds)
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
