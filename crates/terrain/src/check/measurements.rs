//! The measurements of the check, and their precision.

use crate::quarter_set::QuarterSet;

/// The tolerance wherever a rule names a length, in thousandths of a BW.
pub const TOLERANCE: i64 = 10;

/// Counts and measurements.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurements {
    /// The number of compulsory features that were chosen.
    pub compulsory: usize,
    /// The number of optional features that were chosen.
    pub optional: usize,
    /// The number of features that were chosen and discarded.
    pub discarded: usize,
    /// The features in their order.
    pub features: Vec<Measured>,
}

/// The measurements of a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Length and width of an area feature, in BW; `None` for others and for invalid outlines.
    pub size: Option<(f64, f64)>,
    /// The quarters into which it reaches.
    pub quarters: QuarterSet,
}
