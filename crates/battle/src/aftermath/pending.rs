//! The moves that a combat leaves to be made.

use musterfield_geometry::{Base, Edge};
use musterfield_rules::combat::{Held, PursuitDistance};

use crate::element::{Id, Members};

/// An element that has to recoil.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Beaten {
    /// The element.
    pub(crate) id: Id,
    /// Whether it was shot at least partly on its rear edge and so turns first (D3H2-RECOIL-04).
    pub(crate) turns: bool,
}

/// An element that shoots at a target, and those that aid it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Shot {
    /// The element that shoots.
    pub(crate) shooter: Id,
    /// The elements that aid it.
    pub(crate) aids: Members,
    /// The element shot at, which may be the holder of a feature.
    pub(crate) target: Id,
}

/// A shot that was ordered and not resolved yet, because another one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Declared {
    /// The shot.
    pub(crate) shot: Shot,
    /// The score of the shooter's die, once it has been rolled against a third element (D3H2-SHOOT-27).
    pub(crate) die: Option<u8>,
}

/// A contact of movers who cannot conform with enemies who can, and may do so.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Touched {
    /// The elements that have moved.
    pub(crate) by: Members,
    /// The enemies that may conform, with the bases they conform to.
    pub(crate) conforms: Vec<(Id, Base)>,
    /// The contacts at an angle if they stay: each mover, its enemy, and the edge of it that counts as touched.
    pub(crate) askew: Vec<(Id, Id, Edge)>,
}

/// The effects of the last combat or move that must be settled before the next fight, shot or move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Aftermath {
    /// The element that goes back.
    pub(crate) recoils: Vec<Beaten>,
    /// Elements that pursue, each with its distance in halves of a BW.
    pub(crate) pursuits: Vec<(Id, PursuitDistance)>,
    /// A victor that enters a feature: the element, the feature, and the distance in halves of a BW.
    pub(crate) storms: Option<(Id, Held, PursuitDistance)>,
    /// Elements that have been freed and come back.
    pub(crate) freed: Vec<Id>,
    /// A shot that is still to be resolved.
    pub(crate) declared: Option<Declared>,
    /// A contact in which somebody may conform. It is hardly ever there, and would make every state larger.
    pub(crate) touched: Option<Box<Touched>>,
}
