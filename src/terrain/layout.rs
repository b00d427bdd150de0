//! A battlefield and what lies on it.

use std::fmt;

use crate::geometry::{Course, Point, Polygon, Rectangle, point};
use crate::rules::TerrainRules;
use crate::rules::terrain::{Bua, Home, Kind};

/// Most features of a layout.
pub const MOST_FEATURES: usize = 64;
/// Most points of one outline or path.
pub const MOST_POINTS: usize = 512;
/// Most points of a layout in all: outlines, courses, beaches, crests, gates and crossings. The check and the map take time
/// that grows with the square of it; a table from the dice has a few hundred.
pub const MOST_POINTS_IN_ALL: usize = 3000;
/// Longest name of a layout, in characters.
pub const LONGEST_NAME: usize = 80;
/// Longest id of a feature, in characters.
pub const LONGEST_ID: usize = 40;
/// Longest reason in a record, in characters.
pub const LONGEST_REASON: usize = 400;
/// What is no farther apart than this, in thousandths of a BW, touches: half a millimetre on the table.
pub const TOUCH: i64 = 10;
/// Sizes that are measured are recorded in hundredths of a BW.
const FINE: f64 = 10.0;

/// A battlefield: drawn, generated or given, legal or not.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The rules it is laid out by.
    pub rules: &'static TerrainRules,
    /// What the player calls it; may be empty.
    pub name: String,
    /// The home terrain it is chosen from.
    pub home: &'static Home,
    /// The table.
    pub board: Board,
    /// The seed it was generated from.
    pub seed: Option<u64>,
    /// Given by an organiser: how it was chosen and placed is not asked.
    pub fixed: bool,
    /// What lies on it.
    pub features: Vec<Feature>,
    /// How it was chosen and placed, in order; none if it was drawn by hand.
    pub record: Option<Vec<Choice>>,
}

impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        let head = |layout: &Self| (layout.rules.ruleset.clone(), layout.home.id.clone(), layout.board, layout.fixed);
        head(self) == head(other)
            && self.seed == other.seed
            && self.name == other.name
            && self.features == other.features
            && self.record == other.record
    }
}

impl Layout {
    /// An empty table.
    #[must_use]
    pub fn empty(rules: &'static TerrainRules, home: &'static Home, board: Board) -> Self {
        let (features, record, name) = (Vec::new(), None, String::new());
        Self { rules, name, home, board, seed: None, fixed: false, features, record }
    }

    /// Its name, or what it is if it has none.
    #[must_use]
    pub fn title(&self) -> String {
        if self.name.is_empty() { format!("{} table", self.home.name) } else { self.name.clone() }
    }

    /// The feature with this id.
    #[must_use]
    pub fn feature(&self, id: &str) -> Option<&Feature> {
        self.features.iter().find(|feature| feature.id == id)
    }

    /// How many points it has in all, see [`MOST_POINTS_IN_ALL`].
    #[must_use]
    pub fn points(&self) -> usize {
        self.features.iter().map(Feature::points).sum()
    }

    /// An id that no feature and no line of the record has: `f1`, `f2` …
    #[must_use]
    pub fn free_id(&self) -> String {
        let taken = |id: &str| {
            self.feature(id).is_some()
                || self.record.iter().flatten().any(|choice| choice.feature.as_deref() == Some(id))
        };
        (1..).map(|number: u32| format!("f{number}")).find(|id| !taken(id)).unwrap_or_default()
    }
}

/// A rectangular table, in thousandths of a BW.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// From left to right.
    pub width: i64,
    /// From near to far.
    pub depth: i64,
}

impl Board {
    /// Its corners, anticlockwise from the near left one.
    #[must_use]
    pub fn corners(self) -> [Point; 4] {
        [Point::new(0, 0), Point::new(self.width, 0), Point::new(self.width, self.depth), Point::new(0, self.depth)]
    }

    /// How far a point lies from an edge, measured into the table; negative beyond the edge.
    #[must_use]
    pub fn from_edge(self, edge: Edge, point: Point) -> i64 {
        match edge {
            Edge::North => self.depth - point.y,
            Edge::East => self.width - point.x,
            Edge::South => point.y,
            Edge::West => point.x,
        }
    }

    /// How long an edge is.
    #[must_use]
    pub fn length(self, edge: Edge) -> i64 {
        match edge {
            Edge::North | Edge::South => self.width,
            Edge::East | Edge::West => self.depth,
        }
    }

    /// How far apart an edge and the opposite one are.
    #[must_use]
    pub fn across(self, edge: Edge) -> i64 {
        self.length(edge.next())
    }

    /// The quarter in which a point lies; one on a dividing line belongs to the right or the far one.
    #[must_use]
    pub fn quarter(self, point: Point) -> Quarter {
        match (2 * point.x >= self.width, 2 * point.y >= self.depth) {
            (false, true) => Quarter::FarLeft,
            (true, true) => Quarter::FarRight,
            (true, false) => Quarter::NearRight,
            (false, false) => Quarter::NearLeft,
        }
    }
}

/// An edge of the table as the defender sees it while laying out the terrain; north is far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// The far one.
    North,
    /// The right one.
    East,
    /// The near one.
    South,
    /// The left one.
    West,
}

impl Edge {
    /// All four, clockwise.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The one across the table.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }

    /// The next one clockwise.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::North => Self::East,
            Self::East => Self::South,
            Self::South => Self::West,
            Self::West => Self::North,
        }
    }

    /// As it stands in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        }
    }

    /// From how it stands in files.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|edge| edge.as_str() == text)
    }

    /// As players say it who stand where the defender stood: `far`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::North => "far",
            Self::East => "right",
            Self::South => "near",
            Self::West => "left",
        }
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A quarter of the table as the defender sees it (D3H2-TERR-23): 1 far left, 2 far right, 3 near right, 4 near left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quarter {
    /// 1.
    FarLeft,
    /// 2.
    FarRight,
    /// 3.
    NearRight,
    /// 4.
    NearLeft,
}

