//! The features of a battlefield, made ready for quick questions, and sets of them.

use musterfield_geometry::{Bounds, Course, Footprint, Point, Polygon, Segment};
use musterfield_rules::TerrainRules;
use musterfield_rules::combat::Place;
use musterfield_rules::terrain::{Bua, Going, Kind};
use musterfield_terrain::layout::{Feature, Shape};

/// A set of features of a battlefield, by their indices in the field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features(u64);

impl Features {
    /// Whether the set contains a feature.
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

    /// The intersection of two sets.
    #[must_use]
    pub const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The elements of the first set that are not in the second.
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
    /// Its kind.
    pub kind: Kind,
    /// The same kind, as the combat tables name it.
    pub place: Place,
    /// The kind of BUA.
    pub bua: Option<Bua>,
    /// Its going; `None` for water and for the walls of a BUA.
    pub going: Option<Going>,
    /// Its place.
    pub shape: Lie,
    /// The line along the top of a hill.
    pub crest: Vec<Point>,
    /// Its gates.
    pub gates: Vec<Point>,
    bounds: Bounds,
}

/// The shape of the ground that a feature covers.
#[derive(Clone, Debug)]
pub enum Lie {
    /// In an outline.
    Area(Polygon),
    /// A line with a width.
    Band(Course),
}

impl Ground {
    pub(super) fn of(rules: &TerrainRules, feature: &Feature) -> Option<Self> {
        let shape = match &feature.shape {
            Shape::Area(outline) | Shape::Water { outline, .. } => Lie::Area(outline.clone()),
            Shape::Course(course) => Lie::Band(course.clone()),
        };
        let bounds = match &shape {
            Lie::Area(outline) => outline.bounds()?,
            Lie::Band(course) => course.bounds()?.grown(course.width),
        };
        let place = feature.bua.map_or(Place::Kind(feature.kind), Place::Bua);
        let is_walked = !matches!(feature.kind, Kind::Waterway)
            && !matches!(feature.bua, Some(Bua::Stronghold | Bua::City | Bua::Fort));
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

    /// The box around it.
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
