//! Problems of a layout, as codes and typed values. Nothing here is a sentence: those are made by the crate for words.
//!
//! There is one enum of faults for each module of the check, and one for what files say. Reading order: `code`,
//! `terms`, `choice`, `shape`, `place`, `course`, `format`.

mod choice;
mod code;
mod course;
mod format;
mod place;
mod shape;
mod terms;

use std::convert::Infallible;

pub use choice::{ChoiceFault, ChosenFeature, CompulsoryCount, Difference, PlacingTurn, RecordFault};
pub use code::Code;
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
