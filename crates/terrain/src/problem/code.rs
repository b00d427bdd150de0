//! The codes of problems.

use std::fmt;

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
