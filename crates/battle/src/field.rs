//! The ground of a battle: a layout made ready to be asked what a base stands in and what it crosses.

use musterfield_geometry::{Base, Bounds, Course, Edge as Flank, Footprint, Point, Polygon, Segment};
use musterfield_rules::TerrainRules;
use musterfield_rules::combat::Place;
use musterfield_rules::terrain::{Bua, Going, Kind};
use musterfield_terrain::layout::{Board, Edge, Feature, Layout, Shape};
use musterfield_terrain::setup;

use super::TOUCH;
use super::squares::Squares;

/// Features of a battlefield, by their places among those of the field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features(u64);

impl Features {
    /// Whether a feature is among them.
    #[must_use]
    pub const fn has(self, at: usize) -> bool {
        self.0 >> (at & 63) & 1 == 1
    }

    /// With one more.
    #[must_use]
    pub const fn with(self, at: usize) -> Self {
        Self(self.0 | 1 << (at & 63))
    }

    /// Those of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those that are in both.
    #[must_use]
    pub const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The first without those of the second.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A feature made ready.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Its id in the layout.
    pub id: Box<str>,
    /// What it is.
    pub kind: Kind,
    /// The same as the tables of combat name it.
    pub place: Place,
    /// What a BUA is.
    pub bua: Option<Bua>,
    /// Its going, if it has one: none for water and built-up walls.
    pub going: Option<Going>,
    /// Where it lies.
    pub shape: Lie,
    /// The line along the top of a hill.
    pub crest: Vec<Point>,
    /// Its gates.
    pub gates: Vec<Point>,
    bounds: Bounds,
}

/// Where a feature lies.
#[derive(Clone, Debug)]
pub enum Lie {
    /// In an outline.
    Area(Polygon),
    /// Along a line with a width.
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

    /// Whether what a base covers reaches into it.
    #[must_use]
    pub fn meets(&self, hull: &Footprint) -> bool {
        self.bounds.intersects(hull.bounds())
            && match &self.shape {
                Lie::Area(outline) => hull.intersects(outline),
                Lie::Band(course) => hull.meets_band(course),
            }
    }

    /// Whether what a base covers lies wholly in it.
    #[must_use]
    pub fn holds(&self, hull: &Footprint) -> bool {
        match &self.shape {
            Lie::Area(outline) => self.bounds.intersects(hull.bounds()) && hull.lies_in(outline),
            Lie::Band(course) => hull.corners().iter().all(|corner| course.nearer_to_point(*corner, 0)),
        }
    }

    /// Whether a line leads over it.
    #[must_use]
    pub fn lies_on(&self, line: Segment) -> bool {
        self.bounds.intersects(line.bounds())
            && match &self.shape {
                Lie::Area(outline) => outline.contains(line.from) || outline.sides().any(|side| side.intersects(line)),
                Lie::Band(course) => course.meets_segment(line),
            }
    }

    /// The box around it.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Its outline, where it has one.
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
    /// What lies on it.
    pub grounds: Vec<Ground>,
    /// The edge that the Stronghold makes its owner's base edge, and its place among the features.
    pub stronghold: Option<(usize, Edge)>,
    /// Of each home edge what the layout leaves the invader.
    pub edges: setup::BaseEdges,
    /// The rivers, roads and ploughed fields.
    pub rivers: Features,
    /// The roads.
    pub roads: Features,
    /// What nobody on the ground enters: water.
    pub waters: Features,
    squares: Squares,
}

impl Field {
    /// Of a layout.
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

    /// The features into which a base reaches.
    #[must_use]
    pub fn under(&self, base: &Base) -> Features {
        self.on_way(base, Point::default())
    }

    /// The features into which a base reaches on a straight way.
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

    /// Those of some features that what a base covers reaches into.
    pub(super) fn met(&self, among: Features, hull: &Footprint) -> Features {
        let met = self.each(among).filter(|(_, ground)| ground.meets(hull));
        met.fold(Features::default(), |set, (at, _)| set.with(at))
    }

    /// The features in which a base stands wholly.
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

    /// Features with their places.
    pub fn each(&self, features: Features) -> impl Iterator<Item = (usize, &Ground)> {
        self.grounds.iter().enumerate().filter(move |(at, _)| features.has(*at))
    }

    /// Whether a base stands wholly on the table.
    #[must_use]
    pub fn has(&self, base: &Base) -> bool {
        base.corners().iter().all(|corner| self.on_board(*corner))
    }

    /// Whether a point lies on the table; a hair beyond its edge counts as on it, since corners are rounded.
    #[must_use]
    pub fn on_board(&self, point: Point) -> bool {
        (-TOUCH..=self.board.width + TOUCH).contains(&point.x) && (-TOUCH..=self.board.depth + TOUCH).contains(&point.y)
    }

    /// Whether a base stands on a road: the middles of its front and rear edges do.
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