impl Quarter {
    /// All four in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::FarLeft, Self::FarRight, Self::NearRight, Self::NearLeft];

    /// Its number, 1 to 4.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::FarLeft => 1,
            Self::FarRight => 2,
            Self::NearRight => 3,
            Self::NearLeft => 4,
        }
    }

    /// The quarter with this number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|quarter| quarter.number() == number)
    }

    /// In the right half.
    #[must_use]
    pub const fn is_right(self) -> bool {
        matches!(self, Self::FarRight | Self::NearRight)
    }

    /// In the far half.
    #[must_use]
    pub const fn is_far(self) -> bool {
        matches!(self, Self::FarLeft | Self::FarRight)
    }

    /// The quarter on these sides.
    #[must_use]
    pub const fn at(right: bool, far: bool) -> Self {
        match (right, far) {
            (false, true) => Self::FarLeft,
            (true, true) => Self::FarRight,
            (true, false) => Self::NearRight,
            (false, false) => Self::NearLeft,
        }
    }
}

/// A piece of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Names it within the layout: `f1`.
    pub id: String,
    /// What it is.
    pub kind: Kind,
    /// What a BUA is; none for other kinds.
    pub bua: Option<Bua>,
    /// It is one of the compulsory features.
    pub compulsory: bool,
    /// The quarter it belongs to, as rolled or chosen.
    pub quarter: Option<Quarter>,
    /// Where it lies.
    pub shape: Shape,
    /// Its gates.
    pub gates: Vec<Point>,
    /// Which edge becomes the base edge of a Stronghold that touches two, or only water.
    pub base_edge: Option<Edge>,
    /// The crest of a hill; its length's middle line if none is drawn.
    pub crest: Vec<Point>,
    /// Where a river can be crossed by roads.
    pub crossings: Vec<Crossing>,
}

impl Feature {
    /// A feature with nothing but kind and place.
    #[must_use]
    pub fn new(id: String, kind: Kind, shape: Shape) -> Self {
        let (gates, crest, crossings) = (Vec::new(), Vec::new(), Vec::new());
        Self { id, kind, bua: None, compulsory: false, quarter: None, shape, gates, base_edge: None, crest, crossings }
    }

    /// How many points it has in all.
    #[must_use]
    pub fn points(&self) -> usize {
        let shape = match &self.shape {
            Shape::Area(outline) => outline.corners.len(),
            Shape::Course(course) => course.path.len(),
            Shape::Water { outline, beach, .. } => {
                outline.corners.len() + beach.as_ref().map_or(0, |beach| beach.corners.len())
            }
        };
        shape + self.gates.len() + self.crest.len() + self.crossings.len()
    }

    /// The outline of an area feature or a waterway.
    #[must_use]
    pub fn outline(&self) -> Option<&Polygon> {
        match &self.shape {
            Shape::Area(outline) | Shape::Water { outline, .. } => Some(outline),
            Shape::Course(_) => None,
        }
    }

    /// The outline of a feature that is neither linear nor water.
    #[must_use]
    pub fn area(&self) -> Option<&Polygon> {
        match &self.shape {
            Shape::Area(outline) => Some(outline),
            Shape::Course(_) | Shape::Water { .. } => None,
        }
    }

    /// The course of a river or road.
    #[must_use]
    pub fn course(&self) -> Option<&Course> {
        match &self.shape {
            Shape::Course(course) => Some(course),
            Shape::Area(_) | Shape::Water { .. } => None,
        }
    }
}

/// Where a feature lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Within an outline.
    Area(Polygon),
    /// Along a line: rivers and roads.
    Course(Course),
    /// Along an edge: a waterway.
    Water {
        /// The edge.
        edge: Edge,
        /// The water.
        outline: Polygon,
        /// The beach beside it.
        beach: Option<Polygon>,
    },
}

/// Where a road crosses a river.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Where.
    pub at: Point,
    /// Over a bridge, else through a ford.
    pub bridge: bool,
}

/// A line of the record: a feature that was chosen, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The feature on the table; none if it was discarded.
    pub feature: Option<String>,
    /// What was chosen.
    pub kind: Kind,
    /// What a BUA was to be.
    pub bua: Option<Bua>,
    /// As a compulsory feature.
    pub compulsory: bool,
    /// Length and width of an area feature, fixed before the die, in thousandths of a BW.
    pub size: Option<(i64, i64)>,
    /// The die for its quarter; none if it was put there by hand.
    pub die: Option<u8>,
    /// The quarter rolled, or chosen on a 5 or 6.
    pub quarter: Option<Quarter>,
    /// It lies on the table; else it was discarded.
    pub placed: bool,
    /// Why it was discarded.
    pub reason: Option<String>,
}

impl Choice {
    /// The line of a feature that was put there by hand, without dice.
    #[must_use]
    pub fn by_hand(feature: &Feature) -> Self {
        Self {
            feature: Some(feature.id.clone()),
            kind: feature.kind,
            bua: feature.bua,
            compulsory: feature.compulsory,
            size: Self::measured(feature),
            die: None,
            quarter: feature.quarter,
            placed: true,
            reason: None,
        }
    }

    /// Length and width of an area feature as they are recorded; none for others, and if no file could hold them.
    #[must_use]
    pub fn measured(feature: &Feature) -> Option<(i64, i64)> {
        let (long, short) = Rectangle::around(feature.area()?)?.size();
        let fine = |length: f64| point::thousandths((length / FINE).round() * FINE / 1000.0);
        fine(long).zip(fine(short))
    }
}
