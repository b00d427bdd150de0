//! Faults of files that cannot be read as layouts.

use musterfield_rules::terrain::Kind;

use super::terms::Exact;

/// A fault of a file. Names of fields are those of the file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FormatFault {
    /// The file is not text in UTF-8.
    NotUtf8 {
        /// The first byte that is not, from 0.
        byte: usize,
    },
    /// The file is not JSON.
    NotJson {
        /// The line where that shows, from 1.
        line: usize,
        /// The character of that line, from 1.
        column: usize,
    },
    /// JSON, but not an object.
    NotAnObject,
    /// Something after the end of the layout.
    AfterTheEnd,
    /// A value is wrong.
    Part {
        /// The path to the value, from the outside to the inside.
        path: Vec<PartPath>,
        /// The fault of the value.
        wrong: PartFault,
    },
    /// Another format.
    Format {
        /// The value in the file.
        found: String,
    },
    /// An unknown ruleset, or one without terrain.
    UnknownRuleset {
        /// The value in the file.
        found: String,
        /// The rulesets that have terrain.
        known: Vec<&'static str>,
    },
    /// An unknown home terrain.
    UnknownHome {
        /// The value in the file.
        found: String,
        /// The values that the ruleset knows.
        known: Vec<&'static str>,
    },
    /// A board that is too small or too large.
    Board,
    /// A name that is too long or cannot be printed.
    Name,
    /// Too many features.
    Features {
        /// Their number.
        count: usize,
    },
    /// Too many points in all.
    PointsInAll {
        /// Their number.
        count: usize,
        /// The maximum.
        most: usize,
    },
    /// An id that is empty, too long or cannot be printed.
    Id,
    /// An id that another feature has.
    SameId,
    /// An unknown kind.
    UnknownKind {
        /// The value in the file.
        found: String,
    },
    /// A gate or base edge of something that is not a BUA.
    NotABua,
    /// A crest of something that is not a hill.
    NotAHill,
    /// Crossings of something that is not a river.
    NotARiver,
    /// An edge or beach of something that is not a waterway.
    NotAWaterway,
    /// An outline of a river or road.
    NotAnArea {
        /// Its kind.
        kind: Kind,
    },
    /// A river or road without a path or a width.
    NoCourse {
        /// Its kind.
        kind: Kind,
    },
    /// A path or width of an area.
    NotACourse {
        /// Its kind.
        kind: Kind,
    },
    /// An area without an outline.
    NoOutline {
        /// Its kind.
        kind: Kind,
    },
    /// A width that is not more than 0, or too great.
    Width,
    /// A waterway without an edge.
    NoEdge,
    /// Too few points of a line.
    FewPoints {
        /// The field.
        field: &'static str,
        /// The least number.
        least: usize,
        /// Their number.
        count: usize,
    },
    /// Too many points of a line.
    Points {
        /// The field.
        field: &'static str,
        /// Their number.
        count: usize,
    },
    /// A point that is too far away.
    FarPoint {
        /// The field.
        field: &'static str,
        /// Its number in the field, from 1.
        number: usize,
        /// Its first coordinate, in BW.
        x: Exact,
        /// Its second coordinate, in BW.
        y: Exact,
    },
    /// A BUA that does not say which it is.
    WhichBua,
    /// An unknown kind of BUA.
    UnknownBua {
        /// The value in the file.
        found: String,
    },
    /// A kind of BUA for something that is not a BUA.
    HasNoBua {
        /// Its kind.
        kind: Kind,
    },
    /// A number that is not one of a quarter.
    Quarter,
    /// A word that is not one of an edge.
    Edge {
        /// The field.
        field: &'static str,
    },
    /// Too many lines of the record.
    RecordLines {
        /// Their number.
        count: usize,
    },
    /// A size that is too great.
    Size,
    /// A number that no die shows.
    Die,
    /// A reason that is too long.
    Reason,
    /// Something that cannot be the id of a feature.
    FeatureId,
}

/// One step on the way to a value of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PartPath {
    /// To a field of an object.
    Field(String),
    /// To an entry of a list, from 0.
    Entry(usize),
}

/// A fault of a value in a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PartFault {
    /// It is of another type.
    Type {
        /// Its type.
        found: JsonType,
        /// The type it should have.
        wanted: WantedType,
    },
    /// It is a list with a wrong number of entries.
    Length {
        /// The number of its entries.
        count: usize,
        /// The type it should have.
        wanted: WantedType,
    },
    /// It is out of range.
    Value(String),
    /// It lacks this field.
    Missing(String),
    /// It has this field, which is unknown.
    Unknown(String),
    /// It has this field twice.
    Twice(String),
    /// It is none of the known words.
    Word {
        /// The value in the file.
        found: String,
        /// The known words.
        known: Vec<String>,
    },
    /// It is a number that is too great.
    OutOfRange,
    /// It is neither a point nor a list of points.
    NotPoints,
    /// It cannot be read for another reason.
    Other,
}

/// A type of value that stands in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JsonType {
    /// A text.
    Text,
    /// A list.
    List,
    /// An object.
    Object,
    /// Nothing.
    Null,
    /// True or false.
    Bool,
    /// A number, of another kind where a number is wanted.
    Number,
    /// Something else.
    Other,
}

/// A type of value that a file should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WantedType {
    /// A number.
    Number,
    /// A whole number.
    WholeNumber,
    /// A text.
    Text,
    /// A list.
    List,
    /// Two numbers.
    Pair,
    /// True or false.
    Bool,
    /// An object.
    Object,
}
