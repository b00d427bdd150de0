//! What changes about an element.

use musterfield_geometry::Base;
use musterfield_rules::combat::Held;

use crate::element::Id;

/// Where an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whereabouts {
    /// Not set up yet, or held off the table (D3H2-DEPL-17); also a Lurker that is gone until it is summoned again.
    Aside,
    /// On the table.
    Table,
    /// It occupies a feature of its side or one that it took.
    Holds(Held),
    /// Taken off until it is freed; by whom, if an enemy can free it by his fate (D3H2-ENS-01).
    Ensorcelled(Option<Id>),
    /// Destroyed.
    Destroyed,
    /// Gone over an edge, or a God that left.
    Fled,
}

/// What changes about an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stand {
    /// Where it is.
    pub place: Whereabouts,
    /// Its base; where it lay last for one that is off the table, which is the marker of an ensorcelled Mage.
    pub base: Base,
    /// Tactical moves that it made in this bound.
    pub moves: u8,
    /// The longest of them, in thousandths of a BW.
    pub longest: i64,
    /// In this bound all its moves were along roads.
    pub by_road: bool,
    /// The bound in which it was last set on the table by summoning, 0 for none.
    pub arrived: u16,
    /// The feature in which a Lurker was summoned.
    pub lair: Option<u8>,
    /// How often a Lurker was summoned.
    pub summons: u8,
    /// How often a Mage rolled a one for its own spell.
    pub backfires: u8,
    /// It shot or bespelled in this bound.
    pub shot: bool,
    /// It fought in close combat in this bound.
    pub fought: bool,
    /// An Aerial that has come down to fight (D3H2-CONT-17).
    pub down: bool,
}

impl Stand {
    /// Not set up.
    #[must_use]
    pub fn aside(base: Base) -> Self {
        Self {
            place: Whereabouts::Aside,
            base,
            moves: 0,
            longest: 0,
            by_road: true,
            arrived: 0,
            lair: None,
            summons: 0,
            backfires: 0,
            shot: false,
            fought: false,
            down: false,
        }
    }
}
