//! Camps on the table.

use musterfield_geometry::Base;

/// A camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Camp {
    /// Its base, with its rear towards its base edge.
    pub base: Base,
    /// Whether it has been sacked and so is gone (D3H2-CAMP-07).
    pub sacked: bool,
}
