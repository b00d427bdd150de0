//! Faults of rivers and roads, of waterways, and of Strongholds, Cities and Forts.

use musterfield_geometry::Point;

use super::code::Code;
use super::terms::{Hundredths, NamedFeature, rounded};
use crate::layout::Edge;

/// A fault of a river or a road.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CourseFault {
    /// A river that ends at no edge and in no waterway.
    RiverEnds {
        /// The river.
        river: NamedFeature,
        /// The point where it ends.
        at: Point,
    },
    /// A river that flows back to the edge from which it comes.
    FlowsBack {
        /// The river.
        river: NamedFeature,
        /// The edges to which it flows.
        edges: Vec<Edge>,
    },
    /// A river too near to an edge to which it does not flow.
    BankNear {
        /// The river.
        river: NamedFeature,
        /// The distance of its bank.
        distance: Hundredths,
        /// The edge.
        edge: Edge,
        /// The least distance, in thousandths of a BW.
        least: i64,
        /// The missing length.
        missing: Hundredths,
    },
    /// A river that crosses a feature that no river may cross.
    RiverCrosses {
        /// The river.
        river: NamedFeature,
        /// The feature.
        feature: NamedFeature,
    },
    /// A road that begins at no edge.
    BeginsNowhere {
        /// The road.
        road: NamedFeature,
        /// One end of the stretch.
        from: Point,
        /// The other.
        to: Point,
    },
    /// A road that comes from an edge and goes nowhere.
    EndsNowhere {
        /// The road.
        road: NamedFeature,
        /// The edges from which it comes.
        from: Vec<Edge>,
        /// The point where it ends.
        at: Point,
    },
    /// A second road that does not meet the first.
    Apart {
        /// The road.
        road: NamedFeature,
    },
    /// A road that goes into a waterway.
    IntoWater {
        /// The road.
        road: NamedFeature,
        /// The waterway.
        water: NamedFeature,
    },
    /// A road that crosses a river without a ford or bridge.
    NoCrossing {
        /// The road.
        road: NamedFeature,
        /// The river.
        river: NamedFeature,
    },
    /// A road that runs along in a river.
    AlongRiver {
        /// The road.
        road: NamedFeature,
        /// The river.
        river: NamedFeature,
        /// The distance, in tenths of a BW.
        tenths: i64,
    },
    /// A road that ends at a BUA beside its gate.
    BesideGate {
        /// The road.
        road: NamedFeature,
        /// The BUA.
        bua: NamedFeature,
    },
}

impl CourseFault {
    /// A road that runs along inside a river for this many BW.
    pub(crate) fn along_river(road: NamedFeature, river: NamedFeature, bw: f64) -> Self {
        Self::AlongRiver { road, river, tenths: rounded(bw, 1) }
    }

    pub(super) const fn code(&self) -> Code {
        match self {
            Self::RiverEnds { .. } | Self::FlowsBack { .. } | Self::BankNear { .. } => Code::RiverEdge,
            Self::RiverCrosses { .. } => Code::Overlap,
            Self::BeginsNowhere { .. }
            | Self::EndsNowhere { .. }
            | Self::Apart { .. }
            | Self::IntoWater { .. }
            | Self::NoCrossing { .. }
            | Self::AlongRiver { .. }
            | Self::BesideGate { .. } => Code::RoadCourse,
        }
    }
}

/// A fault of a waterway; all lengths that are not measured are in thousandths of a BW.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum WaterFault {
    /// A waterway that does not cover its whole edge.
    NotWhole {
        /// The waterway.
        water: NamedFeature,
        /// The edge.
        edge: Edge,
    },
    /// A waterway that is too shallow.
    Shallow {
        /// The waterway.
        water: NamedFeature,
        /// The least depth.
        least: i64,
    },
    /// A waterway that is too deep.
    TooDeep {
        /// The waterway.
        water: NamedFeature,
        /// Its greatest depth.
        depth: i64,
        /// The maximum.
        most: i64,
    },
    /// A waterway that is deep along too much of its edge.
    DeepTooLong {
        /// The waterway.
        water: NamedFeature,
        /// The usual maximum of depth.
        depth: i64,
        /// The length along which it is deeper than that.
        along: Hundredths,
        /// The maximum of that length.
        most: Hundredths,
        /// The excess.
        by: Hundredths,
    },
    /// A beach that does not touch its waterway.
    BeachApart {
        /// The waterway.
        water: NamedFeature,
    },
    /// A beach that extends too far.
    BeachTooFar {
        /// The waterway.
        water: NamedFeature,
        /// The limit to which it may extend.
        most: i64,
        /// A point that is too far away.
        at: Point,
    },
    /// A waterway along a long edge of a table on which it lies along a short one.
    LongEdge {
        /// The waterway.
        water: NamedFeature,
        /// The edge.
        edge: Edge,
    },
    /// An area feature in a waterway.
    LiesInWater {
        /// The feature.
        feature: NamedFeature,
        /// The waterway.
        water: NamedFeature,
        /// The distance by which it must be moved.
        by: i64,
        /// The edge of the waterway.
        edge: Edge,
    },
}

impl WaterFault {
    pub(super) const fn code(&self) -> Code {
        match self {
            Self::LiesInWater { .. } => Code::Overlap,
            Self::NotWhole { .. }
            | Self::Shallow { .. }
            | Self::TooDeep { .. }
            | Self::DeepTooLong { .. }
            | Self::BeachApart { .. }
            | Self::BeachTooFar { .. }
            | Self::LongEdge { .. } => Code::WaterwayDepth,
        }
    }
}

/// The surroundings that a Stronghold touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StrongholdContact {
    /// It touches only water.
    Water,
    /// Two edges.
    TwoEdges,
}

/// A fault of a Stronghold, City or Fort, or of the gate of a BUA.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StrongholdFault {
    /// Not all of it is near to each of two adjoining edges.
    NotInCorner {
        /// The feature.
        feature: NamedFeature,
        /// The greatest distance, in thousandths of a BW.
        within: i64,
    },
    /// It touches no edge, no waterway and no beach.
    TouchesNothing {
        /// The feature.
        feature: NamedFeature,
        /// The nearest edge, with its distance in thousandths of a BW.
        nearest: Option<(i64, Edge)>,
    },
    /// A base edge that cannot be it.
    WrongBaseEdge {
        /// The feature.
        feature: NamedFeature,
        /// The edge that it names.
        edge: Edge,
        /// The edges that are possible.
        possible: Vec<Edge>,
    },
    /// No base edge, where several are possible.
    NoBaseEdge {
        /// The feature.
        feature: NamedFeature,
        /// The surroundings that it touches.
        touches: StrongholdContact,
        /// The edges that are possible.
        possible: Vec<Edge>,
    },
    /// No gate.
    NoGate {
        /// The feature.
        feature: NamedFeature,
    },
    /// A gate that is not on the outline.
    GateApart {
        /// The feature.
        feature: NamedFeature,
        /// The gate.
        at: Point,
    },
}

impl StrongholdFault {
    pub(super) const fn code(&self) -> Code {
        match self {
            Self::NotInCorner { .. }
            | Self::TouchesNothing { .. }
            | Self::WrongBaseEdge { .. }
            | Self::NoBaseEdge { .. } => Code::StrongholdPlace,
            Self::NoGate { .. } | Self::GateApart { .. } => Code::BuaGate,
        }
    }
}
