//! A battlefield and the features on it.

use std::fmt;

use musterfield_geometry::{Course, MinAreaRectangle, Point, Polygon, point};
use musterfield_rules::TerrainRules;
use musterfield_rules::terrain::{Bua, HomeTerrainRules, Kind};

/// The largest number of features of a layout.
pub const MOST_FEATURES: usize = 64;
/// The largest number of points of one outline or path.
pub const MOST_POINTS: usize = 512;
/// The largest number of points of a layout in all: outlines, courses, beaches, crests, gates and crossings. The time
/// for the check and the map grows with the square of this; a table from the dice has a few hundred.
pub const MOST_POINTS_IN_ALL: usize = 3000;
/// The longest name of a layout, in characters.
pub const LONGEST_NAME: usize = 80;
/// The longest id of a feature, in characters.
pub const LONGEST_ID: usize = 40;
/// The longest reason in a record, in characters.
pub const LONGEST_REASON: usize = 400;
/// Things no farther apart than this, in thousandths of a BW, touch: half a millimetre on the table.
pub const TOUCH: i64 = 10;
/// Measured sizes are recorded in hundredths of a BW.
const FINE: f64 = 10.0;

/// A battlefield: drawn, generated or given, legal or not.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The rules by which it is laid out.
    pub rules: &'static TerrainRules,
    /// The player's name for it; may be empty.
    pub name: String,
    /// The home terrain from which its features are chosen.
    pub home: &'static HomeTerrainRules,
    /// The table.
    pub board: Board,
    /// The seed from which it was generated.
    pub seed: Option<u64>,
    /// Whether an organiser gives it: its choice and procedure are then not checked.
    pub fixed: bool,
    /// The features on it.
    pub features: Vec<Feature>,
    /// The choice and placing of its features, in order; `None` if it was drawn by hand.
    pub record: Option<Vec<RecordEntry>>,
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
    pub fn empty(rules: &'static TerrainRules, home: &'static HomeTerrainRules, board: Board) -> Self {
        let (features, record, name) = (Vec::new(), None, String::new());
        Self { rules, name, home, board, seed: None, fixed: false, features, record }
    }

    /// Its name, or a description if it has none.
    #[must_use]
    pub fn title(&self) -> String {
        if self.name.is_empty() { format!("{} table", self.home.name) } else { self.name.clone() }
    }

    /// The feature with this id.
    #[must_use]
    pub fn feature(&self, id: &str) -> Option<&Feature> {
        self.features.iter().find(|feature| feature.id == id)
    }

    /// The number of all its points, see [`MOST_POINTS_IN_ALL`].
    #[must_use]
    pub fn points(&self) -> usize {
        self.features.iter().map(Feature::points).sum()
    }

    /// An id that no feature and no line of the record has yet: `f1`, `f2` …
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The size from left to right.
    pub width: i64,
    /// The size from near to far.
    pub depth: i64,
}

impl Board {
    /// Its corners, anticlockwise from the near left one.
    #[must_use]
    pub fn corners(self) -> [Point; 4] {
        [Point::new(0, 0), Point::new(self.width, 0), Point::new(self.width, self.depth), Point::new(0, self.depth)]
    }

    /// The distance of a point from an edge, measured into the table; negative beyond the edge.
    #[must_use]
    pub fn from_edge(self, edge: Edge, point: Point) -> i64 {
        match edge {
            Edge::North => self.depth - point.y,
            Edge::East => self.width - point.x,
            Edge::South => point.y,
            Edge::West => point.x,
        }
    }

    /// The length of an edge.
    #[must_use]
    pub fn length(self, edge: Edge) -> i64 {
        match edge {
            Edge::North | Edge::South => self.width,
            Edge::East | Edge::West => self.depth,
        }
    }

    /// The distance between an edge and the opposite one.
    #[must_use]
    pub fn across(self, edge: Edge) -> i64 {
        self.length(edge.next())
    }

    /// The quarter in which a point lies; a point on a dividing line belongs to the right or far quarter.
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

    /// The opponent.
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

    /// The word in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        }
    }

    /// Parses the word in files.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|edge| edge.as_str() == text)
    }

    /// The word of players who stand where the defender stood: `far`.
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

    /// Whether it is in the right half.
    #[must_use]
    pub const fn is_right(self) -> bool {
        matches!(self, Self::FarRight | Self::NearRight)
    }

    /// Whether it is in the far half.
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

/// A feature of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Identifies it within the layout: `f1`.
    pub id: String,
    /// Its kind.
    pub kind: Kind,
    /// The kind of a BUA; `None` for other features.
    pub bua: Option<Bua>,
    /// Whether it is one of the compulsory features.
    pub compulsory: bool,
    /// The quarter to which it belongs, as rolled or chosen.
    pub quarter: Option<Quarter>,
    /// Its shape on the table.
    pub shape: Shape,
    /// Its gates.
    pub gates: Vec<Point>,
    /// The edge that becomes the base edge of a Stronghold that touches two, or only water.
    pub base_edge: Option<Edge>,
    /// The crest of a hill; the middle line of its length if none is drawn.
    pub crest: Vec<Point>,
    /// The places where roads can cross a river.
    pub crossings: Vec<Crossing>,
}

impl Feature {
    /// A feature with only a kind and a shape.
    #[must_use]
    pub fn new(id: String, kind: Kind, shape: Shape) -> Self {
        let (gates, crest, crossings) = (Vec::new(), Vec::new(), Vec::new());
        Self { id, kind, bua: None, compulsory: false, quarter: None, shape, gates, base_edge: None, crest, crossings }
    }

    /// The number of all its points.
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

/// The shape of a feature on the table.
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

/// A place where a road crosses a river.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The place.
    pub at: Point,
    /// Whether there is a bridge; otherwise there is a ford.
    pub bridge: bool,
}

/// A line of the record: a feature that was chosen, and its fate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordEntry {
    /// The feature on the table; `None` if it was discarded.
    pub feature: Option<String>,
    /// The kind that was chosen.
    pub kind: Kind,
    /// The kind of a BUA.
    pub bua: Option<Bua>,
    /// Whether it was a compulsory feature.
    pub compulsory: bool,
    /// Length and width of an area feature, fixed before the die, in thousandths of a BW.
    pub size: Option<(i64, i64)>,
    /// The die for its quarter; `None` if it was placed by hand.
    pub die: Option<u8>,
    /// The quarter rolled, or chosen on a 5 or 6.
    pub quarter: Option<Quarter>,
    /// Whether it lies on the table; otherwise it was discarded.
    pub placed: bool,
    /// The reason why it was discarded.
    pub reason: Option<String>,
}

impl RecordEntry {
    /// The line of a feature that was placed by hand, without dice.
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

    /// Length and width of an area feature as they are recorded; `None` for others, and if no file could hold them.
    #[must_use]
    pub fn measured(feature: &Feature) -> Option<(i64, i64)> {
        let (long, short) = MinAreaRectangle::around(feature.area()?)?.size();
        let fine = |length: f64| point::thousandths((length / FINE).round() * FINE / 1000.0);
        fine(long).zip(fine(short))
    }
}
