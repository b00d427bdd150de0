//! A layout with what its drawing needs: measures, margins, and each feature as drawn.

use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::layout::{Edge, Feature, Layout};

use super::feature::DrawnFeature;
use super::options::MapOptions;
use super::spot::{DrawPoint, hundredths, spot};
use super::terms::name_in_words;

/// The table for which the sizes of words and margins are designed, in hundredths of a BW.
const USUAL: f64 = 1500.0;

/// Room for the numbers and the name of the left edge, on a table of usual size.
pub(super) const LEFT: f64 = 90.0;

/// The height of the heading, on a table of usual size.
pub(super) const HEADING: f64 = 124.0;

/// A layout with the data that its drawing needs.
pub(super) struct Plan<'a> {
    pub(super) layout: &'a Layout,
    pub(super) options: &'a MapOptions,
    /// Width of the table.
    pub(super) width: f64,
    /// Depth of the table.
    pub(super) depth: f64,
    /// The place of its far left corner on the sheet.
    pub(super) left: f64,
    pub(super) top: f64,
    /// The scale of words and margins, so that they look the same on every table.
    pub(super) scale: f64,
    pub(super) pieces: Vec<(&'a Feature, DrawnFeature)>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(layout: &'a Layout, options: &'a MapOptions) -> Self {
        let (width, depth) = (hundredths(layout.board.width), hundredths(layout.board.depth));
        let scale = width.max(depth) / USUAL;
        let straight = |feature: &Feature| layout.rules.feature(feature.kind).is_some_and(|kind| kind.straight);
        let pieces = layout
            .features
            .iter()
            .filter_map(|feature| Some((feature, DrawnFeature::of(feature, layout.board, straight(feature))?)))
            .collect();
        let top = if options.heading { HEADING + 56.0 } else { 52.0 };
        Self { layout, options, width, depth, left: LEFT * scale, top: top * scale, scale, pieces }
    }

    /// A place this far along an edge (from left to right, from near to far) and this far into the table.
    pub(super) fn beside_edge(&self, edge: Edge, far: f64, inwards: f64) -> DrawPoint {
        match edge {
            Edge::North => spot(far, inwards),
            Edge::South => spot(far, self.depth - inwards),
            Edge::West => spot(inwards, self.depth - far),
            Edge::East => spot(self.width - inwards, self.depth - far),
        }
    }

    /// The depth into the table within which an army may deploy (D3H2-DEPL-10).
    pub(super) fn zone_depth(&self, edge: Edge) -> f64 {
        hundredths(self.layout.rules.deployment.deep(self.layout.board.across(edge)))
    }

    /// The name of a kind.
    pub(super) fn name_of(&self, kind: Kind, bua: Option<Bua>) -> String {
        name_in_words(self.layout.rules, kind, bua)
    }

    /// The name of a feature.
    pub(super) fn name(&self, feature: &Feature) -> String {
        self.name_of(feature.kind, feature.bua)
    }
}
