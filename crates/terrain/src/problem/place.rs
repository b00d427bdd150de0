//! Faults of places: distances, edges and quarters.

use super::code::Code;
use super::terms::{Hundredths, NamedFeature};
use crate::layout::{Edge, Quarter};
use crate::quarter_set::QuarterSet;

/// The features that must be in enough quarters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Covering {
    /// Any features.
    Any,
    /// Water or bad going.
    BadOrWater,
}

/// A fault in the place of a feature.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PlaceFault {
    /// An area feature that lies on another.
    LiesOn {
        /// The feature.
        feature: NamedFeature,
        /// The other.
        other: NamedFeature,
        /// The least distance between them, in thousandths of a BW.
        gap: i64,
    },
    /// Area features too near to each other.
    TooNear {
        /// The feature.
        feature: NamedFeature,
        /// The other.
        other: NamedFeature,
        /// Their distance.
        apart: Hundredths,
        /// The least distance, in thousandths of a BW.
        gap: i64,
        /// The missing distance.
        missing: Hundredths,
    },
    /// An area feature too near to edges.
    NearEdge {
        /// The feature.
        feature: NamedFeature,
        /// Its distance from the nearest edge, in thousandths of a BW; below 0 if it lies beyond it, but within what is
        /// tolerated.
        distance: i64,
        /// The edges.
        edges: Vec<Edge>,
        /// The least distance, in thousandths of a BW.
        gap: i64,
    },
    /// A feature that lies in other quarters than its own.
    Elsewhere {
        /// The feature.
        feature: NamedFeature,
        /// The quarters in which it lies.
        quarters: QuarterSet,
        /// Its own.
        own: Quarter,
    },
    /// A feature that lies wholly in its quarter by the rules, and reaches out of it.
    ReachesOut {
        /// The feature.
        feature: NamedFeature,
        /// The distance, in thousandths of a BW.
        by: i64,
        /// The quarters into which it reaches.
        quarters: QuarterSet,
        /// Its own.
        own: Quarter,
    },
    /// A feature whose smaller part may reach into one neighbouring quarter, and that reaches farther.
    ReachesTooFar {
        /// The feature.
        feature: NamedFeature,
        /// The quarters into which it reaches.
        quarters: QuarterSet,
        /// Its own.
        own: Quarter,
    },
    /// A feature whose greater part lies in another quarter.
    GreaterPart {
        /// The feature.
        feature: NamedFeature,
        /// The area of that part, in square BW.
        part: Hundredths,
        /// The area of both parts, in square BW.
        whole: Hundredths,
        /// The quarter of that part.
        there: Quarter,
        /// Its own.
        own: Quarter,
    },
    /// A feature that lies in two neighbouring quarters by the rules, and does not.
    MustCross {
        /// The feature.
        feature: NamedFeature,
        /// The quarters in which it lies.
        quarters: QuarterSet,
    },
    /// A waterway along an edge that is not one of its quarter's.
    WaterElsewhere {
        /// The feature.
        feature: NamedFeature,
        /// The edge.
        edge: Edge,
        /// The quarters at that edge.
        quarters: QuarterSet,
        /// Its own.
        own: Quarter,
    },
    /// Too few quarters with something in them.
    Coverage {
        /// The kind of features required.
        of: Covering,
        /// The quarters that have it.
        found: QuarterSet,
        /// The least number of them.
        least: u8,
    },
}

impl PlaceFault {
    pub(super) const fn code(&self) -> Code {
        match self {
            Self::LiesOn { .. } => Code::Overlap,
            Self::TooNear { .. } => Code::Gap,
            Self::NearEdge { .. } => Code::EdgeGap,
            Self::Elsewhere { .. }
            | Self::ReachesOut { .. }
            | Self::ReachesTooFar { .. }
            | Self::GreaterPart { .. }
            | Self::WaterElsewhere { .. } => Code::OutsideQuarter,
            Self::MustCross { .. } => Code::MustCrossQuarter,
            Self::Coverage { .. } => Code::Coverage,
        }
    }
}
