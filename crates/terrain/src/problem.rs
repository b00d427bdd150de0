//! Problems of a layout, as codes and typed values. Nothing here is a sentence: those are made by the crate for words.
//!
//! There is one enum of faults for each module of the check, and one for what files say. Reading order: `terms`,
//! `choice`, `shape`, `place`, `course`, `format`.

mod choice;
mod course;
mod format;
mod place;
mod shape;
mod terms;

use std::convert::Infallible;
use std::fmt;

pub use choice::{ChoiceFault, ChosenFeature, CompulsoryCount, Difference, PlacingTurn, RecordFault};
pub use course::{CourseFault, StrongholdContact, StrongholdFault, WaterFault};
pub use format::{FormatFault, JsonType, PartFault, PartPath, WantedType};
pub use musterfield_problems::Severity;
pub use place::{Covering, PlaceFault};
pub use shape::{Drawn, Misfit, Outline, Selfcrossing, ShapeFault, SizeFault, Sized, SmallOne, TableSizes};
pub use terms::{Exact, Hundredths, NamedFeature, NamedHome, NamedKind};

/// A problem of a layout or of its file. The check reports all of them, never only the first; the place is the id of a
/// feature.
pub type Problem = musterfield_problems::Problem<Fault>;

/// A fault of a layout or its file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The choice of features.
    Choice(ChoiceFault),
    /// An outline or a course by itself, or the table.
    Shape(ShapeFault),
    /// A length or a width.
    Size(SizeFault),
    /// A place among other features, edges and quarters.
    Place(PlaceFault),
    /// A river or a road.
    Course(CourseFault),
    /// A waterway.
    Water(WaterFault),
    /// A Stronghold, City or Fort.
    Stronghold(StrongholdFault),
    /// The record.
    Record(RecordFault),
    /// A file that cannot be read as a layout.
    Format(FormatFault),
    /// A line of the record that cannot be read.
    RecordLine {
        /// Its number, from 1.
        line: usize,
        /// The fault of the file.
        fault: FormatFault,
    },
}

impl musterfield_problems::Fault for Fault {
    type Code = Code;
    type Place = String;
    type Change = Infallible;
    type Remedy = Infallible;

    fn code(&self) -> Code {
        match self {
            Self::Choice(fault) => fault.code(),
            Self::Shape(fault) => fault.code(),
            Self::Size(fault) => fault.code(),
            Self::Place(fault) => fault.code(),
            Self::Course(fault) => fault.code(),
            Self::Water(fault) => fault.code(),
            Self::Stronghold(fault) => fault.code(),
            Self::Record(_) => Code::Record,
            Self::Format(_) | Self::RecordLine { .. } => Code::Format,
        }
    }

    fn severity(&self) -> Severity {
        Severity::Error
    }
}

macro_rules! wraps {
    ($($variant:ident($fault:ident)),+ $(,)?) => {
        $(
            impl From<$fault> for Fault {
                fn from(fault: $fault) -> Self {
                    Self::$variant(fault)
                }
            }
        )+
    };
}

wraps! {
    Choice(ChoiceFault),
    Shape(ShapeFault),
    Size(SizeFault),
    Place(PlaceFault),
    Course(CourseFault),
    Water(WaterFault),
    Stronghold(StrongholdFault),
    Record(RecordFault),
    Format(FormatFault),
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $text:literal),+ $(,)?) => {
        /// The code of a problem; the words are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[$doc])* $variant,)+
        }

        impl Code {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The word in files.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }
    };
}

codes! {
    /// Too few or too many compulsory features.
    CompulsoryCount = "compulsory-count",
    /// Too few or too many optional features.
    OptionalCount = "optional-count",
    /// Too many features of one kind.
    TypeMaximum = "type-maximum",
    /// The home terrain has no such feature.
    NotAllowed = "not-allowed",
    /// Two kinds that exclude each other.
    EitherOr = "either-or",
    /// An Arable table lacks a feature that it needs.
    ArableNeedsMore = "arable-needs-more",
    /// Too long, too wide, too short or too narrow.
    Size = "size",
    /// Length and width out of proportion.
    Proportion = "proportion",
    /// Area features too near to each other.
    Gap = "gap",
    /// An area feature too near to an edge.
    EdgeGap = "edge-gap",
    /// A feature not in its quarter.
    OutsideQuarter = "outside-quarter",
    /// A feature that must reach into exactly one neighbouring quarter and does not.
    MustCrossQuarter = "must-cross-quarter",
    /// Off the table.
    OutsideBoard = "outside-board",
    /// A river that ends in a forbidden place, or is too near to an edge.
    RiverEdge = "river-edge",
    /// A road in a forbidden place.
    RoadCourse = "road-course",
    /// A waterway that is too deep or too shallow or not along its edge, or its beach.
    WaterwayDepth = "waterway-depth",
    /// A Stronghold, City or Fort in a forbidden place.
    StrongholdPlace = "stronghold-place",
    /// A missing gate, or one that is not on the outline.
    BuaGate = "bua-gate",
    /// Features that may not overlap.
    Overlap = "overlap",
    /// An outline or course that crosses itself.
    SelfCrossing = "self-crossing",
    /// An outline that should be curved but is not.
    Outline = "outline",
    /// Too few quarters with features.
    Coverage = "coverage",
    /// A size of table that the rules do not have.
    BoardSize = "board-size",
    /// A record that does not fit the features or the procedure.
    Record = "record",
    /// Text that cannot be read as a layout.
    Format = "format",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
