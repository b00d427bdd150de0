//! What a combat has left to do.

use musterfield_rules::combat::Held;

use crate::element::Id;

/// Somebody who has to go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Beaten {
    /// Who.
    pub(crate) id: Id,
    /// It was shot at least partly on its rear edge, and turns first (D3H2-RECOIL-04).
    pub(crate) turns: bool,
}

/// What is still to be done before the next fight or shot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Aftermath {
    /// Who goes back.
    pub(crate) recoils: Vec<Beaten>,
    /// Who goes after them, and how many halves of a BW.
    pub(crate) pursuits: Vec<(Id, u8)>,
    /// Into which feature a victor goes, and how many halves of a BW.
    pub(crate) storms: Option<(Id, Held, u8)>,
    /// Who was freed and comes back.
    pub(crate) freed: Vec<Id>,
}
