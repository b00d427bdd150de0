//! Faults of outlines and courses by themselves, of the table, and of lengths and widths.

use super::choice::ChosenFeature;
use super::code::Code;
use super::terms::{Hundredths, NamedFeature};
use crate::layout::Board;

/// Sizes of tables of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableSizes {
    /// The boards.
    pub boards: Vec<Board>,
    /// Whether any size between the smallest and the largest of them is one too.
    pub between: bool,
}

/// An outline of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outline {
    /// The outline of the feature.
    Feature,
    /// The outline of its beach.
    Beach,
}

/// A line of a feature that must not cross itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Drawn {
    /// An outline, which has sides.
    Outline(Outline),
    /// A course, which has parts.
    Course,
}

/// The way a line crosses itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Selfcrossing {
    /// It has this point twice, counted from 1.
    Point(usize),
    /// The parts that begin at these points meet, counted from 1.
    Parts(usize, usize),
}

/// A fault of an outline or a course by itself, or of the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ShapeFault {
    /// A size of table that the game does not have.
    BoardSize {
        /// The name of the game.
        game: &'static str,
        /// The table.
        board: Board,
        /// The sizes that it has.
        sizes: Vec<TableSizes>,
    },
    /// A course of fewer than two points.
    ShortCourse {
        /// The feature.
        feature: NamedFeature,
    },
    /// An outline of fewer than three corners.
    FewCorners {
        /// The feature.
        feature: NamedFeature,
        /// The outline concerned.
        outline: Outline,
    },
    /// An outline without an area.
    NoArea {
        /// The feature.
        feature: NamedFeature,
        /// The outline concerned.
        outline: Outline,
    },
    /// An outline or course that crosses itself.
    Crosses {
        /// The feature.
        feature: NamedFeature,
        /// The line concerned.
        line: Drawn,
        /// The way it crosses itself.
        crossing: Selfcrossing,
    },
    /// A feature that goes off the table.
    OffTable {
        /// The feature.
        feature: NamedFeature,
        /// The distance, in thousandths of a BW.
        by: i64,
        /// The edges beyond which it goes.
        edges: Vec<crate::layout::Edge>,
    },
    /// An outline with too few corners to be curved.
    Angular {
        /// The feature.
        feature: NamedFeature,
        /// The number of its corners.
        corners: usize,
        /// The least number of a curved outline.
        least: usize,
    },
    /// A curved outline with a long straight side.
    StraightSide {
        /// The feature.
        feature: NamedFeature,
        /// The length of the side.
        side: Hundredths,
        /// The length of the outline.
        outline: Hundredths,
        /// The greatest length of a straight side.
        most: Hundredths,
    },
}

impl ShapeFault {
    pub(super) const fn code(&self) -> Code {
        match self {
            Self::BoardSize { .. } => Code::BoardSize,
            Self::ShortCourse { .. } | Self::FewCorners { .. } => Code::Format,
            Self::NoArea { .. } | Self::Crosses { .. } => Code::SelfCrossing,
            Self::OffTable { .. } => Code::OutsideBoard,
            Self::Angular { .. } | Self::StraightSide { .. } => Code::Outline,
        }
    }
}

/// Something that has a length and a width.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sized {
    /// A feature on the table.
    Feature(NamedFeature),
    /// A feature of the record, with the size that was fixed.
    Chosen(ChosenFeature),
}

/// The one feature of a table that may be smaller than the others, where the rules have it; its length and width are in
/// thousandths of a BW.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SmallOne {
    /// It is another feature.
    Another((i64, i64)),
    /// Even that one would be larger.
    Larger((i64, i64)),
}

/// The way a length and a width are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Misfit {
    /// Too short or too narrow.
    TooSmall {
        /// Minimum length and width, in thousandths of a BW.
        least: (i64, i64),
        /// The one feature that may be smaller.
        small: Option<SmallOne>,
    },
    /// Too long or too wide.
    TooLarge {
        /// Maximum length and width, in thousandths of a BW.
        most: (i64, i64),
    },
    /// Too long and wide together.
    TooMuch {
        /// Length plus width.
        together: Hundredths,
        /// The maximum of that, in thousandths of a BW.
        most: i64,
        /// The excess.
        by: Hundredths,
    },
    /// Too long for its width.
    TooLong {
        /// The greatest permitted ratio of length to width.
        most: i64,
    },
    /// Too short for its width.
    TooShort {
        /// The least required ratio of length to width.
        least: i64,
    },
}

/// A fault of a length or a width.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SizeFault {
    /// A length and a width of an area.
    Area {
        /// The thing that is measured.
        of: Sized,
        /// Length and width.
        size: (Hundredths, Hundredths),
        /// The way they are wrong.
        misfit: Misfit,
    },
    /// The width of a river or road.
    Width {
        /// The feature.
        feature: NamedFeature,
        /// Its width, in thousandths of a BW.
        width: i64,
        /// The maximum, in thousandths of a BW.
        most: i64,
    },
}

impl Misfit {
    pub(crate) const fn code(&self) -> Code {
        match self {
            Self::TooSmall { .. } | Self::TooLarge { .. } | Self::TooMuch { .. } => Code::Size,
            Self::TooLong { .. } | Self::TooShort { .. } => Code::Proportion,
        }
    }
}

impl SizeFault {
    pub(super) const fn code(&self) -> Code {
        match self {
            Self::Area { misfit, .. } => misfit.code(),
            Self::Width { .. } => Code::Size,
        }
    }
}
