//! Parts that several documents have: camps, names, lengths.

use musterfield_geometry::Point;
use serde::Serialize;

use crate::camp::Camp;
use crate::element::Members;
use crate::state::Battle;

/// A camp.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CampRecord {
    /// Its front left corner.
    pub at: [f64; 2],
    /// Its middle.
    pub middle: [f64; 2],
    /// The direction its front faces.
    pub facing: f64,
    /// The length of its front, and its depth.
    pub size: [f64; 2],
    /// Whether it has been sacked.
    pub sacked: bool,
}

impl CampRecord {
    pub(super) fn of(camp: Camp) -> Self {
        Self {
            at: pair(camp.base.front_left()),
            middle: pair(camp.base.middle()),
            facing: camp.base.facing().degrees(),
            size: [bw(camp.base.width()), bw(camp.base.depth())],
            sacked: camp.sacked,
        }
    }
}

/// The names of elements.
pub(super) fn names(battle: &Battle, of: Members) -> Vec<String> {
    of.into_iter().map(|id| battle.profile(id).name.to_string()).collect()
}

pub(super) fn pair(point: Point) -> [f64; 2] {
    let (x, y) = point.to_bw();
    [x, y]
}

pub(super) fn bw(length: i64) -> f64 {
    musterfield_geometry::point::bw(length)
}
